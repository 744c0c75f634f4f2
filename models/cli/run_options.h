/* SPDX-License-Identifier: Apache-2.0 */
/* The options of gmmu run and compare. Bad use ends with one line on stderr and exit code 2. */
#ifndef GMMU_RUN_OPTIONS_H
#define GMMU_RUN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/chip_options.h"
#include "dispatch/gpu_app.h"

typedef struct {
    chip_options on;
    gpu_app app[CHIP_MAX_APPS];
    uint32_t napps;
    bool rtl_all; /* --rtl all: units that a chip lacks are no mistake */
    uint64_t max_cycles;
    unsigned jobs;    /* host threads */
    bool alone;       /* also run every application alone */
    bool quiet;       /* no progress bar, no table */
    const char *json; /* output files, or NULL */
    const char *csv;
    const char *kanata;
    const char *perfetto;
    const char *ticks;
    uint64_t every; /* epochs that end until they are written to standard output; 0: they are not */
} run_options;

void run_options_begin(run_options *o);
void run_options_end(run_options *o);

/* Parses argv[1..] behind the command word argv[0]. False: the error line has been printed. `compare` takes
 * several --design, and all designs by default. Call run_options_end() after any result. */
bool run_options_parse(run_options *o, int argc, char **argv, bool compare);

/* An application more, as behind --app, or behind --then: it follows the one before. */
bool run_options_add(run_options *o, const char *text, bool follows);
/* How to run: --seed, --jobs, --max-cycles, --window, --quiet, --json. *known: it is one of them. */
bool run_options_take(run_options *o, int option, char *text, bool *known);

#endif
