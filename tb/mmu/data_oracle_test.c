/* SPDX-License-Identifier: Apache-2.0 */
/* What the data oracle accepts, what it reports, and that it can be absent. */
#include "unit_test.h"

#include "mmu/data_oracle.h"

#define ADDRESS UINT64_C(0x1234580)
#define LINE    (ADDRESS >> LINE_ADDRESS_BITS)

static void order_writes(data_oracle *o, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        data_oracle_write(o, line_data_next(data_oracle_now(o, ADDRESS)));
}

static bool read(data_oracle *o, line_data data, uint32_t oldest) {
    return data_oracle_check(o, DATA_AT_SM, 3, ADDRESS, data, oldest);
}

static void test_reads(void **state) {
    (void)state;
    data_oracle *o = data_oracle_new();
    assert_true(read(o, line_data_make(LINE, 0), 0)); /* never written */
    order_writes(o, 5);
    assert_true(read(o, line_data_make(LINE, 5), 5));
    assert_true(read(o, line_data_make(LINE, 3), 3)); /* left before two of the writes */
    assert_true(read(o, line_data_make(LINE, 4), 3));
    assert_int_equal(data_oracle_mismatches(o), 0);
    assert_false(read(o, line_data_make(LINE, 2), 3));     /* lost a write */
    assert_false(read(o, line_data_make(LINE, 6), 5));     /* not written yet */
    assert_false(read(o, line_data_make(LINE + 1, 4), 3)); /* another line's */
    assert_false(read(o, line_data_make(LINE - 1, 4), 0));
    assert_false(read(o, 0, 0));
    assert_int_equal(data_oracle_mismatches(o), 5);
    assert_int_equal(data_oracle_checks(o), 9);
    data_oracle_free(o);
}

static void test_lines(void **state) {
    (void)state;
    data_oracle *o = data_oracle_new();
    assert_true(
        data_oracle_check_held(o, DATA_AT_L1, 0, ADDRESS, line_data_make(LINE, 7), 7)); /* not ordered */
    assert_false(data_oracle_check_held(o, DATA_AT_L1, 0, ADDRESS, line_data_make(LINE, 6), 7));
    assert_false(data_oracle_check_held(o, DATA_AT_CHANNEL, 0, ADDRESS, line_data_make(LINE + 1, 7), 0));
    /* A context comes back as it was saved, neither older nor newer. */
    assert_true(data_oracle_check_saved(o, 0, ADDRESS, line_data_make(LINE, 2), line_data_make(LINE, 2)));
    assert_false(data_oracle_check_saved(o, 0, ADDRESS, line_data_make(LINE, 3), line_data_make(LINE, 2)));
    assert_false(data_oracle_check_saved(o, 0, ADDRESS, line_data_make(LINE, 1), line_data_make(LINE, 2)));
    /* It comes back to the place in the block from which it went. */
    assert_true(data_oracle_check_token(o, 0, ADDRESS, 77, 77));
    assert_false(data_oracle_check_token(o, 0, ADDRESS, 77, 78));
    assert_int_equal(data_oracle_mismatches(o), 5);
    data_oracle_free(o);
}

static void test_report(void **state) {
    (void)state;
    char text[256];
    data_oracle *o = data_oracle_new();
    data_oracle_report(o, text, sizeof text);
    assert_string_equal(text, "");
    order_writes(o, 2);
    (void)read(o, line_data_make(2, 9), 1);
    (void)read(o, line_data_make(LINE, 0), 1);
    data_oracle_report(o, text, sizeof text);
    assert_string_equal(text,
                        "data oracle: reply to SM 3, line 0x1234580: got line 0x100 version 9, expected its "
                        "own, versions 1 to 2 (first of 2 mismatches)");
    data_oracle_free(o);
    o = data_oracle_new();
    (void)data_oracle_check_token(o, 3, ADDRESS, 77, 78);
    data_oracle_report(o, text, sizeof text);
    assert_string_equal(text, "data oracle: context of a block at SM 3, line 0x1234580: expected the values "
                              "saved there, at their place in the block (first of 1 mismatches)");
    data_oracle_free(o);
}

static void test_none(void **state) {
    (void)state;
    char text[8] = "x";
    order_writes(NULL, 3);
    assert_true(data_oracle_now(NULL, ADDRESS) == line_data_make(LINE, 0));
    assert_true(read(NULL, 0, 9));
    assert_true(data_oracle_check_token(NULL, 0, 0, 1, 2));
    assert_int_equal(data_oracle_checks(NULL) + data_oracle_mismatches(NULL), 0);
    data_oracle_report(NULL, text, sizeof text);
    assert_string_equal(text, "");
    data_oracle_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
