/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of models/study/cuda/cuda_primitives.h: a block is a thread of the host, and has one lane. */
#ifndef GMMU_HOST_PRIMITIVES_H
#define GMMU_HOST_PRIMITIVES_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "fake_cuda.h"

#define GPU_ENTRY
#define SHARED
#define PATIENCE 40000U /* pauses: at least two seconds */
#define SHORT    8U     /* pauses; others sleep */
#define SLEEP_NS 20000

static inline uint32_t *gpu_shared(void) {
    return fake_cuda_block.shared;
}

static inline uint32_t gpu_lane(void) {
    return 0;
}

static inline uint32_t gpu_smid(void) {
    return fake_cuda_block.smid;
}

static inline uint32_t gpu_clock(void) {
    return fake_cuda_block.clock;
}

static inline uint32_t gpu_read(uint64_t at) {
    fake_cuda_block.clock += fake_cuda_read(at);
    return 0;
}

static inline void gpu_barrier(void) {
    fake_cuda_block.pauses = 0;
}

/* Asleep if it takes long: blocks that wait would take the processors from the one that is waited for. */
static inline void gpu_pause(void) {
    const struct timespec time = {.tv_nsec = SLEEP_NS};
    if (++fake_cuda_block.pauses <= SHORT)
        (void)sched_yield();
    else
        (void)nanosleep(&time, NULL);
}

static inline void gpu_fence(void) {
    __sync_synchronize();
}

static inline void gpu_count(uint32_t *counter) {
    (void)__sync_fetch_and_add(counter, 1);
}

#endif
