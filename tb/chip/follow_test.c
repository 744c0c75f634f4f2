/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An application ends and another one takes its SMs, its ASID and its frames, on both kinds of SM, with
 * and without faults: what each leaves is what a run in program order leaves, every translation is that of
 * the page tables, and the order of ticks changes nothing.
 */
#include <string.h>

#include "dispatch/block_scheduler.h"
#include "shared_runs.h"
#include "unit_test.h"

#define STREAM  "kernel:stream,size=96K"
#define HISTO   "kernel:histo,size=64K"
#define STENCIL "kernel:stencil3d,n=16"
#define THEN    ">" /* in front of an application that follows the one before it */

static const shared_run runs[] = {
    {"mask", "stall", FAULTS_NONE, {STREAM, THEN HISTO, THEN STREAM, STENCIL, THEN HISTO}},
    {"tanasic", "stall", FAULTS_NONE, {HISTO, THEN STREAM, STREAM, THEN HISTO}},
    {"tanasic", "wd-lastcheck", FAULTS_LAZY, {STREAM, THEN HISTO, THEN HISTO, STREAM}},
    {"tanasic", "replay", FAULTS_MIGRATE, {STREAM, THEN STENCIL, HISTO, THEN STREAM}},
    {"tanasic", "stall", FAULTS_MIGRATE, {STREAM, THEN HISTO, HISTO}},
};

static void set_up(const shared_run *r, const char *scheduler, uint64_t shuffle, experiment *x) {
    uint32_t places = 0;
    shared_run_setup(r, scheduler, shuffle, x);
    for (; x->napps < SHARED_RUN_APPS && r->app[x->napps]; x->napps++) {
        const bool follows = r->app[x->napps][0] == THEN[0];
        places += !follows;
        x->app[x->napps] = (gpu_app){
            .spec = r->app[x->napps] + follows, .first_sm = 2 * (places - 1), .sms = 2, .follows = follows};
    }
}

static void check_order(const experiment *x) {
    const gpu_result *r = &x->result;
    assert_int_equal(r->apps, x->napps);
    for (uint32_t a = 0; a < r->apps; a++) {
        const app_result *app = &r->app[a];
        assert_int_equal(app->follows, x->app[a].follows);
        assert_int_equal(app->launches, 1);
        assert_int_equal(app->stats.instructions, app->first_instructions);
        assert_true(app->stats.walks > 0 && app->stats.oracle_checks > 0);
        if (!app->follows) {
            assert_int_equal(app->begin, 0);
            continue;
        }
        assert_true(app->begin >= app[-1].begin + app[-1].first_cycles);
        assert_true(app->begin + app->first_cycles <= r->cycles);
        assert_int_equal(app->asid, app[-1].asid);
    }
}

static void test_values_and_order_of_ticks(void **state) {
    (void)state;
    static experiment x[2];
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        for (const policy_row *const *row = block_schedulers; *row; row++) {
            for (size_t i = 0; i < 2; i++)
                set_up(&runs[r], (*row)->name, i ? unit_test_seed() | 1 : 0, &x[i]);
            shared_runs_all(x, 2);
            check_order(&x[0]);
            assert_true(gpu_result_equal(&x[0].result, &x[1].result));
            shared_runs_free(x, 2);
        }
    }
}

/* Two applications of 256 MB in pages of 2 MB have no room beside each other in 512 MB, and have room one
 * after the other: the second one gets the frames of the first. */
static void test_frames_are_given_back(void **state) {
    (void)state;
    static experiment x;
    const shared_run run = {"mask",
                            "stall",
                            FAULTS_NONE,
                            {"kernel:gups,size=256M,updates=4K", THEN "kernel:gups,size=256M,updates=4K"}};
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&run, "static", 0, &x);
        x.config.check_values = false; /* its updates race */
        x.config.chip.memory.bytes = 512U << 20;
        x.config.chip.page_sizes = (page_size_list){1, {2U << 20}};
        x.app[1].follows = i == 0;
        experiment *list = &x;
        const bool ok = experiments_run(&list, 1, 1, NULL, NULL);
        if (ok != (i == 0) || (i == 1 && !strstr(x.error, "memory is used up")))
            fail_msg("%s: %s", i == 0 ? "one after the other" : "beside each other", x.error);
        gpu_result_free(&x.result);
    }
}

/* What is counted for a follower is its own: the same as for the same application alone. */
static void test_counts_begin_anew(void **state) {
    (void)state;
    static experiment x[2];
    const shared_run both = {"mask", "stall", FAULTS_NONE, {STREAM, THEN HISTO}};
    const shared_run alone = {"mask", "stall", FAULTS_NONE, {HISTO}};
    set_up(&both, "static", 0, &x[0]);
    set_up(&alone, "static", 0, &x[1]);
    shared_runs_all(x, 2);
    const app_result *a = &x[0].result.app[1], *b = &x[1].result.app[0];
    assert_int_equal(a->stats.instructions, b->stats.instructions);
    assert_int_equal(a->stats.thread_instructions, b->stats.thread_instructions);
    assert_int_equal(a->stats.mem_transactions, b->stats.mem_transactions);
    assert_int_equal(a->stats.l1_tlb_hits + a->stats.l1_tlb_misses,
                     b->stats.l1_tlb_hits + b->stats.l1_tlb_misses);
    assert_int_equal(a->stats.oracle_checks, b->stats.oracle_checks);
    /* No TLB and no L1 knew anything. */
    assert_int_equal(a->stats.walks, b->stats.walks);
    assert_int_equal(a->stats.l1_misses, b->stats.l1_misses);
    shared_runs_free(x, 2);
}

/* The last application of a place is launched again as long as another place works (MASK 6). */
static void test_the_last_one_is_launched_again(void **state) {
    (void)state;
    static experiment x;
    const shared_run run = {
        "mask", "stall", FAULTS_NONE, {HISTO, THEN "kernel:stream,size=8K", "kernel:stream,size=512K"}};
    set_up(&run, "static", 0, &x);
    x.config.check_values = false;
    shared_runs_all(&x, 1);
    assert_int_equal(x.result.app[0].launches, 1);
    assert_true(x.result.app[1].launches > 1);
    assert_int_equal(x.result.app[2].launches, 1);
    gpu_result_free(&x.result);
}

/* Epoch samples name the application that ran then. */
static void test_epochs_name_applications(void **state) {
    (void)state;
    static experiment x;
    const shared_run run = {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=512K", THEN STENCIL}};
    bool seen[2] = {false, false};
    set_up(&run, "static", 0, &x);
    x.config.mask.epoch_cycles = 5000;
    x.config.chip.sm.count = 2;
    shared_runs_all(&x, 1);
    for (size_t i = 0; i < x.result.epoch_samples; i++) {
        const epoch_sample *e = &x.result.epochs[i];
        assert_int_equal(e->app, (e->epoch + 1) * 5000 > x.result.app[1].begin);
        seen[e->app] = true;
    }
    assert_true(seen[0] && seen[1]);
    gpu_result_free(&x.result);
}

static void test_nobody_to_follow(void **state) {
    (void)state;
    static experiment x;
    const shared_run run = {"mask", "stall", FAULTS_NONE, {THEN HISTO}};
    char err[256];
    set_up(&run, "static", 0, &x);
    x.app[0].first_sm = 0;
    assert_null(gpu_new(&x.config, x.app, 1, NULL, err, sizeof err));
    assert_string_equal(err, "application 0: expected one that follows none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_order_of_ticks),
        cmocka_unit_test(test_frames_are_given_back),
        cmocka_unit_test(test_counts_begin_anew),
        cmocka_unit_test(test_the_last_one_is_launched_again),
        cmocka_unit_test(test_epochs_name_applications),
        cmocka_unit_test(test_nobody_to_follow),
    };
    return UNIT_TEST_RUN("follow", tests);
}
