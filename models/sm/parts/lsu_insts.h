/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions in the load/store unit: order of a warp, ends of their lines, events. */
#ifndef GMMU_LSU_INSTS_H
#define GMMU_LSU_INSTS_H

#include "sm/parts/lsu_state.h"

void lsu_insts_init(lsu *l);

/* A line begins to wait for a translation, or stops waiting. */
void lsu_line_waits(lsu *l, mem_inst *op);
void lsu_line_waits_no_more(lsu *l, mem_inst *op);
/* last_check: a line was answered and can be used. */
void lsu_line_answered(lsu *l, mem_inst *op);
/* last_check: a line was answered FAULT; it must be in no list. */
void lsu_line_missing(lsu *l, uint32_t i);
/* Frees a line request that is in no list. */
void lsu_free_line(lsu *l, uint32_t i);
/* The same for a line that has done its work. */
void lsu_finish_line(lsu *l, uint32_t i);

/* Pages can be used now: no instruction misses them any longer, and the SM learns of it. */
void lsu_resolved(lsu *l, uint16_t asid, uint64_t vpn, uint32_t pages);
/* Is an instruction done, or due to be CHECKED or FAULTED? */
static inline bool lsu_insts_have_events(const lsu *l) {
    const lsu_insts *s = &l->insts;
    return !index_list_empty(&s->done) || !index_list_empty(&s->passed) || !index_list_empty(&s->faulted);
}

/* Tells the SM about instructions that are done, CHECKED, FAULTED in this cycle. Lines of the CHECKED one
 * leave `held` for `to_l2`. */
void lsu_insts_events(lsu *l);

#endif
