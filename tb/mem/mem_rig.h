/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole memory system with traffic ports in place of SMs and MMU: two
 * crossbars, L2 banks, memory channels. For tests of all of them together.
 */
#ifndef GMMU_MEM_RIG_H
#define GMMU_MEM_RIG_H

#include <stdint.h>

#include "config/config.h"

typedef struct {
    uint32_t requests; /* per port */
    uint32_t walks;    /* of the page-table walker, the last port; 0: as many as requests */
    uint64_t seed;     /* of the traffic */
    uint64_t shuffle;  /* of the tick order */
    unsigned stall;    /* per cent of the cycles in which a port receives nothing */
    uint64_t epoch;    /* core cycles between epochs, 0: none */
} mem_rig_traffic;

typedef struct {
    uint64_t hash, events, end; /* of the engine */
    uint64_t sent, reads, answered, duplicates;
    uint64_t bypassed, row_hits, dram_reads, dram_writes;
} mem_rig_result;

/* Runs random traffic of three applications to the end. */
mem_rig_result mem_rig_run(const gpu_config *cfg, const mem_rig_traffic *traffic);

/* The mask chip with a design. */
gpu_config mem_rig_config(const char *design);

#endif
