/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The load/store unit of an SM. A global access goes through
 *
 *   queue of coalesced instructions
 *     -> translate stage: one line a cycle looks up the L1 TLB; a miss waits at an
 *        L1-TLB MSHR, and whatever comes behind it goes on (hit under miss)
 *     -> cache stage: one line a cycle looks up the L1 data cache
 *     -> done: loads when all lines are there, atomics when all replies are there,
 *        stores when all lines have left for the L2 cache
 *
 * A translation that arrives sends its waiting lines on ahead of the queue.
 * Addresses are translated by what the TLB and the walker say, and by nothing else;
 * the oracle only checks (except for the ideal TLB, which is the oracle's answer).
 *
 * D: stores are posted, one message per line, and update a line in the L1 without
 * changing what is there; atomics always go to the L2 cache, one message per line,
 * and drop the line from the L1; a load that joins a miss is a miss; l1_hits and
 * l1_misses count lines of loads. One reply of each kind is taken per cycle.
 */
#ifndef GMMU_LDST_H
#define GMMU_LDST_H

#include "base/engine.h"
#include "mmu/oracle.h"
#include "sm/parts/coalescer.h"
#include "sm/parts/l1_cache.h"
#include "sm/parts/l1_tlb.h"
#include "sm/parts/line_list.h"
#include "sm/parts/scoreboard.h"
#include "spec/app_stats.h"
#include "spec/config.h"
#include "spec/observer.h"

/* D: sizes the papers leave open. */
#define LDST_QUEUE 8U   /* instructions waiting for their translation to start */
#define LDST_OPS   128U /* global memory instructions in flight */
#define LDST_LINES 512U /* line requests in flight */

/* The SM around the unit: who it is and whom it tells. */
typedef struct {
    engine *engine;
    int component;
    uint32_t number;
    const gpu_config *config;
    oracle *oracle;
    const observer *watch;
    app_stats stats[GMMU_NUM_APPS];
} sm_context;

/* A global memory instruction in flight. */
typedef struct {
    inflight_inst inst;
    uint32_t lines_left;
    uint32_t next; /* list of free or of completed ones */
    uint16_t asid;
    uint8_t app;
    uint8_t op;    /* op_class */
    uint8_t stage; /* furthest inst_stage a line of it has reached */
} mem_op;

typedef struct {
    coalesced_access access;
    uint32_t next; /* line to translate next */
    uint32_t op;
} queued_access;

typedef struct {
    sm_context *sm;
    engine_link *to_tlb, *from_tlb, *to_memory, *from_memory;

    uint32_t queue_head, queued;
    bool translate_stalled, cache_stalled; /* until something arrives or leaves */
    line_list replay;                      /* translated late */
    line_list to_cache;                    /* the TLB's pipeline */
    line_list hits;                        /* the cache's pipeline */
    uint32_t free_op, done_op;             /* lists in `op` */
    uint32_t free_request;                 /* list in `request` */
    uint32_t requests;                     /* in use */
    uint64_t tlb_waiting_warps;            /* bit per warp: tlb_waiting is not 0 */

    l1_tlb tlb;
    line_list *miss; /* per L1 MSHR: who waits */
    l1_cache cache;

    uint32_t tlb_waiting[GMMU_SM_WARPS]; /* line requests of each warp that wait for a translation */
    queued_access queue[LDST_QUEUE];
    mem_op op[LDST_OPS];
    line_request request[LDST_LINES];
} ldst;

void ldst_init(ldst *l, sm_context *context);
void ldst_destroy(ldst *l);

/* Can an instruction be issued to it? */
bool ldst_accepts(const ldst *l);
/* A global access with active lanes; it must accept. */
void ldst_issue(ldst *l, const warp_inst *access, const inflight_inst *inst, uint8_t app, uint16_t asid);
/* One cycle. Afterwards ldst_take_done() gives what completed in it, or NULL. */
void ldst_tick(ldst *l, uint64_t cycle);
const mem_op *ldst_take_done(ldst *l);
/* The next cycle after `cycle` in which it has something to do by itself. */
uint64_t ldst_next(const ldst *l, uint64_t cycle);
bool ldst_empty(const ldst *l);
void ldst_flush_tlb(ldst *l);

#endif
