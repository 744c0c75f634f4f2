/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/context_values.h"

#include "base/line_table.h"

#define LINE_BYTES     (UINT64_C(1) << LINE_ADDRESS_BITS)
#define REGISTER_BYTES LINE_BYTES /* of a warp: 4 in each of 32 lanes */

uint64_t context_values_bytes(uint32_t lines, uint32_t head) {
    return lines > head ? (lines - head) * LINE_BYTES : 0;
}

void context_values_registers(const sm_resources *needs, uint64_t bytes, uint32_t warp, value_registers *r) {
    const uint64_t of_warp = needs->regs * 4 / needs->warps, first = warp * of_warp;
    const uint64_t there = bytes > first ? bytes - first : 0;
    value_registers_lose(r, (there + REGISTER_BYTES - 1) / REGISTER_BYTES, of_warp / REGISTER_BYTES);
}

void context_values_shared(const sm_resources *needs, uint64_t bytes, value_memory *shared) {
    const uint64_t first = needs->regs * 4;
    value_memory_lose(shared, bytes > first ? bytes - first : 0);
}
