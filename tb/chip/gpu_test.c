/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip in C: results do not depend on the order of ticks, on threads or on the run. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "gpu_workloads.h"
#include "unit_test.h"

/* Runs `count` copies of a workload that differ as `vary` says; true when set up. */
static bool run_copies(const gpu_workload *w, experiment *x, size_t count,
                       void (*vary)(experiment *, size_t)) {
    experiment *list[4];
    for (size_t i = 0; i < count; i++) {
        if (!gpu_workload_setup(w, &x[i]))
            return false;
        if (vary)
            vary(&x[i], i);
        list[i] = &x[i];
    }
    bool ok = experiments_run(list, count, 2, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        if (!x[i].ok)
            print_error("%s: %s\n", w->name, x[i].error);
    assert_true(ok);
    return true;
}

static void free_copies(experiment *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        gpu_result_free(&x[i].result);
}

static void shuffle_second(experiment *x, size_t i) {
    x->config.shuffle_seed = i ? unit_test_seed() | 1 : 0;
}

/* Every translation passed the oracle, or the run would have failed; it must have been asked. */
static void check_statistics(const gpu_workload *w, const gpu_result *r) {
    for (uint32_t i = 0; i < r->apps; i++) {
        const app_result *a = &r->app[i];
        assert_true(a->launches >= 1);
        assert_true(a->first_cycles > 0 && a->first_cycles <= r->cycles);
        assert_true(a->stats.instructions >= a->first_instructions);
        assert_true(a->stats.l1_tlb_hits + a->stats.l1_tlb_misses > 0);
        if (strcmp(w->design, "ideal") != 0)
            assert_true(a->stats.walks > 0 && a->stats.oracle_checks > 0);
        if (strcmp(w->design, "sharedtlb") == 0)
            assert_int_equal(a->stats.bypass_fills, 0);
    }
    if (w->instructions)
        assert_int_equal(r->app[0].first_instructions, w->instructions);
    if (r->apps == 1)
        assert_int_equal(r->app[0].stats.instructions, r->app[0].first_instructions);
}

static void test_tick_order_and_threads(void **state) {
    (void)state;
    for (const gpu_workload *w = gpu_workloads; w->name; w++) {
        static experiment x[2];
        if (!run_copies(w, x, 2, shuffle_second))
            continue;
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        check_statistics(w, &x[0].result);
        free_copies(x, 2);
    }
}

static void wake_second(experiment *x, size_t i) {
    x->config.never_sleep = i != 0;
}

/* Who sleeps has nothing to do: nothing changes when everybody always ticks. */
static void test_sleep(void **state) {
    (void)state;
    for (const gpu_workload *w = gpu_workloads; w->name; w++) {
        static experiment x[2];
        if (!run_copies(w, x, 2, wake_second))
            continue;
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        free_copies(x, 2);
    }
}

static void reseed_second(experiment *x, size_t i) {
    x->config.seed = 7 + i;
}

/* The event hash sees a difference in data alone. */
static void test_seed_matters(void **state) {
    (void)state;
    static experiment x[2];
    assert_true(run_copies(&gpu_workloads[3], x, 2, reseed_second));
    assert_int_not_equal(x[0].result.event_hash, x[1].result.event_hash);
    free_copies(x, 2);
}

static void redesign_second(experiment *x, size_t i) {
    x->config.design = *design_preset(i ? "sharedtlb" : "mask");
}

static void test_design_matters(void **state) {
    (void)state;
    static experiment x[2];
    assert_true(run_copies(&gpu_workloads[3], x, 2, redesign_second));
    assert_int_not_equal(x[0].result.event_hash, x[1].result.event_hash);
    assert_true(x[0].result.app[0].stats.bypass_fills > 0);
    assert_true(x[0].result.app[0].stats.dram_requests[0] > 0);
    assert_int_equal(x[1].result.app[0].stats.dram_requests[0], 0);
    assert_int_equal(x[1].result.app[0].stats.dram_requests[1], 0);
    free_copies(x, 2);
}

static void channels_second(experiment *x, size_t i) {
    x->config.design = *design_preset("sharedtlb");
    x->app[1].spec = "kernel:stream,size=6M"; /* more than the L2 cache */
    if (i)
        x->config.design.l2_walk_channel = x->config.design.dram_walk_channel = true;
}

/* In the baseline address translation requests share caches and DRAM queues with data demand requests, and
 * are slowed down by them (MASK 4.3, Fig. 9): with channels of their own walks are shorter. */
static void test_walks_queue_with_data(void **state) {
    (void)state;
    static experiment x[2];
    uint64_t latency[2];
    assert_true(run_copies(&gpu_workloads[3], x, 2, channels_second));
    for (size_t i = 0; i < 2; i++)
        latency[i] = x[i].result.app[0].stats.walk_cycles / x[i].result.app[0].stats.walks;
    assert_true(latency[0] * 10 > latency[1] * 11);
    free_copies(x, 2);
}

static void test_bad_configurations(void **state) {
    (void)state;
    static experiment x;
    char err[256] = "";
    assert_true(gpu_workload_setup(&gpu_workloads[3], &x));
    x.app[1].first_sm = 29;
    assert_null(gpu_new(&x.config, x.app, 2, NULL, err, sizeof err));
    assert_non_null(strstr(err, "expected SMs within the chip's 30"));
    assert_null(gpu_new(&x.config, x.app, 0, NULL, err, sizeof err));
    assert_non_null(strstr(err, "applications"));
    x.config.rtl_units[0] = "no_such_unit";
    x.app[1].first_sm = 15;
    assert_null(gpu_new(&x.config, x.app, 2, NULL, err, sizeof err));
    assert_non_null(strstr(err, "no RTL of unit 'no_such_unit'"));
}

static void test_max_cycles(void **state) {
    (void)state;
    static experiment x;
    experiment *list[] = {&x};
    assert_true(gpu_workload_setup(&gpu_workloads[3], &x));
    x.max_cycles = 1000;
    assert_false(experiments_run(list, 1, 1, NULL, NULL));
    assert_non_null(strstr(x.error, "not finished after 1000 cycles"));
}

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Whoever waits for runs goes on when the last one has ended, not when the bar is next shown: many runs are
 * short. These end at once; the least of several times, since other work may come between. */
static void test_no_wait_behind_the_last(void **state) {
    (void)state;
    static experiment x;
    experiment *list[] = {&x};
    double least = 1.0;
    assert_true(gpu_workload_setup(&gpu_workloads[0], &x));
    x.config.rtl_units[0] = "no_such_unit";
    for (int i = 0; i < 10; i++) {
        const double start = seconds_now();
        assert_false(experiments_run(list, 1, 1, NULL, NULL));
        const double took = seconds_now() - start;
        least = took < least ? took : least;
    }
    assert_true(least < 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_wait_behind_the_last),
        cmocka_unit_test(test_tick_order_and_threads),
        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_seed_matters),
        cmocka_unit_test(test_design_matters),
        cmocka_unit_test(test_walks_queue_with_data),
        cmocka_unit_test(test_bad_configurations),
        cmocka_unit_test(test_max_cycles),
    };
    return UNIT_TEST_RUN("gpu", tests);
}
