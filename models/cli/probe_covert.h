/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu probe tlb-covert: a channel through the last level of the TLBs (TunneLs). */
#ifndef GMMU_PROBE_COVERT_H
#define GMMU_PROBE_COVERT_H

#include <stdio.h>

#include "chip/probe_gpu.h"
#include "cli/options.h"

/* csv: NULL or where all points go. 0; EXIT_NOT_FOUND after one line on stderr; EXIT_BAD_INPUT, and the
 * chip knows why. */
int probe_covert(const options *o, const probe_gpu *chip, FILE *csv, FILE *out);

#endif
