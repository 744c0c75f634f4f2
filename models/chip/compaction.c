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

static bool stalls_gpu(const compaction *c) {
    return c->config->design.compact_stall == COMPACTION_STALLS_GPU;
}

/* The applications that must stand still. */
static uint64_t to_be_paused(const compaction *c) {
    const uint64_t moving = c->phase != COMPACTION_IDLE ? UINT64_C(1) << c->app : 0;
    const uint64_t apps = moving | driver_waiting(c->driver);
    return apps != 0 && stalls_gpu(c) ? UINT64_MAX : apps;
}

static void pause_and_go_on(compaction *c, uint64_t cycle) {
    const uint64_t apps = to_be_paused(c), changed = apps ^ c->paused;
    for (uint32_t app = 0; changed != 0 && app < c->apps; app++)
        for (uint32_t i = 0; (changed >> app & 1) != 0 && i < c->config->chip.sm.count; i++)
            c->sm->pause(c->sms[i], app, (apps >> app & 1) != 0);
    if (c->paused == 0)
        c->since = cycle;
    else if (apps == 0)
        c->stall_cycles += cycle - c->since;
    c->paused = apps;
}

static bool all_still(const compaction *c) {
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        if (stalls_gpu(c) ? !c->sm->still(c->sms[i])
                          : !c->sm->quiet(c->sms[i], driver_asid(c->driver, c->app)))
            return false;
    return memory_system_stores_taken(c->behind, stalls_gpu(c) ? MEMORY_SYSTEM_ANY : c->app);
}

static void begin_copies(compaction *c, uint64_t cycle) {
    c->moves = driver_plan_moves(c->driver, c->app, c->vpn, c->ppn, c->move);
    c->phase = COMPACTION_COPIES;
    c->copies_since = cycle;
    for (size_t i = 0; c->values[c->app] != NULL && i < c->moves; i++)
        value_memory_place(c->values[c->app], c->move[i].vpn, c->move[i].from);
    c->copied = 0;
    c->copying_until = 0;
    if (c->config->design.bulk_copy_ns != 0)
        inplace_drop_lines(c->behind->coalescer, c->app, c->move, c->moves);
    else
        inplace_copy(c->behind->coalescer, c->app, c->move, c->moves);
}

/* DRAM has copied this page; false: not yet, a write-back is on its way. */
static bool copy_within_dram(compaction *c, const page_move *m) {
    bool all = true;
    for (uint64_t at = 0; all && at < UINT64_C(1) << GMMU_PAGE_BITS; at += GMMU_LINE_BYTES)
        all = memory_system_copy_line(c->behind, (m->from << GMMU_PAGE_BITS) + at,
                                      (m->to << GMMU_PAGE_BITS) + at);
    if (all)
        values_follow(c, m->from, m->to);
    return all;
}

/* One page after the other, each when no line of it is in the L2 cache. True: all have been copied. */
static bool bulk_copies(compaction *c, uint64_t cycle) {
    const uint64_t ns = c->config->design.bulk_copy_ns;
    if (c->copying_until != 0 && cycle >= c->copying_until && copy_within_dram(c, &c->move[c->copied])) {
        c->copied++;
        c->copying_until = 0;
    }
    if (c->copying_until == 0 && c->copied < c->moves && inplace_dropped(c->behind->coalescer, c->copied))
        c->copying_until = cycle + (ns * c->config->chip.core_mhz + 999) / 1000;
    return c->copied == c->moves;
}

static bool copies_done(compaction *c, uint64_t cycle) {
    return c->config->design.bulk_copy_ns != 0 ? bulk_copies(c, cycle) : inplace_copied(c->behind->coalescer);
}

static void compaction_end(compaction *c, uint64_t cycle) {
    driver_moved(c->driver, c->app, c->move, c->moves);
    tlb_tree_invalidate(&c->behind->tlb_levels);
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        c->sm->flush(c->sms[i]);
    inplace_go_on(c->behind->coalescer);
    c->phase = COMPACTION_IDLE;
    c->copy_cycles += cycle - c->copies_since;
    driver_retry(c->driver);
    pause_and_go_on(c, cycle);
}

void compaction_serve(compaction *c, uint64_t cycle) {
    if (c->behind->coalescer == NULL)
        return;
    if (c->phase == COMPACTION_IDLE)
        driver_help(c->driver);
    const inplace_question asked = inplace_asks(c->behind->coalescer, &c->app, &c->vpn, &c->ppn);
    if (c->phase == COMPACTION_IDLE && asked == INPLACE_ASKS_STILLNESS)
        c->phase = COMPACTION_DRAINS;
    pause_and_go_on(c, cycle);
    if (c->phase == COMPACTION_DRAINS && all_still(c)) {
        inplace_go_on(c->behind->coalescer);
        c->phase = COMPACTION_SPLINTERS;
    }
    if (c->phase == COMPACTION_SPLINTERS && asked == INPLACE_ASKS_COMPACTION)
        begin_copies(c, cycle);
    if (c->phase == COMPACTION_COPIES && copies_done(c, cycle))
        compaction_end(c, cycle);
}

compaction_totals compaction_get_totals(const compaction *c) {
    const driver_totals d = driver_get_totals(c->driver);
    return (compaction_totals){.splintered = d.splintered,
                               .freed = d.freed,
                               .moved = d.moved,
                               .pads_freed = d.pads_freed,
                               .emergency = d.emergency,
                               .stall_cycles = c->stall_cycles,
                               .copy_cycles = c->copy_cycles};
}
