/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First-ready round-robin FCFS: of the requests whose bank is ready the oldest row hit, or else the oldest of
 * the application whose turn it is. It is the scheduler of Jog et al., "Application-aware Memory System for
 * Fair and Efficient Execution of Concurrent GPGPU Applications", GPGPU 2014, which MASK 7.3 puts in the
 * place of FR-FCFS. golden_turns serves page walks before all others, as MASK 5.4 does.
 *
 * D: a turn passes when a request that hits no open row goes; an application without one that can go is
 * passed over. As many places as normal_queue and golden_queue. No unit: it is not built as RTL.
 */
#include <string.h>

#include "base/alloc.h"
#include "mem/dram_scheduler.h"

#define DATA_PLACES 192U
#define WALK_PLACES 16U
#define NOBODY      UINT32_MAX

typedef struct {
    uint32_t id, app, bank, row;
    bool write;
} waiting;

/* In order of arrival. */
typedef struct {
    uint32_t count;
    waiting request[DATA_PLACES];
} line;

typedef struct {
    bool golden;  /* walks are a class of their own; else they are among the data */
    bool by_bank; /* a walk waits for its own bank alone, not for older walks (memory.golden) */
    uint32_t hit_cap, apps;
    line walks, data;
    uint32_t turn;   /* the application that goes next without a row hit */
    uint32_t passed; /* younger data requests that left since the oldest became the oldest */
    uint32_t open;   /* bit b: bank b has an open row */
    uint32_t open_row[CHIP_MAX_DRAM_BANKS];
    bool issue, issue_walk;
    waiting issued;
} turns;

static void *turns_open(const gpu_config *config, uint32_t apps, bool golden) {
    turns *t = alloc_zeroed(1, sizeof *t);
    t->golden = golden;
    t->by_bank = config->chip.memory.golden == GOLDEN_BANKS;
    t->hit_cap = config->chip.memory.hit_cap;
    t->apps = apps;
    return t;
}

static void *turns_create(const gpu_config *config, uint32_t apps) {
    return turns_open(config, apps, false);
}

static void *golden_turns_create(const gpu_config *config, uint32_t apps) {
    return turns_open(config, apps, true);
}

static void turns_outputs(void *self, dram_schedule *out) {
    const turns *t = self;
    const bool data_room = t->data.count < DATA_PLACES;
    *out = (dram_schedule){.issue = t->issue,
                           .issue_write = t->issued.write,
                           .issue_id = t->issued.id,
                           .issue_bank = t->issued.bank,
                           .issue_row = t->issued.row,
                           .issue_class = t->issue_walk ? 0 : 2,
                           .walk_room = t->golden ? t->walks.count < WALK_PLACES : data_room,
                           .data_room = data_room,
                           .level = {[0] = t->walks.count, [2] = t->data.count}};
}

/* ---- which goes ---- */

static uint32_t oldest_walk(const turns *t, uint32_t ready) {
    const uint32_t looked_at = t->by_bank || t->walks.count == 0 ? t->walks.count : 1;
    for (uint32_t i = 0; i < looked_at; i++) {
        if (ready >> t->walks.request[i].bank & 1U)
            return i;
    }
    return NOBODY;
}

static bool hits_row(const turns *t, const waiting *w) {
    return (t->open >> w->bank & 1U) && t->open_row[w->bank] == w->row;
}

/* How many turns an application has to wait. */
static uint32_t turns_until(const turns *t, uint32_t app) {
    return app >= t->turn ? app - t->turn : app + t->apps - t->turn;
}

/* The oldest row hit, or else the oldest of the application whose turn is nearest. */
static uint32_t data_choice(const turns *t, uint32_t ready, bool *hit) {
    const bool hits_first = t->hit_cap == 0 || t->passed < t->hit_cap;
    uint32_t found = NOBODY, nearest = NOBODY;
    *hit = false;
    for (uint32_t i = 0; i < t->data.count; i++) {
        const waiting *w = &t->data.request[i];
        if (!(ready >> w->bank & 1U))
            continue;
        if (hits_first && hits_row(t, w)) {
            *hit = true;
            return i;
        }
        if (turns_until(t, w->app) < nearest) {
            nearest = turns_until(t, w->app);
            found = i;
        }
    }
    return found;
}

static void take_out(turns *t, line *l, uint32_t i) {
    t->issue = true;
    t->issue_walk = l == &t->walks;
    t->issued = l->request[i];
    l->count--;
    memmove(&l->request[i], &l->request[i + 1], (l->count - i) * sizeof l->request[0]);
}

/* The request that goes to its bank in the next cycle. */
static void choose_request(turns *t, uint32_t ready) {
    t->issue = false;
    const uint32_t walk = oldest_walk(t, ready);
    if (walk != NOBODY) {
        take_out(t, &t->walks, walk);
        return;
    }
    bool hit = false;
    const uint32_t chosen = data_choice(t, ready, &hit);
    if (chosen == NOBODY)
        return;
    take_out(t, &t->data, chosen);
    if (!hit)
        t->turn = t->issued.app + 1 < t->apps ? t->issued.app + 1 : 0;
    t->passed = chosen == 0 ? 0 : t->passed + (t->passed < t->hit_cap);
}

static void turns_step(void *self, const dram_edge *e) {
    turns *t = self;
    choose_request(t, e->ready);
    if (e->push) {
        line *l = t->golden && e->push_walk ? &t->walks : &t->data;
        l->request[l->count++] = (waiting){.id = e->push_id,
                                           .app = e->push_app,
                                           .bank = e->push_bank,
                                           .row = e->push_row,
                                           .write = e->push_write};
    }
    if (e->opened || e->closed) {
        t->open = (t->open & ~(1U << e->event_bank)) | (uint32_t)e->opened << e->event_bank;
        t->open_row[e->event_bank] = e->event_row;
    }
}

static bool turns_rests(const void *self) {
    const turns *t = self;
    return t->walks.count == 0 && t->data.count == 0 && !t->issue;
}

#define SCHED_TURNS(called, says)                                                                            \
    {                                                                                                        \
        .row = {#called, says},                                                                              \
        .create = called##_create,                                                                           \
        .destroy = free,                                                                                     \
        .outputs = turns_outputs,                                                                            \
        .step = turns_step,                                                                                  \
        .rests = turns_rests,                                                                                \
    }

const dram_scheduler dram_scheduler_turns =
    SCHED_TURNS(turns, "row hits first, then applications in turn, then the order of arrival");
const dram_scheduler dram_scheduler_golden_turns =
    SCHED_TURNS(golden_turns, "turns, but page walks before all others");
