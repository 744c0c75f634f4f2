/* SPDX-License-Identifier: Apache-2.0 */
/* What the dispatcher commands (config/block_messages.h), and what it is told. */
#include <assert.h>

#include "sm/thesis/thesis_state.h"

/* ---- reports ---- */

static bool thesis_commands_report(thesis_sm *c, const thesis_block *b, block_report_kind kind,
                                   block_context *context) {
    block_report *m = link_push(c->to_dispatcher);
    if (!m)
        return false;
    *m = (block_report){.kind = (uint8_t)kind,
                        .context = context,
                        .block = b->block,
                        .sm = c->number,
                        .asid = b->asid,
                        .app = b->app};
    thesis_busy(c);
    return true;
}

static void retire_blocks(thesis_sm *c) {
    while (c->done_blocks) {
        if (!link_can_push(c->to_dispatcher))
            return;
        thesis_block *b = blocks_take_done(c);
        (void)thesis_commands_report(c, b, BLOCK_DONE, NULL);
        sm_give_back(&c->free, &b->needs);
        c->no_room = false;
        block_halt_over(c, b);
        c->leavers -= b->leaves;
        block_take_off(c, b);
        block_end(c, b);
    }
}

/* ---- stop, save ---- */

/* The block is off the SM; it is the dispatcher's now. */
static void thesis_commands_hand_over(thesis_sm *c, thesis_block *b) {
    block_detach(c, b);
    b->leaves = false;
    c->leavers--;
    (void)thesis_commands_report(c, b, BLOCK_SAVED, (block_context *)b);
}

/* A move ends only when its end can be told. */
static void move_on(thesis_sm *c, uint64_t cycle) {
    block_move way = MOVE_NONE;
    const bool leaves = c->mover.block && c->mover.block->leaves;
    if (leaves && !link_can_push(c->to_dispatcher)) {
        thesis_busy(c);
        return;
    }
    thesis_block *b = thesis_move_cycle(c, cycle, &way);
    if (!b)
        return;
    if (way == MOVE_OUT) {
        sm_give_back(&c->free, &b->needs);
        c->no_room = false;
    }
    if (leaves)
        thesis_commands_hand_over(c, b);
    else if (c->switching.mode != SWITCH_OFF)
        thesis_switch_moved(c, way);
}

/* A quiet block that is to be saved goes; D: of several the one that has arrived last. Those that
 * wait for it are not frozen: what they have in the replay queue leaves as their pages come. Else a block
 * that comes back could wait for ever for room in the replay queue. */
static void begin_saves(thesis_sm *c, uint64_t cycle) {
    for (thesis_block *b = c->leavers ? c->blocks : NULL; b && c->mover.move == MOVE_NONE; b = b->next) {
        if (!b->leaves || !block_quiet(b))
            continue;
        block_freeze(c, b);
        thesis_move_out(c, b, b->save_address, cycle);
    }
}

static void end_halts(thesis_sm *c) {
    for (thesis_block *b = c->blocks; c->halts && b; b = b->next) {
        if (b->halt != HALT_STOPPING || b->leaves || !block_quiet(b))
            continue;
        if (thesis_commands_report(c, b, BLOCK_STOPPED, NULL))
            block_freeze(c, b);
    }
}

/* ---- commands ---- */

/* NULL: it is over meanwhile. */
static thesis_block *thesis_commands_find_block(const thesis_sm *c, const block_command *m) {
    for (thesis_block *b = c->blocks; b; b = b->next)
        if (b->block == m->block && b->app == m->app)
            return b;
    return NULL;
}

/* False: not while the block is moved. */
static bool command_block(thesis_sm *c, const block_command *m) {
    thesis_block *b = thesis_commands_find_block(c, m);
    if (!b || b->alive == 0)
        return true;
    if (c->mover.block == b)
        return false;
    assert(b->context == NULL); /* D: no block switching on fault along with a scheduler that moves blocks */
    if (m->kind == BLOCK_RESUME) {
        if (!b->leaves)
            block_go_on(c, b);
        return true;
    }
    if (m->kind == BLOCK_SAVE)
        block_thaw(c, b);
    block_stop(c, b);
    if (m->kind == BLOCK_SAVE) {
        c->leavers += !b->leaves;
        b->leaves = true;
        b->save_address = m->address;
    }
    thesis_busy(c);
    return true;
}

/* Takes what a block needs; false: it waits for room, or for the operand log: its parts are as large as one
 * kernel needs, so where they differ blocks of two kernels do not share the SM. */
static bool take_room(thesis_sm *c, const sm_resources *needs, uint32_t share, uint64_t cycle) {
    sm_resources available = c->free;
    c->no_room = !sm_take(&available, needs);
    const bool waits = c->no_room || thesis_switch_own_first(c);
    if (waits)
        thesis_busy(c); /* to see whether a block can be switched out for it */
    if (waits || !blocks_share_log(c, share, cycle))
        return false;
    c->free = available;
    return true;
}

static bool thesis_commands_run_block(thesis_sm *c, const block_command *m, uint64_t cycle) {
    const sm_resources needs = sm_block_needs(c->chip, m->kernel);
    if (!take_room(c, &needs, thesis_log_share(c, m->kernel), cycle))
        return false;
    thesis_block *b = block_new(c, m, &needs);
    thesis_switch_arrived(c, sm_blocks_fit(c->chip, m->kernel), m->extra);
    block_place(c, b);
    for (uint32_t i = 0; i < b->warps; i++)
        thesis_end_warp(c, b->warp[i], cycle);
    return true;
}

/* Whoever told the SM before of pages that came tells this one nothing: faulted warps try again. */
static bool restore_block(thesis_sm *c, const block_command *m, uint64_t cycle) {
    thesis_block *b = (thesis_block *)m->context;
    if (c->mover.move != MOVE_NONE || !take_room(c, &b->needs, b->log_share, cycle))
        return false;
    for (uint32_t i = 0; i < b->warps; i++) {
        b->warp[i]->missing.count = 0;
        window_renumber(b->warp[i], &c->next_uid);
    }
    b->context->address = m->address;
    block_attach(c, b);
    thesis_move_in(c, b, cycle);
    return true;
}

static void take_command(thesis_sm *c, uint64_t cycle) {
    const block_command *m = link_peek(c->from_dispatcher);
    bool taken = true;
    if (!m || c->no_room)
        return;
    switch ((block_command_kind)m->kind) {
    case BLOCK_RUN:
        taken = thesis_commands_run_block(c, m, cycle);
        break;
    case BLOCK_RESTORE:
        taken = restore_block(c, m, cycle);
        break;
    case BLOCK_NO_EXTRA:
        thesis_switch_refused(c);
        break;
    case BLOCK_STOP:
    case BLOCK_SAVE:
    case BLOCK_RESUME:
    default:
        taken = command_block(c, m);
        break;
    }
    if (!taken)
        return;
    link_pop(c->from_dispatcher);
    thesis_busy(c);
}

void thesis_commands_cycle(thesis_sm *c, uint64_t cycle) {
    if (c->mover.move != MOVE_NONE)
        move_on(c, cycle);
    if (c->halts)
        end_halts(c);
    begin_saves(c, cycle);
    thesis_switch_cycle(c, cycle);
    retire_blocks(c);
    take_command(c, cycle);
}

/* ---- contexts outside ---- */

uint64_t thesis_sm_context_bytes(const gpu_config *config, const kernel_info *kernel) {
    const sm_resources needs = sm_block_needs(&config->chip, kernel);
    return GMMU_LINE_BYTES * (uint64_t)thesis_context_lines(needs.regs * 4 + needs.shared,
                                                            kernel->warps_per_block, GMMU_REPLAY_DEPTH,
                                                            GMMU_LOG_ENTRIES);
}

void thesis_sm_drop_context(block_context *context) {
    block_delete((thesis_block *)context);
}
