/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many thread blocks an SM holds: the one rule that both the block dispatcher and
 * the SM use. A chip with a reg_unit allocates registers to a warp in multiples of it per
 * thread, and shared memory to a block in multiples of shared_unit. A chip without it allocates
 * exactly what the threads of a block need (thesis Table 5.2). All resources of a block
 * become free when the last of its warps is done.
 */
#ifndef GMMU_OCCUPANCY_H
#define GMMU_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "program/workload.h"

typedef struct {
    uint64_t blocks, warps, regs, shared;
} sm_resources;

/* What a block may have of an SM of the chip. */
kernel_limits sm_kernel_limits(const chip_config *chip);
/* What one block of the kernel needs. */
sm_resources sm_block_needs(const chip_config *chip, const kernel_info *kernel);
/* The capacity of an SM: at most 64 warp slots, and as many blocks. */
sm_resources sm_capacity(const chip_config *chip);
/* Takes the needs of a block out of the free resources; false when these do not suffice. */
bool sm_take(sm_resources *available, const sm_resources *needs);
void sm_give_back(sm_resources *available, const sm_resources *needs);
/* Blocks of this kernel that an SM holds at a time; 0: not even one fits. */
uint32_t sm_blocks_fit(const chip_config *chip, const kernel_info *kernel);

#endif
