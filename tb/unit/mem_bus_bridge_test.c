/* SPDX-License-Identifier: Apache-2.0 */
/* mem_bus_bridge: single accesses as both sides see them; then record_writer and reads of a master before it,
 * and behind it a memory of lines that answers in any order. */
#include "block_masters.h"

#include "mem_bus_bridge.h"

enum { WORDS = GMMU_MEM_WORDS, LINE = 8 * WORDS };

typedef struct {
    mem_bus_bridge_state s;
    mem_bus_bridge_in in; /* cleared by edge() */
    mem_bus_bridge_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    mem_bus_bridge_reset(&b->s);
    mem_bus_bridge_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    mem_bus_bridge_step(&b->s, &b->in, &b->out);
    mem_bus_bridge_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void offer_read(bench *b, unsigned id, uint64_t addr) {
    assert_int_equal(b->out.arready, 1);
    b->in.arvalid = 1;
    b->in.arid = (GMMU_U(GMMU_WALKER_W))id;
    b->in.araddr = (GMMU_U(GMMU_AXI_ADDR_W))addr;
    edge(b);
}

static void offer_beat(bench *b, uint64_t word, unsigned strb, bool last) {
    assert_int_equal(b->out.wready, 1);
    b->in.wvalid = 1;
    b->in.wdata[0] = (u32)GMMU_WRAP(word, 32);
    b->in.wdata[1] = (u32)(word >> 32);
    b->in.wstrb = (u8)strb;
    b->in.wlast = last;
}

static void bus_takes(bench *b) {
    assert_int_equal(b->out.req_valid, 1);
    b->in.req_ready = 1;
    edge(b);
}

/* A line whose word w says w, with a tag. */
static void bus_answers(bench *b, bool check, unsigned word, unsigned id) {
    assert_int_equal(b->out.rsp_ready, 1);
    b->in.rsp_valid = 1;
    b->in.rsp_check = check;
    b->in.rsp_word = (GMMU_U(GMMU_MEM_WORD_W))word;
    b->in.rsp_id = (GMMU_U(GMMU_WALKER_W))id;
    for (unsigned w = 0; w < WORDS; w++) {
        b->in.rsp_data[2 * w] = w + 0x100;
        b->in.rsp_data[2 * w + 1] = w + 0x200;
    }
    edge(b);
}

/* Each word of a line, under each of some IDs. */
static void a_read_of_each_word(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned w = 0; w < WORDS; w++) {
        const unsigned id = w % GMMU_WALKERS;
        offer_read(&b, id, 0x12000 + 8 * w);
        for (unsigned i = 0; i < 3; i++) { /* it stays */
            assert_int_equal(b.out.req_valid, 1);
            assert_int_equal(b.out.arready, 0);
            assert_int_equal(b.out.req_rw, 0);
            assert_int_equal(b.out.req_addr, 0x12000);
            assert_int_equal(b.out.req_word, w);
            assert_int_equal(b.out.req_id, id);
            assert_int_equal(b.out.req_check, 0);
            for (unsigned v = 0; v < WORDS; v++)
                assert_int_equal(b.out.req_byteen[v], 255);
            edge(&b);
        }
        bus_takes(&b);
        bus_answers(&b, false, w, id);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(b.out.rvalid, 1);
            assert_int_equal(b.out.rsp_ready, 0);
            assert_int_equal(b.out.rid, id);
            assert_int_equal(b.out.rdata[0], w + 0x100);
            assert_int_equal(b.out.rdata[1], w + 0x200);
            assert_int_equal(b.out.rresp, 0);
            assert_int_equal(b.out.rlast, 1);
            edge(&b);
        }
        b.in.rready = 1;
        edge(&b);
        assert_int_equal(b.out.rvalid, 0);
    }
}

/* A beat of a write at the bus: its bytes alone count. */
static void beat_is(const bench *b, uint64_t addr, uint64_t word, unsigned strb) {
    assert_int_equal(b->out.req_valid, 1);
    assert_int_equal(b->out.req_rw, 1);
    assert_int_equal(b->out.req_addr, addr / LINE * LINE);
    for (unsigned w = 0; w < WORDS; w++) {
        assert_int_equal(b->out.req_byteen[w], w == addr / 8 % WORDS ? strb : 0);
        assert_int_equal(b->out.req_data[2 * w], word & UINT32_MAX);
        assert_int_equal(b->out.req_data[2 * w + 1], word >> 32);
    }
}

/* A burst across the end of a line; B comes when the bus has answered the last word. */
static void a_write_is_read_back(void **unused) {
    const uint64_t first = 0x40000 + LINE - 8;
    bench b;
    (void)unused;
    start(&b);
    b.in.awvalid = 1;
    b.in.awaddr = (GMMU_U(GMMU_AXI_ADDR_W))first;
    offer_beat(&b, UINT64_C(0x1111222233334444), 255, false);
    edge(&b);
    assert_int_equal(b.out.awready, 0);
    assert_int_equal(b.out.arready, 0); /* writes go first */
    edge(&b);
    beat_is(&b, first, UINT64_C(0x1111222233334444), 255);
    offer_beat(&b, UINT64_C(0x5555666677778888), 0xF0, true);
    edge(&b);
    bus_takes(&b);
    edge(&b);
    beat_is(&b, first + 8, UINT64_C(0x5555666677778888), 0xF0);
    bus_takes(&b);
    assert_int_equal(b.out.arready, 0);
    edge(&b);
    assert_int_equal(b.out.req_rw, 0);
    assert_int_equal(b.out.req_check, 1);
    assert_int_equal(b.out.req_addr, (first + 8) / LINE * LINE);
    bus_takes(&b);
    for (unsigned i = 0; i < 5; i++) {
        edge(&b);
        assert_int_equal(b.out.bvalid, 0);
    }
    bus_answers(&b, true, 0, 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(b.out.bvalid, 1);
        assert_int_equal(b.out.bresp, 0);
        assert_int_equal(b.out.rvalid, 0);
        assert_int_equal(b.out.awready, 0);
        edge(&b);
    }
    b.in.bready = 1;
    edge(&b);
    assert_int_equal(b.out.bvalid, 0);
    assert_int_equal(b.out.awready, 1);
}

/* ---- masters and a memory ---- */

enum { WAITING = 16 };

typedef struct {
    bool check;
    unsigned word, id;
    uint64_t line;
} asked;

static struct {
    bench b;
    block_masters m;
    asked waiting[WAITING]; /* answers that the bus owes, in any order */
    unsigned waits;
    bool answering; /* an answer is offered: the first one */
} w;

static void bus_edge(void) {
    const mem_bus_bridge_out *o = &w.b.out;
    mem_bus_bridge_in *in = &w.b.in;
    if (w.answering && o->rsp_ready) {
        w.waiting[0] = w.waiting[--w.waits];
        w.answering = false;
    }
    if (!o->req_valid || !in->req_ready)
        return;
    if (o->req_rw) {
        for (unsigned i = 0; i < LINE; i++)
            if ((unsigned)o->req_byteen[i / 8] >> i % 8 & 1U) {
                uint64_t *word = &w.m.memory[masters_index((uint64_t)o->req_addr + i)];
                const uint64_t byte = (uint64_t)o->req_data[i / 4] >> 8 * (i % 4) & 255U;
                *word = (*word & ~(UINT64_C(255) << 8 * (i % 8))) | byte << 8 * (i % 8);
            }
        return;
    }
    assert_true(w.waits < WAITING);
    w.waiting[w.waits++] = (asked){.check = o->req_check != 0,
                                   .word = (unsigned)o->req_word,
                                   .id = (unsigned)o->req_id,
                                   .line = (uint64_t)o->req_addr};
}

static void drive_bus(void) {
    mem_bus_bridge_in *in = &w.b.in;
    in->req_ready = (u1)(masters_roll(&w.m, 3) != 0);
    if (!w.answering && w.waits != 0 && masters_roll(&w.m, 3) == 0) {
        const unsigned first = masters_roll(&w.m, w.waits);
        const asked a = w.waiting[first];
        w.waiting[first] = w.waiting[0];
        w.waiting[0] = a;
        w.answering = true;
    }
    in->rsp_valid = w.answering;
    in->rsp_check = w.waiting[0].check;
    in->rsp_word = (GMMU_U(GMMU_MEM_WORD_W))w.waiting[0].word;
    in->rsp_id = (GMMU_U(GMMU_WALKER_W))w.waiting[0].id;
    for (unsigned v = 0; v < WORDS && w.answering; v++) {
        const uint64_t word = w.m.memory[masters_index(w.waiting[0].line + 8 * v)];
        in->rsp_data[2 * v] = (u32)GMMU_WRAP(word, 32);
        in->rsp_data[2 * v + 1] = (u32)(word >> 32);
    }
}

static void masters_edge(void) {
    mem_bus_bridge_in *in = &w.b.in;
    const mem_bus_bridge_out *o = &w.b.out;
    memset(in, 0, sizeof *in);
    (void)masters_judge(&w.m, false);
    masters_offer(&w.m);
    MASTERS_DRIVE(&w.m, in);
    in->wlast = w.m.w_out.wlast;
    drive_bus();
    MASTERS_SEE(&w.m, o);
    (void)masters_see_read(&w.m, o->arready, o->rvalid, (unsigned)o->rid,
                           (uint64_t)o->rdata[1] << 32 | (uint64_t)o->rdata[0]);
    bus_edge();
    masters_step(&w.m);
    mem_bus_bridge_step(&w.b.s, in, &w.b.out);
    mem_bus_bridge_outputs(&w.b.s, &w.b.out);
}

static void records_and_reads(void **unused) {
    static const unit_test_goal goals[] = {UNIT_TEST_GOAL(w.m.records, 100),
                                           UNIT_TEST_GOAL(w.m.answered, 1000),
                                           UNIT_TEST_GOAL(w.m.crossed, 50)};
    (void)unused;
    memset(&w, 0, sizeof w);
    start(&w.b);
    masters_start(&w.m);
    UNIT_TEST_RUN_UNTIL(masters_edge, 20000, goals);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_of_each_word),
        cmocka_unit_test(a_write_is_read_back),
        cmocka_unit_test(records_and_reads),
    };
    return UNIT_TEST_RUN("mem_bus_bridge", tests);
}
