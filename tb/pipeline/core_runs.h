/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs of random programs on the thesis's SM, with random sizes and random faults; each
 * checks that all instructions committed once and that the value tokens are right.
 */
#ifndef GMMU_CORE_RUNS_H
#define GMMU_CORE_RUNS_H

#include "core_rig.h"

extern const char *const core_schemes[]; /* all, for exception_scheme_parse(); NULL-terminated */

typedef struct {
    uint64_t hash, events, cycles;
    app_stats stats;
} core_outcome;

typedef enum { CORE_PLAIN, CORE_RTL, CORE_WITHOUT_TOKENS } core_variant;

/* shuffle: seed of the order of ticks, 0 for the fixed one. */
core_outcome core_random_run(const char *scheme, uint64_t seed, uint64_t shuffle, core_variant variant);
void core_same_outcome(const core_outcome *a, const core_outcome *b);

#endif
