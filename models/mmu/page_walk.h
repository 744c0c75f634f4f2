/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One walk of a page table, entry by entry, for the walker, which spends time on each entry, and for the
 * driver, which does not. The format (config/page_table.h) says how far down the walk goes.
 */
#ifndef GMMU_PAGE_WALK_H
#define GMMU_PAGE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "config/page_table.h"
#include "mmu/phys_mem.h"

/* The position of a walk: the entry that it reads next. */
typedef struct {
    uint64_t table;  /* PPN of its table */
    uint64_t second; /* PPN of the table of small pages to go on to if this entry is empty; 0: none */
    uint8_t level;   /* 1 (root) .. levels */
    bool large;      /* the table is the one of larger pages of a dual entry */
    bool coalesced;  /* the pages of the table are one page: its first entry is read */
} page_walk;

typedef enum {
    PAGE_WALK_DOWN,  /* there is another entry to read */
    PAGE_WALK_LEAF,  /* the page is present */
    PAGE_WALK_ABSENT /* no page is present there; the entry says whether it is reserved */
} page_walk_state;

static inline uint64_t pte_make(uint64_t ppn, uint64_t flags) {
    return (ppn << PHYS_MEM_FRAME_BITS) | flags;
}

static inline uint64_t pte_ppn(uint64_t pte) {
    return (pte >> PHYS_MEM_FRAME_BITS) & (PHYS_MEM_MAX_FRAMES - 1);
}

static inline page_walk page_walk_begin(uint64_t root) {
    page_walk w = {root, 0, 1, false, false}; /* C++ also reads this: no designated initializer */
    return w;
}

/* Does this entry, above the last level, map a page itself? */
static inline bool page_walk_is_large_leaf(const page_table_format *f, uint64_t pte) {
    return !f->coalesces && (pte & PTE_LARGE) != 0;
}

/* log2 of the bytes of a page that the entry at w maps if it is a leaf. */
static inline uint32_t page_walk_bits(const page_table_format *f, const page_walk *w) {
    return w->large ? f->dual_low : f->level[w->level - (w->coalesced ? 2 : 1)].low;
}

/* Physical byte address of the entry at w. */
uint64_t page_walk_entry(const page_table_format *f, const page_walk *w, uint64_t vpn);

/* Reads the entry at w into *pte and goes on to the next one; at the end of the walk w stays. */
page_walk_state page_walk_step(const page_table_format *f, const phys_mem *m, page_walk *w, uint64_t vpn,
                               uint64_t *pte);

/* The frame of page vpn, which lies in the page of 1 << bits bytes that `pte` maps. */
static inline uint64_t page_walk_frame(uint64_t pte, uint32_t bits, uint64_t vpn) {
    return pte_ppn(pte) + (vpn & ((UINT64_C(1) << (bits - PHYS_MEM_FRAME_BITS)) - 1));
}

#endif
