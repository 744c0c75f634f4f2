/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page-walk caches of the chip: entries of upper page-table levels, found by address space and the bits
 * of the virtual address above them, so that a walk begins below the root. In MASK's baseline PWCache one
 * cache of 8 KB in 16 ways replaces the shared L2 TLB (tlb.l2.entries 0).
 *
 * All caches are looked up at once, and the walk goes on when the slowest has answered. The entry nearest to
 * the leaf counts. Every read of a walk fills entries, LRU; with partitions only entries of its application's
 * own ways (mmu/tlb.h). Decision: entries of tables that are indexed by bit 47 or above are not held: the
 * root of formats of five and six levels.
 */
#ifndef GMMU_WALK_CACHE_H
#define GMMU_WALK_CACHE_H

#include "config/chip.h"
#include "mmu/page_walk.h"

typedef struct walk_cache walk_cache; /* all of them */

/* NULL when the chip has none. */
walk_cache *walk_cache_new(const chip_config *chip);
void walk_cache_free(walk_cache *c);

/* Cycles of a lookup. c: not NULL. */
uint32_t walk_cache_latency(const walk_cache *c);
/* Moves a walk at the root to the entry that it has to read; false: no entry is known. */
bool walk_cache_find(walk_cache *c, uint16_t asid, uint64_t vpn, page_walk *w);
/* A walk for vpn has read its entry at `level` and is now at w, one level below. */
void walk_cache_fill(walk_cache *c, uint16_t asid, uint64_t vpn, uint32_t level, const page_walk *w);
void walk_cache_flush(walk_cache *c);

#endif
