/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/chip_units.h"

#include <stdio.h>
#include <string.h>

#include "dispatch/block_scheduler.h"
#include "mem/dram_scheduler.h"
#include "mem/l2_bank.h"
#include "mem/mem_map.h"
#include "mmu/inplace_coalescer.h"
#include "mmu/last_level.h"
#include "mmu/tlb_unit.h"
#include "sm/sm.h"

/* A line for each component that has units: what it has in this chip, or NULL. */
static const unit_need *(*const owners[])(const gpu_config *config) = {
    last_level_units, block_scheduler_units, dram_scheduler_units, mem_map_units,
    l2_bank_units,    tlb_unit_units,        inplace_units,        sm_units,
};
#define OWNERS (sizeof owners / sizeof *owners)

static bool some_part_is(const gpu_config *config, const unit_need *need) {
    unit_part part;
    for (uint32_t i = 0; need->part(config, i, &part); i++)
        if (part.ops)
            return true;
    return false;
}

static bool need_holds(const gpu_config *config, const unit_need *need) {
    return need->part ? some_part_is(config, need) : !need->used || need->used(config);
}

/* The needs of one component, NULL: it has none. */
static const unit_need *find_among(const gpu_config *config, const unit_need *need, const char *unit) {
    for (; need && need->unit; need++)
        if (strcmp(need->unit, unit) == 0 && need_holds(config, need))
            return need;
    return NULL;
}

const unit_need *chip_units_find(const gpu_config *config, const char *unit) {
    const unit_need *found = NULL;
    for (size_t i = 0; i < OWNERS && !found; i++)
        found = find_among(config, owners[i](config), unit);
    return found;
}

bool chip_units_declared(const gpu_config *config, const char *unit) {
    for (size_t i = 0; i < OWNERS; i++)
        for (const unit_need *need = owners[i](config); need && need->unit; need++)
            if (strcmp(need->unit, unit) == 0)
                return true;
    return false;
}

static bool is_built(const gpu_config *config, const unit_need *need, uint32_t apps, char *err,
                     size_t err_size) {
    const unit_needs needs = need->sizes(&config->chip, apps);
    const bool rtl = config_unit_is_rtl(config, need->unit);
    const unit_ops *ops = unit_find_for(need->unit, rtl, needs.size, err, err_size);
    if (!ops || !need->all_sms || unit_size_of(ops, "NUM_SMS") == config->chip.sm.count)
        return ops != NULL;
    (void)snprintf(err, err_size, "block scheduler '%s': no unit %s of %u SMs is built: expected sm.count=%u",
                   config->design.block_scheduler, need->unit, config->chip.sm.count,
                   unit_size_of(ops, "NUM_SMS"));
    return false;
}

bool chip_units_built(const gpu_config *config, uint32_t apps, char *err, size_t err_size) {
    for (size_t i = 0; i < OWNERS; i++)
        for (const unit_need *need = owners[i](config); need && need->unit; need++)
            if (need->sizes && need_holds(config, need) && !is_built(config, need, apps, err, err_size))
                return false;
    return true;
}
