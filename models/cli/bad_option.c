/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/bad_option.h"

#include <stdio.h>

#include "base/outside.h"
#include "base/visible.h"

static void print_bad(const char *what, const char *text, const char *hint, const char *then,
                      const char *near) {
    char quoted[SHORTENED_BYTES];
    message_line("gmmu: %s '%s': %s%s%s", what, shortened(quoted, text), hint, then, near);
}

bool bad_option(const char *what, const char *text, const char *expected) {
    print_bad(what, text, "expected ", expected, "");
    return false;
}

bool bad_name(const char *what, const char *text, const char *expected, const near_name *near) {
    print_bad(what, text, "expected ", expected, near->hint);
    return false;
}

bool bad_option_see_help(const char *what, const char *text, const near_name *near) {
    print_bad(what, text, "see 'gmmu help'", "", near->hint);
    return false;
}

const char *list_of_names(char *text, size_t size, const char *const *names) {
    size_t used = 0;
    for (size_t i = 0; names[i] && used < size; i++) {
        const char *between = i == 0 ? "" : names[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, names[i]);
    }
    return text;
}

bool bad_one_of(const char *what, const char *text, const char *const *names) {
    char expected[128];
    near_name near = near_name_of(text);
    near_name_offer_all(&near, names);
    return bad_name(what, text, list_of_names(expected, sizeof expected, names), &near);
}

bool bad_line(const char *line) {
    message_line("gmmu: %s", line);
    return false;
}
