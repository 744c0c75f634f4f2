/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SM memory pipeline without instruction streams: for every SM its load/store
 * unit (coalescer, L1 TLB, L1 data cache), and behind them the whole memory system
 * (chip/memory_system.h), advanced cycle by cycle by its owner. The SystemC
 * module of the same name puts sockets around it.
 *
 * A warp's access offered during core cycle c (after the edge of c, before the edge of
 * c + 1) takes the path of an access that an SM issues in cycle c, in the same cycles. Memory
 * is the model's own GDDR5 channels, or is outside: then requests leave and
 * replies enter through the boundary.
 */
#ifndef GMMU_MEMORY_PIPELINE_H
#define GMMU_MEMORY_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/app_stats.h"
#include "config/config.h"
#include "mmu/address_space.h"
#include "program/workload.h"
#include "systemc/boundary.h"

typedef struct {
    gpu_config config;
    uint32_t apps;                /* address spaces: ASIDs 1 .. apps */
    uint8_t sm_app[CHIP_MAX_SMS]; /* the application of each SM, or CHIP_NO_APP */
    bool memory_outside;
} memory_pipeline_config;

/* One global access of a warp. */
typedef struct {
    uint64_t id;      /* of the caller; distinct among the SM's accesses in flight */
    uint8_t warp;     /* slot, below 64 */
    warp_inst access; /* op, mask (not 0), width and addresses count */
} warp_access;

typedef struct {
    uint64_t id;
    uint32_t sm;
} warp_access_done;

typedef struct memory_pipeline memory_pipeline;

/* NULL with one line in err. */
memory_pipeline *memory_pipeline_new(const memory_pipeline_config *config, char *err, size_t err_size);
void memory_pipeline_free(memory_pipeline *p);

/* The L2 bank of a physical address. */
uint32_t memory_pipeline_bank(const memory_pipeline *p, uint64_t paddr);
/* Maps a page. Its frame depends on the pages mapped before, of all applications. */
map_result memory_pipeline_map(memory_pipeline *p, uint32_t app, uint64_t vpn);
bool memory_pipeline_translate(const memory_pipeline *p, uint32_t app, uint64_t vpn, uint64_t *ppn);

/* Offers an access to an SM: false while the previous one has not been accepted. All its
 * pages must be mapped. */
bool memory_pipeline_offer(memory_pipeline *p, uint32_t sm, const warp_access *access);
/* Accesses of the SM that its load/store unit has accepted so far. */
uint64_t memory_pipeline_accepted(const memory_pipeline *p, uint32_t sm);

/* The next core edge: the first call is cycle 0. */
void memory_pipeline_edge(memory_pipeline *p);
/* The accesses that completed at that edge. */
const warp_access_done *memory_pipeline_done(const memory_pipeline *p, size_t *count);

/*
 * Memory outside, B L2 banks, S SMs. Outlets: 0 .. B-1 requests of the banks, B .. 2B-1
 * their requests for page walks (mem_message), 2B epoch_messages. Inlets: S .. S+B-1
 * replies to the banks.
 */
boundary *memory_pipeline_boundary(memory_pipeline *p);

uint64_t memory_pipeline_cycle(const memory_pipeline *p);      /* edges so far */
uint64_t memory_pipeline_event_hash(const memory_pipeline *p); /* of all events so far: base/engine.h */
/* What an application has counted so far. */
app_stats memory_pipeline_stats(const memory_pipeline *p, uint32_t app);
/* A wrong translation was delivered: one line; otherwise NULL. */
const char *memory_pipeline_error(memory_pipeline *p);

#endif
