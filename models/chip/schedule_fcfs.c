/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First come, first served (the baseline of thesis chapter 5): kernels stand in line in the
 * order in which they were opened. An SM that holds no block goes to the first application
 * in line that has a block to place. An application whose next kernel is opened goes to the end of the
 * line, so nobody waits longer than for one kernel of each other application.
 * D: kernels that are opened in one cycle stand in the order of their applications; --sms does not count.
 */
#include "base/engine.h"
#include "chip/block_scheduler.h"

typedef struct {
    uint32_t app[CHIP_MAX_APPS]; /* first in line first */
    uint32_t length;
    uint64_t kernels[CHIP_MAX_APPS]; /* opened when the application joined the line last */
} line;

static void schedule_fcfs_join(line *l, uint32_t app) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < l->length; i++)
        if (l->app[i] != app)
            l->app[left++] = l->app[i];
    l->app[left++] = app;
    l->length = left;
}

static uint32_t first_waiting(const schedule *s, const line *l) {
    for (uint32_t i = 0; i < l->length; i++)
        if (s->app[l->app[i]].waiting)
            return l->app[i];
    return SCHEDULE_NO_APP;
}

static uint64_t schedule_fcfs_assign(const schedule *s, void *state, uint64_t cycle) {
    line *l = state;
    (void)cycle;
    for (uint32_t a = 0; a < s->apps; a++) {
        if (l->kernels[a] != s->app[a].kernels)
            schedule_fcfs_join(l, a);
        l->kernels[a] = s->app[a].kernels;
    }
    const uint32_t first = first_waiting(s, l);
    for (uint32_t i = 0; first != SCHEDULE_NO_APP && i < s->sms; i++)
        if (s->sm[i].resident == 0)
            schedule_give(s, i, first);
    return GMMU_NEVER;
}

const block_scheduler block_scheduler_fcfs = {
    .name = "fcfs",
    .summary = "an SM without blocks goes to the application first in line",
    .state_bytes = sizeof(line),
    .assign = schedule_fcfs_assign,
    .choose = schedule_fewest,
};
