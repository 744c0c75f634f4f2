/* SPDX-License-Identifier: Apache-2.0 */
/* The page allocators by name, and the physical memory of a chip as its driver sets it up. */
#ifndef GMMU_PAGE_ALLOCATORS_H
#define GMMU_PAGE_ALLOCATORS_H

#include "config/config.h"
#include "mem/mem_map.h"
#include "mmu/phys_mem.h"

/* The allocator of that name (policy_find); NULL: there is none. */
const page_allocator *page_allocators_find(const char *name);

/* The memory of a chip with the allocator that it names, for address spaces with ASIDs 1 .. spaces; its page
 * colours come from `map`. colours: of each address space, or NULL. NULL with one line in err. */
phys_mem *page_allocators_memory(const chip_config *chip, const mem_map *map, uint32_t spaces,
                                 const colour_range *colours, char *err, size_t err_size);

/* Does the allocator keep these address spaces apart: pages and page tables, by colours that no two have? */
bool page_allocators_apart(const chip_config *chip, uint32_t spaces, const colour_range *colours);

/*
 * Keeps `bytes` of memory from pages, for contexts of thread blocks that leave their SM, starting in the
 * middle of memory (decision). *first is the address of the first byte. False with one line in err.
 */
bool page_allocators_reserve(phys_mem *memory, const chip_config *chip, uint64_t bytes, uint64_t *first,
                             char *err, size_t err_size);

#endif
