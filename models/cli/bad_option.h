/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_BAD_OPTION_H
#define GMMU_BAD_OPTION_H

#include <stdbool.h>

/* Prints the line "gmmu: WHAT 'TEXT': expected EXPECTED" on stderr, a long TEXT cut short; returns false. */
bool bad_option(const char *what, const char *text, const char *expected);
/* The same for what no value is expected of: "gmmu: WHAT 'TEXT': see 'gmmu help'". */
bool bad_option_see_help(const char *what, const char *text);

#endif
