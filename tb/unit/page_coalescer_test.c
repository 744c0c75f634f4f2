/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page_coalescer with the record memory and the page tables beside it: the numbers of Mosaic, the order of
 * the writes, and thousands of random events with walks at every moment.
 */
#include "page_coalescer.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define PAGES 512U /* Mosaic 1: 2 MB of 4 KB */
#define SPOTS 3U   /* large frames, and regions, of a bench */
#define ASID  7U

/* The page table of a region: the L3 PTE and its L4 PTEs. */
typedef struct {
    bool large;
    bool disabled[PAGES];
    bool mapped[PAGES]; /* else the frame number is left behind */
    uint32_t frame[PAGES], slot[PAGES];
} region_table;

typedef struct {
    unsigned asid, region, held;
    bool large;
} record;

typedef struct {
    page_coalescer_state s;
    page_coalescer_in in;
    page_coalescer_out out;
    record memory[SPOTS]; /* by frame */
    region_table table[SPOTS];
    bool cached_large[SPOTS]; /* a TLB may hold the large entry */
    unsigned writes, invalidations;
    unsigned stall; /* percent of cycles without a ready */
    uint64_t random;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    memset(&b->s, 0xA5, sizeof b->s);
    b->random = unit_test_seed();
    page_coalescer_reset(&b->s);
    page_coalescer_outputs(&b->s, &b->out);
}

static bool chance(bench *b, unsigned percent) {
    return unit_test_random(&b->random) % 100 < percent;
}

/* Where a walk finds a page: of the L3 PTE it has read `large`, the rest it reads now (Mosaic Fig. 7). */
static uint32_t walk(const region_table *t, bool large, uint32_t page) {
    return large ? t->frame[0] * PAGES + page : t->frame[page] * PAGES + t->slot[page];
}

/* A walk of every mapped page: the right place, and one of its two translations may be cached. */
static void check_walks(const region_table *t, bool large_before) {
    for (uint32_t p = 0; p < PAGES; p++) {
        if (!t->mapped[p])
            continue;
        assert_int_equal(walk(t, t->large, p), t->frame[p] * PAGES + t->slot[p]);
        assert_int_equal(walk(t, large_before, p), t->frame[p] * PAGES + t->slot[p]);
        assert_true(t->large || !t->disabled[p]);
    }
}

static void take_write(bench *b) {
    const unsigned region = (unsigned)b->out.store_region;
    region_table *t = &b->table[region];
    const bool before = t->large;

    assert_int_equal(b->out.store_asid, ASID);
    if (b->out.write_leaf)
        t->disabled[b->out.write_page] = b->out.write_set;
    else
        t->large = b->out.write_set;
    b->cached_large[region] |= t->large;
    b->writes++;
    check_walks(t, before);
}

static void edge(bench *b) {
    const page_coalescer_out pins = b->out;
    record *r = &b->memory[(uint32_t)pins.read_frame % SPOTS];

    b->in.write_ready = (u1)!chance(b, b->stall);
    b->in.invalidate_ready = (u1)!chance(b, b->stall);
    if (pins.write_valid && b->in.write_ready)
        take_write(b);
    if (pins.invalidate_valid && b->in.invalidate_ready) {
        b->cached_large[pins.store_region] = false;
        b->invalidations++;
    }
    if (pins.store_valid)
        *r = (record){(unsigned)pins.store_asid, (unsigned)pins.store_region, (unsigned)pins.store_held,
                      pins.store_large};
    page_coalescer_step(&b->s, &b->in, &b->out);
    page_coalescer_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    if (pins.read_valid) {
        b->in.record_asid = (u9)r->asid;
        b->in.record_region = (u27)r->region;
        b->in.record_held = (u10)r->held;
        b->in.record_large = r->large;
    }
}

/* Offers an event and waits until it is done; the cycles that took. */
static unsigned event(bench *b, unsigned kind, unsigned region, unsigned page, unsigned frame, unsigned slot,
                      unsigned threshold) {
    unsigned cycles = 0;

    assert_true(b->out.event_ready);
    b->in.event_valid = 1;
    b->in.event_kind = (u2)kind;
    b->in.event_asid = ASID;
    b->in.event_region = (u27)region;
    b->in.event_page = (u9)page;
    b->in.event_frame = (u19)frame;
    b->in.event_slot = (u9)slot;
    do {
        b->in.cfg_threshold = (u10)threshold;
        edge(b);
        cycles++;
    } while (!b->out.event_ready);
    return cycles;
}

static void allocate(bench *b, unsigned region, unsigned page, unsigned frame, unsigned slot) {
    region_table *t = &b->table[region];

    t->mapped[page] = true;
    t->frame[page] = frame;
    t->slot[page] = slot;
    (void)event(b, PAGE_COALESCER_ALLOC, region, page, frame, slot, 0);
}

static void release(bench *b, unsigned region, unsigned page, unsigned threshold) {
    region_table *t = &b->table[region];

    t->mapped[page] = false;
    (void)event(b, PAGE_COALESCER_FREE, region, page, t->frame[page], t->slot[page], threshold);
}

static void fill(bench *b, unsigned region, unsigned frame) {
    for (unsigned p = 0; p < PAGES; p++)
        allocate(b, region, p, frame, p);
}

static unsigned disabled_pages(const region_table *t) {
    unsigned n = 0;

    for (unsigned p = 0; p < PAGES; p++)
        n += t->disabled[p];
    return n;
}

/* Mosaic 1, 4.3: 512 base pages of 4 KB make a large page of 2 MB, by one L3 PTE and 512 L4 PTEs. */
static void coalesces_with_page_512(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned p = 0; p < 511; p++)
        allocate(&b, 1, p, 2, p);
    assert_int_equal(b.writes, 0);
    assert_int_equal(b.memory[2].held, 511);
    allocate(&b, 1, 511, 2, 511);
    assert_int_equal(b.writes, 513);
    assert_true(b.table[1].large);
    assert_int_equal(disabled_pages(&b.table[1]), 512);
    assert_int_equal(b.invalidations, 0); /* Mosaic 4.3: no flush */
}

/* Mosaic 4.1: "CoCoA notifies the In-Place Coalescer that allocation is done by sending a list of the large
 * page frame addresses that were allocated". The runtime writes the record of a frame that it has allocated
 * whole, and the event of the last page does the rest; 512 events would take four cycles each. */
static void coalesces_a_whole_frame(void **unused) {
    bench b;
    unsigned cycles = 0;

    (void)unused;
    start(&b);
    for (unsigned frame = 0; frame < SPOTS; frame++) {
        for (unsigned p = 0; p < PAGES; p++) {
            b.table[frame].mapped[p] = true;
            b.table[frame].frame[p] = frame;
            b.table[frame].slot[p] = p;
        }
        assert_true(b.out.event_ready && !b.out.read_valid && !b.out.store_valid); /* the memory is free */
        b.memory[frame] = (record){ASID, frame, PAGES - 1, false};
        cycles += event(&b, PAGE_COALESCER_ALLOC, frame, PAGES - 1, frame, PAGES - 1, 0);
        assert_true(b.table[frame].large && b.memory[frame].large);
        assert_int_equal(b.memory[frame].held, PAGES);
        assert_int_equal(disabled_pages(&b.table[frame]), PAGES);
    }
    assert_int_equal(cycles, SPOTS * (4 + 513));
    release(&b, 0, 5, 512); /* and it is counted from here on */
    assert_false(b.table[0].large);
}

/* The order of the pages makes no difference, and neither does where the region lies. */
static void coalesces_in_any_order(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned i = 0; i < PAGES; i++)
        allocate(&b, 0, (i * 205U + 77U) % PAGES, 1, (i * 205U + 77U) % PAGES);
    assert_true(b.table[0].large);
}

static void leaves_pages_out_of_place(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned p = 0; p < PAGES; p++)
        allocate(&b, 0, p, 0, (p + 1) % PAGES); /* contiguous, not aligned */
    for (unsigned p = 0; p < PAGES; p++)
        allocate(&b, 1, p, 1, p < 2 ? 1 - p : p); /* two changed places */
    for (unsigned p = 0; p < PAGES; p++)
        allocate(&b, 2, p, p == 300 ? 0 : 2, p); /* one lies elsewhere */
    assert_int_equal(b.writes, 0);
}

/* Two halves of two regions share a frame. When the owner has gone, the pages of the other one have not been
 * counted, so the frame is not coalesced; from empty it is. */
static void leaves_a_shared_frame(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    allocate(&b, 0, 0, 0, 0);
    for (unsigned p = 1; p < PAGES; p++)
        allocate(&b, 1, p, 0, p);
    release(&b, 0, 0, 0);
    allocate(&b, 1, 0, 0, 0);
    assert_int_equal(b.memory[0].held, 1);
    assert_int_equal(b.writes, 0);
    start(&b);
    for (unsigned p = 0; p < PAGES; p++)
        allocate(&b, p < 256 ? 0 : 1, p, 0, p);
    assert_int_equal(b.writes, 0);
    assert_int_equal(b.memory[0].held, 256);
    for (unsigned p = 0; p < PAGES; p++)
        release(&b, p < 256 ? 0 : 1, p, 0);
    assert_int_equal(b.memory[0].held, 0);
    fill(&b, 1, 0);
    assert_true(b.table[1].large);
}

/* What the pins show, write by write. */
static void writes_in_the_safe_order(void **unused) {
    bench b;
    page_coalescer_in none = {.write_ready = 1, .invalidate_ready = 1};

    (void)unused;
    start(&b);
    for (int coalescing = 1; coalescing >= 0; coalescing--) {
        b.s.phase = PC_WRITE;
        b.s.is_large = (u1)coalescing;
        b.s.update = 1;
        b.s.held = 512;
        page_coalescer_outputs(&b.s, &b.out);
        for (unsigned i = 0; i < 513; i++) {
            const bool l3 = coalescing ? i == 0 : i == 512;

            assert_true(b.out.write_valid);
            assert_int_equal(b.out.write_leaf, !l3);
            assert_int_equal(b.out.write_page, l3 ? 0 : coalescing ? i - 1 : i);
            assert_int_equal(b.out.write_set, coalescing);
            none.write_ready = 0; /* waits as it is */
            page_coalescer_step(&b.s, &none, &b.out);
            none.write_ready = 1;
            page_coalescer_step(&b.s, &none, &b.out);
            page_coalescer_outputs(&b.s, &b.out);
        }
        assert_false(b.out.write_valid);
        assert_int_equal(b.out.invalidate_valid, !coalescing);
    }
    page_coalescer_step(&b.s, &none, &b.out);
    page_coalescer_outputs(&b.s, &b.out);
    assert_true(b.out.event_ready);
}

static void splinters_when_asked(void **unused) {
    bench b;

    (void)unused;
    for (unsigned kind = 2; kind < 4; kind++) {
        start(&b);
        fill(&b, 2, 1);
        b.writes = 0;
        (void)event(&b, kind, 0, 0, 1, 0, 0);
        assert_int_equal(b.writes, 513);
        assert_int_equal(b.invalidations, 1);
        assert_false(b.cached_large[2]);
        assert_false(b.table[2].large);
        assert_int_equal(disabled_pages(&b.table[2]), 0);
        assert_int_equal(b.memory[1].held, 512);
        (void)event(&b, kind, 0, 0, 1, 0, 0); /* base pages: nothing to do */
        (void)event(&b, kind, 0, 0, 0, 0, 0);
        assert_int_equal(b.writes, 513);
    }
}

/* Mosaic 4.4: below the threshold, not at it. */
static void splinters_below_the_threshold(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    fill(&b, 0, 0);
    for (unsigned p = 0; p < 212; p++)
        release(&b, 0, p, 300);
    assert_int_equal(b.memory[0].held, 300);
    assert_true(b.table[0].large);
    release(&b, 0, 511, 300);
    assert_false(b.table[0].large);
    assert_false(b.memory[0].large);
    assert_int_equal(b.invalidations, 1);
    b.writes = 0;
    for (unsigned p = 0; p < 212; p++) /* and together again */
        allocate(&b, 0, p, 0, p);
    assert_int_equal(b.writes, 0);
    allocate(&b, 0, 511, 0, 511);
    assert_int_equal(b.writes, 513);
}

/* A page that comes back to a large page, and one more that cannot be. */
static void issues_nothing_twice(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    fill(&b, 0, 0);
    release(&b, 0, 9, 0);
    allocate(&b, 0, 9, 0, 9);
    allocate(&b, 0, 9, 0, 9); /* nobody may do that */
    assert_int_equal(b.writes, 513);
    assert_int_equal(b.memory[0].held, 512);
    for (unsigned p = 0; p < PAGES; p++)
        release(&b, 0, p, 0);
    assert_true(b.table[0].large); /* threshold 0: still */
    allocate(&b, 1, 0, 0, 0);      /* so it has an owner */
    assert_int_equal(b.memory[0].region, 0);
    assert_int_equal(b.memory[0].held, 0);
}

/* Cycles of an event: four that change a record, three that do not; one a write. */
static void takes_its_time(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_int_equal(event(&b, PAGE_COALESCER_ALLOC, 0, 5, 0, 6, 0), 3);
    for (unsigned p = 0; p < 511; p++)
        assert_int_equal(event(&b, PAGE_COALESCER_ALLOC, 0, p, 0, p, 0), 4);
    b.table[0] = (region_table){0};
    assert_int_equal(event(&b, PAGE_COALESCER_ALLOC, 0, 511, 0, 511, 0), 4 + 513);
    assert_int_equal(event(&b, PAGE_COALESCER_SPLINTER, 0, 0, 0, 0, 0), 4 + 513 + 1);
}

static void stands_still_when_idle(void **unused) {
    page_coalescer_state before;
    bench b;

    (void)unused;
    start(&b);
    allocate(&b, 0, 3, 1, 3);
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* All pages of a frame are in place for a region: what coalescing needs. */
static bool whole(const bench *b, unsigned frame, unsigned region) {
    const region_table *t = &b->table[region];

    for (unsigned p = 0; p < PAGES; p++)
        if (!t->mapped[p] || t->frame[p] != frame || t->slot[p] != p)
            return false;
    return true;
}

/* Pages of three regions come and go in three frames, mostly in place, with stalls; after each event a
 * frame is large if it has become whole and has not been splintered since. */
static void agrees_with_sets_of_pages(void **unused) {
    bool large[SPOTS] = {false}, used[SPOTS][PAGES] = {{false}};
    unsigned coalesced = 0, splintered = 0;
    bench b;

    (void)unused;
    start(&b);
    b.stall = 30;
    for (unsigned i = 0; i < 100000; i++) {
        const unsigned region = (unsigned)(unit_test_random(&b.random) % SPOTS);
        const unsigned page = (unsigned)(unit_test_random(&b.random) % PAGES);
        const bool stray = !large[region] && chance(&b, 1); /* out of place, half of them in another frame */
        const unsigned frame = stray && page % 2 ? (region + 1) % SPOTS : region;
        const unsigned slot = stray ? PAGES - 1 - page : page;
        const region_table *t = &b.table[region];
        const bool in_place = t->frame[page] == region && t->slot[page] == page;
        const bool before = large[region];

        if (t->mapped[page] && (!in_place || unit_test_random(&b.random) % 400 == 0)) {
            used[t->frame[page]][t->slot[page]] = false;
            release(&b, region, page, 510);
            large[region] = large[region] && b.memory[region].held >= 510;
        } else if (!t->mapped[page] && !used[frame][slot] && (frame == region || !large[frame])) {
            used[frame][slot] = true;
            allocate(&b, region, page, frame, slot);
            large[region] |= whole(&b, region, region);
        }
        coalesced += !before && large[region];
        splintered += before && !large[region];
        assert_int_equal(t->large, large[region]);
        assert_int_equal(disabled_pages(t), large[region] ? PAGES : 0);
        assert_int_equal(b.cached_large[region], large[region]);
    }
    assert_true(coalesced > 3 && splintered > 3);
    assert_int_equal(b.writes, (coalesced + splintered) * 513U);
    assert_int_equal(b.invalidations, splintered);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coalesces_with_page_512), cmocka_unit_test(coalesces_a_whole_frame),
        cmocka_unit_test(coalesces_in_any_order),  cmocka_unit_test(leaves_pages_out_of_place),
        cmocka_unit_test(leaves_a_shared_frame),   cmocka_unit_test(writes_in_the_safe_order),
        cmocka_unit_test(splinters_when_asked),    cmocka_unit_test(splinters_below_the_threshold),
        cmocka_unit_test(issues_nothing_twice),    cmocka_unit_test(takes_its_time),
        cmocka_unit_test(stands_still_when_idle),  cmocka_unit_test(agrees_with_sets_of_pages),
    };
    return UNIT_TEST_RUN("page_coalescer", tests);
}
