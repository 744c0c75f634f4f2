/* SPDX-License-Identifier: Apache-2.0 */
/* One L2 bank of chip mask between a traffic port and a memory, for its tests. */
#ifndef GMMU_L2_BENCH_H
#define GMMU_L2_BENCH_H

#include "mem/l2_bank.h"
#include "mem_port.h"

#define L2_BENCH_LATENCY 60U
#define L2_BENCH_SETS    64U
#define L2_BENCH_WAYS    16U

/* Memory behind the bank: answers reads in order, remembers writes. */
typedef struct {
    int component;
    engine_link *in, *out;
    unsigned stall_percent;
    mem_record *seen;
    size_t count;
} l2_bench_memory;

typedef struct {
    engine *e;
    gpu_config cfg;
    mem_map *map;
    l2_bank *b;
    mem_port port, mmu;
    l2_bench_memory mem;
    engine_link *epochs;
} l2_bench;

typedef struct {
    const char *bypass; /* NULL: walks, by their hit rates, which skip all */
    bypass_skip skips;
    bool own_way; /* of soak(): walks have a channel of their own */
    uint32_t mshrs, entry_latency;
    uint32_t port_cycles; /* 0: 1 */
    uint32_t chip_first;  /* l2.bypass_first */
    bypass_counting counters;
    cache_eviction evicts;
    uint32_t sector_bytes; /* 0: lines are whole */
} l2_bench_kind;

void l2_bench_open_by(l2_bench *t, const l2_bench_kind *kind, uint64_t shuffle);
/* MASK's bypass by hit rates, or none. */
void l2_bench_open(l2_bench *t, bool bypass, uint32_t mshrs, uint64_t shuffle);
/* Until nothing is under way. */
void l2_bench_run(l2_bench *t);
void l2_bench_close(l2_bench *t);
/* A read of a line of the bank. */
mem_message l2_bench_line(const l2_bench *t, uint64_t index, uint32_t tag);
/* The k-th line of one and the same set. */
uint64_t l2_bench_same_set(uint64_t k);
/* A request that leaves in that cycle at the earliest. */
void l2_bench_send(l2_bench *t, uint64_t cycle, uint64_t index, uint32_t tag, bool write);

#endif
