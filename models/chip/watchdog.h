/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Does a run get anything done? The epoch timer keeps the engine awake, so a deadlock shows as cycles without
 * events; and a block scheduler whose slices are too short may move blocks to memory and back for ever.
 */
#ifndef GMMU_WATCHDOG_H
#define GMMU_WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Counts since the begin of the run. */
typedef struct {
    uint64_t cycle;
    uint64_t events, instructions; /* instructions: ended */
    uint64_t moved;                /* blocks saved */
} watchdog_counts;

typedef struct {
    watchdog_counts event, executed; /* as they were when the last event, the last instruction was seen */
} watchdog;

/* True, with one line in err: the engine is idle, or for a long time nothing has happened, or blocks have
 * moved and none got to execute an instruction. A long time is far more than a page fault takes. */
bool watchdog_look(watchdog *w, const watchdog_counts *now, bool idle, char *err, size_t err_size);

#endif
