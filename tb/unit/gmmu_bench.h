/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu with the world around it, for the tests of the block. */
#ifndef GMMU_TB_GMMU_BENCH_H
#define GMMU_TB_GMMU_BENCH_H

#include "unit_test.h"

#include "../lockstep/gmmu_world.h"

/* SHARING: all places of each port may wait for software. */
#define ALL_PORTS_HOLD (((1U << GMMU_MMU_PORTS) - 1U) << MMU_HOLD_ALL_AT)

typedef struct {
    gmmu_state s;
    gmmu_in in;
    gmmu_out out;
    world w;
    uint64_t walks, fills, keeps; /* walks that are done; whose page goes to the TLB, to the bypass cache */
} bench;

static bench b; /* too large for the stack of some */

static inline void start(uint64_t seed, const page_walker_format *format, unsigned stalls, unsigned rate) {
    memset(&b, 0, sizeof b);
    gmmu_reset(&b.s);
    gmmu_outputs(&b.s, &b.out);
    world_start(&b.w, seed, format, stalls, rate);
}

#endif
