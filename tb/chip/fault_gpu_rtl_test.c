/* SPDX-License-Identifier: Apache-2.0 */
/* The whole chip with faults and every unit as Verilated RTL equals the chip in C. */
#include "fault_runs.h"
#include "unit_test.h"
#include "units/unit.h"

static void all_units(void **state) {
    (void)state;
    static experiment x[2];
    for (const fault_run *r = fault_runs; r->scheme; r++) {
        for (size_t i = 0; i < 2; i++)
            fault_run_setup(r, &x[i]);
        uint32_t count = 0;
        for (const char *const *unit = unit_names(); *unit; unit++)
            x[1].config.rtl_units[count++] = *unit;
        fault_run_all(x, 2);
        assert_int_equal(x[0].result.cycles, x[1].result.cycles);
        assert_int_equal(x[0].result.event_hash, x[1].result.event_hash);
        assert_true(gpu_result_equal(&x[0].result, &x[1].result));
        for (size_t i = 0; i < 2; i++)
            gpu_result_free(&x[i].result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_units)};
    return UNIT_TEST_RUN("fault_gpu_rtl", tests);
}
