/* SPDX-License-Identifier: Apache-2.0 */
#include "os/fragments.h"

#include "base/mix.h"

#define LARGE_PAGES (UINT64_C(1) << PAGE_ALLOCATOR_LARGE)

/* Is the next of `left` items one of the `wanted` that are still to be drawn among them? */
static bool is_drawn(uint64_t *state, uint64_t wanted, uint64_t left) {
    return random_next(state) % left < wanted;
}

static uint64_t scatter_in(phys_mem *m, uint64_t first, uint64_t wanted, uint64_t *state) {
    uint64_t taken = 0;
    for (uint64_t left = LARGE_PAGES; left > 0; left--) {
        if (!is_drawn(state, wanted, left))
            continue;
        wanted--;
        taken += phys_mem_reserve(m, (first + LARGE_PAGES - left) << PHYS_MEM_FRAME_BITS,
                                  UINT64_C(1) << PHYS_MEM_FRAME_BITS);
    }
    return taken;
}

uint64_t fragments_scatter(phys_mem *m, uint32_t index, uint32_t occupancy, uint64_t seed) {
    const uint64_t frames = phys_mem_frames(m) / LARGE_PAGES;
    uint64_t state = mix(seed + MIX_GOLDEN) | 1, wanted = frames * index / 100, taken = 0;
    for (uint64_t left = frames; left > 0; left--) {
        if (!is_drawn(&state, wanted, left))
            continue;
        wanted--;
        taken += scatter_in(m, (frames - left) * LARGE_PAGES, LARGE_PAGES * occupancy / 100, &state);
    }
    return taken;
}
