/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Does a run get anything done? Progress is counted for each application by itself: instructions, blocks, the
 * work of the host on page faults, and of compaction while its pages move; for a time also accesses that
 * reach TLBs, L2 cache or memory. Clocks and epochs are no progress. So a component that never replies ends
 * the run, also where other applications go on; an access that is repeated for ever does; and so does a block
 * scheduler whose slices are so short that it moves blocks to memory and back for ever.
 *
 * An application may stand still for as long as its host takes, or as others have the SMs.
 */
#ifndef GMMU_WATCHDOG_H
#define GMMU_WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chip/compaction.h"
#include "chip/memory_system.h"
#include "config/config.h"
#include "dispatch/dispatcher.h"
#include "os/fault_unit.h"
#include "sm/sm.h"

/* What it looks at; all of it must outlive the watchdog. */
typedef struct {
    const gpu_config *config;
    uint32_t apps;
    workload *const *work; /* by application */
    const sm_interface *sm;
    void *const *sms;
    const memory_system *behind;
    const dispatcher *dispatcher;
    const fault_unit *faults; /* or NULL */
    const compaction *compaction;
} watchdog_sight;

typedef struct {
    uint64_t count;
    uint64_t since; /* cycle in which this count was seen first */
} watchdog_count;

typedef struct {
    watchdog_sight at;
    uint64_t patience;  /* cycles */
    uint64_t next_look; /* cycle */
    struct {
        watchdog_count got_on, alive; /* alive: also by its accesses */
    } app[CHIP_MAX_APPS];
    uint64_t instructions, moved,
        executed; /* the last two: as they were when the last instruction was seen */
} watchdog;

void watchdog_init(watchdog *w, const watchdog_sight *at);
/* True, with one line in err: the engine is idle, an application has not got on for a long time, or blocks
 * have moved and none got to execute an instruction. A long time is far more than the longest access, or the
 * service of a page fault, takes. */
bool watchdog_look(watchdog *w, uint64_t cycle, bool idle, char *err, size_t err_size);

#endif
