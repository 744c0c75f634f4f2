/* SPDX-License-Identifier: Apache-2.0 */
#include "l2_bypass.h"

/* Epochs for which a decision holds that no later one replaces. */
#define HOLDS 7U
/* Log2 of the fewest accesses, of a depth and of data, from which a hit rate is taken. */
#define FLOOR_BITS 5U
/* Likewise of a depth that bypasses: its sampled sets are one in eight. */
#define SAMPLED_FLOOR_BITS 2U
/* Cycles of a comparison before its decision: operands, then the bits of a product. */
#define TAKE_AND_MULTIPLY 65U

/* The counter with this cycle's events, one of each port, halved if need be. */
static inline u32 count(u32 counter, u1 at0, u1 at1, u1 halve) {
    const uint64_t sum = GMMU_WRAP((uint64_t)counter + at0 + at1, 32);
    return (u32)(halve ? sum >> 1 : sum);
}

/* In a cycle with an event or the end of an epoch; in others no counter moves. */
static inline void count_events(l2_bypass_state *s, const l2_bypass_in *in) {
    const u1 halve = (u1)(in->epoch_end | s->full);
    uint32_t tops = 0;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        tops |= (uint32_t)s->accesses[d];
    s->full = (u1)((tops >> 31) & (halve ? 0U : 1U));
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        const u1 at0 = (u1)(in->ev0_valid & (in->ev0_depth == d));
        const u1 at1 = (u1)(in->ev1_valid & (in->ev1_depth == d));
        s->hits[d] = count(s->hits[d], at0 & in->ev0_hit, at1 & in->ev1_hit, halve);
        s->accesses[d] = count(s->accesses[d], at0, at1, halve);
    }
}

/* One step of a multiplier: what is left of the sum and the carries, and the multiplicand if the
 * lowest bit of the multiplier is set, through a row of full adders. */
static inline void multiply_step(u32 *sum, u32 *carry, u32 mul, u32 *by) {
    const uint32_t a = (uint32_t)*sum >> 1;
    const uint32_t b = (uint32_t)*carry;
    const uint32_t c = ((uint32_t)*by & 1U) ? (uint32_t)mul : 0U;

    *sum = (u32)(a ^ b ^ c);
    *carry = (u32)((a & b) | (a & c) | (b & c));
    *by = (u32)((uint32_t)*by >> 1);
}

/* Product a below b? The bits come from the lowest on: the last two that differ decide. */
static inline u1 compare_bit(const l2_bypass_state *s) {
    const u1 bit_a = (u1)((uint32_t)s->sum_a & 1U);
    const u1 bit_b = (u1)((uint32_t)s->sum_b & 1U);
    return bit_a == bit_b ? s->less : bit_b;
}

/* Takes up the depth that `take` names, with all four counters of one moment. */
static inline void load(l2_bypass_state *s) {
    uint32_t hits = 0;
    uint32_t accesses = 0;
    uint32_t bypasses = 0;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        hits |= (((uint32_t)s->take >> d) & 1U) ? (uint32_t)s->hits[d] : 0U;
        accesses |= (((uint32_t)s->take >> d) & 1U) ? (uint32_t)s->accesses[d] : 0U;
        bypasses |= ((uint32_t)s->take >> d) & (uint32_t)(s->left[d] != 0);
    }
    s->mul_a = (u32)hits;
    s->by_a = s->accesses[0];
    s->sum_a = 0;
    s->carry_a = 0;
    s->mul_b = s->hits[0];
    s->by_b = (u32)accesses;
    s->sum_b = 0;
    s->carry_b = 0;
    s->less = 0;
    const uint32_t judged = bypasses ? accesses >> SAMPLED_FLOOR_BITS : accesses >> FLOOR_BITS;
    s->enough = (u1)((judged != 0) & (((uint32_t)s->accesses[0] >> FLOOR_BITS) != 0));
}

/* For how many epochs a depth bypasses after its comparison. Where it begins to, its counters begin anew:
 * from then on they tell of its sampled sets, not of the misses that led there. Without enough accesses the
 * last decision runs out. */
static inline u3 decide(u3 left, u1 enough, u1 less) {
    if (enough)
        return (u3)(less ? HOLDS : 0U);
    return (u3)(left != 0 ? (uint32_t)left - 1U : 0U);
}

/* Compares hits[depth] / accesses[depth] < hits[0] / accesses[0], depth after depth, and decides. While
 * `busy` the multipliers never rest: what they do in the cycle of the decision is lost. */
static inline void engine(l2_bypass_state *s, u1 epoch_end) {
    const u1 begins = (u1)(s->due & !s->busy);
    const u1 decides = (u1)(s->busy & (s->mul_bit == 0));
    const GMMU_U(GMMU_WALK_DEPTH_W) next =
        (GMMU_U(GMMU_WALK_DEPTH_W))(begins ? 0U : GMMU_WRAP((uint32_t)s->depth + 1U, GMMU_WALK_DEPTH_W));
    const u1 goes_on = (u1)(begins | (decides & (next != 0)));

    const u1 less = compare_bit(s);
    const u1 enough = s->enough;

    /* before the decision: what is loaded are the counters at the beginning of the cycle */
    if (s->loads) {
        load(s);
    } else if (s->busy) {
        s->less = less;
        multiply_step(&s->sum_a, &s->carry_a, s->mul_a, &s->by_a);
        multiply_step(&s->sum_b, &s->carry_b, s->mul_b, &s->by_b);
    }
    if (decides) {
        if (enough & less & (s->left[s->depth] == 0)) {
            s->hits[s->depth] = 0;
            s->accesses[s->depth] = 0;
        }
        s->left[s->depth] = decide(s->left[s->depth], enough, less);
    }
    if (begins | decides) {
        s->depth = next;
        s->mul_bit = TAKE_AND_MULTIPLY;
    } else if (s->busy) {
        s->mul_bit = (u7)GMMU_WRAP((uint32_t)s->mul_bit + 127U, 7);
    }
    s->loads = goes_on;
    s->take = (GMMU_U(GMMU_NUM_DEPTHS))(goes_on ? 1U << (uint32_t)next : 0U);
    s->busy = (u1)(goes_on | (s->busy & !decides));
    s->due = (u1)((s->due & !begins) | epoch_end);
}

void l2_bypass_reset(l2_bypass_state *s) {
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        s->hits[d] = 0;
        s->accesses[d] = 0;
        s->left[d] = 0;
    }
    s->full = 0;
    s->due = 0;
    s->busy = 0;
    s->depth = 0;
    s->loads = 0;
    s->take = 0;
    s->mul_bit = 0;
    s->mul_a = 0;
    s->by_a = 0;
    s->sum_a = 0;
    s->carry_a = 0;
    s->mul_b = 0;
    s->by_b = 0;
    s->sum_b = 0;
    s->carry_b = 0;
    s->less = 0;
    s->enough = 0;
    s->ans0_valid = 0;
    s->ans0_bypass = 0;
    s->ans1_valid = 0;
    s->ans1_bypass = 0;
}

void l2_bypass_outputs(const l2_bypass_state *s, l2_bypass_out *out) {
    uint32_t bypass = 0;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        bypass |= (uint32_t)(s->left[d] != 0) << d;
    out->a0_valid = s->ans0_valid;
    out->a0_bypass = s->ans0_bypass;
    out->a1_valid = s->ans1_valid;
    out->a1_bypass = s->ans1_bypass;
    out->bypass = (GMMU_U(GMMU_NUM_DEPTHS))bypass;
}

void l2_bypass_step(l2_bypass_state *s, const l2_bypass_in *in, l2_bypass_out *out) {
    l2_bypass_outputs(s, out);
    s->ans0_valid = in->q0_valid;
    s->ans0_bypass = (u1)(in->q0_valid & in->cfg_enable & (s->left[in->q0_depth] != 0) & !in->q0_sampled);
    s->ans1_valid = in->q1_valid;
    s->ans1_bypass = (u1)(in->q1_valid & in->cfg_enable & (s->left[in->q1_depth] != 0) & !in->q1_sampled);
    const u1 moved = (u1)(in->ev0_valid | in->ev1_valid | in->epoch_end);

    engine(s, in->epoch_end);
    if (moved)
        count_events(s, in);
}
