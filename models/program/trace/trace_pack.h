/* SPDX-License-Identifier: Apache-2.0 */
/* From a trace to a packed one. */
#ifndef GMMU_TRACE_PACK_H
#define GMMU_TRACE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Reads the trace at `path` (a list, or its folder) to its end and writes it to the file. False: one line in
 * err. Warnings about the trace go to stderr. */
bool trace_pack(const char *path, FILE *to, char *err, size_t n);

#endif
