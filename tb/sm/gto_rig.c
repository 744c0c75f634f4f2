/* SPDX-License-Identifier: Apache-2.0 */
#include "gto_rig.h"

#include <stdlib.h>
#include <string.h>

#include "block_writer.h"
#include "unit_test.h"

/* ---- shared TLB and memory ---- */

static sm_rig_pending *server_at(sm_rig_server *s, uint32_t i) {
    return &s->pending[(s->head + i) % SM_RIG_MAX_PENDING];
}

static void server_accept(sm_rig_server *s, uint64_t cycle, const void *message) {
    sm_rig_pending p = {.ready = cycle + s->latency};
    if (s->jitter)
        p.ready += unit_test_random(&s->random) % (s->jitter + 1);
    if (s->space) {
        p.what.translate = *(const tlb_request *)message;
        s->last = p.what.translate;
        assert_true(s->last.rank <= s->last.warp && s->last.rank < s->last.running);
    } else {
        p.what.access = *(const mem_message *)message;
        assert_int_equal(p.what.access.paddr % GMMU_LINE_BYTES, 0);
        if (p.what.access.write) {
            s->writes++;
            return;
        }
    }
    s->reads++;
    assert_true(s->open < SM_RIG_MAX_PENDING);
    /* In order of the answers. */
    uint32_t place = s->open++;
    for (; place > 0 && server_at(s, place - 1)->ready > p.ready; place--)
        *server_at(s, place) = *server_at(s, place - 1);
    *server_at(s, place) = p;
    for (uint32_t i = 0; s->space && i < s->open; i++)
        s->duplicates += i != place && server_at(s, i)->what.translate.vpn == p.what.translate.vpn;
    if (s->open > s->most_open)
        s->most_open = s->open;
}

static void server_answer(sm_rig_server *s) {
    sm_rig_pending *p = server_at(s, 0);
    if (s->space) {
        translation t = {0};
        const tlb_request *q = &p->what.translate;
        assert_true(address_space_translate(s->space, q->vpn, &t));
        *(tlb_reply *)link_push(s->out) =
            (tlb_reply){.vpn = q->vpn, .ppn = t.ppn, .tag = q->tag, .asid = q->asid, .bits = (uint8_t)t.bits};
    } else {
        *(mem_message *)link_push(s->out) = p->what.access;
    }
    s->head++;
    s->open--;
}

static uint64_t server_tick(void *self, uint64_t cycle) {
    sm_rig_server *s = self;
    const void *message;
    while ((message = link_peek(s->in))) {
        server_accept(s, cycle, message);
        link_pop(s->in);
    }
    while (s->open && server_at(s, 0)->ready <= cycle && link_can_push(s->out))
        server_answer(s);
    return s->open ? server_at(s, 0)->ready : GMMU_NEVER;
}

/* ---- dispatcher and observer ---- */

static uint64_t dispatcher_tick(void *self, uint64_t cycle) {
    sm_rig *r = self;
    while (link_peek(r->from_sm)) {
        const block_report *m = link_peek(r->from_sm);
        assert_int_equal(m->asid, SM_RIG_ASID);
        assert_int_equal(m->app, SM_RIG_APP);
        link_pop(r->from_sm);
        r->done_cycle = cycle;
        r->done++;
    }
    while (r->sent < r->blocks && link_can_push(r->to_sm)) {
        *(block_command *)link_push(r->to_sm) = (block_command){.stream = r->block[r->sent],
                                                                .kernel = &r->kernel,
                                                                .block = r->sent,
                                                                .asid = SM_RIG_ASID,
                                                                .app = SM_RIG_APP};
        r->sent++;
    }
    return GMMU_NEVER;
}

static void on_inst(void *ctx, uint64_t cycle, uint32_t number, uint32_t warp, uint64_t uid, inst_stage stage,
                    const warp_inst *inst) {
    sm_rig *r = ctx;
    (void)uid;
    assert_int_equal(number, 0);
    if (stage == STAGE_COMMIT)
        r->commits++;
    if (stage != STAGE_ISSUE)
        return;
    assert_true(r->issues < SM_RIG_MAX_ISSUES);
    r->issue[r->issues++] = (sm_rig_issue){.cycle = cycle, .pc = inst->pc, .warp = warp};
}

/* ---- the bench ---- */

sm_rig *sm_rig_new(void) {
    sm_rig *r = calloc(1, sizeof(*r));
    assert_non_null(r);
    r->config.chip = *chip_preset("mask");
    r->config.design = *design_preset("sharedtlb");
    r->tlb.latency = 20;
    r->memory.latency = 100;
    r->kernel = (kernel_info){.warps_per_block = 1, .regs_per_thread = 16};
    r->spool = spool_new(1U << 20);
    assert_non_null(r->spool);
    r->engine = engine_new();
    return r;
}

void sm_rig_start(sm_rig *r, uint64_t pages) {
    engine *e = r->engine;
    int core = engine_add_domain(e, "core", 1);
    r->watch = (observer){.ctx = r, .inst = on_inst};
    r->mem = phys_mem_new(1U << 20, 1U << 10);
    r->space = address_space_new(r->mem, SM_RIG_ASID, &page_table_formats[PAGE_TABLE_X86]);
    assert_non_null(r->space);
    for (uint64_t vpn = 0; vpn < pages; vpn++)
        assert_int_equal(address_space_map(r->space, vpn, GMMU_PAGE_BITS), MAP_OK);
    r->oracle = oracle_new(&r->space, 1);
    r->tlb.space = r->space;
    r->sm = gto_sm_new(e, core, &r->config, 0, r->oracle, NULL, &r->watch);

    int s = gto_sm_component(r->sm);
    int d = engine_add_component(e, "dispatcher", core, dispatcher_tick, r);
    int t = engine_add_component(e, "tlb", core, server_tick, &r->tlb);
    int m = engine_add_component(e, "memory", core, server_tick, &r->memory);
    r->to_sm = engine_add_link(e, "blocks", d, s, sizeof(block_command), 4, 1);
    r->from_sm = engine_add_link(e, "done", s, d, sizeof(block_report), 2, 1);
    r->tlb.in = engine_add_link(e, "ask", s, t, sizeof(tlb_request), 2, 1);
    r->tlb.out = engine_add_link(e, "answer", t, s, sizeof(tlb_reply), 2, 1);
    r->memory.in = engine_add_link(e, "request", s, m, sizeof(mem_message), 2, 1);
    r->memory.out = engine_add_link(e, "reply", m, s, sizeof(mem_message), 2, 1);
    gto_sm_attach_dispatcher(r->sm, r->to_sm, r->from_sm);
    gto_sm_attach_tlb(r->sm, r->tlb.in, r->tlb.out);
    gto_sm_attach_memory(r->sm, r->memory.in, r->memory.out);
}

void sm_rig_free(sm_rig *r) {
    gto_sm_free(r->sm);
    for (uint32_t i = r->sent; i < r->blocks; i++)
        block_close(r->block[i]);
    engine_free(r->engine);
    oracle_free(r->oracle);
    address_space_free(r->space);
    phys_mem_free(r->mem);
    spool_free(r->spool);
    free(r);
}

void sm_rig_add_block(sm_rig *r, uint32_t warps, const warp_inst *const *program, const uint32_t *count) {
    assert_true(r->blocks < SM_RIG_MAX_BLOCKS);
    r->kernel.warps_per_block = warps;
    r->block[r->blocks++] = block_writer_block(r->spool, warps, program, count);
}

void sm_rig_run(sm_rig *r) {
    assert_int_equal(engine_run(r->engine, 10000000), ENGINE_IDLE);
    assert_int_equal(r->done, r->blocks);
    assert_int_equal(r->issues, r->commits);
    assert_true(gto_sm_idle(r->sm));
    assert_int_equal(oracle_mismatches(r->oracle), 0);
}

uint64_t sm_rig_issued(const sm_rig *r, uint64_t pc) {
    for (uint32_t i = 0; i < r->issues; i++)
        if (r->issue[i].pc == pc)
            return r->issue[i].cycle;
    fail_msg("instruction %u was not issued", (unsigned)pc);
    return 0;
}

/* ---- instructions ---- */

warp_inst inst_op(uint64_t pc, op_class op) {
    return (warp_inst){.pc = pc, .mask = UINT32_MAX, .op = (uint8_t)op};
}

warp_inst inst_alu(uint64_t pc, uint8_t dst, uint8_t src) {
    warp_inst i = inst_op(pc, OP_ALU);
    i.ndst = 1;
    i.dst[0] = dst;
    i.nsrc = 1;
    i.src[0] = src;
    return i;
}

warp_inst inst_access(uint64_t pc, op_class op, mem_space space, uint8_t reg, uint64_t base,
                      uint64_t stride) {
    warp_inst i = inst_op(pc, op);
    i.space = (uint8_t)space;
    i.width = 4;
    if (op == OP_STORE) {
        i.nsrc = 1;
        i.src[0] = reg;
    } else {
        i.ndst = 1;
        i.dst[0] = reg;
    }
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        i.addr[lane] = base + lane * stride;
    return i;
}
