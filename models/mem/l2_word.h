/* SPDX-License-Identifier: Apache-2.0 */
/* What an L2 bank keeps of a line besides its data, and the searches through it. */
#ifndef GMMU_L2_WORD_H
#define GMMU_L2_WORD_H

#include <stdint.h>

#include "config/chip.h"

/* A line as one word: slot of its data << LINE_SLOT | index << LINE_INDEX | application << LINE_APP | dirty |
 * valid. Words move within their set, data do not. */
#define LINE_VALID 1U
#define LINE_DIRTY 2U
#define LINE_APP   2U
#define LINE_INDEX 8U
#define LINE_SLOT  48U

static inline uint64_t l2_word_index(uint64_t line) {
    return (line & ((UINT64_C(1) << LINE_SLOT) - 1)) >> LINE_INDEX;
}

/* Position of the one word that is `wanted` under `mask`, or `count`. All words are compared, so that the
 * compiler makes vectors of the loop. */
static inline uint32_t l2_word_find(const uint64_t *words, uint32_t count, uint64_t mask, uint64_t wanted) {
    uint64_t after = 0; /* the position after it */
    for (uint64_t i = 0; i < count; i++)
        after |= (words[i] & mask) == wanted ? i + 1 : 0;
    return after ? (uint32_t)after - 1 : count;
}

/* The way that a new line takes. FGPU App. A: "data that is cached on a write miss is less likely to be
 * evicted than data that is cached on a read miss". D: written lines leave when a set holds no other, whether
 * they were read first or not. */
static inline uint32_t l2_word_victim(const uint64_t *set, uint32_t ways, cache_eviction evicts) {
    uint32_t way = ways - 1;
    if (evicts == EVICTS_UNWRITTEN)
        while (way != 0 && (set[way] & LINE_DIRTY) != 0)
            way--;
    return (set[way] & LINE_DIRTY) != 0 ? ways - 1 : way;
}

#endif
