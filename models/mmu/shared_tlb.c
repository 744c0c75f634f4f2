/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/shared_tlb.h"

#include <stdio.h>

#include "base/alloc.h"
#include "mmu/shared_tlb_state.h"
#include "spec/tlb_shape.h"

/* Shorter epochs could end before the token controller has evaluated the one before: 30
 * applications take it up to 4560 cycles, where their SMs stay theirs. */
#define MIN_EPOCH_CYCLES 5000U

enum { MISS, HIT_TLB, HIT_BYPASS };        /* of EVENT_LOOKUP */
enum { FILL_NONE, FILL_TLB, FILL_BYPASS }; /* of EVENT_FILL */

/* ---- lookup pipeline ---- */

/* One cycle before the end of the pipeline. */
static void present_lookups(shared_tlb *t) {
    if (t->rules == NULL || t->pipeline.in_flight == 0)
        return;
    for (uint32_t p = 0; p < t->pipeline.ports; p++) {
        uint32_t i = tlb_pipeline_next(&t->pipeline, p);
        if (i != INDEX_NONE)
            t->rules->coming(t->fill_state, p, &t->sms.pool[i].request);
    }
}

/* ---- lookups and misses ---- */

/* Another request waits for MSHR m. */
static void wait_for(shared_tlb *t, uint32_t m, uint32_t i) {
    tlb_mshr *mshr = &t->mshrs.entries[m];
    const uint32_t stalled = t->sms.pool[i].request.stalled;
    index_list_push(&mshr->waiters, t->sms.next, i);
    mshr->requests++;
    mshr->stalled = stalled > mshr->stalled ? stalled : mshr->stalled;
}

/* Merges a miss into the walk of its page or begins one; false when no MSHR is free. */
static bool shared_tlb_miss(shared_tlb *t, uint64_t cycle, uint32_t i, bool may_begin) {
    const tlb_request *r = &t->sms.pool[i].request;
    uint32_t m = tlb_mshrs_find(&t->mshrs, r->asid, r->vpn);
    if (m != INDEX_NONE) {
        t->stats[r->app].l2_tlb_pending_hits++;
        t->sms.pool[i].found = true;
    } else {
        if (!may_begin || tlb_mshrs_left(&t->mshrs, tlb_mshrs_part(&t->mshrs, r->asid)) == 0)
            return false;
        m = tlb_mshrs_take(&t->mshrs, r->asid, r->vpn);
        tlb_mshr *mshr = &t->mshrs.entries[m];
        mshr->since = cycle;
        mshr->app = r->app;
        mshr->sm = r->sm;
        mshr->warp = r->warp;
        mshr->rank = r->rank;
        mshr->running = r->running;
        tlb_epochs_miss_begins(&t->epochs, r->app);
        walker_start(t->walker, cycle, m, t->spaces[r->app], r->vpn, r->app);
    }
    wait_for(t, m, i);
    return true;
}

/* The end of the pipeline: L2 TLB, bypass cache, or a miss. */
static void shared_tlb_resolve(shared_tlb *t, uint64_t cycle, uint32_t port, uint32_t i) {
    const tlb_request *r = &t->sms.pool[i].request;
    app_stats *stats = &t->stats[r->app];
    tlb_page page = {.ppn = 0};
    uint64_t outcome = MISS;
    bool first; /* only the first lookup of a request is counted */
    bool may_begin = tlb_parked_may_begin(&t->parked, &t->mshrs, &t->sms, i, &first);
    if (tlb_lookup(t->array, r->asid, r->vpn, &page))
        outcome = HIT_TLB;
    else if (t->rules != NULL && t->rules->find(t->fill_state, cycle, port, r, &page))
        outcome = HIT_BYPASS;
    stats->l2_tlb_hits += first && outcome == HIT_TLB;
    stats->l2_tlb_misses += first && outcome != HIT_TLB;
    stats->bypass_hits += first && outcome == HIT_BYPASS;
    engine_event(t->e, t->component, EVENT_LOOKUP, r->vpn,
                 ((uint64_t)r->asid << 32) | ((uint64_t)r->sm << 16) | ((uint64_t)r->warp << 8) | outcome);
    if (first)
        tlb_epochs_stalled(&t->epochs, r->app, r->stalled);
    if (t->rules != NULL && first)
        t->rules->looked_up(t->fill_state, port, r, outcome != MISS);
    stats->l2_tlb_pending_hits += !first && outcome != MISS;
    t->sms.pool[i].found = outcome != MISS;
    if (outcome != MISS)
        tlb_ports_answer(&t->sms, i, page.ppn, page.bits);
    else if (!shared_tlb_miss(t, cycle, i, may_begin))
        tlb_parked_add(&t->parked, &t->mshrs, &t->sms, i);
}

static void shared_tlb_leave_pipeline(shared_tlb *t, uint64_t cycle) {
    tlb_pipeline_advance(&t->pipeline);
    if (t->pipeline.in_flight == 0)
        return;
    for (uint32_t p = 0; p < t->pipeline.ports; p++) {
        uint32_t i = tlb_pipeline_take(&t->pipeline, p);
        if (i != INDEX_NONE)
            shared_tlb_resolve(t, cycle, p, i);
    }
}

/* ---- walks, faults, fills ---- */

void shared_tlb_violate(shared_tlb *t, const char *what, const tlb_request *r) {
    if (t->violation.what == NULL)
        t->violation =
            (access_violation){.what = what, .vpn = r->vpn, .app = r->app, .sm = r->sm, .warp = r->warp};
    engine_stop(t->e);
}

static void shared_tlb_release(shared_tlb *t, uint32_t m) {
    t->stats[t->mshrs.entries[m].app].walk_requests += t->mshrs.entries[m].requests;
    tlb_epochs_miss_ends(&t->epochs, t->mshrs.entries[m].app);
    tlb_mshrs_release(&t->mshrs, m);
}

/* All that wait for the MSHR filled in the cycle before are answered. */
static void answer_waiters(shared_tlb *t) {
    if (t->filled == INDEX_NONE)
        return;
    tlb_mshr *mshr = &t->mshrs.entries[t->filled];
    uint32_t i;
    while ((i = index_list_pop(&mshr->waiters, t->sms.next)) != INDEX_NONE) {
        const tlb_request *r = &t->sms.pool[i].request;
        if (mshr->system && !r->system)
            shared_tlb_violate(t, "only the system may use the page", r);
        t->sms.pool[i].system = mshr->system;
        tlb_ports_answer(&t->sms, i, mshr->ppn + (r->vpn - mshr->vpn), mshr->bits);
    }
    shared_tlb_release(t, t->filled);
    t->filled = INDEX_NONE;
}

/* The rules' answer decides where a finished walk is filled. */
static void shared_tlb_fill(shared_tlb *t) {
    if (t->asked == INDEX_NONE)
        return;
    const tlb_mshr *m = &t->mshrs.entries[t->asked];
    uint64_t where = FILL_NONE;
    if (m->system) {
        where = FILL_NONE;
    } else if (t->rules == NULL || t->rules->fills(t->fill_state)) {
        if (tlb_fill(t->array, m->asid, m->vpn, &(tlb_page){.ppn = m->ppn, .bits = m->bits})) {
            t->stats[m->app].l2_tlb_fills++;
            where = FILL_TLB;
        }
    } else {
        t->rules->keep(t->fill_state, m);
        t->stats[m->app].bypass_fills++;
        where = FILL_BYPASS;
    }
    engine_event(t->e, t->component, EVENT_FILL, m->vpn, (m->ppn << 16) | ((uint64_t)m->asid << 2) | where);
    t->filled = t->asked;
    t->asked = INDEX_NONE;
}

void shared_tlb_observe(const shared_tlb *t, const char *lanes, uint32_t lane, uint64_t begun, uint64_t cycle,
                        uint64_t vpn, uint32_t app) {
    if (t->watch == NULL || t->watch->span == NULL)
        return;
    t->watch->span(t->watch->ctx, engine_now(t->e), lanes, lane, "walk",
                   engine_cycle_time(t->e, t->domain, begun), engine_cycle_time(t->e, t->domain, cycle),
                   vpn << GMMU_PAGE_BITS, app);
}

/* The MSHR's page is not resident. */
static void shared_tlb_fault(shared_tlb *t, uint32_t m) {
    const tlb_mshr *mshr = &t->mshrs.entries[m];
    t->fault_count++;
    if (t->faults.to_unit != NULL)
        tlb_faults_add(&t->faults, m);
    else
        shared_tlb_violate(
            t, "there is no such page",
            &(tlb_request){.vpn = mshr->vpn, .app = mshr->app, .sm = mshr->sm, .warp = mshr->warp});
}

static void report_fault(shared_tlb *t) {
    uint32_t m = tlb_faults_report(&t->faults, &t->mshrs, &t->sms);
    if (m == INDEX_NONE)
        return;
    const tlb_mshr *mshr = &t->mshrs.entries[m];
    engine_event(t->e, t->component, EVENT_FAULT, mshr->vpn, mshr->asid);
    if (!mshr->faulted)
        shared_tlb_release(t, m);
}

/* Base pages have become resident (Mosaic 4.3: a large page is coalesced when all of it is there). */
static void tell_coalescer_of(const shared_tlb *t, const fault_resolved *r) {
    translation page;
    for (uint64_t left = t->coalescer != NULL ? r->mapped : 0; left != 0; left &= left - 1) {
        const uint64_t vpn = r->vpn + (uint64_t)__builtin_ctzll(left);
        if (address_space_translate(t->spaces[r->app], vpn, &page))
            inplace_tell(t->coalescer, r->app, vpn, page.ppn, 1);
    }
}

/* Pages have become resident: requests that waited for one of them walk again. */
static void take_resolved(shared_tlb *t, uint64_t cycle) {
    const fault_resolved *r = tlb_faults_resolved(&t->faults, t->spaces, &t->sms);
    if (r == NULL)
        return;
    tell_coalescer_of(t, r);
    engine_event(t->e, t->component, EVENT_RESOLVED, r->vpn, ((uint64_t)r->asid << 32) | r->pages);
    for (uint32_t m = 0; m < t->mshrs.count; m++) {
        tlb_mshr *mshr = &t->mshrs.entries[m];
        if (!mshr->used || !mshr->faulted || !tlb_faults_covers(r, mshr->asid, mshr->vpn))
            continue;
        mshr->faulted = false;
        mshr->since = cycle; /* the time of the fault is not the walk's */
        walker_start(t->walker, cycle, m, t->spaces[mshr->app], mshr->vpn, mshr->app);
    }
    tlb_faults_taken(&t->faults);
}

/* The walker's cycle; whether the warp that began a finished walk may fill is asked now. */
static void shared_tlb_walk(shared_tlb *t, uint64_t cycle) {
    walk_result r;
    if (!walker_tick(t->walker, cycle, &r))
        return;
    tlb_mshr *m = &t->mshrs.entries[r.owner];
    m->ppn = r.ppn;
    m->bits = r.bits;
    m->system = r.system;
    t->stats[m->app].walks++;
    t->stats[m->app].walk_running += m->running;
    t->stats[m->app].walk_cache_hits += r.cached;
    t->stats[m->app].walk_cycles += cycle - m->since;
    engine_event(t->e, t->component, EVENT_WALK, m->vpn, (r.ppn << 16) | m->asid);
    shared_tlb_observe(t, "walker", r.lane, r.begun, cycle, m->vpn, m->app);
    if (!r.present) {
        shared_tlb_fault(t, r.owner);
        return;
    }
    t->asked = r.owner;
    if (t->rules != NULL)
        t->rules->ask(t->fill_state, m);
}

/* ---- a PTE changed ---- */

/* The page coalescer has written a line of PTEs. */
static void update_tables(shared_tlb *t) {
    const table_update *u = t->tables != NULL ? link_peek(t->tables) : NULL;
    if (u == NULL)
        return;
    for (uint32_t left = u->pages; left != 0; left &= left - 1)
        (void)address_space_write_bit(t->spaces[u->app], u->vpn + (uint32_t)__builtin_ctz(left), u->leaf,
                                      u->set);
    link_pop(t->tables);
}

/* A walk that has read its leaf may have read the old one. */
static void walk_again(shared_tlb *t, uint64_t cycle, uint32_t *m) {
    if (*m == INDEX_NONE)
        return;
    const tlb_mshr *mshr = &t->mshrs.entries[*m];
    walker_start(t->walker, cycle, *m, t->spaces[mshr->app], mshr->vpn, mshr->app);
    *m = INDEX_NONE;
}

static void apply_invalidate(shared_tlb *t, uint64_t cycle) {
    if (!t->invalidate)
        return;
    t->invalidate = false;
    tlb_flush(t->array);
    walker_flush(t->walker);
    if (t->rules != NULL)
        t->rules->flush(t->fill_state, cycle);
    walk_again(t, cycle, &t->filled);
    walk_again(t, cycle, &t->asked);
}

/* ---- epochs ---- */

static const uint32_t *tokens_in_force(const shared_tlb *t) {
    if (t->seat != NULL)
        return gmmu_seat_tokens(t->seat);
    return t->rules != NULL ? t->rules->tokens(t->fill_state) : NULL;
}

bool shared_tlb_epoch(shared_tlb *t, uint64_t cycle) {
    if (cycle < tlb_epochs_end(&t->epochs))
        return false;
    engine_event(t->e, t->component, EVENT_EPOCH, t->epochs.ended, 0);
    tlb_epochs_finish(&t->epochs, t->stats, tokens_in_force(t));
    tlb_epochs_observe(&t->epochs, t->watch, engine_now(t->e));
    return true;
}

static void shared_tlb_end_epoch(shared_tlb *t, uint64_t cycle) {
    if (!shared_tlb_epoch(t, cycle))
        return;
    for (uint32_t m = 0; m < t->mshrs.count; m++)
        if (t->mshrs.entries[m].used)
            tlb_epochs_stalled(&t->epochs, t->mshrs.entries[m].app, t->mshrs.entries[m].stalled);
    if (t->rules != NULL)
        t->rules->end_epoch(t->fill_state);
}

/* ---- the component ---- */

static uint64_t shared_tlb_tick(void *self, uint64_t cycle) {
    shared_tlb *t = self;
    if (t->rules != NULL)
        t->rules->sample(t->fill_state);
    apply_invalidate(t, cycle);
    update_tables(t);
    shared_tlb_end_epoch(t, cycle);
    take_resolved(t, cycle);
    shared_tlb_leave_pipeline(t, cycle);
    answer_waiters(t);
    shared_tlb_fill(t);
    shared_tlb_walk(t, cycle);
    report_fault(t);
    tlb_ports_receive(&t->sms, cycle);
    tlb_parked_enter(&t->parked, &t->mshrs, &t->sms, &t->pipeline, cycle);
    present_lookups(t);
    bool more_replies = tlb_ports_send(&t->sms, cycle, t->stats);
    tlb_epochs_send(&t->epochs);
    if (t->rules != NULL)
        t->rules->step(t->fill_state);

    if (t->pipeline.in_flight != 0 || t->sms.starved || more_replies || t->asked != INDEX_NONE ||
        t->filled != INDEX_NONE || tlb_ports_requesting(&t->sms) || tlb_parked_awake(&t->parked, &t->mshrs) ||
        tlb_faults_awake(&t->faults) || (t->tables != NULL && link_peek(t->tables) != NULL) ||
        (t->rules != NULL && t->rules->pending(t->fill_state)))
        return cycle + 1;
    uint64_t walk_end = walker_next(t->walker, cycle);
    uint64_t epoch_end = tlb_epochs_end(&t->epochs);
    return walk_end < epoch_end ? walk_end : epoch_end;
}

static bool shared_tlb_check(const gpu_config *c, uint32_t apps, char *err, size_t err_size) {
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

static const fill_rules *rules_of(const gpu_config *config) {
    const fill_rules *rules = config->design.gmmu_block ? NULL : fill_rules_find(config->design.tlb_fill);
    return rules && rules->open ? rules : NULL;
}

const unit_need *shared_tlb_units(const gpu_config *config) {
    const fill_rules *rules = rules_of(config);
    if (config->design.gmmu_block)
        return gmmu_seat_units;
    return rules ? rules->units : NULL;
}

shared_tlb *shared_tlb_new(engine *e, int core_domain, const gpu_config *config, uint32_t apps,
                           address_space *const *spaces, const uint8_t *sm_app, const observer *o, char *err,
                           size_t err_size) {
    const chip_config *chip = &config->chip;
    if (!shared_tlb_check(config, apps, err, err_size))
        return NULL;
    shared_tlb *t = alloc_zeroed(1, sizeof *t);
    t->e = e;
    t->domain = core_domain;
    t->watch = o;
    t->spaces = spaces;
    t->apps = apps;
    tlb_parked_init(&t->parked);
    t->asked = t->filled = INDEX_NONE;
    t->rules = rules_of(config);
    t->array = tlb_new_for(config, chip_last_tlb(chip));
    if (t->array == NULL) {
        const char *wrong = tlb_shape_wrong(chip_last_tlb(chip), chip_page_sizes(chip));
        snprintf(err, err_size, "chip %s: no shared TLB: %s", chip->name, wrong ? wrong : "out of memory");
    }
    if (t->array != NULL && t->rules != NULL)
        t->fill_state = t->rules->open(config, sm_app, err, err_size);
    if (t->array != NULL && config->design.gmmu_block)
        t->seat = gmmu_seat_new(config, spaces, apps, sm_app, err, err_size);
    if (t->array == NULL || (t->rules != NULL && t->fill_state == NULL) ||
        (config->design.gmmu_block && t->seat == NULL)) {
        tlb_free(t->array);
        free(t);
        return NULL;
    }
    tlb_pipeline_init(&t->pipeline, chip_last_tlb(chip)->ports, chip_last_tlb(chip)->latency);
    tlb_ports_init(&t->sms, chip, chip->tlb.levels - 1, 0, apps);
    tlb_mshrs_init(&t->mshrs, chip_last_tlb(chip)->mshrs, chip_page_bits(chip),
                   chip_queue_parts(chip_last_tlb(chip)));
    t->walker = walker_new(chip, chip_last_tlb(chip)->mshrs);
    tlb_faults_init(&t->faults, scheme_preemptible(config->exceptions.scheme), chip_last_tlb(chip)->mshrs);
    tlb_epochs_init(&t->epochs, config->mask.epoch_cycles, apps);
    t->component = engine_add_component(e, "shared_tlb", core_domain,
                                        t->seat != NULL ? gmmu_seat_tick : shared_tlb_tick, t);
    return t;
}

void shared_tlb_free(shared_tlb *t) {
    if (t == NULL)
        return;
    if (t->rules != NULL)
        t->rules->close(t->fill_state);
    gmmu_seat_free(t->seat);
    tlb_free(t->array);
    tlb_mshrs_free(&t->mshrs);
    walker_free(t->walker);
    tlb_faults_free(&t->faults);
    tlb_epochs_free(&t->epochs);
    tlb_ports_free(&t->sms);
    tlb_pipeline_free(&t->pipeline);
    free(t);
}

int shared_tlb_component(const shared_tlb *t) {
    return t->component;
}

void shared_tlb_attach(shared_tlb *t, uint32_t client, engine_link *in, engine_link *out) {
    t->sms.client[client].in = in;
    t->sms.client[client].out = out;
}

void shared_tlb_attach_memory(shared_tlb *t, uint32_t port, engine_link *to_xbar, engine_link *from_xbar) {
    if (t->seat != NULL)
        gmmu_seat_attach(t->seat, port, to_xbar, from_xbar);
    else
        walker_attach(t->walker, port, to_xbar, from_xbar);
}

void shared_tlb_attach_data(shared_tlb *t, data_oracle *data) {
    if (t->seat != NULL)
        gmmu_seat_attach_data(t->seat, data);
    else
        walker_attach_data(t->walker, data);
}

void shared_tlb_attach_epoch(shared_tlb *t, engine_link *out) {
    tlb_epochs_attach(&t->epochs, out);
}

void shared_tlb_attach_coalescer(shared_tlb *t, inplace_coalescer *c) {
    t->coalescer = c;
}

void shared_tlb_attach_faults(shared_tlb *t, engine_link *out, engine_link *in) {
    t->faults.to_unit = out;
    t->faults.from_unit = in;
}

void shared_tlb_attach_tables(shared_tlb *t, engine_link *in) {
    t->tables = in;
}

access_violation shared_tlb_violation(const shared_tlb *t) {
    return t->violation;
}

void shared_tlb_invalidate(shared_tlb *t) {
    t->invalidate = true;
}

shared_tlb_wait shared_tlb_waits(const shared_tlb *t, uint16_t asid, uint64_t *vpn) {
    shared_tlb_wait wait = SHARED_TLB_WAITS_NOT;
    for (uint32_t m = 0; m < t->mshrs.count; m++) {
        const tlb_mshr *mshr = &t->mshrs.entries[m];
        const shared_tlb_wait this = mshr->faulted ? SHARED_TLB_WAITS_FOR_FAULT : SHARED_TLB_WAITS_FOR_WALK;
        if (!mshr->used || mshr->asid != asid || this <= wait)
            continue;
        wait = this;
        *vpn = mshr->vpn;
    }
    return wait;
}

const app_stats *shared_tlb_stats(const shared_tlb *t) {
    return t->stats;
}

void shared_tlb_collect(const shared_tlb *t, uint32_t app, app_stats *to) {
    const walker_load load = walker_get_load(t->walker, app, engine_cycle(t->e, t->domain));
    app_stats_add(to, &t->stats[app]);
    to->walk_queue_cycles += load.queue_cycles;
    to->walk_active_cycles += t->seat != NULL ? gmmu_seat_active_cycles(t->seat, app) : load.active_cycles;
}

shared_tlb_totals shared_tlb_get_totals(const shared_tlb *t) {
    return (shared_tlb_totals){.faults = t->fault_count,
                               .walk_active_max = t->seat != NULL ? gmmu_seat_active_max(t->seat)
                                                                  : walker_active_max(t->walker)};
}

int32_t shared_tlb_tokens(const shared_tlb *t, uint32_t app) {
    return tlb_epochs_tokens(&t->epochs, app, tokens_in_force(t));
}

const epoch_sample *shared_tlb_history(const shared_tlb *t, size_t *count) {
    *count = t->epochs.samples;
    return t->epochs.history;
}
