/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_scheduler.h"

/* In mem/sched_*.c. */
#define SCHEDULERS(ROW)                                                                                      \
    ROW(dram_scheduler, frfcfs)                                                                              \
    ROW(dram_scheduler, mask)                                                                                \
    ROW(dram_scheduler, fcfs)                                                                                \
    ROW(dram_scheduler, golden)                                                                              \
    ROW(dram_scheduler, mask_rows)                                                                           \
    ROW(dram_scheduler, turns)                                                                               \
    ROW(dram_scheduler, golden_turns)

POLICY_TABLE(dram_scheduler, dram_schedulers, dram_scheduler_find, SCHEDULERS)

const unit_need *dram_scheduler_units(const gpu_config *config) {
    const dram_scheduler *chosen = dram_scheduler_find(config->design.dram_scheduler);
    return chosen && config->chip.memory.flat_latency == 0 ? chosen->units : NULL;
}
