/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The insides of the load/store unit, shared by the files that make it up: lsu.c
 * (instructions, order of a warp, events), lsu_check.c (TLB), lsu_cache.c (L1 cache and
 * memory). Nobody else includes this.
 *
 * The way of a line request, always in exactly one list:
 *
 *   look-up port -> checking ---------+-> load: hits -------------> finished
 *        |   |                        |        \ to_l2 -> miss[] -> finished
 *        |   +-> at an L1-TLB MSHR ---+-> store, atomic: held -> to_l2 -> ...
 *        +-> delayed (an injected fault that is not preemptible) -> look-up port
 *
 * An instruction that faulted or was squashed is DROPPED: its requests leave where they
 * next come by, what is on the way is awaited and absorbed.
 */
#ifndef GMMU_LSU_STATE_H
#define GMMU_LSU_STATE_H

#include "sm/parts/coalescer.h"
#include "sm/parts/l1_cache.h"
#include "sm/parts/l1_tlb.h"
#include "sm/parts/line_list.h"
#include "sm/thesis/lsu.h"

/* D: sizes the thesis leaves open. */
#define LSU_QUEUE 8U   /* instructions that wait for the look-up port */
#define LSU_OPS   128U /* instructions in flight */
#define LSU_LINES 512U /* line requests in flight */

#define LSU_EVENTS 5U /* two RESOLVED, one of each other kind */

#define LSU_CONTEXT_TAG (UINT32_C(1) << 31) /* beyond all L1 MSHRs */

#define LSU_NONE UINT32_MAX

typedef enum {
    MEM_FREE,
    MEM_PARKED,   /* waits for older instructions of its warp */
    MEM_QUEUED,   /* in `queue`: not all lines have been looked up */
    MEM_CHECKING, /* not all lines have been answered */
    MEM_PASSED,   /* in `passed`: to be CHECKED */
    MEM_FAULTED,  /* in `faulted` */
    MEM_CHECKED,  /* on its way to the L1 and L2 caches */
    MEM_DROPPED
} mem_state;

/* A list of instructions; one is in one such list at a time. */
typedef struct {
    uint32_t head, tail;
} mem_list;

/* A global memory instruction in flight. */
typedef struct {
    lsu_inst inst;
    coalesced_access access;
    uint64_t missing;   /* bit per line: its page was answered FAULT, and not RESOLVED since */
    line_list held;     /* a store's or atomic's checked lines, until the last one is */
    uint32_t next;      /* in a mem_list or the list of free ones */
    uint32_t warp_next; /* the next younger one of its warp that is not CHECKED */
    uint32_t looked_up, unanswered, unfinished; /* lines */
    uint32_t requests;                          /* line requests in use */
    uint32_t tlb_waiting;                       /* of these at an L1-TLB MSHR */
    uint8_t class;                              /* op_class */
    uint8_t state;                              /* mem_state */
    uint8_t stage;                              /* furthest inst_stage a line of it has reached */
    bool fault;                                 /* a line was answered FAULT */
    bool inject;                                /* its last line shall be */
} mem_inst;

/* What a line request has beyond line_request; `line` there is physical once translated. */
typedef struct {
    uint8_t index; /* in the instruction's access */
    bool l1_hit;
    bool fault; /* injected */
    bool stale; /* translated before a flush: its line does not enter the cache */
} line_detail;

typedef struct {
    line_list waiting;
    uint64_t line; /* physical */
    bool stale;    /* flushed meanwhile: does not enter the cache */
} l1_miss;

typedef struct {
    uint64_t due, vpn;
    uint16_t asid;
} injected_fault;

struct lsu {
    lsu_context sm;
    engine_link *to_tlb, *from_tlb, *to_memory, *from_memory;
    bool preemptible;
    uint32_t tlb_latency, hit_latency; /* of a hit: check, and data after the check */
    uint64_t fault_cycles;             /* of an injected fault */

    /* Nothing moves there until something arrives, leaves, or is dropped. */
    bool lookup_stalled, l2_stalled;
    bool port_used; /* a message to memory has left in this cycle */
    uint32_t queued;
    uint32_t free_op, ops; /* list in `op`; in use */
    uint32_t free_request; /* list in `request` */
    mem_list queue, passed, faulted, done;
    line_list delayed, checking, hits, to_l2;

    l1_tlb tlb;
    l1_cache cache; /* tags are virtual lines with their ASID */
    l1_miss *miss;  /* per L1 MSHR */

    injected_fault *injected; /* in order of their ends */
    uint32_t injected_first, injected_end, injected_size;

    uint64_t context_asked, context_read; /* lines */

    uint32_t events, events_taken;
    lsu_event event[LSU_EVENTS]; /* of this cycle */
    uint64_t pages[LSU_PAGES];   /* of its FAULTED */

    uint64_t stopped;        /* warps with a FAULTED one that were not squashed since */
    uint64_t stopped_writes; /* of these: with a store or an atomic among them */
    uint64_t tlb_waiting_warps;
    uint32_t tlb_waiting[GMMU_SM_WARPS]; /* line requests that wait for a translation */
    mem_list warp[GMMU_SM_WARPS];        /* its instructions that are not CHECKED, oldest first */
    mem_inst op[LSU_OPS];
    line_request request[LSU_LINES];
    line_detail detail[LSU_LINES];
};

static inline mem_inst *line_inst(lsu *l, uint32_t i) {
    return &l->op[l->request[i].op];
}

static inline uint64_t line_virtual(lsu *l, uint32_t i) {
    return line_inst(l, i)->access.line[l->detail[i].index];
}

/* lsu.c */
/* Tells the observer when the first line of an instruction reaches a stage. */
void lsu_reach(lsu *l, mem_inst *op, inst_stage stage, uint64_t cycle);
/* A line was answered: it can be used, or its page is missing (op->fault). */
void lsu_answered(lsu *l, mem_inst *op);
/* Frees a line request that is in no list any more. */
void lsu_free_line(lsu *l, uint32_t i);
/* The same, and the line has done what it was to do. */
void lsu_finish_line(lsu *l, uint32_t i);
/* Pages can be used now: nobody misses them any more, and the SM is told. */
void lsu_resolved(lsu *l, uint16_t asid, uint64_t vpn, uint32_t pages);

/* lsu_check.c */
void lsu_receive_translation(lsu *l, uint64_t cycle);
void lsu_end_injected(lsu *l, uint64_t cycle);
void lsu_check_stage(lsu *l, uint64_t cycle);
void lsu_lookup_stage(lsu *l, uint64_t cycle);

/* lsu_cache.c */
/* Is the line of this load in the L1 cache? */
bool lsu_probe(lsu *l, uint32_t i);
/* A line's check has succeeded; `line` is physical. */
void lsu_checked_line(lsu *l, uint32_t i, uint64_t cycle);
void lsu_receive_line(lsu *l);
void lsu_hit_stage(lsu *l, uint64_t cycle);
void lsu_l2_stage(lsu *l, uint64_t cycle);

#endif
