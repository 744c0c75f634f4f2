/* SPDX-License-Identifier: Apache-2.0 */
/* Thread blocks and their warps: arrival, barriers, end. */
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "sm/thesis/thesis_state.h"

/* ---- contexts ---- */

uint32_t thesis_log_share(const thesis_sm *c, const kernel_info *kernel) {
    return c->config->exceptions.log_bytes / THESIS_LOG_ENTRY / sm_blocks_fit(c->chip, kernel);
}

static thesis_warp *new_warp(thesis_sm *c, thesis_block *b, uint32_t number) {
    thesis_warp *w = c->free_warps;
    if (w)
        c->free_warps = w->next_free;
    else
        w = alloc_zeroed(1, sizeof(*w));
    memset(w, 0, offsetof(thesis_warp, regs));
    memset(w->writer, THESIS_NOBODY, sizeof(w->writer));
    w->block = b;
    w->number = (uint8_t)number;
    w->gate = UINT64_MAX;
    if (b->shared)
        value_registers_reset(&w->regs, b->block, number);
    window_decode(w);
    return w;
}

void block_attach(thesis_sm *c, thesis_block *b) {
    b->next = c->blocks;
    c->blocks = b;
}

void block_detach(thesis_sm *c, thesis_block *b) {
    thesis_block **link = &c->blocks;
    while (*link != b)
        link = &(*link)->next;
    *link = b->next;
}

/* All but its warps. */
static void delete_rest(thesis_block *b) {
    value_memory_free(b->shared);
    if (b->context)
        saved_lines_free(&b->context->saved);
    free(b->context);
    block_close(b->stream);
    free(b);
}

void block_delete(thesis_block *b) {
    for (uint32_t i = 0; i < b->warps; i++) {
        thesis_pages_free(&b->warp[i]->missing);
        free(b->warp[i]);
    }
    delete_rest(b);
}

thesis_block *blocks_take_done(thesis_sm *c) {
    if (c->done_blocks == 0)
        return NULL;
    thesis_block *b = c->block[lowest_bit(c->done_blocks)];
    c->done_blocks &= c->done_blocks - 1;
    return b;
}

void block_end(thesis_sm *c, thesis_block *b) {
    if (b->shared)
        c->register_hash[b->app] += value_shared_hash(b->shared, b->block);
    block_detach(c, b);
    for (uint32_t i = 0; i < b->warps; i++) {
        thesis_pages_free(&b->warp[i]->missing);
        b->warp[i]->next_free = c->free_warps;
        c->free_warps = b->warp[i];
    }
    delete_rest(b);
}

void blocks_free(thesis_sm *c) {
    while (c->blocks) {
        thesis_block *b = c->blocks;
        block_detach(c, b);
        block_delete(b);
    }
    while (c->free_warps) {
        thesis_warp *w = c->free_warps;
        c->free_warps = w->next_free;
        free(w);
    }
}

thesis_block *block_new(thesis_sm *c, const block_command *m, const sm_resources *needs) {
    thesis_block *b = alloc_zeroed(1, sizeof(*b));
    b->stream = m->stream;
    b->block = m->block;
    b->warps = b->alive = m->kernel->warps_per_block;
    b->asid = m->asid;
    b->app = m->app;
    b->needs = *needs;
    b->log_share = thesis_log_share(c, m->kernel);
    block_attach(c, b);
    if (c->values && c->values[b->app])
        b->shared = value_memory_new();
    for (uint32_t i = 0; i < b->warps; i++)
        b->warp[i] = new_warp(c, b, i);
    return b;
}

/* ---- slots ---- */

void block_place(thesis_sm *c, thesis_block *b) {
    uint64_t free_slots = ~c->resident;
    b->slot = 0;
    while (c->block[b->slot])
        b->slot++;
    c->block[b->slot] = b;
    for (uint32_t i = 0; i < b->warps; i++) {
        thesis_warp *w = b->warp[i];
        w->slot = (uint8_t)lowest_bit(free_slots);
        free_slots &= free_slots - 1;
        c->warp[w->slot] = w;
        c->resident |= bit64(w->slot);
        c->running |= warp_has_ended(w) ? 0 : bit64(w->slot);
        faults_watch(c, w);
        update_fetchable(c, w);
    }
}

void block_take_off(thesis_sm *c, thesis_block *b) {
    c->block[b->slot] = NULL;
    for (uint32_t i = 0; i < b->warps; i++) {
        const uint32_t slot = b->warp[i]->slot;
        c->warp[slot] = NULL;
        c->resident &= ~bit64(slot);
        c->running &= ~bit64(slot);
        faults_forget(c, bit64(slot));
        window_forget(c, slot);
    }
}

/* ---- the operand log ---- */

bool blocks_share_log(thesis_sm *c, uint32_t share, uint64_t cycle) {
    if (!c->logs)
        return true;
    if (c->blocks)
        return share == c->log_share;
    const bool ready = log_pins(&c->units, cycle)->setup_ready;
    if (ready && share == c->log_share)
        return true;
    thesis_busy(c);
    if (!ready)
        return false;
    c->log_share = share;
    log_setup(&c->units, share, c->config->exceptions.log_bytes / THESIS_LOG_ENTRY);
    return false;
}

/* ---- barriers and the end ---- */

/* Opens when all warps that have not ended are there. */
void open_barrier(thesis_sm *c, thesis_block *b, uint64_t cycle) {
    if (b->arrived == 0 || b->arrived < b->alive)
        return;
    b->arrived = 0;
    for (uint32_t i = 0; i < b->warps; i++) {
        const thesis_warp *w = b->warp[i];
        if (w->at_barrier) {
            wheel_event *e = wheel_add(&c->wheel, cycle + 1);
            e->inst = (inflight_inst){.warp = w->slot};
            e->place = (uint8_t)place_of(w->next - 1);
        }
    }
}

void thesis_end_warp(thesis_sm *c, thesis_warp *w, uint64_t cycle) {
    thesis_block *b = w->block;
    if (!warp_has_ended(w))
        return;
    c->running &= ~bit64(w->slot);
    if (b->shared)
        c->register_hash[b->app] += value_registers_hash(&w->regs, b->block, w->number);
    if (--b->alive == 0)
        c->done_blocks |= bit64(b->slot);
    else
        open_barrier(c, b, cycle);
}
