/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the other parts of the framework owe an sm_driver in every cycle: 1 while they keep the duty. The
 * proof assumes them where they are named (tb/formal/sm_driver.c); the unit test asserts them with
 * sm_scheduler and ptb_queue behind the pins.
 */
#ifndef GMMU_SM_DRIVER_DUTIES_H
#define GMMU_SM_DRIVER_DUTIES_H

#include "sm_driver.h"

/* SM i has been set up, or got a block, that it has not taken yet. */
static inline u1 sm_driver_is_pending(const sm_driver_state *s, unsigned i) {
    return (u1)((s->awaited | s->setup_valid | s->issue_valid) & (s->to_sm == i));
}

/* Blocks of kernel k that SMs run, or that are under way to them. */
static inline uint32_t sm_driver_running(const sm_driver_state *s, unsigned k) {
    uint32_t sum = 0;

    for (unsigned i = 0; i < GMMU_NUM_SMS; i++)
        sum += s->set_up[i] == k ? (uint32_t)s->running[i] : 0U;
    return sum;
}

/* Blocks of kernel k that are preempted: issued, not ended, and not at an SM or under way to it. */
static inline uint32_t sm_driver_preempted(const sm_driver_state *s, unsigned k) {
    const uint32_t unfinished = (uint32_t)s->issued[k] - (uint32_t)s->ended[k];

    return (uint32_t)GMMU_WRAP(unfinished - sm_driver_running(s, k), GMMU_BLOCK_W);
}

/* An SM reports blocks that it has taken, each once. */
static inline u1 sm_driver_reports(const sm_driver_state *s, const sm_driver_in *in) {
    u1 ok = 1, ends = 0, saves = 0;

    for (unsigned i = 0; i < GMMU_NUM_SMS; i++) {
        const u1 is_under_way = (u1)((s->awaited | s->issue_valid) & (s->to_sm == i));
        const uint32_t there = (uint32_t)s->running[i] - (is_under_way ? 1U : 0U);
        const u1 end = (u1)(in->end_valid & (in->end_sm == i)),
                 save = (u1)(in->save_valid & (in->save_sm == i));

        ends = (u1)(ends | end);
        saves = (u1)(saves | save);
        ok = (u1)(ok & ((end ? 1U : 0U) + (save ? 1U : 0U) <= there));
    }
    return (u1)(ok & (ends == in->end_valid) & (saves == in->save_valid));
}

/* The scheduler leaves an SM to the kernel that it is set up for, until it is reported free: running or
 * reserved, and set up on this kernel. */
static inline u1 sm_driver_ownership(const sm_driver_state *s, const sm_driver_in *in) {
    u1 ok = 1;

    for (unsigned i = 0; i < GMMU_NUM_SMS; i++)
        ok = (u1)(ok & ((s->set_up[i] == GMMU_NO_KERNEL) |
                        ((in->sm_state[i] != SMST_IDLE) & (in->sm_kernel[i] == s->set_up[i]))));
    return ok;
}

/* The queue of kernel k holds a block exactly if one was pushed that was not popped. */
static inline u1 sm_driver_queue(const sm_driver_state *s, const sm_driver_in *in, unsigned k) {
    const uint32_t preempted = sm_driver_preempted(s, k);
    const uint32_t to_come = (s->push_valid & (s->push_kernel == k)) ? 1U : 0U;
    const uint32_t to_go = (s->pop_valid & (s->to_kernel == k)) ? 1U : 0U;

    return (u1)(in->holds[k] == (u1)(preempted + to_go != to_come));
}

#endif
