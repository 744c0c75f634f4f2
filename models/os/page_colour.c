/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page colouring (Fractional GPUs §V): the memory modules are shared out among the address spaces. The colour
 * of a frame is what the address map makes of it regardless of address bits within a page
 * (mem_map_colours). An address space has the colours that it is given (page_allocator_setup.colours), or
 * those whose number, modulo the address spaces, is its own; with more address spaces than colours, each then
 * has one and shares it (decision). A page gets the lowest free frame of its colours, from the lists of free
 * frames that each colour has (os/colour_lists.h). When there is none, the page gets no frame, however many
 * others are free.
 *
 * A page larger than a frame lies in one colour only where no colour depends on address bits within it;
 * else it has no frames here.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bit_set.h"
#include "os/colour_lists.h"
#include "os/page_allocators.h"

#define MAX_COLOURS  CHIP_MAX_BANKS /* a channel has an L2 bank at least */
#define COLOUR_WORDS BIT_SET_WORDS(MAX_COLOURS)

typedef struct {
    uint64_t colours[COLOUR_WORDS];
} space_colours;

typedef struct {
    uint32_t colour_bits;
    uint64_t mask[CHIP_INDEX_BITS]; /* as in page_allocator_setup, of frame numbers */
    colour_lists *lists;
    space_colours space[]; /* of ASID i + 1 */
} colour_frames;

/* Which colours an address space has; false with one line in err. */
static bool colour_deal(const page_allocator_setup *setup, uint32_t number, space_colours *s, char *err,
                        size_t err_size) {
    const uint32_t colours = 1U << setup->colour_bits;
    const uint32_t parts = setup->spaces < colours ? setup->spaces : colours;
    const colour_range given = setup->colours != NULL ? setup->colours[number] : (colour_range){0};
    if (given.count > colours || given.first > colours - given.count) {
        (void)snprintf(err, err_size,
                       "application %" PRIu32 ": page colours %" PRIu32 " to %" PRIu32
                       ": expected colours of the chip's %" PRIu32,
                       number, given.first, given.first + given.count - 1, colours);
        return false;
    }
    for (uint32_t c = 0; c < colours; c++)
        if (given.count != 0 ? c - given.first < given.count : c % parts == (number + 1) % parts)
            bit_set_add(s->colours, c);
    return true;
}

static void colour_destroy(void *self) {
    colour_frames *c = self;
    colour_lists_free(c->lists);
    free(c);
}

static void *colour_create(const page_allocator_setup *setup, char *err, size_t err_size) {
    if (setup->colour_bits == 0 || 1U << setup->colour_bits > MAX_COLOURS || setup->spaces == 0) {
        (void)snprintf(err, err_size,
                       "os.allocator: colour: expected a memory.map with a channel bit that no address bit "
                       "below %u decides",
                       PHYS_MEM_FRAME_BITS);
        return NULL;
    }
    colour_frames *c = calloc(1, sizeof *c + setup->spaces * sizeof c->space[0]);
    if (c == NULL) {
        (void)snprintf(err, err_size, "out of memory");
        return NULL;
    }
    c->colour_bits = setup->colour_bits;
    for (uint32_t i = 0; i < setup->colour_bits; i++)
        c->mask[i] = setup->colour_mask[i] >> PHYS_MEM_FRAME_BITS;
    c->lists = colour_lists_new(setup->frames, c->mask, c->colour_bits);
    if (c->lists == NULL) {
        (void)snprintf(err, err_size, "out of memory");
        colour_destroy(c);
        return NULL;
    }
    for (uint32_t i = 0; i < setup->spaces; i++) {
        if (!colour_deal(setup, i, &c->space[i], err, err_size)) {
            colour_destroy(c);
            return NULL;
        }
    }
    return c;
}

/* Has the address space the colour of this frame? */
static bool colour_allows(const colour_frames *c, const space_colours *s, uint64_t frame) {
    return bit_set_has(s->colours, colour_lists_colour(c->lists, frame));
}

/* Does a page of 1 << order frames have one colour? */
static bool one_colour(const colour_frames *c, uint32_t order) {
    const uint64_t within = (UINT64_C(1) << order) - 1;
    for (uint32_t i = 0; i < c->colour_bits; i++)
        if (c->mask[i] & within)
            return false;
    return true;
}

static uint64_t lowest_frame(colour_frames *c, const space_colours *s, const frame_pool *pool) {
    uint64_t lowest = FRAME_NONE; /* above all frames */
    for (uint32_t colour = 0; (colour = bit_set_next(s->colours, COLOUR_WORDS, colour)) != BIT_SET_NONE;
         colour++) {
        const uint64_t frame = colour_lists_lowest(c->lists, colour, pool);
        lowest = frame < lowest ? frame : lowest;
    }
    return lowest;
}

static uint64_t colour_choose(void *self, const frame_pool *pool, uint16_t asid, uint32_t order) {
    colour_frames *c = self;
    const space_colours *s = &c->space[asid - 1];
    if (!one_colour(c, order))
        return FRAME_NONE;
    uint64_t first = lowest_frame(c, s, pool);
    if (order == 0 || first == FRAME_NONE)
        return first;
    first = frame_pool_next_run(pool, order, first);
    while (first != FRAME_NONE && !colour_allows(c, s, first))
        first = frame_pool_next_run(pool, order, first + (UINT64_C(1) << order));
    return first;
}

static void colour_released(void *self, uint16_t asid, uint64_t first, uint32_t order) {
    colour_frames *c = self;
    (void)asid;
    colour_lists_put(c->lists, first, UINT64_C(1) << order);
}

static bool split_table(const void *self, uint16_t asid, uint64_t frame) {
    const colour_frames *c = self;
    return colour_allows(c, &c->space[asid - 1], frame);
}

#define USED_UP "no frame of its page colours is free"

const page_allocator page_allocator_split = {
    .row = {"split", "like colour, and page tables in frames of these colours as well"},
    .create = colour_create,
    .destroy = colour_destroy,
    .choose = colour_choose,
    .released = colour_released,
    .table = split_table,
    .coloured = true,
    .used_up = USED_UP,
};

const page_allocator page_allocator_colour = {
    .row = {"colour", "the lowest free frames of the address space's page colours"},
    .create = colour_create,
    .destroy = colour_destroy,
    .choose = colour_choose,
    .released = colour_released,
    .coloured = true,
    .used_up = USED_UP,
};
