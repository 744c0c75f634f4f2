/* SPDX-License-Identifier: Apache-2.0 */
/* The load/store unit of the thesis's SM: latencies, last TLB check, faults, squash. */
#include "unit_test.h"

#include "lsu_rig.h"

#define NEVER UINT64_MAX

static lsu_rig *start(exception_scheme scheme) {
    lsu_rig *r = lsu_rig_new(scheme);
    lsu_rig_start(r);
    return r;
}

/* ---- latencies ---- */

static void test_load_latencies(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_LOAD, PAGE(1), 0);       /* hits both */
    lsu_rig_issue_at(r, 2000, 0, OP_LOAD, PAGE(1) + 128, 4); /* hits the TLB */
    lsu_rig_issue_at(r, 3000, 0, OP_LOAD, PAGE(1), 8);       /* two lines */
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 0), 10 + COLD_CHECK);
    assert_int_equal(lsu_rig_sent(r, false, 0), 10 + COLD_CHECK);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 0), 10 + COLD_DONE);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1000 + 2);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 1), 1000 + 1 + 40);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), 2000 + 2);
    assert_int_equal(lsu_rig_sent(r, false, 1), 2000 + 2);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 2), 2000 + 2 + 102);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 3), 3000 + 3);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 3), 3000 + 2 + 40);
    assert_int_equal(lsu_rig_count(r, false), 2);
    const app_stats *s = &r->stats[0];
    assert_int_equal(s->mem_instructions, 4);
    assert_int_equal(s->mem_transactions, 5);
    assert_int_equal(s->oracle_checks, 5);
    assert_int_equal(s->l1_tlb_misses, 1);
    assert_int_equal(s->l1_tlb_hits, 3);
    assert_int_equal(s->l1_misses, 2);
    assert_int_equal(s->l1_hits, 3);
    lsu_rig_free(r);
}

static void test_stores_leave_after_the_last_check(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_STORE, PAGE(1), 0);
    lsu_rig_issue_at(r, 2000, 0, OP_STORE, PAGE(1), 4096); /* pages 1 to 32; page 1 hits at once */
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1000 + 2);
    assert_int_equal(lsu_rig_sent(r, true, 0), 1000 + 3);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 1), 1000 + 3);
    uint64_t checked = lsu_rig_when(r, LSU_CHECKED, 2);
    assert_int_equal(checked, 2000 + 31 + COLD_CHECK);
    assert_int_equal(lsu_rig_sent(r, true, 1), checked + 1);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 2), checked + 32);
    assert_int_equal(lsu_rig_count(r, true), 33);
    lsu_rig_free(r);
}

static void test_atomics_have_replies_and_drop_the_line(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_ATOMIC, PAGE(1), 0);
    lsu_rig_issue_at(r, 2000, 0, OP_LOAD, PAGE(1), 0);
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1000 + 2);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 1), 1000 + 3 + 102);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 2), 2000 + 2 + 102);
    lsu_rig_free(r);
}

/* ---- misses ---- */

static void test_misses_merge(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    for (uint32_t warp = 0; warp < 3; warp++)
        lsu_rig_issue_at(r, 10, warp, OP_LOAD, PAGE(1), 0);
    lsu_rig_run(r);
    assert_int_equal(r->tlb.requests, 1);
    assert_int_equal(lsu_rig_count(r, false), 1);
    /* All three are answered at once; one CHECKED a cycle, one DONE a cycle. */
    for (uint32_t warp = 0; warp < 3; warp++) {
        assert_int_equal(lsu_rig_when(r, LSU_CHECKED, warp), 10 + COLD_CHECK + warp);
        assert_int_equal(lsu_rig_when(r, LSU_DONE, warp), 10 + COLD_DONE + warp);
    }
    lsu_rig_free(r);
}

/*
 * MASK 5.4: an application's turn in the silver queue grows with "the number of warps stalled per active TLB
 * miss". Five warps miss one page, one of them twice; a request for another page tells of
 * five. The next request tells of what has waited since: two. A warp of the other application tells of
 * itself.
 */
static void test_requests_tell_of_stalled_warps(void **state) {
    (void)state;
    static const struct {
        uint64_t cycle, page;
        uint32_t warp, stalled;
    } access[] = {{10, 1, 0, 1},   {11, 1, 1, 1},    {12, 1, 2, 1},   {13, 1, 2, 1},   {14, 1, 3, 1},
                  {15, 1, 4, 1},   {16, 2, 5, 5},    {1000, 3, 6, 1}, {1001, 3, 7, 1}, {1050, 4, 8, 2},
                  {2000, 5, 9, 1}, {2001, 5, 10, 1}, {2030, 6, 11, 1}};
    const uint32_t count = sizeof access / sizeof *access;
    for (uint32_t last = 0; last < count; last++) {
        lsu_rig *r = start(SCHEME_STALL);
        for (uint32_t i = 0; i <= last; i++) {
            lsu_rig_issue_at(r, access[i].cycle, access[i].warp, OP_LOAD, PAGE(access[i].page), 0);
            r->script[i].inst.app = i == count - 1;
            r->script[i].inst.asid = LSU_RIG_ASID + (i == count - 1);
        }
        lsu_rig_run(r);
        if (r->tlb.stalled != access[last].stalled)
            fail_msg("access %u tells of %u warps, not %u", last, r->tlb.stalled, access[last].stalled);
        if (last == 6) { /* six answers for two pages */
            assert_int_equal(r->stats[0].tlb_answers, 2);
            assert_int_equal(r->stats[0].tlb_warps, 5 + 1);
        }
        lsu_rig_free(r);
    }
}

/* More than 6 bits: all 64 warps of an SM wait for one page. */
static void test_stalled_warps_saturate(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->tlb.latency = 1000;
    lsu_rig_start(r);
    for (uint32_t warp = 0; warp < 64; warp++)
        lsu_rig_issue_at(r, 10 + 4 * warp, warp, OP_LOAD, PAGE(1), 0);
    lsu_rig_issue_at(r, 600, 0, OP_LOAD, PAGE(2), 0);
    lsu_rig_run(r);
    assert_int_equal(r->tlb.stalled, 63);
    assert_int_equal(r->stats[0].tlb_warps, 64 + 1);
    lsu_rig_free(r);
}

/* The same virtual line of two applications is two lines. */
static void test_address_spaces(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    for (uint32_t i = 0; i < 4; i++) {
        lsu_rig_issue_at(r, i < 2 ? 10 : 1000, i, OP_LOAD, PAGE(1), 0);
        r->script[i].inst.app = i & 1;
        r->script[i].inst.asid = LSU_RIG_ASID + (i & 1);
    }
    lsu_rig_run(r);
    assert_int_equal(r->tlb.requests, 2);
    assert_int_equal(lsu_rig_count(r, false), 2);
    assert_int_not_equal(r->message[0].message.paddr, r->message[1].message.paddr);
    assert_int_equal(r->stats[0].l1_hits, 1);
    assert_int_equal(r->stats[1].l1_hits, 1);
    lsu_rig_free(r);
}

static void test_hits_pass_misses_without_mshr(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->config.chip.l1.mshrs = 2;
    lsu_rig_start(r);
    lsu_rig_warm(r, PAGE(1));
    for (uint32_t i = 0; i < 6; i++)
        lsu_rig_issue_at(r, 1000 + i, i, OP_LOAD, PAGE(1) + 128 * (i + 1), 0);
    lsu_rig_issue_at(r, 1006, 6, OP_LOAD, PAGE(1), 0);
    lsu_rig_run(r);
    assert_int_equal(r->memory.most_open, 2);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 7), 1006 + 1 + 40);
    /* The third one waits for the reply of the first, the fifth for that of the third. */
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 3), 1002 + 102 + 102);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 5), 1002 + 102 + 102 + 102);
    lsu_rig_free(r);
}

static void test_few_tlb_mshrs(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->config.chip.tlb.level[0].mshrs = 1;
    lsu_rig_start(r);
    for (uint32_t i = 0; i < 4; i++)
        lsu_rig_issue_at(r, 10, i, OP_LOAD, PAGE(i), 0);
    lsu_rig_run(r);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(lsu_rig_when(r, LSU_CHECKED, i), 10 + COLD_CHECK + i * (COLD_CHECK - 1));
    lsu_rig_free(r);
}

/*
 * MASK 4.1, Fig. 4: the warps behind one that misses stall, too, until the walk has ended. A page that would
 * hit is looked up after the answer; both warps behind the port are told of with the next request.
 */
static void test_blocking_misses(void **state) {
    (void)state;
    uint64_t checked[2];
    for (uint32_t blocking = 0; blocking < 2; blocking++) {
        lsu_rig *r = lsu_rig_new(SCHEME_STALL);
        r->config.chip.sm.tlb_misses = blocking ? TLB_MISSES_BLOCKING : TLB_MISSES_NONBLOCKING;
        lsu_rig_start(r);
        lsu_rig_warm(r, PAGE(1));
        for (uint32_t i = 0; i < 3; i++)
            lsu_rig_issue_at(r, 1000 + i, i, OP_LOAD, PAGE(i == 0 ? 2 : i == 1 ? 1 : 3), 0);
        lsu_rig_run(r);
        checked[blocking] = lsu_rig_when(r, LSU_CHECKED, 2);
        assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1000 + COLD_CHECK);
        assert_int_equal(r->tlb.most_open, blocking ? 1 : 2);
        assert_int_equal(r->tlb.stalled, blocking ? 3 : 1);
        lsu_rig_free(r);
    }
    assert_true(checked[0] < 1000 + COLD_CHECK && checked[1] > 1000 + COLD_CHECK);
}

static uint64_t flush_twice(void *self, uint64_t cycle) {
    lsu_rig *r = self;
    if (cycle == 1000 || cycle == 2010)
        lsu_flush_tlb(r->lsu);
    return cycle < 1000 ? 1000 : cycle < 2010 ? 2010 : GMMU_NEVER;
}

/* What is on the way at a flush serves those who wait for it, and nobody else. */
static void test_flush(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    r->ctx = r;
    r->on_cycle = flush_twice;
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_LOAD, PAGE(1), 0);
    lsu_rig_issue_at(r, 2000, 0, OP_LOAD, PAGE(2), 0);
    lsu_rig_issue_at(r, 3000, 0, OP_LOAD, PAGE(2), 0);
    lsu_rig_run(r);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(lsu_rig_when(r, LSU_DONE, i), (i ? 1000 * i : 10) + COLD_DONE);
    assert_int_equal(lsu_rig_count(r, false), 4);
    lsu_rig_free(r);
}

/* ---- faults ---- */

static void test_fault_names_every_missing_page(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    lsu_rig_absent(r, 0, 4);
    lsu_rig_absent(r, 0, 12);
    lsu_rig_issue_at(r, 10, 0, OP_LOAD, PAGE(3), 4096 / 2); /* pages 3 to 18, two lines each */
    lsu_rig_run(r);
    const lsu_rig_event *f = lsu_rig_event_of(r, LSU_FAULTED, 0);
    assert_int_equal(f->event.page_count, 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(f->pages[i], i < 4 ? 4 + i : 8 + i);
    /* The last of 32 lines was looked up 31 cycles after the first. */
    assert_int_equal(f->cycle, 10 + COLD_CHECK + 30);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 0), NEVER);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 0), NEVER);
    assert_true(lsu_rig_when(r, LSU_RESOLVED, 4) > 1000);
    assert_true(lsu_rig_when(r, LSU_RESOLVED, 15) > 1000);
    assert_in_range(lsu_rig_count(r, false), 1, 16); /* dropped on arrival */
    lsu_rig_free(r);
}

static void test_store_that_faults_has_no_effect(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    lsu_rig_absent(r, 0, 5);
    lsu_rig_issue_at(r, 10, 0, OP_STORE, PAGE(3), 4096);
    lsu_rig_squash(r, 4999, 0);
    lsu_rig_issue_at(r, 5000, 0, OP_STORE, PAGE(3), 4096); /* its replay */
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_event_of(r, LSU_FAULTED, 0)->event.page_count, 4);
    assert_int_equal(lsu_rig_count(r, true), 32);
    assert_true(lsu_rig_sent(r, true, 0) > lsu_rig_when(r, LSU_CHECKED, 2));
    lsu_rig_free(r);
}

/* All missing pages come before the last line is answered: replay at once. */
static void test_resolved_before_faulted(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_OPLOG);
    r->service = 3;
    lsu_rig_start(r);
    lsu_rig_absent(r, 0, 4);
    warp_inst load = lsu_rig_access(OP_LOAD, PAGE(1), 128);
    load.addr[0] = PAGE(4);
    load.addr[31] = PAGE(8);
    lsu_rig_issue(r, 10, 0, &load);
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_event_of(r, LSU_FAULTED, 0)->event.page_count, 0);
    assert_true(lsu_rig_when(r, LSU_RESOLVED, 4) < lsu_rig_when(r, LSU_FAULTED, 0));
    lsu_rig_free(r);
}

/* What waits behind a faulted instruction waits until the warp is squashed. */
static void test_parked_behind_a_fault(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    lsu_rig_absent(r, 0, 4);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_LOAD, PAGE(4), 0);
    lsu_rig_issue_at(r, 1001, 0, OP_STORE, PAGE(1), 0);
    lsu_rig_issue_at(r, 1002, 0, OP_LOAD, PAGE(1), 0);
    lsu_rig_issue_at(r, 3000, 0, OP_STORE, PAGE(1), 0); /* after the fault */
    lsu_rig_squash(r, 4000, 0);
    lsu_rig_issue_at(r, 4001, 0, OP_STORE, PAGE(1), 0);
    lsu_rig_run(r);
    assert_true(lsu_rig_when(r, LSU_FAULTED, 1) < 1100);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), NEVER);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 3), NEVER);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 4), NEVER);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 6), 4001 + 2);
    assert_int_equal(lsu_rig_count(r, true), 1);
    lsu_rig_free(r);
}

static void test_squash_with_late_replies(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    lsu_rig_absent(r, 0, 16);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_LOAD, PAGE(2), 0);          /* 1: waits for its translation */
    lsu_rig_issue_at(r, 1000, 1, OP_LOAD, PAGE(1) + 128, 4096); /* 2: some lines on their way, some missing */
    lsu_rig_issue_at(r, 1000, 2, OP_STORE, PAGE(1), 4096);      /* 3: some lines checked */
    lsu_rig_issue_at(r, 1000, 3, OP_LOAD, PAGE(1), 0);          /* 4: in the queue */
    for (uint32_t warp = 0; warp < 4; warp++)
        lsu_rig_squash(r, 1040, warp);
    lsu_rig_issue_at(r, 1050, 0, OP_LOAD, PAGE(2), 0); /* 9: uses what the first one asked for */
    lsu_rig_run(r);
    for (uint32_t i = 1; i < 5; i++) {
        assert_int_equal(lsu_rig_when(r, LSU_CHECKED, i), i == 1 ? 1000 + COLD_CHECK : NEVER);
        assert_int_equal(lsu_rig_when(r, LSU_DONE, i), i == 1 ? 1000 + COLD_DONE : NEVER);
        assert_int_equal(lsu_rig_when(r, LSU_FAULTED, i), NEVER);
    }
    assert_int_equal(lsu_rig_count(r, true), 0);
    assert_true(lsu_rig_when(r, LSU_DONE, 9) < NEVER);
    lsu_rig_free(r);
}

/* ---- injected faults ---- */

static void test_injected_fault(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_STORE, PAGE(1), 128); /* 32 lines of one page */
    r->script[1].faults = true;
    lsu_rig_squash(r, 19000, 0);
    lsu_rig_issue_at(r, 20000, 0, OP_STORE, PAGE(1), 128);
    lsu_rig_run(r);
    const lsu_rig_event *f = lsu_rig_event_of(r, LSU_FAULTED, 1);
    assert_int_equal(f->cycle, 1000 + 32 + 1);
    assert_int_equal(f->event.page_count, 1);
    assert_int_equal(f->pages[0], 1);
    const lsu_rig_event *e = lsu_rig_event_of(r, LSU_RESOLVED, 1);
    assert_int_equal(e->cycle, f->cycle + 10000);
    assert_int_equal(e->event.page_count, 1);
    assert_int_equal(e->event.asid, LSU_RIG_ASID);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 3), 20000 + 32 + 1);
    assert_int_equal(r->tlb.requests, 1);
    lsu_rig_free(r);
}

static void test_injected_fault_that_stalls(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_STALL);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_STORE, PAGE(1), 0);
    r->script[1].faults = true;
    lsu_rig_issue_at(r, 1001, 1, OP_LOAD, PAGE(1), 0);
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1000 + 2 + 10000);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), 1001 + 2);
    assert_int_equal(lsu_rig_when(r, LSU_FAULTED, 1), NEVER);
    assert_int_equal(lsu_rig_when(r, LSU_RESOLVED, 1), NEVER);
    lsu_rig_free(r);
}

/* ---- contexts ---- */

typedef struct {
    lsu_rig *rig;
    uint32_t written, asked;
    uint64_t all_read; /* cycle */
    saved_lines saved;
} context_use;

static uint64_t save_and_restore(void *self, uint64_t cycle) {
    context_use *u = self;
    if (cycle < 1000 || u->all_read)
        return u->all_read ? GMMU_NEVER : 1000;
    context_line line = {.asid = 1, .saved = &u->saved};
    if (u->written < 20) {
        line.address = 0x40000 + u->written * 128;
        u->written += lsu_context_line(u->rig->lsu, &line, CONTEXT_WRITE);
    } else if (u->asked < 20) {
        line.address = 0x40000 + u->asked * 128;
        u->asked += lsu_context_line(u->rig->lsu, &line, CONTEXT_READ);
    }
    if (lsu_context_lines_answered(u->rig->lsu) == 20)
        u->all_read = cycle;
    return cycle + 1;
}

static void test_context_lines_go_last(void **state) {
    (void)state;
    lsu_rig *r = start(SCHEME_REPLAY);
    context_use use = {.rig = r};
    r->ctx = &use;
    r->on_cycle = save_and_restore;
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_STORE, PAGE(1), 128);
    lsu_rig_run(r);
    uint64_t checked = lsu_rig_when(r, LSU_CHECKED, 1);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 1), checked + 32); /* not held up */
    assert_int_equal(lsu_rig_count(r, true), 32 + 20);
    assert_int_equal(lsu_rig_count(r, false), 1 + 20);
    assert_true(use.all_read > checked + 32 + 100);
    lsu_rig_free(r);
}

/* ---- pages larger than 4 KB ---- */

typedef struct {
    page_table_kind table;
    page_size_list sizes;       /* of the chip */
    uint32_t map_bits;          /* of the pages that are mapped */
    uint32_t pages;             /* of these in the access */
    bool one_size;              /* so the SM knows the size of every page */
    uint32_t held;              /* if not 0: bytes of the pieces in the TLB */
    uint32_t cold_most, pieces; /* translation requests: of a cold access at most, of a warm one */
} page_case;

static lsu_rig *page_rig(const page_case *c, const lsu_policy *policy, exception_scheme scheme) {
    lsu_rig *r = lsu_rig_new(scheme);
    r->policy = *policy;
    r->map_bits = c->map_bits;
    r->config.chip.page_table = page_table_formats[c->table];
    r->config.chip.page_sizes = c->sizes;
    if (c->held)
        r->config.chip.tlb.level[0].sizes = (page_size_list){1, {c->held}};
    lsu_rig_start(r);
    return r;
}

/* A warp touches 32 consecutive pages of 4 KB, twice. */
static void check_translations(const page_case *c, const lsu_policy *policy) {
    lsu_rig *r = page_rig(c, policy, SCHEME_STALL);
    const app_stats *s = &r->stats[0];
    lsu_rig_issue_at(r, 10, 0, OP_LOAD, 0, 4096);
    lsu_rig_issue_at(r, 1000, 1, OP_LOAD, 0, 4096);
    lsu_rig_run(r);
    assert_in_range(r->tlb.requests, c->pages, c->cold_most);
    if (c->one_size)
        assert_int_equal(r->tlb.requests, c->pages);
    const uint64_t cold = s->l1_tlb_hits + s->l1_tlb_misses - c->pieces;
    /* A miss asks, or joins one that has. Of a large page that is held in pieces the first piece's
     * translation may come before the last line of the second has joined, which asks then. */
    assert_in_range(r->tlb.requests - (s->l1_tlb_misses - s->l1_tlb_pending_hits), 0, c->held != 0);
    assert_in_range(cold, c->pages, c->cold_most);
    assert_int_equal(s->l1_tlb_hits, c->pieces + (cold - s->l1_tlb_misses));
    assert_int_equal(s->oracle_checks, 64);
    lsu_rig_free(r);
}

static const page_case page_cases[] = {
    /* MASK's chip, for comparison. */
    {PAGE_TABLE_X86, {0}, 12, .pages = 32, .one_size = true, .cold_most = 32, .pieces = 32},
    {PAGE_TABLE_PASCAL, {1, {65536}}, 16, .pages = 2, .one_size = true, .cold_most = 2, .pieces = 2},
    {PAGE_TABLE_X86, {1, {2097152}}, 21, .pages = 1, .one_size = true, .cold_most = 1, .pieces = 1},
    /* Until the first translation arrives, the SM cannot know that the page is larger than 4 KB. */
    {PAGE_TABLE_X86, {2, {4096, 2097152}}, 21, .pages = 1, .cold_most = 31, .pieces = 1},
    {PAGE_TABLE_PASCAL, {2, {65536, 2097152}}, 21, .pages = 1, .cold_most = 2, .pieces = 1},
    /* An entry holds 64 KB of the page, and each such piece is looked up. */
    {PAGE_TABLE_X86, {1, {2097152}}, 21, .pages = 1, .held = 65536, .cold_most = 2, .pieces = 2},
};

static void test_translations_of_an_access(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof page_cases / sizeof page_cases[0]; i++) {
        check_translations(&page_cases[i], &lsu_policy_thesis);
        check_translations(&page_cases[i], &lsu_policy_gto);
    }
}

/* Misses of one page of 64 KB wait for one translation, those of the next page for another. */
static void test_large_page_misses_merge(void **state) {
    (void)state;
    lsu_rig *r = page_rig(&page_cases[1], &lsu_policy_thesis, SCHEME_STALL);
    lsu_rig_issue_at(r, 10, 0, OP_LOAD, PAGE(1), 0);
    lsu_rig_issue_at(r, 11, 1, OP_LOAD, PAGE(15), 0);
    lsu_rig_issue_at(r, 12, 2, OP_LOAD, PAGE(16), 0);
    lsu_rig_run(r);
    assert_int_equal(r->tlb.requests, 2);
    assert_int_equal(r->stats[0].l1_tlb_misses, 3);
    assert_int_equal(r->stats[0].l1_tlb_pending_hits, 1);
    lsu_rig_free(r);
}

/* What is missing is a page of 64 KB, named once; its end is told for all of it. */
static void test_large_page_faults(void **state) {
    (void)state;
    lsu_rig *r = page_rig(&page_cases[1], &lsu_policy_thesis, SCHEME_REPLAY);
    lsu_rig_absent(r, 0, 0);
    lsu_rig_issue_at(r, 10, 0, OP_LOAD, PAGE(1), 64); /* the first half of the page's second 4 KB */
    r->script[0].access.addr[31] = PAGE(2);
    lsu_rig_squash(r, 4000, 0);
    lsu_rig_issue_at(r, 5000, 1, OP_LOAD, PAGE(5), 0);
    r->script[2].faults = true;
    lsu_rig_squash(r, 30000, 1);
    lsu_rig_run(r);
    const lsu_rig_event *f = lsu_rig_event_of(r, LSU_FAULTED, 0);
    assert_int_equal(f->event.page_count, 1);
    assert_int_equal(f->pages[0] / 16, 0);
    const lsu_rig_event *e = lsu_rig_event_of(r, LSU_RESOLVED, 15);
    assert_int_equal(e->event.first_vpn, 0);
    assert_int_equal(e->event.page_count, 16);
    lsu_rig_free(r);
}

/* ---- policies ---- */

/* A store to a warm and a cold page: the lines of the warm one do not wait. */
static void check_early_store(const lsu_policy *policy) {
    const uint32_t lines = 32;
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->policy = *policy;
    lsu_rig_start(r);
    lsu_rig_warm(r, 0);
    lsu_rig_issue_at(r, 1000, 1, OP_STORE, 0, 160); /* 26 lines on page 0, 6 on page 1 */
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_count(r, true), lines);
    assert_int_equal(lsu_rig_sent(r, true, 0) < 1000 + COLD_CHECK, !policy->last_check);
    assert_true(lsu_rig_sent(r, true, lines - 1) > 1000 + COLD_CHECK);
    assert_true(lsu_rig_when(r, LSU_DONE, 1) >= lsu_rig_sent(r, true, lines - 1));
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1) != UINT64_MAX, policy->last_check);
    assert_int_equal(r->stats[0].mem_instructions, 2);
    lsu_rig_free(r);
}

/* Two stores of a warp to different pages, the older one cold: in order only with a last check, and replays.
 */
static void check_passing_store(const lsu_policy *policy) {
    lsu_rig *r = lsu_rig_new(policy->last_check ? SCHEME_REPLAY : SCHEME_STALL);
    r->policy = *policy;
    lsu_rig_start(r);
    lsu_rig_warm(r, 0);
    lsu_rig_issue_at(r, 1000, 1, OP_STORE, 4096, 0);
    lsu_rig_issue_at(r, 1001, 1, OP_STORE, 0, 0);
    lsu_rig_run(r);
    const bool passes = lsu_rig_when(r, LSU_DONE, 2) < lsu_rig_when(r, LSU_DONE, 1);
    assert_int_equal(passes, !policy->last_check);
    lsu_rig_free(r);
}

/* The latency of a hit counts from the look-up of the TLB, with which that of the L1 is parallel, or from
 * the one after it. */
static void check_l1_latency(const lsu_policy *policy) {
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->policy = *policy;
    lsu_rig_start(r);
    lsu_rig_warm(r, 0);
    lsu_rig_issue_at(r, 1000, 1, OP_LOAD, 0, 0);
    lsu_rig_run(r);
    const uint32_t l1 = r->config.chip.l1.latency, tlb = r->config.chip.tlb.level[0].latency;
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 1) - 1001, policy->virtual_tags ? l1 : l1 + tlb);
    lsu_rig_free(r);
}

static void test_policies(void **state) {
    (void)state;
    const lsu_policy virtual_only = {.virtual_tags = true};
    const lsu_policy *const policies[] = {&lsu_policy_thesis, &lsu_policy_gto, &virtual_only};
    for (uint32_t i = 0; i < 3; i++) {
        check_early_store(policies[i]);
        check_passing_store(policies[i]);
        check_l1_latency(policies[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_latencies),
        cmocka_unit_test(test_stores_leave_after_the_last_check),
        cmocka_unit_test(test_atomics_have_replies_and_drop_the_line),
        cmocka_unit_test(test_misses_merge),
        cmocka_unit_test(test_requests_tell_of_stalled_warps),
        cmocka_unit_test(test_stalled_warps_saturate),
        cmocka_unit_test(test_address_spaces),
        cmocka_unit_test(test_hits_pass_misses_without_mshr),
        cmocka_unit_test(test_few_tlb_mshrs),
        cmocka_unit_test(test_blocking_misses),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_fault_names_every_missing_page),
        cmocka_unit_test(test_store_that_faults_has_no_effect),
        cmocka_unit_test(test_resolved_before_faulted),
        cmocka_unit_test(test_parked_behind_a_fault),
        cmocka_unit_test(test_squash_with_late_replies),
        cmocka_unit_test(test_injected_fault),
        cmocka_unit_test(test_injected_fault_that_stalls),
        cmocka_unit_test(test_context_lines_go_last),
        cmocka_unit_test(test_translations_of_an_access),
        cmocka_unit_test(test_large_page_misses_merge),
        cmocka_unit_test(test_large_page_faults),
        cmocka_unit_test(test_policies),
    };
    return UNIT_TEST_RUN("lsu", tests);
}
