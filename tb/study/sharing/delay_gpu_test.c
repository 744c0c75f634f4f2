/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GPU whose blocks are delays: what thesis 5.2 and 5.3 say of taking SMs, and that leaving cycles out
 * changes no event.
 */
#include "study/sharing/delay_gpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "near.h"
#include "study/sharing/kernel_table.h"
#include "unit_test.h"

#define EVENTS 200000U
#define FAR    (UINT64_C(1) << 40)
/* Cycles for a search for each SM, the looks, and a block in a cycle. */
#define SETTING_UP (DELAY_SMS * (DELAY_SMS + 1U) + DELAY_SMS * DELAY_BLOCKS + 100U)

typedef struct {
    uint32_t count;
    delay_event of[EVENTS];
} event_log;

static void keep_event(void *ctx, const delay_event *e) {
    event_log *log = ctx;
    assert_true(log->count < EVENTS);
    memset(&log->of[log->count], 0, sizeof *e); /* no padding in what is compared */
    log->of[log->count].cycle = e->cycle;
    log->of[log->count].kind = e->kind;
    log->of[log->count].sm = e->sm;
    log->of[log->count++].context = e->context;
}

static delay_gpu *gpu_with(delay_policy policy, bool drain, event_log *log) {
    const delay_config config = {
        .policy = policy, .drain = drain, .seed = 1, .event = log ? keep_event : NULL, .ctx = log};
    char err[256] = "";
    delay_gpu *g = delay_gpu_new(&config, err, sizeof err);
    if (!g)
        fail_msg("%s", err);
    return g;
}

static delay_kernel kernel_of_table(const char *benchmark, uint32_t number) {
    const table_benchmark *b = kernel_table_find(benchmark);
    assert_non_null(b);
    return kernel_table_delays(&b->kernel[number]);
}

static double in_us(uint64_t cycles) {
    return (double)cycles / DELAY_MHZ;
}

/* ---- Table 5.2 ---- */

/* The column "Save Time": of all blocks that fit an SM, its share of the bandwidth. In us. */
static void test_save_times_of_the_table(void **state) {
    static const struct {
        const char *benchmark;
        double us[9];
    } rows[] = {
        {"lbm", {16.20}},         {"histo", {14.59, 10.24, 8.96, 5.76}},
        {"tpacf", {2.75}},        {"spmv", {3.71}},
        {"mri-q", {10.75, 6.14}}, {"sad", {13.31, 3.33, 4.71}},
        {"sgemm", {16.13}},       {"stencil", {10.50}},
        {"cutcp", {3.27}},        {"mri-gridding", {4.10, 5.36, 7.73, 4.10, 8.19, 8.52, 10.08, 5.20, 5.36}}};
    uint32_t kernels = 0;
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const table_benchmark *b = kernel_table_find(rows[r].benchmark);
        assert_non_null(b);
        for (uint32_t k = 0; b->kernel[k].name; k++, kernels++) {
            const delay_kernel d = kernel_table_delays(&b->kernel[k]);
            assert_near(in_us(d.per_sm * d.save_cycles), rows[r].us[k], 0.03);
        }
    }
    assert_int_equal(kernels, 24);
    assert_null(kernel_table_find("bfs")); /* 5.3.1: "We do not use the BFS benchmark" */
}

/* "For each kernel we show [...] the execution time of the kernel": alone it takes that, and its set-up. */
static void test_kernels_take_the_time_of_the_table(void **state) {
    (void)state;
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++)
        for (const table_kernel *k = b->kernel; k->name; k++) {
            const delay_kernel d = kernel_table_delays(k);
            const uint64_t wanted = (uint64_t)k->time * DELAY_MHZ / 100;
            const uint64_t waves = wanted / d.block_cycles; /* each begins within a look at every SM */
            delay_gpu *g = gpu_with(DELAY_FCFS, false, NULL);
            delay_gpu_launch(g, 3, &d, 0, DELAY_SMS);
            assert_int_equal(delay_gpu_run(g, FAR), 3);
            assert_int_equal(delay_gpu_stats(g)->blocks, k->blocks);
            assert_in_range(delay_gpu_cycle(g), wanted - waves, wanted + SETTING_UP + 2 * DELAY_SMS * waves);
            delay_gpu_free(g);
        }
}

/* ---- preemption ---- */

/* lbm has all SMs; in cycle 50000 a kernel of high priority comes that takes all. */
static delay_gpu *prioritised(delay_policy policy, bool drain, event_log *log) {
    const delay_kernel low = kernel_of_table("lbm", 0), high = kernel_of_table("sgemm", 0);
    delay_gpu *g = gpu_with(policy, drain, log);
    delay_gpu_launch(g, 0, &low, 0, DELAY_SMS);
    assert_int_equal(delay_gpu_run(g, 50000), DELAY_NONE);
    assert_int_equal(delay_gpu_cycle(g), 50000);
    delay_gpu_launch(g, 1, &high, 1, DELAY_SMS);
    return g;
}

/* 5.3.2: "a longest projected context save time of 16.2us (StreamCollide kernel from lbm)": that is what it
 * takes to get an SM from it. */
static void test_a_switch_takes_the_save_time(void **state) {
    (void)state;
    delay_gpu *g = prioritised(DELAY_PPQ, false, NULL);
    assert_int_equal(delay_gpu_run(g, FAR), 1);
    const delay_stats *s = delay_gpu_stats(g);
    assert_int_equal(s->preemptions, DELAY_SMS);
    assert_near(in_us(s->taken_cycles) / DELAY_SMS, 16.2, 0.1);
    assert_int_equal(s->saved, DELAY_SMS * 15);
    delay_gpu_free(g);
}

/* 5.2.2: with draining "no context has to be saved nor restored"; "its latency depends on the execution time
 * of currently running thread blocks". */
static void test_a_drain_waits_for_the_blocks(void **state) {
    const uint64_t block = kernel_of_table("lbm", 0).block_cycles;
    (void)state;
    delay_gpu *g = prioritised(DELAY_PPQ, true, NULL);
    assert_int_equal(delay_gpu_run(g, FAR), 1);
    const delay_stats *s = delay_gpu_stats(g);
    assert_int_equal(s->preemptions, DELAY_SMS);
    assert_int_equal(s->saved, 0);
    /* Blocks began one look after the other, and wave by wave. */
    assert_in_range(s->taken_most, (block - 50000 % block) / 2, block + SETTING_UP);
    delay_gpu_free(g);
}

/* 5.3.2: "the high-priority kernels do not have to wait for the whole low-priority kernel to finish, just the
 * usually much shorter preemption latency." Non-preemptive, they wait. */
static void test_priority_does_not_wait(void **state) {
    static event_log log;
    uint64_t first[2] = {0, 0};
    (void)state;
    for (int preempts = 0; preempts < 2; preempts++) {
        log.count = 0;
        delay_gpu *g = prioritised(preempts ? DELAY_PPQ : DELAY_NPQ, false, &log);
        while (delay_gpu_run(g, FAR) != 1) {
        }
        for (uint32_t n = log.count; n-- > 0;)
            if (log.of[n].kind == DELAY_GIVEN && log.of[n].context == 1)
                first[preempts] = log.of[n].cycle;
        delay_gpu_free(g);
    }
    assert_true(in_us(first[1] - 50000) < 17);
    assert_true(in_us(first[0] - 50000) > 2000); /* lbm's kernel takes 2906 us */
}

/* 5.2.2: "these thread blocks are issued again, later on", and go on where they were: lbm's kernel takes its
 * own time, the time of the other, and what saving and restoring takes. */
static void test_preempted_blocks_go_on(void **state) {
    const uint64_t own = UINT64_C(290581) * DELAY_MHZ / 100;
    (void)state;
    delay_gpu *g = prioritised(DELAY_PPQ, false, NULL);
    assert_int_equal(delay_gpu_run(g, FAR), 1);
    const uint64_t other = delay_gpu_cycle(g) - 50000;
    assert_int_equal(delay_gpu_run(g, FAR), 0);
    assert_int_equal(delay_gpu_stats(g)->blocks, 18000 + 528);
    const uint64_t restored = 15 * kernel_of_table("lbm", 0).save_cycles;
    assert_in_range(delay_gpu_cycle(g), own + other, own + other + 2 * restored + own / 50);
    delay_gpu_free(g);
}

/* 5.3.4: "The rest of the SMs that cannot be evenly distributed (r = Nsm mod Np) are assigned to the r
 * kernels that first reach the active queue." */
static void test_equal_shares(void **state) {
    static event_log log;
    uint32_t owner[DELAY_SMS] = {0}, owned[2] = {0, 0};
    const delay_kernel low = kernel_of_table("lbm", 0);
    (void)state;
    log.count = 0;
    delay_gpu *g = gpu_with(DELAY_DSS, false, &log);
    delay_gpu_launch(g, 0, &low, 0, 7);
    assert_int_equal(delay_gpu_run(g, 20000), DELAY_NONE);
    delay_gpu_launch(g, 1, &low, 0, 6);
    assert_int_equal(delay_gpu_run(g, 100000), DELAY_NONE);
    for (uint32_t n = 0; n < log.count; n++)
        if (log.of[n].kind == DELAY_GIVEN)
            owner[log.of[n].sm] = log.of[n].context;
    for (uint32_t i = 0; i < DELAY_SMS; i++)
        owned[owner[i]]++;
    assert_int_equal(owned[0], 7);
    assert_int_equal(owned[1], 6);
    delay_gpu_free(g);
}

/* ---- what is left out ---- */

/* Random kernels of all contexts; the next one when one has ended, at once or later. */
static void random_load(const delay_config *config, uint64_t seed, delay_stats *stats) {
    uint64_t random = seed, launch[DELAY_CONTEXTS];
    uint32_t left = 60;
    char err[256] = "";
    delay_gpu *g = delay_gpu_new(config, err, sizeof err);
    assert_non_null(g);
    for (uint32_t c = 0; c < DELAY_CONTEXTS; c++)
        launch[c] = random_next(&random) % 30000;
    for (uint32_t active = 0; active != 0 || left != 0;) {
        uint64_t next = FAR;
        for (uint32_t c = 0; c < DELAY_CONTEXTS; c++) {
            if (launch[c] <= delay_gpu_cycle(g) && left != 0) {
                const delay_kernel k = {.blocks = (uint32_t)(random_next(&random) % 400),
                                        .per_sm = 1 + (uint32_t)(random_next(&random) % DELAY_BLOCKS),
                                        .block_cycles = 1 + random_next(&random) % 5000,
                                        .save_cycles = random_next(&random) % 300};
                delay_gpu_launch(g, c, &k, (uint32_t)(random_next(&random) % 4),
                                 (uint32_t)(random_next(&random) % 4));
                launch[c] = FAR;
                active++;
                left--;
            }
            next = left != 0 && launch[c] < next ? launch[c] : next;
        }
        const uint32_t ended = delay_gpu_run(g, next);
        if (ended != DELAY_NONE) {
            launch[ended] = delay_gpu_cycle(g) + (random_next(&random) % 2) * (random_next(&random) % 20000);
            active--;
        }
    }
    *stats = *delay_gpu_stats(g);
    delay_gpu_free(g);
}

/* Each cycle simulated, or whole turns of the driver left out: the same events in the same cycles. */
static void test_leaving_turns_out_changes_nothing(void **state) {
    static event_log logs[2];
    uint64_t preemptions = 0, steps[2] = {0, 0};
    (void)state;
    for (delay_policy policy = DELAY_FCFS; policy <= DELAY_DSS; policy++)
        for (unsigned n = 0; n < 4; n++) {
            delay_stats stats[2];
            for (unsigned every = 0; every < 2; every++) {
                const delay_config config = {.policy = policy,
                                             .drain = n % 2 != 0,
                                             .spread = n < 2 ? 0 : 50,
                                             .seed = 7,
                                             .every_cycle = every != 0,
                                             .event = keep_event,
                                             .ctx = &logs[every]};
                logs[every].count = 0;
                random_load(&config, 1 + policy * 4 + n, &stats[every]);
                steps[every] += stats[every].steps;
            }
            assert_int_equal(logs[0].count, logs[1].count);
            assert_memory_equal(logs[0].of, logs[1].of, logs[0].count * sizeof logs[0].of[0]);
            assert_true(stats[0].event_hash == stats[1].event_hash);
            assert_int_equal(stats[0].blocks, stats[1].blocks);
            assert_int_equal(stats[0].saved, stats[1].saved);
            preemptions += stats[0].preemptions;
        }
    assert_true(preemptions > 1000);
    assert_true(steps[0] < steps[1] / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_save_times_of_the_table),
        cmocka_unit_test(test_kernels_take_the_time_of_the_table),
        cmocka_unit_test(test_a_switch_takes_the_save_time),
        cmocka_unit_test(test_a_drain_waits_for_the_blocks),
        cmocka_unit_test(test_priority_does_not_wait),
        cmocka_unit_test(test_preempted_blocks_go_on),
        cmocka_unit_test(test_equal_shares),
        cmocka_unit_test(test_leaving_turns_out_changes_nothing),
    };
    return UNIT_TEST_RUN("delay_gpu", tests);
}
