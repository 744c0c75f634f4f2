/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/dispatcher.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "dispatch/block_ledger.h"
#include "dispatch/copy_engine.h"
#include "dispatch/sm_stays.h"
#include "sm/parts/occupancy.h"

#define ERROR_BYTES 512

/* Of an application that has no kernel open. */
typedef enum {
    APP_BEGINS, /* a launch */
    APP_COPIES, /* to the GPU or back */
    APP_LAUNCHES
} app_stage;

typedef struct {
    workload *work;
    uint16_t asid;
    bool over;          /* it is not launched again */
    kernel_info kernel; /* the running kernel; SMs hold pointers to it until its blocks are done */
    bool running;       /* a kernel is open */
    app_stage stage;
    block_stream *next; /* its next block, opened but not placed yet */
    bool drained;       /* all its blocks have been opened */
    uint64_t placed;    /* blocks of the kernel handed out */
    uint64_t ready_at;  /* its next kernel is not opened before this cycle */
    uint64_t launches, first_instructions, begin, first_cycles;
    uint64_t ended_cycles; /* from `begin` to the end of the last finished launch */
    uint64_t first_blocks, first_blocks_done;
    uint32_t followers, replaced; /* applications after and before this one in the same place */
    uint32_t on_sms;              /* blocks that SMs hold */
    uint64_t steps;               /* kernels opened, blocks that came to an SM or left it, launches ended */
} dispatched_app;

struct dispatcher {
    engine *engine;
    int component, domain;
    const gpu_config *config;
    uint32_t napps;
    dispatched_app app[CHIP_MAX_APPS];
    const block_scheduler *scheduler;
    void *scheduler_state;
    schedule view; /* what the scheduler knows, kept by the dispatcher */
    block_ledger ledger;
    sm_stays stays;
    engine_link **to_sm, **from_sm;
    copy_engine copies;
    void (*frees)(void *ctx, uint32_t app); /* or NULL */
    void *frees_ctx;
    uint64_t frees_every, frees_next; /* cycles; every 0: at the ends of kernels alone */
    void (*maps)(void *ctx, uint32_t app, uint64_t vpn, uint64_t pages); /* or NULL */
    void *maps_ctx;
    bool failed;
    char error[ERROR_BYTES];
};

static void dispatcher_fail(dispatcher *d) {
    d->failed = true;
    engine_stop(d->engine);
}

/* Ends the run with one line about the application's workload; false. */
__attribute__((format(printf, 3, 4))) static bool dispatcher_refuse(dispatcher *d, const dispatched_app *a,
                                                                    const char *format, ...) {
    const int used = snprintf(d->error, sizeof d->error, "%s: ", workload_name(a->work));
    va_list rest;
    va_start(rest, format);
    if (used > 0 && (size_t)used < sizeof d->error)
        (void)vsnprintf(d->error + used, sizeof d->error - (size_t)used, format, rest);
    va_end(rest);
    dispatcher_fail(d);
    return false;
}

/* All are launched again for as long as the run lasts. */
static bool all_replayed(const dispatcher *d) {
    return d->config->measure.epochs != 0 || d->config->measure.launches != 0;
}

/* Would the application, launched again and again, keep one of lower priority from its first end for ever? */
static bool would_starve(const dispatcher *d, const dispatched_app *a) {
    const uint32_t priority = d->view.app[a - d->app].priority;
    if (!d->scheduler->by_priority || all_replayed(d))
        return false;
    for (uint32_t i = 0; i < d->napps; i++)
        if (d->app[i].launches == 0 && d->view.app[i].priority < priority)
            return true;
    return false;
}

/* The launch has run its last kernel: count it, check it, start over. */
static void finish_launch(dispatcher *d, dispatched_app *a, uint64_t cycle) {
    if (!workload_check(a->work, d->error, sizeof d->error)) {
        dispatcher_fail(d);
        return;
    }
    a->stage = APP_BEGINS;
    if (d->config->schedule.host_cycles == 0)
        d->view.app[a - d->app].completed++;
    a->steps++;
    a->ended_cycles = cycle - a->begin;
    if (a->launches++ == 0)
        a->first_cycles = a->ended_cycles;
    /* The values of one launch are compared. */
    a->over = d->config->check_values || a->followers != 0 || would_starve(d, a);
    if (dispatcher_done(d))
        engine_stop(d->engine);
    else if (!a->over && workload_rewind(a->work, d->error, sizeof d->error) < 0)
        dispatcher_fail(d);
}

/* ---- copies ---- */

static void dispatcher_copy(dispatcher *d, uint32_t index, copy_way way) {
    const schedule_config *s = &d->config->schedule;
    const uint64_t cycles = copy_engine_cycles(&s->pcie, s->copy_bytes, d->config->chip.core_mhz);
    d->app[index].stage = APP_COPIES;
    copy_engine_ask(&d->copies, way, index, d->view.app[index].priority, cycles);
}

static void show_copy(const dispatcher *d, uint32_t index, const copy_done *done) {
    const observer *w = d->stays.watch;
    char name[32];
    if (!w)
        return;
    (void)snprintf(name, sizeof name, "app %" PRIu32 " %s", index, done->way == COPY_IN ? "in" : "out");
    w->span(w->ctx, engine_now(d->engine), "copies", done->way, name,
            engine_cycle_time(d->engine, d->domain, done->began), engine_now(d->engine),
            d->app[index].launches, index);
}

/* A launch goes on with its first kernel, after the host's time, or is over with its copy back. */
static void end_copies(dispatcher *d, uint64_t cycle) {
    copy_done done;
    while (!d->failed && copy_engine_take(&d->copies, cycle, &done)) {
        dispatched_app *a = &d->app[done.process];
        show_copy(d, done.process, &done);
        a->stage = APP_LAUNCHES;
        a->ready_at = cycle;
        if (done.way == COPY_IN)
            a->ready_at += d->config->schedule.host_cycles;
        else
            finish_launch(d, a, cycle);
    }
}

/* Memory for the contexts of at most so many blocks of the application's kernel; false: there is not enough.
 */
static bool make_contexts(dispatcher *d, uint32_t index, uint32_t blocks) {
    const block_ledger *l = &d->ledger;
    if (!ledger_kernel(&d->ledger, d->config, index, &d->app[index].kernel, blocks))
        return false;
    if (d->maps)
        d->maps(d->maps_ctx, index, l->first >> GMMU_PAGE_BITS,
                (l->bytes[index] * blocks >> GMMU_PAGE_BITS) + 1);
    return true;
}

/* Opens the next kernel of application `index`; false when there is none in this cycle. */
static bool open_kernel(dispatcher *d, uint32_t index, uint64_t cycle) {
    dispatched_app *a = &d->app[index];
    scheduled_app *seen = &d->view.app[index];
    const kernel_limits limits = sm_kernel_limits(&d->config->chip);
    workload_set_limits(a->work, &limits);
    int got = workload_next_kernel(a->work, &a->kernel, d->error, sizeof d->error);
    if (got < 0) {
        dispatcher_fail(d);
        return false;
    }
    if (got == 0) {
        if (d->config->schedule.copy_bytes != 0)
            dispatcher_copy(d, index, COPY_OUT);
        else
            finish_launch(d, a, cycle);
        return false;
    }
    seen->fit = sm_blocks_fit(&d->config->chip, &a->kernel);
    seen->needs = sm_block_needs(&d->config->chip, &a->kernel);
    if (seen->most_warps != 0 && seen->needs.warps > seen->most_warps) {
        return dispatcher_refuse(d, a,
                                 "kernel '%.64s' has blocks of %u warps: expected at most %" PRIu64
                                 ", the application's part of the chip's threads",
                                 a->kernel.name, a->kernel.warps_per_block, seen->most_warps);
    }
    if (seen->fit == 0) {
        return dispatcher_refuse(
            d, a,
            "kernel '%.64s' does not fit an SM (%u warps, %u registers per thread, %u bytes of shared "
            "memory per block)",
            a->kernel.name, a->kernel.warps_per_block, a->kernel.regs_per_thread, a->kernel.shared_bytes);
    }
    const uint32_t most = seen->fit * d->view.sms;
    if (d->scheduler->preempts && !make_contexts(d, index, most)) {
        return dispatcher_refuse(d, a,
                                 "kernel '%.64s': no room in memory for the contexts of %u blocks, expected "
                                 "more memory.bytes or another block scheduler",
                                 a->kernel.name, most);
    }
    if (d->scheduler->most_blocks && a->kernel.blocks > d->scheduler->most_blocks) {
        return dispatcher_refuse(
            d, a,
            "kernel '%.64s' has %" PRIu64 " blocks: expected at most %" PRIu64 " with block scheduler '%s'",
            a->kernel.name, a->kernel.blocks, d->scheduler->most_blocks, d->scheduler->row.name);
    }
    seen->kernels++;
    a->steps++;
    seen->blocks = a->kernel.blocks;
    a->running = true;
    a->drained = false;
    a->placed = 0;
    if (a->launches == 0)
        a->first_blocks += a->kernel.blocks;
    return true;
}

/* Makes a->next the next block of the kernel; false when there is none. */
static bool open_block(dispatcher *d, dispatched_app *a) {
    if (a->next)
        return true;
    if (a->drained)
        return false;
    int got = workload_next_block(a->work, &a->next, d->error, sizeof d->error);
    if (got < 0)
        dispatcher_fail(d);
    if (got <= 0) {
        a->next = NULL;
        a->drained = true;
        return false;
    }
    if (a->launches == 0)
        a->first_instructions += block_inst_count(a->next);
    return true;
}

static void dispatcher_send(dispatcher *d, uint32_t number, block_command message) {
    block_command *m = link_push(d->to_sm[number]);
    *m = message;
    d->view.sm[number].can_send = link_can_push(d->to_sm[number]);
}

/* Tells the SMs that have asked for extra blocks that there are none; false when a link is full. */
static bool refuse_extra(dispatcher *d, uint32_t index) {
    for (uint32_t i = 0; i < d->view.sms; i++) {
        scheduled_sm *sm = &d->view.sm[i];
        for (; sm->owner == index && sm->wanted; sm->wanted--) {
            if (!sm->can_send)
                return false;
            dispatcher_send(
                d, i,
                (block_command){.kind = BLOCK_NO_EXTRA, .app = (uint8_t)index, .asid = d->app[index].asid});
        }
    }
    return true;
}

/* The saved block of the application that has waited longest, or its next new one. */
static void name_next(const dispatcher *d, uint32_t index, bool restores) {
    scheduled_app *seen = &d->view.app[index];
    const ledger_block *saved = restores ? ledger_first_saved(&d->ledger, index) : NULL;
    seen->restores = restores;
    seen->next = saved ? saved->block : d->app[index].placed;
    seen->place = saved ? saved->place : 0;
}

/* Opens what the application runs next; true when there may be more to do next cycle. */
static bool dispatcher_prepare(dispatcher *d, uint32_t index, uint64_t cycle) {
    dispatched_app *a = &d->app[index];
    bool *waiting = &d->view.app[index].waiting;
    *waiting = false;
    if (a->over)
        return false;
    if (!a->running && (cycle < a->ready_at || a->stage == APP_COPIES))
        return false; /* next_arrival() wakes us, or the end of the copy */
    if (!a->running && a->stage == APP_BEGINS && d->config->schedule.copy_bytes != 0) {
        dispatcher_copy(d, index, COPY_IN);
        return false;
    }
    if (!a->running && !open_kernel(d, index, cycle))
        return !d->failed && !dispatcher_done(d) && !a->over;
    *waiting = ledger_has_saved(&d->ledger, index) || open_block(d, a);
    name_next(d, index, ledger_has_saved(&d->ledger, index));
    if (*waiting || d->failed)
        return false;
    if (refuse_extra(d, index) && d->view.app[index].outstanding == 0) {
        a->running = false;
        a->ready_at = cycle + d->config->schedule.host_cycles;
        if (d->config->schedule.host_cycles != 0)
            d->view.app[index].completed++;
        if (d->frees)
            d->frees(d->frees_ctx, index);
    }
    return !a->running;
}

/* A saved block goes on, on whichever SM. */
static void send_saved(dispatcher *d, uint32_t index, uint32_t target) {
    const ledger_block b = ledger_restore(&d->ledger, target, index);
    dispatcher_send(d, target,
                    (block_command){.kind = BLOCK_RESTORE,
                                    .context = b.context,
                                    .address = ledger_address(&d->ledger, &b),
                                    .app = (uint8_t)index,
                                    .asid = d->app[index].asid,
                                    .block = b.block});
}

static void send_new(dispatcher *d, uint32_t index, uint32_t target) {
    dispatched_app *a = &d->app[index];
    scheduled_sm *sm = &d->view.sm[target];
    const bool shared = sm->owner == SCHEDULE_ALL_APPS;
    const bool extra = !shared && sm->resident >= d->view.app[index].fit;
    if (shared) {
        (void)sm_take(&sm->free, &d->view.app[index].needs);
        sm->apps |= UINT64_C(1) << index;
    }
    ledger_run(&d->ledger, target, index, a->placed);
    dispatcher_send(d, target,
                    (block_command){.kind = BLOCK_RUN,
                                    .stream = a->next,
                                    .kernel = &a->kernel,
                                    .app = (uint8_t)index,
                                    .asid = a->asid,
                                    .block = a->placed,
                                    .extra = extra});
    a->next = NULL;
    a->placed++;
    d->view.app[index].outstanding++;
    sm->wanted -= extra;
}

/* Blocks start in the order of the grid, each once, and go on in the order in which they were saved, on SMs
 * of the application: a scheduler may be hardware, and wrong. */
static bool choice_is_right(dispatcher *d, uint32_t index, uint32_t target) {
    dispatched_app *a = &d->app[index];
    const scheduled_app chosen = d->view.app[index];
    const bool there = chosen.restores ? ledger_has_saved(&d->ledger, index) : !d->failed && open_block(d, a);
    if (d->failed)
        return false;
    name_next(d, index, there && chosen.restores);
    const scheduled_app *right = &d->view.app[index];
    if (there && schedule_has_place(&d->view, target, index) && chosen.next == right->next &&
        chosen.place == right->place)
        return true;
    return dispatcher_refuse(
        d, a,
        "block scheduler '%s' puts %s block %" PRIu64 " on SM %u: expected block %" PRIu64
        ", on an SM of the application that has room",
        d->scheduler->row.name, chosen.restores ? "saved" : "new", chosen.next, target, right->next);
}

/* Places the block of the application that waits; true when there may be more to do next cycle. */
static bool dispatcher_place(dispatcher *d, uint32_t index) {
    if (!d->view.app[index].waiting)
        return false;
    const int target = d->scheduler->choose(&d->view, d->scheduler_state, index);
    if (target < 0)
        return false; /* a finished block or a free link wakes us */
    if (!choice_is_right(d, index, (uint32_t)target))
        return false;
    if (d->view.app[index].restores)
        send_saved(d, index, (uint32_t)target);
    else
        send_new(d, index, (uint32_t)target);
    d->view.sm[target].resident++;
    d->app[index].on_sms++;
    d->app[index].steps++;
    return true;
}

/* Tells the SM to save the blocks that it has not been told about; a free link wakes us for the rest. */
static void save_blocks(dispatcher *d, uint32_t number) {
    scheduled_sm *sm = &d->view.sm[number];
    const ledger_block *b = NULL;
    while (sm->can_send && (b = ledger_leave(&d->ledger, number)) != NULL)
        dispatcher_send(d, number,
                        (block_command){.kind = BLOCK_SAVE,
                                        .address = ledger_address(&d->ledger, b),
                                        .app = (uint8_t)b->app,
                                        .asid = d->app[b->app].asid,
                                        .block = b->block});
}

static void tell_left(const dispatcher *d, const block_report *m, uint32_t number) {
    const bool saved = m->kind == BLOCK_SAVED;
    const block_left left = {.sm = number,
                             .app = m->app,
                             .block = m->block,
                             .saved = saved,
                             .place = saved ? ledger_last_saved(&d->ledger, m->app)->place : 0};
    if (d->scheduler->left)
        d->scheduler->left(d->scheduler_state, &left);
}

/* A block has left the SM. */
static void take_block(dispatcher *d, const block_report *m, uint32_t number) {
    dispatched_app *a = &d->app[m->app];
    scheduled_sm *sm = &d->view.sm[number];
    sm->resident--;
    a->on_sms--;
    a->steps++;
    sm->leaving = sm->leaving && sm->resident;
    if (m->kind == BLOCK_SAVED) {
        ledger_saved(&d->ledger, number, m->app, m->block, m->context);
        tell_left(d, m, number);
        return;
    }
    tell_left(d, m, number);
    ledger_done(&d->ledger, number, m->app, m->block);
    if (sm->owner == SCHEDULE_ALL_APPS) {
        sm_give_back(&sm->free, &d->view.app[m->app].needs);
        sm->apps = ledger_apps(&d->ledger, number);
    }
    d->view.app[m->app].outstanding--;
    if (a->launches == 0)
        a->first_blocks_done++;
}

static void take_reports(dispatcher *d, uint32_t number) {
    const block_report *m;
    for (; (m = link_peek(d->from_sm[number])) != NULL; link_pop(d->from_sm[number])) {
        if (m->kind == BLOCK_WANTS_EXTRA)
            d->view.sm[number].wanted++;
        else
            take_block(d, m, number);
    }
}

/* Does an application wait for its follower? The owner of the engine is asked every cycle. */
static bool ask_for_followers(const dispatcher *d) {
    bool ended = false;
    for (uint32_t i = 0; i < d->napps; i++)
        ended |= dispatcher_ended(d, i);
    if (ended)
        engine_stop(d->engine);
    return ended;
}

/* Every so many cycles; returns the next such cycle. */
static uint64_t frees_in_between(dispatcher *d, uint64_t cycle) {
    if (!d->frees || d->frees_every == 0)
        return GMMU_NEVER;
    if (cycle >= d->frees_next) {
        for (uint32_t i = 0; i < d->napps; i++)
            if (!d->app[i].over)
                d->frees(d->frees_ctx, i);
        d->frees_next += d->frees_every;
    }
    return d->frees_next;
}

/* The next cycle in which an application that waits for its host may open a kernel. */
static uint64_t next_arrival(const dispatcher *d, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    for (uint32_t i = 0; i < d->napps; i++) {
        const dispatched_app *a = &d->app[i];
        if (!a->running && !a->over && a->ready_at > cycle && a->ready_at < next)
            next = a->ready_at;
    }
    return next;
}

static uint64_t earliest_of(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t dispatcher_tick(void *self, uint64_t cycle) {
    dispatcher *d = self;
    if (d->failed || dispatcher_done(d))
        return GMMU_NEVER;
    bool more = false;
    for (uint32_t i = 0; i < d->view.sms; i++) {
        take_reports(d, i);
        d->view.sm[i].can_send = link_can_push(d->to_sm[i]);
    }
    end_copies(d, cycle);
    for (uint32_t i = 0; i < d->napps && !d->failed; i++)
        if (dispatcher_prepare(d, i, cycle))
            more = true;
    copy_engine_begin(&d->copies, cycle);
    const uint64_t next = d->scheduler->assign(&d->view, d->scheduler_state, cycle);
    for (uint32_t i = 0; i < d->napps && !d->failed; i++)
        if (dispatcher_place(d, i))
            more = true;
    for (uint32_t i = 0; i < d->view.sms; i++)
        if (d->view.sm[i].leaving)
            save_blocks(d, i);
    sm_stays_look(&d->stays, &d->view, engine_now(d->engine));
    more |= ask_for_followers(d);
    const uint64_t wake = earliest_of(earliest_of(next_arrival(d, cycle), copy_engine_next(&d->copies)),
                                      earliest_of(frees_in_between(d, cycle), next));
    return more ? cycle + 1 : wake;
}

dispatcher *dispatcher_new(engine *e, const gpu_config *config, int domain, const gpu_app *apps,
                           workload *const *workloads, const uint16_t *asids, uint32_t napps,
                           const observer *watch, char *err, size_t err_size) {
    const uint32_t sms = config->chip.sm.count;
    dispatcher *d = alloc_zeroed(1, sizeof *d);
    d->engine = e;
    d->domain = domain;
    d->config = config;
    d->napps = napps;
    d->scheduler = block_scheduler_find(config->design.block_scheduler);
    d->scheduler_state = alloc_zeroed(1, d->scheduler->state_bytes);
    d->view = (schedule){.sms = sms, .apps = napps, .slice_cycles = config->schedule.slice_cycles};
    copy_engine_init(&d->copies, config->schedule.copies == COPIES_NPQ);
    ledger_init(&d->ledger, config, napps);
    sm_stays_init(&d->stays, watch, sms);
    d->view.sm = alloc_zeroed(sms, sizeof *d->view.sm);
    d->view.app = alloc_zeroed(napps, sizeof *d->view.app);
    d->to_sm = (engine_link **)alloc_zeroed(sms, sizeof(engine_link *));
    d->from_sm = (engine_link **)alloc_zeroed(sms, sizeof(engine_link *));
    for (uint32_t i = 0; i < sms; i++)
        d->view.sm[i] = (scheduled_sm){.owner = SCHEDULE_NO_APP, .free = sm_capacity(&config->chip)};
    for (uint32_t i = 0; i < napps; i++) {
        d->app[i] = (dispatched_app){
            .work = workloads[i], .asid = asids[i], .begin = apps[i].arrives, .ready_at = apps[i].arrives};
        d->view.app[i] = (scheduled_app){.first_sm = apps[i].first_sm,
                                         .sms = apps[i].sms,
                                         .priority = apps[i].priority,
                                         .most_warps = gpu_app_warps(&apps[i], &config->chip)};
    }
    if (d->scheduler->open && !d->scheduler->open(&d->view, d->scheduler_state, config, err, err_size)) {
        dispatcher_free(d);
        return NULL;
    }
    d->component = engine_add_component(e, "dispatcher", domain, dispatcher_tick, d);
    return d;
}

/* Blocks still on their way when the run ended: nobody has taken them over. */
static void close_blocks(const dispatcher *d, uint32_t number) {
    const block_command *c = NULL;
    const block_report *r = NULL;
    for (uint32_t i = 0; d->to_sm[number] && (c = link_message(d->to_sm[number], i)) != NULL; i++) {
        if (c->stream)
            block_close(c->stream);
        if (c->context)
            d->ledger.sm->drop_context(c->context);
    }
    for (uint32_t i = 0; d->from_sm[number] && (r = link_message(d->from_sm[number], i)) != NULL; i++)
        if (r->kind == BLOCK_SAVED)
            d->ledger.sm->drop_context(r->context);
}

void dispatcher_free(dispatcher *d) {
    if (!d)
        return;
    sm_stays_end(&d->stays, &d->view, engine_now(d->engine));
    for (uint32_t i = 0; i < d->view.sms; i++)
        close_blocks(d, i);
    for (uint32_t i = 0; i < d->napps; i++)
        if (d->app[i].next)
            block_close(d->app[i].next);
    ledger_destroy(&d->ledger);
    if (d->scheduler->close)
        d->scheduler->close(d->scheduler_state);
    free(d->scheduler_state);
    free(d->view.sm);
    free(d->view.app);
    free((void *)d->to_sm);
    free((void *)d->from_sm);
    free(d);
}

int dispatcher_component(const dispatcher *d) {
    return d->component;
}

uint32_t dispatcher_command_slots(const gpu_config *config) {
    return config->schedule.driver == DRIVER_UNITS ? config->chip.sm.max_blocks : 2;
}

void dispatcher_attach_sm(dispatcher *d, uint32_t number, engine_link *to_sm, engine_link *from_sm) {
    d->to_sm[number] = to_sm;
    d->from_sm[number] = from_sm;
}

const char *dispatcher_error(const dispatcher *d) {
    return d->failed ? d->error : NULL;
}

/* Of each application. */
static uint64_t launches_needed(const dispatcher *d) {
    return d->config->measure.launches ? d->config->measure.launches : 1;
}

bool dispatcher_done(const dispatcher *d) {
    if (d->config->measure.epochs != 0)
        return false;
    for (uint32_t i = 0; i < d->napps; i++)
        if (d->app[i].launches < launches_needed(d) || d->app[i].followers != 0)
            return false;
    return true;
}

void dispatcher_set_followers(dispatcher *d, uint32_t app, uint32_t followers) {
    d->app[app].followers = followers;
}

bool dispatcher_ended(const dispatcher *d, uint32_t app) {
    return d->app[app].followers != 0 && d->app[app].over;
}

dispatcher_wait dispatcher_waits(const dispatcher *d, uint32_t app) {
    const dispatched_app *a = &d->app[app];
    const uint64_t cycle = engine_cycle(d->engine, d->domain);
    if (a->over)
        return a->followers != 0 ? DISPATCHER_WAITS_FOR_QUIET : DISPATCHER_WAITS_NOT;
    if (a->on_sms != 0)
        return DISPATCHER_WAITS_FOR_BLOCKS;
    if (a->stage == APP_COPIES ? copy_engine_next(&d->copies) != COPY_NEVER
                               : !a->running && a->ready_at > cycle)
        return DISPATCHER_WAITS_FOR_HOST;
    return DISPATCHER_WAITS_FOR_SMS;
}

uint64_t dispatcher_steps(const dispatcher *d, uint32_t app) {
    return d->app[app].steps;
}

void dispatcher_replace(dispatcher *d, uint32_t app, workload *work) {
    const dispatched_app *before = &d->app[app];
    d->app[app] = (dispatched_app){.work = work,
                                   .asid = before->asid,
                                   .begin = engine_cycle(d->engine, d->domain),
                                   .followers = before->followers - 1,
                                   .replaced = before->replaced + 1};
}

void dispatcher_on_frees(dispatcher *d, void (*freed)(void *ctx, uint32_t app), void *ctx, uint64_t cycles) {
    d->frees = freed;
    d->frees_ctx = ctx;
    d->frees_every = d->frees_next = cycles;
}

void dispatcher_on_contexts(dispatcher *d, void (*map)(void *ctx, uint32_t app, uint64_t vpn, uint64_t pages),
                            void *ctx) {
    d->maps = map;
    d->maps_ctx = ctx;
}

double dispatcher_progress(const dispatcher *d) {
    double least = 1.0; /* the slowest application decides when the run ends */
    for (uint32_t i = 0; i < d->napps; i++) {
        const dispatched_app *a = &d->app[i];
        const uint64_t needed = launches_needed(d);
        if (a->launches >= needed && !a->followers)
            continue;
        double done = a->first_blocks ? (double)a->first_blocks_done / (double)a->first_blocks : 0.0;
        done = (a->launches ? (double)a->launches : done) / (double)needed;
        done = (a->replaced + done) / (a->replaced + 1 + a->followers);
        least = done < least ? done : least;
    }
    return least;
}

preemption_stats dispatcher_preemptions(const dispatcher *d) {
    return d->scheduler->preemptions ? d->scheduler->preemptions(d->scheduler_state) : (preemption_stats){0};
}

void dispatcher_collect(const dispatcher *d, uint32_t app, app_result *result) {
    const dispatched_app *a = &d->app[app];
    result->launches = a->launches;
    result->first_instructions = a->first_instructions;
    result->begin = a->begin;
    result->first_cycles = a->first_cycles;
    const bool all = d->config->measure.launches != 0;
    result->ipc_launches = all ? a->launches : 1;
    result->ipc_cycles = all ? a->ended_cycles : a->first_cycles;
}
