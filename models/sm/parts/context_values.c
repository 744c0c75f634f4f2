/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/context_values.h"

#include "base/line_table.h"
#include "base/mix.h"

#define LINE_BYTES     (UINT64_C(1) << LINE_ADDRESS_BITS)
#define REGISTER_BYTES LINE_BYTES /* of a warp: 4 in each of 32 lanes */
#define WORD_BYTES     4U

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

uint32_t context_values_warp(const sm_resources *needs, uint32_t head, uint32_t line) {
    const uint64_t of_warp = needs->regs * 4 / needs->warps, first = context_values_bytes(line, head);
    const uint64_t warp = of_warp ? first / of_warp : 0;
    return warp < needs->warps ? (uint32_t)warp : 0;
}

uint32_t context_values_token(const sm_resources *needs, uint32_t head, uint32_t line,
                              const value_registers *r, value_memory *shared) {
    const uint64_t registers = needs->regs * 4, first = context_values_bytes(line, head);
    const uint64_t end = line < head ? 0 : first + LINE_BYTES;
    uint64_t token = mix(line + UINT64_C(1));
    if (r && first < registers && first < end) {
        const uint64_t at = first - context_values_warp(needs, head, line) * (registers / needs->warps);
        token = mix(token + r->reg[at / REGISTER_BYTES % 256]);
    }
    for (uint64_t at = first < registers ? registers : first; shared && at < end; at += WORD_BYTES)
        token = mix(token + value_memory_word(shared, at - registers));
    return (uint32_t)(token % LINE_VERSION_LAST) + 1;
}
