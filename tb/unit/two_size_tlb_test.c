/* SPDX-License-Identifier: Apache-2.0 */
/* two_size_tlb: directed corners, and random traffic against lists in order of use. */
#include "unit_test.h"

#include "two_size_tlb.h"

#include <stdbool.h>
#include <string.h>

#define SETS   GMMU_TLB_SETS
#define WAYS   GMMU_TLB_WAYS
#define LARGES GMMU_TLB_LARGE
#define SHIFT  (GMMU_VPN_W - GMMU_LARGE_VPN_W)

typedef struct {
    two_size_tlb_state s;
    two_size_tlb_in in; /* of the coming edge; cleared by edge() */
    two_size_tlb_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    two_size_tlb_reset(&b->s);
}

/* One clock edge; out then shows the answers. */
static void edge(bench *b) {
    two_size_tlb_step(&b->s, &b->in, &b->out);
    two_size_tlb_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void ask(bench *b, unsigned asid, uint64_t vpn) {
    b->in.lk_valid = 1;
    b->in.lk_asid = (u9)asid;
    b->in.lk_vpn = (u36)vpn;
}

static void offer(bench *b, bool large, unsigned asid, uint64_t vpn, uint64_t ppn) {
    b->in.fill_valid = 1;
    b->in.fill_large = (u1)large;
    b->in.fill_asid = (u9)asid;
    b->in.fill_vpn = (u36)vpn;
    b->in.fill_ppn = (u28)ppn;
}

static void fill(bench *b, bool large, unsigned asid, uint64_t vpn, uint64_t ppn) {
    offer(b, large, asid, vpn, ppn);
    edge(b);
}

static void name_page(bench *b, unsigned asid, uint64_t vpn) {
    b->in.inv_asid = (u9)asid;
    b->in.inv_vpn = (u36)vpn;
}

static bool hits(bench *b, unsigned asid, uint64_t vpn) {
    ask(b, asid, vpn);
    edge(b);
    return b->out.a_hit != 0;
}

/* Is the page held? Unlike hits(), leaves the order of use alone. */
static bool held(const bench *b, unsigned asid, uint64_t vpn) {
    bench copy = *b;
    return hits(&copy, asid, vpn);
}

/* Page k of a set. */
static uint64_t in_set(uint64_t k, uint64_t set) {
    return k * SETS + set;
}

static uint64_t large_page(uint64_t k) {
    return k << SHIFT;
}

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    two_size_tlb_outputs(&b.s, &b.out);
    assert_int_equal(b.out.a_valid, 0);
    assert_int_equal(b.out.a_dropped, 0);
    assert_false(hits(&b, 0, 0)); /* the reset value of every entry */
    assert_int_equal(b.out.a_valid, 1);
    assert_int_equal(b.out.a_large, 0);
    assert_int_equal(b.out.a_ppn, 0);
    edge(&b);
    assert_int_equal(b.out.a_valid, 0);
}

/* Mosaic 4.3: "it first checks if the address belongs to a coalesced page by looking up the TLB large page
 * entries. If the SM locates a valid large page entry for the request [...], it avoids looking up TLB base
 * page entries." */
static void test_large_entries_first(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    const uint64_t vpn = large_page(5) + 3;
    fill(&b, false, 1, vpn, 77);
    for (uint64_t k = 1; k < WAYS; k++)
        fill(&b, false, 1, vpn + k * SETS, 100 + k);
    fill(&b, true, 1, vpn, (9U << SHIFT) + 5); /* low bits of a large fill mean nothing */
    assert_true(hits(&b, 1, vpn));
    assert_int_equal(b.out.a_large, 1);
    assert_int_equal(b.out.a_ppn, (9U << SHIFT) + 3);
    assert_true(hits(&b, 1, large_page(5) + 511));
    assert_int_equal(b.out.a_ppn, (9U << SHIFT) + 511);
    /* The base entry was not looked up, so it is the oldest of its set still. */
    fill(&b, false, 1, vpn + WAYS * SETS, 200);
    b.in.inv_large = 1;
    name_page(&b, 1, vpn);
    edge(&b);
    assert_false(held(&b, 1, vpn));
    assert_true(held(&b, 1, vpn + SETS));
}

static void test_fill_takes_a_cycle(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    offer(&b, false, 1, 5, 9);
    ask(&b, 1, 5);
    edge(&b);
    assert_int_equal(b.out.a_hit, 0);
    assert_true(hits(&b, 1, 5));
    assert_int_equal(b.out.a_ppn, 9);
    assert_int_equal(b.out.a_large, 0);
}

static void test_address_spaces_apart(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 1, 5, 11);
    fill(&b, false, 2, 5, 22);
    fill(&b, true, 1, large_page(7), 3U << SHIFT);
    assert_false(hits(&b, 3, 5));
    assert_false(hits(&b, 257, 5)); /* differs in the top bit alone */
    assert_false(hits(&b, 2, large_page(7)));
    assert_true(hits(&b, 1, 5));
    assert_int_equal(b.out.a_ppn, 11);
    assert_true(hits(&b, 2, 5));
    assert_int_equal(b.out.a_ppn, 22);
}

static void test_all_bits_count(void **unused) {
    const uint64_t vpn = (UINT64_C(1) << GMMU_VPN_W) - 1;
    bench b;
    (void)unused;
    for (unsigned large = 0; large < 2; large++) {
        start(&b);
        fill(&b, large != 0, 511, vpn, (1U << GMMU_PPN_W) - 1);
        assert_true(hits(&b, 511, vpn));
        assert_int_equal(b.out.a_ppn, (1U << GMMU_PPN_W) - 1);
        for (unsigned bit = 0; bit < GMMU_VPN_W; bit++)
            assert_int_equal(hits(&b, 511, vpn ^ (UINT64_C(1) << bit)), large && bit < SHIFT);
        for (unsigned bit = 0; bit < GMMU_ASID_W; bit++)
            assert_false(hits(&b, 511U ^ (1U << bit), vpn));
    }
}

static void test_evicts_the_least_recently_used(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (uint64_t k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(k, 1 % SETS), k);
    for (uint64_t k = 0; k < LARGES; k++)
        fill(&b, true, 1, large_page(100 + k), k << SHIFT);
    assert_true(hits(&b, 1, in_set(0, 1 % SETS)));
    assert_true(hits(&b, 1, large_page(100)));
    if (SETS > 1) { /* another set takes nothing away */
        fill(&b, false, 1, in_set(50, 0), 50);
        assert_true(held(&b, 1, in_set(1, 1)));
    }
    fill(&b, false, 1, in_set(60, 1 % SETS), 60);
    fill(&b, true, 1, large_page(200), 60U << SHIFT);
    assert_true(held(&b, 1, in_set(0, 1 % SETS)));
    assert_false(held(&b, 1, in_set(1, 1 % SETS)));
    assert_true(held(&b, 1, large_page(100)));
    assert_false(held(&b, 1, large_page(101)));
    for (uint64_t k = 2; k < WAYS; k++)
        assert_true(held(&b, 1, in_set(k, 1 % SETS)));
    for (uint64_t k = 2; k < LARGES; k++)
        assert_true(held(&b, 1, large_page(100 + k)));
}

/* The reach of a level: 2 MB times its large entries lies beyond 4 KB times its base entries. Mosaic Table 1:
 * the L1 TLB of an SM has 128 base and 16 large entries, so 0.5 and 32 MB; here, as in thesis Table 6.1, 32
 * base entries in 8 ways. */
static void test_reach(void **unused) {
    bench b;
    (void)unused;
    assert_int_equal(SETS * WAYS, 32);
    assert_int_equal(WAYS, 8);
    assert_int_equal(1U << SHIFT, 512); /* Mosaic 4: 512 base pages in a large page */
    start(&b);
    for (uint64_t k = 0; k < LARGES; k++)
        fill(&b, true, 1, large_page(k), k << SHIFT);
    for (uint64_t vpn = 0; vpn < LARGES * 512U; vpn++)
        assert_true(hits(&b, 1, vpn));
    assert_false(hits(&b, 1, LARGES * 512U));
    start(&b);
    for (uint64_t vpn = 0; vpn < 2U * SETS * WAYS; vpn++)
        fill(&b, false, 1, vpn, vpn);
    unsigned kept = 0;
    for (uint64_t vpn = 0; vpn < LARGES * 512U; vpn++)
        kept += held(&b, 1, vpn);
    assert_int_equal(kept, 32);
}

static void test_lookup_then_fill(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (uint64_t k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(k, 0), k);
    ask(&b, 1, in_set(0, 0)); /* the oldest, in the very cycle of a fill: the next one goes */
    offer(&b, false, 1, in_set(50, 0), 50);
    edge(&b);
    assert_int_equal(b.out.a_hit, 1);
    assert_true(held(&b, 1, in_set(0, 0)));
    assert_false(held(&b, 1, in_set(1, 0)));
    for (uint64_t k = 60; k < 60 + WAYS - 2; k++) /* 50 is the newest, then 0 */
        fill(&b, false, 1, in_set(k, 0), k);
    assert_true(held(&b, 1, in_set(0, 0)));
    fill(&b, false, 1, in_set(90, 0), 90);
    assert_false(held(&b, 1, in_set(0, 0)));
    assert_true(held(&b, 1, in_set(50, 0)));
}

static void test_refresh_in_place(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (uint64_t k = 0; k < WAYS; k++)
        fill(&b, false, 1, in_set(k, 0), k);
    fill(&b, false, 1, in_set(0, 0), 77); /* the oldest page moves to another frame */
    assert_true(hits(&b, 1, in_set(0, 0)));
    assert_int_equal(b.out.a_ppn, 77);
    for (uint64_t k = 0; k < WAYS; k++)
        assert_true(held(&b, 1, in_set(k, 0)));
    fill(&b, false, 1, in_set(50, 0), 50);
    assert_true(held(&b, 1, in_set(0, 0)));
    assert_false(held(&b, 1, in_set(1, 0)));
}

/* Mosaic 4.4: splintering "must also issue a TLB flush request for the coalesced page". The base pages stay.
 */
static void test_splintered_page(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    const uint64_t vpn = large_page(5) + 3;
    fill(&b, false, 1, vpn, 77);
    fill(&b, true, 1, vpn, 9U << SHIFT);
    fill(&b, true, 2, vpn, 8U << SHIFT);
    fill(&b, true, 1, large_page(6), 7U << SHIFT);
    b.in.inv_large = 1;
    name_page(&b, 1, large_page(5) + 100); /* any page in it */
    ask(&b, 1, vpn);
    offer(&b, true, 1, vpn, 9U << SHIFT); /* may be the old translation: left out */
    edge(&b);
    assert_int_equal(b.out.a_dropped, 1);
    assert_int_equal(b.out.a_hit, 1); /* from the very cycle on, the base entry */
    assert_int_equal(b.out.a_large, 0);
    assert_int_equal(b.out.a_ppn, 77);
    assert_false(hits(&b, 1, large_page(5) + 4));
    assert_true(hits(&b, 2, vpn));
    assert_true(hits(&b, 1, large_page(6) + 9));
    b.in.inv_large = 1;
    name_page(&b, 1, vpn);
    edge(&b);
    assert_int_equal(b.out.a_dropped, 0); /* it was not there any more */
}

static void test_invalidations(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 1, 5, 5);
    fill(&b, false, 2, 5, 6);
    fill(&b, true, 1, large_page(9), 0);
    fill(&b, true, 2, large_page(9), 0);
    b.in.inv_base = 1;
    name_page(&b, 1, 5);
    edge(&b);
    assert_int_equal(b.out.a_dropped, 1);
    assert_false(held(&b, 1, 5));
    assert_true(held(&b, 2, 5));
    b.in.inv_base = 1; /* not the large one */
    name_page(&b, 1, large_page(9));
    edge(&b);
    assert_int_equal(b.out.a_dropped, 0);
    b.in.inv_space = 1;
    name_page(&b, 2, 12345);
    offer(&b, false, 2, 70, 70);
    edge(&b);
    assert_int_equal(b.out.a_dropped, 1);
    assert_false(held(&b, 2, 5));
    assert_false(held(&b, 2, 70));
    assert_false(held(&b, 2, large_page(9)));
    assert_true(held(&b, 1, large_page(9)));
    b.in.inv_all = 1;
    offer(&b, false, 3, 8, 8);
    edge(&b);
    assert_false(held(&b, 1, large_page(9)));
    assert_false(held(&b, 3, 8));
}

/* A free entry is filled before any other goes, wherever it stands. */
static void test_free_entries_first(void **unused) {
    bench b;
    (void)unused;
    for (uint64_t gone = 0; gone < WAYS; gone++) {
        start(&b);
        for (uint64_t k = 0; k < WAYS; k++)
            fill(&b, false, 1, in_set(k, 0), k);
        b.in.inv_base = 1;
        name_page(&b, 1, in_set(gone, 0));
        edge(&b);
        fill(&b, false, 1, in_set(50, 0), 50);
        for (uint64_t k = 0; k < WAYS; k++)
            assert_int_equal(held(&b, 1, in_set(k, 0)), k != gone);
        assert_true(held(&b, 1, in_set(50, 0)));
    }
}

static void test_idle_is_identity(void **unused) {
    two_size_tlb_state before;
    bench b;
    (void)unused;
    start(&b);
    fill(&b, false, 1, 4, 4);
    fill(&b, true, 1, large_page(4), 0);
    assert_true(hits(&b, 1, 4));
    edge(&b); /* the answer has been shown */
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the reference: a list of pages per set, the newest first; the large array is the list behind them ----
 */

typedef struct {
    unsigned asid;
    uint64_t vpn;
    uint64_t ppn;
} translation;

typedef struct {
    translation at[(WAYS > LARGES ? WAYS : LARGES) + 1];
    unsigned count;
} list;

static uint64_t page_number(bool large, uint64_t vpn) {
    return large ? vpn >> SHIFT << SHIFT : vpn;
}

static list *list_of(list *lists, bool large, uint64_t vpn) {
    return &lists[large ? SETS : vpn % SETS];
}

static translation *find(list *l, unsigned asid, uint64_t vpn) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->at[i].asid == asid && l->at[i].vpn == vpn)
            return &l->at[i];
    return NULL;
}

static void to_front(list *l, translation *t) {
    const translation copy = *t;
    memmove(&l->at[1], &l->at[0], (size_t)(t - l->at) * sizeof copy);
    l->at[0] = copy;
}

static unsigned drop_from(list *l, const two_size_tlb_in *in, bool large) {
    unsigned kept = 0;
    const unsigned before = l->count;
    for (unsigned i = 0; i < before; i++) {
        const bool named =
            (large ? in->inv_large : in->inv_base) && l->at[i].vpn == page_number(large, in->inv_vpn);
        if (!in->inv_all && !(l->at[i].asid == in->inv_asid && (in->inv_space || named)))
            l->at[kept++] = l->at[i];
    }
    l->count = kept;
    return before - kept;
}

static void reference_edge(list *lists, const two_size_tlb_in *in, two_size_tlb_out *out) {
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i <= SETS; i++)
        out->a_dropped = (u1)(drop_from(&lists[i], in, i == SETS) != 0 || out->a_dropped);
    out->a_valid = in->lk_valid;
    for (unsigned large = 2; in->lk_valid && !out->a_hit && large-- > 0;) {
        list *l = list_of(lists, large != 0, in->lk_vpn);
        translation *t = find(l, in->lk_asid, page_number(large != 0, in->lk_vpn));
        if (!t)
            continue;
        out->a_hit = 1;
        out->a_large = (u1)large;
        out->a_ppn = (u28)(t->ppn + (in->lk_vpn - t->vpn));
        to_front(l, t);
    }
    const bool large = in->fill_large;
    const uint64_t vpn = page_number(large, in->fill_vpn);
    const bool named = (large ? in->inv_large : in->inv_base) && page_number(large, in->inv_vpn) == vpn;
    if (!in->fill_valid || in->inv_all || (in->inv_asid == in->fill_asid && (in->inv_space || named)))
        return;
    list *l = list_of(lists, large, vpn);
    translation *t = find(l, in->fill_asid, vpn);
    if (!t) {
        const unsigned most = large ? LARGES : WAYS;
        l->count -= l->count == most;
        t = &l->at[l->count++];
    }
    *t = (translation){in->fill_asid, vpn, page_number(large, in->fill_ppn)};
    to_front(l, t);
}

static void draw(uint64_t *random, unsigned pool, u9 *asid, u36 *vpn) {
    const uint64_t r = unit_test_random(random);
    const uint64_t large = r % pool % (2 * LARGES);
    *asid = (u9)(large % 2 == 0 ? 1 : 300);
    *vpn = (u36)(large_page(large + (UINT64_C(1) << 20)) + (r >> 8) % (pool / 2 + 1));
}

static void test_random_against_lists(void **unused) {
    static list lists[SETS + 1];
    static const unsigned pools[] = {4, 10, 20, 40, 100};
    uint64_t random = unit_test_seed();
    two_size_tlb_out expected;
    bench b;
    (void)unused;
    start(&b);
    memset(lists, 0, sizeof lists);
    for (unsigned cycle = 0; cycle < 60000; cycle++) {
        const unsigned pool = pools[cycle / 1000 % 5];
        const uint64_t dice = unit_test_random(&random);
        draw(&random, pool, &b.in.lk_asid, &b.in.lk_vpn);
        draw(&random, pool, &b.in.fill_asid, &b.in.fill_vpn);
        draw(&random, pool, &b.in.inv_asid, &b.in.inv_vpn);
        b.in.lk_valid = (dice & 3U) != 0;
        b.in.fill_valid = (dice >> 2 & 1U) != 0;
        b.in.fill_large = (dice >> 3 & 3U) == 0;
        b.in.fill_ppn = (u28)(unit_test_random(&random) & 0xfffffffU);
        b.in.inv_base = (dice >> 8) % 30 < 2;
        b.in.inv_large = (dice >> 16) % 30 < 2;
        b.in.inv_space = (dice >> 24) % 200 == 0;
        b.in.inv_all = (dice >> 40) % 400 == 0;
        reference_edge(lists, &b.in, &expected);
        edge(&b);
        assert_int_equal(b.out.a_valid, expected.a_valid);
        assert_int_equal(b.out.a_hit, expected.a_hit);
        assert_int_equal(b.out.a_large, expected.a_large);
        assert_int_equal(b.out.a_ppn, expected.a_ppn);
        assert_int_equal(b.out.a_dropped, expected.a_dropped);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset),
        cmocka_unit_test(test_large_entries_first),
        cmocka_unit_test(test_fill_takes_a_cycle),
        cmocka_unit_test(test_address_spaces_apart),
        cmocka_unit_test(test_all_bits_count),
        cmocka_unit_test(test_evicts_the_least_recently_used),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_lookup_then_fill),
        cmocka_unit_test(test_refresh_in_place),
        cmocka_unit_test(test_splintered_page),
        cmocka_unit_test(test_invalidations),
        cmocka_unit_test(test_free_entries_first),
        cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_against_lists),
    };
    return UNIT_TEST_RUN("two_size_tlb", tests);
}
