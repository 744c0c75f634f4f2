/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB-fill token controller (MASK 5.2, 7.4). It watches the two ports of the shared
 * L2 TLB, and answers whether the translation of a warp may fill the L2 TLB.
 *
 * Per core: 16-bit saturating counters of L2-TLB hits and misses, and the most warps
 * that the core ran at a lookup of this epoch. A request for a translation carries two
 * numbers from its core: how many warps the core runs, and how many of them have a lower
 * ID than the warp that asks, its rank. So the vector of warps that MASK 7.4 has per core
 * stays in the core, which has it anyway: the valid bits of its warp slots.
 * Per application: tokens, direction of the last change, active warps (the sum of
 * its cores' warps) and miss rate of the last epoch; the tokens at the last change, the
 * cores it had then, and the limit of its fullest core.
 *
 * First epoch: all warps fill. At its end tokens = cfg_initial * active warps.
 * At each later epoch end, per application: miss rate (unsigned Q0.16,
 * misses / accesses) above the previous one by more than cfg_margin: tokens drop
 * by a step; below it by more than cfg_margin: they rise by a step; step =
 * cfg_step * active warps, at least 1 (decisions). Tokens do not rise beyond the active
 * warps, but stay when warps are gone: only the miss rate changes them (MASK 5.2). An epoch
 * without accesses leaves tokens, active warps and rate of the application as they are.
 *
 * Tokens follow the cores. The count at its last change by the miss rate (`base`) belongs to
 * the cores of that time (`cores`). An evaluation that finds n cores takes base * n / cores,
 * cut off, for the tokens before; so the same part of the warps has tokens, and an application that
 * gives cores away and gets as many back has its old count. The base itself moves only
 * when the miss rate moves the tokens, so nothing cut off adds up over hand-overs (decisions: a share
 * of the warps in MASK 5.2 is a share of those that the application has now).
 *
 * ho_valid tells that core ho_core has a new application, which core_app names in the
 * same cycle. The counters of the core start anew, so that its old application's lookups count for
 * neither, and its limit is the limit of the fullest core of its new one until the next
 * evaluation; one that has not had an evaluation with accesses fills without limit.
 *
 * Tokens go to the lowest warp IDs that run: a warp may fill while its rank is below
 * the limit of its core. The cores of an application get tokens in proportion to their
 * warps, so that the same part of each core's warps fills; the limits of cores with warps
 * add up to the tokens exactly (decision: what a core's part has beyond a whole number goes
 * to the next ones). A core without lookups gets the part of a full core, for the warps that
 * may come. Tokens beyond the warps count as well: there may be more warps in the next epoch. The cores of an
 * application that has not yet had an epoch with accesses fill without limit; the
 * limit of a core without application stays what it was (decisions).
 *
 * epoch_end starts the evaluation (`busy`); counters restart at once for the new
 * epoch (events of the same cycle belong to it), and the old limits are valid until
 * the evaluation has written the new ones. epoch_end and ho_valid while busy are ignored, and
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

/* The evaluation walks through the applications; phases of one of them: */
enum {
    TC_IDLE,
    TC_SCAN,        /* sum the snapshots of its cores, one core a cycle */
    TC_FOLLOW,      /* cores have come or gone: base * cores now, one bit a cycle */
    TC_DIVIDE,      /* start that / cores at the base */
    TC_DIVIDE_WAIT, /* until the divider is done, then on to TC_RATE */
    TC_RATE,        /* start misses / accesses, if it has had accesses; or first TC_FOLLOW */
    TC_RATE_WAIT,   /* until the divider is done; active warps * cfg_initial or cfg_step, one bit a cycle */
    TC_UPDATE,      /* up, down or as they are: the tokens wished for */
    TC_GRANT,       /* the new tokens; they rise to the active warps at most */
    TC_SHARE,       /* start tokens / warps */
    TC_SHARE_WAIT,  /* until the divider is done */
    TC_CORE,        /* look for its next core, one core a cycle */
    TC_SCALE,       /* its warps * tokens / warps, one bit a cycle */
    TC_WRITE        /* its new limit */
};

/* The longest evaluation, in cycles, with `apps` applications on `cores` of the cores, and what it takes
 * longer when all of them have other cores than at their base. */
#define TOKEN_CONTROLLER_EVALUATION(apps, cores)                                                             \
    (GMMU_NUM_APPS * (GMMU_NUM_CORES + 1U) + (apps) * (GMMU_NUM_CORES + 2U * GMMU_DIVIDEND_W + 5U) +         \
     (cores) * (GMMU_WARP_COUNT_W + 1U))
#define TOKEN_CONTROLLER_FOLLOWING(apps) ((apps) * (GMMU_CORE_W + GMMU_DIVIDEND_W + 3U))

typedef struct {
    /* per core, running epoch; all reset 0 */
    u16 hits[GMMU_NUM_CORES];
    u16 misses[GMMU_NUM_CORES];
    GMMU_U(GMMU_WARP_COUNT_W) warps[GMMU_NUM_CORES]; /* most that ran at a lookup */
    /* per core: warps of a rank below the limit fill; reset NUM_WARPS (all warps) */
    GMMU_U(GMMU_WARP_COUNT_W) limit[GMMU_NUM_CORES];
    /* per application */
    GMMU_U(GMMU_TOKEN_W) tokens[GMMU_NUM_APPS]; /* of the cores it had at the last evaluation; reset 0 */
    GMMU_U(GMMU_TOKEN_W) base[GMMU_NUM_APPS];   /* tokens at their last change by the miss rate; reset 0 */
    GMMU_U(GMMU_CORE_W) cores[GMMU_NUM_APPS];   /* its cores then; reset 0 */
    GMMU_U(GMMU_WARP_COUNT_W)
    part[GMMU_NUM_APPS];                         /* limit of its fullest core with lookups; reset NUM_WARPS */
    u1 dir[GMMU_NUM_APPS];                       /* 1: the last change asked for was up; reset 0 */
    GMMU_U(GMMU_ACTIVE_W) active[GMMU_NUM_APPS]; /* active warps of the last epoch with accesses; reset 0 */
    u16 rate[GMMU_NUM_APPS];                     /* its miss rate, Q0.16; reset 0 */
    u1 known[GMMU_NUM_APPS];                     /* has had an epoch with accesses; reset 0 */
    /* evaluation; all reset 0. Snapshot of the epoch that ended: */
    u16 snap_hits[GMMU_NUM_CORES];
    u16 snap_misses[GMMU_NUM_CORES];
    GMMU_U(GMMU_WARP_COUNT_W) snap_warps[GMMU_NUM_CORES];
    u4 phase;                 /* one of TC_* */
    u1 rests;                 /* it is TC_IDLE; reset 1 */
    GMMU_U(GMMU_APP_W) app;   /* application being evaluated */
    GMMU_U(GMMU_CORE_W) core; /* core being scanned or written */
    u1 here[GMMU_NUM_CORES];  /* the same, a flag of each core; core 0 after reset. Its snapshot: */
    u16 its_hits;
    u16 its_misses;
    GMMU_U(GMMU_WARP_COUNT_W) its_warps;
    GMMU_U(GMMU_CORE_W) ncores; /* cores of the application */
    GMMU_U(GMMU_MISS_SUM_W) sum_misses;
    GMMU_U(GMMU_ACCESS_SUM_W) sum_accesses;
    GMMU_U(GMMU_ACTIVE_W) sum_warps;
    u5 mul_bit; /* sequential multiplier: bit of the multiplier, most significant first */
    GMMU_U(GMMU_TOKEN_PRODUCT_W) prod; /* running product of share and CSR, cores, or warps, Q.16 */
    u1 carry_bit; /* bit mul_bit of carry, which the product of warps begins with; else 0 */
    u16 new_rate;
    u1 was_known;                    /* the application's previous state, read while its cores are scanned; */
    GMMU_U(GMMU_TOKEN_W) was_tokens; /* its base, then the tokens of its cores now, then its new tokens */
    GMMU_U(GMMU_CORE_W) was_cores;   /* cores that was_tokens belong to */
    u16 was_rate;
    GMMU_U(GMMU_TOKEN_SUM_W) wish; /* tokens before a rise is clamped to the active warps */
    u1 fewer;                      /* the miss rate rose by more than the margin ... */
    u1 more;                       /* ... or fell */
    u1 moved;                      /* the grant is not what was there: it becomes the base */
    divider_state div;
    u1 all;    /* 128 times as many tokens as warps, or more: no limit */
    u23 share; /* what is multiplied: warps, or tokens; else tokens / warps, Q7.16 ... */
    u16 carry; /* ... and what the limits before have cut off, Q0.16 */
    GMMU_U(GMMU_WARP_COUNT_W) fullest; /* largest limit of the application so far, of cores with lookups */
    /* hand-over in the cycle before, of a core that has an application now: its limit is written; reset 0 */
    u1 new_valid;
    GMMU_U(GMMU_CORE_W) new_core;
    u1 new_app[GMMU_NUM_APPS]; /* a flag of each application */
    /* answer register; reset 0 */
    u1 ans_valid;
    u1 ans_fill;
} token_controller_state;

typedef struct {
    u1 ev0_valid;                        /* the L2 TLB looked up, port 0; port 1 counts after port 0 */
    GMMU_U(GMMU_CORE_W) ev0_core;        /* below NUM_CORES; others are ignored */
    GMMU_U(GMMU_WARP_COUNT_W) ev0_warps; /* warps that its core runs, 1..NUM_WARPS */
    u1 ev0_hit;                          /* hit in the L2 TLB or in the bypass cache */
    u1 ev1_valid;
    GMMU_U(GMMU_CORE_W) ev1_core;
    GMMU_U(GMMU_WARP_COUNT_W) ev1_warps;
    u1 ev1_hit;
    u1 q_valid;                                  /* may this warp fill the L2 TLB? */
    GMMU_U(GMMU_CORE_W) q_core;                  /* not below NUM_CORES: answered with no */
    GMMU_U(GMMU_WARP_W) q_rank;                  /* warps of its core that run and have a lower ID */
    u1 epoch_end;                                /* one-cycle pulse */
    u1 ho_valid;                                 /* hand-over: this core has a new application in core_app */
    GMMU_U(GMMU_CORE_W) ho_core;                 /* below NUM_CORES; others are ignored */
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
