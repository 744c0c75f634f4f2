/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs of random programs on the thesis's SM, with random sizes and random faults; each
 * checks that all instructions committed once and that the values are right.
 */
#ifndef GMMU_THESIS_RUNS_H
#define GMMU_THESIS_RUNS_H

#include "thesis_rig.h"

extern const char *const thesis_schemes[]; /* all, for exception_scheme_parse(); NULL-terminated */

typedef struct {
    uint64_t hash, events, cycles;
    app_stats stats;
} thesis_outcome;

typedef enum { THESIS_PLAIN, THESIS_RTL, THESIS_WITHOUT_TOKENS } thesis_variant;

/* shuffle: seed of the order of ticks, 0 for the fixed one. */
thesis_outcome thesis_random_run(const char *scheme, uint64_t seed, uint64_t shuffle, thesis_variant variant);
void thesis_same_outcome(const thesis_outcome *a, const thesis_outcome *b);

#endif
