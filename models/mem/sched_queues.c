/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The address-space-aware scheduler of MASK 5.4: the units dram_arbiter, golden_queue and two configurations
 * of frfcfs_queue, wired pin by pin. With memory.golden banks a third of these, which hears of no row, is in
 * the place of golden_queue. Switched off (frfcfs), all requests go through the normal queue. Two others
 * show what its parts cost, and are ours, not MASK's: golden has no turns, and mask_rows lets the silver
 * queue close no row that the normal queue is about to read.
 */
#include <assert.h>

#include "base/alloc.h"
#include "dram_arbiter_model.h"
#include "frfcfs_queue_model.h"
#include "golden_queue_model.h"
#include "mem/dram_scheduler.h"
#include "mem/queues_twin.h"
#include "units/unit_use.h"

typedef struct {
    queues_twin *twin; /* in the place of all that follows, or NULL */
    unit_use golden, silver, normal, arbiter;
    bool turns; /* applications take turns in the silver queue */
    bool banks; /* walks wait for their own bank alone: memory.golden */
    bool rows;  /* a row hit of the normal queue goes before a silver request to another row of its bank */
    golden_queue_model_in g_in;
    frfcfs_queue_model_in s_in;
    frfcfs_queue_model_in n_in;
    dram_arbiter_model_in a_in;
    const golden_queue_model_out *g; /* the pins of this cycle: of a host twin, or in `own` */
    const frfcfs_queue_model_out *s, *n;
    const dram_arbiter_model_out *a;
    struct {
        golden_queue_model_out g;
        frfcfs_queue_model_out b, s, n;
        dram_arbiter_model_out a;
    } own;
    bool was_busy; /* the quota engine was at work in the cycle before, with: */
    uint8_t was_apps;
    uint16_t was_thresh_max;
} queues;

static void queues_destroy(void *self) {
    queues *c = self;
    queues_twin_free(c->twin);
    unit_use_close(&c->golden);
    unit_use_close(&c->silver);
    unit_use_close(&c->normal);
    unit_use_close(&c->arbiter);
    free(c);
}

static unit_needs arbiter_sizes(const chip_config *chip, uint32_t apps) {
    return (unit_needs){{{"NUM_APPS", apps}, {"NUM_BANKS", chip->memory.banks}}};
}

static unit_needs queue_sizes(const chip_config *chip, uint32_t apps) {
    (void)apps;
    return (unit_needs){{{"NUM_BANKS", chip->memory.banks}}};
}

static bool golden_is_fifo(const gpu_config *cfg) {
    return cfg->chip.memory.golden == GOLDEN_FIFO;
}

static bool golden_is_by_bank(const gpu_config *cfg) {
    return cfg->chip.memory.golden == GOLDEN_BANKS;
}

enum { ARBITER, GOLDEN, GOLDEN_BANK, SILVER, NORMAL };
static const unit_need queues_needs[] = {
    [ARBITER] = {.unit = "dram_arbiter", .sizes = arbiter_sizes},
    [GOLDEN] = {.unit = "golden_queue", .used = golden_is_fifo, .sizes = queue_sizes},
    [GOLDEN_BANK] = {.unit = "golden_bank_queue", .used = golden_is_by_bank, .sizes = queue_sizes},
    [SILVER] = {.unit = "silver_queue", .sizes = queue_sizes},
    [NORMAL] = {.unit = "normal_queue", .sizes = queue_sizes},
    {.unit = NULL}};

/* Which of the schedulers here it is. */
typedef struct {
    bool enable, turns, rows; /* queues_shape */
} queues_kind;

static bool sched_queues_open(unit_use *u, const gpu_config *cfg, int which, uint32_t apps) {
    const unit_need *need = &queues_needs[which];
    const unit_needs needs = need->sizes(&cfg->chip, apps);
    return unit_use_open(u, cfg, need->unit, needs.size, NULL, 0);
}

/* The size of that name of the unit that the chip has as C. 0: there is none, or it is no unit in C. */
static uint32_t size_in_c(const gpu_config *cfg, int which, uint32_t apps, const char *size) {
    const unit_need *need = &queues_needs[which];
    const unit_needs needs = need->sizes(&cfg->chip, apps);
    const unit_ops *ops = cfg->unit_c || config_unit_is_rtl(cfg, need->unit)
                              ? NULL
                              : unit_find_for(need->unit, false, needs.size, NULL, 0);
    return ops ? unit_size_of(ops, size) : 0;
}

/* NULL: a unit is to be seen at work. */
static queues_twin *sched_queues_twin(const gpu_config *cfg, uint32_t apps, const queues_kind *kind) {
    const bool banks = golden_is_by_bank(cfg);
    const queues_shape shape = {
        .enable = kind->enable,
        .turns = kind->turns,
        .banks = banks,
        .rows = kind->rows,
        .apps = apps,
        .thresh_max = (uint32_t)(cfg->mask.thresh_max & 511U),
        .hit_cap = (uint8_t)cfg->chip.memory.hit_cap,
        .unit_apps = size_in_c(cfg, ARBITER, apps, "NUM_APPS"),
        .golden_depth = banks ? size_in_c(cfg, GOLDEN_BANK, apps, "FRFCFS_DEPTH")
                              : size_in_c(cfg, GOLDEN, apps, "GOLDEN_DEPTH"),
        .silver_depth = size_in_c(cfg, SILVER, apps, "FRFCFS_DEPTH"),
        .normal_depth = size_in_c(cfg, NORMAL, apps, "FRFCFS_DEPTH"),
        .unit_banks = size_in_c(cfg, NORMAL, apps, "NUM_BANKS"),
    };
    const bool all = shape.unit_apps && shape.golden_depth && shape.silver_depth && shape.normal_depth;
    return all ? queues_twin_new(&shape) : NULL;
}

static void *sched_queues_create(const gpu_config *cfg, uint32_t apps, queues_kind kind) {
    queues *c = alloc_zeroed(1, sizeof *c);
    c->twin = sched_queues_twin(cfg, apps, &kind);
    if (c->twin)
        return c;
    c->banks = golden_is_by_bank(cfg);
    c->turns = kind.turns;
    c->rows = kind.rows;
    if (!sched_queues_open(&c->golden, cfg, c->banks ? GOLDEN_BANK : GOLDEN, apps) ||
        !sched_queues_open(&c->silver, cfg, SILVER, apps) ||
        !sched_queues_open(&c->normal, cfg, NORMAL, apps) ||
        !sched_queues_open(&c->arbiter, cfg, ARBITER, apps)) {
        queues_destroy(c);
        return NULL;
    }
    c->a_in.cfg_enable = kind.enable;
    c->a_in.cfg_apps = (uint8_t)apps;
    c->a_in.cfg_thresh_max = (u9)(cfg->mask.thresh_max & 511U);
    c->s_in.cfg_hit_cap = c->n_in.cfg_hit_cap = (uint8_t)cfg->chip.memory.hit_cap;
    return c;
}

static void *frfcfs_create(const gpu_config *cfg, uint32_t apps) {
    return sched_queues_create(cfg, apps, (queues_kind){.enable = false});
}

static void *golden_create(const gpu_config *cfg, uint32_t apps) {
    return sched_queues_create(cfg, apps, (queues_kind){.enable = true});
}

static void *mask_create(const gpu_config *cfg, uint32_t apps) {
    return sched_queues_create(cfg, apps, (queues_kind){.enable = true, .turns = true});
}

static void *mask_rows_create(const gpu_config *cfg, uint32_t apps) {
    return sched_queues_create(cfg, apps, (queues_kind){.enable = true, .turns = true, .rows = true});
}

/* Its pins; of the queue that goes by banks, those that golden_queue has as well. */
static const golden_queue_model_out *golden_shows(queues *c) {
    if (!c->banks)
        return unit_use_shows(&c->golden, &c->own.g);
    const frfcfs_queue_model_out *b = unit_use_shows(&c->golden, &c->own.b);
    c->own.g = (golden_queue_model_out){.push_ready = b->push_ready,
                                        .pick_valid = b->pick_valid,
                                        .pick_id = b->pick_id,
                                        .pick_write = b->pick_write,
                                        .pick_bank = b->pick_bank,
                                        .pick_row = b->pick_row,
                                        .pick_col = b->pick_col,
                                        .level = b->level};
    return &c->own.g;
}

/* The arbiter's one holding register must not be blocked by a full data queue while a walk waits, so a data
 * request is let in only while both data queues have room. */
static void queues_outputs(void *self, dram_schedule *out) {
    queues *c = self;
    if (c->twin) {
        queues_twin_outputs(c->twin, out);
        return;
    }
    const golden_queue_model_out *g = c->g = golden_shows(c);
    const frfcfs_queue_model_out *s = c->s = unit_use_shows(&c->silver, &c->own.s);
    const frfcfs_queue_model_out *n = c->n = unit_use_shows(&c->normal, &c->own.n);
    const dram_arbiter_model_out *a = c->a = unit_use_shows(&c->arbiter, &c->own.a);
    *out = (dram_schedule){.issue = a->issue_valid,
                           .issue_write = a->issue_write,
                           .issue_id = a->issue_id,
                           .issue_bank = a->issue_bank,
                           .issue_row = a->issue_row,
                           .issue_class = a->issue_class,
                           .walk_room = a->req_ready && (c->a_in.cfg_enable ? g->push_ready : n->push_ready),
                           .data_room = a->req_ready && s->push_ready && n->push_ready,
                           .level = {g->level, s->level, n->level}};
}

/* ---- the wires between the units ---- */

/* A queue's view of the arbiter; what goes with a valid is wired only while that is high, since nobody looks
 * at it else. */
#define WIRE_QUEUE(class)                                                                                    \
    do {                                                                                                     \
        c->class##_in.push_valid = c->a->push_##class;                                                       \
        c->class##_in.pop = c->a->pop_##class;                                                               \
        if (c->a->push_##class) {                                                                            \
            c->class##_in.push_id = c->a->push_id;                                                           \
            c->class##_in.push_write = c->a->push_write;                                                     \
            c->class##_in.push_bank = c->a->push_bank;                                                       \
            c->class##_in.push_row = c->a->push_row;                                                         \
            c->class##_in.push_col = c->a->push_col;                                                         \
        }                                                                                                    \
    } while (0)

/* The arbiter's view of one queue, ports <class>_*, likewise. */
#define WIRE_HEAD(class)                                                                                     \
    do {                                                                                                     \
        c->a_in.class##_ready = c->class->push_ready;                                                        \
        c->a_in.class##_valid = c->class->pick_valid;                                                        \
        if (c->class->pick_valid) {                                                                          \
            c->a_in.class##_id = c->class->pick_id;                                                          \
            c->a_in.class##_write = c->class->pick_write;                                                    \
            c->a_in.class##_bank = c->class->pick_bank;                                                      \
            c->a_in.class##_row = c->class->pick_row;                                                        \
            c->a_in.class##_col = c->class->pick_col;                                                        \
        }                                                                                                    \
    } while (0)

/* hls/dram_arbiter/dram_arbiter_duties.h, at any size. */
static void assert_arbiter_csrs_steady(queues *c) {
    const bool same = c->was_apps == c->a_in.cfg_apps && c->was_thresh_max == c->a_in.cfg_thresh_max;
    assert(same || !c->a->busy || !c->was_busy);
    c->was_busy = c->a->busy;
    c->was_apps = c->a_in.cfg_apps;
    c->was_thresh_max = c->a_in.cfg_thresh_max;
}

/* Would the silver pick close the row that the normal pick hits? It waits until that has gone, so no longer
 * than the normal queue has requests of this row. */
static bool silver_closes_row(const queues *c) {
    return c->n->pick_valid && c->n->pick_hit && !c->s->pick_hit && c->s->pick_bank == c->n->pick_bank;
}

/* Has the arbiter something to do? */
static bool arbiter_active(const queues *c) {
    const bool heads = c->g->pick_valid || c->s->pick_valid || c->n->pick_valid;
    return c->a_in.req_valid || !c->a->req_ready || c->a->issue_valid || c->a->busy || heads ||
           c->a_in.epoch_end;
}

static void wire_arbiter(queues *c) {
    WIRE_HEAD(g);
    WIRE_HEAD(s);
    WIRE_HEAD(n);
    if (c->rows && silver_closes_row(c))
        c->a_in.s_valid = false;
    assert_arbiter_csrs_steady(c);
}

static void take_request(queues *c, const dram_edge *e) {
    dram_arbiter_model_in *in = &c->a_in;
    in->req_valid = e->push;
    if (!e->push)
        return;
    in->req_walk = e->push_walk;
    in->req_app = c->turns ? (uint8_t)e->push_app : in->cfg_apps; /* that has no turn */
    in->req_id = (u9)(e->push_id & (DRAM_REQUESTS - 1U));
    in->req_write = e->push_write;
    in->req_bank = (uint8_t)e->push_bank;
    in->req_row = (u23)(e->push_row & 0x7fffffU);
    in->req_col = (u4)(e->push_col & 15U);
}

/* Where all requests are normal ones nobody has a turn, and the arbiter need not compute any. */
static void take_epoch(queues *c, const epoch_message *m) {
    c->a_in.epoch_end = m != NULL && c->a_in.cfg_enable;
    for (uint32_t i = 0; c->a_in.epoch_end && i < CHIP_MAX_APPS; i++) {
        c->a_in.conptw[i] = (u6)(m->conptw[i] & PRESSURE_MAX);
        c->a_in.stalled[i] = (u6)(m->stalled[i] & PRESSURE_MAX);
    }
}

/* What the silver and the normal queue learn from the banks. */
static void wire_rows(frfcfs_queue_model_in *in, const dram_edge *e) {
    in->act_valid = e->opened;
    in->act_bank = (uint8_t)e->event_bank;
    in->act_row = (u23)(e->event_row & 0x7fffffU);
    in->pre = (uint16_t)(e->closed ? 1U << e->event_bank : 0U);
    in->bank_ready = (uint16_t)e->ready;
}

/* The edge of the golden queue. One that goes by banks hears of no row, so no request of it is ever a hit. */
static void step_golden(queues *c, const dram_edge *e, bool active) {
    if (!c->banks) {
        unit_use_step(&c->golden, &c->g_in, &c->own.g, active, DRAM_UNIT_SETTLE);
        return;
    }
    const frfcfs_queue_model_in in = {.push_valid = c->g_in.push_valid,
                                      .push_id = c->g_in.push_id,
                                      .push_write = c->g_in.push_write,
                                      .push_bank = c->g_in.push_bank,
                                      .push_row = c->g_in.push_row,
                                      .push_col = c->g_in.push_col,
                                      .pop = c->g_in.pop,
                                      .bank_ready = (uint16_t)e->ready};
    unit_use_step(&c->golden, &in, &c->own.b, active, DRAM_UNIT_SETTLE);
}

/* One edge for every unit that has something to do. All wires are read before the first unit steps, since a
 * step may change the pins that others see. */
static void queues_step(void *self, const dram_edge *e) {
    queues *c = self;
    if (c->twin) {
        queues_twin_step(c->twin, e);
        return;
    }
    const bool row_event = e->opened || e->closed;
    take_request(c, e);
    take_epoch(c, e->epoch);
    c->a_in.bank_ready = (uint16_t)e->ready;
    const bool golden = c->a->push_g || c->g->level;
    const bool silver = c->a->push_s || c->s->level || row_event;
    const bool normal = c->a->push_n || c->n->level || row_event;
    const bool arbiter = arbiter_active(c);
    WIRE_QUEUE(g);
    WIRE_QUEUE(s);
    WIRE_QUEUE(n);
    wire_rows(&c->s_in, e);
    wire_rows(&c->n_in, e);
    if (unit_use_steps(&c->arbiter, arbiter))
        wire_arbiter(c);
    step_golden(c, e, golden);
    unit_use_step(&c->silver, &c->s_in, &c->own.s, silver, DRAM_UNIT_SETTLE);
    unit_use_step(&c->normal, &c->n_in, &c->own.n, normal, DRAM_UNIT_SETTLE);
    unit_use_step(&c->arbiter, &c->a_in, &c->own.a, arbiter, DRAM_UNIT_SETTLE);
}

static bool queues_rest(const void *self) {
    const queues *c = self;
    if (c->twin)
        return queues_twin_rests(c->twin);
    return !(c->golden.linger || c->silver.linger || c->normal.linger || c->arbiter.linger);
}

#define SCHED_QUEUES(called, says)                                                                           \
    {                                                                                                        \
        .row = {#called, says},                                                                              \
        .units = queues_needs,                                                                               \
        .create = called##_create,                                                                           \
        .destroy = queues_destroy,                                                                           \
        .outputs = queues_outputs,                                                                           \
        .step = queues_step,                                                                                 \
        .rests = queues_rest,                                                                                \
    }

const dram_scheduler dram_scheduler_frfcfs =
    SCHED_QUEUES(frfcfs, "row hits first, then the order of arrival");
const dram_scheduler dram_scheduler_mask = SCHED_QUEUES(mask, "golden, silver and normal queue (MASK 5.4)");
const dram_scheduler dram_scheduler_golden =
    SCHED_QUEUES(golden, "mask without turns: golden and normal queue");
const dram_scheduler dram_scheduler_mask_rows =
    SCHED_QUEUES(mask_rows, "mask, but row hits of the normal queue before silver misses of their bank");
