/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_halt.h"

#include "sm/thesis/thesis_state.h"

uint64_t block_slots(const thesis_block *b) {
    uint64_t slots = 0;
    for (uint32_t i = 0; i < b->warps; i++)
        slots |= bit64(b->warp[i]->slot);
    return slots;
}

/* The youngest instruction is in the issue queue, and neither the replay queue nor the operand log
 * knows of it. */
static bool can_go_back(const thesis_warp *w) {
    const uint64_t bit = bit64(place_of(w->next - 1));
    return w->next > w->head && (w->queued & bit) && ((w->held | w->logged) & bit) == 0;
}

static void go_back(thesis_sm *c, thesis_warp *w) {
    const uint64_t bit = bit64(place_of(w->next - 1));
    if (w->ready & bit)
        ready_remove_inst(c, w, place_of(w->next - 1));
    if (w->global & bit)
        gate_squashed(&c->units, bit64(w->slot));
    w->queued &= ~bit;
    issue_queue_leave(c, 1);
    window_unfetch(w);
}

void block_stop(thesis_sm *c, thesis_block *b) {
    if (b->halt != HALT_NONE)
        return;
    b->halt = HALT_STOPPING;
    c->halts++;
    for (uint32_t i = 0; i < b->warps; i++) {
        while (can_go_back(b->warp[i]))
            go_back(c, b->warp[i]);
        update_fetchable(c, b->warp[i]);
    }
    thesis_busy(c);
}

/* At a barrier that has opened it still has its end to come. */
static bool warp_quiet(const thesis_block *b, const thesis_warp *w) {
    if (w->stopped)
        return w->drained && w->missing.count && w->in_flight == w->waiting;
    if (w->at_barrier && b->arrived)
        return w->in_flight == bit64(place_of(w->next - 1));
    return w->in_flight == 0;
}

bool block_quiet(const thesis_block *b) {
    for (uint32_t i = 0; i < b->warps; i++)
        if (!warp_quiet(b, b->warp[i]))
            return false;
    return b->alive != 0;
}

void block_halt_over(thesis_sm *c, thesis_block *b) {
    if (b->halt == HALT_STOPPING)
        c->halts--;
    b->halt = HALT_NONE;
}

void block_freeze(thesis_sm *c, thesis_block *b) {
    block_halt_over(c, b);
    b->halt = HALT_STOPPED;
    faults_forget(c, block_slots(b));
}

/* From now on a faulted warp is resumed when its pages are there. */
static void let_resume(thesis_sm *c, const thesis_block *b) {
    for (uint32_t i = 0; i < b->warps; i++)
        faults_watch(c, b->warp[i]);
    thesis_busy(c);
}

void block_thaw(thesis_sm *c, thesis_block *b) {
    if (b->halt != HALT_STOPPED)
        return;
    b->halt = HALT_STOPPING;
    c->halts++;
    let_resume(c, b);
}

void block_go_on(thesis_sm *c, thesis_block *b) {
    block_halt_over(c, b);
    let_resume(c, b);
    for (uint32_t i = 0; i < b->warps; i++)
        update_fetchable(c, b->warp[i]);
}
