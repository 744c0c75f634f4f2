/* SPDX-License-Identifier: Apache-2.0 */
/* Page tables of the library for software: random maps, rights and ranges against a list of pages. */
#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#include "driver/gmmu_table.h"

enum { FRAMES = 40, LARGE = 512, PAGES = 4 * LARGE + 100, STEPS = 3000 };

typedef struct {
    uint64_t frame;
    unsigned rights; /* 0: absent */
} page;

typedef struct {
    _Alignas(8) unsigned char memory[FRAMES][4096];
    bool taken[FRAMES];
    unsigned used, most;  /* frames that are taken, and may be */
    uint64_t dice, first; /* first: page of the window that is looked at */
    page want[PAGES];
    uint64_t maps, refused, failed, larges, splits;
} bench;

static bool take_bench_frame(void *context, uint64_t *frame) {
    bench *b = context;
    if (b->used == b->most)
        return false;
    for (*frame = 1; b->taken[*frame]; ++*frame)
        continue;
    assert_true(*frame < FRAMES);
    b->taken[*frame] = true;
    b->used++;
    memset(b->memory[*frame], 0, sizeof b->memory[0]);
    return true;
}

static void give_bench_frame(void *context, uint64_t frame) {
    bench *b = context;
    assert_true(frame < FRAMES && b->taken[frame]);
    b->taken[frame] = false;
    b->used--;
}

static void *bench_frame_at(void *context, uint64_t frame) {
    bench *b = context;
    assert_true(frame < FRAMES && b->taken[frame]);
    return b->memory[frame];
}

static uint64_t roll_below(bench *b, uint64_t n) {
    return unit_test_random(&b->dice) % n;
}

/* A range that often has the bounds of large pages. */
static void roll_range(bench *b, uint64_t *from, uint64_t *pages) {
    *from = roll_below(b, 3) == 0 ? (LARGE - b->first % LARGE) % LARGE + roll_below(b, 4) * LARGE
                                  : roll_below(b, PAGES);
    const uint64_t most = PAGES - *from;
    const uint64_t some = roll_below(b, 3) == 0 ? LARGE : 1 + roll_below(b, roll_below(b, 2) == 0 ? 9 : 1500);
    *pages = some < most ? some : most;
}

static unsigned roll_rights(bench *b, const gmmu_format *f) {
    const unsigned rights = GMMU_READ | (unsigned)roll_below(b, 16);
    return f->read != 0 && roll_below(b, 5) == 0 ? GMMU_EXEC | (rights & GMMU_USER) : rights;
}

static void compare_pages(bench *b, const gmmu_table *t) {
    for (uint64_t i = 0; i < PAGES; i++) {
        gmmu_mapping m = {.frame = 0};
        const bool there = gmmu_table_look(t, b->first + i, &m);
        assert_int_equal(there, b->want[i].rights != 0);
        assert_true(!there || (m.frame == b->want[i].frame && m.rights == b->want[i].rights));
        b->larges += m.large;
    }
}

static bool is_range_empty(const bench *b, uint64_t from, uint64_t pages) {
    for (uint64_t i = from; i < from + pages; i++)
        if (b->want[i].rights != 0)
            return false;
    return true;
}

static void try_to_map(bench *b, gmmu_table *t, uint64_t from, uint64_t pages) {
    const uint64_t some = 0x2000 + roll_below(b, 64) * LARGE;
    const uint64_t frame =
        roll_below(b, 2) == 0 ? some + (b->first + from) % LARGE : some + roll_below(b, LARGE);
    const unsigned rights = roll_rights(b, t->format);
    const bool empty = is_range_empty(b, from, pages);
    const bool done = gmmu_table_map(t, b->first + from, frame, pages, rights);
    assert_false(done && !empty);
    b->refused += !empty;
    if (!done && empty) { /* no frame for a table */
        gmmu_changes changes;
        b->failed++;
        assert_true(gmmu_table_unmap(t, b->first + from, pages, &changes));
    }
    for (uint64_t i = 0; i < pages && done; i++)
        b->want[from + i] = (page){.frame = frame + i, .rights = rights};
    b->maps += done;
}

static void try_to_change(bench *b, gmmu_table *t, uint64_t from, uint64_t pages) {
    const unsigned rights = roll_below(b, 2) == 0 ? 0 : roll_rights(b, t->format);
    const bool empty = is_range_empty(b, from, pages);
    gmmu_changes c;
    const bool done = rights == 0 ? gmmu_table_unmap(t, b->first + from, pages, &c)
                                  : gmmu_table_protect(t, b->first + from, pages, rights, &c);
    if (!done) {
        b->failed++;
        return;
    }
    assert_true(empty ? c.pages == 0 : c.vpn == b->first + from && c.pages == pages);
    b->splits += c.resized;
    for (uint64_t i = from; i < from + pages; i++)
        if (b->want[i].rights != 0)
            b->want[i].rights = rights;
}

static void random_ranges(const gmmu_format *f, unsigned most) {
    static bench b;
    memset(&b, 0, sizeof b);
    b.dice = unit_test_seed() + most;
    b.most = most;
    b.first = (UINT64_C(1) << gmmu_table_page_bits(f)) - PAGES; /* up to the last page that there is */
    b.first -= roll_below(&b, 2) == 0 ? 0 : b.first % LARGE + LARGE;
    const gmmu_table_memory memory = {
        .context = &b, .take = take_bench_frame, .give = give_bench_frame, .at = bench_frame_at};
    gmmu_table t;
    assert_true(gmmu_table_init(&t, f, &memory));
    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t from, pages;
        roll_range(&b, &from, &pages);
        if (roll_below(&b, 2) == 0)
            try_to_map(&b, &t, from, pages);
        else
            try_to_change(&b, &t, from, pages);
        if (i % 10 == 0)
            compare_pages(&b, &t);
        if (roll_below(&b, 100) == 0) { /* large pages come of an empty table alone */
            gmmu_table_free(&t);
            assert_int_equal(b.used, 0);
            memset(b.want, 0, sizeof b.want);
            assert_true(gmmu_table_init(&t, f, &memory));
        }
    }
    gmmu_table_free(&t);
    assert_int_equal(b.used, 0);
    assert_true(b.maps > 20 && b.refused > 20);
    assert_true(most < 16 || (b.larges > 0 && b.splits > 0) == f->large);
    assert_int_equal(b.failed > 0, most < 16);
}

static const gmmu_format *const formats[] = {&gmmu_format_sv39, &gmmu_format_sv32, &gmmu_format_x86};

static void ranges_at_random(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < 3; f++)
        random_ranges(formats[f], FRAMES - 2);
}

static void ranges_with_few_frames(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < 3; f++)
        random_ranges(formats[f], formats[f]->levels + 1U);
}

/* What no entry can say is refused, and nothing changes. */
static void what_cannot_be(void **unused) {
    static bench b;
    gmmu_table t;
    gmmu_changes c;
    (void)unused;
    for (unsigned f = 0; f < 3; f++) {
        const uint64_t pages = UINT64_C(1) << gmmu_table_page_bits(formats[f]);
        const uint64_t frames = UINT64_C(1) << formats[f]->frame_bits;
        memset(&b, 0, sizeof b);
        b.most = FRAMES - 2;
        const gmmu_table_memory memory = {
            .context = &b, .take = take_bench_frame, .give = give_bench_frame, .at = bench_frame_at};
        assert_true(gmmu_table_init(&t, formats[f], &memory));
        assert_false(gmmu_table_map(&t, pages, 1, 1, GMMU_READ));
        assert_false(gmmu_table_map(&t, pages - 1, 1, 2, GMMU_READ));
        assert_false(gmmu_table_map(&t, UINT64_MAX, 1, 2, GMMU_READ));
        assert_false(gmmu_table_map(&t, 0, frames, 1, GMMU_READ));
        assert_false(gmmu_table_map(&t, 0, frames - 1, 2, GMMU_READ));
        assert_false(gmmu_table_map(&t, 0, 1, 1, GMMU_WRITE));
        assert_false(gmmu_table_map(&t, 0, 1, 1, GMMU_USER));
        assert_false(gmmu_table_map(&t, 0, 1, 1, GMMU_READ | 16));
        assert_int_equal(b.used, 1);
        assert_true(gmmu_table_map(&t, 0, frames - 1, 1, GMMU_READ));
        assert_false(gmmu_table_protect(&t, 0, 1, GMMU_USER, &c));
        assert_false(gmmu_table_unmap(&t, pages - 1, 2, &c));
        assert_true(gmmu_table_unmap(&t, 5, 0, &c));
        assert_int_equal(c.pages, 0);
        gmmu_mapping m;
        assert_true(gmmu_table_look(&t, 0, &m) && m.frame == frames - 1 && m.rights == GMMU_READ);
        assert_false(gmmu_table_look(&t, pages, &m));
        gmmu_table_free(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranges_at_random),
                                       cmocka_unit_test(ranges_with_few_frames),
                                       cmocka_unit_test(what_cannot_be)};
    return UNIT_TEST_RUN("gmmu_table", tests);
}
