/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as tables on a terminal.
 */
#ifndef GMMU_TABLE_H
#define GMMU_TABLE_H

#include <stdio.h>

#include "chip/experiment.h"

/* Runs side by side, one column each; alone_ipc may be NULL. All runs have the same applications. */
void table_print(FILE *out, experiment *const *runs, size_t count, const double *alone_ipc);

#endif
