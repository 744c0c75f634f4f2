/* SPDX-License-Identifier: Apache-2.0 */
/* tlb_mshr: what MASK asks of a non-blocking TLB, directed corners, and random traffic against lists. */
#include "unit_test.h"

#include "tlb_mshr.h"

#include <stdbool.h>
#include <string.h>

#define ENTRIES GMMU_MSHR_ENTRIES
#define WAITERS GMMU_MSHR_WAITERS

typedef struct {
    tlb_mshr_state s;
    tlb_mshr_in in; /* cleared by edge(), but for walk_ready and a_ready */
    tlb_mshr_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    tlb_mshr_reset(&b->s);
    tlb_mshr_outputs(&b->s, &b->out);
    b->in.walk_ready = 1;
}

/* One clock edge; out then shows the pins after it. */
static void edge(bench *b) {
    const u1 walk_ready = b->in.walk_ready, a_ready = b->in.a_ready;
    tlb_mshr_step(&b->s, &b->in, &b->out);
    tlb_mshr_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->in.walk_ready = walk_ready;
    b->in.a_ready = a_ready;
}

static void set_miss(bench *b, unsigned asid, uint64_t vpn, unsigned id) {
    b->in.m_valid = 1;
    b->in.m_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.m_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    b->in.m_id = (GMMU_U(GMMU_MSHR_ID_W))id;
}

static void set_fill(bench *b, unsigned asid, uint64_t vpn, unsigned ppn) {
    b->in.f_valid = 1;
    b->in.f_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.f_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    b->in.f_ppn = (GMMU_U(GMMU_PPN_W))ppn;
}

/* Is the miss taken? */
static bool taken(bench *b, unsigned asid, uint64_t vpn, unsigned id) {
    set_miss(b, asid, vpn, id);
    edge(b);
    assert_int_equal(b->out.r_valid, 1);
    return b->out.r_taken != 0;
}

static void fill(bench *b, unsigned asid, uint64_t vpn, unsigned ppn) {
    assert_int_equal(b->out.f_ready, 1);
    set_fill(b, asid, vpn, ppn);
    edge(b);
}

/* The next answer goes to this request, with this frame. */
static void expect_answer(bench *b, unsigned id, unsigned ppn) {
    assert_int_equal(b->out.a_valid, 1);
    assert_int_equal(b->out.a_id, id);
    assert_int_equal(b->out.a_ppn, ppn);
    b->in.a_ready = 1;
    edge(b);
    b->in.a_ready = 0;
}

static void fill_file(bench *b, unsigned asid) {
    for (unsigned p = 0; p < ENTRIES; p++)
        assert_true(taken(b, asid, 100 + p, p));
    edge(b);
}

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_int_equal(b.out.ready, 1);
    assert_int_equal(b.out.f_ready, 1);
    assert_int_equal(b.out.r_valid, 0);
    assert_int_equal(b.out.walk_valid, 0);
    assert_int_equal(b.out.a_valid, 0);
    fill(&b, 0, 0, 7); /* the reset value of every entry: nobody waits for it */
    assert_int_equal(b.out.a_valid, 0);
}

/* MASK 6: MSHRs to track TLB misses, and merge those of one page (MASK 5.4: the requests of many warps wait
 * for one walk). So one walk is asked for, and all are answered by its fill, in their order. */
static void test_one_walk_for_a_page(void **unused) {
    bench b;
    unsigned walks = 0;
    (void)unused;
    start(&b);
    for (unsigned w = 0; w < WAITERS; w++) {
        assert_true(taken(&b, 3, 0x123, 10 + w));
        walks += b.out.walk_valid;
        assert_int_equal(b.out.walk_valid, w == 0);
    }
    assert_int_equal(b.out.walk_asid, 3);
    assert_int_equal(b.out.walk_vpn, 0x123);
    assert_false(taken(&b, 3, 0x123, 99)); /* no place in the list */
    assert_true(taken(&b, 3, 0x124, 98));  /* that of another page has one */
    assert_int_equal(walks, 1);
    fill(&b, 3, 0x123, 77);
    for (unsigned w = 0; w < WAITERS; w++) {
        assert_int_equal(b.out.f_ready, 0);
        expect_answer(&b, 10 + w, 77);
    }
    assert_int_equal(b.out.a_valid, 0);
    assert_int_equal(b.out.f_ready, 1);
    fill(&b, 3, 0x124, 78);
    expect_answer(&b, 98, 78);
    assert_int_equal(b.out.a_valid, 0);
}

/* MASK 4, 5.1: entries have an ASID, so that a fill of one application wakes none of another, though it has
 * the same page number. */
static void test_spaces_apart(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 0x55, 11));
    assert_true(taken(&b, 2, 0x55, 22));
    assert_int_equal(b.out.walk_valid, 1); /* a walk of its own */
    assert_int_equal(b.out.walk_asid, 2);
    fill(&b, 2, 0x55, 5);
    expect_answer(&b, 22, 5);
    assert_int_equal(b.out.a_valid, 0);
    fill(&b, 3, 0x55, 6);
    assert_int_equal(b.out.a_valid, 0);
    fill(&b, 1, 0x55, 4);
    expect_answer(&b, 11, 4);
}

/* A full file takes no new page, and says so; what merges is taken. A fill makes room. */
static void test_full_file(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fill_file(&b, 1);
    assert_int_equal(b.out.ready, 0);
    assert_false(taken(&b, 1, 5, 200));
    assert_int_equal(b.out.walk_valid, 0);
    assert_true(taken(&b, 1, 100 + ENTRIES - 1, 201));
    set_miss(&b, 1, 5, 202); /* the entry that the fill frees is free in the next cycle */
    fill(&b, 1, 103, 9);
    assert_int_equal(b.out.r_taken, 0);
    assert_int_equal(b.out.ready, 1);
    assert_true(taken(&b, 1, 5, 203));
    assert_int_equal(b.out.walk_vpn, 5);
    edge(&b);
    assert_int_equal(b.out.ready, 0);
    expect_answer(&b, 3, 9);
}

/* While a walk waits for the walker no second one can begin, but misses merge; in the cycle in which it goes
 * the next may come. */
static void test_walk_waits(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.in.walk_ready = 0;
    assert_true(taken(&b, 1, 1, 1));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(b.out.ready, 0);
        assert_false(taken(&b, 1, 2, 2));
        assert_int_equal(b.out.walk_valid, 1);
        assert_int_equal(b.out.walk_vpn, 1);
    }
    assert_true(taken(&b, 1, 1, 3));
    b.in.walk_ready = 1;
    assert_true(taken(&b, 1, 2, 4));
    assert_int_equal(b.out.walk_vpn, 2);
    edge(&b);
    assert_int_equal(b.out.walk_valid, 0);
}

/* A miss of the page that is filled in the same cycle comes too late for its list, and must ask the TLB
 * again; a cycle later it begins anew. */
static void test_miss_with_its_fill(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 1, 1));
    set_miss(&b, 1, 1, 2);
    fill(&b, 1, 1, 50);
    assert_int_equal(b.out.r_valid, 1);
    assert_int_equal(b.out.r_taken, 0);
    assert_true(taken(&b, 1, 1, 3));
    assert_int_equal(b.out.walk_valid, 1);
    expect_answer(&b, 1, 50);
    assert_int_equal(b.out.a_valid, 0);
    fill(&b, 1, 1, 51);
    expect_answer(&b, 3, 51);
}

/* A fill waits while requests are due, and these wait for their receiver. */
static void test_fills_in_turn(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 1, 1));
    assert_true(taken(&b, 1, 2, 2));
    fill(&b, 1, 1, 31);
    for (int i = 0; i < 3; i++) {
        set_fill(&b, 1, 2, 32); /* not taken */
        edge(&b);
        assert_int_equal(b.out.f_ready, 0);
        assert_int_equal(b.out.a_id, 1);
        assert_int_equal(b.out.a_ppn, 31);
    }
    expect_answer(&b, 1, 31);
    assert_int_equal(b.out.a_valid, 0);
    fill(&b, 1, 2, 32);
    expect_answer(&b, 2, 32);
}

/* ---- random traffic ---- */

#define PAGES    (2U * ENTRIES)
#define REQUESTS (1U << GMMU_MSHR_ID_W)

/* What the unit should hold: of each request the page that it waits for, or whether it is due. */
typedef struct {
    enum { AWAY, WAITS, DUE } where[REQUESTS];
    unsigned page[REQUESTS], order[REQUESTS];
    unsigned frame[REQUESTS];
    unsigned taken, answered, next;
} ledger;

static unsigned asid_of(unsigned page) {
    return page % 3;
}

static uint64_t vpn_of(unsigned page) {
    return page / 3 * UINT64_C(0x11111111);
}

static unsigned waiting(const ledger *l, unsigned page) {
    unsigned count = 0;
    for (unsigned id = 0; id < REQUESTS; id++)
        count += l->where[id] == WAITS && l->page[id] == page;
    return count;
}

static unsigned pages_held(const ledger *l) {
    unsigned pages = 0;
    for (unsigned page = 0; page < PAGES; page++)
        pages += waiting(l, page) != 0;
    return pages;
}

/* The request that is due and came first. */
static unsigned first_due(const ledger *l) {
    unsigned first = REQUESTS;
    for (unsigned id = 0; id < REQUESTS; id++)
        if (l->where[id] == DUE && (first == REQUESTS || l->order[id] < l->order[first]))
            first = id;
    return first;
}

static unsigned draw_free(const ledger *l, uint64_t *rnd) {
    unsigned id = (unsigned)(unit_test_random(rnd) % REQUESTS);
    while (l->where[id] != AWAY)
        id = (id + 1) % REQUESTS;
    return id;
}

/* What is answered at this edge. */
static void note_answer(ledger *l, const bench *b) {
    const unsigned first = first_due(l);
    assert_int_equal(b->out.a_valid, first != REQUESTS);
    if (first == REQUESTS)
        return;
    assert_int_equal(b->out.a_id, first);
    assert_int_equal(b->out.a_ppn, l->frame[first]);
    if (!b->in.a_ready)
        return;
    l->where[first] = AWAY;
    l->answered++;
}

static void note_fill(ledger *l, unsigned page, unsigned ppn) {
    for (unsigned id = 0; id < REQUESTS; id++)
        if (l->where[id] == WAITS && l->page[id] == page) {
            l->where[id] = DUE;
            l->frame[id] = ppn;
        }
}

/* Random traffic: every request that is taken is answered once, with the frame of its page and after those
 * that came before; and one is taken when the lists say so. */
static void test_random(void **unused) {
    static ledger l;
    bench b;
    uint64_t rnd = unit_test_seed();
    unsigned refused = 0;
    (void)unused;
    memset(&l, 0, sizeof l);
    start(&b);
    for (unsigned cycle = 0; cycle < 60000; cycle++) {
        const unsigned page = (unsigned)(unit_test_random(&rnd) % PAGES), id = draw_free(&l, &rnd);
        const unsigned filled = (unsigned)(unit_test_random(&rnd) % PAGES);
        const unsigned ppn = (unsigned)(unit_test_random(&rnd) % 1000), busy = cycle / 5000 % 3;
        const unsigned held = pages_held(&l), before = waiting(&l, page);
        const bool miss = unit_test_random(&rnd) % 4 != 0, fills = unit_test_random(&rnd) % 4 > busy;
        bool may;

        b.in.walk_ready = (u1)(unit_test_random(&rnd) % 4 != 0);
        b.in.a_ready = (u1)(unit_test_random(&rnd) % 4 > busy / 2);
        assert_int_equal(b.out.ready, held < ENTRIES && !b.out.walk_valid);
        may = before != 0 ? before < WAITERS && !(fills && b.out.f_ready && filled == page)
                          : held < ENTRIES && (!b.out.walk_valid || b.in.walk_ready);
        note_answer(&l, &b);
        if (fills && b.out.f_ready)
            note_fill(&l, filled, ppn);
        if (fills)
            set_fill(&b, asid_of(filled), vpn_of(filled), ppn);
        if (miss)
            set_miss(&b, asid_of(page), vpn_of(page), id);
        edge(&b);
        assert_int_equal(b.out.r_valid, miss);
        assert_int_equal(b.out.r_taken, miss && may);
        refused += miss && !may;
        if (miss && may) {
            l.where[id] = WAITS;
            l.page[id] = page;
            l.order[id] = l.next++;
            l.taken++;
            if (before == 0) {
                assert_int_equal(b.out.walk_valid, 1);
                assert_int_equal(b.out.walk_asid, asid_of(page));
                assert_int_equal(b.out.walk_vpn, vpn_of(page));
            }
        }
    }
    assert_true(refused > 1000);
    for (unsigned page = 0; page < PAGES; page++) { /* nobody is forgotten */
        b.in.a_ready = 1;
        while (!b.out.f_ready) {
            note_answer(&l, &b);
            edge(&b);
        }
        note_fill(&l, page, page);
        fill(&b, asid_of(page), vpn_of(page), page);
    }
    while (b.out.a_valid) {
        note_answer(&l, &b);
        edge(&b);
    }
    assert_true(l.taken > 10000);
    assert_int_equal(l.taken, l.answered);
    assert_int_equal(pages_held(&l), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset), cmocka_unit_test(test_one_walk_for_a_page),
        cmocka_unit_test(test_spaces_apart),      cmocka_unit_test(test_full_file),
        cmocka_unit_test(test_walk_waits),        cmocka_unit_test(test_miss_with_its_fill),
        cmocka_unit_test(test_fills_in_turn),     cmocka_unit_test(test_random),
    };
    return UNIT_TEST_RUN("tlb_mshr", tests);
}
