/* SPDX-License-Identifier: Apache-2.0 */
#include "os/page_allocators.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const page_allocator *const page_allocators[] = {
    &page_allocator_ascending, &page_allocator_random, &page_allocator_colour,
    &page_allocator_split,     &page_allocator_cocoa,  NULL,
};

static const page_allocator *page_allocators_find(const char *name) {
    for (const page_allocator *const *a = page_allocators; *a != NULL; a++)
        if (strcmp((*a)->name, name) == 0)
            return *a;
    return NULL;
}

static void report_unknown(const chip_config *chip, char *err, size_t err_size) {
    char names[256] = "";
    for (const page_allocator *const *a = page_allocators; *a != NULL; a++) {
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", (*a)->name);
    }
    (void)snprintf(err, err_size, "os.allocator: %s: expected one of %s", chip->os.allocator, names);
}

phys_mem *page_allocators_memory(const chip_config *chip, const mem_map *map, uint32_t spaces, char *err,
                                 size_t err_size) {
    const page_allocator *allocator = page_allocators_find(chip->os.allocator);
    if (allocator == NULL) {
        report_unknown(chip, err, err_size);
        return NULL;
    }
    uint64_t colours[CHIP_INDEX_BITS];
    uint64_t frames = chip->memory.bytes >> PHYS_MEM_FRAME_BITS;
    page_allocator_setup setup = {.seed = chip->os.seed, .spaces = spaces, .colour_mask = colours};
    setup.colour_bits = mem_map_colours(map, PHYS_MEM_FRAME_BITS, colours);
    return phys_mem_new_with(frames < PHYS_MEM_MAX_FRAMES ? frames : PHYS_MEM_MAX_FRAMES,
                             PHYS_MEM_TABLE_FRAMES, allocator, &setup, err, err_size);
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
