/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip with faults: every scheme ends with the right values, whatever the order of ticks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault_runs.h"
#include "unit_test.h"

static void check_faults(const fault_run *r, const gpu_result *result) {
    const fault_stats *s = &result->faults;
    assert_true(s->faults > 0);
    assert_int_equal(s->requests, s->faults + s->merged + s->late);
    assert_int_equal(s->local != 0, r->local);
    assert_int_equal(s->migrated != 0, r->faults == FAULTS_MIGRATE);
    /* No fault is faster than one on an idle system. */
    assert_true(s->cycles >= s->faults * (s->allocated ? 10000 : 12000));
    assert_true(s->handler_cycles <= result->cycles && s->link_cycles <= result->cycles);
    assert_int_equal(s->handler_cycles, (s->faults - s->local) * 2000);
    assert_int_equal(result->app[0].stats.instructions, result->app[0].first_instructions);
}

static void every_scheme(void **state) {
    (void)state;
    static experiment x[2];
    for (const fault_run *r = fault_runs; r->scheme; r++) {
        for (size_t i = 0; i < 2; i++)
            fault_run_setup(r, &x[i]);
        x[1].config.shuffle_seed = unit_test_seed() | 1;
        fault_run_all(x, 2);
        check_faults(r, &x[0].result);
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        for (size_t i = 0; i < 2; i++)
            gpu_result_free(&x[i].result);
    }
}

/* Who sleeps has nothing to do: nothing changes when everybody always ticks. */
static void sleep_is_idle(void **state) {
    (void)state;
    static experiment x[2];
    for (const fault_run *r = fault_runs; r->scheme; r++) {
        for (size_t i = 0; i < 2; i++) {
            fault_run_setup(r, &x[i]);
            x[i].config.never_sleep = i != 0;
        }
        fault_run_all(x, 2);
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        for (size_t i = 0; i < 2; i++)
            gpu_result_free(&x[i].result);
    }
}

/* The same run without faults leaves the same, sooner. */
static void faults_cost_time_only(void **state) {
    (void)state;
    static experiment x[3];
    const fault_mode modes[] = {FAULTS_NONE, FAULTS_LAZY, FAULTS_MIGRATE};
    for (size_t i = 0; i < 3; i++) {
        fault_run_setup(&fault_runs[2], &x[i]);
        x[i].config.exceptions.faults = modes[i];
    }
    fault_run_all(x, 3);
    for (size_t i = 1; i < 3; i++) {
        const app_result *a = &x[i].result.app[0];
        assert_memory_equal(&a->values, &x[0].result.app[0].values, sizeof a->values);
        assert_true(x[i].result.cycles > x[i - 1].result.cycles + 9000);
    }
    assert_int_equal(x[0].result.faults.requests, 0);
    /* a = b + s * c of 3 x 128 KB: the first is the output. */
    assert_int_equal(x[1].result.faults.allocated, 32);
    assert_int_equal(x[1].result.faults.migrated, 0);
    assert_int_equal(x[2].result.faults.allocated, 32);
    assert_int_equal(x[2].result.faults.migrated, 64);
    for (size_t i = 0; i < 3; i++)
        gpu_result_free(&x[i].result);
}

/* A trace tells its pages one by one; two applications share the host. */
static void traces_and_company(void **state) {
    (void)state;
    static experiment x[2];
    static char spec[512];
    const char *traces = getenv("GMMU_TRACES");
    (void)snprintf(spec, sizeof spec, "trace:%s/vectoradd_sm80/kernelslist.g",
                   traces ? traces : "../shared/traces");
    FILE *file = fopen(spec + strlen("trace:"), "r");
    if (!file)
        print_message("SKIP: no trace %s\n", spec);
    else
        (void)fclose(file);
    for (size_t i = 0; i < 2; i++) {
        fault_run_setup(&fault_runs[7], &x[i]);
        x[i].config.check_values = false; /* the shorter application starts again */
        x[i].config.shuffle_seed = i ? unit_test_seed() | 1 : 0;
        x[i].napps = 2;
        x[i].app[0] = (gpu_app){.spec = file ? spec : "kernel:histo,size=8K", .sms = 8};
        x[i].app[1] = (gpu_app){.spec = "kernel:spmv,rows=1K", .first_sm = 8, .sms = 8};
    }
    fault_run_all(x, 2);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    assert_true(x[0].result.faults.faults > 2);
    for (size_t i = 0; i < 2; i++)
        gpu_result_free(&x[i].result);
}

/* On the chip of MASK a fault is a long miss of the GTO SM. */
static void other_chips(void **state) {
    (void)state;
    static experiment x;
    char err[256] = "";
    fault_run_setup(&fault_runs[0], &x);
    x.config.check_values = false;
    x.config.chip = *chip_preset("mask");
    fault_run_all(&x, 1);
    assert_true(x.result.faults.migrated > 0);
    gpu_result_free(&x.result);
    x.config.exceptions.scheme = SCHEME_REPLAY;
    assert_null(gpu_new(&x.config, x.app, 1, NULL, err, sizeof err));
    assert_non_null(strstr(err, "preemptible"));
    x.config.exceptions.scheme = SCHEME_STALL;
    x.config.design = *design_preset("ideal");
    assert_null(gpu_new(&x.config, x.app, 1, NULL, err, sizeof err));
    assert_non_null(strstr(err, "real TLBs"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme),          cmocka_unit_test(sleep_is_idle),
        cmocka_unit_test(faults_cost_time_only), cmocka_unit_test(traces_and_company),
        cmocka_unit_test(other_chips),
    };
    return UNIT_TEST_RUN("fault_gpu", tests);
}
