/* SPDX-License-Identifier: Apache-2.0 */
/* A set of the 256 registers of a warp. */
#ifndef GMMU_REG_SET_H
#define GMMU_REG_SET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t word[4]; /* bit r % 64 of word r / 64: register r */
} reg_set;

static inline void reg_set_add(reg_set *s, const uint8_t *regs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        s->word[regs[i] / 64] |= UINT64_C(1) << (regs[i] % 64);
}

static inline void reg_set_remove(reg_set *s, const uint8_t *regs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        s->word[regs[i] / 64] &= ~(UINT64_C(1) << (regs[i] % 64));
}

static inline bool reg_set_meets(const reg_set *a, const reg_set *b) {
    return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1]) | (a->word[2] & b->word[2]) |
            (a->word[3] & b->word[3])) != 0;
}

#endif
