/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of golden_queue for the lock-step harness. */
#include "golden_queue.h"
#include "lockstep.h"

/* Per phase: how often a request is offered and how often the head is taken, in percent. */
static const struct {
    unsigned push, pop;
} profile[8] = {{50, 50}, {90, 20}, {20, 90}, {100, 100}, {100, 0}, {0, 100}, {100, 45}, {5, 5}};

void golden_queue_stimulus(lockstep *ls, const golden_queue_state *s, const golden_queue_out *pins,
                           golden_queue_in *in) {
    const unsigned p = ls_phase(ls) % 8U;
    /* The all-push and all-pop phases would rest at an end stop; one draw in 64 leaves it. */
    const unsigned push = ls_below(ls, 64) == 0 ? 50U : profile[p].push;
    const unsigned pop = ls_below(ls, 64) == 0 ? 50U : profile[p].pop;

    (void)s;
    (void)pins;
    in->push_valid = (u1)ls_chance(ls, push);
    in->push_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->push_write = (u1)ls_chance(ls, 30);
    in->push_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(ls_random(ls), GMMU_BANK_W);
    in->push_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    in->push_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    in->pop = (u1)ls_chance(ls, pop);
}

void golden_queue_coverage(lockstep *ls, const golden_queue_state *s, const golden_queue_in *in,
                           const golden_queue_out *pins) {
    const bool push = in->push_valid && pins->push_ready;
    const bool pop = in->pop && pins->pick_valid;

    ls_cover(ls, "empty", s->count == 0);
    ls_cover(ls, "one entry", s->count == 1);
    ls_cover(ls, "half full", s->count == GMMU_GOLDEN_DEPTH / 2);
    ls_cover(ls, "one free", s->count == GMMU_GOLDEN_DEPTH - 1);
    ls_cover(ls, "full", s->count == GMMU_GOLDEN_DEPTH);
    ls_cover(ls, "push into empty", push && s->count == 0);
    ls_cover(ls, "push of the last free entry", push && s->count == GMMU_GOLDEN_DEPTH - 1);
    ls_cover(ls, "push refused when full", in->push_valid && !pins->push_ready);
    ls_cover(ls, "push refused while popping when full", in->push_valid && !pins->push_ready && pop);
    ls_cover(ls, "pop when full", pop && s->count == GMMU_GOLDEN_DEPTH);
    ls_cover(ls, "pop of the last entry", pop && s->count == 1);
    ls_cover(ls, "pop ignored when empty", in->pop && !pins->pick_valid);
    ls_cover(ls, "push and pop ignored when empty", push && in->pop && !pins->pick_valid);
    ls_cover(ls, "push and pop", push && pop);
    ls_cover(ls, "write pointer wraps", push && s->wr == GMMU_GOLDEN_DEPTH - 1);
    ls_cover(ls, "read pointer wraps", pop && s->rd == GMMU_GOLDEN_DEPTH - 1);
    ls_cover(ls, "read pushed", push && !in->push_write);
    ls_cover(ls, "write pushed", push && in->push_write);
    ls_cover(ls, "head held", pins->pick_valid && !in->pop);
    ls_cover(ls, "nothing asked", !in->push_valid && !in->pop);
}
