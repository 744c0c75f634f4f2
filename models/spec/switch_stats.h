/* SPDX-License-Identifier: Apache-2.0 */
/* What an SM counts of block switching on fault (sm/thesis/thesis_switch.h). */
#ifndef GMMU_CORE_SWITCH_STATS_H
#define GMMU_CORE_SWITCH_STATS_H

#include <stdint.h>

typedef struct {
    uint64_t out, in; /* blocks switched out, and in again */
    uint64_t extra;   /* blocks beyond those that fit that the dispatcher has given */
    uint64_t lines;   /* of contexts, written and read */
    uint64_t cycles;  /* in which a block was moved */
} switch_stats;

#endif
