/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole chips whose applications share the SMs: blocks are saved and restored in the middle of
 * their work, on both kinds of SM, with and without faults. What each application leaves is what
 * a run in program order leaves, whatever the scheduler and the order of ticks.
 */
#include <stdio.h>
#include <string.h>

#include "chip/block_scheduler.h"
#include "chip/experiment.h"
#include "unit_test.h"

typedef struct {
    const char *chip, *scheme;
    fault_mode faults;
    uint64_t slice;
    const char *app[3];
} slice_run;

static const slice_run runs[] = {
    {"mask", "stall", FAULTS_NONE, 700, {"kernel:stream,size=384K", "kernel:histo,size=256K"}},
    {"mask",
     "stall",
     FAULTS_NONE,
     1500,
     {"kernel:stencil3d,n=32", "kernel:stream,size=96K", "kernel:histo,size=64K"}},
    {"tanasic", "stall", FAULTS_NONE, 2000, {"kernel:stream,size=384K", "kernel:histo,size=256K"}},
    {"tanasic", "inorder-commit", FAULTS_NONE, 1500, {"kernel:histo,size=256K", "kernel:stencil3d,n=16"}},
    {"tanasic", "wd-commit", FAULTS_MIGRATE, 4000, {"kernel:stream,size=96K", "kernel:histo,size=128K"}},
    {"tanasic", "wd-lastcheck", FAULTS_LAZY, 4000, {"kernel:stream,size=96K", "kernel:histo,size=128K"}},
    {"tanasic",
     "replay",
     FAULTS_MIGRATE,
     4000,
     {"kernel:stream,size=96K", "kernel:stencil3d,n=16", "kernel:histo,size=64K"}},
    {"tanasic", "oplog:16K", FAULTS_MIGRATE, 4000, {"kernel:stream,size=96K", "kernel:histo,size=128K"}},
    {"tanasic", "stall", FAULTS_MIGRATE, 5000, {"kernel:stream,size=96K", "kernel:histo,size=64K"}},
};

static void set_up(const slice_run *r, const char *scheduler, uint64_t shuffle, experiment *x) {
    memset(x, 0, sizeof *x);
    (void)snprintf(x->label, sizeof x->label, "%s %s", r->chip, scheduler);
    x->config = (gpu_config){.chip = *chip_preset(r->chip),
                             .design = *design_preset("sharedtlb"),
                             .mask = mask_defaults,
                             .exceptions = exception_defaults,
                             .schedule = {.slice_cycles = r->slice},
                             .window_bytes = 1 << 20,
                             .seed = 7,
                             .shuffle_seed = shuffle,
                             .check_values = true};
    assert_true(exception_scheme_parse(r->scheme, &x->config.exceptions));
    x->config.exceptions.faults = r->faults;
    (void)snprintf(x->config.design.block_scheduler, sizeof x->config.design.block_scheduler, "%s",
                   scheduler);
    x->config.chip.sm.count = 4; /* few, so that they are full */
    x->max_cycles = 8000000;
    for (; x->napps < 3 && r->app[x->napps]; x->napps++)
        x->app[x->napps] = (gpu_app){.spec = r->app[x->napps], .first_sm = x->napps, .sms = 1};
}

static void run_both(experiment *x) {
    experiment *list[2] = {&x[0], &x[1]};
    const bool ok = experiments_run(list, 2, 2, NULL, NULL);
    for (size_t i = 0; i < 2; i++) {
        if (!x[i].ok)
            print_error("%s: %s\n", x[i].label, x[i].error);
        for (uint32_t a = 0; x[i].ok && a < x[i].napps; a++)
            if (!app_values_right(&x[i].result.app[a]))
                fail_msg("%s: %s: other values than in program order", x[i].label, x[i].result.app[a].name);
    }
    assert_true(ok);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
}

static void test_values_and_order_of_ticks(void **state) {
    (void)state;
    static experiment x[2];
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        for (const block_scheduler *const *b = block_schedulers; *b; b++) {
            for (size_t i = 0; i < 2; i++)
                set_up(&runs[r], (*b)->name, i ? unit_test_seed() | 1 : 0, &x[i]);
            run_both(x);
            const switch_stats *s = &x[0].result.switching;
            assert_int_equal(s->out, s->in);
            if ((*b)->preempts && s->out < 4)
                fail_msg("run %zu: %llu blocks saved", r, (unsigned long long)s->out);
            for (size_t i = 0; i < 2; i++)
                gpu_result_free(&x[i].result);
        }
    }
}

/* Sleeping components and launches that begin again: nothing is lost when the run ends in the middle. */
static void test_relaunch_and_sleep(void **state) {
    (void)state;
    static experiment x[2];
    for (size_t r = 0; r < 3; r++) {
        for (size_t i = 0; i < 2; i++) {
            set_up(&runs[r], "round-robin", 0, &x[i]);
            x[i].config.check_values = false;
            x[i].config.never_sleep = i != 0;
        }
        experiment *list[2] = {&x[0], &x[1]};
        assert_true(experiments_run(list, 2, 2, NULL, NULL));
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        for (uint32_t a = 0; a < x[0].napps; a++)
            assert_true(x[0].result.app[a].launches >= 1);
        for (size_t i = 0; i < 2; i++)
            gpu_result_free(&x[i].result);
    }
}

static void test_not_with_block_switching(void **state) {
    (void)state;
    static experiment x;
    char err[256] = "";
    set_up(&runs[6], "round-robin", 0, &x);
    x.config.exceptions.switch_blocks = SWITCH_ON;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_non_null(strstr(err, "moves blocks"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_order_of_ticks),
        cmocka_unit_test(test_relaunch_and_sleep),
        cmocka_unit_test(test_not_with_block_switching),
    };
    return UNIT_TEST_RUN("time_slice", tests);
}
