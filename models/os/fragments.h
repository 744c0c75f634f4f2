/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that is fragmented before a run, as Mosaic 6.4 has it: "we allow the memory allocator to
 * pre-fragment a fraction of the main memory. We randomly place pre-fragmented data throughout the physical
 * memory." Its fragmentation index is "the fraction of large page frames that contain pre-fragmented data",
 * its occupancy "the fraction of the pre-fragmented data that occupies each fragmented large page".
 *
 * D: both are exact, to the next frame and page below; which frames and which pages of each, is drawn. The
 * data are nobody's: they stay where they are to the end of the run.
 */
#ifndef GMMU_FRAGMENTS_H
#define GMMU_FRAGMENTS_H

#include <stdint.h>

#include "mmu/phys_mem.h"

/* Takes pages of `index` per cent of the large frames, `occupancy` per cent of each, before anything else has
 * pages. What is reserved already stays so. Returns the pages taken. */
uint64_t fragments_scatter(phys_mem *m, uint32_t index, uint32_t occupancy, uint64_t seed);

#endif
