/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page table of one application: a radix tree in simulated physical memory, of a format that is
 * data (config/page_table.h). Level 1 is the root, as in the walk depth of a memory request (MASK 5.3).
 *
 * A page has one of the sizes of the format, given as log2 of its bytes ("bits", 12 for 4 KB). It lies in
 * aligned, contiguous frames. Virtual page numbers (vpn) and frame numbers (ppn) always count 4 KB, for
 * pages of any size; any vpn within a page names it.
 *
 * Decision: a page has its frames from the moment the driver knows of it, resident or not. So
 * physical addresses depend on the order of first uses, never on the order of faults.
 */
#ifndef GMMU_ADDRESS_SPACE_H
#define GMMU_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "config/page_table.h"
#include "mmu/page_walk.h"
#include "mmu/phys_mem.h"

typedef struct address_space address_space;

typedef enum {
    MAP_OK,
    MAP_ALREADY,   /* the page, or a larger one around it, is mapped; nothing changed */
    MAP_BAD_VPN,   /* beyond the virtual address space */
    MAP_BAD_SIZE,  /* the format has no pages of this size */
    MAP_SMALLER,   /* smaller pages are mapped within it; nothing changed */
    MAP_NO_MEMORY, /* physical memory is used up; the page stays unmapped */
} map_result;

/* One clear phrase for a message to the user. */
const char *map_result_text(map_result r);

typedef struct {
    uint64_t ppn;  /* frame of the vpn that was asked for */
    uint32_t bits; /* log2 of the bytes of its page */
    bool writable;
    bool system;
} translation;

/* An empty address space; NULL when there is no frame for the root, or with an asid of 512 or more.
 * `mem` and `format` must outlive it. */
address_space *address_space_new(phys_mem *mem, uint16_t asid, const page_table_format *format);
/* Returns all frames and tables; no walk may be under way through them. */
void address_space_free(address_space *as);
/* The same, but the address space stays, empty: the driver does this when its application ends. */
void address_space_clear(address_space *as);

uint16_t address_space_asid(const address_space *as);
const page_table_format *address_space_format(const address_space *as);
uint64_t address_space_root(const address_space *as); /* PPN of the root table */
phys_mem *address_space_memory(const address_space *as);
uint64_t address_space_pages(const address_space *as); /* pages mapped, of any size */

/* Maps the page of 1 << bits bytes around vpn, writable, to new frames, or to those reserved for it. */
map_result address_space_map(address_space *as, uint64_t vpn, uint32_t bits);
/* The same, to frames of the host's memory (mem/host_memory.h). */
map_result address_space_map_host(address_space *as, uint64_t vpn, uint32_t bits);
/* Gives the base pages of the aligned 2 MB around vpn one large frame, in order: mapped, or without
 * `resident` reserved. MAP_ALREADY, and nothing has changed, when any of them is mapped or reserved;
 * MAP_NO_MEMORY when there is no large frame. */
map_result address_space_give_frame(address_space *as, uint64_t vpn, bool resident);
/* Gives a page its frames without mapping it: valid, not resident. MAP_ALREADY also when mapped. */
map_result address_space_reserve(address_space *as, uint64_t vpn, uint32_t bits);
/* Maps a reserved page; false when it is not reserved. */
bool address_space_make_resident(address_space *as, uint64_t vpn);
/* Changes the leaf of a mapped page; false when it is not mapped. All caches of
 * translations must be flushed after (last_level_invalidate, MASK 5.2). */
bool address_space_protect(address_space *as, uint64_t vpn, bool writable);
/* system: only warps in system mode may use the page; else all warps may. */
bool address_space_restrict(address_space *as, uint64_t vpn, bool system);
bool address_space_move(address_space *as, uint64_t vpn); /* to new frames */
/* A base page to a frame that is taken already (phys_mem_alloc_beside); its own frame comes back. */
bool address_space_move_to(address_space *as, uint64_t vpn, uint64_t ppn);
bool address_space_unmap(address_space *as, uint64_t vpn); /* a mapped or a reserved page */
/* Unmaps all mapped and reserved pages that lie wholly in vpn .. vpn + pages - 1; returns their frames. */
uint64_t address_space_unmap_range(address_space *as, uint64_t vpn, uint64_t pages);
/* Counts such changes: a translation seen under one generation is valid as long as the generation
 * stays. Mapping a new page counts only if the page replaces an empty table. */
uint64_t address_space_generation(const address_space *as);

/* Sets or clears one bit, as a page coalescer asks (hls/page_coalescer): the disabled bit of the last entry
 * for vpn, or the large bit of the entry above, which counts as a change: pages have another size.
 * False when there is no such entry, or the format does not coalesce. A coalesced page cannot be protected,
 * restricted, moved or unmapped before it is splintered; clearing the address space also takes it. */
bool address_space_write_bit(address_space *as, uint64_t vpn, bool leaf_entry, bool set);

/* Walks the tables. False when the page is not mapped. */
bool address_space_translate(const address_space *as, uint64_t vpn, translation *t);

/* The frame of vpn in a mapped or a reserved page; false: it has none. */
bool address_space_frame(const address_space *as, uint64_t vpn, uint64_t *ppn);

/* The mapped base pages that lie in frames first .. first + frames - 1: vpn[i] is the page of frame first +
 * i, or ADDRESS_SPACE_NO_PAGE. Returns their number. Of a format that coalesces (config/page_table.h). */
#define ADDRESS_SPACE_NO_PAGE UINT64_MAX
uint64_t address_space_pages_in(const address_space *as, uint64_t first, uint64_t frames, uint64_t *vpn);

/* Physical byte address of the n-th entry (from 1) that a walk for vpn reads. False when it ends before. */
bool address_space_entry_address(const address_space *as, uint64_t vpn, uint32_t n, uint64_t *paddr);

#endif
