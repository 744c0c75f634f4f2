/* SPDX-License-Identifier: Apache-2.0 */
/* The load/store unit of the thesis's SM: which accesses wait for others, in order and for MSHRs. */
#include "unit_test.h"

#include "lsu_rig.h"

/* ---- order of a warp ---- */

#define SLOW 3 /* latency of a TLB hit */

/* What of a warp passes when its oldest load is very late. */
static lsu_rig *run_behind_a_late_load(exception_scheme scheme, sm_lookups lookups) {
    lsu_rig *r = lsu_rig_new(scheme);
    r->config.chip.sm.lookups = lookups;
    r->config.chip.tlb.level[0].latency = SLOW;
    lsu_rig_start(r);
    r->tlb.latency = 2000;
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 3000, 0, OP_LOAD, PAGE(8), 0);         /* 1: very late */
    lsu_rig_issue_at(r, 3001, 0, OP_LOAD, PAGE(1), 0);         /* 2 */
    lsu_rig_issue_at(r, 3002, 0, OP_STORE, PAGE(1) + 768, 0);  /* 3 */
    lsu_rig_issue_at(r, 3006, 0, OP_STORE, PAGE(1) + 256, 0);  /* 4 */
    lsu_rig_issue_at(r, 3007, 0, OP_LOAD, PAGE(1) + 512, 0);   /* 5 */
    lsu_rig_issue_at(r, 3008, 0, OP_ATOMIC, PAGE(8) + 4, 0);   /* 6: the line of 1 */
    lsu_rig_issue_at(r, 3009, 1, OP_STORE, PAGE(1) + 1024, 0); /* 7: another warp */
    lsu_rig_run(r);
    assert_true(lsu_rig_when(r, LSU_CHECKED, 1) > 5000);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), 3001 + 1 + SLOW);
    assert_true(lsu_rig_when(r, LSU_CHECKED, 6) > lsu_rig_when(r, LSU_CHECKED, 1));
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 7), 3009 + 1 + SLOW);
    return r;
}

/* Nothing is replayed: what shares no line passes. */
static void test_passing_without_replay(void **state) {
    (void)state;
    lsu_rig *r = run_behind_a_late_load(SCHEME_STALL, LOOKUPS_PARALLEL);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 3), 3002 + 1 + SLOW);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 4), 3006 + 1 + SLOW);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 5), 3007 + 1 + SLOW);
    lsu_rig_free(r);
}

/* A replayed store must not overwrite a younger one: in order, one a cycle, however early the look-ups were.
 */
static void test_order_of_a_warp(void **state) {
    (void)state;
    lsu_rig *r = run_behind_a_late_load(SCHEME_REPLAY, LOOKUPS_PARALLEL);
    const uint64_t late = lsu_rig_when(r, LSU_CHECKED, 1);
    for (uint32_t i = 3; i < 6; i++)
        assert_int_equal(lsu_rig_when(r, LSU_CHECKED, i), late + i - 2);
    lsu_rig_free(r);
}

/* One look-up after the other takes as long as the TLB for each. */
static void test_serial_lookups(void **state) {
    (void)state;
    lsu_rig *r = run_behind_a_late_load(SCHEME_REPLAY, LOOKUPS_SERIAL);
    const uint64_t late = lsu_rig_when(r, LSU_CHECKED, 1);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 3), late + SLOW);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 4), late + 2 * SLOW);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 5), late + 3 * SLOW);
    lsu_rig_free(r);
}

/* Stores that wait for their turn hold line requests: not all, or an older one that looks up late finds none.
 */
static void test_turns_with_few_lines(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_REPLAY);
    r->config.chip.sm.lsu_lines = 64;
    lsu_rig_start(r);
    lsu_rig_warm(r, PAGE(1));
    lsu_rig_issue_at(r, 1000, 0, OP_LOAD, PAGE(8), 0);
    lsu_rig_issue_at(r, 1001, 0, OP_STORE, PAGE(8), 0); /* the line of the load: looks up after it */
    for (uint32_t i = 0; i < 3; i++)
        lsu_rig_issue_at(r, 1002 + i, 0, OP_STORE, PAGE(1 + i), 128); /* 32 lines */
    lsu_rig_run(r);
    for (uint32_t i = 1; i < 6; i++)
        assert_true(lsu_rig_when(r, LSU_DONE, i) < 3000);
    lsu_rig_free(r);
}

/* Stores that wait for the end of an injected fault hold all line requests: the end wakes the unit, though
 * the queue behind them stalls and nothing comes from outside. */
static void test_delayed_lines_wake_a_stalled_unit(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->config.chip.sm.lsu_lines = 64;
    lsu_rig_start(r);
    lsu_rig_warm(r, PAGE(1));
    for (uint32_t i = 1; i < 3; i++) {
        lsu_rig_issue_at(r, 1000 + i, i, OP_STORE, PAGE(1), 128); /* 32 lines */
        r->script[i].faults = true;
    }
    lsu_rig_issue_at(r, 1003, 3, OP_LOAD, PAGE(1), 0);
    lsu_rig_run(r);
    for (uint32_t i = 1; i < 4; i++)
        assert_in_range(lsu_rig_when(r, LSU_DONE, i), 10000, 12000);
    lsu_rig_free(r);
}

/* ---- MSHRs of the L1 ---- */

/* Loads of three cold pages, before an L1 with two MSHRs. */
static lsu_rig *run_short_of_mshrs(l1_mshr_from from) {
    lsu_rig *r = lsu_rig_new(SCHEME_STALL);
    r->config.chip.l1.mshrs = 2;
    r->config.chip.l1.mshr_from = from;
    lsu_rig_start(r);
    for (uint32_t i = 0; i < 3; i++)
        lsu_rig_issue_at(r, 1000 + i, i, OP_LOAD, PAGE(8 + i), 0);
    lsu_rig_run(r);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 1), 1001 + COLD_CHECK);
    return r;
}

/* Thesis 2.1, Table 6.1: a virtually tagged L1 knows of a miss before the TLB does. With an MSHR each from
 * then on, the third miss asks for no translation before the first is over. */
static void test_mshrs_limit_translations(void **state) {
    (void)state;
    lsu_rig *r = run_short_of_mshrs(MSHR_FROM_TRANSLATION);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), 1002 + COLD_CHECK);
    lsu_rig_free(r);
    r = run_short_of_mshrs(MSHR_FROM_LOOKUP);
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 0), 1000 + COLD_DONE);
    assert_int_equal(lsu_rig_when(r, LSU_CHECKED, 2), 1000 + COLD_DONE + COLD_CHECK - 1);
    lsu_rig_free(r);
}

/* Who faults holds none any more: others come and go while the page is missing. */
static void test_faults_give_mshrs_back(void **state) {
    (void)state;
    lsu_rig *r = lsu_rig_new(SCHEME_REPLAY);
    r->config.chip.l1.mshrs = 2;
    r->config.chip.l1.mshr_from = MSHR_FROM_LOOKUP;
    lsu_rig_start(r);
    for (uint32_t i = 0; i < 2; i++) {
        lsu_rig_absent(r, 0, 4 + i);
        lsu_rig_issue_at(r, 1000 + i, i, OP_LOAD, PAGE(4 + i), 0);
    }
    for (uint32_t i = 0; i < 4; i++)
        lsu_rig_issue_at(r, 2000 + i, 2 + i, OP_LOAD, PAGE(8), 0); /* one line: they share an MSHR later */
    lsu_rig_run(r);
    assert_non_null(lsu_rig_event_of(r, LSU_FAULTED, 1));
    assert_int_equal(lsu_rig_when(r, LSU_DONE, 2), 2000 + COLD_DONE);
    assert_true(lsu_rig_when(r, LSU_DONE, 5) < 3000);
    lsu_rig_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing_without_replay),
        cmocka_unit_test(test_order_of_a_warp),
        cmocka_unit_test(test_serial_lookups),
        cmocka_unit_test(test_turns_with_few_lines),
        cmocka_unit_test(test_delayed_lines_wake_a_stalled_unit),
        cmocka_unit_test(test_mshrs_limit_translations),
        cmocka_unit_test(test_faults_give_mshrs_back),
    };
    return UNIT_TEST_RUN("lsu_order", tests);
}
