/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 data cache and the way to the L2 cache: write-through without write-allocate. One
 * message a cycle leaves for the L2 cache, in order; hits give one line a cycle, in
 * order of their look-ups. D: a load whose line is under way without all its sectors has the rest fetched
 * under the same MSHR, which answers when everything is there.
 */
#include "sm/parts/lsu_cache.h"

#include <assert.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "sm/parts/lsu_data.h"
#include "sm/parts/lsu_insts.h"

#define VIRTUAL_LINE_BITS 48U                 /* more than 36 bits of page number and 5 of line */
#define CONTEXT_TAG       (UINT32_C(1) << 31) /* beyond all L1 MSHRs */

/* ---- life ---- */

void lsu_cache_init(lsu *l) {
    const chip_config *chip = &l->sm.config->chip;
    const uint32_t latency = chip->l1.latency;
    const uint32_t before = l->policy.virtual_tags ? chip_l1_tlb(chip)->latency : 0;
    lsu_cache *c = &l->cache;
    l1_cache_init(&c->tags, chip->l1.bytes, chip->l1.ways, chip->l1.mshrs, chip->l2.sector_bytes);
    c->miss = alloc_zeroed(chip->l1.mshrs, sizeof(*c->miss));
    c->hits = c->to_l2 = INDEX_LIST_EMPTY;
    c->hit_latency = latency > before ? latency - before : 0;
}

void lsu_cache_destroy(lsu *l) {
    l1_cache_destroy(&l->cache.tags);
    free(l->cache.miss);
}

/* ---- a line ---- */

/* What the L1 finds it by. */
static uint64_t cache_key(lsu *l, uint32_t i) {
    if (!l->policy.virtual_tags)
        return l->insts.line[i].line;
    return line_virtual(l, i) | (uint64_t)line_inst(l, i)->inst.asid << VIRTUAL_LINE_BITS;
}

/* The line in the L1, or NULL with what of it has to be fetched. */
static line_data *lsu_cache_held(lsu *l, uint32_t i, uint8_t *lack) {
    const uint64_t key = cache_key(l, i);
    const uint8_t named = line_sectors_named(l, i);
    line_data *held = l1_cache_access(&l->cache.tags, key);
    *lack = held ? l1_cache_lack(&l->cache.tags, key, named) : named;
    return *lack ? NULL : held;
}

static void line_event(lsu *l, uint32_t i) {
    engine_event(l->sm.engine, l->sm.component, SM_EVENT_LINE, l->insts.line[i].line, line_inst(l, i)->class);
}

/* Its data comes hit_latency after cycle `from`. */
static void lsu_cache_hit(lsu *l, uint32_t i, uint64_t from) {
    l->insts.line[i].ready = from + l->cache.hit_latency;
    index_list_push(&l->cache.hits, l->insts.line_next, i);
}

/* The message, or NULL: no room. */
static mem_message *lsu_cache_send(lsu *l, uint64_t paddr, uint32_t tag, uint8_t app, bool write) {
    mem_message *m = link_push(l->to_memory);
    if (!m)
        return NULL;
    *m = (mem_message){.paddr = paddr,
                       .tag = tag,
                       .oldest = write ? 0 : lsu_data_oldest(l, paddr >> LINE_BITS),
                       .port = (uint16_t)l->sm.number,
                       .app = app,
                       .write = write};
    l->cache.port_used = true;
    return m;
}

/* ---- to the L2 cache: the head `i` of a list; false when it has to wait there ---- */

/* Has these sectors of the line fetched for an MSHR; there is room in the link. */
static void lsu_cache_ask(lsu *l, uint32_t i, uint32_t mshr, uint8_t sectors) {
    l1_miss *missed = &l->cache.miss[mshr];
    mem_message *m =
        lsu_cache_send(l, l->insts.line[i].line << LINE_BITS, mshr, line_inst(l, i)->inst.app, false);
    m->sectors = sectors;
    missed->fetched |= sectors;
    missed->pending |= sectors;
}

/* Fetches it into a new MSHR, if there is one and room in the link. */
static bool lsu_cache_fetch(lsu *l, index_list *from, uint32_t i, bool merges, uint8_t lack, uint64_t cycle) {
    lsu_cache *c = &l->cache;
    mem_inst *op = line_inst(l, i);
    const line_request *r = &l->insts.line[i];
    if (!l1_mshr_available(&c->tags) || !link_can_push(l->to_memory))
        return false;
    const uint32_t mshr = l1_mshr_take(&c->tags, cache_key(l, i), merges);
    (void)index_list_pop(from, l->insts.line_next);
    c->miss[mshr] = (l1_miss){.waiting = INDEX_LIST_EMPTY, .line = r->line, .stale = r->stale};
    lsu_cache_ask(l, i, mshr, lack);
    index_list_push(&c->miss[mshr].waiting, l->insts.line_next, i);
    lsu_reach(l, op, STAGE_MEMORY, cycle);
    return true;
}

/* A load of which the L1 lacks this: joins a miss of the line, or begins one. */
static bool lsu_cache_miss(lsu *l, index_list *from, uint32_t i, uint8_t lack, uint64_t cycle) {
    const uint32_t mshr = l1_mshr_find(&l->cache.tags, cache_key(l, i));
    if (mshr == L1_NO_MSHR)
        return lsu_cache_fetch(l, from, i, true, lack, cycle);
    const uint8_t more = lack & (uint8_t)~l->cache.miss[mshr].fetched;
    if (more && !link_can_push(l->to_memory))
        return false;
    if (more)
        lsu_cache_ask(l, i, mshr, more);
    (void)index_list_pop(from, l->insts.line_next);
    index_list_push(&l->cache.miss[mshr].waiting, l->insts.line_next, i);
    lsu_reach(l, line_inst(l, i), STAGE_MEMORY, cycle);
    return true;
}

/* It updates the line in the L1, and the line that is being fetched. */
static void lsu_cache_update(lsu *l, uint32_t i) {
    lsu_cache *c = &l->cache;
    const line_data data = lsu_data_stored(l, l->insts.line[i].line);
    const uint64_t key = cache_key(l, i);
    line_data *held = l1_cache_access(&c->tags, key);
    if (held)
        *held = data;
    const uint32_t mshr = l1_mshr_find(&c->tags, key);
    if (mshr != L1_NO_MSHR)
        c->miss[mshr].written = data;
}

static bool lsu_cache_store(lsu *l, index_list *from, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    mem_message *m = lsu_cache_send(l, l->insts.line[i].line << LINE_BITS, 0, op->inst.app, true);
    if (!m)
        return false;
    m->sectors = line_sectors_named(l, i);
    lsu_cache_update(l, i);
    lsu_reach(l, op, STAGE_CACHE, cycle);
    line_event(l, i);
    (void)index_list_pop(from, l->insts.line_next);
    lsu_finish_line(l, i);
    return true;
}

static bool lsu_cache_atomic(lsu *l, index_list *from, uint32_t i, uint64_t cycle) {
    if (!lsu_cache_fetch(l, from, i, false, line_sectors_named(l, i), cycle))
        return false;
    l1_cache_invalidate(&l->cache.tags, cache_key(l, i));
    line_event(l, i);
    return true;
}

/* A load takes its data out of the line that it has just found in the L1. */
static void lsu_cache_take(lsu *l, uint32_t i, line_data data) {
    const uint64_t line = l->insts.line[i].line;
    lsu_data_check_line(l, line, data, lsu_data_l1_oldest(l, line), line_inst(l, i)->inst.app);
}

/* ---- virtual tags ---- */

/* Kept ones are a limit of look-ups alone: whoever leaves for the L2 cache takes any that is free, or loads
 * behind an atomic operation, which keeps none, would hold what it waits for. */
bool lsu_cache_keep_mshr(lsu *l, uint32_t i) {
    lsu_cache *c = &l->cache;
    const bool keeps = l->policy.virtual_tags && l->sm.config->chip.l1.mshr_from == MSHR_FROM_LOOKUP;
    if (!keeps || line_inst(l, i)->class != OP_LOAD)
        return true;
    uint8_t lack = 0;
    if (lsu_cache_held(l, i, &lack) || l1_mshr_find(&c->tags, cache_key(l, i)) != L1_NO_MSHR)
        return true;
    if (!l1_mshr_available_beside(&c->tags, c->kept))
        return false;
    l->insts.line[i].kept = true;
    c->kept++;
    return true;
}

bool lsu_probe(lsu *l, uint32_t i) {
    uint8_t lack = 0;
    const line_data *held = lsu_cache_held(l, i, &lack);
    if (held)
        l->insts.line[i].data = *held;
    return held != NULL;
}

void lsu_checked_line(lsu *l, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    const line_request *r = &l->insts.line[i];
    app_stats *stats = &l->sm.stats[op->inst.app];
    if (op->class != OP_LOAD) {
        index_list_push(l->policy.last_check ? &op->held : &l->cache.to_l2, l->insts.line_next, i);
        return;
    }
    lsu_reach(l, op, STAGE_CACHE, cycle);
    line_event(l, i);
    if (r->l1_hit) {
        stats->l1_hits++;
        lsu_data_check_line(l, r->line, r->data, r->oldest, op->inst.app);
        lsu_cache_hit(l, i, r->ready); /* when it was checked, had the TLB hit */
    } else {
        stats->l1_misses++;
        index_list_push(&l->cache.to_l2, l->insts.line_next, i);
    }
}

/* A load on its way to the L2 cache. */
static bool lsu_cache_load(lsu *l, index_list *from, uint32_t i, uint64_t cycle) {
    uint8_t lack = 0;
    const line_data *held = lsu_cache_held(l, i, &lack);
    if (!held && !lsu_cache_miss(l, from, i, lack, cycle))
        return false;
    lsu_keep_no_mshr(l, i);
    if (!held)
        return true;
    /* Somebody else has fetched it meanwhile. */
    (void)index_list_pop(from, l->insts.line_next);
    lsu_cache_take(l, i, *held);
    lsu_cache_hit(l, i, cycle);
    return true;
}

void lsu_l2_stage(lsu *l, uint64_t cycle) {
    index_list *from = &l->cache.to_l2;
    l->cache.stalled = false;
    while (!index_list_empty(from) && line_inst(l, from->head)->state == MEM_DROPPED)
        lsu_free_line(l, index_list_pop(from, l->insts.line_next));
    if (index_list_empty(from))
        return;
    const uint32_t i = from->head;
    const uint32_t class = line_inst(l, i)->class;
    bool moved = class == OP_STORE    ? lsu_cache_store(l, from, i, cycle)
                 : class == OP_ATOMIC ? lsu_cache_atomic(l, from, i, cycle)
                                      : lsu_cache_load(l, from, i, cycle);
    l->cache.stalled = !moved;
}

/* ---- physical tags ---- */

void lsu_cache_prefetch(const lsu *l, uint32_t i) {
    l1_cache_prefetch(&l->cache.tags, l->insts.line[i].line);
    lsu_data_prefetch(l, l->insts.line[i].line);
}

static bool lsu_cache_look_up(lsu *l, index_list *from, uint32_t i, uint64_t cycle) {
    app_stats *stats = &l->sm.stats[line_inst(l, i)->inst.app];
    uint8_t lack = 0;
    const line_data *held = lsu_cache_held(l, i, &lack);
    if (held) {
        (void)index_list_pop(from, l->insts.line_next);
        lsu_cache_take(l, i, *held);
        lsu_cache_hit(l, i, cycle);
        stats->l1_hits++;
    } else if (lsu_cache_miss(l, from, i, lack, cycle)) {
        stats->l1_misses++;
    } else {
        return false;
    }
    line_event(l, i);
    return true;
}

void lsu_cache_stage(lsu *l, uint64_t cycle) {
    index_list *from = &l->translate.checking;
    l->cache.stalled = false;
    if (!line_ready(l, from, cycle))
        return;
    const uint32_t i = from->head;
    mem_inst *op = line_inst(l, i);
    lsu_reach(l, op, STAGE_CACHE, cycle);
    bool moved = op->class == OP_STORE    ? lsu_cache_store(l, from, i, cycle)
                 : op->class == OP_ATOMIC ? lsu_cache_atomic(l, from, i, cycle)
                                          : lsu_cache_look_up(l, from, i, cycle);
    l->translate.in_flight -= moved;
    l->cache.stalled = !moved;
}

/* ---- data ---- */

/* Fills the L1 with it; returns the data with the stores made while it was fetched. */
static line_data lsu_cache_enter(lsu *l, uint32_t number, line_data data) {
    lsu_cache *c = &l->cache;
    const l1_mshr *m = &c->tags.mshr[number];
    const l1_miss *missed = &c->miss[number];
    if (missed->written > data)
        data = missed->written;
    lsu_data_loaded(l, data);
    if (!missed->stale)
        l1_cache_fill(&c->tags, m->line, data, missed->fetched);
    return data;
}

static void lsu_cache_fill(lsu *l, const mem_message *reply) {
    lsu_cache *c = &l->cache;
    const uint32_t number = reply->tag;
    const l1_mshr *m = &c->tags.mshr[number];
    l1_miss *missed = &c->miss[number];
    assert(number < c->tags.mshrs && m->valid && missed->line == reply->paddr >> LINE_BITS);
    lsu_data_check_reply(l, missed->line, reply->data, reply->oldest);
    line_data data = missed->data = line_data_newer(missed->data, reply->data);
    missed->pending &= reply->sectors ? (uint8_t)~reply->sectors : 0;
    if (missed->pending)
        return;
    if (m->merges)
        data = lsu_cache_enter(l, number, data);
    while (!index_list_empty(&missed->waiting)) {
        const uint32_t i = index_list_pop(&missed->waiting, l->insts.line_next);
        lsu_data_check_line(l, l->insts.line[i].line, data, 0, reply->app);
        lsu_finish_line(l, i);
    }
    l1_mshr_release(&c->tags, number);
}

void lsu_receive_line(lsu *l) {
    const mem_message *reply = link_peek(l->from_memory);
    if (reply->tag != CONTEXT_TAG)
        lsu_cache_fill(l, reply);
    else if (!reply->write)
        lsu_data_check_restored(l, l->cache.context_saved, reply->paddr, reply->data);
    l->cache.context_answered += reply->tag == CONTEXT_TAG;
    link_pop(l->from_memory);
}

/* ---- contexts ---- */

bool lsu_cache_takes_context(const lsu *l) {
    return !l->cache.port_used && index_list_empty(&l->cache.to_l2) && link_can_push(l->to_memory);
}

void lsu_cache_context(lsu *l, uint64_t paddr, const context_line *line, context_access what) {
    if (what == CONTEXT_READ) {
        l->cache.context_saved = line->saved;
        lsu_data_check_place(l, line->saved, paddr, line->token);
    } else {
        lsu_data_save(l, line->saved, paddr, line->token);
    }
    mem_message *m = lsu_cache_send(l, paddr, CONTEXT_TAG, line->app, what != CONTEXT_READ);
    m->ack = what == CONTEXT_WRITE_ACK;
    l->cache.context_asked += what != CONTEXT_WRITE;
}
