/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_needs.h"

#include <string.h>

#include "units/two_size_fit.h"

unit_needs unit_needs_of(const char *unit, const chip_config *chip, uint32_t apps) {
    if (strcmp(unit, "token_controller") == 0)
        return (unit_needs){{{"NUM_CORES", chip->sm.count}, {"NUM_APPS", apps}}};
    if (strcmp(unit, "block_queue") == 0)
        return (unit_needs){{{"NUM_CORES", chip->sm.count}}};
    if (strcmp(unit, "dram_arbiter") == 0)
        return (unit_needs){{{"NUM_APPS", apps}, {"NUM_BANKS", chip->memory.banks}}};
    if (strcmp(unit, "golden_queue") == 0 || strcmp(unit, "silver_queue") == 0 ||
        strcmp(unit, "normal_queue") == 0)
        return (unit_needs){{{"NUM_BANKS", chip->memory.banks}}};
    return (unit_needs){0};
}

bool unit_is_used(const gpu_config *config, const char *unit) {
    static const char *const of_thesis_sm[] = {"warp_gate", "replay_queue", "operand_log"};
    static const char *const of_tokens[] = {"token_controller", "bypass_cache"};
    static const char *const of_queues[] = {"golden_queue", "silver_queue", "normal_queue", "dram_arbiter"};
    if (strcmp(unit, TWO_SIZE_UNIT) == 0)
        return two_size_fits_chip(&config->chip, config_unit_is_rtl(config, unit));
    for (size_t i = 0; i < sizeof of_thesis_sm / sizeof *of_thesis_sm; i++)
        if (strcmp(unit, of_thesis_sm[i]) == 0)
            return config->chip.sm.kind == SM_THESIS;
    for (size_t i = 0; i < sizeof of_tokens / sizeof *of_tokens; i++)
        if (strcmp(unit, of_tokens[i]) == 0)
            return config->design.tlb_fill == TLB_FILL_TOKENS;
    for (size_t i = 0; i < sizeof of_queues / sizeof *of_queues; i++)
        if (strcmp(unit, of_queues[i]) == 0)
            return config->chip.memory.flat_latency == 0 && config->design.dram_scheduler != DRAM_FCFS;
    if (strcmp(unit, "page_coalescer") == 0)
        return config->design.coalesce;
    if (strcmp(unit, "block_queue") == 0)
        return strcmp(config->design.block_scheduler, SCHEDULER_OF_PARTITIONS) == 0;
    return strcmp(unit, "l2_bypass") == 0; /* in each L2 bank; others are in no chip */
}

static bool unit_needs_met_one(const gpu_config *config, const char *unit, uint32_t apps, char *err,
                               size_t err_size) {
    const unit_needs needs = unit_needs_of(unit, &config->chip, apps);
    return unit_find_for(unit, config_unit_is_rtl(config, unit), needs.size, err, err_size) != NULL;
}

bool unit_needs_met(const gpu_config *config, uint32_t apps, char *err, size_t err_size) {
    return (config->design.tlb_fill != TLB_FILL_TOKENS ||
            unit_needs_met_one(config, "token_controller", apps, err, err_size)) &&
           (!unit_is_used(config, "block_queue") ||
            unit_needs_met_one(config, "block_queue", apps, err, err_size)) &&
           unit_needs_met_one(config, "dram_arbiter", apps, err, err_size);
}
