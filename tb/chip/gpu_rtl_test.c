/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip with every unit as Verilated RTL equals the chip in C, on every test workload. */
#include <assert.h>
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

/* What a test is about. */
typedef struct {
    const gpu_workload *workload;
    const char *unit; /* NULL: all */
    const char *design;
} subject;

static void test_pair(void **state) {
    const subject *s = *state;
    run_pair(s->workload, s->unit, s->design);
}

enum { MOST = 200 };

/* Each workload with all units and with the block of the whole GMMU, in the place of the L2 TLB and the
 * walkers, and each unit alone: tests by themselves, so that a part can be drawn. */
int main(void) {
    static subject subjects[MOST];
    struct CMUnitTest tests[MOST];
    size_t count = 0;
    for (const gpu_workload *w = gpu_workloads; w->name; w++) {
        subjects[count++] = (subject){.workload = w};
        subjects[count++] = (subject){.workload = w, .unit = "gmmu", .design = "mask"};
        assert(count + 2 <= MOST);
    }
    for (const char *const *unit = unit_names(); *unit; unit++) {
        subjects[count++] = (subject){.workload = &gpu_workloads[3], .unit = *unit};
        assert(count < MOST);
    }
    for (size_t i = 0; i < count; i++) {
        const char *unit = subjects[i].unit;
        tests[i] =
            (struct CMUnitTest){.name = unit && !subjects[i].design ? unit : subjects[i].workload->name,
                                .test_func = test_pair,
                                .initial_state = &subjects[i]};
    }
    return unit_test_run("gpu_rtl", tests, count);
}
