/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/probe_source.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mmu/phys_mem.h"

#define REGISTERS         16U
#define CHAIN             1U  /* register that each access reads and writes */
#define PACE_INSTRUCTIONS 64U /* with a time, before the first launch: they show their pace */

typedef struct {
    source base;
    spool *spool;
    const probe_program *program;
    uint32_t next;  /* launch */
    uint32_t block; /* of the kernel that was opened last */
    bool paced;     /* with a time: the kernel that shows the pace was opened */
    bool waits;     /* the kernel that was opened last has no launch */
} probe_source;

/* With a time: the next kernel is a launch, or computes alone, which has been going on for ever since the
 * last one. */
static void probe_source_next_timed(probe_source *p) {
    p->waits = !p->paced || p->next == p->program->launches;
    p->paced = true;
    p->next += !p->waits;
}

static uint32_t probe_source_blocks(const probe_source *p) {
    const probe_program *program = p->program;
    if (program->together)
        return program->launches;
    return program->time ? 1 : program->launch[p->next - 1].sm + 1;
}

static int probe_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    probe_source *p = (probe_source *)s;
    const probe_program *program = p->program;
    (void)err, (void)n;
    if (!program->time && p->next == program->launches)
        return 0;
    if (program->time)
        probe_source_next_timed(p);
    else
        p->next = program->together ? program->launches : p->next + 1;
    const probe_launch *launch =
        program->together || p->next == 0 ? program->launch : &program->launch[p->next - 1];
    const uint32_t threads = probe_launch_threads(launch), blocks = probe_source_blocks(p);
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
            i.addr[lane] = PROBE_SOURCE_ADDRESS + address[lane];
    }
    return spool_block_add(b, 0, &i);
}

/* An atomic operation is an access that the L2 cache serves. */
static bool probe_source_access(block_stream *b, const probe_launch *launch, uint32_t rounds) {
    const uint32_t threads = probe_launch_threads(launch);
    bool ok = true;
    for (uint32_t round = 0; round < rounds; round++)
        for (uint32_t i = 0; ok && i < launch->count; i += threads)
            ok = add_instruction(b, OP_ATOMIC, &launch->address[i], threads);
    return ok;
}

/* Computes until the block that accesses has its place. */
static bool probe_source_wait(block_stream *b, const probe_launch *launch) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < launch->sm + 8; i++) /* a block is placed per cycle */
        ok = add_instruction(b, OP_ALU, NULL, probe_launch_threads(launch));
    return ok;
}

/* Computes until the time has come. */
static bool probe_source_wait_until(const probe_source *p, block_stream *b, const probe_launch *launch) {
    const probe_time *t = p->program->time;
    uint64_t count = PACE_INSTRUCTIONS;
    bool ok = true;
    if (!p->waits)
        count = launch->begin > t->now && t->pace != 0 ? (launch->begin - t->now) / t->pace : 0;
    for (uint64_t i = 0; ok && i < count; i++)
        ok = add_instruction(b, OP_ALU, NULL, probe_launch_threads(launch));
    return ok;
}

static bool probe_source_timed(const probe_source *p, block_stream *b) {
    const probe_launch *launch = &p->program->launch[p->next == 0 ? 0 : p->next - 1];
    return probe_source_wait_until(p, b, launch) && (p->waits || probe_source_access(b, launch, 1)) &&
           add_instruction(b, OP_EXIT, NULL, probe_launch_threads(launch)) && spool_block_finish(b);
}

static bool probe_source_fill(const probe_source *p, block_stream *b) {
    const probe_program *program = p->program;
    if (program->time)
        return probe_source_timed(p, b);
    const probe_launch *launch = &program->launch[program->together ? p->block : p->next - 1];
    const bool accesses = program->together || p->block == launch->sm;
    const bool ok = accesses ? probe_source_access(b, launch, program->together ? program->rounds : 1)
                             : probe_source_wait(b, launch);
    return ok && add_instruction(b, OP_EXIT, NULL, probe_launch_threads(launch)) && spool_block_finish(b);
}

static int probe_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    probe_source *p = (probe_source *)s;
    if (p->block == probe_source_blocks(p))
        return 0;
    block_stream *b = spool_block_new(p->spool, 1);
    if (!b || !probe_source_fill(p, b)) {
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

static page_origin probe_source_origin(const source *s, uint64_t vpn) {
    const probe_source *p = (const probe_source *)s;
    const uint64_t address = vpn << PHYS_MEM_FRAME_BITS;
    return address >= PROBE_SOURCE_ADDRESS && address - PROBE_SOURCE_ADDRESS < p->program->bytes
               ? PAGE_HOST
               : PAGE_INVALID;
}

static void probe_source_close(source *s) {
    free(s);
}

source *probe_source_make(void *ctx, spool *sp, char *err, size_t n) {
    static const source_ops ops = {.next_kernel = probe_source_next_kernel,
                                   .next_block = probe_source_next_block,
                                   .rewind = probe_source_rewind,
                                   .origin = probe_source_origin,
                                   .close = probe_source_close};
    (void)err, (void)n;
    probe_source *p = alloc_zeroed(1, sizeof *p);
    p->base.ops = &ops;
    snprintf(p->base.name, sizeof p->base.name, "probe");
    p->spool = sp;
    p->program = ctx;
    return &p->base;
}
