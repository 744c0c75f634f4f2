/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/last_level.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mmu/last_level_internal.h"
#include "mmu/tlb_pipeline.h"

/* Shorter epochs could end before the token controller has evaluated the one before: 30
 * applications take it up to 4560 cycles, where their SMs stay theirs. */
#define MIN_EPOCH_CYCLES 5000U

/* ---- what the bodies share ---- */

void last_level_violate(last_level *t, const char *what, const tlb_request *r) {
    if (t->violation.what == NULL)
        t->violation =
            (access_violation){.what = what, .vpn = r->vpn, .app = r->app, .sm = r->sm, .warp = r->warp};
    engine_stop(t->e);
}

void last_level_observe(const last_level *t, const char *lanes, uint32_t lane, uint64_t begun, uint64_t cycle,
                        uint64_t vpn, uint32_t app) {
    if (t->watch == NULL || t->watch->span == NULL)
        return;
    t->watch->span(t->watch->ctx, engine_now(t->e), lanes, lane, "walk",
                   engine_cycle_time(t->e, t->domain, begun), engine_cycle_time(t->e, t->domain, cycle),
                   vpn << GMMU_PAGE_BITS, app);
}

bool last_level_epoch(last_level *t, uint64_t cycle) {
    if (cycle < tlb_epochs_end(&t->epochs))
        return false;
    engine_event(t->e, t->component, EVENT_EPOCH, t->epochs.ended, 0);
    tlb_epochs_finish(&t->epochs, t->stats, t->body->tokens(t));
    tlb_epochs_observe(&t->epochs, t->watch, engine_now(t->e));
    return true;
}

/* ---- construction ---- */

static bool last_level_check(const gpu_config *c, uint32_t apps, char *err, size_t err_size) {
    const chip_config *chip = &c->chip;
    const char *wrong = NULL;
    if (apps == 0 || apps > CHIP_MAX_APPS)
        wrong = "the number of applications must be 1 to 64";
    else if (chip->sm.count == 0 || chip->sm.count > CHIP_MAX_SMS)
        wrong = "the number of SMs must be 1 to 256";
    else if (chip_last_tlb(chip)->ports == 0 || chip_last_tlb(chip)->ports > TLB_PIPELINE_MAX_PORTS)
        wrong = "the L2 TLB must have 1 or 2 ports";
    else if (chip_last_tlb(chip)->latency == 0)
        wrong = "the L2 TLB must have a latency of 1 cycle or more";
    else if (chip_last_tlb(chip)->mshrs == 0 || chip->walk.walkers == 0)
        wrong = "the L2 TLB must have MSHRs and page walkers";
    else if (c->mask.epoch_cycles < MIN_EPOCH_CYCLES)
        wrong = "an epoch must have 5000 cycles or more";
    if (wrong != NULL)
        snprintf(err, err_size, "chip %s: %s", chip->name, wrong);
    return wrong == NULL;
}

static const last_level_body *body_of(const gpu_config *config) {
    return config->design.gmmu_block ? &gmmu_seat_body : &shared_tlb_body;
}

const unit_need *last_level_units(const gpu_config *config) {
    return body_of(config)->units(config);
}

last_level *last_level_new(engine *e, int core_domain, const gpu_config *config, uint32_t apps,
                           address_space *const *spaces, const uint8_t *sm_app, const observer *o, char *err,
                           size_t err_size) {
    const chip_config *chip = &config->chip;
    if (!last_level_check(config, apps, err, err_size))
        return NULL;
    last_level *t = alloc_zeroed(1, body_of(config)->bytes);
    t->body = body_of(config);
    t->e = e;
    t->domain = core_domain;
    t->watch = o;
    t->spaces = spaces;
    t->apps = apps;
    if (!t->body->open(t, config, sm_app, err, err_size)) {
        free(t);
        return NULL;
    }
    tlb_ports_init(&t->sms, chip, chip->tlb.levels - 1, 0, apps);
    tlb_faults_init(&t->faults, scheme_preemptible(config->exceptions.scheme), chip_last_tlb(chip)->mshrs);
    tlb_epochs_init(&t->epochs, config->mask.epoch_cycles, apps);
    t->component = engine_add_component(e, "shared_tlb", core_domain, t->body->tick, t);
    return t;
}

void last_level_free(last_level *t) {
    if (t == NULL)
        return;
    t->body->close(t);
    tlb_faults_free(&t->faults);
    tlb_epochs_free(&t->epochs);
    tlb_ports_free(&t->sms);
    free(t);
}

int last_level_component(const last_level *t) {
    return t->component;
}

void last_level_attach(last_level *t, uint32_t client, engine_link *in, engine_link *out) {
    t->sms.client[client].in = in;
    t->sms.client[client].out = out;
}

void last_level_attach_memory(last_level *t, uint32_t port, engine_link *to_xbar, engine_link *from_xbar) {
    t->body->attach_memory(t, port, to_xbar, from_xbar);
}

void last_level_attach_data(last_level *t, data_oracle *data) {
    t->body->attach_data(t, data);
}

void last_level_attach_epoch(last_level *t, engine_link *out) {
    tlb_epochs_attach(&t->epochs, out);
}

void last_level_attach_coalescer(last_level *t, inplace_coalescer *c) {
    t->coalescer = c;
}

void last_level_attach_faults(last_level *t, engine_link *out, engine_link *in) {
    t->faults.to_unit = out;
    t->faults.from_unit = in;
}

void last_level_attach_tables(last_level *t, engine_link *in) {
    t->tables = in;
}

access_violation last_level_violation(const last_level *t) {
    return t->violation;
}

void last_level_invalidate(last_level *t) {
    t->invalidate = true;
}

/* ---- what it has come to ---- */

last_level_wait last_level_waits(const last_level *t, uint16_t asid, uint64_t *vpn) {
    return t->body->waits(t, asid, vpn);
}

const app_stats *last_level_stats(const last_level *t) {
    return t->stats;
}

void last_level_collect(const last_level *t, uint32_t app, app_stats *to) {
    const walker_load load = t->body->load(t, app);
    app_stats_add(to, &t->stats[app]);
    to->walk_queue_cycles += load.queue_cycles;
    to->walk_active_cycles += load.active_cycles;
}

last_level_totals last_level_get_totals(const last_level *t) {
    return (last_level_totals){.faults = t->fault_count, .walk_active_max = t->body->active_max(t)};
}

int32_t last_level_tokens(last_level *t, uint32_t app) {
    return tlb_epochs_tokens(&t->epochs, app, t->body->tokens(t));
}

const epoch_sample *last_level_history(const last_level *t, size_t *count) {
    *count = t->epochs.samples;
    return t->epochs.history;
}
