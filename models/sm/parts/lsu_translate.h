/* SPDX-License-Identifier: Apache-2.0 */
/* The lookup port of the load/store unit, the L1 TLB, injected faults. */
#ifndef GMMU_LSU_TRANSLATE_H
#define GMMU_LSU_TRANSLATE_H

#include "sm/parts/lsu_state.h"

void lsu_translate_init(lsu *l);
void lsu_translate_destroy(lsu *l);

/* Stages of a cycle. */
void lsu_receive_translation(lsu *l, uint64_t cycle); /* one has arrived */
void lsu_end_injected(lsu *l, uint64_t cycle);        /* there are some */
void lsu_check_stage(lsu *l, uint64_t cycle);         /* virtual tags */
void lsu_lookup_stage(lsu *l, uint64_t cycle);
/* After these, the first line of a context that has not left yet: true, it is translated, and leaves in this
 * cycle. */
bool lsu_translate_context(lsu *l, const context_line *line, bool write, uint64_t *paddr);

/* Bit per warp: its instruction waits at a port that a miss blocks. */
uint64_t lsu_behind_miss(const lsu *l);

#endif
