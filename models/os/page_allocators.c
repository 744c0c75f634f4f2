/* SPDX-License-Identifier: Apache-2.0 */
#include "os/page_allocators.h"

#include <inttypes.h>
#include <stdio.h>

/* In mmu/phys_mem.c and os/page_*.c. */
#define ALLOCATORS(ROW)                                                                                      \
    ROW(page_allocator, ascending)                                                                           \
    ROW(page_allocator, random)                                                                              \
    ROW(page_allocator, colour)                                                                              \
    ROW(page_allocator, split)                                                                               \
    ROW(page_allocator, cocoa)

ALLOCATORS(POLICY_DECLARED)
static const policy_row of_the_chip = {DESIGN_OWN_ALLOCATOR, "as os.allocator of the chip"};
const policy_row *const page_allocators[] = {ALLOCATORS(POLICY_ROW) NULL};
const policy_row *const design_allocators[] = {&of_the_chip, ALLOCATORS(POLICY_ROW) NULL};

const page_allocator *page_allocators_find(const char *name) {
    return (const page_allocator *)policy_find(page_allocators, name);
}

static bool same_channels(const void *map, uint64_t a, uint64_t b) {
    const uint64_t first_a = a << PHYS_MEM_FRAME_BITS, first_b = b << PHYS_MEM_FRAME_BITS;
    for (uint64_t at = 0; at < UINT64_C(1) << PHYS_MEM_FRAME_BITS; at += GMMU_LINE_BYTES)
        if (mem_map_place(map, first_a + at).channel != mem_map_place(map, first_b + at).channel)
            return false;
    return true;
}

phys_mem *page_allocators_memory(const chip_config *chip, const mem_map *map, uint32_t spaces,
                                 const colour_range *colours, char *err, size_t err_size) {
    const page_allocator *allocator = page_allocators_find(chip->os.allocator);
    if (!policy_known(page_allocators, "os.allocator", chip->os.allocator, err, err_size))
        return NULL;
    for (uint32_t i = 0; colours != NULL && i < spaces; i++) {
        if (colours[i].count != 0 && !allocator->coloured) {
            (void)snprintf(err, err_size,
                           "os.allocator: %s: expected colour or split, where applications have "
                           "page colours of their own",
                           allocator->row.name);
            return NULL;
        }
    }
    const bool spread = chip->page_table.placement == PAGE_TABLE_FRAME;
    if (spread && allocator->table != NULL) {
        (void)snprintf(err, err_size,
                       "page_table.placement: frame: expected packed, as os.allocator=%s gives page tables a "
                       "colour",
                       allocator->row.name);
        return NULL;
    }
    uint64_t masks[CHIP_INDEX_BITS];
    const uint64_t bytes = chip->memory.bytes < map->host ? chip->memory.bytes : map->host;
    const uint64_t frames = bytes >> PHYS_MEM_FRAME_BITS;
    page_allocator_setup setup = {.seed = chip->os.seed,
                                  .spaces = spaces,
                                  .colours = colours,
                                  .colour_mask = masks,
                                  .same_channels = same_channels,
                                  .map = map,
                                  .spread_tables = spread};
    setup.colour_bits = mem_map_colours(map, PHYS_MEM_FRAME_BITS, masks);
    return phys_mem_new_with(frames < PHYS_MEM_MAX_FRAMES ? frames : PHYS_MEM_MAX_FRAMES,
                             PHYS_MEM_TABLE_FRAMES, allocator, &setup, err, err_size);
}

bool page_allocators_apart(const chip_config *chip, uint32_t spaces, const colour_range *colours) {
    const page_allocator *allocator = page_allocators_find(chip->os.allocator);
    if (allocator == NULL || !allocator->coloured || allocator->table == NULL)
        return false;
    for (uint32_t i = 0; i < spaces; i++) {
        const colour_range *a = &colours[i];
        if (a->count == 0)
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (a->first < colours[k].first + colours[k].count && colours[k].first < a->first + a->count)
                return false;
    }
    return true;
}

bool page_allocators_reserve(phys_mem *memory, const chip_config *chip, uint64_t bytes, uint64_t *first,
                             char *err, size_t err_size) {
    *first = chip->memory.bytes / 2;
    if (bytes <= chip->memory.bytes - *first && phys_mem_reserve(memory, *first, bytes))
        return true;
    (void)snprintf(err, err_size,
                   "memory.bytes: %" PRIu64 ": expected at least twice the %" PRIu64
                   " bytes of thread-block contexts",
                   chip->memory.bytes, bytes);
    return false;
}
