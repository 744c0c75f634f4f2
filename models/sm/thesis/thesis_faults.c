/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a fault to the resumption of its warp (thesis 6.3):
 *
 *   fault -> the warp stops -> what of it cannot fault drains -> the rest is squashed
 *         -> warp disable: back to the faulted instruction, which is the youngest
 *            replay queue: fetched but unissued instructions are drained in, one a cycle
 *         -> all missing pages are there -> fetch, or replay in program order, then fetch
 *
 * D: other accesses of the warp in flight are not stopped by the fault; they pass their
 * checks or also fault, so that their pages come meanwhile. Squashed is what had to wait for
 * a faulted one. D: drain-in ends when the pages are there; the rest stays in the issue
 * queue, where it is as good. So a full replay queue cannot hold up the instructions that
 * would empty it.
 */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "sm/thesis/thesis_state.h"

/* ---- injection ---- */

bool draw_fault(thesis_sm *c, const thesis_warp *w, const thesis_inst *i) {
    const exception_config *x = &c->config->exceptions;
    if (x->faults != FAULTS_INJECT)
        return false;
    c->injectable++;
    if (x->inject_nth)
        return c->injectable == x->inject_nth;
    uint64_t hash = mix(c->config->seed + w->block->app);
    hash = mix(hash ^ w->block->block);
    hash = mix(hash + (i->seq << 8 | w->number));
    return (double)(hash >> 11) * 0x1p-53 < x->inject_rate;
}

/* ---- missing pages ---- */

void thesis_pages_free(thesis_pages *p) {
    free(p->vpn);
    *p = (thesis_pages){0};
}

static void add_page(thesis_pages *p, uint64_t vpn) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->vpn[i] == vpn)
            return;
    if (p->count == p->size) {
        p->size = p->size ? 2 * p->size : 4;
        p->vpn = alloc_resize(p->vpn, p->size, sizeof(*p->vpn));
    }
    p->vpn[p->count++] = vpn;
}

static void remove_pages(thesis_pages *p, uint64_t first, uint64_t count) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->vpn[i] - first >= count)
            p->vpn[left++] = p->vpn[i];
    p->count = left;
}

void pages_resolved(thesis_sm *c, const lsu_event *event) {
    for (thesis_block *b = c->blocks; b; b = b->next)
        for (uint32_t i = 0; b->asid == event->asid && i < b->warps; i++)
            remove_pages(&b->warp[i]->missing, event->first_vpn, event->page_count);
    thesis_busy(c);
}

/* ---- a fault ---- */

void faults_watch(thesis_sm *c, const thesis_warp *w) {
    c->stopped |= w->stopped ? bit64(w->slot) : 0;
}

void faults_forget(thesis_sm *c, uint64_t slots) {
    c->stopped &= ~slots;
}

void faults_replayed(thesis_sm *c, const thesis_warp *w) {
    c->replaying &= ~bit64(w->slot);
}

static bool takes_effect(const thesis_warp *w, uint32_t place) {
    return w->window[place].inst.op != OP_LOAD;
}

/* Accesses of a warp of which one takes effect pass their last TLB checks in program order. */
bool must_not_overtake(const thesis_warp *w, uint32_t place) {
    const uint64_t faulted = w->waiting & w->global & older_than(w, w->window[place].seq);
    bool behind_store = false;
    for (uint64_t todo = faulted; todo; todo &= todo - 1)
        behind_store = behind_store || takes_effect(w, lowest_bit(todo));
    return faulted && (behind_store || takes_effect(w, place));
}

void access_faulted(thesis_sm *c, thesis_warp *w, uint32_t place, const lsu_event *event, uint64_t cycle) {
    thesis_inst *i = &w->window[place];
    i->faults = false;
    w->waiting |= bit64(place);
    for (uint32_t n = 0; n < event->page_count; n++)
        add_page(&w->missing, event->pages[n]);
    if (!w->stopped)
        w->drained = false;
    w->stopped = true;
    c->stopped |= bit64(w->slot);
    c->replaying &= ~bit64(w->slot);
    w->stopped_cycle = cycle;
    if (c->replays) {
        ready_remove_warp(c, w);
        queue_faulted(&c->units, w->slot, (uint16_t)i->seq);
    }
    update_fetchable(c, w);
    thesis_busy(c);
}

/* Is nothing of the warp in flight any more, but for accesses behind a faulted one that they must not
 * overtake? These are then waiting. */
static bool thesis_faults_drain(thesis_sm *c, thesis_warp *w) {
    const uint64_t issued = w->in_flight & ~w->queued & ~w->waiting;
    const uint64_t before = w->waiting;
    uint64_t todo = issued & w->unchecked;
    if (issued != todo || w->reading || (!c->replays && w->queued))
        return false;
    while (todo) { /* an access behind one that waits behind a faulted one also waits */
        const uint32_t place = oldest_place(w, todo);
        if (!must_not_overtake(w, place)) {
            w->waiting = before;
            return false;
        }
        w->waiting |= bit64(place);
        todo &= ~bit64(place);
    }
    return true;
}

static void thesis_faults_squash(thesis_sm *c, thesis_warp *w, uint64_t cycle) {
    lsu_squash(c->lsu, w->slot);
    w->drained = true;
    w->drained_cycle = cycle;
    handler_begin(c, w, cycle);
    thesis_busy(c);
    if (!c->replays) {
        window_rewind(w);
        gate_squashed(&c->units, bit64(w->slot));
        return;
    }
    /* Replayed once before and not issued since: still in the replay queue, and waits there. */
    const uint64_t back = w->queued & w->held;
    w->queued &= ~back;
    w->waiting |= back;
    issue_queue_leave(c, (uint32_t)__builtin_popcountll(back));
    queue_squash(&c->units, w->slot);
}

/* The oldest unissued instruction of the warp goes into the replay queue. */
static void drain_in(thesis_sm *c, thesis_warp *w) {
    const uint32_t place = oldest_place(w, w->queued);
    const thesis_inst *i = &w->window[place];
    const uint64_t bit = bit64(place);
    queue_push(&c->units, &(queue_entry){.warp = w->slot,
                                         .seq = (uint16_t)i->seq,
                                         .pc = (uint32_t)i->inst.pc,
                                         .lanes = i->inst.mask,
                                         .memory = (w->global & bit) != 0,
                                         .waiting = true});
    w->queued &= ~bit;
    w->waiting |= bit;
    w->held |= bit;
    issue_queue_leave(c, 1);
    thesis_busy(c);
}

static void thesis_faults_resume(thesis_sm *c, thesis_warp *w) {
    const uint64_t slot = bit64(w->slot);
    w->stopped = false;
    c->stopped &= ~slot;
    thesis_touch(c, w);
    thesis_busy(c);
    if (c->replays) {
        c->replaying |= slot;
        queue_resume(&c->units, w->slot);
    }
    update_fetchable(c, w);
}

void faults_observe(thesis_sm *c) {
    const uint32_t active = (uint32_t)__builtin_popcountll(c->running & ~c->stopped);
    if (!c->watch || !c->watch->value || active == c->observed)
        return;
    char what[sizeof "SM 4294967295"];
    (void)snprintf(what, sizeof what, "SM %u", c->number);
    c->observed = active;
    c->watch->value(c->watch->ctx, engine_now(c->engine), "active warps", what, active, OBSERVER_ALL_APPS);
}

void thesis_faults_cycle(thesis_sm *c, uint64_t cycle) {
    for (uint64_t todo = c->stopped; todo; todo &= todo - 1) {
        thesis_warp *w = c->warp[lowest_bit(todo)];
        if (!w->drained) {
            if (cycle > w->stopped_cycle && thesis_faults_drain(c, w))
                thesis_faults_squash(c, w, cycle);
        } else if (cycle > w->drained_cycle && w->missing.count == 0) {
            thesis_faults_resume(c, w);
        } else if (w->queued && queue_can_push(&c->units, cycle)) {
            drain_in(c, w);
        }
    }
}
