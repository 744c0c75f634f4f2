/* SPDX-License-Identifier: Apache-2.0 */
/* page_walker with a memory of tables and a table of roots, for its unit test. */
#ifndef GMMU_TB_PAGE_WALKER_BENCH_H
#define GMMU_TB_PAGE_WALKER_BENCH_H

#include "page_walker_formats.h"
#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define WALKERS ((unsigned)GMMU_WALKERS)
#define READS   ((unsigned)GMMU_WALK_READS)
#define TABLES  64U
#define SPACES  3U

/* A memory of tables, frame 0 on, and a table of roots. Both answer when the test lets them. */
typedef struct {
    page_walker_state s;
    page_walker_in in; /* cleared by edge(), but for the format, rd_ready and done_ready */
    page_walker_out out;
    uint64_t word[TABLES][512];
    unsigned root[SPACES], why[SPACES];
    bool held; /* the memory does not answer */
    bool slow; /* the table of roots does not */
    unsigned asked;
    struct {
        unsigned walker;
        uint64_t address;
    } read[WALKERS];          /* not answered yet */
    unsigned reads;           /* in all */
    unsigned look, looked_up; /* the look-up to be answered, or SPACES, and its root */
} bench;

static inline void show(bench *b) {
    page_walker_outputs(&b->s, &b->out);
}

static inline void set_ready(bench *b, u1 ready) {
    for (unsigned r = 0; r < READS; r++)
        b->in.rd_ready[r] = ready;
}

static inline void start(bench *b, const page_walker_format *f) {
    memset(b, 0, sizeof *b);
    page_walker_reset(&b->s);
    page_walker_set_format(&b->in, f);
    set_ready(b, 1);
    b->look = SPACES;
    show(b);
}

/* The n-th read that is not answered yet, at the port of its walker. */
static inline void answer(bench *b, unsigned n) {
    const uint64_t address = b->read[n].address;
    const unsigned r = b->read[n].walker % READS;
    assert_true(n < b->asked);
    b->in.rsp_valid[r] = 1;
    b->in.rsp_walker[r] = (GMMU_U(GMMU_WALK_NAME_W))(b->read[n].walker / READS);
    b->in.rsp_data[r] = b->word[(address >> 12) % TABLES][address >> 3 & 511U];
    b->in.rsp_error[r] = (u1)(address >> 12 >= TABLES);
    b->read[n] = b->read[--b->asked];
}

/* One clock edge; out then shows the pins after it. The memory answers one read at each port. */
static inline void edge(bench *b) {
    const page_walker_in in = b->in;
    if (b->look != SPACES && !b->slow) {
        b->in.r_valid = 1;
        b->in.r_why = (u2)b->why[b->look];
        b->in.r_root = (GMMU_U(GMMU_PPN_W))b->looked_up;
        b->look = SPACES;
    }
    for (unsigned n = 0; !b->held && n < b->asked;)
        if (b->in.rsp_valid[b->read[n].walker % READS])
            n++;
        else
            answer(b, n);
    if (b->out.l_valid) {
        assert_int_equal(b->look, SPACES);
        b->look = (unsigned)b->out.l_asid % SPACES;
        b->looked_up = b->root[b->look];
    }
    for (unsigned r = 0; r < READS; r++)
        if (b->out.rd_valid[r] && b->in.rd_ready[r]) {
            assert_true(b->asked < WALKERS);
            b->read[b->asked].walker = (unsigned)b->out.rd_walker[r] * READS + r;
            b->read[b->asked++].address = (uint64_t)b->out.rd_table[r] << 12 | (uint64_t)b->out.rd_word[r]
                                                                                   << 3;
            b->reads++;
        }
    page_walker_step(&b->s, &b->in, &b->out);
    show(b);
    b->in = in;
    b->in.walk_valid = b->in.inv_valid = 0;
    for (unsigned r = 0; r < READS; r++)
        b->in.rsp_valid[r] = 0;
}

static inline void begin(bench *b, unsigned asid, uint64_t vpn) {
    assert_int_equal(b->out.walk_ready, 1);
    b->in.walk_valid = 1;
    b->in.walk_asid = (GMMU_U(GMMU_ASID_W))asid;
    b->in.walk_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    edge(b);
}

static inline void wait_for_result(bench *b) {
    for (unsigned i = 0; i < 100 && !b->out.done_valid; i++)
        edge(b);
    assert_int_equal(b->out.done_valid, 1);
}

static inline void take_result(bench *b) {
    b->in.done_ready = 1;
    edge(b);
    b->in.done_ready = 0;
}

/* Walks alone, and looks at the result: frame, size; else the kind of fault. */
static inline void expect_page(bench *b, unsigned asid, uint64_t vpn, uint64_t ppn, unsigned size) {
    begin(b, asid, vpn);
    wait_for_result(b);
    assert_int_equal(b->out.done_kind, WALK_MAPPED);
    assert_int_equal(b->out.done_asid, asid);
    assert_int_equal(b->out.done_vpn, vpn);
    assert_int_equal(b->out.done_ppn, ppn);
    assert_int_equal(b->out.done_size, size);
    take_result(b);
}

static inline void expect_fault(bench *b, unsigned asid, uint64_t vpn, unsigned kind, unsigned level) {
    begin(b, asid, vpn);
    wait_for_result(b);
    assert_int_equal(b->out.done_kind, kind);
    assert_int_equal(b->out.done_level, level);
    assert_int_equal(b->out.done_vpn, vpn);
    assert_int_equal(b->out.done_ppn, 0);
    take_result(b);
}

/* An invalidation, until it is acknowledged; the results that it finds at the port are taken. */
static inline void invalidate(bench *b, bool all, unsigned asid) {
    unsigned cycles = 0;
    do {
        b->in.inv_valid = 1;
        b->in.inv_all = (u1)all;
        b->in.inv_asid = (GMMU_U(GMMU_ASID_W))asid;
        edge(b);
    } while (!b->out.inv_ack && ++cycles < 20);
    assert_int_equal(b->out.inv_ack, 1);
    edge(b);
}

#endif
