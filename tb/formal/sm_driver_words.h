/* SPDX-License-Identifier: Apache-2.0 */
/* The words in which sm_driver's claims are written (sm_driver.c): what happens in a cycle, as the pins show
 * it. */
#ifndef GMMU_SM_DRIVER_WORDS_H
#define GMMU_SM_DRIVER_WORDS_H

#include "kernel_claims.h"
#include "sm_driver.h"

#define STEPS ((uint32_t)GMMU_SEARCH_STEPS)
#define MOST  ((uint32_t)GMMU_SM_BLOCKS)
#define ALL   ((uint32_t)GMMU_PTB_ENTRIES) /* blocks that the SMs run at most */

/* Something is under way to an SM, to_sm. */
static u1 is_under_way(const sm_driver_state *s) {
    return (u1)(s->awaited | s->setup_valid | s->issue_valid);
}

/* ---- a cycle, as the pins show it ---- */

#define CYCLE                                                                                                \
    const sm_driver_state *s, const sm_driver_in *in, const sm_driver_out *out, const sm_driver_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* The pins to the SMs are free for something else in the next cycle. */
static u1 way_clears(const sm_driver_state *s, const sm_driver_in *in) {
    return (u1) !(s->awaited | (s->setup_valid & (u1)!in->setup_ready) |
                  (s->issue_valid & (u1)!in->issue_ready));
}

/* What is decided in this cycle, and begins in the next: a set-up, a block that was never issued, a preempted
 * block, which is asked for; then `gives` is one of the two. */
static u1 sets_up(CYCLE) {
    UNUSED;
    return (u1)(n->setup_valid & way_clears(s, in));
}

static u1 issues_new(CYCLE) {
    UNUSED;
    return (u1)(n->issue_valid & way_clears(s, in));
}

static u1 gives(CYCLE) {
    return (u1)(issues_new(s, in, out, n) | n->pop_valid);
}

/* A block of SM i has ended, or is saved, and was there. */
static u1 ends(const sm_driver_state *s, const sm_driver_in *in, uint32_t i) {
    return (u1)(in->end_valid & ((uint32_t)in->end_sm == i) & (s->running[i] != 0));
}

static u1 saves(const sm_driver_state *s, const sm_driver_in *in, uint32_t i) {
    return (u1)(in->save_valid & ((uint32_t)in->save_sm == i) &
                ((uint32_t)s->running[i] > (ends(s, in, i) ? 1U : 0U)));
}

/* So many blocks of kernel k have ended, and were saved, in this cycle. */
static uint32_t ended_of(const sm_driver_state *s, const sm_driver_in *in, uint32_t k) {
    u1 any = 0;

    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (ends(s, in, i) & (s->set_up[i] == k)));
    return any ? 1U : 0U;
}

static uint32_t saved_of(const sm_driver_state *s, const sm_driver_in *in, uint32_t k) {
    u1 any = 0;

    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (saves(s, in, i) & (s->set_up[i] == k)));
    return any ? 1U : 0U;
}

#endif
