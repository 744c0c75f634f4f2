/* SPDX-License-Identifier: Apache-2.0 */
/* Room for a large frame: which one is emptied, and where its pages go. */
#include "unit_test.h"

#include <string.h>

#include "os/page_allocators.h"
#include "os/room.h"

#define LARGE  PAGE_ALLOCATOR_LARGE
#define PAGES  (1U << LARGE)
#define TABLES 64U
#define SPACES 2U

typedef struct {
    phys_mem *memory;
    address_space *space[SPACES];
    fragments fragments;
    room_memory all;
    room_plan plan;
} rig;

/* A channel for each remainder. */
static bool by_remainder(const void *channels, uint64_t a, uint64_t b) {
    return a % *(const uint32_t *)channels == b % *(const uint32_t *)channels;
}

static const uint32_t channels = 4;

static void rig_open(rig *g, uint64_t frames) {
    const page_allocator_setup setup = {.spaces = SPACES, .same_channels = by_remainder, .map = &channels};
    char err[256] = "";
    *g = (rig){.memory = phys_mem_new_with(frames * PAGES + TABLES, TABLES, page_allocators_find("cocoa"),
                                           &setup, err, sizeof err)};
    assert_non_null(g->memory);
    for (uint16_t i = 0; i < SPACES; i++)
        g->space[i] = address_space_new(g->memory, (uint16_t)(i + 1), &page_table_formats[PAGE_TABLE_MOSAIC]);
    g->all =
        (room_memory){.memory = g->memory, .fragments = &g->fragments, .space = g->space, .apps = SPACES};
}

static void rig_close(rig *g) {
    for (uint32_t i = 0; i < SPACES; i++)
        address_space_free(g->space[i]);
    fragments_free(&g->fragments);
    phys_mem_free(g->memory);
}

static void map_pages(const rig *g, uint32_t app, uint64_t vpn, uint64_t pages) {
    for (uint64_t i = 0; i < pages; i++)
        assert_int_equal(address_space_map(g->space[app], vpn + i, GMMU_PAGE_BITS), MAP_OK);
}

static void unmap_pages(const rig *g, uint32_t app, uint64_t vpn, uint64_t pages) {
    for (uint64_t i = 0; i < pages; i++)
        assert_true(address_space_unmap(g->space[app], vpn + i));
}

static bool whole_frame(const rig *g) {
    uint64_t ppn = 0;
    return phys_mem_alloc_run(g->memory, 2, LARGE, &ppn);
}

/* All from one large frame to others, in their channels; no frame twice. */
static void assert_good_plan(const rig *g) {
    static uint8_t used[64 * PAGES];
    memset(used, 0, sizeof used);
    for (size_t i = 0; i < g->plan.moves; i++) {
        const page_move *m = &g->plan.move[i];
        assert_int_equal(m->from >> LARGE, g->plan.move[0].from >> LARGE);
        assert_int_not_equal(m->to >> LARGE, m->from >> LARGE);
        assert_int_equal(m->to % channels, m->from % channels);
        assert_int_equal(used[m->to]++, 0);
        assert_true(phys_mem_taken(g->memory, m->to));
    }
}

/* Mosaic 6.4: "CAC effectively frees up large page frames and prevents CoCoA from running out of frames". All
 * large frames hold some data, a quarter of each: three of four come free, but for what the channels cost. */
static void data_of_nobody_make_room(void **state) {
    (void)state;
    enum { FRAMES = 16 };
    rig g;
    uint32_t emptied = 0;
    rig_open(&g, FRAMES);
    fragments_scatter(&g.fragments, g.memory, 100, 25, unit_test_seed());
    assert_false(whole_frame(&g));
    while (room_take(&g.all, &g.plan)) {
        assert_int_equal(g.plan.app, ROOM_NOBODY);
        assert_int_equal(g.plan.moves, PAGES / 4);
        assert_good_plan(&g);
        for (size_t i = 0; i < g.plan.moves; i++)
            fragments_move(&g.fragments, g.memory, g.plan.move[i].vpn, g.plan.move[i].to);
        assert_true(whole_frame(&g));
        assert_false(whole_frame(&g));
        emptied++;
    }
    print_message("%u of %u large frames come free\n", emptied, FRAMES);
    assert_in_range(emptied, FRAMES * 3 / 4 - 2, FRAMES * 3 / 4);
    /* No page is lost. */
    uint64_t pages = 0, ppn, page;
    for (uint64_t i = 0; i < FRAMES * PAGES; i++)
        pages +=
            fragments_frame(&g.fragments, i, &ppn) && fragments_page(&g.fragments, ppn, &page) && page == i;
    assert_int_equal(pages, g.fragments.pages);
    assert_int_equal(pages, FRAMES * PAGES / 4);
    rig_close(&g);
}

/* What cannot be emptied stays as it was. */
static void nothing_is_taken_in_vain(void **state) {
    (void)state;
    rig g;
    rig_open(&g, 8);
    fragments_scatter(&g.fragments, g.memory, 100, 95, unit_test_seed());
    const uint64_t taken = phys_mem_data_frames(g.memory);
    assert_false(room_take(&g.all, &g.plan));
    assert_int_equal(phys_mem_data_frames(g.memory), taken);
    fragments_free(&g.fragments);
    g.fragments = (fragments){.pages = 0};
    rig_close(&g);
}

/* Mosaic 4.4: "by migrating the remaining base pages to another uncoalesced large page frame that belongs to
 * the same application". The frame with fewer pages is emptied, whatever the other application has. */
static void pages_of_an_application_make_room(void **state) {
    (void)state;
    rig g;
    translation t;
    rig_open(&g, 3);
    map_pages(&g, 0, 0x1000, PAGES + 100); /* frames 0, 1 */
    unmap_pages(&g, 0, 0x1000, PAGES - 60);
    map_pages(&g, 1, 0x1000, 20);
    assert_false(whole_frame(&g));
    assert_true(room_take(&g.all, &g.plan));
    assert_int_equal(g.plan.app, 0);
    assert_int_equal(g.plan.moves, 60);
    assert_int_equal(g.plan.move[0].from >> LARGE, 0);
    assert_good_plan(&g);
    for (size_t i = 0; i < g.plan.moves; i++) {
        assert_true(address_space_translate(g.space[0], g.plan.move[i].vpn, &t));
        assert_int_equal(t.ppn, g.plan.move[i].from);
        assert_true(address_space_move_to(g.space[0], g.plan.move[i].vpn, g.plan.move[i].to));
    }
    assert_true(whole_frame(&g));
    assert_false(room_take(&g.all, &g.plan)); /* one frame each */
    rig_close(&g);
}

/* Pages of two owners, pages that are not resident and whole frames stay. */
static void mixed_frames_stay(void **state) {
    (void)state;
    rig g;
    rig_open(&g, 3);
    map_pages(&g, 0, 0x1000, PAGES + 300); /* frames 0, 1 */
    map_pages(&g, 1, 0x2000, PAGES);       /* frame 2 */
    map_pages(&g, 1, 0x3000, 1);           /* by the failsafe, in frame 1 */
    unmap_pages(&g, 0, 0x1000, PAGES - 10);
    assert_int_equal(phys_mem_failsafe(g.memory), 1);
    assert_false(whole_frame(&g));
    assert_true(room_take(&g.all, &g.plan));
    assert_int_equal(g.plan.moves, 10);
    room_forget(&g.all, &g.plan);
    assert_int_equal(address_space_reserve(g.space[0], 0x4000, GMMU_PAGE_BITS), MAP_OK); /* in frame 0 */
    assert_false(room_take(&g.all, &g.plan));
    assert_true(address_space_make_resident(g.space[0], 0x4000));
    assert_true(room_take(&g.all, &g.plan));
    assert_int_equal(g.plan.moves, 11);
    room_forget(&g.all, &g.plan);
    rig_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_of_nobody_make_room),
        cmocka_unit_test(nothing_is_taken_in_vain),
        cmocka_unit_test(pages_of_an_application_make_room),
        cmocka_unit_test(mixed_frames_stay),
    };
    return UNIT_TEST_RUN("room", tests);
}
