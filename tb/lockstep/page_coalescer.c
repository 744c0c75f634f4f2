/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of page_coalescer for the lock-step harness. */
#include "page_coalescer.h"
#include "lockstep.h"

#define PAGES ((unsigned)GMMU_LARGE_PAGES)

/* Per phase, in percent: events offered, writes and invalidations taken; events that are allocations, and
 * frees; pages in place; records of the owner; large ones. */
static const struct {
    unsigned event, write, invalidate, alloc, free, place, owner, large;
} profile[LS_PHASES] = {
    {80, 100, 100, 60, 30, 90, 90, 30},  {100, 100, 50, 90, 5, 95, 95, 10},
    {100, 100, 100, 10, 60, 95, 95, 90}, {100, 100, 100, 0, 0, 50, 50, 50},
    {50, 90, 10, 40, 40, 50, 50, 50},    {100, 100, 100, 50, 50, 90, 20, 10},
    {10, 50, 50, 40, 40, 90, 90, 50},    {100, 100, 100, 100, 0, 100, 100, 0},
};

/* A count, most often near none or all. */
static unsigned count(lockstep *ls) {
    const unsigned near = (unsigned)ls_below(ls, 3);

    switch (ls_below(ls, 8)) {
    case 0:
        return (unsigned)ls_below(ls, 2U * PAGES); /* also more than there are */
    case 1:
    case 2:
        return near;
    case 3:
        return PAGES / 2U + near;
    default:
        return PAGES - near;
    }
}

void page_coalescer_stimulus(lockstep *ls, const page_coalescer_state *s, const page_coalescer_out *pins,
                             page_coalescer_in *in) {
    const unsigned p = ls_phase(ls);
    const unsigned kind = (unsigned)ls_below(ls, 100);
    const bool owner = ls_chance(ls, profile[p].owner);

    (void)pins;
    in->event_valid = (u1)ls_chance(ls, profile[p].event);
    in->event_kind = (u2)(kind < profile[p].alloc                     ? PAGE_COALESCER_ALLOC
                          : kind < profile[p].alloc + profile[p].free ? PAGE_COALESCER_FREE
                                                                      : 2U + ls_below(ls, 2));
    in->event_asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(ls_random(ls), GMMU_ASID_W);
    in->event_region = (GMMU_U(GMMU_LARGE_VPN_W))GMMU_WRAP(ls_random(ls), GMMU_LARGE_VPN_W);
    in->event_page = (GMMU_U(GMMU_LARGE_PAGE_W))GMMU_WRAP(ls_random(ls), GMMU_LARGE_PAGE_W);
    in->event_frame = (GMMU_U(GMMU_LARGE_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_LARGE_PPN_W);
    in->event_slot = ls_chance(ls, profile[p].place)
                         ? in->event_page
                         : (GMMU_U(GMMU_LARGE_PAGE_W))GMMU_WRAP(ls_random(ls), GMMU_LARGE_PAGE_W);
    in->cfg_threshold = (GMMU_U(GMMU_LARGE_COUNT_W))GMMU_WRAP(count(ls), GMMU_LARGE_COUNT_W);
    /* Of a record that is not the owner's, one half of the name may still be right. */
    in->record_asid =
        owner || ls_chance(ls, 30) ? s->asid : (GMMU_U(GMMU_ASID_W))GMMU_WRAP(ls_random(ls), GMMU_ASID_W);
    in->record_region = owner || ls_chance(ls, 30)
                            ? s->region
                            : (GMMU_U(GMMU_LARGE_VPN_W))GMMU_WRAP(ls_random(ls), GMMU_LARGE_VPN_W);
    in->record_held = (GMMU_U(GMMU_LARGE_COUNT_W))GMMU_WRAP(count(ls), GMMU_LARGE_COUNT_W);
    in->record_large = (u1)ls_chance(ls, profile[p].large);
    in->write_ready = (u1)ls_chance(ls, profile[p].write);
    in->invalidate_ready = (u1)ls_chance(ls, profile[p].invalidate);
    if (s->phase == PC_WRITE && ls_below(ls, 50) == 0) /* skips most of an update */
        ls_poke(ls, "sent", 0, PAGES - ls_below(ls, 3));
    if (s->phase > PC_INVALIDATE) /* stays there for ever: back after a while */
        ls_poke(ls, "phase", 0, ls_below(ls, 8));
    else if (ls_below(ls, 2000) == 0)
        ls_poke(ls, "phase", 0, PC_INVALIDATE + 1 + ls_below(ls, 2));
}

/* What the event under way makes of its record. */
static void cover_look(lockstep *ls, const page_coalescer_state *s, const page_coalescer_in *in) {
    const bool look = s->phase == PC_LOOK, in_place = s->page == s->slot;
    const bool asid = s->asid == in->record_asid, region = s->region == in->record_region;
    const bool owner = asid && region, none = in->record_held == 0, full = in->record_held == PAGES;
    const bool alloc = look && s->kind == PAGE_COALESCER_ALLOC,
               is_free = look && s->kind == PAGE_COALESCER_FREE;
    const bool asked = look && !alloc && !is_free, counted = is_free && in_place && owner && !none;

    ls_cover(ls, "page of the owner", alloc && in_place && owner && !full);
    ls_cover(ls, "frame gets an owner", alloc && in_place && !owner && none && !in->record_large);
    ls_cover(ls, "empty large page keeps its owner", alloc && in_place && !owner && none && in->record_large);
    ls_cover(ls, "page of another address space", alloc && in_place && !asid && region && !none);
    ls_cover(ls, "page of another region", alloc && in_place && asid && !region && !none);
    ls_cover(ls, "page out of place", alloc && !in_place && owner);
    ls_cover(ls, "full count stays", alloc && in_place && owner && full);
    ls_cover(ls, "last page coalesces",
             alloc && in_place && owner && in->record_held == PAGES - 1 && !in->record_large);
    ls_cover(ls, "last page of a large page",
             alloc && in_place && owner && in->record_held == PAGES - 1 && in->record_large);
    ls_cover(ls, "one page is missing still", alloc && in_place && owner && in->record_held == PAGES - 2);
    ls_cover(ls, "free of base page", counted && !in->record_large);
    ls_cover(ls, "free leaves the threshold",
             counted && in->record_large && in->record_held == in->cfg_threshold + 1U);
    ls_cover(ls, "free leaves one less", counted && in->record_large && in->record_held == in->cfg_threshold);
    ls_cover(ls, "free with threshold 0", counted && in->record_large && in->cfg_threshold == 0);
    ls_cover(ls, "free of page not counted", is_free && in_place && owner && none);
    ls_cover(ls, "free by another", is_free && in_place && !owner && !none);
    ls_cover(ls, "free out of place", is_free && !in_place && owner && !none);
    ls_cover(ls, "large page splintered", asked && in->record_large);
    ls_cover(ls, "base pages not splintered", asked && !in->record_large);
    ls_cover(ls, "event of kind 3", asked && s->kind == 3);
}

void page_coalescer_coverage(lockstep *ls, const page_coalescer_state *s, const page_coalescer_in *in,
                             const page_coalescer_out *pins) {
    const bool write = s->phase == PC_WRITE, last = write && s->sent == PAGES;

    cover_look(ls, s, in);
    ls_cover(ls, "event taken", in->event_valid && pins->event_ready);
    ls_cover(ls, "event waits", in->event_valid && !pins->event_ready);
    ls_cover(ls, "nothing to do", !in->event_valid && pins->event_ready);
    ls_cover(ls, "record stored without update", s->phase == PC_STORE && !s->update);
    ls_cover(ls, "large bit set", write && s->is_large && s->sent == 0 && in->write_ready);
    ls_cover(ls, "first page disabled", write && s->is_large && s->sent == 1 && in->write_ready);
    ls_cover(ls, "last page disabled", last && s->is_large && in->write_ready);
    ls_cover(ls, "first page enabled", write && !s->is_large && s->sent == 0 && in->write_ready);
    ls_cover(ls, "last page enabled", write && !s->is_large && s->sent == PAGES - 1 && in->write_ready);
    ls_cover(ls, "large bit cleared", last && !s->is_large && in->write_ready);
    ls_cover(ls, "write waits", write && !in->write_ready);
    ls_cover(ls, "last write waits", last && !in->write_ready);
    ls_cover(ls, "invalidation taken", s->phase == PC_INVALIDATE && in->invalidate_ready);
    ls_cover(ls, "invalidation waits", s->phase == PC_INVALIDATE && !in->invalidate_ready);
}
