/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host twin of l2_bypass (hls/l2_bypass/l2_bypass.h). While no decisions are made, which is nearly always, an
 * edge moves the counters of the one or two depths that an event names, where the unit looks at all of them.
 * Decisions and halvings are edges of the unit itself.
 */
#ifndef GMMU_BYPASS_TWIN_H
#define GMMU_BYPASS_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "l2_bypass.h"

typedef struct {
    l2_bypass_out pins;
    bool high;            /* a counter has reached 2^31: the next event finds the unit `full` */
    l2_bypass_state unit; /* but for its answer registers, which are in the pins */
} bypass_twin;

/* In reset. l2_bypass has one size, GMMU_NUM_DEPTHS. */
void bypass_twin_reset(bypass_twin *t);
/* One edge; t->pins are those after it. */
void bypass_twin_step(bypass_twin *t, const l2_bypass_in *in);

#endif
