/* SPDX-License-Identifier: Apache-2.0 */
/* What stands before a program in OpenCL C or CUDA C when clang compiles it: the words of the language that
 * are no words of clang's. So neither libclc nor CUDA is needed. */
#ifndef GMMU_PTX_PRELUDE_H
#define GMMU_PTX_PRELUDE_H

extern const char *const ptx_prelude_cl[]; /* pieces; NULL at the end */
extern const char *const ptx_prelude_cu[];

#endif
