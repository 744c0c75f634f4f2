/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes a token controller: 1 while it keeps the duty (tb/formal/token_controller.c).
 * The model of the shared TLB asserts it.
 */
#ifndef GMMU_TOKEN_CONTROLLER_DUTIES_H
#define GMMU_TOKEN_CONTROLLER_DUTIES_H

#include "token_controller.h"

/* The CSRs do not change within an evaluation: s and in are of one of its cycles, n and next of the one
 * that follows. */
static inline u1 token_controller_csrs_steady(const token_controller_state *s, const token_controller_in *in,
                                              const token_controller_state *n,
                                              const token_controller_in *next) {
    u1 same = (u1)((in->cfg_initial == next->cfg_initial) & (in->cfg_margin == next->cfg_margin) &
                   (in->cfg_step == next->cfg_step));

    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        same = (u1)(same & (in->core_app[c] == next->core_app[c]));
    return (u1)(same | (s->phase == TC_IDLE) | (n->phase == TC_IDLE));
}

#endif
