/* SPDX-License-Identifier: Apache-2.0 */
/* axi4_master: single accesses as both sides see them, a stream of reads; then record_writer and reads of a
 * master before it, and behind it an AXI4 memory of the width of the bus that answers in any order. */
#include "block_masters.h"

#include "axi4_master.h"

enum { WORDS = GMMU_MEM_WORDS, BUS = 8 * WORDS /* bytes of a beat */, OKAY = 0, SLVERR = 2, DECERR = 3 };

typedef struct {
    axi4_master_state s;
    axi4_master_in in; /* cleared by edge() */
    axi4_master_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    axi4_master_reset(&b->s);
    axi4_master_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    axi4_master_step(&b->s, &b->in, &b->out);
    axi4_master_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void offer_read(bench *b, unsigned id, uint64_t addr) {
    assert_int_equal(b->out.arready, 1);
    b->in.arvalid = 1;
    b->in.arid = (GMMU_U(GMMU_WALKER_W))id;
    b->in.araddr = (GMMU_U(GMMU_AXI_ADDR_W))addr;
}

static void offer_beat(bench *b, uint64_t word, unsigned strb) {
    assert_int_equal(b->out.wready, 1);
    b->in.wvalid = 1;
    b->in.wdata[0] = (u32)GMMU_WRAP(word, 32);
    b->in.wdata[1] = (u32)(word >> 32);
    b->in.wstrb = (u8)strb;
}

/* A beat of the bus whose word w says w. */
static void bus_answers(bench *b, unsigned id, unsigned resp) {
    assert_int_equal(b->out.m_rready, 1);
    b->in.m_rvalid = 1;
    b->in.m_rid = (GMMU_U(GMMU_WALKER_W))id;
    b->in.m_rresp = (u2)resp;
    for (unsigned w = 0; w < WORDS; w++) {
        b->in.m_rdata[2 * w] = w + 0x100;
        b->in.m_rdata[2 * w + 1] = w + 0x200;
    }
}

/* Each word of the bus; the read stays until it is taken, and so does its answer. */
static void a_read_of_each_word(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned w = 0; w < WORDS; w++) {
        const unsigned id = w % GMMU_WALKERS;
        offer_read(&b, id, 0x12000 + 8 * w);
        b.in.aruser_level = 2;
        b.in.aruser_asid = 5;
        edge(&b);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(b.out.m_arvalid, 1);
            assert_int_equal(b.out.m_araddr, 0x12000 + 8 * w);
            assert_int_equal(b.out.m_arid, id);
            assert_int_equal(b.out.m_arlen, 0);
            assert_int_equal(b.out.m_arsize, 3);
            assert_int_equal(b.out.m_arburst, 1);
            assert_int_equal(b.out.m_arlock, 0);
            assert_int_equal(b.out.m_aruser_level, 2);
            assert_int_equal(b.out.m_aruser_asid, 5);
            edge(&b);
        }
        b.in.m_arready = 1;
        edge(&b);
        assert_int_equal(b.out.m_arvalid, 0);
        bus_answers(&b, id, OKAY);
        edge(&b);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(b.out.rvalid, 1);
            assert_int_equal(b.out.rid, id);
            assert_int_equal(b.out.rdata[0], w + 0x100);
            assert_int_equal(b.out.rdata[1], w + 0x200);
            assert_int_equal(b.out.rresp, OKAY);
            assert_int_equal(b.out.rlast, 1);
            edge(&b);
        }
        b.in.rready = 1;
        edge(&b);
        assert_int_equal(b.out.rvalid, 0);
    }
}

/* With a bus that takes and answers at once a read passes in each cycle. */
static void a_read_each_cycle(void **unused) {
    enum { READS = 100 };
    unsigned taken = 0, asked = 0, answered = 0;
    bench b;
    (void)unused;
    start(&b);
    for (unsigned cycle = 0; cycle < READS + 3; cycle++) {
        const bool at_bus = b.out.m_arvalid, here = b.out.rvalid;
        const unsigned id = (unsigned)b.out.m_arid;
        const uint64_t word = (uint64_t)b.out.m_araddr / 8 % WORDS;
        if (taken < READS)
            offer_read(&b, taken % GMMU_WALKERS, UINT64_C(8) * (taken % 512));
        if (at_bus) {
            assert_int_equal(id, asked % GMMU_WALKERS);
            assert_int_equal(word, asked % WORDS);
        }
        if (here) {
            assert_int_equal(b.out.rid, answered % GMMU_WALKERS);
            assert_int_equal(b.out.rdata[0], 0x100 + answered % WORDS);
        }
        b.in.m_arready = 1;
        b.in.rready = 1;
        if (at_bus) /* the bus's own latency is none */
            bus_answers(&b, id, OKAY);
        edge(&b);
        taken += taken < READS;
        asked += at_bus;
        answered += here;
    }
    assert_int_equal(answered, READS);
}

/* A record, with other strobes in its two beats, at each place that a beat of the bus has; in memory are its
 * bytes, and no others. */
static void a_write_at_each_place(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned at = 0; at < 128; at += 16) {
        const uint64_t first = UINT64_C(0x1111222233334444), second = UINT64_C(0x5555666677778888);
        uint8_t memory[256] = {0};
        uint64_t beat_at = at;
        b.in.awvalid = 1;
        b.in.awaddr = (GMMU_U(GMMU_AXI_ADDR_W))(UINT64_C(0x40000) + at);
        offer_beat(&b, first, 0x3C);
        edge(&b);
        assert_int_equal(b.out.awready, 0);
        assert_int_equal(b.out.m_awvalid, 1);
        assert_int_equal(b.out.m_awaddr, 0x40000 + at);
        assert_int_equal(((unsigned)b.out.m_awlen + 1) << (unsigned)b.out.m_awsize, 16);
        assert_int_equal(b.out.m_awburst, 1);
        assert_int_equal(b.out.m_awid, 0);
        assert_int_equal(b.out.m_wvalid, 0); /* its second beat is not here */
        offer_beat(&b, second, 0xF1);
        edge(&b);
        for (unsigned i = 0; i < (WORDS == 1 ? 2 : 1); i++, beat_at += 8) {
            edge(&b); /* it stays */
            assert_int_equal(b.out.m_wvalid, 1);
            assert_int_equal(b.out.m_wlast, WORDS != 1 || i == 1);
            for (unsigned k = 0; k < BUS; k++)
                if ((unsigned)b.out.m_wstrb[k / 8] >> k % 8 & 1U)
                    memory[beat_at / BUS * BUS + k] =
                        (uint8_t)((unsigned)b.out.m_wdata[k / 4] >> 8 * (k % 4) & 255U);
            b.in.m_wready = 1;
            edge(&b);
        }
        assert_int_equal(b.out.m_wvalid, 0);
        assert_int_equal(b.out.awready, 0); /* its address has not left */
        for (unsigned k = 0; k < sizeof memory; k++) {
            const unsigned of = k - at, strobes = 0xF13C;
            const uint64_t word = of < 8 ? first : second;
            assert_int_equal(memory[k],
                             of < 16 && (strobes >> of & 1U) != 0 ? word >> 8 * (of % 8) & 255U : 0);
        }
        b.in.m_awready = 1;
        edge(&b);
        assert_int_equal(b.out.awready, 1);
    }
}

/* RRESP and BRESP are what the bus has said. */
static void errors_pass(void **unused) {
    static const unsigned errors[] = {SLVERR, DECERR, OKAY};
    bench b;
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < 3; i++) {
        bus_answers(&b, 1, errors[i]);
        b.in.m_bvalid = 1;
        b.in.m_bresp = (u2)errors[i];
        edge(&b);
        assert_int_equal(b.out.m_bready, 0);
        assert_int_equal(b.out.rvalid, 1);
        assert_int_equal(b.out.rresp, errors[i]);
        edge(&b);
        assert_int_equal(b.out.bvalid, 1);
        assert_int_equal(b.out.bresp, errors[i]);
        b.in.rready = 1;
        b.in.bready = 1;
        edge(&b);
        assert_int_equal(b.out.bvalid, 0);
        assert_int_equal(b.out.rvalid, 0);
    }
}

static void say(bench *b, unsigned what) {
    b->in.cfg_awprot = (u3)(what % 8);
    b->in.cfg_awcache = (u4)(what % 16);
    b->in.cfg_awqos = (u4)((what + 1) % 16);
    b->in.cfg_awregion = (u4)((what + 2) % 16);
    b->in.cfg_awuser = (GMMU_U(GMMU_MEM_USER_W))GMMU_WRAP(what + 3, GMMU_MEM_USER_W);
    b->in.cfg_arprot = (u3)((what + 4) % 8);
    b->in.cfg_arcache = (u4)((what + 5) % 16);
    b->in.cfg_arqos = (u4)((what + 6) % 16);
    b->in.cfg_arregion = (u4)((what + 7) % 16);
    b->in.cfg_aruser = (GMMU_U(GMMU_MEM_USER_W))GMMU_WRAP(what + 8, GMMU_MEM_USER_W);
}

static void says(const bench *b, unsigned writes, unsigned reads) {
    assert_int_equal(b->out.m_awprot, writes % 8);
    assert_int_equal(b->out.m_awcache, writes % 16);
    assert_int_equal(b->out.m_awqos, (writes + 1) % 16);
    assert_int_equal(b->out.m_awregion, (writes + 2) % 16);
    assert_int_equal(b->out.m_awuser_chip, GMMU_WRAP(writes + 3, GMMU_MEM_USER_W));
    assert_int_equal(b->out.m_arprot, (reads + 4) % 8);
    assert_int_equal(b->out.m_arcache, (reads + 5) % 16);
    assert_int_equal(b->out.m_arqos, (reads + 6) % 16);
    assert_int_equal(b->out.m_arregion, (reads + 7) % 16);
    assert_int_equal(b->out.m_aruser_chip, GMMU_WRAP(reads + 8, GMMU_MEM_USER_W));
}

/* Pins cfg_* that change reach the next request, not one that waits. */
static void what_requests_say(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned what = 1; what < 40; what += 3) {
        b.in.awvalid = 1;
        offer_read(&b, 0, 0x1000);
        say(&b, what);
        edge(&b);
        says(&b, what, what);
        offer_read(&b, 1, 0x2000); /* behind it */
        say(&b, what + 1);
        edge(&b);
        says(&b, what, what);
        assert_int_equal(b.out.arready, 0);
        offer_beat(&b, 1, 255);
        b.in.m_arready = 1;
        say(&b, what + 2);
        edge(&b);
        says(&b, what, what + 2);
        assert_int_equal(b.out.m_arid, 1);
        offer_beat(&b, 2, 255);
        b.in.m_arready = 1;
        b.in.m_awready = 1;
        edge(&b);
        while (b.out.m_wvalid) {
            b.in.m_wready = 1;
            edge(&b);
        }
    }
}

/* ---- masters and a memory ---- */

enum { NO_WORD = MEMORY_WORDS - 1 /* SLVERR */, PLACES = WORDS > 2 ? WORDS / 2 : 1 };

static struct {
    bench b;
    block_masters m;
    unsigned waiting[READERS]; /* IDs that the bus owes an answer, in any order */
    uint64_t asked[READERS];   /* their addresses */
    unsigned waits;
    bool answering; /* an answer is offered: the first one */
    /* the write at the bus: its address, its data so far, whether it owes an answer */
    bool addressed, ended, done;
    uint64_t at, bytes, failed;
    uint8_t data[16];
    uint16_t counts;
    uint64_t lost, errors;
} w;

/* Beats of a write may come before its address: which bytes of the bus count says where in its 16. */
static void bus_data(void) {
    const axi4_master_out *o = &w.b.out;
    assert_false(w.ended);
    for (unsigned k = 0; k < BUS; k++)
        if ((unsigned)o->m_wstrb[k / 8] >> k % 8 & 1U) {
            const unsigned to = (WORDS == 1 ? (unsigned)w.bytes + k : k) % 16;
            w.data[to] = (uint8_t)((unsigned)o->m_wdata[k / 4] >> 8 * (k % 4) & 255U);
            w.counts = (uint16_t)(w.counts | 1U << to);
            if (WORDS > 2) /* the place is the address's */
                assert_int_equal(k / 16, (w.addressed ? w.at : (uint64_t)o->m_awaddr) / 16 % PLACES);
        }
    w.bytes += WORDS == 1 ? 8 : 16;
    w.ended = o->m_wlast;
    assert_int_equal(w.ended, w.bytes == 16);
}

static void bus_edge(void) {
    const axi4_master_out *o = &w.b.out;
    axi4_master_in *in = &w.b.in;
    if (w.answering && o->m_rready) {
        w.waiting[0] = w.waiting[--w.waits];
        w.answering = false;
    }
    if (in->m_bvalid && o->m_bready)
        w.done = w.addressed = w.ended = false;
    if (o->m_arvalid && in->m_arready) {
        assert_true(w.waits < READERS);
        w.asked[(unsigned)o->m_arid] = (uint64_t)o->m_araddr;
        w.waiting[w.waits++] = (unsigned)o->m_arid;
    }
    if (o->m_awvalid && in->m_awready) {
        assert_false(w.addressed);
        w.addressed = true;
        w.at = (uint64_t)o->m_awaddr;
    }
    if (o->m_wvalid && in->m_wready)
        bus_data();
    if (w.addressed && w.ended && !w.done) {
        assert_int_equal(w.counts, 0xFFFF);
        for (unsigned k = 0; k < 16; k++) {
            uint64_t *word = &w.m.memory[masters_index(w.at + k)];
            *word = (*word & ~(UINT64_C(255) << 8 * (k % 8))) | (uint64_t)w.data[k] << 8 * (k % 8);
        }
        w.failed = masters_roll(&w.m, 5) == 0;
        w.counts = 0;
        w.bytes = 0;
        w.done = true;
    }
}

static void drive_bus(void) {
    axi4_master_in *in = &w.b.in;
    in->m_arready = (u1)(masters_roll(&w.m, 3) != 0);
    in->m_awready = (u1)(!w.addressed && masters_roll(&w.m, 3) == 0);
    in->m_wready = (u1)(!w.ended && masters_roll(&w.m, 3) == 0);
    in->m_bvalid = w.done;
    in->m_bresp = w.failed ? SLVERR : OKAY;
    if (!w.answering && w.waits != 0 && masters_roll(&w.m, 3) == 0) {
        const unsigned first = masters_roll(&w.m, w.waits), id = w.waiting[first];
        w.waiting[first] = w.waiting[0];
        w.waiting[0] = id;
        w.answering = true;
    }
    in->m_rvalid = w.answering;
    in->m_rid = (GMMU_U(GMMU_WALKER_W))w.waiting[0];
    for (unsigned v = 0; v < WORDS && w.answering; v++) { /* all that the bus is wide */
        const uint64_t beat = w.asked[w.waiting[0]] / BUS * BUS,
                       word = w.m.memory[masters_index(beat + 8 * v)];
        in->m_rdata[2 * v] = (u32)GMMU_WRAP(word, 32);
        in->m_rdata[2 * v + 1] = (u32)(word >> 32);
    }
    if (w.answering && masters_index(w.asked[w.waiting[0]]) == NO_WORD)
        in->m_rresp = SLVERR;
}

static void masters_edge(void) {
    axi4_master_in *in = &w.b.in;
    const axi4_master_out *o = &w.b.out;
    memset(in, 0, sizeof *in);
    w.lost += masters_judge(&w.m, w.failed) && w.failed;
    masters_offer(&w.m);
    w.m.w_in.error_forget = 1;
    MASTERS_DRIVE(&w.m, in);
    drive_bus();
    MASTERS_SEE(&w.m, o);
    const uint64_t at = masters_see_read(&w.m, o->arready, o->rvalid, (unsigned)o->rid,
                                         (uint64_t)o->rdata[1] << 32 | (uint64_t)o->rdata[0]);
    if (at != NO_READ)
        assert_int_equal(o->rresp, at == NO_WORD ? SLVERR : OKAY);
    w.errors += at == NO_WORD;
    bus_edge();
    masters_step(&w.m);
    axi4_master_step(&w.b.s, in, &w.b.out);
    axi4_master_outputs(&w.b.s, &w.b.out);
}

static void records_and_reads(void **unused) {
    static const unit_test_goal goals[] = {UNIT_TEST_GOAL(w.m.records, 100), UNIT_TEST_GOAL(w.lost, 10),
                                           UNIT_TEST_GOAL(w.m.answered, 1000),
                                           UNIT_TEST_GOAL(w.m.crossed, 50), UNIT_TEST_GOAL(w.errors, 3)};
    (void)unused;
    memset(&w, 0, sizeof w);
    start(&w.b);
    masters_start(&w.m);
    UNIT_TEST_RUN_UNTIL(masters_edge, 20000, goals);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_of_each_word),   cmocka_unit_test(a_read_each_cycle),
        cmocka_unit_test(a_write_at_each_place), cmocka_unit_test(errors_pass),
        cmocka_unit_test(what_requests_say),     cmocka_unit_test(records_and_reads),
    };
    return UNIT_TEST_RUN("axi4_master", tests);
}
