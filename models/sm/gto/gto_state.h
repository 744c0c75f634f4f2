/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of an SM, shared by the files that make it up; no other file includes this:
 *
 *   gto_warp.c    a warp from fetch to commit
 *   gto_issue.c   choice of warps, execution units
 *   gto_blocks.c  thread blocks: arrival, placement, end
 *   gto_move.c    commands for blocks: stop, resume, save, restore
 *   gto_sm.c      the component
 *
 * gto_warp.c and gto_issue.c write the masks with a bit per warp slot and the fields of a warp, and
 * gto_blocks.c does when a warp arrives or leaves; fields of other owners say so.
 */
#ifndef GMMU_GTO_STATE_H
#define GMMU_GTO_STATE_H

#include "config/block_messages.h"
#include "config/switch_stats.h"
#include "sm/gto/gto_scheduler.h"
#include "sm/gto/gto_sm.h"
#include "sm/gto/gto_values.h"
#include "sm/parts/lsu.h"
#include "sm/parts/scoreboard.h"
#include "sm/parts/shared_memory.h"
#include "sm/parts/timing_wheel.h"

#define SM_BLOCKS GTO_MAX_BLOCKS

/* The execution unit of a warp's next instruction. */
typedef enum { EXEC_ALU, EXEC_CONST, EXEC_SFU, EXEC_SHARED, EXEC_LDST, EXEC_CONTROL, EXEC_UNITS } exec_unit;

/* A line of the host's caches: there are many, and each is looked at seldom. The addresses of the next
 * instruction are still in the stream of the block. */
typedef struct {
    reg_set pending;         /* registers with a result on the way */
    const static_inst *inst; /* the next instruction */
    uint64_t uid;            /* of it */
    uint32_t mask;           /* its active lanes */
    uint16_t inflight;       /* issued, not committed */
    uint16_t mem_inflight;   /* of these global accesses */
    uint8_t block;           /* block slot */
    uint8_t number;          /* in the block */
    uint8_t unit;            /* of the next instruction */
} warp_slot;

_Static_assert(sizeof(warp_slot) <= 64, "a line of the host");
/* A warp issues one instruction in a cycle, so what it has in flight is at most what it can issue in the
 * longest latency, and what the load/store unit holds. */
_Static_assert(CHIP_MAX_SM_LATENCY + SHARED_MAX_PASSES + LSU_OPS <= UINT16_MAX, "warp_slot.inflight");

/* The state of a block by the scheduler's commands; gto_move.c. */
typedef enum {
    PHASE_RUNS,
    PHASE_STOPS,   /* issues nothing, until nothing is in flight */
    PHASE_STOPPED, /* and the scheduler knows */
    PHASE_LEAVES   /* like STOPS, and then it is saved */
} block_phase;

typedef struct {
    block_stream *stream; /* NULL: free slot */
    uint64_t block;
    uint64_t members;  /* warp slots */
    uint32_t fetching; /* warps with instructions left */
    uint32_t alive;    /* warps not ended: instructions left or in flight */
    uint16_t asid;
    uint8_t app;
    uint8_t phase;    /* block_phase; gto_move.c */
    uint64_t address; /* PHASE_LEAVES: of the context in memory; gto_move.c */
    sm_resources needs;
} block_slot;

typedef enum { MOVE_NONE, MOVE_OUT, MOVE_IN } block_move;

/* The block that is moved to memory or back; gto_move.c. */
typedef struct {
    block_move way;
    uint32_t slot; /* block slot */
    uint64_t address;
    uint32_t lines, sent;     /* of its context; of these sent to memory or asked for */
    uint64_t answered_before; /* lines that the load/store unit had read before */
    saved_lines saved;        /* of the context: context_line.saved */
    uint64_t started;         /* cycle */
    gmmu_time started_time;   /* the same, for the observer */
    switch_stats stats;
} gto_move;

/* What every tick looks at comes first: some lines of the host's caches, which hold few SMs as a whole. */
struct gto_sm {
    /* Masks of warp slots. A warp can issue when it is in `fetched` and in none of
     * `hazard`, `at_barrier`, `branching`, `held`, `paused`, and its unit is free. */
    uint64_t resident;
    uint64_t running; /* of these: not ended */
    uint64_t fetched; /* there is a next instruction */
    uint64_t hazard;  /* it waits for registers or, a fence, for accesses */
    uint64_t at_barrier;
    uint64_t branching;        /* behind an unresolved branch */
    uint64_t held;             /* of a block that stops, is stopped or is being moved; gto_move.c */
    uint64_t paused;           /* of an application in paused_apps */
    uint64_t unit[EXEC_UNITS]; /* warps whose next instruction goes there */

    uint64_t sfu_free, shared_free; /* first cycle in which the unit takes another one */
    uint64_t next_uid;
    uint64_t counted_to;    /* cycle up to which stall_tlb_cycles is counted */
    uint64_t port_held;     /* warps whose access waits at issue while lsu_port_held() */
    uint64_t tlb_stalled;   /* warps that have not issued since then for lack of a translation */
    uint32_t ports;         /* instructions issued per cycle */
    uint32_t command_input; /* link_input() of from_dispatcher */
    bool no_room;           /* for the block that waits in the link, until one leaves */
    bool commanded;         /* a command has been taken in this cycle */
    uint64_t paused_apps;   /* applications of which nothing is issued */
    uint64_t apps;          /* applications with blocks here; gto_blocks.c */
    uint64_t done_blocks;   /* block slots whose end is not reported to the dispatcher yet */
    lsu *lsu;
    gto_values *values; /* NULL: no values are kept */
    lsu_context context;
    timing_wheel wheel;
    uint64_t stopping; /* block slots in PHASE_STOPS or PHASE_LEAVES; gto_move.c */
    gto_move move;
    gto_scheduler gto;

    engine_link *from_dispatcher, *to_dispatcher;
    int domain;
    sm_resources free;
    block_slot block[SM_BLOCKS];
    warp_slot warp[GMMU_SM_WARPS];
    uint64_t of_app[CHIP_MAX_APPS]; /* warp slots of its blocks; gto_blocks.c */
    app_stats stats[CHIP_MAX_APPS];
};

static inline uint64_t warp_bit(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static inline uint32_t lowest_warp(uint64_t mask) {
    return (uint32_t)__builtin_ctzll(mask);
}

/* The warps whose next instruction waits only for a free unit, or for their application to go on. */
static inline uint64_t unpaused_warps(const gto_sm *s) {
    return s->fetched & ~(s->hazard | s->at_barrier | s->branching | s->held);
}

/* The warps whose next instruction waits only for a free unit. */
static inline uint64_t ready_warps(const gto_sm *s) {
    return unpaused_warps(s) & ~s->paused;
}

static inline bool watches_insts(const gto_sm *s) {
    return s->context.watch && s->context.watch->inst;
}

static inline void watch_inst(const gto_sm *s, uint64_t cycle, uint32_t slot, uint64_t uid, inst_stage stage,
                              const warp_inst *inst) {
    const observer *watch = s->context.watch;
    if (watches_insts(s))
        watch->inst(watch->ctx, cycle, s->context.number, slot, uid, stage, inst);
}

/* ---- gto_warp.c ---- */

/* Decodes the warp's next instruction, or finds that there is none. */
void warp_fetch(gto_sm *s, uint32_t slot, uint64_t cycle);
/* Opens the barrier of a block when all its warps with instructions left have arrived. */
void warp_release_barrier(gto_sm *s, const block_slot *b);
/* Lets the warp end when it has neither instructions left nor any in flight. */
void warp_end_if_done(gto_sm *s, uint32_t slot);
/* An instruction is over; its results, if any, can be used. */
void warp_commit(gto_sm *s, const inflight_inst *inst, uint64_t cycle);

/* `inst` with these lanes, which its block has read last for it, is the warp's next instruction, in a slot
 * that has nothing in flight. */
void warp_set_next(gto_sm *s, uint32_t slot, const static_inst *inst, uint32_t mask, uint64_t cycle);

/* ---- gto_issue.c ---- */

/* Issues every instruction that can issue. */
void issue_cycle(gto_sm *s, uint64_t cycle);
/* The next cycle after `cycle` in which a warp issues if nothing else happens. */
uint64_t issue_next(const gto_sm *s, uint64_t cycle);

/* ---- gto_blocks.c ---- */

/* The warps of a block, its name and its needs; the rest is empty. */
typedef struct {
    block_stream *stream;
    uint64_t block;
    uint16_t asid;
    uint8_t app;
    uint32_t warps;
    sm_resources needs;
} block_identity;

/* Gives the block its resources, a block slot and warp slots that rise with the number of the warp. Returns
 * the number of its slot, or SM_BLOCKS when there is no room. */
uint32_t gto_place_block(gto_sm *s, const block_identity *who);
/* Takes them back; nothing of the block is in flight. Its stream stays open. */
void gto_take_off_block(gto_sm *s, uint32_t slot);
/* Takes the command that has arrived, if there is room. D: one per cycle, in order of arrival. */
void gto_accept_command(gto_sm *s, uint64_t cycle);
void gto_retire_blocks(gto_sm *s);

/* ---- gto_move.c ---- */

/* STOP, RESUME, SAVE. */
void gto_obey(gto_sm *s, const block_command *m);
/* Takes a RESTORE; false when it has no room and must wait. */
bool gto_restore_block(gto_sm *s, const block_command *m, uint64_t cycle);
/* One cycle: reports blocks that have stopped, moves a line. */
void gto_move_cycle(gto_sm *s, uint64_t cycle);

#endif
