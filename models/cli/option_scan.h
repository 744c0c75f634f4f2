/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_OPTION_SCAN_H
#define GMMU_OPTION_SCAN_H

#include <getopt.h>
#include <stdbool.h>

#include "cli/option_rows.h"

/* Is given each option by its number, and its value. False ends the scan. */
typedef bool (*option_scan_fn)(void *ctx, int option, char *text);

/* Hands every option to `take`. What is no option is left behind them: argv[optind] and on. Names are
 * written in full: an abbreviation would change its meaning with the next option that begins like it. False:
 * `take` said so, or an option is wrong, after one line on stderr. */
bool option_scan(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx);
/* The same where nothing but options may stand. */
bool option_scan_all(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx);

#endif
