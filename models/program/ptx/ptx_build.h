/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From text to the code of one kernel: every call is expanded, registers are allocated (ptx_registers.h) and
 * the places where lanes come together again are known (ptx_flow.h).
 */
#ifndef GMMU_PTX_BUILD_H
#define GMMU_PTX_BUILD_H

#include "program/ptx/ptx_module.h"

#define PTX_CODE_LIMIT     (1U << 17) /* instructions of a kernel */
#define PTX_REGISTER_LIMIT (1U << 17)
#define PTX_CALL_DEPTH     32U

/* Called with one line of each statement that is not supported. */
typedef void (*ptx_refused_fn)(void *ctx, const char *line);

/* Up to `registers` of 32 bits a thread. k: to be freed also after an error. False with a line in err. */
bool ptx_build(ptx_module *m, const ptx_function *f, uint32_t registers, ptx_kernel *k, char *err,
               size_t err_size);
/* The same for a report: what is not supported goes to `refused` and is left out, and k is not to be run. */
bool ptx_build_report(ptx_module *m, const ptx_function *f, uint32_t registers, ptx_kernel *k,
                      ptx_refused_fn refused, void *ctx, char *err, size_t err_size);

#endif
