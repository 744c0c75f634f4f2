/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and coverage of the probe unit. PROBE_UNREACHABLE declares a bin that
 * cannot be hit, PROBE_TOO_WIDE drives more bits than an input has. */
#include "lockstep.h"
#include "probe.h"

void probe_stimulus(lockstep *ls, const probe_state *s, const probe_out *pins, probe_in *in) {
    (void)s;
    (void)pins;
    in->valid = (u1)ls_chance(ls, 10 + 10 * ls_phase(ls));
    for (uint32_t i = 0; i < PROBE_LANES; i++) {
        in->lane[i] = (u1)ls_chance(ls, 50);
        in->add[i] = (u17)GMMU_WRAP(ls_random(ls), 17);
    }
#ifdef PROBE_TOO_WIDE
    in->add[3] = 1U << 17;
#endif
}

void probe_coverage(lockstep *ls, const probe_state *s, const probe_in *in, const probe_out *pins) {
    (void)pins;
    ls_cover(ls, "highest lane added", in->valid && in->lane[PROBE_LANES - 1]);
    ls_cover(ls, "lane offered without valid", !in->valid && in->lane[0]);
    ls_cover(ls, "counter wraps", s->counter.adds > 1000);
    ls_cover(ls, "nothing touched yet", ls_cycle(ls) == 0 && s->touched[0] == 0);
#ifdef PROBE_UNREACHABLE
    ls_cover(ls, "unreachable", s->last == 6);
#endif
}
