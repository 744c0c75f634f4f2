/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a command: side by side, with a progress bar. */
#ifndef GMMU_RUN_ALL_H
#define GMMU_RUN_ALL_H

#include "chip/experiment.h"

/* Runs everything; false after one line on stderr. `jobs`: host threads; `quiet`: without a progress bar. */
bool run_all(experiment *const *list, size_t count, unsigned jobs, bool quiet);

#endif
