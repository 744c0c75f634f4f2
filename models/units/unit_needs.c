/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_needs.h"

#include <stdio.h>
#include <string.h>

#include "units/level_fit.h"
#include "units/two_size_fit.h"

unit_needs unit_needs_of(const char *unit, const chip_config *chip, uint32_t apps) {
    if (strcmp(unit, "token_controller") == 0)
        return (unit_needs){{{"NUM_CORES", chip->sm.count}, {"NUM_APPS", apps}}};
    if (strcmp(unit, "block_queue") == 0)
        return (unit_needs){{{"NUM_CORES", chip->sm.count}}};
    if (strcmp(unit, SM_SCHEDULER_UNIT) == 0)
        return (unit_needs){{{"NUM_SMS", chip->sm.count}, {"NUM_KERNELS", apps}}};
    if (strcmp(unit, SM_DRIVER_UNIT) == 0 || strcmp(unit, PTB_QUEUE_UNIT) == 0)
        return (unit_needs){
            {{"NUM_SMS", chip->sm.count}, {"NUM_KERNELS", apps}, {"SM_BLOCKS", chip->sm.max_blocks}}};
    if (strcmp(unit, "dram_arbiter") == 0)
        return (unit_needs){{{"NUM_APPS", apps}, {"NUM_BANKS", chip->memory.banks}}};
    if (strcmp(unit, "golden_queue") == 0 || strcmp(unit, "silver_queue") == 0 ||
        strcmp(unit, "normal_queue") == 0)
        return (unit_needs){{{"NUM_BANKS", chip->memory.banks}}};
    return (unit_needs){0};
}

/* `names` ends with NULL. */
static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

bool unit_is_used(const gpu_config *config, const char *unit) {
    static const char *const of_thesis_sm[] = {"warp_gate", "replay_queue", "operand_log", NULL};
    static const char *const of_tokens[] = {"token_controller", "bypass_cache", NULL};
    static const char *const of_queues[] = {"golden_queue", "silver_queue", "normal_queue", "dram_arbiter",
                                            NULL};
    static const char *const of_kernels[] = {SCHEDULER_FCFS,       SCHEDULER_NPQ, SCHEDULER_PPQ,
                                             SCHEDULER_PPQ_SHARED, SCHEDULER_DSS, NULL};
    if (strcmp(unit, TWO_SIZE_UNIT) == 0)
        return two_size_fits_chip(&config->chip, config_unit_is_rtl(config, unit));
    if (strcmp(unit, LEVEL_UNIT) == 0)
        return level_fits_chip(&config->chip, config_unit_is_rtl(config, unit));
    if (is_among(of_thesis_sm, unit))
        return config->chip.sm.kind == SM_THESIS;
    if (is_among(of_tokens, unit))
        return config->design.tlb_fill == TLB_FILL_TOKENS && !config->design.gmmu_block;
    if (is_among(of_queues, unit))
        return config->chip.memory.flat_latency == 0 && config->design.dram_scheduler != DRAM_FCFS;
    if (strcmp(unit, GMMU_UNIT) == 0)
        return config->design.gmmu_block;
    if (strcmp(unit, ADDRESS_HASH_UNIT) == 0)
        return strcmp(config->chip.memory.map.kind, "xor") == 0;
    if (strcmp(unit, "page_coalescer") == 0)
        return config->design.coalesce;
    if (strcmp(unit, "block_queue") == 0)
        return strcmp(config->design.block_scheduler, SCHEDULER_OF_PARTITIONS) == 0;
    if (strcmp(unit, SM_SCHEDULER_UNIT) == 0)
        return is_among(of_kernels, config->design.block_scheduler);
    if (strcmp(unit, SM_DRIVER_UNIT) == 0 || strcmp(unit, PTB_QUEUE_UNIT) == 0)
        return is_among(of_kernels, config->design.block_scheduler) &&
               config->schedule.driver == DRIVER_UNITS;
    return strcmp(unit, "l2_bypass") == 0; /* in each L2 bank; others are in no chip */
}

static bool unit_needs_met_one(const gpu_config *config, const char *unit, uint32_t apps, char *err,
                               size_t err_size) {
    const unit_needs needs = unit_needs_of(unit, &config->chip, apps);
    return unit_find_for(unit, config_unit_is_rtl(config, unit), needs.size, err, err_size) != NULL;
}

/* All SMs of the unit exist: a build with more of them would give them away. */
static bool sms_are_right(const gpu_config *config, const char *unit, uint32_t apps, char *err,
                          size_t err_size) {
    const unit_needs needs = unit_needs_of(unit, &config->chip, apps);
    const unit_ops *ops = unit_find_for(unit, config_unit_is_rtl(config, unit), needs.size, err, err_size);
    if (!ops || unit_size_of(ops, "NUM_SMS") == config->chip.sm.count)
        return ops != NULL;
    (void)snprintf(err, err_size, "block scheduler '%s': no unit %s of %u SMs is built: expected sm.count=%u",
                   config->design.block_scheduler, unit, config->chip.sm.count, unit_size_of(ops, "NUM_SMS"));
    return false;
}

static bool sms_are_those_of(const gpu_config *config, const char *unit, uint32_t apps, char *err,
                             size_t err_size) {
    return !unit_is_used(config, unit) || sms_are_right(config, unit, apps, err, err_size);
}

bool unit_needs_met(const gpu_config *config, uint32_t apps, char *err, size_t err_size) {
    return (!unit_is_used(config, "token_controller") ||
            unit_needs_met_one(config, "token_controller", apps, err, err_size)) &&
           (!unit_is_used(config, "block_queue") ||
            unit_needs_met_one(config, "block_queue", apps, err, err_size)) &&
           sms_are_those_of(config, SM_SCHEDULER_UNIT, apps, err, err_size) &&
           sms_are_those_of(config, SM_DRIVER_UNIT, apps, err, err_size) &&
           sms_are_those_of(config, PTB_QUEUE_UNIT, apps, err, err_size) &&
           unit_needs_met_one(config, "dram_arbiter", apps, err, err_size);
}
