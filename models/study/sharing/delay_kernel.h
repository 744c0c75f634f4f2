/* SPDX-License-Identifier: Apache-2.0 */
/* The GPU of thesis Table 5.1, and a kernel whose blocks are delays. */
#ifndef GMMU_DELAY_KERNEL_H
#define GMMU_DELAY_KERNEL_H

#include <stdint.h>

#define DELAY_SMS      13U /* thesis Table 5.1 */
#define DELAY_BLOCKS   16U /* of an SM (Table 5.1) */
#define DELAY_CONTEXTS 13U /* GPU contexts, and active kernels (5.2.3) */
#define DELAY_MHZ      706U
#define DELAY_NONE     UINT32_MAX

typedef struct {
    uint32_t blocks;       /* of the grid; 0: it ends when it has arrived */
    uint32_t per_sm;       /* blocks that an SM runs: 1 to DELAY_BLOCKS */
    uint64_t block_cycles; /* of a block, 1 at least */
    uint64_t save_cycles;  /* to save a block, and to restore it */
} delay_kernel;

#endif
