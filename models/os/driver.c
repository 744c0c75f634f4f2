/* SPDX-License-Identifier: Apache-2.0 */
#include "os/driver.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "config/messages.h"
#include "gmmu_params.h"

#define LARGE_PAGES (1U << PAGE_ALLOCATOR_LARGE)

typedef struct driver_app {
    driver *driver;
    workload *work;
    address_space *space;
    /* Pages of a trace touched at time `when`, the latest: not known before. */
    uint64_t *fresh;
    size_t fresh_count, fresh_room;
    gmmu_time when;
    pads pads;
} driver_app;

/* A page without a frame. */
typedef struct {
    uint32_t app;
    uint64_t vpn;
    bool large; /* it waits for a large frame for the 2 MB around it */
} waiting_page;

/* What the coalescer is to be told between the cycles. */
typedef struct {
    uint32_t app, pages; /* pages 0: the page has been freed */
    uint64_t vpn, ppn;
} later_tell;

/* What a page waits for that has no frame. */
typedef enum { WAITS_FOR_OWN, WAITS_FOR_ANY, WAITS_NOT } driver_patience;

struct driver {
    engine *e;
    const exception_config *config;
    uint64_t page_sizes;          /* a sum of bytes */
    inplace_coalescer *coalescer; /* or NULL */
    driver_app app[CHIP_MAX_APPS];
    uint32_t apps;
    bool churns;
    bool makes_room; /* CAC does, when no large frame is free */
    address_space *space[CHIP_MAX_APPS];
    fragments fragments;
    room_plan room; /* that is being made */
    waiting_page *waiting;
    size_t waiting_count, waiting_room;
    driver_patience patience;
    bool tells_later;
    later_tell *later;
    size_t later_count, later_room;
    bool asked; /* the coalescer, to splinter the large frame at asked_ppn, of asked_app, for these */
    uint64_t asked_ppn;
    uint32_t asked_app;
    driver_totals totals; /* but pads_freed, which the pads count */
    bool failed;
    char error[512];
};

static void driver_fail(driver_app *a, uint64_t vpn, const char *why) {
    driver *d = a->driver;
    if (d->failed)
        return;
    d->failed = true;
    (void)snprintf(d->error, sizeof d->error, "%s: page 0x%llx cannot be mapped: %s", workload_name(a->work),
                   (unsigned long long)vpn, why);
}

static void driver_check(driver_app *a, uint64_t vpn, map_result r) {
    if (r == MAP_NO_MEMORY)
        driver_fail(a, vpn, phys_mem_used_up(address_space_memory(a->space)));
    else if (r != MAP_OK && r != MAP_ALREADY)
        driver_fail(a, vpn, map_result_text(r));
}

/* Does the workload know of all these pages? */
static bool knows_pages(const driver_app *a, uint64_t first, uint64_t pages) {
    for (uint64_t i = 0; i < pages; i++)
        if (workload_page_origin(a->work, first + i) == PAGE_INVALID)
            return false;
    return true;
}

/* And of those in the aligned piece of 1 << bits bytes around vpn? */
static bool all_known(const driver_app *a, uint64_t vpn, uint32_t bits) {
    const uint64_t pages = UINT64_C(1) << (bits - GMMU_PAGE_BITS);
    return knows_pages(a, vpn & ~(pages - 1), pages);
}

static void tell_now(const driver *d, const later_tell *e) {
    if (e->pages != 0)
        inplace_tell(d->coalescer, e->app, e->vpn, e->ppn, e->pages);
    else
        inplace_tell_freed(d->coalescer, e->app, e->vpn, e->ppn);
}

/* The pages from vpn on lie in frames in a row; 0 pages: the one there has been freed. */
static void tell_coalescer(driver_app *a, uint64_t vpn, uint32_t pages) {
    driver *d = a->driver;
    translation t;
    if (d->coalescer == NULL || !address_space_translate(a->space, vpn, &t))
        return;
    const later_tell e = {.app = (uint32_t)(a - d->app), .pages = pages, .vpn = vpn, .ppn = t.ppn};
    if (!d->tells_later) {
        tell_now(d, &e);
        return;
    }
    later_tell *more = alloc_grow(d->later, d->later_count, &d->later_room, sizeof *more);
    if (more == NULL) {
        driver_fail(a, vpn, "out of memory");
        return;
    }
    d->later = more;
    d->later[d->later_count++] = e;
    engine_stop(d->e);
}

void driver_tell(driver *d) {
    for (size_t i = 0; i < d->later_count; i++)
        tell_now(d, &d->later[i]);
    d->later_count = 0;
}

/* Does the allocator want to give all base pages of an aligned 2 MB at once? */
static bool allocates_en_masse(const driver_app *a) {
    return a->driver->page_sizes == UINT64_C(1) << PHYS_MEM_FRAME_BITS && workload_knows_pages(a->work) &&
           phys_mem_en_masse(address_space_memory(a->space));
}

/* What lies in the aligned 2 MB around vpn and is not the application's becomes pads. */
static void add_pads(driver_app *a, uint64_t vpn) {
    pad_region *r = pads_add(&a->pads, vpn - vpn % PADS_REGION_PAGES);
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++)
        if (workload_page_origin(a->work, r->first + i) != PAGE_INVALID)
            pads_use(r, r->first + i);
}

/* Gives all base pages of the aligned 2 MB around vpn a large frame, if they are allocated together; false:
 * there is none, others lie between them, or they have frames. */
static bool give_en_masse(driver_app *a, uint64_t vpn, bool resident) {
    return (a->driver->churns || all_known(a, vpn, PHYS_MEM_FRAME_BITS + PAGE_ALLOCATOR_LARGE)) &&
           address_space_give_frame(a->space, vpn, resident) == MAP_OK;
}

/* Memory may be used up: the application does without the block. */
static void allocate_blocks(driver_app *a) {
    uint64_t first = 0;
    while (pads_want_block(&a->pads, &first) && address_space_give_frame(a->space, first, true) == MAP_OK) {
        (void)pads_add(&a->pads, first);
        tell_coalescer(a, first, PADS_REGION_PAGES);
    }
}

/* The aligned 2 MB around vpn. */
static bool map_frame(driver_app *a, uint64_t vpn) {
    if (!give_en_masse(a, vpn, true))
        return false;
    tell_coalescer(a, vpn - vpn % LARGE_PAGES, LARGE_PAGES);
    if (a->driver->churns) {
        add_pads(a, vpn);
        allocate_blocks(a);
    }
    return true;
}

/* Are these 2 MB the application's, and without a frame? */
static bool awaits_frame(const driver_app *a, uint64_t first) {
    translation t;
    return !address_space_translate(a->space, first, &t) && knows_pages(a, first, LARGE_PAGES);
}

/* The other whole 2 MB of the array around vpn, as far as there are frames: the coalescer gets them as a
 * list. */
static void map_array(driver_app *a, uint64_t vpn) {
    const uint64_t touched = vpn - vpn % LARGE_PAGES, above = touched + LARGE_PAGES;
    uint64_t at = touched;
    if (knows_pages(a, touched, vpn - touched))
        while (at >= LARGE_PAGES && awaits_frame(a, at - LARGE_PAGES))
            at -= LARGE_PAGES;
    while (at < touched && map_frame(a, at))
        at += LARGE_PAGES;
    if (knows_pages(a, vpn, above - vpn))
        for (at = above; awaits_frame(a, at) && map_frame(a, at); at += LARGE_PAGES)
            continue;
}

static bool map_en_masse(driver_app *a, uint64_t vpn) {
    const bool whole = map_frame(a, vpn);
    map_array(a, vpn);
    return whole;
}

static bool anybody_has_holes(const driver *d) {
    bool any = false;
    for (uint32_t i = 0; i < d->apps; i++)
        any = any || pads_holes(&d->app[i].pads) != NULL;
    return any;
}

static void page_waits(driver_app *a, uint64_t vpn, bool large) {
    driver *d = a->driver;
    waiting_page *more = alloc_grow(d->waiting, d->waiting_count, &d->waiting_room, sizeof *more);
    if (more == NULL) {
        driver_fail(a, vpn, "out of memory");
        return;
    }
    d->waiting = more;
    d->waiting[d->waiting_count++] =
        (waiting_page){.app = (uint32_t)(a - d->app), .vpn = vpn, .large = large};
    engine_stop(d->e);
}

static bool anybody_wants_room(const driver *d) {
    for (size_t i = 0; i < d->waiting_count; i++)
        if (d->waiting[i].large)
            return true;
    return false;
}

static bool any_page_around(const driver_app *a, uint64_t vpn) {
    translation t;
    for (uint64_t i = 0, first = vpn - vpn % PADS_REGION_PAGES; i < PADS_REGION_PAGES; i++)
        if (address_space_translate(a->space, first + i, &t))
            return true;
    return false;
}

static room_memory memory_for_room(driver *d) {
    return (room_memory){.memory = address_space_memory(d->space[0]),
                         .fragments = &d->fragments,
                         .space = d->space,
                         .apps = d->apps};
}

/* Could a large frame be emptied, and whose? */
static bool is_room(driver *d, uint32_t *app) {
    const room_memory m = memory_for_room(d);
    room_plan r;
    const bool found = room_take(&m, &r);
    if (found)
        room_forget(&m, &r);
    *app = r.app;
    return found;
}

/* No large frame was free for the aligned 2 MB around vpn: does it wait until CAC has emptied one? */
static bool waits_for_room(driver_app *a, uint64_t vpn) {
    driver *d = a->driver;
    uint32_t app = 0;
    if (!d->makes_room || d->patience != WAITS_FOR_OWN || any_page_around(a, vpn) ||
        !(d->churns || all_known(a, vpn, PHYS_MEM_FRAME_BITS + PAGE_ALLOCATOR_LARGE)) ||
        !(anybody_wants_room(d) || is_room(d, &app)))
        return false;
    page_waits(a, vpn, true);
    return true;
}

/* A page of the smallest size. Where large pages get holes, it may wait for one. */
static void map_small(driver_app *a, uint64_t vpn, uint32_t bits) {
    const driver *d = a->driver;
    const bool may_wait = d->churns && d->coalescer != NULL;
    if (may_wait && d->patience == WAITS_FOR_OWN && pads_holes(&a->pads) != NULL &&
        !phys_mem_apart(address_space_memory(a->space), address_space_asid(a->space))) {
        page_waits(a, vpn, false);
        return;
    }
    const map_result r = address_space_map(a->space, vpn, bits);
    if (r == MAP_NO_MEMORY && may_wait && d->patience != WAITS_NOT && anybody_has_holes(d)) {
        page_waits(a, vpn, false);
        return;
    }
    if (r == MAP_OK)
        tell_coalescer(a, vpn, 1);
    driver_check(a, vpn, r);
}

/* Of a page that stays in the host's memory neither page allocator nor coalescer hear. */
static map_result map_either(driver_app *a, uint64_t vpn, uint32_t bits, bool pinned) {
    return pinned ? address_space_map_host(a->space, vpn, bits) : address_space_map(a->space, vpn, bits);
}

/* Maps a page around vpn, as large as may be. */
static void driver_map(driver_app *a, uint64_t vpn) {
    const bool pinned = workload_page_origin(a->work, vpn) == PAGE_PINNED;
    uint64_t sizes = a->driver->page_sizes;
    uint32_t smallest = (uint32_t)__builtin_ctzll(sizes);
    bool known = a->driver->config->faults == FAULTS_NONE && workload_knows_pages(a->work);
    bool choice = known && (sizes & (sizes - 1)) != 0;
    bool en_masse = known && !pinned && allocates_en_masse(a);
    translation t;
    if ((choice || en_masse) && address_space_translate(a->space, vpn, &t))
        return;
    if (en_masse && (map_en_masse(a, vpn) || waits_for_room(a, vpn)))
        return;
    for (uint32_t bits = 63; choice && bits > smallest; bits--) {
        if ((sizes >> bits & 1) == 0 || !all_known(a, vpn, bits))
            continue;
        map_result r = map_either(a, vpn, bits, pinned);
        if (r == MAP_OK || r == MAP_ALREADY)
            return;
    }
    if (pinned)
        driver_check(a, vpn, map_either(a, vpn, smallest, true));
    else
        map_small(a, vpn, smallest);
}

void driver_map_contexts(void *d, uint32_t app, uint64_t vpn, uint64_t pages) {
    driver *self = d;
    driver_app *a = &self->app[app];
    const uint32_t bits = (uint32_t)__builtin_ctzll(self->page_sizes);
    for (uint64_t at = vpn; at < vpn + pages && !self->failed; at += UINT64_C(1) << (bits - GMMU_PAGE_BITS)) {
        driver_check(a, at, address_space_map(a->space, at, bits));
        (void)address_space_restrict(a->space, at, true);
    }
}

bool driver_map_in_order(driver *d, uint32_t app, uint64_t vpn, uint64_t pages, uint64_t frame) {
    driver_app *a = &d->app[app];
    for (uint64_t at = vpn; at < vpn + pages;) {
        translation t;
        driver_map(a, at);
        if (!address_space_translate(a->space, at, &t) || t.ppn != frame + (at - vpn))
            return false;
        at = (at | ((UINT64_C(1) << (t.bits - GMMU_PAGE_BITS)) - 1)) + 1;
    }
    return true;
}

/* With faults: no data of the host are in the pads, so they are resident at once. */
static void allocate_pads(driver_app *a, uint64_t vpn) {
    add_pads(a, vpn);
    const pad_region *r = pads_find(&a->pads, vpn);
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++)
        if (pads_bit(r->pad, i) && address_space_make_resident(a->space, r->first + i))
            tell_coalescer(a, r->first + i, 1);
    allocate_blocks(a);
}

/* Frames for all pages of a region: they become resident together. */
static void reserve_region(driver_app *a, uint64_t vpn) {
    uint32_t smallest = (uint32_t)__builtin_ctzll(a->driver->page_sizes);
    uint64_t pages = a->driver->config->region_bytes >> GMMU_PAGE_BITS;
    if (allocates_en_masse(a) && give_en_masse(a, vpn, false) && a->driver->churns)
        allocate_pads(a, vpn);
    if (a->driver->config->region_bytes >> smallest == 0) { /* one larger page */
        driver_check(a, vpn, address_space_reserve(a->space, vpn, smallest));
        return;
    }
    for (uint64_t i = 0, first = vpn - vpn % pages; i < pages; i++)
        if (workload_page_origin(a->work, first + i) != PAGE_INVALID)
            driver_check(a, first + i, address_space_reserve(a->space, first + i, smallest));
}

static void note_touch(driver_app *a, uint64_t vpn) {
    gmmu_time now = engine_now(a->driver->e);
    if (a->when != now)
        a->fresh_count = 0;
    a->when = now;
    uint64_t *more = alloc_grow(a->fresh, a->fresh_count, &a->fresh_room, sizeof *more);
    if (more == NULL) {
        driver_fail(a, vpn, "out of memory");
        return;
    }
    a->fresh = more;
    a->fresh[a->fresh_count++] = vpn;
}

static void driver_touch(void *ctx, uint64_t vpn) {
    driver_app *a = ctx;
    fault_mode faults = a->driver->config->faults;
    const page_origin origin = workload_page_origin(a->work, vpn);
    if (workload_knows_pages(a->work) && origin == PAGE_INVALID)
        return; /* the access will find no page there */
    const bool resident = origin == PAGE_PINNED || (faults == FAULTS_LAZY && origin == PAGE_HOST);
    if (faults == FAULTS_NONE || faults == FAULTS_INJECT || resident) {
        driver_map(a, vpn);
        return;
    }
    reserve_region(a, vpn);
    if (!workload_knows_pages(a->work))
        note_touch(a, vpn);
}

driver *driver_new(engine *e, const exception_config *config, uint64_t page_sizes, workload *const *work,
                   address_space *const *spaces, uint32_t apps) {
    driver *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->e = e;
    d->config = config;
    d->page_sizes = page_sizes;
    d->apps = apps;
    for (uint32_t i = 0; i < apps; i++) {
        d->app[i] = (driver_app){.driver = d, .work = work[i], .space = spaces[i]};
        d->space[i] = spaces[i];
        workload_set_touch(work[i], driver_touch, &d->app[i]);
    }
    return d;
}

void driver_free(driver *d) {
    for (uint32_t i = 0; d != NULL && i < d->apps; i++) {
        free(d->app[i].fresh);
        pads_destroy(&d->app[i].pads);
    }
    if (d != NULL) {
        free(d->waiting);
        free(d->later);
        fragments_free(&d->fragments);
    }
    free(d);
}

void driver_attach_coalescer(driver *d, inplace_coalescer *c, bool later) {
    d->coalescer = c;
    d->tells_later = later;
}

/* ---- pages that are freed while the application runs ---- */

void driver_begin_churn(driver *d, const churn_config *churn, bool makes_room, uint64_t seed) {
    d->churns = churn->percent != 0;
    d->makes_room = makes_room;
    if (churn->fragmented != 0)
        fragments_scatter(&d->fragments, address_space_memory(d->space[0]), churn->fragmented,
                          churn->occupied, seed);
    for (uint32_t i = 0; i < d->apps; i++)
        pads_init(&d->app[i].pads, churn->percent, churn->blocks, mix(seed + i));
}

static bool all_resident(const driver_app *a, const pad_region *r) {
    translation t;
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++)
        if (!address_space_translate(a->space, r->first + i, &t))
            return false;
    return true;
}

/* While a large page covers the pad, its frame cannot go to another page (Mosaic 4.4). Where data have not
 * arrived yet there is no large page, and will be none. */
static void free_pad(void *ctx, pad_region *r, uint64_t vpn) {
    driver_app *a = ctx;
    driver *d = a->driver;
    translation t;
    if (!r->splintered && d->tells_later && !all_resident(a, r)) {
        r->splintered = true;
        if (address_space_translate(a->space, vpn, &t))
            phys_mem_splintered(address_space_memory(a->space), t.ppn);
    }
    tell_coalescer(a, vpn, 0);
    if (r->splintered)
        (void)address_space_unmap(a->space, vpn);
}

void driver_churn(void *driver_, uint32_t app) {
    driver *d = driver_;
    pads_free_some(&d->app[app].pads, free_pad, &d->app[app]);
    allocate_blocks(&d->app[app]);
}

/* ---- the emergency list ---- */

uint64_t driver_waiting(const driver *d) {
    uint64_t apps = 0;
    for (size_t i = 0; i < d->waiting_count; i++)
        apps |= UINT64_C(1) << d->waiting[i].app;
    return apps;
}

/* Maps what waits; what still finds no frame waits again, in the same order. */
static void retry_with(driver *d, driver_patience patience) {
    waiting_page *waited = d->waiting;
    const size_t count = d->waiting_count;
    d->waiting = NULL;
    d->waiting_count = d->waiting_room = 0;
    d->patience = patience;
    for (size_t i = 0; i < count; i++)
        driver_map(&d->app[waited[i].app], waited[i].vpn);
    d->patience = WAITS_FOR_OWN;
    free(waited);
}

void driver_retry(driver *d) {
    retry_with(d, WAITS_FOR_OWN);
}

/* Asks for the first large page of the application that has holes; false: there is none. The coalescer has
 * been told of all its pages before, so it is one by then. */
static bool ask_for_holes(driver *d, uint32_t app) {
    const driver_app *a = &d->app[app];
    const pad_region *r = pads_holes(&a->pads);
    translation t;
    if (r == NULL || !address_space_translate(a->space, r->first, &t))
        return false;
    inplace_tell_splinter(d->coalescer, app, t.ppn);
    d->asked = true;
    d->asked_ppn = t.ppn;
    d->asked_app = app;
    d->totals.emergency++;
    return true;
}

void driver_help(driver *d) {
    if (d->asked || d->waiting_count == 0 || anybody_wants_room(d) || ask_for_holes(d, d->waiting[0].app))
        return;
    retry_with(d, WAITS_FOR_ANY);
    for (uint32_t i = 0; d->waiting_count != 0 && i < d->apps; i++)
        if (ask_for_holes(d, i))
            return;
    retry_with(d, WAITS_NOT);
}

/* ---- room for a large frame ---- */

bool driver_wants_room(driver *d, uint32_t *app) {
    if (!anybody_wants_room(d))
        return false;
    if (is_room(d, app))
        return true;
    d->makes_room = false; /* others have taken it: the pages are single ones */
    retry_with(d, WAITS_FOR_OWN);
    d->makes_room = true;
    return false;
}

uint32_t driver_first_waiting(const driver *d) {
    return d->waiting[0].app;
}

size_t driver_plan_room(driver *d, uint32_t app, const page_move **move) {
    const room_memory m = memory_for_room(d);
    *move = d->room.move;
    return room_take_of(&m, app, &d->room) ? d->room.moves : 0;
}

void driver_room_made(driver *d) {
    const room_plan *r = &d->room;
    d->totals.rooms++;
    if (r->app != ROOM_NOBODY) {
        driver_moved(d, r->app, r->move, r->moves);
        return;
    }
    for (size_t i = 0; i < r->moves; i++)
        fragments_move(&d->fragments, address_space_memory(d->space[0]), r->move[i].vpn, r->move[i].to);
    d->totals.freed++;
    d->totals.fragments_moved += r->moves;
}

fragments *driver_fragments(driver *d) {
    return &d->fragments;
}

static void unmap_freed(driver_app *a, uint64_t vpn) {
    pad_region *r = pads_find(&a->pads, vpn);
    if (r == NULL)
        return;
    r->splintered = true;
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++)
        if (pads_bit(r->freed, vpn + i))
            (void)address_space_unmap(a->space, vpn + i);
}

/* The frames that have been taken for moves that will not be. */
static void forget_moves(const driver_app *a, const page_move *move, size_t count) {
    for (size_t i = 0; i < count; i++)
        (void)phys_mem_release_run(address_space_memory(a->space), address_space_asid(a->space), move[i].to,
                                   0);
}

size_t driver_plan_moves(driver *d, uint32_t app, uint64_t vpn, uint64_t ppn,
                         page_move move[PADS_REGION_PAGES]) {
    driver_app *a = &d->app[app];
    phys_mem *memory = address_space_memory(a->space);
    size_t count = 0;
    bool any = false;
    unmap_freed(a, vpn);
    d->totals.splintered++;
    if (d->asked && d->asked_ppn == ppn) {
        d->asked = false;
        phys_mem_splintered(memory, ppn);
        return 0;
    }
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++) {
        translation t;
        if (!address_space_translate(a->space, vpn + i, &t) ||
            t.ppn >> PAGE_ALLOCATOR_LARGE != ppn >> PAGE_ALLOCATOR_LARGE)
            continue;
        any = true;
        move[count] = (page_move){.vpn = vpn + i, .from = t.ppn};
        if (!phys_mem_alloc_beside(memory, address_space_asid(a->space), t.ppn, &move[count].to)) {
            forget_moves(a, move, count);
            phys_mem_splintered(memory, ppn);
            return 0;
        }
        count++;
    }
    d->totals.freed += !any;
    return count;
}

void driver_moved(driver *d, uint32_t app, const page_move *move, size_t count) {
    driver_app *a = &d->app[app];
    for (size_t i = 0; i < count; i++)
        (void)address_space_move_to(a->space, move[i].vpn, move[i].to);
    d->totals.moved += count;
    d->totals.freed += count != 0;
    inplace_tell_moved(d->coalescer, app, move, count);
}

uint64_t driver_freed_in_large(const driver *d) {
    uint64_t pages = 0;
    for (uint32_t i = 0; i < d->apps; i++)
        pages += pads_covered(&d->app[i].pads);
    return pages;
}

uint16_t driver_asid(const driver *d, uint32_t app) {
    return address_space_asid(d->app[app].space);
}

driver_totals driver_get_totals(const driver *d) {
    driver_totals totals = d->totals;
    for (uint32_t i = 0; i < d->apps; i++)
        totals.pads_freed += d->app[i].pads.freed;
    return totals;
}

static void forget_waiting(driver *d, uint32_t app) {
    size_t kept = 0;
    for (size_t i = 0; i < d->waiting_count; i++)
        if (d->waiting[i].app != app)
            d->waiting[kept++] = d->waiting[i];
    d->waiting_count = kept;
}

void driver_replace(driver *d, uint32_t app, workload *work) {
    driver_app *a = &d->app[app];
    forget_waiting(d, app);
    workload_set_touch(a->work, NULL, NULL);
    address_space_clear(a->space);
    a->work = work;
    a->fresh_count = 0;
    pads_clear(&a->pads);
    d->asked = d->asked && d->asked_app != app;
    workload_set_touch(work, driver_touch, a);
}

page_origin driver_page_origin(void *d, uint32_t app, uint64_t vpn) {
    const driver_app *a = &((driver *)d)->app[app];
    if (a->when == engine_now(a->driver->e))
        for (size_t i = 0; i < a->fresh_count; i++)
            if (a->fresh[i] == vpn)
                return PAGE_INVALID;
    return workload_page_origin(a->work, vpn);
}

const char *driver_error(const driver *d) {
    return d->failed ? d->error : NULL;
}
