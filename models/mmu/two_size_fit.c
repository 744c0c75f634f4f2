/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/two_size_fit.h"

#include <string.h>

#include "config/tlb_policy.h"
#include "config/tlb_shape.h"
#include "gmmu_params.h"

#define LARGE_SHIFT (GMMU_VPN_W - GMMU_LARGE_VPN_W)

static bool one_size(const tlb_array_shape *a) {
    return a->pages == 1 && (a->sizes & (a->sizes - 1)) == 0;
}

/* The two shapes, base first; false when the level has others. One array: `large` has no entries. */
static bool base_and_large(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *base,
                           tlb_array_shape *large) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    if (level->arrays > CHIP_MAX_TLB_ARRAYS ||
        tlb_replacement_find(level->replacement) != &tlb_replacement_lru ||
        tlb_index_find(level->index) != &tlb_index_low || level->index_from != 0 || level->slices > 1)
        return false;
    const uint32_t count = tlb_shape_arrays(level, page_sizes, shape);
    if (count == 0 || count > 2 || !one_size(&shape[0]) || !one_size(&shape[count - 1]))
        return false;
    const uint32_t larger = shape[count - 1].sizes < shape[0].sizes ? 0 : count - 1;
    *base = shape[count - 1 - larger];
    *large = count == 2 ? shape[larger] : (tlb_array_shape){.entries = 0};
    return base->ways != 0 &&
           (count == 1 || (large->ways == large->entries && large->sizes == base->sizes << LARGE_SHIFT));
}

two_size_fit two_size_fit_of(const tlb_level_config *level, uint64_t page_sizes, bool rtl) {
    tlb_array_shape base, large;
    if (level->partitions > 1 || !base_and_large(level, page_sizes, &base, &large))
        return (two_size_fit){.ops = NULL};
    for (const unit_ops *const *b = unit_builds(rtl); *b; b++)
        if (strcmp((*b)->unit, TWO_SIZE_UNIT) == 0 && unit_size_of(*b, "TLB_WAYS") == base.ways &&
            unit_size_of(*b, "TLB_SETS") == base.entries / base.ways &&
            (large.entries == 0 || unit_size_of(*b, "TLB_LARGE") == large.entries))
            return (two_size_fit){.ops = *b,
                                  .base_bits = (uint32_t)__builtin_ctzll(base.sizes),
                                  .large_bits = large.entries != 0 ? (uint32_t)__builtin_ctzll(large.sizes)
                                                                   : UINT32_MAX};
    return (two_size_fit){.ops = NULL};
}
