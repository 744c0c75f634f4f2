/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of the thesis's SM, shared by the files that make it up; no other file
 * includes this.
 *
 *   thesis_window.c   a warp's instructions in flight, their hazards, ready instructions
 *   thesis_issue.c    fetch, replay, issue
 *   thesis_execute.c  operand read, execution units, commit, barriers
 *   thesis_faults.c   from a fault to the resumption of its warp
 *   thesis_handler.c  slots that the GPU's page fault handler takes (thesis 6.4.2)
 *   thesis_units.c    warp_gate, replay_queue, operand_log
 *   thesis_blocks.c   thread blocks and warps: slots, barriers, end
 *   thesis_halt.c     stops a block between two instructions of each warp
 *   thesis_move.c     a stopped block to memory and back
 *   thesis_switch.c   local scheduler of faulted blocks (thesis 6.4.1)
 *   thesis_commands.c commands of the dispatcher, and reports to it
 *   thesis_sm.c       the component
 *
 * No file uses one below it in this list, except that issue and execute use faults (which accesses must not
 * overtake a faulted one), and execute uses blocks (barriers, the end of a warp).
 *
 * A warp and its block are contexts of their own, which know their slots only
 * while they are resident. A warp's instructions in flight are in a window, a ring indexed by
 * their number in program order: those fetched and not committed, and the next one to
 * fetch. Sets of them are 64-bit masks of places in the ring.
 */
#ifndef GMMU_THESIS_STATE_H
#define GMMU_THESIS_STATE_H

#include "config/messages.h"
#include "sm/parts/lsu.h"
#include "sm/parts/occupancy.h"
#include "sm/parts/timing_wheel.h"
#include "sm/thesis/thesis_halt.h"
#include "sm/thesis/thesis_move.h"
#include "sm/thesis/thesis_sm.h"
#include "sm/thesis/thesis_switch.h"
#include "sm/thesis/thesis_units.h"

#define THESIS_BLOCKS  64U
#define THESIS_WINDOW  64U /* sm.window, at most */
#define THESIS_REGS    256U
#define THESIS_NOBODY  255U  /* no place in the window */
#define THESIS_QUEUE   1024U /* issue queue and what the replay queue may give back beyond it */
#define THESIS_WAYS    8U
#define THESIS_READERS 16U /* at operand read: one cycle's ways, and a read from the operand log */

#define THESIS_EVENTS    16U  /* of the load/store unit in a cycle */
#define THESIS_LOG_ENTRY 256U /* bytes */

/* The unit of an instruction. D: a math unit reads constants; control flow goes to the branch unit. */
typedef enum { EXEC_MATH, EXEC_SFU, EXEC_LDST, EXEC_CONTROL, EXEC_UNITS } exec_unit;

typedef struct thesis_warp thesis_warp;

/* An instruction in a warp's window. */
typedef struct {
    uint64_t uid; /* also its age: order of fetch. 0: not fetched yet */
    uint64_t seq; /* in program order of the warp */
    /* Older instructions it waits for: until they commit, release their sources, pass their last TLB check.
     */
    uint64_t after_commit, after_release, after_check;
    uint64_t sources; /* values */
    uint64_t result;
    uint64_t unlike; /* what the replay queue has given back, XOR what went in: lanes and PC. 0: the same */
    uint8_t unit;
    bool drawn;  /* FAULTS_INJECT has decided */
    bool faults; /* and this access will fault */
    warp_inst inst;
} thesis_inst;

/* A set of pages. */
typedef struct {
    uint64_t *vpn;
    uint32_t count, size;
} thesis_pages;

struct thesis_warp {
    thesis_block *block;
    thesis_warp *next_free;
    uint8_t number; /* in the block */
    uint8_t slot;   /* while it is resident */
    bool system;    /* its mode (thesis 2.4): system for the trap handler that moves its block, else user */

    /* Program order: oldest in flight, next to fetch, end of the decoded instructions (one ahead, unless some
     * have gone back). */
    uint64_t head, next, end;
    uint64_t gate;  /* the global access fetched last */
    bool exhausted; /* there is nothing left to decode */
    bool behind_control;
    bool behind_access; /* one that stops fetch and has not issued */
    bool at_barrier;
    bool stopped; /* by a fault, until its pages are there */
    bool drained; /* and nothing of it is in flight any longer */
    uint64_t stopped_cycle, drained_cycle;
    thesis_pages missing;
    uint32_t handler_left; /* instructions of the page fault handler that are to be fetched */
    uint64_t handler_due;  /* first cycle in which the next of them may */

    /* Places in the window. In flight: fetched and not committed. */
    uint64_t in_flight;
    uint64_t unread;    /* of these: sources are not released */
    uint64_t queued;    /* in the issue queue */
    uint64_t ready;     /* of these: wait only for a unit */
    uint64_t waiting;   /* in the replay queue, or faulted */
    uint64_t reading;   /* issued, at operand read */
    uint64_t memory;    /* accesses to global or shared memory */
    uint64_t global;    /* accesses to global memory */
    uint64_t unchecked; /* of these: have not passed their last TLB check */
    uint64_t held;      /* in the replay queue */
    uint64_t logged;    /* with entries in the operand log */
    uint64_t finished;  /* to be committed in order */

    uint8_t writer[THESIS_REGS];   /* last one in flight that writes it, or THESIS_NOBODY */
    uint64_t readers[THESIS_REGS]; /* instructions whose sources are not released */
    value_registers regs;
    thesis_inst window[THESIS_WINDOW];
};

struct thesis_block {
    block_stream *stream;
    value_memory *shared; /* NULL: no values are kept */
    uint64_t block;
    uint32_t warps;
    uint32_t alive;   /* warps not ended */
    uint32_t arrived; /* of these at the barrier */
    uint8_t slot;     /* while it is resident */
    uint16_t asid;
    uint8_t app;
    block_halt halt;
    bool leaves; /* by a command, for save_address */
    uint64_t save_address;
    sm_resources needs;
    uint32_t log_share;      /* log entries of a block of its kernel */
    thesis_context *context; /* while it is off the SM, or being moved */
    thesis_block *next;      /* all blocks of the SM */
    thesis_warp *warp[GMMU_MAX_WARPS_PER_BLOCK];
};

/* An instruction that waits only for a unit. */
typedef struct {
    uint64_t uid;
    uint8_t slot, place;
} ready_inst;

typedef struct {
    ready_inst inst[THESIS_QUEUE];
    uint32_t count;
} ready_list; /* oldest first */

/* At operand read in `cycle`. */
typedef struct {
    uint64_t cycle;
    uint8_t slot, place;
    bool from_log;
    uint8_t step;  /* of the read from the operand log */
    uint64_t part; /* the first one it gave */
} thesis_read;

/* Each field is written by the file named above it, and by the functions named next to it. */
struct thesis_sm {
    engine *engine;
    int component, domain;
    uint32_t number;
    const gpu_config *config;
    const chip_config *chip;
    const observer *watch;
    value_memory *const *values;
    engine_link *from_dispatcher, *to_dispatcher;
    lsu *lsu;
    thesis_units units;
    timing_wheel wheel;

    exception_scheme scheme;
    bool replays;         /* there is a replay queue */
    bool logs;            /* and an operand log */
    bool commit_in_order; /* of a warp */
    bool busy;            /* something has happened in this cycle: thesis_busy() */

    /* thesis_window.c. Masks are of warp slots. */
    uint64_t fetchable;  /* if the warp gate and the issue queue allow it */
    uint64_t touched;    /* warps whose hazards may have gone: thesis_touch() */
    uint64_t with_ready; /* warps with a ready instruction */
    ready_list ready[EXEC_UNITS];
    uint32_t queued; /* in the issue queue: issue_queue_enter(), issue_queue_leave() */

    /* thesis_issue.c */
    uint32_t last_fetched; /* slot */
    uint64_t open;         /* warps whose gate was closed by an instruction that issues in this cycle */
    uint64_t sfu_free, ldst_free; /* first cycle in which the unit takes another one */
    uint64_t next_uid;            /* from 1 on (thesis_sm_new()); window_renumber() also advances it */

    /* thesis_execute.c */
    thesis_read read[THESIS_READERS];
    thesis_read starts[THESIS_READERS]; /* begin to execute in `cycle`; for the observer */
    uint32_t reads;
    uint32_t started;

    /* thesis_faults.c */
    uint64_t stopped;    /* by a fault, to be resumed: faults_watch(), faults_forget() */
    uint64_t replaying;  /* resumed, with entries left in the replay queue: faults_replayed() */
    uint32_t observed;   /* warps that are not stopped, as last told: faults_observe() */
    uint64_t injectable; /* global accesses that could have been made to fault */

    /* thesis_handler.c */
    uint32_t handler_fetched;  /* instructions of page fault handlers that wait for a way of issue */
    uint64_t handler_interval; /* cycles between two of one handler; 0: they take no slots */

    /* thesis_blocks.c */
    uint64_t resident;    /* warp slots */
    uint64_t running;     /* of these: not ended */
    uint64_t done_blocks; /* block slots whose end has not been reported yet: blocks_take_done() */
    thesis_block *blocks; /* all, resident or not: block_attach(), block_detach() */
    thesis_warp *free_warps;
    thesis_block *block[THESIS_BLOCKS];
    thesis_warp *warp[GMMU_SM_WARPS];
    uint64_t register_hash[CHIP_MAX_APPS];
    uint32_t log_share; /* log entries of each block, as set up */

    uint32_t halts;          /* thesis_halt.c: blocks that stop */
    thesis_mover mover;      /* thesis_move.c */
    thesis_switch switching; /* thesis_switch.c */

    /* thesis_commands.c; thesis_switch.c takes room for one of its blocks */
    sm_resources free;
    uint32_t leavers; /* blocks that are leaving the SM by a command */
    bool no_room;     /* for the block that waits in the link, until one ends */

    /* thesis_sm.c; every file adds to `stats` */
    lsu_event event[THESIS_EVENTS]; /* of this cycle, except faults */
    uint32_t events;
    uint64_t tlb_stalled; /* warps that have not issued since counted_to for lack of a translation */
    uint64_t counted_to;
    app_stats stats[CHIP_MAX_APPS];
};

static inline uint64_t bit64(uint64_t i) {
    return UINT64_C(1) << (i % 64);
}

static inline uint32_t lowest_bit(uint64_t mask) {
    return (uint32_t)__builtin_ctzll(mask);
}

static inline void thesis_busy(thesis_sm *c) {
    c->busy = true;
}

static inline bool warp_has_ended(const thesis_warp *w) {
    return w->exhausted && w->next == w->end && w->in_flight == 0;
}

/* The hazards of the warp's instructions may have gone. */
static inline void thesis_touch(thesis_sm *c, const thesis_warp *w) {
    c->touched |= bit64(w->slot);
}

static inline void issue_queue_enter(thesis_sm *c) {
    c->queued++;
}

static inline void issue_queue_leave(thesis_sm *c, uint32_t count) {
    c->queued -= count;
}

/* The place of an instruction in the window. */
static inline uint32_t place_of(uint64_t seq) {
    return (uint32_t)(seq % THESIS_WINDOW);
}

/* Mask of the places of the instructions older than `seq`, from the oldest in flight on. */
static inline uint64_t older_than(const thesis_warp *w, uint64_t seq) {
    const uint64_t count = seq - w->head;
    const uint64_t mask = count ? UINT64_MAX >> (64 - count) : 0;
    const uint32_t turn = place_of(w->head);
    return turn ? mask << turn | mask >> (64 - turn) : mask;
}

/* The oldest of a set of places that is not empty. */
static inline uint32_t oldest_place(const thesis_warp *w, uint64_t set) {
    const uint32_t turn = place_of(w->head);
    const uint64_t turned = turn ? set >> turn | set << (64 - turn) : set;
    return (turn + lowest_bit(turned)) % THESIS_WINDOW;
}

static inline void thesis_watch(const thesis_sm *c, uint64_t cycle, uint32_t slot, uint64_t uid,
                                inst_stage stage, const warp_inst *inst) {
    if (c->watch && c->watch->inst)
        c->watch->inst(c->watch->ctx, cycle, c->number, slot, uid, stage, inst);
}

/* ---- thesis_window.c ---- */

/* The next instruction is fetched: finds its hazards. Returns its place. */
uint32_t window_insert(thesis_warp *w);
/* The replay queue gives it back. What waits there has left the scoreboard, so it finds its hazards among
 * those given back before it: they are right because the queue is in program order. */
void window_replay(thesis_warp *w, uint32_t place);
/* The instruction fetched last has faulted and will be fetched again; nothing else is in flight. */
void window_rewind(thesis_warp *w);
/* The youngest instruction, in flight and in no queue any longer, will be fetched again. */
void window_unfetch(thesis_warp *w);
/* On another SM: instructions get new numbers, in their order. */
void window_renumber(thesis_warp *w, uint64_t *next_uid);
void window_release_sources(thesis_warp *w, uint32_t place);
/* The results of the instruction are written: removes it. */
void window_remove(thesis_warp *w, uint32_t place);
/* Decodes the next instruction unless it is already decoded. */
void window_decode(thesis_warp *w);
/* Call this after any change that affects fetch. */
void update_fetchable(thesis_sm *c, const thesis_warp *w);
/* Lists the instructions of the warp that have become ready. */
void window_wake(thesis_sm *c, thesis_warp *w);
/* A ready instruction issues, or goes back: takes it off its list. */
void ready_take(thesis_sm *c, exec_unit unit, uint32_t index);
/* The slot is empty now. */
void window_forget(thesis_sm *c, uint32_t slot);
/* Takes a ready instruction off its list. */
void ready_remove_inst(thesis_sm *c, thesis_warp *w, uint32_t place);
/* Takes all instructions of a warp off the lists. */
void ready_remove_warp(thesis_sm *c, thesis_warp *w);

/* ---- thesis_issue.c ---- */

void thesis_fetch_cycle(thesis_sm *c, uint64_t cycle);
void thesis_replay_cycle(thesis_sm *c, uint64_t cycle);
void thesis_issue_cycle(thesis_sm *c, uint64_t cycle);
/* The first cycle after `cycle` in which a ready instruction finds its unit free, or GMMU_NEVER. */
uint64_t thesis_issue_next(const thesis_sm *c, uint64_t cycle);

/* ---- thesis_execute.c ---- */

void thesis_execute_starts(thesis_sm *c, uint64_t cycle);
/* The access reads its operands from r.cycle on. */
void thesis_operand_read_begins(thesis_sm *c, thesis_read r);
void thesis_operand_read_cycle(thesis_sm *c, uint64_t cycle);
/* The execution units have finished the instruction: commits it and, in order, those that waited for it. */
void thesis_complete(thesis_sm *c, thesis_warp *w, uint32_t place, uint64_t cycle);
void thesis_complete_cycle(thesis_sm *c, uint64_t cycle);
/* The access has passed its last TLB check. */
void access_checked(thesis_sm *c, thesis_warp *w, uint32_t place);

/* ---- thesis_faults.c ---- */

void access_faulted(thesis_sm *c, thesis_warp *w, uint32_t place, const lsu_event *event, uint64_t cycle);
void pages_resolved(thesis_sm *c, const lsu_event *event);
/* A stopped warp is resumed when its pages come; faults_forget(): it is not, stopped or not. */
void faults_watch(thesis_sm *c, const thesis_warp *w);
void faults_forget(thesis_sm *c, uint64_t slots);
/* The warp's last waiting instruction has come back from the replay queue. */
void faults_replayed(thesis_sm *c, const thesis_warp *w);
void thesis_faults_cycle(thesis_sm *c, uint64_t cycle);
/* Tells the observer how many warps run and are not stopped, when that has changed. */
void faults_observe(thesis_sm *c);
/* Is it an access that must not overtake an older, faulted access of its warp? */
bool must_not_overtake(const thesis_warp *w, uint32_t place);
/* FAULTS_INJECT: will this access fault? Called once for each. */
bool draw_fault(thesis_sm *c, const thesis_warp *w, const thesis_inst *i);
void thesis_pages_free(thesis_pages *p);

/* ---- thesis_handler.c ---- */

void handler_init(thesis_sm *c);
/* The warp has drained: it runs the handler from the next cycle on. */
void handler_begin(const thesis_sm *c, thesis_warp *w, uint64_t cycle);
/* The fetch of a cycle goes to an instruction of a handler that is due, if there is one. */
bool handler_fetch(thesis_sm *c, uint64_t cycle);
/* Issues what has been fetched of handlers, at most `ways`; how many that were. */
uint32_t handler_issue(thesis_sm *c, uint32_t ways);
/* The first cycle after `cycle` in which a handler has something to fetch or to issue, or GMMU_NEVER. */
uint64_t handler_next(const thesis_sm *c, uint64_t cycle);

/* ---- thesis_blocks.c ---- */

/* A block with its warps before their first instruction; it has taken its resources. */
thesis_block *block_new(thesis_sm *c, const block_command *m, const sm_resources *needs);
/* The block belongs to the SM from now on; block_detach(): no longer. */
void block_attach(thesis_sm *c, thesis_block *b);
void block_detach(thesis_sm *c, thesis_block *b);
/* Frees a block that belongs to no SM, and closes its stream. */
void block_delete(thesis_block *b);
/* A finished block that was not returned before; NULL: there is none. */
thesis_block *blocks_take_done(thesis_sm *c);
/* Frees a finished block; its warps are kept for the next block. */
void block_end(thesis_sm *c, thesis_block *b);
/* Gives a block slot and warp slots to a block that has its resources. */
void block_place(thesis_sm *c, thesis_block *b);
/* Takes the slots back; nothing of the block is in flight or in the units. */
void block_take_off(thesis_sm *c, thesis_block *b);
/* Divides the operand log into parts of `share` entries. False: there are blocks with
 * other shares, or the log is still handing its entries out. */
bool blocks_share_log(thesis_sm *c, uint32_t share, uint64_t cycle);
/* The largest equal share for each of the blocks of the kernel that the SM holds. */
uint32_t thesis_log_share(const thesis_sm *c, const kernel_info *kernel);
void open_barrier(thesis_sm *c, thesis_block *b, uint64_t cycle);
void thesis_end_warp(thesis_sm *c, thesis_warp *w, uint64_t cycle);
void blocks_free(thesis_sm *c);

/* ---- thesis_commands.c ---- */

/* Continues moves, reports blocks that have stopped or ended, and takes the next command.
 * D: one command per cycle; commands wait for each other in order of arrival. */
void thesis_commands_cycle(thesis_sm *c, uint64_t cycle);

#endif
