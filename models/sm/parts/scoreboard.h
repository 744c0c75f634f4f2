/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scoreboard of one warp: which of its 256 registers an issued instruction
 * must still write. Sources are read at issue, so an instruction waits only
 * for pending writes: of its sources (RAW) and of its own results (WAW).
 */
#ifndef GMMU_SCOREBOARD_H
#define GMMU_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/workload.h"

typedef struct {
    uint64_t word[4];
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

/* The registers that an instruction waits for: all that it names, except RZ. */
static inline reg_set scoreboard_needs(const warp_inst *inst) {
    static const uint8_t zero = GMMU_NO_REG;
    reg_set needs = {{0}};
    reg_set_add(&needs, inst->src, inst->nsrc);
    reg_set_add(&needs, inst->dst, inst->ndst);
    reg_set_remove(&needs, &zero, 1);
    return needs;
}

/* The identity of an instruction in flight, and what its commit needs. */
typedef struct {
    uint64_t uid; /* as reported to the observer */
    uint8_t warp; /* slot */
    uint8_t app;
    uint16_t asid;
    uint16_t seq;  /* SM_THESIS: the warp's instructions in program order, modulo 2^16 */
    bool system;   /* SM_THESIS: privilege of the warp (thesis 6.4.2) */
    uint8_t lanes; /* SM_GTO: active ones */
    uint8_t ndst;  /* SM_GTO: registers that it writes */
    uint8_t dst[GMMU_MAX_DST];
} inflight_inst;

#endif
