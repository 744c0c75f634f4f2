/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_scheduler.h"

#define ENTRY(enumerator, name) &dram_scheduler_##name,
const dram_scheduler *const dram_schedulers[] = {DRAM_SCHEDULERS(ENTRY)};
#undef ENTRY
