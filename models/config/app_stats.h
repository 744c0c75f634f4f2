/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statistics of one application, summed over the components at the end of a run.
 * Every component holds an array of these and fills its own part.
 */
#ifndef GMMU_APP_STATS_H
#define GMMU_APP_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "config/chip.h"
#include "gmmu_params.h"

typedef struct {
    /* SM */
    uint64_t instructions;               /* warp instructions committed */
    uint64_t thread_instructions;        /* active lanes of them */
    uint64_t mem_instructions;           /* global loads, stores and atomics */
    uint64_t mem_transactions;           /* coalesced line requests */
    uint64_t l1_tlb_hits, l1_tlb_misses; /* per translation request: one per page of an instruction */
    uint64_t l1_tlb_pending_hits;        /* of the misses: joined one of the same page that was under way */
    uint64_t l1_hits, l1_misses;
    uint64_t oracle_checks;    /* translations compared with the page table */
    uint64_t tlb_answers;      /* translations that the SMs waited for */
    uint64_t tlb_warps;        /* warps that waited for one of them, summed over these */
    uint64_t data_checks;      /* lines of loads and atomics whose data were checked */
    uint64_t stall_tlb_cycles; /* warps x cycles that could not issue for lack of a translation */
    /* TLB levels between the SM and the last one, by level (0: nearest to the SM) */
    uint64_t level_hits[CHIP_MAX_TLB_LEVELS], level_misses[CHIP_MAX_TLB_LEVELS];
    /* last TLB level and walker; "L2 TLB" is the last one, however many there are */
    uint64_t l2_tlb_hits, l2_tlb_misses; /* lookups of the L2 TLB alone */
    uint64_t l2_tlb_pending_hits;        /* of the misses: neither hit the bypass cache nor began a walk */
    uint64_t bypass_hits, bypass_fills;  /* of the bypass cache: hits where the L2 TLB missed */
    uint64_t l2_tlb_fills;
    uint64_t walk_cache_hits;    /* walks that began below the root */
    uint64_t walks, walk_cycles; /* finished walks and their latency, queueing included */
    uint64_t walk_queue_cycles;  /* walks waiting for a walker, summed over the cycles */
    uint64_t walk_active_cycles; /* walks in progress, summed over the cycles */
    uint64_t walk_running;  /* warps that the SM of a finished walk ran when it began, summed over these */
    uint64_t walk_requests; /* that waited for a finished walk, summed over these */
    uint64_t translations, translation_cycles; /* replies to SMs and latency since the request arrived */
    /* L2 cache, per walk depth (0 = data) */
    uint64_t l2_accesses[GMMU_NUM_DEPTHS], l2_hits[GMMU_NUM_DEPTHS], l2_bypassed[GMMU_NUM_DEPTHS];
    uint64_t l2_sector_misses; /* of the accesses: found the line without the sectors */
    /* DRAM, per class at the arrival of the request: 0 golden, 1 silver, 2 normal */
    uint64_t dram_requests[3], dram_cycles[3]; /* latency in memory cycles, arrival to data */
    uint64_t dram_row_hits[3];                 /* likewise: reads and writes that found their row open */
    uint64_t dram_writes;
    uint64_t dram_read_bytes, dram_written_bytes;
    uint64_t dram_walk_requests, dram_walk_cycles; /* reads of page walks, in any queue, and their latency */
    uint64_t dram_data_bus, dram_walk_bus;         /* memory cycles of data buses: for data, for page walks */
    /* the host's memory, by pages that are pinned there */
    uint64_t host_reads, host_read_cycles; /* of lines; latency in core cycles, arrival to reply */
    uint64_t host_writes;
    uint64_t host_read_bytes, host_written_bytes;
    uint64_t handler_instructions; /* SM: of the GPU's page fault handler, for faults of the application */
} app_stats;

/* One application in one epoch, for plots over time. */
typedef struct {
    uint64_t epoch;
    uint32_t app;
    int32_t tokens; /* in force during the epoch; -1: all warps may fill */
    uint32_t l2_tlb_hits, l2_tlb_misses;
    uint32_t bypass_hits; /* of the l2_tlb_misses */
    uint32_t l2_tlb_fills, bypass_fills, walks;
    uint32_t walk_running;   /* as in app_stats */
    uint8_t conptw, stalled; /* as in the epoch_message */
} epoch_sample;

/* Adds to, or takes from, each of `count` counters. */
void counters_add(uint64_t *to, const uint64_t *from, size_t count);
void counters_since(uint64_t *counters, const uint64_t *before, size_t count);
/* Adds every counter of `from` to `to`. */
void app_stats_add(app_stats *to, const app_stats *from);
/* Of DRAM, in all queues: reads of data and their latency, reads and writes that found their row open,
 * reads and writes. */
uint64_t app_dram_data_reads(const app_stats *s);
uint64_t app_dram_data_cycles(const app_stats *s);
uint64_t app_dram_row_hits(const app_stats *s);
uint64_t app_dram_accesses(const app_stats *s);
/* Takes away what was counted before: `before` was the same counters earlier. */
void app_stats_since(app_stats *stats, const app_stats *before);

#endif
