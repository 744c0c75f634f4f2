/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small unit that uses every shape that the lock-step harness knows: scalars, arrays
 * of bits and words, wide and narrow flattened ports, a nested state.
 * It adds `add[i]` to a total per lane, and counts the additions.
 */
#ifndef GMMU_PROBE_H
#define GMMU_PROBE_H

#include "gmmu_types.h"

#define PROBE_LANES 5

typedef struct {
    u10 adds; /* lanes added so far; reset 0 */
} probe_counter_state;

typedef struct {
    u36 total[PROBE_LANES];      /* reset: lane number */
    u1 touched[PROBE_LANES];     /* reset 0 */
    u3 last;                     /* highest lane of the last addition; reset 7 */
    probe_counter_state counter; /* instance `counter` */
} probe_state;

typedef struct {
    u1 valid;
    u1 lane[PROBE_LANES];
    u17 add[PROBE_LANES];
} probe_in;

typedef struct {
    u36 sums[PROBE_LANES];
    u1 used[PROBE_LANES];
    u3 highest;
    u10 count;
} probe_out;

void probe_reset(probe_state *s);
void probe_outputs(const probe_state *s, probe_out *out);
void probe_step(probe_state *s, const probe_in *in, probe_out *out);

#endif
