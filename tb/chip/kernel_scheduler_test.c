/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the schedulers of thesis chapter 5 are for, on the real dispatcher with its unit sm_scheduler, and SMs
 * that hold blocks for a while.
 */
#include <inttypes.h>

#include "block_rig.h"
#include "unit_test.h"

#define SMS     13U
#define ARRIVES 5000U
#define BLOCK   4000U /* cycles of a block */
/* A search for each SM, blocks one after the other, the command and the report, and 50 cycles for a context.
 */
#define SEARCHES (SMS * (SMS + 1U) + 200U)

/* A long application of low priority has all SMs when a short one of high priority arrives. */
static block_rig *prioritised_rig(const char *scheduler, preemption preempt) {
    block_rig *r = block_rig_new(scheduler, SMS);
    block_rig_add(r, "kernel:stream,size=8M", 1);
    block_rig_add(r, "kernel:stream,size=64K", 2);
    r->place[1].priority = 1;
    r->place[1].arrives = ARRIVES;
    r->config.chip.sm.max_blocks = 2;
    r->config.check_values = true;
    r->config.schedule.preempt = preempt;
    r->block_cycles = BLOCK;
    r->fixed = true;
    if (!block_rig_run(r, 0))
        fail_msg("%s: %s", scheduler, r->what);
    assert_true(r->app[0].blocks > 10 * SMS && r->app[1].blocks > 1);
    assert_true(r->app[0].first_placed < ARRIVES && r->app[1].first_placed > ARRIVES);
    assert_int_equal(r->app[0].sms_used, SMS);
    return r;
}

/* 5.3.2: "The NPQ scheduler allows the high-priority application to start executing as soon as SMs become
 * available, thus the high-priority kernel has to wait only for the currently running kernel to finish." */
static void test_npq_waits_for_the_kernel(void **state) {
    (void)state;
    block_rig *r = prioritised_rig("npq", PREEMPT_SWITCH);
    assert_true(r->app[1].first_placed > r->app[0].last_placed);
    assert_int_equal(r->app[0].saved, 0);
    block_rig_free(r);
}

/* 5.3.2: "the high-priority kernels do not have to wait for the whole low-priority kernel to finish, just the
 * usually much shorter preemption latency." By a context switch that is the time to save; by draining, that
 * of the blocks which run. 5.2.2: with draining "no context has to be saved". */
static void test_ppq_waits_for_the_preemption(void **state) {
    (void)state;
    static const char *const names[] = {"ppq", "ppq-shared"};
    for (int i = 0; i < 2; i++) {
        block_rig *r = prioritised_rig(names[i], PREEMPT_SWITCH);
        assert_in_range(r->app[1].first_placed, ARRIVES, ARRIVES + SEARCHES);
        assert_true(r->app[0].saved > 0);
        block_rig_free(r);
        r = prioritised_rig(names[i], PREEMPT_DRAIN);
        assert_in_range(r->app[1].first_placed, ARRIVES + BLOCK / 4, ARRIVES + BLOCK + SEARCHES);
        assert_int_equal(r->app[0].saved, 0);
        block_rig_free(r);
    }
}

/* 5.3.3: the first scheme "grants the high-priority process an exclusive access to the execution engine"; the
 * other one "uses the free resources to schedule low-priority kernels". */
static void test_exclusive_and_shared(void **state) {
    (void)state;
    uint64_t placed[2];
    static const char *const names[] = {"ppq", "ppq-shared"};
    for (int i = 0; i < 2; i++) {
        block_rig *r = block_rig_new(names[i], SMS);
        block_rig_add(r, "kernel:stream,size=64K", 1); /* for a few SMs, and first */
        block_rig_add(r, "kernel:stream,size=64K", 2);
        r->place[0].priority = 1;
        r->config.check_values = true;
        r->block_cycles = BLOCK;
        r->fixed = true;
        if (!block_rig_run(r, 0))
            fail_msg("%s: %s", names[i], r->what);
        assert_true(r->app[0].sms_used < SMS);
        placed[i] = r->app[1].first_placed;
        if (i == 0)
            assert_true(placed[i] > r->app[0].last_done);
        block_rig_free(r);
    }
    assert_true(placed[1] < SEARCHES);
}

/* 5.3.4: "We use the DSS scheduling policy [...] to allow all active kernels to run concurrently. By ensuring
 * that all the active kernels progress, the policy seeks to prevent the starvation of processes with short
 * kernels and at the same time fairly partition the resources among all running kernels." */
static void test_dss_shares(void **state) {
    (void)state;
    for (int preempt = 0; preempt < 2; preempt++) {
        block_rig *r = block_rig_new("dss", SMS);
        for (uint32_t i = 0; i < 3; i++)
            block_rig_add(r, "kernel:stream,size=8M", i);
        r->place[1].arrives = ARRIVES;
        r->place[2].arrives = ARRIVES;
        r->config.chip.sm.max_blocks = 1;
        r->config.check_values = true;
        r->config.schedule.preempt = (preemption)preempt;
        r->block_cycles = 400;
        r->fixed = true;
        if (!block_rig_run(r, 0))
            fail_msg("%s", r->what);
        const uint64_t alone = r->app[0].blocks * 400 / SMS; /* cycles of one with all SMs */
        for (uint32_t i = 1; i < 3; i++)
            assert_in_range(r->app[i].first_placed, ARRIVES, ARRIVES + 400 + SEARCHES);
        /* The last two have four or five SMs each for as long as the first one lives, and then six or seven.
         */
        assert_in_range(r->app[0].last_done, 2 * alone - alone / 4, 2 * alone + alone / 2);
        for (uint32_t i = 1; i < 3; i++)
            assert_in_range(r->app[i].last_done, 2 * alone + alone / 2, 3 * alone + alone / 2);
        assert_int_equal(r->app[0].saved > 0, preempt == PREEMPT_SWITCH);
        block_rig_free(r);
    }
}

/* 5.3.1 replays benchmarks that have ended. One of a high priority that never pauses would keep the others
 * from their end for ever; the run ends all the same. */
static void test_nobody_waits_for_ever(void **state) {
    (void)state;
    static const char *const names[] = {"npq", "ppq", "ppq-shared"};
    for (int i = 0; i < 3; i++) {
        block_rig *r = block_rig_new(names[i], 4);
        block_rig_add(r, "kernel:stream,size=256K", 1);
        block_rig_add(r, "kernel:stream,size=256K", 2);
        r->place[1].priority = 1;
        r->block_cycles = 100;
        if (!block_rig_run(r, 0))
            fail_msg("%s: %s", names[i], r->what);
        block_rig_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_npq_waits_for_the_kernel), cmocka_unit_test(test_ppq_waits_for_the_preemption),
        cmocka_unit_test(test_exclusive_and_shared),     cmocka_unit_test(test_dss_shares),
        cmocka_unit_test(test_nobody_waits_for_ever),
    };
    return UNIT_TEST_RUN("kernel_scheduler", tests);
}
