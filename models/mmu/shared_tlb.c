/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/last_level_internal.h"

#include <stdio.h>
#include <stdlib.h>

#include "config/tlb_shape.h"
#include "mmu/fill_rules.h"
#include "mmu/tlb.h"
#include "mmu/tlb_mshrs.h"
#include "mmu/tlb_parked.h"
#include "mmu/tlb_pipeline.h"

/* The model of the last TLB level: see the picture in mmu/last_level.h. */
typedef struct {
    last_level last;

    tlb_pipeline pipeline;
    tlb_stages stages; /* its last one is the end of the pipeline */
    tlb *array;
    const fill_rules *rules; /* NULL: every walk fills the array */
    void *fill_state;        /* of the rules */

    tlb_mshrs mshrs;
    tlb_parked parked;
    walker *walker;
    uint32_t asked;  /* MSHR whose fill the token controller was asked about in the cycle before */
    uint32_t filled; /* MSHR that was filled in the cycle before */
} shared_tlb;

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
            t->rules->coming(t->fill_state, p, &t->last.sms.pool[i].request);
    }
}

/* ---- lookups and misses ---- */

/* Another request waits for MSHR m. */
static void wait_for(shared_tlb *t, uint32_t m, uint32_t i) {
    tlb_mshr *mshr = &t->mshrs.entries[m];
    const uint32_t stalled = t->last.sms.pool[i].request.stalled;
    index_list_push(&mshr->waiters, t->last.sms.next, i);
    mshr->requests++;
    mshr->stalled = stalled > mshr->stalled ? stalled : mshr->stalled;
}

/* Merges a miss into the walk of its page or begins one; false when no MSHR is free. */
static bool shared_tlb_miss(shared_tlb *t, uint64_t cycle, uint32_t i, bool may_begin) {
    const tlb_request *r = &t->last.sms.pool[i].request;
    uint32_t m = tlb_mshrs_find(&t->mshrs, r->asid, r->vpn);
    if (m != INDEX_NONE) {
        t->last.stats[r->app].l2_tlb_pending_hits++;
        t->last.sms.pool[i].found = true;
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
        tlb_epochs_miss_begins(&t->last.epochs, r->app);
        walker_start(t->walker, cycle, m, t->last.spaces[r->app], r->vpn, r->app);
    }
    wait_for(t, m, i);
    return true;
}

/* The end of the pipeline: L2 TLB, bypass cache, or a miss. */
static void shared_tlb_resolve(shared_tlb *t, uint64_t cycle, uint32_t port, uint32_t i) {
    const tlb_request *r = &t->last.sms.pool[i].request;
    app_stats *stats = &t->last.stats[r->app];
    tlb_page page = {.ppn = 0};
    uint64_t outcome = MISS;
    bool first; /* only the first lookup of a request is counted */
    bool may_begin = tlb_parked_may_begin(&t->parked, &t->mshrs, &t->last.sms, i, &first);
    if (tlb_lookup(t->array, r->asid, r->vpn, &page))
        outcome = HIT_TLB;
    else if (t->rules != NULL && t->rules->find(t->fill_state, cycle, port, r, &page))
        outcome = HIT_BYPASS;
    stats->l2_tlb_hits += first && outcome == HIT_TLB;
    stats->l2_tlb_misses += first && outcome != HIT_TLB;
    stats->bypass_hits += first && outcome == HIT_BYPASS;
    engine_event(t->last.e, t->last.component, EVENT_LOOKUP, r->vpn,
                 ((uint64_t)r->asid << 32) | ((uint64_t)r->sm << 16) | ((uint64_t)r->warp << 8) | outcome);
    if (first)
        tlb_epochs_stalled(&t->last.epochs, r->app, r->stalled);
    if (t->rules != NULL && first)
        t->rules->looked_up(t->fill_state, port, r, outcome != MISS);
    stats->l2_tlb_pending_hits += !first && outcome != MISS;
    t->last.sms.pool[i].found = outcome != MISS;
    if (outcome != MISS)
        tlb_ports_answer(&t->last.sms, i, page.ppn, page.bits);
    else if (!shared_tlb_miss(t, cycle, i, may_begin))
        tlb_parked_add(&t->parked, &t->mshrs, &t->last.sms, i);
}

/* What an array has found that is looked up before the others leaves the pipeline. D: the rules have one port
 * for each port of the TLB; while another look-up of it is shown there, a hit goes on to the end. */
static void leave_early(shared_tlb *t, uint64_t cycle, uint32_t port, bool shown) {
    for (uint32_t k = 0; k + 1 < t->stages.count && !(shown && t->rules != NULL); k++) {
        const tlb_stage *stage = &t->stages.stage[k];
        const uint32_t i = tlb_pipeline_at(&t->pipeline, stage->cycles, port);
        tlb_page page;
        if (i == INDEX_NONE ||
            !tlb_lookup(t->array, t->last.sms.pool[i].request.asid, t->last.sms.pool[i].request.vpn, &page) ||
            (stage->sizes >> page.bits & 1) == 0)
            continue;
        (void)tlb_pipeline_take_at(&t->pipeline, stage->cycles, port);
        shared_tlb_resolve(t, cycle, port, i);
        shown = true;
    }
}

static void shared_tlb_leave_pipeline(shared_tlb *t, uint64_t cycle) {
    tlb_pipeline_advance(&t->pipeline);
    if (t->pipeline.in_flight == 0)
        return;
    for (uint32_t p = 0; p < t->pipeline.ports; p++) {
        uint32_t i = tlb_pipeline_take(&t->pipeline, p);
        if (i != INDEX_NONE)
            shared_tlb_resolve(t, cycle, p, i);
        leave_early(t, cycle, p, i != INDEX_NONE);
    }
}

/* ---- walks, faults, fills ---- */

static void shared_tlb_release(shared_tlb *t, uint32_t m) {
    t->last.stats[t->mshrs.entries[m].app].walk_requests += t->mshrs.entries[m].requests;
    tlb_epochs_miss_ends(&t->last.epochs, t->mshrs.entries[m].app);
    tlb_mshrs_release(&t->mshrs, m);
}

/* All that wait for the MSHR filled in the cycle before are answered. */
static void answer_waiters(shared_tlb *t) {
    if (t->filled == INDEX_NONE)
        return;
    tlb_mshr *mshr = &t->mshrs.entries[t->filled];
    uint32_t i;
    while ((i = index_list_pop(&mshr->waiters, t->last.sms.next)) != INDEX_NONE) {
        const tlb_request *r = &t->last.sms.pool[i].request;
        if (mshr->system && !r->system)
            last_level_violate(&t->last, "only the system may use the page", r);
        t->last.sms.pool[i].system = mshr->system;
        tlb_ports_answer(&t->last.sms, i, mshr->ppn + (r->vpn - mshr->vpn), mshr->bits);
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
            t->last.stats[m->app].l2_tlb_fills++;
            where = FILL_TLB;
        }
    } else {
        t->rules->keep(t->fill_state, m);
        t->last.stats[m->app].bypass_fills++;
        where = FILL_BYPASS;
    }
    engine_event(t->last.e, t->last.component, EVENT_FILL, m->vpn,
                 (m->ppn << 16) | ((uint64_t)m->asid << 2) | where);
    t->filled = t->asked;
    t->asked = INDEX_NONE;
}

/* The MSHR's page is not resident. */
static void shared_tlb_fault(shared_tlb *t, uint32_t m) {
    const tlb_mshr *mshr = &t->mshrs.entries[m];
    t->last.fault_count++;
    if (t->last.faults.to_unit != NULL)
        tlb_faults_add(&t->last.faults, m);
    else
        last_level_violate(
            &t->last, "there is no such page",
            &(tlb_request){.vpn = mshr->vpn, .app = mshr->app, .sm = mshr->sm, .warp = mshr->warp});
}

static void report_fault(shared_tlb *t) {
    uint32_t m = tlb_faults_report(&t->last.faults, &t->mshrs, &t->last.sms);
    if (m == INDEX_NONE)
        return;
    const tlb_mshr *mshr = &t->mshrs.entries[m];
    engine_event(t->last.e, t->last.component, EVENT_FAULT, mshr->vpn, mshr->asid);
    if (!mshr->faulted)
        shared_tlb_release(t, m);
}

/* Base pages have become resident (Mosaic 4.3: a large page is coalesced when all of it is there). */
static void tell_coalescer_of(const shared_tlb *t, const fault_resolved *r) {
    translation page;
    for (uint64_t left = t->last.coalescer != NULL ? r->mapped : 0; left != 0; left &= left - 1) {
        const uint64_t vpn = r->vpn + (uint64_t)__builtin_ctzll(left);
        if (address_space_translate(t->last.spaces[r->app], vpn, &page))
            inplace_tell(t->last.coalescer, r->app, vpn, page.ppn, 1);
    }
}

/* Pages have become resident: requests that waited for one of them walk again. */
static void take_resolved(shared_tlb *t, uint64_t cycle) {
    const fault_resolved *r = tlb_faults_resolved(&t->last.faults, t->last.spaces, &t->last.sms);
    if (r == NULL)
        return;
    tell_coalescer_of(t, r);
    engine_event(t->last.e, t->last.component, EVENT_RESOLVED, r->vpn, ((uint64_t)r->asid << 32) | r->pages);
    for (uint32_t m = 0; m < t->mshrs.count; m++) {
        tlb_mshr *mshr = &t->mshrs.entries[m];
        if (!mshr->used || !mshr->faulted || !tlb_faults_covers(r, mshr->asid, mshr->vpn))
            continue;
        mshr->faulted = false;
        mshr->since = cycle; /* the time of the fault is not the walk's */
        walker_start(t->walker, cycle, m, t->last.spaces[mshr->app], mshr->vpn, mshr->app);
    }
    tlb_faults_taken(&t->last.faults);
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
    t->last.stats[m->app].walks++;
    t->last.stats[m->app].walk_running += m->running;
    t->last.stats[m->app].walk_cache_hits += r.cached;
    t->last.stats[m->app].walk_cycles += cycle - m->since;
    engine_event(t->last.e, t->last.component, EVENT_WALK, m->vpn, (r.ppn << 16) | m->asid);
    last_level_observe(&t->last, "walker", r.lane, r.begun, cycle, m->vpn, m->app);
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
    const table_update *u = t->last.tables != NULL ? link_peek(t->last.tables) : NULL;
    if (u == NULL)
        return;
    for (uint32_t left = u->pages; left != 0; left &= left - 1)
        (void)address_space_write_bit(t->last.spaces[u->app], u->vpn + (uint32_t)__builtin_ctz(left), u->leaf,
                                      u->set);
    link_pop(t->last.tables);
}

/* A walk that has read its leaf may have read the old one. */
static void walk_again(shared_tlb *t, uint64_t cycle, uint32_t *m) {
    if (*m == INDEX_NONE)
        return;
    const tlb_mshr *mshr = &t->mshrs.entries[*m];
    walker_start(t->walker, cycle, *m, t->last.spaces[mshr->app], mshr->vpn, mshr->app);
    *m = INDEX_NONE;
}

static void apply_invalidate(shared_tlb *t, uint64_t cycle) {
    if (!t->last.invalidate)
        return;
    t->last.invalidate = false;
    tlb_flush(t->array);
    walker_flush(t->walker);
    if (t->rules != NULL)
        t->rules->flush(t->fill_state, cycle);
    walk_again(t, cycle, &t->filled);
    walk_again(t, cycle, &t->asked);
}

/* ---- epochs ---- */

static void shared_tlb_end_epoch(shared_tlb *t, uint64_t cycle) {
    if (!last_level_epoch(&t->last, cycle))
        return;
    for (uint32_t m = 0; m < t->mshrs.count; m++)
        if (t->mshrs.entries[m].used)
            tlb_epochs_stalled(&t->last.epochs, t->mshrs.entries[m].app, t->mshrs.entries[m].stalled);
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
    tlb_ports_receive(&t->last.sms, cycle);
    tlb_parked_enter(&t->parked, &t->mshrs, &t->last.sms, &t->pipeline, cycle);
    present_lookups(t);
    bool more_replies = tlb_ports_send(&t->last.sms, cycle, t->last.stats);
    tlb_epochs_send(&t->last.epochs);
    if (t->rules != NULL)
        t->rules->step(t->fill_state);

    if (t->pipeline.in_flight != 0 || t->last.sms.starved || more_replies || t->asked != INDEX_NONE ||
        t->filled != INDEX_NONE || tlb_ports_requesting(&t->last.sms) ||
        tlb_parked_awake(&t->parked, &t->mshrs) || tlb_faults_awake(&t->last.faults) ||
        (t->last.tables != NULL && link_peek(t->last.tables) != NULL) ||
        (t->rules != NULL && t->rules->pending(t->fill_state)))
        return cycle + 1;
    uint64_t walk_end = walker_next(t->walker, cycle);
    uint64_t epoch_end = tlb_epochs_end(&t->last.epochs);
    return walk_end < epoch_end ? walk_end : epoch_end;
}

static const fill_rules *rules_of(const gpu_config *config) {
    const fill_rules *rules = config->design.gmmu_block ? NULL : fill_rules_find(config->design.tlb_fill);
    return rules && rules->open ? rules : NULL;
}

/* ---- the body ---- */

static const unit_need *shared_tlb_units(const gpu_config *config) {
    const fill_rules *rules = rules_of(config);
    return rules ? rules->units : NULL;
}

static bool shared_tlb_open(last_level *last, const gpu_config *config, const uint8_t *sm_app, char *err,
                            size_t err_size) {
    shared_tlb *t = (shared_tlb *)last;
    const chip_config *chip = &config->chip;
    const tlb_level_config *level = chip_last_tlb(chip);
    t->array = tlb_new_for(config, level);
    if (t->array == NULL) {
        const char *wrong = tlb_shape_wrong(level, chip_page_sizes(chip));
        snprintf(err, err_size, "chip %s: no shared TLB: %s", chip->name, wrong ? wrong : "out of memory");
        return false;
    }
    t->rules = rules_of(config);
    if (t->rules != NULL)
        t->fill_state = t->rules->open(config, sm_app, err, err_size);
    if (t->rules != NULL && t->fill_state == NULL) {
        tlb_free(t->array);
        return false;
    }
    t->asked = t->filled = INDEX_NONE;
    tlb_parked_init(&t->parked);
    t->stages = tlb_stages_of(chip, level);
    tlb_pipeline_init(&t->pipeline, level->ports, tlb_stages_all(&t->stages));
    tlb_mshrs_init(&t->mshrs, level->mshrs, chip_page_bits(chip), chip_queue_parts(level));
    t->walker = walker_new(chip, level->mshrs);
    return true;
}

static void shared_tlb_close(last_level *last) {
    shared_tlb *t = (shared_tlb *)last;
    if (t->rules != NULL)
        t->rules->close(t->fill_state);
    tlb_free(t->array);
    tlb_mshrs_free(&t->mshrs);
    walker_free(t->walker);
    tlb_pipeline_free(&t->pipeline);
}

static void shared_tlb_attach_memory(last_level *last, uint32_t port, engine_link *to_xbar,
                                     engine_link *from_xbar) {
    walker_attach(((shared_tlb *)last)->walker, port, to_xbar, from_xbar);
}

static void shared_tlb_attach_data(last_level *last, data_oracle *data) {
    walker_attach_data(((shared_tlb *)last)->walker, data);
}

static walker_load shared_tlb_load(const last_level *last, uint32_t app) {
    return walker_get_load(((const shared_tlb *)last)->walker, app, engine_cycle(last->e, last->domain));
}

static uint32_t shared_tlb_active_max(const last_level *last) {
    return walker_active_max(((const shared_tlb *)last)->walker);
}

static const uint32_t *shared_tlb_tokens(last_level *last) {
    const shared_tlb *t = (const shared_tlb *)last;
    return t->rules != NULL ? t->rules->tokens(t->fill_state) : NULL;
}

static last_level_wait shared_tlb_waits(const last_level *last, uint16_t asid, uint64_t *vpn) {
    const shared_tlb *t = (const shared_tlb *)last;
    last_level_wait wait = LAST_LEVEL_WAITS_NOT;
    for (uint32_t m = 0; m < t->mshrs.count; m++) {
        const tlb_mshr *mshr = &t->mshrs.entries[m];
        const last_level_wait this = mshr->faulted ? LAST_LEVEL_WAITS_FOR_FAULT : LAST_LEVEL_WAITS_FOR_WALK;
        if (!mshr->used || mshr->asid != asid || this <= wait)
            continue;
        wait = this;
        *vpn = mshr->vpn;
    }
    return wait;
}

const last_level_body shared_tlb_body = {
    .bytes = sizeof(shared_tlb),
    .units = shared_tlb_units,
    .open = shared_tlb_open,
    .close = shared_tlb_close,
    .tick = shared_tlb_tick,
    .attach_memory = shared_tlb_attach_memory,
    .attach_data = shared_tlb_attach_data,
    .load = shared_tlb_load,
    .active_max = shared_tlb_active_max,
    .tokens = shared_tlb_tokens,
    .waits = shared_tlb_waits,
};
