/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Room for a large frame (Mosaic 4.4): "If significant memory fragmentation exists, this can cause CoCoA to
 * run out of free large page frames, even though it has not allocated all of the available base pages in GPU
 * memory. To avoid an out-of-memory error in the application, Mosaic uses CAC to splinter and compact
 * highly-fragmented large page frames, freeing up large page frames for CoCoA to use." This is the choice of
 * the large frame that is emptied, and of where its pages go.
 *
 * It is one that serves base pages, all of one application or all of the data that lie in memory before a run
 * (os/fragments.h). They go to other such frames of the same application, or of those data, within their
 * memory channels (Mosaic 4.4).
 *
 * D: of the frames of each application, and of those data, only the one with the fewest pages is looked
 * at; of these the one with the fewest pages goes first, then the first in memory. A frame with pages of both
 * stays as it is, and so does a full one: nothing is won by its move.
 */
#ifndef GMMU_ROOM_H
#define GMMU_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmu/address_space.h"
#include "mmu/page_copier.h"
#include "os/fragments.h"
#include "os/pads.h"

/* In the place of an application: the data that lie in memory before a run. */
#define ROOM_NOBODY UINT32_MAX

typedef struct {
    phys_mem *memory;
    const fragments *fragments;
    address_space *const *space; /* of applications 0 .. apps - 1 */
    uint32_t apps;
} room_memory;

typedef struct {
    uint32_t app; /* whose pages move */
    size_t moves;
    page_move move[PADS_REGION_PAGES];
} room_plan;

/* Finds a large frame, and takes frames for its pages. False: none can be emptied, and nothing is taken. */
bool room_take(const room_memory *m, room_plan *r);
/* Likewise of this application, or ROOM_NOBODY, alone. */
bool room_take_of(const room_memory *m, uint32_t app, room_plan *r);
/* The pages stay: the frames taken for them are given back. */
void room_forget(const room_memory *m, const room_plan *r);

#endif
