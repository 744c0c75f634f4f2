/* SPDX-License-Identifier: Apache-2.0 */
#include "block_rig.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mix.h"
#include "chip/chip_units.h"
#include "sm/sm.h"
#include "unit_test.h"

#define MAX_CYCLES UINT64_C(20000000)

static void wrong(block_rig *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first thing that went wrong counts. */
static void wrong(block_rig *r, const char *format, ...) {
    va_list list;
    if (r->what[0])
        return;
    va_start(list, format);
    (void)vsnprintf(r->what, sizeof r->what, format, list);
    va_end(list);
    engine_stop(r->engine);
}

/* ---- an SM ---- */

/* Blocks of one application at a time, unless the scheduler shares SMs. */
static void check_owner(block_rig_sm *s, const block_command *m) {
    const bool shares = block_scheduler_find(s->rig->config.design.block_scheduler)->shares;
    bool others = false;
    for (uint32_t i = 0; i < s->held; i++) {
        if (s->block[i].message.app == m->app)
            continue;
        others = true;
        if (!shares)
            wrong(s->rig, "SM %u has blocks of the applications %u and %u", s->number,
                  s->block[i].message.app, m->app);
    }
    s->rig->shared += others;
}

/* Of the chip, an application's blocks take no more than its part of the threads. */
static void count_warps(block_rig *r, const block_command *m) {
    block_rig_app *a = &r->app[m->app];
    const uint64_t most = gpu_app_warps(&r->place[m->app], &r->config.chip);
    a->warps += m->kernel->warps_per_block;
    a->most_warps = a->warps > a->most_warps ? a->warps : a->most_warps;
    if (most != 0 && a->warps > most)
        wrong(r, "application %u has %" PRIu64 " warps at a time: expected at most %" PRIu64, m->app,
              a->warps, most);
}

static void count_start(block_rig_sm *s, const block_command *m, uint64_t cycle) {
    block_rig *r = s->rig;
    block_rig_app *a = &r->app[m->app];
    a->kernel_blocks = (uint32_t)m->kernel->blocks;
    if (m->block >= a->kernel_blocks || a->kernel_blocks > BLOCK_RIG_BLOCKS)
        wrong(r, "application %u: block %" PRIu64 " of %u", m->app, m->block, a->kernel_blocks);
    else if (a->ran[m->block])
        wrong(r, "application %u: block %" PRIu64 " twice", m->app, m->block);
    else
        a->ran[m->block] = true;
    if (a->placed++ == 0)
        a->first_placed = cycle;
    a->last_placed = cycle;
    a->sms_used += !a->used[s->number];
    a->used[s->number] = true;
}

/* When all blocks of the kernel are over, the next one's come. */
static void count_end(block_rig *r, const block_rig_block *b, uint64_t cycle) {
    block_rig_app *a = &r->app[b->message.app];
    a->done++;
    a->warps -= b->message.kernel->warps_per_block;
    a->last_done = cycle;
    a->done_instructions += block_inst_count(b->stream);
    if (++a->kernel_done < a->kernel_blocks)
        return;
    for (uint32_t i = 0; i < a->kernel_blocks; i++)
        a->ran[i] = false;
    a->kernel_done = 0;
}

/* From the block alone, so that the order of ticks does not matter. */
static uint64_t cycles_of(const block_rig *r, const block_command *m) {
    const uint64_t hash = mix(r->random ^ mix(m->block << 8 | m->app));
    return r->fixed ? r->block_cycles : 1 + hash % r->block_cycles;
}

static bool take_room(block_rig_sm *s, const sm_resources *needs) {
    if (!sm_take(&s->free, needs)) {
        wrong(s->rig, "SM %u was sent more than it holds", s->number);
        return false;
    }
    return true;
}

static bool start(block_rig_sm *s, const block_command *m, uint64_t cycle) {
    block_rig *r = s->rig;
    const sm_resources needs = sm_block_needs(&r->config.chip, m->kernel);
    if (!take_room(s, &needs))
        return false;
    check_owner(s, m);
    count_start(s, m, cycle);
    count_warps(s->rig, m);
    engine_event(r->engine, s->component, 0, m->block, m->app);
    s->block[s->held++] = (block_rig_block){.stream = m->stream,
                                            .message = *m,
                                            .needs = needs,
                                            .end = cycle + cycles_of(r, m),
                                            .saved = GMMU_NEVER};
    return true;
}

/* Contexts do not overlap in memory. */
static void take_memory(block_rig *r, const block_rig_block *b, uint64_t address) {
    const uint64_t end = address + sm_interfaces[SM_GTO].context_bytes(&r->config, b->message.kernel);
    for (uint32_t i = 0; i < r->addresses; i++)
        if (address < r->address[1][i] && r->address[0][i] < end)
            wrong(r, "two contexts at the same address");
    if (address % GMMU_LINE_BYTES || end > r->config.chip.memory.bytes)
        wrong(r, "a context at a wrong address");
    if (r->addresses == BLOCK_RIG_SAVES)
        wrong(r, "more saved blocks than the test knows");
    else {
        r->address[0][r->addresses] = address;
        r->address[1][r->addresses++] = end;
    }
}

static void leave_memory(block_rig *r, uint64_t address) {
    uint32_t i = 0;
    while (i < r->addresses && r->address[0][i] != address)
        i++;
    if (i == r->addresses) {
        wrong(r, "a context comes from where none is");
        return;
    }
    r->addresses--;
    r->address[0][i] = r->address[0][r->addresses];
    r->address[1][i] = r->address[1][r->addresses];
}

/* A block that has ended meanwhile is not there any more. */
static void save(block_rig_sm *s, const block_command *m, uint64_t cycle) {
    for (uint32_t i = 0; i < s->held; i++) {
        block_rig_block *b = &s->block[i];
        if (b->message.block != m->block || b->message.app != m->app)
            continue;
        b->saved = cycle + 1 + cycles_of(s->rig, m) % 50;
        b->message.address = m->address;
    }
}

static bool restore(block_rig_sm *s, const block_command *m, uint64_t cycle) {
    block_rig_block *b = (block_rig_block *)m->context;
    if (!take_room(s, &b->needs))
        return false;
    check_owner(s, m);
    if (b->message.block != m->block || b->message.app != m->app)
        wrong(s->rig, "the context of another block");
    leave_memory(s->rig, m->address);
    b->end += cycle; /* what was left */
    b->saved = GMMU_NEVER;
    s->rig->app[m->app].restored++;
    engine_event(s->rig->engine, s->component, 1, m->block, m->app);
    s->block[s->held++] = *b;
    free(b);
    return true;
}

static void accept(block_rig_sm *s, uint64_t cycle) {
    const block_command *m;
    for (; (m = link_peek(s->in)); link_pop(s->in)) {
        if (m->kind == BLOCK_RUN && !start(s, m, cycle))
            return;
        if (m->kind == BLOCK_RESTORE && !restore(s, m, cycle))
            return;
        if (m->kind == BLOCK_SAVE)
            save(s, m, cycle);
    }
}

/* The block ends or is saved; the report may be sent. */
static void leave(block_rig_sm *s, block_rig_block *b, uint64_t cycle) {
    block_rig *r = s->rig;
    block_report m = {.kind = BLOCK_DONE,
                      .block = b->message.block,
                      .sm = s->number,
                      .asid = b->message.asid,
                      .app = b->message.app};
    if (b->end <= cycle) {
        count_end(r, b, cycle);
        block_close(b->stream);
    } else {
        block_rig_block *context = malloc(sizeof *context);
        assert_non_null(context);
        *context = *b;
        context->end -= cycle;
        take_memory(r, b, b->message.address);
        m.kind = BLOCK_SAVED;
        m.context = (block_context *)context;
        r->app[m.app].saved++;
    }
    *(block_report *)link_push(s->out) = m;
    sm_give_back(&s->free, &b->needs);
    *b = s->block[--s->held];
}

static uint64_t sm_tick(void *self, uint64_t cycle) {
    block_rig_sm *s = self;
    uint64_t next = GMMU_NEVER;
    accept(s, cycle);
    for (uint32_t i = 0; i < s->held;) {
        block_rig_block *b = &s->block[i];
        const uint64_t when = b->end < b->saved ? b->end : b->saved;
        if (when <= cycle && link_can_push(s->out)) {
            leave(s, b, cycle);
            continue;
        }
        next = when > cycle && when < next ? when : next;
        i++;
    }
    return next;
}

/* ---- the bench ---- */

uint32_t block_rig_sms(const char *scheduler, uint32_t wanted) {
    static const uint32_t built[] = {4, 13, 16}; /* hls/sm_scheduler/configs */
    gpu_config config = {.chip = *chip_preset("mask")};
    config.design.block_scheduler = scheduler;
    return chip_units_find(&config, "sm_scheduler") ? built[wanted % 3] : wanted;
}

block_rig *block_rig_new(const char *scheduler, uint32_t sms) {
    block_rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    assert_true(sms <= BLOCK_RIG_SMS);
    r->config = (gpu_config){.chip = *chip_preset("mask"), .design = *design_preset("sharedtlb")};
    r->config.chip.sm.count = sms;
    r->config.design.block_scheduler = scheduler;
    r->sms = sms;
    r->engine = engine_new();
    return r;
}

/* What one launch consists of. */
static void measure(block_rig_app *a) {
    char err[256] = "";
    kernel_info kernel;
    block_stream *b = NULL;
    while (workload_next_kernel(a->work, &kernel, err, sizeof err) == 1) {
        while (workload_next_block(a->work, &b, err, sizeof err) == 1) {
            a->blocks++;
            a->instructions += block_inst_count(b);
            block_close(b);
        }
    }
    assert_true(workload_rewind(a->work, err, sizeof err) >= 0);
}

void block_rig_add(block_rig *r, const char *spec, uint64_t seed) {
    char err[256] = "";
    block_rig_app *a = &r->app[r->apps++];
    a->work = workload_open(spec, 1 << 20, seed, (code_style){0}, err, sizeof err);
    if (!a->work)
        fail_msg("%s", err);
    measure(a);
}

static void assemble(block_rig *r) {
    workload *work[8];
    uint16_t asid[8];
    const int domain = engine_add_domain(r->engine, "core", 1);
    const uint32_t share = r->sms / (r->parts ? r->parts : r->apps);
    for (uint32_t i = 0; i < r->apps; i++) {
        work[i] = r->app[i].work;
        asid[i] = (uint16_t)(i + 1);
        r->place[i].first_sm = i * share;
        r->place[i].sms = share;
    }
    r->dispatcher = dispatcher_new(r->engine, &r->config, domain, r->place, work, asid, r->apps, NULL,
                                   r->what, sizeof r->what);
    if (!r->dispatcher)
        fail_msg("%s", r->what);
    for (uint32_t i = 0; i < r->sms; i++) {
        block_rig_sm *s = &r->sm[i];
        *s = (block_rig_sm){.rig = r, .number = i, .free = sm_capacity(&r->config.chip)};
        s->component = engine_add_component(r->engine, "sm", domain, sm_tick, s);
        s->in = engine_add_link(r->engine, "in", dispatcher_component(r->dispatcher), s->component,
                                sizeof(block_command), 2, 1);
        s->out = engine_add_link(r->engine, "out", s->component, dispatcher_component(r->dispatcher),
                                 sizeof(block_report), 8, 1);
        dispatcher_attach_sm(r->dispatcher, i, s->in, s->out);
    }
}

/* Whole launches have run wholly; what a further one has begun is part of it. */
static void check_end(block_rig *r) {
    for (uint32_t i = 0; i < r->apps; i++) {
        const block_rig_app *a = &r->app[i];
        app_result result = {0};
        dispatcher_collect(r->dispatcher, i, &result);
        if (result.launches == 0)
            wrong(r, "application %u did not end: %" PRIu64 " of %" PRIu64 " blocks", i, a->done, a->blocks);
        if (result.first_instructions != a->instructions)
            wrong(r, "application %u: %" PRIu64 " instructions, not %" PRIu64, i, result.first_instructions,
                  a->instructions);
        if (a->saved != a->restored)
            wrong(r, "application %u: %" PRIu64 " blocks saved, %" PRIu64 " restored", i, a->saved,
                  a->restored);
        if (a->done < result.launches * a->blocks || a->done > (result.launches + 1) * a->blocks)
            wrong(r, "application %u: %" PRIu64 " blocks in %" PRIu64 " launches of %" PRIu64, i, a->done,
                  result.launches, a->blocks);
        if (r->config.check_values &&
            (a->done != a->blocks || a->done_instructions != a->instructions || result.launches != 1))
            wrong(r, "application %u: not exactly one launch", i);
    }
}

bool block_rig_run(block_rig *r, uint64_t shuffle) {
    assemble(r);
    engine_shuffle(r->engine, shuffle);
    const engine_result stopped = engine_run(r->engine, MAX_CYCLES);
    if (dispatcher_error(r->dispatcher))
        wrong(r, "%s", dispatcher_error(r->dispatcher));
    if (stopped != ENGINE_STOPPED)
        wrong(r, "the run did not end");
    check_end(r);
    return r->what[0] == '\0';
}

void block_rig_free(block_rig *r) {
    dispatcher_free(r->dispatcher); /* no block is saved any more: block_rig_run() has seen to that */
    for (uint32_t i = 0; i < r->sms; i++)
        for (uint32_t b = 0; b < r->sm[i].held; b++)
            block_close(r->sm[i].block[b].stream);
    for (uint32_t i = 0; i < r->apps; i++)
        workload_close(r->app[i].work);
    engine_free(r->engine);
    free(r);
}
