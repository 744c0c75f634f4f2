/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of a TLB level, tagged with ASIDs: one for all page sizes, or several. They are only state and
 * search; the component that holds them has ports and latency. MASK Table 1: the shared TLB has 512
 * entries in 16 ways, the L1 TLB of an SM 64, fully associative.
 *
 * An entry maps an aligned group of neighbouring pages of one size, each by itself; losing the entry drops
 * them all. Page numbers (vpn) and frames (ppn) count 4 KB; "bits" is the log2 of the bytes of a page.
 *
 * A level may have victims: what a set loses goes into a buffer of its slice, which holds victims of one set
 * at a time, first in, first out. A victim answers from there, takes further pages of its group, and does not
 * return into its set.
 *
 * A level may have partitions: the application of ASID n, from 1, fills only the n-th part of the ways of
 * each set, and has victims and a clock of its own. So what it finds does not depend on the others (decision;
 * a way partition, as in a cache). A fill of an ASID beyond the partitions is an error.
 *
 * A page may be kept as a piece: an array of 128 KB pages keeps 128 KB of a page of 2 MB.
 */
#ifndef GMMU_TLB_H
#define GMMU_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "mmu/tlb_page.h"

typedef struct tlb tlb;

/* For a chip with these page sizes (a sum of bytes). NULL when tlb_shape_wrong() finds an error
 * (config/tlb_shape.h), or out of memory. */
tlb *tlb_new(const tlb_level_config *level, uint64_t page_sizes);
/* The same for a level of config->chip. With --unit-c, or --rtl with its name, the unit two_size_tlb or
 * tlb_level takes the place of the arrays of a level whose shape it has (mmu/tlb_unit.h). */
tlb *tlb_new_for(const gpu_config *config, const tlb_level_config *level);
void tlb_free(tlb *t);

/* Looks up a page, the largest pages first, and reports a hit to the replacement. */
bool tlb_lookup(tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page);
/* The same for pages of one size alone; not with the unit. */
bool tlb_lookup_size(tlb *t, uint16_t asid, uint64_t vpn, uint32_t bits, tlb_page *page);
/* Like tlb_lookup(), without telling the replacement. The unit has no port for this. */
bool tlb_probe(const tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page);
/* Keeps vpn -> page->ppn, which lies in a page of page->bits, in place of another entry (empty ones first),
 * or in its existing entry. False: the level keeps no pages of so small a size. */
bool tlb_fill(tlb *t, uint16_t asid, uint64_t vpn, const tlb_page *page);
void tlb_flush(tlb *t);
/* Drops the page, of each size. Was it there? Other pages of its entry stay. */
bool tlb_invalidate(tlb *t, uint16_t asid, uint64_t vpn);
/* The same for pages of one size that the level keeps: a large page was splintered (Mosaic 4.4). */
bool tlb_invalidate_size(tlb *t, uint16_t asid, uint64_t vpn, uint32_t bits);
/* Drops all of an address space. Was anything there? */
bool tlb_invalidate_space(tlb *t, uint16_t asid);

#endif
