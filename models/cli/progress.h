/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A progress bar on a terminal, nothing elsewhere. It takes one line of the terminal, however wide
 * that is, and needs nothing of the terminal but the carriage return.
 */
#ifndef GMMU_PROGRESS_H
#define GMMU_PROGRESS_H

#include "chip/experiment.h"

typedef struct {
    bool on;
    double start; /* seconds of the monotonic clock */
    double shown; /* when a count was last shown */
} progress_bar;

progress_bar progress_begin(bool quiet);
void progress_show(void *bar, experiment *const *list, size_t count); /* a progress_fn */
/* For work without a known end: shows the count, at most ten times a second. */
void progress_count(progress_bar *bar, uint64_t count, const char *what);
void progress_end(progress_bar *bar);

#endif
