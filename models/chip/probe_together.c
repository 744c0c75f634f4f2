/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first thread is an application of its own, on SM 0; the others are the blocks of another one, on all
 * other SMs: the compute isolation of Fractional GPUs §V-F. Each of the two has a part of physical memory in
 * one piece, mapped so that an address is the physical one.
 *
 * The other threads go on and on: their launch is begun again when all of them are through with it. The run
 * ends soon after the last access that is timed.
 */
#include "chip/probe_together.h"

#include <stdio.h>

#include "chip/gpu.h"
#include "chip/probe_clock.h"
#include "chip/probe_source.h"
#include "mmu/phys_mem.h"

#define SLICE_CYCLES  2000U /* after the last access */
#define OTHER_ROUNDS  16U   /* D: of a launch of the other threads */
#define PRIMARY_PARTS 4U    /* D: the first thread has one of so many parts of memory */

static void probe_together_watch(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid,
                                 inst_stage stage, const warp_inst *inst) {
    (void)warp;
    probe_clock_watch(ctx, cycle, sm, uid, stage, inst);
}

static uint64_t largest_page(const gpu_config *config) {
    return UINT64_C(1) << (63 - __builtin_clzll(chip_page_sizes(&config->chip)));
}

uint64_t probe_together_primary_bytes(const gpu_config *config, uint64_t bytes) {
    return bytes / PRIMARY_PARTS & ~(largest_page(config) - 1);
}

/* Maps bytes from..to - 1 of the allocation to the same physical addresses. */
static bool map_part(gpu *g, uint32_t app, uint64_t from, uint64_t to) {
    const uint64_t frame = from >> PHYS_MEM_FRAME_BITS;
    return gpu_map_in_order(g, app, (PROBE_SOURCE_ADDRESS >> PHYS_MEM_FRAME_BITS) + frame,
                            (to - from) >> PHYS_MEM_FRAME_BITS, frame);
}

static bool probe_together_time(gpu *g, const probe_clock *c, char *err, size_t err_size) {
    gpu_status status = GPU_RUNNING;
    while (status == GPU_RUNNING && !probe_clock_done(c))
        status = gpu_run(g, SLICE_CYCLES);
    if (status == GPU_ERROR)
        (void)snprintf(err, err_size, "%s", gpu_error(g));
    else if (!probe_clock_done(c))
        (void)snprintf(err, err_size, "probe: the run was over before the last access");
    return status != GPU_ERROR && probe_clock_done(c);
}

bool probe_together_run(const gpu_config *config, uint64_t bytes, const probe_launch *thread,
                        uint32_t threads, uint32_t rounds, uint32_t *latency, char *err, size_t err_size) {
    probe_program first = {
        .launch = thread, .launches = 1, .bytes = bytes, .together = true, .rounds = rounds + 1};
    probe_program others = {.launch = thread + 1,
                            .launches = threads - 1,
                            .bytes = bytes,
                            .together = true,
                            .rounds = OTHER_ROUNDS};
    const uint32_t sms = config->chip.sm.count;
    const gpu_app apps[] = {
        {.make = probe_source_make, .make_ctx = &first, .sms = 1},
        {.make = probe_source_make, .make_ctx = &others, .first_sm = 1, .sms = sms - 1},
    };
    probe_clock clock = {
        .sm = 0, .latency = latency, .warm = thread[0].count, .wanted = thread[0].count * rounds};
    const observer watch = {.ctx = &clock, .inst = probe_together_watch};
    if (threads > 1 && sms < 2) {
        (void)snprintf(err, err_size, "sm.count: 1: expected 2 at least for threads that share no SM");
        return false;
    }
    gpu *g = gpu_new(config, apps, threads > 1 ? 2 : 1, &watch, err, err_size);
    if (!g)
        return false;
    const uint64_t part = probe_together_primary_bytes(config, bytes);
    bool ok = map_part(g, 0, 0, part) && (threads == 1 || map_part(g, 1, part, bytes));
    if (ok)
        ok = probe_together_time(g, &clock, err, err_size);
    else
        (void)snprintf(err, err_size,
                       "os.allocator: %s: expected ascending, as the experiment needs memory in one piece",
                       config->chip.os.allocator);
    gpu_free(g);
    return ok;
}
