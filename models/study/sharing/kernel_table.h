/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thesis Table 5.2: the kernels of ten Parboil benchmarks, as measured on a K20c.
 *
 * The table's time per block is kernel time x blocks per SM / blocks, so it lacks the factor of 13 SMs; it is
 * not kept here. D: a block takes the kernel's time divided by the number of waves that fill all SMs, rounded
 * up: so a kernel alone takes the time that the table gives.
 */
#ifndef GMMU_KERNEL_TABLE_H
#define GMMU_KERNEL_TABLE_H

#include <stdint.h>

#include "base/near_name.h"

#include "study/sharing/delay_kernel.h"

typedef struct {
    const char *name; /* NULL behind the last one of a benchmark */
    uint32_t launches;
    uint32_t time; /* of a launch, in units of 10 ns */
    uint32_t blocks;
    uint32_t shared;    /* bytes per block */
    uint32_t registers; /* per block */
    uint32_t per_sm;    /* blocks per SM */
} table_kernel;

typedef struct {
    const char *name;
    const char *class_1, *class_2; /* by the length of kernels (Fig. 5.4), and of the benchmark (Fig. 5.6) */
    const table_kernel *kernel;
} table_benchmark;

/* In the table's order; ends with the name NULL. */
extern const table_benchmark kernel_table_benchmarks[];

/* NULL for an unknown name. */
const table_benchmark *kernel_table_find(const char *name);
/* All names, for a hint. */
void kernel_table_offer(near_name *n);

/* The kernel as delays. */
delay_kernel kernel_table_delays(const table_kernel *k);

#endif
