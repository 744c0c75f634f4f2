/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_channel.h"

#include "base/alloc.h"
#include "config/messages.h"
#include "mem/dram_scheduler.h"

#define IDS       DRAM_REQUESTS
#define MAX_BANKS 16U /* L2 banks of one channel */
#define NO_PLACE  UINT32_MAX

typedef struct {
    mem_message message;
    uint64_t arrival; /* cycle it entered the channel */
    uint64_t issued;  /* cycle its bank took it */
    uint32_t source;  /* L2 bank it came from, as attached */
    uint32_t bank, row;
    uint32_t class; /* of the scheduler: 0 golden, 1 silver, 2 normal */
} request;

typedef struct {
    uint64_t ready; /* cycle in which the data are complete */
    uint32_t id;
} transfer;

struct dram_channel {
    engine *e;
    int component, domain;
    uint32_t number;
    const mem_map *map;
    const observer *watch;

    uint32_t banks;                /* attached L2 banks */
    uint32_t data_turn, walk_turn; /* the one whose request is looked at first */
    engine_link *data[MAX_BANKS], *walks[MAX_BANKS],
        *replies[MAX_BANKS];                               /* walks: NULL when in between data */
    uint32_t data_place[MAX_BANKS], walk_place[MAX_BANKS]; /* their link_input() */
    engine_link *epochs;

    request table[IDS];
    uint32_t free_ids[IDS]; /* stack of unused ids */
    uint32_t free_count;

    gddr5 dram;
    uint32_t sector_bytes;
    transfer flight[IDS]; /* ring of reads whose column command is out, in the order of the data */
    uint32_t flight_head, flight_count;

    const dram_scheduler *kind;
    void *scheduler;
    dram_schedule now; /* what it shows in this cycle */

    line_table memory;   /* what the lines hold that were written */
    data_oracle *oracle; /* or NULL */
    place_use *use;      /* or NULL */

    app_stats stats[CHIP_MAX_APPS];
    uint64_t level_sum[3];
    dram_command_hook hook;
    void *hook_ctx;
};

static void dram_channel_note_event(dram_channel *c, uint32_t kind, const mem_message *m) {
    engine_event(c->e, c->component, kind, m->paddr, ((uint64_t)m->depth << 8) | m->app);
}

/* ---- way out: data and commands ---- */

/* Answers the oldest read whose data are complete. */
static void dram_channel_deliver(dram_channel *c, uint64_t cycle) {
    const transfer *t = &c->flight[c->flight_head];
    if (c->flight_count == 0 || t->ready > cycle)
        return;
    const request *r = &c->table[t->id];
    mem_message *out = link_push(c->replies[r->source]);
    if (!out)
        return; /* woken when there is room */
    *out = r->message;
    c->free_ids[c->free_count++] = t->id;
    c->flight_head = (c->flight_head + 1) % IDS;
    c->flight_count--;
}

static void dram_channel_span(const dram_channel *c, const request *r, const gddr5_command *cmd) {
    char track[32];
    if (!c->watch || !c->watch->span)
        return;
    (void)snprintf(track, sizeof(track), "channel %u", c->number);
    c->watch->span(c->watch->ctx, engine_now(c->e), track, cmd->bank, r->message.write ? "write" : "read",
                   engine_cycle_time(c->e, c->domain, r->issued),
                   engine_cycle_time(c->e, c->domain, cmd->data_end), r->message.paddr, r->message.app);
}

/* The address that a column command reaches: the address of its request, if the scheduler is right. */
static uint64_t dram_channel_reached(const dram_channel *c, const request *r, const gddr5_command *cmd) {
    if (cmd->bank == r->bank && cmd->row == r->row)
        return r->message.paddr;
    mem_place place = mem_map_place(c->map, r->message.paddr);
    place.bank = cmd->bank;
    place.row = cmd->row;
    return mem_map_address_of(c->map, &place);
}

/* The data of a request: a read takes what is in memory, a write must hit its own line. */
static void dram_channel_move_data(dram_channel *c, request *r, const gddr5_command *cmd) {
    const uint64_t paddr = dram_channel_reached(c, r, cmd);
    if (r->message.write)
        (void)data_oracle_check_held(c->oracle, DATA_AT_MEMORY, c->number, paddr, r->message.data, 0);
    else
        r->message.data = line_table_get(&c->memory, paddr >> LINE_ADDRESS_BITS);
}

/* A column command is out: the request is as good as done. */
static void dram_channel_column(dram_channel *c, const gddr5_command *cmd) {
    request *r = &c->table[cmd->id];
    app_stats *stats = &c->stats[r->message.app];
    const bool walk = r->message.depth != 0;
    stats->dram_row_hits[r->class] += cmd->row_hit;
    stats->dram_walk_requests += walk;
    *(walk ? &stats->dram_walk_bus : &stats->dram_data_bus) += gddr5_burst(&c->dram, cmd->sectors);
    *(r->message.write ? &stats->dram_written_bytes : &stats->dram_read_bytes) +=
        (uint64_t)cmd->sectors * c->sector_bytes;
    dram_channel_span(c, r, cmd);
    dram_channel_move_data(c, r, cmd);
    if (r->message.write) {
        stats->dram_writes++;
        dram_channel_note_event(c, DRAM_EVENT_WRITE, &r->message);
        c->free_ids[c->free_count++] = cmd->id;
        return;
    }
    stats->dram_requests[r->class]++;
    stats->dram_cycles[r->class] += cmd->data_end - r->arrival;
    stats->dram_walk_cycles += walk ? cmd->data_end - r->arrival : 0;
    dram_channel_note_event(c, DRAM_EVENT_READ, &r->message);
    c->flight[(c->flight_head + c->flight_count++) % IDS] = (transfer){.ready = cmd->data_end, .id = cmd->id};
}

/* The command of this cycle, and what the scheduler learns from it about open rows. */
static void run_banks(dram_channel *c, uint64_t cycle, dram_edge *edge) {
    gddr5_command cmd = gddr5_cycle(&c->dram, cycle);
    if (cmd.kind == GDDR5_READ || cmd.kind == GDDR5_WRITE)
        dram_channel_column(c, &cmd);
    if (cmd.kind != GDDR5_NONE && c->hook)
        c->hook(c->hook_ctx, cycle, &cmd);
    edge->opened = cmd.kind == GDDR5_ACTIVATE;
    edge->closed = cmd.kind == GDDR5_PRECHARGE || cmd.closes;
    edge->event_bank = cmd.bank;
    edge->event_row = cmd.row;
}

/* The bank takes the request issued to it; returns the banks that can take another. */
static uint32_t dram_channel_issue(dram_channel *c, uint64_t cycle) {
    uint32_t ready = gddr5_ready(&c->dram);
    if (c->now.issue) {
        request *r = &c->table[c->now.issue_id];
        r->issued = cycle;
        line_table_prefetch(&c->memory, r->message.paddr >> LINE_ADDRESS_BITS);
        r->class = c->now.issue_class;
        gddr5_accept(&c->dram, cycle, c->now.issue_bank,
                     (gddr5_request){.id = c->now.issue_id,
                                     .row = c->now.issue_row,
                                     .sectors = mem_message_sectors(&r->message, c->sector_bytes),
                                     .write = c->now.issue_write});
        ready &= ~(1U << c->now.issue_bank);
    }
    return ready;
}

/* ---- way in ---- */

/* The next L2 bank with a request, from `turn` on round, or `banks`. */
static uint32_t next_source(const dram_channel *c, const uint32_t *place, uint32_t turn) {
    const gmmu_time *visible = engine_inputs(c->e, c->component);
    const gmmu_time now = engine_now(c->e);
    uint32_t source = turn;
    for (uint32_t k = 0; k < c->banks; k++) {
        if (place[source] != NO_PLACE && visible[place[source]] <= now)
            return source;
        source = source + 1 == c->banks ? 0 : source + 1;
    }
    return c->banks;
}

/* The link whose request enters now, or NULL; page walks first. */
static engine_link *choose_source(dram_channel *c, uint32_t *source) {
    *source = c->banks;
    if (!c->free_count)
        return NULL;
    *source = c->now.walk_room ? next_source(c, c->walk_place, c->walk_turn) : c->banks;
    if (*source < c->banks) {
        c->walk_turn = *source + 1 == c->banks ? 0 : *source + 1;
        return c->walks[*source];
    }
    *source = c->now.data_room ? next_source(c, c->data_place, c->data_turn) : c->banks;
    if (*source == c->banks)
        return NULL;
    c->data_turn = *source + 1 == c->banks ? 0 : *source + 1;
    return c->data[*source];
}

/* Names the next request and hands it to the scheduler. */
static void dram_channel_enter(dram_channel *c, uint64_t cycle, dram_edge *edge) {
    uint32_t source = 0;
    engine_link *from = choose_source(c, &source);
    edge->push = from != NULL;
    if (!from)
        return;
    const mem_message *m = link_peek(from);
    mem_place place = mem_map_place(c->map, m->paddr);
    uint32_t id = c->free_ids[--c->free_count];
    c->table[id] =
        (request){.message = *m, .arrival = cycle, .source = source, .bank = place.bank, .row = place.row};
    place_use_dram(c->use, &place, m->paddr, m->app);
    if (m->write)
        data_oracle_keep(c->oracle, &c->memory, c->number, m->paddr, m->data);
    edge->push_walk = m->depth != 0;
    edge->push_app = m->app;
    edge->push_id = id;
    edge->push_write = m->write;
    edge->push_bank = place.bank;
    edge->push_row = place.row;
    edge->push_col = place.col;
    dram_channel_note_event(c, DRAM_EVENT_ENTER, m);
    link_pop(from);
}

/* One edge of the scheduler, with the epoch's end if there is one. */
static void dram_channel_step(dram_channel *c, dram_edge *edge) {
    for (uint32_t q = 0; q < DRAM_CLASSES; q++)
        c->level_sum[q] += c->now.level[q];
    edge->epoch = c->epochs ? link_peek(c->epochs) : NULL;
    c->kind->step(c->scheduler, edge);
    if (edge->epoch)
        link_pop(c->epochs);
}

/* ---- the component ---- */

static uint64_t dram_channel_next_tick(const dram_channel *c, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    if (!c->kind->rests(c->scheduler))
        return cycle + 1;
    /* The scheduler rests; the banks and the data on their way do not. */
    next = gddr5_next(&c->dram);
    if (next <= cycle)
        next = cycle + 1;
    if (c->flight_count) {
        uint64_t ready = c->flight[c->flight_head].ready;
        if (ready > cycle && ready < next)
            next = ready;
        else if (ready <= cycle && link_can_push(c->replies[c->table[c->flight[c->flight_head].id].source]))
            next = cycle + 1; /* two became ready at once */
    }
    return next;
}

static uint64_t dram_channel_tick(void *self, uint64_t cycle) {
    dram_channel *c = self;
    dram_edge edge;
    c->kind->outputs(c->scheduler, &c->now);
    dram_channel_deliver(c, cycle);
    run_banks(c, cycle, &edge);
    edge.ready = dram_channel_issue(c, cycle);
    dram_channel_enter(c, cycle, &edge);
    dram_channel_step(c, &edge);
    return dram_channel_next_tick(c, cycle);
}

dram_channel *dram_channel_new(engine *e, const gpu_config *cfg, int domain, uint32_t number, uint32_t apps,
                               const mem_map *map, const observer *watch) {
    char name[32];
    dram_channel *c = alloc_zeroed(1, sizeof(dram_channel));
    c->kind = dram_scheduler_find(cfg->design.dram_scheduler);
    c->scheduler = c->kind->create(cfg, apps);
    if (!c->scheduler) {
        dram_channel_free(c);
        return NULL;
    }
    c->e = e;
    c->domain = domain;
    c->number = number;
    c->map = map;
    c->watch = watch;
    c->free_count = IDS;
    for (uint32_t i = 0; i < IDS; i++)
        c->free_ids[i] = IDS - 1 - i;
    c->sector_bytes = cfg->chip.l2.sector_bytes;
    gddr5_init(&c->dram, &cfg->chip.memory.timing, cfg->chip.memory.rows, cfg->chip.memory.banks,
               GMMU_LINE_BYTES / c->sector_bytes);
    (void)snprintf(name, sizeof(name), "channel %u", number);
    c->component = engine_add_component(e, name, domain, dram_channel_tick, c);
    return c;
}

void dram_channel_free(dram_channel *c) {
    if (!c)
        return;
    if (c->scheduler)
        c->kind->destroy(c->scheduler);
    line_table_free(&c->memory);
    free(c);
}

int dram_channel_component(const dram_channel *c) {
    return c->component;
}

void dram_channel_attach_bank(dram_channel *c, engine_link *requests, engine_link *replies) {
    if (c->banks == MAX_BANKS)
        return;
    c->data[c->banks] = requests;
    c->data_place[c->banks] = link_input(requests);
    c->walk_place[c->banks] = NO_PLACE;
    c->replies[c->banks] = replies;
    c->banks++;
}

void dram_channel_attach_walks(dram_channel *c, uint32_t bank, engine_link *requests) {
    if (bank < c->banks) {
        c->walks[bank] = requests;
        c->walk_place[bank] = requests ? link_input(requests) : NO_PLACE;
    }
}

void dram_channel_attach_epochs(dram_channel *c, engine_link *epochs) {
    c->epochs = epochs;
}

void dram_channel_attach_use(dram_channel *c, place_use *use) {
    c->use = use;
}

void dram_channel_attach_oracle(dram_channel *c, data_oracle *oracle) {
    c->oracle = oracle;
}

line_table *dram_channel_lines(dram_channel *c) {
    return &c->memory;
}

const app_stats *dram_channel_stats(const dram_channel *c) {
    return c->stats;
}

uint64_t dram_channel_level_sum(const dram_channel *c, uint32_t queue) {
    return c->level_sum[queue];
}

void dram_channel_on_command(dram_channel *c, dram_command_hook hook, void *ctx) {
    c->hook = hook;
    c->hook_ctx = ctx;
}
