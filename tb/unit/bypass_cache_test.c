/* SPDX-License-Identifier: Apache-2.0 */
/* bypass_cache: directed corners, and random traffic against a list in order of use. */
#include "unit_test.h"

#include "bypass_cache.h"

#include <stdbool.h>
#include <string.h>

#define ENTRIES GMMU_BYPASS_ENTRIES

typedef struct {
    unsigned asid;
    uint64_t vpn;
    uint32_t ppn;
} page;

typedef struct {
    bypass_cache_state s;
    bypass_cache_in in; /* of the coming edge; cleared by edge() */
    bypass_cache_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    bypass_cache_reset(&b->s);
}

/* One clock edge; out then shows the answers. */
static void edge(bench *b) {
    bypass_cache_step(&b->s, &b->in, &b->out);
    bypass_cache_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void ask0(bench *b, unsigned asid, uint64_t vpn) {
    b->in.lk0_valid = 1;
    b->in.lk0_asid = (u9)asid;
    b->in.lk0_vpn = (u36)vpn;
}

static void ask1(bench *b, unsigned asid, uint64_t vpn) {
    b->in.lk1_valid = 1;
    b->in.lk1_asid = (u9)asid;
    b->in.lk1_vpn = (u36)vpn;
}

static void offer(bench *b, unsigned asid, uint64_t vpn, uint32_t ppn) {
    b->in.fill_valid = 1;
    b->in.fill_asid = (u9)asid;
    b->in.fill_vpn = (u36)vpn;
    b->in.fill_ppn = (u28)ppn;
}

static void fill(bench *b, unsigned asid, uint64_t vpn, uint32_t ppn) {
    offer(b, asid, vpn, ppn);
    edge(b);
}

static bool hits(bench *b, unsigned asid, uint64_t vpn) {
    ask0(b, asid, vpn);
    edge(b);
    return b->out.a0_hit != 0;
}

/* Is the page held? Unlike hits(), leaves the order of use alone. */
static bool held(const bench *b, unsigned asid, uint64_t vpn) {
    bench copy = *b;
    return hits(&copy, asid, vpn);
}

static void fill_pages(bench *b, unsigned first, unsigned count) {
    for (unsigned k = first; k < first + count; k++)
        fill(b, 1, k, 1000 + k);
}

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    bypass_cache_outputs(&b.s, &b.out);
    assert_int_equal(b.out.a0_valid, 0);
    assert_int_equal(b.out.a1_valid, 0);
    ask0(&b, 0, 0); /* the reset value of every entry */
    ask1(&b, 0, 0);
    edge(&b);
    assert_int_equal(b.out.a0_valid, 1);
    assert_int_equal(b.out.a0_hit, 0);
    assert_int_equal(b.out.a0_ppn, 0);
    assert_int_equal(b.out.a1_valid, 1);
    assert_int_equal(b.out.a1_hit, 0);
}

static void test_answer_one_cycle_later(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, 7, 42, 4711);
    ask0(&b, 7, 42);
    ask1(&b, 7, 43);
    edge(&b);
    assert_int_equal(b.out.a0_hit, 1);
    assert_int_equal(b.out.a0_ppn, 4711);
    assert_int_equal(b.out.a1_valid, 1);
    assert_int_equal(b.out.a1_hit, 0);
    assert_int_equal(b.out.a1_ppn, 0);
    edge(&b);
    assert_int_equal(b.out.a0_valid, 0);
    assert_int_equal(b.out.a0_hit, 0);
    assert_int_equal(b.out.a0_ppn, 0);
}

static void test_lookup_does_not_see_the_fill_of_its_cycle(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    offer(&b, 1, 5, 9);
    ask0(&b, 1, 5);
    ask1(&b, 1, 5);
    edge(&b);
    assert_int_equal(b.out.a0_hit, 0);
    assert_int_equal(b.out.a1_hit, 0);
    assert_true(hits(&b, 1, 5));
}

static void test_address_spaces_apart(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill(&b, 1, 5, 11);
    fill(&b, 2, 5, 22);
    assert_false(hits(&b, 3, 5));
    assert_false(hits(&b, 257, 5)); /* differs in the top bit alone */
    ask0(&b, 1, 5);
    ask1(&b, 2, 5);
    edge(&b);
    assert_int_equal(b.out.a0_ppn, 11);
    assert_int_equal(b.out.a1_ppn, 22);
}

static void test_all_bits_count(void **unused) {
    const uint64_t vpn = (UINT64_C(1) << GMMU_VPN_W) - 1;
    bench b;
    (void)unused;
    start(&b);
    fill(&b, 511, vpn, (1U << GMMU_PPN_W) - 1);
    assert_true(hits(&b, 511, vpn));
    assert_int_equal(b.out.a0_ppn, (1U << GMMU_PPN_W) - 1);
    for (unsigned bit = 0; bit < GMMU_VPN_W; bit++)
        assert_false(hits(&b, 511, vpn ^ (UINT64_C(1) << bit)));
    for (unsigned bit = 0; bit < GMMU_ASID_W; bit++)
        assert_false(hits(&b, 511U ^ (1U << bit), vpn));
}

static void test_evicts_the_least_recently_used(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES);
    for (unsigned k = 0; k < ENTRIES; k++)
        assert_true(held(&b, 1, k));
    assert_true(hits(&b, 1, 0)); /* now page 1 is the oldest */
    fill(&b, 1, 100, 1);
    assert_true(held(&b, 1, 0));
    assert_false(held(&b, 1, 1));
    fill_pages(&b, 200, ENTRIES - 2); /* 0 and 100 are the newest and stay */
    assert_true(held(&b, 1, 0));
    assert_true(held(&b, 1, 100));
    fill(&b, 1, 300, 1);
    assert_false(held(&b, 1, 0));
    fill(&b, 1, 301, 1);
    assert_false(held(&b, 1, 100));
}

/* MASK §7.4: the bypass cache is fully associative and holds 32 translations, whatever their pages. */
static void test_the_32_entries_of_mask(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned k = 0; k < 32; k++)
        fill(&b, k % 4, UINT64_C(4096) * k, 1000 + k); /* one set, if there were sets */
    for (unsigned k = 0; k < 32; k++)
        assert_true(held(&b, k % 4, UINT64_C(4096) * k));
    fill(&b, 0, UINT64_C(4096) * 32, 1032);
    assert_false(held(&b, 0, 0));
    for (unsigned k = 1; k <= 32; k++)
        assert_true(held(&b, k % 4, UINT64_C(4096) * k));
}

static void test_port_0_then_port_1_then_fill(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES);
    /* Both oldest pages are used in the very cycle of a fill: page 2 goes. */
    ask0(&b, 1, 1);
    ask1(&b, 1, 0);
    offer(&b, 1, 100, 1);
    edge(&b);
    assert_int_equal(b.out.a0_hit, 1);
    assert_int_equal(b.out.a1_hit, 1);
    assert_false(held(&b, 1, 2));
    /* Then the order of use ends 1, 0, 100. */
    fill_pages(&b, 200, ENTRIES - 3);
    assert_true(held(&b, 1, 1));
    fill(&b, 1, 300, 1);
    assert_false(held(&b, 1, 1));
    assert_true(held(&b, 1, 0));
    fill(&b, 1, 301, 1);
    assert_false(held(&b, 1, 0));
    assert_true(held(&b, 1, 100));
}

static void test_both_ports_on_one_entry(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES);
    ask0(&b, 1, 0);
    ask1(&b, 1, 0);
    edge(&b);
    assert_int_equal(b.out.a0_ppn, 1000);
    assert_int_equal(b.out.a1_ppn, 1000);
    fill(&b, 1, 100, 1);
    assert_true(held(&b, 1, 0));
    assert_false(held(&b, 1, 1));
}

static void test_refresh_in_place(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES);
    fill(&b, 1, 0, 77); /* the oldest page moves to another frame */
    assert_true(hits(&b, 1, 0));
    assert_int_equal(b.out.a0_ppn, 77);
    for (unsigned k = 1; k < ENTRIES; k++)
        assert_true(held(&b, 1, k));
    fill_pages(&b, 100, ENTRIES - 1);
    assert_true(held(&b, 1, 0)); /* it was the newest */
    fill(&b, 1, 300, 1);
    assert_false(held(&b, 1, 0)); /* and was held once only */
}

static void test_flush(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES);
    b.in.flush = 1;
    ask0(&b, 1, 3);
    offer(&b, 1, 500, 5);
    edge(&b);
    assert_int_equal(b.out.a0_hit, 1); /* as it was before the flush */
    assert_false(held(&b, 1, 500));    /* flush beats fill */
    for (unsigned k = 0; k < ENTRIES; k++)
        assert_false(hits(&b, 1, k));
    fill_pages(&b, 100, ENTRIES); /* all entries are to be had again */
    for (unsigned k = 100; k < 100 + ENTRIES; k++)
        assert_true(held(&b, 1, k));
}

static void test_idle_is_identity(void **unused) {
    bypass_cache_state before;
    bench b;
    (void)unused;
    start(&b);
    fill_pages(&b, 0, ENTRIES + 5);
    ask0(&b, 1, 7);
    edge(&b);
    edge(&b); /* the answer has been shown */
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* The reference: pages in order of use, the newest first. */
typedef struct {
    page at[ENTRIES + 1];
    unsigned count;
} list;

static unsigned position(const list *l, page p) {
    unsigned k = 0;
    while (k < l->count && (l->at[k].asid != p.asid || l->at[k].vpn != p.vpn))
        k++;
    return k;
}

static void use(list *l, unsigned k) {
    const page p = l->at[k];
    memmove(&l->at[1], &l->at[0], k * sizeof p);
    l->at[0] = p;
}

static void insert(list *l, page p) {
    unsigned k = position(l, p);
    if (k == l->count)
        l->count++; /* at the end, for a moment maybe one too many */
    l->at[k] = p;
    use(l, k);
    if (l->count > ENTRIES)
        l->count = ENTRIES;
}

static page random_page(uint64_t *random, unsigned pool) {
    const uint64_t p = unit_test_random(random) % pool;
    return (page){(unsigned)(p % 2), p / 2, (uint32_t)(unit_test_random(random) & 0xfffffffU)};
}

static void test_random_against_list(void **unused) {
    static const unsigned pools[] = {8, 33, 40, 64, 200};
    uint64_t random = unit_test_seed();
    list l = {.count = 0};
    bench b;
    (void)unused;
    start(&b);
    for (unsigned cycle = 0; cycle < 60000; cycle++) {
        const unsigned pool = pools[cycle / 2000 % 5];
        const page p0 = random_page(&random, pool), p1 = random_page(&random, pool),
                   pf = random_page(&random, pool);
        const uint64_t dice = unit_test_random(&random);
        const bool flush = (dice >> 8) % 500 == 0;
        const unsigned k0 = position(&l, p0), k1 = position(&l, p1);
        const bool hit0 = (dice & 1U) != 0 && k0 < l.count, hit1 = (dice & 2U) != 0 && k1 < l.count;
        const uint32_t ppn0 = hit0 ? l.at[k0].ppn : 0, ppn1 = hit1 ? l.at[k1].ppn : 0;

        if ((dice & 1U) != 0)
            ask0(&b, p0.asid, p0.vpn);
        if ((dice & 2U) != 0)
            ask1(&b, p1.asid, p1.vpn);
        if ((dice & 12U) == 0)
            offer(&b, pf.asid, pf.vpn, pf.ppn);
        b.in.flush = (u1)flush;
        edge(&b);

        if (hit0)
            use(&l, k0);
        if (hit1)
            use(&l, position(&l, p1));
        if ((dice & 12U) == 0)
            insert(&l, pf);
        if (flush)
            l.count = 0;
        assert_int_equal(b.out.a0_hit, hit0);
        assert_int_equal(b.out.a0_ppn, ppn0);
        assert_int_equal(b.out.a1_hit, hit1);
        assert_int_equal(b.out.a1_ppn, ppn1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset),
        cmocka_unit_test(test_answer_one_cycle_later),
        cmocka_unit_test(test_lookup_does_not_see_the_fill_of_its_cycle),
        cmocka_unit_test(test_address_spaces_apart),
        cmocka_unit_test(test_all_bits_count),
        cmocka_unit_test(test_evicts_the_least_recently_used),
        cmocka_unit_test(test_the_32_entries_of_mask),
        cmocka_unit_test(test_port_0_then_port_1_then_fill),
        cmocka_unit_test(test_both_ports_on_one_entry),
        cmocka_unit_test(test_refresh_in_place),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_against_list),
    };
    return UNIT_TEST_RUN("bypass_cache", tests);
}
