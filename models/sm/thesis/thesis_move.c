/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_move.h"

#include <assert.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "sm/parts/context_values.h"
#include "sm/thesis/thesis_state.h"

#define INST_BYTES 16U /* of the replay queue */

/* ---- both ways ---- */

/* The warps run the trap handler that moves them, or their program again. */
static void set_mode(thesis_block *b, bool system) {
    for (uint32_t i = 0; i < b->warps; i++)
        b->warp[i]->system = system;
}

static void thesis_move_begin(thesis_sm *c, thesis_block *b, block_move move, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    assert(s->move == MOVE_NONE);
    s->ideal = c->config->exceptions.switch_blocks == SWITCH_IDEAL;
    s->move = move;
    s->block = b;
    set_mode(b, true);
    s->started = cycle;
    s->started_time = engine_now(c->engine);
    s->lines = s->insts = s->operands = s->writes = 0;
    s->answered_before = lsu_context_lines_answered(c->lsu);
    thesis_busy(c);
}

static void thesis_move_end(thesis_sm *c, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    s->stats.cycles += cycle - s->started;
    lsu_context_tlb(c->lsu, &s->stats.tlb_hits, &s->stats.tlb_misses);
    if (c->watch && c->watch->span)
        c->watch->span(c->watch->ctx, engine_now(c->engine), "switched blocks", c->number,
                       s->move == MOVE_OUT ? "out" : "in", s->started_time, engine_now(c->engine),
                       s->block->block, s->block->app);
    set_mode(s->block, false);
    s->move = MOVE_NONE;
    s->block = NULL;
    thesis_busy(c);
}

/* What lies in the line that is moved next. */
static uint32_t line_token(const thesis_mover *s) {
    const thesis_block *b = s->block;
    const uint32_t warp = context_values_warp(&b->needs, b->context->head, s->lines);
    return context_values_token(&b->needs, b->context->head, s->lines,
                                b->shared ? &b->warp[warp]->regs : NULL, b->shared);
}

static void thesis_move_move_line(thesis_sm *c) {
    thesis_mover *s = &c->mover;
    thesis_context *x = s->block->context;
    if (s->ideal)
        s->lines = x->lines;
    if (s->lines == x->lines)
        return;
    const context_line line = {.address = x->address + (uint64_t)s->lines * GMMU_LINE_BYTES,
                               .asid = s->block->asid,
                               .app = s->block->app,
                               .warp = s->block->warp[0]->slot,
                               .end = x->address + (uint64_t)x->lines * GMMU_LINE_BYTES,
                               .warps = s->block->warps,
                               .system = s->block->warp[0]->system,
                               .token = line_token(s),
                               .saved = &x->saved};
    /* A block that the SM switches out by itself comes back to it: posted writes are ordered enough. */
    const context_access what = s->move == MOVE_IN ? CONTEXT_READ
                                : s->block->leaves ? CONTEXT_WRITE_ACK
                                                   : CONTEXT_WRITE;
    if (!lsu_context_line(c->lsu, &line, what))
        return;
    s->lines++;
    s->stats.lines++;
}

void thesis_move_count_extra(thesis_sm *c, uint32_t blocks) {
    c->mover.stats.extra += blocks;
}

/* ---- out ---- */

/* Operands a warp has in the operand log. */
static uint32_t operands_of(const thesis_warp *w) {
    uint32_t n = 0;
    for (uint64_t todo = w->logged; todo; todo &= todo - 1)
        n += w->window[lowest_bit(todo)].inst.op == OP_LOAD ? 1 : 2;
    return n;
}

static uint32_t thesis_move_lines_of(uint64_t bytes) {
    return (uint32_t)((bytes + GMMU_LINE_BYTES - 1) / GMMU_LINE_BYTES);
}

uint32_t thesis_context_lines(uint64_t bytes, uint32_t warps, uint32_t insts, uint32_t operands) {
    return thesis_move_lines_of(bytes) + warps +
           thesis_move_lines_of((uint64_t)insts * INST_BYTES + (uint64_t)operands * THESIS_LOG_ENTRY);
}

void thesis_move_out(thesis_sm *c, thesis_block *b, uint64_t address, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    thesis_context *x = alloc_zeroed(1, sizeof(*x));
    thesis_move_begin(c, b, MOVE_OUT, cycle);
    for (uint32_t i = 0; i < b->warps; i++) {
        s->insts += c->replays ? (uint32_t)__builtin_popcountll(b->warp[i]->waiting) : 0;
        s->operands += operands_of(b->warp[i]);
    }
    x->address = address;
    x->head = thesis_context_lines(0, b->warps, s->insts, s->operands);
    x->lines = thesis_context_lines(b->needs.regs * 4 + b->needs.shared, b->warps, s->insts, s->operands);
    b->context = x;
    faults_forget(c, block_slots(b)); /* it is not resumed in between */
}

static void save_inst(thesis_sm *c, uint64_t cycle) {
    const thesis_mover *s = &c->mover;
    thesis_context *x = s->block->context;
    if (x->insts == s->insts)
        return;
    const replay_queue_out *pins = queue_pins(&c->units, cycle);
    queue_save(&c->units, block_slots(s->block), pins->save_valid);
    if (!pins->save_valid)
        return;
    const thesis_warp *w = c->warp[pins->save_warp];
    assert(w && w->block == s->block);
    x->inst[x->insts++] = (saved_inst){.warp = w->number,
                                       .seq = (uint16_t)pins->save_seq,
                                       .pc = (uint32_t)pins->save_pc,
                                       .lanes = (uint32_t)pins->save_lanes,
                                       .memory = pins->save_memory};
}

/* While a block is saved, the operand log answers nobody. */
static bool log_is_read(const thesis_sm *c) {
    for (uint32_t i = 0; i < c->reads; i++)
        if (c->read[i].from_log)
            return true;
    return false;
}

static void save_operand(thesis_sm *c, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    thesis_context *x = s->block->context;
    if (!s->operand_comes && x->operands == s->operands)
        return;
    const operand_log_out *pins = log_pins(&c->units, cycle);
    if (s->operand_comes)
        x->operand[x->operands - 1].operand = c->units.ram[pins->ram_raddr];
    s->operand_comes = false;
    if (!pins->saving) {
        if (x->operands < s->operands && !log_is_read(c)) {
            log_save_start(&c->units, s->block->slot);
        }
    } else if (pins->save_valid) {
        const thesis_warp *w = c->warp[pins->save_warp];
        assert(w && w->block == s->block);
        x->operand[x->operands++] = (saved_operand){.warp = w->number,
                                                    .seq = (uint16_t)pins->save_seq,
                                                    .part = (uint8_t)pins->save_part,
                                                    .written = pins->save_written};
        log_save_take(&c->units);
        s->operand_comes = true;
    }
}

/* Has every line been answered? */
static bool lines_answered(const thesis_sm *c) {
    const thesis_mover *s = &c->mover;
    const uint32_t lines = s->block->context->lines;
    return s->lines == lines &&
           (s->ideal || lsu_context_lines_answered(c->lsu) - s->answered_before == lines);
}

/* True at the end. */
static bool save_cycle(thesis_sm *c, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    thesis_block *b = s->block;
    const thesis_context *x = b->context;
    thesis_move_move_line(c);
    save_inst(c, cycle);
    save_operand(c, cycle);
    thesis_busy(c);
    if (s->lines < x->lines || x->insts < s->insts || x->operands < s->operands || s->operand_comes)
        return false;
    if (b->leaves && !lines_answered(c))
        return false;
    /* A gate that a fetched and unissued access has closed must not keep out who comes. */
    gate_squashed(&c->units, block_slots(b));
    block_take_off(c, b);
    s->stats.out++;
    thesis_move_end(c, cycle);
    return true;
}

/* ---- in ---- */

void thesis_move_in(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    thesis_move_begin(c, b, MOVE_IN, cycle);
    block_place(c, b);
    faults_forget(c, block_slots(b)); /* nor before its context is there */
}

static void restore_inst(thesis_sm *c, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    const thesis_context *x = s->block->context;
    if (s->insts == x->insts || !queue_can_push(&c->units, cycle))
        return;
    const saved_inst *i = &x->inst[s->insts++];
    queue_push(&c->units, &(queue_entry){.warp = s->block->warp[i->warp]->slot,
                                         .seq = i->seq,
                                         .pc = i->pc,
                                         .lanes = i->lanes,
                                         .memory = i->memory,
                                         .waiting = true});
}

/* An entry is taken in one cycle and written in a later one. */
static void restore_operand(thesis_sm *c) {
    thesis_mover *s = &c->mover;
    const thesis_context *x = s->block->context;
    if (s->writes < s->operands && !log_write_taken(&c->units)) {
        const saved_operand *o = &x->operand[s->writes++];
        if (o->written)
            log_write_part(&c->units, s->block->warp[o->warp]->slot, o->seq, o->part, o->operand);
    }
    if (s->operands < x->operands && !log_alloc_taken(&c->units)) {
        const saved_operand *o = &x->operand[s->operands++];
        log_alloc(&c->units, s->block->slot, s->block->warp[o->warp]->slot, o->seq, 1U << o->part);
    }
}

/* The access that had closed the warp's gate last has not been issued again: closes it. */
static void restore_gate(thesis_sm *c, const thesis_warp *w) {
    const uint32_t place = place_of(w->gate);
    if ((w->waiting & w->global & bit64(place)) == 0 || w->window[place].seq != w->gate)
        return;
    gate_fetched(&c->units, w->slot);
}

/* What did not come with a line is not there. */
static void lose_the_rest(const thesis_block *b, uint32_t lines) {
    const uint64_t bytes = context_values_bytes(lines, b->context->head);
    if (!b->shared)
        return;
    context_values_shared(&b->needs, bytes, b->shared);
    for (uint32_t i = 0; i < b->warps; i++)
        context_values_registers(&b->needs, bytes, i, &b->warp[i]->regs);
}

/* True at the end. */
static bool restore_cycle(thesis_sm *c, uint64_t cycle) {
    thesis_mover *s = &c->mover;
    thesis_block *b = s->block;
    thesis_context *x = b->context;
    thesis_move_move_line(c);
    if (s->lines < x->lines)
        thesis_busy(c);
    if (!lines_answered(c))
        return false;
    restore_inst(c, cycle);
    restore_operand(c);
    thesis_busy(c);
    if (s->insts < x->insts || s->operands < x->operands || s->writes < x->operands)
        return false;
    for (uint32_t i = 0; i < b->warps; i++)
        restore_gate(c, b->warp[i]);
    lose_the_rest(b, s->lines);
    b->context = NULL;
    saved_lines_free(&x->saved);
    free(x);
    s->stats.in++;
    thesis_move_end(c, cycle);
    block_go_on(c, b);
    return true;
}

thesis_block *thesis_move_cycle(thesis_sm *c, uint64_t cycle, block_move *way) {
    thesis_mover *s = &c->mover;
    thesis_block *b = s->block;
    *way = s->move;
    if (s->move == MOVE_NONE)
        return NULL;
    return (s->move == MOVE_OUT ? save_cycle(c, cycle) : restore_cycle(c, cycle)) ? b : NULL;
}
