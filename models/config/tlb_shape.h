/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays of a chip's TLB level, with the open parts of its description filled in, and the rules for
 * such a description. */
#ifndef GMMU_TLB_SHAPE_H
#define GMMU_TLB_SHAPE_H

#include <stdint.h>

#include "config/chip.h"

#define TLB_SHAPE_ARRAYS  (CHIP_MAX_TLB_ARRAYS + 1)
#define TLB_SHAPE_ENTRIES (1U << 20) /* at most in an array, its pages counted one by one */
#define TLB_SHAPE_PAGES   64U        /* at most in an entry */
#define TLB_SHAPE_TOP     47U        /* sets and slices may depend on bits 0 .. 46 of the virtual address */

typedef struct {
    uint32_t entries, ways;
    uint32_t pages;   /* of an entry */
    uint32_t latency; /* of its own, as in tlb_array_config */
    uint64_t sizes;   /* of its pages: a sum of bytes */
} tlb_array_shape;

/* Lists the arrays that have entries and returns their number, at most TLB_SHAPE_ARRAYS. page_sizes: the
 * sizes that the chip has, as a sum of bytes. level->arrays must be in range. */
uint32_t tlb_shape_arrays(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *shape);

/* What is wrong with a level, "<field>: expected ...", or NULL. */
const char *tlb_shape_wrong(const tlb_level_config *level, uint64_t page_sizes);

/*
 * The look-up of a level: "it first checks if the address belongs to a coalesced page by looking up the TLB
 * large page entries. If the SM locates a valid large page entry for the request [...], it avoids looking up
 * TLB base page entries" (Mosaic 4.3). Arrays with a latency of their own come one after another, arrays of
 * larger pages first; then all others together, in the level's latency. D: an array that no page of the chip
 * can get into, and no coalesced one, is left out.
 */
typedef struct {
    uint32_t cycles; /* from the look-up to the answer ... */
    uint64_t sizes;  /* ... for pages of these sizes, a sum of bytes; the last: for all, and for a miss */
} tlb_stage;

typedef struct {
    uint32_t count; /* 1 or more */
    tlb_stage stage[TLB_SHAPE_ARRAYS];
} tlb_stages;

/* The level has passed tlb_shape_wrong(). */
tlb_stages tlb_stages_of(const chip_config *chip, const tlb_level_config *level);
/* Cycles of a miss, and of a hit on a page of 1 << bits bytes. */
uint32_t tlb_stages_all(const tlb_stages *s);
uint32_t tlb_stages_hit(const tlb_stages *s, uint32_t bits);

#endif
