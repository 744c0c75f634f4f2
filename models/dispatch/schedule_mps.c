/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Multi-Process Service: all applications share all SMs, and blocks of several are on one SM at a time.
 * Fractional GPUs says of it that it caps the threads of each application on the whole GPU (IV: "upper limit
 * on the number of threads"), and so partitions by threads, not by SMs (VI-A); the order of blocks is not
 * public (II-A). D: it is the left-over policy, which the field assumes of GPUs with concurrent kernels (Pai
 * et al., ASPLOS 2013; Xu et al., "Warped-Slicer", ISCA 2016): kernels stand in line in the order in which
 * they were opened; blocks of one behind start when those ahead have none to start, on what these leave. A
 * kernel at the limit of its application lets those behind it pass: two kernels that are limited to half of
 * the threads must run together.
 *
 * D: a block goes to the SM with the most free warp slots, the lowest of several, which spreads the blocks of
 * each application over all SMs (Gilman et al., "Demystifying the Placement Policies of the NVIDIA GPU Thread
 * Block Scheduler", 2020, call it most room); a thread counts as long as its warp's slot is taken, with the
 * threads of a warp that is not full.
 */
#include "base/engine.h"
#include "dispatch/block_scheduler.h"
#include "dispatch/kernel_line.h"

typedef struct {
    bool begun;
    kernel_line line;
    bool may_start[CHIP_MAX_APPS]; /* no kernel ahead has a block to start in this cycle */
} mps_state;

static bool at_limit(const scheduled_app *a) {
    return a->most_warps != 0 && (a->outstanding + 1) * a->needs.warps > a->most_warps;
}

static uint64_t schedule_mps_assign(const schedule *s, void *state, uint64_t cycle) {
    mps_state *m = state;
    bool ahead = false;
    (void)cycle;
    for (uint32_t i = 0; !m->begun && i < s->sms; i++)
        schedule_share(s, i);
    m->begun = true;
    kernel_line_update(&m->line, s);
    for (uint32_t i = 0; i < m->line.length; i++) {
        const uint32_t app = m->line.app[i];
        const bool starts = s->app[app].waiting && !at_limit(&s->app[app]);
        m->may_start[app] = starts && !ahead;
        ahead |= starts;
    }
    return GMMU_NEVER;
}

static int schedule_mps_choose(const schedule *s, void *state, uint32_t app) {
    const mps_state *m = state;
    int best = -1;
    for (uint32_t i = 0; m->may_start[app] && i < s->sms; i++)
        if (schedule_has_place(s, i, app) && (best < 0 || s->sm[i].free.warps > s->sm[best].free.warps))
            best = (int)i;
    return best;
}

const block_scheduler block_scheduler_mps = {
    .row = {SCHEDULER_OF_THREADS,
            "all applications share all SMs (Multi-Process Service), each with its part of the threads"},
    .state_bytes = sizeof(mps_state),
    .shares = true,
    .assign = schedule_mps_assign,
    .choose = schedule_mps_choose,
};
