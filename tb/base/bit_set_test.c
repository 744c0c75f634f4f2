/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of small numbers against arrays of flags. */
#include "unit_test.h"

#include <string.h>

#include "base/bit_set.h"

#define MEMBERS 200U
#define WORDS   BIT_SET_WORDS(MEMBERS)

static uint32_t next_flag(const bool *flags, uint32_t from) {
    while (from < MEMBERS && !flags[from])
        from++;
    return from < MEMBERS ? from : BIT_SET_NONE;
}

static void random_members(void **state) {
    (void)state;
    uint64_t random = 99;
    uint64_t set[WORDS] = {0};
    bool flags[MEMBERS] = {false};
    assert_true(bit_set_empty(set, WORDS));
    for (uint32_t round = 0; round < 20000; round++) {
        uint32_t i = (uint32_t)(unit_test_random(&random) % MEMBERS);
        flags[i] = unit_test_random(&random) % 8 == 0;
        if (flags[i])
            bit_set_add(set, i);
        else
            bit_set_remove(set, i);
        assert_int_equal(bit_set_has(set, i), flags[i]);
        uint32_t from = (uint32_t)(unit_test_random(&random) % (MEMBERS + 1));
        uint32_t next = next_flag(flags, from);
        uint32_t first = next_flag(flags, 0);
        assert_int_equal(bit_set_next(set, WORDS, from), next);
        assert_int_equal(bit_set_next_round(set, WORDS, from), next != BIT_SET_NONE ? next : first);
        assert_int_equal(bit_set_empty(set, WORDS), first == BIT_SET_NONE);
    }
}

static void unions_and_common_members(void **state) {
    (void)state;
    uint64_t a[WORDS] = {0};
    uint64_t b[WORDS] = {0};
    bit_set_add(a, 0);
    bit_set_add(a, 63);
    bit_set_add(b, 64);
    bit_set_add(b, MEMBERS - 1);
    assert_false(bit_sets_meet(a, b, WORDS));
    bit_set_unite(a, b, WORDS);
    assert_true(bit_sets_meet(a, b, WORDS));
    assert_true(bit_set_has(a, 0) && bit_set_has(a, 63) && bit_set_has(a, 64) && bit_set_has(a, MEMBERS - 1));
    assert_false(bit_set_has(b, 0));
    assert_int_equal(BIT_SET_WORDS(1), 1);
    assert_int_equal(BIT_SET_WORDS(64), 1);
    assert_int_equal(BIT_SET_WORDS(65), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_members),
        cmocka_unit_test(unions_and_common_members),
    };
    return UNIT_TEST_RUN("bit_set", tests);
}
