/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus and functional coverage of l2_bypass for the lock-step harness. A
 * counter at 2^31 is beyond any run; it is left to the unit test and the proof.
 */
#include "l2_bypass.h"
#include "lockstep.h"

/* Per phase: events, queries and epoch ends in percent or per ten thousand, hit rates of
 * data and of the depths above and below `level`, and what share of the time it is enabled. */
static const struct {
    unsigned event, query, epochs, data, near, far, level, enabled;
} profile[LS_PHASES] = {
    {50, 50, 10, 60, 95, 5, 3, 100},  {100, 100, 0, 60, 80, 40, 2, 100}, {10, 100, 0, 90, 50, 50, 0, 100},
    {90, 90, 500, 50, 50, 50, 0, 90}, {100, 100, 5, 100, 10, 0, 7, 100}, {30, 30, 20, 5, 50, 90, 4, 50},
    {1, 2, 1, 50, 100, 0, 2, 100},    {0, 5, 0, 50, 50, 50, 0, 0},
};

/* In one phase there are hardly any data. */
static GMMU_U(GMMU_WALK_DEPTH_W) depth(lockstep *ls) {
    if (ls_phase(ls) == 5)
        return (GMMU_U(GMMU_WALK_DEPTH_W))(ls_chance(ls, 1) ? 0U : 1U + ls_below(ls, GMMU_NUM_DEPTHS - 1U));
    return (GMMU_U(GMMU_WALK_DEPTH_W))GMMU_WRAP(ls_chance(ls, 30) ? 0 : ls_random(ls), GMMU_WALK_DEPTH_W);
}

static u1 hit(lockstep *ls, GMMU_U(GMMU_WALK_DEPTH_W) d) {
    const unsigned p = ls_phase(ls);
    return (u1)ls_chance(ls, d == 0                  ? profile[p].data
                             : d <= profile[p].level ? profile[p].near
                                                     : profile[p].far);
}

void l2_bypass_stimulus(lockstep *ls, const l2_bypass_state *s, const l2_bypass_out *pins, l2_bypass_in *in) {
    const unsigned p = ls_phase(ls);

    (void)pins;
    in->ev0_valid = (u1)ls_chance(ls, profile[p].event);
    in->ev0_depth = depth(ls);
    in->ev0_hit = hit(ls, in->ev0_depth);
    in->ev1_valid = (u1)ls_chance(ls, profile[p].event);
    in->ev1_depth = ls_chance(ls, 25) ? in->ev0_depth : depth(ls);
    in->ev1_hit = hit(ls, in->ev1_depth);
    in->q0_valid = (u1)ls_chance(ls, profile[p].query);
    in->q0_depth = depth(ls);
    in->q0_sampled = (u1)ls_chance(ls, 12);
    in->q1_valid = (u1)ls_chance(ls, profile[p].query);
    in->q1_depth = ls_chance(ls, 25) ? in->q0_depth : depth(ls);
    in->q1_sampled = (u1)ls_chance(ls, 12);
    in->epoch_end = (u1)(ls_below(ls, 10000) < profile[p].epochs);
    if (s->busy && s->mul_bit == 0) /* a decision: else both would meet too seldom */
        in->epoch_end = (u1)(in->epoch_end | ls_chance(ls, 3));
    in->cfg_enable = (u1)ls_chance(ls, profile[p].enabled);
}

void l2_bypass_coverage(lockstep *ls, const l2_bypass_state *s, const l2_bypass_in *in,
                        const l2_bypass_out *pins) {
    static const char *const bypasses[LS_NUMBERED] = LS_NUMBERED_BINS("depth ", " bypasses");
    static const char *const probing[LS_NUMBERED] = LS_NUMBERED_BINS("depth ", " does not");
    const bool event = in->ev0_valid || in->ev1_valid;
    const bool queries = in->q0_valid && in->q1_valid && in->cfg_enable;
    const bool able0 = in->q0_valid && in->cfg_enable && s->left[in->q0_depth] != 0;
    const bool able1 = in->q1_valid && in->cfg_enable && s->left[in->q1_depth] != 0;
    const bool same_event = in->ev0_valid && in->ev1_valid && in->ev0_depth == in->ev1_depth;
    const bool same_able = able0 && able1 && in->q0_depth == in->q1_depth;
    const bool decides = s->busy && s->mul_bit == 0;
    const bool starts = s->busy && s->mul_bit == 64 && s->depth != 0;
    const uint64_t product_a = (uint64_t)s->mul_a * s->by_a;
    const uint64_t product_b = (uint64_t)s->mul_b * s->by_b;
    const bool last_differ = (s->sum_a & 1U) != (s->sum_b & 1U);
    const bool less = last_differ ? (s->sum_b & 1U) != 0 : s->less != 0;
    const bool begins_bypass = decides && less && s->enough && s->left[s->depth] == 0;

    for (unsigned d = 1; d < GMMU_NUM_DEPTHS; d++) {
        ls_cover(ls, bypasses[d], decides && s->depth == d && less && s->enough);
        ls_cover(ls, probing[d], decides && s->depth == d && !less && s->mul_a != 0);
    }
    ls_cover(ls, "two events of one depth", same_event);
    ls_cover(ls, "two hits of one depth", same_event && in->ev0_hit && in->ev1_hit);
    ls_cover(ls, "two events of two depths", in->ev0_valid && in->ev1_valid && !same_event);
    ls_cover(ls, "epoch ends", in->epoch_end);
    ls_cover(ls, "epoch ends with an event", in->epoch_end && event);
    ls_cover(ls, "epoch ends, odd counter", in->epoch_end && (s->hits[0] & 1U) != 0);
    ls_cover(ls, "round begins", s->due && !s->busy);
    ls_cover(ls, "round begins with an event", s->due && !s->busy && event);
    ls_cover(ls, "round ends", decides && s->depth == GMMU_NUM_DEPTHS - 1 && !s->due);
    ls_cover(ls, "round ends, next one due", decides && s->depth == GMMU_NUM_DEPTHS - 1 && s->due);
    ls_cover(ls, "below data, but too few accesses", decides && less && !s->enough);
    ls_cover(ls, "data has too few accesses", starts && !s->enough && s->by_b >= 32 && s->by_a < 32);
    ls_cover(ls, "just enough accesses", starts && s->enough && s->by_b >= 32 && s->by_b < 36);
    ls_cover(ls, "a few accesses too few", starts && !s->enough && s->by_b >= 28 && s->by_a >= 32);
    ls_cover(ls, "few are enough for a depth that bypasses", starts && s->enough && s->by_b < 8);
    ls_cover(ls, "bypass begins", begins_bypass);
    ls_cover(ls, "bypass begins with an access of its depth",
             begins_bypass && in->ev0_valid && in->ev0_depth == s->depth);
    ls_cover(ls, "bypass begins as an epoch ends", begins_bypass && in->epoch_end);
    ls_cover(ls, "bypass ends", decides && s->left[s->depth] != 0 && !less && s->enough);
    ls_cover(ls, "bypass holds", decides && s->left[s->depth] > 1 && !s->enough);
    ls_cover(ls, "bypass runs out", decides && s->left[s->depth] == 1 && !s->enough);
    ls_cover(ls, "bypass is decided again",
             decides && s->left[s->depth] < 7 && s->left[s->depth] != 0 && less && s->enough);
    ls_cover(ls, "rates are equal", starts && product_a == product_b && product_a != 0);
    ls_cover(ls, "depth without accesses", starts && s->by_a != 0 && s->by_b == 0);
    ls_cover(ls, "port 0 bypasses", pins->a0_valid && pins->a0_bypass);
    ls_cover(ls, "port 1 bypasses", pins->a1_valid && pins->a1_bypass);
    ls_cover(ls, "port 0 does not", pins->a0_valid && !pins->a0_bypass);
    ls_cover(ls, "port 1 does not", pins->a1_valid && !pins->a1_bypass);
    ls_cover(ls, "port 0 has a sampled set, port 1 of that depth not",
             same_able && in->q0_sampled && !in->q1_sampled);
    ls_cover(ls, "port 1 has a sampled set, port 0 of that depth not",
             same_able && !in->q0_sampled && in->q1_sampled);
    ls_cover(ls, "both ports bypass, two depths",
             able0 && able1 && !same_able && !in->q0_sampled && !in->q1_sampled);
    ls_cover(ls, "data asked", queries && in->q0_depth == 0);
    ls_cover(ls, "disabled", in->q0_valid && !in->cfg_enable && s->left[in->q0_depth] != 0);
    ls_cover(ls, "decision changes between query and answer",
             able0 && decides && s->depth == in->q0_depth && !less && s->enough);
    ls_cover(ls, "nothing asked, nothing to do",
             !event && !in->q0_valid && !in->q1_valid && !in->epoch_end && !s->busy && !s->due);
}
