/* SPDX-License-Identifier: Apache-2.0 */
#include "thesis_rig.h"

#include <stdlib.h>
#include <string.h>

#include "block_writer.h"
#include "sm/parts/occupancy.h"
#include "unit_test.h"

#define RESOLVED_TAG UINT32_MAX

/* ---- shared TLB and memory ---- */

static void server_add(thesis_rig_server *s, thesis_rig_pending p) {
    assert_true(s->open < THESIS_RIG_PENDING);
    uint32_t place = s->open++;
    for (; place > 0 && s->pending[place - 1].ready > p.ready; place--)
        s->pending[place] = s->pending[place - 1];
    s->pending[place] = p;
}

static uint64_t server_delay(thesis_rig_server *s) {
    return s->latency + (s->jitter ? unit_test_random(&s->random) % (s->jitter + 1) : 0);
}

static void accept_translation(thesis_rig_server *s, const tlb_request *q, uint64_t cycle) {
    thesis_rig *r = s->rig;
    thesis_rig_pending p = {.ready = cycle + server_delay(s), .what.translate = *q};
    thesis_rig_region *g = &r->region[q->vpn / THESIS_RIG_REGION];
    assert_true(q->vpn < THESIS_RIG_PAGES);
    assert_true(q->rank <= q->warp && q->rank < q->running);
    if (g->absent && g->due == 0)
        g->due = cycle + s->latency + r->service; /* the same whoever of two SMs comes first */
    if (g->absent && !s->awaited[q->vpn / THESIS_RIG_REGION]) {
        thesis_rig_pending served = {.ready = g->due, .what.translate = {.vpn = q->vpn, .tag = RESOLVED_TAG}};
        server_add(s, served);
        s->awaited[q->vpn / THESIS_RIG_REGION] = true;
    }
    /* Not preemptible: the answer takes as long as the page does. */
    if (g->absent && !scheme_preemptible(r->config.exceptions.scheme) && p.ready < g->due)
        p.ready = g->due;
    server_add(s, p);
}

static bool answer_translation(thesis_rig_server *s, const tlb_request *q, uint64_t cycle) {
    thesis_rig *r = s->rig;
    thesis_rig_region *g = &r->region[q->vpn / THESIS_RIG_REGION];
    tlb_reply reply = {.vpn = q->vpn, .tag = q->tag, .asid = THESIS_RIG_ASID};
    translation t = {0};
    if (g->absent && g->due <= cycle)
        g->absent = false;
    if (q->tag == RESOLVED_TAG) {
        if (!s->told[q->vpn / THESIS_RIG_REGION])
            return true;
        reply.kind = TLB_REPLY_RESOLVED;
        reply.vpn = q->vpn / THESIS_RIG_REGION * THESIS_RIG_REGION;
        reply.pages = THESIS_RIG_REGION;
    } else if (g->absent) {
        reply.kind = TLB_REPLY_FAULT;
        s->told[q->vpn / THESIS_RIG_REGION] = true;
    } else {
        assert_true(address_space_translate(r->space, q->vpn, &t));
        reply.ppn = t.ppn;
        reply.bits = (uint8_t)t.bits;
    }
    *(tlb_reply *)link_push(s->out) = reply;
    return true;
}

static void accept_line(thesis_rig_server *s, const mem_message *m, uint64_t cycle) {
    if (m->write && !m->ack)
        return;
    const thesis_rig_pending p = {.ready = cycle + server_delay(s), .what.access = *m};
    s->open_acks += m->ack;
    server_add(s, p);
}

static void answer_line(thesis_rig_server *s, const mem_message *m) {
    s->open_acks -= m->ack;
    s->acks += m->ack;
    *(mem_message *)link_push(s->out) = *m;
}

static uint64_t server_tick(void *self, uint64_t cycle) {
    thesis_rig_server *s = self;
    const void *message;
    while ((message = link_peek(s->in))) {
        s->requests++;
        if (s->rig) {
            accept_translation(s, message, cycle);
        } else {
            accept_line(s, message, cycle);
        }
        link_pop(s->in);
    }
    while (s->open && s->pending[0].ready <= cycle && link_can_push(s->out)) {
        thesis_rig_pending p = s->pending[0];
        memmove(&s->pending[0], &s->pending[1], --s->open * sizeof(s->pending[0]));
        if (s->rig)
            (void)answer_translation(s, &p.what.translate, cycle);
        else
            answer_line(s, &p.what.access);
    }
    return s->open ? s->pending[0].ready : GMMU_NEVER;
}

/* ---- dispatcher ---- */

static void take_done(thesis_rig *r, uint64_t cycle) {
    for (const block_report *m; (m = link_peek(r->from_sm)); link_pop(r->from_sm)) {
        assert_int_equal(m->asid, THESIS_RIG_ASID);
        assert_int_equal(m->app, THESIS_RIG_APP);
        if (m->kind == BLOCK_WANTS_EXTRA) {
            r->wanted++;
            r->asked++;
            continue;
        }
        r->done_cycle = cycle;
        r->done++;
        r->resident--;
    }
}

static bool has_place(const thesis_rig *r) {
    return r->config.exceptions.switch_blocks == SWITCH_OFF || r->resident < r->fit || r->wanted;
}

static uint64_t dispatcher_tick(void *self, uint64_t cycle) {
    thesis_rig *r = self;
    block_command m = {.kernel = &r->kernel, .asid = THESIS_RIG_ASID, .app = THESIS_RIG_APP};
    take_done(r, cycle);
    r->fit = sm_blocks_fit(&r->config.chip, &r->kernel);
    while (r->sent < r->blocks && has_place(r) && link_can_push(r->to_sm)) {
        m.stream = r->block[r->sent];
        m.block = r->sent++;
        m.extra = r->wanted && r->resident >= r->fit;
        r->wanted -= m.extra;
        if (++r->resident > r->most_resident)
            r->most_resident = r->resident;
        *(block_command *)link_push(r->to_sm) = m;
    }
    for (; r->sent == r->blocks && r->wanted && link_can_push(r->to_sm); r->wanted--, r->refused++)
        *(block_command *)link_push(r->to_sm) =
            (block_command){.kind = BLOCK_NO_EXTRA, .asid = THESIS_RIG_ASID, .app = THESIS_RIG_APP};
    return GMMU_NEVER;
}

/* ---- the bench ---- */

thesis_rig *thesis_rig_new(exception_scheme scheme) {
    thesis_rig *r = calloc(1, sizeof(*r));
    assert_non_null(r);
    r->config.chip = *chip_preset("tanasic");
    r->config.design = *design_preset("sharedtlb");
    r->config.exceptions = exception_defaults;
    r->config.exceptions.scheme = scheme;
    r->config.seed = 1;
    r->tlb.latency = 70;
    r->memory.latency = 200;
    r->service = 1000;
    r->kernel = (kernel_info){.block = {GMMU_LANES, 1, 1}, .warps_per_block = 1, .regs_per_thread = 16};
    r->spool = spool_new(1U << 20);
    assert_non_null(r->spool);
    r->engine = engine_new();
    return r;
}

void thesis_rig_absent(thesis_rig *r, uint64_t vpn) {
    r->region[vpn / THESIS_RIG_REGION].absent = true;
}

/* An SM with its servers and its links to the dispatcher. */
static thesis_sm *add_sm(thesis_rig *r, uint32_t number, int domain, int dispatcher, thesis_rig_server *tlb,
                         thesis_rig_server *memory) {
    engine *e = r->engine;
    char err[256] = "";
    tlb->rig = r;
    thesis_sm *sm =
        thesis_sm_new(e, domain, &r->config, number, r->oracle, r->values, r->watch, err, sizeof(err));
    if (!sm)
        fail_msg("%s", err);
    const int s = thesis_sm_component(sm);
    const int t = engine_add_component(e, "tlb", domain, server_tick, tlb);
    const int m = engine_add_component(e, "memory", domain, server_tick, memory);
    engine_link *down = engine_add_link(e, "blocks", dispatcher, s, sizeof(block_command), 4, 1);
    engine_link *up = engine_add_link(e, "done", s, dispatcher, sizeof(block_report), 2, 1);
    tlb->in = engine_add_link(e, "ask", s, t, sizeof(tlb_request), 2, 1);
    tlb->out = engine_add_link(e, "answer", t, s, sizeof(tlb_reply), 2, 1);
    memory->in = engine_add_link(e, "request", s, m, sizeof(mem_message), 2, 1);
    memory->out = engine_add_link(e, "reply", m, s, sizeof(mem_message), 2, 1);
    thesis_sm_attach_dispatcher(sm, down, up);
    thesis_sm_attach_tlb(sm, tlb->in, tlb->out);
    thesis_sm_attach_memory(sm, memory->in, memory->out);
    *(number ? &r->second.to_sm : &r->to_sm) = down;
    *(number ? &r->second.from_sm : &r->from_sm) = up;
    return sm;
}

void thesis_rig_start(thesis_rig *r) {
    engine *e = r->engine;
    const int domain = engine_add_domain(e, "core", 1);
    r->mem = phys_mem_new(1U << 20, 1U << 10);
    r->space = address_space_new(r->mem, THESIS_RIG_ASID, &page_table_formats[PAGE_TABLE_X86]);
    assert_non_null(r->space);
    for (uint64_t vpn = 0; vpn < THESIS_RIG_PAGES; vpn++)
        assert_int_equal(address_space_map(r->space, vpn, GMMU_PAGE_BITS), MAP_OK);
    r->oracle = oracle_new(&r->space, 1);
    if (!r->without_tokens)
        r->values[THESIS_RIG_APP] = value_memory_new();
    const int d = engine_add_component(e, "dispatcher", domain, r->dispatch ? r->dispatch : dispatcher_tick,
                                       r->dispatch ? r->dispatch_self : r);
    r->sm = add_sm(r, 0, domain, d, &r->tlb, &r->memory);
    if (!r->two_sms)
        return;
    r->second.tlb = r->tlb; /* its latencies */
    r->second.memory = r->memory;
    r->second.sm = add_sm(r, 1, domain, d, &r->second.tlb, &r->second.memory);
}

void thesis_rig_free(thesis_rig *r) {
    thesis_sm_free(r->sm);
    thesis_sm_free(r->second.sm);
    for (uint32_t i = 0; i < r->blocks; i++) {
        if (i >= r->sent)
            block_close(r->block[i]);
        if (r->reference[i])
            block_close(r->reference[i]);
    }
    value_memory_free(r->values[THESIS_RIG_APP]);
    engine_free(r->engine);
    oracle_free(r->oracle);
    address_space_free(r->space);
    phys_mem_free(r->mem);
    spool_free(r->spool);
    free(r);
}

void thesis_rig_add_block(thesis_rig *r, uint32_t warps, const warp_inst *const *program,
                          const uint32_t *count) {
    assert_true(r->blocks < THESIS_RIG_BLOCKS);
    r->kernel.warps_per_block = warps;
    r->kernel.block[0] = warps * GMMU_LANES;
    r->block[r->blocks] = block_writer_block(r->spool, warps, program, count);
    r->reference[r->blocks++] = block_writer_block(r->spool, warps, program, count);
    for (uint32_t w = 0; w < warps; w++)
        r->instructions += count[w];
}

bool thesis_rig_run(thesis_rig *r, uint64_t cycles) {
    if (engine_run(r->engine, cycles) != ENGINE_IDLE || r->done != r->blocks)
        return false;
    assert_true(thesis_sm_idle(r->sm) && (!r->two_sms || thesis_sm_idle(r->second.sm)));
    assert_int_equal(oracle_mismatches(r->oracle), 0);
    return true;
}

bool thesis_rig_tokens_right(thesis_rig *r) {
    value_memory *global = value_memory_new();
    uint64_t registers = 0;
    assert_non_null(global);
    for (uint32_t i = 0; i < r->blocks; i++) {
        assert_true(
            value_reference_block(r->reference[i], i, r->kernel.warps_per_block, global, NULL, &registers));
        block_close(r->reference[i]);
        r->reference[i] = NULL;
    }
    const bool memory_right = value_memory_hash(global) == value_memory_hash(r->values[THESIS_RIG_APP]);
    value_memory_free(global);
    registers -= r->two_sms ? thesis_sm_register_hash(r->second.sm, THESIS_RIG_APP) : 0;
    return memory_right && registers == thesis_sm_register_hash(r->sm, THESIS_RIG_APP);
}
