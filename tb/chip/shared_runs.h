/* SPDX-License-Identifier: Apache-2.0 */
/* Small whole chips of four SMs that several applications share, in time or one after the other, with values
 * checked: for the tests of block schedulers and of applications that follow others. */
#ifndef GMMU_SHARED_RUNS_H
#define GMMU_SHARED_RUNS_H

#include "chip/experiment.h"

#define SHARED_RUN_APPS 5

typedef struct {
    const char *chip, *scheme; /* scheme: as --exceptions takes it */
    fault_mode faults;
    const char *app[SHARED_RUN_APPS]; /* specs; NULL ends the list */
} shared_run;

/* Sets up a run without the fields of x->app[]: the caller places the applications. `scheduler`: name of a
 * block scheduler; `shuffle`: seed of the order of ticks, 0 for none. */
void shared_run_setup(const shared_run *r, const char *scheduler, uint64_t shuffle, experiment *x);
/* The same of design `mosaic`, applications side by side, TLBs with entries of both sizes. */
void shared_run_setup_mosaic(const shared_run *r, uint64_t shuffle, experiment *x);
/* Gives each application the same part of the SMs. */
void shared_run_place_apps(const shared_run *r, experiment *x);
/* Runs one or two of them; fails the test when one ends with an error or, with values checked, leaves other
 * values than a run in program order. */
void shared_runs_all(experiment *x, size_t count);
void shared_runs_free(experiment *x, size_t count);

#endif
