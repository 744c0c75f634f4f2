/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of ptb_queue for the lock-step harness. */
#include "ptb_queue.h"
#include "lockstep.h"

#define KERNELS ((unsigned)GMMU_NUM_KERNELS)
#define ENTRIES ((unsigned)GMMU_PTB_ENTRIES)

#define ANY 0U /* kernel, also one that does not exist */

/* Per phase, in percent: pushes and pops; and how many kernels they name. */
static const struct {
    unsigned push, pop, kernels;
} profile[LS_PHASES] = {
    {50, 50, ANY}, {95, 40, 2},   {30, 95, 2},  {100, 100, 1},
    {90, 20, ANY}, {10, 60, ANY}, {100, 30, 1}, {5, 5, 3},
};

static GMMU_U(GMMU_KERNEL_W) draw_kernel(lockstep *ls, unsigned kernels) {
    const bool any = kernels == ANY || ls_chance(ls, 1);

    return (GMMU_U(GMMU_KERNEL_W))ls_below(ls, any ? 1U << GMMU_KERNEL_W : kernels);
}

void ptb_queue_stimulus(lockstep *ls, const ptb_queue_state *s, const ptb_queue_out *pins, ptb_queue_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->push_valid = (u1)ls_chance(ls, profile[p].push);
    in->push_kernel = draw_kernel(ls, profile[p].kernels);
    in->push_block = (GMMU_U(GMMU_BLOCK_W))(ls_random(ls) >> (64 - GMMU_BLOCK_W));
    in->push_context = (GMMU_U(GMMU_CONTEXT_W))(ls_random(ls) >> (64 - GMMU_CONTEXT_W));
    in->pop_valid = (u1)ls_chance(ls, profile[p].pop);
    in->pop_kernel = draw_kernel(ls, profile[p].kernels);
}

void ptb_queue_coverage(lockstep *ls, const ptb_queue_state *s, const ptb_queue_in *in,
                        const ptb_queue_out *pins) {
    const bool to = in->push_kernel < KERNELS, from = in->pop_kernel < KERNELS;
    const unsigned k = to ? (unsigned)in->push_kernel : 0, l = from ? (unsigned)in->pop_kernel : 0;
    const bool pushes = in->push_valid && to && !pins->full[k],
               pops = in->pop_valid && from && pins->holds[l];
    const bool both = pushes && pops && k == l;

    ls_cover(ls, "push to an empty queue", pushes && !pins->holds[k]);
    ls_cover(ls, "push of the last handle that there is room for", pushes && s->count[k] == ENTRIES - 1U);
    ls_cover(ls, "push at the end of the ring", pushes && s->head[k] + s->count[k] == ENTRIES - 1U);
    ls_cover(ls, "push round the ring", pushes && s->head[k] + s->count[k] >= ENTRIES);
    ls_cover(ls, "push to the last kernel", pushes && k == KERNELS - 1U);
    ls_cover(ls, "push ignored, full", in->push_valid && to && pins->full[k]);
    ls_cover(ls, "push ignored, full, while one is popped",
             in->push_valid && to && pins->full[k] && pops && k == l);
    ls_cover(ls, "push ignored, no such kernel", in->push_valid && !to);
    ls_cover(ls, "pop of the only handle", pops && s->count[l] == 1);
    ls_cover(ls, "pop of a full queue", pops && pins->full[l]);
    ls_cover(ls, "pop at the end of the ring", pops && s->head[l] == ENTRIES - 1U);
    ls_cover(ls, "pop ignored, empty", in->pop_valid && from && !pins->holds[l]);
    ls_cover(ls, "pop ignored, empty, while one is pushed",
             pushes && in->pop_valid && from && !pins->holds[l] && k == l);
    ls_cover(ls, "pop ignored, no such kernel", in->pop_valid && !from);
    ls_cover(ls, "both of one queue", both && s->count[k] > 1);
    ls_cover(ls, "both of one queue with one handle", both && s->count[k] == 1);
    ls_cover(ls, "both of two queues", pushes && pops && k != l);
    ls_cover(ls, "pop of what is being written", pops && s->ram_we && s->count[l] == 1 && s->ram_wqueue == l);
    ls_cover(ls, "pops one after the other", pops && s->ram_re && s->ans_valid);
}
