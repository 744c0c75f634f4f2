/* SPDX-License-Identifier: Apache-2.0 */
/* A machine that shows on a terminal how many accesses have been made with it; nothing elsewhere. */
#ifndef GMMU_PROBE_PROGRESS_H
#define GMMU_PROBE_PROGRESS_H

#include "cli/progress.h"
#include "study/probe/probe_machine.h"

typedef struct {
    const probe_machine *machine;
    uint64_t accesses;
    progress_bar bar;
} probe_progress;

/* The same machine with a count; both must outlive it. Nothing of it is left on the terminal after
 * probe_progress_end(). `quiet`: the count is not shown. */
probe_machine probe_progress_begin(probe_progress *progress, const probe_machine *machine, bool quiet);
void probe_progress_end(probe_progress *progress);

#endif
