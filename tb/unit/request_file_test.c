/* SPDX-License-Identifier: Apache-2.0 */
/* request_file: hits, misses, answers out of order, requests that are parked and woken, and their
 * generations. What it is for is tested in the block: gmmu_block_test.c. */
#include "unit_test.h"

#include "request_file.h"
#include "request_file_duties.h"

#include <stdbool.h>
#include <string.h>

enum { PORTS = GMMU_MMU_PORTS, REQUESTS = GMMU_PORT_REQUESTS, ABSENT = 1, REFUSED = 5, ENDED = 6 };

typedef struct {
    request_file_state s;
    request_file_in in; /* cleared by edge(), but for what is ready, and park */
    request_file_out out;
    unsigned begun, ended;
} bench;

static void clear(bench *b) {
    memset(&b->in, 0, sizeof b->in);
    b->in.park = b->in.lk_ready = b->in.f_ready = b->in.m_taken = 1;
    for (unsigned p = 0; p < PORTS; p++)
        b->in.a_ready[p] = 1;
}

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    clear(b);
    request_file_reset(&b->s);
    request_file_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    assert_true(request_file_answers_asked(&b->s, &b->in));
    b->begun += b->out.begin_valid;
    for (unsigned e = 0; e < REQUEST_FILE_ENDS; e++)
        b->ended += b->out.end_valid[e];
    request_file_step(&b->s, &b->in, &b->out);
    request_file_outputs(&b->s, &b->out);
    clear(b);
}

static void ask(bench *b, unsigned port, unsigned id, uint64_t vpn) {
    assert_int_equal(b->out.q_ready[port], 1);
    b->in.q_valid[port] = 1;
    b->in.q_asid[port] = 7;
    b->in.q_vpn[port] = (GMMU_U(GMMU_VPN_W))vpn;
    b->in.q_access[port] = 1;
    b->in.q_id[port] = (GMMU_U(GMMU_PORT_ID_W))id;
    edge(b);
}

/* The request just asked misses and is in the miss file; its name there. */
static unsigned misses(bench *b) {
    for (unsigned c = 0; c < 7 && !b->out.m_valid; c++)
        edge(b);
    assert_int_equal(b->out.m_valid, 1);
    const unsigned name = (unsigned)b->out.m_id;
    edge(b);
    edge(b);
    return name;
}

static void answer(bench *b, unsigned name, unsigned kind, unsigned ppn) {
    b->in.w_valid = 1;
    b->in.w_slot = (GMMU_U(GMMU_MSHR_ID_W))name;
    b->in.w_result = (GMMU_U(GMMU_RESULT_W))((uint64_t)kind << (GMMU_ENTRY_W + 1) | ppn);
    edge(b);
}

static void expect(bench *b, unsigned port, unsigned id, unsigned fault, unsigned ppn) {
    for (unsigned c = 0; c < 8 && !b->out.a_valid[port]; c++)
        edge(b);
    assert_int_equal(b->out.a_valid[port], 1);
    assert_int_equal(b->out.a_id[port], id);
    assert_int_equal(b->out.a_fault[port], fault);
    assert_int_equal(b->out.a_ppn[port], ppn);
    edge(b);
    assert_int_equal(b->out.a_valid[port], 0);
}

/* Every request that has begun has ended, once. */
static void all_ended(bench *b) {
    edge(b);
    edge(b);
    assert_int_equal(b->begun, b->ended);
}

/* The diagram of the datasheet: the cache beside the TLB is asked two cycles later, and the answer comes in
 * the seventh cycle behind the request. */
static void a_hit(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 2, 9, 0x55);
    edge(&b);
    assert_int_equal(b.out.lk_valid, 1);
    assert_int_equal(b.out.lk_asid, 7);
    assert_int_equal(b.out.lk_vpn, 0x55);
    edge(&b);
    assert_int_equal(b.out.b_valid, 0);
    edge(&b);
    assert_int_equal(b.out.b_valid, 1);
    assert_int_equal(b.out.b_asid, 7);
    assert_int_equal(b.out.b_vpn, 0x55);
    edge(&b);
    assert_int_equal(b.out.t_valid, 1);
    b.in.t_hit = 1;
    b.in.t_entry = (GMMU_U(GMMU_ENTRY_W))(0x123 | UINT64_C(5) << GMMU_PPN_W);
    edge(&b);
    edge(&b);
    assert_int_equal(b.out.a_valid[2], 1);
    assert_int_equal(b.out.a_write[2], 1);
    assert_int_equal(b.out.a_read[2], 0);
    assert_int_equal(b.out.a_exec[2], 1);
    assert_int_equal(b.out.a_system[2], 0);
    expect(&b, 2, 9, 0, 0x123);
    all_ended(&b);
}

/* A request that has its turn while the TLB takes no look-up waits for the next one. */
static void a_look_up_waits_for_the_tlb(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 1, 4, 0x77);
    for (unsigned c = 0; c < 3; c++) {
        b.in.lk_ready = 0;
        edge(&b);
        assert_int_equal(b.out.lk_valid, 0);
    }
    edge(&b);
    assert_int_equal(b.out.lk_valid, 1);
    assert_int_equal(b.out.lk_vpn, 0x77);
}

static void misses_are_answered_in_any_order(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 10);
    const unsigned first = misses(&b);
    ask(&b, 0, 2, 20);
    const unsigned second = misses(&b);
    answer(&b, second, 0, 200);
    expect(&b, 0, 2, 0, 200);
    answer(&b, first, REFUSED, 0);
    expect(&b, 0, 1, REFUSED, 0);
    all_ended(&b);
}

/* "no core can use up those of another": a port that is full holds up no other. */
static void ports_have_places_of_their_own(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned k = 0; k < REQUESTS; k++) {
        ask(&b, 1, k, 100 + k);
        misses(&b);
    }
    assert_int_equal(b.out.q_ready[1], 0);
    ask(&b, 3, 1, 5);
    const unsigned name = misses(&b);
    answer(&b, name, 0, 50);
    expect(&b, 3, 1, 0, 50);
}

static void what_the_miss_file_refuses_looks_up_again(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 10);
    for (unsigned c = 0; c < 5 && !b.out.m_valid; c++)
        edge(&b);
    edge(&b);
    b.in.m_taken = 0;
    edge(&b);
    const unsigned name = misses(&b);
    answer(&b, name, 0, 100);
    expect(&b, 0, 1, 0, 100);
    assert_int_equal(b.begun, 2);
    all_ended(&b);
}

/* A walk of the page ends as absent; the fault queue takes it, or not. */
static void page_is_absent(bench *b, uint64_t vpn, bool taken) {
    b->in.done_valid = 1;
    b->in.done_asid = 7;
    b->in.done_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    b->in.done_kind = ABSENT;
    edge(b);
    assert_int_equal(b->out.k_valid, 1);
    assert_int_equal(b->out.k_access, 1);
    edge(b);
    b->in.k_taken = (u1)taken;
    edge(b);
    assert_int_equal(b->out.done_ready, 1);
    assert_int_equal(b->out.fill_tlb, 0);
    assert_int_equal(b->out.fill_kind, taken ? RESULT_PARKED : RESULT_AGAIN);
    edge(b);
}

static void offer_retry(bench *b, uint64_t vpn) {
    b->in.retry_valid = 1;
    b->in.retry_asid = 7;
    b->in.retry_vpn = (GMMU_U(GMMU_VPN_W))vpn;
}

/* Requests of several ports wait for a page; its retry wakes all of them, and nobody else. No fence waits for
 * them: they have ended as they were parked. */
static void a_retry_wakes_all_of_its_page(void **unused) {
    bench b;
    unsigned name[PORTS + 1];
    (void)unused;
    start(&b);
    for (unsigned p = 0; p < PORTS; p++) {
        ask(&b, p, p, 77);
        name[p] = misses(&b);
    }
    ask(&b, 0, 9, 78);
    name[PORTS] = misses(&b);
    page_is_absent(&b, 77, true);
    for (unsigned n = 0; n <= PORTS; n++)
        answer(&b, name[n], RESULT_PARKED, 0);
    all_ended(&b);
    offer_retry(&b, 77);
    edge(&b);
    assert_int_equal(b.out.retry_ready, 1);
    offer_retry(&b, 77);
    edge(&b);
    unsigned woken = 0;
    for (unsigned c = 0; c < 12; c++) {
        for (unsigned p = 0; p < PORTS && b.out.m_valid; p++)
            woken |= b.out.m_id == name[p] ? 1U << p : 0U;
        edge(&b);
    }
    assert_int_equal(woken, (1U << PORTS) - 1U);
    for (unsigned p = 0; p < PORTS; p++) {
        answer(&b, name[p], 0, 70 + p);
        expect(&b, p, p, 0, 70 + p);
    }
    for (unsigned c = 0; c < 8; c++)
        edge(&b);
    assert_int_equal(b.s.s_phase[name[PORTS]], SLOT_PARKED);
    all_ended(&b);
}

/* A retry waits while a fault is looked at, and while answers of the miss file are due. */
static void a_retry_waits_for_those_that_are_being_parked(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 77);
    misses(&b);
    b.in.done_valid = 1;
    b.in.done_asid = 7;
    b.in.done_vpn = 77;
    b.in.done_kind = ABSENT;
    edge(&b);
    for (unsigned c = 0; c < 3; c++) {
        assert_int_equal(b.out.retry_ready, 0);
        b.in.k_taken = 1;
        offer_retry(&b, 77);
        edge(&b);
    }
    for (unsigned c = 0; c < 3; c++) {
        b.in.f_ready = 0;
        offer_retry(&b, 77);
        edge(&b);
        assert_int_equal(b.out.retry_ready, 0);
    }
    offer_retry(&b, 77);
    edge(&b);
    assert_int_equal(b.out.retry_ready, 1);
}

/* "Nothing is lost": who is refused by the fault queue walks again. */
static void a_fault_that_is_refused_walks_again(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 77);
    const unsigned name = misses(&b);
    page_is_absent(&b, 77, false);
    answer(&b, name, RESULT_AGAIN, 0);
    const unsigned again = misses(&b);
    answer(&b, again, 0, 5);
    expect(&b, 0, 1, 0, 5);
    all_ended(&b);
}

/* Three absent pages are waited for in four places of a port: the fourth request is told to ask again,
 * whether the fault queue has taken its page or not. So the place is free for others. Another port may have
 * all of its places waiting. */
static void one_place_waits_for_no_software(void **unused) {
    bench b;
    unsigned name[REQUESTS];
    (void)unused;
    for (unsigned all = 0; all < 2; all++)
        for (unsigned kind = RESULT_PARKED; kind <= RESULT_AGAIN; kind++) {
            start(&b);
            for (unsigned k = 0; k < REQUESTS; k++) {
                ask(&b, 1, k, 100 + k);
                name[k] = misses(&b);
            }
            for (unsigned k = 0; k < REQUESTS; k++) {
                b.in.hold_all[1] = (u1)all;
                answer(&b, name[k], k + 1 < REQUESTS ? RESULT_PARKED : kind, 0);
            }
            if (all) {
                for (unsigned c = 0; c < 8; c++)
                    edge(&b);
                assert_int_equal(b.out.a_valid[1], 0);
                assert_int_equal(b.out.q_ready[1], 0);
                continue;
            }
            expect(&b, 1, REQUESTS - 1, RESULT_ASK, 0);
            all_ended(&b);
            assert_int_equal(b.out.q_ready[1], 1);
            ask(&b, 1, 9, 7);
            answer(&b, misses(&b), 0, 70);
            expect(&b, 1, 9, 0, 70);
        }
}

/* A miss file that has room for the first request only when nobody else has asked for a while, and others
 * that ask all the time: before long the first has the miss file for itself, and then it is taken. */
static void who_is_refused_has_its_turn(void **unused) {
    enum { WHILE = 32, BOUND = (3 << REQUEST_TURN_W) + WHILE };
    bench b;
    unsigned since = 0, due = REQUEST_FILE_SLOTS, cycle = 0;
    bool shown = false, taken = false;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 10);
    for (; !taken && cycle < 2 * BOUND; cycle++) {
        const bool told = shown && b.s.r_valid, first = b.s.r_slot == 0;
        taken = told && first && since > WHILE;
        b.in.m_taken = (u1)(told && (!first || taken));
        if (due < REQUEST_FILE_SLOTS) {
            b.in.w_valid = 1;
            b.in.w_slot = (GMMU_U(GMMU_MSHR_ID_W))due;
        }
        due = told && !first ? (unsigned)b.s.r_slot : REQUEST_FILE_SLOTS;
        for (unsigned p = 1; p < PORTS; p++)
            if (b.out.q_ready[p]) {
                b.in.q_valid[p] = 1;
                b.in.q_asid[p] = 7;
                b.in.q_vpn[p] = (GMMU_U(GMMU_VPN_W))(UINT64_C(1000) + cycle);
            }
        shown = b.out.m_valid != 0;
        since = shown && b.out.m_id != 0 ? 0 : since + 1U;
        edge(&b);
    }
    assert_true(taken && cycle < BOUND);
}

static void nothing_is_parked_when_it_is_off(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 77);
    misses(&b);
    b.in.park = 0;
    b.in.done_valid = 1;
    b.in.done_kind = ABSENT;
    edge(&b);
    assert_int_equal(b.out.k_valid, 0);
    assert_int_equal(b.out.done_ready, 1);
    assert_int_equal(b.out.fill_kind, ABSENT);
}

/* "Warps with a token fill the shared TLB, the others the bypass cache" (MASK 5.2): a page goes to the TLB
 * when a warp that waits for it may fill. */
static void warps_with_a_token_fill(void **unused) {
    static const unsigned may[] = {0, 1, 2, 3}; /* bit p: the warp of port p */
    (void)unused;
    for (unsigned m = 0; m < sizeof may / sizeof may[0]; m++) {
        bench b;
        start(&b);
        for (unsigned p = 0; p < 2; p++) {
            b.in.q_who[p] = (GMMU_U(GMMU_WHO_W))(40 + p);
            ask(&b, p, p, 77);
            edge(&b);
            edge(&b);
            edge(&b);
            assert_int_equal(b.out.b_who, 40 + p);
            edge(&b);
            assert_int_equal(b.out.t_valid, 1);
            assert_int_equal(b.out.t_who, 40 + p);
            b.in.t_fills = (u1)(may[m] >> p & 1U);
            edge(&b);
            edge(&b);
            assert_int_equal(b.out.r_valid, 1);
            assert_int_equal(b.out.r_who, 40 + p);
            edge(&b);
        }
        b.in.done_valid = 1;
        b.in.done_asid = 7;
        b.in.done_vpn = 77;
        edge(&b);
        assert_int_equal(b.out.done_ready, 1);
        assert_int_equal(b.out.fill_tlb, may[m] != 0);
        assert_int_equal(b.out.fill_bypass, may[m] == 0);
    }
}

/* One cycle in which the space of these tests ends. */
static void end_edge(bench *b) {
    b->in.n_ending = b->in.n_valid = 1;
    b->in.n_asid = 7;
    edge(b);
}

/* The end of a space: who is parked, who wants the TLB, who is at the TLB, who is in the miss file and who
 * comes meanwhile, all get the fault; it is acknowledged when those that were here have left their ports. */
static void the_end_of_a_space(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 0, 1, 10); /* is parked */
    answer(&b, misses(&b), RESULT_PARKED, 0);
    ask(&b, 1, 2, 20); /* in the miss file, where a frame is on its way to it */
    const unsigned name = misses(&b);
    ask(&b, 2, 3, 30); /* has its answer at the port, with a frame of its owner */
    answer(&b, misses(&b), 0, 300);
    b.in.a_ready[2] = 0;
    edge(&b);
    b.in.a_ready[2] = b.in.lk_ready = 0;
    b.in.q_valid[3] = 1; /* wants the TLB */
    b.in.q_asid[3] = 7;
    b.in.q_id[3] = 4;
    edge(&b);
    for (unsigned c = 0; c < 10; c++) {
        b.in.lk_ready = b.in.a_ready[0] = b.in.a_ready[2] = b.in.a_ready[3] = 0;
        end_edge(&b);
    }
    assert_int_equal(b.out.a_valid[0] && b.out.a_valid[3], 1);
    assert_int_equal(b.out.n_ack, 0);
    b.in.a_ready[2] = 0;
    b.in.q_valid[0] = 1; /* comes now */
    b.in.q_asid[0] = 7;
    b.in.q_id[0] = 5;
    b.in.w_valid = 1;
    b.in.w_slot = (GMMU_U(GMMU_MSHR_ID_W))name;
    b.in.w_result = 200;
    assert_int_equal(b.out.a_fault[0], ENDED);
    assert_int_equal(b.out.a_fault[3], ENDED);
    end_edge(&b);
    b.in.a_ready[2] = b.in.a_ready[1] = b.in.a_ready[0] = 0;
    end_edge(&b);
    assert_int_equal(b.out.a_valid[1], 1);
    assert_int_equal(b.out.a_id[1], 2);
    assert_int_equal(b.out.a_fault[1], ENDED);
    assert_int_equal(b.out.a_ppn[1], 0);
    assert_int_equal(b.out.a_fault[0], ENDED);
    for (unsigned c = 0; c < 5; c++) {
        b.in.a_ready[2] = b.in.a_ready[0] = 0;
        end_edge(&b);
        assert_int_equal(b.out.n_ack, 0); /* the answer of before is still at port 2 */
    }
    assert_int_equal(b.out.a_ppn[2], 300);
    b.in.a_ready[0] = 0;
    end_edge(&b);
    b.in.a_ready[0] = 0; /* who came late holds nothing up */
    end_edge(&b);
    assert_int_equal(b.out.n_ack, 1);
    assert_int_equal(b.out.a_valid[0], 1);
    end_edge(&b);
    all_ended(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit),
        cmocka_unit_test(a_look_up_waits_for_the_tlb),
        cmocka_unit_test(misses_are_answered_in_any_order),
        cmocka_unit_test(ports_have_places_of_their_own),
        cmocka_unit_test(what_the_miss_file_refuses_looks_up_again),
        cmocka_unit_test(a_retry_wakes_all_of_its_page),
        cmocka_unit_test(a_retry_waits_for_those_that_are_being_parked),
        cmocka_unit_test(a_fault_that_is_refused_walks_again),
        cmocka_unit_test(one_place_waits_for_no_software),
        cmocka_unit_test(who_is_refused_has_its_turn),
        cmocka_unit_test(nothing_is_parked_when_it_is_off),
        cmocka_unit_test(warps_with_a_token_fill),
        cmocka_unit_test(the_end_of_a_space),
    };
    return UNIT_TEST_RUN("request_file", tests);
}
