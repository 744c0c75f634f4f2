/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The look-up port and the L1 TLB: one line a cycle looks up the TLB; the TLB's latency
 * later it is answered. D: where arrays are looked up one after another, lines leave in the order in which
 * they came, and one whose page came from the shared TLB passes all arrays. A miss is answered when the
 * shared TLB answers; one answer of the shared TLB is taken a cycle.
 */
#include "sm/parts/lsu_translate.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "sm/parts/lsu_cache.h"
#include "sm/parts/lsu_data.h"
#include "sm/parts/lsu_insts.h"

/* ---- life ---- */

void lsu_translate_init(lsu *l) {
    const gpu_config *config = l->sm.config;
    lsu_translate *t = &l->translate;
    l1_tlb_init(&t->tlb, config, l->sm.oracle);
    t->stages = tlb_stages_of(&config->chip, chip_l1_tlb(&config->chip));
    t->latency = tlb_stages_all(&t->stages);
    t->preemptible = scheme_preemptible(config->exceptions.scheme);
    t->fault_cycles = chip_cycles(&config->chip, config->exceptions.link.allocate_ns);
    t->checking = t->late = t->delayed = INDEX_LIST_EMPTY;
    t->context.mshr = L1_TLB_NO_MSHR;
}

void lsu_translate_destroy(lsu *l) {
    l1_tlb_destroy(&l->translate.tlb);
    free(l->translate.injected);
}

/* ---- answers ---- */

/* The line can be used: `line` becomes physical. */
static void lsu_translate_translated(lsu *l, uint32_t i, uint64_t ppn) {
    const mem_inst *op = line_inst(l, i);
    const uint64_t line = line_virtual(l, i);
    (void)oracle_check(l->sm.oracle, op->inst.asid, line / LINES_PER_PAGE, ppn, op->class != OP_LOAD);
    l->sm.stats[op->inst.app].oracle_checks++;
    l->insts.line[i].line = ppn * LINES_PER_PAGE + line % LINES_PER_PAGE;
}

/* Into the TLB's pipeline, until `ready`. */
static void lsu_translate_enter(lsu *l, uint32_t i, uint64_t ready) {
    if (!l->policy.virtual_tags)
        lsu_cache_prefetch(l, i);
    l->insts.line[i].ready = ready;
    l->translate.in_flight++;
    index_list_push(&l->translate.checking, l->insts.line_next, i);
}

/* The check of a line has succeeded. */
static void lsu_translate_checked(lsu *l, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    lsu_checked_line(l, i, cycle);
    if (l->policy.last_check)
        lsu_line_answered(l, op);
}

/* An answer that came late, for a line that waited at an MSHR. */
static void lsu_translate_answer_late(lsu *l, uint32_t i, const tlb_reply *reply, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    if (op->state == MEM_DROPPED) {
        lsu_free_line(l, i);
        return;
    }
    lsu_line_waits_no_more(l, op);
    if (reply->kind == TLB_REPLY_FAULT) {
        lsu_line_missing(l, i);
        return;
    }
    lsu_translate_translated(l, i, l1_tlb_frame(reply, line_virtual(l, i) / LINES_PER_PAGE));
    if (l->policy.virtual_tags)
        lsu_translate_checked(l, i, cycle);
    else
        index_list_push(&l->translate.late, l->insts.line_next, i);
}

/* The page of the line of a context that waits. */
static void context_answered(lsu *l, const tlb_reply *reply) {
    context_lookup *c = &l->translate.context;
    assert(reply->kind == TLB_REPLY_PAGE); /* the driver has mapped it */
    c->mshr = L1_TLB_NO_MSHR;
    c->answered = true;
    c->ppn = l1_tlb_frame(reply, c->vpn);
}

uint64_t lsu_behind_miss(const lsu *l) {
    const lsu_insts *s = &l->insts;
    if (!l1_tlb_blocked(&l->translate.tlb))
        return 0;
    uint64_t warps = l->sm.held ? *l->sm.held : 0;
    for (uint32_t i = s->queue.head; i != INDEX_NONE; i = s->op_next[i])
        warps |= UINT64_C(1) << s->op[i].inst.warp;
    return warps;
}

void lsu_receive_translation(lsu *l, uint64_t cycle) {
    const tlb_reply *reply = link_peek(l->from_tlb);
    assert(reply->kind == TLB_REPLY_PAGE || l->policy.last_check);
    if (reply->kind == TLB_REPLY_RESOLVED) {
        lsu_resolved(l, reply->asid, reply->vpn, reply->pages);
    } else {
        const uint64_t behind = lsu_behind_miss(l);
        l1_tlb_mshr *m = l1_tlb_answer(&l->translate.tlb, reply, behind);
        if (l->translate.context.mshr == reply->tag)
            context_answered(l, reply);
        if (!index_list_empty(&m->waiting)) {
            app_stats *stats = &l->sm.stats[line_inst(l, m->waiting.head)->inst.app];
            stats->tlb_answers++;
            stats->tlb_warps += (uint64_t)__builtin_popcountll(m->warps);
        }
        while (!index_list_empty(&m->waiting)) {
            const uint32_t i = index_list_pop(&m->waiting, l->insts.line_next);
            l->insts.line[i].stale |= l->policy.virtual_tags && m->stale;
            lsu_translate_answer_late(l, i, reply, cycle);
        }
    }
    link_pop(l->from_tlb);
}

/* ---- injected faults ---- */

static void start_injected(lsu *l, uint32_t i, uint64_t cycle) {
    lsu_translate *t = &l->translate;
    if (t->injected_end == t->injected_size && t->injected_first) {
        t->injected_end -= t->injected_first;
        memmove(t->injected, &t->injected[t->injected_first], t->injected_end * sizeof(*t->injected));
        t->injected_first = 0;
    } else if (t->injected_end == t->injected_size) {
        t->injected_size = t->injected_size ? 2 * t->injected_size : 64;
        t->injected = alloc_resize(t->injected, t->injected_size, sizeof(*t->injected));
    }
    t->injected[t->injected_end++] = (injected_fault){.due = cycle + t->fault_cycles,
                                                      .vpn = line_virtual(l, i) / LINES_PER_PAGE,
                                                      .asid = line_inst(l, i)->inst.asid};
}

void lsu_end_injected(lsu *l, uint64_t cycle) {
    lsu_translate *t = &l->translate;
    const injected_fault *f = &t->injected[t->injected_first];
    if (f->due > cycle)
        return;
    const uint32_t pages = 1U << l->page_shift;
    lsu_resolved(l, f->asid, f->vpn & ~(uint64_t)(pages - 1), pages);
    if (++t->injected_first == t->injected_end)
        t->injected_first = t->injected_end = 0;
}

/* Is this line to fault? Then it goes its way here. */
static bool lsu_translate_inject(lsu *l, mem_inst *op, uint32_t i, uint64_t cycle) {
    line_request *r = &l->insts.line[i];
    if (!op->inject || r->index + 1U != op->access.lines)
        return false;
    op->inject = false;
    if (l->translate.preemptible) {
        r->fault = true;
        lsu_translate_enter(l, i, cycle + l->translate.latency);
    } else {
        r->ready = cycle + l->translate.fault_cycles;
        index_list_push(&l->translate.delayed, l->insts.line_next, i);
    }
    return true;
}

/* ---- the end of the TLB's pipeline, with virtual tags ---- */

void lsu_check_stage(lsu *l, uint64_t cycle) {
    if (!line_ready(l, &l->translate.checking, cycle))
        return;
    const uint32_t i = index_list_pop(&l->translate.checking, l->insts.line_next);
    l->translate.in_flight--;
    if (line_inst(l, i)->state == MEM_DROPPED) {
        lsu_free_line(l, i);
    } else if (l->insts.line[i].fault) {
        start_injected(l, i, cycle);
        lsu_line_missing(l, i);
    } else {
        lsu_translate_checked(l, i, cycle);
    }
}

/* ---- the port ---- */

/* mshr: at which the page waits; of a hit L1_TLB_NO_MSHR. */
static void count_page(lsu *l, const mem_inst *op, uint64_t vpn, uint32_t mshr) {
    app_stats *stats = &l->sm.stats[op->inst.app];
    const lsu_translate *t = &l->translate;
    const bool hit = mshr == L1_TLB_NO_MSHR;
    stats->l1_tlb_hits += hit;
    stats->l1_tlb_misses += !hit;
    stats->l1_tlb_pending_hits +=
        !hit && (mshr == t->context.mshr || !index_list_empty(&t->tlb.mshr[mshr].waiting));
    engine_event(l->sm.engine, l->sm.component, hit ? SM_EVENT_TLB_HIT : SM_EVENT_TLB_MISS, vpn,
                 op->inst.asid);
}

/* The MSHR of a page, a new one with its request on the way, or L1_TLB_NO_MSHR: not now. */
static uint32_t missing_page(lsu *l, const inflight_inst *inst, uint64_t vpn) {
    const uint64_t running = *l->sm.running, lower = running & ((UINT64_C(1) << inst->warp) - 1);
    const tlb_request what = {.vpn = vpn,
                              .asid = inst->asid,
                              .app = inst->app,
                              .sm = (uint8_t)l->sm.number,
                              .warp = inst->warp,
                              .rank = (uint8_t)__builtin_popcountll(lower),
                              .running = (uint8_t)__builtin_popcountll(running),
                              .system = inst->system};
    return l1_tlb_miss(&l->translate.tlb, &what, l->to_tlb);
}

/* A line that is in no list looks up the TLB, and a cache with virtual tags; false when it has to wait. */
static bool lsu_translate_look_up(lsu *l, uint32_t i, uint64_t cycle) {
    lsu_translate *t = &l->translate;
    mem_inst *op = line_inst(l, i);
    line_request *r = &l->insts.line[i];
    const uint64_t vpn = line_virtual(l, i) / LINES_PER_PAGE;
    tlb_page page = {.ppn = 0};
    uint32_t mshr = L1_TLB_NO_MSHR;

    if (lsu_translate_inject(l, op, i, cycle))
        return true;
    if (!lsu_cache_keep_mshr(l, i))
        return false;
    const bool hit = l1_tlb_lookup(&t->tlb, op->inst.asid, op->inst.system, vpn, &page);
    if (!hit) {
        mshr = missing_page(l, &op->inst, vpn);
        if (mshr == L1_TLB_NO_MSHR) {
            lsu_keep_no_mshr(l, i);
            return false;
        }
    }
    lsu_reach(l, op, STAGE_TLB, cycle);
    if (op->access.opens_page >> r->index & 1)
        count_page(l, op, vpn, mshr);
    if (l->policy.virtual_tags)
        r->l1_hit = op->class == OP_LOAD && lsu_probe(l, i);
    if (hit) {
        if (page.bits > t->tlb.request_bits)
            coalesced_found_page(&op->access, r->index, page.bits);
        lsu_translate_translated(l, i, page.ppn);
        r->oldest = lsu_data_l1_oldest(l, r->line); /* for its probe in this cycle */
        lsu_translate_enter(l, i, cycle + tlb_stages_hit(&t->stages, page.bits));
    } else {
        r->ready = cycle + t->latency;
        index_list_push(&t->tlb.mshr[mshr].waiting, l->insts.line_next, i);
        lsu_line_waits(l, op);
    }
    return true;
}

/* The next line of the oldest instruction in the queue. */
static bool look_up_queued(lsu *l, uint64_t cycle) {
    lsu_insts *s = &l->insts;
    const uint32_t number = s->queue.head;
    const uint32_t i = s->free_line;
    mem_inst *op = &s->op[number];
    if (i == INDEX_NONE)
        return false;
    const uint32_t next_free = s->line_next[i];
    s->line[i] = (line_request){.op = (uint16_t)number, .index = (uint8_t)op->looked_up};
    if (!lsu_translate_look_up(l, i, cycle))
        return false;
    s->free_line = next_free;
    op->requests++;
    if (++op->looked_up == op->access.lines) {
        if (l->policy.last_check)
            op->state = MEM_CHECKING;
        (void)index_list_pop(&s->queue, s->op_next);
        s->queued--;
    }
    return true;
}

/* A line whose injected fault has been served. */
static bool look_up_delayed(lsu *l, uint64_t cycle) {
    index_list *delayed = &l->translate.delayed;
    const uint32_t next = l->insts.line_next[delayed->head];
    if (!lsu_translate_look_up(l, delayed->head, cycle))
        return false;
    delayed->head = next;
    return true;
}

void lsu_lookup_stage(lsu *l, uint64_t cycle) {
    lsu_translate *t = &l->translate;
    const bool delayed = line_ready(l, &t->delayed, cycle);
    t->stalled = false;
    t->port_used = false;
    if (!delayed && index_list_empty(&t->late) && index_list_empty(&l->insts.queue))
        return;
    if (!l->policy.virtual_tags && t->in_flight > t->latency) {
        t->stalled = true;
    } else if (!index_list_empty(&t->late)) {
        lsu_translate_enter(l, index_list_pop(&t->late, l->insts.line_next), cycle + t->latency);
    } else if (l1_tlb_blocked(&t->tlb)) {
        t->stalled = true;
    } else {
        t->port_used = delayed ? look_up_delayed(l, cycle) : look_up_queued(l, cycle);
        t->stalled = !t->port_used;
    }
}

/* ---- contexts ---- */

/* The port serves a line of a context in this cycle. */
static bool port_is_free(const lsu *l) {
    return !l->translate.port_used && !l1_tlb_blocked(&l->translate.tlb);
}

/* The MSHR of a page of a context, as missing_page(). */
static uint32_t missing_context(lsu *l, const context_line *line, uint64_t vpn) {
    const inflight_inst who = {
        .warp = line->warp, .asid = line->asid, .app = line->app, .system = line->system};
    return missing_page(l, &who, vpn);
}

/* A line waits: the port looks up a page after its page, as far as the warps of the block go. */
static void ask_ahead(lsu *l, const context_line *line) {
    context_lookup *c = &l->translate.context;
    const uint64_t vpn = c->vpn + ((uint64_t)(c->ahead + 1) << l->page_shift);
    tlb_page page;
    if (!port_is_free(l) || c->ahead + 1 >= line->warps || vpn > (line->end - 1) >> GMMU_PAGE_BITS)
        return;
    c->ahead += l1_tlb_lookup(&l->translate.tlb, line->asid, line->system, vpn, &page) ||
                missing_context(l, line, vpn) != L1_TLB_NO_MSHR;
}

/* The frame of the page; false: it is not there in this cycle. */
static bool context_frame(lsu *l, const context_line *line, uint64_t vpn, uint64_t *ppn) {
    context_lookup *c = &l->translate.context;
    tlb_page page = {.ppn = 0};
    if (c->answered) {
        c->answered = false;
        *ppn = c->ppn;
        return true;
    }
    if (c->mshr != L1_TLB_NO_MSHR) {
        ask_ahead(l, line);
        return false;
    }
    if (!port_is_free(l))
        return false;
    if (l1_tlb_lookup(&l->translate.tlb, line->asid, line->system, vpn, &page)) {
        c->hits++;
        *ppn = page.ppn;
        return true;
    }
    c->mshr = missing_context(l, line, vpn);
    c->misses += c->mshr != L1_TLB_NO_MSHR;
    c->vpn = vpn;
    c->ahead = 0;
    return false;
}

bool lsu_translate_context(lsu *l, const context_line *line, bool write, uint64_t *paddr) {
    const uint64_t vpn = line->address >> GMMU_PAGE_BITS;
    uint64_t ppn = 0;
    if (!context_frame(l, line, vpn, &ppn))
        return false;
    (void)oracle_check(l->sm.oracle, line->asid, vpn, ppn, write);
    l->sm.stats[line->app].oracle_checks++;
    *paddr = ppn << GMMU_PAGE_BITS | (line->address & ((1U << GMMU_PAGE_BITS) - 1));
    return true;
}
