/* SPDX-License-Identifier: Apache-2.0 */
/* The reference interpreter: a whole application in program order, one block after the other. */
#include <stdio.h>
#include <stdlib.h>

#include "core/tokens.h"

typedef struct {
    token_registers regs;
    bool ended, at_barrier;
} reference_warp;

static void execute(reference_warp *w, token_memory *global, token_memory *shared, const warp_inst *inst) {
    const uint64_t sources = token_sources(&w->regs, inst);
    token_memory *m = !inst_accesses(inst) ? NULL : inst->space == SPACE_GLOBAL ? global : shared;
    token_write(&w->regs, inst, m ? token_access(m, inst, sources) : token_result(inst, sources));
}

/* From one barrier to the next, or to the end. */
static void run_warp(reference_warp *w, uint32_t number, block_stream *stream, token_memory *global,
                     token_memory *shared) {
    warp_inst inst;
    w->at_barrier = false;
    while (!w->ended && !w->at_barrier) {
        w->ended = !block_next_inst(stream, number, &inst);
        if (w->ended)
            return;
        execute(w, global, shared, &inst);
        w->at_barrier = inst.op == OP_BARRIER;
    }
}

bool token_reference_block(block_stream *stream, uint64_t block, uint32_t warps, token_memory *global,
                           uint64_t *registers) {
    reference_warp *warp = calloc(warps, sizeof(*warp));
    token_memory *shared = token_memory_new();
    bool ok = warp && shared;
    if (ok) {
        bool running = true;
        for (uint32_t w = 0; w < warps; w++)
            token_registers_reset(&warp[w].regs, block, w);
        while (running) {
            running = false;
            for (uint32_t w = 0; w < warps; w++) {
                run_warp(&warp[w], w, stream, global, shared);
                running = running || !warp[w].ended;
            }
        }
        for (uint32_t w = 0; w < warps; w++)
            *registers += token_registers_hash(&warp[w].regs, block, w);
        *registers += token_shared_hash(shared, block);
        ok = !token_memory_failed(shared);
    }
    token_memory_free(shared);
    free(warp);
    return ok;
}

/* 1: done; -1: one line in err. */
static int run_kernel(workload *w, const kernel_info *kernel, token_memory *global, uint64_t *registers,
                      char *err, size_t n) {
    block_stream *stream;
    int got = 1;
    for (uint64_t block = 0; block < kernel->blocks; block++) {
        got = workload_next_block(w, &stream, err, n);
        if (got <= 0)
            return got < 0 ? -1 : 1;
        bool ok = token_reference_block(stream, block, kernel->warps_per_block, global, registers);
        block_close(stream);
        if (!ok) {
            (void)snprintf(err, n, "out of memory for value tokens");
            return -1;
        }
    }
    return 1;
}

bool token_reference(workload *w, token_result_hash *result, char *err, size_t err_size) {
    kernel_info kernel;
    token_memory *global = token_memory_new();
    int got = global ? workload_rewind(w, err, err_size) : -1;
    if (!global)
        (void)snprintf(err, err_size, "out of memory for value tokens");
    *result = (token_result_hash){0};
    while (got >= 0) {
        got = workload_next_kernel(w, &kernel, err, err_size);
        if (got <= 0)
            break;
        got = run_kernel(w, &kernel, global, &result->registers, err, err_size);
    }
    if (got >= 0 && token_memory_failed(global)) {
        (void)snprintf(err, err_size, "out of memory for value tokens");
        got = -1;
    }
    if (got >= 0) {
        result->memory = token_memory_hash(global);
        got = workload_rewind(w, err, err_size);
    }
    token_memory_free(global);
    return got >= 0;
}
