/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip with every unit as Verilated RTL equals the chip in C, on every test workload. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "gpu_workloads.h"
#include "unit_test.h"
#include "units/unit.h"

/* Runs a chip with some units as RTL; result: of that run, which the caller frees. design: with the block
 * gmmu; NULL: that of the workload. only: a unit, NULL for all, "" for none. False: there is no trace, so no
 * result. */
static bool run_one(const gpu_workload *w, const char *only, const char *design, gpu_result *result) {
    static experiment x;
    experiment *list[] = {&x};
    *result = (gpu_result){0};
    if (!gpu_workload_setup(w, &x))
        return false;
    if (design) {
        x.config.design = *design_preset(design);
        x.config.design.gmmu_block = true;
    }
    uint32_t count = 0;
    for (const char *const *unit = unit_names(); *unit; unit++)
        if (!only || strcmp(only, *unit) == 0)
            x.config.rtl_units[count++] = *unit;
    assert_true((count > 0) == (!only || *only));
    if (!experiments_run(list, 1, 1, NULL, NULL))
        fail_msg("%s: %s", w->name, x.error);
    *result = x.result;
    return true;
}

/* Equals what the same chip in C has given. */
static void check_rtl(const gpu_workload *w, const char *only, const char *design, const gpu_result *c) {
    gpu_result rtl;
    assert_true(run_one(w, only, design, &rtl));
    assert_int_equal(rtl.cycles, c->cycles);
    assert_int_equal(rtl.event_hash, c->event_hash);
    assert_true(gpu_result_equal(&rtl, c));
    gpu_result_free(&rtl);
}

static void run_pair(const gpu_workload *w, const char *only, const char *design) {
    gpu_result c;
    if (!run_one(w, "", design, &c))
        return;
    check_rtl(w, only, design, &c);
    gpu_result_free(&c);
}

static void test_all_units(void **state) {
    run_pair(*state, NULL, NULL);
}

/* The block of the whole GMMU in the place of the L2 TLB and the walkers, with its tokens. */
static void test_block(void **state) {
    run_pair(*state, "gmmu", "mask");
}

static void test_one_unit(void **state) {
    run_pair(&gpu_workloads[3], *state, NULL);
}

/* state: what the test is about, which it only reads */
static struct CMUnitTest named(const char *name, CMUnitTestFunction function, const void *state) {
    return (struct CMUnitTest){
        .name = name, .test_func = function, .initial_state = (void *)(uintptr_t)state};
}

/* Each workload and each unit is a test by itself, so that a part can be drawn. */
int main(void) {
    enum { MOST = 200 };
    struct CMUnitTest tests[MOST];
    size_t count = 0;
    for (const gpu_workload *w = gpu_workloads; w->name; w++) {
        assert(count + 2 <= MOST);
        tests[count++] = named(w->name, test_all_units, w);
        tests[count++] = named(w->name, test_block, w);
    }
    for (const char *const *unit = unit_names(); *unit; unit++) {
        assert(count < MOST);
        tests[count++] = named(*unit, test_one_unit, *unit);
    }
    return unit_test_run("gpu_rtl", tests, count);
}
