/* SPDX-License-Identifier: Apache-2.0 */
#include "units/bypass_twin.h"

#include <string.h>

#define TOP_BIT 31U

void bypass_twin_reset(bypass_twin *t) {
    memset(t, 0, sizeof *t);
    l2_bypass_reset(&t->unit);
    l2_bypass_outputs(&t->unit, &t->pins);
}

static void bypass_twin_unit_edge(bypass_twin *t, const l2_bypass_in *in) {
    l2_bypass_state *s = &t->unit;
    uint32_t tops = 0;
    l2_bypass_step(s, in, &t->pins);
    l2_bypass_outputs(s, &t->pins);
    for (unsigned d = 0; d < GMMU_NUM_DEPTHS; d++)
        tops |= s->accesses[d];
    t->high = tops >> TOP_BIT & 1U;
}

/* No counter is halved at this edge, so an event adds to its own alone. */
static void bypass_twin_count(bypass_twin *t, uint32_t depth, uint32_t hit) {
    l2_bypass_state *s = &t->unit;
    s->hits[depth] += hit;
    s->accesses[depth]++;
    t->high |= s->accesses[depth] >> TOP_BIT & 1U;
}

void bypass_twin_step(bypass_twin *t, const l2_bypass_in *in) {
    l2_bypass_state *s = &t->unit;
    l2_bypass_out *pins = &t->pins;
    if (s->busy | s->due | s->full | in->epoch_end) {
        bypass_twin_unit_edge(t, in);
        return;
    }
    pins->a0_valid = in->q0_valid;
    pins->a0_bypass = (u1)(in->q0_valid & in->cfg_enable & (s->left[in->q0_depth] != 0) & !in->q0_sampled);
    pins->a1_valid = in->q1_valid;
    pins->a1_bypass = (u1)(in->q1_valid & in->cfg_enable & (s->left[in->q1_depth] != 0) & !in->q1_sampled);
    if (in->ev0_valid | in->ev1_valid)
        s->full = t->high;
    if (in->ev0_valid)
        bypass_twin_count(t, in->ev0_depth, in->ev0_hit);
    if (in->ev1_valid)
        bypass_twin_count(t, in->ev1_depth, in->ev1_hit);
}
