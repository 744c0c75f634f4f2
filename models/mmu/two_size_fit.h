/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which size of the unit two_size_tlb (hls/two_size_tlb) has just the shape of a TLB level: pages of one
 * size, or of two of which the larger is 512 times as large and has its own array, fully associative; LRU;
 * sets by the low bits. A level without large pages fits any number of large entries, because they stay
 * empty.
 */
#ifndef GMMU_TWO_SIZE_FIT_H
#define GMMU_TWO_SIZE_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "units/unit.h"

#define TWO_SIZE_UNIT "two_size_tlb"

typedef struct {
    const unit_ops *ops; /* with the pins of two_size_tlb_model.h; NULL: no size that is built fits */
    uint32_t base_bits;  /* log2 of the bytes of a base page ... */
    uint32_t large_bits; /* ... and of a large one; UINT32_MAX: there are none */
} two_size_fit;

/* page_sizes: of the chip, as a sum of bytes. */
two_size_fit two_size_fit_of(const tlb_level_config *level, uint64_t page_sizes, bool rtl);

#endif
