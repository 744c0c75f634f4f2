/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that share a GPU whose blocks are delays: thesis 5.3 in small. */
#include "study/sharing/processes.h"

#include <string.h>

#include "base/turnaround.h"
#include "near.h"
#include "study/sharing/kernel_table.h"
#include "unit_test.h"

#define USEC ((uint64_t)DELAY_MHZ)

static const pcie_bus bus = {.mhz = 500, .lanes = 32, .burst = 4096}; /* Table 5.1: 8 GB/s each way */

static process_spec process_with(uint32_t launches, uint32_t blocks, uint32_t per_sm, uint64_t us) {
    return (process_spec){
        .name = "p",
        .kernels = 1,
        .kernel = {{launches,
                    {.blocks = blocks, .per_sm = per_sm, .block_cycles = us * USEC, .save_cycles = USEC}}}};
}

static processes_result run_of(const process_settings *s, const process_spec *specs, uint32_t count) {
    processes_result r;
    char err[256] = "";
    if (!processes_run(s, specs, count, &r, err, sizeof err))
        fail_msg("%s", err);
    return r;
}

static double turnaround_us(const processes_result *r, uint32_t c) {
    return r->process[c].turnaround / DELAY_MHZ;
}

/* A run is a copy, the host's time and a kernel for each launch, the host's time, and a copy back. */
static void test_a_run_alone(void **state) {
    const process_settings settings = {.until = DELAY_NONE,
                                       .gpu = {.seed = 1},
                                       .runs = 2,
                                       .host_cycles = 50 * USEC,
                                       .queue = 1,
                                       .copy_bytes = 800000,
                                       .pcie = bus};
    const process_spec spec = process_with(3, 13, 1, 100);
    (void)state;
    const processes_result r = run_of(&settings, &spec, 1);
    assert_int_equal(r.process[0].runs, 2);
    assert_in_range(r.process[0].launches, 6, 7);
    /* 196 bursts of 4 KB at 8 GB/s, twice; four times the host; three kernels of one wave. */
    assert_near(turnaround_us(&r, 0), 2 * 100.352 + 4 * 50 + 3 * 100, 3);
    assert_true(r.cycles >= 2 * 700 * USEC);
}

/* Every kernel has its launches in a run, in turn. */
static void test_launches_of_a_benchmark(void **state) {
    const process_settings settings = {.until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 1};
    (void)state;
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++) {
        process_spec spec = {.name = b->name};
        double us = 0.0;
        uint64_t launches = 0;
        for (const table_kernel *k = b->kernel; k->name; k++) {
            spec.kernel[spec.kernels++] = (process_kernel){k->launches, kernel_table_delays(k)};
            us += k->launches * (double)k->time / 100;
            launches += k->launches;
        }
        if (us > 100000)
            continue; /* lbm, stencil, mri-gridding: the same, but long under sanitizers */
        const processes_result r = run_of(&settings, &spec, 1);
        assert_in_range(r.process[0].launches, launches, launches + 1); /* the next run has begun */
        assert_near(turnaround_us(&r, 0) / us, 1.0, 0.05);
    }
}

/* "The scheduling policy in the data transfer engine is FCFS" (5.3.4); with priorities "always NPQ" (5.3.2):
 * the last process gets the engine before others that have waited longer. */
static void test_copies(void **state) {
    process_settings settings = {.until = DELAY_NONE,
                                 .gpu = {.seed = 1, .policy = DELAY_NPQ},
                                 .runs = 1,
                                 .most_cycles = 50000 * USEC,
                                 .copy_bytes = 8000000,
                                 .pcie = bus};
    process_spec specs[3];
    (void)state;
    for (uint32_t c = 0; c < 3; c++) {
        specs[c] = process_with(1, 1, 1, 10);
        specs[c].arrives = c * 100 * USEC;
    }
    specs[2].priority = 1;
    /* Each copy takes 1 ms; the third to the GPU ends after 3 ms, and nothing is in the way of the one back.
     */
    processes_result r = run_of(&settings, specs, 3);
    assert_near(turnaround_us(&r, 2), 4000 - 200, 100);
    settings.copy_by_priority = true;
    r = run_of(&settings, specs, 3);
    assert_near(turnaround_us(&r, 2), 3000 - 200, 100);
}

/* 5.3.4: equal sharing helps short processes "since their waiting time is lowered by spatially sharing the
 * SMs", "at the expense of very long" ones; with both mechanisms. And it is fairer than FCFS. */
static void test_sharing_helps_short_processes(void **state) {
    const process_spec specs[2] = {process_with(5, 2000, 4, 30), process_with(2, 52, 4, 20)};
    process_settings settings = {
        .until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 2, .host_cycles = 10 * USEC, .queue = 1};
    double alone[2], progress[2];
    (void)state;
    for (uint32_t c = 0; c < 2; c++) {
        const processes_result r = run_of(&settings, &specs[c], 1);
        alone[c] = r.process[0].turnaround;
    }
    const processes_result fcfs = run_of(&settings, specs, 2);
    for (uint32_t c = 0; c < 2; c++)
        progress[c] = alone[c] / fcfs.process[c].turnaround;
    const double fairness = progress_metrics_of(progress, 2).fairness;
    for (int drain = 0; drain < 2; drain++) {
        settings.gpu.policy = DELAY_DSS;
        settings.gpu.drain = drain != 0;
        const processes_result dss = run_of(&settings, specs, 2);
        for (uint32_t c = 0; c < 2; c++)
            progress[c] = alone[c] / dss.process[c].turnaround;
        assert_true(dss.process[1].turnaround < fcfs.process[1].turnaround / 2);
        assert_true(dss.process[0].turnaround > fcfs.process[0].turnaround);
        assert_true(progress_metrics_of(progress, 2).fairness > 1.5 * fairness);
    }
}

/* 2.2: "At any given moment, the GPU is executing commands from one context only", and "all commands
 * submitted to the GPU must complete before switching to another context". Each kernel has one block: the GPU
 * has room for both, and today's does not use it. With the context table of 5.2.1 they run side by side. */
static void test_fcfs_is_one_context_at_a_time(void **state) {
    const process_spec specs[2] = {process_with(1, 1, 1, 1000), process_with(1, 1, 1, 1000)};
    process_settings settings = {.until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 1, .once = true};
    (void)state;
    for (unsigned host = 0; host < 2; host++) {
        settings.host_cycles = host * 10 * USEC;
        settings.gpu.policy = DELAY_FCFS;
        const processes_result fcfs = run_of(&settings, specs, 2);
        assert_near(turnaround_us(&fcfs, 0), 1000, 30);
        assert_near(turnaround_us(&fcfs, 1), 2000, 30);
        settings.gpu.policy = DELAY_NPQ;
        const processes_result npq = run_of(&settings, specs, 2);
        assert_near(turnaround_us(&npq, 0), 1000, 30);
        assert_near(turnaround_us(&npq, 1), 1000, 30);
    }
}

/* 2.1: "commands are sent to the GPU as soon as possible". A host that does not wait for its kernels submits
 * all of a run while the first runs, and the other context waits for all; with one that waits, contexts
 * change from kernel to kernel. */
static void test_submitted_commands_go_first(void **state) {
    const process_spec specs[2] = {process_with(10, 13, 1, 100), process_with(2, 13, 1, 100)};
    process_settings settings = {.until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 1, .once = true};
    (void)state;
    const processes_result at_once = run_of(&settings, specs, 2);
    assert_near(turnaround_us(&at_once, 0), 1000, 30);
    assert_near(turnaround_us(&at_once, 1), 1200, 30);
    settings.host_cycles = 10 * USEC;
    const processes_result meanwhile = run_of(&settings, specs, 2);
    assert_near(turnaround_us(&meanwhile, 0), 1010, 30);
    assert_near(turnaround_us(&meanwhile, 1), 1210, 30);
    settings.queue = 1;
    const processes_result in_turn = run_of(&settings, specs, 2);
    assert_near(turnaround_us(&in_turn, 1), 4 * 100, 50);
    assert_near(turnaround_us(&in_turn, 0), 10 * 110 + 2 * 90, 50);
}

/* 5.3.3: "some applications tend to asynchronously enqueue many kernel invocations". The host's time between
 * ten kernels of 100 us is hidden behind them if its queue holds two commands; a host that is slower than the
 * GPU is what a run waits for, and a long queue is of no use then. */
static void test_a_queue_hides_the_host(void **state) {
    const process_spec spec = process_with(10, 13, 1, 100);
    process_settings settings = {.until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 1, .once = true};
    (void)state;
    static const struct {
        uint64_t host, queue, took; /* us, commands, us */
    } rows[] = {{90, 1, 11 * 90 + 10 * 100}, {90, 2, 90 + 10 * 100},
                {90, 64, 90 + 10 * 100},     {150, 1, 11 * 150 + 10 * 100},
                {150, 2, 11 * 150},          {150, 64, 11 * 150},
                {300, 64, 11 * 300}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        settings.host_cycles = rows[i].host * USEC;
        settings.queue = (uint32_t)rows[i].queue;
        const processes_result r = run_of(&settings, &spec, 1);
        assert_near(turnaround_us(&r, 0), (double)rows[i].took, 20);
    }
}

/* 4.2.1: traces hold "all the memory transfer, kernel execution and CPU execution phases". A phase begins
 * when the GPU has done all, nothing hides it, and a run alone is longer by it; wherever it is. */
static void test_phases_of_the_cpu(void **state) {
    process_spec spec = process_with(10, 13, 1, 100);
    process_settings settings = {.until = DELAY_NONE,
                                 .gpu = {.seed = 1},
                                 .runs = 3,
                                 .host_cycles = 5 * USEC,
                                 .queue = 64,
                                 .pcie = bus};
    (void)state;
    const processes_result before = run_of(&settings, &spec, 1);
    spec.phase_cycles = 2000 * USEC;
    for (int rounds = 0; rounds < 2; rounds++) {
        settings.phases_in_rounds = rounds != 0;
        for (settings.queue = 1; settings.queue <= 64; settings.queue *= 64) {
            const processes_result r = run_of(&settings, &spec, 1);
            /* In rounds the host's 5 us are hidden no more. */
            const double hidden = rounds || settings.queue == 1 ? 10 * 5 : 0;
            assert_near(turnaround_us(&r, 0), turnaround_us(&before, 0) + 2000 + hidden, 15);
            assert_int_equal(r.process[0].runs, 3);
        }
    }
}

/* 5.3.4: "there is not much to improve because the interleaved execution phases of the benchmark applications
 * [...] keep ANTT low". Under FCFS a process waits for the other's commands, and not for its CPU: processes
 * that leave the GPU alone for nine tenths of their time hardly slow each other down. */
static void test_interleaved_phases_keep_antt_low(void **state) {
    process_spec specs[2] = {process_with(10, 13, 1, 100), process_with(10, 13, 1, 100)};
    process_settings settings = {.until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 4, .queue = 64};
    (void)state;
    for (int rounds = 0; rounds < 2; rounds++) {
        double ntt[2];
        settings.phases_in_rounds = rounds != 0;
        for (unsigned phases = 0; phases < 2; phases++) {
            specs[0].phase_cycles = specs[1].phase_cycles = phases * 9000 * USEC;
            const processes_result alone = run_of(&settings, specs, 1), both = run_of(&settings, specs, 2);
            ntt[phases] = both.process[1].turnaround / alone.process[0].turnaround;
        }
        assert_true(ntt[0] > 1.7);
        assert_true(ntt[1] < 1.15);
    }
}

/* Copies are commands, too: a context's kernel does not run while another's data move. */
static void test_copies_take_turns_under_fcfs(void **state) {
    process_spec specs[2] = {process_with(1, 1, 1, 1000), process_with(1, 1, 1, 1000)};
    process_settings settings = {
        .until = DELAY_NONE, .gpu = {.seed = 1}, .runs = 1, .once = true, .copy_bytes = 8000000, .pcie = bus};
    (void)state;
    specs[1].arrives = USEC;
    const processes_result fcfs = run_of(&settings, specs, 2);
    assert_near(turnaround_us(&fcfs, 0), 3000, 30);
    assert_near(turnaround_us(&fcfs, 1), 6000, 30);
    settings.gpu.policy = DELAY_NPQ;
    const processes_result npq = run_of(&settings, specs, 2);
    assert_near(turnaround_us(&npq, 1), 4000, 30);
}

/* A process that starves ends the run with a line: the one of high priority never leaves it an SM. */
static void test_starved(void **state) {
    process_spec specs[2] = {process_with(3, 4000, 4, 30), process_with(1, 4000, 4, 30)};
    const process_settings settings = {
        .until = DELAY_NONE, .gpu = {.seed = 1, .policy = DELAY_PPQ}, .runs = 1, .most_cycles = 30000 * USEC};
    processes_result r;
    char err[256] = "";
    (void)state;
    specs[1].priority = 1;
    assert_false(processes_run(&settings, specs, 2, &r, err, sizeof err));
    assert_string_equal(err, "process 0 has run 0 times after 30000 us, expected 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_run_alone),
        cmocka_unit_test(test_launches_of_a_benchmark),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_sharing_helps_short_processes),
        cmocka_unit_test(test_fcfs_is_one_context_at_a_time),
        cmocka_unit_test(test_submitted_commands_go_first),
        cmocka_unit_test(test_a_queue_hides_the_host),
        cmocka_unit_test(test_phases_of_the_cpu),
        cmocka_unit_test(test_interleaved_phases_keep_antt_low),
        cmocka_unit_test(test_copies_take_turns_under_fcfs),
        cmocka_unit_test(test_starved),
    };
    return UNIT_TEST_RUN("processes", tests);
}
