/* SPDX-License-Identifier: Apache-2.0 */
/* CoCoA: the soft guarantee and its failsafe, and every decision against the unit hls/frame_allocator. */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "frame_allocator.h"
#include "mmu/address_space.h"
#include "os/page_allocators.h"

#define LARGE  PAGE_ALLOCATOR_LARGE
#define PAGES  (1U << LARGE)
#define TABLES 64U
#define SPACES 4U

static phys_mem *memory_of(uint64_t frames, const page_allocator *a) {
    const page_allocator_setup setup = {.spaces = SPACES};
    char err[256] = "";
    phys_mem *m = phys_mem_new_with(frames + TABLES, TABLES, a, &setup, err, sizeof err);
    if (m == NULL)
        fail_msg("%s", err);
    return m;
}

static uint64_t take(phys_mem *m, uint16_t asid, uint32_t order) {
    uint64_t ppn = FRAME_NONE;
    return phys_mem_alloc_run(m, asid, order, &ppn) ? ppn : FRAME_NONE;
}

/* ---- the promise ---- */

/* Four applications take pages in turn, one of ten times 2 MB at once; the number of large frames that more
 * than one application has pages in. */
static uint32_t shared_frames(const page_allocator *a) {
    enum { FRAMES = 40 };
    phys_mem *m = memory_of(FRAMES * PAGES, a);
    uint64_t random = 11;
    uint32_t owners[FRAMES] = {0}, shared = 0;
    for (uint32_t i = 0; i < 20 * PAGES; i++) {
        const uint16_t asid = (uint16_t)(1 + i % SPACES);
        const uint32_t order = i % PAGES == 0 && unit_test_random(&random) % 2 ? LARGE : 0;
        const uint64_t ppn = take(m, asid, order);
        if (ppn != FRAME_NONE)
            owners[ppn >> LARGE] |= 1U << asid;
    }
    for (uint32_t i = 0; i < FRAMES; i++)
        shared += (owners[i] & (owners[i] - 1)) != 0;
    assert_int_equal(phys_mem_failsafe(m), 0);
    phys_mem_free(m);
    return shared;
}

/* Mosaic 4.2: "CoCoA provides a soft guarantee that a single large page frame contains base pages from only a
 * single application"; Fig. 1a: without it base pages of several applications share one. */
static void a_large_frame_has_one_application(void **state) {
    (void)state;
    assert_int_equal(shared_frames(page_allocators_find("cocoa")), 0);
    assert_true(shared_frames(&page_allocator_ascending) >= 15);
}

/* A channel for each remainder. */
static bool by_remainder(const void *channels, uint64_t a, uint64_t b) {
    return a % *(const uint32_t *)channels == b % *(const uint32_t *)channels;
}

/* Mosaic 4.4: to "another uncoalesced large page frame that belongs to the same application", and "we
 * restrict CAC to migrate base pages between only large page frames that reside within the same memory
 * channel". */
static void pages_move_beside(void **state) {
    (void)state;
    const uint32_t channels = 3;
    const page_allocator_setup setup = {.spaces = SPACES, .same_channels = by_remainder, .map = &channels};
    char err[256];
    uint64_t ppn = 0;
    phys_mem *m =
        phys_mem_new_with(5 * PAGES + TABLES, TABLES, page_allocators_find("cocoa"), &setup, err, sizeof err);
    assert_int_equal(take(m, 1, LARGE), 0);
    assert_int_equal(take(m, 1, LARGE), PAGES);
    assert_int_equal(take(m, 2, 0), 2 * PAGES);
    assert_int_equal(phys_mem_owned(m), 3);
    /* A whole frame has no room for others, a frame of somebody else neither. */
    for (uint64_t i = 9; i < PAGES; i++)
        assert_true(phys_mem_release_run(m, 1, PAGES + i, 0));
    assert_false(phys_mem_alloc_beside(m, 1, 0, &ppn));
    phys_mem_splintered(m, PAGES + 5);
    for (uint64_t from = 0; from < 30; from++) {
        assert_true(phys_mem_alloc_beside(m, 1, from, &ppn));
        assert_int_equal(ppn >> LARGE, 1);
        assert_int_equal(ppn % channels, from % channels);
        assert_true(ppn >= PAGES + 9 && ppn <= PAGES + 41); /* the lowest of its channels */
    }
    /* Never to the frame that it is to leave. */
    assert_false(phys_mem_alloc_beside(m, 1, PAGES + 3, &ppn));
    /* The last page that leaves gives the frame back. */
    for (uint64_t i = 0; i < PAGES; i++)
        assert_true(phys_mem_release_run(m, 1, i, 0));
    assert_int_equal(phys_mem_owned(m), 2);
    assert_int_equal(take(m, 2, LARGE), 0);
    phys_mem_free(m);
}

/* The guarantee is broken only when no frame is free, page by page, and each is counted. */
static void the_failsafe_is_counted(void **state) {
    (void)state;
    phys_mem *m = memory_of(3 * PAGES, page_allocators_find("cocoa"));
    assert_int_equal(take(m, 1, 0), 0);
    assert_int_equal(take(m, 2, LARGE), PAGES);
    assert_int_equal(take(m, 3, 0), 2 * PAGES);
    assert_int_equal(phys_mem_failsafe(m), 0);
    assert_int_equal(take(m, 2, LARGE), FRAME_NONE);
    assert_int_equal(take(m, 2, 0), 1);
    assert_int_equal(take(m, 3, 0), 2 * PAGES + 1); /* its own goes first */
    assert_int_equal(phys_mem_failsafe(m), 1);
    /* A page of the whole frame comes back: nobody gets it, as the frame may be one large page. */
    assert_true(phys_mem_release_run(m, 2, PAGES + 7, 0));
    for (uint32_t i = 0; i < 2 * PAGES - 4; i++)
        assert_int_not_equal(take(m, 2, 0) >> LARGE, 1);
    assert_int_equal(phys_mem_failsafe(m), 2 * PAGES - 3);
    assert_int_equal(take(m, 2, 0), FRAME_NONE);
    for (uint32_t i = 0; i < PAGES; i++)
        if (i != 7)
            assert_true(phys_mem_release_run(m, 2, PAGES + i, 0));
    assert_int_equal(take(m, 1, 0), PAGES); /* it is free again */
    assert_int_equal(phys_mem_failsafe(m), 2 * PAGES - 3);
    phys_mem_free(m);
}

/* A last frame of less than 2 MB, and one of which a part is reserved, serve base pages alone. */
static void incomplete_frames(void **state) {
    (void)state;
    phys_mem *m = memory_of(2 * PAGES + 40, page_allocators_find("cocoa"));
    assert_true(phys_mem_reserve(m, 100 << 12, 8 << 12));
    assert_int_equal(take(m, 1, LARGE), PAGES);
    assert_int_equal(take(m, 1, LARGE), FRAME_NONE);
    assert_int_equal(take(m, 2, 0), 0);
    assert_int_equal(take(m, 1, 0), 2 * PAGES);
    assert_int_equal(take(m, 2, 6), 128); /* 64 pages in a row, behind what is reserved */
    assert_int_equal(take(m, 2, 5), 32);
    for (uint32_t i = 1; i < 40; i++)
        assert_int_equal(take(m, 1, 0), 2 * PAGES + i);
    assert_int_equal(phys_mem_failsafe(m), 0);
    assert_int_equal(take(m, 1, 0), 1);
    assert_int_equal(phys_mem_failsafe(m), 1);
    phys_mem_free(m);
}

/* Mosaic 4.2: aligned 2 MB of virtual memory take "a large page frame from the free frame list": their pages
 * lie in order in one. */
static void a_region_lies_in_one_frame(void **state) {
    (void)state;
    const uint64_t vpn = 0x123400;
    phys_mem *m = memory_of(3 * PAGES, page_allocators_find("cocoa"));
    address_space *as = address_space_new(m, 1, &page_table_formats[PAGE_TABLE_MOSAIC]);
    translation t;
    assert_int_equal(address_space_map(as, vpn + 2 * PAGES + 3, 12), MAP_OK);
    assert_int_equal(address_space_give_frame(as, vpn + 77, true), MAP_OK);
    assert_int_equal(address_space_give_frame(as, vpn + 511, true), MAP_ALREADY);
    assert_int_equal(address_space_give_frame(as, vpn + 2 * PAGES, true),
                     MAP_ALREADY); /* one page is there */
    assert_int_equal(address_space_give_frame(as, UINT64_C(1) << 40, true), MAP_BAD_VPN);
    for (uint32_t i = 0; i < PAGES; i++) {
        assert_true(address_space_translate(as, vpn + i, &t));
        assert_true(t.bits == 12 && t.writable && t.ppn == PAGES + i);
    }
    assert_int_equal(address_space_pages(as), PAGES + 1);
    assert_int_equal(address_space_give_frame(as, vpn + PAGES, true), MAP_OK);
    assert_int_equal(address_space_give_frame(as, vpn + 4 * PAGES, true), MAP_NO_MEMORY);
    assert_int_equal(address_space_pages(as), 2 * PAGES + 1);
    assert_true(address_space_unmap(as, vpn));
    address_space_free(as);
    assert_int_equal(phys_mem_data_frames(m), 0);
    phys_mem_free(m);
}

/* ---- the unit ---- */

/* The unit with its RAM. */
typedef struct {
    frame_allocator_state s;
    frame_allocator_out out;
    GMMU_U(GMMU_PAGE_MAP_W) ram[GMMU_LARGE_FRAMES][GMMU_PAGE_MAPS];
    GMMU_U(GMMU_PAGE_MAP_W) read[GMMU_PAGE_MAPS];
} allocator;

static frame_allocator_out ask(allocator *a, unsigned op, unsigned app, uint64_t ppn) {
    frame_allocator_in in;
    memset(&in, 0, sizeof in);
    in.cfg_failsafe = in.req_valid = 1;
    in.req_op = (u3)op;
    in.req_app = (GMMU_U(GMMU_APP_W))app;
    in.req_frame = (GMMU_U(GMMU_LARGE_FRAME_W))(ppn >> LARGE);
    in.req_page = (GMMU_U(GMMU_LARGE_PAGE_W))(ppn % PAGES);
    for (uint32_t cycle = 0; cycle == 0 || !a->out.ans_valid; cycle++) {
        assert_true(cycle < 10);
        memcpy(in.ram_rdata, a->read, sizeof a->read);
        if (a->out.ram_we)
            memcpy(a->ram[a->out.ram_addr], a->out.ram_wdata, sizeof a->read);
        if (a->out.ram_re)
            memcpy(a->read, a->ram[a->out.ram_addr], sizeof a->read);
        frame_allocator_step(&a->s, &in, &a->out);
        frame_allocator_outputs(&a->s, &a->out);
        in.req_valid = 0;
    }
    return a->out;
}

static uint64_t answered(const frame_allocator_out *o, bool whole) {
    if (!o->ans_ok)
        return FRAME_NONE;
    return ((uint64_t)o->ans_frame << LARGE) + (whole ? 0 : o->ans_page);
}

/* What an application has: a page, or a whole frame. */
typedef struct {
    uint64_t ppn;
    uint16_t asid;
    bool whole;
} grant;

/* One request to both: the same frame and page, and the same pages in others' frames. */
static grant both_take(allocator *a, phys_mem *m, uint16_t asid, bool whole) {
    const frame_allocator_out o = ask(a, whole ? FRAME_LARGE : FRAME_BASE, asid, 0);
    const grant g = {.ppn = take(m, asid, whole ? LARGE : 0), .asid = asid, .whole = whole};
    assert_int_equal(g.ppn, answered(&o, whole));
    assert_int_equal(phys_mem_failsafe(m), o.broken);
    assert_int_equal(phys_mem_data_frames(m), a->out.handed);
    return g;
}

static void both_give(allocator *a, phys_mem *m, const grant *g) {
    assert_true(ask(a, g->whole ? FRAME_FREE_LARGE : FRAME_FREE, g->asid, g->ppn).ans_ok);
    assert_true(phys_mem_release_run(m, g->asid, g->ppn, g->whole ? LARGE : 0));
}

/* Phases that fill the memory beyond its end, and phases that empty it. */
static void decides_as_the_unit(void **state) {
    (void)state;
    const uint32_t most = GMMU_LARGE_FRAMES * PAGES;
    uint64_t random = unit_test_seed();
    allocator a = {.out = {.req_ready = 1}};
    grant *held = calloc(most, sizeof *held);
    phys_mem *m = memory_of(most, page_allocators_find("cocoa"));
    uint32_t count = 0, refused = 0;
    assert_non_null(held);
    frame_allocator_reset(&a.s);
    frame_allocator_outputs(&a.s, &a.out);
    for (uint32_t step = 0; step < 300000; step++) {
        const uint64_t r = unit_test_random(&random);
        if (count != 0 && r % 8 >= (step / 60000 % 2 ? 2 : 7)) {
            const uint32_t i = (uint32_t)(r >> 8) % count;
            both_give(&a, m, &held[i]);
            held[i] = held[--count];
            continue;
        }
        const grant g = both_take(&a, m, (uint16_t)(1 + (r >> 16) % SPACES), (r >> 24) % 1500 == 0);
        if (g.ppn == FRAME_NONE)
            refused++;
        else
            held[count++] = g;
    }
    assert_true(refused != 0 && phys_mem_failsafe(m) != 0);
    while (count != 0)
        both_give(&a, m, &held[--count]);
    assert_int_equal(ask(&a, FRAME_BASE, 1, 0).ans_frame, 0);
    assert_int_equal(take(m, 1, 0), 0);
    phys_mem_free(m);
    free(held);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_frame_has_one_application), cmocka_unit_test(pages_move_beside),
        cmocka_unit_test(the_failsafe_is_counted),           cmocka_unit_test(incomplete_frames),
        cmocka_unit_test(a_region_lies_in_one_frame),        cmocka_unit_test(decides_as_the_unit),
    };
    return UNIT_TEST_RUN("page_cocoa", tests);
}
