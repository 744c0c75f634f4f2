/* SPDX-License-Identifier: Apache-2.0 */
/* What the program on the GPU and the one on the host share: both are C, and lay structs out alike. */
#ifndef GMMU_CUDA_STEPS_H
#define GMMU_CUDA_STEPS_H

#include <stdint.h>

#ifndef CUDA_BLOCK_THREADS
#define CUDA_BLOCK_THREADS 32U /* of a thread block: one warp */
#endif
#define CUDA_LINE_BITS 7U /* log2 of the bytes of a line */
#define CUDA_MOST_SMS  512U

/* A list of accesses that one SM makes, one after another. */
typedef struct {
    uint32_t sm;      /* %smid */
    uint32_t list;    /* where its lines begin in the lists: of steps with one list, the SM reads it once */
    uint32_t lines;   /* a multiple of the threads */
    uint32_t threads; /* that read a line each at once */
    uint32_t out;     /* where its latencies go: one for all threads */
} cuda_step;

/* A run: its steps in their order, on all SMs. Addresses are the device's. */
typedef struct {
    uint64_t data;  /* of the memory that is accessed: all 0 */
    uint64_t step;  /* of cuda_step */
    uint64_t list;  /* of uint32_t: lines from the start of the data */
    uint64_t out;   /* of uint16_t: cycles, at most UINT16_MAX */
    uint64_t state; /* of cuda_state */
    uint32_t steps;
    uint32_t room;   /* bytes of shared memory of a block: more than half of an SM's */
    uint32_t blocks; /* one for each SM */
    uint32_t level;  /* 1: latencies are what an access takes longer than the same one right after it, plus
                        CUDA_LEVEL; 0: what it takes */
} cuda_run;

#define CUDA_LEVEL 1000U

/* 0 before a run. */
typedef struct {
    uint32_t started;             /* blocks */
    uint32_t turn;                /* finished steps, where another SM makes the next */
    uint32_t stuck;               /* blocks that have waited in vain */
    uint32_t seen[CUDA_MOST_SMS]; /* 1: there is an SM of this number */
} cuda_state;

#endif
