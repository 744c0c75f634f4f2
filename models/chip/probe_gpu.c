/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/probe_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "chip/gpu.h"
#include "chip/probe_apart.h"
#include "chip/probe_source.h"
#include "chip/probe_together.h"
#include "mmu/phys_mem.h"

#define SLICE_CYCLES 1000000U

struct probe_gpu {
    gpu_config config;
    probe_machine machine;
    /* the run */
    const probe_launch *launch;
    uint32_t launches;
    uint32_t *latency;
    /* what the observer has seen */
    uint32_t timed_launch, timed; /* the next access: its launch, its number in it */
    size_t total;
    uint64_t uid, issued; /* of the access under way */
    bool under_way, wrong_sm;
    char error[512];
};

/* ---- the clock of the SM: cycles from issue to commit ---- */

static void probe_gpu_watch(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid,
                            inst_stage stage, const warp_inst *inst) {
    probe_gpu *p = ctx;
    (void)warp;
    if (stage == STAGE_ISSUE && inst->op == OP_ATOMIC) {
        while (p->timed == probe_launch_accesses(&p->launch[p->timed_launch])) {
            p->timed_launch++;
            p->timed = 0;
        }
        p->wrong_sm |= sm != p->launch[p->timed_launch].sm || p->under_way;
        p->uid = uid;
        p->issued = cycle;
        p->under_way = true;
    } else if (stage == STAGE_COMMIT && p->under_way && uid == p->uid &&
               sm == p->launch[p->timed_launch].sm) {
        p->latency[p->total++] = (uint32_t)(cycle - p->issued);
        p->timed++;
        p->under_way = false;
    }
}

/* ---- the machine ---- */

static bool probe_gpu_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    probe_gpu *p = ctx;
    p->launch = launch;
    p->launches = launches;
    p->latency = latency;
    p->timed_launch = p->timed = 0;
    p->total = 0;
    p->under_way = p->wrong_sm = false;
    const observer watch = {.ctx = p, .inst = probe_gpu_watch};
    probe_program program = {.launch = launch, .launches = launches, .bytes = p->machine.bytes};
    const gpu_app app = {.make = probe_source_make, .make_ctx = &program, .sms = p->config.chip.sm.count};
    gpu *g = gpu_new(&p->config, &app, 1, &watch, p->error, sizeof p->error);
    if (!g)
        return false;
    if (p->machine.in_one_piece && !gpu_map_in_order(g, 0, PROBE_SOURCE_ADDRESS >> PHYS_MEM_FRAME_BITS,
                                                     p->machine.bytes >> PHYS_MEM_FRAME_BITS, 0)) {
        snprintf(p->error, sizeof p->error,
                 "os.allocator: %s: expected ascending, as the experiment needs memory in one piece",
                 p->config.chip.os.allocator);
        gpu_free(g);
        return false;
    }
    gpu_status status = GPU_RUNNING;
    while (status == GPU_RUNNING)
        status = gpu_run(g, SLICE_CYCLES);
    if (status == GPU_ERROR)
        snprintf(p->error, sizeof p->error, "%s", gpu_error(g));
    else if (p->wrong_sm)
        snprintf(p->error, sizeof p->error, "probe: the block scheduler has put a block on another SM");
    gpu_free(g);
    return status == GPU_DONE && !p->wrong_sm;
}

static bool probe_gpu_run_together(void *ctx, const probe_launch *thread, uint32_t threads, uint32_t rounds,
                                   uint32_t *latency) {
    probe_gpu *p = ctx;
    return probe_together_run(&p->config, p->machine.bytes, thread, threads, rounds, latency, p->error,
                              sizeof p->error);
}

static bool probe_gpu_run_apart(void *ctx, const probe_launch *first, uint32_t firsts,
                                const probe_launch *second, uint32_t seconds, uint32_t *latency) {
    probe_gpu *p = ctx;
    return probe_apart_run(&p->config, p->machine.bytes, first, firsts, second, seconds, latency, p->error,
                           sizeof p->error);
}

/* Bytes that it allocates of what the page tables leave. */
static uint64_t probe_gpu_bytes(uint64_t left, uint64_t largest) {
    const uint32_t pages = (uint32_t)__builtin_ctzll(largest) + PROBE_GPU_PAGES;
    const uint64_t most = UINT64_C(1) << (pages > PROBE_GPU_BYTES ? pages : PROBE_GPU_BYTES);
    return (left < most ? left : most) / largest * largest;
}

probe_gpu *probe_gpu_new(const gpu_config *config, bool in_one_piece, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    const bool spread = chip->page_table.placement == PAGE_TABLE_FRAME;
    const uint64_t tables = phys_mem_table_span(PHYS_MEM_TABLE_FRAMES, spread) << PHYS_MEM_FRAME_BITS;
    const uint64_t largest = UINT64_C(1) << (63 - __builtin_clzll(chip_page_sizes(chip)));
    if (chip->memory.bytes < tables + largest) {
        snprintf(err, err_size, "memory.bytes: %llu: expected room for a page and page tables of %llu bytes",
                 (unsigned long long)chip->memory.bytes, (unsigned long long)tables);
        return NULL;
    }
    probe_gpu *p = alloc_zeroed(1, sizeof *p);
    p->config = *config;
    p->config.exceptions.faults = FAULTS_NONE;
    p->config.check_values = false;
    p->machine = (probe_machine){.ctx = p,
                                 .bytes = probe_gpu_bytes(chip->memory.bytes - tables, largest),
                                 .cache_bytes = chip->l2.bytes,
                                 .sms = chip->sm.count,
                                 .in_one_piece = in_one_piece,
                                 .run = probe_gpu_run,
                                 .run_together = probe_gpu_run_together,
                                 .mhz = chip->core_mhz,
                                 .run_apart = probe_gpu_run_apart};
    p->machine.primary_bytes = probe_together_primary_bytes(config, p->machine.bytes);
    return p;
}

void probe_gpu_free(probe_gpu *p) {
    free(p);
}

const probe_machine *probe_gpu_machine(const probe_gpu *p) {
    return &p->machine;
}

const char *probe_gpu_error(const probe_gpu *p) {
    return p->error;
}
