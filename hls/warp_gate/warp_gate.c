/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_gate.h"

void warp_gate_reset(warp_gate_state *s) {
    s->until_issue = 0;
    s->until_check = 0;
    s->until_commit = 0;
}

void warp_gate_outputs(const warp_gate_state *s, warp_gate_out *out) {
    out->enable = ~(s->until_issue | s->until_check | s->until_commit);
}

void warp_gate_step(warp_gate_state *s, const warp_gate_in *in, warp_gate_out *out) {
    const u1 off = (u1)(in->cfg_scheme == WARP_GATE_OFF);
    const u1 lastcheck = (u1)(in->cfg_scheme == WARP_GATE_LASTCHECK);

    warp_gate_outputs(s, out);

    const GMMU_U(GMMU_SM_WARPS) closes = in->fetched & out->enable & ~in->squashed;
    s->until_issue =
        (s->until_issue & ~in->issued & ~in->squashed) | (off ? closes : (GMMU_U(GMMU_SM_WARPS))0);
    s->until_check =
        (s->until_check & ~in->checked & ~in->squashed) | (lastcheck ? closes : (GMMU_U(GMMU_SM_WARPS))0);
    s->until_commit = (s->until_commit & ~in->committed & ~in->squashed) |
                      (off || lastcheck ? (GMMU_U(GMMU_SM_WARPS))0 : closes);
}
