/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

void probe_reset(probe_state *s) {
    for (uint32_t i = 0; i < PROBE_LANES; i++) {
        s->total[i] = (u36)i;
        s->touched[i] = 0;
    }
    s->last = 7;
    s->counter.adds = 0;
}

void probe_outputs(const probe_state *s, probe_out *out) {
    for (uint32_t i = 0; i < PROBE_LANES; i++) {
        out->sums[i] = s->total[i];
        out->used[i] = s->touched[i];
    }
    out->highest = s->last;
    out->count = s->counter.adds;
}

void probe_step(probe_state *s, const probe_in *in, probe_out *out) {
    probe_outputs(s, out);
    uint32_t adds = s->counter.adds;
    for (uint32_t i = 0; i < PROBE_LANES; i++)
        if (in->valid && in->lane[i]) {
            s->total[i] = (u36)GMMU_WRAP(s->total[i] + in->add[i], 36);
            s->touched[i] = 1;
            s->last = (u3)i;
            adds++;
        }
    s->counter.adds = (u10)GMMU_WRAP(adds, 10);
}
