/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of an SM, shared by the files that make it up: warp.c (fetch and
 * commit), issue.c (choice of warps, execution units), sm.c (thread blocks, the
 * component). Nobody else includes this.
 */
#ifndef GMMU_GTO_STATE_H
#define GMMU_GTO_STATE_H

#include "sm/gto/gto_scheduler.h"
#include "sm/gto/gto_sm.h"
#include "sm/parts/lsu.h"
#include "sm/parts/scoreboard.h"
#include "sm/parts/timing_wheel.h"

#define SM_BLOCKS GTO_MAX_BLOCKS

/* Where a warp's next instruction goes. */
typedef enum { EXEC_ALU, EXEC_CONST, EXEC_SFU, EXEC_SHARED, EXEC_LDST, EXEC_CONTROL, EXEC_UNITS } exec_unit;

typedef struct {
    reg_set pending;       /* registers with a result on the way */
    reg_set needs;         /* registers the next instruction waits for */
    uint64_t uid;          /* of the next instruction */
    uint32_t inflight;     /* issued, not committed */
    uint32_t mem_inflight; /* of these global accesses */
    uint8_t block;         /* block slot */
    uint8_t number;        /* in the block */
    uint8_t unit;          /* of the next instruction */
    warp_inst inst;        /* the next instruction, decoded */
} warp_slot;

typedef struct {
    block_stream *stream; /* NULL: free slot */
    uint64_t block;
    uint64_t members;  /* warp slots */
    uint32_t fetching; /* warps with instructions left */
    uint32_t alive;    /* warps not ended: instructions left or in flight */
    uint16_t asid;
    uint8_t app;
    sm_resources needs;
} block_slot;

struct gto_sm {
    lsu_context context;
    engine_link *from_dispatcher, *to_dispatcher;
    int domain;
    uint32_t ports; /* instructions issued per cycle */

    /* Masks of warp slots. A warp can issue when it is in `fetched` and in none of
     * `hazard`, `at_barrier`, `branching`, and its unit is free. */
    uint64_t resident;
    uint64_t fetched; /* there is a next instruction */
    uint64_t hazard;  /* which waits for registers or, a fence, for accesses */
    uint64_t at_barrier;
    uint64_t branching;        /* behind a branch that is not resolved */
    uint64_t unit[EXEC_UNITS]; /* whose next instruction goes there */

    uint64_t sfu_free, shared_free; /* first cycle in which the unit takes another one */
    uint64_t next_uid;
    uint64_t counted_to;  /* cycle up to which stall_tlb_cycles is counted */
    uint32_t tlb_stalled; /* warps that do not issue since then for want of a translation */
    uint8_t app;          /* of the block that arrived last */

    sm_resources free;
    bool no_room;         /* for the block that waits in the link, until one ends */
    uint64_t done_blocks; /* block slots whose end the dispatcher does not know yet */
    gto_scheduler gto;
    timing_wheel wheel;
    block_slot block[SM_BLOCKS];
    warp_slot warp[GMMU_SM_WARPS];
    lsu *lsu;
    app_stats stats[GMMU_NUM_APPS];
};

static inline uint64_t warp_bit(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static inline uint32_t lowest_warp(uint64_t mask) {
    return (uint32_t)__builtin_ctzll(mask);
}

/* The warps whose next instruction waits for nothing but a free unit. */
static inline uint64_t ready_warps(const gto_sm *s) {
    return s->fetched & ~(s->hazard | s->at_barrier | s->branching);
}

static inline void watch_inst(const gto_sm *s, uint64_t cycle, uint32_t slot, uint64_t uid, inst_stage stage,
                              const warp_inst *inst) {
    const observer *watch = s->context.watch;
    if (watch && watch->inst)
        watch->inst(watch->ctx, cycle, s->context.number, slot, uid, stage, inst);
}

/* warp.c: decodes the warp's next instruction, or finds that there is none. */
void warp_fetch(gto_sm *s, uint32_t slot, uint64_t cycle);
/* Opens the barrier of a block when all its warps with instructions left have arrived. */
void warp_release_barrier(gto_sm *s, const block_slot *b);
/* Lets the warp end when it has neither instructions left nor any in flight. */
void warp_end_if_done(gto_sm *s, uint32_t slot);
/* An instruction is over; its results, if any, can be used. */
void warp_commit(gto_sm *s, const inflight_inst *inst, uint64_t cycle);

/* issue.c: issues what can be issued. */
void issue_cycle(gto_sm *s, uint64_t cycle);
/* The next cycle after `cycle` in which a warp issues if nothing else happens. */
uint64_t issue_next(const gto_sm *s, uint64_t cycle);

#endif
