/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_NEAR_H
#define GMMU_NEAR_H

#include <math.h>

#include "unit_test.h"

/* Numbers that differ by `within` at most. */
static inline void assert_near(double found, double wanted, double within) {
    if (!(fabs(found - wanted) <= within))
        fail_msg("%g is not within %g of %g", found, within, wanted);
}

#endif
