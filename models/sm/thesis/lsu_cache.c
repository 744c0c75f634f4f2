/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 data cache and the way to the L2 cache: write-through without write-allocate,
 * lines are found by virtual address and ASID. One message a cycle leaves for the L2
 * cache, in order; hits pass those that wait, and give one line a cycle, in order of
 * their checks.
 */
#include <assert.h>

#include "sm/thesis/lsu_state.h"
#include "spec/messages.h"

#define VIRTUAL_LINE_BITS 48U /* more than 36 bits of page number and 5 of line */

static uint64_t cache_key(lsu *l, uint32_t i) {
    return line_virtual(l, i) | (uint64_t)line_inst(l, i)->inst.asid << VIRTUAL_LINE_BITS;
}

static void line_event(lsu *l, uint32_t i) {
    engine_event(l->sm.engine, l->sm.component, SM_EVENT_LINE, l->request[i].line, line_inst(l, i)->class);
}

/* ---- L1 ---- */

bool lsu_probe(lsu *l, uint32_t i) {
    return l1_cache_access(&l->cache, cache_key(l, i));
}

/* `checked`: when it was, had the TLB hit. */
static void hit(lsu *l, uint32_t i, uint64_t checked) {
    l->request[i].ready = checked + l->hit_latency;
    line_list_append(l->request, &l->hits, i);
}

void lsu_checked_line(lsu *l, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    app_stats *stats = &l->sm.stats[op->inst.app];
    if (op->class != OP_LOAD) {
        line_list_append(l->request, &op->held, i);
        return;
    }
    lsu_reach(l, op, STAGE_CACHE, cycle);
    line_event(l, i);
    if (l->detail[i].l1_hit) {
        stats->l1_hits++;
        hit(l, i, l->request[i].ready);
    } else {
        stats->l1_misses++;
        line_list_append(l->request, &l->to_l2, i);
    }
}

/* One line of data a cycle. */
void lsu_hit_stage(lsu *l, uint64_t cycle) {
    if (line_list_ready(l->request, &l->hits, cycle))
        lsu_finish_line(l, line_list_take(l->request, &l->hits));
}

/* ---- L2 ---- */

static bool send(lsu *l, uint64_t paddr, uint32_t tag, uint8_t app, bool write) {
    mem_message *m = link_push(l->to_memory);
    if (!m)
        return false;
    *m = (mem_message){.paddr = paddr, .tag = tag, .port = (uint8_t)l->sm.number, .app = app, .write = write};
    l->port_used = true;
    return true;
}

/* Fetches a line into a new MSHR; false when there is none or no room in the link. */
static bool fetch(lsu *l, uint32_t i, uint64_t key, bool merges, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    uint64_t line = l->request[i].line;
    if (!l1_mshr_available(&l->cache) || !link_can_push(l->to_memory))
        return false;
    uint32_t mshr = l1_mshr_take(&l->cache, key, merges);
    (void)send(l, line << LINE_BITS, mshr, op->inst.app, false);
    (void)line_list_take(l->request, &l->to_l2);
    l->miss[mshr].line = line;
    l->miss[mshr].stale = l->detail[i].stale;
    line_list_clear(&l->miss[mshr].waiting);
    line_list_append(l->request, &l->miss[mshr].waiting, i);
    lsu_reach(l, op, STAGE_MEMORY, cycle);
    return true;
}

static bool load(lsu *l, uint32_t i, uint64_t cycle) {
    uint64_t key = cache_key(l, i);
    uint32_t mshr = l1_mshr_find(&l->cache, key);
    if (mshr != L1_NO_MSHR) {
        (void)line_list_take(l->request, &l->to_l2);
        line_list_append(l->request, &l->miss[mshr].waiting, i);
        lsu_reach(l, line_inst(l, i), STAGE_MEMORY, cycle);
        return true;
    }
    if (!l1_cache_access(&l->cache, key))
        return fetch(l, i, key, true, cycle);
    /* Somebody else has fetched it meanwhile. */
    (void)line_list_take(l->request, &l->to_l2);
    hit(l, i, cycle);
    return true;
}

static bool store(lsu *l, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    if (!send(l, l->request[i].line << LINE_BITS, 0, op->inst.app, true))
        return false;
    (void)l1_cache_access(&l->cache, cache_key(l, i));
    lsu_reach(l, op, STAGE_CACHE, cycle);
    line_event(l, i);
    lsu_finish_line(l, line_list_take(l->request, &l->to_l2));
    return true;
}

static bool atomic(lsu *l, uint32_t i, uint64_t cycle) {
    uint64_t key = cache_key(l, i);
    if (!fetch(l, i, key, false, cycle))
        return false;
    l1_cache_invalidate(&l->cache, key);
    line_event(l, i);
    return true;
}

void lsu_l2_stage(lsu *l, uint64_t cycle) {
    l->l2_stalled = false;
    while (l->to_l2.head != LINE_NONE && line_inst(l, l->to_l2.head)->state == MEM_DROPPED)
        lsu_free_line(l, line_list_take(l->request, &l->to_l2));
    if (l->to_l2.head == LINE_NONE)
        return;
    uint32_t i = l->to_l2.head;
    uint32_t class = line_inst(l, i)->class;
    bool moved = class == OP_STORE    ? store(l, i, cycle)
                 : class == OP_ATOMIC ? atomic(l, i, cycle)
                                      : load(l, i, cycle);
    l->l2_stalled = !moved;
}

void lsu_receive_line(lsu *l) {
    const mem_message *reply = link_peek(l->from_memory);
    if (!reply)
        return;
    uint32_t number = reply->tag;
    if (number == LSU_CONTEXT_TAG) {
        l->context_read++;
    } else {
        assert(number < l->cache.mshrs && l->cache.mshr[number].valid);
        assert(l->miss[number].line == reply->paddr >> LINE_BITS);
        if (l->cache.mshr[number].merges && !l->miss[number].stale)
            l1_cache_fill(&l->cache, l->cache.mshr[number].line);
        line_list *waiting = &l->miss[number].waiting;
        while (waiting->head != LINE_NONE)
            lsu_finish_line(l, line_list_take(l->request, waiting));
        l1_mshr_release(&l->cache, number);
    }
    link_pop(l->from_memory);
}

/* ---- contexts ---- */

bool lsu_context_line(lsu *l, uint64_t paddr, uint8_t app, bool write) {
    if (l->port_used || l->to_l2.head != LINE_NONE)
        return false;
    if (!send(l, paddr, LSU_CONTEXT_TAG, app, write))
        return false;
    l->context_asked += !write;
    return true;
}

uint64_t lsu_context_lines_read(const lsu *l) {
    return l->context_read;
}
