/* SPDX-License-Identifier: Apache-2.0 */
/* The epochs of a run on standard output while it goes on, a line of JSON each: the elements of `epochs` of
 * its result, in their order (docs/reference/output.md). */
#ifndef GMMU_EPOCH_LINES_H
#define GMMU_EPOCH_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "chip/experiment.h"

typedef struct {
    size_t written; /* lines */
} epoch_lines;

/* Before the run; `lines` stays where it is until that is over. */
void epoch_lines_begin(epoch_lines *lines, experiment *x, uint64_t every);

#endif
