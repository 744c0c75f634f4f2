/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/schedule_driver.h"

#include <string.h>

#include "base/alloc.h"
#include "base/engine.h"
#include "dispatch/context_turns.h"
#include "gmmu_params.h"
#include "sm_scheduler.h"

#define NO_SM (-1)

/* Blocks that have left and of which the driver has not been told, first in, first out. */
typedef struct {
    block_left *of; /* `room`: as many as the SMs hold */
    uint32_t first, count, room;
} left_queue;

typedef struct {
    bool launched;    /* its kernel has been given to the driver, which has not finished it */
    uint64_t kernels; /* launched so far */
} driven_app;

struct schedule_driver {
    sm_framework frame;
    left_queue ended, saved;
    driven_app app[CHIP_MAX_APPS];
    context_turns turns;
    int issues; /* SM that takes the block at the pins in this cycle, or NO_SM */
    uint32_t issues_app;
    unsigned works; /* edges until the registers rest */
};

static void open_queue(left_queue *q, const chip_config *chip) {
    q->room = chip->sm.count * chip->sm.max_blocks;
    q->of = alloc_zeroed(q->room, sizeof *q->of);
}

schedule_driver *schedule_driver_new(const gpu_config *config, uint32_t apps, uint8_t policy, char *err,
                                     size_t err_size) {
    const sm_framework_rtl rtl = {.driver = config_unit_is_rtl(config, SM_DRIVER_UNIT),
                                  .scheduler = config_unit_is_rtl(config, SM_SCHEDULER_UNIT),
                                  .queue = config_unit_is_rtl(config, PTB_QUEUE_UNIT)};
    const sm_framework_size needs = {config->chip.sm.count, apps, config->chip.sm.max_blocks};
    schedule_driver *d = alloc_zeroed(1, sizeof *d);
    d->issues = NO_SM;
    context_turns_init(&d->turns, policy == POLICY_FCFS);
    open_queue(&d->ended, &config->chip);
    open_queue(&d->saved, &config->chip);
    if (sm_framework_open(&d->frame, &needs, policy, config->schedule.preempt == PREEMPT_DRAIN, &rtl, err,
                          err_size))
        return d;
    schedule_driver_free(d);
    return NULL;
}

void schedule_driver_free(schedule_driver *d) {
    if (!d)
        return;
    sm_framework_close(&d->frame);
    free(d->ended.of);
    free(d->saved.of);
    free(d);
}

const sm_scheduler_model_out *schedule_driver_table(const schedule_driver *d) {
    return &d->frame.table;
}

/* ---- what the driver is told ---- */

void schedule_driver_left(schedule_driver *d, const block_left *block) {
    left_queue *q = block->saved ? &d->saved : &d->ended;
    q->of[(q->first + q->count++) % q->room] = *block;
}

static bool take_left(left_queue *q, block_left *block) {
    if (q->count == 0)
        return false;
    *block = q->of[q->first];
    q->first = (q->first + 1) % q->room;
    q->count--;
    return true;
}

static void report_left(schedule_driver *d, sm_driver_model_in *in) {
    block_left b;
    if (take_left(&d->ended, &b)) {
        in->end_valid = 1;
        in->end_sm = (uint8_t)b.sm;
    }
    if (take_left(&d->saved, &b)) {
        in->save_valid = 1;
        in->save_sm = (uint8_t)b.sm;
        in->save_block = (uint32_t)b.block;
        in->save_context = b.place;
    }
}

static bool is_opened(const schedule *s, const schedule_driver *d, uint32_t app) {
    return !d->app[app].launched && d->app[app].kernels != s->app[app].kernels && s->app[app].waiting;
}

/* A kernel that the dispatcher has opened goes into its context's command buffer. */
static void launch_kernel(const schedule *s, schedule_driver *d, sm_shares *shares, sm_driver_model_in *in) {
    for (uint32_t a = 0; a < s->apps; a++)
        if (!d->app[a].launched)
            context_turns_end(&d->turns, a, s->app[a].completed);
    for (uint32_t a = 0; a < s->apps; a++)
        if (is_opened(s, d, a))
            context_turns_come(&d->turns, a);
    for (uint32_t a = 0; a < s->apps && !in->cmd_valid; a++) {
        const scheduled_app *app = &s->app[a];
        if (!is_opened(s, d, a) || !d->frame.pins.cmd_ready[a] ||
            !context_turns_take(&d->turns, a, app->completed))
            continue;
        in->cmd_valid = 1;
        in->cmd_gpu_context = (uint8_t)a;
        in->cmd_blocks = (uint32_t)app->blocks;
        in->cmd_limit = (uint8_t)app->fit;
        in->cmd_priority = (uint8_t)app->priority;
        in->cmd_tokens = (uint8_t)sm_shares_take(shares, s->sms, s->apps, a);
        d->app[a] = (driven_app){.launched = true, .kernels = app->kernels};
    }
}

static void end_kernel(schedule_driver *d, sm_shares *shares) {
    const sm_driver_model_out *p = &d->frame.pins;
    if (!p->finish_valid)
        return;
    d->app[p->finish_gpu_context].launched = false;
    sm_shares_give_back(shares, p->finish_gpu_context);
}

/* ---- what it says ---- */

static void set_up(const schedule *s, const sm_driver_model_out *p, sm_driver_model_in *in) {
    in->setup_ready = 1;
    if (p->setup_valid && s->sm[p->to_sm].owner != p->to_gpu_context)
        schedule_give(s, p->to_sm, p->to_gpu_context);
}

/* The dispatcher sends the block, once the SM's link takes it. */
static void offer_issue(const schedule *s, schedule_driver *d, sm_driver_model_in *in) {
    const sm_driver_model_out *p = &d->frame.pins;
    scheduled_app *app = &s->app[p->to_gpu_context];
    d->issues = NO_SM;
    schedule_hold(s, p->to_sm, false); /* what is offered to an SM that is reserved since, it still takes */
    if (!p->issue_valid || !app->waiting || !schedule_has_place(s, p->to_sm, p->to_gpu_context))
        return;
    in->issue_ready = 1;
    d->issues = p->to_sm;
    d->issues_app = p->to_gpu_context;
    app->restores = p->issue_restored;
    app->next = p->issue_block;
    app->place = p->issue_restored ? p->issue_context : 0;
}

static void preempt_sms(const schedule *s, const sm_driver_model_out *p) {
    for (uint32_t i = 0; i < s->sms; i++)
        if (p->preempt[i])
            schedule_preempt(s, i);
}

/* The driver itself gives a reserved SM nothing; for the record of what drains (sm_stays.h). */
static void hold_drained(const schedule *s, const schedule_driver *d) {
    for (uint32_t i = 0; d->frame.drain && i < s->sms; i++)
        schedule_hold(s, i, d->issues != (int)i && schedule_driver_table(d)->sm_state[i] == SMST_RESERVED);
}

uint64_t schedule_driver_assign(const schedule *s, schedule_driver *d, sm_shares *shares, uint64_t cycle) {
    bool kernels = false;
    sm_driver_model_in in;
    memset(&in, 0, sizeof in);
    end_kernel(d, shares);
    set_up(s, &d->frame.pins, &in);
    offer_issue(s, d, &in);
    hold_drained(s, d);
    preempt_sms(s, &d->frame.pins);
    report_left(d, &in);
    launch_kernel(s, d, shares, &in);
    for (uint32_t a = 0; a < s->apps; a++)
        kernels |= d->app[a].launched;
    if (kernels || sm_framework_offers(&d->frame.pins))
        d->works = d->frame.turn + 2U; /* then the registers rest, if nothing comes */
    if (d->works == 0)
        return GMMU_NEVER;
    d->works--;
    (void)sm_framework_step(&d->frame, &in);
    return cycle + 1;
}

int schedule_driver_choose(const schedule_driver *d, uint32_t app) {
    return d->issues != NO_SM && d->issues_app == app ? d->issues : NO_SM;
}
