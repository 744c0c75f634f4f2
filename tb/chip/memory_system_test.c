/* SPDX-License-Identifier: Apache-2.0 */
/* The memory system as a whole: nothing lost, nothing stuck, no order of ticks seen. */
#include "mem_rig.h"
#include "unit_test.h"

static mem_rig_result run_traffic(const char *design, const mem_rig_traffic *traffic) {
    gpu_config cfg = mem_rig_config(design);
    mem_rig_result result = mem_rig_run(&cfg, traffic);
    const uint32_t walks = traffic->walks ? traffic->walks : traffic->requests;
    assert_int_equal(result.sent, traffic->requests * cfg.chip.sm.count + walks);
    assert_int_equal(result.answered, result.reads);
    assert_int_equal(result.duplicates, 0);
    return result;
}

static mem_rig_result run(const char *design, uint64_t seed, uint64_t shuffle, unsigned stall) {
    return run_traffic(
        design,
        &(mem_rig_traffic){.requests = 250, .seed = seed, .shuffle = shuffle, .stall = stall, .epoch = 700});
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

/* The mechanisms are at work: walks bypass with the design, and not without. An epoch is so long that the
 * counters of a bank get the accesses that a decision rests on. */
static void test_designs_differ(void **state) {
    (void)state;
    const mem_rig_traffic traffic = {.requests = 400, .walks = 12000, .seed = 1, .epoch = 8000};
    mem_rig_result plain = run_traffic("sharedtlb", &traffic), mask = run_traffic("mask", &traffic);
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
