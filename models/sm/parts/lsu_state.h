/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of the load/store unit, and which file may write what:
 *
 *   lsu_insts.c      instructions, order of a warp, ends of lines, events
 *   lsu_data.c       what data must be
 *   lsu_cache.c      L1 cache, path to the L2 cache     uses lsu_insts, lsu_data
 *   lsu_translate.c  lookup port, L1 TLB                uses lsu_cache, lsu_insts, lsu_data
 *   lsu.c            puts them together: life, tick     uses all
 *
 * Each file writes its own part of struct lsu; where another one may write, the field says so. No other
 * file includes this.
 *
 * The path of a line request with virtual tags; it is always in exactly one list:
 *
 *   lookup port --> checking ---------+-> load: hits -------------> finished
 *        |   |                        |        \ to_l2 -> miss[] -> finished
 *        |   +-> at an L1-TLB MSHR ---+-> store, atomic: held -> to_l2 -> ...
 *        +-> delayed (an injected fault that is not preemptible) -> lookup port
 *
 * and with physical ones:
 *
 *   lookup port --> checking --> load: hits, or miss[] ----------> finished
 *            |   ^           \-> store, atomic: sent, or miss[] -> finished
 *            +-> at an L1-TLB MSHR -> late -> lookup port
 *
 * An instruction that faulted or was squashed is DROPPED: its requests leave at the next
 * stage that they reach; replies under way are awaited and absorbed.
 */
#ifndef GMMU_LSU_STATE_H
#define GMMU_LSU_STATE_H

#include "base/index_list.h"
#include "config/tlb_shape.h"
#include "sm/parts/l1_cache.h"
#include "sm/parts/l1_tlb.h"
#include "sm/parts/lsu.h"

#define LSU_EVENTS                                                                                           \
    (LSU_OPS + 4U) /* of a cycle: every instruction ends, two RESOLVED, one of each other kind */

#define LSU_KNOWN 256U /* lines of which the SM remembers its last store or load */

typedef enum {
    MEM_FREE,
    MEM_PARKED,   /* has not looked up a line: waits for older instructions of its warp */
    MEM_QUEUED,   /* in `queue`: not all lines have been looked up */
    MEM_CHECKING, /* not all lines have been answered */
    MEM_ANSWERED, /* in no list: waits for older instructions of its warp to pass */
    MEM_PASSED,   /* in `passed`: to be CHECKED */
    MEM_FAULTED,  /* in `faulted` */
    MEM_CHECKED,  /* on its way to the L1 and L2 caches; without last_check from the start */
    MEM_DROPPED
} mem_state;

/* A global memory instruction in flight. */
typedef struct {
    inflight_inst inst;
    uint64_t missing;     /* bit per line: its page was answered FAULT, and not RESOLVED since */
    index_list held;      /* a store's or atomic's checked lines, until the last one is; lsu_cache.c adds */
    uint32_t looked_up;   /* lines; lsu_translate.c counts */
    uint32_t unanswered;  /* lines */
    uint32_t unfinished;  /* lines */
    uint32_t requests;    /* line requests in use; lsu_translate.c adds */
    uint32_t tlb_waiting; /* of these at an L1-TLB MSHR */
    uint64_t line_marks;  /* last_check: a bit for each line; accesses without a common bit share no line */
    uint8_t class;        /* op_class */
    uint8_t state;        /* mem_state */
    uint8_t stage;        /* furthest inst_stage a line of it has reached */
    bool fault;           /* a line was answered FAULT */
    bool ahead;           /* its lines count in lsu_insts.ahead_lines */
    bool inject;          /* its last line will be answered FAULT; lsu_translate.c clears it */
    coalesced_access access;
} mem_inst;

/* A line of an instruction under way; two of them fill a line of the host's caches. */
typedef struct {
    uint64_t line;   /* physical once translated */
    uint64_t ready;  /* cycle in which the next stage may take it */
    line_data data;  /* virtual tags: of an l1_hit */
    uint32_t oldest; /* virtual tags: what an l1_hit must hold (sm/parts/lsu_data.h) */
    uint16_t op;     /* number of its instruction */
    uint8_t index;   /* in the instruction's access */
    bool l1_hit : 1; /* virtual tags */
    bool fault : 1;  /* injected */
    bool stale : 1;  /* translated before a flush: its line does not enter the cache */
    bool kept : 1;   /* virtual tags: counts in lsu_cache.kept */
} line_request;

/* lsu_insts.c */
typedef struct {
    uint32_t free_op, ops;            /* stack by op_next; in use */
    uint32_t free_line;               /* stack by line_next; lsu_translate.c takes */
    uint32_t queued;                  /* instructions in `queue` */
    index_list queue;                 /* by op_next; lsu_translate.c takes */
    index_list passed, faulted, done; /* by op_next */
    uint32_t
        ahead_lines;  /* of instructions that look up before they may be CHECKED, until they are or drop */
    uint64_t stopped; /* warps with a FAULTED instruction and no squash since */
    uint64_t stopped_writes; /* of these: with a store or an atomic among them */
    uint16_t stopped_seq[GMMU_SM_WARPS], stopped_write_seq[GMMU_SM_WARPS]; /* the oldest of these */
    uint64_t tlb_waiting_warps;          /* bit per warp: tlb_waiting is not 0 */
    uint32_t events, events_taken;       /* of this cycle */
    uint32_t tlb_waiting[GMMU_SM_WARPS]; /* line requests that wait for a translation */
    index_list warp[GMMU_SM_WARPS]; /* by warp_next: its instructions that are not CHECKED, oldest first */
    uint32_t op_next[LSU_OPS], warp_next[LSU_OPS], line_next[LSU_LINES];
    mem_inst op[LSU_OPS];
    line_request line[LSU_LINES];
    uint64_t pages[LSU_PAGES]; /* of this cycle's FAULTED */
    lsu_event event[LSU_EVENTS];
} lsu_insts;

typedef struct {
    index_list waiting;       /* by line_next */
    uint64_t line;            /* physical */
    line_data written;        /* by the last store while it is fetched; 0: none */
    line_data data;           /* newest that has come of the line; 0: nothing has */
    uint8_t fetched, pending; /* sectors: asked for; of these, not here yet */
    bool stale;               /* flushed since: does not enter the cache */
} l1_miss;

/* lsu_cache.c */
typedef struct {
    index_list hits;      /* by line_next */
    index_list to_l2;     /* by line_next: virtual tags; lsu_insts.c adds those held */
    uint32_t hit_latency; /* from the check (virtual tags) or the lookup to the data */
    bool stalled;         /* until something arrives or leaves; a dropped instruction clears it */
    bool port_used;       /* a message to memory has left in this cycle */
    uint64_t context_asked, context_answered; /* lines */
    const saved_lines *context_saved;         /* of the context that is read */
    l1_miss *miss;                            /* per L1 MSHR */
    uint32_t kept; /* MSHRs for loads between look-up and L2 cache (MSHR_FROM_LOOKUP) */
    l1_cache tags;
    line_data known[LSU_KNOWN]; /* lsu_data.c: what the SM stored or loaded last, by line */
} lsu_cache;

typedef struct {
    uint64_t due, vpn;
    uint16_t asid;
} injected_fault;

/* The translation that a line of a context waits for; one line waits at a time. */
typedef struct {
    uint32_t mshr; /* or L1_TLB_NO_MSHR */
    bool answered; /* vpn lies in ppn */
    uint64_t vpn, ppn;
    uint32_t ahead;        /* pages after vpn that have been asked for */
    uint64_t hits, misses; /* lines */
} context_lookup;

/* lsu_translate.c */
typedef struct {
    tlb_stages stages;        /* of a look-up */
    uint32_t latency;         /* of all of them */
    bool stalled;             /* until something arrives or leaves; a dropped instruction clears it */
    bool preemptible;         /* an injected fault is answered FAULT, not delayed */
    bool port_used;           /* by a line of an instruction, in this cycle */
    uint32_t in_flight;       /* lines in `checking`; lsu_cache.c takes them with physical tags */
    index_list checking;      /* by line_next: the TLB's pipeline */
    index_list late;          /* by line_next: physical tags */
    index_list delayed;       /* by line_next: virtual tags */
    uint64_t fault_cycles;    /* of an injected fault */
    injected_fault *injected; /* in order of their ends */
    uint32_t injected_first, injected_end, injected_size;
    context_lookup context;
    l1_tlb tlb;
} lsu_translate;

/* In each part what every tick looks at comes before the rest. */
struct lsu {
    lsu_context sm;
    lsu_policy policy;
    bool serial;         /* LOOKUPS_SERIAL */
    bool in_order;       /* instructions of a warp are CHECKED in program order where one is not a load */
    uint32_t page_shift; /* bits of a page number, which counts 4 KB, within the smallest page of the chip */
    engine_link *to_tlb, *from_tlb, *to_memory, *from_memory;
    uint32_t tlb_input, memory_input; /* link_input() of the two that arrive */
    data_oracle *data;                /* or NULL */
    lsu_translate translate;
    lsu_cache cache;
    lsu_insts insts;
};

static inline mem_inst *line_inst(lsu *l, uint32_t i) {
    return &l->insts.op[l->insts.line[i].op];
}

static inline uint64_t line_virtual(lsu *l, uint32_t i) {
    return line_inst(l, i)->access.line[l->insts.line[i].index];
}

/* The sectors that its instruction names. */
static inline uint8_t line_sectors_named(lsu *l, uint32_t i) {
    return l->cache.tags.sectors ? line_inst(l, i)->access.sectors[l->insts.line[i].index] : 1;
}

/* The line needs no L1 MSHR kept for it any more, if it had one (lsu_cache_keep_mshr()). */
static inline void lsu_keep_no_mshr(lsu *l, uint32_t i) {
    l->cache.kept -= l->insts.line[i].kept;
    l->insts.line[i].kept = false;
}

/* A list that is a pipeline: is its head at the end? */
static inline bool line_ready(const lsu *l, const index_list *list, uint64_t cycle) {
    return !index_list_empty(list) && l->insts.line[list->head].ready <= cycle;
}

/* Tells the observer when the first line of an instruction reaches a stage. */
static inline void lsu_reach(const lsu *l, mem_inst *op, inst_stage stage, uint64_t cycle) {
    const observer *watch = l->sm.watch;
    if (!watch || op->stage >= stage)
        return;
    op->stage = (uint8_t)stage;
    if (watch->inst)
        watch->inst(watch->ctx, cycle, l->sm.number, op->inst.warp, op->inst.uid, stage, NULL);
}

#endif
