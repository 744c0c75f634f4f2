/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/gto/ldst.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "spec/messages.h"

#define NONE LINE_NONE

/* ---- life ---- */

void ldst_init(ldst *l, sm_context *context) {
    const chip_config *chip = &context->config->chip;
    memset(l, 0, sizeof(*l));
    l->sm = context;
    l1_tlb_init(&l->tlb, context->config, context->oracle);
    l1_cache_init(&l->cache, chip->l1.bytes, chip->l1.ways, chip->l1.mshrs);
    l->miss = alloc_zeroed(chip->l1.mshrs, sizeof(*l->miss));
    line_list_clear(&l->replay);
    line_list_clear(&l->to_cache);
    line_list_clear(&l->hits);
    for (uint32_t i = 0; i < LDST_OPS; i++)
        l->op[i].next = i + 1 < LDST_OPS ? i + 1 : NONE;
    line_pool_init(l->request, LDST_LINES);
    l->done_op = NONE;
}

void ldst_destroy(ldst *l) {
    l1_tlb_destroy(&l->tlb);
    free(l->miss);
    l1_cache_destroy(&l->cache);
}

void ldst_flush_tlb(ldst *l) {
    l1_tlb_flush(&l->tlb);
}

bool ldst_empty(const ldst *l) {
    return l->queued == 0 && l->requests == 0;
}

/* ---- instructions ---- */

/* Tells the observer when the first line of an instruction reaches a stage. */
static void reach(ldst *l, mem_op *op, inst_stage stage, uint64_t cycle) {
    const observer *watch = l->sm->watch;
    if (!watch || op->stage >= stage)
        return;
    op->stage = (uint8_t)stage;
    if (watch->inst)
        watch->inst(watch->ctx, cycle, l->sm->number, op->inst.warp, op->inst.uid, stage, NULL);
}

bool ldst_accepts(const ldst *l) {
    return l->queued < LDST_QUEUE && l->free_op != NONE;
}

void ldst_issue(ldst *l, const warp_inst *access, const inflight_inst *inst, uint8_t app, uint16_t asid) {
    uint32_t number = l->free_op;
    mem_op *op = &l->op[number];
    queued_access *q = &l->queue[(l->queue_head + l->queued++) % LDST_QUEUE];

    l->free_op = op->next;
    coalesce(access, &q->access);
    q->next = 0;
    q->op = number;
    *op = (mem_op){.inst = *inst,
                   .lines_left = q->access.lines,
                   .asid = asid,
                   .app = app,
                   .op = access->op,
                   .stage = STAGE_ISSUE};
    l->sm->stats[app].mem_instructions++;
    l->sm->stats[app].mem_transactions += q->access.lines;
}

const mem_op *ldst_take_done(ldst *l) {
    mem_op *op = NULL;
    if (l->done_op != NONE) {
        op = &l->op[l->done_op];
        uint32_t next = op->next;
        /* Free from the next ldst_issue() on; until then the caller may read it. */
        op->next = l->free_op;
        l->free_op = l->done_op;
        l->done_op = next;
    }
    return op;
}

static void finish_line(ldst *l, uint32_t i) {
    uint32_t number = l->request[i].op;
    mem_op *op = &l->op[number];
    l->request[i].next = l->free_request;
    l->free_request = i;
    l->requests--;
    if (--op->lines_left == 0) {
        op->next = l->done_op;
        l->done_op = number;
    }
}

/* ---- translate stage ---- */

/* Into the TLB's pipeline with its physical address. */
static void translated(ldst *l, uint32_t i, uint64_t cycle) {
    l->request[i].ready = cycle + l->sm->config->chip.tlb.level[0].latency;
    line_list_append(l->request, &l->to_cache, i);
}

/* Replaces the virtual line number by the physical one. */
static void set_translation(ldst *l, uint32_t i, uint64_t ppn) {
    line_request *r = &l->request[i];
    const mem_op *op = &l->op[r->op];
    (void)oracle_check(l->sm->oracle, op->asid, r->line / LINES_PER_PAGE, ppn, op->op != OP_LOAD);
    l->sm->stats[op->app].oracle_checks++;
    r->line = ppn * LINES_PER_PAGE + r->line % LINES_PER_PAGE;
}

/* The MSHR of a page, a new one with its request on the way, or NONE: not now. */
static uint32_t missing_page(ldst *l, const mem_op *op, uint64_t vpn) {
    tlb_request what = {
        .vpn = vpn, .asid = op->asid, .app = op->app, .sm = (uint8_t)l->sm->number, .warp = op->inst.warp};
    return l1_tlb_miss(&l->tlb, &what, l->to_tlb);
}

static void count_page(ldst *l, const mem_op *op, uint64_t vpn, bool hit) {
    app_stats *stats = &l->sm->stats[op->app];
    stats->l1_tlb_hits += hit;
    stats->l1_tlb_misses += !hit;
    engine_event(l->sm->engine, l->sm->component, hit ? SM_EVENT_TLB_HIT : SM_EVENT_TLB_MISS, vpn, op->asid);
}

/* The next line of the oldest queued instruction; false when it has to wait. */
static bool translate_queued(ldst *l, uint64_t cycle) {
    queued_access *q = &l->queue[l->queue_head];
    mem_op *op = &l->op[q->op];
    uint64_t vpn = q->access.line[q->next] / LINES_PER_PAGE;
    uint64_t ppn = 0;
    uint32_t i = l->free_request;

    if (i == NONE)
        return false;
    bool hit = l1_tlb_lookup(&l->tlb, op->asid, vpn, &ppn);
    uint32_t mshr = hit ? 0 : missing_page(l, op, vpn);
    if (mshr == L1_TLB_NO_MSHR)
        return false;

    l->free_request = l->request[i].next;
    l->requests++;
    l->request[i] = (line_request){.line = q->access.line[q->next], .op = q->op};
    reach(l, op, STAGE_TLB, cycle);
    if (q->access.opens_page >> q->next & 1)
        count_page(l, op, vpn, hit);
    if (hit) {
        set_translation(l, i, ppn);
        translated(l, i, cycle);
    } else {
        line_list_append(l->request, &l->tlb.mshr[mshr].waiting, i);
        l->tlb_waiting[op->inst.warp]++;
        l->tlb_waiting_warps |= UINT64_C(1) << op->inst.warp;
    }
    if (++q->next == q->access.lines) {
        l->queue_head = (l->queue_head + 1) % LDST_QUEUE;
        l->queued--;
    }
    return true;
}

static void translate_stage(ldst *l, uint64_t cycle) {
    l->translate_stalled = false;
    if (l->replay.head == NONE && l->queued == 0)
        return;
    /* The pipeline holds a line per cycle of latency and one that waits at its end. */
    if (l->to_cache.count > l->sm->config->chip.tlb.level[0].latency)
        l->translate_stalled = true;
    else if (l->replay.head != NONE)
        translated(l, line_list_take(l->request, &l->replay), cycle);
    else
        l->translate_stalled = !translate_queued(l, cycle);
}

static void receive_translation(ldst *l) {
    const tlb_reply *reply = link_peek(l->from_tlb);
    if (!reply)
        return;
    l1_tlb_mshr *m = l1_tlb_answer(&l->tlb, reply);
    while (m->waiting.head != NONE) {
        uint32_t i = line_list_take(l->request, &m->waiting);
        uint32_t warp = l->op[l->request[i].op].inst.warp;
        set_translation(l, i, reply->ppn);
        line_list_append(l->request, &l->replay, i);
        if (--l->tlb_waiting[warp] == 0)
            l->tlb_waiting_warps &= ~(UINT64_C(1) << warp);
    }
    link_pop(l->from_tlb);
}

/* ---- cache stage ---- */

static bool send_line(ldst *l, const mem_op *op, uint64_t line, uint32_t tag, bool write) {
    mem_message *m = link_push(l->to_memory);
    if (m)
        *m = (mem_message){.paddr = line << LINE_BITS,
                           .tag = tag,
                           .port = (uint8_t)l->sm->number,
                           .app = op->app,
                           .write = write};
    return m != NULL;
}

/* Fetches a line into a new MSHR; false when there is none or no room in the link. */
static bool fetch_line(ldst *l, mem_op *op, uint32_t i, bool merges, uint64_t cycle) {
    uint64_t line = l->request[i].line;
    if (!l1_mshr_available(&l->cache) || !link_can_push(l->to_memory))
        return false;
    uint32_t mshr = l1_mshr_take(&l->cache, line, merges);
    (void)send_line(l, op, line, mshr, false);
    (void)line_list_take(l->request, &l->to_cache);
    line_list_clear(&l->miss[mshr]);
    line_list_append(l->request, &l->miss[mshr], i);
    reach(l, op, STAGE_MEMORY, cycle);
    return true;
}

static bool load_line(ldst *l, mem_op *op, uint32_t i, uint64_t cycle) {
    uint64_t line = l->request[i].line;
    app_stats *stats = &l->sm->stats[op->app];
    if (l1_cache_access(&l->cache, line)) {
        (void)line_list_take(l->request, &l->to_cache);
        l->request[i].ready = cycle + l->sm->config->chip.l1.latency;
        line_list_append(l->request, &l->hits, i);
        stats->l1_hits++;
        return true;
    }
    uint32_t mshr = l1_mshr_find(&l->cache, line);
    if (mshr != L1_NO_MSHR) {
        (void)line_list_take(l->request, &l->to_cache);
        line_list_append(l->request, &l->miss[mshr], i);
        reach(l, op, STAGE_MEMORY, cycle);
    } else if (!fetch_line(l, op, i, true, cycle)) {
        return false;
    }
    stats->l1_misses++;
    return true;
}

static bool store_line(ldst *l, const mem_op *op, uint32_t i) {
    uint64_t line = l->request[i].line;
    if (!send_line(l, op, line, 0, true))
        return false;
    (void)l1_cache_access(&l->cache, line);
    finish_line(l, line_list_take(l->request, &l->to_cache));
    return true;
}

static bool atomic_line(ldst *l, mem_op *op, uint32_t i, uint64_t cycle) {
    if (!fetch_line(l, op, i, false, cycle))
        return false;
    l1_cache_invalidate(&l->cache, l->request[i].line);
    return true;
}

static void cache_stage(ldst *l, uint64_t cycle) {
    l->cache_stalled = false;
    if (!line_list_ready(l->request, &l->to_cache, cycle))
        return;
    uint32_t i = l->to_cache.head;
    uint64_t line = l->request[i].line;
    mem_op *op = &l->op[l->request[i].op];
    uint32_t class = op->op;
    reach(l, op, STAGE_CACHE, cycle);
    bool done = class == OP_STORE    ? store_line(l, op, i)
                : class == OP_ATOMIC ? atomic_line(l, op, i, cycle)
                                     : load_line(l, op, i, cycle);
    l->cache_stalled = !done;
    if (done)
        engine_event(l->sm->engine, l->sm->component, SM_EVENT_LINE, line, class);
}

static void receive_line(ldst *l) {
    const mem_message *reply = link_peek(l->from_memory);
    if (!reply)
        return;
    uint32_t number = reply->tag;
    assert(number < l->cache.mshrs && l->cache.mshr[number].valid);
    const l1_mshr *m = &l->cache.mshr[number];
    assert(m->line == reply->paddr >> LINE_BITS);
    if (m->merges)
        l1_cache_fill(&l->cache, m->line);
    while (l->miss[number].head != NONE)
        finish_line(l, line_list_take(l->request, &l->miss[number]));
    l1_mshr_release(&l->cache, number);
    link_pop(l->from_memory);
}

/* ---- one cycle ---- */

void ldst_tick(ldst *l, uint64_t cycle) {
    /* What arrives first, then the stages from the last to the first: what a stage
     * frees, the one before it can use in the same cycle, so a stage that stalls has
     * to wait for the outside. */
    receive_line(l);
    if (line_list_ready(l->request, &l->hits, cycle))
        finish_line(l, line_list_take(l->request, &l->hits));
    receive_translation(l);
    cache_stage(l, cycle);
    translate_stage(l, cycle);
}

uint64_t ldst_next(const ldst *l, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    if (l->hits.head != NONE)
        next = l->request[l->hits.head].ready;
    if (l->to_cache.head != NONE && !l->cache_stalled && l->request[l->to_cache.head].ready < next)
        next = l->request[l->to_cache.head].ready;
    if ((l->queued || l->replay.head != NONE) && !l->translate_stalled)
        next = cycle + 1;
    return next > cycle ? next : cycle + 1;
}
