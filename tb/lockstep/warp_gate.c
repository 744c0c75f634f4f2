/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of warp_gate for the lock-step harness. */
#include "warp_gate.h"
#include "lockstep.h"

/* Per phase: scheme (4: it changes from cycle to cycle), and of the warps that could do it
 * the share that does, in 64ths. */
static const struct {
    unsigned scheme, fetch, leave, squash;
} profile[LS_PHASES] = {
    {WARP_GATE_OFF, 16, 16, 1},       {WARP_GATE_COMMIT, 16, 16, 1},
    {WARP_GATE_LASTCHECK, 16, 16, 1}, {4, 32, 32, 4},
    {WARP_GATE_COMMIT, 64, 2, 0},     {3, 8, 32, 0},
    {WARP_GATE_LASTCHECK, 64, 1, 1},  {4, 1, 1, 0},
};

/* A bit for each warp. */
typedef GMMU_U(GMMU_SM_WARPS) warps;

static const warps every = (warps)(UINT64_MAX >> (64 - GMMU_SM_WARPS));

/* Each bit is set with a probability of n/64. */
static warps some(lockstep *ls, unsigned n) {
    uint64_t mask = 0;

    for (unsigned w = 0; w < GMMU_SM_WARPS; w++)
        mask |= (uint64_t)(ls_below(ls, 64) < n) << w;
    return (warps)mask;
}

void warp_gate_stimulus(lockstep *ls, const warp_gate_state *s, const warp_gate_out *pins, warp_gate_in *in) {
    const unsigned p = ls_phase(ls);
    const unsigned scheme = profile[p].scheme;

    (void)s;
    (void)pins;
    in->cfg_scheme = (u2)(scheme == 4 ? ls_below(ls, 4) : scheme);
    in->fetched = some(ls, profile[p].fetch);
    in->issued = some(ls, profile[p].leave);
    in->checked = some(ls, profile[p].leave);
    in->committed = some(ls, profile[p].leave);
    in->squashed = some(ls, profile[p].squash);
    if (ls_chance(ls, 5)) /* all at once, or nothing */
        in->fetched = ls_chance(ls, 50) ? every : 0;
    if (ls_chance(ls, 5))
        in->committed = in->checked = in->issued = ls_chance(ls, 50) ? every : 0;
    if (ls_chance(ls, 3))
        in->squashed = every;
}

void warp_gate_coverage(lockstep *ls, const warp_gate_state *s, const warp_gate_in *in,
                        const warp_gate_out *pins) {
    const uint64_t closes = in->fetched & pins->enable & ~in->squashed;
    const bool all = pins->enable == every, none = pins->enable == 0;

    ls_cover(ls, "all open", all);
    ls_cover(ls, "all closed", none);
    ls_cover(ls, "all close at once", all && closes == every);
    ls_cover(ls, "closed until issue", closes != 0 && in->cfg_scheme == WARP_GATE_OFF);
    ls_cover(ls, "closed until last check", closes != 0 && in->cfg_scheme == WARP_GATE_LASTCHECK);
    ls_cover(ls, "closed until commit", closes != 0 && in->cfg_scheme == WARP_GATE_COMMIT);
    ls_cover(ls, "scheme 3", closes != 0 && in->cfg_scheme == 3);
    ls_cover(ls, "issue opens", (s->until_issue & in->issued & ~in->squashed) != 0);
    ls_cover(ls, "last check opens", (s->until_check & in->checked & ~in->squashed) != 0);
    ls_cover(ls, "commit opens", (s->until_commit & in->committed & ~in->squashed) != 0);
    ls_cover(ls, "issue is not enough", ((s->until_check | s->until_commit) & in->issued) != 0);
    ls_cover(ls, "last check is not enough", (s->until_commit & in->checked) != 0);
    ls_cover(ls, "commit of an older instruction", (s->until_check & in->committed & ~in->checked) != 0);
    ls_cover(ls, "squash opens", (~(uint64_t)pins->enable & in->squashed) != 0);
    ls_cover(ls, "squash beats a fetch", (in->fetched & pins->enable & in->squashed) != 0);
    ls_cover(ls, "fetch of a closed warp", (in->fetched & ~(uint64_t)pins->enable) != 0);
    ls_cover(ls, "fetch while its gate opens", (in->fetched & s->until_commit & in->committed) != 0);
    ls_cover(ls, "warps of all three kinds", s->until_issue && s->until_check && s->until_commit);
    ls_cover(ls, "nothing asked",
             !(in->fetched | in->issued | in->checked | in->committed | in->squashed) && !none);
}
