/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/occupancy.h"

static uint64_t round_up(uint64_t n, uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

static uint64_t occupancy_min64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

kernel_limits sm_kernel_limits(const chip_config *chip) {
    const uint32_t unit = chip->sm.reg_unit ? chip->sm.shared_unit : 1;
    return (kernel_limits){
        .regs = chip->sm.regs, .reg_unit = chip->sm.reg_unit, .shared = chip->sm.shared / unit * unit};
}

sm_resources sm_block_needs(const chip_config *chip, const kernel_info *kernel) {
    const uint64_t threads = (uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2];
    sm_resources needs = {
        .blocks = 1,
        .warps = kernel->warps_per_block,
        .regs = threads * kernel->regs_per_thread,
        .shared = kernel->shared_bytes,
    };
    if (chip->sm.reg_unit) {
        needs.regs =
            round_up(kernel->regs_per_thread, chip->sm.reg_unit) * GMMU_LANES * kernel->warps_per_block;
        needs.shared = round_up(kernel->shared_bytes, chip->sm.shared_unit);
    }
    return needs;
}

sm_resources sm_capacity(const chip_config *chip) {
    const sm_resources has = {
        .blocks = occupancy_min64(chip->sm.max_blocks, GMMU_SM_WARPS),
        .warps = occupancy_min64(chip->sm.warps, GMMU_SM_WARPS),
        .regs = chip->sm.regs,
        .shared = chip->sm.shared,
    };
    return has;
}

bool sm_take(sm_resources *available, const sm_resources *needs) {
    if (available->blocks < needs->blocks || available->warps < needs->warps ||
        available->regs < needs->regs || available->shared < needs->shared)
        return false;
    available->blocks -= needs->blocks;
    available->warps -= needs->warps;
    available->regs -= needs->regs;
    available->shared -= needs->shared;
    return true;
}

void sm_give_back(sm_resources *available, const sm_resources *needs) {
    available->blocks += needs->blocks;
    available->warps += needs->warps;
    available->regs += needs->regs;
    available->shared += needs->shared;
}

uint32_t sm_blocks_fit(const chip_config *chip, const kernel_info *kernel) {
    sm_resources available = sm_capacity(chip);
    const sm_resources needs = sm_block_needs(chip, kernel);
    const uint64_t step = chip->sm.shared_step, part = needs.shared ? needs.shared : 1;
    if (step) /* thesis Table 5.1: a kernel gets a part of it, the rest is L1 cache then */
        available.shared = occupancy_min64(available.shared, round_up(part, step));
    uint32_t blocks = 0;
    while (sm_take(&available, &needs))
        blocks++;
    return blocks;
}
