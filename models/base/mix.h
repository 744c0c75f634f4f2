/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hashes and random numbers of the models: one mixer, one generator.
 */
#ifndef GMMU_MIX_H
#define GMMU_MIX_H

#include <stdint.h>

/* 2^64 divided by the golden ratio, odd: spreads consecutive numbers. */
#define MIX_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The finalizer of splitmix64: a bijection whose every output bit depends on all input bits. */
static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* A xorshift64* generator; the state must not be 0. */
static inline uint64_t random_next(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* The state in which random_next() begins for a seed, another one for each: 1 for seed 1. */
static inline uint64_t random_seeded(uint64_t seed) {
    const uint64_t state = mix(seed - 1) ^ 1;
    return state ? state : 1; /* one seed in 2^64 would give 0 */
}

#endif
