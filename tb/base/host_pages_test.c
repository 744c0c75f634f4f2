/* SPDX-License-Identifier: Apache-2.0 */
/* The hint for large pages changes no byte, whatever block it is given. */
#include "base/host_pages.h"

#include <stdlib.h>
#include <string.h>

#include "unit_test.h"

static void test_hint_changes_no_byte(void **state) {
    static const size_t sizes[] = {1, 4096, (size_t)2 << 20, ((size_t)6 << 20) + 12345};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *used = malloc(sizes[i]);
        unsigned char *fresh = calloc(1, sizes[i]);
        assert_non_null(used);
        assert_non_null(fresh);
        memset(used, 0xa5, sizes[i]);
        host_large_pages(used, sizes[i]);
        host_large_pages(fresh, sizes[i]);
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(used[k], 0xa5);
            assert_int_equal(fresh[k], 0);
        }
        free(used);
        free(fresh);
    }
}

static void test_hint_of_nothing(void **state) {
    unsigned char byte = 7;
    (void)state;
    host_large_pages(NULL, (size_t)4 << 20);
    host_large_pages(&byte, 0);
    assert_int_equal(byte, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hint_changes_no_byte),
        cmocka_unit_test(test_hint_of_nothing),
    };
    return UNIT_TEST_RUN("host_pages", tests);
}
