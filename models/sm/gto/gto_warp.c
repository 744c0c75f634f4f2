/* SPDX-License-Identifier: Apache-2.0 */
/* A warp from one instruction to the next: fetch, hazards, barriers, commit, end. */
#include "sm/gto/gto_state.h"

static void set_bit(uint64_t *mask, uint32_t slot, bool on) {
    *mask = (*mask & ~warp_bit(slot)) | (uint64_t)on << slot;
}

static exec_unit gto_warp_unit_of(const static_inst *inst, uint32_t mask) {
    switch (inst->op) {
    case OP_SFU:
        return EXEC_SFU;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
        if (mask == 0)
            return EXEC_ALU;
        return inst->space == SPACE_GLOBAL   ? EXEC_LDST
               : inst->space == SPACE_SHARED ? EXEC_SHARED
               : inst->space == SPACE_CONST  ? EXEC_CONST
                                             : EXEC_ALU;
    case OP_BARRIER:
    case OP_MEMBAR:
    case OP_EXIT:
        return EXEC_CONTROL;
    default:
        return EXEC_ALU;
    }
}

/* Does the next instruction wait for what the warp has in flight? */
static void update_hazard(gto_sm *s, uint32_t slot) {
    const warp_slot *w = &s->warp[slot];
    bool fence = w->mem_inflight != 0 && w->inst->op == OP_MEMBAR;
    set_bit(&s->hazard, slot, fence || reg_set_meets(&w->pending, &w->inst->registers));
}

void warp_release_barrier(gto_sm *s, const block_slot *b) {
    uint64_t arrived = s->at_barrier & b->members;
    if (arrived && (uint32_t)__builtin_popcountll(arrived) == b->fetching)
        s->at_barrier &= ~b->members;
}

void warp_end_if_done(gto_sm *s, uint32_t slot) {
    const warp_slot *w = &s->warp[slot];
    block_slot *b = &s->block[w->block];
    if ((s->fetched & warp_bit(slot)) != 0 || w->inflight != 0)
        return;
    s->running &= ~warp_bit(slot);
    if (s->values)
        gto_values_end_warp(s->values, slot, b->block, w->number, b->app);
    if (--b->alive == 0)
        s->done_blocks |= warp_bit(w->block);
}

void warp_set_next(gto_sm *s, uint32_t slot, const static_inst *inst, uint32_t mask, uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    w->inst = inst;
    w->mask = mask;
    w->unit = (uint8_t)gto_warp_unit_of(inst, mask);
    w->uid = s->next_uid++;
    s->fetched |= warp_bit(slot);
    s->running |= warp_bit(slot);
    s->unit[w->unit] |= warp_bit(slot);
    update_hazard(s, slot);
    if (watches_insts(s)) {
        warp_inst whole;
        block_inst(s->block[w->block].stream, w->number, &whole);
        watch_inst(s, cycle, slot, w->uid, STAGE_FETCH, &whole);
    }
}

void warp_fetch(gto_sm *s, uint32_t slot, uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    block_slot *b = &s->block[w->block];
    uint32_t mask;

    s->unit[w->unit] &= ~warp_bit(slot);
    const static_inst *inst = block_next(b->stream, w->number, &mask);
    if (!inst) {
        s->fetched &= ~warp_bit(slot);
        s->at_barrier &= ~warp_bit(slot);
        b->fetching--;
        warp_release_barrier(s, b);
        return;
    }
    warp_set_next(s, slot, inst, mask, cycle);
}

void warp_commit(gto_sm *s, const inflight_inst *inst, uint64_t cycle) {
    uint32_t slot = inst->warp;
    warp_slot *w = &s->warp[slot];
    app_stats *stats = &s->stats[inst->app];
    stats->instructions++;
    stats->thread_instructions += inst->lanes;
    reg_set_remove(&w->pending, inst->dst, inst->ndst);
    if (s->values)
        gto_values_commit(s->values, inst);
    w->inflight--;
    update_hazard(s, slot);
    watch_inst(s, cycle, slot, inst->uid, STAGE_COMMIT, NULL);
    if (w->inflight == 0)
        warp_end_if_done(s, slot);
}
