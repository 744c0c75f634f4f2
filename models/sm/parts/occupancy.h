/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many thread blocks an SM holds: the one rule both the block dispatcher and
 * the SM go by. A chip with a reg_unit gives registers to a warp in such units per
 * thread and shared memory to a block in units of shared_unit; one without gives a block
 * what its threads need, to the register (thesis Table 5.2). All a block was given
 * comes free when the last of its warps has ended.
 */
#ifndef GMMU_OCCUPANCY_H
#define GMMU_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/config.h"
#include "workloads/workload.h"

typedef struct {
    uint64_t blocks, warps, regs, shared;
} sm_resources;

/* What one block of the kernel needs. */
sm_resources sm_block_needs(const chip_config *chip, const kernel_info *kernel);
/* What an SM has: at most 64 warp slots, and so blocks. */
sm_resources sm_capacity(const chip_config *chip);
/* Takes what a block needs out of what is free; false when it does not suffice. */
bool sm_take(sm_resources *available, const sm_resources *needs);
void sm_give_back(sm_resources *available, const sm_resources *needs);
/* Blocks of this kernel an SM holds at a time; 0: not even one fits. */
uint32_t sm_blocks_fit(const chip_config *chip, const kernel_info *kernel);

#endif
