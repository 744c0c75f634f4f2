/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu probe hash: prints what the experiment has found, and next to it what the description says. */
#ifndef GMMU_PROBE_HASH_H
#define GMMU_PROBE_HASH_H

#include <stdio.h>

#include "cli/probe_options.h"
#include "study/probe/probe_machine.h"

/* csv: NULL or where the first pairs go. 0; EXIT_NOT_FOUND after one line on stderr; EXIT_BAD_INPUT, and the
 * chip knows why. */
int probe_hash(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out);

#endif
