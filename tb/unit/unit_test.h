/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a group of cmocka tests in shuffled order, so that no test depends on what
 * another one left behind. The seed is $GMMU_SEED, or else the time; it is printed.
 * With GMMU_ONE_IN=3 a third of the tests runs, drawn by the seed, at least one: what make test
 * has time for where a sanitizer makes a test slow (scripts/make/test.mk).
 *
 *     int main(void) {
 *         const struct CMUnitTest tests[] = {cmocka_unit_test(...), ...};
 *         return UNIT_TEST_RUN("bypass_cache", tests);
 *     }
 */
#ifndef GMMU_UNIT_TEST_H
#define GMMU_UNIT_TEST_H

/* cmocka.h needs these first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The number of failed tests. */
int unit_test_run(const char *group, const struct CMUnitTest *tests, size_t count);

#define UNIT_TEST_RUN(group, tests) unit_test_run((group), (tests), sizeof(tests) / sizeof((tests)[0]))

/* The seed of this run, for tests that draw random numbers. */
uint64_t unit_test_seed(void);

/* The next random number of a stream that starts at any state (splitmix64). */
uint64_t unit_test_random(uint64_t *state);

#endif
