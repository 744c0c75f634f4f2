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
    bool races; /* the result depends on the order of the application's warps: no value check */
} fault_run;

extern const fault_run fault_runs[]; /* ends with a NULL scheme */

/* Sets up a run. */
void fault_run_setup(const fault_run *r, experiment *x);
/* Runs `count` of them; fails the test when one ends with an error or leaves wrong values. */
void fault_run_all(experiment *x, size_t count);

#endif
