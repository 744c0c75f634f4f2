/* SPDX-License-Identifier: Apache-2.0 */
/* The metrics of Eyerman and Eeckhout, in numbers that are exact. */
#include "unit_test.h"

#include <math.h>

#include "base/turnaround.h"

/* All are slowed down alike: as much is done in all as by one alone, and nobody is treated worse. */
static void test_alike(void **state) {
    const double progress[4] = {0.25, 0.25, 0.25, 0.25};
    (void)state;
    const progress_metrics m = progress_metrics_of(progress, 4);
    assert_true(m.antt == 4.0 && m.stp == 1.0 && m.fairness == 1.0 && m.worst == 4.0);
}

/* Average of NTTs, sum of progress, least over most progress, largest NTT. */
static void test_unlike(void **state) {
    const double progress[3] = {0.5, 1.0, 0.125};
    (void)state;
    const progress_metrics m = progress_metrics_of(progress, 3);
    assert_true(m.antt == 11.0 / 3 && m.stp == 1.625 && m.fairness == 0.125 && m.worst == 8.0);
    assert_true(progress_turnaround(0.125) == 8.0);
}

/* One starves: its turnaround has no end. All starve: that is not fair. */
static void test_starved(void **state) {
    const double one[2] = {1.0, 0.0}, all[2] = {0.0, 0.0};
    (void)state;
    const progress_metrics m = progress_metrics_of(one, 2);
    assert_true(isinf(m.antt) && isinf(m.worst) && m.stp == 1.0 && m.fairness == 0.0);
    assert_true(progress_metrics_of(all, 2).fairness == 0.0 && isinf(progress_turnaround(0.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_unlike),
        cmocka_unit_test(test_starved),
    };
    return UNIT_TEST_RUN("turnaround", tests);
}
