/* SPDX-License-Identifier: Apache-2.0 */
/* The fault unit and the host behind it alone: round trips, what is serial, what is parallel, batches,
 * limits. */
#include <stdlib.h>
#include <string.h>

#include "os/fault_unit.h"
#include "unit_test.h"

#define FIRST_VPN UINT64_C(0x100000)
#define REQUESTS  2000U
#define PAGES     16U /* of a region */

/* In the place of the shared TLB: a script of requests, and what was resolved when. */
typedef struct {
    engine_link *out, *in;
    struct {
        uint64_t cycle;
        fault_request request;
    } script[REQUESTS];
    uint32_t count, sent;
    struct {
        uint64_t cycle;
        fault_resolved resolved;
    } got[REQUESTS];
    uint32_t gots;
    bool deaf; /* takes nothing */
} stub_tlb;

typedef struct {
    engine *e;
    gpu_config config;
    fault_unit *unit;
    stub_tlb tlb;
    uint64_t fresh_from; /* pages from here on are PAGE_FRESH, those before PAGE_HOST */
} rig;

static uint64_t tlb_tick(void *self, uint64_t cycle) {
    stub_tlb *t = self;
    const fault_resolved *r;
    while (!t->deaf && (r = link_peek(t->in)) != NULL) {
        t->got[t->gots].cycle = cycle;
        t->got[t->gots++].resolved = *r;
        link_pop(t->in);
    }
    while (t->sent < t->count && t->script[t->sent].cycle <= cycle) {
        fault_request *q = link_push(t->out);
        if (q == NULL)
            return GMMU_NEVER;
        *q = t->script[t->sent++].request;
    }
    return t->sent < t->count ? t->script[t->sent].cycle : GMMU_NEVER;
}

static page_origin origin(void *ctx, uint32_t app, uint64_t vpn) {
    const rig *g = ctx;
    (void)app;
    if (vpn < FIRST_VPN)
        return PAGE_INVALID;
    return vpn < g->fresh_from ? PAGE_HOST : PAGE_FRESH;
}

/* At 1000 MHz, so that cycles are nanoseconds; `page`: bytes of the smallest one. */
static rig *rig_of(const exception_config *faults, uint32_t page) {
    rig *g = calloc(1, sizeof *g);
    assert_non_null(g);
    char err[256] = "";
    g->config = (gpu_config){.chip = *chip_preset("tanasic"), .exceptions = *faults};
    g->config.chip.page_sizes = (page_size_list){1, {page}};
    g->config.exceptions.scheme = SCHEME_REPLAY;
    g->config.exceptions.faults = FAULTS_MIGRATE;
    g->fresh_from = UINT64_MAX;
    g->e = engine_new();
    int core = engine_add_domain(g->e, "core", 1);
    g->unit = fault_unit_new(g->e, core, &g->config, origin, g, NULL, err, sizeof err);
    assert_non_null(g->unit);
    int unit = fault_unit_component(g->unit);
    int tlb = engine_add_component(g->e, "tlb", core, tlb_tick, &g->tlb);
    g->tlb.out = engine_add_link(g->e, "requests", tlb, unit, sizeof(fault_request), 4, 1);
    g->tlb.in = engine_add_link(g->e, "resolved", unit, tlb, sizeof(fault_resolved), 4, 1);
    fault_unit_attach_tlb(g->unit, g->tlb.out, g->tlb.in);
    return g;
}

static rig *rig_new(const char *link, bool local) {
    exception_config faults = exception_defaults;
    faults.link = *host_link_find(link);
    faults.local_faults = local;
    return rig_of(&faults, 4096);
}

static void rig_free(rig *g) {
    engine_free(g->e);
    fault_unit_free(g->unit);
    free(g);
}

/* A request for page `page` of region `region`, by core `core`. */
static void ask(rig *g, uint64_t cycle, uint32_t number, uint32_t page, uint32_t core) {
    stub_tlb *t = &g->tlb;
    assert_true(t->count < REQUESTS);
    t->script[t->count].cycle = cycle;
    t->script[t->count++].request = (fault_request){.vpn = FIRST_VPN + number * PAGES + page,
                                                    .sms.word = {UINT64_C(1) << core},
                                                    .asid = 1,
                                                    .sm = (uint8_t)core,
                                                    .warp = 5};
}

static fault_stats run(rig *g) {
    assert_int_equal(engine_run(g->e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(g->tlb.sent, g->tlb.count);
    return fault_unit_stats(g->unit);
}

static void round_trips(void **state) {
    (void)state;
    const struct {
        const char *link;
        bool fresh, local;
        uint64_t cycles;
    } cases[] = {
        {"nvlink", false, false, 12000}, {"nvlink", true, false, 10000}, {"pcie", false, false, 25000},
        {"pcie", true, false, 12000},    {"nvlink", true, true, 20000},  {"pcie", true, true, 20000},
        {"pcie", false, true, 25000}, /* a migration goes to the host, whoever handles faults */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig *g = rig_new(cases[i].link, cases[i].local);
        g->fresh_from = cases[i].fresh ? 0 : UINT64_MAX;
        ask(g, 7, 3, 9, 2);
        fault_stats s = run(g);
        assert_int_equal(g->tlb.gots, 1);
        assert_int_equal(g->tlb.got[0].cycle, 7 + cases[i].cycles);
        const fault_resolved *r = &g->tlb.got[0].resolved;
        assert_int_equal(r->vpn, FIRST_VPN + UINT64_C(3) * PAGES);
        assert_int_equal(r->pages, PAGES);
        assert_int_equal(r->mapped, 0xffff);
        assert_int_equal(r->sms.word[0], 4);
        assert_int_equal(s.cycles, cases[i].cycles);
        assert_int_equal(s.local, cases[i].local && cases[i].fresh);
        assert_int_equal(s.batches, s.local ? 0 : 1);
        rig_free(g);
    }
}

/* Many at once: the handler takes 2 us of each, transfers take 2 us (NVLink) or 13 us (PCIe), all else
 * overlaps. */
static void what_is_serial(void **state) {
    (void)state;
    const struct {
        const char *link;
        bool fresh, local;
        uint64_t first, step;
    } cases[] = {
        {"nvlink", true, false, 10000, 2000},  {"pcie", true, false, 12000, 2000},
        {"nvlink", false, false, 12000, 2000}, {"pcie", false, false, 25000, 13000},
        {"pcie", true, true, 20000, 0},
    };
    const uint32_t count = 40;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig *g = rig_new(cases[i].link, cases[i].local);
        g->fresh_from = cases[i].fresh ? 0 : UINT64_MAX;
        for (uint32_t k = 0; k < count; k++)
            ask(g, 0, k, k % PAGES, k % 16);
        fault_stats s = run(g);
        assert_int_equal(g->tlb.gots, count);
        assert_int_equal(s.most, count);
        for (uint32_t k = 0; k < count; k++) {
            /* The requests enter 4 a cycle, as many as the link holds. */
            uint64_t due = cases[i].first + k * cases[i].step;
            assert_in_range(g->tlb.got[k].cycle, due, due + 2 * count);
            if (!cases[i].local)
                assert_int_equal(g->tlb.got[k].resolved.vpn, FIRST_VPN + k * PAGES);
        }
        assert_int_equal(s.handler_cycles, cases[i].local ? 0 : count * 2000);
        assert_int_equal(s.link_cycles, cases[i].fresh ? 0 : count * (cases[i].step == 2000 ? 2000 : 13000));
        rig_free(g);
    }
}

/* Mosaic 3.2: "the load-to-use latency with 2MB large pages (318 us) is six times the latency with 4KB base
 * pages (55 us)". What grows with the bytes is the bus, one transfer after the other; the rest overlaps. */
static void pages_over_an_io_bus(void **state) {
    (void)state;
    const struct {
        uint32_t page;
        bool fresh;
        uint64_t first, step;
    } cases[] = {
        {4096, false, 55000, 515},
        {2U << 20, false, 318000, 263515}, /* 512 times the bytes */
        {65536, false, 54485 + 515 + 263000 * 60 / 2044, 515 + 263000 * 60 / 2044},
        {4096, true, 54485, 0},
        {2U << 20, true, 54485, 0},
    };
    const uint32_t count = 40;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t pages = cases[i].page / 4096;
        rig *g = rig_of(chip_faults("mosaic"), cases[i].page);
        g->fresh_from = cases[i].fresh ? 0 : UINT64_MAX;
        for (uint32_t k = 0; k < count; k++) {
            ask(g, 0, 0, 0, 0);
            g->tlb.script[k].request.vpn = FIRST_VPN + (uint64_t)k * pages + k % pages;
        }
        ask(g, 0, 0, 0, 1); /* the first page again: merged */
        g->tlb.script[count].request.vpn = FIRST_VPN + pages - 1;
        const fault_stats s = run(g);
        assert_int_equal(g->tlb.gots, count);
        assert_int_equal(s.merged, 1);
        for (uint32_t k = 0; k < count; k++) {
            const fault_resolved *r = &g->tlb.got[k].resolved;
            assert_int_equal(r->vpn, FIRST_VPN + k * pages);
            assert_int_equal(r->pages, pages);
            assert_int_equal(r->mapped, 1);
            const uint64_t due = cases[i].first + k * cases[i].step;
            assert_in_range(g->tlb.got[k].cycle, due, due + (k == 0 ? 0 : count));
        }
        assert_int_equal(s.migrated, cases[i].fresh ? 0 : count * pages);
        assert_int_equal(s.allocated, cases[i].fresh ? count * pages : 0);
        assert_int_equal(s.link_cycles, count * cases[i].step);
        assert_int_equal(s.handler_cycles, 0);
        rig_free(g);
    }
}

/* A large page comes as soon as one of its base pages does, and is known from then on by all of them. */
static void a_large_page_comes_whole(void **state) {
    (void)state;
    rig *g = rig_of(chip_faults("mosaic"), 2U << 20);
    g->fresh_from = FIRST_VPN + 300; /* the rest is the application's own: all of it is transferred */
    for (uint32_t k = 0; k < 3; k++)
        ask(g, k == 0 ? 0 : 400000 + k, 0, 0, k);
    g->tlb.script[0].request.vpn = FIRST_VPN + 400;
    g->tlb.script[1].request.vpn = FIRST_VPN + 511;
    g->tlb.script[2].request.vpn = FIRST_VPN + 3;
    const fault_stats s = run(g);
    assert_int_equal(s.faults, 1);
    assert_int_equal(s.late, 2);
    assert_int_equal(s.migrated, 512);
    assert_int_equal(s.cycles, 318000);
    rig_free(g);
}

/* The first is a batch of its own; what comes while the handler works on it is the next. */
static void batches(void **state) {
    (void)state;
    rig *g = rig_new("nvlink", false);
    ask(g, 0, 0, 0, 0);
    for (uint32_t k = 1; k <= 8; k++)
        ask(g, 100 + k, k, 0, 0);
    for (uint32_t k = 0; k < 5; k++) /* merged into the last, before the handler comes to it */
        ask(g, 200 + k, 8, 1 + k, 3);
    ask(g, 60000, 9, 0, 0);
    fault_stats s = run(g);
    assert_int_equal(s.faults, 10);
    assert_int_equal(s.merged, 5);
    assert_int_equal(s.batches, 3);
    assert_int_equal(s.largest_batch, 13);
    assert_int_equal(g->tlb.got[8].resolved.sms.word[0], 1 | 8);
    rig_free(g);
}

/* A request that comes when its page has just become resident. */
static void late_requests_are_answered_at_once(void **state) {
    (void)state;
    for (uint64_t cycle = 11996; cycle < 12003; cycle++) {
        rig *g = rig_new("nvlink", false);
        ask(g, 0, 0, 0, 0);
        ask(g, cycle, 0, 7, 1);
        fault_stats s = run(g);
        assert_int_equal(s.faults, 1);
        assert_int_equal(s.merged + s.late, 1);
        uint64_t told = 0;
        for (uint32_t i = 0; i < g->tlb.gots; i++)
            if (g->tlb.got[i].resolved.sms.word[0] & 2)
                told = g->tlb.got[i].cycle;
        assert_in_range(told, cycle, cycle < 11998 ? 12000 : cycle + 2);
        assert_int_equal(s.merged, cycle < 11998); /* it arrives at 11999, as the answer leaves */
        rig_free(g);
    }
}

/* More regions than entries: the others wait in the link, none is lost. */
static void more_faults_than_entries(void **state) {
    (void)state;
    const uint32_t count = 3 * FAULT_ENTRIES;
    rig *g = rig_new("nvlink", true);
    g->fresh_from = 0;
    for (uint32_t k = 0; k < count; k++)
        ask(g, 0, k, 0, k % 16);
    fault_stats s = run(g);
    assert_int_equal(g->tlb.gots, count);
    assert_int_equal(s.most, FAULT_ENTRIES);
    assert_int_equal(s.faults, count);
    assert_int_equal(s.allocated, count * PAGES);
    assert_in_range(g->tlb.got[count - 1].cycle, 60000, 60000 + count); /* three rounds of 20 us */
    rig_free(g);
}

/* A shared TLB that takes nothing stops the fault unit and loses nothing. */
static void back_pressure(void **state) {
    (void)state;
    rig *g = rig_new("pcie", true);
    g->fresh_from = FIRST_VPN + UINT64_C(10) * PAGES;
    g->tlb.deaf = true;
    for (uint32_t k = 0; k < 30; k++)
        ask(g, k, k, 0, 1);
    assert_int_equal(engine_run(g->e, 400000), ENGINE_IDLE);
    assert_int_equal(g->tlb.gots, 0);
    g->tlb.deaf = false;
    engine *e = g->e;
    for (uint32_t round = 0; round < 30 && g->tlb.gots < 30; round++) {
        (void)tlb_tick(&g->tlb, engine_now(e)); /* nobody else wakes it */
        (void)engine_run(e, engine_now(e) + 100);
    }
    assert_int_equal(g->tlb.gots, 30);
    fault_stats s = fault_unit_stats(g->unit);
    assert_int_equal(s.local, 20);
    assert_int_equal(s.migrated, 10 * PAGES);
    assert_int_equal(s.allocated, 20 * PAGES);
    rig_free(g);
}

/* Two applications fault at one address: each has a fault of its own, and is answered for itself. */
static void two_spaces_at_one_address(void **state) {
    (void)state;
    rig *g = rig_new("nvlink", false);
    for (uint32_t i = 0; i < 4; i++) {
        ask(g, i < 2 ? 0 : 1000000, 0, 3, i % 2);
        g->tlb.script[i].request.asid = (uint16_t)(i % 2 + 1);
        g->tlb.script[i].request.app = (uint8_t)(i % 2);
    }
    assert_int_equal(engine_run(g->e, 500000), ENGINE_UNTIL);
    assert_int_equal(fault_unit_stats(g->unit).faults, 2);
    /* One ends, and begins anew: its pages are missing again, the other's stay. */
    assert_true(fault_unit_quiet(g->unit, 1));
    fault_unit_forget(g->unit, 0);
    const fault_stats s = run(g);
    assert_int_equal(s.faults, 3);
    assert_int_equal(s.late, 1);
    assert_int_equal(s.merged, 0);
    assert_int_equal(g->tlb.gots, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const fault_resolved *r = &g->tlb.got[i].resolved;
        assert_int_equal(r->app + 1, r->asid);
        assert_int_equal(r->sms.word[0], 1U << r->app);
    }
    assert_int_not_equal(g->tlb.got[0].resolved.asid, g->tlb.got[1].resolved.asid);
    rig_free(g);
}

static void an_invalid_access_ends_the_run(void **state) {
    (void)state;
    rig *g = rig_new("nvlink", false);
    ask(g, 0, 0, 0, 0);
    ask(g, 1, 0, 0, 9);
    g->tlb.script[1].request.vpn = 0x77;
    assert_int_equal(engine_run(g->e, GMMU_NEVER), ENGINE_STOPPED);
    access_violation v = fault_unit_violation(g->unit);
    assert_string_equal(v.what, "there is no such page");
    assert_int_equal(v.vpn, 0x77);
    assert_int_equal(v.sm, 9);
    assert_int_equal(v.warp, 5);
    rig_free(g);
}

static void impossible_links_are_refused(void **state) {
    (void)state;
    engine *e = engine_new();
    int core = engine_add_domain(e, "core", 1);
    gpu_config c = {.chip = *chip_preset("tanasic"), .exceptions = exception_defaults};
    char err[256] = "";
    c.exceptions.region_bytes = 12288;
    assert_null(fault_unit_new(e, core, &c, origin, NULL, NULL, err, sizeof err));
    assert_non_null(strstr(err, "power of two"));
    c.exceptions.region_bytes = 65536;
    c.exceptions.link.allocate_ns = 13000;
    assert_null(fault_unit_new(e, core, &c, origin, NULL, NULL, err, sizeof err));
    assert_non_null(strstr(err, "round trip"));
    c.exceptions = exception_defaults;
    c.chip.page_sizes = (page_size_list){1, {2U << 20}}; /* and the link does not say what it takes */
    assert_null(fault_unit_new(e, core, &c, origin, NULL, NULL, err, sizeof err));
    assert_non_null(strstr(err, "smallest page"));
    engine_free(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(what_is_serial),
        cmocka_unit_test(pages_over_an_io_bus),
        cmocka_unit_test(a_large_page_comes_whole),
        cmocka_unit_test(batches),
        cmocka_unit_test(late_requests_are_answered_at_once),
        cmocka_unit_test(more_faults_than_entries),
        cmocka_unit_test(back_pressure),
        cmocka_unit_test(two_spaces_at_one_address),
        cmocka_unit_test(an_invalid_access_ends_the_run),
        cmocka_unit_test(impossible_links_are_refused),
    };
    return UNIT_TEST_RUN("fault_unit", tests);
}
