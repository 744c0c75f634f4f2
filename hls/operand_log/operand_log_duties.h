/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes an operand log in every cycle: 1 while it keeps the duty. The proof assumes a
 * duty where it is named (tb/formal/operand_log.c), and the SM model asserts all.
 */
#ifndef GMMU_OPERAND_LOG_DUTIES_H
#define GMMU_OPERAND_LOG_DUTIES_H

#include "operand_log.h"

/* Some entry holds this operand. */
static inline u1 operand_log_has(const operand_log_state *s, GMMU_U(GMMU_SM_WARP_W) warp,
                                 GMMU_U(GMMU_SEQ_W) seq, u1 part) {
    u1 any = 0;

    for (unsigned i = 0; i < GMMU_LOG_ENTRIES; i++)
        any = (u1)(any | (s->used[i] & (s->warp[i] == warp) & (s->seq[i] == seq) & (s->part[i] == part)));
    return any;
}

/* An instruction asks for entries once, and only when its block has room for all of them. */
static inline u1 operand_log_asks_fitting(const operand_log_state *s, const operand_log_in *in) {
    const u1 addresses = (u1)((uint32_t)in->alloc_parts & 1U);
    const u1 data = (u1)((uint32_t)in->alloc_parts >> 1);
    const u1 again = (u1)((addresses & operand_log_has(s, in->alloc_warp, in->alloc_seq, 0)) |
                          (data & operand_log_has(s, in->alloc_warp, in->alloc_seq, 1)));
    u1 one = 0;
    u1 two = 0;

    for (unsigned i = 0; i < GMMU_LOG_ENTRIES; i++) {
        const u1 room = (u1)((s->used[i] == 0) & s->owned[i] & (s->owner[i] == in->alloc_block));
        two = (u1)(two | (one & room));
        one = (u1)(one | room);
    }
    return (u1)(!in->alloc_valid || (!again && !in->setup_valid && (addresses && data ? two : one)));
}

/* A block that is being saved asks for no entry. */
static inline u1 operand_log_saves_quiet(const operand_log_state *s, const operand_log_in *in) {
    return (u1)(!in->alloc_valid || !s->saving || in->alloc_block != s->saved);
}

/* An operand is written only while it has its entry. */
static inline u1 operand_log_writes_held(const operand_log_state *s, const operand_log_in *in) {
    return (u1)(!in->wr_valid || operand_log_has(s, in->wr_warp, in->wr_seq, in->wr_part));
}

#endif
