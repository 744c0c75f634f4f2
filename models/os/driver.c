/* SPDX-License-Identifier: Apache-2.0 */
#include "os/driver.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "gmmu_params.h"
#include "spec/messages.h"

typedef struct driver_app {
    driver *driver;
    workload *work;
    address_space *space;
    /* Pages of a trace touched at time `when`, the latest: not known before. */
    uint64_t *fresh;
    size_t fresh_count, fresh_room;
    gmmu_time when;
} driver_app;

struct driver {
    const engine *e;
    const exception_config *config;
    uint64_t page_sizes;          /* a sum of bytes */
    inplace_coalescer *coalescer; /* or NULL */
    driver_app app[CHIP_MAX_APPS];
    uint32_t apps;
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

/* Does the workload know of every page in the aligned piece of 1 << bits bytes around vpn? */
static bool all_known(const driver_app *a, uint64_t vpn, uint32_t bits) {
    uint64_t pages = UINT64_C(1) << (bits - GMMU_PAGE_BITS);
    for (uint64_t i = 0, first = vpn & ~(pages - 1); i < pages; i++)
        if (workload_page_origin(a->work, first + i) == PAGE_INVALID)
            return false;
    return true;
}

/* Pages from vpn on have been mapped to frames in a row. */
static void tell_coalescer(const driver_app *a, uint64_t vpn, uint32_t pages) {
    const driver *d = a->driver;
    translation t;
    if (d->coalescer != NULL && address_space_translate(a->space, vpn, &t))
        inplace_tell(d->coalescer, (uint32_t)(a - d->app), vpn, t.ppn, pages);
}

/* Does the allocator want to give all base pages of an aligned 2 MB at once? */
static bool allocates_en_masse(const driver_app *a) {
    return a->driver->page_sizes == UINT64_C(1) << PHYS_MEM_FRAME_BITS && workload_knows_pages(a->work) &&
           phys_mem_en_masse(address_space_memory(a->space));
}

/* Gives all base pages of the aligned 2 MB around vpn a large frame, if they are allocated together; false:
 * there is none, others lie between them, or they have frames. */
static bool give_en_masse(driver_app *a, uint64_t vpn, bool resident) {
    return all_known(a, vpn, PHYS_MEM_FRAME_BITS + PAGE_ALLOCATOR_LARGE) &&
           address_space_give_frame(a->space, vpn, resident) == MAP_OK;
}

static bool map_en_masse(driver_app *a, uint64_t vpn) {
    const uint32_t pages = 1U << PAGE_ALLOCATOR_LARGE;
    if (!give_en_masse(a, vpn, true))
        return false;
    tell_coalescer(a, vpn & ~(uint64_t)(pages - 1), pages);
    return true;
}

/* Maps a page around vpn, as large as may be. */
static void driver_map(driver_app *a, uint64_t vpn) {
    uint64_t sizes = a->driver->page_sizes;
    uint32_t smallest = (uint32_t)__builtin_ctzll(sizes);
    bool known = a->driver->config->faults == FAULTS_NONE && workload_knows_pages(a->work);
    bool choice = known && (sizes & (sizes - 1)) != 0;
    bool en_masse = known && allocates_en_masse(a);
    translation t;
    if ((choice || en_masse) && address_space_translate(a->space, vpn, &t))
        return;
    if (en_masse && map_en_masse(a, vpn))
        return;
    for (uint32_t bits = 63; choice && bits > smallest; bits--) {
        if ((sizes >> bits & 1) == 0 || !all_known(a, vpn, bits))
            continue;
        map_result r = address_space_map(a->space, vpn, bits);
        if (r == MAP_OK || r == MAP_ALREADY)
            return;
    }
    const map_result r = address_space_map(a->space, vpn, smallest);
    if (r == MAP_OK)
        tell_coalescer(a, vpn, 1);
    driver_check(a, vpn, r);
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

/* Frames for all pages of a region: they become resident together. */
static void reserve_region(driver_app *a, uint64_t vpn) {
    uint32_t smallest = (uint32_t)__builtin_ctzll(a->driver->page_sizes);
    uint64_t pages = a->driver->config->region_bytes >> GMMU_PAGE_BITS;
    if (allocates_en_masse(a))
        (void)give_en_masse(a, vpn, false);
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
    if (workload_knows_pages(a->work) && workload_page_origin(a->work, vpn) == PAGE_INVALID)
        return; /* the access will find no page there */
    bool lazy = faults == FAULTS_LAZY && workload_page_origin(a->work, vpn) == PAGE_HOST;
    if (faults == FAULTS_NONE || faults == FAULTS_INJECT || lazy) {
        driver_map(a, vpn);
        return;
    }
    reserve_region(a, vpn);
    if (!workload_knows_pages(a->work))
        note_touch(a, vpn);
}

driver *driver_new(const engine *e, const exception_config *config, uint64_t page_sizes,
                   workload *const *work, address_space *const *spaces, uint32_t apps) {
    driver *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->e = e;
    d->config = config;
    d->page_sizes = page_sizes;
    d->apps = apps;
    for (uint32_t i = 0; i < apps; i++) {
        d->app[i] = (driver_app){.driver = d, .work = work[i], .space = spaces[i]};
        workload_set_touch(work[i], driver_touch, &d->app[i]);
    }
    return d;
}

void driver_free(driver *d) {
    for (uint32_t i = 0; d != NULL && i < d->apps; i++)
        free(d->app[i].fresh);
    free(d);
}

void driver_attach_coalescer(driver *d, inplace_coalescer *c) {
    d->coalescer = c;
}

void driver_replace(driver *d, uint32_t app, workload *work) {
    driver_app *a = &d->app[app];
    workload_set_touch(a->work, NULL, NULL);
    address_space_clear(a->space);
    a->work = work;
    a->fresh_count = 0;
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
