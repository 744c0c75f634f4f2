/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts that add up (Mosaic 4.2): the pages handed out are those of all frames, the free frames are counted,
 * and the map that goes into the RAM has as many pages as its frame. So what is free and what is
 * handed out are all pages there are. Sums over all frames and all pages of a map: proved for memories
 * as small as FRAME_TOTALS in scripts/make/formal.mk says.
 */
#include "frame_allocator.c"

static uint32_t pages_in(const GMMU_U(GMMU_PAGE_MAP_W) * map) {
    uint32_t sum = 0;

    for (unsigned m = 0; m < GMMU_PAGE_MAPS; m++)
        for (unsigned p = 0; p < GMMU_PAGE_MAP_W; p++)
            sum += (uint32_t)((uint64_t)map[m] >> p & 1U);
    return sum;
}

/* Of the map that the pins show. */
static uint32_t pages_shown(const frame_allocator_state *s) {
    uint32_t sum = 0;

    for (unsigned p = 0; p < PAGES; p++)
        sum += (uint32_t)shown(s, p);
    return sum;
}

static uint32_t pages_handed(const frame_allocator_state *s) {
    uint32_t sum = 0;

    for (unsigned i = 0; i < FRAMES; i++)
        sum += count_of(s, i);
    return sum;
}

static uint32_t frames_free(const frame_allocator_state *s) {
    uint32_t sum = 0;

    for (unsigned i = 0; i < FRAMES; i++)
        sum += (uint32_t)is_free(s, i);
    return sum;
}

/* The RAM gives the map that was written last for this frame: it has as many pages as the frame. */
u1 frame_allocator_duty_counted(const frame_allocator_state *s, const frame_allocator_in *in) {
    uint32_t count = 0;

    for (unsigned i = 0; i < FRAMES; i++)
        count |= (uint32_t)s->frame == i ? (uint32_t)s->count[i] : 0U;
    return (u1)((u1)!acts(s) | (u1)!s->found | s->fresh | (pages_in(in->ram_rdata) == count));
}

void frame_allocator_given_duty_counted(const frame_allocator_state *s, const frame_allocator_in *in);

/* `handed` is the sum of the counts of all frames, and `free_frames` the number of those that are free. */
u1 frame_allocator_inv_sums(const frame_allocator_state *s) {
    return (u1)(((uint32_t)s->handed == pages_handed(s)) & ((uint32_t)s->free_frames == frames_free(s)));
}

void frame_allocator_given_inv_sums(const frame_allocator_state *s);

void frame_allocator_keeps_sums(CYCLE);
void frame_allocator_keeps_sums(CYCLE) {
    UNUSED;
    frame_allocator_given_inv_sums(s);
    for (unsigned i = 0; i < FRAMES; i++)
        known(s, (u32)i);
}

/* The map that is written for a frame has as many pages as the frame from now on. */
u1 frame_allocator_prop_map_counts(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);

    UNUSED;
    known(s, k);
    frame_allocator_given_duty_counted(s, in);
    return (u1)((u1)!n->ram_we | ((uint32_t)n->frame != f) | (pages_shown(n) == count_of(n, f)));
}

/* What is handed out and what is free in frames that are in use and in free frames are all pages there are.
 */
u1 frame_allocator_prop_all(CYCLE) {
    uint32_t rest = 0;

    UNUSED;
    frame_allocator_given_inv_sums(s);
    for (unsigned i = 0; i < FRAMES; i++) {
        frame_allocator_given_inv_frame(s, (u32)i);
        rest += is_free(s, i) ? 0U : PAGES - count_of(s, i);
    }
    return (u1)((uint32_t)out->handed + rest + (uint32_t)out->free_frames * PAGES == FRAMES * PAGES);
}
