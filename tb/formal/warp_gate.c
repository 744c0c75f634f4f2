/* SPDX-License-Identifier: Apache-2.0 */
/* What warp_gate promises, of any one warp k. */
#include "warp_gate_duties.h"

static u1 bit(GMMU_U(GMMU_SM_WARPS) mask, u32 k) {
    return (u1)((mask >> ((uint32_t)k % GMMU_SM_WARPS)) & 1U);
}

static u1 closed(const warp_gate_state *s, u32 k) {
    return (u1)(bit(s->until_issue, k) | bit(s->until_check, k) | bit(s->until_commit, k));
}

/* The event that opens warp k. */
static u1 released(const warp_gate_state *s, const warp_gate_in *in, u32 k) {
    return (u1)((bit(s->until_issue, k) & bit(in->issued, k)) |
                (bit(s->until_check, k) & bit(in->checked, k)) |
                (bit(s->until_commit, k) & bit(in->committed, k)) | bit(in->squashed, k));
}

/* A warp waits for one event at most. */
u1 warp_gate_inv(const warp_gate_state *s) {
    return (u1)(((s->until_issue & s->until_check) | (s->until_issue & s->until_commit) |
                 (s->until_check & s->until_commit)) == 0);
}

/* After reset every warp may fetch. */
u1 warp_gate_start_open(const warp_gate_state *s) {
    return (u1)((s->until_issue | s->until_check | s->until_commit) == 0);
}

u1 warp_gate_idle(const warp_gate_state *s, const warp_gate_in *in) {
    (void)s;
    return (u1)((in->fetched | in->issued | in->checked | in->committed | in->squashed) == 0);
}

/* Only warps whose gate is open are fetched for, or opens at this very edge with an issue. */
u1 warp_gate_duty_open(const warp_gate_state *s, const warp_gate_in *in) {
    return warp_gate_fetches_open(s, in);
}

void warp_gate_given_duty_open(const warp_gate_state *s, const warp_gate_in *in);

/* No fetched global memory instruction goes on without its gate closed behind it, unless it is squashed, or
 * fetched in the cycle in which the one before it issues. */
u1 warp_gate_prop_none_missed(const warp_gate_state *s, const warp_gate_in *in, const warp_gate_out *out,
                              const warp_gate_state *n, u32 k) {
    (void)out;
    warp_gate_given_duty_open(s, in);
    return (u1)(closed(n, k) | !bit(in->fetched, k) | bit(in->squashed, k) |
                (bit(s->until_issue, k) & bit(in->issued, k)));
}

/* A fetched global memory instruction closes its warp, and nothing else closes one. */
u1 warp_gate_prop_closes(const warp_gate_state *s, const warp_gate_in *in, const warp_gate_out *out,
                         const warp_gate_state *n, u32 k) {
    (void)out;
    return (u1)(closed(s, k) | (closed(n, k) == (bit(in->fetched, k) & !bit(in->squashed, k))));
}

/* A closed warp opens with its event or a squash, and not before. */
u1 warp_gate_prop_opens(const warp_gate_state *s, const warp_gate_in *in, const warp_gate_out *out,
                        const warp_gate_state *n, u32 k) {
    (void)out;
    return (u1)(!closed(s, k) | (closed(n, k) != released(s, in, k)));
}

/* The event is the one of the scheme under which the instruction was fetched, and it
 * stays that whatever the CSR does later. */
u1 warp_gate_prop_scheme(const warp_gate_state *s, const warp_gate_in *in, const warp_gate_out *out,
                         const warp_gate_state *n, u32 k) {
    const u1 as_before = (u1)((bit(n->until_issue, k) == bit(s->until_issue, k)) &
                              (bit(n->until_check, k) == bit(s->until_check, k)) &
                              (bit(n->until_commit, k) == bit(s->until_commit, k)));
    const u1 as_chosen = in->cfg_scheme == WARP_GATE_OFF         ? bit(n->until_issue, k)
                         : in->cfg_scheme == WARP_GATE_LASTCHECK ? bit(n->until_check, k)
                                                                 : bit(n->until_commit, k);
    (void)out;
    return (u1)(!closed(n, k) | (closed(s, k) ? as_before : as_chosen));
}

/* The pins tell who is closed. */
u1 warp_gate_prop_enable(const warp_gate_state *s, const warp_gate_in *in, const warp_gate_out *out,
                         const warp_gate_state *n, u32 k) {
    (void)in;
    (void)n;
    return (u1)(bit(out->enable, k) != closed(s, k));
}
