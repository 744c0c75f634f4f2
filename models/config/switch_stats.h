/* SPDX-License-Identifier: Apache-2.0 */
/* What an SM counts about block switching on fault (sm/thesis/thesis_switch.h). */
#ifndef GMMU_CORE_SWITCH_STATS_H
#define GMMU_CORE_SWITCH_STATS_H

#include <stdint.h>

typedef struct {
    uint64_t out, in;              /* blocks switched out, and in again */
    uint64_t extra;                /* blocks that the dispatcher has given beyond those that fit */
    uint64_t lines;                /* lines of contexts, written and read */
    uint64_t cycles;               /* in which a block was moved */
    uint64_t tlb_hits, tlb_misses; /* of the lines, at the L1 TLB; with CONTEXTS_VIRTUAL */
} switch_stats;

#endif
