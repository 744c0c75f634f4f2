/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mix.h"

uint64_t unit_test_random(uint64_t *state) {
    return mix(*state += MIX_GOLDEN);
}

/* A variable of the environment, or another number when it is not set. */
static uint64_t number_of(const char *variable, uint64_t otherwise) {
    const char *text = getenv(variable);
    if (!text || !*text)
        return otherwise;
    char *end = NULL;
    uint64_t number = strtoull(text, &end, 0);
    if (*end != '\0') {
        fprintf(stderr, "%s: expected a number, not '%s'\n", variable, text);
        exit(2);
    }
    return number;
}

/* The time of the first call: a test that runs for seconds has the seed that has been printed. */
uint64_t unit_test_seed(void) {
    static uint64_t now;
    if (now == 0)
        now = (uint64_t)time(NULL);
    return number_of("GMMU_SEED", now);
}

/* The first count that is too low, or NULL. */
static const unit_test_goal *first_missing(const unit_test_goal *goals, size_t count) {
    size_t i = 0;
    while (i < count && *goals[i].count >= goals[i].least)
        i++;
    return i < count ? &goals[i] : NULL;
}

void unit_test_run_until(void (*step)(void), unsigned steps, const unit_test_goal *goals, size_t count) {
    enum { TIMES = 20 };
    const unit_test_goal *missing = NULL;
    for (unsigned n = 0; n < steps || (n < TIMES * steps && missing != NULL); n++) {
        step();
        missing = n + 1 < steps ? NULL : first_missing(goals, count);
    }
    if (missing != NULL)
        fail_msg("%s is %" PRIu64 " after %u steps, expected at least %" PRIu64, missing->name,
                 *missing->count, TIMES * steps, missing->least);
}

/* Fisher-Yates. */
static void shuffle(struct CMUnitTest *tests, size_t count, uint64_t seed) {
    for (size_t left = count; left > 1; left--) {
        size_t pick = (size_t)(unit_test_random(&seed) % left);
        struct CMUnitTest last = tests[left - 1];
        tests[left - 1] = tests[pick];
        tests[pick] = last;
    }
}

int unit_test_run(const char *group, const struct CMUnitTest *tests, size_t count) {
    struct CMUnitTest *shuffled = calloc(count + 1, sizeof *shuffled);
    if (!shuffled) {
        fprintf(stderr, "%s: out of memory\n", group);
        return 1;
    }
    memcpy(shuffled, tests, count * sizeof *tests);
    uint64_t seed = unit_test_seed();
    shuffle(shuffled, count, seed);
    const uint64_t one_in = number_of("GMMU_ONE_IN", 1);
    if (one_in > 1)
        count = (count + one_in - 1) / one_in;
    printf("%s: %zu tests, repeat with GMMU_SEED=%" PRIu64, group, count, seed);
    if (one_in > 1)
        printf(" GMMU_ONE_IN=%" PRIu64, one_in);
    printf("\n");
    fflush(stdout);
    int failures = _cmocka_run_group_tests(group, shuffled, count, NULL, NULL);
    free(shuffled);
    return failures;
}
