/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole chips whose applications share the SMs: blocks are saved and restored in the middle of
 * their work, on both kinds of SM, with and without faults. What each application leaves is what
 * a run in program order leaves, whatever the scheduler and the order of ticks.
 */
#include <string.h>

#include "dispatch/block_scheduler.h"
#include "mmu/fill_rules.h"
#include "shared_runs.h"
#include "unit_test.h"

typedef struct {
    uint64_t slice; /* cycles */
    shared_run run;
} slice_run;

static const slice_run runs[] = {
    {700, {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=384K", "kernel:histo,size=256K"}}},
    {1500,
     {"mask",
      "stall",
      FAULTS_NONE,
      {"kernel:stencil3d,n=32", "kernel:stream,size=96K", "kernel:histo,size=64K"}}},
    {2000, {"tanasic", "stall", FAULTS_NONE, {"kernel:stream,size=384K", "kernel:histo,size=256K"}}},
    {1500, {"tanasic", "inorder-commit", FAULTS_NONE, {"kernel:histo,size=256K", "kernel:stencil3d,n=16"}}},
    {4000, {"tanasic", "wd-commit", FAULTS_MIGRATE, {"kernel:stream,size=96K", "kernel:histo,size=128K"}}},
    {4000, {"tanasic", "wd-lastcheck", FAULTS_LAZY, {"kernel:stream,size=96K", "kernel:histo,size=128K"}}},
    {4000,
     {"tanasic",
      "replay",
      FAULTS_MIGRATE,
      {"kernel:stream,size=96K", "kernel:stencil3d,n=16", "kernel:histo,size=64K"}}},
    {4000, {"tanasic", "oplog:16K", FAULTS_MIGRATE, {"kernel:stream,size=96K", "kernel:histo,size=128K"}}},
    {5000, {"tanasic", "stall", FAULTS_MIGRATE, {"kernel:stream,size=96K", "kernel:histo,size=64K"}}},
};

static void set_up(const slice_run *r, const char *scheduler, uint64_t shuffle, experiment *x) {
    shared_run_setup(&r->run, scheduler, shuffle, x);
    x->config.schedule.slice_cycles = r->slice;
    x->config.schedule.contexts = (r - runs) % 2 ? CONTEXTS_VIRTUAL : CONTEXTS_PHYSICAL;
    const bool by_priority = block_scheduler_find(scheduler)->by_priority;
    for (; x->napps < SHARED_RUN_APPS && r->run.app[x->napps]; x->napps++)
        x->app[x->napps] = (gpu_app){.spec = r->run.app[x->napps],
                                     .first_sm = x->napps,
                                     .sms = 1,
                                     .priority = by_priority ? x->napps : 0, /* who comes later takes SMs */
                                     .arrives = 700 * x->napps};
}

/* Tokens and operand log know an SM's one application. */
static bool possible(const block_scheduler *b, const gpu_config *c) {
    return !b->shares || (fill_rules_find(c->design.tlb_fill)->where_shared == NULL &&
                          c->exceptions.scheme != SCHEME_OPLOG);
}

static void test_values_and_order_of_ticks(void **state) {
    (void)state;
    static experiment x[2];
    for (const policy_row *const *row = block_schedulers; *row; row++) {
        const block_scheduler *b = block_scheduler_find((*row)->name);
        uint64_t saved = 0;
        for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
            for (size_t i = 0; i < 2; i++)
                set_up(&runs[r], (*row)->name, i ? unit_test_seed() | 1 : 0, &x[i]);
            if (!possible(b, &x[0].config))
                continue;
            shared_runs_all(x, 2);
            assert_true(gpu_result_equal(&x[0].result, &x[1].result));
            const switch_stats *s = &x[0].result.switching;
            assert_int_equal(s->out, s->in);
            /* Slices end in every run; where nobody waits for SMs nobody takes them. */
            if (strcmp((*row)->name, "round-robin") == 0 && s->out < 4)
                fail_msg("run %zu: %llu blocks saved", r, (unsigned long long)s->out);
            saved += s->out;
            shared_runs_free(x, 2);
        }
        if (b->preempts && saved < 4)
            fail_msg("%s: %llu blocks saved", (*row)->name, (unsigned long long)saved);
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
        shared_runs_all(x, 2);
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        for (uint32_t a = 0; a < x[0].napps; a++)
            assert_true(x[0].result.app[a].launches >= 1);
        shared_runs_free(x, 2);
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
    set_up(&runs[6], "mps", 0, &x);
    x.config.exceptions.switch_blocks = SWITCH_ON;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_non_null(strstr(err, "puts several applications on an SM"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_order_of_ticks),
        cmocka_unit_test(test_relaunch_and_sleep),
        cmocka_unit_test(test_not_with_block_switching),
    };
    return UNIT_TEST_RUN("time_slice", tests);
}
