/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A synthetic allocator: what an application allocates besides the pages that it uses, and frees while it
 * runs (Mosaic 4.4: "After an application kernel finishes, it can deallocate some of the base pages that it
 * previously allocated"). Its pages, the pads, are the pages of the aligned 2 MB around an application's
 * pages that the application does not use, and the pages of blocks of 2 MB of its own. So large pages are
 * full when they are allocated, and get holes next to data that is in use. A new block is allocated when the
 * remaining block pads would fit into one block less.
 *
 * D: no instruction touches a pad. Blocks lie where no workload has addresses. Each call frees every
 * remaining pad with the same probability. The draws depend on the seed and the order of calls, separately
 * for each application.
 */
#ifndef GMMU_PADS_H
#define GMMU_PADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmu/page_allocator.h"

#define PADS_REGION_PAGES (1U << PAGE_ALLOCATOR_LARGE)
#define PADS_WORDS        (PADS_REGION_PAGES / 64U)

/* The aligned 2 MB at page `first`; bits by page. */
typedef struct {
    uint64_t first;
    uint64_t pad[PADS_WORDS];   /* allocated */
    uint64_t freed[PADS_WORDS]; /* freed, and until it is splintered still mapped: the large page covers it */
    bool splintered;            /* base pages for ever; what is freed is unmapped at once */
} pad_region;

typedef struct {
    uint32_t percent; /* freed by a call */
    uint32_t blocks;
    uint64_t state;      /* of the draws */
    uint64_t next_block; /* page of the next one */
    pad_region *region;
    size_t regions, room;
    uint64_t freed; /* pads freed in all */
} pads;

/* seed: of this application. */
void pads_init(pads *p, uint32_t percent, uint32_t blocks, uint64_t seed);
void pads_destroy(pads *p);
/* The application is over. The draws go on. */
void pads_clear(pads *p);

/* The region at page `first` has been allocated: its pages are pads until pads_use(). */
pad_region *pads_add(pads *p, uint64_t first);
void pads_use(pad_region *r, uint64_t vpn);
/* A block is to be allocated: the page at which pads_add() is to be called then. False: it has enough. */
bool pads_want_block(pads *p, uint64_t *first);
/* The region around a page; NULL: there is none. */
pad_region *pads_find(const pads *p, uint64_t vpn);

/* Frees some, and calls `freed` for each. */
void pads_free_some(pads *p, void (*freed)(void *ctx, pad_region *r, uint64_t vpn), void *ctx);

/* A large page with freed pages is on the emergency list (Mosaic 4.4: "CoCoA then stores the coalesced large
 * page frame's address in an emergency frame list"). The first of these, or NULL. */
const pad_region *pads_holes(const pads *p);

/* Pads that are freed while a large page covers them. */
uint64_t pads_covered(const pads *p);

static inline bool pads_bit(const uint64_t bits[PADS_WORDS], uint64_t vpn) {
    return bits[vpn % PADS_REGION_PAGES / 64] >> vpn % 64 & 1;
}

#endif
