/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/coalescer.h"

#include <stdbool.h>
#include <string.h>

#define NO_LINE UINT64_MAX /* no number of a line */
#define GROUP   8U         /* lines that are compared at once */

/* The least XOR of the line with one that is there already: 0 if it is there itself. The compiler makes
 * vectors of the inner loop; what follows the last line in its group is NO_LINE. */
static uint64_t coalescer_nearest(const coalesced_access *a, uint64_t line) {
    uint64_t nearest = UINT64_MAX;
    for (uint32_t group = 0; group < a->lines; group += GROUP)
        for (uint32_t i = 0; i < GROUP; i++) {
            const uint64_t difference = a->line[group + i] ^ line;
            nearest = difference < nearest ? difference : nearest;
        }
    return nearest;
}

static void add_line(coalesced_access *a, uint64_t line, uint32_t page_bits) {
    const uint64_t nearest = coalescer_nearest(a, line);
    if (nearest == 0)
        return;
    for (uint32_t i = 0; a->lines % GROUP == 0 && i < GROUP; i++)
        a->line[a->lines + i] = NO_LINE;
    a->opens_page |= (uint64_t)(nearest >> (page_bits - LINE_BITS) != 0) << a->lines;
    a->line[a->lines++] = line;
}

void coalesce(const warp_inst *inst, uint32_t page_bits, coalesced_access *access) {
    uint64_t last_byte = inst->width ? inst->width - 1U : 0;
    uint64_t last_line = NO_LINE; /* neighbouring lanes mostly share a line */
    access->lines = 0;
    access->opens_page = 0;
    if (inst->mask == UINT32_MAX && warp_inst_spread(inst) >> LINE_BITS == 0) {
        add_line(access, inst->addr[0] >> LINE_BITS, page_bits);
        return;
    }
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

/* The bytes `first` to `last` of a line are named. */
static void add_bytes(coalesced_access *a, uint64_t line, uint32_t first, uint32_t last,
                      uint32_t sector_bytes) {
    uint32_t i = 0;
    while (a->line[i] != line)
        i++;
    a->sectors[i] |= sectors_of_bytes(first, last, sector_bytes);
}

void coalesce_sectors(const warp_inst *inst, uint32_t sector_bytes, coalesced_access *access) {
    const uint32_t last = (1U << LINE_BITS) - 1U;
    memset(access->sectors, 0, access->lines);
    for (uint32_t mask = inst->mask; mask; mask &= mask - 1) {
        const uint64_t from = inst->addr[__builtin_ctz(mask)];
        const uint64_t bytes = inst->width ? inst->width - 1U : 0;
        const uint64_t to = from + bytes < from ? UINT64_MAX : from + bytes;
        const bool whole = from >> LINE_BITS == to >> LINE_BITS;
        add_bytes(access, from >> LINE_BITS, (uint32_t)from & last, whole ? (uint32_t)to & last : last,
                  sector_bytes);
        if (!whole)
            add_bytes(access, to >> LINE_BITS, 0, (uint32_t)to & last, sector_bytes);
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
