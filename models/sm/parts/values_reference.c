/* SPDX-License-Identifier: Apache-2.0 */
/* The reference interpreter: a whole application in program order, one block after the other. */
#include <stdio.h>
#include <stdlib.h>

#include "sm/parts/values.h"

typedef struct {
    value_registers regs;
    bool ended, at_barrier;
} reference_warp;

static void values_reference_execute(reference_warp *w, value_memory *global, value_memory *shared,
                                     const warp_inst *inst) {
    const uint64_t sources = value_sources(&w->regs, inst);
    value_memory *m = !inst_accesses(inst) ? NULL : inst->space == SPACE_GLOBAL ? global : shared;
    value_write(&w->regs, inst, m ? value_access(m, inst, sources) : value_result(inst, sources));
}

/* From one barrier to the next, or to the end. */
static void run_warp(reference_warp *w, uint32_t number, block_stream *stream, value_memory *global,
                     value_memory *shared, races *found) {
    warp_inst inst;
    w->at_barrier = false;
    while (!w->ended && !w->at_barrier) {
        w->ended = !block_next_inst(stream, number, &inst);
        if (w->ended)
            return;
        values_reference_execute(w, global, shared, &inst);
        if (found)
            races_inst(found, number, &inst);
        w->at_barrier = inst.op == OP_BARRIER;
    }
}

bool value_reference_block(block_stream *stream, uint64_t block, uint32_t warps, value_memory *global,
                           races *found, uint64_t *registers) {
    reference_warp *warp = calloc(warps, sizeof(*warp));
    value_memory *shared = value_memory_new();
    bool ok = warp && shared;
    if (ok) {
        bool running = true;
        if (found)
            races_block(found, block);
        for (uint32_t w = 0; w < warps; w++)
            value_registers_reset(&warp[w].regs, block, w);
        while (running) {
            running = false;
            for (uint32_t w = 0; w < warps; w++) {
                run_warp(&warp[w], w, stream, global, shared, found);
                running = running || !warp[w].ended;
            }
            if (found)
                races_barrier(found);
        }
        for (uint32_t w = 0; w < warps; w++)
            *registers += value_registers_hash(&warp[w].regs, block, w);
        *registers += value_shared_hash(shared, block);
        ok = !value_memory_failed(shared);
    }
    value_memory_free(shared);
    free(warp);
    return ok;
}

/* 1: done; -1: one line in err. */
static int run_kernel(workload *w, const kernel_info *kernel, value_memory *global, races *found,
                      uint64_t *registers, char *err, size_t n) {
    block_stream *stream;
    int got = 1;
    races_launch(found, kernel->name);
    for (uint64_t block = 0; block < kernel->blocks; block++) {
        got = workload_next_block(w, &stream, err, n);
        if (got <= 0)
            return got < 0 ? -1 : 1;
        bool ok = value_reference_block(stream, block, kernel->warps_per_block, global, found, registers);
        block_close(stream);
        if (!ok) {
            (void)snprintf(err, n, "out of memory for values");
            return -1;
        }
    }
    return 1;
}

bool value_reference(workload *w, value_result_hash *result, race_report *report, char *err,
                     size_t err_size) {
    kernel_info kernel;
    value_memory *global = value_memory_new();
    int got = global ? workload_rewind(w, err, err_size) : -1;
    if (!global)
        (void)snprintf(err, err_size, "out of memory for values");
    races *found = races_new();
    *result = (value_result_hash){0};
    while (got >= 0) {
        got = workload_next_kernel(w, &kernel, err, err_size);
        if (got <= 0)
            break;
        got = run_kernel(w, &kernel, global, found, &result->registers, err, err_size);
    }
    if (got >= 0 && value_memory_failed(global)) {
        (void)snprintf(err, err_size, "out of memory for values");
        got = -1;
    }
    if (got >= 0) {
        result->memory = value_memory_hash(global);
        got = workload_rewind(w, err, err_size);
    }
    *report = *races_found(found);
    races_free(found);
    value_memory_free(global);
    return got >= 0;
}
