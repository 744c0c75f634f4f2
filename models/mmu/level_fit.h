/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which size of the unit tlb_level (hls/tlb_level) has just the shape of a slice of a TLB level: one array
 * for pages of one size or two; LRU; sets by XOR-N from above an entry; no victims, or as many as the unit
 * has.
 */
#ifndef GMMU_LEVEL_FIT_H
#define GMMU_LEVEL_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "units/unit.h"

#define LEVEL_UNIT "tlb_level"

typedef struct {
    const unit_ops *ops; /* with the pins of tlb_level_model.h; NULL: no size that is built fits */
    uint32_t sizes;      /* of pages: 1 or 2 ... */
    uint32_t bits[2];    /* ... log2 of their bytes, the larger first */
} level_fit;

/* page_sizes: of the chip, as a sum of bytes. */
level_fit level_fit_of(const tlb_level_config *level, uint64_t page_sizes, bool rtl);

#endif
