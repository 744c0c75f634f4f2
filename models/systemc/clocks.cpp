/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/clocks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gmmu {

clock_periods clock_periods_of(const chip_config &chip) {
    const std::uint64_t base = chip_base_mhz(&chip);
    const double exact = 1e-6 / static_cast<double>(base) / sc_core::sc_get_time_resolution().to_seconds();
    const auto tick = static_cast<std::uint64_t>(std::max(1.0, std::round(exact)));
    const std::uint64_t core = base / chip.core_mhz;
    const std::uint64_t memory = base / chip.mem_mhz;
    return {sc_core::sc_time::from_value(tick * core), sc_core::sc_time::from_value(tick * memory),
            sc_core::sc_time::from_value(tick * std::lcm(core, memory))};
}

} // namespace gmmu
