/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver and a GPU that are made up: memory is the host's, the program is that of models/study/cuda
 * compiled for the host, and an access takes what a fake_gpu says, and what its line adds.
 */
#ifndef GMMU_FAKE_CUDA_H
#define GMMU_FAKE_CUDA_H

#include <stdbool.h>
#include <stdint.h>

#include "fake_gpu.h"
#include "study/cuda/cuda_calls.h"

typedef struct {
    fake_gpu *tlbs;
    uint32_t sms;         /* that run blocks; their numbers are 3, 6, 9, ... */
    uint32_t said_sms;    /* as the driver says */
    uint32_t far;         /* cycles that a line adds at most: some parts of the L2 cache are farther away */
    uint32_t jitter;      /* cycles that are added at random at most */
    uint32_t fails;       /* number of the call that fails; 0: none */
    uint32_t calls;       /* that there were */
    uint32_t programs;    /* that ran */
    uint64_t memory_free; /* bytes */
    uint64_t random;
} fake_cuda;

/* Of a block, for the program. */
typedef struct {
    uint32_t *shared;
    uint32_t smid, clock;
    uint32_t sm;     /* from 0 */
    uint32_t pauses; /* since the last barrier */
    uint64_t data;   /* where addresses begin */
} fake_cuda_state;

extern _Thread_local fake_cuda_state fake_cuda_block;

/* Of this GPU, until the next call. */
const cuda_calls *fake_cuda_calls(fake_cuda *gpu);
/* Cycles of a read of the block that calls it. */
uint32_t fake_cuda_read(uint64_t at);

#endif
