/* SPDX-License-Identifier: Apache-2.0 */
#include "os/room.h"

#define LARGE_PAGES PADS_REGION_PAGES

/* The large frame of somebody that holds the fewest pages. */
typedef struct {
    uint64_t first, pages; /* frame; pages 0: there is none */
} sparse_frame;

static uint16_t asid_of(const room_memory *m, uint32_t app) {
    return app == ROOM_NOBODY ? PAGE_ALLOCATOR_NOBODY : address_space_asid(m->space[app]);
}

/* Pages in the large frame, all of them data of nobody, or none. 0: neither, or nothing is taken. */
static uint64_t pages_of_one(const room_memory *m, uint64_t first, bool nobodys) {
    uint64_t taken = 0, theirs = 0, page = 0;
    for (uint64_t i = first; i < first + LARGE_PAGES; i++) {
        taken += phys_mem_taken(m->memory, i);
        theirs += fragments_page(m->fragments, i, &page);
    }
    return theirs == (nobodys ? taken : 0) ? taken : 0;
}

static sparse_frame sparsest_frame(const room_memory *m, uint32_t app) {
    const uint16_t asid = asid_of(m, app);
    const uint64_t end = phys_mem_frames(m->memory) / LARGE_PAGES * LARGE_PAGES;
    sparse_frame best = {.pages = 0};
    for (uint64_t first = 0; first < end; first += LARGE_PAGES) {
        uint16_t owner = 0;
        if (!phys_mem_serves(m->memory, first, &owner) || owner != asid)
            continue;
        const uint64_t pages = pages_of_one(m, first, app == ROOM_NOBODY);
        if (pages != 0 && pages != LARGE_PAGES && (best.pages == 0 || pages < best.pages))
            best = (sparse_frame){.first = first, .pages = pages};
    }
    return best;
}

/* The pages that lie there, by frame. Those that are not resident cannot move, nor can a large page. */
static uint64_t find_pages(const room_memory *m, uint32_t app, uint64_t first, uint64_t vpn[LARGE_PAGES]) {
    translation t;
    uint64_t count = 0;
    if (app != ROOM_NOBODY) {
        count = address_space_pages_in(m->space[app], first, LARGE_PAGES, vpn);
        for (uint64_t i = 0; i < LARGE_PAGES; i++)
            if (vpn[i] != ADDRESS_SPACE_NO_PAGE &&
                (!address_space_translate(m->space[app], vpn[i], &t) || t.bits != GMMU_PAGE_BITS))
                return 0;
        return count;
    }
    for (uint64_t i = 0; i < LARGE_PAGES; i++) {
        const bool found = fragments_page(m->fragments, first + i, &vpn[i]);
        vpn[i] = found ? vpn[i] : ADDRESS_SPACE_NO_PAGE;
        count += found;
    }
    return count;
}

void room_forget(const room_memory *m, const room_plan *r) {
    for (size_t i = 0; i < r->moves; i++)
        (void)phys_mem_release_run(m->memory, asid_of(m, r->app), r->move[i].to, 0);
}

static bool empty_frame(const room_memory *m, uint32_t app, const sparse_frame *f, room_plan *r) {
    uint64_t vpn[LARGE_PAGES];
    *r = (room_plan){.app = app};
    if (f->pages == 0 || find_pages(m, app, f->first, vpn) != f->pages)
        return false;
    for (uint64_t i = 0; i < LARGE_PAGES; i++) {
        page_move *move = &r->move[r->moves];
        if (vpn[i] == ADDRESS_SPACE_NO_PAGE)
            continue;
        *move = (page_move){.vpn = vpn[i], .from = f->first + i};
        if (!phys_mem_alloc_beside(m->memory, asid_of(m, app), move->from, &move->to)) {
            room_forget(m, r);
            return false;
        }
        r->moves++;
    }
    return true;
}

bool room_take_of(const room_memory *m, uint32_t app, room_plan *r) {
    const sparse_frame f = sparsest_frame(m, app);
    return empty_frame(m, app, &f, r);
}

bool room_take(const room_memory *m, room_plan *r) {
    sparse_frame left[CHIP_MAX_APPS + 1];
    for (uint32_t i = 0; i <= m->apps; i++)
        left[i] = sparsest_frame(m, i < m->apps ? i : ROOM_NOBODY);
    for (;;) {
        uint32_t best = m->apps;
        for (uint32_t i = 0; i < m->apps; i++)
            if (left[i].pages != 0 && (left[best].pages == 0 || left[i].pages < left[best].pages))
                best = i;
        if (left[best].pages == 0)
            return false;
        if (empty_frame(m, best < m->apps ? best : ROOM_NOBODY, &left[best], r))
            return true;
        left[best].pages = 0;
    }
}
