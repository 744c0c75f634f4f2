/* SPDX-License-Identifier: Apache-2.0 */
/* asid_table with its RAM: spaces apart, look-ups around writes, invalidations in turn, fences, and a walker
 * and a TLB that are told by it. */
#include "unit_test.h"

#include "asid_table_duties.h"
#include "asid_table_rams.h"

#include <stdbool.h>
#include <string.h>

#define SPACES    GMMU_ASID_SPACES
#define LISTENERS GMMU_INV_LISTENERS
#define PORTS     GMMU_FENCE_PORTS
#define MOST      ((1U << GMMU_FENCE_COUNT_W) - 1U)

enum { ANSWER_CYCLES = 3 };

typedef struct {
    asid_table_state s;
    asid_table_in in; /* cleared by edge() */
    asid_table_out out;
    asid_table_rams ram;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    asid_table_rams_begin(&b->ram);
    for (unsigned i = 0; i < SPACES; i++) { /* a RAM begins with anything */
        b->ram.root[i] = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(UINT32_C(0xa5a5a5a5), GMMU_PPN_W);
        b->ram.highest[i] = (GMMU_U(GMMU_VPN_W))(UINT64_MAX >> (64 - GMMU_VPN_W));
    }
    asid_table_reset(&b->s);
    asid_table_outputs(&b->s, &b->out);
}

/* One clock edge, of the RAM too; out then shows the pins after it. */
static void edge(bench *b) {
    asid_table_rams_show(&b->ram, &b->in);
    asid_table_step(&b->s, &b->in, &b->out);
    assert_false(b->out.ram_re && b->out.ram_we && b->out.ram_raddr == b->out.ram_waddr);
    asid_table_rams_step(&b->ram, &b->out);
    asid_table_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void command(bench *b, unsigned kind, unsigned asid, uint64_t vpn) {
    assert_int_equal(b->out.c_ready, 1);
    b->in.c_valid = 1;
    b->in.c_kind = (u3)kind;
    b->in.c_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.c_vpn = (GMMU_U(GMMU_VPN_W))vpn;
}

static void set_entry(bench *b, unsigned asid, uint64_t lowest, uint64_t highest, unsigned root) {
    command(b, ASID_SET, asid, lowest);
    b->in.c_highest = (GMMU_U(GMMU_VPN_W))highest;
    b->in.c_root = (GMMU_U(GMMU_PPN_W))root;
    b->in.c_enable = 1;
}

/* An entry of a space that was not enabled: nothing is to be taken back. */
static void write_entry(bench *b, unsigned asid, uint64_t lowest, uint64_t highest, unsigned root) {
    set_entry(b, asid, lowest, highest, root);
    edge(b);
    assert_int_equal(b->out.ram_we, 1);
    assert_int_equal(b->out.c_done, 0);
    assert_int_equal(b->out.c_ready, 0);
    edge(b);
    assert_int_equal(b->out.ram_we, 0);
    assert_int_equal(b->out.c_done, 1); /* it is in the RAM */
    assert_int_equal(b->out.c_ready, 1);
}

/* Every listener that is told acknowledges in turn, and the command completes: of an end all are told. */
static void all_acknowledge(bench *b) {
    const bool ends = b->out.inv_ends;
    for (unsigned i = 0; i < LISTENERS; i++) {
        assert_int_equal(b->out.ending, ends);
        if (!ends && ((unsigned)GMMU_END_LISTENERS >> i & 1U) != 0)
            continue;
        for (unsigned k = 0; k < LISTENERS; k++)
            assert_int_equal(b->out.inv_valid[k], k == i);
        assert_int_equal(b->out.c_done, 0);
        b->in.inv_ack[i] = 1;
        edge(b);
    }
    assert_int_equal(b->out.c_done, 1);
    assert_int_equal(b->out.c_ready, 1);
}

static void ask(bench *b, unsigned asid, uint64_t vpn) {
    b->in.l_valid = 1;
    b->in.l_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.l_vpn = (GMMU_U(GMMU_VPN_W))vpn;
}

/* Why a page may not be walked, or ASID_OK and its root: three cycles later. */
static unsigned look_up(bench *b, unsigned asid, uint64_t vpn) {
    ask(b, asid, vpn);
    for (unsigned i = 0; i < ANSWER_CYCLES; i++) {
        assert_int_equal(b->out.r_valid, 0);
        edge(b);
    }
    assert_int_equal(b->out.r_valid, 1);
    const unsigned why = b->out.r_why;
    edge(b);
    assert_int_equal(b->out.r_valid, 0);
    return why;
}

static void test_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_int_equal(b.out.c_ready, 1);
    assert_int_equal(b.out.c_done, 0);
    assert_int_equal(b.out.begin_ready, 1);
    assert_int_equal(look_up(&b, 0, 0), ASID_DISABLED);
    assert_int_equal(look_up(&b, SPACES - 1, 0), ASID_DISABLED);
}

/* MASK 5.4: the walker starts from the root of the page table of the application's CR3; 5.1: ASIDs tell
 * address spaces apart. So each space has a root of its own, and a number that is no space has none. */
static void test_spaces_apart(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned asid = 0; asid < SPACES; asid += 2)
        write_entry(&b, asid, 0, 1000, 7000 + asid);
    for (unsigned asid = 0; asid < SPACES; asid++) {
        assert_int_equal(look_up(&b, asid, 5), asid % 2 == 0 ? ASID_OK : ASID_DISABLED);
        if (asid % 2 == 0)
            assert_int_equal(b.out.r_root, 7000 + asid);
    }
    assert_int_equal(look_up(&b, SPACES, 5), ASID_NO_SPACE);
    set_entry(&b, SPACES, 0, 1000, 1);
    edge(&b);
    assert_int_equal(b.out.c_done, 1); /* refused, */
    assert_int_equal(b.out.c_refused, 1);
    assert_int_equal(b.out.ram_we, 0); /* and not written in the place of another */
    assert_int_equal(look_up(&b, SPACES, 5), ASID_NO_SPACE);
    assert_int_equal(look_up(&b, 0, 5), ASID_OK);
    assert_int_equal(b.out.r_root, 7000);
}

static void test_limits(void **unused) {
    const uint64_t top = UINT64_MAX >> (64 - GMMU_VPN_W);
    bench b;
    (void)unused;
    start(&b);
    write_entry(&b, 3, 0x100, 0x1ff, 9);
    assert_int_equal(look_up(&b, 3, 0x100), ASID_OK);
    assert_int_equal(look_up(&b, 3, 0x1ff), ASID_OK);
    assert_int_equal(look_up(&b, 3, 0xff), ASID_OUTSIDE);
    assert_int_equal(look_up(&b, 3, 0x200), ASID_OUTSIDE);
    write_entry(&b, 4, 0, top, 9);
    assert_int_equal(look_up(&b, 4, 0), ASID_OK);
    assert_int_equal(look_up(&b, 4, top), ASID_OK);
}

/* A look-up is answered by the table of its own cycle: what is written in that cycle is there, what is
 * written later is not, however soon. */
static void test_look_up_of_what_is_written(void **unused) {
    bench b;
    (void)unused;
    for (unsigned after = 0; after <= ANSWER_CYCLES; after++) { /* cycles from the look-up to the write */
        start(&b);
        write_entry(&b, 2, 10, 20, 76);
        edge(&b);
        for (unsigned i = 0; i <= ANSWER_CYCLES; i++) {
            if (i == 0)
                ask(&b, 2, 15);
            if (i == after)
                set_entry(&b, 2, 15, 15, 77);
            if (i == ANSWER_CYCLES) {
                assert_int_equal(b.out.r_valid, 1);
                assert_int_equal(b.out.r_why, ASID_OK);
                assert_int_equal(b.out.r_root, after == 0 ? 77 : 76);
            }
            edge(&b);
        }
    }
    start(&b);
    set_entry(&b, 2, 10, 20, 77);
    assert_int_equal(look_up(&b, 2, 15), ASID_OK);
    assert_int_equal(b.out.r_root, 77);
    set_entry(&b, 2, 10, 20, 78);
    b.in.c_enable = 0;
    assert_int_equal(look_up(&b, 2, 15), ASID_DISABLED);
}

/* A word is not read for a space that is none or disabled, nor while it is written. */
static void test_what_is_read(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    write_entry(&b, 2, 10, 20, 77);
    for (unsigned i = 0; i < 4; i++) {
        ask(&b, i == 0 ? SPACES + 2 : i == 1 ? 3 : 2, 15);
        if (i == 2)
            set_entry(&b, 2, 10, 20, 78);
        edge(&b);
        assert_int_equal(b.out.ram_re, i == 3);
    }
    assert_int_equal(b.out.ram_raddr, 2);
}

/* Look-ups in every cycle and writes as often as they are taken, against the entries as software knows them.
 */
static void test_random_writes(void **unused) {
    enum { FEW = 4, CYCLES = 50000 };
    struct {
        unsigned valid, why, root;
    } due[ANSWER_CYCLES] = {{0, 0, 0}};
    struct {
        unsigned enabled, lowest, highest, root;
    } entry[FEW] = {{0, 0, 0, 0}};
    unsigned seen[4] = {0, 0, 0, 0}, together = 0;
    uint64_t rnd = unit_test_seed();
    bench b;
    (void)unused;
    start(&b);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        const unsigned place = cycle % ANSWER_CYCLES; /* of the look-up of three cycles ago */
        const uint64_t draw = unit_test_random(&rnd);
        const unsigned named = draw % FEW, asked = draw >> 8 & 1 ? named : (draw >> 2) % FEW;
        const unsigned page = draw >> 16 & 15;
        assert_int_equal(b.out.r_valid, due[place].valid);
        if (due[place].valid) {
            seen[due[place].why]++;
            assert_int_equal(b.out.r_why, due[place].why);
            if (due[place].why == ASID_OK)
                assert_int_equal(b.out.r_root, due[place].root);
        }
        for (unsigned i = 0; i < LISTENERS; i++)
            b.in.inv_ack[i] = 1;
        const bool sets = b.out.c_ready && (draw >> 20 & 3) != 0;
        if (sets) {
            entry[named].enabled = draw >> 22 & 1;
            entry[named].lowest = draw >> 24 & 15;
            entry[named].highest = entry[named].lowest + (draw >> 28 & 7);
            entry[named].root = draw >> 32 & 0xffff;
            set_entry(&b, named, entry[named].lowest, entry[named].highest, entry[named].root);
            b.in.c_enable = (u1)entry[named].enabled;
        }
        due[place].valid = (draw >> 9 & 7) != 0;
        due[place].root = entry[asked].root;
        due[place].why = !entry[asked].enabled                                       ? ASID_DISABLED
                         : page < entry[asked].lowest || page > entry[asked].highest ? ASID_OUTSIDE
                                                                                     : ASID_OK;
        if (due[place].valid)
            ask(&b, asked, page);
        together += sets && due[place].valid && asked == named;
        edge(&b);
    }
    assert_true(seen[ASID_OK] > CYCLES / 20 && seen[ASID_DISABLED] > CYCLES / 20 &&
                seen[ASID_OUTSIDE] > CYCLES / 20);
    assert_true(together > CYCLES / 50);
}

/* What was enabled is taken back as it is written: disabled, with another root, or with narrower limits. */
static void test_write_takes_back(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    write_entry(&b, 5, 0, 100, 1);
    for (unsigned enable = 2; enable-- > 0;) {
        set_entry(&b, 5, 0, 50, 2);
        b.in.c_enable = (u1)enable;
        edge(&b);
        assert_int_equal(b.out.c_ready, 0);
        assert_int_equal(b.out.inv_kind, ASID_INV_SPACE);
        assert_int_equal(b.out.inv_asid, 5);
        assert_int_equal(b.out.inv_ends, !enable); /* another root is no end: those that wait go on */
        all_acknowledge(&b);
    }
    write_entry(&b, 5, 0, 50, 2); /* it is disabled */
}

static void test_invalidations(void **unused) {
    static const unsigned kinds[] = {ASID_INV_PAGE, ASID_INV_SPACE, ASID_INV_ALL, ASID_INV_LARGE};
    bench b;
    (void)unused;
    start(&b);
    for (unsigned k = 0; k < 4; k++) {
        command(&b, kinds[k], 6, 0x123 + k);
        edge(&b);
        assert_int_equal(b.out.inv_kind, kinds[k]);
        assert_int_equal(b.out.inv_asid, 6);
        assert_int_equal(b.out.inv_vpn, 0x123 + k);
        for (unsigned i = 1; i < LISTENERS; i++)
            b.in.inv_ack[i] = 1; /* not told yet */
        b.in.c_valid = 1;        /* and no other command is taken */
        b.in.c_kind = ASID_FENCE;
        edge(&b);
        assert_int_equal(b.s.fencing, 0);
        all_acknowledge(&b);
        edge(&b);
        assert_int_equal(b.out.c_done, 0); /* once */
    }
    command(&b, 7, 0, 0); /* no such command */
    edge(&b);
    assert_int_equal(b.out.c_done, 1);
}

/* A fence waits for the requests that began before it, those of its own cycle included, and for no others. */
/* A command that does nothing says so, until the next one is taken: no such command, no such space, a space
 * that would have no page. Nobody is told, and the space is what it was. */
static void test_refused(void **unused) {
    static const struct {
        unsigned kind, asid;
        uint64_t lowest, highest;
    } bad[] = {
        {ASID_SET, SPACES, 0, 1000},
        {ASID_SET, 3, 5, 4},
        {ASID_INV_PAGE, SPACES, 5, 0},
        {ASID_INV_SPACE, SPACES, 0, 0},
        {ASID_INV_LARGE, SPACES, 0, 0},
        {7, 3, 0, 0},
        {6, 3, 0, 0},
        {ASID_SET, SPACES + 3, 0, 1000},
    };
    bench b;
    (void)unused;
    start(&b);
    write_entry(&b, 3, 0, 1000, 7);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(b.out.c_refused, 0);
        set_entry(&b, bad[i].asid, bad[i].lowest, bad[i].highest, 9);
        b.in.c_kind = (u3)bad[i].kind;
        edge(&b);
        assert_int_equal(b.out.c_done, 1);
        assert_int_equal(b.out.c_refused, 1);
        assert_int_equal(look_up(&b, 3, 5), ASID_OK);
        assert_int_equal(b.out.r_root, 7);
        assert_int_equal(b.out.c_refused, 1);
        for (unsigned l = 0; l < LISTENERS; l++)
            assert_int_equal(b.out.inv_valid[l], 0);
        command(&b, ASID_FENCE, 0, 0);
        edge(&b);
        edge(&b);
    }
    set_entry(&b, 3, 5, 4, 9); /* it ends, whatever its limits */
    b.in.c_enable = 0;
    edge(&b);
    assert_int_equal(b.out.c_refused, 0);
    assert_int_equal(b.out.inv_valid[0], 1);
}

static void test_fence(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    command(&b, ASID_FENCE, 0, 0); /* nothing in flight */
    edge(&b);
    edge(&b);
    assert_int_equal(b.out.c_done, 1);

    const unsigned old = b.out.generation;
    b.in.begin_valid[0] = 1;
    edge(&b);
    command(&b, ASID_FENCE, 0, 0);
    b.in.begin_valid[PORTS - 1] = 1;
    edge(&b);
    assert_int_not_equal(b.out.generation, old);
    for (unsigned ended = 0; ended < 2; ended++) {
        for (unsigned i = 0; i < 100; i++) { /* new requests come all the time, and end */
            b.in.begin_valid[0] = 1;
            b.in.end_valid[0] = i > 50;
            b.in.end_generation[0] = (u1)!old;
            edge(&b);
            assert_int_equal(b.out.c_done, 0);
        }
        b.in.end_valid[0] = 1;
        b.in.end_generation[0] = (u1)old;
        edge(&b);
    }
    edge(&b);
    assert_int_equal(b.out.c_done, 1);
    assert_int_equal(b.s.flight[old], 0);
    assert_int_equal(b.s.flight[!old], 100 + 2);
}

static void test_count_is_full(void **unused) {
    unsigned begun = 0;
    bench b;
    (void)unused;
    start(&b);
    while (b.out.begin_ready) {
        for (unsigned p = 0; p < PORTS; p++)
            b.in.begin_valid[p] = 1;
        begun += PORTS;
        edge(&b);
    }
    assert_in_range(begun, MOST - PORTS + 1, MOST);
    b.in.begin_valid[0] = 1; /* not taken */
    edge(&b);
    assert_int_equal(b.s.flight[0], begun);
    b.in.end_valid[0] = 1; /* of the other generation: ignored */
    b.in.end_generation[0] = 1;
    edge(&b);
    assert_int_equal(b.s.flight[1], 0);
    command(&b, ASID_FENCE, 0, 0);
    edge(&b);
    assert_int_equal(b.out.begin_ready, 1); /* a fence is not starved, and starves nobody */
    for (; begun != 0; begun--) {
        assert_int_equal(b.out.c_done, 0);
        b.in.end_valid[0] = 1;
        edge(&b);
    }
    edge(&b);
    assert_int_equal(b.out.c_done, 1);
}

/* ---- A walker and a TLB ---- */

#define PAGES    6U
#define REQUESTS 24U
#define NOTHING  0U

/* Translations are versions of their page, from 1; a walk reads the version that the page has then. */
typedef struct {
    enum { AWAY, WALKS, FILLS, ANSWERS } where[REQUESTS];
    unsigned page[REQUESTS], version[REQUESTS], generation[REQUESTS];
    unsigned table[PAGES], tlb[PAGES];
    unsigned least[PAGES];  /* the oldest version that may answer */
    unsigned walker, cache; /* which listeners they are */
    enum { MAP, TELL, TOLD, FENCED } software;
    unsigned changed;               /* the page that software changes */
    unsigned fences, answers, late; /* late: answers with an older version */
    uint64_t rnd;
} machine;

static bool chance(machine *m, unsigned percent) {
    return unit_test_random(&m->rnd) % 100 < percent;
}

/* A page is mapped anew, taken back, and a fence follows: then no answer may have its version from before. */
static void run_software(machine *m, bench *b) {
    if (b->out.c_done && m->software == FENCED) {
        m->least[m->changed] = m->table[m->changed];
        m->fences++;
        m->software = MAP;
    }
    if (!b->out.c_ready || !chance(m, 30))
        return;
    if (m->software == MAP) {
        m->changed = (unsigned)(unit_test_random(&m->rnd) % PAGES);
        m->table[m->changed]++;
        m->software = TELL;
    } else if (m->software == TELL) {
        command(b,
                chance(m, 60)   ? ASID_INV_PAGE
                : chance(m, 50) ? ASID_INV_SPACE
                                : ASID_INV_ALL,
                1, m->changed);
        m->software = TOLD;
    } else if (m->software == TOLD) {
        command(b, ASID_FENCE, 0, 0);
        m->software = FENCED;
    }
}

/* Is the page taken back by what the listener is told? */
static bool taken_back(const bench *b, unsigned page) {
    return b->out.inv_kind != ASID_INV_PAGE || b->out.inv_vpn == page;
}

/* Both do as they are told when they acknowledge: walks that have read their page begin again, and entries
 * go. */
static void run_listeners(machine *m, bench *b) {
    for (unsigned i = 0; i < LISTENERS; i++)
        b->in.inv_ack[i] = (u1)chance(m, 30);
    if (b->out.inv_valid[m->walker] && b->in.inv_ack[m->walker])
        for (unsigned r = 0; r < REQUESTS; r++)
            if (m->where[r] == FILLS && taken_back(b, m->page[r]))
                m->where[r] = WALKS;
    if (b->out.inv_valid[m->cache] && b->in.inv_ack[m->cache])
        for (unsigned page = 0; page < PAGES; page++)
            if (taken_back(b, page))
                m->tlb[page] = NOTHING;
}

static void run_request(machine *m, bench *b, unsigned r, unsigned *begun, unsigned *ended) {
    if (m->where[r] == AWAY && *begun < PORTS && b->out.begin_ready && chance(m, 20)) {
        m->page[r] = (unsigned)(unit_test_random(&m->rnd) % PAGES);
        m->generation[r] = b->out.generation;
        m->version[r] = m->tlb[m->page[r]];
        m->where[r] = m->version[r] != NOTHING ? ANSWERS : WALKS;
        b->in.begin_valid[(*begun)++] = 1;
    } else if (m->where[r] == WALKS && chance(m, 10)) {
        m->version[r] = m->table[m->page[r]];
        m->where[r] = FILLS;
    } else if (m->where[r] == FILLS && chance(m, 10)) {
        m->tlb[m->page[r]] = m->version[r];
        m->where[r] = ANSWERS;
    } else if (m->where[r] == ANSWERS && *ended < PORTS && chance(m, 20)) {
        m->late += m->version[r] < m->least[m->page[r]];
        m->answers++;
        m->where[r] = AWAY;
        b->in.end_generation[*ended] = (u1)m->generation[r];
        b->in.end_valid[(*ended)++] = 1;
    }
}

/* Answers with an older version than a fence allows. */
static unsigned run_machine(unsigned walker, unsigned cache, unsigned round) {
    static machine m;
    bench b;
    memset(&m, 0, sizeof m);
    m.rnd = unit_test_seed() + round;
    m.walker = walker;
    m.cache = cache;
    for (unsigned page = 0; page < PAGES; page++)
        m.table[page] = 1;
    start(&b);
    for (unsigned cycle = 0; cycle < 60000; cycle++) {
        unsigned begun = 0, ended = 0;
        run_software(&m, &b);
        run_listeners(&m, &b);
        for (unsigned r = 0; r < REQUESTS; r++)
            run_request(&m, &b, r, &begun, &ended);
        assert_int_equal(asid_table_ends_begun(&b.s, &b.in), 1);
        edge(&b);
    }
    assert_true(m.fences > 500);
    assert_true(m.answers > 10000);
    return m.late;
}

/* Issue of a fence: no old translation can answer any more. A walker that fills a TLB, both told in this
 * order: no request that ends after a fence has a translation from before the invalidation. */
static void test_no_old_translation(void **unused) {
    (void)unused;
    assert_int_equal(run_machine(0, 1, 0), 0);
    assert_int_equal(run_machine(0, LISTENERS - 1, 0), 0);
}

/* Why listeners are told in turn: told the other way round, the walker fills what the TLB has given up. One
 * run in five does not come to that. */
static void test_order_of_listeners_matters(void **unused) {
    (void)unused;
    unsigned late = 0;
    for (unsigned round = 0; round < 16 && late == 0; round++)
        late = run_machine(1, 0, round);
    assert_true(late > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_after_reset),
        cmocka_unit_test(test_spaces_apart),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_look_up_of_what_is_written),
        cmocka_unit_test(test_what_is_read),
        cmocka_unit_test(test_random_writes),
        cmocka_unit_test(test_write_takes_back),
        cmocka_unit_test(test_invalidations),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_fence),
        cmocka_unit_test(test_count_is_full),
        cmocka_unit_test(test_no_old_translation),
        cmocka_unit_test(test_order_of_listeners_matters),
    };
    return UNIT_TEST_RUN("asid_table", tests);
}
