/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/middle_tlb.h"

#include <assert.h>
#include <stdio.h>

#include "base/alloc.h"
#include "config/tlb_shape.h"
#include "mmu/tlb.h"
#include "mmu/tlb_mshrs.h"
#include "mmu/tlb_parked.h"
#include "mmu/tlb_pipeline.h"
#include "mmu/tlb_ports.h"

enum { EVENT_LOOKUP = 1, EVENT_FILL };

struct middle_tlb {
    engine *e;
    int component;
    uint32_t level;
    tlb_ports clients;
    tlb_pipeline pipeline;
    tlb_stages stages; /* its last one is the end of the pipeline */
    tlb *array;
    tlb_mshrs mshrs;
    tlb_parked parked;
    index_list unsent[TLB_MAX_PARTITIONS]; /* by part of the MSHRs: those whose request has not left */
    uint32_t *unsent_next;
    uint8_t stalled[CHIP_MAX_APPS]; /* most that a request has told since the one before went out */
    bool *stale;                    /* by MSHR: flushed meanwhile, do not fill */
    engine_link *to_next, *from_next;
    bool note_held; /* a RESOLVED has to wait for the one before it */
    bool blocked;   /* the link to the next level is full */
    app_stats stats[CHIP_MAX_APPS];
};

/* ---- misses ---- */

/* The request of MSHR m goes out in the name of r. */
static void middle_tlb_ask(middle_tlb *t, uint32_t m, const tlb_request *r) {
    tlb_mshr *mshr = &t->mshrs.entries[m];
    mshr->vpn = r->vpn;
    mshr->app = r->app;
    mshr->sm = r->sm;
    mshr->warp = r->warp;
    mshr->rank = r->rank;
    mshr->running = r->running;
    mshr->system = r->system;
    index_list_push(&t->unsent[tlb_mshrs_part(&t->mshrs, mshr->asid)], t->unsent_next, m);
}

/* Merges a miss into the request for its page or begins one; false when no MSHR is free. */
static bool middle_tlb_miss(middle_tlb *t, uint32_t i, bool may_begin) {
    const tlb_request *r = &t->clients.pool[i].request;
    uint32_t m = tlb_mshrs_find(&t->mshrs, r->asid, r->vpn);
    if (m == INDEX_NONE) {
        if (!may_begin || tlb_mshrs_left(&t->mshrs, tlb_mshrs_part(&t->mshrs, r->asid)) == 0)
            return false;
        m = tlb_mshrs_take(&t->mshrs, r->asid, r->vpn);
        t->stale[m] = false;
        middle_tlb_ask(t, m, r);
    }
    index_list_push(&t->mshrs.entries[m].waiters, t->clients.next, i);
    return true;
}

/* One a cycle, of whose slot it is. */
static void send_request(middle_tlb *t, uint64_t cycle) {
    index_list *unsent = &t->unsent[tlb_ports_slot(&t->clients, cycle)];
    t->blocked = false;
    if (index_list_empty(unsent))
        return;
    tlb_request *r = link_push(t->to_next);
    t->blocked = r == NULL;
    if (r == NULL)
        return;
    uint32_t m = index_list_pop(unsent, t->unsent_next);
    const tlb_mshr *mshr = &t->mshrs.entries[m];
    const uint8_t stalled = t->stalled[mshr->app];
    t->stalled[mshr->app] = 0;
    *r = (tlb_request){.vpn = mshr->vpn,
                       .tag = m,
                       .asid = mshr->asid,
                       .app = mshr->app,
                       .sm = mshr->sm,
                       .warp = mshr->warp,
                       .rank = mshr->rank,
                       .running = mshr->running,
                       .stalled = stalled,
                       .system = mshr->system};
}

static bool has_unsent(const middle_tlb *t) {
    bool any = false;
    for (uint32_t part = 0; part < t->mshrs.parts; part++)
        any |= !index_list_empty(&t->unsent[part]);
    return any;
}

/* ---- look-ups ---- */

static void middle_tlb_resolve(middle_tlb *t, uint32_t i) {
    const tlb_request *r = &t->clients.pool[i].request;
    app_stats *stats = &t->stats[r->app];
    tlb_page page;
    bool first; /* only the first lookup of a request is counted */
    bool may_begin = tlb_parked_may_begin(&t->parked, &t->mshrs, &t->clients, i, &first);
    if (first && r->stalled > t->stalled[r->app])
        t->stalled[r->app] = r->stalled;
    bool hit = tlb_lookup(t->array, r->asid, r->vpn, &page);
    stats->level_hits[t->level] += first && hit;
    stats->level_misses[t->level] += first && !hit;
    engine_event(t->e, t->component, EVENT_LOOKUP, r->vpn,
                 ((uint64_t)r->asid << 32) | ((uint64_t)r->sm << 16) | ((uint64_t)r->warp << 8) | hit);
    t->clients.pool[i].found = true; /* unless the walk is begun in its name */
    if (hit)
        tlb_ports_answer(&t->clients, i, page.ppn, page.bits);
    else if (!middle_tlb_miss(t, i, may_begin))
        tlb_parked_add(&t->parked, &t->mshrs, &t->clients, i);
}

/* What an array has found that is looked up before the others. */
static void middle_tlb_leave_early(middle_tlb *t, uint32_t port) {
    for (uint32_t k = 0; k + 1 < t->stages.count; k++) {
        const tlb_stage *stage = &t->stages.stage[k];
        const uint32_t i = tlb_pipeline_at(&t->pipeline, stage->cycles, port);
        tlb_page page;
        if (i == INDEX_NONE ||
            !tlb_lookup(t->array, t->clients.pool[i].request.asid, t->clients.pool[i].request.vpn, &page) ||
            (stage->sizes >> page.bits & 1) == 0)
            continue;
        (void)tlb_pipeline_take_at(&t->pipeline, stage->cycles, port);
        middle_tlb_resolve(t, i);
    }
}

static void middle_tlb_leave_pipeline(middle_tlb *t) {
    tlb_pipeline_advance(&t->pipeline);
    for (uint32_t p = 0; t->pipeline.in_flight != 0 && p < t->pipeline.ports; p++) {
        uint32_t i = tlb_pipeline_take(&t->pipeline, p);
        if (i != INDEX_NONE)
            middle_tlb_resolve(t, i);
        middle_tlb_leave_early(t, p);
    }
}

/* ---- answers of the next level ---- */

/* The one in whose name the request went has its answer, the others ask again. */
static void answer_first(middle_tlb *t, uint32_t m, const tlb_reply *reply) {
    tlb_mshr *mshr = &t->mshrs.entries[m];
    uint32_t i = index_list_pop(&mshr->waiters, t->clients.next);
    t->clients.pool[i].system = reply->system;
    t->clients.pool[i].found = reply->found;
    if (reply->kind == TLB_REPLY_FAULT)
        tlb_ports_fault(&t->clients, i);
    else
        tlb_ports_answer(&t->clients, i, reply->ppn, reply->bits);
    if (index_list_empty(&mshr->waiters))
        tlb_mshrs_release(&t->mshrs, m);
    else
        middle_tlb_ask(t, m, &t->clients.pool[mshr->waiters.head].request);
}

static void answer_all(middle_tlb *t, uint32_t m, const tlb_reply *reply) {
    tlb_mshr *mshr = &t->mshrs.entries[m];
    uint32_t i;
    if (!t->stale[m]) {
        (void)tlb_fill(t->array, reply->asid, reply->vpn,
                       &(tlb_page){.ppn = reply->ppn, .bits = reply->bits});
        engine_event(t->e, t->component, EVENT_FILL, reply->vpn, (reply->ppn << 16) | reply->asid);
    }
    t->clients.pool[mshr->waiters.head].found = reply->found;
    while ((i = index_list_pop(&mshr->waiters, t->clients.next)) != INDEX_NONE) {
        uint64_t vpn = t->clients.pool[i].request.vpn;
        tlb_ports_answer(&t->clients, i, reply->ppn + (vpn - reply->vpn), reply->bits);
    }
    tlb_mshrs_release(&t->mshrs, m);
}

/* False: there is no room for the note yet. */
static bool pass_note(middle_tlb *t, const tlb_reply *reply) {
    fault_resolved note = {.vpn = reply->vpn, .pages = reply->pages, .asid = reply->asid};
    bit_set_add(note.sms.word, reply->sm);
    return tlb_ports_tell(&t->clients, &note);
}

/* One a cycle. */
static void receive_answer(middle_tlb *t) {
    const tlb_reply *reply = link_peek(t->from_next);
    t->note_held = false;
    if (reply == NULL)
        return;
    if (reply->kind == TLB_REPLY_RESOLVED) {
        t->note_held = !pass_note(t, reply);
        if (t->note_held)
            return;
    } else {
        assert(reply->tag < t->mshrs.count && t->mshrs.entries[reply->tag].used);
        if (reply->kind == TLB_REPLY_FAULT || reply->system)
            answer_first(t, reply->tag, reply);
        else
            answer_all(t, reply->tag, reply);
    }
    link_pop(t->from_next);
}

/* ---- the component ---- */

static uint64_t middle_tlb_tick(void *self, uint64_t cycle) {
    middle_tlb *t = self;
    middle_tlb_leave_pipeline(t);
    receive_answer(t);
    send_request(t, cycle);
    tlb_ports_receive(&t->clients, cycle);
    tlb_parked_enter(&t->parked, &t->mshrs, &t->clients, &t->pipeline, cycle);
    bool more_replies = tlb_ports_send(&t->clients, cycle, NULL);

    bool more_requests = has_unsent(t) && !t->blocked;
    bool awake = t->pipeline.in_flight != 0 || t->clients.starved || more_replies || more_requests ||
                 t->note_held || link_peek(t->from_next) != NULL || tlb_ports_requesting(&t->clients) ||
                 tlb_parked_awake(&t->parked, &t->mshrs);
    return awake ? cycle + 1 : GMMU_NEVER;
}

middle_tlb *middle_tlb_new(engine *e, int core_domain, const gpu_config *config, uint32_t level,
                           uint32_t instance, uint32_t apps) {
    const chip_config *chip = &config->chip;
    const tlb_level_config *l = &chip->tlb.level[level];
    if (l->ports == 0 || l->ports > TLB_PIPELINE_MAX_PORTS || l->latency == 0 || l->mshrs == 0)
        return NULL;
    tlb *array = tlb_new_for(config, l);
    if (array == NULL)
        return NULL;
    middle_tlb *t = alloc_zeroed(1, sizeof *t);
    t->e = e;
    t->level = level;
    t->array = array;
    tlb_parked_init(&t->parked);
    for (uint32_t part = 0; part < TLB_MAX_PARTITIONS; part++)
        t->unsent[part] = INDEX_LIST_EMPTY;
    tlb_ports_init(&t->clients, chip, level, instance, apps);
    t->stages = tlb_stages_of(chip, l);
    tlb_pipeline_init(&t->pipeline, l->ports, tlb_stages_all(&t->stages));
    tlb_mshrs_init(&t->mshrs, l->mshrs, chip_page_bits(chip), chip_queue_parts(l));
    t->unsent_next = alloc_zeroed(l->mshrs, sizeof *t->unsent_next);
    t->stale = alloc_zeroed(l->mshrs, sizeof *t->stale);
    char name[32];
    (void)snprintf(name, sizeof name, "tlb level %u %u", level + 1, instance);
    t->component = engine_add_component(e, name, core_domain, middle_tlb_tick, t);
    return t;
}

void middle_tlb_free(middle_tlb *t) {
    if (t == NULL)
        return;
    tlb_free(t->array);
    tlb_mshrs_free(&t->mshrs);
    tlb_ports_free(&t->clients);
    tlb_pipeline_free(&t->pipeline);
    free(t->unsent_next);
    free(t->stale);
    free(t);
}

int middle_tlb_component(const middle_tlb *t) {
    return t->component;
}

void middle_tlb_attach(middle_tlb *t, uint32_t client, engine_link *in, engine_link *out) {
    t->clients.client[client].in = in;
    t->clients.client[client].out = out;
}

void middle_tlb_attach_next(middle_tlb *t, engine_link *out, engine_link *in) {
    t->to_next = out;
    t->from_next = in;
}

void middle_tlb_invalidate(middle_tlb *t) {
    tlb_flush(t->array);
    for (uint32_t m = 0; m < t->mshrs.count; m++)
        t->stale[m] = true;
}

const app_stats *middle_tlb_stats(const middle_tlb *t) {
    return t->stats;
}
