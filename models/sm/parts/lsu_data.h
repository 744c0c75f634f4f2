/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the load/store unit demands of the data it gets (mmu/data_oracle.h):
 *
 *   - data are of the line asked for, wherever they come from;
 *   - a reply from the L2 cache holds all writes that had been ordered when the read left, and all
 *     stores of this SM that left before it, since they take the same way in order;
 *   - the L1 cache holds all stores of this SM (a store updates a line in the L1, and one that is being
 *     fetched), and nothing older than this SM has loaded. Stores of other SMs may be missing: the L1
 *     caches are not coherent. D: nothing is demanded after an atomic, which leaves no data in the L1.
 *
 * What the SM knows of its stores and loads is kept in a direct-mapped table, so a line may be forgotten;
 * then less is demanded. Without an oracle nothing is.
 */
#ifndef GMMU_LSU_DATA_H
#define GMMU_LSU_DATA_H

#include "sm/parts/lsu_state.h"

/* The oldest version that may answer a read of the line, if it leaves now. */
uint32_t lsu_data_oldest(const lsu *l, uint64_t line);
/* A store to the line leaves; returns what the line holds, as far as this SM can know. */
line_data lsu_data_stored(lsu *l, uint64_t line);
/* A load has brought `data` to the L1. */
void lsu_data_loaded(lsu *l, line_data data);

/* A reply to a read of the line that demanded `oldest`. */
void lsu_data_check_reply(lsu *l, uint64_t line, line_data data, uint32_t oldest);
/* A load or atomic of application `app` takes `data` of the line out of the L1, or out of a reply on its way
 * there. It is counted. oldest: lsu_data_l1_oldest() when it looked; 0 for a reply. */
void lsu_data_check_line(lsu *l, uint64_t line, line_data data, uint32_t oldest, uint8_t app);
/* A line of a context leaves for memory; is asked for; comes back (`data`). `saved` and `token` are as in
 * context_line. */
void lsu_data_save(lsu *l, saved_lines *saved, uint64_t paddr, uint32_t token);
void lsu_data_check_place(lsu *l, const saved_lines *saved, uint64_t paddr, uint32_t token);
void lsu_data_check_restored(lsu *l, const saved_lines *saved, uint64_t paddr, line_data data);
uint32_t lsu_data_l1_oldest(const lsu *l, uint64_t line);
/* Has the host fetch what the functions above will look at for this line. */
void lsu_data_prefetch(const lsu *l, uint64_t line);

#endif
