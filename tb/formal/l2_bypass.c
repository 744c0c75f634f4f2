/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What l2_bypass promises. That 64 steps make a product is arithmetic beyond a solver;
 * the single step is proved here, the products are tested.
 */
#include "l2_bypass.h"

#define STEPS 64U
#define TOP   0x80000000U
#define FLOOR 32U
#define FEW   4U
#define HOLDS 7U

u1 l2_bypass_inv(const l2_bypass_state *s) {
    u1 good = (u1)((s->mul_bit <= STEPS + 1U) & (s->busy | (s->depth == 0)) &
                   (s->loads == (s->busy & (s->mul_bit == STEPS + 1U))) &
                   ((uint32_t)s->take == (uint32_t)s->loads << (uint32_t)s->depth) & (s->left[0] == 0) &
                   (s->ans0_valid | !s->ans0_bypass) & (s->ans1_valid | !s->ans1_bypass));

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        good = (u1)(good & (s->hits[d] <= s->accesses[d]) &
                    ((uint32_t)s->accesses[d] <= TOP + 1U + 2U * (uint32_t)s->full));
    /* Depth 0 is compared with itself. */
    return (u1)(good & ((s->depth != 0) | !s->busy | s->loads |
                        ((s->mul_a == s->mul_b) & (s->by_a == s->by_b) & (s->sum_a == s->sum_b) &
                         (s->carry_a == s->carry_b) & (s->less == 0))));
}

/* After reset every register is 0: nothing counted, nothing bypasses. */
u1 l2_bypass_start_zero(const l2_bypass_state *s) {
    const u1 engine = (u1)((s->depth == 0) & !s->loads & (s->take == 0) & (s->mul_bit == 0) & !s->less &
                           !s->enough & !s->due & !s->busy & !s->full);
    const u1 answers = (u1) !(s->ans0_valid | s->ans0_bypass | s->ans1_valid | s->ans1_bypass);
    u1 zero = (u1)(engine & answers &
                   ((s->mul_a | s->by_a | s->sum_a | s->carry_a | s->mul_b | s->by_b | s->sum_b |
                     s->carry_b) == 0));

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        zero = (u1)(zero & (s->hits[d] == 0) & (s->accesses[d] == 0) & (s->left[d] == 0));
    return zero;
}

u1 l2_bypass_idle(const l2_bypass_state *s, const l2_bypass_in *in) {
    return (u1) !(in->ev0_valid | in->ev1_valid | in->q0_valid | in->q1_valid | in->epoch_end |
                  s->ans0_valid | s->ans1_valid | s->busy | s->due);
}

/* No depth ever counts more hits than accesses. */
u1 l2_bypass_prop_hits_within_accesses(const l2_bypass_state *s, const l2_bypass_in *in,
                                       const l2_bypass_out *out, const l2_bypass_state *n) {
    u1 good = 1;
    (void)s;
    (void)in;
    (void)out;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        good = (u1)(good & (n->hits[d] <= n->accesses[d]));
    return good;
}

/* Data never bypasses. */
u1 l2_bypass_prop_data_probes(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                              const l2_bypass_state *n) {
    (void)s;
    return (u1)(((in->q0_depth != 0) | !n->ans0_bypass) & ((in->q1_depth != 0) | !n->ans1_bypass) &
                ((out->bypass & 1U) == 0));
}

/* Nothing bypasses while disabled. */
u1 l2_bypass_prop_disabled_probes(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                                  const l2_bypass_state *n) {
    (void)s;
    (void)out;
    return (u1)(in->cfg_enable | !(n->ans0_bypass | n->ans1_bypass));
}

/* A depth whose status bit is set bypasses, and no other; a request of a sampled set never does. */
u1 l2_bypass_prop_bypasses(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 able0 = (u1)(in->q0_valid & in->cfg_enable & ((out->bypass >> (unsigned)in->q0_depth) & 1U));
    const u1 able1 = (u1)(in->q1_valid & in->cfg_enable & ((out->bypass >> (unsigned)in->q1_depth) & 1U));

    (void)s;
    return (u1)((n->ans0_bypass == (able0 & !in->q0_sampled)) &
                (n->ans1_bypass == (able1 & !in->q1_sampled)));
}

/* Is product a below b, by what was seen before and the bits of the last step? */
static u1 below(const l2_bypass_state *s) {
    const u1 last_a = (u1)((uint32_t)s->sum_a & 1U);
    const u1 last_b = (u1)((uint32_t)s->sum_b & 1U);
    return (u1)((last_a < last_b) | ((last_a == last_b) & s->less));
}

/* A decision moves only at the end of a comparison: with enough accesses to its result, for seven epochs;
 * without them the last one runs out. */
u1 l2_bypass_prop_decision(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 decided = (u1)(s->busy & (s->mul_bit == 0));
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        const u1 here = (u1)(decided & (s->depth == d));
        const u1 result = (u1)(n->left[d] == (below(s) ? HOLDS : 0U));
        const u1 runs_out = (u1)((uint32_t)n->left[d] + (s->left[d] != 0) == s->left[d]);

        good = (u1)(good & (here | (n->left[d] == s->left[d])) & (!(here & s->enough) | result) &
                    (!here | s->enough | runs_out));
    }
    return good;
}

/* A comparison starts from four counters of one moment, and from nothing else; of a depth that bypasses four
 * accesses are enough. */
u1 l2_bypass_prop_operands(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 starts = (u1)(n->busy & (n->mul_bit == STEPS));
    const u1 right_a = (u1)((n->mul_a == s->hits[n->depth]) & (n->by_a == s->accesses[0]));
    const u1 right_b = (u1)((n->mul_b == s->hits[0]) & (n->by_b == s->accesses[n->depth]));
    const u1 empty = (u1)(((n->sum_a | n->carry_a | n->sum_b | n->carry_b) == 0) & (n->less == 0));
    const u1 few = (u1)((s->left[n->depth] != 0) & (n->by_b >= FEW));
    const u1 floor = (u1)(n->enough == ((n->by_a >= FLOOR) & ((n->by_b >= FLOOR) | few)));

    (void)in;
    (void)out;
    return (u1)((right_a & right_b & empty & floor) | !starts);
}

/* What is left of a product loses its lowest bit, and gains the multiplicand when the lowest
 * bit of the multiplier is set; that bit leaves. */
static u1 step_right(u32 sum, u32 carry, u32 mul, u32 by, u32 next_sum, u32 next_carry, u32 next_by) {
    const uint64_t low = (uint64_t)by & 1U;
    const uint64_t left = ((uint64_t)sum >> 1) + (uint64_t)carry + (low != 0 ? (uint64_t)mul : 0U);
    return (u1)(((uint64_t)next_sum + 2U * (uint64_t)next_carry == left) &
                (2U * (uint64_t)next_by + low == (uint64_t)by));
}

/* Serial multiplication, and comparison of the products' bits. */
u1 l2_bypass_prop_multiply(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 works = (u1)(s->busy & (s->mul_bit != 0) & (s->mul_bit <= STEPS));
    const u1 right_a = step_right(s->sum_a, s->carry_a, s->mul_a, s->by_a, n->sum_a, n->carry_a, n->by_a);
    const u1 right_b = step_right(s->sum_b, s->carry_b, s->mul_b, s->by_b, n->sum_b, n->carry_b, n->by_b);
    const u1 kept = (u1)((n->mul_a == s->mul_a) & (n->mul_b == s->mul_b) & (n->depth == s->depth) &
                         (n->less == below(s)) & (n->enough == s->enough));

    (void)in;
    (void)out;
    return (u1)((right_a & right_b & kept) | !works);
}

/* A round begins with the end of an epoch, and only then, at depth 0; none is lost. */
u1 l2_bypass_prop_round(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                        const l2_bypass_state *n) {
    const u1 begins = (u1)(n->busy & (s->busy == 0));
    (void)out;
    const u1 comes = (u1)(n->due & (s->due == 0));
    const u1 goes = (u1)(s->due & (n->due == 0));
    const u1 first = (u1)((n->depth == 0) & n->loads & (n->mul_bit == STEPS + 1U));
    return (u1)((s->due | (begins == 0)) & (n->due | (in->epoch_end == 0)) & (in->epoch_end | (comes == 0)) &
                (begins | (goes == 0)) & (first | (begins == 0)));
}

static uint32_t work_done(const l2_bypass_state *s) {
    return (uint32_t)s->depth * (STEPS + 2U) + STEPS + 1U - (uint32_t)s->mul_bit;
}

/* A round never stalls: each cycle brings it one step nearer to its end. */
u1 l2_bypass_prop_progress(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    (void)in;
    (void)out;
    return (u1)(!s->busy | !n->busy | (work_done(n) == work_done(s) + 1U));
}

/* Counter k never wraps: it gains this cycle's events, begins anew when its depth begins to bypass, and loses
 * half only at an epoch's end or once a counter has reached 2^31. */
u1 l2_bypass_prop_no_wrap(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                          const l2_bypass_state *n, u32 k) {
    const unsigned d = (unsigned)k % GMMU_NUM_DEPTHS;
    const uint64_t at0 = (uint64_t)(in->ev0_valid & (in->ev0_depth == d));
    const uint64_t at1 = (uint64_t)(in->ev1_valid & (in->ev1_depth == d));
    const u1 anew = (u1)((s->depth == d) & (s->left[d] == 0) & (n->left[d] != 0));
    const uint64_t hits =
        (anew ? 0U : (uint64_t)s->hits[d]) + (at0 & (uint64_t)in->ev0_hit) + (at1 & (uint64_t)in->ev1_hit);
    const uint64_t all = (anew ? 0U : (uint64_t)s->accesses[d]) + at0 + at1;
    const u1 kept = (u1)((n->hits[d] == hits) & (n->accesses[d] == all));
    const u1 halved = (u1)((n->hits[d] == hits >> 1) & (n->accesses[d] == all >> 1));

    (void)out;
    return (u1)(in->epoch_end ? halved : (kept | (halved & s->full)));
}

/* It is halved in time, and not without need: `full` comes with a counter at 2^31, and goes
 * when all are halved. */
u1 l2_bypass_prop_full(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                       const l2_bypass_state *n) {
    const u1 event = (u1)(in->ev0_valid | in->ev1_valid);
    u1 reached = 0;
    (void)out;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        reached = (u1)(reached | (s->accesses[d] >= TOP));
    return (u1)((!(n->full & !s->full) | reached) & (!(event & s->full) | !n->full));
}

/* A query is answered one cycle later, and the pins show the answers and all decisions. */
u1 l2_bypass_prop_answers(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                          const l2_bypass_state *n) {
    uint32_t decisions = 0;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        decisions |= (uint32_t)(s->left[d] != 0) << d;
    return (u1)((n->ans0_valid == in->q0_valid) & (n->ans1_valid == in->q1_valid) &
                (out->a0_valid == s->ans0_valid) & (out->a0_bypass == s->ans0_bypass) &
                (out->a1_valid == s->ans1_valid) & (out->a1_bypass == s->ans1_bypass) &
                (out->bypass == decisions));
}
