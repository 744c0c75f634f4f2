/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Translation-aware L2 bypass (MASK 5.3, 7.4): hits and accesses of the L2 cache
 * per walk depth (0 = data demand, 1 and up = page-table level from the root; the last
 * one, 7 by default, is also for deeper levels), and the decision which depths skip probing and filling the
 * cache.
 *
 * A depth d > 0 bypasses when hits[d] / accesses[d] < hits[0] / accesses[0],
 * compared by cross-multiplication (decision). The decision is taken once per epoch, at its
 * end (decision): within an epoch, and above all in the first one, a depth that has only
 * just begun has its cold misses behind it and its hits before it. It needs at least 32
 * accesses of the depth and of data, after the halving (decision). A depth that bypasses does so until it is
 * decided on again, and for seven epochs at most (decision). Where it begins to, its counters are cleared,
 * and four accesses of it are enough until it ends (decision): then it is seen in an eighth of the cache
 * alone, and the cold misses that led there do not count any more.
 *
 * Two serial multipliers (carry-save,
 * one multiplier bit in and one product bit out per cycle, least significant first)
 * and a serial comparator take one depth after the other, 66 cycles each, from the end of an
 * epoch on: no carry runs through a whole word.
 * Depth 0 takes part in the round: compared with itself, data is never below.
 *
 * A request of a sampled set of the cache never bypasses (decision): the bank says which those are, one set
 * in eight. What a depth would hit is seen there while it bypasses, as it fills these sets as if it did not.
 * So a level that never hits bypasses epoch after epoch where the sampled sets see it eight times in one, and
 * in seven of eight where they do not; a level that has hit all the time but for cold misses is let in again.
 * epoch_end halves all counters (decision), the events of its cycle included. They are also
 * halved by the second event after a counter has reached 2^31: whether one has is known a
 * cycle ahead (full), and no counter gets near 2^32.
 *
 * Timing: a query of cycle t is answered in cycle t+1.
 * One instance per L2 bank, two ports as the bank has.
 */
#ifndef GMMU_L2_BYPASS_H
#define GMMU_L2_BYPASS_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_DEPTHS, 2, 16), "GMMU_NUM_DEPTHS must be 2, 4, 8 or 16");

typedef struct {
    u32 hits[GMMU_NUM_DEPTHS];       /* reset 0 */
    u32 accesses[GMMU_NUM_DEPTHS];   /* reset 0 */
    u1 full;                         /* a counter had reached 2^31 at the last event; reset 0 */
    u3 left[GMMU_NUM_DEPTHS];        /* epochs for which the depth bypasses, this one included; reset 0 */
    u1 due;                          /* an epoch has ended since the round began; reset 0 */
    u1 busy;                         /* the multipliers work on `depth`; reset 0 */
    GMMU_U(GMMU_WALK_DEPTH_W) depth; /* depth being compared; reset 0 */
    u1 loads;                        /* the multipliers load ...; reset 0 */
    GMMU_U(GMMU_NUM_DEPTHS) take;    /* ... the depth whose bit is set; reset 0 */
    u7 mul_bit;                      /* cycles left until the products are complete; reset 0 */
    u32 mul_a;                       /* hits[depth] ...; reset 0 */
    u32 by_a;                        /* ... times accesses[0], which leaves at the bottom; reset 0 */
    u32 sum_a;                       /* the product bit of the last step, and above it ...; reset 0 */
    u32 carry_a;                     /* ... with this the product from the next bit on; reset 0 */
    u32 mul_b;                       /* hits[0] ...; reset 0 */
    u32 by_b;                        /* ... times accesses[depth], which leaves at the bottom; reset 0 */
    u32 sum_b;                       /* like sum_a; reset 0 */
    u32 carry_b;                     /* like carry_a; reset 0 */
    u1 less;                         /* product a is below b, up to the bit before; reset 0 */
    u1 enough;                       /* accesses for a hit rate; reset 0 */
    u1 ans0_valid;                   /* answer registers, reset 0 */
    u1 ans0_bypass;
    u1 ans1_valid;
    u1 ans1_bypass;
} l2_bypass_state;

typedef struct {
    u1 ev0_valid; /* an L2 access completed its tag check, port 0 */
    GMMU_U(GMMU_WALK_DEPTH_W) ev0_depth;
    u1 ev0_hit;
    u1 ev1_valid;
    GMMU_U(GMMU_WALK_DEPTH_W) ev1_depth;
    u1 ev1_hit;
    u1 q0_valid; /* shall a request of this depth bypass? */
    GMMU_U(GMMU_WALK_DEPTH_W) q0_depth;
    u1 q0_sampled; /* its set is one that nothing bypasses */
    u1 q1_valid;
    GMMU_U(GMMU_WALK_DEPTH_W) q1_depth;
    u1 q1_sampled;
    u1 epoch_end;  /* one-cycle pulse: decisions, halving */
    u1 cfg_enable; /* 0: never bypass */
} l2_bypass_in;

typedef struct {
    u1 a0_valid;
    u1 a0_bypass;
    u1 a1_valid;
    u1 a1_bypass;
    GMMU_U(GMMU_NUM_DEPTHS) bypass; /* bit d: depth d bypasses now (status) */
} l2_bypass_out;

void l2_bypass_reset(l2_bypass_state *s);
void l2_bypass_outputs(const l2_bypass_state *s, l2_bypass_out *out);
void l2_bypass_step(l2_bypass_state *s, const l2_bypass_in *in, l2_bypass_out *out);

#endif
