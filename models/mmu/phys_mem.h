/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Simulated physical memory, limited to the needs of address translation: a 40-bit
 * space of 4 KB frames, which a page allocator hands out and takes back. Data frames have no
 * contents, because no translation depends on data. Table frames, which hold
 * 512 64-bit page-table entries, come from a region of their own at the top of
 * the space, as a driver would reserve it (decision); its size bounds the host
 * memory that page tables can take for any trace.
 */
#ifndef GMMU_PHYS_MEM_H
#define GMMU_PHYS_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmu/page_allocator.h"

#define PHYS_MEM_MAX_FRAMES (UINT64_C(1) << 28)
/* Where pages are pinned in the host's memory, the upper half of the space is its frames. */
#define PHYS_MEM_HOST_FRAMES   (UINT64_C(1) << 27)
#define PHYS_MEM_FRAME_BITS    12U
#define PHYS_MEM_TABLE_ENTRIES 512U
/* Default limit on page tables: 64 Ki frames, 256 MB of host memory. */
#define PHYS_MEM_TABLE_FRAMES (UINT64_C(1) << 16)

typedef struct phys_mem phys_mem;

/* `frames` in all (at most PHYS_MEM_MAX_FRAMES), the last `table_frames` of them for
 * page tables, with frames in ascending order. NULL when the sizes are not valid or the host is out of
 * memory. */
phys_mem *phys_mem_new(uint64_t frames, uint64_t table_frames);
/* The same with another allocator; `setup->frames` is filled in. With `setup->spread_tables` each line of a
 * table takes a frame in the region of the tables. NULL with one line in err. */
phys_mem *phys_mem_new_with(uint64_t frames, uint64_t table_frames, const page_allocator *allocator,
                            const page_allocator_setup *setup, char *err, size_t err_size);
void phys_mem_free(phys_mem *m);
/* Frames of the region for `table_frames` tables. */
uint64_t phys_mem_table_span(uint64_t table_frames, bool spread);

/* 1 << order frames for a page of address space `asid`, aligned to their size; ppn is the first of
 * them. False when the allocator has none. */
bool phys_mem_alloc_run(phys_mem *m, uint16_t asid, uint32_t order, uint64_t *ppn);
/* The same in the host's memory, in ascending order whatever the allocator; false also where
 * the GPU's memory has more than the lower half. */
bool phys_mem_alloc_host_run(phys_mem *m, uint32_t order, uint64_t *ppn);
/* Is this a frame of the host's memory? */
static inline bool phys_mem_is_host(uint64_t ppn) {
    return ppn >= PHYS_MEM_HOST_FRAMES;
}
/* Gives either kind back. False, and nothing has changed, when they are not all taken. */
bool phys_mem_release_run(phys_mem *m, uint16_t asid, uint64_t ppn, uint32_t order);

/* As the page allocator's beside(), splintered(), owned(), serves() and spare() say (mmu/page_allocator.h): a
 * frame is taken for the page in frame `from`; large frames that have an owner. */
bool phys_mem_alloc_beside(phys_mem *m, uint16_t asid, uint64_t from, uint64_t *ppn);
void phys_mem_splintered(phys_mem *m, uint64_t ppn);
uint64_t phys_mem_owned(const phys_mem *m);
bool phys_mem_serves(const phys_mem *m, uint64_t ppn, uint16_t *asid);
uint64_t phys_mem_spare(const phys_mem *m);
/* As apart() says; true without it. */
bool phys_mem_apart(const phys_mem *m, uint16_t asid);

/* Takes the data frames among bytes first .. first + bytes - 1, for another use than pages; a frame comes
 * back as one of address space 0. False when one of them is taken. */
bool phys_mem_reserve(phys_mem *m, uint64_t first, uint64_t bytes);
/* Is this data frame taken? */
bool phys_mem_taken(const phys_mem *m, uint64_t ppn);

/* A frame for a page table of address space `asid`, all entries 0. False when no frame for it or no host
 * memory is left. */
bool phys_mem_alloc_table(phys_mem *m, uint16_t asid, uint64_t *ppn);
/* Gives it back; ppn must be a frame handed out. */
void phys_mem_release_table(phys_mem *m, uint64_t ppn);

/* The aligned 64-bit word at a physical byte address: 0 outside allocated tables,
 * where writes are dropped. */
uint64_t phys_mem_read(const phys_mem *m, uint64_t paddr);
void phys_mem_write(phys_mem *m, uint64_t paddr, uint64_t value);

/* Address of the line that has the word of a table: its own, or with spread tables the line of the frame that
 * the line has for itself. */
uint64_t phys_mem_table_line(const phys_mem *m, uint64_t paddr);

uint64_t phys_mem_frames(const phys_mem *m); /* data frames in all */

/* Frames that are taken. */
uint64_t phys_mem_data_frames(const phys_mem *m); /* reserved ones too, the host's not */
uint64_t phys_mem_host_frames(const phys_mem *m);
uint64_t phys_mem_table_frames(const phys_mem *m);

/* Does the allocator want to be asked for large frames? (page_allocator.en_masse) */
bool phys_mem_en_masse(const phys_mem *m);
/* Why an allocation has failed: a constant text. */
const char *phys_mem_used_up(const phys_mem *m);
/* Frames handed out from large frames of others; 0 for an allocator that counts none. */
uint64_t phys_mem_failsafe(const phys_mem *m);

/* Free data frames outside of every free run of 1 << order frames: fragmentation. 0 for order 0. */
uint64_t phys_mem_scattered(const phys_mem *m, uint32_t order);

#endif
