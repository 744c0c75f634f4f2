/*
 * What l2_bypass promises. That 32 shift-add steps make a product is arithmetic beyond
 * a solver; the single step is proved here, the products are tested.
 */
#include "l2_bypass.h"

#define MUL_BITS 32U

u1 l2_bypass_inv(const l2_bypass_state *s) {
    u1 good = (u1)((s->mul_bit <= MUL_BITS) & (s->busy | (s->depth == 0)) & (s->bypass[0] == 0) &
                   (s->ans0_valid | !s->ans0_bypass) & (s->ans1_valid | !s->ans1_bypass));

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        good = (u1)(good & (s->hits[d] <= s->accesses[d]));
    /* Depth 0 is compared with itself. */
    return (u1)(good & ((s->depth != 0) | !s->busy |
                        ((s->mul_a == s->mul_b) & (s->by_a == s->by_b) & (s->prod_a == s->prod_b))));
}

u1 l2_bypass_idle(const l2_bypass_state *s, const l2_bypass_in *in) {
    return (u1) !(in->ev0_valid | in->ev1_valid | in->q0_valid | in->q1_valid | in->epoch_end |
                  s->ans0_valid | s->ans1_valid | s->busy | s->dirty);
}

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

/* Only a depth whose status bit is set bypasses, and it does unless the request is the 64th;
 * of two requests of one depth in one cycle at most one is. */
u1 l2_bypass_prop_bypasses(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 able0 = (u1)(in->q0_valid & in->cfg_enable & ((out->bypass >> (unsigned)in->q0_depth) & 1U));
    const u1 able1 = (u1)(in->q1_valid & in->cfg_enable & ((out->bypass >> (unsigned)in->q1_depth) & 1U));
    const u1 same = (u1)(in->q0_depth == in->q1_depth);
    const u1 probes0 = (u1)(s->probe[in->q0_depth] == 63);
    const u1 probes1 = (u1)(s->probe[in->q1_depth] == (able0 & same ? 62 : 63));

    return (u1)((n->ans0_bypass == (able0 & !probes0)) & (n->ans1_bypass == (able1 & !probes1)) &
                (n->ans0_bypass | n->ans1_bypass | !(able0 & able1 & same)));
}

/* The next request that probes comes closer by one with each bypassable request. */
u1 l2_bypass_prop_probe_comes(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                              const l2_bypass_state *n) {
    u1 good = 1;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        const uint32_t able = (uint32_t)(in->cfg_enable & ((out->bypass >> d) & 1U));
        const uint32_t asked = able * ((uint32_t)(in->q0_valid & (in->q0_depth == d)) +
                                       (uint32_t)(in->q1_valid & (in->q1_depth == d)));
        good = (u1)(good & ((uint32_t)n->probe[d] == (((uint32_t)s->probe[d] + asked) & 63U)));
    }
    return good;
}

/* A decision moves only at the end of a comparison, and then to its result. */
u1 l2_bypass_prop_decision(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 compared = (u1)(s->busy & (s->mul_bit == 0));
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        good = (u1)(good & (n->bypass[d] ==
                            ((compared & (s->depth == d)) ? (u1)(s->prod_a < s->prod_b) : s->bypass[d])));
    return good;
}

/* A comparison starts from four counters of one moment. */
u1 l2_bypass_prop_operands(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 starts = (u1)(n->busy & (n->mul_bit == MUL_BITS));
    const u1 right_a = (u1)((n->mul_a == s->hits[n->depth]) & (n->by_a == s->accesses[0]) & (n->prod_a == 0));
    const u1 right_b = (u1)((n->mul_b == s->hits[0]) & (n->by_b == s->accesses[n->depth]) & (n->prod_b == 0));

    (void)in;
    (void)out;
    return (u1)((right_a & right_b) | !starts);
}

static u1 step_right(u64 prod, u32 mul, u32 by, u64 next, u32 next_by) {
    const uint64_t top = (uint64_t)by >> 31;
    const uint64_t expected = 2U * (uint64_t)prod + (top != 0 ? (uint64_t)mul : 0U);
    return (u1)(((uint64_t)next == expected) & ((uint64_t)next_by == 2U * (uint64_t)by - (top << 32)));
}

/* Shift-add: product' = 2 product + multiplicand * top bit; that bit leaves the multiplier. */
u1 l2_bypass_prop_multiply(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    const u1 works = (u1)(s->busy & (s->mul_bit != 0));
    const u1 right_a = step_right(s->prod_a, s->mul_a, s->by_a, n->prod_a, n->by_a);
    const u1 right_b = step_right(s->prod_b, s->mul_b, s->by_b, n->prod_b, n->by_b);
    const u1 kept = (u1)((n->mul_a == s->mul_a) & (n->mul_b == s->mul_b) & (n->depth == s->depth));

    (void)in;
    (void)out;
    return (u1)((right_a & right_b & kept) | !works);
}

static uint32_t work_done(const l2_bypass_state *s) {
    return (uint32_t)s->depth * (MUL_BITS + 1U) + MUL_BITS - (uint32_t)s->mul_bit;
}

/* A round never stalls: each cycle brings it one step nearer to its end. */
u1 l2_bypass_prop_progress(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                           const l2_bypass_state *n) {
    (void)in;
    (void)out;
    return (u1)(!s->busy | !n->busy | (work_done(n) == work_done(s) + 1U));
}

/* Counters never wrap: they lose at most half, and nothing without reason. */
u1 l2_bypass_prop_no_wrap(const l2_bypass_state *s, const l2_bypass_in *in, const l2_bypass_out *out,
                          const l2_bypass_state *n, u32 k) {
    u1 full = 0;
    u1 good = 1;
    (void)out;
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        full = (u1)(full | (s->accesses[d] >= UINT32_MAX - 1U));
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        const u32 floor_hits = (u32)(in->epoch_end | full ? (uint32_t)s->hits[d] >> 1 : (uint32_t)s->hits[d]);
        const u32 floor_all =
            (u32)(in->epoch_end | full ? (uint32_t)s->accesses[d] >> 1 : (uint32_t)s->accesses[d]);
        good = (u1)(good & ((d != k) | ((n->hits[d] >= floor_hits) & (n->accesses[d] >= floor_all))));
    }
    return good;
}
