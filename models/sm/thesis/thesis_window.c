/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A warp's instructions in flight. Hazards without renaming: an instruction waits for
 * older ones that write what it reads (RAW) or writes (WAW) until they commit, and for those
 * that read what it writes (WAR) until their sources are released.
 */
#include <string.h>

#include "sm/thesis/thesis_state.h"

static exec_unit thesis_window_unit_of(const warp_inst *inst) {
    switch (inst->op) {
    case OP_SFU:
        return EXEC_SFU;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
        return inst_accesses(inst) ? EXEC_LDST : EXEC_MATH;
    case OP_BARRIER:
    case OP_MEMBAR:
    case OP_EXIT:
    case OP_BRANCH:
        return EXEC_CONTROL;
    default:
        return EXEC_MATH;
    }
}

/* ---- fetch ---- */

void update_fetchable(thesis_sm *c, const thesis_warp *w) {
    /* Places of the window: those in flight, and one for what is decoded ahead. */
    const bool room = w->next - w->head < c->chip->sm.window - 1;
    const bool can = w->next < w->end && room && !w->behind_control && !w->behind_access && !w->stopped &&
                     w->waiting == 0 && w->block->halt == HALT_NONE;
    c->fetchable = (c->fetchable & ~bit64(w->slot)) | (can ? bit64(w->slot) : 0);
}

void window_decode(thesis_warp *w) {
    if (w->next < w->end || w->exhausted)
        return;
    thesis_inst *i = &w->window[place_of(w->end)];
    w->exhausted = !block_next_inst(w->block->stream, w->number, &i->inst);
    if (w->exhausted)
        return;
    i->uid = 0;
    i->seq = w->end++;
    i->unit = (uint8_t)thesis_window_unit_of(&i->inst);
    i->drawn = i->faults = false;
    i->unlike = 0;
}

/* Registers: which instruction waits for which, and for which one to wait from now on. */
static void add_registers(thesis_warp *w, thesis_inst *i, uint32_t place) {
    const warp_inst *inst = &i->inst;
    for (uint32_t n = 0; n < inst->nsrc; n++)
        if (w->writer[inst->src[n]] != THESIS_NOBODY)
            i->after_commit |= bit64(w->writer[inst->src[n]]);
    for (uint32_t n = 0; n < inst->ndst; n++) {
        if (w->writer[inst->dst[n]] != THESIS_NOBODY)
            i->after_commit |= bit64(w->writer[inst->dst[n]]);
        i->after_release |= w->readers[inst->dst[n]];
    }
    for (uint32_t n = 0; n < inst->nsrc; n++)
        if (inst->src[n] != GMMU_NO_REG)
            w->readers[inst->src[n]] |= bit64(place);
    for (uint32_t n = 0; n < inst->ndst; n++)
        if (inst->dst[n] != GMMU_NO_REG)
            w->writer[inst->dst[n]] = (uint8_t)place;
}

/* A barrier waits until the global ones cannot
 * fault any more, so that no instruction that has passed it is replayed, and the shared ones are
 * over; a fence until all are. */
static void add_order(const thesis_warp *w, thesis_inst *i, uint64_t among) {
    if (i->inst.op == OP_BARRIER) {
        i->after_check = w->global & among;
        i->after_commit |= w->memory & ~w->global & among;
    }
    if (i->inst.op == OP_MEMBAR)
        i->after_commit |= w->memory & among;
}

/* It is in flight from now on, in the issue queue. */
static void window_enter(thesis_warp *w, uint32_t place) {
    const thesis_inst *i = &w->window[place];
    const uint64_t bit = bit64(place);
    w->in_flight |= bit;
    w->unread |= bit;
    w->queued |= bit;
    if (i->unit != EXEC_LDST)
        return;
    w->memory |= bit;
    if (i->inst.space == SPACE_GLOBAL) {
        w->global |= bit;
        w->unchecked |= bit;
    }
}

uint32_t window_insert(thesis_warp *w) {
    const uint32_t place = place_of(w->next);
    thesis_inst *i = &w->window[place];
    i->after_commit = i->after_release = i->after_check = 0;
    add_registers(w, i, place);
    add_order(w, i, w->in_flight);
    window_enter(w, place);
    if (w->global & bit64(place))
        w->gate = i->seq;
    w->behind_control = i->unit == EXEC_CONTROL;
    w->next++;
    window_decode(w);
    return place;
}

/* ---- replay ---- */

static bool share_register(const uint8_t *a, uint32_t count_a, const uint8_t *b, uint32_t count_b) {
    for (uint32_t m = 0; m < count_a; m++)
        for (uint32_t n = 0; n < count_b; n++)
            if (a[m] == b[n] && a[m] != GMMU_NO_REG)
                return true;
    return false;
}

void window_replay(thesis_warp *w, uint32_t place) {
    thesis_inst *i = &w->window[place];
    const warp_inst *inst = &i->inst;
    const uint64_t others = w->in_flight & ~w->waiting & ~bit64(place);
    i->after_commit = i->after_release = i->after_check = 0;
    for (uint64_t todo = others; todo; todo &= todo - 1) {
        const uint32_t at = lowest_bit(todo);
        const warp_inst *other = &w->window[at].inst;
        if (share_register(other->dst, other->ndst, inst->src, inst->nsrc) ||
            share_register(other->dst, other->ndst, inst->dst, inst->ndst))
            i->after_commit |= bit64(at);
        if (share_register(other->src, other->nsrc, inst->dst, inst->ndst))
            i->after_release |= bit64(at);
    }
    add_order(w, i, others);
    if ((w->in_flight & bit64(place)) == 0)
        window_enter(w, place);
}

/* ---- the end ---- */

void window_release_sources(thesis_warp *w, uint32_t place) {
    const warp_inst *inst = &w->window[place].inst;
    for (uint32_t n = 0; n < inst->nsrc; n++)
        w->readers[inst->src[n]] &= ~bit64(place);
    w->unread &= ~bit64(place);
}

static void thesis_window_forget(thesis_warp *w, uint32_t place) {
    const warp_inst *inst = &w->window[place].inst;
    const uint64_t rest = ~bit64(place);
    for (uint32_t n = 0; n < inst->ndst; n++)
        if (w->writer[inst->dst[n]] == place)
            w->writer[inst->dst[n]] = THESIS_NOBODY;
    w->in_flight &= rest;
    w->memory &= rest;
    w->global &= rest;
    w->unchecked &= rest;
    w->held &= rest;
    w->logged &= rest;
    w->finished &= rest;
}

void window_remove(thesis_warp *w, uint32_t place) {
    thesis_window_forget(w, place);
    while (w->head < w->next && (w->in_flight & bit64(place_of(w->head))) == 0)
        w->head++;
}

void window_rewind(thesis_warp *w) {
    const uint32_t place = place_of(--w->next);
    if (w->unread & bit64(place))
        window_release_sources(w, place);
    w->waiting &= ~bit64(place);
    thesis_window_forget(w, place);
}

void window_unfetch(thesis_warp *w) {
    window_rewind(w);
    w->behind_control = w->behind_access = false; /* it was the youngest */
    /* Registers that it was to write are those of older writers again. */
    memset(w->writer, THESIS_NOBODY, sizeof(w->writer));
    for (uint64_t todo = w->in_flight; todo;) {
        const uint32_t place = oldest_place(w, todo);
        const warp_inst *inst = &w->window[place].inst;
        for (uint32_t n = 0; n < inst->ndst; n++)
            if (inst->dst[n] != GMMU_NO_REG)
                w->writer[inst->dst[n]] = (uint8_t)place;
        todo &= ~bit64(place);
    }
}

void window_renumber(thesis_warp *w, uint64_t *next_uid) {
    for (uint64_t seq = w->head; seq < w->end; seq++) {
        thesis_inst *i = &w->window[place_of(seq)];
        i->uid = w->in_flight & bit64(place_of(seq)) ? (*next_uid)++ : 0;
    }
}

/* ---- what is ready ---- */

static void ready_add(thesis_sm *c, const thesis_warp *w, uint32_t place) {
    ready_list *list = &c->ready[w->window[place].unit];
    const uint64_t uid = w->window[place].uid;
    uint32_t at = list->count++;
    for (; at > 0 && list->inst[at - 1].uid > uid; at--)
        list->inst[at] = list->inst[at - 1];
    list->inst[at] = (ready_inst){.uid = uid, .slot = w->slot, .place = (uint8_t)place};
}

static void ready_remove(thesis_sm *c, exec_unit unit, uint32_t index) {
    ready_list *list = &c->ready[unit];
    list->count--;
    memmove(&list->inst[index], &list->inst[index + 1], (list->count - index) * sizeof(list->inst[0]));
}

void ready_take(thesis_sm *c, exec_unit unit, uint32_t index) {
    const ready_inst r = c->ready[unit].inst[index];
    thesis_warp *w = c->warp[r.slot];
    ready_remove(c, unit, index);
    w->ready &= ~bit64(r.place);
    if (w->ready == 0)
        c->with_ready &= ~bit64(w->slot);
}

void window_forget(thesis_sm *c, uint32_t slot) {
    c->fetchable &= ~bit64(slot);
    c->touched &= ~bit64(slot);
}

void ready_remove_inst(thesis_sm *c, thesis_warp *w, uint32_t place) {
    const exec_unit unit = (exec_unit)w->window[place].unit;
    uint32_t i = 0;
    while (c->ready[unit].inst[i].slot != w->slot || c->ready[unit].inst[i].place != place)
        i++;
    ready_take(c, unit, i);
}

void ready_remove_warp(thesis_sm *c, thesis_warp *w) {
    for (uint32_t unit = 0; w->ready && unit < EXEC_UNITS; unit++)
        for (uint32_t i = c->ready[unit].count; i-- > 0;)
            if (c->ready[unit].inst[i].slot == w->slot)
                ready_remove(c, (exec_unit)unit, i);
    w->ready = 0;
    c->with_ready &= ~bit64(w->slot);
}

/* Those that must have issued before: accesses of a warp issue in order, and so they are replayed. */
static uint64_t issue_first(const thesis_sm *c, const thesis_warp *w, const thesis_inst *i) {
    const uint64_t not_issued = w->queued | w->waiting;
    if (c->scheme == SCHEME_INORDER_ISSUE)
        return not_issued;
    return i->unit == EXEC_LDST ? not_issued & w->memory : 0;
}

static bool is_ready(const thesis_sm *c, const thesis_warp *w, const thesis_inst *i) {
    const uint64_t waits = (i->after_commit & w->in_flight) | (i->after_release & w->unread) |
                           (i->after_check & w->unchecked) | issue_first(c, w, i);
    /* A place may belong to a younger instruction by now. */
    return (waits & older_than(w, i->seq)) == 0;
}

void window_wake(thesis_sm *c, thesis_warp *w) {
    /* What a fault has stopped is drained into the replay queue; under warp disable it is older
     * than the fault and goes on. */
    if (w->stopped && c->replays)
        return;
    for (uint64_t todo = w->queued & ~w->ready; todo; todo &= todo - 1) {
        const uint32_t place = lowest_bit(todo);
        if (!is_ready(c, w, &w->window[place]))
            continue;
        ready_add(c, w, place);
        w->ready |= bit64(place);
        c->with_ready |= bit64(w->slot);
    }
}
