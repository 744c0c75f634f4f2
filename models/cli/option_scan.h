/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_OPTION_SCAN_H
#define GMMU_OPTION_SCAN_H

#include <getopt.h>
#include <stdbool.h>

/* Is given each option as getopt_long() returns it, and its value. False ends the scan. */
typedef bool (*option_scan_fn)(void *ctx, int option, char *text);

/* Hands every option to `take`. What is no option is left behind them: argv[optind] and on. `known` ends with
 * zeroes. False: `take` said so, or an option is wrong, after one line on stderr. */
bool option_scan(int argc, char **argv, const struct option *known, option_scan_fn take, void *ctx);
/* The same where nothing but options may stand. */
bool option_scan_all(int argc, char **argv, const struct option *known, option_scan_fn take, void *ctx);

#endif
