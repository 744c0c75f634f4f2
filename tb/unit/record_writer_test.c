/* SPDX-License-Identifier: Apache-2.0 */
/* record_writer: a record as memory finds it, address and data in any order, errors. */
#include "unit_test.h"

#include "record_writer.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    record_writer_state s;
    record_writer_in in; /* cleared by edge() */
    record_writer_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    record_writer_reset(&b->s);
    record_writer_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    record_writer_step(&b->s, &b->in, &b->out);
    record_writer_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void offer(bench *b) {
    assert_int_equal(b->out.w_ready, 1);
    b->in.w_take = 1;
    b->in.w_frame = 0x123;
    b->in.w_slot = 2;
    b->in.w_asid = 0x11;
    b->in.w_vpn = (GMMU_U(GMMU_VPN_W))0xABCDEF012;
    b->in.w_access = 2;
    b->in.w_why = 1;
    b->in.w_info = 0x345;
    b->in.w_time = 0x777;
    edge(b);
    assert_int_equal(b->out.w_ready, 0);
}

/* One of the beats of the record above. */
static void beat_is(const bench *b, bool second) {
    assert_int_equal(b->out.wvalid, 1);
    assert_int_equal(b->out.wlast, second);
    assert_int_equal(b->out.wdata[0], second ? 0x12000345 : 0xBCDEF012);
    assert_int_equal(b->out.wdata[1], second ? 0x777 : 0x0011000A);
}

static void answer(bench *b, unsigned resp) {
    assert_int_equal(b->out.bready, 1);
    b->in.bvalid = 1;
    b->in.bresp = (u2)resp;
    edge(b);
    assert_int_equal(b->out.w_done, 1);
    assert_int_equal(b->out.w_ready, 1);
    edge(b);
    assert_int_equal(b->out.w_done, 0);
}

/* The layout of the datasheet; the address leaves before, between and behind the beats. */
static void memory_finds_the_record(void **unused) {
    bench b;
    (void)unused;
    for (unsigned when = 0; when < 3; when++) {
        start(&b);
        offer(&b);
        for (unsigned cycle = 0; cycle < 3; cycle++) {
            assert_int_equal(b.out.awvalid, cycle <= when);
            assert_true(!b.out.awvalid || b.out.awaddr == 0x123020);
            assert_int_equal(b.out.bready, 0);
            if (cycle < 2) {
                beat_is(&b, cycle == 1);
                b.in.wready = 1;
            }
            b.in.awready = cycle == when;
            edge(&b);
            if (cycle == 1 && when < 2)
                break;
        }
        answer(&b, 0);
        assert_int_equal(b.out.error, 0);
    }
}

static void what_is_offered_stays(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    offer(&b);
    for (unsigned cycle = 0; cycle < 4; cycle++) {
        beat_is(&b, false);
        assert_int_equal(b.out.awvalid, 1);
        edge(&b);
    }
    b.in.wready = 1;
    edge(&b);
    for (unsigned cycle = 0; cycle < 4; cycle++) {
        beat_is(&b, true);
        edge(&b);
    }
}

/* An error does not stop the ring; it is kept for software. */
static void an_error_is_kept(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned resp = 0; resp < 4; resp++) {
        start(&b);
        for (unsigned n = 0; n < 2; n++) {
            offer(&b);
            b.in.awready = b.in.wready = 1;
            edge(&b);
            b.in.wready = 1;
            edge(&b);
            answer(&b, n == 0 ? resp : 0);
            assert_int_equal(b.out.error, resp >= 2);
            assert_int_equal(b.out.error_slot, resp >= 2 ? 2 : 0);
            assert_int_equal(b.out.error_asid, resp >= 2 ? 0x11 : 0);
            assert_int_equal(b.out.error_vpn, resp >= 2 ? 0xABCDEF012 : 0);
            assert_int_equal(b.out.error_more, 0);
        }
    }
}

/* Software that has seen an error sees the next one, too, and whether it has missed others. */
static void an_error_is_seen_once(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(b.out.error, n != 0);
            assert_int_equal(b.out.error_more, n > 1);
            offer(&b);
            b.in.awready = b.in.wready = 1;
            edge(&b);
            b.in.wready = 1;
            edge(&b);
            answer(&b, 2);
        }
        b.in.error_clear = 1;
        edge(&b);
        assert_int_equal(b.out.error, 0); /* the other may have come since software has looked */
        assert_int_equal(b.out.error_more, 1);
        b.in.error_forget = 1;
        edge(&b);
        assert_int_equal(b.out.error_more, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_finds_the_record),
        cmocka_unit_test(what_is_offered_stays),
        cmocka_unit_test(an_error_is_kept),
        cmocka_unit_test(an_error_is_seen_once),
    };
    return UNIT_TEST_RUN("record_writer", tests);
}
