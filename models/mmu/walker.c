/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/walker.h"

#include <assert.h>

#include "base/alloc.h"
#include "base/bit_set.h"
#include "config/messages.h"
#include "mmu/walk_cache.h"

typedef struct {
    const address_space *space;
    uint64_t vpn;
    page_walk at; /* the entry that is read */
    uint64_t begun;
    uint64_t pte; /* the last one read */
    uint32_t lane;
    uint8_t app;
    bool cached;
    bool present; /* pte maps the page */
} walk;

/* A port of the crossbars. */
typedef struct {
    engine_link *to_xbar, *from_xbar;
    index_list ready;   /* walks whose next read is to be sent */
    uint32_t under_way; /* reads without a reply */
} walker_port;

/* Of an application with walkers of its own, or of all. */
typedef struct {
    index_list queue; /* walks without a walker */
    index_list read;  /* walks that have read their leaf */
    index_list timed; /* with walk_cycles: walks in progress, in the order in which they end */
    index_list lanes; /* free walkers */
} walker_part;

/* Walks of an application. */
typedef struct {
    uint32_t queued, active;
    uint64_t counted; /* the sums are complete up to and without this cycle */
    walker_load sum;
} walker_app;

struct walker {
    walk *walks;     /* by owner */
    uint32_t *next;  /* of owners: a walk is queued, or ready to read, or neither */
    uint32_t *owner; /* by lane, INDEX_NONE: free */
    uint32_t *lane_next;
    walk_cache *cache;  /* or NULL */
    index_list looking; /* walks that look up the caches, in the order in which they end */
    walker_part part[TLB_MAX_PARTITIONS];
    uint32_t parts, part_lanes, part_ports; /* applications with walkers of their own, or 1; of each */
    walker_port *port;
    uint64_t *sending, *receiving; /* ports with anything in `ready`, `under_way` */
    uint32_t ports, words;         /* of these sets */
    uint32_t walk_cycles, sector_bytes;
    uint32_t queued, active, active_max;
    walker_app app[CHIP_MAX_APPS];
    data_oracle *data;   /* or NULL */
    uint16_t first_port; /* number at the crossbars */
    bool more;           /* a port has another read to send */
};

walker *walker_new(const chip_config *chip, uint32_t owners) {
    uint32_t walkers = chip->walk.walkers;
    walker *w = alloc_zeroed(1, sizeof *w);
    w->walks = alloc_zeroed(owners, sizeof *w->walks);
    w->next = alloc_zeroed(owners, sizeof *w->next);
    w->owner = alloc_zeroed(walkers, sizeof *w->owner);
    w->lane_next = alloc_zeroed(walkers, sizeof *w->lane_next);
    w->looking = INDEX_LIST_EMPTY;
    w->ports = chip_walk_ports(chip);
    w->parts = chip_walk_parts(chip);
    w->part_lanes = walkers / w->parts;
    w->part_ports = w->ports / w->parts;
    assert(w->part_lanes != 0); /* config/config_check.c: each application has a walker */
    for (uint32_t i = 0; i < w->parts; i++)
        w->part[i] = (walker_part){INDEX_LIST_EMPTY, INDEX_LIST_EMPTY, INDEX_LIST_EMPTY, INDEX_LIST_EMPTY};
    w->words = BIT_SET_WORDS(w->ports);
    w->port = alloc_zeroed(w->ports, sizeof *w->port);
    w->sending = alloc_zeroed(w->words, sizeof *w->sending);
    w->receiving = alloc_zeroed(w->words, sizeof *w->receiving);
    for (uint32_t i = 0; i < w->ports; i++)
        w->port[i].ready = INDEX_LIST_EMPTY;
    w->cache = walk_cache_new(chip);
    w->walk_cycles = chip->walk.cycles;
    w->sector_bytes = chip->l2.sector_bytes;
    w->first_port = (uint16_t)chip->sm.count;
    for (uint32_t i = 0; i < walkers; i++) {
        w->owner[i] = INDEX_NONE;
        index_list_push(&w->part[i / w->part_lanes].lanes, w->lane_next, i);
    }
    return w;
}

void walker_free(walker *w) {
    if (w == NULL)
        return;
    walk_cache_free(w->cache);
    free(w->port);
    free(w->sending);
    free(w->receiving);
    free(w->walks);
    free(w->next);
    free(w->owner);
    free(w->lane_next);
    free(w);
}

void walker_attach(walker *w, uint32_t port, engine_link *to_xbar, engine_link *from_xbar) {
    w->port[port].to_xbar = to_xbar;
    w->port[port].from_xbar = from_xbar;
}

void walker_attach_data(walker *w, data_oracle *data) {
    w->data = data;
}

walker_load walker_get_load(const walker *w, uint32_t app, uint64_t cycle) {
    const walker_app *a = &w->app[app];
    walker_load load = a->sum;
    load.queue_cycles += a->queued * (cycle - a->counted);
    load.active_cycles += a->active * (cycle - a->counted);
    return load;
}

uint32_t walker_active_max(const walker *w) {
    return w->active_max;
}

/* The walks of an application, complete before something changes in `cycle`. */
static walker_app *walker_count(walker *w, uint32_t app, uint64_t cycle) {
    w->app[app].sum = walker_get_load(w, app, cycle);
    w->app[app].counted = cycle;
    return &w->app[app];
}

static walker_part *walker_part_of(walker *w, uint32_t owner) {
    return &w->part[w->parts > 1 ? w->walks[owner].app : 0];
}

void walker_start(walker *w, uint64_t cycle, uint32_t owner, const address_space *space, uint64_t vpn,
                  uint8_t app) {
    walker_count(w, app, cycle)->queued++;
    w->walks[owner] =
        (walk){.space = space, .vpn = vpn, .app = app, .at = page_walk_begin(address_space_root(space))};
    index_list_push(&walker_part_of(w, owner)->queue, w->next, owner);
    w->queued++;
}

/* Reads the entry that the walk has come to, and goes on. A page that has been coalesced since the walk read
 * the entry above says so by its disabled bit, and is not to be cached: the walk begins anew, and finds the
 * large page. */
static page_walk_state walker_step(walk *k) {
    page_walk_state state = page_walk_step(address_space_format(k->space), address_space_memory(k->space),
                                           &k->at, k->vpn, &k->pte);
    if (state == PAGE_WALK_LEAF && !k->at.coalesced && (k->pte & PTE_DISABLED) != 0) {
        k->at = page_walk_begin(address_space_root(k->space));
        return PAGE_WALK_DOWN;
    }
    k->present = state == PAGE_WALK_LEAF;
    return state;
}

/* Address of the line with the entry that the walk has come to. */
static uint64_t walker_line(const walk *k) {
    return phys_mem_table_line(address_space_memory(k->space),
                               page_walk_entry(address_space_format(k->space), &k->at, k->vpn));
}

/* The sector of that entry in its line. */
static uint8_t walker_sector(const walker *w, const walk *k) {
    const uint64_t entry = page_walk_entry(address_space_format(k->space), &k->at, k->vpn);
    const uint32_t byte = (uint32_t)(entry % GMMU_LINE_BYTES);
    return sectors_of_bytes(byte, byte, w->sector_bytes);
}

/* The next read of a walk is to be sent. */
static void walker_read_next(walker *w, uint32_t owner) {
    const uint32_t lane = w->walks[owner].lane;
    uint32_t p = lane / w->part_lanes * w->part_ports + lane % w->part_lanes % w->part_ports;
    index_list_push(&w->port[p].ready, w->next, owner);
    bit_set_add(w->sending, p);
}

void walker_flush(walker *w) {
    if (w->cache != NULL)
        walk_cache_flush(w->cache);
    for (uint32_t part = 0; part < w->parts; part++)
        for (uint32_t owner; (owner = index_list_pop(&w->part[part].read, w->next)) != INDEX_NONE;) {
            walk *k = &w->walks[owner];
            k->at = page_walk_begin(address_space_root(k->space));
            walker_read_next(w, owner);
        }
}

/* The walk has read its leaf: ends it, and gives its walker free. */
static void walker_finish(walker *w, uint64_t cycle, uint32_t owner, walk_result *r) {
    const walk *k = &w->walks[owner];
    uint32_t lane = k->lane;
    uint32_t bits = page_walk_bits(address_space_format(k->space), &k->at);
    *r = (walk_result){.owner = owner,
                       .lane = lane,
                       .begun = k->begun,
                       .ppn = k->present ? page_walk_frame(k->pte, bits, k->vpn) : 0,
                       .bits = (uint8_t)bits,
                       .present = k->present,
                       .cached = k->cached,
                       .system = k->present && (k->pte & PTE_SYSTEM) != 0};
    w->owner[lane] = INDEX_NONE;
    index_list_push(&walker_part_of(w, owner)->lanes, w->lane_next, lane);
    walker_count(w, k->app, cycle)->active--;
    w->active--;
}

/* With walk_cycles: ends the oldest walk when its time is over. */
static bool time_over(walker *w, uint64_t cycle, walk_result *r) {
    index_list *timed = &w->part[cycle % w->parts].timed;
    if (index_list_empty(timed) || w->walks[timed->head].begun + w->walk_cycles > cycle)
        return false;
    uint32_t owner = index_list_pop(timed, w->next);
    walk *k = &w->walks[owner];
    page_walk_state state;
    do
        state = walker_step(k); /* all at once */
    while (state == PAGE_WALK_DOWN);
    walker_finish(w, cycle, owner, r);
    return true;
}

/* The entry that a walk has asked for is here. */
static void walker_take_entry(walker *w, uint32_t owner) {
    walk *k = &w->walks[owner];
    uint32_t level = k->at.level;
    if (walker_step(k) != PAGE_WALK_DOWN) {
        index_list_push(&walker_part_of(w, owner)->read, w->next, owner);
        return;
    }
    if (w->cache != NULL && k->at.level > level)
        walk_cache_fill(w->cache, address_space_asid(k->space), k->vpn, level, &k->at);
    walker_read_next(w, owner);
}

/* Takes a reply at each port, and ends the oldest walk that has read its leaf. True when there was one. */
static bool walker_receive(walker *w, uint64_t cycle, walk_result *r) {
    for (uint32_t p = bit_set_next(w->receiving, w->words, 0); p != BIT_SET_NONE;
         p = bit_set_next(w->receiving, w->words, p + 1)) {
        walker_port *port = &w->port[p];
        const mem_message *reply = link_peek(port->from_xbar);
        if (reply == NULL)
            continue;
        uint32_t owner = w->owner[reply->tag];
        (void)data_oracle_check(w->data, DATA_AT_WALKERS, p, walker_line(&w->walks[owner]), reply->data, 0);
        link_pop(port->from_xbar);
        if (--port->under_way == 0)
            bit_set_remove(w->receiving, p);
        walker_take_entry(w, owner);
    }
    uint32_t owner = index_list_pop(&w->part[cycle % w->parts].read, w->next);
    if (owner == INDEX_NONE)
        return false;
    walker_finish(w, cycle, owner, r);
    return true;
}

/* Gives free walkers to waiting walks. */
static void walker_begin_part(walker *w, walker_part *part, uint64_t cycle) {
    while (!index_list_empty(&part->queue) && !index_list_empty(&part->lanes)) {
        uint32_t owner = index_list_pop(&part->queue, w->next);
        uint32_t lane = index_list_pop(&part->lanes, w->lane_next);
        w->walks[owner].lane = lane;
        w->walks[owner].begun = cycle;
        w->owner[lane] = owner;
        if (w->walk_cycles == 0 && w->cache == NULL)
            walker_read_next(w, owner);
        else
            index_list_push(w->walk_cycles != 0 ? &part->timed : &w->looking, w->next, owner);
        walker_app *a = walker_count(w, w->walks[owner].app, cycle);
        a->queued--;
        a->active++;
        w->queued--;
        w->active++;
    }
}

static void walker_begin(walker *w, uint64_t cycle) {
    for (uint32_t part = 0; part < w->parts && w->queued != 0; part++)
        walker_begin_part(w, &w->part[part], cycle);
    if (w->active > w->active_max)
        w->active_max = w->active;
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
        walker_read_next(w, owner);
    }
}

/* Sends the oldest read of a port; false when the link is full. */
static bool walker_send_read(walker *w, uint32_t p) {
    walker_port *port = &w->port[p];
    mem_message *read = link_push(port->to_xbar);
    if (read == NULL)
        return false;
    const walk *k = &w->walks[index_list_pop(&port->ready, w->next)];
    *read = (mem_message){.paddr = walker_line(k),
                          .tag = k->lane,
                          .port = (uint16_t)(w->first_port + p),
                          .app = k->app,
                          .depth = k->at.level,
                          .sectors = walker_sector(w, k)};
    port->under_way++;
    bit_set_add(w->receiving, p);
    if (index_list_empty(&port->ready))
        bit_set_remove(w->sending, p);
    return true;
}

/* Sends one read at each port. */
static void walker_send(walker *w) {
    w->more = false;
    for (uint32_t p = bit_set_next(w->sending, w->words, 0); p != BIT_SET_NONE;
         p = bit_set_next(w->sending, w->words, p + 1))
        w->more |= walker_send_read(w, p) && bit_set_has(w->sending, p);
}

bool walker_tick(walker *w, uint64_t cycle, walk_result *r) {
    bool finished = w->walk_cycles != 0 ? time_over(w, cycle, r) : walker_receive(w, cycle, r);
    walker_begin(w, cycle);
    walker_look_up(w, cycle);
    walker_send(w);
    return finished;
}

/* When a walk of the part could end: several that began together end one by one, each in its turn. */
static uint64_t walker_part_next(const walker *w, const walker_part *part, uint64_t cycle) {
    if (!index_list_empty(&part->read))
        return cycle + 1;
    if (index_list_empty(&part->timed))
        return GMMU_NEVER;
    const uint64_t end = w->walks[part->timed.head].begun + w->walk_cycles;
    return end > cycle ? end : cycle + 1;
}

uint64_t walker_next(const walker *w, uint64_t cycle) {
    uint64_t next = w->more ? cycle + 1 : GMMU_NEVER;
    if (!index_list_empty(&w->looking))
        next = w->walks[w->looking.head].begun + walk_cache_latency(w->cache);
    for (uint32_t part = 0; part < w->parts && next != cycle + 1; part++) {
        const uint64_t end = walker_part_next(w, &w->part[part], cycle);
        next = end < next ? end : next;
    }
    return w->more ? cycle + 1 : next;
}
