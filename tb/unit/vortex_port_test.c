/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_port: requests and answers as both sides see them, stalls, a flush; behind it the block:
 * gmmu_block_test.c.
 */
#include "unit_test.h"

#include "vortex_port.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    vortex_port_state s;
    vortex_port_in in; /* cleared by edge() */
    vortex_port_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    vortex_port_reset(&b->s);
    vortex_port_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    vortex_port_step(&b->s, &b->in, &b->out);
    vortex_port_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void ask(bench *b, unsigned id, unsigned access, bool amo) {
    b->in.req_valid = 1;
    b->in.req_id = (GMMU_U(GMMU_PORT_ID_W))id;
    b->in.req_access = (u2)access;
    b->in.req_amo = (u1)amo;
    b->in.req_vpn = 0x5ABCDEF;
    b->in.asid = 0x11;
}

static void answer(bench *b, unsigned id, unsigned fault, bool large) {
    b->in.a_valid = 1;
    b->in.a_id = (GMMU_U(GMMU_PORT_ID_W))id;
    b->in.a_fault = (u3)fault;
    b->in.a_large = (u1)large;
    b->in.a_ppn = 0x1234567;
}

/* The cycles of the diagram in docs/reference/integration.md. */
static void a_request_and_its_answer(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 5, VORTEX_READS, false); /* cycle 1 */
    assert_int_equal(b.out.req_ready, 1);
    assert_int_equal(b.out.q_valid, 0);
    edge(&b);
    assert_int_equal(b.out.q_valid, 1); /* 2 */
    assert_int_equal(b.out.q_id, 5);
    assert_int_equal(b.out.q_asid, 0x11);
    assert_int_equal(b.out.q_vpn, 0x5ABCDEF);
    assert_int_equal(b.out.q_access, 1);
    assert_int_equal(b.out.req_ready, 0);
    b.in.q_ready = 1;
    edge(&b);
    assert_int_equal(b.out.q_valid, 0); /* 3 */
    assert_int_equal(b.out.req_ready, 1);
    edge(&b);
    assert_int_equal(b.out.a_ready, 1); /* 4 */
    answer(&b, 5, 0, false);
    b.in.a_exec = b.in.a_read = b.in.a_write = 1;
    edge(&b);
    assert_int_equal(b.out.rsp_valid, 1); /* 5 */
    assert_int_equal(b.out.rsp_id, 5);
    assert_int_equal(b.out.rsp_fault, 0);
    assert_int_equal(b.out.rsp_level, 0);
    assert_int_equal(b.out.rsp_ppn, 0x1234567);
    assert_int_equal(b.out.rsp_flags, VORTEX_V | VORTEX_R | VORTEX_W | VORTEX_X | VORTEX_U);
    assert_int_equal(b.out.a_ready, 0);
    b.in.rsp_ready = 1;
    edge(&b);
    assert_int_equal(b.out.rsp_valid, 0); /* 6 */
}

/* Loads and instructions read, stores write, atomics do both: for the records of faults. */
static void what_a_request_does(void **unused) {
    static const unsigned expected[4][2] = {{1, 3}, {2, 3}, {1, 3}, {1, 3}};
    bench b;
    (void)unused;
    for (unsigned access = 0; access < 4; access++)
        for (unsigned amo = 0; amo < 2; amo++) {
            start(&b);
            ask(&b, 1, access, amo != 0);
            edge(&b);
            assert_int_equal(b.out.q_access, expected[access][amo]);
        }
}

/* Of a large page the first frame is told, in whatever page of it the request was: Vortex's TLBs put the low
 * bits of the page in by an OR. */
static void a_large_page(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    answer(&b, 9, 0, true);
    b.in.a_system = b.in.a_exec = 1;
    edge(&b);
    assert_int_equal(b.out.rsp_level, 1);
    assert_int_equal(b.out.rsp_ppn, 0x1234400);
    assert_int_equal(b.out.rsp_flags, VORTEX_V | VORTEX_X); /* execute-only: no R */
}

/* In Sv32 it has 4 MB: the block's large page is its half. */
static void a_page_of_4_mb(void **unused) {
    bench b;
    (void)unused;
    for (unsigned sv32 = 0; sv32 < 2; sv32++) {
        start(&b);
        answer(&b, 9, 0, true);
        b.in.a_ppn = 0x8205;
        b.in.cfg_sv32 = (u1)sv32;
        edge(&b);
        assert_int_equal(b.out.rsp_level, 1);
        assert_int_equal(b.out.rsp_ppn, sv32 ? 0x8000 : 0x8200);
    }
}

static void a_fault_says_nothing_else(void **unused) {
    bench b;
    (void)unused;
    for (unsigned fault = 1; fault < 8; fault++) {
        start(&b);
        answer(&b, 3, fault, true);
        b.in.a_exec = b.in.a_read = b.in.a_write = 1;
        edge(&b);
        assert_int_equal(b.out.rsp_valid, 1);
        assert_int_equal(b.out.rsp_id, 3);
        assert_int_equal(b.out.rsp_fault, 1);
        assert_int_equal(b.out.rsp_level, 0);
        assert_int_equal(b.out.rsp_ppn, 0);
        assert_int_equal(b.out.rsp_flags, 0);
    }
}

static void what_waits_stays(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, 7, VORTEX_WRITES, false);
    answer(&b, 8, 0, false);
    edge(&b);
    for (unsigned cycle = 0; cycle < 4; cycle++) {
        assert_int_equal(b.out.q_valid & b.out.rsp_valid, 1);
        assert_int_equal(b.out.req_ready | b.out.a_ready, 0);
        assert_int_equal(b.out.q_id, 7);
        assert_int_equal(b.out.q_access, 2);
        assert_int_equal(b.out.rsp_id, 8);
        ask(&b, 99, VORTEX_READS, false);
        answer(&b, 98, 1, false);
        edge(&b);
    }
}

/* The second diagram: a flush that the core has done three cycles after it was asked, and the next one. */
static void an_invalidation_flushes(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned round = 0; round < 2; round++) {
        b.in.flush_done = 1; /* of nobody's */
        edge(&b);
        assert_int_equal(b.out.inv_ack, 0);
        for (unsigned cycle = 1; cycle <= 8; cycle++) {
            assert_int_equal(b.out.flush_req, cycle >= 2 && cycle <= 4);
            assert_int_equal(b.out.inv_ack, cycle >= 5 && cycle <= 7);
            b.in.inv_valid = cycle <= 6;
            b.in.flush_done = cycle == 4;
            edge(&b);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_and_its_answer),
        cmocka_unit_test(what_a_request_does),
        cmocka_unit_test(a_large_page),
        cmocka_unit_test(a_page_of_4_mb),
        cmocka_unit_test(a_fault_says_nothing_else),
        cmocka_unit_test(what_waits_stays),
        cmocka_unit_test(an_invalidation_flushes),
    };
    return UNIT_TEST_RUN("vortex_port", tests);
}
