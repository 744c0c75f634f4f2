/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of memory lines against a plain array; how a line_data is made. */
#include "unit_test.h"

#include "base/line_table.h"

#define LINES     5000U
#define LAST_LINE ((UINT64_C(1) << 34) - 1) /* of 41-bit addresses */

/* Neighbours, multiples of a power of two, and both ends of memory. */
static uint64_t number_of(uint32_t i) {
    const uint64_t kinds[] = {i, (uint64_t)i << 19, LAST_LINE - i};
    return i < 3 ? kinds[2] : kinds[i % 3];
}

static void test_against_array(void **state) {
    (void)state;
    static uint32_t version[LINES];
    uint64_t random = unit_test_seed();
    line_table t = {0};
    for (uint32_t round = 0; round < 40000; round++) {
        uint32_t i = (uint32_t)(unit_test_random(&random) % LINES);
        line_data data = line_table_get(&t, number_of(i));
        assert_true(line_data_line(data) == number_of(i));
        assert_int_equal(line_data_version(data), version[i]);
        if (unit_test_random(&random) % 2) {
            version[i]++;
            line_table_put(&t, line_data_next(data));
        }
    }
    line_table_free(&t);
    assert_int_equal(line_data_version(line_table_get(&t, number_of(5))), 0);
}

static void test_last_version(void **state) {
    (void)state;
    line_data last = line_data_make(LAST_LINE, LINE_VERSION_LAST);
    assert_true(line_data_next(last) == last);
    assert_true(line_data_next(line_data_make(LAST_LINE, LINE_VERSION_LAST - 1)) == last);
    assert_true(line_data_line(last) == LAST_LINE);
    assert_int_equal(line_data_version(last), LINE_VERSION_LAST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_array),
        cmocka_unit_test(test_last_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
