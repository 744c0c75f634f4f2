/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --chip, --set and --design: what a command is about. Each command that has them has a struct of its own
 * with this one in it. Bad use ends with one line on stderr and exit code 2.
 */
#ifndef GMMU_CHIP_OPTIONS_H
#define GMMU_CHIP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "config/description.h"

#define GMMU_MAX_DESIGNS     16
#define GMMU_MAX_DESIGN_SETS 16
_Static_assert(GMMU_MAX_DESIGNS >= DESIGN_MAX_PRESETS, "compare takes all designs where none is named");

typedef struct {
    gpu_config config;   /* chip, first design, knobs, units as RTL, seeds */
    description changed; /* config, and the sources of its changed values */
    const char *file;    /* --chip FILE.json, or NULL */
    struct {
        design_config design;
        bool rtl; /* "NAME+rtl": all units as RTL, for any --rtl */
    } design[GMMU_MAX_DESIGNS];
    uint32_t designs;
    const char *design_set[GMMU_MAX_DESIGN_SETS]; /* --set of parts of designs, also for all designs */
    uint32_t design_sets;
} chip_options;

/* Before the options are read, and behind any result. */
void chip_options_begin(chip_options *o);
void chip_options_end(chip_options *o);

/* For option_scan(), with a chip_options: takes --chip and passes by all others. It comes first: what other
 * options change is changed on the chip, wherever they stand. */
bool chip_options_take_chip(void *chip_options, int option, char *text);
/* Takes --set and --design, of which there may be several, and passes by --chip; false after one line for any
 * other. */
bool chip_options_take(chip_options *o, int option, char *text, bool several);
/* One --set more, by the name of another option. */
bool chip_options_set(chip_options *o, const char *text);

/* Where no design is named. */
void chip_options_default(chip_options *o, const char *design);
/* MASK, or on a chip with exceptions SharedTLB. */
const char *chip_options_usual(const chip_options *o);
/* Changes every design as the options say, and checks it on the chip. The first is left in the configuration.
 * NULL, or the block scheduler for all designs: `before` any --set, and `after` it. */
bool chip_options_finish(chip_options *o, const char *before, const char *after);

/* The same for one design; where none is named, the usual one is in the configuration, and designs stays 0.
 */
bool chip_options_finish_one(chip_options *o);
/* All of it, for a command that has no other options. */
bool chip_options_parse(chip_options *o, int argc, char **argv);

#endif
