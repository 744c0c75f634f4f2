/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes a DRAM arbiter: 1 while it keeps the duty (tb/formal/dram_arbiter.c). The model
 * of the scheduler asserts it.
 */
#ifndef GMMU_DRAM_ARBITER_DUTIES_H
#define GMMU_DRAM_ARBITER_DUTIES_H

#include "dram_arbiter.h"

/* What quotas are made of does not change while the engine is at work: s and in are of one of its cycles, n
 * and next of the one that follows. */
static inline u1 dram_arbiter_csrs_steady(const dram_arbiter_state *s, const dram_arbiter_in *in,
                                          const dram_arbiter_state *n, const dram_arbiter_in *next) {
    const u1 same = (u1)((in->cfg_apps == next->cfg_apps) & (in->cfg_thresh_max == next->cfg_thresh_max));

    return (u1)(same | (s->phase == DA_IDLE) | (n->phase == DA_IDLE));
}

#endif
