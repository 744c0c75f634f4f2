/* SPDX-License-Identifier: Apache-2.0 */
/* What a program on a GPU needs of it. */
#ifndef GMMU_CUDA_PRIMITIVES_H
#define GMMU_CUDA_PRIMITIVES_H

#include <stdint.h>

#define GPU_ENTRY __attribute__((nvptx_kernel))
#define SHARED    __attribute__((address_space(3)))
#define PATIENCE  (1U << 28) /* looks at a counter: seconds */

extern SHARED uint32_t shared_room[];

static inline SHARED uint32_t *gpu_shared(void) {
    return shared_room;
}

static inline uint32_t gpu_lane(void) {
    return (uint32_t)__nvvm_read_ptx_sreg_tid_x();
}

static inline uint32_t gpu_smid(void) {
    uint32_t sm;
    __asm__ volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

static inline uint32_t gpu_clock(void) {
    uint32_t now;
    __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
    return now;
}

/* From the L2 cache, past the SM's own cache. */
static inline uint32_t gpu_read(uint64_t at) {
    uint32_t data;
    __asm__ volatile("ld.global.cg.u32 %0, [%1];" : "=r"(data) : "l"(at) : "memory");
    return data;
}

/* Of the threads of a block. */
static inline void gpu_barrier(void) {
    __nvvm_bar_sync(0);
}

/* Between two looks at a counter. */
static inline void gpu_pause(void) {}

static inline void gpu_fence(void) {
    __nvvm_membar_gl();
}

static inline void gpu_count(uint32_t *counter) {
    __nvvm_atom_add_gen_i((volatile int *)counter, 1);
}

#endif
