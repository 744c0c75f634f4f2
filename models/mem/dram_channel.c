/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/dram_channel.h"

#include "base/alloc.h"
#include "dram_arbiter_model.h"
#include "frfcfs_queue.h"
#include "golden_queue.h"
#include "spec/messages.h"
#include "units/unit_needs.h"
#include "units/unit_use.h"

#define IDS       512U /* 9-bit request names */
#define MAX_BANKS 16U  /* L2 banks of one channel */

typedef struct {
    mem_message message;
    uint64_t arrival; /* cycle it entered the channel */
    uint64_t issued;  /* cycle its bank took it */
    uint32_t source;  /* L2 bank it came from, as attached */
    uint32_t class;   /* queue it came through: 0 golden, 1 silver, 2 normal */
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
        *replies[MAX_BANKS]; /* walks: NULL when in between data */
    engine_link *epochs;

    request table[IDS];
    uint32_t free_ids[IDS]; /* stack of unused ids */
    uint32_t free_count;

    gddr5 dram;
    transfer flight[IDS]; /* ring of reads whose column command is out, in the order of the data */
    uint32_t flight_head, flight_count;

    unit_use golden, silver, normal, arbiter;
    golden_queue_in g_in;
    frfcfs_queue_in s_in;
    frfcfs_queue_in n_in;
    dram_arbiter_model_in a_in;
    golden_queue_out g;
    frfcfs_queue_out s;
    frfcfs_queue_out n;
    dram_arbiter_model_out a;

    app_stats stats[CHIP_MAX_APPS];
    uint64_t level_sum[3];
    uint64_t bus_cycles;
    dram_command_hook hook;
    void *hook_ctx;
};

static void note_event(dram_channel *c, uint32_t kind, const mem_message *m) {
    engine_event(c->e, c->component, kind, m->paddr, ((uint64_t)m->depth << 8) | m->app);
}

/* ---- way out: data and commands ---- */

/* Answers the oldest read whose data are complete. */
static void deliver(dram_channel *c, uint64_t cycle) {
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

static void span(const dram_channel *c, const request *r, const gddr5_command *cmd) {
    char track[32];
    if (!c->watch || !c->watch->span)
        return;
    (void)snprintf(track, sizeof(track), "channel %u", c->number);
    c->watch->span(c->watch->ctx, track, cmd->bank, r->message.write ? "write" : "read",
                   engine_cycle_time(c->e, c->domain, r->issued),
                   engine_cycle_time(c->e, c->domain, cmd->data_end), r->message.paddr, r->message.app);
}

/* A column command is out: the request is as good as done. */
static void column(dram_channel *c, const gddr5_command *cmd) {
    const request *r = &c->table[cmd->id];
    app_stats *stats = &c->stats[r->message.app];
    stats->dram_row_hits += cmd->row_hit;
    stats->dram_walk_requests += r->message.depth != 0;
    c->bus_cycles += c->dram.t.burst_cycles;
    span(c, r, cmd);
    if (r->message.write) {
        stats->dram_writes++;
        note_event(c, DRAM_EVENT_WRITE, &r->message);
        c->free_ids[c->free_count++] = cmd->id;
        return;
    }
    stats->dram_requests[r->class]++;
    stats->dram_cycles[r->class] += cmd->data_end - r->arrival;
    note_event(c, DRAM_EVENT_READ, &r->message);
    c->flight[(c->flight_head + c->flight_count++) % IDS] = (transfer){.ready = cmd->data_end, .id = cmd->id};
}

/* The command of this cycle, and what the queues learn from it about open rows. */
static bool run_banks(dram_channel *c, uint64_t cycle) {
    gddr5_command cmd = gddr5_cycle(&c->dram, cycle);
    bool activate = cmd.kind == GDDR5_ACTIVATE, precharge = cmd.kind == GDDR5_PRECHARGE;
    if (cmd.kind == GDDR5_READ || cmd.kind == GDDR5_WRITE)
        column(c, &cmd);
    if (cmd.kind != GDDR5_NONE && c->hook)
        c->hook(c->hook_ctx, cycle, &cmd);
    c->s_in.act_valid = c->n_in.act_valid = activate;
    c->s_in.act_bank = c->n_in.act_bank = (u3)(cmd.bank & 7U);
    c->s_in.act_row = c->n_in.act_row = (u23)(cmd.row & 0x7fffffU);
    c->s_in.pre = c->n_in.pre = (u8)(precharge ? 1U << cmd.bank : 0U);
    return activate || precharge;
}

/* The bank takes the request issued to it; returns the banks that can take another. */
static uint32_t issue(dram_channel *c, uint64_t cycle) {
    uint32_t ready = gddr5_ready(&c->dram);
    if (c->a.issue_valid) {
        request *r = &c->table[c->a.issue_id];
        r->issued = cycle;
        r->class = c->a.issue_class;
        gddr5_accept(&c->dram, c->a.issue_bank, c->a.issue_row, c->a.issue_write, c->a.issue_id);
        ready &= ~(1U << c->a.issue_bank);
    }
    return ready;
}

/* ---- way in ---- */

/* The next L2 bank with a request, from `turn` on round, or `banks`. */
static uint32_t next_source(const dram_channel *c, engine_link *const *links, uint32_t turn) {
    uint32_t source = turn;
    for (uint32_t k = 0; k < c->banks; k++) {
        if (links[source] && link_peek(links[source]))
            return source;
        source = source + 1 == c->banks ? 0 : source + 1;
    }
    return c->banks;
}

/*
 * The link whose request enters now, or NULL. The arbiter's one holding register
 * must not be blocked by a full data queue while a walk waits, so a data request is let in
 * only while both data queues have room.
 */
static engine_link *choose_source(dram_channel *c, uint32_t *source) {
    *source = c->banks;
    if (!c->a.req_ready || !c->free_count)
        return NULL;
    bool walk_room = c->a_in.cfg_enable ? c->g.push_ready : c->n.push_ready;
    *source = walk_room ? next_source(c, c->walks, c->walk_turn) : c->banks;
    if (*source < c->banks) {
        c->walk_turn = *source + 1 == c->banks ? 0 : *source + 1;
        return c->walks[*source];
    }
    *source = c->s.push_ready && c->n.push_ready ? next_source(c, c->data, c->data_turn) : c->banks;
    if (*source == c->banks)
        return NULL;
    c->data_turn = *source + 1 == c->banks ? 0 : *source + 1;
    return c->data[*source];
}

/* Names the next request and hands it to the arbiter's way in. */
static void enter(dram_channel *c, uint64_t cycle) {
    dram_arbiter_model_in *in = &c->a_in;
    uint32_t source = 0;
    engine_link *from = choose_source(c, &source);
    in->req_valid = from != NULL;
    if (!from)
        return;
    const mem_message *m = link_peek(from);
    mem_place place = mem_map_place(c->map, m->paddr);
    uint32_t id = c->free_ids[--c->free_count];
    c->table[id] = (request){.message = *m, .arrival = cycle, .source = source};
    in->req_walk = m->depth != 0;
    in->req_app = (uint8_t)m->app;
    in->req_id = (u9)(id & (IDS - 1U));
    in->req_write = m->write;
    in->req_bank = (u3)(place.bank & 7U);
    in->req_row = (u23)(place.row & 0x7fffffU);
    in->req_col = (u4)(place.col & 15U);
    note_event(c, DRAM_EVENT_ENTER, m);
    link_pop(from);
}

static void take_epoch(dram_channel *c) {
    const epoch_message *m = c->epochs ? link_peek(c->epochs) : NULL;
    c->a_in.epoch_end = m != NULL;
    if (!m)
        return;
    for (uint32_t i = 0; i < CHIP_MAX_APPS; i++) {
        c->a_in.conptw[i] = (u6)(m->conptw[i] & 63U);
        c->a_in.stalled[i] = (u6)(m->stalled[i] & 63U);
    }
    link_pop(c->epochs);
}

/* ---- the wires between the units ---- */

static void read_pins(dram_channel *c) {
    unit_use_pins(&c->golden, &c->g);
    unit_use_pins(&c->silver, &c->s);
    unit_use_pins(&c->normal, &c->n);
    unit_use_pins(&c->arbiter, &c->a);
}

/* One edge for a queue, if it has something to do; what goes with a valid is wired
 * only while that is high, since nobody looks at it else. */
#define STEP_QUEUE(queue, queue_in, queue_out, push, pop_pin, row_event)                                     \
    do {                                                                                                     \
        bool active = (push) || (queue_out).level || (row_event);                                            \
        if (!unit_use_steps(&(queue), active))                                                               \
            break;                                                                                           \
        (queue_in).push_valid = (push);                                                                      \
        if (push) {                                                                                          \
            (queue_in).push_id = c->a.push_id;                                                               \
            (queue_in).push_write = c->a.push_write;                                                         \
            (queue_in).push_bank = c->a.push_bank;                                                           \
            (queue_in).push_row = c->a.push_row;                                                             \
            (queue_in).push_col = c->a.push_col;                                                             \
        }                                                                                                    \
        (queue_in).pop = (pop_pin);                                                                          \
        unit_use_step(&(queue), &(queue_in), &(queue_out), active, DRAM_UNIT_SETTLE);                        \
    } while (0)

/* The arbiter's view of one queue, ports <class>_*, likewise. */
#define WIRE_HEAD(class)                                                                                     \
    do {                                                                                                     \
        c->a_in.class##_ready = c->class.push_ready;                                                         \
        c->a_in.class##_valid = c->class.pick_valid;                                                         \
        if (c->class.pick_valid) {                                                                           \
            c->a_in.class##_id = c->class.pick_id;                                                           \
            c->a_in.class##_write = c->class.pick_write;                                                     \
            c->a_in.class##_bank = c->class.pick_bank;                                                       \
            c->a_in.class##_row = c->class.pick_row;                                                         \
            c->a_in.class##_col = c->class.pick_col;                                                         \
        }                                                                                                    \
    } while (0)

static void step_arbiter(dram_channel *c) {
    bool heads = c->g.pick_valid || c->s.pick_valid || c->n.pick_valid;
    bool active =
        c->a_in.req_valid || !c->a.req_ready || c->a.issue_valid || c->a.busy || heads || c->a_in.epoch_end;
    if (!unit_use_steps(&c->arbiter, active))
        return;
    WIRE_HEAD(g);
    WIRE_HEAD(s);
    WIRE_HEAD(n);
    unit_use_step(&c->arbiter, &c->a_in, &c->a, active, DRAM_UNIT_SETTLE);
}

/* One edge for every unit that has something to do; a step leaves the pins of this
 * cycle as they are, so the order does not matter. */
static void step_units(dram_channel *c, uint32_t ready, bool row_event) {
    c->level_sum[0] += c->g.level;
    c->level_sum[1] += c->s.level;
    c->level_sum[2] += c->n.level;
    c->s_in.bank_ready = c->n_in.bank_ready = c->a_in.bank_ready = (u8)ready;
    STEP_QUEUE(c->golden, c->g_in, c->g, c->a.push_g, c->a.pop_g, false);
    STEP_QUEUE(c->silver, c->s_in, c->s, c->a.push_s, c->a.pop_s, row_event);
    STEP_QUEUE(c->normal, c->n_in, c->n, c->a.push_n, c->a.pop_n, row_event);
    step_arbiter(c);
}

/* ---- the component ---- */

static uint64_t next_tick(const dram_channel *c, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    if (c->golden.linger || c->silver.linger || c->normal.linger || c->arbiter.linger)
        return cycle + 1;
    /* The units rest; the banks and the data on their way do not. */
    if (c->dram.active)
        next = c->dram.wake > cycle ? c->dram.wake : cycle + 1;
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
    read_pins(c);
    deliver(c, cycle);
    bool row_event = run_banks(c, cycle);
    uint32_t ready = issue(c, cycle);
    enter(c, cycle);
    take_epoch(c);
    step_units(c, ready, row_event);
    return next_tick(c, cycle);
}

static bool open_units(dram_channel *c, const gpu_config *cfg, uint32_t apps) {
    return unit_use_open(&c->golden, cfg, "golden_queue", NULL, NULL, 0) &&
           unit_use_open(&c->silver, cfg, "silver_queue", NULL, NULL, 0) &&
           unit_use_open(&c->normal, cfg, "normal_queue", NULL, NULL, 0) &&
           unit_use_open(&c->arbiter, cfg, "dram_arbiter",
                         unit_needs_of("dram_arbiter", &cfg->chip, apps).size, NULL, 0);
}

dram_channel *dram_channel_new(engine *e, const gpu_config *cfg, int domain, uint32_t number, uint32_t apps,
                               const mem_map *map, const observer *watch) {
    char name[32];
    dram_channel *c = alloc_zeroed(1, sizeof(dram_channel));
    if (!open_units(c, cfg, apps)) {
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
    gddr5_init(&c->dram, &cfg->chip.memory.timing);
    c->a_in.cfg_enable = cfg->design.dram_scheduler == DRAM_MASK;
    c->a_in.cfg_apps = (uint8_t)apps;
    c->a_in.cfg_thresh_max = (u9)(cfg->mask.thresh_max & 511U);
    (void)snprintf(name, sizeof(name), "channel %u", number);
    c->component = engine_add_component(e, name, domain, dram_channel_tick, c);
    return c;
}

void dram_channel_free(dram_channel *c) {
    if (!c)
        return;
    unit_use_close(&c->golden);
    unit_use_close(&c->silver);
    unit_use_close(&c->normal);
    unit_use_close(&c->arbiter);
    free(c);
}

int dram_channel_component(const dram_channel *c) {
    return c->component;
}

void dram_channel_attach_bank(dram_channel *c, engine_link *requests, engine_link *replies) {
    if (c->banks == MAX_BANKS)
        return;
    c->data[c->banks] = requests;
    c->replies[c->banks] = replies;
    c->banks++;
}

void dram_channel_attach_walks(dram_channel *c, uint32_t bank, engine_link *requests) {
    if (bank < c->banks)
        c->walks[bank] = requests;
}

void dram_channel_attach_epochs(dram_channel *c, engine_link *epochs) {
    c->epochs = epochs;
}

const app_stats *dram_channel_stats(const dram_channel *c) {
    return c->stats;
}

uint64_t dram_channel_level_sum(const dram_channel *c, uint32_t queue) {
    return c->level_sum[queue];
}

uint64_t dram_channel_bus_cycles(const dram_channel *c) {
    return c->bus_cycles;
}

void dram_channel_on_command(dram_channel *c, dram_command_hook hook, void *ctx) {
    c->hook = hook;
    c->hook_ctx = ctx;
}
