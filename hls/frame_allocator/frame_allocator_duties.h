/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes a frame allocator in every cycle: 1 while it keeps the duty. The proof assumes it
 * where it is named (tb/formal/frame_allocator.c), and the unit test asserts it.
 */
#ifndef GMMU_FRAME_ALLOCATOR_DUTIES_H
#define GMMU_FRAME_ALLOCATOR_DUTIES_H

#include "frame_allocator.h"

/* The RAM gives the map that was written last for this frame: it has as many pages handed out as the frame,
 * and so a free page if the frame has one. What it gives for a free frame does not matter. */
static inline u1 frame_allocator_map_suits(const frame_allocator_state *s, const frame_allocator_in *in) {
    u1 all = 1;
    u1 full = 0;

    for (unsigned i = 0; i < GMMU_LARGE_FRAMES; i++)
        full = (u1)(full | ((s->frame == i) & (s->count[i] == GMMU_LARGE_PAGES)));
    for (unsigned m = 0; m < GMMU_PAGE_MAPS; m++)
        all = (u1)(all & ((uint64_t)in->ram_rdata[m] == UINT64_MAX >> (64U - GMMU_PAGE_MAP_W)));
    return (u1)((s->stage != FRAME_ACT) | !s->found | s->fresh | (all == full));
}

#endif
