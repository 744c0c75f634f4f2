/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequential restoring divider, one quotient bit per cycle: the only division in
 * the project's hardware. A building block, not a unit: the enclosing unit calls
 * divider_step() once per cycle and holds a divider_state; in RTL it is the
 * submodule gmmu_divider, instance `div`, so that the state fields carry the same
 * hierarchical names (div.rem, ...).
 *
 * start loads a 38-bit dividend and a 24-bit divisor; 38 edges later `done` shows
 * for one cycle with the quotient in `quo` and the remainder in `rem`, where both
 * stay until the next start. A zero divisor gives all ones. start while busy
 * restarts.
 */
#ifndef GMMU_DIVIDER_H
#define GMMU_DIVIDER_H

#include "gmmu_types.h"

#define GMMU_DIV_BITS 38

typedef struct {
    u1 busy;  /* reset 0 */
    u1 done;  /* reset 0 */
    u6 count; /* bits left; reset 0 */
    u24 den;  /* reset 0 */
    u24 rem;  /* remainder so far, below den; reset 0 */
    u38 quo;  /* dividend bits leave at the top, quotient bits enter at the bottom; reset 0 */
} divider_state;

static inline void divider_reset(divider_state *s) {
    s->busy = 0;
    s->done = 0;
    s->count = 0;
    s->den = 0;
    s->rem = 0;
    s->quo = 0;
}

static inline void divider_step(divider_state *s, u1 start, u38 dividend, u24 divisor) {
    uint32_t trial = ((uint32_t)s->rem << 1) | (uint32_t)((s->quo >> (GMMU_DIV_BITS - 1)) & 1U);
    u1 ge = (u1)(trial >= (uint32_t)s->den);
    uint32_t rem = ge ? trial - (uint32_t)s->den : trial;
    u1 last = (u1)(s->busy && s->count == 1);

    s->done = (u1)(last && !start);
    if (start) {
        s->busy = 1;
        s->count = GMMU_DIV_BITS;
        s->den = divisor;
        s->rem = 0;
        s->quo = dividend;
    } else if (s->busy) {
        s->rem = (u24)GMMU_WRAP(rem, 24);
        s->quo = (u38)GMMU_WRAP(((uint64_t)s->quo << 1) | ge, GMMU_DIV_BITS);
        s->busy = (u1)!last;
        s->count = (u6)GMMU_WRAP((uint32_t)s->count + 63U, 6);
    }
}

#endif
