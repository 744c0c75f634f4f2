/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each program is an application on one SM. A launch waits for its cycle by instructions that depend on each
 * other: as many as fit between the cycle in which the block is made and the cycle of the launch, so a
 * program that was late once is in time again. The chip's design says what else the two have of their own:
 * with design static, as instances of MIG, their channels and the L2 banks before them.
 */
#include "chip/probe_apart.h"

#include <stdio.h>

#include "chip/gpu.h"
#include "chip/probe_clock.h"
#include "chip/probe_source.h"

#define SLICE_CYCLES 20000U

enum { FIRST, SECOND, PROGRAMS };

typedef struct {
    uint32_t sm[PROGRAMS];
    probe_time time[PROGRAMS];
    probe_clock clock; /* of the second */
} apart_watch;

/* Two ALU instructions in a row show the pace: the first kernel has nothing else. */
static void apart_time_watch(probe_time *t, uint64_t cycle, inst_stage stage, const warp_inst *inst) {
    t->now = cycle;
    if (stage != STAGE_ISSUE || t->pace != 0)
        return;
    if (inst->op == OP_ALU && t->before != 0)
        t->pace = cycle - t->before;
    t->before = cycle;
}

static void probe_apart_watch(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid,
                              inst_stage stage, const warp_inst *inst) {
    apart_watch *w = ctx;
    (void)warp;
    for (uint32_t i = 0; i < PROGRAMS; i++)
        if (sm == w->sm[i])
            apart_time_watch(&w->time[i], cycle, stage, inst);
    probe_clock_watch(&w->clock, cycle, sm, uid, stage, inst);
}

static uint32_t apart_accesses(const probe_launch *launch, uint32_t launches) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < launches; i++)
        sum += probe_launch_accesses(&launch[i]);
    return sum;
}

bool probe_apart_run(const gpu_config *config, uint64_t bytes, const probe_launch *first, uint32_t firsts,
                     const probe_launch *second, uint32_t seconds, uint32_t *latency, char *err,
                     size_t err_size) {
    apart_watch w = {
        .sm = {first[0].sm, second[0].sm},
        .clock = {.sm = second[0].sm, .latency = latency, .wanted = apart_accesses(second, seconds)}};
    probe_program program[PROGRAMS] = {
        {.launch = first, .launches = firsts, .bytes = bytes, .time = &w.time[FIRST]},
        {.launch = second, .launches = seconds, .bytes = bytes, .time = &w.time[SECOND]}};
    gpu_app app[PROGRAMS];
    for (uint32_t i = 0; i < PROGRAMS; i++)
        app[i] = (gpu_app){.make = probe_source_make, .make_ctx = &program[i], .first_sm = w.sm[i], .sms = 1};
    const observer watch = {.ctx = &w, .inst = probe_apart_watch};
    gpu *g = gpu_new(config, app, PROGRAMS, &watch, err, err_size);
    if (!g)
        return false;
    gpu_status status = GPU_RUNNING;
    while (status == GPU_RUNNING && !probe_clock_done(&w.clock))
        status = gpu_run(g, SLICE_CYCLES);
    if (status == GPU_ERROR)
        (void)snprintf(err, err_size, "%s", gpu_error(g));
    gpu_free(g);
    return status != GPU_ERROR;
}
