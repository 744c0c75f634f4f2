/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_switch.h"

#include "config/messages.h"
#include "sm/thesis/thesis_state.h"

#define CONTEXT_BYTES (UINT64_C(1) << 20) /* of a region: at least all an SM has */
#define CONTEXTS      64U                 /* regions of an SM */

void thesis_switch_init(thesis_sm *c) {
    c->switching.mode = c->config->exceptions.switch_blocks;
    c->switching.limit = c->config->exceptions.extra_blocks;
}

void thesis_sm_set_contexts(thesis_sm *c, uint64_t address) {
    c->switching.first_line = address + c->number * CONTEXTS * CONTEXT_BYTES;
}

/* ---- which blocks can go, which can come ---- */

/* Every warp faulted, at a barrier, or ended? A block that the dispatcher stops is not for the SM to move. */
static bool block_blocked(const thesis_block *b) {
    bool faulted = false;
    for (uint32_t i = 0; i < b->warps; i++) {
        const thesis_warp *w = b->warp[i];
        if (!w->stopped && !w->at_barrier && !warp_has_ended(w))
            return false;
        faulted = faulted || w->stopped;
    }
    return faulted && b->halt == HALT_NONE && block_quiet(b);
}

static thesis_block *find_blocked(const thesis_sm *c) {
    for (uint32_t slot = 0; slot < THESIS_BLOCKS; slot++)
        if (c->block[slot] && block_blocked(c->block[slot]))
            return c->block[slot];
    return NULL;
}

static bool block_served(const thesis_block *b) {
    for (uint32_t i = 0; i < b->warps; i++)
        if (b->warp[i]->missing.count)
            return false;
    return true;
}

static thesis_block *find_served(const thesis_sm *c) {
    thesis_block *first = NULL;
    for (thesis_block *b = c->blocks; b; b = b->next) /* the latest one first */
        if (b->context && block_served(b))
            first = b;
    return first;
}

bool thesis_switch_own_first(const thesis_sm *c) {
    return c->switching.off && find_served(c);
}

static uint32_t blocks_held(const thesis_sm *c) {
    uint32_t n = 0;
    for (const thesis_block *b = c->blocks; b; b = b->next)
        n++;
    return n;
}

/* Is there room for `needs`, or will there be without `out` (may be NULL)? */
static bool thesis_switch_has_room(const thesis_sm *c, const sm_resources *needs, const thesis_block *out) {
    sm_resources available = c->free;
    if (out)
        sm_give_back(&available, &out->needs);
    return sm_take(&available, needs);
}

/* ---- the dispatcher ---- */

static void thesis_switch_ask(thesis_sm *c, const thesis_block *b) {
    block_report *m = link_push(c->to_dispatcher);
    if (!m)
        return;
    *m = (block_report){.kind = BLOCK_WANTS_EXTRA, .sm = c->number, .asid = b->asid, .app = b->app};
    c->switching.asked = true;
}

void thesis_switch_arrived(thesis_sm *c, uint32_t fit, bool extra) {
    thesis_switch *s = &c->switching;
    s->fit = fit;
    s->asked = s->asked && !extra;
    thesis_move_count_extra(c, extra);
    if (blocks_held(c) == 1) /* a new kernel, perhaps */
        s->refused = false;
}

void thesis_switch_refused(thesis_sm *c) {
    c->switching.asked = false;
    c->switching.refused = true;
}

/* ---- the local scheduler ---- */

static void begin_save(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    const uint32_t region = lowest_bit(~s->regions);
    s->regions |= bit64(region);
    thesis_move_out(c, b, s->first_line + region * CONTEXT_BYTES, cycle);
}

static void begin_restore(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    const uint64_t region = (b->context->address - s->first_line) / CONTEXT_BYTES;
    (void)sm_take(&c->free, &b->needs);
    thesis_move_in(c, b, cycle);
    s->returning = bit64(region);
    s->off--;
}

void thesis_switch_moved(thesis_sm *c, block_move way) {
    thesis_switch *s = &c->switching;
    if (way == MOVE_OUT) {
        s->off++;
        return;
    }
    s->regions &= ~s->returning;
    s->returning = 0;
}

static void thesis_switch_schedule(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_block *back = s->off ? find_served(c) : NULL;
    if (back && thesis_switch_has_room(c, &back->needs, NULL)) {
        begin_restore(c, back, cycle);
        return;
    }
    if (c->stopped == 0)
        return;
    const block_command *m = c->no_room ? link_peek(c->from_dispatcher) : NULL;
    const bool waits = m && m->kind == BLOCK_RUN;
    const bool may_ask = !s->asked && !s->refused && blocks_held(c) < s->fit + s->limit;
    thesis_block *out = back || waits || may_ask ? find_blocked(c) : NULL;
    if (!out)
        return;
    if (back || waits) {
        const sm_resources needs = back ? back->needs : sm_block_needs(c->chip, m->kernel);
        if (~s->regions && thesis_switch_has_room(c, &needs, out))
            begin_save(c, out, cycle);
    } else {
        thesis_switch_ask(c, out);
    }
}

void thesis_switch_cycle(thesis_sm *c, uint64_t cycle) {
    if (c->switching.mode != SWITCH_OFF && c->mover.move == MOVE_NONE)
        thesis_switch_schedule(c, cycle);
}
