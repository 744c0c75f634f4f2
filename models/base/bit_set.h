/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of small numbers: arrays of 64-bit words, member i in bit i % 64 of word i / 64. */
#ifndef GMMU_BIT_SET_H
#define GMMU_BIT_SET_H

#include <stdbool.h>
#include <stdint.h>

#define BIT_SET_WORDS(members) (((members) + 63U) / 64U)
#define BIT_SET_NONE           UINT32_MAX

static inline bool bit_set_has(const uint64_t *set, uint32_t i) {
    return (set[i / 64] >> (i % 64)) & 1U;
}

static inline void bit_set_add(uint64_t *set, uint32_t i) {
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void bit_set_remove(uint64_t *set, uint32_t i) {
    set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static inline bool bit_set_empty(const uint64_t *set, uint32_t words) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++)
        any |= set[w];
    return any == 0;
}

static inline bool bit_sets_meet(const uint64_t *a, const uint64_t *b, uint32_t words) {
    uint64_t common = 0;
    for (uint32_t w = 0; w < words; w++)
        common |= a[w] & b[w];
    return common != 0;
}

static inline void bit_set_unite(uint64_t *set, const uint64_t *with, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        set[w] |= with[w];
}

/* The first member at or after `from`, or BIT_SET_NONE. */
static inline uint32_t bit_set_next(const uint64_t *set, uint32_t words, uint32_t from) {
    for (uint32_t w = from / 64; w < words; w++, from = 0) {
        uint64_t left = set[w] & (UINT64_MAX << (from % 64));
        if (left)
            return w * 64 + (uint32_t)__builtin_ctzll(left);
    }
    return BIT_SET_NONE;
}

/* The first member at or after `from`, going round to 0; the set is not empty. */
static inline uint32_t bit_set_next_round(const uint64_t *set, uint32_t words, uint32_t from) {
    uint32_t next = bit_set_next(set, words, from);
    return next != BIT_SET_NONE ? next : bit_set_next(set, words, 0);
}

#endif
