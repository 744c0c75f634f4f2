/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of models/cuda/cuda_primitives.h: a block is a thread of the host, and has one lane. */
#ifndef GMMU_HOST_PRIMITIVES_H
#define GMMU_HOST_PRIMITIVES_H

#include <sched.h>
#include <stdint.h>

#include "fake_cuda.h"

#define GPU_ENTRY
#define SHARED
#define PATIENCE 1000000U

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

static inline void gpu_barrier(void) {}

static inline void gpu_pause(void) {
    (void)sched_yield();
}

static inline void gpu_fence(void) {
    __sync_synchronize();
}

static inline void gpu_count(uint32_t *counter) {
    (void)__sync_fetch_and_add(counter, 1);
}

#endif
