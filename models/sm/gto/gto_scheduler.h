/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Greedy-then-oldest warp scheduling: an issue port stays with the warp that it issued
 * last while that warp can issue, and otherwise takes the oldest warp. Age is the
 * arrival of the thread block, then the number of the warp in it. D: with
 * several ports a warp issues at most once per cycle, and a port does not take
 * the warp that another port is greedy for.
 */
#ifndef GMMU_GTO_SCHEDULER_H
#define GMMU_GTO_SCHEDULER_H

#include <stdint.h>

#define GTO_MAX_PORTS  4U
#define GTO_MAX_BLOCKS 64U

typedef struct {
    uint64_t last[GTO_MAX_PORTS]; /* bit of the warp slot that issued last, or 0 */
    uint32_t blocks;
    uint64_t members[GTO_MAX_BLOCKS]; /* warp slots of the resident blocks, oldest block first */
} gto_scheduler;

/* A block arrives; the slots of its warps rise with the warp number. */
void gto_add_block(gto_scheduler *g, uint64_t members);
void gto_remove_block(gto_scheduler *g, uint64_t members);

/* The candidate to issue at `port`, as the bit of its slot; 0 when there is none. */
uint64_t gto_pick(gto_scheduler *g, uint32_t port, uint64_t candidates);

#endif
