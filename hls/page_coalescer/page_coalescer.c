/* SPDX-License-Identifier: Apache-2.0 */
#include "page_coalescer.h"

void page_coalescer_reset(page_coalescer_state *s) {
    s->phase = PC_IDLE;
    s->kind = PAGE_COALESCER_ALLOC;
    s->asid = 0;
    s->region = 0;
    s->page = 0;
    s->frame = 0;
    s->slot = 0;
    s->held = 0;
    s->is_large = 0;
    s->update = 0;
    s->sent = 0;
}

void page_coalescer_outputs(const page_coalescer_state *s, page_coalescer_out *out) {
    const u1 write = (u1)(s->phase == PC_WRITE);
    /* The write to the L3 PTE is the first of a coalescing and the last of a splintering. */
    const u1 leaf = (u1)(write & (s->is_large ? s->sent != 0 : s->sent != GMMU_LARGE_PAGES));
    const uint32_t page = (uint32_t)s->sent - (s->is_large ? 1U : 0U);

    out->event_ready = (u1)(s->phase == PC_IDLE);
    out->read_valid = (u1)(s->phase == PC_READ);
    out->read_frame = s->frame;
    out->store_valid = (u1)(s->phase == PC_STORE);
    out->store_asid = s->asid;
    out->store_region = s->region;
    out->store_held = s->held;
    out->store_large = s->is_large;
    out->write_valid = write;
    out->write_leaf = leaf;
    out->write_page = (GMMU_U(GMMU_LARGE_PAGE_W))GMMU_WRAP(leaf ? page : 0U, GMMU_LARGE_PAGE_W);
    out->write_set = (u1)(write & s->is_large);
    out->invalidate_valid = (u1)(s->phase == PC_INVALIDATE);
}

static void take_event(page_coalescer_state *s, const page_coalescer_in *in) {
    s->phase = PC_READ;
    s->kind = in->event_kind;
    s->asid = in->event_asid;
    s->region = in->event_region;
    s->page = in->event_page;
    s->frame = in->event_frame;
    s->slot = in->event_slot;
}

/* What the event makes of the record. */
static void look(page_coalescer_state *s, const page_coalescer_in *in) {
    const uint32_t before = (uint32_t)in->record_held;
    const u1 in_place = (u1)(s->page == s->slot);
    const u1 owner = (u1)((s->asid == in->record_asid) & (s->region == in->record_region));
    const u1 unowned = (u1)((before == 0) & !in->record_large);
    const u1 up =
        (u1)((s->kind == PAGE_COALESCER_ALLOC) & in_place & (owner | unowned) & (before != GMMU_LARGE_PAGES));
    const u1 down = (u1)((s->kind == PAGE_COALESCER_FREE) & in_place & owner & (before != 0));
    const uint32_t held = (uint32_t)GMMU_WRAP(before + up - down, GMMU_LARGE_COUNT_W);
    const u1 coalesce = (u1)(up & !in->record_large & (held == GMMU_LARGE_PAGES));
    const u1 asked = (u1)((s->kind != PAGE_COALESCER_ALLOC) & (s->kind != PAGE_COALESCER_FREE));
    const u1 splinter = (u1)(in->record_large & (asked | (down & (held < (uint32_t)in->cfg_threshold))));

    s->phase = up | down | splinter ? PC_STORE : PC_IDLE;
    s->asid = up ? s->asid : in->record_asid;
    s->region = up ? s->region : in->record_region;
    s->held = (GMMU_U(GMMU_LARGE_COUNT_W))held;
    s->is_large = (u1)((in->record_large & !splinter) | coalesce);
    s->update = (u1)(coalesce | splinter);
}

static void send(page_coalescer_state *s) {
    const u1 last = (u1)(s->sent == GMMU_LARGE_PAGES);

    s->sent = last ? (GMMU_U(GMMU_LARGE_COUNT_W))0
                   : (GMMU_U(GMMU_LARGE_COUNT_W))GMMU_WRAP((uint32_t)s->sent + 1U, GMMU_LARGE_COUNT_W);
    if (last)
        s->phase = s->is_large ? PC_IDLE : PC_INVALIDATE;
}

void page_coalescer_step(page_coalescer_state *s, const page_coalescer_in *in, page_coalescer_out *out) {
    page_coalescer_outputs(s, out);
    switch ((unsigned)s->phase) {
    case PC_IDLE:
        if (in->event_valid)
            take_event(s, in);
        break;
    case PC_READ:
        s->phase = PC_LOOK;
        break;
    case PC_LOOK:
        look(s, in);
        break;
    case PC_STORE:
        s->phase = s->update ? PC_WRITE : PC_IDLE;
        break;
    case PC_WRITE:
        if (in->write_ready)
            send(s);
        break;
    case PC_INVALIDATE:
        if (in->invalidate_ready)
            s->phase = PC_IDLE;
        break;
    default:
        break;
    }
}
