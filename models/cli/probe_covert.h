/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu probe tlb-covert: a channel through the last level of the TLBs (TunneLs); tlb-closed: what closes it.
 */
#ifndef GMMU_PROBE_COVERT_H
#define GMMU_PROBE_COVERT_H

#include <stdio.h>

#include "cli/probe_options.h"
#include "study/probe/probe_machine.h"

/* csv: NULL or where all points go. 0; EXIT_NOT_FOUND after one line on stderr; EXIT_BAD_INPUT, and the
 * chip knows why. */
int probe_covert(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out);
/* The same message on the chip as it is, and on others like it whose last TLB level and walkers are divided
 * between the two programs, part by part. The addresses are those found on the chip as it is. */
bool probe_closed_possible(
    const probe_options *o); /* can its chip be divided? False after one line on stderr. */
int probe_closed(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out);

#endif
