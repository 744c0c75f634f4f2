/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a trace, before it is read. */
#ifndef GMMU_TRACE_INPUTS_H
#define GMMU_TRACE_INPUTS_H

#include "base/input_files.h"

/* Adds the files that the trace at `path` is read from: a packed one, or a list and the kernels that it
 * names. False: one line in err. */
bool trace_inputs(const char *path, input_files *files, char *err, size_t n);

#endif
