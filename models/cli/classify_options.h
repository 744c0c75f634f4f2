/* SPDX-License-Identifier: Apache-2.0 */
/* The options of gmmu classify, and its workloads. Bad use ends with one line on stderr and exit code 2. */
#ifndef GMMU_CLASSIFY_OPTIONS_H
#define GMMU_CLASSIFY_OPTIONS_H

#include <stdbool.h>

#include "cli/run_options.h"

typedef struct {
    run_options run; /* its applications are the workloads, each a run of its own */
    bool sizes;      /* all sizes of an application */
} classify_options;

/* Parses argv[1..]: the chip, how to run, and workloads. All of MASK Table 2 that exist without any;
 * SharedTLB without --design. False: the error line has been printed. Call run_options_end() after any
 * result. */
bool classify_options_parse(classify_options *o, int argc, char **argv);

#endif
