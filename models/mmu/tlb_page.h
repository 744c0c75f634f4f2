/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_TLB_PAGE_H
#define GMMU_TLB_PAGE_H

#include <stdbool.h>
#include <stdint.h>

/* A page as a TLB knows it. Frames count 4 KB. */
typedef struct {
    uint64_t ppn;  /* frame of the vpn asked for */
    uint32_t bits; /* of the kept piece: log2 of its bytes */
} tlb_page;

/* What an invalidation drops. */
typedef struct {
    bool base,
        large;  /* the page of asid and vpn: of the smaller size, or the only one; of the larger of two */
    bool space; /* all of asid */
    bool all;
} tlb_drop;

#endif
