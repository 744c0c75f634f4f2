/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/bad_option.h"

#include <stdio.h>

#include "base/visible.h"

bool bad_option(const char *what, const char *text, const char *expected) {
    visible_line(stderr, "gmmu: %s '%s': expected %s", what, text, expected);
    return false;
}
