/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_switch.h"

#include <assert.h>

#include "base/alloc.h"
#include "sm/thesis/thesis_state.h"
#include "spec/messages.h"

#define CONTEXT_BYTES (UINT64_C(1) << 20) /* of a region: at least all an SM has */
#define CONTEXTS      64U                 /* regions of an SM */
#define INST_BYTES    16U                 /* of the replay queue */

void thesis_switch_init(thesis_sm *c) {
    c->switching.mode = c->config->exceptions.switch_blocks;
    c->switching.limit = c->config->exceptions.extra_blocks;
    c->switching.first_line = c->chip->memory.bytes / 2 + c->number * CONTEXTS * CONTEXT_BYTES;
}

const switch_stats *thesis_switching(const thesis_sm *c) {
    return &c->switching.stats;
}

static uint64_t slots_of(const thesis_block *b) {
    uint64_t slots = 0;
    for (uint32_t i = 0; i < b->warps; i++)
        slots |= bit64(b->warp[i]->slot);
    return slots;
}

/* ---- who can go, who can come ---- */

static bool has_ended(const thesis_warp *w) {
    return w->exhausted && w->next == w->end && w->in_flight == 0;
}

/* Faulted, and in the replay queue if at all, or at a barrier with nothing else in flight? */
static bool warp_blocked(const thesis_warp *w) {
    if (w->stopped)
        return w->drained && w->missing.count && w->in_flight == w->waiting;
    if (w->at_barrier)
        return w->in_flight == bit64(place_of(w->next - 1));
    return has_ended(w);
}

static bool block_blocked(const thesis_block *b) {
    bool faulted = false;
    for (uint32_t i = 0; i < b->warps; i++) {
        if (!warp_blocked(b->warp[i]))
            return false;
        faulted = faulted || b->warp[i]->stopped;
    }
    return faulted;
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
static bool has_room(const thesis_sm *c, const sm_resources *needs, const thesis_block *out) {
    sm_resources available = c->free;
    if (out)
        sm_give_back(&available, &out->needs);
    return sm_take(&available, needs);
}

/* ---- the dispatcher ---- */

static void ask(thesis_sm *c, const thesis_block *b) {
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
    s->stats.extra += extra;
    if (blocks_held(c) == 1) /* a new kernel, perhaps */
        s->refused = false;
}

void thesis_switch_refused(thesis_sm *c) {
    c->switching.asked = false;
    c->switching.refused = true;
}

/* ---- both ways ---- */

static void begin(thesis_sm *c, thesis_block *b, block_move move, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    s->move = move;
    s->block = b;
    s->started = cycle;
    s->started_time = engine_now(c->engine);
    s->lines = s->insts = s->operands = s->writes = 0;
    s->lines_read = lsu_context_lines_read(c->lsu);
    c->busy = true;
}

static void end(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    s->stats.cycles += cycle - s->started;
    if (c->watch && c->watch->span)
        c->watch->span(c->watch->ctx, "switched blocks", c->number, s->move == MOVE_OUT ? "out" : "in",
                       s->started_time, engine_now(c->engine), s->block->block, s->block->app);
    s->move = MOVE_NONE;
    s->block = NULL;
    c->busy = true;
}

static void move_line(thesis_sm *c) {
    thesis_switch *s = &c->switching;
    const thesis_context *x = s->block->context;
    const uint64_t offset = x->region * CONTEXT_BYTES + (uint64_t)s->lines * GMMU_LINE_BYTES;
    if (s->mode == SWITCH_IDEAL)
        s->lines = x->lines;
    if (s->lines == x->lines ||
        !lsu_context_line(c->lsu, s->first_line + offset, s->block->app, s->move == MOVE_OUT))
        return;
    s->lines++;
    s->stats.lines++;
}

/* ---- out ---- */

/* Operands a warp has in the operand log. */
static uint32_t operands_of(const thesis_warp *w) {
    uint32_t n = 0;
    for (uint64_t todo = w->logged; todo; todo &= todo - 1)
        n += w->window[lowest_bit(todo)].inst.op == OP_LOAD ? 1 : 2;
    return n;
}

static uint32_t lines_of(uint64_t bytes) {
    return (uint32_t)((bytes + GMMU_LINE_BYTES - 1) / GMMU_LINE_BYTES);
}

static void begin_save(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_context *x = alloc_zeroed(1, sizeof(*x));
    begin(c, b, MOVE_OUT, cycle);
    for (uint32_t i = 0; i < b->warps; i++) {
        s->insts += c->replays ? (uint32_t)__builtin_popcountll(b->warp[i]->waiting) : 0;
        s->operands += operands_of(b->warp[i]);
    }
    x->region = lowest_bit(~s->regions);
    x->lines = lines_of(b->needs.regs * 4 + b->needs.shared) + b->warps +
               lines_of((uint64_t)s->insts * INST_BYTES + (uint64_t)s->operands * THESIS_LOG_ENTRY);
    s->regions |= bit64(x->region);
    b->context = x;
    c->stopped &= ~slots_of(b); /* it is not resumed in between */
}

static void save_inst(thesis_sm *c, uint64_t cycle) {
    const thesis_switch *s = &c->switching;
    thesis_context *x = s->block->context;
    if (x->insts == s->insts)
        return;
    const replay_queue_out *pins = queue_pins(&c->units, cycle);
    c->units.queue_in.save |= slots_of(s->block);
    c->units.queue.active = true;
    if (!pins->save_valid)
        return;
    const thesis_warp *w = c->warp[pins->save_warp];
    assert(w && w->block == s->block);
    x->inst[x->insts++] = (saved_inst){.warp = w->number,
                                       .seq = (uint16_t)pins->save_seq,
                                       .pc = (uint32_t)pins->save_pc,
                                       .lanes = (uint32_t)pins->save_lanes,
                                       .memory = pins->save_memory};
    c->units.queue_in.save_ready = 1;
}

/* While a block is saved, the operand log answers nobody. */
static bool log_is_read(const thesis_sm *c) {
    for (uint32_t i = 0; i < c->reads; i++)
        if (c->read[i].from_log)
            return true;
    return false;
}

static void save_operand(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_context *x = s->block->context;
    if (!s->operand_comes && x->operands == s->operands)
        return;
    const operand_log_out *pins = log_pins(&c->units, cycle);
    if (s->operand_comes)
        x->operand[x->operands - 1].operand = c->units.ram[pins->ram_raddr];
    s->operand_comes = false;
    if (!pins->saving) {
        if (x->operands < s->operands && !log_is_read(c)) {
            c->units.log_in.save_start = 1;
            c->units.log_in.save_block = (u4)s->block->slot;
            c->units.log.active = true;
        }
    } else if (pins->save_valid) {
        const thesis_warp *w = c->warp[pins->save_warp];
        assert(w && w->block == s->block);
        x->operand[x->operands++] = (saved_operand){.warp = w->number,
                                                    .seq = (uint16_t)pins->save_seq,
                                                    .part = (uint8_t)pins->save_part,
                                                    .written = pins->save_written};
        c->units.log_in.save_ready = 1;
        c->units.log.active = true;
        s->operand_comes = true;
    }
}

static void save_cycle(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_block *b = s->block;
    const thesis_context *x = b->context;
    move_line(c);
    save_inst(c, cycle);
    save_operand(c, cycle);
    c->busy = true;
    if (s->lines < x->lines || x->insts < s->insts || x->operands < s->operands || s->operand_comes)
        return;
    /* A gate that a fetched and unissued access has closed must not keep out who comes. */
    c->units.gate_in.squashed |= slots_of(b);
    c->units.gate.active = true;
    block_take_off(c, b);
    sm_give_back(&c->free, &b->needs);
    c->no_room = false;
    s->off++;
    s->stats.out++;
    end(c, cycle);
}

/* ---- in ---- */

static void begin_restore(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    begin(c, b, MOVE_IN, cycle);
    (void)sm_take(&c->free, &b->needs);
    block_place(c, b);
    c->stopped &= ~slots_of(b); /* nor before its context is there */
    c->switching.off--;
}

static bool lines_are_there(const thesis_sm *c) {
    const thesis_switch *s = &c->switching;
    const uint32_t lines = s->block->context->lines;
    return s->lines == lines &&
           (s->mode == SWITCH_IDEAL || lsu_context_lines_read(c->lsu) - s->lines_read == lines);
}

static void restore_inst(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    const thesis_context *x = s->block->context;
    replay_queue_in *in = &c->units.queue_in;
    if (s->insts == x->insts || in->push_valid || !queue_pins(&c->units, cycle)->push_ready)
        return;
    const saved_inst *i = &x->inst[s->insts++];
    in->push_valid = 1;
    in->push_warp = (u6)s->block->warp[i->warp]->slot;
    in->push_seq = (u16)i->seq;
    in->push_pc = (u32)i->pc;
    in->push_lanes = (u32)i->lanes;
    in->push_memory = i->memory;
    in->push_waiting = 1;
    c->units.queue.active = true;
}

/* An entry is taken in one cycle and written in a later one. */
static void restore_operand(thesis_sm *c) {
    thesis_switch *s = &c->switching;
    const thesis_context *x = s->block->context;
    operand_log_in *in = &c->units.log_in;
    if (s->writes < s->operands && !in->wr_valid) {
        const saved_operand *o = &x->operand[s->writes++];
        if (o->written)
            log_write_part(&c->units, s->block->warp[o->warp]->slot, o->seq, o->part, o->operand);
    }
    if (s->operands < x->operands && !in->alloc_valid) {
        const saved_operand *o = &x->operand[s->operands++];
        in->alloc_valid = 1;
        in->alloc_block = (u4)s->block->slot;
        in->alloc_warp = (u6)s->block->warp[o->warp]->slot;
        in->alloc_seq = (u16)o->seq;
        in->alloc_parts = (u2)(1U << o->part);
        c->units.log.active = true;
    }
}

/* The access that had closed the warp's gate last has not been issued again: closes it. */
static void restore_gate(thesis_sm *c, const thesis_warp *w) {
    const uint32_t place = place_of(w->gate);
    if ((w->waiting & w->global & bit64(place)) == 0 || w->window[place].seq != w->gate)
        return;
    c->units.gate_in.fetched |= bit64(w->slot);
    c->units.gate.active = true;
}

static void restore_cycle(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_block *b = s->block;
    thesis_context *x = b->context;
    move_line(c);
    c->busy = c->busy || s->lines < x->lines;
    if (!lines_are_there(c))
        return;
    restore_inst(c, cycle);
    restore_operand(c);
    c->busy = true;
    if (s->insts < x->insts || s->operands < x->operands || s->writes < x->operands)
        return;
    for (uint32_t i = 0; i < b->warps; i++) {
        const thesis_warp *w = b->warp[i];
        restore_gate(c, w);
        c->stopped |= w->stopped ? bit64(w->slot) : 0;
    }
    s->regions &= ~bit64(x->region);
    b->context = NULL;
    free(x);
    s->stats.in++;
    end(c, cycle);
}

/* ---- the local scheduler ---- */

static void schedule(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    thesis_block *back = s->off ? find_served(c) : NULL;
    if (back && has_room(c, &back->needs, NULL)) {
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
        if (~s->regions && has_room(c, &needs, out))
            begin_save(c, out, cycle);
    } else {
        ask(c, out);
    }
}

void thesis_switch_cycle(thesis_sm *c, uint64_t cycle) {
    thesis_switch *s = &c->switching;
    if (s->mode == SWITCH_OFF)
        return;
    if (s->move == MOVE_OUT)
        save_cycle(c, cycle);
    else if (s->move == MOVE_IN)
        restore_cycle(c, cycle);
    /* At once: what has come free is for the SM's own blocks first. */
    if (s->move == MOVE_NONE)
        schedule(c, cycle);
}
