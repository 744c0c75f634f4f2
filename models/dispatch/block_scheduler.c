/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_scheduler.h"

#include <assert.h>
#include <stdio.h>

/* In dispatch/schedule_*.c. */
#define SCHEDULERS(ROW)                                                                                      \
    ROW(block_scheduler, static)                                                                             \
    ROW(block_scheduler, fcfs)                                                                               \
    ROW(block_scheduler, round_robin)                                                                        \
    ROW(block_scheduler, queue)                                                                              \
    ROW(block_scheduler, npq)                                                                                \
    ROW(block_scheduler, ppq)                                                                                \
    ROW(block_scheduler, ppq_shared)                                                                         \
    ROW(block_scheduler, dss)                                                                                \
    ROW(block_scheduler, mps)

POLICY_TABLE(block_scheduler, block_schedulers, block_scheduler_find, SCHEDULERS)

const unit_need *block_scheduler_units(const gpu_config *config) {
    const block_scheduler *b = block_scheduler_find(config->design.block_scheduler);
    return b ? b->units : NULL;
}

typedef bool (*scheduler_test)(const block_scheduler *b);

static bool is_by_priority(const block_scheduler *b) {
    return b->by_priority;
}

bool block_scheduler_heeds_preempt(const block_scheduler *b) {
    return b->preempts && b->preemptions != NULL;
}

/* Appends "expected one of" the schedulers that pass to the first `used` bytes. */
static void expect_schedulers(scheduler_test passes, char *err, size_t used, size_t size) {
    const char *before = ": expected one of ";
    for (const policy_row *const *row = block_schedulers; *row && used < size; row++) {
        if (!passes(block_scheduler_find((*row)->name)))
            continue;
        used += (size_t)snprintf(err + used, size - used, "%s%s", before, (*row)->name);
        before = ", ";
    }
}

void block_scheduler_report_priority(const block_scheduler *b, uint32_t app, char *err, size_t size) {
    const int used = snprintf(err, size, "--priority of application %u: block scheduler '%s' knows none", app,
                              b->row.name);
    expect_schedulers(is_by_priority, err, (size_t)used, size);
}

void block_scheduler_report_preempt(const block_scheduler *b, char *err, size_t size) {
    const int used =
        snprintf(err, size, "--preempt: block scheduler '%s' takes no SM from a kernel", b->row.name);
    expect_schedulers(block_scheduler_heeds_preempt, err, (size_t)used, size);
}

void schedule_give(const schedule *s, uint32_t sm, uint32_t app) {
    assert(s->sm[sm].resident == 0);
    s->sm[sm].owner = app;
}

void schedule_share(const schedule *s, uint32_t sm) {
    assert(s->sm[sm].resident == 0);
    s->sm[sm].owner = SCHEDULE_ALL_APPS;
}

void schedule_give_shares(const schedule *s) {
    for (uint32_t a = 0; a < s->apps; a++)
        for (uint32_t i = 0; i < s->app[a].sms; i++)
            schedule_give(s, s->app[a].first_sm + i, a);
}

void schedule_preempt(const schedule *s, uint32_t sm) {
    s->sm[sm].leaving = s->sm[sm].resident != 0;
}

void schedule_hold(const schedule *s, uint32_t sm, bool held) {
    s->sm[sm].held = held;
}

static bool has_resources(const scheduled_sm *m, const scheduled_app *a) {
    sm_resources available = m->free;
    if (m->owner == SCHEDULE_ALL_APPS)
        return sm_take(&available, &a->needs);
    return m->resident < a->fit || m->wanted != 0;
}

bool schedule_has_room(const schedule *s, uint32_t sm, uint32_t app) {
    const scheduled_sm *m = &s->sm[sm];
    return m->can_send && !m->leaving && !m->held && has_resources(m, &s->app[app]);
}

bool schedule_has_place(const schedule *s, uint32_t sm, uint32_t app) {
    const uint32_t owner = s->sm[sm].owner;
    return (owner == app || owner == SCHEDULE_ALL_APPS) && schedule_has_room(s, sm, app);
}

int schedule_fewest(const schedule *s, void *state, uint32_t app) {
    int best = -1;
    (void)state;
    for (uint32_t i = 0; i < s->sms; i++)
        if (schedule_has_place(s, i, app) && (best < 0 || s->sm[i].resident < s->sm[best].resident))
            best = (int)i;
    return best;
}
