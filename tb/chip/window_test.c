/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The window of measurement: what is counted in it and nothing else, in a run whose beginning is unlike the
 * rest; adjacent windows add up; what makes a window impossible is said. And the measure of thesis 5.3.1,
 * launches that have ended.
 */
#include <stdio.h>
#include <string.h>

#include "gpu_workloads.h"
#include "unit_test.h"

#define EPOCH 5000U

/* Two applications, whose pages and lines the L2 TLB and the L2 cache hold. */
static const gpu_workload resident = {
    "resident", "sharedtlb", {"kernel:histo,size=64K", "kernel:stream,size=32K"}, 0};
/* The DRAM and the walkers are busy all the time, tokens move. */
static const gpu_workload busy = {
    "busy", "mask", {"kernel:gups,size=16M,updates=8K", "kernel:stream,size=2M"}, 0};

static void set_up(const gpu_workload *w, uint64_t warmup, uint64_t epochs, experiment *x) {
    assert_true(gpu_workload_setup(w, x));
    x->config.measure = (measure_config){.warmup_epochs = warmup, .epochs = epochs};
}

static void run_all(experiment *x, size_t count) {
    experiment *list[4];
    for (size_t i = 0; i < count; i++)
        list[i] = &x[i];
    const bool ok = experiments_run(list, count, 2, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        if (!x[i].ok)
            print_error("%s: %s\n", x[i].label, x[i].error);
    assert_true(ok);
}

static void free_all(experiment *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        gpu_result_free(&x[i].result);
}

/* MASK 6: the application that finishes first is launched again, so what is compared is a state that lasts.
 * Here all translations and lines are on the chip once every application has run once: in the window there is
 * no walk and no read of DRAM. Over the whole run there are, and IPC is that of the cold first launch. */
static void test_the_transient_does_not_count(void **state) {
    (void)state;
    static experiment x[3];
    set_up(&resident, 0, 0, &x[0]);
    set_up(&resident, 12, 4, &x[1]);
    set_up(&resident, 16, 4, &x[2]);
    run_all(x, 3);
    for (uint32_t a = 0; a < 2; a++) {
        const app_result *whole = &x[0].result.app[a], *steady = &x[1].result.app[a];
        assert_true(whole->stats.walks > 0 && whole->stats.dram_requests[2] > 0);
        assert_int_equal(steady->stats.walks, 0);
        assert_int_equal(steady->stats.l2_tlb_misses, 0);
        assert_int_equal(steady->stats.dram_requests[2], 0);
        assert_true(steady->launches >= 2);
        assert_int_equal(steady->window_cycles, 4 * EPOCH);
        assert_int_equal(app_ipc_instructions(steady), steady->stats.instructions);
        /* The state lasts, and the first launch is not like it. */
        const double later = app_ipc(&x[2].result.app[a]);
        assert_true(app_ipc(steady) > 0.95 * later && app_ipc(steady) < 1.05 * later);
        assert_true(app_ipc(whole) < 0.8 * later);
    }
    assert_int_equal(x[1].result.window_from, 12 * EPOCH);
    assert_int_equal(x[1].result.cycles, 16 * EPOCH);
    free_all(x, 3);
}

static void assert_sum(const uint64_t *first, const uint64_t *second, const uint64_t *both, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof *both; i++)
        if (first[i] + second[i] != both[i])
            fail_msg("counter %zu: %llu + %llu, not %llu", i, (unsigned long long)first[i],
                     (unsigned long long)second[i], (unsigned long long)both[i]);
}

#define ASSERT_SUM(member)                                                                                   \
    assert_sum((const uint64_t *)&a->member, (const uint64_t *)&b->member, (const uint64_t *)&both->member,  \
               sizeof a->member)

static void test_adjacent_windows_add_up(void **state) {
    (void)state;
    static experiment x[3];
    set_up(&busy, 1, 2, &x[0]);
    set_up(&busy, 3, 3, &x[1]);
    set_up(&busy, 1, 5, &x[2]);
    run_all(x, 3);
    {
        const gpu_result *a = &x[0].result, *b = &x[1].result, *both = &x[2].result;
        ASSERT_SUM(mem_cycles);
        ASSERT_SUM(queue_sum);
        assert_int_equal(b->event_hash, both->event_hash); /* measuring changes nothing */
    }
    for (uint32_t i = 0; i < 2; i++) {
        const app_result *a = &x[0].result.app[i], *b = &x[1].result.app[i], *both = &x[2].result.app[i];
        ASSERT_SUM(stats);
        ASSERT_SUM(launches);
        ASSERT_SUM(window_cycles);
        assert_true(both->stats.stall_tlb_cycles > 0 && both->stats.walks > 0);
    }
    free_all(x, 3);
}

/* What is drawn over time is what was counted: the epochs of a window add up to it, in a run that goes on. */
static void test_epochs_add_up_to_their_window(void **state) {
    (void)state;
    enum { WARMUP = 1, EPOCHS = 3 };
    static experiment x[2];
    set_up(&busy, WARMUP, EPOCHS, &x[0]);
    set_up(&busy, 0, WARMUP + EPOCHS + 2, &x[1]);
    run_all(x, 2);
    const gpu_result *window = &x[0].result, *whole = &x[1].result;
    assert_int_equal(whole->epoch_samples, 2 * whole->chip_epochs);
    assert_in_range(whole->chip_epochs, WARMUP + EPOCHS, WARMUP + EPOCHS + 2);
    chip_flow chip = {0};
    app_flow app[2] = {{0}};
    for (size_t e = WARMUP; e < WARMUP + EPOCHS; e++) {
        counters_add((uint64_t *)&chip, (const uint64_t *)&whole->chip_flow[e],
                     sizeof chip / sizeof(uint64_t));
        for (uint32_t a = 0; a < 2; a++) {
            assert_int_equal(whole->epochs[2 * e + a].epoch, e);
            assert_int_equal(whole->epochs[2 * e + a].app, a);
            counters_add((uint64_t *)&app[a], (const uint64_t *)&whole->app_flow[2 * e + a],
                         sizeof app[a] / sizeof(uint64_t));
        }
    }
    assert_int_equal(chip.mem_cycles, window->mem_cycles);
    assert_memory_equal(chip.queue_level, window->queue_sum, sizeof chip.queue_level);
    for (uint32_t a = 0; a < 2; a++) {
        const app_flow counted = timeline_flow(&window->app[a].stats);
        assert_memory_equal(&app[a], &counted, sizeof counted);
        assert_true(counted.instructions > 0 && counted.walks > 0 && counted.walk_queue_cycles > 0);
    }
    free_all(x, 2);
}

/* Nobody that sleeps at the edge of a window owes it anything. */
static void test_sleep_and_tick_order(void **state) {
    (void)state;
    static experiment x[3];
    for (uint32_t i = 0; i < 3; i++)
        set_up(&busy, 1, 2, &x[i]);
    x[1].config.never_sleep = true;
    x[2].config.shuffle_seed = unit_test_seed() | 1;
    run_all(x, 3);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    assert_true(gpu_result_equal(&x[0].result, &x[2].result));
    free_all(x, 3);
}

/* Thesis 5.3.1: "We run all benchmarks in the workload, replaying them once they complete until all
 * benchmarks have been executed at least 3 times." "Statistics are gathered only for the completed executions
 * and then averaged." */
static void test_all_are_replayed(void **state) {
    (void)state;
    static experiment x[2];
    set_up(&resident, 0, 0, &x[0]);
    set_up(&resident, 0, 0, &x[1]);
    x[0].config.measure = (measure_config){.launches = 3};
    x[1].config.measure = (measure_config){.launches = 3, .most_cycles = 200};
    run_all(x, 2);
    const gpu_result *r = &x[0].result;
    uint64_t slowest = 0, most = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const app_result *a = &r->app[i];
        assert_true(a->launches >= 3);
        assert_int_equal(a->ipc_launches, a->launches);
        assert_int_equal(app_ipc_instructions(a), a->first_instructions * a->launches);
        assert_true(a->first_cycles < a->ipc_cycles && a->ipc_cycles <= r->cycles);
        /* One that is under way at the end does not count. */
        assert_true(a->stats.instructions >= app_ipc_instructions(a));
        slowest = a->ipc_cycles > slowest ? a->ipc_cycles : slowest;
        most = a->launches > most ? a->launches : most;
    }
    assert_true(most > 3 && r->cycles - slowest < 100);
    assert_true(r->app[0].launches == 3 || r->app[1].launches == 3);
    /* Who has ended none when the time is over starves: a result, not an error. */
    assert_int_equal(x[1].result.cycles, x[1].config.measure.most_cycles);
    for (uint32_t i = 0; i < 2; i++)
        assert_true((app_ipc(&x[1].result.app[i]) > 0.0) == (x[1].result.app[i].launches > 0));
    free_all(x, 2);
}

static void assert_refused(experiment *x, const char *expected) {
    experiment *list[] = {x};
    assert_false(experiments_run(list, 1, 1, NULL, NULL));
    if (!strstr(x->error, expected))
        fail_msg("%s: expected %s", x->error, expected);
}

static void test_impossible_windows(void **state) {
    (void)state;
    static experiment x;
    set_up(&busy, 1, 2, &x);
    x.app[1].follows = true;
    assert_refused(&x, "measure.epochs: 2: expected 0 where an application follows another one");
    set_up(&busy, 1, 2, &x);
    x.config.check_values = true;
    assert_refused(&x, "measure.epochs: 2: expected 0 where the values of one launch are compared");
    set_up(&busy, 1, 2, &x);
    x.max_cycles = 3 * EPOCH - 1;
    assert_refused(&x, "the window of measure.epochs ends in cycle 15000: expected a --max-cycles of that");
    x.max_cycles++;
    run_all(&x, 1);
    free_all(&x, 1);
    set_up(&busy, 1, 2, &x);
    x.config.measure.launches = 3;
    assert_refused(&x, "measure.launches: 3: expected 0 with a window (measure.epochs)");
    set_up(&busy, 0, 0, &x);
    x.config.measure.most_cycles = 7;
    assert_refused(&x, "measure.most_cycles: 7: expected 0 without measure.launches");
    set_up(&busy, 0, 0, &x);
    x.config.measure.launches = 3;
    x.config.check_values = true;
    assert_refused(&x, "measure.launches: 3: expected 0 where the values of one launch are compared");
    set_up(&resident, 1, 1, &x);
    x.config.chip.tlb.level[1].latency = 10000; /* no translation before the end of the window */
    assert_refused(&x, "histo: no instruction from cycle 5000 to 10000: expected a window");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_transient_does_not_count),
        cmocka_unit_test(test_adjacent_windows_add_up),
        cmocka_unit_test(test_epochs_add_up_to_their_window),
        cmocka_unit_test(test_sleep_and_tick_order),
        cmocka_unit_test(test_all_are_replayed),
        cmocka_unit_test(test_impossible_windows),
    };
    return UNIT_TEST_RUN("window", tests);
}
