/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands for blocks. A block that is told to stop issues nothing more; when nothing of it is in
 * flight its scoreboards are empty, and each warp is between two instructions: that is all a context
 * has to know about the pipeline.
 */
#include "base/alloc.h"
#include "config/messages.h"
#include "sm/gto/gto_state.h"
#include "sm/parts/context_values.h"

typedef struct {
    const static_inst *next; /* its addresses are in the stream */
    uint32_t mask;
    bool fetched; /* there is a next instruction */
    bool at_barrier;
} saved_warp;

struct block_context {
    block_identity who;
    uint32_t fetching, alive;
    uint32_t lines;
    saved_lines saved; /* context_line.saved */
    saved_warp warp[GMMU_MAX_WARPS_PER_BLOCK];
    value_memory *shared;        /* NULL: no values */
    value_registers registers[]; /* with values: who.warps */
};

/* ---- sizes ---- */

static uint32_t gto_move_lines_of(const sm_resources *needs) {
    const uint64_t bytes = needs->regs * 4 + needs->shared;
    return (uint32_t)((bytes + GMMU_LINE_BYTES - 1) / GMMU_LINE_BYTES + needs->warps);
}

uint64_t gto_context_bytes(const gpu_config *config, const kernel_info *kernel) {
    const sm_resources needs = sm_block_needs(&config->chip, kernel);
    return (uint64_t)gto_move_lines_of(&needs) * GMMU_LINE_BYTES;
}

/* ---- contexts ---- */

void gto_drop_context(block_context *context) {
    if (!context)
        return;
    block_close(context->who.stream);
    value_memory_free(context->shared);
    saved_lines_free(&context->saved);
    free(context);
}

/* What is to be known of the block in this slot, which leaves the SM. */
static block_context *take_context(gto_sm *s, uint32_t slot) {
    const block_slot *b = &s->block[slot];
    const uint32_t warps = (uint32_t)__builtin_popcountll(b->members);
    block_context *x = alloc_zeroed(1, sizeof(*x) + (s->values ? warps * sizeof(value_registers) : 0));
    x->who = (block_identity){.stream = b->stream,
                              .block = b->block,
                              .asid = b->asid,
                              .app = b->app,
                              .warps = warps,
                              .needs = b->needs};
    x->fetching = b->fetching;
    x->alive = b->alive;
    x->lines = s->move.lines;
    x->saved = s->move.saved;
    s->move.saved = (saved_lines){0};
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        const uint32_t from = lowest_warp(todo);
        const warp_slot *w = &s->warp[from];
        x->warp[w->number] = (saved_warp){.next = w->inst,
                                          .mask = w->mask,
                                          .fetched = s->fetched >> from & 1,
                                          .at_barrier = s->at_barrier >> from & 1};
        if (s->values)
            x->registers[w->number] = s->values->warp[from];
    }
    if (s->values) {
        x->shared = s->values->shared[slot];
        s->values->shared[slot] = NULL;
    }
    return x;
}

/* Its warps cease to be fetched; their slots are as those of free warps. */
static void clear_warps(gto_sm *s, uint64_t members) {
    s->fetched &= ~members;
    s->at_barrier &= ~members;
    s->held &= ~members;
    for (uint32_t unit = 0; unit < EXEC_UNITS; unit++)
        s->unit[unit] &= ~members;
}

/* The block in this slot, which has just been placed, is what the context says. */
static void put_context(gto_sm *s, uint32_t slot, const block_context *x, uint64_t cycle) {
    block_slot *b = &s->block[slot];
    b->fetching = x->fetching;
    b->alive = x->alive;
    if (s->values)
        gto_values_begin_block(s->values, slot, x->shared);
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        const uint32_t to = lowest_warp(todo);
        const saved_warp *w = &x->warp[s->warp[to].number];
        if (s->values)
            s->values->warp[to] = x->registers[s->warp[to].number];
        if (w->fetched)
            warp_set_next(s, to, w->next, w->mask, cycle);
        s->at_barrier |= w->at_barrier ? warp_bit(to) : 0;
    }
}

/* ---- commands ---- */

/* The slot of the block that a command names, or SM_BLOCKS: it has left. */
static uint32_t gto_move_find_block(const gto_sm *s, const block_command *m) {
    uint32_t slot = 0;
    while (slot < SM_BLOCKS &&
           !(s->block[slot].stream && s->block[slot].block == m->block && s->block[slot].app == m->app))
        slot++;
    return slot;
}

static bool moves_in(const gto_sm *s, uint32_t slot) {
    return s->move.way == MOVE_IN && s->move.slot == slot;
}

static void gto_move_stop(gto_sm *s, uint32_t slot, block_phase phase) {
    s->block[slot].phase = (uint8_t)phase;
    s->held |= s->block[slot].members;
    s->stopping |= warp_bit(slot);
}

/* Goes on; one that is on its way in does when it is there. */
static void gto_move_resume(gto_sm *s, uint32_t slot) {
    s->block[slot].phase = PHASE_RUNS;
    s->stopping &= ~warp_bit(slot);
    if (!moves_in(s, slot))
        s->held &= ~s->block[slot].members;
}

void gto_obey(gto_sm *s, const block_command *m) {
    const uint32_t slot = gto_move_find_block(s, m);
    if (slot == SM_BLOCKS || s->block[slot].phase == PHASE_LEAVES)
        return;
    if (m->kind == BLOCK_SAVE) {
        s->block[slot].address = m->address;
        gto_move_stop(s, slot, PHASE_LEAVES);
    } else if (m->kind == BLOCK_STOP && s->block[slot].phase == PHASE_RUNS) {
        gto_move_stop(s, slot, PHASE_STOPS);
    } else if (m->kind == BLOCK_RESUME) {
        gto_move_resume(s, slot);
    }
}

/* ---- moves ---- */

static void gto_move_begin(gto_sm *s, block_move way, uint32_t slot, uint32_t lines, uint64_t address,
                           uint64_t cycle) {
    s->move = (gto_move){.way = way,
                         .slot = slot,
                         .address = address,
                         .lines = lines,
                         .answered_before = lsu_context_lines_answered(s->lsu),
                         .started = cycle,
                         .started_time = engine_now(s->context.engine),
                         .stats = s->move.stats};
}

static void gto_move_end(gto_sm *s, uint64_t cycle) {
    gto_move *m = &s->move;
    const observer *watch = s->context.watch;
    const block_slot *b = &s->block[m->slot];
    m->stats.cycles += cycle - m->started;
    m->stats.out += m->way == MOVE_OUT;
    m->stats.in += m->way == MOVE_IN;
    lsu_context_tlb(s->lsu, &m->stats.tlb_hits, &m->stats.tlb_misses);
    if (watch && watch->span)
        watch->span(watch->ctx, engine_now(s->context.engine), "switched blocks", s->context.number,
                    m->way == MOVE_OUT ? "out" : "in", m->started_time, engine_now(s->context.engine),
                    b->block, b->app);
    saved_lines_free(&m->saved);
    m->way = MOVE_NONE;
}

static block_report *gto_move_report(gto_sm *s, const block_slot *b, block_report_kind kind) {
    block_report *m = link_push(s->to_dispatcher);
    if (m)
        *m = (block_report){.kind = (uint8_t)kind,
                            .block = b->block,
                            .sm = s->context.number,
                            .asid = b->asid,
                            .app = b->app};
    return m;
}

bool gto_restore_block(gto_sm *s, const block_command *m, uint64_t cycle) {
    block_context *x = m->context;
    if (s->move.way != MOVE_NONE)
        return false;
    const uint32_t slot = gto_place_block(s, &x->who);
    s->no_room = slot == SM_BLOCKS;
    if (s->no_room)
        return false;
    put_context(s, slot, x, cycle);
    s->held |= s->block[slot].members;
    gto_move_begin(s, MOVE_IN, slot, x->lines, m->address, cycle);
    s->move.saved = x->saved;
    free(x);
    return true;
}

static void gto_move_saved(gto_sm *s, uint64_t cycle) {
    const uint32_t slot = s->move.slot;
    block_report *m = gto_move_report(s, &s->block[slot], BLOCK_SAVED);
    if (!m)
        return;
    m->context = take_context(s, slot);
    clear_warps(s, s->block[slot].members);
    gto_move_end(s, cycle);
    gto_take_off_block(s, slot);
}

/* What did not come with a line is not there. */
static void gto_move_lose_the_rest(gto_sm *s, uint32_t slot) {
    const block_slot *b = &s->block[slot];
    const uint64_t bytes = context_values_bytes(s->move.sent, (uint32_t)b->needs.warps);
    context_values_shared(&b->needs, bytes, s->values->shared[slot]);
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        const uint32_t at = lowest_warp(todo);
        context_values_registers(&b->needs, bytes, s->warp[at].number, &s->values->warp[at]);
    }
}

static void gto_move_restored(gto_sm *s, uint64_t cycle) {
    const block_slot *b = &s->block[s->move.slot];
    if (s->values)
        gto_move_lose_the_rest(s, s->move.slot);
    if (b->phase == PHASE_RUNS)
        s->held &= ~b->members;
    gto_move_end(s, cycle);
}

/* What lies in the line that is moved next. */
static uint32_t gto_move_token(const gto_sm *s) {
    const gto_move *m = &s->move;
    const block_slot *b = &s->block[m->slot];
    const uint32_t head = (uint32_t)b->needs.warps, warp = context_values_warp(&b->needs, head, m->sent);
    uint64_t from = b->members;
    if (!s->values)
        return context_values_token(&b->needs, head, m->sent, NULL, NULL);
    while (s->warp[lowest_warp(from)].number != warp)
        from &= from - 1;
    return context_values_token(&b->needs, head, m->sent, &s->values->warp[lowest_warp(from)],
                                s->values->shared[m->slot]);
}

/* One line, behind the accesses of the cycle. */
static void gto_move_move_line(gto_sm *s) {
    gto_move *m = &s->move;
    const block_slot *b = &s->block[m->slot];
    if (m->sent == m->lines)
        return;
    const context_line line = {.address = m->address + (uint64_t)m->sent * GMMU_LINE_BYTES,
                               .asid = b->asid,
                               .app = b->app,
                               .warp = (uint8_t)lowest_warp(b->members),
                               .end = m->address + (uint64_t)m->lines * GMMU_LINE_BYTES,
                               .warps = (uint32_t)b->needs.warps,
                               .system = true,
                               .token = gto_move_token(s),
                               .saved = &m->saved};
    const context_access what = m->way == MOVE_OUT ? CONTEXT_WRITE_ACK : CONTEXT_READ;
    if (!lsu_context_line(s->lsu, &line, what))
        return;
    m->sent++;
    m->stats.lines++;
}

static void go_on_moving(gto_sm *s, uint64_t cycle) {
    const gto_move *m = &s->move;
    gto_move_move_line(s);
    if (m->sent < m->lines || lsu_context_lines_answered(s->lsu) - m->answered_before < m->lines)
        return;
    if (m->way == MOVE_OUT)
        gto_move_saved(s, cycle);
    else
        gto_move_restored(s, cycle);
}

/* ---- one cycle ---- */

static bool gto_move_drained(const gto_sm *s, const block_slot *b) {
    for (uint64_t todo = b->members; todo; todo &= todo - 1)
        if (s->warp[lowest_warp(todo)].inflight)
            return false;
    return true;
}

/* A block that issues nothing: has it stopped? One that has ended is retired instead. */
static void gto_move_stopped(gto_sm *s, uint32_t slot, uint64_t cycle) {
    block_slot *b = &s->block[slot];
    if (b->alive == 0 || moves_in(s, slot) || !gto_move_drained(s, b))
        return;
    if (b->phase == PHASE_LEAVES && s->move.way == MOVE_NONE) {
        gto_move_begin(s, MOVE_OUT, slot, gto_move_lines_of(&b->needs), b->address, cycle);
        s->stopping &= ~warp_bit(slot);
    } else if (b->phase == PHASE_STOPS && gto_move_report(s, b, BLOCK_STOPPED)) {
        b->phase = PHASE_STOPPED;
        s->stopping &= ~warp_bit(slot);
    }
}

void gto_move_cycle(gto_sm *s, uint64_t cycle) {
    if (s->move.way != MOVE_NONE)
        go_on_moving(s, cycle);
    for (uint64_t todo = s->stopping; todo; todo &= todo - 1)
        gto_move_stopped(s, lowest_warp(todo), cycle);
}
