/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/coalescer.h"

#include <stdbool.h>

static bool is_new_line(const coalesced_access *a, uint64_t line) {
    for (uint32_t i = a->lines; i > 0; i--)
        if (a->line[i - 1] == line)
            return false;
    return true;
}

static bool is_new_page(const coalesced_access *a, uint64_t line, uint32_t page_bits) {
    for (uint32_t i = a->lines; i > 0; i--)
        if ((a->line[i - 1] ^ line) >> (page_bits - LINE_BITS) == 0)
            return false;
    return true;
}

static void add_line(coalesced_access *a, uint64_t line, uint32_t page_bits) {
    if (!is_new_line(a, line))
        return;
    a->opens_page |= (uint64_t)is_new_page(a, line, page_bits) << a->lines;
    a->line[a->lines++] = line;
}

void coalesce(const warp_inst *inst, uint32_t page_bits, coalesced_access *access) {
    uint64_t last_byte = inst->width ? inst->width - 1U : 0;
    uint64_t last_line = UINT64_MAX; /* no line number: neighbouring lanes mostly share a line */
    access->lines = 0;
    access->opens_page = 0;
    for (uint32_t mask = inst->mask; mask; mask &= mask - 1) {
        uint64_t addr = inst->addr[__builtin_ctz(mask)];
        /* An access at the very end of the address space does not wrap around. */
        uint64_t end = addr + last_byte < addr ? UINT64_MAX : addr + last_byte;
        if (addr >> LINE_BITS != last_line)
            add_line(access, addr >> LINE_BITS, page_bits);
        last_line = end >> LINE_BITS;
        if (last_line != addr >> LINE_BITS)
            add_line(access, last_line, page_bits);
    }
}

void coalesced_found_page(coalesced_access *access, uint32_t index, uint32_t page_bits) {
    uint64_t todo = access->opens_page & ~UINT64_C(1) << index; /* the lines after `index` */
    for (; todo; todo &= todo - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(todo);
        if ((access->line[i] ^ access->line[index]) >> (page_bits - LINE_BITS) == 0)
            access->opens_page &= ~(UINT64_C(1) << i);
    }
}
