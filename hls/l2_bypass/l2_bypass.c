#include "l2_bypass.h"

/* Every 64th bypassable request of a depth probes the cache. */
#define PROBE_LAST 63U
#define MUL_BITS   32U

/* Events of this cycle at depth d, hits only or all; 0 to 2. */
static inline uint32_t events(const l2_bypass_in *in, unsigned d, u1 hits_only) {
    const uint32_t e0 = (uint32_t)(in->ev0_valid & (in->ev0_depth == d) & (in->ev0_hit | !hits_only));
    const uint32_t e1 = (uint32_t)(in->ev1_valid & (in->ev1_depth == d) & (in->ev1_hit | !hits_only));
    return e0 + e1;
}

static inline u1 overflows(u32 counter, uint32_t more) {
    return (u1)((((uint64_t)counter + more) >> 32) != 0);
}

static inline u32 count(u32 counter, u1 halve, uint32_t more) {
    const uint64_t base = halve ? (uint64_t)counter >> 1 : (uint64_t)counter;
    return (u32)GMMU_WRAP(base + more, 32);
}

/* An epoch's end or an overflow halves every counter before this cycle's events count. */
static inline void count_events(l2_bypass_state *s, const l2_bypass_in *in) {
    u1 halve = in->epoch_end;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        halve = (u1)(halve | overflows(s->hits[d], events(in, d, 1)) |
                     overflows(s->accesses[d], events(in, d, 0)));
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        s->hits[d] = count(s->hits[d], halve, events(in, d, 1));
        s->accesses[d] = count(s->accesses[d], halve, events(in, d, 0));
    }
}

/* Answers one port. Port 0 comes first, so that port 1 sees its probe count. */
static inline u1 query(l2_bypass_state *s, u1 valid, u3 depth, u1 enable) {
    const u1 able = (u1)(valid & enable & s->bypass[depth]);
    const u1 probes = (u1)(s->probe[depth] == PROBE_LAST);

    if (able)
        s->probe[depth] = (u6)GMMU_WRAP((uint32_t)s->probe[depth] + 1U, 6);
    return (u1)(able & !probes);
}

/* One bit of a product, most significant multiplier bit first. */
static inline u64 multiply_step(u64 prod, u32 mul, u32 by) {
    const uint64_t twice = (uint64_t)prod + (uint64_t)prod;
    return (u64)(twice + ((((uint32_t)by >> (MUL_BITS - 1)) & 1U) ? (uint64_t)mul : 0U));
}

static inline u32 shift_out(u32 by) {
    return (u32)GMMU_WRAP((uint64_t)by << 1, 32);
}

/* Takes up depth d, with all four counters of one moment. */
static inline void load(l2_bypass_state *s, u3 d) {
    s->depth = d;
    s->mul_bit = MUL_BITS;
    s->mul_a = s->hits[d];
    s->by_a = s->accesses[0];
    s->prod_a = 0;
    s->mul_b = s->hits[0];
    s->by_b = s->accesses[d];
    s->prod_b = 0;
}

/* Decides hits[depth] / accesses[depth] < hits[0] / accesses[0], depth after depth. */
static inline void engine(l2_bypass_state *s, u1 moved) {
    const u1 begins = (u1)(s->dirty & !s->busy);
    const u1 compares = (u1)(s->busy & (s->mul_bit == 0));
    const u3 next = (u3)(begins ? 0U : GMMU_WRAP((uint32_t)s->depth + 1U, 3));

    if (compares)
        s->bypass[s->depth] = (u1)(s->prod_a < s->prod_b);
    s->dirty = (u1)((s->dirty & !begins) | moved);
    if (begins | compares) {
        s->busy = (u1)(begins | (next != 0));
        load(s, next);
    } else if (s->busy) {
        s->mul_bit = (u6)GMMU_WRAP((uint32_t)s->mul_bit + 63U, 6);
        s->prod_a = multiply_step(s->prod_a, s->mul_a, s->by_a);
        s->prod_b = multiply_step(s->prod_b, s->mul_b, s->by_b);
        s->by_a = shift_out(s->by_a);
        s->by_b = shift_out(s->by_b);
    }
}

void l2_bypass_reset(l2_bypass_state *s) {
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++) {
        s->hits[d] = 0;
        s->accesses[d] = 0;
        s->bypass[d] = 0;
        s->probe[d] = 0;
    }
    s->dirty = 0;
    s->busy = 0;
    s->depth = 0;
    s->mul_bit = 0;
    s->mul_a = 0;
    s->by_a = 0;
    s->prod_a = 0;
    s->mul_b = 0;
    s->by_b = 0;
    s->prod_b = 0;
    s->ans0_valid = 0;
    s->ans0_bypass = 0;
    s->ans1_valid = 0;
    s->ans1_bypass = 0;
}

void l2_bypass_outputs(const l2_bypass_state *s, l2_bypass_out *out) {
    uint32_t bypass = 0;

    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        bypass |= (uint32_t)s->bypass[d] << d;
    out->a0_valid = s->ans0_valid;
    out->a0_bypass = s->ans0_bypass;
    out->a1_valid = s->ans1_valid;
    out->a1_bypass = s->ans1_bypass;
    out->bypass = (u8)bypass;
}

void l2_bypass_step(l2_bypass_state *s, const l2_bypass_in *in, l2_bypass_out *out) {
    l2_bypass_outputs(s, out);
    s->ans0_valid = in->q0_valid;
    s->ans0_bypass = query(s, in->q0_valid, in->q0_depth, in->cfg_enable);
    s->ans1_valid = in->q1_valid;
    s->ans1_bypass = query(s, in->q1_valid, in->q1_depth, in->cfg_enable);
    const u1 moved = (u1)(in->ev0_valid | in->ev1_valid | in->epoch_end);

    engine(s, moved);
    if (moved)
        count_events(s, in);
}
