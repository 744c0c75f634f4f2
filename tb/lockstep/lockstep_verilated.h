/* SPDX-License-Identifier: Apache-2.0 */
// Verilator's headers, which take longer to compile than most units: lockstep.mk compiles
// them once for all benches.
#ifndef LOCKSTEP_VERILATED_H
#define LOCKSTEP_VERILATED_H

#include "verilated.h"
#include "verilated_fst_c.h"

#endif
