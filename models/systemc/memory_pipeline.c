/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/memory_pipeline.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "chip/gpu_check.h"
#include "chip/memory_system.h"
#include "config/messages.h"
#include "mmu/oracle.h"
#include "os/page_allocators.h"
#include "sm/parts/lsu.h"

/* What stands for an SM: its load/store unit, fed from outside. */
typedef struct {
    lsu_context context;
    memory_pipeline *owner;
    engine_link *accesses; /* warp_access */
    lsu *lsu;
    uint64_t running; /* nobody tells which warps have ended, so all warp slots of an SM count */
    app_stats stats[CHIP_MAX_APPS];
} load_store_unit;

struct memory_pipeline {
    memory_pipeline_config config;
    engine *engine;
    uint32_t core_period;
    uint64_t cycle; /* edges so far */
    mem_map *map;
    phys_mem *memory;
    address_space *space[CHIP_MAX_APPS];
    oracle *oracle;
    boundary *boundary;
    load_store_unit *units; /* chip.sm.count */
    memory_system system;
    warp_access_done *done; /* room for all that can be in flight */
    size_t done_count;
    char error[256];
};

/* ---- load/store units ---- */

static void memory_pipeline_accept(load_store_unit *u) {
    const warp_access *a = link_peek(u->accesses);
    if (!a || !lsu_accepts(u->lsu))
        return;
    uint8_t app = u->owner->config.sm_app[u->context.number];
    const inflight_inst inst = {
        .uid = a->id, .warp = a->warp, .app = app, .asid = address_space_asid(u->owner->space[app])};
    lsu_issue(u->lsu, &a->access, &inst, false);
    link_pop(u->accesses);
}

/* In the order of an SM's cycle, which begins here with the issue of the cycle before. */
static uint64_t unit_tick(void *self, uint64_t cycle) {
    load_store_unit *u = self;
    memory_pipeline *p = u->owner;
    lsu_event e;
    memory_pipeline_accept(u);
    lsu_tick(u->lsu, cycle);
    while (lsu_take_event(u->lsu, &e))
        p->done[p->done_count++] = (warp_access_done){.id = e.inst.uid, .sm = u->context.number};
    return link_peek(u->accesses) ? cycle + 1 : lsu_next(u->lsu, cycle);
}

static void add_unit(memory_pipeline *p, uint32_t number, int core_domain) {
    char name[16];
    load_store_unit *u = &p->units[number];
    (void)snprintf(name, sizeof(name), "sm%u", number);
    u->owner = p;
    u->running = UINT64_MAX >> (64 - p->config.config.chip.sm.warps);
    u->context = (lsu_context){.engine = p->engine,
                               .component = engine_add_component(p->engine, name, core_domain, unit_tick, u),
                               .number = number,
                               .config = &p->config.config,
                               .oracle = p->oracle,
                               .stats = u->stats,
                               .running = &u->running};
    u->lsu = lsu_new(&u->context, &lsu_policy_gto);
    u->accesses = memory_system_wire(p->engine, "accesses of sm", number, boundary_component(p->boundary),
                                     u->context.component, sizeof(warp_access), 1, 1);
    (void)boundary_add_inlet(p->boundary, u->accesses);
    sm_links l = memory_system_attach_sm(&p->system, number, u->context.component);
    lsu_attach_tlb(u->lsu, l.to_tlb, l.from_tlb);
    lsu_attach_memory(u->lsu, l.to_memory, l.from_memory);
}

/* ---- construction ---- */

static bool memory_pipeline_check_config(const memory_pipeline_config *c, char *err, size_t n) {
    const chip_config *chip = &c->config.chip;
    bool ok = c->apps >= 1 && c->apps <= CHIP_MAX_APPS && chip->sm.count >= 1 &&
              chip->sm.count <= CHIP_MAX_SMS && chip->l2.banks <= CHIP_MAX_BANKS &&
              chip->l2.banks % chip->memory.channels == 0;
    for (uint32_t i = 0; ok && i < chip->sm.count; i++)
        ok = c->sm_app[i] < c->apps || c->sm_app[i] == CHIP_NO_APP;
    if (!ok)
        (void)snprintf(
            err, n,
            "memory pipeline: expected 1..%u applications on 1..%u SMs, L2 banks a multiple of the channels",
            CHIP_MAX_APPS, CHIP_MAX_SMS);
    return ok && gpu_check_tlb_partitions(&c->config, c->apps, err, n);
}

static bool make_spaces(memory_pipeline *p, char *err, size_t n) {
    p->memory = page_allocators_memory(&p->config.config.chip, p->map, p->config.apps, NULL, err, n);
    for (uint32_t i = 0; p->memory && i < p->config.apps; i++) {
        p->space[i] =
            address_space_new(p->memory, (uint16_t)(i + 1), chip_page_table(&p->config.config.chip));
        if (!p->space[i])
            return false;
    }
    p->oracle = p->memory ? oracle_new(p->space, p->config.apps) : NULL;
    return p->oracle != NULL;
}

/* Numbered as the header says. */
static void connect_outside(memory_pipeline *p) {
    bank_links links[CHIP_MAX_BANKS];
    uint32_t banks = p->config.config.chip.l2.banks;
    int outside = boundary_component(p->boundary);
    for (uint32_t i = 0; i < banks; i++) {
        links[i] = memory_system_connect_bank(&p->system, i, outside);
        (void)boundary_add_outlet(p->boundary, links[i].down);
        (void)boundary_add_inlet(p->boundary, links[i].up);
    }
    for (uint32_t i = 0; i < banks; i++)
        (void)boundary_add_outlet(p->boundary, links[i].walks);
    (void)boundary_add_outlet(p->boundary,
                              memory_system_connect_epochs(&p->system, "epochs to memory", 0, outside));
}

/* The order is that of the whole chip (gpu.c), with the boundary in the dispatcher's
 * place, so that components have the same numbers and events the same hashes. */
static bool make_components(memory_pipeline *p, char *err, size_t n) {
    const chip_config *chip = &p->config.config.chip;
    uint32_t base = chip_base_mhz(chip);
    uint32_t mem_period = base / chip->mem_mhz;
    p->core_period = base / chip->core_mhz;
    if (p->core_period < 2) { /* no time between two edges: count in halves */
        p->core_period *= 2;
        mem_period *= 2;
    }
    int core_domain = engine_add_domain(p->engine, "core", p->core_period);
    int mem_domain = engine_add_domain(p->engine, "memory", mem_period);
    p->boundary = boundary_new(p->engine, p->core_period);
    if (!memory_system_init(&p->system, p->engine, &p->config.config, p->map, core_domain, p->config.apps,
                            p->space, p->config.sm_app, NULL, err, n))
        return false;
    p->units = alloc_zeroed(chip->sm.count, sizeof(*p->units));
    p->done = alloc_zeroed((size_t)chip->sm.count * LSU_OPS, sizeof(*p->done));
    for (uint32_t i = 0; i < chip->sm.count; i++)
        add_unit(p, i, core_domain);
    if (!memory_system_add_banks(&p->system))
        return false;
    if (p->config.memory_outside)
        connect_outside(p);
    else if (!memory_system_add_channels(&p->system, mem_domain, p->config.apps))
        return false;
    for (uint32_t i = 0; i < chip->sm.count; i++)
        lsu_attach_data(p->units[i].lsu, p->system.data);
    return true;
}

memory_pipeline *memory_pipeline_new(const memory_pipeline_config *config, char *err, size_t err_size) {
    if (!memory_pipeline_check_config(config, err, err_size))
        return NULL;
    memory_pipeline *p = alloc_zeroed(1, sizeof(*p));
    p->config = *config;
    p->engine = engine_new();
    (void)snprintf(err, err_size, "memory pipeline: out of memory, or a unit is missing in this build");
    p->map = mem_map_new_for(&config->config, 1, err, err_size);
    if (!p->map || !make_spaces(p, err, err_size) || !make_components(p, err, err_size)) {
        memory_pipeline_free(p);
        return NULL;
    }
    return p;
}

void memory_pipeline_free(memory_pipeline *p) {
    if (!p)
        return;
    for (uint32_t i = 0; p->units && i < p->config.config.chip.sm.count; i++)
        lsu_free(p->units[i].lsu);
    memory_system_destroy(&p->system);
    boundary_free(p->boundary);
    oracle_free(p->oracle);
    for (uint32_t i = 0; i < p->config.apps; i++)
        address_space_free(p->space[i]);
    phys_mem_free(p->memory);
    mem_map_free(p->map);
    engine_free(p->engine);
    free(p->units);
    free(p->done);
    free(p);
}

/* ---- use ---- */

map_result memory_pipeline_map(memory_pipeline *p, uint32_t app, uint64_t vpn) {
    return app < p->config.apps
               ? address_space_map(p->space[app], vpn, chip_page_bits(&p->config.config.chip))
               : MAP_BAD_VPN;
}

bool memory_pipeline_translate(const memory_pipeline *p, uint32_t app, uint64_t vpn, uint64_t *ppn) {
    translation t;
    if (app >= p->config.apps || !address_space_translate(p->space[app], vpn, &t))
        return false;
    *ppn = t.ppn;
    return true;
}

uint32_t memory_pipeline_bank(const memory_pipeline *p, uint64_t paddr) {
    return mem_map_l2_bank(p->map, paddr);
}

bool memory_pipeline_offer(memory_pipeline *p, uint32_t sm, const warp_access *access) {
    warp_access *slot = boundary_offer(p->boundary, sm);
    if (slot)
        *slot = *access;
    return slot != NULL;
}

uint64_t memory_pipeline_accepted(const memory_pipeline *p, uint32_t sm) {
    return boundary_popped(p->boundary, sm);
}

void memory_pipeline_edge(memory_pipeline *p) {
    p->done_count = 0;
    (void)engine_run(p->engine, p->cycle * p->core_period + 1);
    p->cycle++;
}

const warp_access_done *memory_pipeline_done(const memory_pipeline *p, size_t *count) {
    *count = p->done_count;
    return p->done;
}

boundary *memory_pipeline_boundary(memory_pipeline *p) {
    return p->boundary;
}

uint64_t memory_pipeline_cycle(const memory_pipeline *p) {
    return p->cycle;
}

uint64_t memory_pipeline_event_hash(const memory_pipeline *p) {
    return engine_event_hash(p->engine);
}

app_stats memory_pipeline_stats(const memory_pipeline *p, uint32_t app) {
    app_stats stats = {0};
    if (app >= p->config.apps)
        return stats;
    for (uint32_t i = 0; i < p->config.config.chip.sm.count; i++)
        app_stats_add(&stats, &p->units[i].stats[app]);
    memory_system_collect(&p->system, app, &stats);
    return stats;
}

const char *memory_pipeline_error(memory_pipeline *p) {
    if (oracle_mismatches(p->oracle))
        oracle_report(p->oracle, p->error, sizeof(p->error));
    else
        data_oracle_report(p->system.data, p->error, sizeof(p->error));
    return p->error[0] ? p->error : NULL;
}
