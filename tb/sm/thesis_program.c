/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs without races. Global memory: pages 0 and 1 are only read, page 2 only
 * changed by atomics; from THESIS_PROGRAM_COMMON on each block has two halves and each warp a
 * page of each half. A warp writes its own page of one half and reads those of all warps
 * of its block in the other half; a barrier swaps the halves. Shared memory alike.
 */
#include <stdlib.h>

#include "thesis_rig.h"
#include "unit_test.h"

#define WARP_SHARED (THESIS_PROGRAM_SHARED / (2 * THESIS_PROGRAM_WARPS)) /* bytes of a warp in each half */

typedef struct {
    const thesis_program *what;
    uint64_t random;
    uint32_t block, warp, half;
    uint64_t pc;
} writer;

static uint32_t below(writer *x, uint32_t n) {
    return (uint32_t)(unit_test_random(&x->random) % n);
}

uint32_t thesis_program_pages(const thesis_program *p) {
    return THESIS_PROGRAM_COMMON + p->blocks * 2 * p->warps;
}

static uint8_t random_register(writer *x) {
    return below(x, 12) ? (uint8_t)below(x, x->what->registers) : GMMU_NO_REG;
}

static void add_registers(writer *x, warp_inst *inst, uint32_t sources, uint32_t results) {
    inst->nsrc = (uint8_t)sources;
    inst->ndst = (uint8_t)results;
    for (uint32_t i = 0; i < sources; i++)
        inst->src[i] = random_register(x);
    /* Of a wide result, registers that follow each other. */
    inst->dst[0] = (uint8_t)below(x, x->what->registers);
    for (uint32_t i = 1; i < results; i++)
        inst->dst[i] = (uint8_t)(inst->dst[0] + i);
    inst->mask = below(x, 5) ? UINT32_MAX : (uint32_t)unit_test_random(&x->random);
}

/* Addresses in `bytes` from `base`: one word, a row, or scattered. */
static void add_addresses(writer *x, warp_inst *inst, uint64_t base, uint32_t bytes, uint32_t width) {
    const uint32_t form = below(x, 4);
    const uint32_t slots = bytes / width;
    const uint32_t first = below(x, slots);
    inst->width = (uint8_t)width;
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++) {
        const uint32_t slot = form == 0 ? first : form == 1 ? below(x, slots) : (first + lane) % slots;
        inst->addr[lane] = base + (uint64_t)slot * width;
    }
}

static uint64_t page_of(const writer *x, uint32_t half, uint32_t warp) {
    const thesis_program *p = x->what;
    return THESIS_RIG_PAGE * (THESIS_PROGRAM_COMMON + (x->block * 2 + half) * p->warps + warp);
}

static void global_access(writer *x, warp_inst *inst) {
    const uint32_t width = 4U << below(x, 3);
    const uint32_t kind = below(x, 10);
    inst->space = SPACE_GLOBAL;
    if (kind < 3) {
        inst->op = OP_STORE;
        add_registers(x, inst, 2, 0);
        add_addresses(x, inst, page_of(x, x->half, x->warp), THESIS_RIG_PAGE, width);
    } else if (kind == 3) {
        inst->op = OP_ATOMIC;
        add_registers(x, inst, 2, below(x, 2));
        add_addresses(x, inst, 2 * THESIS_RIG_PAGE, THESIS_RIG_PAGE, 4);
    } else {
        inst->op = OP_LOAD;
        add_registers(x, inst, 1, width / 4);
        if (kind < 6)
            add_addresses(x, inst, page_of(x, x->half, x->warp), THESIS_RIG_PAGE, width);
        else if (kind < 8)
            add_addresses(x, inst, page_of(x, 1 - x->half, below(x, x->what->warps)), THESIS_RIG_PAGE, width);
        else
            add_addresses(x, inst, 0, 2 * THESIS_RIG_PAGE, width);
    }
}

static void shared_access(writer *x, warp_inst *inst) {
    const uint32_t half = x->half * THESIS_PROGRAM_WARPS * WARP_SHARED;
    const uint32_t other = (1 - x->half) * THESIS_PROGRAM_WARPS * WARP_SHARED;
    inst->space = SPACE_SHARED;
    if (below(x, 2)) {
        inst->op = OP_STORE;
        add_registers(x, inst, 2, 0);
        add_addresses(x, inst, half + x->warp * WARP_SHARED, WARP_SHARED, 4);
    } else {
        inst->op = OP_LOAD;
        add_registers(x, inst, 1, 1);
        add_addresses(x, inst, other, x->what->warps * WARP_SHARED, 4);
    }
}

static void other_inst(writer *x, warp_inst *inst) {
    static const op_class rare[] = {OP_SFU, OP_BRANCH, OP_MEMBAR, OP_SFU, OP_EXIT};
    inst->op = below(x, 6) ? OP_ALU : (uint8_t)rare[below(x, 5)];
    if (inst->op == OP_ALU || inst->op == OP_SFU)
        add_registers(x, inst, below(x, 4), 1 + below(x, 2));
    else
        inst->nsrc = 0;
    if (inst->op == OP_ALU && below(x, 10) == 0) {
        inst->op = OP_LOAD;
        inst->space = SPACE_CONST;
        inst->width = 4;
    }
}

static warp_inst random_inst(writer *x, bool barrier) {
    warp_inst inst = {.pc = x->pc, .mask = UINT32_MAX, .op = OP_BARRIER};
    x->pc += 16;
    if (barrier)
        x->half = 1 - x->half;
    else if (below(x, 100) >= x->what->memory_percent)
        other_inst(x, &inst);
    else if (below(x, 4))
        global_access(x, &inst);
    else
        shared_access(x, &inst);
    return inst;
}

void thesis_program_write(const thesis_program *p, uint64_t seed, thesis_program_block_fn add, void *ctx) {
    warp_inst *inst = calloc((size_t)p->warps * p->length, sizeof(*inst));
    const warp_inst *program[THESIS_PROGRAM_WARPS];
    uint32_t count[THESIS_PROGRAM_WARPS];
    writer x = {.what = p, .random = seed};
    assert_non_null(inst);
    assert_true(p->warps <= THESIS_PROGRAM_WARPS);
    for (x.block = 0; x.block < p->blocks; x.block++) {
        const uint32_t barrier_every = 5 + below(&x, 40);
        for (x.warp = 0; x.warp < p->warps; x.warp++) {
            x.pc = (uint64_t)x.warp << 20;
            x.half = 0;
            program[x.warp] = &inst[(size_t)x.warp * p->length];
            count[x.warp] = below(&x, p->length + 1);
            for (uint32_t i = 0; i < count[x.warp]; i++)
                inst[(size_t)x.warp * p->length + i] =
                    random_inst(&x, i % barrier_every == barrier_every - 1);
        }
        add(ctx, p->warps, program, count);
    }
    free(inst);
}

static void add_block(void *ctx, uint32_t warps, const warp_inst *const *program, const uint32_t *count) {
    thesis_rig_add_block(ctx, warps, program, count);
}

void thesis_rig_add_program(thesis_rig *r, const thesis_program *p, uint64_t seed) {
    if (r->kernel.shared_bytes < THESIS_PROGRAM_SHARED)
        r->kernel.shared_bytes = THESIS_PROGRAM_SHARED;
    assert_true(thesis_program_pages(p) <= THESIS_RIG_PAGES);
    thesis_program_write(p, seed, add_block, r);
}
