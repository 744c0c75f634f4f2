/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GPU as an experiment sees it: addresses go in, latencies come out. Experiments are in this folder,
 * which stands below the description of chips, so none of them can read one.
 */
#ifndef GMMU_PROBE_MACHINE_H
#define GMMU_PROBE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#define PROBE_LINE_BYTES 128U

#define PROBE_MOST_THREADS 32U

/* One thread on one SM that reads address after address, each when the data of the one before is there; or
 * some threads of a warp, which read an address each at once, and the next when all have their data. The
 * reads go to the L2 cache, past the cache of the SM. */
typedef struct {
    uint32_t sm;
    const uint64_t *address; /* in bytes from the start of the allocation, multiples of 4 */
    uint32_t count;          /* of addresses: a multiple of the threads */
    uint32_t threads;        /* 0: one */
    uint64_t begin;          /* run_apart alone: cycle before which it does not begin */
} probe_launch;

static inline uint32_t probe_launch_threads(const probe_launch *launch) {
    return launch->threads ? launch->threads : 1;
}

/* Latencies that it gives. */
static inline uint32_t probe_launch_accesses(const probe_launch *launch) {
    return launch->count / probe_launch_threads(launch);
}

typedef struct {
    void *ctx;
    /* What a GPU tells every program. */
    uint64_t bytes;       /* that can be allocated */
    uint64_t cache_bytes; /* of the L2 cache */
    uint32_t sms;
    uint32_t accesses; /* of a list that is read several times in a row, at most; 0: any number */
    bool whole_lines;  /* an address is the begin of a line */
    uint32_t noise;    /* cycles by which latencies of equal accesses may differ */
    /* Of physical memory: the allocation is one piece of it, from physical address 0 on. Else its pages may
     * lie anywhere. */
    bool in_one_piece;
    /* Resets the GPU, which empties all caches and TLBs; allocates all its memory in one piece, aligned to
     * its size; runs the launches one after another. latency gets the cycles of every access, or of every
     * access of all threads, in the order of the launches. False: it could not be run, and ctx knows why. */
    bool (*run)(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency);
    /* Resets the GPU, as run() does, and runs these threads at once: `sm` and `threads` of a launch are not
     * looked at, the first has an SM of its own, each goes on and on over its addresses. latency gets the
     * cycles of every access of the first one in `rounds` rounds after its first. Its addresses lie below
     * primary_bytes, the others' bytes do not. NULL: such a machine cannot. */
    bool (*run_together)(void *ctx, const probe_launch *thread, uint32_t threads, uint32_t rounds,
                         uint32_t *latency);
    uint64_t primary_bytes;
    uint32_t mhz; /* cycles in a microsecond */
    /* Resets the GPU, as run() does, and runs two programs at once, as instances of a GPU that is split:
     * each has an SM of its own, the SM of its first launch, and an address space of its own in which all
     * memory is allocated. Each runs its launches one after another, a launch in its cycle or as soon as the
     * one before is over. A launch may have no addresses. latency gets the cycles of every access of the
     * second program. NULL: such a machine cannot. */
    bool (*run_apart)(void *ctx, const probe_launch *first, uint32_t firsts, const probe_launch *second,
                      uint32_t seconds, uint32_t *latency);
} probe_machine;

#endif
