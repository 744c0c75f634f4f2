/* SPDX-License-Identifier: Apache-2.0 */
/* The memory system with its units as Verilated RTL does what it does with the C, event by event. */
#include "mem_rig.h"
#include "unit_test.h"

#include "units/unit.h"

static void rtl_equals_c(uint32_t dram_banks, golden_order golden) {
    const char *units[] = {"l2_bypass", golden == GOLDEN_FIFO ? "golden_queue" : "golden_bank_queue",
                           "silver_queue", "normal_queue", "dram_arbiter"};
    mem_rig_traffic traffic = {.requests = 200, .walks = 12000, .seed = unit_test_seed(), .epoch = 8000};
    gpu_config cfg = mem_rig_config("mask");
    cfg.chip.memory.banks = dram_banks;
    cfg.chip.memory.golden = golden;
    cfg.chip.l2.bypass_counters = BYPASS_COUNTERS_SHARED; /* of one application a bank would see too few */
    mem_rig_result c = mem_rig_run(&cfg, &traffic);
    assert_int_equal(c.answered, c.reads);
    assert_true(c.bypassed > 0);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        cfg.rtl_units[i] = units[i];
        assert_true(config_unit_is_rtl(&cfg, units[i]));
        assert_true(unit_find(units[i], true)->rtl);
    }
    mem_rig_result rtl = mem_rig_run(&cfg, &traffic);
    assert_memory_equal(&rtl, &c, sizeof(c));
}

static void test_rtl_equals_c(void **state) {
    (void)state;
    rtl_equals_c(8, GOLDEN_FIFO);
}

static void test_rtl_equals_c_with_16_banks(void **state) {
    (void)state;
    rtl_equals_c(16, GOLDEN_FIFO);
}

static void test_rtl_equals_c_by_banks(void **state) {
    (void)state;
    rtl_equals_c(8, GOLDEN_BANKS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rtl_equals_c),
                                       cmocka_unit_test(test_rtl_equals_c_with_16_banks),
                                       cmocka_unit_test(test_rtl_equals_c_by_banks)};
    return UNIT_TEST_RUN("memory_rtl", tests);
}
