/* SPDX-License-Identifier: Apache-2.0 */
/* tlb_level: what TunneLs found on GPUs, directed corners, and random requests against lists in order of use.
 */
#include "unit_test.h"

#include "tlb_level.h"

#include <stdbool.h>
#include <string.h>

#define SETS    GMMU_LEVEL_SETS
#define WAYS    GMMU_LEVEL_WAYS
#define PAGES   GMMU_LEVEL_PAGES
#define VICTIMS GMMU_LEVEL_VICTIMS

typedef struct {
    tlb_level_state s;
    tlb_level_in in; /* cleared by edge(), but for victims_on */
    tlb_level_out out;
} bench;

static void start(bench *b, bool victims_on) {
    memset(b, 0, sizeof *b);
    tlb_level_reset(&b->s);
    b->in.victims_on = (u1)victims_on;
}

/* One clock edge; out then shows the answer. */
static void edge(bench *b, unsigned op, unsigned asid, uint64_t vpn) {
    const u1 victims_on = b->in.victims_on;
    b->in.op = (u3)op;
    b->in.q_asid = (u9)asid;
    b->in.q_vpn = (u36)vpn;
    tlb_level_step(&b->s, &b->in, &b->out);
    tlb_level_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->in.victims_on = victims_on;
}

static void fill(bench *b, unsigned asid, uint64_t vpn, uint64_t ppn) {
    b->in.q_ppn = (u28)ppn;
    edge(b, TLB_LEVEL_FILL, asid, vpn);
}

static bool hits(bench *b, unsigned asid, uint64_t vpn) {
    edge(b, TLB_LEVEL_LOOKUP, asid, vpn);
    return b->out.a_hit != 0;
}

/* Is the page held? Unlike hits(), leaves the order of use alone. */
static bool held(const bench *b, unsigned asid, uint64_t vpn) {
    bench copy = *b;
    return hits(&copy, asid, vpn);
}

/* The set of a group of pages, as TunneLs gives it: bits of the address in groups, XORed, up to bit 46, which
 * is the last but one of a group. */
static unsigned set_of(uint64_t group) {
    unsigned set = 0;
    for (unsigned b = 0; b < GMMU_LEVEL_GROUP_W - 1; b++)
        set ^= (unsigned)(group >> b & 1U) << b % GMMU_LEVEL_SET_W;
    return set;
}

/* The first page of group k of a set: groups lie far apart, and their high bits differ. */
static uint64_t in_set(uint64_t k, unsigned set) {
    const uint64_t high = k * 0x1111 * SETS;
    return (high ^ set_of(high) ^ set) * PAGES;
}

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    tlb_level_outputs(&b.s, &b.out);
    assert_int_equal(b.out.a_valid, 0);
    assert_false(hits(&b, 0, 0)); /* the reset value of every entry */
    assert_int_equal(b.out.a_valid, 1);
    assert_int_equal(b.out.a_ppn, 0);
    edge(&b, TLB_LEVEL_NONE, 0, 0);
    assert_int_equal(b.out.a_valid, 0);
}

/* TunneLs, Table 1, measured: the virtual address from bit 20 (64 KB pages) or 25 (2 MB pages) up
 * to bit 46, cut into groups of N bits, XORed (XOR-N). As many addresses as ways fit into a set, and one
 * more throws the first out; when their low bits are those of another set, too. */
static void test_set_by_xor(void **unused) {
    bench b;
    (void)unused;
    for (unsigned set = 0; set < SETS; set++) {
        start(&b, false);
        for (uint64_t k = 0; k < WAYS; k++)
            fill(&b, 1, in_set(k, set), k);
        for (uint64_t k = 0; k < WAYS; k++)
            assert_true(held(&b, 1, in_set(k, set)));
        for (unsigned other = 0; other < SETS; other++) {
            bench c = b;
            fill(&c, 1, in_set(100, other), 100);
            assert_int_equal(held(&c, 1, in_set(0, set)), other != set);
        }
    }
    for (unsigned bit = 0; bit < GMMU_LEVEL_GROUP_W;
         bit++) { /* each bit of a group counts, but for the top one */
        const uint64_t group = UINT64_C(1) << bit;
        start(&b, false);
        fill(&b, 1, group * PAGES, 1);
        for (uint64_t k = 1; k <= WAYS; k++)
            fill(&b, 1, in_set(k, bit == GMMU_LEVEL_GROUP_W - 1 ? 0 : 1U << bit % GMMU_LEVEL_SET_W), k);
        assert_false(held(&b, 1, group * PAGES));
    }
}

/* TunneLs, Table 1 and its artifact: One entry covers 16 pages of an aligned 1 MB (64 KB pages) or 32 MB (2
 * MB pages); losing it drops all 16; nothing is coalesced dynamically. A page not filled is not held, and
 * WAYS groups more take all pages along. */
static void test_an_entry_goes_with_its_pages(void **unused) {
    bench b;
    (void)unused;
    start(&b, false);
    for (uint64_t p = 0; p < PAGES; p++) {
        assert_false(hits(&b, 1, in_set(0, 0) + p));
        fill(&b, 1, in_set(0, 0) + p, 1000 - 7 * p); /* each frame of its own, in no order */
    }
    for (uint64_t p = 0; p < PAGES; p++) {
        assert_true(hits(&b, 1, in_set(0, 0) + p));
        assert_int_equal(b.out.a_ppn, 1000 - 7 * p);
    }
    for (uint64_t k = 1; k <= WAYS; k++) {
        assert_true(held(&b, 1, in_set(0, 0)));
        fill(&b, 1, in_set(k, 0), k);
    }
    for (uint64_t p = 0; p < PAGES; p++)
        assert_false(held(&b, 1, in_set(0, 0) + p));
}

/* TunneLs, Table 1 and its artifact: 8 victim entries per slice [...] The victim buffer of an L3 slice is
 * flushed when another set evicts. So a set has room for as many groups more as there are victims, with all
 * of their pages, until another set loses an entry. */
static void test_victims_of_one_set(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    for (uint64_t k = 0; k < WAYS + VICTIMS; k++) {
        fill(&b, 1, in_set(k, 1), k);
        fill(&b, 1, in_set(k, 1) + 1, 50 + k);
    }
    for (uint64_t k = 0; k < WAYS + VICTIMS; k++) {
        assert_true(hits(&b, 1, in_set(k, 1) + 1));
        assert_int_equal(b.out.a_victim, k < VICTIMS);
        assert_int_equal(b.out.a_ppn, 50 + k);
    }
    for (uint64_t k = 0; k < WAYS; k++) /* another set takes no victim with it, while it evicts nothing */
        fill(&b, 1, in_set(k, 2 % SETS), k);
    assert_true(held(&b, 1, in_set(0, 1)));
    fill(&b, 1, in_set(WAYS, 2 % SETS), 0);
    for (uint64_t k = 0; k < WAYS + VICTIMS; k++)
        assert_int_equal(held(&b, 1, in_set(k, 1)), k >= VICTIMS);
    assert_true(held(&b, 1, in_set(0, 2 % SETS))); /* it is the victim now */
    fill(&b, 1, in_set(WAYS + 1, 2 % SETS), 0);
    assert_true(held(&b, 1, in_set(0, 2 % SETS)));
}

/* The buffer is full: the victim that came first goes, whatever has been used. */
static void test_first_victim_goes_first(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    for (uint64_t k = 0; k < WAYS + VICTIMS; k++)
        fill(&b, 1, in_set(k, 0), k);
    assert_true(hits(&b, 1, in_set(0, 0)));
    assert_int_equal(b.out.a_victim, 1);
    fill(&b, 1, in_set(90, 0), 90);
    assert_false(held(&b, 1, in_set(0, 0)));
    assert_true(held(&b, 1, in_set(1, 0)));
    b.in.victims_on = 0;
    fill(&b, 1, in_set(91, 0), 91); /* is lost for good */
    assert_true(held(&b, 1, in_set(1, 0)));
    assert_false(held(&b, 1, in_set(VICTIMS + 1, 0)));
}

/* A victim takes further pages of its group, and stays where it is: no group is held twice. */
static void test_victim_takes_pages(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    for (uint64_t k = 0; k <= WAYS; k++)
        fill(&b, 1, in_set(k, 0), k);
    fill(&b, 1, in_set(0, 0) + 1, 77);
    assert_int_equal(b.out.a_hit, 1);
    fill(&b, 1, in_set(0, 0), 78);
    assert_true(hits(&b, 1, in_set(0, 0) + 1));
    assert_int_equal(b.out.a_victim, 1);
    assert_int_equal(b.out.a_ppn, 77);
    assert_true(hits(&b, 1, in_set(0, 0)));
    assert_int_equal(b.out.a_ppn, 78);
    edge(&b, TLB_LEVEL_DROP_PAGE, 1, in_set(0, 0));
    assert_int_equal(b.out.a_hit, 1);
    assert_false(held(&b, 1, in_set(0, 0)));
    assert_true(held(&b, 1, in_set(0, 0) + 1));
}

static void test_least_recently_used(void **unused) {
    bench b;
    (void)unused;
    start(&b, false);
    for (uint64_t k = 0; k < WAYS; k++)
        fill(&b, 1, in_set(k, 0), k);
    assert_true(hits(&b, 1, in_set(0, 0)));
    assert_false(hits(&b, 1, in_set(1, 0) + 1)); /* the page is not there, so its entry is not used */
    fill(&b, 1, in_set(2, 0) + 1, 9);            /* is a use */
    fill(&b, 1, in_set(20, 0), 20);
    assert_false(held(&b, 1, in_set(1, 0)));
    fill(&b, 1, in_set(21, 0), 21);
    assert_false(held(&b, 1, in_set(3, 0)));
    assert_true(held(&b, 1, in_set(0, 0)));
    assert_true(held(&b, 1, in_set(2, 0) + 1));
}

static void test_spaces_and_sizes_apart(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    fill(&b, 1, 5, 11);
    fill(&b, 2, 5, 22);
    b.in.q_large = 1;
    fill(&b, 1, 5, 33);
    assert_false(hits(&b, 3, 5));
    assert_false(hits(&b, 257, 5)); /* differs in the top bit alone */
    assert_true(hits(&b, 1, 5));
    assert_int_equal(b.out.a_ppn, 11);
    assert_true(hits(&b, 2, 5));
    assert_int_equal(b.out.a_ppn, 22);
    b.in.q_large = 1;
    assert_true(hits(&b, 1, 5));
    assert_int_equal(b.out.a_ppn, 33);
    b.in.q_large = 1;
    edge(&b, TLB_LEVEL_DROP_PAGE, 1, 5);
    assert_true(hits(&b, 1, 5));
    for (unsigned bit = 0; bit < GMMU_VPN_W; bit++)
        assert_false(hits(&b, 1, 5 ^ UINT64_C(1) << bit));
}

static void test_drops(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    for (uint64_t k = 0; k <= WAYS; k++) /* one becomes a victim */
        fill(&b, k % 2 == 0 ? 1 : 2, in_set(k, 3 % SETS), k);
    edge(&b, TLB_LEVEL_DROP_PAGE, 1, in_set(0, 3 % SETS) + 1);
    assert_int_equal(b.out.a_hit, 0);
    edge(&b, TLB_LEVEL_DROP_SPACE, 1, 999);
    assert_int_equal(b.out.a_hit, 1);
    for (uint64_t k = 0; k <= WAYS; k++)
        assert_int_equal(held(&b, k % 2 == 0 ? 1 : 2, in_set(k, 3 % SETS)), k % 2 != 0);
    edge(&b, TLB_LEVEL_DROP_SPACE, 1, 999);
    assert_int_equal(b.out.a_hit, 0);
    edge(&b, TLB_LEVEL_DROP_ALL, 5, 999);
    assert_int_equal(b.out.a_hit, 1);
    assert_false(held(&b, 2, in_set(1, 3 % SETS)));
    edge(&b, TLB_LEVEL_DROP_ALL, 5, 999);
    assert_int_equal(b.out.a_hit, 0);
    edge(&b, 6, 1, 5);
    assert_int_equal(b.out.a_valid, 0);
}

/* A free entry is filled before any other goes, wherever it stands. */
static void test_free_entries_first(void **unused) {
    bench b;
    (void)unused;
    for (uint64_t gone = 0; gone < WAYS; gone++) {
        start(&b, true);
        for (uint64_t k = 0; k < WAYS; k++)
            fill(&b, 1, in_set(k, 0), k);
        edge(&b, TLB_LEVEL_DROP_PAGE, 1, in_set(gone, 0));
        fill(&b, 1, in_set(50, 0), 50);
        for (uint64_t k = 0; k < WAYS; k++)
            assert_int_equal(held(&b, 1, in_set(k, 0)), k != gone);
        assert_true(held(&b, 1, in_set(50, 0)));
    }
}

static void test_idle_is_identity(void **unused) {
    tlb_level_state before;
    bench b;
    (void)unused;
    start(&b, true);
    fill(&b, 1, 4, 4);
    assert_true(hits(&b, 1, 4));
    edge(&b, TLB_LEVEL_NONE, 0, 0); /* the answer has been shown */
    before = b.s;
    edge(&b, 7, 3, 4);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the reference: a list of groups per set, the one used last first, and the list of victims, the newest
 * first; a victim without pages keeps its place in turn ---- */

typedef struct {
    unsigned asid;
    bool large;
    uint64_t group;
    uint64_t pages; /* held, a bit each; none: of a victim, all of them dropped */
    uint64_t ppn[PAGES];
} entry;

typedef struct {
    entry at[WAYS + VICTIMS + 1];
    unsigned count;
} list;

typedef struct {
    list set[SETS], victims;
    unsigned victims_of;
} reference;

static entry *find(list *l, const tlb_level_in *in) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->at[i].pages != 0 && l->at[i].asid == in->q_asid && l->at[i].large == (in->q_large != 0) &&
            l->at[i].group == in->q_vpn / PAGES)
            return &l->at[i];
    return NULL;
}

static entry *to_front(list *l, entry *e) {
    const entry copy = *e;
    memmove(&l->at[1], &l->at[0], (size_t)(e - l->at) * sizeof copy);
    l->at[0] = copy;
    return &l->at[0];
}

static void add_victim(reference *r, unsigned set, const entry *lost) {
    if (r->victims_of != set)
        for (unsigned i = 0; i < r->victims.count; i++)
            r->victims.at[i].pages = 0;
    r->victims_of = set;
    r->victims.count -= r->victims.count == VICTIMS;
    r->victims.at[r->victims.count] = *lost;
    (void)to_front(&r->victims, &r->victims.at[r->victims.count++]);
}

static void remove_empty(list *l) {
    unsigned kept = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (l->at[i].pages != 0)
            l->at[kept++] = l->at[i];
    l->count = kept;
}

static bool drop_from(list *l, const tlb_level_in *in, uint64_t page) {
    bool found = false;
    for (unsigned i = 0; i < l->count; i++) {
        entry *e = &l->at[i];
        const bool named =
            e->asid == in->q_asid && e->large == (in->q_large != 0) && e->group == in->q_vpn / PAGES;
        const uint64_t gone = in->op == TLB_LEVEL_DROP_ALL                              ? ~UINT64_C(0)
                              : in->op == TLB_LEVEL_DROP_SPACE && e->asid == in->q_asid ? ~UINT64_C(0)
                              : in->op == TLB_LEVEL_DROP_PAGE && named                  ? page
                                                                                        : 0;
        found |= (e->pages & gone) != 0;
        e->pages &= ~gone;
    }
    return found;
}

static void reference_fill(reference *r, const tlb_level_in *in, entry *there, unsigned set) {
    list *l = &r->set[set];
    entry *e = there;
    if (!e) {
        if (l->count == WAYS && in->victims_on)
            add_victim(r, set, &l->at[WAYS - 1]);
        l->count -= l->count == WAYS;
        e = &l->at[l->count++];
        *e = (entry){.asid = in->q_asid, .large = in->q_large != 0, .group = in->q_vpn / PAGES};
        e = to_front(l, e);
    }
    e->pages |= UINT64_C(1) << in->q_vpn % PAGES;
    e->ppn[in->q_vpn % PAGES] = in->q_ppn;
}

static void reference_edge(reference *r, const tlb_level_in *in, tlb_level_out *out) {
    const unsigned set = set_of(in->q_vpn / PAGES);
    const uint64_t page = UINT64_C(1) << in->q_vpn % PAGES;
    entry *e = find(&r->set[set], in), *v = find(&r->victims, in), *there = e ? e : v;
    const bool holds = there && (there->pages & page) != 0;
    memset(out, 0, sizeof *out);
    out->a_valid = in->op != TLB_LEVEL_NONE && in->op <= TLB_LEVEL_DROP_ALL;
    if (in->op == TLB_LEVEL_LOOKUP) {
        out->a_hit = (u1)holds;
        out->a_victim = (u1)(holds && !e);
        out->a_ppn = (u28)(holds ? there->ppn[in->q_vpn % PAGES] : 0);
        if (holds && e)
            (void)to_front(&r->set[set], e);
    } else if (in->op == TLB_LEVEL_FILL) {
        out->a_hit = there != NULL;
        reference_fill(r, in, e ? to_front(&r->set[set], e) : v, set);
    } else if (out->a_valid) {
        out->a_hit = (u1)drop_from(&r->victims, in, page);
        for (unsigned i = 0; i < SETS; i++) {
            out->a_hit = (u1)(drop_from(&r->set[i], in, page) || out->a_hit);
            remove_empty(&r->set[i]);
        }
    }
}

static void test_random_against_lists(void **unused) {
    static reference r;
    static const unsigned ops[] = {TLB_LEVEL_DROP_PAGE,
                                   TLB_LEVEL_DROP_PAGE,
                                   TLB_LEVEL_DROP_PAGE,
                                   TLB_LEVEL_DROP_SPACE,
                                   TLB_LEVEL_DROP_ALL,
                                   TLB_LEVEL_NONE,
                                   6,
                                   7};
    uint64_t random = unit_test_seed();
    tlb_level_out expected;
    unsigned victims = 0;
    bench b;
    (void)unused;
    start(&b, true);
    memset(&r, 0, sizeof r);
    for (unsigned cycle = 0; cycle < 100000; cycle++) {
        const uint64_t dice = unit_test_random(&random), what = (dice >> 8) % 1000;
        const unsigned sets = cycle / 5000 % 2 == 0 ? 1 : SETS;
        const uint64_t k = dice % (WAYS + VICTIMS + 3);
        b.in.victims_on = cycle / 20000 % 3 != 2;
        b.in.op = (u3)(what < 600 ? TLB_LEVEL_LOOKUP : what < 980 ? TLB_LEVEL_FILL : ops[dice >> 50 & 7U]);
        b.in.q_large = k % 4 == 1;
        b.in.q_asid = (u9)(k % 3 == 0 ? 300 : 44);
        b.in.q_vpn = (u36)(in_set(k, (unsigned)(dice >> 20) % sets) + (dice >> 30) % PAGES);
        b.in.q_ppn = (u28)(dice >> 36);
        reference_edge(&r, &b.in, &expected);
        tlb_level_step(&b.s, &b.in, &b.out);
        tlb_level_outputs(&b.s, &b.out);
        victims += b.out.a_victim;
        assert_int_equal(b.out.a_valid, expected.a_valid);
        assert_int_equal(b.out.a_hit, expected.a_hit);
        assert_int_equal(b.out.a_victim, expected.a_victim);
        assert_int_equal(b.out.a_ppn, expected.a_ppn);
    }
    assert_true(victims > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset),
        cmocka_unit_test(test_set_by_xor),
        cmocka_unit_test(test_an_entry_goes_with_its_pages),
        cmocka_unit_test(test_victims_of_one_set),
        cmocka_unit_test(test_first_victim_goes_first),
        cmocka_unit_test(test_victim_takes_pages),
        cmocka_unit_test(test_least_recently_used),
        cmocka_unit_test(test_spaces_and_sizes_apart),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_free_entries_first),
        cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_against_lists),
    };
    return UNIT_TEST_RUN("tlb_level", tests);
}
