/* SPDX-License-Identifier: Apache-2.0 */
#include "study/cuda/cuda_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/order.h"
#include "study/cuda/cuda_ptx.h"
#include "study/cuda/cuda_steps.h"

#define CUDA_ENTRY   "cuda_run_steps"
#define LEAST_SHARED (48U << 10) /* bytes: Pascal */
#define MOST_STEPS   512U        /* of a launch of the program */
#define MOST_LINES   (1U << 20)
#define MOST_OUTS    (1U << 20)
#define MAP_BYTES    (UINT64_C(1) << 40) /* of addresses; lines of them have numbers of 32 bits */
#define MAP_PIECE    (UINT64_C(1) << 30) /* of memory behind them */
/* A levelled machine makes its runs some times, each with another line of a page: often enough to tell a miss
 * of the first level, which costs little, from a hit, but long runs, which ask for the levels behind, less
 * often. */
#define REPEATS       32U
#define REPEATS_LONG  8U
#define LONG_ACCESSES 32768U
#define SPARE_BYTES   (UINT64_C(1) << 30) /* of memory, that is left to others */
#define ALIGN_BYTES   (UINT64_C(1) << 30) /* of the data */
#define NOISE_HITS    32U
#define NOISE_PAGES   8U /* that they are on: no first level of TLBs is smaller */
#define NOISE_STRIDE  (UINT64_C(2) << 20)
#define CONTROL_BYTES (UINT64_C(16) << 20)
#define FLUSHES       2U /* times the L2 cache */

/* Where things lie in the control memory; what is small comes first, so that it needs one translation. */
#define STATE_AT 0U
#define RUN_AT   4096U
#define STEPS_AT 8192U
#define LISTS_AT (STEPS_AT + MOST_STEPS * (uint32_t)sizeof(cuda_step))
#define OUTS_AT  (LISTS_AT + MOST_LINES * (uint32_t)sizeof(uint32_t))

/* A list that several launches have in common. */
typedef struct {
    const uint64_t *address;
    uint32_t count, at;
} cuda_list;

struct cuda_machine {
    cuda_driver *driver;
    probe_machine probe;
    bool levelled, level; /* the machine; the run under way */
    uint32_t other_line;  /* XORed to each, within its page */
    uint32_t usual;       /* cycles of a hit */
    uint64_t data, control, flush, flush_bytes;
    uint32_t smid[CUDA_MOST_SMS]; /* of SM 0, 1, ... */
    /* The launch of the program that is made up. */
    cuda_step step[MOST_STEPS];
    cuda_list list[MOST_STEPS];
    uint32_t steps, lists, lines, outs;
    uint32_t *line; /* MOST_LINES */
    uint16_t *out;  /* MOST_OUTS */
    char error[CUDA_ERROR_BYTES];
};

/* ---- a launch of the program ---- */

/* Bytes of a block for the lines and latencies of a step. */
static uint32_t step_room(const cuda_machine *m) {
    const uint32_t fixed = CUDA_BLOCK_THREADS * 4 + MOST_STEPS * (uint32_t)sizeof(cuda_step);
    return cuda_driver_facts(m->driver)->shared_bytes - fixed;
}

static bool machine_failed(cuda_machine *m) {
    snprintf(m->error, sizeof m->error, "%s", cuda_driver_error(m->driver));
    return false;
}

/* Runs the steps that are made up, and begins anew. */
static bool run_steps(cuda_machine *m, cuda_state *state) {
    const uint32_t sms = cuda_driver_facts(m->driver)->sms;
    const cuda_run run = {.data = m->data,
                          .step = m->control + STEPS_AT,
                          .list = m->control + LISTS_AT,
                          .out = m->control + OUTS_AT,
                          .state = m->control + STATE_AT,
                          .steps = m->steps,
                          .room = cuda_driver_facts(m->driver)->shared_bytes,
                          .blocks = sms,
                          .level = m->level};
    cuda_driver *d = m->driver;
    memset(state, 0, sizeof *state);
    if (!cuda_driver_write(d, run.state, state, sizeof *state) ||
        !cuda_driver_write(d, m->control + RUN_AT, &run, sizeof run) ||
        !cuda_driver_write(d, run.step, m->step, m->steps * sizeof *m->step) ||
        !cuda_driver_write(d, run.list, m->line, m->lines * sizeof *m->line) ||
        !cuda_driver_launch(d, m->control + RUN_AT, sms, CUDA_BLOCK_THREADS, run.room) ||
        !cuda_driver_read(d, state, run.state, sizeof *state) ||
        !cuda_driver_read(d, m->out, run.out, m->outs * sizeof *m->out))
        return machine_failed(m);
    if (state->stuck) {
        snprintf(
            m->error, sizeof m->error,
            "%u thread blocks have waited for another in vain; expected that no other program uses the GPU",
            (unsigned)state->stuck);
        return false;
    }
    m->steps = m->lists = m->lines = m->outs = 0;
    return true;
}

/* Runs them, and gives their latencies to *latency, which moves on. */
static bool run_made_up(cuda_machine *m, uint32_t **latency) {
    const uint32_t outs = m->outs;
    cuda_state state;
    if (!run_steps(m, &state))
        return false;
    for (uint32_t i = 0; i < outs; i++)
        *(*latency)++ = m->out[i];
    return true;
}

/* Where these lines begin in the lists. */
static uint32_t list_of(cuda_machine *m, const uint64_t *address, uint32_t count) {
    for (uint32_t i = 0; i < m->lists; i++)
        if (m->list[i].address == address && m->list[i].count == count)
            return m->list[i].at;
    m->list[m->lists++] = (cuda_list){.address = address, .count = count, .at = m->lines};
    for (uint32_t i = 0; i < count; i++)
        m->line[m->lines++] = (uint32_t)(address[i] >> CUDA_LINE_BITS) ^ m->other_line;
    return m->lines - count;
}

/* A launch is one step, or several where shared memory does not hold its lines and latencies. */
static bool add_launch(cuda_machine *m, const probe_launch *launch, uint32_t **latency) {
    const uint32_t threads = probe_launch_threads(launch);
    const uint32_t most = step_room(m) / (4 * threads + 2) * threads;
    for (uint32_t i = 0; i < launch->count;) {
        const uint32_t now = launch->count - i < most ? launch->count - i : most;
        if ((m->steps == MOST_STEPS || m->lines + now > MOST_LINES || m->outs + now > MOST_OUTS) &&
            !run_made_up(m, latency))
            return false;
        m->step[m->steps++] = (cuda_step){.sm = m->smid[launch->sm],
                                          .list = list_of(m, launch->address + i, now),
                                          .lines = now,
                                          .threads = threads,
                                          .out = m->outs};
        m->outs += now / threads;
        i += now;
    }
    return true;
}

/* ---- the machine ---- */

static bool launch_possible(cuda_machine *m, const probe_launch *launch) {
    bool ok = launch->sm < m->probe.sms && probe_launch_threads(launch) <= CUDA_BLOCK_THREADS;
    for (uint32_t i = 0; ok && i < launch->count; i++)
        ok = launch->address[i] % (1U << CUDA_LINE_BITS) == 0 && launch->address[i] < m->probe.bytes;
    if (!ok)
        snprintf(m->error, sizeof m->error, "expected SMs that there are, and addresses of lines in memory");
    return ok;
}

static bool run_once(cuda_machine *m, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    m->steps = m->lists = m->lines = m->outs = 0;
    if (!cuda_driver_clear(m->driver, m->flush, m->flush_bytes))
        return machine_failed(m);
    for (uint32_t i = 0; i < launches; i++)
        if (!launch_possible(m, &launch[i]) || !add_launch(m, &launch[i], &latency))
            return false;
    return run_made_up(m, &latency);
}

/* The average of the middle half, rounded. */
static uint32_t middle_of(uint32_t *number, uint32_t count) {
    uint32_t sum = 0;
    qsort(number, count, sizeof *number, order_uint32);
    for (uint32_t i = count / 4; i < count - count / 4; i++)
        sum += number[i];
    return (sum + count / 4) / (count / 2);
}

/* Runs them some times, each with other lines. */
static bool run_level(cuda_machine *m, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    size_t all = 0;
    for (uint32_t i = 0; i < launches; i++)
        all += probe_launch_accesses(&launch[i]);
    const uint32_t repeats = all > LONG_ACCESSES ? REPEATS_LONG : REPEATS;
    uint32_t *found = alloc_zeroed(all * repeats, sizeof *found);
    bool ok = true;
    m->level = true;
    for (m->other_line = 0; ok && m->other_line < repeats; m->other_line++)
        ok = run_once(m, launch, launches, found + m->other_line * all);
    for (size_t i = 0; i < all; i++) {
        uint32_t number[REPEATS];
        for (uint32_t r = 0; r < repeats; r++)
            number[r] = found[r * all + i];
        const uint32_t cycles = middle_of(number, repeats) + m->usual;
        latency[i] = cycles > CUDA_LEVEL ? cycles - CUDA_LEVEL : 0;
    }
    free(found);
    m->level = false;
    m->other_line = 0;
    return ok;
}

static bool cuda_machine_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    cuda_machine *m = ctx;
    return (m->levelled ? run_level : run_once)(m, launch, launches, latency);
}

/* What hits take, and what their latencies differ by. */
static bool find_hits_now(cuda_machine *m) {
    uint64_t address[NOISE_HITS];
    uint32_t latency[2 * NOISE_HITS], *second = latency + NOISE_HITS;
    for (uint32_t i = 0; i < NOISE_HITS; i++)
        address[i] = i % NOISE_PAGES * NOISE_STRIDE + ((uint64_t)i << CUDA_LINE_BITS);
    const probe_launch hits = {.address = address, .count = NOISE_HITS};
    const probe_launch twice[2] = {hits, hits};
    if (!run_once(m, twice, 2, latency))
        return false;
    m->usual = 0;
    for (uint32_t i = 0; i < NOISE_HITS; i++)
        m->usual += second[i];
    m->usual /= NOISE_HITS;
    if (!run_level(m, twice, 2, latency))
        return false;
    qsort(second, NOISE_HITS, sizeof *second, order_uint32);
    m->probe.noise = (second[NOISE_HITS - 1] - second[0]) * 3 / 2; /* here are some of the hits alone */
    return true;
}

/* The first time its clocks may be low yet. */
static bool find_hits(cuda_machine *m) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < 2; i++)
        ok = find_hits_now(m);
    return ok;
}

/* SMs are numbered in the order of their %smid. */
static bool find_sms(cuda_machine *m) {
    uint32_t found = 0;
    cuda_state state;
    if (!run_steps(m, &state))
        return false;
    for (uint32_t i = 0; i < CUDA_MOST_SMS; i++)
        if (state.seen[i])
            m->smid[found++] = i;
    m->probe.sms = found;
    if (found == cuda_driver_facts(m->driver)->sms)
        return true;
    snprintf(m->error, sizeof m->error, "thread blocks ran on %u SMs; expected one on each of %u",
             (unsigned)found, (unsigned)cuda_driver_facts(m->driver)->sms);
    return false;
}

/* All that is free, but for some. */
static bool alloc_data(cuda_machine *m, uint64_t bytes) {
    uint64_t at = 0;
    if (bytes < 2 * ALIGN_BYTES + SPARE_BYTES) {
        snprintf(m->error, sizeof m->error, "%llu bytes of memory are free; expected %llu",
                 (unsigned long long)bytes, (unsigned long long)(2 * ALIGN_BYTES + SPARE_BYTES));
        return false;
    }
    bytes = (bytes - SPARE_BYTES) / ALIGN_BYTES * ALIGN_BYTES;
    if (!cuda_driver_alloc(m->driver, bytes, &at) || !cuda_driver_clear(m->driver, at, bytes))
        return machine_failed(m);
    m->probe.bytes = bytes - ALIGN_BYTES;
    m->data = (at + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
    return true;
}

/* More than there is, as only translations count. */
static bool map_data(cuda_machine *m) {
    if (!cuda_driver_map(m->driver, MAP_BYTES, MAP_PIECE, &m->data) ||
        !cuda_driver_clear(m->driver, m->data, MAP_PIECE))
        return machine_failed(m);
    m->probe.bytes = MAP_BYTES;
    return true;
}

static bool find_memory(cuda_machine *m) {
    const cuda_facts *f = cuda_driver_facts(m->driver);
    m->flush_bytes = FLUSHES * f->cache_bytes;
    if (!cuda_driver_alloc(m->driver, CONTROL_BYTES, &m->control) ||
        !cuda_driver_alloc(m->driver, m->flush_bytes, &m->flush))
        return machine_failed(m);
    return m->levelled ? map_data(m) : alloc_data(m, f->free_bytes - CONTROL_BYTES - m->flush_bytes);
}

static bool machine_usable(cuda_machine *m) {
    const cuda_facts *f = cuda_driver_facts(m->driver);
    if (f->sms > CUDA_MOST_SMS || f->shared_bytes < LEAST_SHARED) {
        snprintf(m->error, sizeof m->error,
                 "GPU '%s': expected at most %u SMs, and blocks of at least %u bytes of shared memory",
                 f->name, CUDA_MOST_SMS, LEAST_SHARED);
        return false;
    }
    return find_memory(m) && find_sms(m) && (!m->levelled || find_hits(m));
}

cuda_machine *cuda_machine_new(const cuda_calls *calls, uint32_t device, bool levelled, char *err,
                               size_t err_size) {
    cuda_driver *d = cuda_driver_open(calls, device, cuda_ptx, CUDA_ENTRY, err, err_size);
    if (!d)
        return NULL;
    cuda_machine *m = alloc_zeroed(1, sizeof *m);
    m->driver = d;
    m->levelled = levelled;
    m->line = alloc_zeroed(MOST_LINES, sizeof *m->line);
    m->out = alloc_zeroed(MOST_OUTS, sizeof *m->out);
    if (!machine_usable(m)) {
        snprintf(err, err_size, "%s", m->error);
        cuda_machine_free(m);
        return NULL;
    }
    const cuda_facts *f = cuda_driver_facts(d);
    m->probe.ctx = m;
    m->probe.cache_bytes = f->cache_bytes;
    m->probe.mhz = f->mhz;
    m->probe.run = cuda_machine_run;
    m->probe.whole_lines = true; /* the kernel counts in them */
    /* Both passes of a list stay in shared memory. */
    m->probe.accesses = step_room(m) / (4 + 2 * 2);
    return m;
}

void cuda_machine_free(cuda_machine *m) {
    if (!m)
        return;
    cuda_driver_close(m->driver);
    free(m->line);
    free(m->out);
    free(m);
}

const probe_machine *cuda_machine_probe(const cuda_machine *m) {
    return &m->probe;
}

const cuda_facts *cuda_machine_facts(const cuda_machine *m) {
    return cuda_driver_facts(m->driver);
}

const char *cuda_machine_error(const cuda_machine *m) {
    return m->error;
}
