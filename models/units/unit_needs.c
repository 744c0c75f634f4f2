/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_needs.h"

#include <string.h>

unit_needs unit_needs_of(const char *unit, const chip_config *chip, uint32_t apps) {
    if (strcmp(unit, "token_controller") == 0)
        return (unit_needs){{{"NUM_CORES", chip->sm.count}, {"NUM_APPS", apps}}};
    if (strcmp(unit, "dram_arbiter") == 0)
        return (unit_needs){{{"NUM_APPS", apps}, {"NUM_BANKS", chip->memory.banks}}};
    if (strcmp(unit, "golden_queue") == 0 || strcmp(unit, "silver_queue") == 0 ||
        strcmp(unit, "normal_queue") == 0)
        return (unit_needs){{{"NUM_BANKS", chip->memory.banks}}};
    return (unit_needs){0};
}

static bool unit_needs_met_one(const gpu_config *config, const char *unit, uint32_t apps, char *err,
                               size_t err_size) {
    const unit_needs needs = unit_needs_of(unit, &config->chip, apps);
    return unit_find_for(unit, config_unit_is_rtl(config, unit), needs.size, err, err_size) != NULL;
}

bool unit_needs_met(const gpu_config *config, uint32_t apps, char *err, size_t err_size) {
    return (config->design.tlb_fill != TLB_FILL_TOKENS ||
            unit_needs_met_one(config, "token_controller", apps, err, err_size)) &&
           unit_needs_met_one(config, "dram_arbiter", apps, err, err_size);
}
