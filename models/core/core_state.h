/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of the thesis's SM, shared by the files that make it up; nobody else
 * includes this.
 *
 *   core_window.c   a warp's instructions in flight, their hazards, what is ready
 *   core_issue.c    fetch, replay, issue
 *   core_execute.c  operand read, execution units, commit, barriers
 *   core_faults.c   from a fault to the resumption of its warp
 *   core_units.c    warp_gate, replay_queue, operand_log
 *   core_blocks.c   thread blocks and warps, on the SM and off it
 *   switch.c        local scheduler of blocks, contexts to and from memory (thesis 6.4.1)
 *   core.c          the component
 *
 * A warp and its block are contexts of their own, which know the slots they occupy only
 * while they are resident. A warp's instructions in flight lie in a window, a ring indexed by
 * their number in program order: fetched and not committed ones, and the next one to
 * fetch. Sets of them are 64-bit masks of places in the ring.
 */
#ifndef GMMU_CORE_STATE_H
#define GMMU_CORE_STATE_H

#include "core/core.h"
#include "core/core_units.h"
#include "core/lsu.h"
#include "core/switch.h"
#include "sm/occupancy.h"
#include "sm/sm.h"
#include "sm/timing_wheel.h"

#define CORE_WARPS   LSU_WARPS
#define CORE_BLOCKS  64U
#define CORE_WINDOW  64U /* D */
#define CORE_REGS    256U
#define CORE_NOBODY  255U  /* no place in the window */
#define CORE_QUEUE   1024U /* issue queue and what the replay queue may give back beyond it */
#define CORE_WAYS    8U
#define CORE_READERS 16U /* at operand read: one cycle's ways, and a read from the operand log */

#define CORE_EVENTS    16U  /* of the load/store unit in a cycle */
#define CORE_LOG_ENTRY 256U /* bytes */

/* Where an instruction goes. D: constants are read by a math unit, control flow is the branch unit's. */
typedef enum { UNIT_MATH, UNIT_SFU, UNIT_LDST, UNIT_CONTROL, CORE_UNITS } core_unit;

typedef struct core_warp core_warp;

/* An instruction in a warp's window. */
typedef struct {
    uint64_t uid; /* also its age: order of fetch. 0: not fetched yet */
    uint64_t seq; /* in program order of the warp */
    /* Older ones it waits for: until they commit, release their sources, pass their last TLB check. */
    uint64_t after_commit, after_release, after_check;
    uint64_t sources; /* tokens */
    uint64_t result;
    uint8_t unit;
    bool drawn;  /* FAULTS_INJECT has decided */
    bool faults; /* and it shall */
    warp_inst inst;
} core_inst;

/* A set of pages. */
typedef struct {
    uint64_t *vpn;
    uint32_t count, size;
} core_pages;

struct core_warp {
    core_block *block;
    core_warp *next_free;
    uint8_t number; /* in the block */
    uint8_t slot;   /* while it is resident */

    /* Program order: oldest in flight, next to fetch, end of what is decoded (at most one ahead). */
    uint64_t head, next, end;
    uint64_t gate;  /* the global access fetched last */
    bool exhausted; /* nothing to decode any more */
    bool behind_control;
    bool at_barrier;
    bool stopped; /* by a fault, until its pages are there */
    bool drained; /* and nothing of it is in flight any more */
    uint64_t stopped_cycle, drained_cycle;
    core_pages missing;

    /* Places in the window. In flight is what is fetched and not committed. */
    uint64_t in_flight;
    uint64_t unread;    /* of these: sources are not released */
    uint64_t queued;    /* in the issue queue */
    uint64_t ready;     /* of these: wait for nothing but a unit */
    uint64_t waiting;   /* in the replay queue, or faulted */
    uint64_t reading;   /* issued, at operand read */
    uint64_t memory;    /* accesses to global or shared memory */
    uint64_t global;    /* accesses to global memory */
    uint64_t unchecked; /* of these: not past their last TLB check */
    uint64_t held;      /* known to the replay queue */
    uint64_t logged;    /* with entries in the operand log */
    uint64_t finished;  /* to be committed in order */

    uint8_t writer[CORE_REGS];   /* last one in flight that writes it, or CORE_NOBODY */
    uint64_t readers[CORE_REGS]; /* whose sources are not released */
    token_registers regs;
    core_inst window[CORE_WINDOW];
};

struct core_block {
    block_stream *stream;
    token_memory *shared; /* NULL: no tokens are kept */
    uint64_t block;
    uint32_t warps;
    uint32_t alive;   /* warps not ended */
    uint32_t arrived; /* of these at the barrier */
    uint8_t slot;     /* while it is resident */
    uint16_t asid;
    uint8_t app;
    sm_resources needs;
    core_context *context; /* while it is off the SM, or moved */
    core_block *next;      /* all blocks of the SM */
    core_warp *warp[GMMU_MAX_WARPS_PER_BLOCK];
};

/* An instruction that waits for a unit only. */
typedef struct {
    uint64_t uid;
    uint8_t slot, place;
} ready_inst;

typedef struct {
    ready_inst inst[CORE_QUEUE];
    uint32_t count;
} ready_list; /* oldest first */

/* At operand read in `cycle`. */
typedef struct {
    uint64_t cycle;
    uint8_t slot, place;
    bool from_log;
    uint8_t step;  /* of the read from the operand log */
    uint64_t part; /* the first one it gave */
} core_read;

struct core {
    engine *engine;
    int component, domain;
    uint32_t number;
    const gpu_config *config;
    const chip_config *chip;
    const observer *watch;
    token_memory *const *tokens;
    engine_link *from_dispatcher, *to_dispatcher;
    lsu *lsu;
    core_units units;
    timing_wheel wheel;

    exception_scheme scheme;
    bool replays;         /* there is a replay queue */
    bool logs;            /* and an operand log */
    bool commit_in_order; /* of a warp */
    bool busy;            /* something has happened in this cycle */

    /* Masks of warp slots. */
    uint64_t resident;
    uint64_t fetchable;   /* but for the warp gate and room in the issue queue */
    uint64_t open;        /* whose gate was closed by an instruction that issues in this cycle */
    uint64_t touched;     /* whose hazards may have gone */
    uint64_t with_ready;  /* which have something ready */
    uint64_t stopped;     /* by a fault */
    uint64_t replaying;   /* resumed, with something left in the replay queue */
    uint64_t tlb_stalled; /* which do not issue for want of a translation, since counted_to */

    uint32_t last_fetched;        /* slot */
    uint32_t queued;              /* in the issue queue */
    uint64_t sfu_free, ldst_free; /* first cycle in which the unit takes another one */
    uint64_t next_uid;
    uint64_t injectable; /* global accesses that could have been made to fault */
    uint64_t counted_to;

    lsu_event event[CORE_EVENTS]; /* of this cycle, but for faults */
    uint32_t events;
    core_read read[CORE_READERS];
    uint32_t reads;
    core_read starts[CORE_READERS]; /* begin to execute in `cycle`; for the observer */
    uint32_t started;

    core_switch switching;
    sm_resources free;
    bool no_room;         /* for the block that waits in the link, until one ends */
    uint32_t log_share;   /* log entries of each block, as set up */
    uint64_t done_blocks; /* block slots whose end the dispatcher does not know yet */
    core_block *blocks;   /* all, resident or not */
    core_warp *free_warps;
    core_block *block[CORE_BLOCKS];
    core_warp *warp[CORE_WARPS];
    ready_list ready[CORE_UNITS];
    app_stats stats[GMMU_NUM_APPS];
    uint64_t register_hash[GMMU_NUM_APPS];
};

static inline uint64_t bit64(uint64_t i) {
    return UINT64_C(1) << (i % 64);
}

static inline uint32_t lowest_bit(uint64_t mask) {
    return (uint32_t)__builtin_ctzll(mask);
}

/* The place of an instruction in the window. */
static inline uint32_t place_of(uint64_t seq) {
    return (uint32_t)(seq % CORE_WINDOW);
}

/* Mask of the places of those older than `seq`, from the oldest in flight on. */
static inline uint64_t older_than(const core_warp *w, uint64_t seq) {
    const uint64_t count = seq - w->head;
    const uint64_t mask = count ? UINT64_MAX >> (64 - count) : 0;
    const uint32_t turn = place_of(w->head);
    return turn ? mask << turn | mask >> (64 - turn) : mask;
}

/* The oldest of a set of places that is not empty. */
static inline uint32_t oldest_place(const core_warp *w, uint64_t set) {
    const uint32_t turn = place_of(w->head);
    const uint64_t turned = turn ? set >> turn | set << (64 - turn) : set;
    return (turn + lowest_bit(turned)) % CORE_WINDOW;
}

static inline void core_watch(const core *c, uint64_t cycle, uint32_t slot, uint64_t uid, inst_stage stage,
                              const warp_inst *inst) {
    if (c->watch && c->watch->inst)
        c->watch->inst(c->watch->ctx, cycle, c->number, slot, uid, stage, inst);
}

/* ---- core_window.c ---- */

/* The next instruction is fetched: its hazards. Gives its place. */
uint32_t window_insert(core_warp *w);
/* It is in flight from now on, in the issue queue. */
void window_enter(core_warp *w, uint32_t place);
/* The one fetched last, a faulted one, is to be fetched again; nothing else is in flight. */
void window_rewind(core_warp *w);
void window_release_sources(core_warp *w, uint32_t place);
/* Its results are written: takes it out. */
void window_remove(core_warp *w, uint32_t place);
/* Decodes the next instruction unless that has been done. */
void window_decode(core_warp *w);
/* After anything that bears on fetch. */
void update_fetchable(core *c, const core_warp *w);
/* Lists what of the warp has become ready. */
void window_wake(core *c, core_warp *w);
void ready_remove(core *c, core_unit unit, uint32_t index);
/* Takes all of a warp off the lists. */
void ready_remove_warp(core *c, core_warp *w);

/* ---- core_issue.c ---- */

void core_fetch_cycle(core *c, uint64_t cycle);
void core_replay_cycle(core *c, uint64_t cycle);
void core_issue_cycle(core *c, uint64_t cycle);
/* The first cycle after `cycle` in which something ready finds its unit free, or GMMU_NEVER. */
uint64_t core_issue_next(const core *c, uint64_t cycle);

/* ---- core_execute.c ---- */

void core_execute_starts(core *c, uint64_t cycle);
void core_operand_read_cycle(core *c, uint64_t cycle);
/* The execution units are done with it: commits it, and in order who waited for it. */
void core_complete(core *c, core_warp *w, uint32_t place, uint64_t cycle);
void core_complete_cycle(core *c, uint64_t cycle);
/* Has passed its last TLB check. */
void access_checked(core *c, core_warp *w, uint32_t place);

/* ---- core_faults.c ---- */

void access_faulted(core *c, core_warp *w, uint32_t place, const lsu_event *event, uint64_t cycle);
void pages_resolved(core *c, const lsu_event *event);
void core_faults_cycle(core *c, uint64_t cycle);
/* Is it an access that must not overtake an older one of its warp that has faulted? */
bool must_not_overtake(const core_warp *w, uint32_t place);
/* FAULTS_INJECT: shall this access fault? Called once for each. */
bool draw_fault(core *c, const core_warp *w, const core_inst *i);
void core_pages_free(core_pages *p);

/* ---- core_blocks.c ---- */

/* D: one block per cycle; blocks wait for each other in the order of arrival. */
void core_accept_block(core *c, uint64_t cycle);
/* Gives a block slot and warp slots to a block that has been given its resources. */
void block_place(core *c, core_block *b);
/* Takes them back; nothing of the block is in flight or in the units. */
void block_take_off(core *c, core_block *b);
void core_retire_blocks(core *c);
void open_barrier(core *c, core_block *b, uint64_t cycle);
void core_end_warp(core *c, core_warp *w, uint64_t cycle);
void blocks_free(core *c);

#endif
