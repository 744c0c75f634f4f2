/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/dispatcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sm/parts/occupancy.h"
#include "spec/messages.h"

#define ERROR_BYTES 512

typedef struct {
    workload *work;
    uint32_t first_sm, sms;
    uint16_t asid;
    kernel_info kernel;   /* the running kernel; SMs hold pointers to it until its blocks are done */
    bool running;         /* a kernel is open */
    uint32_t fit;         /* its blocks that fit one SM */
    block_stream *next;   /* its next block, opened but not placed yet */
    bool drained;         /* all its blocks have been opened */
    uint64_t outstanding; /* blocks at the SMs */
    uint64_t placed;      /* blocks of the kernel handed out */
    uint64_t launches, first_instructions, first_cycles;
    uint64_t first_blocks, first_blocks_done;
} dispatched_app;

struct dispatcher {
    engine *engine;
    int component;
    const gpu_config *config;
    uint32_t napps;
    dispatched_app app[GMMU_NUM_APPS];
    uint32_t *resident; /* blocks per SM, switched-out ones included */
    uint32_t *wanted;   /* blocks per SM it has asked for beyond those that fit */
    engine_link **to_sm, **from_sm;
    uint8_t *app_of_sm;
    bool failed;
    char error[ERROR_BYTES];
};

static void fail(dispatcher *d) {
    d->failed = true;
    engine_stop(d->engine);
}

/* The launch has run its last kernel: count it, check it, start over. */
static void finish_launch(dispatcher *d, dispatched_app *a, uint64_t cycle) {
    if (!workload_check(a->work, d->error, sizeof d->error)) {
        fail(d);
        return;
    }
    if (a->launches++ == 0)
        a->first_cycles = cycle;
    if (dispatcher_done(d))
        engine_stop(d->engine);
    else if (workload_rewind(a->work, d->error, sizeof d->error) < 0)
        fail(d);
}

/* Opens the next kernel; false when there is none in this cycle. */
static bool open_kernel(dispatcher *d, dispatched_app *a, uint64_t cycle) {
    int got = workload_next_kernel(a->work, &a->kernel, d->error, sizeof d->error);
    if (got < 0) {
        fail(d);
        return false;
    }
    if (got == 0) {
        finish_launch(d, a, cycle);
        return false;
    }
    a->fit = sm_blocks_fit(&d->config->chip, &a->kernel);
    if (a->fit == 0) {
        snprintf(
            d->error, sizeof d->error,
            "%s: kernel '%.64s' does not fit an SM (%u warps, %u registers per thread, %u bytes of shared "
            "memory per block)",
            workload_name(a->work), a->kernel.name, a->kernel.warps_per_block, a->kernel.regs_per_thread,
            a->kernel.shared_bytes);
        fail(d);
        return false;
    }
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
        fail(d);
    if (got <= 0) {
        a->next = NULL;
        a->drained = true;
        return false;
    }
    if (a->launches == 0)
        a->first_instructions += block_inst_count(a->next);
    return true;
}

static bool has_place(const dispatcher *d, const dispatched_app *a, uint32_t number) {
    return (d->resident[number] < a->fit || d->wanted[number] != 0) && link_can_push(d->to_sm[number]);
}

/* The SM of the application with the fewest blocks that takes one more, or -1. */
static int choose_sm(const dispatcher *d, const dispatched_app *a) {
    int best = -1;
    for (uint32_t i = a->first_sm; i < a->first_sm + a->sms; i++)
        if (has_place(d, a, i) && (best < 0 || d->resident[i] < d->resident[best]))
            best = (int)i;
    return best;
}

/* Tells the SMs that have asked for extra blocks that there are none; false when a link is full. */
static bool refuse_extra(dispatcher *d, uint32_t index) {
    const dispatched_app *a = &d->app[index];
    for (uint32_t i = a->first_sm; i < a->first_sm + a->sms; i++) {
        for (; d->wanted[i]; d->wanted[i]--) {
            block_command *m = link_push(d->to_sm[i]);
            if (!m)
                return false;
            *m = (block_command){.kind = BLOCK_NO_EXTRA, .app = (uint8_t)index, .asid = a->asid};
        }
    }
    return true;
}

/* Places one block of the application; true when there may be more to do next cycle. */
static bool dispatch(dispatcher *d, uint32_t index, uint64_t cycle) {
    dispatched_app *a = &d->app[index];
    if (!a->running && !open_kernel(d, a, cycle))
        return !d->failed && !dispatcher_done(d);
    if (!open_block(d, a)) {
        if (!d->failed && refuse_extra(d, index) && a->outstanding == 0)
            a->running = false;
        return !d->failed && !a->running;
    }
    int target = choose_sm(d, a);
    if (target < 0)
        return false; /* a finished block or a free link wakes us */
    block_command *m = link_push(d->to_sm[target]);
    *m = (block_command){.kind = BLOCK_RUN,
                         .stream = a->next,
                         .kernel = &a->kernel,
                         .app = (uint8_t)index,
                         .asid = a->asid,
                         .block = a->placed,
                         .extra = d->resident[target] >= a->fit};
    a->next = NULL;
    a->placed++;
    a->outstanding++;
    d->resident[target]++;
    d->wanted[target] -= m->extra;
    return true;
}

static void take_done(dispatcher *d, uint32_t number) {
    const block_report *m;
    while ((m = link_peek(d->from_sm[number])) != NULL) {
        bool wants_extra = m->kind == BLOCK_WANTS_EXTRA;
        link_pop(d->from_sm[number]);
        if (wants_extra) {
            d->wanted[number]++;
            continue;
        }
        dispatched_app *a = &d->app[d->app_of_sm[number]];
        d->resident[number]--;
        a->outstanding--;
        if (a->launches == 0)
            a->first_blocks_done++;
    }
}

static uint64_t tick(void *self, uint64_t cycle) {
    dispatcher *d = self;
    if (d->failed || dispatcher_done(d))
        return GMMU_NEVER;
    bool more = false;
    for (uint32_t i = 0; i < d->napps; i++)
        for (uint32_t s = 0; s < d->app[i].sms; s++)
            take_done(d, d->app[i].first_sm + s);
    for (uint32_t i = 0; i < d->napps && !d->failed; i++)
        if (dispatch(d, i, cycle))
            more = true;
    return more ? cycle + 1 : GMMU_NEVER;
}

dispatcher *dispatcher_new(engine *e, const gpu_config *config, int domain, const gpu_app *apps,
                           workload *const *workloads, const uint16_t *asids, uint32_t napps) {
    dispatcher *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    uint32_t sms = config->chip.sm.count;
    d->engine = e;
    d->config = config;
    d->napps = napps;
    d->resident = calloc(sms, sizeof *d->resident);
    d->wanted = calloc(sms, sizeof *d->wanted);
    d->to_sm = calloc(sms, sizeof(engine_link *));
    d->from_sm = calloc(sms, sizeof(engine_link *));
    d->app_of_sm = calloc(sms, sizeof *d->app_of_sm);
    if (!d->resident || !d->wanted || !d->to_sm || !d->from_sm || !d->app_of_sm) {
        dispatcher_free(d);
        return NULL;
    }
    for (uint32_t i = 0; i < napps; i++) {
        d->app[i] = (dispatched_app){
            .work = workloads[i], .first_sm = apps[i].first_sm, .sms = apps[i].sms, .asid = asids[i]};
        memset(d->app_of_sm + apps[i].first_sm, (int)i, apps[i].sms);
    }
    d->component = engine_add_component(e, "dispatcher", domain, tick, d);
    return d;
}

/* Blocks still on their way when the run ended: no SM has taken them over. */
static void close_blocks(const engine_link *to_sm) {
    const block_command *m = NULL;
    for (uint32_t i = 0; to_sm && (m = link_message(to_sm, i)) != NULL; i++)
        if (m->stream)
            block_close(m->stream);
}

void dispatcher_free(dispatcher *d) {
    if (!d)
        return;
    for (uint32_t i = 0; d->to_sm && i < d->config->chip.sm.count; i++)
        close_blocks(d->to_sm[i]);
    for (uint32_t i = 0; i < d->napps; i++)
        if (d->app[i].next)
            block_close(d->app[i].next);
    free(d->resident);
    free(d->wanted);
    free(d->to_sm);
    free(d->from_sm);
    free(d->app_of_sm);
    free(d);
}

int dispatcher_component(const dispatcher *d) {
    return d->component;
}

void dispatcher_attach_sm(dispatcher *d, uint32_t number, engine_link *to_sm, engine_link *from_sm) {
    d->to_sm[number] = to_sm;
    d->from_sm[number] = from_sm;
}

const char *dispatcher_error(const dispatcher *d) {
    return d->failed ? d->error : NULL;
}

bool dispatcher_done(const dispatcher *d) {
    for (uint32_t i = 0; i < d->napps; i++)
        if (d->app[i].launches == 0)
            return false;
    return true;
}

double dispatcher_progress(const dispatcher *d) {
    double least = 1.0; /* the slowest application decides when the run ends */
    for (uint32_t i = 0; i < d->napps; i++) {
        const dispatched_app *a = &d->app[i];
        if (a->launches)
            continue;
        double done = a->first_blocks ? (double)a->first_blocks_done / (double)a->first_blocks : 0.0;
        least = done < least ? done : least;
    }
    return least;
}

void dispatcher_collect(const dispatcher *d, uint32_t app, app_result *result) {
    const dispatched_app *a = &d->app[app];
    result->launches = a->launches;
    result->first_instructions = a->first_instructions;
    result->first_cycles = a->first_cycles;
}
