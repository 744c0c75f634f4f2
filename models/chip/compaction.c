/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/compaction.h"

/* The contents of a page move with its lines. */
static void values_follow(void *ctx, uint64_t from, uint64_t to) {
    const compaction *c = ctx;
    if (c->values[c->app] != NULL)
        value_memory_copy(c->values[c->app], from, to);
}

void compaction_attach(compaction *c) {
    inplace_attach_copies(c->behind->coalescer, c->behind->data, values_follow, c);
}

static void pause_all(const compaction *c, bool paused) {
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        c->sm->pause(c->sms[i], paused);
}

static bool all_still(const compaction *c) {
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        if (!c->sm->still(c->sms[i]))
            return false;
    return memory_system_stores_taken(c->behind);
}

static void begin_copies(compaction *c, uint64_t cycle) {
    c->moves = driver_plan_moves(c->driver, c->app, c->vpn, c->ppn, c->move);
    c->phase = COMPACTION_COPIES;
    c->copies_since = cycle;
    for (size_t i = 0; c->values[c->app] != NULL && i < c->moves; i++)
        value_memory_place(c->values[c->app], c->move[i].vpn, c->move[i].from);
    inplace_copy(c->behind->coalescer, c->app, c->move, c->moves);
}

static void compaction_end(compaction *c, uint64_t cycle) {
    driver_moved(c->driver, c->app, c->move, c->moves);
    tlb_tree_invalidate(&c->behind->tlb_levels);
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        c->sm->flush(c->sms[i]);
    pause_all(c, false);
    inplace_go_on(c->behind->coalescer);
    c->phase = COMPACTION_IDLE;
    c->stall_cycles += cycle - c->since;
    c->copy_cycles += cycle - c->copies_since;
}

void compaction_serve(compaction *c, uint64_t cycle) {
    if (c->behind->coalescer == NULL)
        return;
    const inplace_question asked = inplace_asks(c->behind->coalescer, &c->app, &c->vpn, &c->ppn);
    if (c->phase == COMPACTION_IDLE && asked == INPLACE_ASKS_STILLNESS) {
        pause_all(c, true);
        c->phase = COMPACTION_DRAINS;
        c->since = cycle;
    }
    if (c->phase == COMPACTION_DRAINS && all_still(c)) {
        inplace_go_on(c->behind->coalescer);
        c->phase = COMPACTION_SPLINTERS;
    }
    if (c->phase == COMPACTION_SPLINTERS && asked == INPLACE_ASKS_COMPACTION)
        begin_copies(c, cycle);
    if (c->phase == COMPACTION_COPIES && inplace_copied(c->behind->coalescer))
        compaction_end(c, cycle);
}

compaction_totals compaction_get_totals(const compaction *c) {
    const driver_totals d = driver_get_totals(c->driver);
    return (compaction_totals){.splintered = d.splintered,
                               .freed = d.freed,
                               .moved = d.moved,
                               .pads_freed = d.pads_freed,
                               .stall_cycles = c->stall_cycles,
                               .copy_cycles = c->copy_cycles};
}
