/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program that makes the accesses of an experiment on a GPU; compiled to PTX, for any GPU from Pascal on.
 *
 * Each SM has one block, which knows by %smid whether a step is its own. Lines and latencies stay in shared
 * memory while steps of one SM follow each other, and so do the steps: a block touches no memory but the
 * data between them, and no translation but theirs is used.
 */
#include <stdbool.h>

#include "cuda_steps.h"
#ifdef CUDA_ON_HOST
#include "host_primitives.h" /* of a test */
#else
#include "cuda_primitives.h"
#endif

static inline void *gpu_memory(uint64_t at) {
    return (void *)at; /* NOLINT(performance-no-int-to-ptr): the host knows addresses as numbers */
}

/* Cycles of an access. The data, which are 0, get to the next address, so that it waits for them, and to
 * shared memory before the clock is read again. */
static inline uint32_t gpu_timed(uint64_t at, volatile SHARED uint32_t *sink, uint32_t *data) {
    const uint32_t begin = gpu_clock();
    *data = gpu_read(at);
    *sink = *data;
    return gpu_clock() - begin;
}

/* One lane looks, so that all agree. False: in vain. */
static bool block_wait(volatile const uint32_t *counter, uint32_t least, volatile SHARED uint32_t *sink) {
    if (gpu_lane() == 0) {
        *sink = 0;
        for (uint32_t i = 0; *sink == 0 && i < PATIENCE; i++) {
            *sink = *counter >= least;
            gpu_pause();
        }
    }
    gpu_barrier();
    const bool ok = *sink != 0;
    gpu_barrier();
    return ok;
}

/* ---- a block ---- */

typedef struct {
    const cuda_run *run;
    SHARED cuda_step *step;
    SHARED uint32_t *sink; /* one for each lane */
    SHARED uint32_t *line; /* from the front of the rest of shared memory */
    SHARED uint16_t *out;  /* behind the lines */
    uint32_t room;         /* bytes of both */
    uint32_t list;         /* that is there; UINT32_MAX: none */
    uint32_t lines;        /* of it */
    uint32_t first, kept;  /* latencies that are kept: where they go, how many */
} cuda_block;

static void block_flush(cuda_block *b) {
    gpu_barrier();
    uint16_t *out = (uint16_t *)gpu_memory(b->run->out) + b->first;
    for (uint32_t i = gpu_lane(); i < b->kept; i += CUDA_BLOCK_THREADS)
        out[i] = b->out[i];
    b->kept = 0;
    gpu_barrier();
}

static void block_load(cuda_block *b, const cuda_step step) {
    const uint32_t *list = (const uint32_t *)gpu_memory(b->run->list) + step.list;
    for (uint32_t i = gpu_lane(); i < step.lines; i += CUDA_BLOCK_THREADS)
        b->line[i] = list[i];
    b->list = step.list;
    b->lines = step.lines;
    b->out = (SHARED uint16_t *)(b->line + step.lines);
    gpu_barrier();
}

/* The host has seen to it that the lines and latencies of one step have room. */
static void block_room(cuda_block *b, const cuda_step step) {
    const bool other = b->list != step.list || b->lines != step.lines;
    const uint32_t accesses = step.lines / step.threads;
    const uint32_t free = b->room - step.lines * (uint32_t)sizeof *b->line;
    if (b->kept && (other || b->first + b->kept != step.out || (b->kept + accesses) * sizeof *b->out > free))
        block_flush(b);
    if (other)
        block_load(b, step);
    if (b->kept == 0)
        b->first = step.out;
}

static void block_step(cuda_block *b, const cuda_step step) {
    const uint32_t lane = gpu_lane(), level = b->run->level;
    uint64_t data = b->run->data;
    block_room(b, step);
    for (uint32_t i = 0, n = b->kept; i < step.lines; i += step.threads, n++) {
        if (lane >= step.threads)
            continue;
        uint32_t zero, again = 0;
        const uint64_t at = data + ((uint64_t)b->line[i + lane] << CUDA_LINE_BITS);
        uint32_t cycles = gpu_timed(at, &b->sink[lane], &zero);
        if (level) {
            const uint32_t usual = gpu_timed(at + zero, &b->sink[lane], &again);
            cycles += CUDA_LEVEL;
            cycles = cycles > usual ? cycles - usual : 0;
        }
        data += zero + again;
        if (lane == 0)
            b->out[n] = (uint16_t)(cycles < UINT16_MAX ? cycles : UINT16_MAX);
    }
    b->kept += step.lines / step.threads;
}

GPU_ENTRY void cuda_run_steps(const cuda_run *run) {
    const uint32_t sm = gpu_smid(), lane = gpu_lane();
    cuda_state *state = gpu_memory(run->state);
    const cuda_step *step = gpu_memory(run->step);
    cuda_block b = {.run = run, .list = UINT32_MAX};
    const uint32_t steps = run->steps;
    b.sink = gpu_shared();
    b.step = (SHARED cuda_step *)(b.sink + CUDA_BLOCK_THREADS);
    b.line = (SHARED uint32_t *)(b.step + steps);
    b.room = run->room - (uint32_t)((SHARED char *)b.line - (SHARED char *)b.sink);
    for (uint32_t i = lane; i < steps; i += CUDA_BLOCK_THREADS)
        b.step[i] = step[i];
    /* All SMs are taken before the first block ends. */
    if (lane == 0 && sm < CUDA_MOST_SMS)
        state->seen[sm] = 1;
    if (lane == 0)
        gpu_count(&state->started);
    bool ok = block_wait(&state->started, run->blocks, b.sink);
    for (uint32_t i = 0; ok && i < steps; i++) {
        if (b.step[i].sm != sm)
            continue;
        if (i > 0 && b.step[i - 1].sm != sm)
            ok = block_wait(&state->turn, i, b.sink);
        const cuda_step now = b.step[i];
        if (ok)
            block_step(&b, now);
        if (i + 1 < steps && b.step[i + 1].sm != sm) {
            block_flush(&b);
            gpu_fence();
            if (lane == 0)
                *(volatile uint32_t *)&state->turn = i + 1;
        }
    }
    if (b.kept)
        block_flush(&b);
    if (!ok && lane == 0)
        gpu_count(&state->stuck);
}
