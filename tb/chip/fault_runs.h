/* SPDX-License-Identifier: Apache-2.0 */
/* Whole-chip runs on chip tanasic, small, for the tests of faults in C and as RTL. */
#ifndef GMMU_FAULT_RUNS_H
#define GMMU_FAULT_RUNS_H

#include "chip/experiment.h"

typedef struct {
    const char *scheme; /* as --exceptions takes it */
    const char *app;
    const char *link;
    fault_mode faults;
    block_switching switching;
    bool local;
    bool races; /* what the application leaves depends on the order of its warps: no value tokens */
} fault_run;

extern const fault_run fault_runs[]; /* ends with a NULL scheme */

/* Sets up a run. */
void fault_run_setup(const fault_run *r, experiment *x);
/* Runs `count` of them; fails the test when one does not end well or leaves wrong values. */
void fault_run_all(experiment *x, size_t count);

#endif
