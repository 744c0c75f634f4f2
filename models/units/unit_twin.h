/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host twins of units: the same pins at every edge as the C in hls/, from data structures that suit a
 * processor instead of registers that suit a chip. A twin stands behind unit_ops like the unit, so a
 * component does not know which of the two it has. tb/units/bypass_twin_test.c holds the twin to its unit.
 *
 * The C of the unit stays the model of the RTL; --unit-c runs it in place of the twins.
 */
#ifndef GMMU_UNIT_TWIN_H
#define GMMU_UNIT_TWIN_H

#include "units/unit.h"

typedef struct {
    unit_ops ops;
    const void *(*pins)(
        const void *unit); /* where the twin keeps its pins: at any time the pins of ops.outputs */
    void (*edge)(void *unit, const void *in); /* ops.step without copying the pins */
} unit_twin_ops;

/* The twin of this build of a unit in C, with the pins of unit_find_for(), or NULL. */
const unit_twin_ops *unit_twin(const unit_ops *unit);

#endif
