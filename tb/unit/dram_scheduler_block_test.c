/* SPDX-License-Identifier: Apache-2.0 */
/* dram_scheduler as a block: what MASK's scheduler is for, seen at AXI4 and at the controller. */
#include "dram_scheduler.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

enum { LINE = 4 * GMMU_AXI_WORDS * GMMU_AXI_BEATS, BEATS = GMMU_AXI_BEATS, WALK = 32 };

typedef struct {
    dram_scheduler_state s;
    dram_scheduler_in
        in; /* of the next cycle; edge() clears it but for the configuration and what is ready */
    dram_scheduler_out out;
} bench;

static void clear(bench *b) {
    const u1 enable = b->in.cfg_enable;
    const u8 ready = b->in.bank_ready, cap = b->in.cfg_hit_cap;
    const u5 apps = b->in.cfg_apps;
    memset(&b->in, 0, sizeof b->in);
    b->in.cfg_enable = enable;
    b->in.bank_ready = ready;
    b->in.cfg_apps = apps;
    b->in.cfg_hit_cap = cap;
    b->in.cfg_thresh_max = 500;
    b->in.wd_ready = b->in.rready = b->in.bready = 1;
}

static void start(bench *b, bool enable) {
    memset(b, 0, sizeof *b);
    b->in.cfg_enable = (u1)enable;
    b->in.cfg_apps = 2;
    clear(b);
    dram_scheduler_reset(&b->s);
    dram_scheduler_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    dram_scheduler_step(&b->s, &b->in, &b->out);
    dram_scheduler_outputs(&b->s, &b->out);
    clear(b);
}

static void idle(bench *b, unsigned cycles) {
    for (unsigned c = 0; c < cycles; c++)
        edge(b);
}

static void read_line(bench *b, unsigned id, unsigned line, unsigned user) {
    while (!b->out.arready)
        edge(b);
    b->in.arvalid = 1;
    b->in.arid = (u8)id;
    b->in.araddr = (u40)line * LINE;
    b->in.arlen = BEATS - 1;
    b->in.arsize = GMMU_AXI_BYTE_W;
    b->in.arburst = AXI4_INCR;
    b->in.aruser = (u6)user;
    edge(b);
}

static void write_line(bench *b, unsigned id, unsigned line, unsigned first) {
    while (!b->out.awready)
        edge(b);
    b->in.awvalid = 1;
    b->in.awid = (u8)id;
    b->in.awaddr = (u40)line * LINE;
    b->in.awlen = BEATS - 1;
    b->in.awsize = GMMU_AXI_BYTE_W;
    b->in.awburst = AXI4_INCR;
    edge(b);
    for (unsigned beat = 0; beat < BEATS; beat++) {
        while (!b->out.wready)
            edge(b);
        b->in.wvalid = 1;
        b->in.wdata[0] = first + beat;
        b->in.wstrb[0] = 15;
        b->in.wlast = beat == BEATS - 1;
        edge(b);
        assert_true(b->out.wd_valid);
        assert_int_equal(b->out.wd_id, id);
        assert_int_equal(b->out.wd_beat, beat);
        assert_int_equal(b->out.wd_data[0], first + beat);
    }
}

/* The name of the next request that is issued, with all banks ready. */
static unsigned next_issued(bench *b) {
    for (unsigned c = 0; c < 20; c++) {
        b->in.bank_ready = 0xFF;
        edge(b);
        if (b->out.issue_valid)
            return (unsigned)b->out.issue_id;
    }
    fail_msg("nothing is issued");
    return 0;
}

/* Data of application 1, then of application 0, which has the turn (quota 1 after reset), then a walk, while
 * no bank is ready. */
static void fill(bench *b, bool enable) {
    start(b, enable);
    b->in.bank_ready = 0;
    for (unsigned n = 0; n < 10; n++)
        read_line(b, n, n, 1);
    read_line(b, 20, 2U << 4, 0); /* another bank: none gets two requests in a row */
    read_line(b, 30, 30, WALK | 1U);
    idle(b, 6);
}

/* MASK 5.4: "always prioritizes requests in the Golden Queue over requests in the Silver Queue, which are
 * always prioritized over requests in the Normal Queue". */
static void a_walk_and_the_owner_of_the_turn_overtake_data(void **unused) {
    bench b;
    (void)unused;
    fill(&b, true);
    assert_int_equal(b.out.g_level, 1);
    assert_int_equal(b.out.s_level, 1);
    assert_int_equal(b.out.n_level, 10);
    assert_int_equal(next_issued(&b), 30);
    assert_int_equal(next_issued(&b), 20);
    assert_int_equal(next_issued(&b), 0);
}

static void switched_off_all_go_in_their_order(void **unused) {
    bench b;
    (void)unused;
    fill(&b, false);
    assert_int_equal(b.out.n_level, 12);
    for (unsigned n = 0; n < 10; n++)
        assert_int_equal(next_issued(&b), n);
    assert_int_equal(next_issued(&b), 20);
    assert_int_equal(next_issued(&b), 30);
}

/* A walk that came last is answered first: its ID is its own, so AXI4 asks for no other order. */
static void a_walk_is_answered_before_data(void **unused) {
    bench b;
    (void)unused;
    fill(&b, true);
    const unsigned first = next_issued(&b);
    for (unsigned beat = 0; beat < BEATS; beat++) {
        b.in.rd_valid = 1;
        b.in.rd_id = (u8)first;
        b.in.rd_data[0] = 7 + beat;
        edge(&b);
        assert_true(b.out.rvalid);
        assert_int_equal(b.out.rid, 30);
        assert_int_equal(b.out.rdata[0], 7 + beat);
        assert_int_equal(b.out.rlast, beat == BEATS - 1);
    }
}

/* The diagram of the datasheet: AR in cycle 1, the bank in cycle 5. */
static void a_walk_takes_five_cycles(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    b.in.bank_ready = 0xFF;
    read_line(&b, 1, 0, WALK);
    for (unsigned cycle = 2; cycle < 5; cycle++) {
        assert_false(b.out.issue_valid);
        edge(&b);
    }
    assert_true(b.out.issue_valid);
    assert_int_equal(b.out.issue_id, 1);
}

static void a_write_is_answered_when_it_is_carried_out(void **unused) {
    bench b;
    (void)unused;
    start(&b, true);
    write_line(&b, 5, 3U << 7 | 2U << 4 | 1U, 100);
    assert_int_equal(next_issued(&b), 256 + 5);
    assert_int_equal(b.out.issue_class, DA_NORMAL);
    assert_int_equal(b.out.issue_row, 3);
    assert_int_equal(b.out.issue_bank, 2);
    assert_int_equal(b.out.issue_col, 1);
    idle(&b, 50);
    assert_false(b.out.bvalid);
    b.in.done_valid = 1;
    b.in.done_id = 5;
    edge(&b);
    assert_true(b.out.bvalid);
    assert_int_equal(b.out.bid, 5);
}

/* FR-FCFS behind AXI4: of two waiting lines the one whose row is open goes first. */
static void a_row_hit_goes_first(void **unused) {
    bench b;
    (void)unused;
    start(&b, false);
    read_line(&b, 1, 4U << 7, 0);
    read_line(&b, 2, 9U << 7, 0);
    b.in.act_valid = 1;
    b.in.act_row = 9;
    edge(&b);
    idle(&b, 4);
    assert_int_equal(next_issued(&b), 2);
    assert_int_equal(next_issued(&b), 1);
}

/* How many of 12 lines of the open row go before an older line of another one; all in the normal queue, or
 * all in the silver queue, where one application has every turn. */
static unsigned hits_before_the_oldest(bool silver, u8 cap) {
    bench b;
    unsigned hits = 0;
    start(&b, silver);
    b.in.bank_ready = 0;
    b.in.cfg_apps = 1;
    b.in.cfg_hit_cap = cap;
    b.in.act_valid = 1;
    b.in.act_row = 9;
    edge(&b);
    read_line(&b, 100, 4U << 7, 0);
    for (unsigned n = 0; n < 12; n++)
        read_line(&b, n, 9U << 7, 0);
    idle(&b, 6);
    assert_int_equal(silver ? b.out.s_level : b.out.n_level, 13);
    while (next_issued(&b) != 100)
        hits++;
    return hits;
}

static void a_cap_ends_the_wait_behind_row_hits(void **unused) {
    (void)unused;
    for (unsigned silver = 0; silver < 2; silver++) {
        assert_int_equal(hits_before_the_oldest(silver != 0, 0), 12);
        assert_int_equal(hits_before_the_oldest(silver != 0, 1), 1);
        assert_int_equal(hits_before_the_oldest(silver != 0, 5), 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_and_the_owner_of_the_turn_overtake_data),
        cmocka_unit_test(switched_off_all_go_in_their_order),
        cmocka_unit_test(a_walk_is_answered_before_data),
        cmocka_unit_test(a_walk_takes_five_cycles),
        cmocka_unit_test(a_write_is_answered_when_it_is_carried_out),
        cmocka_unit_test(a_row_hit_goes_first),
        cmocka_unit_test(a_cap_ends_the_wait_behind_row_hits),
    };
    return UNIT_TEST_RUN("dram_scheduler", tests);
}
