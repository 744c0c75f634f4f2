/* SPDX-License-Identifier: Apache-2.0 */
/* The L1 data cache of the load/store unit and the path to the L2 cache. */
#ifndef GMMU_LSU_CACHE_H
#define GMMU_LSU_CACHE_H

#include "sm/parts/lsu_state.h"

void lsu_cache_init(lsu *l);
void lsu_cache_destroy(lsu *l);

/* Physical tags: has the host fetch what lsu_cache_stage() will look at for this line. */
void lsu_cache_prefetch(const lsu *l, uint32_t i);
/* Virtual tags: is the line of this load in the L1 cache? */
bool lsu_probe(lsu *l, uint32_t i);
/* Virtual tags: a line that looks up keeps an L1 MSHR if it will need one, until it leaves for the L2 cache
 * or is dropped (l1.mshr_from). False: there is none, it has to wait. */
bool lsu_cache_keep_mshr(lsu *l, uint32_t i);
/* Virtual tags: a line's check has succeeded; `line` is physical. It is in no list. */
void lsu_checked_line(lsu *l, uint32_t i, uint64_t cycle);

/* Stages of a cycle. */
void lsu_receive_line(lsu *l);                /* one has arrived */
void lsu_l2_stage(lsu *l, uint64_t cycle);    /* virtual tags */
void lsu_cache_stage(lsu *l, uint64_t cycle); /* physical tags */

/* Can a line of a context leave in this cycle? Then it may. */
bool lsu_cache_takes_context(const lsu *l);
void lsu_cache_context(lsu *l, uint64_t paddr, const context_line *line, context_access what);

#endif
