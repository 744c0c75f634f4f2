/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a command line as options. Nothing is kept between two calls, so several threads may read
 * theirs at once. */
#ifndef GMMU_OPTION_SCAN_H
#define GMMU_OPTION_SCAN_H

#include <stdbool.h>

#include "cli/option_rows.h"

/* Is given each option by its number, and its value or NULL. False ends the scan. */
typedef bool (*option_scan_fn)(void *ctx, int option, char *text);
/* Is given each word that is no option. False ends the scan. */
typedef bool (*option_word_fn)(void *ctx, char *word);

/* Hands every option to `take`, and passes by what is no option: it may stand anywhere, and all behind "--"
 * is none. Names are written in full: an abbreviation would change its meaning with the next option that
 * begins like it. False: `take` said so, or an option is wrong, after one line. */
bool option_scan(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx);
/* The other words, after a scan that has found no mistake. */
bool option_words(int argc, char **argv, const option_row *known, option_word_fn take, void *ctx);
/* option_scan() where nothing but options may stand. */
bool option_scan_all(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx);

#endif
