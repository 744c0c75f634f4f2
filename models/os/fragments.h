/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that is fragmented before a run, as Mosaic 6.4 has it: "we allow the memory allocator to
 * pre-fragment a fraction of the main memory. We randomly place pre-fragmented data throughout the physical
 * memory." Its fragmentation index is "the fraction of large page frames that contain pre-fragmented data",
 * its occupancy "the fraction of the pre-fragmented data that occupies each fragmented large page".
 *
 * D: both are exact, to the next frame and page below; which frames and which pages of each, is drawn. The
 * data are nobody's: no application uses them. A page of them is named by the frame that it lay in before the
 * run, and only compaction moves it (os/room.h).
 */
#ifndef GMMU_FRAGMENTS_H
#define GMMU_FRAGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "mmu/phys_mem.h"

/* All 0: there are none. */
typedef struct {
    uint64_t pages;
    uint64_t frames; /* data frames of the memory; by frame: */
    uint32_t *page;  /* 1 + the page that lies there; 0: none */
    uint32_t *frame; /* where the page lies */
} fragments;

/* Takes pages of `index` per cent of the large frames, `occupancy` per cent of each, before anything else has
 * pages. What is reserved already stays so. f is all 0 before. */
void fragments_scatter(fragments *f, phys_mem *m, uint32_t index, uint32_t occupancy, uint64_t seed);
void fragments_free(fragments *f);

/* The page that lies in this frame; false: there is none. */
bool fragments_page(const fragments *f, uint64_t ppn, uint64_t *page);
/* Where the page lies; false: there is no such page. f is a fragments (a value_frame, sm/parts/values.h). */
bool fragments_frame(void *f, uint64_t page, uint64_t *ppn);
/* The page has moved to frame `to`, which is taken; its own comes back. */
void fragments_move(fragments *f, phys_mem *m, uint64_t page, uint64_t to);

#endif
