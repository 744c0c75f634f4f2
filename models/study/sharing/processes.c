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

/* A command of a run. */
typedef struct {
    process_stage stage;
    uint32_t round, kernel; /* of STAGE_KERNELS: which launch of which kernel */
} command;

/* A process on its way. Its queue holds the commands from `top` to the one before `next`. */
typedef struct {
    command next;       /* that its host submits */
    command top;        /* of its queue, if that holds any */
    uint32_t queued;    /* commands in it; the one at the top leaves it when it is complete */
    bool issued;        /* the one at the top is with its engine */
    uint64_t timer;     /* the host submits the next one in this cycle, or NO_TIMER */
    uint64_t began;     /* its present run */
    double sum;         /* of the turnarounds */
    uint64_t completed; /* how often all that it had submitted */
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

/* ---- the commands of a run ---- */

/* Of a run: in each of them the kernels that have launches left are launched, in turn. */
static uint32_t rounds_of(const process_spec *spec) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < spec->kernels; k++)
        most = spec->kernel[k].launches > most ? spec->kernel[k].launches : most;
    return most;
}

/* The first launch of a run that comes no earlier. False: there is none. */
static bool find_launch(const process_spec *spec, command *at) {
    const uint32_t rounds = rounds_of(spec);
    for (; at->round < rounds; at->round++, at->kernel = 0)
        for (; at->kernel < spec->kernels; at->kernel++)
            if (spec->kernel[at->kernel].launches > at->round)
                return true;
    return false;
}

static command command_after(const process_spec *spec, command at) {
    if (at.stage == STAGE_COPY_OUT)
        return (command){.stage = STAGE_COPY_IN};
    if (at.stage == STAGE_COPY_IN)
        at = (command){.stage = STAGE_KERNELS};
    else
        at.kernel++;
    return find_launch(spec, &at) ? at : (command){.stage = STAGE_COPY_OUT};
}

/* ---- the command dispatcher ---- */

static void launch_top(host_state *h, uint32_t c) {
    const delay_kernel *k = &h->spec[c].kernel[h->p[c].top.kernel].delays;
    const uint32_t tokens = sm_shares_take(&h->shares, DELAY_SMS, h->count, c);
    h->result->process[c].launches++;
    delay_gpu_launch(h->gpu, c, k, h->spec[c].priority, tokens);
}

static void ask_for_copy(host_state *h, uint32_t c) {
    const copy_way way = h->p[c].top.stage == STAGE_COPY_IN ? COPY_IN : COPY_OUT;
    copy_engine_ask(&h->copies, way, c, h->spec[c].priority,
                    copy_engine_cycles(&h->settings->pcie, h->settings->copy_bytes, DELAY_MHZ));
}

static bool command_waits(const process *p) {
    return p->queued != 0 && !p->issued;
}

/* A copy of nothing is none, and waits for nobody. */
static bool waits_for_turn(const host_state *h, uint32_t c) {
    return command_waits(&h->p[c]) && (h->p[c].top.stage == STAGE_KERNELS || h->settings->copy_bytes != 0);
}

/* Commands at the top of their queues go to their engines, if their contexts may have them. */
static void issue_commands(host_state *h) {
    for (uint32_t c = 0; c < h->count; c++) {
        process *p = &h->p[c];
        if (!command_waits(p) || (waits_for_turn(h, c) && !context_turns_take(&h->turns, c, p->completed)))
            continue;
        p->issued = true;
        if (p->top.stage == STAGE_KERNELS)
            launch_top(h, c);
        else
            ask_for_copy(h, c);
    }
}

/* A command has come to the top of the queue. */
static void look_at_top(host_state *h, uint32_t c) {
    if (waits_for_turn(h, c))
        context_turns_come(&h->turns, c);
    issue_commands(h);
}

/* ---- the host ---- */

/* The phase of the CPU before the command that its host submits next. */
static uint64_t phase_before(const host_state *h, uint32_t c) {
    const process_spec *spec = &h->spec[c];
    const command next = h->p[c].next;
    if (!h->settings->phases_in_rounds)
        return next.stage == STAGE_COPY_IN ? spec->phase_cycles : 0;
    command first = {.stage = STAGE_KERNELS, .round = next.round};
    const uint32_t rounds = rounds_of(spec);
    const bool opens =
        next.stage == STAGE_KERNELS && find_launch(spec, &first) && next.kernel == first.kernel;
    return opens && rounds != 0 ? spec->phase_cycles / rounds : 0;
}

/* When the host submits the next command of the run, if it does not wait for one to be complete. */
static void plan_command(host_state *h, uint32_t c, uint64_t cycle) {
    process *p = &h->p[c];
    const uint64_t phase = phase_before(h, c);
    const bool waits = p->queued == h->settings->queue || (phase != 0 && p->queued != 0);
    p->timer = waits ? NO_TIMER : cycle + h->settings->host_cycles + phase;
}

static void begin_run(host_state *h, uint32_t c, uint64_t cycle) {
    h->p[c].began = cycle;
    h->p[c].timer = cycle + phase_before(h, c);
}

/* After the copy back it waits for the end of the run; after others it goes on, while the queue has room. */
static void submit_command(host_state *h, uint32_t c, uint64_t cycle) {
    process *p = &h->p[c];
    const command submitted = p->next;
    p->next = command_after(&h->spec[c], submitted);
    if (p->queued++ == 0)
        p->top = submitted;
    p->timer = NO_TIMER;
    if (submitted.stage != STAGE_COPY_OUT)
        plan_command(h, c, cycle);
    if (p->queued == 1)
        look_at_top(h, c);
}

static void end_run(host_state *h, uint32_t c, uint64_t cycle) {
    h->p[c].sum += (double)(cycle - h->p[c].began);
    h->result->process[c].runs++;
    if (!h->settings->once || h->result->process[c].runs < h->settings->runs)
        begin_run(h, c, cycle);
    if (h->p[c].timer == cycle)
        submit_command(h, c, cycle);
}

static void complete_command(host_state *h, uint32_t c, uint64_t cycle) {
    process *p = &h->p[c];
    const bool is_last = p->top.stage == STAGE_COPY_OUT;
    p->issued = false;
    p->top = command_after(&h->spec[c], p->top);
    if (--p->queued == 0) {
        p->completed++;
        context_turns_end(&h->turns, c, p->completed);
    }
    look_at_top(h, c);
    if (is_last)
        end_run(h, c, cycle);
    else if (p->timer == NO_TIMER && p->next.stage != STAGE_COPY_IN)
        plan_command(h, c, cycle);
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
                submit_command(h, c, h->p[c].timer);
        while (copy_engine_take(&h->copies, cycle, &done))
            complete_command(h, done.process, cycle);
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
        begin_run(&h, c, specs[c].arrives);
    bool ok = true;
    for (act_on_timers(&h); ok && !all_have_run(&h); act_on_timers(&h)) {
        const uint64_t most = settings->most_cycles ? settings->most_cycles : NO_TIMER,
                       timer = next_timer(&h);
        const uint32_t ended = delay_gpu_run(h.gpu, timer < most ? timer : most);
        if (ended != DELAY_NONE) {
            sm_shares_give_back(&h.shares, ended);
            complete_command(&h, ended, delay_gpu_cycle(h.gpu));
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
