/* SPDX-License-Identifier: Apache-2.0 */
/* The program of models/study/cuda for the host. */
#define CUDA_ON_HOST
#define CUDA_BLOCK_THREADS 1U
#include "fake_kernel.h"

/* NOLINTNEXTLINE(bugprone-suspicious-include): the same C for another machine */
#include "study/cuda/cuda_kernel.nvptx.c"
