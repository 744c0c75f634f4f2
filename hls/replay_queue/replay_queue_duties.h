/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the environment owes a replay queue in every cycle: 1 while it keeps the duty. The proof of
 * program order assumes the first two (tb/formal/replay_queue.c), and the SM model asserts all.
 */
#ifndef GMMU_REPLAY_QUEUE_DUTIES_H
#define GMMU_REPLAY_QUEUE_DUTIES_H

#include "replay_queue.h"

/* Entry i holds an instruction of this warp. */
static inline u1 replay_queue_is_of(const replay_queue_state *s, unsigned i, GMMU_U(GMMU_SM_WARP_W) warp) {
    return (u1)((s->stage[i] != RQ_EMPTY) & (s->stage[i] != RQ_GONE) & (s->warp[i] == warp));
}

/* The pushed sequence number is less than a quarter of all numbers away from those held of its warp. */
static inline u1 replay_queue_pushes_near(const replay_queue_state *s, const replay_queue_in *in) {
    const uint32_t quarter = UINT32_C(1) << (GMMU_SEQ_W - 2);
    u1 near = 1;

    for (unsigned i = 0; i < GMMU_REPLAY_DEPTH; i++) {
        const uint32_t away = (uint32_t)s->seq[i] - (uint32_t)in->push_seq + quarter;
        near = (u1)(near & (!replay_queue_is_of(s, i, in->push_warp) |
                            (GMMU_WRAP(away, GMMU_SEQ_W) >> (GMMU_SEQ_W - 1) == 0)));
    }
    return (u1)(near | !in->push_valid);
}

/* The pushed instruction is not held yet. */
static inline u1 replay_queue_pushes_once(const replay_queue_state *s, const replay_queue_in *in) {
    u1 held = 0;

    for (unsigned i = 0; i < GMMU_REPLAY_DEPTH; i++)
        held = (u1)(held | (replay_queue_is_of(s, i, in->push_warp) & (s->seq[i] == in->push_seq)));
    return (u1)(!held | !in->push_valid);
}

/* No instruction faults after its last TLB check, or with it. */
static inline u1 replay_queue_faults_unchecked(const replay_queue_state *s, const replay_queue_in *in) {
    u1 past = (u1)(in->check_valid & (in->check_warp == in->fault_warp) & (in->check_seq == in->fault_seq));

    for (unsigned i = 0; i < GMMU_REPLAY_DEPTH; i++)
        past = (u1)(past | ((s->stage[i] == RQ_CHECKED) & (s->warp[i] == in->fault_warp) &
                            (s->seq[i] == in->fault_seq)));
    return (u1)(!past | !in->fault_valid);
}

#endif
