/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of a TLB level, tagged with ASIDs: one for all page sizes, or several. They are only state and
 * search; the component that holds them has ports and latency. MASK Table 1: the shared TLB has 512
 * entries in 16 ways, the L1 TLB of an SM 64, fully associative.
 *
 * An entry maps an aligned group of neighbouring pages of one size, each by itself; losing the entry drops
 * them all. Page numbers (vpn) and frames (ppn) count 4 KB; "bits" is the log2 of the bytes of a page.
 *
 * A page may be kept as a piece: an array of 128 KB pages keeps 128 KB of a page of 2 MB.
 */
#ifndef GMMU_TLB_H
#define GMMU_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/chip.h"

typedef struct tlb tlb;

/* A page as a TLB knows it. */
typedef struct {
    uint64_t ppn;  /* frame of the vpn asked for */
    uint32_t bits; /* of the kept piece */
} tlb_page;

/* For a chip with these page sizes (a sum of bytes). NULL when tlb_shape_wrong() finds an error
 * (spec/tlb_shape.h), or out of memory. */
tlb *tlb_new(const tlb_level_config *level, uint64_t page_sizes);
void tlb_free(tlb *t);

/* Looks up a page, the largest pages first, and reports a hit to the replacement. */
bool tlb_lookup(tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page);
/* The same for pages of one size alone. */
bool tlb_lookup_size(tlb *t, uint16_t asid, uint64_t vpn, uint32_t bits, tlb_page *page);
/* Like tlb_lookup(), without telling the replacement. */
bool tlb_probe(const tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page);
/* Keeps vpn -> page->ppn, which lies in a page of page->bits, in place of another entry (empty ones first),
 * or in its existing entry. False: the level keeps no pages of so small a size. */
bool tlb_fill(tlb *t, uint16_t asid, uint64_t vpn, const tlb_page *page);
void tlb_flush(tlb *t);
/* Was it there? Other pages of its entry stay. */
bool tlb_invalidate(tlb *t, uint16_t asid, uint64_t vpn);

#endif
