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
 *
 * What a test expects holds for every seed. What a random run brings sooner or later, but not in a number of
 * steps that can be named, is waited for:
 *
 *     const unit_test_goal goals[] = {UNIT_TEST_GOAL(seen.faults, 15), UNIT_TEST_GOAL(seen.fences, 3)};
 *     UNIT_TEST_RUN_UNTIL(edge, 12000, goals);
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

/* A count of what a random run has seen, and the least that the test expects. */
typedef struct {
    const char *name;
    const uint64_t *count;
    uint64_t least;
} unit_test_goal;

#define UNIT_TEST_GOAL(count, least) {#count, &(count), (least)}

/* Takes that number of steps, then more until each count is reached. Fails after 20 times as many, with a
 * line that names the first count that was not. */
void unit_test_run_until(void (*step)(void), unsigned steps, const unit_test_goal *goals, size_t count);

#define UNIT_TEST_RUN_UNTIL(step, steps, goals)                                                              \
    unit_test_run_until((step), (steps), (goals), sizeof(goals) / sizeof((goals)[0]))

/* The next random number of a stream that starts at any state (splitmix64). */
uint64_t unit_test_random(uint64_t *state);

#endif
