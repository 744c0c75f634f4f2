/* SPDX-License-Identifier: Apache-2.0 */
#include "os/fault_unit.h"

#include <stdio.h>

#include "base/alloc.h"
#include "program/page_set.h"

#define LINK_CYCLES 2U /* of a round trip: the links to and from the shared TLB */

typedef enum { SERVED_BY_NOBODY, SERVED_BY_HOST, SERVED_BY_GPU, SERVED } service;

/* One region that is being served. */
typedef struct {
    uint64_t first_vpn;
    sm_set sms;       /* to be told */
    uint64_t arrived; /* cycle */
    uint64_t due;     /* SERVED_BY_GPU: cycle of the end */
    uint16_t asid;
    uint8_t app;
    uint8_t by; /* service */
    bool transfer;
} region;

struct fault_unit {
    engine *e;
    int component, domain;
    const exception_config *config;
    page_origin_fn origin;
    void *ctx;
    const observer *watch;
    engine_link *requests, *resolved;
    uint32_t region_pages; /* of 4 KB, as all numbers of pages here */
    uint32_t piece;        /* pages that come and are known together: 1, or a page larger than a region */
    uint64_t gpu_cycles;
    host host;
    region region[FAULT_ENTRIES];
    uint32_t used;
    page_set resident[CHIP_MAX_APPS]; /* what has been made resident here */
    fault_stats stats;
    access_violation violation;
};

static void fault_unit_fail(fault_unit *u, const char *what, const fault_request *r) {
    u->violation =
        (access_violation){.what = what, .vpn = r->vpn, .app = r->app, .sm = r->sm, .warp = r->warp};
    engine_stop(u->e);
}

/* ---- pages ---- */

static uint64_t first_of_piece(const fault_unit *u, uint64_t vpn) {
    return vpn - vpn % u->piece;
}

/* Of all pages of a piece, as they come together: the host's, if any is. */
static page_origin piece_origin(const fault_unit *u, uint32_t app, uint64_t first) {
    page_origin all = PAGE_INVALID;
    for (uint32_t i = 0; i < u->piece && all != PAGE_HOST; i++) {
        const page_origin one = u->origin(u->ctx, app, first + i);
        all = one == PAGE_INVALID ? all : one;
    }
    return all;
}

/* Has the page still to be brought? Host data is resident from the start unless it migrates. */
static bool is_missing(fault_unit *u, uint32_t app, uint64_t vpn, page_origin origin) {
    bool absent = origin == PAGE_FRESH || (origin == PAGE_HOST && u->config->faults == FAULTS_MIGRATE);
    return absent && !page_set_has(&u->resident[app], first_of_piece(u, vpn));
}

/* The pieces of a region that serving it makes resident; *transfer: one of them is the host's. */
static uint64_t missing_pages(fault_unit *u, const region *g, bool *transfer) {
    uint64_t missing = 0;
    *transfer = false;
    for (uint32_t i = 0; i < u->region_pages / u->piece; i++) {
        const uint64_t first = g->first_vpn + (uint64_t)i * u->piece;
        page_origin origin = piece_origin(u, g->app, first);
        if (!is_missing(u, g->app, first, origin))
            continue;
        missing |= UINT64_C(1) << i;
        *transfer |= origin == PAGE_HOST;
    }
    return missing;
}

/* ---- requests ---- */

static void fault_unit_observe_used(const fault_unit *u) {
    if (u->watch != NULL && u->watch->value != NULL)
        u->watch->value(u->watch->ctx, engine_now(u->e), "faults", "in flight", u->used, OBSERVER_ALL_APPS);
}

static region *find_region(fault_unit *u, uint16_t asid, uint64_t first_vpn) {
    for (uint32_t i = 0; u->used != 0 && i < FAULT_ENTRIES; i++) {
        region *g = &u->region[i];
        if (g->by != SERVED_BY_NOBODY && g->asid == asid && g->first_vpn == first_vpn)
            return g;
    }
    return NULL;
}

static void fault_unit_merge(fault_unit *u, region *g, const fault_request *r) {
    bit_set_unite(g->sms.word, r->sms.word, SM_SET_WORDS);
    u->stats.merged++;
    if (g->by == SERVED_BY_HOST)
        host_merge(&u->host, (uint32_t)(g - u->region));
}

static void fault_unit_begin(fault_unit *u, const fault_request *r, uint64_t first_vpn, uint64_t cycle) {
    uint32_t i = 0;
    while (u->region[i].by != SERVED_BY_NOBODY)
        i++;
    region *g = &u->region[i];
    *g = (region){.first_vpn = first_vpn, .sms = r->sms, .arrived = cycle, .asid = r->asid, .app = r->app};
    (void)missing_pages(u, g, &g->transfer);
    if (u->config->local_faults && !g->transfer) {
        g->by = SERVED_BY_GPU;
        g->due = cycle + u->gpu_cycles;
        u->stats.local++;
    } else {
        g->by = SERVED_BY_HOST;
        host_send(&u->host, cycle, i, g->transfer);
    }
    u->stats.faults++;
    u->used++;
    if (u->used > u->stats.most)
        u->stats.most = u->used;
    fault_unit_observe_used(u);
    engine_event(u->e, u->component, FAULT_EVENT_BEGIN, first_vpn, ((uint64_t)r->asid << 32) | r->app);
}

/* The page has become resident since: nobody has to wait. */
static bool fault_unit_answer_late(fault_unit *u, const fault_request *r) {
    fault_resolved *answer = link_push(u->resolved);
    if (answer == NULL)
        return false;
    *answer = (fault_resolved){.vpn = r->vpn, .sms = r->sms, .pages = 1, .asid = r->asid, .app = r->app};
    u->stats.late++;
    return true;
}

/* False: it has to wait in the link. */
static bool fault_unit_accept(fault_unit *u, const fault_request *r, uint64_t cycle) {
    uint64_t first_vpn = r->vpn - r->vpn % u->region_pages;
    region *g = find_region(u, r->asid, first_vpn);
    page_origin origin = u->origin(u->ctx, r->app, r->vpn);
    if (origin == PAGE_INVALID)
        fault_unit_fail(u, "there is no such page", r);
    else if (g != NULL)
        fault_unit_merge(u, g, r);
    else if (!is_missing(u, r->app, r->vpn, origin))
        return fault_unit_answer_late(u, r);
    else if (u->used == u->config->entries)
        return false;
    else
        fault_unit_begin(u, r, first_vpn, cycle);
    return true;
}

static void fault_unit_take_requests(fault_unit *u, uint64_t cycle) {
    const fault_request *r;
    while (u->violation.what == NULL && (r = link_peek(u->requests)) != NULL &&
           fault_unit_accept(u, r, cycle)) {
        u->stats.requests++;
        link_pop(u->requests);
    }
}

/* ---- answers ---- */

static void fault_unit_observe(const fault_unit *u, uint32_t i, uint64_t cycle) {
    const region *g = &u->region[i];
    if (u->watch == NULL || u->watch->span == NULL)
        return;
    u->watch->span(u->watch->ctx, engine_now(u->e), "faults", i, g->transfer ? "migrate" : "allocate",
                   engine_cycle_time(u->e, u->domain, g->arrived), engine_cycle_time(u->e, u->domain, cycle),
                   g->first_vpn << GMMU_PAGE_BITS, g->app);
}

/* The pages of a region served are resident; false: no room towards the shared TLB. */
static bool fault_unit_finish(fault_unit *u, uint32_t i, uint64_t cycle) {
    region *g = &u->region[i];
    fault_resolved *answer = link_push(u->resolved);
    if (answer == NULL)
        return false;
    bool transfer = false;
    *answer = (fault_resolved){.vpn = g->first_vpn,
                               .mapped = missing_pages(u, g, &transfer),
                               .sms = g->sms,
                               .pages = u->region_pages,
                               .asid = g->asid,
                               .app = g->app};
    for (uint64_t left = answer->mapped; left != 0; left &= left - 1) {
        uint64_t vpn = g->first_vpn + (uint64_t)__builtin_ctzll(left) * u->piece;
        bool host_page = piece_origin(u, g->app, vpn) == PAGE_HOST;
        u->stats.migrated += host_page ? u->piece : 0;
        u->stats.allocated += host_page ? 0 : u->piece;
        if (page_set_add(&u->resident[g->app], vpn) == PAGE_SET_NO_MEMORY)
            fault_unit_fail(u, "out of memory", &(fault_request){.vpn = vpn, .app = g->app});
    }
    engine_event(u->e, u->component, FAULT_EVENT_END, g->first_vpn,
                 ((uint64_t)g->asid << 32) | (uint32_t)__builtin_popcountll(answer->mapped) * u->piece);
    fault_unit_observe(u, i, cycle);
    u->stats.cycles += cycle - g->arrived + LINK_CYCLES;
    g->by = SERVED_BY_NOBODY;
    u->used--;
    fault_unit_observe_used(u);
    return true;
}

/* Host and GPU work; what they are done with is SERVED. */
static void fault_unit_serve(fault_unit *u, uint64_t cycle) {
    uint32_t i;
    host_tick(&u->host, cycle);
    while ((i = host_answer(&u->host, cycle)) != INDEX_NONE)
        u->region[i].by = SERVED;
    for (i = 0; u->used != 0 && i < FAULT_ENTRIES; i++)
        if (u->region[i].by == SERVED_BY_GPU && u->region[i].due <= cycle)
            u->region[i].by = SERVED;
}

static void send_answers(fault_unit *u, uint64_t cycle) {
    for (uint32_t i = 0; u->used != 0 && i < FAULT_ENTRIES; i++)
        if (u->region[i].by == SERVED && !fault_unit_finish(u, i, cycle))
            return; /* woken when there is room */
}

/* ---- the component ---- */

static uint64_t fault_unit_tick(void *self, uint64_t cycle) {
    fault_unit *u = self;
    fault_unit_serve(u, cycle);
    send_answers(u, cycle);
    fault_unit_take_requests(u, cycle);
    uint64_t next = host_next(&u->host);
    for (uint32_t i = 0; u->used != 0 && i < FAULT_ENTRIES; i++)
        if (u->region[i].by == SERVED_BY_GPU && u->region[i].due < next)
            next = u->region[i].due;
    return next;
}

static bool fault_unit_check(const gpu_config *config, char *err, size_t err_size) {
    const exception_config *x = &config->exceptions;
    uint32_t pages = x->region_bytes >> GMMU_PAGE_BITS;
    const char *wrong = NULL;
    if (pages == 0 || pages > FAULT_REGION_PAGES || (pages & (pages - 1)) != 0)
        wrong = "a fault must be served in a power of two of 1 to 64 pages";
    else if (x->region_bytes >> chip_page_bits(&config->chip) == 0 && x->link.large_ns == 0)
        wrong = "a fault must serve at least the smallest page of the chip";
    else if (x->link.transfer_ns < x->link.allocate_ns || x->link.allocate_ns < x->cpu_ns)
        wrong = "a round trip must be as long as its parts";
    if (wrong != NULL)
        snprintf(err, err_size, "faults by link %s: %s", x->link.name, wrong);
    return wrong == NULL;
}

fault_unit *fault_unit_new(engine *e, int domain, const gpu_config *config, page_origin_fn origin, void *ctx,
                           const observer *watch, char *err, size_t err_size) {
    if (!fault_unit_check(config, err, err_size))
        return NULL;
    fault_unit *u = alloc_zeroed(1, sizeof *u);
    uint64_t gpu_cycles = chip_cycles(&config->chip, config->exceptions.gpu_ns);
    u->e = e;
    u->domain = domain;
    u->config = &config->exceptions;
    u->origin = origin;
    u->ctx = ctx;
    u->watch = watch;
    u->region_pages = config->exceptions.region_bytes >> GMMU_PAGE_BITS;
    u->piece = 1;
    const uint32_t page = 1U << (chip_page_bits(&config->chip) - GMMU_PAGE_BITS);
    if (page > u->region_pages)
        u->region_pages = u->piece = page;
    u->gpu_cycles = gpu_cycles > LINK_CYCLES ? gpu_cycles - LINK_CYCLES : 0;
    host_init(&u->host, config, FAULT_ENTRIES, (uint64_t)u->region_pages << GMMU_PAGE_BITS, LINK_CYCLES);
    u->component = engine_add_component(e, "fault unit", domain, fault_unit_tick, u);
    return u;
}

void fault_unit_free(fault_unit *u) {
    if (u == NULL)
        return;
    host_free(&u->host);
    for (uint32_t a = 0; a < CHIP_MAX_APPS; a++)
        page_set_clear(&u->resident[a]);
    free(u);
}

int fault_unit_component(const fault_unit *u) {
    return u->component;
}

void fault_unit_attach_tlb(fault_unit *u, engine_link *requests, engine_link *resolved) {
    u->requests = requests;
    u->resolved = resolved;
}

fault_stats fault_unit_stats(const fault_unit *u) {
    fault_stats s = u->stats;
    s.batches = u->host.totals.batches;
    s.largest_batch = u->host.totals.largest_batch;
    s.handler_cycles = u->host.totals.handler_cycles;
    s.link_cycles = u->host.totals.link_cycles;
    return s;
}

access_violation fault_unit_violation(const fault_unit *u) {
    return u->violation;
}

bool fault_unit_quiet(const fault_unit *u, uint16_t asid) {
    const fault_request *r;
    const fault_resolved *a;
    for (uint32_t i = 0; i < FAULT_ENTRIES; i++)
        if (u->region[i].by != SERVED_BY_NOBODY && u->region[i].asid == asid)
            return false;
    for (uint32_t i = 0; (r = link_message(u->requests, i)) != NULL; i++)
        if (r->asid == asid)
            return false;
    for (uint32_t i = 0; (a = link_message(u->resolved, i)) != NULL; i++)
        if (a->asid == asid)
            return false;
    return true;
}

uint64_t fault_unit_served(const fault_unit *u) {
    return u->stats.faults - u->used + u->host.totals.batches + u->host.totals.handler_cycles +
           u->host.totals.link_cycles;
}

void fault_unit_forget(fault_unit *u, uint32_t app) {
    page_set_clear(&u->resident[app]);
}
