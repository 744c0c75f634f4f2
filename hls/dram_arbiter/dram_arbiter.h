/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address-space-aware DRAM scheduler (MASK 5.4, 7.4) of one memory channel: it puts
 * each request into the golden, silver or normal queue, and takes from them in
 * strict priority golden > silver > normal.
 *
 * Input: a request (req_*) is taken into a holding register when req_valid and
 * req_ready are high, and offered to its queue in the following cycles
 * (push_g / push_s / push_n, one-hot, with push_*) until that queue's ready is
 * high: at most one request every two cycles. Walk requests are golden, reads of data
 * by `silver_app` are silver, all others are normal. MASK 5.4 speaks of data demand requests:
 * a write is the write-back of a line by the L2 cache, which no warp waits for, so it is
 * normal and takes nothing off a quota (decision). Each request that enters
 * silver counts against the turn; after thresh[silver_app] requests, as it was when the
 * turn began, the turn passes to the next application below cfg_apps. (An owner that a
 * new cfg_apps no longer covers gives way to application 0 with the next request of
 * any application.) A full queue
 * back-pressures; a class never spills into another (decision). cfg_enable = 0 puts
 * everything into normal (plain FR-FCFS).
 *
 * Output: in each cycle the heads g_*, s_*, n_* are looked at. A class is eligible
 * if its head is valid, its bank is ready and is not the bank issued in this cycle,
 * and it is not being popped in this cycle. The highest eligible class is issued
 * in the next cycle: issue_* for one cycle (the bank must take it) and pop_g /
 * pop_s / pop_n to its queue. push_* and issue_* keep their last value while
 * nothing is offered or issued.
 *
 * Quota: at epoch_end conptw[] and stalled[] of the applications below cfg_apps are
 * sampled, and
 *   thresh_i = thresh_max * conptw_i * stalled_i / sum_j conptw_j * stalled_j
 * is computed by sequential multiplier and divider (truncating, decision), in 58
 * cycles for each possible application, 1740 for 30. Sum 0 gives equal shares thresh_max / cfg_apps;
 * a quota below 1 is raised to 1 (decision). Until a new quota is ready the old one is valid; the
 * configuration must not change until then. Reset quota: 1. An epoch_end while busy is ignored.
 */
#ifndef GMMU_DRAM_ARBITER_H
#define GMMU_DRAM_ARBITER_H

#include "divider.h"
#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_APPS >= 2 && GMMU_NUM_APPS <= 127, "GMMU_NUM_APPS must be 2 to 127");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_BANKS, 2, 32), "GMMU_NUM_BANKS must be 2, 4, 8, 16 or 32");

/* Classes of requests, in falling priority; 3 is also normal. */
enum { DA_GOLDEN, DA_SILVER, DA_NORMAL };

/* Phases of the quota engine: */
enum {
    DA_IDLE,
    DA_FETCH,  /* per application: its samples into the multiplier */
    DA_WEIGH,  /* their product, one multiplier bit a cycle */
    DA_SUM,    /* store it as weight, add it up */
    DA_PICK,   /* again per application: weight and thresh_max into the multiplier */
    DA_SCALE,  /* their product, one multiplier bit a cycle */
    DA_DIVIDE, /* start product / sum */
    DA_WAIT    /* until the divider is done */
};

typedef struct {
    u1 hold_valid; /* holding register of the input; all reset 0 */
    u2 hold_class; /* one of DA_GOLDEN, DA_SILVER, DA_NORMAL */
    GMMU_U(GMMU_REQUEST_W) hold_id;
    u1 hold_write;
    GMMU_U(GMMU_BANK_W) hold_bank;
    GMMU_U(GMMU_ROW_W) hold_row;
    GMMU_U(GMMU_COL_W) hold_col;
    u1 issue_valid; /* issue register of the output; all reset 0 */
    u2 issue_class;
    GMMU_U(GMMU_REQUEST_W) issue_id;
    u1 issue_write;
    GMMU_U(GMMU_BANK_W) issue_bank;
    GMMU_U(GMMU_ROW_W) issue_row;
    GMMU_U(GMMU_COL_W) issue_col;
    GMMU_U(GMMU_APP_W) silver_app; /* owner of the turn; reset 0 */
    u9 left;                       /* requests left in the turn; reset 1 */
    u1 fresh;                      /* the turn has passed: `left` must be loaded; reset 0 */
    u9 thresh[GMMU_NUM_APPS];      /* reset 1 */
    u3 phase;                      /* quota engine, one of DA_*; reset DA_IDLE */
    GMMU_U(GMMU_APP_W) app;        /* application being worked on; reset 0 */
    u12 weight[GMMU_NUM_APPS];     /* conptw * stalled of the last epoch; reset 0 */
    u6 con[GMMU_NUM_APPS];         /* samples of conptw and stalled; reset 0 */
    u6 sta[GMMU_NUM_APPS];
    GMMU_U(GMMU_WEIGHT_SUM_W) sum; /* of the weights; reset 0 */
    u12 times;                     /* multiplicand; reset 0 */
    u9 factor;                     /* multiplier, which leaves at the top; reset 0 */
    u4 mul_bit;                    /* multiplier bit, counts down; reset 0 */
    u21 prod;                      /* running product; reset 0 */
    divider_state div;
} dram_arbiter_state;

typedef struct {
    u1 req_valid;
    u1 req_walk;                /* walk depth is not 0 */
    GMMU_U(GMMU_APP_W) req_app; /* application, below cfg_apps */
    GMMU_U(GMMU_REQUEST_W) req_id;
    u1 req_write; /* write-back of a line: never silver */
    GMMU_U(GMMU_BANK_W) req_bank;
    GMMU_U(GMMU_ROW_W) req_row;
    GMMU_U(GMMU_COL_W) req_col;
    u1 g_ready; /* push_ready of the queues */
    u1 s_ready;
    u1 n_ready;
    u1 g_valid; /* heads (pick_*) of the queues */
    GMMU_U(GMMU_REQUEST_W) g_id;
    u1 g_write;
    GMMU_U(GMMU_BANK_W) g_bank;
    GMMU_U(GMMU_ROW_W) g_row;
    GMMU_U(GMMU_COL_W) g_col;
    u1 s_valid;
    GMMU_U(GMMU_REQUEST_W) s_id;
    u1 s_write;
    GMMU_U(GMMU_BANK_W) s_bank;
    GMMU_U(GMMU_ROW_W) s_row;
    GMMU_U(GMMU_COL_W) s_col;
    u1 n_valid;
    GMMU_U(GMMU_REQUEST_W) n_id;
    u1 n_write;
    GMMU_U(GMMU_BANK_W) n_bank;
    GMMU_U(GMMU_ROW_W) n_row;
    GMMU_U(GMMU_COL_W) n_col;
    GMMU_U(GMMU_NUM_BANKS) bank_ready; /* bit b: bank b takes a request */
    u1 epoch_end;                      /* one-cycle pulse */
    u6 conptw[GMMU_NUM_APPS];          /* concurrent L2-TLB misses of the epoch */
    u6 stalled[GMMU_NUM_APPS];         /* most warps stalled at one TLB MSHR in the epoch */
    u1 cfg_enable;
    GMMU_U(GMMU_APP_W) cfg_apps; /* applications taking turns, 1..NUM_APPS (0 counts as 1) */
    u9 cfg_thresh_max;           /* 500 (MASK 6) */
} dram_arbiter_in;

typedef struct {
    u1 req_ready;
    u1 push_g;
    u1 push_s;
    u1 push_n;
    GMMU_U(GMMU_REQUEST_W) push_id;
    u1 push_write;
    GMMU_U(GMMU_BANK_W) push_bank;
    GMMU_U(GMMU_ROW_W) push_row;
    GMMU_U(GMMU_COL_W) push_col;
    u1 pop_g;
    u1 pop_s;
    u1 pop_n;
    u1 issue_valid;
    u2 issue_class; /* 0 golden, 1 silver, 2 normal */
    GMMU_U(GMMU_REQUEST_W) issue_id;
    u1 issue_write;
    GMMU_U(GMMU_BANK_W) issue_bank;
    GMMU_U(GMMU_ROW_W) issue_row;
    GMMU_U(GMMU_COL_W) issue_col;
    GMMU_U(GMMU_APP_W) silver_app; /* status */
    u9 silver_left;                /* requests left in the turn (status); 0 for a cycle between turns */
    u1 busy;                       /* quota engine at work */
} dram_arbiter_out;

void dram_arbiter_reset(dram_arbiter_state *s);
void dram_arbiter_outputs(const dram_arbiter_state *s, dram_arbiter_out *out);
void dram_arbiter_step(dram_arbiter_state *s, const dram_arbiter_in *in, dram_arbiter_out *out);

#endif
