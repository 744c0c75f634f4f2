/* SPDX-License-Identifier: Apache-2.0 */
/* The memory system as a whole: nothing lost, nothing stuck, no order of ticks seen. */
#include "mem_rig.h"
#include "unit_test.h"

static mem_rig_result run(const char *design, uint64_t seed, uint64_t shuffle, unsigned stall) {
    gpu_config cfg = mem_rig_config(design);
    mem_rig_traffic traffic = {
        .requests = 250, .seed = seed, .shuffle = shuffle, .stall = stall, .epoch = 700};
    mem_rig_result result = mem_rig_run(&cfg, &traffic);
    assert_int_equal(result.sent, 250 * (cfg.chip.sm.count + 1));
    assert_int_equal(result.answered, result.reads);
    assert_int_equal(result.duplicates, 0);
    return result;
}

static void test_all_answered(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    const char *designs[] = {"sharedtlb", "mask", "mask-cache", "mask-dram"};
    for (size_t i = 0; i < sizeof(designs) / sizeof(designs[0]); i++) {
        (void)run(designs[i], seed, 0, 0);
        (void)run(designs[i], seed, 0, 70);
    }
}

static void test_order_independent(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    mem_rig_result fixed = run("mask", seed, 0, 20);
    for (uint64_t shuffle = 1; shuffle < 4; shuffle++) {
        mem_rig_result mixed = run("mask", seed, shuffle, 20);
        assert_memory_equal(&mixed, &fixed, sizeof(fixed));
    }
}

/* The mechanisms are at work: walks bypass with the design, and not without. */
static void test_designs_differ(void **state) {
    (void)state;
    mem_rig_result plain = run("sharedtlb", 1, 0, 0), mask = run("mask", 1, 0, 0);
    assert_int_equal(plain.bypassed, 0);
    assert_true(mask.bypassed > 0);
    assert_true(plain.hash != mask.hash);
    assert_true(plain.row_hits > 0 && plain.dram_reads > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_answered),
        cmocka_unit_test(test_order_independent),
        cmocka_unit_test(test_designs_differ),
    };
    return UNIT_TEST_RUN("memory_system", tests);
}
