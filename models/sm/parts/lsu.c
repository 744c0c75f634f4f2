/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/lsu.h"

#include <assert.h>

#include "base/alloc.h"
#include "sm/parts/lsu_cache.h"
#include "sm/parts/lsu_insts.h"
#include "sm/parts/lsu_translate.h"

const lsu_policy lsu_policy_gto = {.virtual_tags = false, .last_check = false};
const lsu_policy lsu_policy_thesis = {.virtual_tags = true, .last_check = true};

/* ---- life ---- */

lsu *lsu_new(const lsu_context *context, const lsu_policy *policy) {
    const gpu_config *config = context->config;
    lsu *l = alloc_zeroed(1, sizeof(*l));
    assert(policy->virtual_tags || !policy->last_check);
    l->sm = *context;
    l->policy = *policy;
    l->page_shift = chip_page_bits(&config->chip) - GMMU_PAGE_BITS;
    l->serial = config->chip.sm.lookups == LOOKUPS_SERIAL;
    l->in_order = policy->last_check && scheme_preemptible(config->exceptions.scheme);
    lsu_insts_init(l);
    lsu_cache_init(l);
    lsu_translate_init(l);
    return l;
}

void lsu_free(lsu *l) {
    if (!l)
        return;
    lsu_translate_destroy(l);
    lsu_cache_destroy(l);
    free(l);
}

void lsu_attach_tlb(lsu *l, engine_link *to, engine_link *from) {
    l->to_tlb = to;
    l->from_tlb = from;
    l->tlb_input = link_input(from);
}

void lsu_attach_memory(lsu *l, engine_link *to, engine_link *from) {
    l->to_memory = to;
    l->from_memory = from;
    l->memory_input = link_input(from);
}

void lsu_attach_data(lsu *l, data_oracle *data) {
    l->data = data;
}

bool lsu_empty(const lsu *l) {
    return l->insts.ops == 0 && l->translate.injected_first == l->translate.injected_end &&
           l->cache.context_asked == l->cache.context_answered;
}

bool lsu_quiet(const lsu *l, uint16_t asid) {
    const lsu_translate *t = &l->translate;
    for (uint32_t i = 0; i < LSU_OPS; i++)
        if (l->insts.op[i].state != MEM_FREE && l->insts.op[i].inst.asid == asid)
            return false;
    for (uint32_t i = t->injected_first; i != t->injected_end; i++)
        if (t->injected[i].asid == asid)
            return false;
    return true;
}

/* What stands in front goes first: a miss of the TLB, then the data, then those behind them. An access that
 * has not found its page, of a preemptible scheme, waits in the SM instead. */
sm_wait lsu_waits(const lsu *l, uint16_t asid) {
    static const sm_wait_reason reason[] = {SM_WAITS_FOR_TRANSLATION, SM_WAITS_FOR_DATA,
                                            SM_WAITS_FOR_TRANSLATION};
    for (uint32_t rank = 0; rank < 3; rank++) {
        for (uint32_t i = 0; i < LSU_OPS; i++) {
            const mem_inst *op = &l->insts.op[i];
            const bool here = op->state != MEM_FREE && op->state != MEM_FAULTED && op->inst.asid == asid;
            if (here && rank == (op->tlb_waiting != 0 ? 0 : op->looked_up == op->access.lines ? 1 : 2))
                return (sm_wait){.what = reason[rank], .address = op->access.line[0] * GMMU_LINE_BYTES};
        }
    }
    return (sm_wait){.what = SM_WAITS_NOT};
}

static void empty_l1(lsu *l) {
    l1_cache_flush(&l->cache.tags);
    for (uint32_t i = 0; i < LSU_LINES; i++)
        l->insts.line[i].stale = true;
    for (uint32_t i = 0; i < l->cache.tags.mshrs; i++)
        l->cache.miss[i].stale = true;
}

void lsu_flush_tlb(lsu *l) {
    l1_tlb_flush(&l->translate.tlb);
    if (l->policy.virtual_tags)
        empty_l1(l);
}

void lsu_flush_frames(lsu *l) {
    l1_tlb_flush(&l->translate.tlb);
    empty_l1(l);
}

bool lsu_context_line(lsu *l, const context_line *line, context_access what) {
    uint64_t paddr = line->address;
    if (!lsu_cache_takes_context(l) || (l->sm.config->schedule.contexts == CONTEXTS_VIRTUAL &&
                                        !lsu_translate_context(l, line, what != CONTEXT_READ, &paddr)))
        return false;
    lsu_cache_context(l, paddr, line, what);
    return true;
}

uint64_t lsu_context_lines_answered(const lsu *l) {
    return l->cache.context_answered;
}

void lsu_context_tlb(const lsu *l, uint64_t *hits, uint64_t *misses) {
    *hits = l->translate.context.hits;
    *misses = l->translate.context.misses;
}

uint64_t lsu_tlb_waiting(const lsu *l) {
    return l->insts.tlb_waiting_warps | lsu_behind_miss(l);
}

/* ---- one cycle ---- */

void lsu_tick(lsu *l, uint64_t cycle) {
    l->insts.events = l->insts.events_taken = 0;
    l->cache.port_used = false;
    /* What arrives first, then the stages from the last to the first: what a stage frees, the
     * one before it can use in the same cycle, so a stage that stalls has to wait for the
     * outside. */
    if (engine_input_shows(l->sm.engine, l->sm.component, l->memory_input))
        lsu_receive_line(l);
    if (line_ready(l, &l->cache.hits, cycle))
        lsu_finish_line(l, index_list_pop(&l->cache.hits, l->insts.line_next)); /* one line of data a cycle */
    if (l->translate.injected_first != l->translate.injected_end)
        lsu_end_injected(l, cycle);
    if (engine_input_shows(l->sm.engine, l->sm.component, l->tlb_input))
        lsu_receive_translation(l, cycle);
    if (l->policy.virtual_tags) {
        lsu_check_stage(l, cycle);
        lsu_l2_stage(l, cycle);
    } else {
        lsu_cache_stage(l, cycle);
    }
    if (lsu_insts_have_events(l))
        lsu_insts_events(l);
    lsu_lookup_stage(l, cycle);
}

/* Something to do in the next cycle, whatever arrives? */
static bool lsu_busy(const lsu *l) {
    const lsu_insts *s = &l->insts;
    const lsu_translate *t = &l->translate;
    if (!t->stalled && (!index_list_empty(&s->queue) || !index_list_empty(&t->late)))
        return true;
    if (!l->cache.stalled && !index_list_empty(&l->cache.to_l2))
        return true;
    return lsu_insts_have_events(l);
}

/* When the head of a pipeline is at its end. */
static void lsu_earlier(const lsu *l, const index_list *list, uint64_t *next) {
    if (!index_list_empty(list) && l->insts.line[list->head].ready < *next)
        *next = l->insts.line[list->head].ready;
}

uint64_t lsu_next(const lsu *l, uint64_t cycle) {
    const lsu_translate *t = &l->translate;
    uint64_t next = GMMU_NEVER;
    if (lsu_busy(l))
        return cycle + 1;
    lsu_earlier(l, &l->cache.hits, &next);
    if (l->policy.virtual_tags || !l->cache.stalled)
        lsu_earlier(l, &t->checking, &next);
    /* One that is not due yet has its turn before whatever stalls now. */
    if (!t->stalled || !line_ready(l, &t->delayed, cycle))
        lsu_earlier(l, &t->delayed, &next);
    if (t->injected_first != t->injected_end && t->injected[t->injected_first].due < next)
        next = t->injected[t->injected_first].due;
    return next > cycle ? next : cycle + 1;
}
