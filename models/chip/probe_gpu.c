/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/probe_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "chip/gpu.h"
#include "mmu/phys_mem.h"
#include "workloads/source.h"

#define FIRST_ADDRESS (UINT64_C(1) << 36) /* of the allocation: aligned to any size it has */
#define SLICE_CYCLES  1000000U
#define REGISTERS     16U
#define CHAIN         1U /* register that each access reads and writes */

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

/* ---- the program, as a source of instructions ---- */

typedef struct {
    source base;
    spool *spool;
    const probe_gpu *gpu;
    uint32_t next;  /* launch */
    uint32_t block; /* of the launch before `next` */
} probe_source;

static int probe_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    probe_source *p = (probe_source *)s;
    (void)err, (void)n;
    if (p->next == p->gpu->launches)
        return 0;
    const uint32_t threads = probe_launch_threads(&p->gpu->launch[p->next]);
    const uint32_t blocks = p->gpu->launch[p->next++].sm + 1;
    *info = (kernel_info){.name = "probe",
                          .grid = {blocks, 1, 1},
                          .block = {threads, 1, 1},
                          .blocks = blocks,
                          .warps_per_block = 1,
                          .regs_per_thread = REGISTERS};
    p->block = 0;
    return 1;
}

/* Depends on the instruction before it. */
static bool add_instruction(block_stream *b, op_class op, const uint64_t *address, uint32_t threads) {
    warp_inst i = {.mask = (uint32_t)((UINT64_C(1) << threads) - 1),
                   .op = (uint8_t)op,
                   .nsrc = 1,
                   .src = {CHAIN},
                   .space = SPACE_NONE,
                   .ndst = op != OP_EXIT};
    i.dst[0] = CHAIN;
    if (address) {
        i.space = SPACE_GLOBAL;
        i.width = 4;
        for (uint32_t lane = 0; lane < threads; lane++)
            i.addr[lane] = FIRST_ADDRESS + address[lane];
    }
    return spool_block_add(b, 0, &i);
}

/* An atomic operation is an access that the L2 cache serves. */
static bool probe_source_fill(block_stream *b, const probe_launch *launch, bool accesses) {
    const uint32_t threads = probe_launch_threads(launch);
    bool ok = true;
    for (uint32_t i = 0; ok && accesses && i < launch->count; i += threads)
        ok = add_instruction(b, OP_ATOMIC, &launch->address[i], threads);
    for (uint32_t i = 0; ok && !accesses && i < launch->sm + 8; i++) /* a block is placed per cycle */
        ok = add_instruction(b, OP_ALU, NULL, threads);
    return ok && add_instruction(b, OP_EXIT, NULL, threads) && spool_block_finish(b);
}

static int probe_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    probe_source *p = (probe_source *)s;
    const probe_launch *launch = &p->gpu->launch[p->next - 1];
    if (p->block > launch->sm)
        return 0;
    block_stream *b = spool_block_new(p->spool, 1);
    if (!b || !probe_source_fill(b, launch, p->block == launch->sm)) {
        snprintf(err, n, "probe: out of memory or disk");
        if (b)
            block_close(b);
        return -1;
    }
    p->block++;
    *block = b;
    return 1;
}

static int probe_source_rewind(source *s, char *err, size_t n) {
    probe_source *p = (probe_source *)s;
    (void)err, (void)n;
    p->next = 0;
    return 1;
}

static bool probe_source_check(source *s, char *err, size_t n) {
    (void)s, (void)err, (void)n;
    return true; /* it computes nothing */
}

static page_origin probe_source_origin(const source *s, uint64_t vpn) {
    const probe_source *p = (const probe_source *)s;
    const uint64_t address = vpn << PHYS_MEM_FRAME_BITS;
    return address >= FIRST_ADDRESS && address - FIRST_ADDRESS < p->gpu->machine.bytes ? PAGE_HOST
                                                                                       : PAGE_INVALID;
}

static void probe_source_close(source *s) {
    free(s);
}

/* source_maker */
static source *probe_source_make(void *ctx, spool *sp, char *err, size_t n) {
    static const source_ops ops = {probe_source_next_kernel, probe_source_next_block, probe_source_rewind,
                                   probe_source_check,       probe_source_origin,     probe_source_close};
    (void)err, (void)n;
    probe_source *p = alloc_zeroed(1, sizeof *p);
    p->base.ops = &ops;
    snprintf(p->base.name, sizeof p->base.name, "probe");
    p->spool = sp;
    p->gpu = ctx;
    return &p->base;
}

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
    const gpu_app app = {.make = probe_source_make, .make_ctx = p, .sms = p->config.chip.sm.count};
    gpu *g = gpu_new(&p->config, &app, 1, &watch, p->error, sizeof p->error);
    if (!g)
        return false;
    if (p->machine.in_one_piece && !gpu_map_in_order(g, 0, FIRST_ADDRESS >> PHYS_MEM_FRAME_BITS,
                                                     p->machine.bytes >> PHYS_MEM_FRAME_BITS)) {
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

probe_gpu *probe_gpu_new(const gpu_config *config, bool in_one_piece, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    const uint64_t tables = PHYS_MEM_TABLE_FRAMES << PHYS_MEM_FRAME_BITS;
    const uint64_t largest = UINT64_C(1) << (63 - __builtin_clzll(chip_page_sizes(chip)));
    if (chip->memory.bytes < tables + largest) {
        snprintf(err, err_size, "memory.bytes: %llu: expected room for a page and page tables of %llu bytes",
                 (unsigned long long)chip->memory.bytes, (unsigned long long)tables);
        return NULL;
    }
    probe_gpu *p = alloc_zeroed(1, sizeof *p);
    const uint64_t bytes = (chip->memory.bytes - tables) / largest * largest;
    p->config = *config;
    p->config.exceptions.faults = FAULTS_NONE;
    p->config.check_values = false;
    p->machine = (probe_machine){.ctx = p,
                                 .bytes = bytes < PROBE_GPU_MOST_BYTES ? bytes : PROBE_GPU_MOST_BYTES,
                                 .cache_bytes = chip->l2.bytes,
                                 .sms = chip->sm.count,
                                 .in_one_piece = in_one_piece,
                                 .run = probe_gpu_run};
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
