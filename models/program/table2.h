/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The applications of MASK Table 2 that are built in, and the row in which the paper puts each: its L1 and L2
 * TLB miss rates, low below 20 %.
 */
#ifndef GMMU_TABLE2_H
#define GMMU_TABLE2_H

#include <stdbool.h>
#include <stdint.h>

#include "base/near_name.h"

typedef struct {
    const char *name; /* as in the paper; NULL ends the list */
    const char *spec; /* of the workload: "kernel:NAME[,key=value...]" */
    bool l1_high, l2_high;
} table2_app;

/* In the order of the paper. */
extern const table2_app table2_apps[];

/* NULL: no such application. */
const table2_app *table2_find(const char *name);
/* All names, for a hint. */
void table2_offer(near_name *n);
/* The specification of one of its sizes, the smallest first; spec is among them. NULL: behind the last. */
const char *table2_size(const table2_app *a, uint32_t i);
/* The application of a specification of any size, which is compared as text. NULL: none. */
const table2_app *table2_of_spec(const char *spec);

#endif
