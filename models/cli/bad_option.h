/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_BAD_OPTION_H
#define GMMU_BAD_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/near_name.h"

/* Prints the line "gmmu: WHAT 'TEXT': expected EXPECTED" on stderr, a long TEXT cut short; returns false. */
bool bad_option(const char *what, const char *text, const char *expected);
/* The same for an unknown name, with a hint at the one that is near it, if any. */
bool bad_name(const char *what, const char *text, const char *expected, const near_name *near);
/* The same for what no value is expected of: "gmmu: WHAT 'TEXT': see 'gmmu help'", and the hint. */
bool bad_option_see_help(const char *what, const char *text, const near_name *near);
/* "a, b or c", of a list that NULL ends. */
const char *list_of_names(char *text, size_t size, const char *const *names);
/* The same line, where any of the names would have been right. */
bool bad_one_of(const char *what, const char *text, const char *const *names);
/* Prints "gmmu: LINE", which comes from elsewhere; returns false. */
bool bad_line(const char *line);

#endif
