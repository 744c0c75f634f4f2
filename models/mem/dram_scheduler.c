/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_scheduler.h"

const dram_scheduler *const dram_schedulers[] = {
    [DRAM_FRFCFS] = &dram_scheduler_frfcfs,
    [DRAM_MASK] = &dram_scheduler_mask,
    [DRAM_FCFS] = &dram_scheduler_fcfs,
};
