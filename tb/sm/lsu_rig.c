/* SPDX-License-Identifier: Apache-2.0 */
#include "lsu_rig.h"

#include <stdlib.h>
#include <string.h>

#include "unit_test.h"

/* ---- shared TLB and memory ---- */

static void serve_at(lsu_rig_server *s, const lsu_rig_pending *p) {
    assert_true(s->open < LSU_RIG_PENDING);
    uint32_t place = s->open++;
    for (; place > 0 && s->pending[place - 1].ready > p->ready; place--)
        s->pending[place] = s->pending[place - 1];
    s->pending[place] = *p;
    if (s->open > s->most_open)
        s->most_open = s->open;
}

static uint64_t ready_at(lsu_rig_server *s, uint64_t cycle) {
    s->requests++;
    return cycle + s->latency + (s->jitter ? unit_test_random(&s->random) % (s->jitter + 1) : 0);
}

static lsu_rig_pending take_first(lsu_rig_server *s) {
    lsu_rig_pending p = s->pending[0];
    memmove(&s->pending[0], &s->pending[1], --s->open * sizeof(p));
    return p;
}

static uint64_t memory_tick(void *self, uint64_t cycle) {
    lsu_rig *r = self;
    lsu_rig_server *s = &r->memory;
    for (const mem_message *m; (m = link_peek(s->in)); link_pop(s->in)) {
        assert_true(r->messages < LSU_RIG_LOG);
        assert_int_equal(m->paddr % GMMU_LINE_BYTES, 0);
        r->message[r->messages++] = (lsu_rig_message){.cycle = cycle, .message = *m};
        lsu_rig_pending p = {.ready = ready_at(s, cycle), .what.access = *m};
        if (!m->write)
            serve_at(s, &p);
    }
    while (s->open && s->pending[0].ready <= cycle && link_can_push(s->out))
        *(mem_message *)link_push(s->out) = take_first(s).what.access;
    return s->open ? s->pending[0].ready : GMMU_NEVER;
}

static lsu_rig_region *region_of(lsu_rig *r, uint32_t app, uint64_t vpn) {
    return &r->region[app][vpn / LSU_RIG_REGION];
}

/* Answers the request, or puts it off until its page is resident. */
static void answer_page(lsu_rig *r, uint64_t cycle) {
    lsu_rig_pending p = take_first(&r->tlb);
    const tlb_request *q = &p.what.translate;
    lsu_rig_region *g = region_of(r, q->app, q->vpn);
    translation t = {0};
    tlb_reply reply = {.vpn = q->vpn, .tag = q->tag, .asid = q->asid, .kind = TLB_REPLY_FAULT};
    if (g->state == REGION_ABSENT)
        *g = (lsu_rig_region){.state = REGION_SERVED, .due = cycle + r->service};
    if (g->state == REGION_SERVED && !scheme_preemptible(r->config.exceptions.scheme)) {
        p.ready = g->due + 1;
        serve_at(&r->tlb, &p);
        return;
    }
    if (g->state == REGION_RESIDENT) {
        assert_true(address_space_translate(r->space[q->app], q->vpn, &t));
        reply.kind = TLB_REPLY_PAGE;
        reply.ppn = t.ppn;
        reply.bits = (uint8_t)t.bits;
    }
    g->told |= g->state == REGION_SERVED;
    *(tlb_reply *)link_push(r->tlb.out) = reply;
}

/* Regions that are resident now; the next time one will be. */
static uint64_t end_services(lsu_rig *r, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    for (uint32_t i = 0; i < LSU_RIG_SPACES * LSU_RIG_PAGES / LSU_RIG_REGION; i++) {
        uint32_t app = i % LSU_RIG_SPACES;
        uint32_t number = i / LSU_RIG_SPACES;
        lsu_rig_region *g = &r->region[app][number];
        if (g->state != REGION_SERVED)
            continue;
        if (g->due <= cycle && (!g->told || link_can_push(r->tlb.out))) {
            if (g->told)
                *(tlb_reply *)link_push(r->tlb.out) = (tlb_reply){.vpn = (uint64_t)number * LSU_RIG_REGION,
                                                                  .pages = LSU_RIG_REGION,
                                                                  .asid = (uint16_t)(LSU_RIG_ASID + app),
                                                                  .kind = TLB_REPLY_RESOLVED};
            g->state = REGION_RESIDENT;
        } else if (g->due < next) {
            next = g->due;
        }
    }
    return next;
}

static uint64_t tlb_tick(void *self, uint64_t cycle) {
    lsu_rig *r = self;
    lsu_rig_server *s = &r->tlb;
    for (const tlb_request *q; (q = link_peek(s->in)); link_pop(s->in)) {
        assert_int_equal(q->asid, LSU_RIG_ASID + q->app);
        s->stalled = q->stalled;
        for (uint32_t i = 0; i < s->open; i++) /* merged by page */
            assert_false(s->pending[i].what.translate.vpn == q->vpn &&
                         s->pending[i].what.translate.asid == q->asid);
        lsu_rig_pending p = {.ready = ready_at(s, cycle), .what.translate = *q};
        serve_at(s, &p);
    }
    while (s->open && s->pending[0].ready <= cycle && link_can_push(s->out))
        answer_page(r, cycle);
    uint64_t next = end_services(r, cycle);
    if (s->open && s->pending[0].ready < next)
        next = s->pending[0].ready;
    return next > cycle ? next : cycle + 1;
}

/* ---- the core ---- */

static void note_event(lsu_rig *r, uint64_t cycle, const lsu_event *e) {
    assert_true(r->events < LSU_RIG_LOG);
    lsu_rig_event *log = &r->event[r->events++];
    *log = (lsu_rig_event){.cycle = cycle, .event = *e};
    if (e->kind == LSU_FAULTED)
        memcpy(log->pages, e->pages, e->page_count * sizeof(*e->pages));
    if (r->on_event)
        r->on_event(r->ctx, cycle, e);
}

static uint64_t thesis_tick(void *self, uint64_t cycle) {
    lsu_rig *r = self;
    lsu_event e;
    uint32_t taken[LSU_RESOLVED + 1] = {0};
    lsu_tick(r->lsu, cycle);
    while (lsu_take_event(r->lsu, &e)) {
        taken[e.kind]++;
        note_event(r, cycle, &e);
    }
    assert_true(taken[LSU_CHECKED] <= 1 && taken[LSU_DONE] <= 1 && taken[LSU_FAULTED] <= 1);

    uint64_t next = GMMU_NEVER;
    for (; r->next_step < r->steps; r->next_step++) {
        const lsu_rig_step *s = &r->script[r->next_step];
        next = s->cycle > cycle ? s->cycle : cycle + 1;
        if (s->cycle > cycle || (!s->squash && !lsu_accepts(r->lsu)))
            break;
        if (s->squash)
            lsu_squash(r->lsu, s->inst.warp);
        else
            lsu_issue(r->lsu, &s->access, &s->inst, s->faults);
        next = GMMU_NEVER;
    }
    uint64_t wanted = r->on_cycle ? r->on_cycle(r->ctx, cycle) : GMMU_NEVER;
    next = wanted < next ? wanted : next;
    wanted = lsu_next(r->lsu, cycle);
    return wanted < next ? wanted : next;
}

/* ---- the bench ---- */

lsu_rig *lsu_rig_new(exception_scheme scheme) {
    lsu_rig *r = calloc(1, sizeof(*r));
    assert_non_null(r);
    r->policy = lsu_policy_thesis;
    r->config.chip = *chip_preset("mask");
    r->config.design = *design_preset("sharedtlb");
    r->config.chip.core_mhz = 1000;
    r->config.chip.tlb.level[0].entries = 32;
    r->config.chip.tlb.level[0].ways = 8;
    r->config.chip.l1.bytes = 32768;
    r->config.chip.l1.latency = 40;
    r->config.chip.l1.mshrs = 32;
    r->config.exceptions = exception_defaults;
    r->config.exceptions.scheme = scheme;
    r->tlb.latency = 20;
    r->memory.latency = 100;
    r->service = 1000;
    r->map_bits = GMMU_PAGE_BITS;
    r->engine = engine_new();
    return r;
}

void lsu_rig_start(lsu_rig *r) {
    engine *e = r->engine;
    int domain = engine_add_domain(e, "core", 1);
    r->mem = phys_mem_new(1U << 20, 1U << 10);
    for (uint32_t a = 0; a < LSU_RIG_SPACES; a++) {
        r->space[a] =
            address_space_new(r->mem, (uint16_t)(LSU_RIG_ASID + a), chip_page_table(&r->config.chip));
        assert_non_null(r->space[a]);
        for (uint64_t vpn = 0; vpn < LSU_RIG_PAGES; vpn += UINT64_C(1) << (r->map_bits - GMMU_PAGE_BITS))
            assert_int_equal(address_space_map(r->space[a], vpn, r->map_bits), MAP_OK);
    }
    r->oracle = oracle_new(r->space, LSU_RIG_SPACES);

    int c = engine_add_component(e, "core", domain, thesis_tick, r);
    int t = engine_add_component(e, "tlb", domain, tlb_tick, r);
    int m = engine_add_component(e, "memory", domain, memory_tick, r);
    lsu_context context = {.engine = e,
                           .component = c,
                           .config = &r->config,
                           .oracle = r->oracle,
                           .stats = r->stats,
                           .running = &r->running};
    r->running = UINT64_MAX;
    r->lsu = lsu_new(&context, &r->policy);
    r->tlb.in = engine_add_link(e, "ask", c, t, sizeof(tlb_request), 2, 1);
    r->tlb.out = engine_add_link(e, "answer", t, c, sizeof(tlb_reply), 2, 1);
    r->memory.in = engine_add_link(e, "request", c, m, sizeof(mem_message), 2, 1);
    r->memory.out = engine_add_link(e, "reply", m, c, sizeof(mem_message), 2, 1);
    lsu_attach_tlb(r->lsu, r->tlb.in, r->tlb.out);
    lsu_attach_memory(r->lsu, r->memory.in, r->memory.out);
}

void lsu_rig_free(lsu_rig *r) {
    lsu_free(r->lsu);
    engine_free(r->engine);
    oracle_free(r->oracle);
    for (uint32_t a = 0; a < LSU_RIG_SPACES; a++)
        address_space_free(r->space[a]);
    phys_mem_free(r->mem);
    free(r);
}

void lsu_rig_absent(lsu_rig *r, uint32_t app, uint64_t vpn) {
    region_of(r, app, vpn)->state = REGION_ABSENT;
}

static lsu_rig_step *add_step(lsu_rig *r, uint64_t cycle, uint32_t warp) {
    assert_true(r->steps < LSU_RIG_SCRIPT);
    lsu_rig_step *s = &r->script[r->steps];
    *s = (lsu_rig_step){.cycle = cycle,
                        .inst = {.uid = r->steps, .warp = (uint8_t)warp, .asid = LSU_RIG_ASID}};
    s->inst.seq = (uint16_t)r->steps++;
    return s;
}

void lsu_rig_issue(lsu_rig *r, uint64_t cycle, uint32_t warp, const warp_inst *access) {
    add_step(r, cycle, warp)->access = *access;
}

void lsu_rig_squash(lsu_rig *r, uint64_t cycle, uint32_t warp) {
    add_step(r, cycle, warp)->squash = true;
}

void lsu_rig_run(lsu_rig *r) {
    assert_int_equal(engine_run(r->engine, 10000000), ENGINE_IDLE);
    assert_int_equal(r->next_step, r->steps);
    assert_true(lsu_empty(r->lsu));
    assert_int_equal(lsu_tlb_waiting(r->lsu), 0);
    assert_int_equal(oracle_mismatches(r->oracle), 0);
    assert_true(r->tlb.most_open <= r->config.chip.tlb.level[0].mshrs);
}

/* ---- what happened ---- */

static bool is_event(const lsu_event *e, lsu_event_kind kind, uint64_t uid) {
    return e->kind == kind &&
           (kind == LSU_RESOLVED ? uid - e->first_vpn < e->page_count : e->inst.uid == uid);
}

uint64_t lsu_rig_when(const lsu_rig *r, lsu_event_kind kind, uint64_t uid) {
    uint64_t when = UINT64_MAX;
    for (uint32_t i = 0; i < r->events; i++) {
        if (is_event(&r->event[i].event, kind, uid)) {
            assert_true(when == UINT64_MAX);
            when = r->event[i].cycle;
        }
    }
    return when;
}

const lsu_rig_event *lsu_rig_event_of(const lsu_rig *r, lsu_event_kind kind, uint64_t uid) {
    for (uint32_t i = 0; i < r->events; i++)
        if (is_event(&r->event[i].event, kind, uid))
            return &r->event[i];
    fail_msg("no event %d of %u", (int)kind, (unsigned)uid);
    return NULL;
}

uint64_t lsu_rig_sent(const lsu_rig *r, bool write, uint32_t n) {
    for (uint32_t i = 0; i < r->messages; i++)
        if (r->message[i].message.write == write && n-- == 0)
            return r->message[i].cycle - 1; /* a cycle in the link */
    fail_msg("too few messages");
    return 0;
}

uint32_t lsu_rig_count(const lsu_rig *r, bool write) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->messages; i++)
        n += r->message[i].message.write == write;
    return n;
}

warp_inst lsu_rig_access(op_class op, uint64_t base, uint64_t stride) {
    warp_inst i = {.mask = UINT32_MAX, .op = (uint8_t)op, .space = SPACE_GLOBAL, .width = 4};
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        i.addr[lane] = base + lane * stride;
    return i;
}

void lsu_rig_issue_at(lsu_rig *r, uint64_t cycle, uint32_t warp, op_class op, uint64_t base,
                      uint64_t stride) {
    const warp_inst access = lsu_rig_access(op, base, stride);
    lsu_rig_issue(r, cycle, warp, &access);
}

void lsu_rig_warm(lsu_rig *r, uint64_t address) {
    lsu_rig_issue_at(r, 10, 63, OP_LOAD, address, 0);
}
