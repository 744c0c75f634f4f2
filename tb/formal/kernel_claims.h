/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the claims about units of thesis chapter 5: any kernel, any SM. */
#ifndef GMMU_KERNEL_CLAIMS_H
#define GMMU_KERNEL_CLAIMS_H

#include "gmmu_params.h"
#include "gmmu_types.h"

#define SMS     ((uint32_t)GMMU_NUM_SMS)
#define KERNELS ((uint32_t)GMMU_NUM_KERNELS)
#define NONE    ((uint32_t)GMMU_NO_KERNEL)

typedef GMMU_U(GMMU_KERNEL_W) kernel; /* or a place of the active queue, or a GPU context */
typedef GMMU_U(GMMU_SMS_W) sm_index;

/* Any kernel, and any SM, of a ghost that can be more. */
static inline uint32_t kernel_of(kernel k) {
    return (uint32_t)k < KERNELS ? (uint32_t)k : 0U;
}

static inline uint32_t sm_of(sm_index i) {
    return (uint32_t)i < SMS ? (uint32_t)i : 0U;
}

/* The flag of kernel k; 0 of no kernel. */
static inline u1 flag_of(const u1 *flags, uint32_t k) {
    u1 found = 0;

    for (uint32_t j = 0; j < KERNELS; j++)
        found = (u1)(found | ((j == k) & flags[j]));
    return found;
}

#endif
