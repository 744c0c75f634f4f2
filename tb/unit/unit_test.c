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

uint64_t unit_test_seed(void) {
    const char *text = getenv("GMMU_SEED");
    if (!text || !*text)
        return (uint64_t)time(NULL);
    char *end = NULL;
    uint64_t seed = strtoull(text, &end, 0);
    if (*end != '\0') {
        fprintf(stderr, "GMMU_SEED: expected a number, not '%s'\n", text);
        exit(2);
    }
    return seed;
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
    printf("%s: %zu tests, repeat with GMMU_SEED=%" PRIu64 "\n", group, count, seed);
    fflush(stdout);
    int failures = _cmocka_run_group_tests(group, shuffled, count, NULL, NULL);
    free(shuffled);
    return failures;
}
