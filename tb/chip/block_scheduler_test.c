/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block schedulers on the real dispatcher, with SMs that do nothing but hold blocks for a
 * while: whatever the scheduler, every block of every launch runs exactly once, on an SM
 * of its application, and every application comes to its end.
 */
#include "dispatch/block_scheduler.h"

#include <inttypes.h>
#include <stdlib.h>

#include "block_rig.h"
#include "unit_test.h"

#define RUNS 12U

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

static block_rig *random_rig(const block_scheduler *scheduler, uint64_t seed) {
    static const char *const specs[] = {
        "kernel:stream,size=96K", "kernel:histo,size=64K", "kernel:spmv,rows=512",
        "kernel:stencil3d,n=16",  "kernel:bfs,nodes=1K",   "kernel:gups,size=1M,updates=512",
        "kernel:stream,size=4K",  "kernel:stencil3d,n=8",
    };
    uint64_t random = seed;
    block_rig *r =
        block_rig_new(scheduler->row.name, block_rig_sms(scheduler->row.name, 1 + below(&random, 12)));
    const uint32_t apps = 1 + below(&random, r->sms < 4 ? r->sms : 4);
    for (uint32_t i = 0; i < apps; i++) {
        block_rig_add(r, specs[below(&random, sizeof specs / sizeof *specs)], seed);
        r->place[i].priority = below(&random, 3);
        r->place[i].arrives = below(&random, 2) ? below(&random, 5000) : 0;
        /* One block of 8 warps at least, on the smallest chip. */
        r->place[i].threads = scheduler->shares && below(&random, 3) ? 50 + below(&random, 51) : 0;
    }
    r->config.chip.sm.max_blocks = 1 + below(&random, 6);
    if (scheduler->shares) { /* blocks of 4 and of 8 warps compete for warp slots, or for registers */
        r->config.chip.sm.max_blocks = 4 + below(&random, 12);
        r->config.chip.sm.warps = 16 + below(&random, 33);
        r->config.chip.sm.regs = 1U << (14 + below(&random, 2));
    }
    r->block_cycles = 1 + below(&random, 2000);
    r->random = unit_test_random(&random);
    /* One launch each, or until all have ended once; at that end no block must be saved. */
    r->config.check_values = scheduler->preempts || below(&random, 2);
    r->config.schedule.preempt = below(&random, 2) ? PREEMPT_SWITCH : PREEMPT_DRAIN;
    r->config.schedule.host_cycles = below(&random, 2) ? below(&random, 3000) : 0;
    r->config.schedule.slice_cycles = below(&random, 4) ? 1 + below(&random, 4000) : 0;
    return r;
}

static void test_every_block_once(void **state) {
    (void)state;
    for (const policy_row *const *row = block_schedulers; *row; row++) {
        const block_scheduler *b = block_scheduler_find((*row)->name);
        uint64_t random = unit_test_seed();
        for (uint32_t run = 0; run < RUNS; run++) {
            const uint64_t seed = unit_test_random(&random);
            uint64_t hash[2];
            for (uint32_t shuffle = 0; shuffle < 2; shuffle++) {
                block_rig *r = random_rig(b, seed);
                if (!block_rig_run(r, shuffle ? seed | 1 : 0))
                    fail_msg("%s, seed %" PRIu64 ": %s", (*row)->name, seed, r->what);
                hash[shuffle] = engine_event_hash(r->engine);
                block_rig_free(r);
            }
            assert_int_equal(hash[0], hash[1]);
        }
    }
}

/* A small application beside a large one, which has all SMs first. The GPU of today ends the one before it
 * begins the other (thesis 2.2); with a context table (5.2.1) the large one does not keep SMs that it has no
 * block for. */
static void small_beside_large(const char *scheduler, bool waits) {
    block_rig *r = block_rig_new(scheduler, 4);
    block_rig_add(r, "kernel:stream,size=774K", 1); /* its last block is alone */
    block_rig_add(r, "kernel:stream,size=64K", 1);
    r->config.chip.sm.max_blocks = 2;
    r->config.check_values = true;
    r->block_cycles = 1000;
    r->fixed = true;
    if (!block_rig_run(r, 0))
        fail_msg("%s", r->what);
    const block_rig_app *large = &r->app[0], *small = &r->app[1];
    assert_int_equal(large->blocks % 8, 1);
    assert_true(large->blocks > 16 && small->blocks > 1 && small->blocks < 8);
    assert_true(small->first_placed > large->last_placed);
    assert_int_equal(small->first_placed > large->last_done, waits);
    assert_int_equal(large->sms_used, 4);
    assert_true(small->sms_used >= 1);
    block_rig_free(r);
}

static void test_first_come_first_served(void **state) {
    (void)state;
    small_beside_large("fcfs", true);
    small_beside_large("npq", false);
}

/* Two applications take turns: each starts in its first slice, and blocks go and come. */
static void test_round_robin(void **state) {
    (void)state;
    block_rig *r = block_rig_new("round-robin", 4);
    block_rig_add(r, "kernel:stream,size=768K", 1);
    block_rig_add(r, "kernel:stream,size=768K", 2);
    r->config.chip.sm.max_blocks = 2;
    r->config.check_values = true;
    r->config.schedule.slice_cycles = 700;
    r->block_cycles = 1000;
    r->fixed = true;
    if (!block_rig_run(r, 0))
        fail_msg("%s", r->what);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(r->app[i].sms_used, 4);
        assert_true(r->app[i].saved > 8);
    }
    assert_in_range(r->app[1].first_placed, 700, 800);
    /* Both have had their turns to the end. */
    assert_true(r->app[0].last_done + 3000 > r->app[1].last_done);
    block_rig_free(r);
}

/* With "static" nobody leaves his SMs, and everybody starts at once. */
static void test_static(void **state) {
    (void)state;
    block_rig *r = block_rig_new("", 4);
    block_rig_add(r, "kernel:stream,size=768K", 1);
    block_rig_add(r, "kernel:stream,size=64K", 1);
    r->block_cycles = 1000;
    if (!block_rig_run(r, 0))
        fail_msg("%s", r->what);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(r->app[i].sms_used, 2);
        assert_true(r->app[i].first_placed < 10);
    }
    block_rig_free(r);
}

/* Four SMs for two blocks each, and two applications; the second is so small that its blocks fit beside a
 * kernel's last ones. */
static block_rig *run_mps(uint32_t percent) {
    block_rig *r = block_rig_new("mps", 4);
    block_rig_add(r, "kernel:stream,size=768K", 1);
    block_rig_add(r, "kernel:stream,size=128K", 1);
    r->config.chip.sm.warps = 16; /* of which a block has 8 */
    r->config.check_values = true;
    r->place[0].threads = r->place[1].threads = percent;
    r->block_cycles = 1000;
    r->fixed = true;
    if (!block_rig_run(r, 0))
        fail_msg("%s", r->what);
    for (uint32_t i = 0; i < r->apps; i++)
        assert_int_equal(r->app[i].sms_used, 4);
    return r;
}

/* The left-over policy: a kernel gets what those before it leave, beside their last blocks. */
static void test_mps_leaves_over(void **state) {
    (void)state;
    block_rig *r = run_mps(0);
    const block_rig_app *first = &r->app[0], *second = &r->app[1];
    assert_int_equal(first->most_warps, 64);
    assert_true(second->first_placed > first->last_placed);
    assert_true(second->first_placed < first->last_done);
    assert_true(r->shared > 0);
    block_rig_free(r);
}

/* Fractional GPUs VI-A: "Each partition can use only up to 50% of total threads in the GPU"; "MPS partitions
 * at thread granularity", so each has half of every SM. */
static void test_mps_limits_threads(void **state) {
    (void)state;
    block_rig *r = run_mps(50);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(r->app[i].most_warps, 32);
        assert_true(r->app[i].first_placed < 20);
    }
    assert_true(r->shared >= 4);
    block_rig_free(r);
}

/* IV: applications "conflict over limited resources within the SM (e.g. threads registers)": blocks of 8 and
 * of 4 warps, of 40 KB and of 12 KB of registers, fill an SM together, and no SM gets more than it holds. */
static void test_mps_fills_sms(void **state) {
    (void)state;
    for (uint32_t registers = 0; registers < 2; registers++) {
        block_rig *r = block_rig_new("mps", 4);
        block_rig_add(r, "kernel:stencil3d,n=48", 1);
        block_rig_add(r, "kernel:spmv,rows=8K", 1);
        r->config.chip.sm.warps = registers ? 64 : 16;
        r->config.chip.sm.regs = registers ? 1U << 14 : 1U << 16;
        r->config.check_values = true;
        r->place[0].threads = registers ? 0 : 50;
        r->block_cycles = 1000;
        if (!block_rig_run(r, 0))
            fail_msg("%s", r->what);
        assert_int_equal(r->app[0].most_warps, 4 * 8);
        /* Beside a block of the first, or where it has none left: 16 K registers are 5 times 3 K. */
        assert_int_equal(r->app[1].most_warps, registers ? 4 * 5 * 4 : 4 * 16);
        assert_true(r->shared > 0);
        block_rig_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_block_once), cmocka_unit_test(test_first_come_first_served),
        cmocka_unit_test(test_round_robin),      cmocka_unit_test(test_static),
        cmocka_unit_test(test_mps_leaves_over),  cmocka_unit_test(test_mps_limits_threads),
        cmocka_unit_test(test_mps_fills_sms),
    };
    return UNIT_TEST_RUN("block_scheduler", tests);
}
