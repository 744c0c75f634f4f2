/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a command: side by side, with a progress bar. */
#ifndef GMMU_RUN_ALL_H
#define GMMU_RUN_ALL_H

#include "chip/experiment.h"
#include "cli/options.h"

/* Runs everything; false after one line on stderr. `quiet`: without a progress bar. */
bool run_all(experiment *const *list, size_t count, const options *o, bool quiet);

#endif
