/* SPDX-License-Identifier: Apache-2.0 */
/* The thesis's SM with warp_gate, replay_queue and operand_log as C and as RTL: the same cycles. */
#include "unit_test.h"

#include "thesis_runs.h"

#define RUNS 6U

static void test_random_programs(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        for (const char *const *s = thesis_schemes; *s; s++) {
            thesis_outcome c = thesis_random_run(*s, seed, 0, THESIS_PLAIN);
            thesis_outcome rtl = thesis_random_run(*s, seed, 0, THESIS_RTL);
            thesis_same_outcome(&c, &rtl);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return UNIT_TEST_RUN("thesis_rtl", tests);
}
