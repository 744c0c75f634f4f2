/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First come, first served (the baseline of thesis chapter 5): kernels stand in line (kernel_line.h). An SM
 * that holds no block goes to the first application in line that has a block to place. D: --sms does not
 * count.
 */
#include "base/engine.h"
#include "chip/block_scheduler.h"
#include "chip/kernel_line.h"

static uint32_t first_waiting(const schedule *s, const kernel_line *l) {
    for (uint32_t i = 0; i < l->length; i++)
        if (s->app[l->app[i]].waiting)
            return l->app[i];
    return SCHEDULE_NO_APP;
}

static uint64_t schedule_fcfs_assign(const schedule *s, void *state, uint64_t cycle) {
    kernel_line *l = state;
    (void)cycle;
    kernel_line_update(l, s);
    const uint32_t first = first_waiting(s, l);
    for (uint32_t i = 0; first != SCHEDULE_NO_APP && i < s->sms; i++)
        if (s->sm[i].resident == 0)
            schedule_give(s, i, first);
    return GMMU_NEVER;
}

const block_scheduler block_scheduler_fcfs = {
    .name = "fcfs",
    .summary = "an SM without blocks goes to the application first in line",
    .state_bytes = sizeof(kernel_line),
    .assign = schedule_fcfs_assign,
    .choose = schedule_fewest,
};
