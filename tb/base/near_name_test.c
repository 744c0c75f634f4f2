/* SPDX-License-Identifier: Apache-2.0 */
/* Which name is near to one that is unknown. */
#include "unit_test.h"

#include <stdio.h>
#include <string.h>

#include "base/near_name.h"

static const char *const names[] = {"mask",    "mask-tlb",       "mosaic", "sharedtlb", "no",
                                    "x",       "tlb.l2.entries", "v100",   "--chip",    "interference",
                                    "sched-a", "sched-b",        NULL};

static near_name nearest(const char *given) {
    near_name n = near_name_of(given);
    for (const char *const *name = names; *name; name++)
        near_name_offer(&n, *name);
    return n;
}

static void a_near_name_is_told(void **state) {
    (void)state;
    static const char *const table[][2] = {
        {"maks", "mask"},
        {"msk", "mask"},
        {"masks", "mask"},
        {"mosk", "mask"},
        {"MASK", "mask"},
        {"mask_tlb", "mask-tlb"},
        {"sharedlb", "sharedtlb"},
        {"tlb.l2.entires", "tlb.l2.entries"},
        {"chip", "--chip"},
        {"-chip", "--chip"},
        {"v10", "v100"},
        {"interfrnece", "interference"},
        {"on", "no"},
        {"sched-", "sched-a"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char hint[128];
        snprintf(hint, sizeof hint, "; did you mean '%s'?", table[i][1]);
        assert_string_equal(nearest(table[i][0]).hint, hint);
    }
}

static void a_far_name_is_not(void **state) {
    (void)state;
    static const char *const far[] = {"",  "x", "y", "?", "abacus", "mk", "mussel", "inter", "\xff\xfe\x80",
                                      "--"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        assert_string_equal(nearest(far[i]).hint, "");
}

/* What is wrong is something else, so no neighbour is meant, before the name in the list or behind it. */
static void a_known_name_has_no_neighbour(void **state) {
    (void)state;
    assert_string_equal(nearest("sched-a").hint, "");
    assert_string_equal(nearest("sched-b").hint, "");
}

static void a_part_ends_where_it_is_said_to(void **state) {
    (void)state;
    near_name n = near_name_of_part("maks=3", 4);
    near_name_offer(&n, "mask");
    assert_string_equal(n.hint, "; did you mean 'mask'?");
}

/* The longest name that is compared fits; longer ones, given or offered, are never near. */
static void long_names_are_safe(void **state) {
    (void)state;
    static char given[1 << 20], longest[NEAR_NAME_BYTES + 1], longer[NEAR_NAME_BYTES + 2];
    memset(given, 'a', sizeof given - 1);
    memset(longest, 'a', sizeof longest - 1);
    memset(longer, 'a', sizeof longer - 1);
    near_name n = near_name_of(given);
    near_name_offer(&n, longest);
    assert_string_equal(n.hint, "");
    n = near_name_of_part(given, NEAR_NAME_BYTES);
    near_name_offer(&n, longer);
    assert_string_equal(n.hint, "");
    longest[0] = 'b';
    near_name_offer(&n, longest);
    assert_int_equal(strlen(n.hint), strlen("; did you mean ''?") + NEAR_NAME_BYTES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_near_name_is_told),           cmocka_unit_test(a_far_name_is_not),
        cmocka_unit_test(a_known_name_has_no_neighbour), cmocka_unit_test(a_part_ends_where_it_is_said_to),
        cmocka_unit_test(long_names_are_safe),
    };
    return UNIT_TEST_RUN("near_name", tests);
}
