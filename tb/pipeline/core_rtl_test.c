/* SPDX-License-Identifier: Apache-2.0 */
/* The thesis's SM with warp_gate, replay_queue and operand_log as C and as RTL: the same cycles. */
#include "unit_test.h"

#include "core_runs.h"

#define RUNS 6U

static void test_random_programs(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        for (const char *const *s = core_schemes; *s; s++) {
            core_outcome c = core_random_run(*s, seed, 0, CORE_PLAIN);
            core_outcome rtl = core_random_run(*s, seed, 0, CORE_RTL);
            core_same_outcome(&c, &rtl);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return UNIT_TEST_RUN("core_rtl", tests);
}
