/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partitions of SMs with the unit block_queue as their dispenser, in C and as Verilated RTL.
 *
 * "The npb' persistent blocks execute the original nb blocks by popping block indexes from this centralized
 * queue"; "if this SM is not in the set of the SMs assigned to the application's partition, the block exits
 * without doing any work" (Fractional GPUs IV). So every block of a launch runs once, on an SM of its
 * partition.
 */
#include <inttypes.h>

#include "block_rig.h"
#include "config/config.h"
#include "unit_test.h"

static const char *const specs[] = {"kernel:stream,size=192K", "kernel:histo,size=64K",
                                    "kernel:spmv,rows=512", "kernel:bfs,nodes=1K"};
#define SPECS 4U

static block_rig *partitions(uint32_t sms, uint32_t parts, uint32_t apps, bool rtl, uint64_t seed) {
    block_rig *r = block_rig_new(SCHEDULER_OF_PARTITIONS, sms);
    for (uint32_t i = 0; i < apps; i++)
        block_rig_add(r, specs[i % SPECS], seed);
    r->parts = parts;
    r->config.chip.sm.max_blocks = 1 + (uint32_t)(seed % 5);
    r->config.rtl_units[0] = rtl ? "block_queue" : NULL;
    r->block_cycles = 1 + (uint32_t)(seed % 1000);
    r->random = seed;
    return r;
}

static void run(block_rig *r) {
    if (!block_rig_run(r, 0))
        fail_msg("seed %" PRIu64 ": %s", r->random, r->what);
}

/* The rig fails a run with a block that is missing, that runs twice, or that meets another application's. */
static void check_places(const block_rig *r) {
    const uint32_t sms = r->sms / r->parts;
    for (uint32_t a = 0; a < r->apps; a++) {
        const block_rig_app *app = &r->app[a];
        assert_true(app->done >= app->blocks);
        for (uint32_t i = 0; i < r->sms; i++)
            assert_true(!app->used[i] || i / sms == a);
        assert_int_equal(app->sms_used, app->blocks < sms ? app->blocks : sms);
    }
}

static void every_block_once_on_its_partition(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < 12; n++) {
        const uint64_t seed = unit_test_random(&random) >> 1;
        const uint32_t apps = 1 + n % 4;
        uint64_t hash[2];
        for (uint32_t rtl = 0; rtl < 2; rtl++) {
            block_rig *r = partitions(apps * (1 + (uint32_t)(seed % 4)), apps, apps, rtl, seed);
            run(r);
            check_places(r);
            hash[rtl] = engine_event_hash(r->engine);
            block_rig_free(r);
        }
        assert_int_equal(hash[0], hash[1]);
    }
}

/* III: "k2 has no effect on k1's run-time". The rig has no memory system, so nothing but blocks could have.
 */
static void neighbours_change_nothing(void **state) {
    (void)state;
    uint64_t last_done[4];
    for (uint32_t apps = 1; apps <= 4; apps++) {
        block_rig *r = partitions(12, 4, apps, apps % 2, 12345);
        r->config.check_values = true; /* one launch each */
        run(r);
        check_places(r);
        last_done[apps - 1] = r->app[0].last_done;
        block_rig_free(r);
    }
    for (uint32_t i = 1; i < 4; i++)
        assert_int_equal(last_done[i], last_done[0]);
}

/* A chip whose other SMs idle: they have room for every block, ask for each, and get none. */
static void idle_sms_get_nothing(void **state) {
    (void)state;
    for (uint32_t rtl = 0; rtl < 2; rtl++) {
        block_rig *r = partitions(16, 16, 1, rtl, 77);
        run(r);
        assert_true(r->app[0].blocks > 4);
        assert_int_equal(r->app[0].sms_used, 1);
        check_places(r);
        block_rig_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_once_on_its_partition),
        cmocka_unit_test(neighbours_change_nothing),
        cmocka_unit_test(idle_sms_get_nothing),
    };
    return UNIT_TEST_RUN("partition_queue", tests);
}
