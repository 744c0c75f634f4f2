/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc_stimulus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/engine.h"
#include "chip/gpu.h"
#include "config/messages.h"
#include "sm/parts/coalescer.h"

#define FIRST_SM  5 /* component number of SM 0: after dispatcher, shared TLB, three crossbars */
#define IN_FLIGHT 4096U

/* Sees every instruction of the chip. */
typedef struct {
    stimulus *to;
    engine *issues; /* only its clock and its event hash are used */
    uint32_t period;
    size_t open[IN_FLIGHT]; /* accesses not done */
    uint32_t open_count;
} recorder;

static void note_issue(recorder *r, uint64_t cycle, uint32_t core, uint32_t warp, uint64_t uid,
                       const warp_inst *inst) {
    stimulus *s = r->to;
    (void)engine_run(r->issues, cycle * r->period);
    engine_event(r->issues, FIRST_SM + (int)core, SM_EVENT_ISSUE, warp, inst->pc);
    bool access = (inst->op == OP_LOAD || inst->op == OP_STORE || inst->op == OP_ATOMIC) &&
                  inst->space == SPACE_GLOBAL && inst->mask;
    if (!access)
        return;
    if (s->accesses == s->access_room) {
        s->access_room = 2 * s->access_room + 1024;
        s->access = alloc_resize(s->access, s->access_room, sizeof(*s->access));
    }
    if (r->open_count < IN_FLIGHT)
        r->open[r->open_count++] = s->accesses;
    s->access[s->accesses++] =
        (stimulus_access){.id = uid, .issued = cycle, .core = core, .warp = (uint8_t)warp, .inst = *inst};
}

static void note_commit(recorder *r, uint64_t cycle, uint32_t core, uint64_t uid) {
    for (uint32_t i = 0; i < r->open_count; i++) {
        stimulus_access *a = &r->to->access[r->open[i]];
        if (a->core != core || a->id != uid)
            continue;
        a->done = cycle;
        r->open[i] = r->open[--r->open_count];
        return;
    }
}

static void on_inst(void *ctx, uint64_t cycle, uint32_t core, uint32_t warp, uint64_t uid, inst_stage stage,
                    const warp_inst *inst) {
    if (stage == STAGE_ISSUE)
        note_issue(ctx, cycle, core, warp, uid, inst);
    else if (stage == STAGE_COMMIT)
        note_commit(ctx, cycle, core, uid);
}

/* Keeps the recorder's engine from running out of work. */
static uint64_t sleep_long(void *self, uint64_t cycle) {
    (void)self;
    return cycle + UINT32_MAX;
}

/* ---- pages ---- */

typedef struct {
    stimulus *to;
    uint32_t app;
} page_recorder;

static void on_touch(void *ctx, uint64_t vpn) {
    const page_recorder *r = ctx;
    stimulus *s = r->to;
    if (s->pages == s->page_room) {
        s->page_room = 2 * s->page_room + 1024;
        s->page = alloc_resize(s->page, s->page_room, sizeof(*s->page));
    }
    s->page[s->pages++] = (stimulus_page){.app = r->app, .vpn = vpn};
}

/* The dispatcher opens one block of each application in a cycle. */
static bool record_pages(stimulus *s, const gpu_config *config, const char *const *spec, char *err,
                         size_t n) {
    page_recorder recorders[STIMULUS_APPS];
    workload *work[STIMULUS_APPS] = {NULL};
    block_stream *block = NULL;
    bool ok = true;
    for (uint32_t i = 0; ok && i < STIMULUS_APPS; i++) {
        kernel_info info;
        recorders[i] = (page_recorder){.to = s, .app = i};
        work[i] = workload_open(spec[i], config->window_bytes, config->seed, chip_code_style(&config->chip),
                                err, n);
        ok = work[i] != NULL;
        if (ok)
            workload_set_touch(work[i], on_touch, &recorders[i]);
        ok = ok && workload_next_kernel(work[i], &info, err, n) == 1;
    }
    for (bool more = ok; more;) {
        more = false;
        for (uint32_t i = 0; i < STIMULUS_APPS; i++) {
            if (workload_next_block(work[i], &block, err, n) != 1)
                continue;
            block_close(block);
            more = true;
        }
    }
    for (uint32_t i = 0; i < STIMULUS_APPS; i++)
        workload_close(work[i]);
    return ok;
}

/* ---- the whole ---- */

static bool run_chip(stimulus *s, const gpu_config *config, const gpu_app *apps, char *err, size_t n) {
    recorder *r = alloc_zeroed(1, sizeof(*r));
    const observer watch = {.ctx = r, .inst = on_inst};
    gpu_result result;
    gpu_status status = GPU_RUNNING;
    r->to = s;
    r->period = chip_base_mhz(&config->chip) / config->chip.core_mhz;
    r->issues = engine_new();
    (void)engine_add_component(r->issues, "clock", engine_add_domain(r->issues, "core", r->period),
                               sleep_long, NULL);
    gpu *g = gpu_new(config, apps, STIMULUS_APPS, &watch, err, n);
    while (g && status == GPU_RUNNING)
        status = gpu_run(g, 100000);
    if (status == GPU_ERROR)
        (void)snprintf(err, n, "%s", gpu_error(g));
    if (status == GPU_DONE) {
        gpu_collect(g, &result);
        s->cycles = result.cycles;
        s->memory_hash = result.event_hash - engine_event_hash(r->issues);
        for (uint32_t i = 0; i < STIMULUS_APPS; i++)
            s->stats[i] = result.app[i].stats;
        gpu_result_free(&result);
    }
    gpu_free(g);
    engine_free(r->issues);
    free(r);
    return status == GPU_DONE;
}

bool stimulus_record(stimulus *s, const gpu_config *config, const char *const spec[STIMULUS_APPS], char *err,
                     size_t err_size) {
    uint32_t share = config->chip.sm.count / STIMULUS_APPS;
    gpu_app apps[STIMULUS_APPS];
    memset(s, 0, sizeof(*s));
    memset(s->sm_app, CHIP_NO_APP, sizeof(s->sm_app));
    for (uint32_t i = 0; i < STIMULUS_APPS; i++) {
        apps[i] = (gpu_app){.spec = spec[i], .first_sm = i * share, .sms = share};
        memset(s->sm_app + (size_t)i * share, (int)i, share);
    }
    return record_pages(s, config, spec, err, err_size) && run_chip(s, config, apps, err, err_size);
}

uint32_t stimulus_lines(const stimulus_access *a) {
    coalesced_access lines;
    coalesce(&a->inst, GMMU_PAGE_BITS, &lines);
    return lines.lines;
}

void stimulus_free(stimulus *s) {
    free(s->access);
    free(s->page);
}
