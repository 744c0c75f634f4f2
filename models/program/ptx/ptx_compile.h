/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C and CUDA C become PTX by an installed clang. */
#ifndef GMMU_PTX_COMPILE_H
#define GMMU_PTX_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { PTX_FROM_CL, PTX_FROM_CU } ptx_language;

/* Behind the program's name where an error is in the compiled text, which has other lines. */
#define PTX_COMPILED " as PTX"

/* PTX_COMPILER_NAMES are tried one after the other unless a compiler is named. The PTX, with a zero at its
 * end; NULL with a line in err: there is no compiler, or its first error. To be freed. */
#define PTX_COMPILER_NAMES "clang-19 or clang"
char *ptx_compile(ptx_language language, const char *path, const char *compiler, size_t *size, char *err,
                  size_t err_size);

#endif
