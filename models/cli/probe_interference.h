/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu probe interference: Fractional GPUs Fig. 8. */
#ifndef GMMU_PROBE_INTERFERENCE_H
#define GMMU_PROBE_INTERFERENCE_H

#include <stdio.h>

#include "cli/probe_options.h"
#include "study/probe/probe_machine.h"

/* csv: NULL or where all points go. 0; EXIT_NOT_FOUND after one line on stderr; EXIT_BAD_INPUT, and the
 * chip knows why. */
int probe_interference(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out);

#endif
