/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What page_coalescer promises, of any base page k of the region under way. An update is 1 + GMMU_LARGE_PAGES
 * writes; its position is how many of them have been done. table_large() and table_disabled() are the page
 * table at a position; `writes` proves that the pins make just this table, so that the other claims can
 * speak of positions, also of two different ones: a walk reads the L3 PTE first and an L4 PTE later.
 */
#include "page_coalescer.h"

#define PAGES   ((uint32_t)GMMU_LARGE_PAGES)
#define WRITES  (PAGES + 1U)
#define ALLOC   ((uint32_t)PAGE_COALESCER_ALLOC)
#define FREE    ((uint32_t)PAGE_COALESCER_FREE)
#define IS(p)   ((uint32_t)s->phase == (uint32_t)(p))
#define NEXT(p) ((uint32_t)n->phase == (uint32_t)(p))

/* The large bit of the L3 PTE at a position. */
static u1 table_large(u1 coalescing, uint32_t position) {
    return (u1)(coalescing ? position > 0 : position < WRITES);
}

/* The disabled bit of the L4 PTE of a page at a position. */
static u1 table_disabled(u1 coalescing, uint32_t position, uint32_t page) {
    return (u1)(coalescing ? position > page + 1U : position <= page);
}

static u1 event_in_place(const page_coalescer_state *s) {
    return (u1)(s->page == s->slot);
}

static u1 event_of_owner(const page_coalescer_state *s, const page_coalescer_in *in) {
    return (u1)((s->asid == in->record_asid) & (s->region == in->record_region));
}

static u1 is_alloc(const page_coalescer_state *s) {
    return (u1)((uint32_t)s->kind == ALLOC);
}

static u1 is_free(const page_coalescer_state *s) {
    return (u1)((uint32_t)s->kind == FREE);
}

/* Writes are counted only during an update; a frame that is being coalesced is whole, one whose large entry
 * is being invalidated is no large page. */
u1 page_coalescer_inv(const page_coalescer_state *s) {
    const u1 coalescing = (u1)((IS(PC_STORE) | IS(PC_WRITE)) & s->update & s->is_large);

    return (u1)(((uint32_t)s->phase <= (uint32_t)PC_INVALIDATE) & ((uint32_t)s->sent <= PAGES) &
                (IS(PC_WRITE) | (s->sent == 0)) & (!(IS(PC_WRITE) | IS(PC_INVALIDATE)) | s->update) &
                (!coalescing | ((uint32_t)s->held == PAGES)) & (!IS(PC_INVALIDATE) | !s->is_large));
}

/* After reset every register is 0: an event is awaited. */
u1 page_coalescer_start_zero(const page_coalescer_state *s) {
    return (u1)(IS(PC_IDLE) & (s->kind == 0) & (s->asid == 0) & (s->region == 0) & (s->page == 0) &
                (s->frame == 0) & (s->slot == 0) & (s->held == 0) & !s->is_large & !s->update &
                (s->sent == 0));
}

u1 page_coalescer_idle(const page_coalescer_state *s, const page_coalescer_in *in) {
    return (u1)((IS(PC_IDLE) & !in->event_valid) | (IS(PC_WRITE) & !in->write_ready) |
                (IS(PC_INVALIDATE) & !in->invalidate_ready));
}

static u1 taken(const page_coalescer_in *in, const page_coalescer_out *out) {
    return (u1)(out->write_valid & in->write_ready);
}

/* The bits as the write of this cycle, if one is taken, leaves them. */
static u1 left_large(const page_coalescer_state *s, const page_coalescer_in *in,
                     const page_coalescer_out *out) {
    return (u1)(taken(in, out) & !out->write_leaf) ? out->write_set
                                                   : table_large(s->is_large, (uint32_t)s->sent);
}

static u1 left_disabled(const page_coalescer_state *s, const page_coalescer_in *in,
                        const page_coalescer_out *out, uint32_t page) {
    const u1 this_leaf = (u1)(taken(in, out) & out->write_leaf & ((uint32_t)out->write_page == page));

    return this_leaf ? out->write_set : table_disabled(s->is_large, (uint32_t)s->sent, page);
}

/* The pins make the table: at every position, of every page, a write that is taken leaves the bits of the
 * next position, the last one those of a complete update; without a write taken nothing moves. */
u1 page_coalescer_prop_writes(const page_coalescer_state *s, const page_coalescer_in *in,
                              const page_coalescer_out *out, const page_coalescer_state *n, u32 k) {
    const uint32_t page = (uint32_t)k % PAGES;
    const uint32_t after = NEXT(PC_WRITE) ? (uint32_t)n->sent : WRITES;

    return (u1)(!IS(PC_WRITE) |
                ((left_large(s, in, out) == table_large(s->is_large, after)) &
                 (left_disabled(s, in, out, page) == table_disabled(s->is_large, after, page)) &
                 (after == (uint32_t)s->sent + taken(in, out))));
}

/* A walk that reads the L3 PTE at any position of an update and an L4 PTE at that or any later one finds
 * the physical page in which the base page lies, wherever that is: `frame` and `slot`, and `first` the
 * frame of the first base page. All of a frame with GMMU_LARGE_PAGES counted lies in place, and so does
 * what is left of a large page; of other frames nothing is known. */
u1 page_coalescer_prop_walks(const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *out, const page_coalescer_state *n, u32 k, u32 earlier,
                             u32 later, u32 frame, u32 slot, u32 first) {
    const uint32_t page = (uint32_t)k % PAGES;
    const u1 known = (u1)(!s->is_large | ((uint32_t)s->held == PAGES));
    const uint32_t page_frame = known ? (uint32_t)s->frame : (uint32_t)frame;
    const uint32_t page_slot = known ? page : (uint32_t)slot;
    const uint32_t first_frame = known ? (uint32_t)s->frame : (uint32_t)first;
    const u1 large = table_large(s->is_large, (uint32_t)earlier);
    const uint32_t found_frame = large ? first_frame : page_frame;
    const uint32_t found_slot = large ? page : page_slot;

    (void)in;
    (void)out;
    (void)n;
    return (u1)(!IS(PC_WRITE) | (earlier > later) |
                ((found_frame == page_frame) & (found_slot == page_slot)));
}

/* A disabled bit is set only while the large bit is: at every moment one of the two translations of a page
 * may be cached. */
u1 page_coalescer_prop_cacheable(const page_coalescer_state *s, const page_coalescer_in *in,
                                 const page_coalescer_out *out, const page_coalescer_state *n, u32 k) {
    (void)n;
    return (u1)(!IS(PC_WRITE) | !left_disabled(s, in, out, (uint32_t)k % PAGES) | left_large(s, in, out));
}

/* Only a frame that is counted whole is coalesced, and by the allocation in place, for its owner, of the one
 * page that was missing. */
u1 page_coalescer_prop_whole(const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 begins = (u1)(IS(PC_LOOK) & NEXT(PC_STORE) & n->update & n->is_large);
    const u1 last_page = (u1)(is_alloc(s) & event_in_place(s) & event_of_owner(s, in) &
                              ((uint32_t)in->record_held == PAGES - 1U));

    return (u1)((!out->write_set | ((uint32_t)s->held == PAGES)) & (!begins | ((uint32_t)n->held == PAGES)) &
                (begins == (IS(PC_LOOK) & last_page & !in->record_large)));
}

/* The count is never more than the pages of the owner that lie in place. `pages` is their number before the
 * event, `others` that of the new owner if the frame changes hands; a page is not allocated twice,
 * and only allocated ones are freed. If the record was not above it, the new one is not. */
u1 page_coalescer_prop_not_above(const page_coalescer_state *s, const page_coalescer_in *in,
                                 const page_coalescer_out *out, const page_coalescer_state *n, u32 pages,
                                 u32 others) {
    const u1 same = (u1)((n->asid == in->record_asid) & (n->region == in->record_region));
    const u1 counted = (u1)(event_in_place(s) & (s->asid == n->asid) & (s->region == n->region));
    const uint32_t before = same ? (uint32_t)pages : (uint32_t)others;
    const uint32_t after = before + (counted & is_alloc(s)) - (counted & is_free(s));
    const u1 possible = (u1)((before <= PAGES) & (!(counted & is_free(s)) | (before != 0)));
    const uint32_t record = NEXT(PC_STORE) ? (uint32_t)n->held : (uint32_t)in->record_held;

    (void)out;
    return (u1)(!IS(PC_LOOK) | !possible | ((uint32_t)in->record_held > (uint32_t)pages) | (record <= after));
}

/* A count that is all pages of the owner in place stays that as long as the owner does: a frame filled from
 * empty for one region is counted to the end, and so coalesced. */
u1 page_coalescer_prop_exact(const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *out, const page_coalescer_state *n) {
    const uint32_t before = (uint32_t)in->record_held;
    const u1 counted = (u1)(event_in_place(s) & event_of_owner(s, in));
    const u1 possible =
        (u1)((is_alloc(s) & (before < PAGES)) | (is_free(s) & (before != 0) & (before <= PAGES)));

    (void)out;
    return (u1)(!IS(PC_LOOK) | !counted | !possible |
                (NEXT(PC_STORE) & ((uint32_t)n->held == before + is_alloc(s) - is_free(s))));
}

/* An allocation in place counts for the owner, or makes an owner where there is none; a full count stays. */
u1 page_coalescer_prop_allocates(const page_coalescer_state *s, const page_coalescer_in *in,
                                 const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 free_frame = (u1)((in->record_held == 0) & !in->record_large);
    const u1 counts = (u1)(is_alloc(s) & event_in_place(s) & (event_of_owner(s, in) | free_frame) &
                           ((uint32_t)in->record_held != PAGES));
    const uint32_t up = (uint32_t)GMMU_WRAP((uint32_t)in->record_held + 1U, GMMU_LARGE_COUNT_W);

    (void)out;
    return (u1)(!IS(PC_LOOK) | !is_alloc(s) |
                ((NEXT(PC_STORE) == counts) &
                 (!counts | ((n->asid == s->asid) & (n->region == s->region) & ((uint32_t)n->held == up) &
                             (n->is_large | !in->record_large)))));
}

/* A free counts only for the owner, in place, and leaves owner and large page, unless it is too few that
 * are left of a large page. */
u1 page_coalescer_prop_frees(const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 counts = (u1)(is_free(s) & event_in_place(s) & event_of_owner(s, in) & (in->record_held != 0));
    const u1 few = (u1)((uint32_t)in->record_held <= (uint32_t)in->cfg_threshold);
    const u1 splinters = (u1)(in->record_large & few);

    (void)out;
    return (u1)(!IS(PC_LOOK) | !is_free(s) |
                ((NEXT(PC_STORE) == counts) &
                 (!counts | ((n->asid == in->record_asid) & (n->region == in->record_region) &
                             ((uint32_t)n->held + 1U == (uint32_t)in->record_held) &
                             (n->update == splinters) & (n->is_large == (in->record_large & !splinters))))));
}

/* A request to splinter does so with a large page, and nothing else; the count stays. */
u1 page_coalescer_prop_splinters(const page_coalescer_state *s, const page_coalescer_in *in,
                                 const page_coalescer_out *out, const page_coalescer_state *n) {
    (void)out;
    return (u1)(!IS(PC_LOOK) | is_alloc(s) | is_free(s) |
                ((NEXT(PC_STORE) == in->record_large) &
                 (!NEXT(PC_STORE) | (n->update & !n->is_large & (n->held == in->record_held) &
                                     (n->asid == in->record_asid) & (n->region == in->record_region)))));
}

/* Nothing is issued twice: an update begins, at its first write, only if it changes whether the frame is a
 * large page, and its record, which says so, is stored before. Every such change is an update. */
u1 page_coalescer_prop_once(const page_coalescer_state *s, const page_coalescer_in *in,
                            const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 stored = (u1)(out->store_valid & (out->store_large == n->is_large));

    return (u1)((!(IS(PC_LOOK) & NEXT(PC_STORE)) | (n->update == (n->is_large != in->record_large))) &
                (!(NEXT(PC_WRITE) & !IS(PC_WRITE)) | (stored & (n->sent == 0))) &
                (!IS(PC_STORE) | (s->update ? NEXT(PC_WRITE) : NEXT(PC_IDLE))));
}

/* The large entry is invalidated after the last write of a splintering, and never else; then the unit is
 * ready again. */
u1 page_coalescer_prop_invalidates(const page_coalescer_state *s, const page_coalescer_in *in,
                                   const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 last = (u1)(out->write_valid & in->write_ready & ((uint32_t)s->sent == PAGES));
    const u1 over = (u1)(out->invalidate_valid & in->invalidate_ready);

    return (u1)((NEXT(PC_INVALIDATE) ==
                 ((last & !s->is_large) | (out->invalidate_valid & !in->invalidate_ready))) &
                (!over | NEXT(PC_IDLE)) & (!(last & s->is_large) | NEXT(PC_IDLE)));
}

/* An event is taken as it is, its record read at once and looked at one cycle later. */
u1 page_coalescer_prop_takes(const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 taken = (u1)(in->event_valid & out->event_ready);
    const u1 as_it_is =
        (u1)((n->kind == in->event_kind) & (n->asid == in->event_asid) & (n->region == in->event_region) &
             (n->page == in->event_page) & (n->frame == in->event_frame) & (n->slot == in->event_slot));

    return (u1)((NEXT(PC_READ) == taken) & (!taken | as_it_is) & (NEXT(PC_LOOK) == out->read_valid) &
                (!IS(PC_IDLE) | taken | NEXT(PC_IDLE)));
}

/* The event stays until the record is there, and the frame, the owner and the new record until the next
 * event: stored, written and invalidated is always the same. */
u1 page_coalescer_prop_steady(const page_coalescer_state *s, const page_coalescer_in *in,
                              const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 taken = (u1)(in->event_valid & out->event_ready);
    const u1 event =
        (u1)((n->kind == s->kind) & (n->page == s->page) & (n->slot == s->slot) & (n->frame == s->frame));
    const u1 owner = (u1)((n->asid == s->asid) & (n->region == s->region));
    const u1 record = (u1)((n->held == s->held) & (n->is_large == s->is_large) & (n->update == s->update));

    return (u1)((taken | event) & (taken | IS(PC_LOOK) | owner) & (IS(PC_LOOK) | record));
}

/* One thing at a time is shown, with the names that belong to it. */
u1 page_coalescer_prop_pins(const page_coalescer_state *s, const page_coalescer_in *in,
                            const page_coalescer_out *out, const page_coalescer_state *n) {
    const u1 names =
        (u1)((out->read_frame == s->frame) & (out->store_asid == s->asid) & (out->store_region == s->region) &
             (out->store_held == s->held) & (out->store_large == s->is_large));

    (void)in;
    (void)n;
    return (u1)((out->event_ready == IS(PC_IDLE)) & (out->read_valid == IS(PC_READ)) &
                (out->store_valid == IS(PC_STORE)) & (out->write_valid == IS(PC_WRITE)) &
                (out->invalidate_valid == IS(PC_INVALIDATE)) & names &
                (out->write_valid | !(out->write_leaf | out->write_set)) &
                (out->write_leaf | (out->write_page == 0)));
}
