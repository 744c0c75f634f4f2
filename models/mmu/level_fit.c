/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/level_fit.h"

#include <string.h>

#include "config/tlb_policy.h"
#include "config/tlb_shape.h"
#include "gmmu_params.h"

/* Of a slice; false when the level has another. */
static bool slice_shape(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *slice) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    if (level->arrays > CHIP_MAX_TLB_ARRAYS || level->partitions > 1 ||
        tlb_replacement_find(level->replacement) != &tlb_replacement_lru ||
        tlb_index_find(level->index) != &tlb_index_xor || level->index_from != 0 ||
        tlb_shape_arrays(level, page_sizes, shape) != 1)
        return false;
    *slice = shape[0];
    slice->entries /= level->slices != 0 ? level->slices : 1;
    return slice->entries >= slice->ways && __builtin_popcountll(slice->sizes) <= 2;
}

static bool slice_is(const tlb_array_shape *slice, uint32_t victims, const unit_ops *ops) {
    return strcmp(ops->unit, LEVEL_UNIT) == 0 && unit_size_of(ops, "LEVEL_WAYS") == slice->ways &&
           unit_size_of(ops, "LEVEL_SETS") == slice->entries / slice->ways &&
           unit_size_of(ops, "LEVEL_PAGES") == slice->pages &&
           (victims == 0 || unit_size_of(ops, "LEVEL_VICTIMS") == victims);
}

level_fit level_fit_of(const tlb_level_config *level, uint64_t page_sizes, bool rtl) {
    tlb_array_shape slice;
    if (!slice_shape(level, page_sizes, &slice))
        return (level_fit){.ops = NULL};
    const uint32_t larger = 63U - (uint32_t)__builtin_clzll(slice.sizes);
    for (const unit_ops *const *b = unit_builds(rtl); *b; b++)
        if (slice_is(&slice, level->victims, *b))
            return (level_fit){.ops = *b,
                               .sizes = (uint32_t)__builtin_popcountll(slice.sizes),
                               .bits = {larger, (uint32_t)__builtin_ctzll(slice.sizes)}};
    return (level_fit){.ops = NULL};
}
