/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of words of 8 bytes, as mem_bus_bridge and axi4_master keep them: page of 4 KB, and word there.
 */
#ifndef GMMU_MEM_BUS_BRIDGE_WORDS_H
#define GMMU_MEM_BUS_BRIDGE_WORDS_H

#include "gmmu_types.h"

static inline u1 moves(u1 valid, u1 ready) {
    return (u1)(valid & ready);
}

static inline uint64_t word_address(uint64_t page, uint64_t word) {
    return page << 12 | word << 3;
}

/* Of the word there, in the pages that there are. */
static inline uint64_t of_word(uint64_t addr) {
    return GMMU_WRAP(addr >> 12, GMMU_PPN_W) << 12 | (addr & 0xFF8U);
}

#endif
