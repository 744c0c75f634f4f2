/* SPDX-License-Identifier: Apache-2.0 */
/* What sm_driver promises, of any kernel k and any SM i. */
#include "sm_driver.h"

#define SMS     ((uint32_t)GMMU_NUM_SMS)
#define KERNELS ((uint32_t)GMMU_NUM_KERNELS)
#define NONE    ((uint32_t)GMMU_NO_KERNEL)
#define STEPS   ((uint32_t)GMMU_SEARCH_STEPS)
#define MOST    ((uint32_t)GMMU_SM_BLOCKS)

/* ---- words of the claims ---- */

/* Something is under way to an SM, to_sm. */
static u1 is_under_way(const sm_driver_state *s) {
    return (u1)(s->awaited | s->setup_valid | s->issue_valid);
}

/* The flag of kernel k; 0 of no kernel. */
static u1 flag_of(const u1 *flags, uint32_t k) {
    u1 found = 0;

    for (uint32_t j = 0; j < KERNELS; j++)
        found = (u1)(found | ((j == k) & flags[j]));
    return found;
}

/* ---- the tables ---- */

/* One thing at a time is under way, to an SM that is set up for its kernel and is not told to preempt. */
static u1 way_holds(const sm_driver_state *s) {
    const uint32_t ways = (s->awaited ? 1U : 0U) + (s->setup_valid ? 1U : 0U) + (s->issue_valid ? 1U : 0U);
    u1 ready = 0;

    for (uint32_t i = 0; i < SMS; i++)
        ready = (u1)(ready | ((s->to_sm == i) & (s->set_up[i] == s->to_kernel) & (u1)!s->preempt[i]));
    return (u1)((ways <= 1) & ((u1)!s->pop_valid | s->awaited) &
                ((u1)!is_under_way(s) | (ready & ((uint32_t)s->to_kernel < KERNELS))));
}

/* An SM that was told free has nothing, and the look is past it; a kernel that arrives is there, one that has
 * ended is not. */
static u1 told_holds(const sm_driver_state *s) {
    const uint32_t comes = (uint32_t)s->arrive_kernel, ends = (uint32_t)s->finish_kernel;
    u1 empty = 0;

    for (uint32_t i = 0; i < SMS; i++)
        empty = (u1)(empty | ((s->free_sm == i) & (s->running[i] == 0) & (s->set_up[i] == NONE)));
    return (u1)(((u1)!s->free_valid | (empty & ((uint32_t)s->free_sm != (uint32_t)s->at))) &
                ((u1)!s->arrive_valid | flag_of(s->valid, comes)) &
                ((u1)!s->finish_valid | ((ends < KERNELS) & (u1)!flag_of(s->valid, ends))) &
                ((u1)!s->push_valid | ((uint32_t)s->push_kernel < KERNELS)));
}

/* The look is at something; an SM is set up for a kernel or for none, and with none it runs nothing; limits
 * are what an SM can have; a kernel has new blocks until all are issued. */
u1 sm_driver_inv(const sm_driver_state *s) {
    u1 ok = (u1)(((uint32_t)s->at < STEPS) & way_holds(s) & told_holds(s));

    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & ((uint32_t)s->running[i] <= MOST) &
                  (((uint32_t)s->set_up[i] < KERNELS) | ((s->set_up[i] == NONE) & (s->running[i] == 0))));
    for (uint32_t k = 0; k < KERNELS; k++) {
        const uint32_t limit = (uint32_t)s->limit[k], buffer = (uint32_t)s->buffer_limit[k];

        ok = (u1)(ok & (limit <= MOST) & (buffer <= MOST) & ((u1)!s->valid[k] | (limit != 0)) &
                  ((u1)!s->buffer_valid[k] | (buffer != 0)));
        ok = (u1)(ok & (s->fresh[k] == (u1)(s->issued[k] < s->grid[k])) & (s->issued[k] <= s->grid[k]));
    }
    return ok;
}

/* After reset no buffer and no KSR is used, no SM is set up, and nothing is told. */
u1 sm_driver_start_empty(const sm_driver_state *s) {
    u1 ok = (u1)((s->at == 0) & (u1)!s->arrive_valid & (u1)!s->finish_valid & (u1)!s->free_valid &
                 (u1)!s->push_valid & (u1)!s->pop_valid & (u1)!is_under_way(s));

    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & (s->running[i] == 0) & (s->set_up[i] == NONE) & (u1)!s->preempt[i]);
    for (uint32_t k = 0; k < KERNELS; k++)
        ok = (u1)(ok & (u1)!s->buffer_valid[k] & (u1)!s->valid[k] & (u1)!s->fresh[k] & (u1)!s->has_blocks[k]);
    return ok;
}

/* Without commands and kernels nothing happens. */
u1 sm_driver_idle(const sm_driver_state *s, const sm_driver_in *in) {
    u1 any = (u1)(in->cmd_valid | in->end_valid | in->save_valid | s->arrive_valid | s->finish_valid |
                  s->free_valid | s->push_valid | is_under_way(s) | s->pop_valid);

    for (uint32_t k = 0; k < KERNELS; k++)
        any = (u1)(any | s->buffer_valid[k] | s->valid[k] |
                   (s->has_blocks[k] != (u1)(s->fresh[k] | in->holds[k])));
    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (in->sm_state[i] != SMST_IDLE) | s->preempt[i]);
    return (u1)!any;
}
