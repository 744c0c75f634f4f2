/* SPDX-License-Identifier: Apache-2.0 */
/* The program of cuda_kernel.nvptx.c as PTX: a text that ends with 0. */
#ifndef GMMU_CUDA_PTX_H
#define GMMU_CUDA_PTX_H

extern const char cuda_ptx[];

#endif
