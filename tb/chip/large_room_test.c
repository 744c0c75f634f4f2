/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Room for a large frame, on small whole chips: memory is fragmented, an allocation finds no large frame, and
 * CAC empties one. Values of the applications, and of the data that lie in memory before, are checked in each
 * run. tb/chip/planted.py has the bugs.
 */
#include <stdio.h>
#include <string.h>

#include "shared_runs.h"
#include "unit_test.h"

/* Three arrays of 3 MB each: two aligned 2 MB at least. */
static const shared_run arrays = {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=9M"}};
static const shared_run beside = {
    "mask", "stall", FAULTS_NONE, {"kernel:stream,size=9M", "kernel:parboil-stencil,n=64,nz=16,steps=4"}};
/* The last one begins when the second has ended. */
static const shared_run grows = {"mask",
                                 "stall",
                                 FAULTS_NONE,
                                 {"kernel:parboil-stencil,n=64,nz=16,steps=8",
                                  "kernel:stream,size=64K,passes=64", "kernel:stream,size=4M"}};

/* Of 128 large frames so many per cent hold data, as many per cent of each. */
static void set_up(const shared_run *r, uint32_t index, uint32_t occupancy, uint64_t shuffle, experiment *x) {
    shared_run_setup_mosaic(r, shuffle, x);
    x->config.churn.fragmented = index;
    x->config.churn.occupied = occupancy;
    x->config.chip.memory.bytes = UINT64_C(512) << 20; /* half of it are page tables */
    shared_run_place_apps(r, x);
}

static const gpu_result *run_one(const shared_run *r, uint32_t index, uint32_t occupancy, experiment *x) {
    set_up(r, index, occupancy, 0, x);
    shared_runs_all(x, 1);
    return &x->result;
}

/* In the other order of ticks. */
static void assert_same_shuffled(const gpu_result *r, experiment *x, experiment *again) {
    *again = *x;
    again->config.shuffle_seed = unit_test_seed() | 1;
    memset(&again->result, 0, sizeof again->result);
    shared_runs_all(again, 1);
    assert_true(gpu_result_equal(r, &again->result));
    shared_runs_free(again, 1);
}

/* Mosaic 4.4: "If significant memory fragmentation exists, this can cause CoCoA to run out of free large page
 * frames, even though it has not allocated all of the available base pages in GPU memory. To avoid an
 * out-of-memory error in the application, Mosaic uses CAC to splinter and compact highly-fragmented large
 * page frames, freeing up large page frames for CoCoA to use." With room as many large pages are made as in
 * empty memory, without none. */
static void test_fragmented_memory(void **state) {
    (void)state;
    static experiment empty, with, without, again;
    const uint64_t pages = run_one(&arrays, 0, 0, &empty)->coalescing.coalesced;
    const gpu_result *r = run_one(&arrays, 100, 50, &with);
    set_up(&arrays, 100, 50, 0, &without);
    without.config.design.compact_below = 0;
    shared_runs_all(&without, 1);
    print_message("%lu large pages for %lu, %lu pages moved\n", (unsigned long)r->coalescing.coalesced,
                  (unsigned long)pages, (unsigned long)r->compaction.fragments_moved);
    assert_true(pages >= 2);
    assert_int_equal(r->coalescing.coalesced, pages);
    assert_int_equal(r->compaction.rooms, pages);
    assert_int_equal(r->compaction.fragments_moved, pages * 256);
    assert_int_equal(without.result.coalescing.coalesced + without.result.compaction.rooms, 0);
    assert_int_equal(without.result.compaction.stall_cycles, 0);
    assert_int_equal(r->failsafe_pages + without.result.failsafe_pages, 0);
    assert_same_shuffled(r, &with, &again);
    shared_runs_free(&empty, 1);
    shared_runs_free(&with, 1);
    shared_runs_free(&without, 1);
}

/* Mosaic 6.4: "there is minimal performance impact when the fragmentation index is less than 90%": nothing is
 * compacted as long as large frames are free. */
static void test_only_when_needed(void **state) {
    (void)state;
    static experiment x;
    const gpu_result *r = run_one(&arrays, 90, 50, &x);
    assert_int_equal(r->compaction.rooms + r->compaction.stall_cycles, 0);
    assert_true(r->coalescing.coalesced >= 2);
    shared_runs_free(&x, 1);
}

/* Mosaic 6.4: "Ideal CAC, a compaction mechanism where data migration incurs zero latency"; and CAC-BC "can
 * effectively reduce the overhead of CAC". The same frames come free, and less time is lost. */
static void test_costs(void **state) {
    (void)state;
    static experiment x[3], again;
    for (uint32_t i = 0; i < 3; i++) {
        set_up(&beside, 100, 25, 0, &x[i]);
        if (i == 1)
            x[i].config.design = *design_preset("mosaic-bc");
        if (i == 2)
            x[i].config.design.compact_stall = COMPACTION_STALLS_NONE;
        shared_runs_all(&x[i], 1);
        const compaction_totals *t = &x[i].result.compaction;
        print_message("%lu cycles, of these %lu of stillness\n", (unsigned long)x[i].result.cycles,
                      (unsigned long)t->stall_cycles);
        assert_int_equal(t->rooms, x[0].result.compaction.rooms);
        assert_int_equal(t->fragments_moved, t->rooms * 128);
        assert_same_shuffled(&x[i].result, &x[i], &again);
    }
    assert_true(x[0].result.compaction.rooms >= 2);
    assert_true(2 * x[1].result.compaction.copy_cycles < x[0].result.compaction.copy_cycles);
    assert_true(x[1].result.cycles < x[0].result.cycles && x[2].result.cycles < x[1].result.cycles);
    assert_int_equal(x[2].result.compaction.stall_cycles, 0);
    shared_runs_free(x, 3);
}

/* Mosaic 5 calls the stall of the whole GPU a worst case; else who allocates nothing goes on. */
static void test_others_go_on(void **state) {
    (void)state;
    static experiment all, app, again;
    const gpu_result *r = run_one(&beside, 100, 50, &all);
    set_up(&beside, 100, 50, 0, &app);
    app.config.design.compact_stall = COMPACTION_STALLS_APP;
    shared_runs_all(&app, 1);
    assert_true(app.result.compaction.rooms >= 2);
    assert_true(app.result.app[1].first_cycles + app.result.compaction.stall_cycles / 2 <
                r->app[1].first_cycles);
    assert_same_shuffled(&app.result, &app, &again);
    shared_runs_free(&all, 1);
    shared_runs_free(&app, 1);
}

/* Mosaic 4.4: pages go to "another uncoalesced large page frame that belongs to the same application". Memory
 * is full but for 6 large frames, of which an application has some with few pages each when the follower
 * begins. Its pages move, and their values with them. */
static void test_pages_of_applications(void **state) {
    (void)state;
    static experiment x, again;
    set_up(&grows, 96, 100, 0, &x);
    x.config.churn.percent = 40;
    x.config.churn.blocks = 3;
    x.app[2].follows = true;
    x.app[1].first_sm = x.app[2].first_sm = 2;
    x.app[0].sms = x.app[1].sms = x.app[2].sms = 2;
    shared_runs_all(&x, 1);
    const compaction_totals *t = &x.result.compaction;
    print_message("%lu frames emptied, %lu pages moved\n", (unsigned long)t->rooms, (unsigned long)t->moved);
    assert_true(t->rooms >= 1);
    assert_true(t->moved > 0);
    assert_int_equal(t->fragments_moved, 0);
    assert_same_shuffled(&x.result, &x, &again);
    shared_runs_free(&x, 1);
}

static void test_wrong_combination(void **state) {
    (void)state;
    static experiment x;
    char err[256];
    const shared_run tanasic = {"tanasic", "stall", FAULTS_NONE, {"kernel:stream,size=1M"}};
    set_up(&tanasic, 50, 50, 0, &x);
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(
        err, "churn.fragmented: 50: expected 0 with design.compact_below where sm.kind is not gto");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fragmented_memory),
        cmocka_unit_test(test_only_when_needed),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_others_go_on),
        cmocka_unit_test(test_pages_of_applications),
        cmocka_unit_test(test_wrong_combination),
    };
    return UNIT_TEST_RUN("large_room", tests);
}
