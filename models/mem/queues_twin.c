/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/queues_twin.h"

#include <string.h>

#include "base/alloc.h"
#include "base/bit_set.h"

#define NONE      UINT32_MAX
#define MOST      256U /* entries of a queue */
#define WORDS     BIT_SET_WORDS(MOST)
#define BANKS     16U
#define FEW_BANKS 8U
#define APPS      64U
#define ROW_MASK  0x7fffffU

/* Edges of the arbiter's quota engine: for a weight (fetch, 6 multiplier bits, sum), and for a quota (pick, 9
 * multiplier bits, start of the division, its 38 bits, store). */
#define WEIGHT_EDGES 8U
#define QUOTA_EDGES  50U
#define QUOTA_MOST   511U

enum { GOLDEN, SILVER, NORMAL, NOBODY };

typedef struct {
    uint32_t row;
    uint16_t id;
    uint8_t bank;
    bool write;
} queued_request;

/* Positions count from the oldest request on; requests themselves do not move. */
typedef struct {
    uint32_t depth, count;
    uint32_t pick, last; /* positions of the requests shown now and in the cycle before */
    bool pick_valid, pick_hit, last_valid;
    uint8_t pick_place;
    uint32_t passed;      /* younger requests that left since the oldest is the oldest, up to the cap */
    uint64_t hits[WORDS]; /* positions whose row is open */
    uint64_t of_bank[WORDS][BANKS]; /* positions of the requests to each bank */
    uint8_t place[MOST];            /* by position: place of the request; then free places */
    queued_request request[MOST];
} twin_queue;

/* The golden queue where it is a FIFO. */
typedef struct {
    uint32_t depth, head, count;
    queued_request request[MOST];
} twin_fifo;

typedef struct {
    uint32_t edges; /* until the next quota; 0: at rest */
    uint32_t app;   /* which this quota is for */
    uint32_t sum;   /* of the weights */
    uint32_t weight[APPS], quota[APPS];
} quota_engine;

struct queues_twin {
    queues_shape shape;
    uint32_t turns; /* applications that take turns */
    /* The arbiter's holding register: a request on its way to its queue. */
    queued_request held;
    uint32_t held_class; /* NOBODY: none */
    /* What goes to its bank in this cycle, and leaves the queue of that class at the edge. */
    queued_request issued;
    uint32_t issued_class; /* NOBODY: nothing */
    /* The turn in the silver queue. */
    uint32_t owner, left;
    bool fresh;    /* it has passed: `left` must be loaded */
    uint32_t open; /* bit b: bank b has an open row */
    uint32_t open_row[BANKS];
    twin_queue silver, normal, by_bank; /* by_bank: the golden queue with memory.golden banks */
    twin_fifo fifo;                     /* the golden queue otherwise */
    quota_engine quotas;
};

/* ---- a queue ---- */

static void queue_init(twin_queue *q, uint32_t depth) {
    q->depth = depth;
    for (uint32_t i = 0; i < MOST; i++)
        q->place[i] = (uint8_t)i;
}

/* The positions of a word whose bank is in `ready`; the compiler makes vectors of the loop. */
static inline uint64_t queue_waiting(const twin_queue *q, uint32_t w, uint32_t ready, uint32_t banks) {
    uint64_t waiting = 0;
    for (uint32_t b = 0; b < banks; b++)
        waiting |= q->of_bank[w][b] & -(uint64_t)(ready >> b & 1U);
    return waiting;
}

/* Position of the oldest request that hits among those whose bank is ready, or else of the oldest, or NONE;
 * where the cap is reached, of the oldest that is ready, or NONE. */
static inline uint32_t queue_search(const twin_queue *q, uint32_t ready, bool capped, uint32_t banks,
                                    bool *hits) {
    uint32_t oldest = NONE;
    for (uint32_t w = 0; w * 64U < q->count; w++) {
        const uint64_t waiting = queue_waiting(q, w, ready, banks);
        const uint64_t hitting = waiting & q->hits[w];
        const uint64_t served = hitting && !capped ? hitting : waiting;
        if (!served)
            continue;
        const uint32_t first = (uint32_t)__builtin_ctzll(served);
        *hits = hitting >> first & 1U;
        if (*hits || capped)
            return w * 64U + first;
        if (oldest == NONE)
            oldest = w * 64U + first;
    }
    return oldest;
}

static void queue_choose(twin_queue *q, uint32_t ready, bool capped, uint32_t banks) {
    bool hits = false;
    const uint32_t pick = banks <= FEW_BANKS ? queue_search(q, ready, capped, FEW_BANKS, &hits)
                                             : queue_search(q, ready, capped, BANKS, &hits);
    q->pick = pick;
    q->pick_valid = pick != NONE;
    q->pick_hit = hits;
    if (pick != NONE)
        q->pick_place = q->place[pick];
}

/* Takes position `gone` out of all sets: the positions above it move down. */
static void queue_take_out(twin_queue *q, uint32_t gone) {
    const uint32_t words = BIT_SET_WORDS(q->count);
    const uint8_t freed = q->place[gone];
    uint64_t stays = (UINT64_C(1) << (gone % 64U)) - 1U;
    for (uint32_t w = gone / 64U; w < words; w++) {
        const uint32_t above = w + 1 < words ? w + 1 : w;
        const uint64_t carried = w + 1 < words ? UINT64_C(1) << 63 : 0;
        for (uint32_t b = 0; b < BANKS; b++) {
            const uint64_t set = q->of_bank[w][b], next = q->of_bank[above][b] << 63 & carried;
            q->of_bank[w][b] = (set & stays) | ((set >> 1 | next) & ~stays);
        }
        q->hits[w] = (q->hits[w] & stays) | ((q->hits[w] >> 1 | (q->hits[above] << 63 & carried)) & ~stays);
        stays = 0;
    }
    q->count--;
    memmove(&q->place[gone], &q->place[gone + 1], q->count - gone);
    q->place[q->count] = freed;
}

static void queue_append(twin_queue *q, const queued_request *r, bool hit) {
    q->request[q->place[q->count]] = *r;
    q->of_bank[q->count / 64U][r->bank] |= UINT64_C(1) << q->count % 64U;
    if (hit)
        bit_set_add(q->hits, q->count);
    q->count++;
}

/* The first half of an edge: what is shown after it. `pops`: the request of the cycle before leaves. Returns
 * whether it does. */
static bool queue_look(twin_queue *q, bool pops, uint32_t ready, uint32_t cap, uint32_t banks,
                       uint32_t *gone) {
    const bool pop = pops && q->last_valid;
    *gone = q->last;
    q->last_valid = q->pick_valid && !pop;
    q->last = q->pick;
    if (q->count == 0 || pop) {
        q->pick = NONE;
        q->pick_valid = q->pick_hit = false;
    } else {
        queue_choose(q, ready, cap && q->passed >= cap, banks);
    }
    return pop;
}

static void queue_pop(twin_queue *q, uint32_t gone, uint32_t cap) {
    q->passed = gone ? q->passed + (q->passed < cap) : 0;
    queue_take_out(q, gone);
}

static void queue_close_rows(twin_queue *q, uint32_t bank) {
    for (uint32_t w = 0; w * 64U < q->count; w++)
        q->hits[w] &= ~q->of_bank[w][bank];
}

static void queue_open_row(twin_queue *q, uint32_t bank, uint32_t row) {
    for (uint32_t w = 0; w * 64U < q->count; w++) {
        for (uint64_t left = q->of_bank[w][bank]; left; left &= left - 1) {
            const uint32_t position = w * 64U + (uint32_t)__builtin_ctzll(left);
            if (q->request[q->place[position]].row == row)
                bit_set_add(q->hits, position);
        }
    }
}

/* ---- the golden queue, which hears of no row ---- */

static bool golden_room(const queues_twin *t) {
    return t->shape.banks ? t->by_bank.count < t->by_bank.depth : t->fifo.count < t->fifo.depth;
}

static const queued_request *golden_pick(const queues_twin *t) {
    if (t->shape.banks)
        return t->by_bank.pick_valid ? &t->by_bank.request[t->by_bank.pick_place] : NULL;
    return t->fifo.count ? &t->fifo.request[t->fifo.head] : NULL;
}

static void golden_step(queues_twin *t, const queued_request *push, bool pops, uint32_t ready) {
    twin_fifo *f = &t->fifo;
    if (t->shape.banks) {
        uint32_t gone = 0;
        if (queue_look(&t->by_bank, pops, ready, 0, t->shape.unit_banks, &gone))
            queue_pop(&t->by_bank, gone, 0);
        if (push)
            queue_append(&t->by_bank, push, false);
        return;
    }
    const bool pop = pops && f->count;
    if (push)
        f->request[(f->head + f->count) % f->depth] = *push;
    f->head = pop ? (f->head + 1) % f->depth : f->head;
    f->count = f->count + (push != NULL) - pop;
}

/* ---- the data queues ---- */

/* Opened and closed rows, which both hear of. */
static void rows_change(queues_twin *t, const dram_edge *e) {
    const uint32_t bank = e->event_bank;
    if (!e->opened && !e->closed)
        return;
    queue_close_rows(&t->silver, bank);
    queue_close_rows(&t->normal, bank);
    t->open &= ~(1U << bank);
    if (!e->opened)
        return;
    t->open |= 1U << bank;
    t->open_row[bank] = e->event_row & ROW_MASK;
    queue_open_row(&t->silver, bank, t->open_row[bank]);
    queue_open_row(&t->normal, bank, t->open_row[bank]);
}

/* `push`: which of them takes the held request; `pop`: which loses the request of the cycle before. */
static void data_step(queues_twin *t, const dram_edge *e, uint32_t push, uint32_t pop) {
    const uint32_t cap = t->shape.hit_cap, banks = t->shape.unit_banks;
    uint32_t gone_s = 0, gone_n = 0;
    const bool pop_s = queue_look(&t->silver, pop == SILVER, e->ready, cap, banks, &gone_s);
    const bool pop_n = queue_look(&t->normal, pop == NORMAL, e->ready, cap, banks, &gone_n);
    rows_change(t, e);
    if (pop_s)
        queue_pop(&t->silver, gone_s, cap);
    if (pop_n)
        queue_pop(&t->normal, gone_n, cap);
    if (push == SILVER || push == NORMAL) {
        const bool hit = (t->open >> t->held.bank & 1U) && t->open_row[t->held.bank] == t->held.row;
        queue_append(push == SILVER ? &t->silver : &t->normal, &t->held, hit);
    }
}

/* ---- the arbiter ---- */

static bool has_room(const queues_twin *t, uint32_t class) {
    if (class == GOLDEN)
        return golden_room(t);
    const twin_queue *q = class == SILVER ? &t->silver : &t->normal;
    return q->count < q->depth;
}

static uint32_t class_of(const queues_twin *t, const dram_edge *e) {
    if (!t->shape.enable)
        return NORMAL;
    if (e->push_walk)
        return GOLDEN;
    const bool owns = t->shape.turns && (uint8_t)e->push_app == t->owner;
    return owns && !e->push_write ? SILVER : NORMAL;
}

/* A request enters the silver queue. */
static void use_turn(queues_twin *t) {
    const bool used_up = t->left <= 1;
    t->left = used_up ? 0 : t->left - 1;
    if (!used_up)
        return;
    t->owner = t->owner + 1 < t->turns ? t->owner + 1 : 0;
    t->fresh = true;
}

/* Requests into the holding register, and out of it into a queue. Returns the class of the queue that takes
 * the held one at this edge, or NOBODY. */
static uint32_t way_in(const queues_twin *t) {
    return t->held_class != NOBODY && has_room(t, t->held_class) ? t->held_class : NOBODY;
}

static void hold_request(queues_twin *t, const dram_edge *e, uint32_t entered) {
    const bool was_fresh = t->fresh;
    const uint32_t owner = t->owner;
    t->fresh = false;
    if (entered != NOBODY) {
        t->held_class = NOBODY;
        if (entered == SILVER)
            use_turn(t);
    } else if (e->push && t->held_class == NOBODY) {
        t->held_class = class_of(t, e);
        t->held = (queued_request){.row = e->push_row & ROW_MASK,
                                   .id = (uint16_t)(e->push_id & (DRAM_REQUESTS - 1U)),
                                   .bank = (uint8_t)e->push_bank,
                                   .write = e->push_write};
    }
    if (was_fresh)
        t->left = t->quotas.quota[owner];
}

/* Would the silver pick close the row that the normal pick hits? */
static bool twin_closes_row(const queues_twin *t) {
    return t->shape.rows && t->normal.pick_valid && t->normal.pick_hit && !t->silver.pick_hit &&
           t->silver.request[t->silver.pick_place].bank == t->normal.request[t->normal.pick_place].bank;
}

/* May the head of a queue go to its bank? Not when the one before leaves at this edge. */
static bool may_issue(const queues_twin *t, uint32_t class, const queued_request *r, uint32_t takes) {
    return t->issued_class != class && (takes >> r->bank & 1U);
}

static void way_out(queues_twin *t, uint32_t ready) {
    const uint32_t in_use = t->issued_class != NOBODY ? 1U << t->issued.bank : 0;
    const uint32_t takes = ready & ~in_use;
    const queued_request *g = golden_pick(t);
    const queued_request *s = &t->silver.request[t->silver.pick_place];
    const queued_request *n = &t->normal.request[t->normal.pick_place];
    uint32_t class = NOBODY;
    if (g && may_issue(t, GOLDEN, g, takes)) {
        class = GOLDEN;
        t->issued = *g;
    } else if (t->silver.pick_valid && may_issue(t, SILVER, s, takes) && !twin_closes_row(t)) {
        class = SILVER;
        t->issued = *s;
    } else if (t->normal.pick_valid && may_issue(t, NORMAL, n, takes)) {
        class = NORMAL;
        t->issued = *n;
    }
    t->issued_class = class;
}

/* ---- quotas ---- */

static void quotas_sample(queues_twin *t, const epoch_message *m) {
    quota_engine *q = &t->quotas;
    q->sum = 0;
    for (uint32_t i = 0; i < t->shape.unit_apps; i++) {
        const bool counts = i < t->turns && i < CHIP_MAX_APPS;
        q->weight[i] = counts ? (m->conptw[i] & PRESSURE_MAX) * (m->stalled[i] & PRESSURE_MAX) : 0;
        q->sum += q->weight[i];
    }
    q->app = 0;
    q->edges = WEIGHT_EDGES * t->shape.unit_apps + QUOTA_EDGES;
}

static void next_quota(queues_twin *t) {
    quota_engine *q = &t->quotas;
    const uint32_t most = t->shape.thresh_max;
    const uint32_t quota = q->sum ? most * q->weight[q->app] / q->sum : most / t->turns;
    q->quota[q->app] = quota > QUOTA_MOST ? QUOTA_MOST : quota ? quota : 1U;
    q->app++;
    q->edges = q->app < t->shape.unit_apps ? QUOTA_EDGES : 0;
}

static void quotas_step(queues_twin *t, const epoch_message *m) {
    if (t->quotas.edges == 0) {
        if (m && t->shape.enable)
            quotas_sample(t, m);
    } else if (--t->quotas.edges == 0) {
        next_quota(t);
    }
}

/* ---- the whole ---- */

queues_twin *queues_twin_new(const queues_shape *shape) {
    queues_twin *t = alloc_zeroed(1, sizeof *t);
    t->shape = *shape;
    t->turns = shape->apps == 0 ? 1 : shape->apps;
    t->held_class = t->issued_class = NOBODY;
    t->left = 1;
    for (uint32_t i = 0; i < APPS; i++)
        t->quotas.quota[i] = 1;
    queue_init(&t->silver, shape->silver_depth);
    queue_init(&t->normal, shape->normal_depth);
    queue_init(&t->by_bank, shape->golden_depth);
    t->fifo.depth = shape->golden_depth;
    return t;
}

void queues_twin_free(queues_twin *t) {
    free(t);
}

void queues_twin_outputs(const queues_twin *t, dram_schedule *out) {
    const bool empty = t->held_class == NOBODY;
    const bool silver = t->silver.count < t->silver.depth, normal = t->normal.count < t->normal.depth;
    out->issue = t->issued_class != NOBODY;
    out->issue_write = t->issued.write;
    out->issue_id = t->issued.id;
    out->issue_bank = t->issued.bank;
    out->issue_row = t->issued.row;
    out->issue_class = t->issued_class;
    out->walk_room = empty && (t->shape.enable ? golden_room(t) : normal);
    out->data_room = empty && silver && normal;
    out->level[GOLDEN] = t->shape.banks ? t->by_bank.count : t->fifo.count;
    out->level[SILVER] = t->silver.count;
    out->level[NORMAL] = t->normal.count;
}

/* The arbiter sees what the queues show before the edge, and the queues what the arbiter shows: so it goes
 * first, and what it has shown is kept. */
void queues_twin_step(queues_twin *t, const dram_edge *e) {
    const uint32_t push = way_in(t), pop = t->issued_class;
    way_out(t, e->ready);
    golden_step(t, push == GOLDEN ? &t->held : NULL, pop == GOLDEN, e->ready);
    data_step(t, e, push, pop);
    hold_request(t, e, push);
    quotas_step(t, e->epoch);
}

static bool queue_rests(const twin_queue *q) {
    return q->count == 0 && !q->pick_valid && !q->last_valid;
}

bool queues_twin_rests(const queues_twin *t) {
    return t->held_class == NOBODY && t->issued_class == NOBODY && t->fifo.count == 0 && !t->fresh &&
           t->quotas.edges == 0 && queue_rests(&t->silver) && queue_rests(&t->normal) &&
           queue_rests(&t->by_bank);
}
