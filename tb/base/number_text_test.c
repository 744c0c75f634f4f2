/* SPDX-License-Identifier: Apache-2.0 */
/* Decimal numbers with K, M, G and T. */
#include "unit_test.h"

#include "base/number_text.h"

static void expect(const char *text, uint64_t value, const char *rest) {
    const char *at = text;
    uint64_t read = 0;
    if (!number_text_read(&at, &read))
        fail_msg("'%s' is refused", text);
    assert_int_equal(read, value);
    assert_string_equal(at, rest);
}

static void suffixes_are_powers_of_1024(void **state) {
    (void)state;
    expect("0", 0, "");
    expect("007", 7, "");
    expect("3K", UINT64_C(3) << 10, "");
    expect("3M", UINT64_C(3) << 20, "");
    expect("3G", UINT64_C(3) << 30, "");
    expect("3T", UINT64_C(3) << 40, "");
    expect("18446744073709551615", UINT64_MAX, "");
    expect("16777215T", UINT64_C(16777215) << 40, "");
}

static void the_rest_is_left(void **state) {
    (void)state;
    expect("10+13", 10, "+13");
    expect("4KB", 4096, "B");
    expect("4k", 4, "k");
    expect("4.5", 4, ".5");
    expect("2MM", UINT64_C(2) << 20, "M");
}

static void what_is_no_number_of_64_bits_is_refused(void **state) {
    (void)state;
    static const char *const refused[] = {"",
                                          "K",
                                          "-1",
                                          "+1",
                                          " 1",
                                          "\t1",
                                          "x",
                                          "18446744073709551616",
                                          "18446744073709551615K",
                                          "16777216T",
                                          "17179869184G"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const char *at = refused[i];
        uint64_t value = 0;
        if (number_text_read(&at, &value))
            fail_msg("'%s' is read as %llu", refused[i], (unsigned long long)value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suffixes_are_powers_of_1024),
        cmocka_unit_test(the_rest_is_left),
        cmocka_unit_test(what_is_no_number_of_64_bits_is_refused),
    };
    return UNIT_TEST_RUN("number_text", tests);
}
