/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds data races of a kernel in its instructions. Two warps must not touch the same 4-byte
 * word of global memory in one launch, or of shared memory between two barriers, unless both
 * only read or both are atomics; the barriers of a block also order its warps in
 * global memory. Stores narrower than a word do not disturb each other: they have bytes of
 * their own (models/sm/parts/values.h).
 *
 * Instructions come launch by launch, block by block, interval by interval (from barrier to
 * barrier), in any order of the warps.
 */
#ifndef GMMU_RACE_CHECK_H
#define GMMU_RACE_CHECK_H

#include "workloads/workload.h"

typedef struct race_check race_check;

race_check *race_check_new(void);
void race_check_free(race_check *r);

void race_check_launch(race_check *r);
void race_check_block(race_check *r);
void race_check_interval(race_check *r);
void race_check_inst(race_check *r, uint32_t warp, const warp_inst *inst);

/* NULL, or the first race. */
const char *race_check_error(const race_check *r);

#endif
