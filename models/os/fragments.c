/* SPDX-License-Identifier: Apache-2.0 */
#include "os/fragments.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"

#define LARGE_PAGES (UINT64_C(1) << PAGE_ALLOCATOR_LARGE)

/* Is the next of `left` items one of the `wanted` that are still to be drawn among them? */
static bool is_drawn(uint64_t *state, uint64_t wanted, uint64_t left) {
    return random_next(state) % left < wanted;
}

static void place_fragment(fragments *f, phys_mem *m, uint64_t ppn) {
    if (!phys_mem_reserve(m, ppn << PHYS_MEM_FRAME_BITS, UINT64_C(1) << PHYS_MEM_FRAME_BITS))
        return;
    f->page[ppn] = (uint32_t)ppn + 1;
    f->frame[ppn] = (uint32_t)ppn;
    f->pages++;
}

static void scatter_in(fragments *f, phys_mem *m, uint64_t first, uint64_t wanted, uint64_t *state) {
    for (uint64_t left = LARGE_PAGES; left > 0; left--) {
        if (!is_drawn(state, wanted, left))
            continue;
        wanted--;
        place_fragment(f, m, first + LARGE_PAGES - left);
    }
}

void fragments_scatter(fragments *f, phys_mem *m, uint32_t index, uint32_t occupancy, uint64_t seed) {
    const uint64_t frames = phys_mem_frames(m) / LARGE_PAGES;
    uint64_t state = mix(seed + MIX_GOLDEN) | 1, wanted = frames * index / 100;
    f->frames = phys_mem_frames(m);
    f->page = alloc_zeroed(f->frames, sizeof *f->page);
    f->frame = alloc_zeroed(f->frames, sizeof *f->frame);
    for (uint64_t left = frames; left > 0; left--) {
        if (!is_drawn(&state, wanted, left))
            continue;
        wanted--;
        scatter_in(f, m, (frames - left) * LARGE_PAGES, LARGE_PAGES * occupancy / 100, &state);
    }
}

void fragments_free(fragments *f) {
    free(f->page);
    free(f->frame);
}

bool fragments_page(const fragments *f, uint64_t ppn, uint64_t *page) {
    const bool found = ppn < f->frames && f->page[ppn] != 0;
    *page = found ? f->page[ppn] - UINT64_C(1) : 0;
    return found;
}

bool fragments_frame(void *fragments_, uint64_t page, uint64_t *ppn) {
    const fragments *f = fragments_;
    uint64_t there = 0;
    *ppn = page < f->frames ? f->frame[page] : 0;
    return page < f->frames && fragments_page(f, *ppn, &there) && there == page;
}

void fragments_move(fragments *f, phys_mem *m, uint64_t page, uint64_t to) {
    const uint64_t from = f->frame[page];
    f->page[from] = 0;
    f->page[to] = (uint32_t)page + 1;
    f->frame[page] = (uint32_t)to;
    (void)phys_mem_release_run(m, PAGE_ALLOCATOR_NOBODY, from, 0);
}
