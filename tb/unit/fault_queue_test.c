/* SPDX-License-Identifier: Apache-2.0 */
/* fault_queue: what demand paging asks of it, directed corners, and a driver that serves random faults. */
#include "unit_test.h"

#include "fault_queue.h"

#include <stdbool.h>
#include <string.h>

#define PAGES   GMMU_FAULT_PAGES
#define RECORDS GMMU_FAULT_RECORDS
#define RING    (1U << GMMU_FAULT_RING_W)
#define FRAME   0x1234U

typedef struct {
    fault_queue_state s;
    fault_queue_in in; /* cleared by edge(), but for irq_mask and irq_records */
    fault_queue_out out;
} bench;

/* One clock edge; out then shows the pins after it. */
static void edge(bench *b) {
    const fault_queue_in before = b->in;
    fault_queue_step(&b->s, &b->in, &b->out);
    fault_queue_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->in.irq_mask = before.irq_mask;
    b->in.irq_records = before.irq_records;
}

/* Interrupts from one record on, an empty ring. */
static void start(bench *b) {
    memset(b, 0, sizeof *b);
    fault_queue_reset(&b->s);
    fault_queue_outputs(&b->s, &b->out);
    b->in.irq_mask = 1;
    b->in.irq_records = 1;
    b->in.b_valid = 1;
    b->in.b_enable = 1;
    b->in.b_frame = FRAME;
    edge(b);
}

static void set_fault(bench *b, unsigned asid, uint64_t vpn) {
    b->in.f_valid = 1;
    b->in.f_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.f_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    b->in.f_access = (u2)(vpn % 3);
    b->in.f_why = (u3)(vpn % 5);
    b->in.f_info = (GMMU_U(GMMU_FAULT_INFO_W))(vpn * 7 % 251);
    b->in.f_time = (GMMU_U(GMMU_FAULT_TIME_W))(vpn * 3 % 1009);
}

/* Is the fault taken? */
static bool taken(bench *b, unsigned asid, uint64_t vpn) {
    set_fault(b, asid, vpn);
    edge(b);
    assert_int_equal(b->out.r_valid, 1);
    return b->out.r_taken != 0;
}

/* The record at the port is that of this page, and memory takes it and has it. */
static void write_record(bench *b, unsigned asid, uint64_t vpn) {
    const unsigned tail = (unsigned)b->out.tail;
    assert_int_equal(b->out.w_valid, 1);
    assert_int_equal(b->out.w_frame, FRAME);
    assert_int_equal(b->out.w_slot, tail % RING);
    assert_int_equal(b->out.w_asid, asid);
    assert_int_equal(b->out.w_vpn, vpn);
    assert_int_equal(b->out.w_access, vpn % 3);
    assert_int_equal(b->out.w_why, vpn % 5);
    assert_int_equal(b->out.w_info, vpn * 7 % 251);
    assert_int_equal(b->out.w_time, vpn * 3 % 1009);
    b->in.w_ready = 1;
    edge(b);
    assert_int_equal(b->out.w_valid, 0);
    assert_int_equal(b->out.tail, tail); /* software does not see it before memory has it */
    b->in.w_done = 1;
    edge(b);
    assert_int_equal(b->out.tail, (tail + 1) % (2 * RING));
}

static void resume(bench *b, unsigned asid, uint64_t vpn, bool space) {
    b->in.c_valid = 1;
    b->in.c_space = (u1)space;
    b->in.c_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.c_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    edge(b);
}

/* The retry at the port, which is taken. */
static void expect_retry(bench *b, unsigned asid, uint64_t vpn) {
    if (!b->out.retry_valid)
        edge(b);
    assert_int_equal(b->out.retry_valid, 1);
    assert_int_equal(b->out.retry_asid, asid);
    assert_int_equal(b->out.retry_vpn, vpn);
    b->in.retry_ready = 1;
    edge(b);
}

static void expect_no_retry(bench *b) {
    edge(b);
    assert_int_equal(b->out.retry_valid, 0);
}

static void give_back(bench *b, unsigned head) {
    b->in.h_valid = 1;
    b->in.h_head = (GMMU_U(GMMU_FAULT_COUNT_W))head;
    edge(b);
}

static void test_after_reset(void **unused) {
    bench b;
    (void)unused;
    memset(&b, 0, sizeof b);
    fault_queue_reset(&b.s);
    assert_false(taken(&b, 0, 0)); /* there is no ring yet */
    assert_int_equal(b.out.w_valid, 0);
    assert_int_equal(b.out.retry_valid, 0);
    assert_int_equal(b.out.irq, 0);
    start(&b);
    assert_int_equal(b.out.ready, 1);
    assert_true(taken(&b, 0, 0)); /* the reset value of every entry */
    write_record(&b, 0, 0);
}

/* Thesis 6.1: many warps fault on the same page. Software hears of it once, and all of them go on together.
 */
static void test_one_record_for_a_page(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned warp = 0; warp < 20; warp++)
        assert_true(taken(&b, 3, 0x55));
    write_record(&b, 3, 0x55);
    assert_int_equal(b.out.w_valid, 0);
    assert_true(taken(&b, 3, 0x55));
    edge(&b);
    assert_int_equal(b.out.w_valid, 0);
    resume(&b, 3, 0x55, false);
    assert_true(taken(&b, 3, 0x55)); /* its retry is still to come */
    expect_retry(&b, 3, 0x55);
    expect_no_retry(&b);
    assert_true(taken(&b, 3, 0x55)); /* a fault of its own */
    write_record(&b, 3, 0x55);
    assert_int_equal(b.out.tail, 2);
}

/* The retry goes in the very cycle of a fault: who faults would miss it, so it is refused and walks again. */
static void test_fault_with_its_retry(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 7));
    resume(&b, 1, 7, false);
    edge(&b);
    set_fault(&b, 1, 7); /* not taken yet */
    edge(&b);
    assert_int_equal(b.out.r_taken, 1);
    set_fault(&b, 1, 7);
    b.in.retry_ready = 1;
    edge(&b);
    assert_int_equal(b.out.r_taken, 0);
    expect_no_retry(&b);
}

static void test_resume_of_a_space(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 10));
    write_record(&b, 1, 10);
    assert_true(taken(&b, 2, 10)); /* the same number in another space */
    write_record(&b, 2, 10);
    assert_true(taken(&b, 1, 11));
    write_record(&b, 1, 11);
    resume(&b, 2, 11, false); /* no such page waits */
    expect_no_retry(&b);
    set_fault(&b, 1, 12); /* too late for this resume */
    resume(&b, 1, 0, true);
    assert_int_equal(b.out.r_taken, 1);
    expect_retry(&b, 1, 10);
    expect_retry(&b, 1, 11);
    expect_no_retry(&b);
    resume(&b, 2, 10, false);
    for (unsigned i = 0; i < 5; i++) { /* it waits for who takes it */
        edge(&b);
        assert_int_equal(b.out.retry_valid, 1);
        assert_int_equal(b.out.retry_asid, 2);
    }
    resume(&b, 1, 12, false); /* and others wait behind it */
    expect_retry(&b, 2, 10);
    expect_retry(&b, 1, 12);
    expect_no_retry(&b);
}

/* The end of a space: its pages go in whatever state, nobody is woken by them, and it is acknowledged when
 * the ring has all its records, which may take long; other spaces go on meanwhile. */
static void test_end_of_a_space(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned p = 0; p < 3; p++) {
        assert_true(taken(&b, 1, p));
        if (p != 2)
            write_record(&b, 1, p);
    }
    assert_true(taken(&b, 2, 0));
    resume(&b, 1, 0, false);
    edge(&b);
    assert_int_equal(b.out.retry_valid, 1);
    resume(&b, 1, 1, false);
    for (unsigned c = 0; c < 50; c++) { /* the record of page 2 is still to be written */
        b.in.n_valid = 1;
        b.in.n_asid = 1;
        set_fault(&b, 1, c % 4); /* of the space: refused */
        edge(&b);
        assert_int_equal(b.out.n_ack, 0);
        assert_int_equal(b.out.r_taken, 0);
        assert_int_equal(b.out.retry_valid, 0);
    }
    b.in.n_asid = 1;
    b.in.w_ready = b.in.n_valid = 1;
    edge(&b);
    b.in.n_asid = 1;
    b.in.w_done = b.in.n_valid = 1;
    edge(&b);
    b.in.n_asid = 1;
    b.in.n_valid = 1;
    edge(&b);
    assert_int_equal(b.out.n_ack, 1);
    assert_int_equal(b.out.tail, 3);
    resume(&b, 1, 0, true); /* nobody is there */
    expect_no_retry(&b);
    write_record(&b, 2, 0);
    resume(&b, 2, 0, false);
    expect_retry(&b, 2, 0);
    assert_true(taken(&b, 1, 2)); /* of the next owner */
}

/* Overflow loses nothing: what finds no room is refused, and taken when it comes again later. */
static void test_table_is_full(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned p = 0; p < PAGES; p++) {
        assert_true(taken(&b, 1, p));
        write_record(&b, 1, p);
    }
    assert_int_equal(b.out.ready, 0);
    assert_false(taken(&b, 1, 100));
    assert_true(taken(&b, 1, PAGES - 1)); /* merges */
    resume(&b, 1, 3, false);
    expect_retry(&b, 1, 3);
    assert_true(taken(&b, 1, 100));
    write_record(&b, 1, 100);
}

static void test_queue_is_full(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned p = 0; p < RECORDS; p++)
        assert_true(taken(&b, 1, p));
    assert_int_equal(b.out.ready, 0);
    assert_false(taken(&b, 1, 100));
    write_record(&b, 1, 0);
    assert_true(taken(&b, 1, 100));
    for (unsigned p = 1; p < RECORDS; p++)
        write_record(&b, 1, p);
    write_record(&b, 1, 100);
}

/* The tail never passes the head: a full ring takes no fault until software gives a record back. */
static void test_ring_is_full(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned p = 0; p < RING; p++) {
        assert_true(taken(&b, 1, p));
        write_record(&b, 1, p);
        resume(&b, 1, p, false);
        expect_retry(&b, 1, p);
    }
    assert_int_equal(b.out.tail, RING);
    assert_int_equal(b.out.ready, 0);
    assert_false(taken(&b, 1, 1000));
    assert_int_equal(b.out.h_refused, 0);
    give_back(&b, RING + 1); /* beyond the tail: refused */
    assert_int_equal(b.out.h_refused, 1);
    assert_int_equal(b.out.head, 0);
    assert_false(taken(&b, 1, 1000));
    give_back(&b, 1);
    assert_int_equal(b.out.h_refused, 0);
    assert_int_equal(b.out.head, 1);
    assert_true(taken(&b, 1, 1000));
    assert_false(taken(&b, 1, 1001)); /* its place is the last, though nothing is written yet */
    write_record(&b, 1, 1000);        /* at the place that was given back */
    give_back(&b, 0);                 /* back again: refused */
    assert_int_equal(b.out.h_refused, 1);
    assert_int_equal(b.out.head, 1);
    give_back(&b, RING + 1);
    assert_int_equal(b.out.head, RING + 1);
    assert_int_equal(b.out.ready, 1);
}

/* A batch interrupts by its number of records, or when it is due; software acknowledges it by the head. */
static void test_interrupts(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.in.irq_records = 3;
    for (unsigned p = 0; p < 3; p++) {
        edge(&b);
        assert_int_equal(b.out.irq, 0);
        assert_true(taken(&b, 1, p));
        write_record(&b, 1, p);
    }
    edge(&b);
    assert_int_equal(b.out.irq, 1);
    b.in.irq_mask = 0;
    edge(&b);
    assert_int_equal(b.out.irq, 0);
    b.in.irq_mask = 1;
    edge(&b);
    assert_int_equal(b.out.irq, 1); /* a level, not an event */
    give_back(&b, 2);
    edge(&b);
    assert_int_equal(b.out.irq, 0);
    b.in.tick = 1; /* one record waits since */
    edge(&b);
    edge(&b);
    assert_int_equal(b.out.irq, 1);
    give_back(&b, 3);
    edge(&b);
    assert_int_equal(b.out.irq, 0);
    b.in.tick = 1; /* nothing to tell */
    edge(&b);
    assert_true(taken(&b, 1, 50));
    write_record(&b, 1, 50);
    edge(&b);
    assert_int_equal(b.out.irq, 0);
}

/* A batch larger than the table would never be complete: a fault that is refused makes it due. */
static void test_refused_fault_makes_the_batch_due(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.in.irq_records = RING;
    for (unsigned p = 0; p < PAGES; p++) {
        assert_true(taken(&b, 1, p));
        write_record(&b, 1, p);
    }
    edge(&b);
    assert_int_equal(b.out.irq, 0);
    assert_false(taken(&b, 1, 100));
    edge(&b);
    assert_int_equal(b.out.irq, 1);
}

static void test_set_up(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(taken(&b, 1, 1));
    for (unsigned i = 0; i < 2; i++) { /* not while a record is on its way */
        assert_int_equal(b.out.b_ready, 0);
        b.in.b_valid = 1;
        b.in.w_ready = i == 0;
        b.in.w_done = i == 1;
        edge(&b);
        assert_int_equal(b.out.w_frame, FRAME);
    }
    assert_int_equal(b.out.tail, 1);
    b.in.b_valid = 1;
    b.in.b_frame = FRAME + 1;
    set_fault(&b, 1, 2);
    edge(&b);
    assert_int_equal(b.out.r_taken, 0);
    assert_int_equal(b.out.tail, 0);
    assert_int_equal(b.out.head, 0);
    assert_int_equal(b.out.w_frame, FRAME + 1);
    assert_false(taken(&b, 1, 2)); /* not enabled */
    resume(&b, 1, 1, false);       /* who waits still does */
    expect_retry(&b, 1, 1);
}

/* ---- A driver ---- */

#define WARPS  64U
#define WORLD  40U /* pages: more than the table has entries */
#define VISITS 20000U

/* Warps that want pages, a memory with the ring, and a driver that reads it: pages are mapped for a while. */
typedef struct {
    enum { WALKS, WAITS } warp[WARPS];
    unsigned wants[WARPS];
    bool mapped[WORLD];
    bool pending[WORLD]; /* recorded and not resumed */
    struct {
        unsigned asid;
        uint64_t vpn;
        bool read;
    } ring[RING];         /* read: by the driver, or never written */
    unsigned head, asked; /* the driver's head; the warp that walks */
    unsigned visits, records, resumes, refused;
    int sent;         /* cycles until memory has the record; -1: none */
    unsigned walking; /* cycles until the walk ends */
    bool found;       /* the page, by the walk */
    bool fault;
    uint64_t rnd;
} world;

static unsigned space_of(unsigned page) {
    return page % 3;
}

static uint64_t vpn_of(unsigned page) {
    return page / 3 * UINT64_C(0x1010101);
}

static unsigned page_of(unsigned asid, uint64_t vpn) {
    return (unsigned)(vpn / UINT64_C(0x1010101)) * 3 + asid;
}

static bool chance(world *w, unsigned percent) {
    return unit_test_random(&w->rnd) % 100 < percent;
}

static bool is_waited_for(const fault_queue_state *s, unsigned page) {
    for (unsigned e = 0; e < PAGES; e++)
        if (s->e_state[e] != FAULT_FREE && s->e_asid[e] == space_of(page) && s->e_vpn[e] == vpn_of(page))
            return true;
    return false;
}

/* The next walk, of any warp that does not wait, reads the page table. */
static void begin_walk(world *w, const bench *b) {
    w->asked = (unsigned)(unit_test_random(&w->rnd) % WARPS);
    w->found = w->mapped[w->wants[w->asked]];
    w->walking = 1 + (unsigned)(unit_test_random(&w->rnd) % 8);
    if (w->warp[w->asked] == WAITS) {
        assert_true(is_waited_for(&b->s, w->wants[w->asked]));
        w->walking = 0;
    }
}

/* The walk goes on; in the end its warp has the page, or faults. Who is refused walks again. */
static void run_walk(world *w, bench *b) {
    const unsigned page = w->wants[w->asked];
    w->fault = false;
    if (w->walking == 0)
        begin_walk(w, b);
    else if (--w->walking != 0)
        return;
    else if (w->found) {
        w->visits++;
        w->wants[w->asked] = (unsigned)(unit_test_random(&w->rnd) % WORLD);
    } else {
        w->fault = true;
        set_fault(b, space_of(page), vpn_of(page));
    }
}

static void run_memory(world *w, bench *b) {
    b->in.w_ready = (u1)chance(w, 50);
    if (w->sent > 0)
        w->sent--;
    if (w->sent == 0) {
        b->in.w_done = 1;
        w->sent = -1;
    }
    if (b->out.w_valid && b->in.w_ready) {
        const unsigned slot = (unsigned)b->out.w_slot;
        assert_int_equal(b->out.w_frame, FRAME);
        assert_true(w->ring[slot].read); /* nothing is overwritten */
        w->ring[slot].asid = (unsigned)b->out.w_asid;
        w->ring[slot].vpn = (uint64_t)b->out.w_vpn;
        w->ring[slot].read = false;
        w->sent = (int)(1 + unit_test_random(&w->rnd) % 20);
        w->records++;
    }
}

/* Reads one record on an interrupt, maps its page and resumes it, alone or with all that it has mapped. */
static void run_driver(world *w, bench *b) {
    if (chance(w, 10))
        w->mapped[unit_test_random(&w->rnd) % WORLD] = false;
    b->in.tick = (u1)chance(w, 1);
    if (!b->out.irq || w->head == b->out.tail || !chance(w, 30))
        return;
    const unsigned slot = w->head % RING, page = page_of(w->ring[slot].asid, w->ring[slot].vpn);
    assert_false(w->ring[slot].read);
    assert_true(page < WORLD);
    assert_true(w->pending[page]); /* once between its first fault and its resume */
    w->ring[slot].read = true;
    w->head = (w->head + 1) % (2 * RING);
    b->in.h_valid = 1;
    b->in.h_head = (GMMU_U(GMMU_FAULT_COUNT_W))w->head;
    w->mapped[page] = true;
    w->pending[page] = false;
    b->in.c_valid = 1;
    b->in.c_asid = (GMMU_U(GMMU_ASID_W))space_of(page);
    b->in.c_vpn = (GMMU_U(GMMU_VPN_W))vpn_of(page);
    w->resumes++;
}

static void run_retries(world *w, bench *b) {
    b->in.retry_ready = (u1)chance(w, 40);
    if (!b->out.retry_valid || !b->in.retry_ready)
        return;
    const unsigned page = page_of((unsigned)b->out.retry_asid, (uint64_t)b->out.retry_vpn);
    for (unsigned warp = 0; warp < WARPS; warp++)
        if (w->warp[warp] == WAITS && w->wants[warp] == page)
            w->warp[warp] = WALKS;
}

/* Demand paging by a driver (thesis 6.1: faults in bursts, many warps on one page), with a table that is
 * smaller than the pages: every warp gets page after page, whatever is refused on the way; each record is
 * read once. */
static void test_demand_paging(void **unused) {
    static world w;
    bench b;
    unsigned cycle = 0;
    (void)unused;
    memset(&w, 0, sizeof w);
    w.rnd = unit_test_seed();
    w.sent = -1;
    for (unsigned slot = 0; slot < RING; slot++)
        w.ring[slot].read = true;
    for (unsigned warp = 0; warp < WARPS; warp++)
        w.wants[warp] = (unsigned)(unit_test_random(&w.rnd) % WORLD);
    start(&b);
    b.in.irq_records = 5;
    for (; w.visits < VISITS && cycle < 2000000; cycle++) {
        const unsigned queued = (unsigned)b.s.q_count;
        run_driver(&w, &b);
        run_memory(&w, &b);
        run_retries(&w, &b);
        run_walk(&w, &b);
        const unsigned gone = b.s.w_sent && b.in.w_done;
        edge(&b);
        if (!w.fault)
            continue;
        assert_int_equal(b.out.r_valid, 1);
        w.refused += !b.out.r_taken;
        if (!b.out.r_taken)
            continue;
        w.warp[w.asked] = WAITS;
        if ((unsigned)b.s.q_count + gone > queued)
            w.pending[w.wants[w.asked]] = true;
    }
    assert_int_equal(w.visits >= VISITS, 1); /* nobody is forgotten, or it would end here */
    assert_true(w.refused > 100);
    assert_true(w.records > 1000);
    assert_true(w.records - w.resumes <= RING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_after_reset),
        cmocka_unit_test(test_one_record_for_a_page),
        cmocka_unit_test(test_fault_with_its_retry),
        cmocka_unit_test(test_resume_of_a_space),
        cmocka_unit_test(test_end_of_a_space),
        cmocka_unit_test(test_table_is_full),
        cmocka_unit_test(test_queue_is_full),
        cmocka_unit_test(test_ring_is_full),
        cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_refused_fault_makes_the_batch_due),
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_demand_paging),
    };
    return UNIT_TEST_RUN("fault_queue", tests);
}
