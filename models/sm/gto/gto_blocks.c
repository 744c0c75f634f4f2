/* SPDX-License-Identifier: Apache-2.0 */
/* Thread blocks: arrival, place on the SM, end. */
#include "sm/gto/gto_state.h"

/* ---- slots ---- */

uint32_t gto_place_block(gto_sm *s, const block_identity *who) {
    uint32_t number = 0;
    if (!sm_take(&s->free, &who->needs))
        return SM_BLOCKS;
    while (s->block[number].stream)
        number++;
    block_slot *b = &s->block[number];
    *b = (block_slot){.stream = who->stream,
                      .block = who->block,
                      .fetching = who->warps,
                      .alive = who->warps,
                      .asid = who->asid,
                      .app = who->app,
                      .needs = who->needs};
    uint64_t free_slots = ~s->resident;
    for (uint32_t i = 0; i < who->warps; i++) {
        uint32_t slot = lowest_warp(free_slots);
        free_slots &= free_slots - 1;
        b->members |= warp_bit(slot);
        s->warp[slot].block = (uint8_t)number;
        s->warp[slot].number = (uint8_t)i;
    }
    s->resident |= b->members;
    s->paused = (s->paused_apps >> who->app & 1) != 0 ? s->paused | b->members : s->paused & ~b->members;
    s->of_app[who->app] |= b->members;
    s->apps |= UINT64_C(1) << who->app;
    gto_add_block(&s->gto, b->members);
    return number;
}

void gto_take_off_block(gto_sm *s, uint32_t slot) {
    block_slot *b = &s->block[slot];
    sm_give_back(&s->free, &b->needs);
    s->resident &= ~b->members;
    s->running &= ~b->members;
    s->paused &= ~b->members;
    s->of_app[b->app] &= ~b->members;
    if (s->of_app[b->app] == 0)
        s->apps &= ~(UINT64_C(1) << b->app);
    gto_remove_block(&s->gto, b->members);
    b->stream = NULL;
    s->no_room = false;
}

/* ---- arrival ---- */

static void start_block(gto_sm *s, uint32_t number, uint64_t cycle) {
    const block_slot *b = &s->block[number];
    if (s->values)
        gto_values_begin_block(s->values, number, NULL);
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        const uint32_t slot = lowest_warp(todo);
        if (s->values)
            value_registers_reset(&s->values->warp[slot], b->block, s->warp[slot].number);
        warp_fetch(s, slot, cycle);
        warp_end_if_done(s, slot);
    }
}

static bool gto_blocks_run_block(gto_sm *s, const block_command *m, uint64_t cycle) {
    const block_identity who = {.stream = m->stream,
                                .block = m->block,
                                .asid = m->asid,
                                .app = m->app,
                                .warps = m->kernel->warps_per_block,
                                .needs = sm_block_needs(&s->context.config->chip, m->kernel)};
    const uint32_t number = gto_place_block(s, &who);
    s->no_room = number == SM_BLOCKS;
    if (!s->no_room)
        start_block(s, number, cycle);
    return !s->no_room;
}

/* A block comes to the SM; false when it has to wait. */
static bool gto_blocks_bring(gto_sm *s, const block_command *m, uint64_t cycle) {
    return m->kind == BLOCK_RUN ? gto_blocks_run_block(s, m, cycle) : gto_restore_block(s, m, cycle);
}

void gto_accept_command(gto_sm *s, uint64_t cycle) {
    const block_command *m = link_peek(s->from_dispatcher);
    if (m->kind == BLOCK_RUN || m->kind == BLOCK_RESTORE) {
        if (!gto_blocks_bring(s, m, cycle))
            return;
    } else {
        gto_obey(s, m);
    }
    s->commanded = m->kind != BLOCK_RUN;
    link_pop(s->from_dispatcher);
}

/* ---- end ---- */

void gto_retire_blocks(gto_sm *s) {
    while (s->done_blocks) {
        uint32_t number = lowest_warp(s->done_blocks);
        block_slot *b = &s->block[number];
        block_report *m = link_push(s->to_dispatcher);
        if (!m)
            return;
        *m = (block_report){
            .kind = BLOCK_DONE, .block = b->block, .sm = s->context.number, .asid = b->asid, .app = b->app};
        if (s->values)
            gto_values_end_block(s->values, number, b->block, b->app);
        block_close(b->stream);
        s->held &= ~b->members;
        s->stopping &= ~warp_bit(number);
        s->done_blocks &= s->done_blocks - 1;
        gto_take_off_block(s, number);
    }
}
