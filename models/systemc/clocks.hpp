/* SPDX-License-Identifier: Apache-2.0 */
// The clock periods of a chip as SystemC times with exactly the ratio of the chip's
// clocks, so that the edges of the platform come in the order in which the model has
// them. The frequency itself is exact up to the rounding of one base tick to the time
// resolution: with sc_set_time_resolution(1, SC_FS) to a few parts per million.
#ifndef GMMU_SYSTEMC_CLOCKS_HPP
#define GMMU_SYSTEMC_CLOCKS_HPP

#include <systemc>

extern "C" {
#include "config/config.h"
}

namespace gmmu {

struct clock_periods {
    sc_core::sc_time core, memory;
    sc_core::sc_time common; // from one coincidence of their edges to the next
};

clock_periods clock_periods_of(const chip_config &chip);

} // namespace gmmu

#endif
