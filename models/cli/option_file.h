/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_OPTION_FILE_H
#define GMMU_OPTION_FILE_H

#include <stdbool.h>

/* The file that an option names. A second one would leave the first unwritten without a word: false then,
 * after one line about the option on stderr. `*file` is NULL until there is one. */
bool option_file(const char *option, const char *text, const char **file);

#endif
