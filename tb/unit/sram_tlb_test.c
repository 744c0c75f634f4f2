/* SPDX-License-Identifier: Apache-2.0 */
/* sram_tlb with its RAMs: directed corners, and random traffic against a list of what was filled. */
#include "unit_test.h"

#include "sram_tlb_rams.h"

#include <stdbool.h>
#include <string.h>

enum { SETS = GMMU_TLB_SETS, WAYS = GMMU_TLB_WAYS, LARGES = GMMU_TLB_LARGE, SET_W = GMMU_TLB_SET_W };
enum { SHIFT = GMMU_VPN_W - GMMU_LARGE_VPN_W, ROW_CYCLES = 6 };

typedef struct {
    sram_tlb_state s;
    sram_tlb_in in; /* of the coming edge; cleared by edge() */
    sram_tlb_out out;
    sram_tlb_rams rams;
    unsigned clashes; /* words that were read while one was written */
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    sram_tlb_rams_begin(&b->rams);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++) { /* RAMs begin with anything */
        b->rams.asid[i] = (u9)GMMU_WRAP(UINT32_C(0xa5a5a5a5), 9);
        b->rams.tag[i] = (GMMU_U(GMMU_TLB_TAG_W))GMMU_WRAP(UINT64_C(0xa5a5a5a5a5a5a5a5), GMMU_TLB_TAG_W);
        b->rams.ppn[i] = (u28)GMMU_WRAP(UINT32_C(0xa5a5a5a5), 28);
    }
    sram_tlb_reset(&b->s);
    sram_tlb_outputs(&b->s, &b->out);
}

/* One clock edge, of the RAMs too; out then shows the pins. */
static void edge(bench *b) {
    sram_tlb_out pins;
    sram_tlb_rams_show(&b->rams, &b->in);
    sram_tlb_step(&b->s, &b->in, &pins);
    sram_tlb_rams_step(&b->rams, &pins);
    for (unsigned w = 0; w < WAYS; w++)
        b->clashes += pins.ram_re && pins.ram_we[w];
    memset(&b->in, 0, sizeof b->in);
    sram_tlb_outputs(&b->s, &b->out);
}

static void idle(bench *b, unsigned cycles) {
    for (unsigned i = 0; i < cycles; i++)
        edge(b);
}

static void ask(bench *b, unsigned asid, uint64_t vpn) {
    b->in.lk_valid = 1;
    b->in.lk_asid = (u9)asid;
    b->in.lk_vpn = (u36)vpn;
}

/* The answer to a look-up alone. */
static bool hits(bench *b, unsigned asid, uint64_t vpn) {
    ask(b, asid, vpn);
    idle(b, 3);
    assert_true(b->out.a_valid);
    return b->out.a_hit != 0;
}

static bool gives(bench *b, unsigned asid, uint64_t vpn, uint64_t ppn) {
    return hits(b, asid, vpn) && b->out.a_ppn == ppn;
}

static void offer(bench *b, bool large, unsigned asid, uint64_t vpn, uint64_t ppn) {
    b->in.fill_valid = 1;
    b->in.fill_large = (u1)large;
    b->in.fill_asid = (u9)asid;
    b->in.fill_vpn = (u36)vpn;
    b->in.fill_ppn = (u28)ppn;
}

/* A fill, until it is in. */
static void fill(bench *b, bool large, unsigned asid, uint64_t vpn, uint64_t ppn) {
    assert_true(b->out.fill_ready);
    offer(b, large, asid, vpn, ppn);
    for (unsigned i = 0; i == 0 || !b->out.fill_ready; i++) {
        assert_in_range(i, 0, 2 * ROW_CYCLES);
        edge(b);
    }
}

static void name(bench *b, unsigned kind, unsigned asid, uint64_t vpn) {
    b->in.inv_valid = 1;
    b->in.inv_kind = (u3)kind;
    b->in.inv_asid = (u9)asid;
    b->in.inv_vpn = (u36)vpn;
}

/* An invalidation until it is acknowledged; how many cycles it takes. */
static unsigned drop(bench *b, unsigned kind, unsigned asid, uint64_t vpn) {
    unsigned cycles = 0;
    do {
        name(b, kind, asid, vpn);
        edge(b);
        cycles++;
        assert_in_range(cycles, 1, ROW_CYCLES * (SETS + 2));
    } while (!b->out.inv_ack);
    edge(b);
    return cycles;
}

/* Page k of a set. */
static uint64_t in_set(uint64_t k, uint64_t set) {
    return k * SETS + set;
}

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < 4U * SETS; i++)
        assert_false(hits(&b, 0, i));
}

static void test_answers_three_cycles_later_one_a_cycle(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < 8; i++)
        fill(&b, false, 3, 100 + i, 7 + i);
    for (unsigned i = 0; i < 8 + 3; i++) {
        if (i < 8) {
            assert_true(b.out.lk_ready);
            ask(&b, 3, 100 + i);
        }
        assert_int_equal(b.out.a_valid, i >= 3);
        assert_true(i < 3 || (b.out.a_hit && b.out.a_ppn == 7 + (i - 3)));
        edge(&b);
    }
}

/* A TLB of so many entries holds as many pages, and gives each its frame. */
static void test_holds_a_page_in_every_entry(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        fill(&b, false, i % 2, i, 1000 + i);
    for (unsigned i = 0; i < LARGES; i++)
        fill(&b, true, 5, (uint64_t)i << SHIFT, (uint64_t)i << SHIFT);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        assert_true(gives(&b, i % 2, i, 1000 + i));
    for (unsigned i = 0; i < LARGES; i++)
        assert_true(gives(&b, 5, ((uint64_t)i << SHIFT) + 3, ((uint64_t)i << SHIFT) + 3) && b.out.a_large);
}

static void test_own_space_and_whole_tag(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 5, 42, 1);
    assert_true(gives(&b, 5, 42, 1));
    for (unsigned bit = 0; bit < GMMU_ASID_W; bit++)
        assert_false(hits(&b, 5U ^ 1U << bit, 42));
    for (unsigned bit = 0; bit < GMMU_VPN_W; bit++)
        assert_false(hits(&b, 5, 42U ^ UINT64_C(1) << bit));
}

static void test_large_page_comes_first(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 1, (4U << SHIFT) + 9, 77);
    fill(&b, true, 1, 4U << SHIFT, 8U << SHIFT);
    assert_true(gives(&b, 1, (4U << SHIFT) + 9, (8U << SHIFT) + 9));
    assert_true(b.out.a_large);
    assert_false(hits(&b, 1, 5U << SHIFT));
    assert_false(hits(&b, 2, 4U << SHIFT));
}

static void test_refreshes_a_page_that_is_held(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(k, 1), k);
    for (unsigned k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(k, 1), 100 + k);
    for (unsigned k = 0; k < WAYS; k++)
        assert_true(gives(&b, 1, in_set(k, 1), 100 + k));
    for (unsigned i = 0; i < LARGES; i++)
        fill(&b, true, 1, (100U + i) << SHIFT, 0);
    for (unsigned i = 0; i < LARGES; i++)
        fill(&b, true, 1, (100U + i) << SHIFT, 1U << SHIFT);
    for (unsigned i = 0; i < LARGES; i++)
        assert_true(gives(&b, 1, (100U + i) << SHIFT, 1U << SHIFT));
}

/* Pseudo-LRU: a page that is used between any two others is never lost, and one pass over as many pages as
 * there are ways loses all that were there before. */
static void test_keeps_what_is_used(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 1, in_set(0, 2), 5);
    fill(&b, true, 1, 0, 0);
    for (unsigned k = 1; k < 5U * WAYS; k++) {
        fill(&b, false, 1, in_set(k, 2) + (1U << SHIFT), k);
        assert_true(gives(&b, 1, in_set(k, 2) + (1U << SHIFT), k));
        fill(&b, true, 2, (uint64_t)k << SHIFT, 0);
        assert_true(hits(&b, 1, 3)); /* by the large page, which is used as well */
    }
    start(&b);
    fill(&b, false, 1, in_set(0, 2), 5);
    for (unsigned k = 1; k < 5U * WAYS; k++) {
        fill(&b, false, 1, in_set(k, 2), k);
        assert_true(gives(&b, 1, in_set(0, 2), 5));
    }
    for (unsigned k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(1000 + k, 2), k);
    for (unsigned k = 0; k < WAYS; k++)
        assert_true(hits(&b, 1, in_set(1000 + k, 2)));
    assert_false(hits(&b, 1, in_set(0, 2)));
}

static void fill_two_spaces(bench *b) {
    start(b);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        fill(b, false, i % 3, i, i);
    for (unsigned i = 0; i < LARGES; i++)
        fill(b, true, i % 3, (100U + i) << SHIFT, 0);
}

static void test_drops_a_page(void **unused) {
    bench b;
    (void)unused;
    fill_two_spaces(&b);
    assert_in_range(drop(&b, SRAM_TLB_PAGE, 1, 4), 1, ROW_CYCLES);
    assert_in_range(drop(&b, SRAM_TLB_PAGE, 2, 4), 1, ROW_CYCLES); /* not there */
    drop(&b, SRAM_TLB_PAGE, 1, (101U << SHIFT) + 77);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        assert_int_equal(hits(&b, i % 3, i), i != 4);
    for (unsigned i = 0; i < LARGES; i++)
        assert_int_equal(hits(&b, i % 3, (100U + i) << SHIFT), i != 1);
}

/* All that lies inside a large page, in both sizes, by one invalidation, whichever of its pages it names. */
static void test_drops_all_inside_a_large_page(void **unused) {
    const uint64_t inside[] = {0, 1, 7, (1U << SHIFT) - 1}, first = 101U << SHIFT;
    const uint64_t beside[] = {first - 1, first + (1U << SHIFT)};
    bench b;
    (void)unused;
    for (unsigned named = 0; named < 4; named++) {
        start(&b);
        for (unsigned i = 0; i < 4; i++)
            for (unsigned space = 1; space < 3; space++)
                fill(&b, false, space, first + inside[i], 1000 + i);
        for (unsigned i = 0; i < 2; i++)
            fill(&b, false, 1, beside[i], 2000 + i);
        fill(&b, true, 1, first, 1U << SHIFT);
        fill(&b, true, 1, first + (1U << SHIFT), 1U << SHIFT);
        fill(&b, true, 2, first, 1U << SHIFT);
        assert_in_range(drop(&b, SRAM_TLB_INSIDE, 1, first + inside[named]), 1, ROW_CYCLES * SETS);
        for (unsigned i = 0; i < 4; i++)
            assert_false(hits(&b, 1, first + inside[i]));
        for (unsigned i = 0; i < 2; i++)
            assert_true(hits(&b, 1, beside[i]));
        drop(&b, SRAM_TLB_PAGE, 2, first); /* the large entry: what is below it is still there */
        for (unsigned i = 1; i < 4; i++)
            assert_true(gives(&b, 2, first + inside[i], 1000 + i));
    }
}

static void test_drops_a_space(void **unused) {
    bench b;
    (void)unused;
    fill_two_spaces(&b);
    drop(&b, SRAM_TLB_SPACE, 1, 0);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        assert_int_equal(hits(&b, i % 3, i), i % 3 != 1);
    for (unsigned i = 0; i < LARGES; i++)
        assert_int_equal(hits(&b, i % 3, (100U + i) << SHIFT), i % 3 != 1);
}

static void test_drops_all(void **unused) {
    bench b;
    (void)unused;
    fill_two_spaces(&b);
    assert_int_equal(drop(&b, 0, 0, 0), 1); /* nothing */
    assert_true(hits(&b, 0, 0));
    assert_int_equal(drop(&b, SRAM_TLB_ALL, 0, 0), 1);
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        assert_false(hits(&b, i % 3, i));
    for (unsigned i = 0; i < LARGES; i++)
        assert_false(hits(&b, i % 3, (100U + i) << SHIFT));
}

/* Fills without an end hold up no invalidation, and invalidations without an end no fill; one that was taken
 * before the invalidation came is dropped. */
static void test_fills_and_invalidations_take_turns(void **unused) {
    bench b;
    unsigned acks = 0, fills = 0;
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < 100 * ROW_CYCLES; i++) {
        offer(&b, i % 7 == 0, 1, i, i);
        if (!b.out.inv_ack)
            name(&b, SRAM_TLB_PAGE, 2, 5);
        fills += b.out.fill_ready;
        edge(&b);
        acks += b.out.inv_ack;
    }
    assert_in_range(acks, 45, 100);
    assert_in_range(fills, 45, 100);
    start(&b);
    offer(&b, false, 1, 9, 3);
    edge(&b);
    drop(&b, SRAM_TLB_PAGE, 1, 9);
    assert_false(hits(&b, 1, 9));
    start(&b);
    name(&b, SRAM_TLB_PAGE, 1, 9);
    edge(&b);
    name(&b, SRAM_TLB_PAGE, 1, 9);
    offer(&b, false, 1, 9, 3); /* a new translation */
    edge(&b);
    drop(&b, SRAM_TLB_PAGE, 1, 9);
    idle(&b, ROW_CYCLES);
    assert_true(gives(&b, 1, 9, 3));
}

/* Look-ups go on beside fills: of each six cycles a fill takes two. */
static void test_look_ups_go_on(void **unused) {
    bench b;
    unsigned asked = 0, hit = 0;
    (void)unused;
    start(&b);
    fill(&b, false, 1, 0, 5);
    bool may = true;
    for (unsigned i = 0; i < 600; i++) {
        offer(&b, false, 2, in_set(i, 1), 0);
        if (may) {
            ask(&b, 1, 0);
            asked++;
        }
        may = b.out.lk_ready != 0;
        edge(&b);
        hit += b.out.a_valid && b.out.a_hit && b.out.a_ppn == 5;
    }
    assert_in_range(asked, 390, 430);
    assert_in_range(hit, asked - 3, asked);
    assert_int_equal(b.clashes, 0);
}

/* One that comes all the same is answered, and finds no base entry. */
static void test_uninvited_look_ups_miss(void **unused) {
    bench b;
    unsigned answers = 0, hit = 0;
    (void)unused;
    start(&b);
    fill(&b, false, 1, 0, 5);
    for (unsigned i = 0; i < 600; i++) {
        offer(&b, false, 2, in_set(i, 1), 0);
        ask(&b, 1, 0);
        edge(&b);
        answers += b.out.a_valid;
        hit += b.out.a_hit;
        assert_true(!b.out.a_hit || b.out.a_ppn == 5);
    }
    assert_int_equal(answers, 598);
    assert_in_range(hit, 370, 430);
    assert_int_equal(b.clashes, 0);
}

/* ---- random traffic ---- */

enum { PAGES = 64, LARGE_PAGES = 4, PIPE = 3 };

typedef struct {
    bool valid;
    unsigned space, page;
} question;

/* The frame that each page was filled with last, by its number and as a large one, and one more; 0: it must
 * not be found. What is being taken back, and the look-ups under way. */
typedef struct {
    bench b;
    uint64_t base[2][PAGES], large[2][LARGE_PAGES];
    unsigned kind, space, page; /* kind 0: nothing */
    question asked[PIPE + 1];
    bool may_ask;
    unsigned base_hits, large_hits, drops;
} traffic;

static uint64_t page_number(unsigned k) {
    return ((uint64_t)(k % LARGE_PAGES) << SHIFT) + k / LARGE_PAGES * 3;
}

static void forget(traffic *t) {
    for (unsigned s = 0; s < 2; s++) {
        const bool all = t->kind == SRAM_TLB_ALL || (t->kind == SRAM_TLB_SPACE && s == t->space);
        const bool inside = t->kind == SRAM_TLB_INSIDE;
        for (unsigned p = 0; p < PAGES; p++)
            t->base[s][p] = all || (s == t->space &&
                                    (p == t->page || (inside && p % LARGE_PAGES == t->page % LARGE_PAGES)))
                                ? 0
                                : t->base[s][p];
        for (unsigned p = 0; p < LARGE_PAGES; p++)
            t->large[s][p] = all || (s == t->space && p == t->page % LARGE_PAGES) ? 0 : t->large[s][p];
    }
}

/* Frames of a page only grow, and a fill takes some cycles: the answer is the last one, or one before. */
static void check(traffic *t) {
    const question *q = &t->asked[PIPE];
    const uint64_t held =
        t->b.out.a_large ? t->large[q->space][q->page % LARGE_PAGES] : t->base[q->space][q->page];
    const uint64_t offset = t->b.out.a_large ? page_number(q->page) % (1U << SHIFT) : 0;
    assert_int_equal(t->b.out.a_valid, q->valid);
    if (t->b.out.a_hit)
        assert_true(held != 0 && t->b.out.a_ppn <= held - 1 + offset);
    t->base_hits += t->b.out.a_hit && !t->b.out.a_large;
    t->large_hits += t->b.out.a_hit && t->b.out.a_large;
}

static void fill_something(traffic *t, uint64_t r, unsigned now) {
    const unsigned page = (unsigned)(r % PAGES), space = (unsigned)(r >> 8 & 1U);
    const bool large = (r >> 20 & 31U) == 0;
    const uint64_t frame = large ? (uint64_t)(now / 32) << SHIFT : now;
    offer(&t->b, large, space, page_number(page), frame);
    if (large)
        t->large[space][page % LARGE_PAGES] = frame + 1;
    else
        t->base[space][page] = frame + 1;
}

static void cycle(traffic *t, uint64_t r, unsigned now) {
    bench *b = &t->b;
    /* From the cycle after the acknowledgement on nothing is found of what has been taken back. */
    if (b->out.inv_ack) {
        forget(t);
        t->kind = 0;
        t->drops++;
    } else if (t->kind == 0 && (r >> 24 & 127U) == 0) {
        t->kind = (r >> 32 & 15U) == 0  ? SRAM_TLB_ALL
                  : (r >> 37 & 3U) == 0 ? SRAM_TLB_INSIDE
                                        : 1 + (unsigned)(r >> 36 & 1U);
        t->space = (unsigned)(r >> 40 & 1U);
        t->page = (unsigned)(r >> 44) % PAGES;
    }
    if (t->kind != 0)
        name(b, t->kind, t->space, page_number(t->page));
    else if (b->out.fill_ready && (r >> 16 & 7U) == 0)
        fill_something(t, r, now);
    t->asked[0] =
        (question){t->may_ask && (r >> 50 & 3U) != 0, (unsigned)(r >> 60 & 1U), (unsigned)(r >> 52) % PAGES};
    if (t->asked[0].valid)
        ask(b, t->asked[0].space, page_number(t->asked[0].page));
    t->may_ask = b->out.lk_ready != 0;
    edge(b);
    memmove(&t->asked[1], &t->asked[0], sizeof t->asked - sizeof t->asked[0]);
    check(t);
}

/* Every answer is what its page was filled with, and never something that has been taken back. */
static void test_random_traffic(void **unused) {
    uint64_t random = unit_test_seed();
    traffic t;
    (void)unused;
    memset(&t, 0, sizeof t);
    start(&t.b);
    for (unsigned i = 1; i <= 60000; i++)
        cycle(&t, unit_test_random(&random), i);
    assert_true(t.base_hits > 3000 && t.large_hits > 1000 && t.drops > 200);
    assert_int_equal(t.b.clashes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset),
        cmocka_unit_test(test_answers_three_cycles_later_one_a_cycle),
        cmocka_unit_test(test_holds_a_page_in_every_entry),
        cmocka_unit_test(test_own_space_and_whole_tag),
        cmocka_unit_test(test_large_page_comes_first),
        cmocka_unit_test(test_refreshes_a_page_that_is_held),
        cmocka_unit_test(test_keeps_what_is_used),
        cmocka_unit_test(test_drops_a_page),
        cmocka_unit_test(test_drops_all_inside_a_large_page),
        cmocka_unit_test(test_drops_a_space),
        cmocka_unit_test(test_drops_all),
        cmocka_unit_test(test_fills_and_invalidations_take_turns),
        cmocka_unit_test(test_look_ups_go_on),
        cmocka_unit_test(test_uninvited_look_ups_miss),
        cmocka_unit_test(test_random_traffic),
    };
    return UNIT_TEST_RUN("sram_tlb", tests);
}
