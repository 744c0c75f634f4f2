/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequential restoring divider, one quotient bit per cycle: the only division in
 * the project's hardware. A building block, not a unit: the enclosing unit calls
 * divider_step() once per cycle and holds a divider_state; in RTL it is the
 * submodule gmmu_divider, instance `div`, so that the state fields carry the same
 * hierarchical names (div.rem, ...).
 *
 * start loads a dividend of GMMU_DIVIDEND_W bits (38 by default) and a divisor of
 * GMMU_DIVISOR_W (24). After as many edges as the dividend has bits, `done` is high for
 * one cycle with the quotient in `quo` and the remainder in `rem`, where both stay until
 * the next start. A zero divisor gives all ones. start while busy restarts.
 */
#ifndef GMMU_DIVIDER_H
#define GMMU_DIVIDER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

typedef struct {
    u1 busy;                    /* reset 0 */
    u1 done;                    /* reset 0 */
    u6 count;                   /* bits left; reset 0 */
    GMMU_U(GMMU_DIVISOR_W) den; /* reset 0 */
    GMMU_U(GMMU_DIVISOR_W) rem; /* remainder so far, below den; reset 0 */
    GMMU_U(GMMU_DIVIDEND_W)
    quo; /* dividend bits leave at the top, quotient bits enter at the bottom; reset 0 */
} divider_state;

static inline void divider_reset(divider_state *s) {
    s->busy = 0;
    s->done = 0;
    s->count = 0;
    s->den = 0;
    s->rem = 0;
    s->quo = 0;
}

static inline void divider_step(divider_state *s, u1 start, GMMU_U(GMMU_DIVIDEND_W) dividend,
                                GMMU_U(GMMU_DIVISOR_W) divisor) {
    uint32_t trial = ((uint32_t)s->rem << 1) | (uint32_t)((s->quo >> (GMMU_DIVIDEND_W - 1)) & 1U);
    u1 ge = (u1)(trial >= (uint32_t)s->den);
    uint32_t rem = ge ? trial - (uint32_t)s->den : trial;
    u1 last = (u1)(s->busy && s->count == 1);

    s->done = (u1)(last && !start);
    if (start) {
        s->busy = 1;
        s->count = GMMU_DIVIDEND_W;
        s->den = divisor;
        s->rem = 0;
        s->quo = dividend;
    } else if (s->busy) {
        s->rem = (GMMU_U(GMMU_DIVISOR_W))GMMU_WRAP(rem, GMMU_DIVISOR_W);
        s->quo = (GMMU_U(GMMU_DIVIDEND_W))GMMU_WRAP(((uint64_t)s->quo << 1) | ge, GMMU_DIVIDEND_W);
        s->busy = (u1)!last;
        s->count = (u6)GMMU_WRAP((uint32_t)s->count + 63U, 6);
    }
}

#endif
