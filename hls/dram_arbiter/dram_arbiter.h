/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address-space-aware DRAM scheduler (MASK 5.4, 7.4) of one memory channel: puts
 * each request into the golden, silver or normal queue, and takes from them in
 * strict priority golden > silver > normal.
 *
 * Way in: a request (req_*) is taken into a holding register when req_valid and
 * req_ready are high, and offered to its queue in the following cycles
 * (push_g / push_s / push_n, one-hot, with push_*) until that queue's ready is
 * high: at most one request every two cycles. Walk requests are golden; data
 * requests of `silver_app` are silver, all others normal. Each request that enters
 * silver counts against the turn; after thresh[silver_app] requests, as it was when the
 * turn began, the turn passes to the next application below cfg_apps. (An owner that a
 * new cfg_apps no longer covers gives way to application 0 with the next request of
 * anybody.) A full queue
 * back-pressures; a class never spills into another (decision). cfg_enable = 0 puts
 * everything into normal (plain FR-FCFS).
 *
 * Way out: each cycle the heads g_*, s_*, n_* are looked at. Eligible is a class
 * whose head is valid, whose bank is ready and is not the bank issued right now,
 * and which is not being popped right now. The highest eligible class is issued
 * in the next cycle: issue_* for one cycle (the bank must take it) and pop_g /
 * pop_s / pop_n to its queue. push_* and issue_* keep their last value while
 * nothing is offered or issued.
 *
 * Quota: at epoch_end conptw[] and stalled[] of the applications below cfg_apps are
 * sampled, and
 *   thresh_i = thresh_max * conptw_i * stalled_i / sum_j conptw_j * stalled_j
 * is computed by sequential multiplier and divider (truncating, decision), in 1740
 * cycles. Sum 0 gives equal shares thresh_max / cfg_apps; a quota below 1 is raised
 * to 1 (decision). Until its result is there the old quota holds; the configuration
 * is to stay put meanwhile. Reset quota: 1. An epoch_end while busy is ignored.
 */
#ifndef GMMU_DRAM_ARBITER_H
#define GMMU_DRAM_ARBITER_H

#include "divider.h"
#include "gmmu_params.h"
#include "gmmu_types.h"

typedef struct {
    u1 hold_valid; /* holding register of the way in; all reset 0 */
    u2 hold_class; /* 0 golden, 1 silver, 2 normal */
    u9 hold_id;
    u1 hold_write;
    u3 hold_bank;
    u23 hold_row;
    u4 hold_col;
    u1 issue_valid; /* issue register of the way out; all reset 0 */
    u2 issue_class;
    u9 issue_id;
    u1 issue_write;
    u3 issue_bank;
    u23 issue_row;
    u4 issue_col;
    u5 silver_app;             /* owner of the turn; reset 0 */
    u9 left;                   /* requests left in the turn; reset 1 */
    u1 fresh;                  /* the turn has passed: `left` is to be loaded; reset 0 */
    u9 thresh[GMMU_NUM_APPS];  /* reset 1 */
    u3 phase;                  /* quota engine: 0 idle, others see the source; reset 0 */
    u5 app;                    /* application being worked on; reset 0 */
    u12 weight[GMMU_NUM_APPS]; /* conptw * stalled of the last epoch; reset 0 */
    u6 con[GMMU_NUM_APPS];     /* samples of conptw and stalled; reset 0 */
    u6 sta[GMMU_NUM_APPS];
    u17 sum;    /* of the weights; reset 0 */
    u12 times;  /* multiplicand; reset 0 */
    u9 factor;  /* multiplier, which leaves at the top; reset 0 */
    u4 mul_bit; /* multiplier bit, counts down; reset 0 */
    u21 prod;   /* running product; reset 0 */
    divider_state div;
} dram_arbiter_state;

typedef struct {
    u1 req_valid;
    u1 req_walk; /* walk depth is not 0 */
    u5 req_app;  /* application, below cfg_apps */
    u9 req_id;
    u1 req_write;
    u3 req_bank;
    u23 req_row;
    u4 req_col;
    u1 g_ready; /* push_ready of the queues */
    u1 s_ready;
    u1 n_ready;
    u1 g_valid; /* heads (pick_*) of the queues */
    u9 g_id;
    u1 g_write;
    u3 g_bank;
    u23 g_row;
    u4 g_col;
    u1 s_valid;
    u9 s_id;
    u1 s_write;
    u3 s_bank;
    u23 s_row;
    u4 s_col;
    u1 n_valid;
    u9 n_id;
    u1 n_write;
    u3 n_bank;
    u23 n_row;
    u4 n_col;
    u8 bank_ready;             /* bit b: bank b takes a request */
    u1 epoch_end;              /* one-cycle pulse */
    u6 conptw[GMMU_NUM_APPS];  /* concurrent L2-TLB misses of the epoch */
    u6 stalled[GMMU_NUM_APPS]; /* most warps stalled at one TLB MSHR in the epoch */
    u1 cfg_enable;
    u5 cfg_apps;       /* applications taking turns, 1..30 (0 counts as 1) */
    u9 cfg_thresh_max; /* 500 (MASK 6) */
} dram_arbiter_in;

typedef struct {
    u1 req_ready;
    u1 push_g;
    u1 push_s;
    u1 push_n;
    u9 push_id;
    u1 push_write;
    u3 push_bank;
    u23 push_row;
    u4 push_col;
    u1 pop_g;
    u1 pop_s;
    u1 pop_n;
    u1 issue_valid;
    u2 issue_class; /* 0 golden, 1 silver, 2 normal */
    u9 issue_id;
    u1 issue_write;
    u3 issue_bank;
    u23 issue_row;
    u4 issue_col;
    u5 silver_app;  /* status */
    u9 silver_left; /* requests left in the turn (status); 0 for a cycle between turns */
    u1 busy;        /* quota engine at work */
} dram_arbiter_out;

void dram_arbiter_reset(dram_arbiter_state *s);
void dram_arbiter_outputs(const dram_arbiter_state *s, dram_arbiter_out *out);
void dram_arbiter_step(dram_arbiter_state *s, const dram_arbiter_in *in, dram_arbiter_out *out);

#endif
