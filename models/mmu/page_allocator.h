/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which frames a page gets. A page allocator is a struct of functions that chooses among the free frames of
 * a memory (mmu/frame_pool.h). The memory takes the frames it has chosen and gives back released ones
 * (mmu/phys_mem.h), so no allocator can hand out a frame twice or lose one. The
 * allocators are in os/page_allocators.c; docs/guide/extending.md says how to add one.
 */
#ifndef GMMU_PAGE_ALLOCATOR_H
#define GMMU_PAGE_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/policy.h"
#include "mmu/frame_pool.h"

/* Page colours first .. first + count - 1 of an address space; count 0: as the allocator deals them. */
typedef struct {
    uint32_t first, count;
} colour_range;

/* The facts about the machine that an allocator may need. */
typedef struct {
    uint64_t frames;      /* data frames: 0 .. frames - 1 */
    uint64_t seed;        /* of random choices */
    uint32_t spaces;      /* address spaces; their ASIDs are 1 .. spaces */
    uint32_t colour_bits; /* a frame has one of 1 << colour_bits page colours */
    const uint64_t
        *colour_mask; /* bit i of the colour: parity of the physical byte address and colour_mask[i] */
    const colour_range *colours; /* of each address space; NULL: as the allocator deals them */
    /* Does each line of frame a lie in the memory channel of the same line of frame b? NULL: unknown. */
    bool (*same_channels)(const void *map, uint64_t a, uint64_t b);
    const void *map;
    bool spread_tables; /* each line of a page table lies in a frame of its own */
} page_allocator_setup;

/* In the place of an ASID: reserved data. */
#define PAGE_ALLOCATOR_NOBODY 0U
/* log2 of the frames of a large frame, 2 MB. */
#define PAGE_ALLOCATOR_LARGE 9U

typedef struct {
    policy_row row;
    /* The state of an allocator. NULL with one line in err: it has no use here, or memory has run out. */
    void *(*create)(const page_allocator_setup *setup, char *err, size_t err_size);
    /* Frees it. May be NULL: as free(). */
    void (*destroy)(void *self);
    /* The first of 1 << order free frames, aligned to their size, for a page of address space `asid`, or
     * FRAME_NONE: there are none for it. The caller takes them. */
    uint64_t (*choose)(void *self, const frame_pool *pool, uint16_t asid, uint32_t order);
    /* A page has been given back; asid 0: a reserved frame, which nobody has been given. May be NULL. */
    void (*released)(void *self, uint16_t asid, uint64_t first, uint32_t order);
    /* May a page table of this address space lie in this frame? May be NULL: in any. */
    bool (*table)(const void *self, uint16_t asid, uint64_t frame);
    /* Frames handed out so far that lie in large frames of another address space, because there was nothing
     * else. May be NULL: the allocator keeps address spaces no further apart than frames. */
    uint64_t (*failsafe)(const void *self);
    /* A free frame for the base page in frame `ppn` of address space `asid`, in another large frame of it
     * that is not whole, and in the same memory channels; FRAME_NONE: there is none. asid 0: for reserved
     * data, in another large frame of no address space that holds such data. May be NULL, like the next:
     * nothing is compacted. */
    uint64_t (*beside)(void *self, const frame_pool *pool, uint16_t asid, uint64_t ppn);
    /* The large frame around `ppn` has been splintered and keeps pages: its free ones are for base pages. */
    void (*splintered)(void *self, uint64_t ppn);
    /* Would a base page of this address space lie in a large frame of it, or in one that is free? May be
     * NULL: it keeps address spaces no further apart than frames. */
    bool (*apart)(void *self, const frame_pool *pool, uint16_t asid);
    /* Large frames that some address space has. */
    uint64_t (*owned)(const void *self);
    /* Does the large frame around `ppn` serve base pages? Of which address space, 0: of none yet. May be
     * NULL, like the next: false. */
    bool (*serves)(const void *self, uint64_t ppn, uint16_t *asid);
    /* Free frames in large frames that some address space has: nobody else gets them. */
    uint64_t (*spare)(const void *self, const frame_pool *pool);
    /* The driver asks for a large frame when all pages of aligned 2 MB of virtual memory are allocated at
     * once, for base pages that lie in it in order (Mosaic 4.2). */
    bool en_masse;
    /* It gives an address space frames of page_allocator_setup.colours alone. */
    bool coloured;
    /* Why a page gets no frame; NULL: memory is used up. */
    const char *used_up;
} page_allocator;

/* The lowest free frames: in ascending order as long as none is given back. (phys_mem.c) */
extern const page_allocator page_allocator_ascending;

#endif
