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

/* One thread on one SM that reads address after address, each when the data of the one before is there. The
 * reads go to the L2 cache, past the cache of the SM. */
typedef struct {
    uint32_t sm;
    const uint64_t *address; /* in bytes from the start of the allocation, multiples of 4 */
    uint32_t count;
} probe_launch;

typedef struct {
    void *ctx;
    /* What a GPU tells every program. */
    uint64_t bytes;       /* that can be allocated */
    uint64_t cache_bytes; /* of the L2 cache */
    uint32_t sms;
    /* Resets the GPU, which empties all caches and TLBs; allocates all its memory in one piece, aligned to
     * its size; runs the launches one after another. latency gets the cycles of every access, in the order
     * of the launches. False: it could not be run, and ctx knows why. */
    bool (*run)(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency);
} probe_machine;

#endif
