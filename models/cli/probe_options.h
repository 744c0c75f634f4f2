/* SPDX-License-Identifier: Apache-2.0 */
/* The options of gmmu probe. Bad use ends with one line on stderr and exit code 2. */
#ifndef GMMU_PROBE_OPTIONS_H
#define GMMU_PROBE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/chip_options.h"

typedef struct {
    chip_options on;
    const char *csv; /* or NULL */
    uint32_t noise;  /* of hash and tlb-covert: cycles */
    bool on_gpu;     /* on a GPU, not on a simulated chip */
    uint32_t gpu;    /* its number */
    bool chip_named; /* --chip */
} probe_options;

/* Parses argv[1..]; SharedTLB without --design. False: the error line has been printed. Call
 * chip_options_end() after any result. */
bool probe_options_parse(probe_options *o, int argc, char **argv);
/* Is there a description of what is experimented on? */
bool probe_options_describe(const probe_options *o);

#endif
