/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels in the order in which they were opened, for block schedulers that go by it. An application whose
 * next kernel is opened goes to the end of the line, so nobody waits longer than for one kernel of each other
 * application. D: kernels that are opened in one cycle stand in the order of their applications.
 */
#ifndef GMMU_KERNEL_LINE_H
#define GMMU_KERNEL_LINE_H

#include "dispatch/block_scheduler.h"

/* All zeroes: nobody stands there. */
typedef struct {
    uint32_t app[CHIP_MAX_APPS]; /* first in line first */
    uint32_t length;
    uint64_t kernels[CHIP_MAX_APPS]; /* opened when the application joined the line last */
} kernel_line;

/* Once per assign(). */
void kernel_line_update(kernel_line *l, const schedule *s);

#endif
