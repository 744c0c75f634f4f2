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
    uint32_t pages; /* of an entry */
    uint64_t sizes; /* of its pages: a sum of bytes */
} tlb_array_shape;

/* Lists the arrays that have entries and returns their number, at most TLB_SHAPE_ARRAYS. page_sizes: the
 * sizes that the chip has, as a sum of bytes. level->arrays must be in range. */
uint32_t tlb_shape_arrays(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *shape);

/* What is wrong with a level, "<field>: expected ...", or NULL. */
const char *tlb_shape_wrong(const tlb_level_config *level, uint64_t page_sizes);

#endif
