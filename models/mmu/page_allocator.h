/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which frames a page gets. A page allocator is a struct of functions that chooses among the free frames of
 * a memory (mmu/frame_pool.h); the memory takes what it has chosen and gives back what is released
 * (mmu/phys_mem.h), so that no allocator can hand out a frame twice or lose one. The
 * allocators there are, and how to add one: os/page_allocators.c, docs/extending.md.
 */
#ifndef GMMU_PAGE_ALLOCATOR_H
#define GMMU_PAGE_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

#include "mmu/frame_pool.h"

/* What an allocator may need to know of the machine. */
typedef struct {
    uint64_t frames;      /* data frames: 0 .. frames - 1 */
    uint64_t seed;        /* of random choices */
    uint32_t spaces;      /* address spaces; their ASIDs are 1 .. spaces */
    uint32_t colour_bits; /* a frame has one of 1 << colour_bits page colours */
    const uint64_t
        *colour_mask; /* bit i of the colour: parity of the physical byte address and colour_mask[i] */
} page_allocator_setup;

typedef struct {
    const char *name, *summary;
    /* The state of an allocator, freed by free(). NULL with one line in err: it has no use here, or no
     * memory. */
    void *(*create)(const page_allocator_setup *setup, char *err, size_t err_size);
    /* The first of 1 << order free frames, aligned to their size, for a page of address space `asid`, or
     * FRAME_NONE: there are none for it. The caller takes them. */
    uint64_t (*choose)(void *self, const frame_pool *pool, uint16_t asid, uint32_t order);
    /* A page has been given back. May be NULL. */
    void (*released)(void *self, uint16_t asid, uint64_t first, uint32_t order);
} page_allocator;

/* The lowest free frames: ascending order as long as none are given back. (phys_mem.c) */
extern const page_allocator page_allocator_ascending;

#endif
