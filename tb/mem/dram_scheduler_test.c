/* SPDX-License-Identifier: Apache-2.0 */
/* Every DRAM scheduler of the table: it loses nothing, depends on no tick order, and has its name and its
 * order. */
#include "unit_test.h"

#include <string.h>

#include "mem/dram_scheduler.h"
#include "mem_rig.h"
#include "spec/config_fields.h"

#define SCHEDULERS (uint32_t)DRAM_POLICIES

static mem_rig_result run(dram_policy policy, uint64_t shuffle) {
    mem_rig_traffic traffic = {.requests = 400, .seed = 11, .shuffle = shuffle, .stall = 20, .epoch = 500};
    gpu_config cfg = mem_rig_config("sharedtlb");
    cfg.design.dram_scheduler = policy;
    return mem_rig_run(&cfg, &traffic);
}

static void nothing_is_lost(void **state) {
    (void)state;
    for (uint32_t k = 0; k < SCHEDULERS; k++) {
        mem_rig_result fixed = run((dram_policy)k, 0), shuffled = run((dram_policy)k, 77);
        assert_true(fixed.reads > 1000 && fixed.dram_reads > 1000);
        assert_int_equal(fixed.answered, fixed.reads);
        assert_int_equal(fixed.duplicates, 0);
        assert_memory_equal(&fixed, &shuffled, sizeof fixed);
    }
}

/* FR-FCFS is there for row hits; first come, first served takes what it gets. */
static void orders_differ(void **state) {
    (void)state;
    mem_rig_result frfcfs = run(DRAM_FRFCFS, 0), fcfs = run(DRAM_FCFS, 0), mask = run(DRAM_MASK, 0);
    assert_true(frfcfs.row_hits > fcfs.row_hits);
    assert_true(frfcfs.end < fcfs.end);
    assert_int_not_equal(mask.hash, frfcfs.hash);
}

/* The name in the table is the one by which a design chooses it. */
static void names(void **state) {
    (void)state;
    gpu_config cfg = mem_rig_config("sharedtlb");
    for (uint32_t k = 0; k < SCHEDULERS; k++) {
        char text[FIELD_VALUE_BYTES];
        figure f;
        cfg.design.dram_scheduler = (dram_policy)k;
        assert_true(config_find(&cfg, "design.dram_scheduler", &f));
        figure_print(&f, text, sizeof text);
        assert_string_equal(text, dram_schedulers[k]->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(orders_differ),
        cmocka_unit_test(names),
    };
    return UNIT_TEST_RUN("dram_scheduler", tests);
}
