/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB-fill token controller (MASK 5.2, 7.4). It watches the two ports of the shared
 * L2 TLB, and answers whether the translation of a warp may fill the L2 TLB.
 *
 * Per core: 16-bit saturating counters of L2-TLB hits and misses, a
 * vector of the warps seen this epoch (decision: seen means at the L2 TLB's
 * ports), and their number. Per application: tokens, direction of the last
 * change, active warps and miss rate of the last epoch.
 *
 * First epoch: all warps fill. At its end tokens = cfg_initial * active warps.
 * At each later epoch end, per application: miss rate (unsigned Q0.16,
 * misses / accesses) above the previous one by more than cfg_margin: tokens drop
 * by a step; below it by more than cfg_margin: they rise by a step; step =
 * cfg_step * active warps, at least 1; tokens stay within [0, active warps]
 * (decisions). An epoch without accesses leaves tokens, active warps and rate of
 * the application as they are.
 *
 * Tokens go to the lowest warp IDs, spread evenly over the application's cores
 * (decision: with n cores, core of rank r gets floor((tokens + n - 1 - r) / n)).
 * A warp may fill while its ID is below the limit of its core. The cores of an
 * application that has not yet had an epoch with accesses fill without limit; the
 * limit of a core without application stays what it was (decisions).
 *
 * epoch_end starts the evaluation (`busy`); counters restart at once for the new
 * epoch (events of the same cycle belong to it), and the old limits are valid until
 * the evaluation has written the new ones. epoch_end while busy is ignored, and
 * the CSR inputs must not change while busy. Timing of a query: asked in
 * cycle t, answered in t+1.
 */
#ifndef GMMU_TOKEN_CONTROLLER_H
#define GMMU_TOKEN_CONTROLLER_H

#include "divider.h"
#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_CORES >= 2 && GMMU_NUM_CORES <= 256, "GMMU_NUM_CORES must be 2 to 256");
GMMU_REQUIRE(GMMU_NUM_APPS >= 2 && GMMU_NUM_APPS <= 127, "GMMU_NUM_APPS must be 2 to 127");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_WARPS, 64, 256), "GMMU_NUM_WARPS must be 64, 128 or 256");

#define GMMU_WARP_WORDS (GMMU_NUM_WARPS / 64)

/* The evaluation walks through the applications; phases of one of them: */
enum {
    TC_IDLE,
    TC_SCAN,       /* sum the snapshots of its cores, one core a cycle */
    TC_RATE,       /* start misses / accesses, if it has had accesses */
    TC_RATE_WAIT,  /* until the divider is done */
    TC_MULTIPLY,   /* active warps * cfg_initial or cfg_step, one bit a cycle */
    TC_UPDATE,     /* up, down or as they are: the tokens wished for */
    TC_GRANT,      /* the new tokens, at most the active warps */
    TC_SHARE,      /* start tokens / cores */
    TC_SHARE_WAIT, /* until the divider is done */
    TC_WRITE       /* the new limits of its cores, one core a cycle */
};

typedef struct {
    /* per core, running epoch; all reset 0 */
    u16 hits[GMMU_NUM_CORES];
    u16 misses[GMMU_NUM_CORES];
    u64 seen[GMMU_NUM_CORES * GMMU_WARP_WORDS];      /* word c*WARP_WORDS+k: warps 64k..64k+63 of core c */
    GMMU_U(GMMU_WARP_COUNT_W) warps[GMMU_NUM_CORES]; /* ones in seen[] of the core */
    /* per core: warps below the limit fill; reset NUM_WARPS (all warps) */
    GMMU_U(GMMU_WARP_COUNT_W) limit[GMMU_NUM_CORES];
    /* per application */
    GMMU_U(GMMU_TOKEN_W) tokens[GMMU_NUM_APPS];  /* reset 0 */
    u1 dir[GMMU_NUM_APPS];                       /* 1: the last change asked for was up; reset 0 */
    GMMU_U(GMMU_ACTIVE_W) active[GMMU_NUM_APPS]; /* active warps of the last epoch with accesses; reset 0 */
    u16 rate[GMMU_NUM_APPS];                     /* its miss rate, Q0.16; reset 0 */
    u1 known[GMMU_NUM_APPS];                     /* has had an epoch with accesses; reset 0 */
    /* evaluation; all reset 0. Snapshot of the epoch that ended: */
    u16 snap_hits[GMMU_NUM_CORES];
    u16 snap_misses[GMMU_NUM_CORES];
    GMMU_U(GMMU_WARP_COUNT_W) snap_warps[GMMU_NUM_CORES];
    u4 phase;                   /* one of TC_* */
    GMMU_U(GMMU_APP_W) app;     /* application being evaluated */
    GMMU_U(GMMU_CORE_W) core;   /* core being scanned or written */
    GMMU_U(GMMU_CORE_W) ncores; /* cores of the application */
    GMMU_U(GMMU_MISS_SUM_W) sum_misses;
    GMMU_U(GMMU_ACCESS_SUM_W) sum_accesses;
    GMMU_U(GMMU_ACTIVE_W) sum_warps;
    u5 mul_bit;                        /* sequential multiplier: bit of the CSR, most significant first */
    GMMU_U(GMMU_TOKEN_PRODUCT_W) prod; /* running product of the CSR and sum_warps, Q.16 */
    u16 new_rate;
    u1 was_known;                    /* the application's previous state, read while its cores are scanned; */
    GMMU_U(GMMU_TOKEN_W) was_tokens; /* from the grant on its new tokens */
    u16 was_rate;
    GMMU_U(GMMU_TOKEN_SUM_W) wish; /* tokens before they are clamped to the active warps */
    u1 fewer;                      /* the miss rate rose by more than the margin ... */
    u1 more;                       /* ... or fell */
    divider_state div;
    GMMU_U(GMMU_ACTIVE_W) share; /* tokens / ncores, and what is left to hand out one by one */
    GMMU_U(GMMU_CORE_W) extra;
    /* answer register; reset 0 */
    u1 ans_valid;
    u1 ans_fill;
} token_controller_state;

typedef struct {
    u1 ev0_valid;                 /* the L2 TLB looked up, port 0; port 1 counts after port 0 */
    GMMU_U(GMMU_CORE_W) ev0_core; /* below NUM_CORES; others are ignored */
    GMMU_U(GMMU_WARP_W) ev0_warp;
    u1 ev0_hit; /* hit in the L2 TLB or in the bypass cache */
    u1 ev1_valid;
    GMMU_U(GMMU_CORE_W) ev1_core;
    GMMU_U(GMMU_WARP_W) ev1_warp;
    u1 ev1_hit;
    u1 q_valid;                 /* may this warp fill the L2 TLB? */
    GMMU_U(GMMU_CORE_W) q_core; /* not below NUM_CORES: answered with no */
    GMMU_U(GMMU_WARP_W) q_warp;
    u1 epoch_end;                                /* one-cycle pulse */
    GMMU_U(GMMU_APP_W) core_app[GMMU_NUM_CORES]; /* CSR: application of each core; not below NUM_APPS: none */
    u16 cfg_initial;                             /* CSR: InitialTokens, Q0.16 (0.8) */
    u16 cfg_margin;                              /* CSR: 2 percentage points, Q0.16 */
    u16 cfg_step;                                /* CSR: 10 % of the active warps, Q0.16 */
} token_controller_in;

typedef struct {
    u1 a_valid;
    u1 a_fill;
    u1 busy;
    GMMU_U(GMMU_TOKEN_W) tokens[GMMU_NUM_APPS];  /* status */
    u1 dir[GMMU_NUM_APPS];                       /* status */
    GMMU_U(GMMU_ACTIVE_W) active[GMMU_NUM_APPS]; /* status */
} token_controller_out;

void token_controller_reset(token_controller_state *s);
void token_controller_outputs(const token_controller_state *s, token_controller_out *out);
void token_controller_step(token_controller_state *s, const token_controller_in *in,
                           token_controller_out *out);

#endif
