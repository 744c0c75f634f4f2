/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip with every unit as Verilated RTL equals the chip in C, on every test workload. */
#include <string.h>

#include "gpu_workloads.h"
#include "unit_test.h"
#include "units/unit.h"

/* design: with the block gmmu; NULL: that of the workload. */
static void run_pair(const gpu_workload *w, const char *only, const char *design) {
    static experiment x[2];
    experiment *list[] = {&x[1], &x[0]};
    if (!gpu_workload_setup(w, &x[0]) || !gpu_workload_setup(w, &x[1]))
        return;
    for (uint32_t i = 0; design && i < 2; i++) {
        x[i].config.design = *design_preset(design);
        x[i].config.design.gmmu_block = true;
    }
    uint32_t count = 0;
    for (const char *const *unit = unit_names(); *unit; unit++)
        if (!only || strcmp(only, *unit) == 0)
            x[1].config.rtl_units[count++] = *unit;
    assert_true(count > 0);
    bool ok = experiments_run(list, 2, 2, NULL, NULL);
    if (!ok)
        print_error("%s: %s%s\n", w->name, x[0].error, x[1].error);
    assert_true(ok);
    assert_int_equal(x[0].result.cycles, x[1].result.cycles);
    assert_int_equal(x[0].result.event_hash, x[1].result.event_hash);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    gpu_result_free(&x[0].result);
    gpu_result_free(&x[1].result);
}

static void test_all_units(void **state) {
    (void)state;
    for (const gpu_workload *w = gpu_workloads; w->name; w++)
        run_pair(w, NULL, NULL);
}

static void test_each_unit_alone(void **state) {
    (void)state;
    for (const char *const *unit = unit_names(); *unit; unit++)
        run_pair(&gpu_workloads[3], *unit, NULL);
}

/* The block of the whole GMMU in the place of the L2 TLB and the walkers, with its tokens, on every workload.
 */
static void test_block(void **state) {
    (void)state;
    for (const gpu_workload *w = gpu_workloads; w->name; w++)
        run_pair(w, "gmmu", "mask");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_units),
        cmocka_unit_test(test_each_unit_alone),
        cmocka_unit_test(test_block),
    };
    return UNIT_TEST_RUN("gpu_rtl", tests);
}
