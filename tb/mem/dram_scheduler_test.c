/* SPDX-License-Identifier: Apache-2.0 */
/* Every DRAM scheduler of the table: it loses nothing, depends on no tick order, and has its name and its
 * order. */
#include "unit_test.h"

#include <string.h>

#include "config/config_fields.h"
#include "mem/dram_scheduler.h"
#include "mem_rig.h"

static mem_rig_result run(const char *scheduler, uint64_t shuffle) {
    mem_rig_traffic traffic = {.requests = 400, .seed = 11, .shuffle = shuffle, .stall = 20, .epoch = 500};
    gpu_config cfg = mem_rig_config("sharedtlb");
    cfg.design.dram_scheduler = scheduler;
    return mem_rig_run(&cfg, &traffic);
}

static void nothing_is_lost(void **state) {
    (void)state;
    for (const policy_row *const *row = dram_schedulers; *row; row++) {
        mem_rig_result fixed = run((*row)->name, 0), shuffled = run((*row)->name, 77);
        assert_true(fixed.reads > 1000 && fixed.dram_reads > 1000);
        assert_int_equal(fixed.answered, fixed.reads);
        assert_int_equal(fixed.duplicates, 0);
        assert_memory_equal(&fixed, &shuffled, sizeof fixed);
    }
}

/* FR-FCFS is there for row hits; first come, first served takes what it gets. */
static void orders_differ(void **state) {
    (void)state;
    mem_rig_result frfcfs = run("frfcfs", 0), fcfs = run("fcfs", 0), mask = run("mask", 0);
    assert_true(frfcfs.row_hits > fcfs.row_hits);
    assert_true(frfcfs.end < fcfs.end);
    assert_int_not_equal(mask.hash, frfcfs.hash);
}

/* A design names one by its row, and a name that no row has is refused with all that there are. */
static void names(void **state) {
    (void)state;
    gpu_config cfg = mem_rig_config("sharedtlb");
    char expected[FIELD_VALUE_BYTES];
    figure f;
    assert_true(config_find(&cfg, "design.dram_scheduler", &f));
    for (const policy_row *const *row = dram_schedulers; *row; row++) {
        assert_true(figure_parse(&f, (*row)->name, expected, sizeof expected));
        assert_ptr_equal(&dram_scheduler_find(cfg.design.dram_scheduler)->row, *row);
    }
    assert_false(figure_parse(&f, "sooner", expected, sizeof expected));
    for (const policy_row *const *row = dram_schedulers; *row; row++)
        assert_non_null(strstr(expected, (*row)->name));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(orders_differ),
        cmocka_unit_test(names),
    };
    return UNIT_TEST_RUN("dram_scheduler", tests);
}
