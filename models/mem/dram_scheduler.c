/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_scheduler.h"

#define ENTRY(enumerator, name) &dram_scheduler_##name,
const dram_scheduler *const dram_schedulers[] = {DRAM_SCHEDULERS(ENTRY)};
#undef ENTRY

const unit_need *dram_scheduler_units(const gpu_config *config) {
    return config->chip.memory.flat_latency == 0 ? dram_schedulers[config->design.dram_scheduler]->units
                                                 : NULL;
}
