/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of policies: each is found by its name alone, none hides another, the first is the default. */
#include "unit_test.h"

#include <string.h>

#include "config/policy.h"

static const policy_row *const *const tables[] = {dram_schedulers,   tlb_fill_rules,   tlb_indexes,
                                                  tlb_replacements,  address_maps,     page_allocators,
                                                  design_allocators, block_schedulers, bypass_rules};
#define TABLES (sizeof tables / sizeof *tables)

static void each_is_found_by_its_name(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLES; i++) {
        for (const policy_row *const *row = tables[i]; *row; row++) {
            assert_ptr_equal(policy_find(tables[i], (*row)->name), *row);
            assert_true((*row)->name[0] && (*row)->summary[0]);
        }
        assert_null(policy_find(tables[i], "no such policy"));
    }
}

static void the_first_is_the_default(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLES; i++) {
        assert_ptr_equal(policy_find(tables[i], NULL), tables[i][0]);
        assert_ptr_equal(policy_find(tables[i], ""), tables[i][0]);
    }
}

static void all_are_expected(void **state) {
    (void)state;
    static const policy_row some[] = {{"a", "first"}, {"bc", "second"}, {"d", "third"}};
    static const policy_row *const table[] = {&some[0], &some[1], &some[2], NULL};
    char text[32], little[12];
    policy_expected(table, text, sizeof text);
    assert_string_equal(text, "one of a, bc, d");
    policy_expected(table, little, sizeof little);
    assert_string_equal(little, "one of a, b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_found_by_its_name),
        cmocka_unit_test(the_first_is_the_default),
        cmocka_unit_test(all_are_expected),
    };
    return UNIT_TEST_RUN("policy", tests);
}
