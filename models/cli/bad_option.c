/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/bad_option.h"

#include <stdio.h>
#include <string.h>

#include "base/visible.h"

#define MOST_QUOTED 1000 /* bytes: so that a line has room for what was expected */

static void print_bad(const char *what, const char *text, const char *hint, const char *then) {
    const char *rest = strlen(text) > MOST_QUOTED ? "..." : "";
    visible_line(stderr, "gmmu: %s '%.*s%s': %s%s", what, MOST_QUOTED, text, rest, hint, then);
}

bool bad_option(const char *what, const char *text, const char *expected) {
    print_bad(what, text, "expected ", expected);
    return false;
}

bool bad_option_see_help(const char *what, const char *text) {
    print_bad(what, text, "see 'gmmu help'", "");
    return false;
}
