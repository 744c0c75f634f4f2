/* SPDX-License-Identifier: Apache-2.0 */
/* PTX, and OpenCL C or CUDA C through clang, as a source of instructions (program/source.h). */
#ifndef GMMU_PTX_SOURCE_H
#define GMMU_PTX_SOURCE_H

#include "base/input_files.h"
#include "program/source.h"

/* "ptx:FILE,launch=FILE[,registers=N]"; also with cl: and cu:. */
bool ptx_source_is(const char *spec);
source *ptx_source_open(const char *spec, spool *sp, uint64_t seed, constants_place constants, char *err,
                        size_t n);
/* Adds the files that it reads. False: one line in err. */
bool ptx_source_inputs(const char *spec, input_files *files, char *err, size_t n);

#endif
