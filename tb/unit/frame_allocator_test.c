/* SPDX-License-Identifier: Apache-2.0 */
/* frame_allocator with its RAM: Mosaic's soft guarantee, directed corners, and a model of lists. */
#include "frame_allocator_duties.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define FRAMES GMMU_LARGE_FRAMES
#define PAGES  GMMU_LARGE_PAGES
#define ALL    (FRAMES * PAGES)
#define MB     256U /* base pages */

typedef struct {
    frame_allocator_state s;
    frame_allocator_out out;
    bool strict; /* the failsafe is off */
    GMMU_U(GMMU_PAGE_MAP_W) ram[FRAMES][GMMU_PAGE_MAPS];
    GMMU_U(GMMU_PAGE_MAP_W) rdata[GMMU_PAGE_MAPS]; /* the RAM's output register */
} bench;

typedef struct {
    bool ok, failsafe;
    unsigned frame, page, cycles;
} answer;

static void start(bench *b) {
    memset(b, 0xA5, sizeof *b); /* also what the RAM holds */
    b->strict = false;
    frame_allocator_reset(&b->s);
    frame_allocator_outputs(&b->s, &b->out);
}

static void edge(bench *b, frame_allocator_in *in) {
    in->cfg_failsafe = !b->strict;
    memcpy(in->ram_rdata, b->rdata, sizeof b->rdata);
    assert_true(frame_allocator_map_suits(&b->s, in));
    assert_false(b->out.ram_re && b->out.ram_we);
    if (b->out.ram_we)
        memcpy(b->ram[b->out.ram_addr], b->out.ram_wdata, sizeof b->rdata);
    if (b->out.ram_re)
        memcpy(b->rdata, b->ram[b->out.ram_addr], sizeof b->rdata);
    frame_allocator_step(&b->s, in, &b->out);
    frame_allocator_outputs(&b->s, &b->out);
}

static answer request(bench *b, unsigned op, unsigned app, unsigned frame, unsigned page) {
    frame_allocator_in in;
    answer a = {.cycles = 0};

    memset(&in, 0, sizeof in);
    in.req_valid = 1;
    in.req_op = (u3)op;
    in.req_app = (GMMU_U(GMMU_APP_W))app;
    in.req_frame = (GMMU_U(GMMU_LARGE_FRAME_W))frame;
    in.req_page = (GMMU_U(GMMU_LARGE_PAGE_W))page;
    assert_true(b->out.req_ready);
    do {
        edge(b, &in);
        in.req_valid = 0;
        a.cycles++;
        assert_true(a.cycles < 10);
    } while (!b->out.ans_valid);
    a.ok = b->out.ans_ok;
    a.failsafe = b->out.ans_failsafe;
    a.frame = (unsigned)b->out.ans_frame;
    a.page = (unsigned)b->out.ans_page;
    return a;
}

/* A cycle without a request: the answer is written back. */
static void rest(bench *b) {
    frame_allocator_in in;

    memset(&in, 0, sizeof in);
    edge(b, &in);
}

static answer base(bench *b, unsigned app) {
    return request(b, FRAME_BASE, app, 0, 0);
}

static answer large(bench *b, unsigned app) {
    return request(b, FRAME_LARGE, app, 0, 0);
}

static answer give(bench *b, unsigned app, unsigned frame, unsigned page) {
    return request(b, FRAME_FREE, app, frame, page);
}

static bool is(answer a, unsigned frame, unsigned page) {
    return a.ok && !a.failsafe && a.frame == frame && a.page == page;
}

static void all_is_free_after_reset(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_true(b.out.req_ready && !b.out.ans_valid && !b.out.ram_we && !b.out.ram_re);
    assert_int_equal(b.out.free_frames, FRAMES);
    assert_int_equal(b.out.handed, 0);
    assert_int_equal(b.out.broken, 0);
}

/* Mosaic 3.2: working sets "ranging from 10MB to 362MB, with an average of 81.5MB". With 2 MB pages alone the
 * average takes 82 MB; here it takes 40 large frames, which can be coalesced, and 384 base pages of
 * one more. */
static void serves_the_published_working_sets(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned i = 0; i < 10 * MB / PAGES; i++)
        assert_true(large(&b, 1).ok);
    assert_int_equal(b.out.free_frames, FRAMES - 5);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(large(&b, 2).frame, 5 + i);
    for (unsigned i = 0; i < 81 * MB + MB / 2 - 40 * PAGES; i++)
        assert_true(is(base(&b, 2), 45, i));
    assert_int_equal(b.out.handed, 10 * MB + 81 * MB + MB / 2);
    assert_int_equal(b.out.free_frames, FRAMES - 46);
    rest(&b);
    assert_int_equal(b.s.count[45], 384);
    assert_int_equal(b.out.broken, 0);
}

/* Mosaic Fig. 1b, 4.2: "a soft guarantee that all base pages within a large page frame belong to the same
 * application". Base pages of two applications in turn: each has frames of its own. */
static void keeps_applications_apart(void **unused) {
    unsigned owner[FRAMES] = {0};
    bench b;

    (void)unused;
    start(&b);
    for (unsigned i = 0; i < ALL; i++) {
        const unsigned app = 1 + i % 2;
        const answer a = base(&b, app);

        assert_true(a.ok && !a.failsafe);
        assert_true(owner[a.frame] == 0 || owner[a.frame] == app);
        owner[a.frame] = app;
    }
    assert_int_equal(b.out.free_frames, 0);
    assert_int_equal(b.out.handed, ALL);
    assert_false(base(&b, 1).ok);
    assert_false(large(&b, 1).ok);
}

static void answers_in_the_fourth_cycle(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_int_equal(base(&b, 1).cycles, 3); /* edges */
    assert_true(b.out.req_ready);            /* with the answer */
}

static void asks_the_free_frames_only_when_its_list_is_empty(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned p = 0; p < PAGES; p++)
        assert_true(is(base(&b, 3), 0, p));
    assert_true(is(base(&b, 3), 1, 0));
    assert_true(give(&b, 3, 0, 77).ok);
    assert_true(is(base(&b, 3), 0, 77));
    assert_true(is(base(&b, 3), 1, 1));
    assert_true(is(base(&b, 4), 2, 0));
    assert_int_equal(b.out.free_frames, FRAMES - 3);
}

static void takes_frames_back(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_true(is(base(&b, 1), 0, 0) && is(base(&b, 1), 0, 1));
    assert_true(give(&b, 1, 0, 0).ok);
    assert_int_equal(b.out.free_frames, FRAMES - 1);
    assert_true(give(&b, 1, 0, 1).ok); /* the last one */
    assert_int_equal(b.out.free_frames, FRAMES);
    assert_true(is(base(&b, 2), 0, 0)); /* what the RAM holds of it is forgotten */
    assert_true(is(base(&b, 2), 0, 1));
    assert_true(large(&b, 1).ok);
    assert_int_equal(b.out.handed, 2 + PAGES);
    assert_true(request(&b, FRAME_FREE_LARGE, 1, 1, 0).ok);
    assert_int_equal(b.out.handed, 2);
    assert_int_equal(b.out.free_frames, FRAMES - 1);
}

/* Mosaic 4.4: "the unallocated base pages within the large page frame cannot be allocated to another
 * virtual address as long as the page remains coalesced". */
static void keeps_pages_of_a_whole_frame_until_it_is_splintered(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_true(large(&b, 1).ok);
    assert_true(give(&b, 1, 0, 9).ok);
    assert_true(is(base(&b, 1), 1, 0));
    assert_true(request(&b, FRAME_SPLINTER, 1, 0, 0).ok);
    assert_false(request(&b, FRAME_SPLINTER, 1, 0, 0).ok);
    assert_true(is(base(&b, 1), 0, 9));
    assert_false(request(&b, FRAME_FREE_LARGE, 1, 0, 0).ok);
    assert_true(large(&b, 2).ok);
    for (unsigned p = 0; p < PAGES; p++)
        assert_true(give(&b, 2, 2, p).ok);
    assert_int_equal(b.out.free_frames, FRAMES - 2);
    assert_true(is(base(&b, 3), 2, 0)); /* whole no longer */
}

static void breaks_the_guarantee_last(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned i = 0; i < FRAMES - 1; i++)
        assert_true(large(&b, 1).ok);
    assert_true(is(base(&b, 2), FRAMES - 1, 0));
    b.strict = true;
    assert_false(base(&b, 3).ok);
    b.strict = false;
    answer a = base(&b, 3);
    assert_true(a.ok && a.failsafe && a.frame == FRAMES - 1 && a.page == 1);
    assert_int_equal(b.out.broken, 1);
    assert_true(is(base(&b, 2), FRAMES - 1, 2)); /* its own frame */
    assert_false(large(&b, 3).ok);
    assert_true(give(&b, 2, FRAMES - 1, 0).ok);
    assert_true(give(&b, 3, FRAMES - 1, 1).ok);
    assert_true(give(&b, 2, FRAMES - 1, 2).ok);
    assert_int_equal(b.out.free_frames, 1);
    assert_true(is(base(&b, 3), FRAMES - 1, 0)); /* mixed no longer */
    assert_false(give(&b, 2, FRAMES - 1, 0).ok);
    assert_int_equal(b.out.broken, 1);
    b.s.broken = UINT32_MAX - 1;
    for (unsigned i = 0; i < 3; i++)
        assert_true(base(&b, 4).ok);
    assert_true(b.out.broken == UINT32_MAX);
}

static void refuses_what_is_wrong(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_false(give(&b, 1, 0, 0).ok); /* free frame */
    assert_true(base(&b, 1).ok && large(&b, 2).ok);
    rest(&b);
    const frame_allocator_state before = b.s;
    assert_false(give(&b, 1, 0, 1).ok); /* not handed out */
    assert_false(give(&b, 2, 0, 0).ok); /* another one's */
    assert_false(give(&b, 1, 1, 0).ok);
    assert_false(request(&b, FRAME_FREE_LARGE, 1, 0, 0).ok); /* not whole */
    assert_false(request(&b, FRAME_FREE_LARGE, 1, 1, 0).ok); /* another one's */
    assert_false(request(&b, FRAME_SPLINTER, 1, 1, 0).ok);
    for (unsigned op = 5; op < 8; op++)
        assert_false(request(&b, op, 1, 0, 0).ok);
    assert_memory_equal(before.count, b.s.count, sizeof before.count);
    assert_memory_equal(before.owner, b.s.owner, sizeof before.owner);
    assert_memory_equal(before.whole, b.s.whole, sizeof before.whole);
    assert_int_equal(b.out.handed, 1 + PAGES);
    assert_true(give(&b, 1, 0, 0).ok);
    assert_false(give(&b, 1, 0, 0).ok); /* twice */
}

static void stands_still_when_idle(void **unused) {
    frame_allocator_in in;
    frame_allocator_state before;
    bench b;

    (void)unused;
    start(&b);
    memset(&in, 0, sizeof in);
    assert_true(base(&b, 1).ok);
    edge(&b, &in); /* the answer goes */
    before = b.s;
    in.req_app = 7;
    edge(&b, &in);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- a page-by-page model, in the words of the header ---- */

typedef struct {
    unsigned holder[ALL]; /* application, 0: free */
    unsigned owner[FRAMES], used[FRAMES];
    bool whole[FRAMES], mixed[FRAMES];
    unsigned handed, broken;
} lists;

static unsigned lowest_page(const lists *l, unsigned f) {
    unsigned p = 0;

    while (l->holder[f * PAGES + p] != 0)
        p++;
    return p;
}

static answer model_base(lists *l, unsigned app, bool strict) {
    answer a = {.ok = false};

    for (unsigned pass = 0; pass < (strict ? 2U : 3U); pass++)
        for (unsigned f = 0; f < FRAMES; f++) {
            const bool partial = l->used[f] != 0 && l->used[f] != PAGES && !l->whole[f];

            if (pass == 1 ? l->used[f] != 0 : !partial || (pass == 0 && l->owner[f] != app))
                continue;
            a = (answer){.ok = true, .failsafe = pass == 2, .frame = f, .page = lowest_page(l, f)};
            if (pass == 1)
                l->owner[f] = app;
            l->mixed[f] |= a.failsafe;
            l->broken += a.failsafe;
            l->holder[f * PAGES + a.page] = app;
            l->used[f]++;
            l->handed++;
            return a;
        }
    return a;
}

static answer model_large(lists *l, unsigned app) {
    for (unsigned f = 0; f < FRAMES; f++) {
        if (l->used[f] != 0)
            continue;
        for (unsigned p = 0; p < PAGES; p++)
            l->holder[f * PAGES + p] = app;
        l->owner[f] = app;
        l->used[f] = PAGES;
        l->whole[f] = true;
        l->handed += PAGES;
        return (answer){.ok = true, .frame = f};
    }
    return (answer){.ok = false};
}

static void model_take(lists *l, unsigned f, unsigned p) {
    if (l->holder[f * PAGES + p] == 0)
        return;
    l->holder[f * PAGES + p] = 0;
    l->handed--;
    if (--l->used[f] == 0)
        l->whole[f] = l->mixed[f] = false;
}

static answer model_back(lists *l, unsigned op, unsigned app, unsigned f, unsigned p) {
    const bool allowed = l->owner[f] == app || l->mixed[f];
    const bool there = op == FRAME_FREE ? l->holder[f * PAGES + p] != 0 : l->whole[f];
    const answer a = {.ok = l->used[f] != 0 && allowed && there, .frame = f};

    if (a.ok && op == FRAME_FREE)
        model_take(l, f, p);
    else if (a.ok && op == FRAME_FREE_LARGE)
        for (unsigned k = 0; k < PAGES; k++)
            model_take(l, f, k);
    else if (a.ok)
        l->whole[f] = false;
    return a;
}

static void agrees_with_a_model_of_lists(void **unused) {
    static const unsigned likely[3][5] = {{60, 20, 10, 5, 5}, {10, 5, 50, 30, 5}, {90, 2, 4, 2, 2}};
    static lists l;
    uint64_t random = unit_test_seed();
    unsigned failsafes = 0, refused = 0;
    bench b;

    (void)unused;
    memset(&l, 0, sizeof l);
    start(&b);
    for (unsigned i = 0; i < 150000; i++) {
        const uint64_t r = unit_test_random(&random);
        const unsigned *share = likely[i / 20000 % 3];
        const unsigned app = 1 + (unsigned)(r >> 8) % 3;
        const unsigned f = (unsigned)(r >> 16) % FRAMES, p = (unsigned)(r >> 32) % PAGES;
        unsigned op = 0, dice = (unsigned)(r % 100);

        while (dice >= share[op])
            dice -= share[op++];
        b.strict = (r >> 60) == 0;
        const answer want = op == FRAME_BASE    ? model_base(&l, app, b.strict)
                            : op == FRAME_LARGE ? model_large(&l, app)
                                                : model_back(&l, op, app, f, p);
        const answer got = request(&b, op, app, f, p);
        assert_int_equal(got.ok, want.ok);
        if (got.ok)
            assert_int_equal(got.frame, want.frame);
        if (got.ok && op == FRAME_BASE)
            assert_true(got.page == want.page && got.failsafe == want.failsafe);
        unsigned empty = 0;
        for (unsigned k = 0; k < FRAMES; k++)
            empty += l.used[k] == 0;
        assert_int_equal(b.out.free_frames, empty);
        assert_int_equal(b.out.handed, l.handed);
        assert_int_equal(b.out.broken, l.broken);
        failsafes += got.failsafe && got.ok;
        refused += !got.ok;
    }
    assert_true(failsafes > 100 && refused > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_free_after_reset),
        cmocka_unit_test(serves_the_published_working_sets),
        cmocka_unit_test(keeps_applications_apart),
        cmocka_unit_test(answers_in_the_fourth_cycle),
        cmocka_unit_test(asks_the_free_frames_only_when_its_list_is_empty),
        cmocka_unit_test(takes_frames_back),
        cmocka_unit_test(keeps_pages_of_a_whole_frame_until_it_is_splintered),
        cmocka_unit_test(breaks_the_guarantee_last),
        cmocka_unit_test(refuses_what_is_wrong),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(agrees_with_a_model_of_lists),
    };
    return UNIT_TEST_RUN("frame_allocator", tests);
}
