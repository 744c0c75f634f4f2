/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page colouring (Fractional GPUs §V): the memory modules are shared out among the address spaces. The colour
 * of a frame is what the address map makes of it regardless of address bits within a page (mem_map_colours);
 * an address space has the colours whose number, modulo the address spaces, is its own. With more
 * address spaces than colours, each has one and shares it (decision). A page gets the lowest free
 * frame of its colours.
 *
 * A page larger than a frame lies in one colour only where no colour depends on address bits within it;
 * else it has no frames here.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/gf2.h"
#include "os/page_allocators.h"

typedef struct {
    uint32_t colour_bits;
    uint64_t mask[CHIP_INDEX_BITS]; /* as in page_allocator_setup, of frame numbers */
    uint32_t parts;                 /* groups of colours, of address spaces */
    uint64_t lowest[];              /* of each part: no frame of its colours below it is free */
} colour_frames;

static void *colour_create(const page_allocator_setup *setup, char *err, size_t err_size) {
    if (setup->colour_bits == 0 || setup->spaces == 0) {
        (void)snprintf(err, err_size,
                       "os.allocator: colour: expected a memory.map with a channel bit that no address bit "
                       "below %u decides",
                       PHYS_MEM_FRAME_BITS);
        return NULL;
    }
    const uint32_t colours = 1U << setup->colour_bits;
    const uint32_t parts = setup->spaces < colours ? setup->spaces : colours;
    colour_frames *c = calloc(1, sizeof *c + parts * sizeof c->lowest[0]);
    if (c == NULL) {
        (void)snprintf(err, err_size, "out of memory");
        return NULL;
    }
    c->colour_bits = setup->colour_bits;
    c->parts = parts;
    for (uint32_t i = 0; i < setup->colour_bits; i++)
        c->mask[i] = setup->colour_mask[i] >> PHYS_MEM_FRAME_BITS;
    return c;
}

static uint32_t part_of_frame(const colour_frames *c, uint64_t frame) {
    return (uint32_t)gf2_multiply(c->mask, c->colour_bits, frame) % c->parts;
}

/* Does a page of 1 << order frames have one colour? */
static bool one_colour(const colour_frames *c, uint32_t order) {
    const uint64_t within = (UINT64_C(1) << order) - 1;
    for (uint32_t i = 0; i < c->colour_bits; i++)
        if (c->mask[i] & within)
            return false;
    return true;
}

static uint64_t colour_choose(void *self, const frame_pool *pool, uint16_t asid, uint32_t order) {
    colour_frames *c = self;
    const uint32_t part = asid % c->parts;
    if (!one_colour(c, order))
        return FRAME_NONE;
    uint64_t first = frame_pool_next_run(pool, order, c->lowest[part]);
    while (first != FRAME_NONE && part_of_frame(c, first) != part)
        first = frame_pool_next_run(pool, order, first + (UINT64_C(1) << order));
    if (order == 0)
        c->lowest[part] = first != FRAME_NONE ? first : frame_pool_frames(pool);
    return first;
}

static void colour_released(void *self, uint16_t asid, uint64_t first, uint32_t order) {
    colour_frames *c = self;
    const uint32_t part = asid % c->parts;
    (void)order;
    if (first < c->lowest[part])
        c->lowest[part] = first;
}

static bool split_table(const void *self, uint16_t asid, uint64_t frame) {
    const colour_frames *c = self;
    return part_of_frame(c, frame) == asid % c->parts;
}

const page_allocator page_allocator_split = {
    .name = "split",
    .summary = "like colour, and page tables in frames of these colours, too",
    .create = colour_create,
    .choose = colour_choose,
    .released = colour_released,
    .table = split_table,
};

const page_allocator page_allocator_colour = {
    .name = "colour",
    .summary = "the lowest free frames of the address space's page colours",
    .create = colour_create,
    .choose = colour_choose,
    .released = colour_released,
};
