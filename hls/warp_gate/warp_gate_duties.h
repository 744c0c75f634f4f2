/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes a warp gate in every cycle: 1 while it keeps the duty. The proof assumes it
 * where it is named (tb/formal/warp_gate.c), and the SM model asserts it.
 */
#ifndef GMMU_WARP_GATE_DUTIES_H
#define GMMU_WARP_GATE_DUTIES_H

#include "warp_gate.h"

/* Only warps whose gate is open are fetched for, or opens at this very edge with an issue. */
static inline u1 warp_gate_fetches_open(const warp_gate_state *s, const warp_gate_in *in) {
    return (u1)((in->fetched & ((s->until_issue & ~in->issued) | s->until_check | s->until_commit)) == 0);
}

#endif
