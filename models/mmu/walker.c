/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/walker.h"

#include "base/alloc.h"
#include "mmu/walk_cache.h"
#include "spec/messages.h"

typedef struct {
    const address_space *space;
    uint64_t vpn;
    page_walk at; /* the entry that is read */
    uint64_t begun;
    uint32_t lane;
    uint8_t app;
    bool cached;
} walk;

struct walker {
    engine_link *to_xbar, *from_xbar;
    walk *walks;     /* by owner */
    uint32_t *next;  /* of owners: a walk is queued, or ready to read, or neither */
    uint32_t *owner; /* by lane, INDEX_NONE: free */
    uint32_t *lane_next;
    walk_cache *cache;  /* or NULL */
    index_list queue;   /* walks without a walker */
    index_list looking; /* walks that look up the caches, in the order in which they end */
    index_list ready;   /* walks whose next read is to be sent */
    index_list timed;   /* with walk_cycles: walks in progress, in the order in which they end */
    index_list lanes;   /* free walkers */
    uint32_t walk_cycles;
    uint32_t queued, active;
    uint64_t counted; /* totals are complete up to and without this cycle */
    walker_totals totals;
    uint16_t port;
    bool blocked; /* the link to the crossbar is full */
};

walker *walker_new(const chip_config *chip, uint32_t owners) {
    uint32_t walkers = chip->walk.walkers;
    walker *w = alloc_zeroed(1, sizeof *w);
    w->walks = alloc_zeroed(owners, sizeof *w->walks);
    w->next = alloc_zeroed(owners, sizeof *w->next);
    w->owner = alloc_zeroed(walkers, sizeof *w->owner);
    w->lane_next = alloc_zeroed(walkers, sizeof *w->lane_next);
    w->queue = w->looking = w->ready = w->timed = w->lanes = INDEX_LIST_EMPTY;
    w->cache = walk_cache_new(chip);
    w->walk_cycles = chip->walk.cycles;
    w->port = (uint16_t)chip->sm.count;
    for (uint32_t i = 0; i < walkers; i++) {
        w->owner[i] = INDEX_NONE;
        index_list_push(&w->lanes, w->lane_next, i);
    }
    return w;
}

void walker_free(walker *w) {
    if (w == NULL)
        return;
    walk_cache_free(w->cache);
    free(w->walks);
    free(w->next);
    free(w->owner);
    free(w->lane_next);
    free(w);
}

void walker_attach(walker *w, engine_link *to_xbar, engine_link *from_xbar) {
    w->to_xbar = to_xbar;
    w->from_xbar = from_xbar;
}

walker_totals walker_get_totals(const walker *w, uint64_t cycle) {
    walker_totals totals = w->totals;
    if (cycle > w->counted) {
        totals.queue_cycles += w->queued * (cycle - w->counted);
        totals.active_cycles += w->active * (cycle - w->counted);
    }
    return totals;
}

/* Completes the totals before something changes in `cycle`. */
static void walker_advance(walker *w, uint64_t cycle) {
    w->totals = walker_get_totals(w, cycle);
    w->counted = cycle;
}

void walker_flush(walker *w) {
    if (w->cache != NULL)
        walk_cache_flush(w->cache);
}

void walker_start(walker *w, uint64_t cycle, uint32_t owner, const address_space *space, uint64_t vpn,
                  uint8_t app) {
    walker_advance(w, cycle);
    w->walks[owner] =
        (walk){.space = space, .vpn = vpn, .app = app, .at = page_walk_begin(address_space_root(space))};
    index_list_push(&w->queue, w->next, owner);
    w->queued++;
}

/* Reads the entry that the walk has come to, and goes on. */
static page_walk_state walker_step(walk *k, uint64_t *pte) {
    return page_walk_step(address_space_format(k->space), address_space_memory(k->space), &k->at, k->vpn,
                          pte);
}

/* The entry just read says that the walk has ended; gives its walker free. */
static void walker_finish(walker *w, uint32_t lane, bool present, uint64_t pte, walk_result *r) {
    uint32_t owner = w->owner[lane];
    const walk *k = &w->walks[owner];
    uint32_t bits = page_walk_bits(address_space_format(k->space), &k->at);
    *r = (walk_result){.owner = owner,
                       .lane = lane,
                       .begun = k->begun,
                       .ppn = present ? page_walk_frame(pte, bits, k->vpn) : 0,
                       .bits = (uint8_t)bits,
                       .present = present,
                       .cached = k->cached,
                       .system = present && (pte & PTE_SYSTEM) != 0};
    w->owner[lane] = INDEX_NONE;
    index_list_push(&w->lanes, w->lane_next, lane);
    w->active--;
}

/* With walk_cycles: ends the oldest walk when its time is over. */
static bool time_over(walker *w, uint64_t cycle, walk_result *r) {
    if (index_list_empty(&w->timed) || w->walks[w->timed.head].begun + w->walk_cycles > cycle)
        return false;
    walk *k = &w->walks[index_list_pop(&w->timed, w->next)];
    page_walk_state state;
    uint64_t pte;
    do
        state = walker_step(k, &pte); /* all at once */
    while (state == PAGE_WALK_DOWN);
    walker_finish(w, k->lane, state == PAGE_WALK_LEAF, pte, r);
    return true;
}

/* Takes one reply. True when its walk has finished. */
static bool walker_receive(walker *w, walk_result *r) {
    const mem_message *reply = link_peek(w->from_xbar);
    if (reply == NULL)
        return false;
    uint32_t lane = reply->tag;
    link_pop(w->from_xbar);
    uint32_t owner = w->owner[lane];
    walk *k = &w->walks[owner];
    uint32_t level = k->at.level;
    uint64_t pte;
    page_walk_state state = walker_step(k, &pte);
    if (state != PAGE_WALK_DOWN) {
        walker_finish(w, lane, state == PAGE_WALK_LEAF, pte, r);
        return true;
    }
    if (w->cache != NULL && k->at.level != level)
        walk_cache_fill(w->cache, address_space_asid(k->space), k->vpn, level, &k->at);
    index_list_push(&w->ready, w->next, owner);
    return false;
}

/* Gives free walkers to waiting walks. */
static void walker_begin(walker *w, uint64_t cycle) {
    while (w->queued != 0 && !index_list_empty(&w->lanes)) {
        uint32_t owner = index_list_pop(&w->queue, w->next);
        uint32_t lane = index_list_pop(&w->lanes, w->lane_next);
        w->walks[owner].lane = lane;
        w->walks[owner].begun = cycle;
        w->owner[lane] = owner;
        index_list_push(w->walk_cycles != 0 ? &w->timed
                        : w->cache != NULL  ? &w->looking
                                            : &w->ready,
                        w->next, owner);
        w->queued--;
        w->active++;
    }
    if (w->active > w->totals.active_max)
        w->totals.active_max = w->active;
}

/* Walks whose look-up of the caches is over. */
static void walker_look_up(walker *w, uint64_t cycle) {
    while (!index_list_empty(&w->looking)) {
        uint32_t owner = w->looking.head;
        walk *k = &w->walks[owner];
        if (k->begun + walk_cache_latency(w->cache) > cycle)
            return;
        (void)index_list_pop(&w->looking, w->next);
        k->cached = walk_cache_find(w->cache, address_space_asid(k->space), k->vpn, &k->at);
        index_list_push(&w->ready, w->next, owner);
    }
}

/* Sends one read. */
static void walker_send(walker *w) {
    if (index_list_empty(&w->ready))
        return;
    mem_message *read = link_push(w->to_xbar);
    w->blocked = read == NULL;
    if (w->blocked)
        return;
    const walk *k = &w->walks[index_list_pop(&w->ready, w->next)];
    uint64_t entry = page_walk_entry(address_space_format(k->space), &k->at, k->vpn);
    *read = (mem_message){.paddr = entry & ~(uint64_t)(GMMU_LINE_BYTES - 1),
                          .tag = k->lane,
                          .port = w->port,
                          .app = k->app,
                          .depth = k->at.level};
}

bool walker_tick(walker *w, uint64_t cycle, walk_result *r) {
    walker_advance(w, cycle);
    bool finished = w->walk_cycles != 0 ? time_over(w, cycle, r) : walker_receive(w, r);
    walker_begin(w, cycle);
    walker_look_up(w, cycle);
    walker_send(w);
    return finished;
}

uint64_t walker_next(const walker *w, uint64_t cycle) {
    if (!index_list_empty(&w->ready) && !w->blocked)
        return cycle + 1;
    if (!index_list_empty(&w->looking)) /* it waits for nothing else */
        return w->walks[w->looking.head].begun + walk_cache_latency(w->cache);
    if (index_list_empty(&w->timed))
        return GMMU_NEVER;
    uint64_t end = w->walks[w->timed.head].begun + w->walk_cycles;
    return end > cycle ? end : cycle + 1; /* several that began together end one by one */
}
