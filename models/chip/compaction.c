/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/compaction.h"

/* Of the pages that move. */
static value_memory *moved_values(const compaction *c) {
    return c->nobodys ? c->fragments : c->values[c->app];
}

/* The contents of a page move with its lines. */
static void values_follow(void *ctx, uint64_t from, uint64_t to) {
    const compaction *c = ctx;
    if (moved_values(c) != NULL)
        value_memory_copy(moved_values(c), from, to);
}

bool compaction_attach(compaction *c) {
    inplace_attach_copies(c->behind->coalescer, c->behind->data, values_follow, c);
    if (c->config->check_values)
        c->fragments = value_memory_new_in_frames(fragments_frame, driver_fragments(c->driver));
    return !c->config->check_values || c->fragments != NULL;
}

void compaction_detach(compaction *c) {
    value_memory_free(c->fragments);
}

static bool stalls_gpu(const compaction *c) {
    return c->config->design.compact_stall == COMPACTION_STALLS_GPU;
}

/* The applications that must stand still. */
static uint64_t to_be_paused(const compaction *c) {
    const uint64_t moving = c->phase != COMPACTION_IDLE ? UINT64_C(1) << c->app : 0;
    const uint64_t apps = (c->nobodys ? 0 : moving) | driver_waiting(c->driver);
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
    if (c->nobodys && !stalls_gpu(c)) /* nobody uses them */
        return true;
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        if (stalls_gpu(c) ? !c->sm->still(c->sms[i])
                          : !c->sm->quiet(c->sms[i], driver_asid(c->driver, c->app)))
            return false;
    return memory_system_stores_taken(c->behind, stalls_gpu(c) ? MEMORY_SYSTEM_ANY : c->app);
}

static void place_values(const compaction *c) {
    for (size_t i = 0; moved_values(c) != NULL && i < c->moves; i++)
        value_memory_place(moved_values(c), c->move[i].vpn, c->move[i].from);
}

static void begin_copies(compaction *c, uint64_t cycle) {
    c->phase = COMPACTION_COPIES;
    c->copies_since = cycle;
    place_values(c);
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
        c->copying_until = cycle + chip_cycles(&c->config->chip, ns);
    return c->copied == c->moves;
}

static bool copies_done(compaction *c, uint64_t cycle) {
    return c->config->design.bulk_copy_ns != 0 ? bulk_copies(c, cycle) : inplace_copied(c->behind->coalescer);
}

/* The page tables have another place for pages: nothing may know the old one. */
static void forget_translations(compaction *c) {
    tlb_tree_invalidate(&c->behind->tlb_levels);
    for (uint32_t i = 0; i < c->config->chip.sm.count; i++)
        c->sm->flush(c->sms[i]);
}

static void end_room(compaction *c) {
    c->makes_room = c->nobodys = false;
    inplace_watch(c->behind->coalescer, false);
}

/* The page tables, or the driver's notes, follow; the large frame is free. */
static void room_made(compaction *c) {
    driver_room_made(c->driver);
    if (c->fragments != NULL)
        c->astray = value_memory_astray(c->fragments);
}

static void compaction_end(compaction *c, uint64_t cycle) {
    if (c->makes_room) {
        room_made(c);
    } else {
        driver_moved(c->driver, c->app, c->splinter_move, c->moves);
        inplace_go_on(c->behind->coalescer);
    }
    if (!c->nobodys)
        forget_translations(c);
    c->phase = COMPACTION_IDLE;
    end_room(c);
    c->copy_cycles += cycle - c->copies_since;
    driver_retry(c->driver);
    pause_and_go_on(c, cycle);
}

/* ---- room for a large frame ---- */

/* Ideal CAC (Mosaic 6.4): data of nobody are elsewhere at once. No line of them is in a cache: only copies
 * would bring them there. */
static void room_at_once(compaction *c) {
    c->nobodys = true;
    c->moves = driver_plan_room(c->driver, ROOM_NOBODY, &c->move);
    place_values(c);
    for (size_t i = 0; i < c->moves; i++)
        values_follow(c, c->move[i].from, c->move[i].to);
    room_made(c);
    c->nobodys = false;
    driver_retry(c->driver);
}

/* Copies that nobody is paused for name the application that waits. */
static void begin_room(compaction *c) {
    uint32_t app = 0;
    while (driver_wants_room(c->driver, &app)) {
        if (app == ROOM_NOBODY && c->config->design.compact_stall == COMPACTION_STALLS_NONE) {
            room_at_once(c);
            continue;
        }
        c->makes_room = true;
        c->nobodys = app == ROOM_NOBODY;
        c->app = c->nobodys ? driver_first_waiting(c->driver) : app;
        c->phase = COMPACTION_ROOM_DRAINS;
        inplace_watch(c->behind->coalescer, true);
        return;
    }
}

static void plan_room(compaction *c, uint64_t cycle) {
    c->moves = driver_plan_room(c->driver, c->nobodys ? ROOM_NOBODY : c->app, &c->move);
    if (c->moves != 0) {
        begin_copies(c, cycle);
        return;
    }
    c->phase = COMPACTION_IDLE;
    end_room(c);
}

static void plan_splinter(compaction *c, uint64_t cycle) {
    c->moves = driver_plan_moves(c->driver, c->app, c->vpn, c->ppn, c->splinter_move);
    c->move = c->splinter_move;
    begin_copies(c, cycle);
}

/* ---- between the cycles ---- */

void compaction_serve(compaction *c, uint64_t cycle) {
    uint32_t app = 0;
    uint64_t vpn = 0, ppn = 0;
    if (c->behind->coalescer == NULL)
        return;
    driver_tell(c->driver);
    if (c->phase == COMPACTION_IDLE)
        begin_room(c);
    if (c->phase == COMPACTION_IDLE)
        driver_help(c->driver);
    const inplace_question asked = inplace_asks(c->behind->coalescer, &app, &vpn, &ppn);
    if (c->phase == COMPACTION_IDLE && asked == INPLACE_ASKS_STILLNESS) {
        c->phase = COMPACTION_DRAINS;
        c->app = app;
        c->vpn = vpn;
        c->ppn = ppn;
    }
    pause_and_go_on(c, cycle);
    if (c->phase == COMPACTION_DRAINS && all_still(c)) {
        inplace_go_on(c->behind->coalescer);
        c->phase = COMPACTION_SPLINTERS;
    }
    if (c->phase == COMPACTION_SPLINTERS && asked == INPLACE_ASKS_COMPACTION)
        plan_splinter(c, cycle);
    if (c->phase == COMPACTION_ROOM_DRAINS && all_still(c))
        plan_room(c, cycle);
    if (c->phase == COMPACTION_COPIES && copies_done(c, cycle))
        compaction_end(c, cycle);
}

bool compaction_moves(const compaction *c, uint32_t app) {
    return c->phase != COMPACTION_IDLE && c->app == app;
}

compaction_totals compaction_get_totals(const compaction *c) {
    const driver_totals d = driver_get_totals(c->driver);
    return (compaction_totals){.splintered = d.splintered,
                               .freed = d.freed,
                               .moved = d.moved,
                               .pads_freed = d.pads_freed,
                               .emergency = d.emergency,
                               .rooms = d.rooms,
                               .fragments_moved = d.fragments_moved,
                               .stall_cycles = c->stall_cycles,
                               .copy_cycles = c->copy_cycles};
}
