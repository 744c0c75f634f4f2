/* SPDX-License-Identifier: Apache-2.0 */
/* axi4_lite_port: writes in either order of address and data, reads beside them, refusals, answers that wait.
 */
#include "unit_test.h"

#include "axi4_lite_port.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    axi4_lite_port_state s;
    axi4_lite_port_in in; /* cleared by edge() */
    axi4_lite_port_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    axi4_lite_port_reset(&b->s);
    axi4_lite_port_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    axi4_lite_port_step(&b->s, &b->in, &b->out);
    axi4_lite_port_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void offer_address(bench *b, unsigned addr) {
    assert_int_equal(b->out.awready, 1);
    b->in.awvalid = 1;
    b->in.awaddr = (GMMU_U(GMMU_LITE_ADDR_W))addr;
}

static void offer_data(bench *b, unsigned data, unsigned strb) {
    assert_int_equal(b->out.wready, 1);
    b->in.wvalid = 1;
    b->in.wdata = data;
    b->in.wstrb = (u4)strb;
}

/* The registers see the write for one cycle, and their answer is that of B. */
static void write_is_shown(bench *b, unsigned addr, unsigned data, bool ok) {
    assert_int_equal(b->out.wr_valid, 1);
    assert_int_equal(b->out.wr_addr, addr);
    assert_int_equal(b->out.wr_data, data);
    edge(b);
    assert_int_equal(b->out.wr_valid, 0);
    assert_int_equal(b->out.bvalid, 0);
    b->in.wr_ok = (u1)ok;
    edge(b);
    assert_int_equal(b->out.bvalid, 1);
    assert_int_equal(b->out.bresp, ok ? LITE_OKAY : LITE_SLVERR);
}

static void a_write_in_either_order(void **unused) {
    bench b;
    (void)unused;
    for (unsigned order = 0; order < 3; order++) {
        start(&b);
        if (order != 1)
            offer_address(&b, 12);
        if (order != 0)
            offer_data(&b, 7, 15);
        edge(&b);
        if (order == 0)
            offer_data(&b, 7, 15);
        if (order == 1)
            offer_address(&b, 12);
        if (order != 2) {
            assert_int_equal(b.out.wr_valid, 0);
            edge(&b);
        }
        write_is_shown(&b, 12, 7, true);
        b.in.bready = 1;
        edge(&b);
        assert_int_equal(b.out.bvalid, 0);
    }
}

static void the_registers_refuse(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    offer_address(&b, 200);
    offer_data(&b, 1, 15);
    edge(&b);
    write_is_shown(&b, 200, 1, false);
}

/* Every WSTRB but that of the whole word is answered SLVERR, and no register sees the write. */
static void a_write_of_some_bytes_is_refused(void **unused) {
    bench b;
    (void)unused;
    for (unsigned strb = 0; strb < 15; strb++) {
        start(&b);
        offer_address(&b, 4);
        offer_data(&b, 1, strb);
        edge(&b);
        for (unsigned cycle = 0; cycle < 3; cycle++) {
            assert_int_equal(b.out.wr_valid, 0);
            b.in.wr_ok = 1;
            edge(&b);
        }
        assert_int_equal(b.out.bvalid, 1);
        assert_int_equal(b.out.bresp, LITE_SLVERR);
    }
}

static void a_read(void **unused) {
    bench b;
    (void)unused;
    for (unsigned ok = 0; ok < 2; ok++) {
        start(&b);
        b.in.arvalid = 1;
        b.in.araddr = 8;
        edge(&b);
        assert_int_equal(b.out.rd_valid, 1);
        assert_int_equal(b.out.rd_addr, 8);
        edge(&b);
        assert_int_equal(b.out.rd_valid, 0);
        b.in.rd_ok = (u1)ok;
        b.in.rd_data = 99;
        edge(&b);
        assert_int_equal(b.out.rvalid, 1);
        assert_int_equal(b.out.rdata, 99);
        assert_int_equal(b.out.rresp, ok ? LITE_OKAY : LITE_SLVERR);
    }
}

/* An answer stays until it is taken; the next access waits for it, and is not shown before. */
static void an_answer_waits(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    offer_address(&b, 4);
    offer_data(&b, 1, 15);
    edge(&b);
    write_is_shown(&b, 4, 1, true);
    offer_address(&b, 8);
    offer_data(&b, 2, 15);
    edge(&b);
    for (unsigned cycle = 0; cycle < 5; cycle++) {
        assert_int_equal(b.out.bvalid, 1);
        assert_int_equal(b.out.wr_valid, 0);
        assert_int_equal(b.out.awready, 0);
        edge(&b);
    }
    b.in.bready = 1;
    edge(&b);
    write_is_shown(&b, 8, 2, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_in_either_order),
        cmocka_unit_test(the_registers_refuse),
        cmocka_unit_test(a_write_of_some_bytes_is_refused),
        cmocka_unit_test(a_read),
        cmocka_unit_test(an_answer_waits),
    };
    return UNIT_TEST_RUN("axi4_lite_port", tests);
}
