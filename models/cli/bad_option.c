/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/bad_option.h"

#include <stdio.h>
#include <string.h>

#include "base/visible.h"

#define MOST_QUOTED 1000 /* bytes: so that a line has room for what was expected */

bool bad_option(const char *what, const char *text, const char *expected) {
    const char *rest = strlen(text) > MOST_QUOTED ? "..." : "";
    visible_line(stderr, "gmmu: %s '%.*s%s': expected %s", what, MOST_QUOTED, text, rest, expected);
    return false;
}
