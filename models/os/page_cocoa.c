/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CoCoA (Mosaic 4.2), by the rules of hls/frame_allocator: memory is large frames of 2 MB, each free or one
 * application's. Aligned 2 MB of virtual memory whose pages are all allocated at once get a whole free frame.
 * Any other page comes, in this order, from
 *   1. the lowest frame of the application itself that has a free page and is not whole,
 *   2. the lowest free frame, which becomes its own,
 *   3. the failsafe: the lowest frame of any other application that has one; the page is counted.
 * Within a frame it is the lowest free page. Pages of a whole frame that come back one by one are not handed
 * out before the whole frame is free (it may be coalesced, 4.4).
 * Reserved data (os/fragments.h) have no owner, and a frame may hold them next to the pages of its owner.
 *
 * Decisions: a last frame of less than 2 MB, or one of which a part is reserved for something else, is never
 * given as a whole, and serves base pages like the others. A page of another size lies in the
 * application's frames in the same way, and one of more than 2 MB takes several whole ones.
 */
#include <stdio.h>
#include <stdlib.h>

#include "os/page_allocators.h"

#define LARGE_ORDER PAGE_ALLOCATOR_LARGE
#define LARGE_PAGES (1U << LARGE_ORDER)
#define NOBODY      PAGE_ALLOCATOR_NOBODY
#define ANYBODY     UINT16_MAX

typedef struct {
    uint16_t owner; /* ASID, or NOBODY: free */
    uint16_t held;  /* pages handed out */
    bool whole;     /* handed out as a whole */
} large_frame;

typedef struct {
    uint64_t frames; /* large ones, the last one may have less than 2 MB */
    uint64_t failsafe;
    uint64_t free_from;  /* no frame below it is free */
    uint64_t *open_from; /* by ASID: none of its frames below it is not whole and has a free page */
    bool (*same_channels)(const void *map, uint64_t a, uint64_t b);
    const void *map;
    large_frame *frame;
} cocoa;

static void *cocoa_create(const page_allocator_setup *setup, char *err, size_t err_size) {
    const uint64_t frames = (setup->frames + LARGE_PAGES - 1) >> LARGE_ORDER;
    const uint64_t spaces = (uint64_t)setup->spaces + 1;
    char *block = calloc(1, sizeof(cocoa) + spaces * sizeof(uint64_t) + frames * sizeof(large_frame));
    if (block == NULL) {
        (void)snprintf(err, err_size, "out of memory");
        return NULL;
    }
    cocoa *c = (cocoa *)block;
    c->frames = frames;
    c->same_channels = setup->same_channels;
    c->map = setup->map;
    c->open_from = (uint64_t *)(c + 1);
    c->frame = (large_frame *)(c->open_from + spaces);
    for (uint64_t i = 0; i < spaces; i++)
        c->open_from[i] = frames; /* it has none */
    return c;
}

/* The first run of 1 << order free pages in a large frame, or FRAME_NONE. */
static uint64_t run_in(const frame_pool *pool, uint64_t number, uint32_t order) {
    const uint64_t first = frame_pool_next_run(pool, order, number << LARGE_ORDER);
    return first != FRAME_NONE && first >> LARGE_ORDER == number ? first : FRAME_NONE;
}

/* A run in the lowest frame of `owner` from *from on that has one. *from rises to the lowest frame that has
 * any free page. */
static uint64_t run_of(const cocoa *c, const frame_pool *pool, uint16_t owner, uint16_t but, uint32_t order,
                       uint64_t *from) {
    bool full = true; /* every frame so far */
    for (uint64_t i = *from; i < c->frames; i++) {
        const large_frame *f = &c->frame[i];
        if (f->whole || f->owner == but || (owner != ANYBODY && f->owner != owner)) {
            *from += full;
            continue;
        }
        const uint64_t first = run_in(pool, i, order);
        if (first != FRAME_NONE)
            return first;
        full = full && run_in(pool, i, 0) == FRAME_NONE;
        *from += full;
    }
    return FRAME_NONE;
}

/* Whole frames: they are free, because a frame with an owner has a page that is taken. */
static uint64_t whole_frames(cocoa *c, const frame_pool *pool, uint16_t asid, uint32_t order) {
    const uint64_t first = frame_pool_next_run(pool, order, c->free_from << LARGE_ORDER);
    const uint64_t count = UINT64_C(1) << (order - LARGE_ORDER);
    for (uint64_t i = 0; first != FRAME_NONE && i < count; i++)
        c->frame[(first >> LARGE_ORDER) + i] =
            (large_frame){.owner = asid, .held = LARGE_PAGES, .whole = true};
    return first;
}

static uint64_t cocoa_choose(void *self, const frame_pool *pool, uint16_t asid, uint32_t order) {
    cocoa *c = self;
    if (order >= LARGE_ORDER)
        return whole_frames(c, pool, asid, order);
    uint64_t lowest = 0;
    uint64_t first = run_of(c, pool, asid, NOBODY, order, &c->open_from[asid]);
    if (first == FRAME_NONE)
        first = run_of(c, pool, NOBODY, ANYBODY, order, &c->free_from);
    if (first == FRAME_NONE) {
        first = run_of(c, pool, ANYBODY, asid, order, &lowest);
        c->failsafe += first != FRAME_NONE ? UINT64_C(1) << order : 0;
    }
    if (first == FRAME_NONE)
        return first;
    const uint64_t number = first >> LARGE_ORDER;
    large_frame *f = &c->frame[number];
    if (f->owner == NOBODY) {
        f->owner = asid;
        if (number < c->open_from[asid])
            c->open_from[asid] = number;
    }
    f->held = (uint16_t)(f->held + (1U << order));
    return first;
}

/* The large frame has a free page. */
static void reopen_frame(cocoa *c, uint64_t number) {
    const large_frame *f = &c->frame[number];
    uint64_t *from = f->owner == NOBODY ? &c->free_from : &c->open_from[f->owner];
    if (!f->whole && number < *from)
        *from = number;
}

/* A frame may be mixed, so its owner counts, not `asid`. */
static void cocoa_released(void *self, uint16_t asid, uint64_t first, uint32_t order) {
    cocoa *c = self;
    if (asid == NOBODY) { /* no page that was handed out */
        reopen_frame(c, first >> LARGE_ORDER);
        return;
    }
    const uint32_t pages = order < LARGE_ORDER ? 1U << order : LARGE_PAGES;
    const uint64_t number = first >> LARGE_ORDER,
                   count = order < LARGE_ORDER ? 1 : 1U << (order - LARGE_ORDER);
    for (uint64_t i = number; i < number + count; i++) {
        large_frame *f = &c->frame[i];
        f->held = (uint16_t)(f->held - pages);
        if (f->held == 0)
            *f = (large_frame){.owner = NOBODY};
        reopen_frame(c, i);
    }
}

/* Mosaic 4.4: to "another uncoalesced large page frame that belongs to the same application", "within the
 * same memory channel". The lowest such page. D: reserved data stay together, and leave free frames free. */
static uint64_t cocoa_beside(void *self, const frame_pool *pool, uint16_t asid, uint64_t ppn) {
    cocoa *c = self;
    const uint64_t from = asid == NOBODY ? c->free_from : c->open_from[asid];
    for (uint64_t i = from; c->same_channels != NULL && i < c->frames; i++) {
        const uint64_t first = i << LARGE_ORDER;
        if (c->frame[i].owner != asid || c->frame[i].whole || i == ppn >> LARGE_ORDER ||
            (asid == NOBODY && run_in(pool, i, LARGE_ORDER) != FRAME_NONE))
            continue;
        for (uint64_t at = frame_pool_next_free(pool, first); at != FRAME_NONE && at < first + LARGE_PAGES;
             at = frame_pool_next_free(pool, at + 1)) {
            if (!c->same_channels(c->map, at, ppn))
                continue;
            c->frame[i].held = (uint16_t)(c->frame[i].held + (asid != NOBODY));
            return at;
        }
    }
    return FRAME_NONE;
}

static void cocoa_splintered(void *self, uint64_t ppn) {
    cocoa *c = self;
    const uint64_t number = ppn >> LARGE_ORDER;
    c->frame[number].whole = false;
    reopen_frame(c, number);
}

static bool cocoa_serves(const void *self, uint64_t ppn, uint16_t *asid) {
    const large_frame *f = &((const cocoa *)self)->frame[ppn >> LARGE_ORDER];
    *asid = f->owner;
    return !f->whole;
}

static uint64_t cocoa_spare(const void *self, const frame_pool *pool) {
    const cocoa *c = self;
    uint64_t spare = 0;
    for (uint64_t at = frame_pool_next_free(pool, 0); at != FRAME_NONE;
         at = frame_pool_next_free(pool, at + 1))
        spare += c->frame[at >> LARGE_ORDER].owner != NOBODY;
    return spare;
}

static bool cocoa_apart(void *self, const frame_pool *pool, uint16_t asid) {
    cocoa *c = self;
    return run_of(c, pool, asid, NOBODY, 0, &c->open_from[asid]) != FRAME_NONE ||
           run_of(c, pool, NOBODY, ANYBODY, 0, &c->free_from) != FRAME_NONE;
}

static uint64_t cocoa_owned(const void *self) {
    const cocoa *c = self;
    uint64_t owned = 0;
    for (uint64_t i = 0; i < c->frames; i++)
        owned += c->frame[i].owner != NOBODY;
    return owned;
}

static uint64_t cocoa_failsafe(const void *self) {
    return ((const cocoa *)self)->failsafe;
}

const page_allocator page_allocator_cocoa = {
    .row = {"cocoa", "large frames of one application each (Mosaic 4.2)"},
    .create = cocoa_create,
    .choose = cocoa_choose,
    .released = cocoa_released,
    .beside = cocoa_beside,
    .splintered = cocoa_splintered,
    .apart = cocoa_apart,
    .owned = cocoa_owned,
    .serves = cocoa_serves,
    .spare = cocoa_spare,
    .failsafe = cocoa_failsafe,
    .en_masse = true,
};
