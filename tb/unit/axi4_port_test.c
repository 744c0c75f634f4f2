/* SPDX-License-Identifier: Apache-2.0 */
/* axi4_port: one line read and written by hand, every kind of burst that is refused, the order of one ID. */
#include "axi4_port.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

enum { LINE = 4 * GMMU_AXI_WORDS * GMMU_AXI_BEATS, BEATS = GMMU_AXI_BEATS };

typedef struct {
    axi4_port_state s;
    axi4_port_in in; /* of the next cycle; edge() clears it */
    axi4_port_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    axi4_port_reset(&b->s);
    axi4_port_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    axi4_port_step(&b->s, &b->in, &b->out);
    axi4_port_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void set_read(bench *b, unsigned id, uint64_t addr) {
    b->in.arvalid = 1;
    b->in.arid = (u8)GMMU_WRAP(id, 8);
    b->in.araddr = (u40)GMMU_WRAP(addr, 40);
    b->in.arlen = BEATS - 1;
    b->in.arsize = GMMU_AXI_BYTE_W;
    b->in.arburst = AXI4_INCR;
    b->in.aruser = 0x25; /* of a walk, application 5 */
}

static void set_write(bench *b, unsigned id, uint64_t addr) {
    b->in.awvalid = 1;
    b->in.awid = (u8)GMMU_WRAP(id, 8);
    b->in.awaddr = (u40)GMMU_WRAP(addr, 40);
    b->in.awlen = BEATS - 1;
    b->in.awsize = GMMU_AXI_BYTE_W;
    b->in.awburst = AXI4_INCR;
    b->in.awuser = 0x03;
}

static void set_beat(bench *b, unsigned beat, bool last) {
    b->in.wvalid = 1;
    b->in.wdata[0] = 0x1000 + beat;
    b->in.wstrb[0] = 0xC;
    b->in.wlast = (u1)last;
}

static void set_line(bench *b, unsigned id, unsigned beat) {
    b->in.rd_valid = 1;
    b->in.rd_id = (u8)GMMU_WRAP(id, 8);
    b->in.rd_data[GMMU_AXI_WORDS - 1] = 0x2000 + beat;
}

/* The controller sends the line of a read, and R takes it. */
static void answer_read(bench *b, unsigned id) {
    for (unsigned beat = 0; beat < BEATS; beat++) {
        assert_true(b->out.rd_ready);
        set_line(b, id, beat);
        edge(b);
        assert_true(b->out.rvalid);
        assert_int_equal(b->out.rid, id);
        assert_int_equal(b->out.rdata[GMMU_AXI_WORDS - 1], 0x2000 + beat);
        assert_int_equal(b->out.rresp, AXI4_OKAY);
        assert_int_equal(b->out.rlast, beat == BEATS - 1);
        b->in.rready = 1;
        edge(b);
        assert_false(b->out.rvalid);
    }
}

/* Takes the beats that R shows; SLVERR is on all of them. */
static unsigned refused_beats(bench *b, unsigned id) {
    unsigned beats = 0;
    for (bool last = false; !last; beats++) {
        assert_true(b->out.rvalid);
        assert_int_equal(b->out.rid, id);
        assert_int_equal(b->out.rresp, AXI4_SLVERR);
        last = b->out.rlast;
        b->in.rready = 1;
        edge(b);
    }
    return beats;
}

static void send_data(bench *b, unsigned beats) {
    for (unsigned beat = 0; beat < beats; beat++) {
        assert_true(b->out.wready);
        set_beat(b, beat, beat == beats - 1);
        b->in.wd_ready = 1;
        edge(b);
    }
    b->in.wd_ready = 1;
    edge(b);
}

static void reads_a_line(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(b.out.arready);
    set_read(&b, 77, (UINT64_C(0x12345) << 7 | 5U << 4 | 9U) * LINE);
    edge(&b);
    assert_false(b.out.arready);
    assert_true(b.out.req_valid);
    assert_false(b.out.req_write);
    assert_true(b.out.req_walk);
    assert_int_equal(b.out.req_app, 5);
    assert_int_equal(b.out.req_id, 77);
    assert_int_equal(b.out.req_row, 0x12345);
    assert_int_equal(b.out.req_bank, 5);
    assert_int_equal(b.out.req_col, 9);
    edge(&b);
    assert_true(b.out.req_valid); /* until it is taken */
    b.in.req_ready = 1;
    edge(&b);
    assert_false(b.out.req_valid);
    assert_true(b.out.arready);
    answer_read(&b, 77);
}

static void writes_a_line(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_false(b.out.wready); /* data wait for their address */
    set_write(&b, 200, 3U * LINE);
    edge(&b);
    for (unsigned beat = 0; beat < BEATS; beat++) {
        assert_true(b.out.wready);
        assert_false(b.out.req_valid);
        set_beat(&b, beat, beat == BEATS - 1);
        edge(&b);
        assert_true(b.out.wd_valid);
        assert_int_equal(b.out.wd_id, 200);
        assert_int_equal(b.out.wd_beat, beat);
        assert_int_equal(b.out.wd_data[0], 0x1000 + beat);
        assert_int_equal(b.out.wd_strb[0], 0xC);
        assert_false(b.out.req_valid); /* the last of its data has not left */
        b.in.wd_ready = 1;
        edge(&b);
    }
    assert_true(b.out.req_valid);
    assert_true(b.out.req_write);
    assert_false(b.out.req_walk);
    assert_int_equal(b.out.req_app, 3);
    assert_int_equal(b.out.req_id, 256 + 200);
    assert_int_equal(b.out.req_col, 3);
    b.in.req_ready = 1;
    edge(&b);
    assert_true(b.out.awready);
    for (unsigned wait = 0; wait < 20; wait++) { /* not answered before it is carried out */
        assert_false(b.out.bvalid);
        edge(&b);
    }
    b.in.done_valid = 1;
    b.in.done_id = 200;
    edge(&b);
    assert_true(b.out.bvalid);
    assert_int_equal(b.out.bid, 200);
    assert_int_equal(b.out.bresp, AXI4_OKAY);
    b.in.bready = 1;
    edge(&b);
    assert_false(b.out.bvalid);
}

/* AMBA AXI4: responses of one ID come in the order of their addresses. */
static void a_second_read_of_an_id_waits(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_read(&b, 4, 0);
    edge(&b);
    b.in.req_ready = 1;
    edge(&b);
    set_read(&b, 4, LINE);
    edge(&b);
    for (unsigned beat = 0; beat < BEATS; beat++) {
        assert_false(b.out.req_valid);
        set_line(&b, 4, beat);
        b.in.rready = 1;
        edge(&b);
    }
    assert_true(b.out.req_valid);
    assert_int_equal(b.out.req_col, 1);
}

static void a_second_write_of_an_id_waits(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_write(&b, 4, 0);
    edge(&b);
    send_data(&b, BEATS);
    b.in.req_ready = 1;
    edge(&b);
    set_write(&b, 4, LINE);
    edge(&b);
    assert_false(b.out.wready); /* else its data would replace those of the first */
    b.in.done_valid = 1;
    b.in.done_id = 5;
    edge(&b);
    assert_false(b.out.wready);
    b.in.bready = 1;
    edge(&b);
    b.in.done_valid = 1;
    b.in.done_id = 4;
    edge(&b);
    assert_true(b.out.wready);
}

/* AMBA AXI4: a burst has as many beats of data as its address says, also with an error. */
static void refuses_reads_that_are_no_line(void **unused) {
    (void)unused;
    for (unsigned kind = 0; kind < 5; kind++) {
        bench b;
        unsigned beats = BEATS;
        start(&b);
        set_read(&b, 9, LINE);
        if (kind == 0)
            b.in.araddr = LINE + 1;
        else if (kind == 1)
            b.in.arsize = GMMU_AXI_BYTE_W - 1;
        else if (kind == 2)
            b.in.arburst = 2; /* WRAP */
        else if (kind == 3)
            b.in.arlen = 0, beats = 1;
        else
            b.in.arlen = 255, beats = 256;
        edge(&b);
        assert_false(b.out.req_valid);
        assert_false(b.out.rd_ready);
        edge(&b);
        assert_int_equal(refused_beats(&b, 9), beats);
        assert_true(b.out.arready);
        assert_true(b.out.rd_ready);
    }
}

static void refuses_a_write_that_is_no_line(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_write(&b, 9, LINE);
    b.in.awlen = 6;
    edge(&b);
    for (unsigned beat = 0; beat < 7; beat++) {
        assert_true(b.out.wready);
        set_beat(&b, beat, beat == 6);
        edge(&b);
        assert_false(b.out.wd_valid);
        assert_false(b.out.req_valid);
    }
    edge(&b);
    assert_true(b.out.bvalid);
    assert_int_equal(b.out.bid, 9);
    assert_int_equal(b.out.bresp, AXI4_SLVERR);
    assert_true(b.out.awready);
}

static void refuses_a_write_with_wlast_elsewhere(void **unused) {
    (void)unused;
    for (unsigned at = 0; at <= BEATS; at++) {
        bench b;
        start(&b);
        set_write(&b, 9, LINE);
        edge(&b);
        for (unsigned beat = 0; beat < BEATS; beat++) {
            set_beat(&b, beat, beat == at);
            b.in.wd_ready = 1;
            edge(&b);
        }
        b.in.wd_ready = 1;
        edge(&b);
        assert_int_equal(b.out.bvalid, at != BEATS - 1);
        assert_int_equal(b.out.req_valid, at == BEATS - 1);
        if (b.out.bvalid)
            assert_int_equal(b.out.bresp, AXI4_SLVERR);
    }
}

static void a_refusal_waits_for_the_end_of_a_line(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_read(&b, 1, 0);
    edge(&b);
    b.in.req_ready = 1;
    edge(&b);
    set_line(&b, 1, 0);
    edge(&b);
    set_read(&b, 2, 1);
    edge(&b);
    b.in.rready = 1;
    edge(&b);
    assert_true(b.out.rd_ready);
    for (unsigned beat = 1; beat < BEATS; beat++) {
        set_line(&b, 1, beat);
        b.in.rready = 1;
        edge(&b);
        assert_int_equal(b.out.rid, 1);
    }
    b.in.rready = 1;
    edge(&b);
    assert_int_equal(refused_beats(&b, 2), BEATS);
}

static void reads_and_writes_take_turns(void **unused) {
    bench b;
    (void)unused;
    for (unsigned id = 0; id < 6; id++) {
        start(&b);
        set_write(&b, id, 0);
        edge(&b);
        send_data(&b, BEATS);
        set_read(&b, id, 0);
        edge(&b);
        assert_false(b.out.req_write);
        b.in.req_ready = 1;
        set_read(&b, id, 0); /* refused: the register is full */
        edge(&b);
        set_read(&b, 100 + id, 0);
        edge(&b);
        assert_true(b.out.req_write);
        b.in.req_ready = 1;
        edge(&b);
        assert_int_equal(b.out.req_id, 100 + id);
        b.in.req_ready = 1;
        edge(&b);
    }
}

static void hands_on_errors_of_the_controller(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_line(&b, 3, 0);
    b.in.rd_error = 1;
    b.in.done_valid = 1;
    b.in.done_error = 1;
    edge(&b);
    assert_int_equal(b.out.rresp, AXI4_SLVERR);
    assert_int_equal(b.out.bresp, AXI4_SLVERR);
}

/* Nobody waits for a combinational path: a beat moves in every cycle. */
static void moves_a_beat_a_cycle(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned cycle = 0; cycle < 50; cycle++) {
        assert_true(b.out.rd_ready);
        assert_int_equal(b.out.rvalid, cycle != 0);
        set_line(&b, cycle / BEATS, cycle);
        b.in.rready = 1;
        edge(&b);
        assert_int_equal(b.out.rdata[GMMU_AXI_WORDS - 1], 0x2000 + cycle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_line),
        cmocka_unit_test(writes_a_line),
        cmocka_unit_test(a_second_read_of_an_id_waits),
        cmocka_unit_test(a_second_write_of_an_id_waits),
        cmocka_unit_test(refuses_reads_that_are_no_line),
        cmocka_unit_test(refuses_a_write_that_is_no_line),
        cmocka_unit_test(refuses_a_write_with_wlast_elsewhere),
        cmocka_unit_test(a_refusal_waits_for_the_end_of_a_line),
        cmocka_unit_test(reads_and_writes_take_turns),
        cmocka_unit_test(hands_on_errors_of_the_controller),
        cmocka_unit_test(moves_a_beat_a_cycle),
    };
    return UNIT_TEST_RUN("axi4_port", tests);
}
