/* SPDX-License-Identifier: Apache-2.0 */
/* The units of a chip with a design, as its components declare them (units/unit_needs.h). */
#ifndef GMMU_CHIP_UNITS_H
#define GMMU_CHIP_UNITS_H

#include <stddef.h>

#include "units/unit_needs.h"

/* What the component that has the unit says about it; NULL: this chip with this design does not have it. */
const unit_need *chip_units_find(const gpu_config *config, const char *unit);

/* Does a component of this chip with this design declare the unit, whether or not it has it at these values?
 */
bool chip_units_declared(const gpu_config *config, const char *unit);
/* Is each unit built large enough for `apps` applications, and with as many SMs as there are where that
 * counts? False: one line in err that names the unit, the need and what is built. */
bool chip_units_built(const gpu_config *config, uint32_t apps, char *err, size_t err_size);

#endif
