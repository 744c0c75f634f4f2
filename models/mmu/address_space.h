/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page table of one application: a radix tree in simulated physical memory,
 * 9 bits of the virtual page number per level (4 levels for 36 bits, decision).
 * Level 1 is the root, level `levels` holds the leaves, as in the walk depth of a
 * memory request (MASK 5.3).
 *
 * An entry is 64 bits; those of inner levels point to the next table:
 *
 *   bit  0       present
 *   bit  1       writable (leaves only)
 *   bit  2       system: only for warps in system mode (leaves only; thesis 6.4.2)
 *   bit  3       reserved: valid, but not resident; has its frame (leaves only, not present)
 *   bits 39..12  physical page number
 *
 * Decision: a page has its frame from the moment the driver knows of it, resident or not. So
 * physical addresses depend on the order of first uses, never on that of faults.
 */
#ifndef GMMU_ADDRESS_SPACE_H
#define GMMU_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "mmu/phys_mem.h"

#define PTE_PRESENT  UINT64_C(1)
#define PTE_WRITABLE UINT64_C(2)
#define PTE_SYSTEM   UINT64_C(4)
#define PTE_RESERVED UINT64_C(8)

#define PT_LEVEL_BITS 9U
#define PT_MAX_LEVELS 4U

static inline uint64_t pte_make(uint64_t ppn, uint64_t flags) {
    return (ppn << PHYS_MEM_FRAME_BITS) | flags;
}

static inline uint64_t pte_ppn(uint64_t pte) {
    return (pte >> PHYS_MEM_FRAME_BITS) & (PHYS_MEM_MAX_FRAMES - 1);
}

typedef struct address_space address_space;

typedef enum {
    MAP_OK,
    MAP_ALREADY,   /* the page is mapped; nothing changed */
    MAP_BAD_VPN,   /* beyond the virtual address space */
    MAP_NO_MEMORY, /* physical memory is used up; the page stays unmapped */
} map_result;

/* One clear phrase for a message to the user. */
const char *map_result_text(map_result r);

typedef struct {
    uint64_t ppn;
    bool writable;
    bool system;
} translation;

/* An empty address space; NULL without a frame for the root or with bad sizes.
 * asid below 512, levels 1..PT_MAX_LEVELS. `mem` must outlive it. */
address_space *address_space_new(phys_mem *mem, uint16_t asid, uint32_t levels);
void address_space_free(address_space *as);

uint16_t address_space_asid(const address_space *as);
uint32_t address_space_levels(const address_space *as);
uint64_t address_space_root(const address_space *as); /* PPN of the root table */
const phys_mem *address_space_memory(const address_space *as);
uint64_t address_space_pages(const address_space *as); /* pages mapped */

/* Maps one page, writable, to a new frame, or to the one reserved for it. */
map_result address_space_map(address_space *as, uint64_t vpn);
/* Gives a page its frame without mapping it: valid, not resident. MAP_ALREADY also when mapped. */
map_result address_space_reserve(address_space *as, uint64_t vpn);
/* Maps a reserved page; false when it is not reserved. */
bool address_space_make_resident(address_space *as, uint64_t vpn);
/* Changes the leaf of a mapped page; false when it is not mapped. Whoever caches
 * translations must be flushed after (shared_tlb_invalidate, MASK 5.2). */
bool address_space_protect(address_space *as, uint64_t vpn, bool writable);
/* Only warps in system mode may use the page, or all. */
bool address_space_restrict(address_space *as, uint64_t vpn, bool system);
bool address_space_move(address_space *as, uint64_t vpn); /* to a new frame */
/* Counts such changes: a translation seen under one generation holds as long as it
 * stays. Mapping a new page does not count, it invalidates nothing. */
uint64_t address_space_generation(const address_space *as);

/* Walks the tables. False when the page is not mapped. */
bool address_space_translate(const address_space *as, uint64_t vpn, translation *t);

/* Physical byte address of the entry for vpn in the table of a level. */
static inline uint64_t pt_entry_address(uint64_t table_ppn, uint64_t vpn, uint32_t level, uint32_t levels) {
    uint64_t index = (vpn >> (PT_LEVEL_BITS * (levels - level))) % PHYS_MEM_TABLE_ENTRIES;
    return (table_ppn << PHYS_MEM_FRAME_BITS) + index * sizeof(uint64_t);
}

/* Physical byte address of the entry a walk reads at level 1 (root) .. levels.
 * False when a table above that level is missing. */
bool address_space_entry_address(const address_space *as, uint64_t vpn, uint32_t level, uint64_t *paddr);

#endif
