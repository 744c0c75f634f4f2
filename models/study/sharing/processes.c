/* SPDX-License-Identifier: Apache-2.0 */
#include "study/sharing/processes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dispatch/context_turns.h"
#include "dispatch/copy_engine.h"
#include "dispatch/sm_shares.h"

#define NO_TIMER UINT64_MAX

typedef enum { STAGE_COPY_IN, STAGE_KERNELS, STAGE_COPY_OUT } process_stage;

/* A process on its way. */
typedef struct {
    process_stage stage;
    uint64_t timer;       /* the host acts in this cycle, or NO_TIMER */
    uint32_t round, next; /* which launch of which kernel comes */
    uint64_t began;       /* its present run */
    double sum;           /* of the turnarounds */
    bool waits;           /* a command is at the top of its queue */
    uint64_t completed;   /* how often all that it had submitted */
} process;

typedef struct {
    const process_settings *settings;
    const process_spec *spec;
    uint32_t count;
    process p[DELAY_CONTEXTS];
    delay_gpu *gpu;
    sm_shares shares;
    copy_engine copies;
    context_turns turns;
    processes_result *result;
} host_state;

/* ---- kernels ---- */

static void launch_next(host_state *h, uint32_t c) {
    const delay_kernel *k = &h->spec[c].kernel[h->p[c].next].delays;
    const uint32_t tokens = sm_shares_take(&h->shares, DELAY_SMS, h->count, c);
    h->result->process[c].launches++;
    delay_gpu_launch(h->gpu, c, k, h->spec[c].priority, tokens);
}

/* The next launch after this one. False: there is none. */
static bool find_next(const process_spec *spec, process *p) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < spec->kernels; k++)
        most = spec->kernel[k].launches > most ? spec->kernel[k].launches : most;
    for (p->next++; p->round < most; p->round++, p->next = 0)
        for (; p->next < spec->kernels; p->next++)
            if (spec->kernel[p->next].launches > p->round)
                return true;
    return false;
}

/* ---- the command dispatcher ---- */

static void ask_for_copy(host_state *h, uint32_t c) {
    const copy_way way = h->p[c].stage == STAGE_COPY_IN ? COPY_IN : COPY_OUT;
    copy_engine_ask(&h->copies, way, c, h->spec[c].priority,
                    copy_engine_cycles(&h->settings->pcie, h->settings->copy_bytes, DELAY_MHZ));
}

/* A copy of nothing is none, and waits for nobody. */
static bool has_command(const host_state *h, uint32_t c) {
    return h->p[c].stage == STAGE_KERNELS || h->settings->copy_bytes != 0;
}

/* Commands at the top of their queues go to their engines, if their contexts may have them. */
static void issue_commands(host_state *h) {
    for (uint32_t c = 0; c < h->count; c++) {
        if (!h->p[c].waits || (has_command(h, c) && !context_turns_take(&h->turns, c, h->p[c].completed)))
            continue;
        h->p[c].waits = false;
        if (h->p[c].stage == STAGE_KERNELS)
            launch_next(h, c);
        else
            ask_for_copy(h, c);
    }
}

static void submit_command(host_state *h, uint32_t c) {
    h->p[c].timer = NO_TIMER;
    h->p[c].waits = true;
    if (has_command(h, c))
        context_turns_come(&h->turns, c);
    issue_commands(h);
}

/* All that the context has submitted is complete. */
static void leave_gpu(host_state *h, uint32_t c) {
    h->p[c].completed++;
    if (h->turns.active == c)
        context_turns_end(&h->turns, h->p[c].completed);
    issue_commands(h);
}

/* ---- stages of a run ---- */

static void begin_run(host_state *h, uint32_t c, uint64_t cycle) {
    process *p = &h->p[c];
    p->stage = STAGE_COPY_IN;
    p->began = cycle;
    p->round = 0;
    p->next = UINT32_MAX; /* before the first */
    submit_command(h, c);
}

static void end_run(host_state *h, uint32_t c, uint64_t cycle) {
    h->p[c].sum += (double)(cycle - h->p[c].began);
    h->result->process[c].runs++;
    leave_gpu(h, c);
    if (h->settings->once && h->result->process[c].runs >= h->settings->runs)
        h->p[c].timer = NO_TIMER;
    else
        begin_run(h, c, cycle);
}

/* The host has its time before each launch, and before the copy back; if it takes none, the next command has
 * been submitted long ago. */
static void after_kernel(host_state *h, uint32_t c, uint64_t cycle) {
    process *p = &h->p[c];
    if (h->settings->host_cycles)
        leave_gpu(h, c);
    p->stage = find_next(&h->spec[c], p) ? STAGE_KERNELS : STAGE_COPY_OUT;
    p->timer = cycle + h->settings->host_cycles;
}

static void after_copy(host_state *h, uint32_t c, uint64_t cycle) {
    if (h->p[c].stage == STAGE_COPY_OUT)
        end_run(h, c, cycle);
    else
        after_kernel(h, c, cycle);
}

static void host_acts(host_state *h, uint32_t c) {
    if (h->p[c].stage == STAGE_COPY_IN)
        begin_run(h, c, h->p[c].timer);
    else
        submit_command(h, c);
}

/* ---- all processes ---- */

static bool all_have_run(const host_state *h) {
    const uint32_t until = h->settings->until;
    for (uint32_t c = 0; c < h->count; c++)
        if ((until == DELAY_NONE || until == c) && h->result->process[c].runs < h->settings->runs)
            return false;
    return true;
}

static uint64_t next_timer(const host_state *h) {
    uint64_t first = copy_engine_next(&h->copies);
    for (uint32_t c = 0; c < h->count; c++)
        first = h->p[c].timer < first ? h->p[c].timer : first;
    return first;
}

/* What the host does in this cycle; what takes no time follows in the same. */
static void act_on_timers(host_state *h) {
    const uint64_t cycle = delay_gpu_cycle(h->gpu);
    copy_engine_begin(&h->copies, cycle);
    while (next_timer(h) <= cycle) {
        copy_done done;
        for (uint32_t c = 0; c < h->count; c++)
            if (h->p[c].timer <= cycle)
                host_acts(h, c);
        while (copy_engine_take(&h->copies, cycle, &done))
            after_copy(h, done.process, cycle);
        copy_engine_begin(&h->copies, cycle);
    }
}

/* Returns false. */
static bool report_starved(const host_state *h, char *err, size_t err_size) {
    uint32_t c = 0;
    while (c + 1 < h->count && h->result->process[c].runs >= h->settings->runs)
        c++;
    (void)snprintf(err, err_size, "process %u has run %u times after %" PRIu64 " us, expected %u", c,
                   h->result->process[c].runs, h->settings->most_cycles / DELAY_MHZ, h->settings->runs);
    return false;
}

bool processes_run(const process_settings *settings, const process_spec *specs, uint32_t count,
                   processes_result *result, char *err, size_t err_size) {
    host_state h = {.settings = settings, .spec = specs, .count = count, .result = result};
    copy_engine_init(&h.copies, settings->copy_by_priority);
    context_turns_init(&h.turns, settings->gpu.policy == DELAY_FCFS);
    memset(result, 0, sizeof *result);
    h.gpu = delay_gpu_new(&settings->gpu, err, err_size);
    if (!h.gpu)
        return false;
    for (uint32_t c = 0; c < count; c++)
        h.p[c] = (process){.timer = specs[c].arrives};
    bool ok = true;
    for (act_on_timers(&h); ok && !all_have_run(&h); act_on_timers(&h)) {
        const uint64_t most = settings->most_cycles ? settings->most_cycles : NO_TIMER,
                       timer = next_timer(&h);
        const uint32_t ended = delay_gpu_run(h.gpu, timer < most ? timer : most);
        if (ended != DELAY_NONE) {
            sm_shares_give_back(&h.shares, ended);
            after_kernel(&h, ended, delay_gpu_cycle(h.gpu));
        }
        ok = delay_gpu_cycle(h.gpu) < most || report_starved(&h, err, err_size);
    }
    for (uint32_t c = 0; ok && c < count; c++) {
        process_result *p = &result->process[c];
        p->turnaround = p->runs ? h.p[c].sum / p->runs : 0.0;
        p->work = delay_gpu_stats(h.gpu)->work[c];
    }
    result->cycles = delay_gpu_cycle(h.gpu);
    result->stats = *delay_gpu_stats(h.gpu);
    delay_gpu_free(h.gpu);
    return ok;
}
