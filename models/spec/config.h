/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything that can be chosen about a simulated chip: sizes and latencies (a
 * chip preset), mechanisms switched on (a design), which units run as RTL.
 * Latencies are in core cycles unless a field says otherwise.
 */
#ifndef GMMU_CONFIG_H
#define GMMU_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gmmu_params.h"
#include "spec/exceptions.h"

/* GDDR5 timing in cycles of the memory command clock, as commonly set for GTX 480-class parts. */
typedef struct {
    uint32_t ccd, rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr, ccdl, rtpl;
    uint32_t bank_groups;
    uint32_t burst_cycles; /* command cycles the data bus is taken by one 128-byte line */
} dram_timing;

/* Which SM the chip is made of. */
typedef enum {
    SM_GTO,   /* models/sm: one decoded instruction per warp, greedy-then-oldest (MASK Table 1) */
    SM_THESIS /* models/core: issue queue, out-of-order issue, exceptions (thesis Fig. 2.7) */
} sm_kind;

typedef struct {
    const char *name;
    sm_kind sm;
    /* clocks */
    uint32_t core_mhz, mem_mhz;
    /* SM */
    uint32_t sms;
    uint32_t warps_per_sm; /* warp slots, at most 64 */
    uint32_t max_blocks_per_sm;
    uint32_t regs_per_sm;   /* 32-bit registers */
    uint32_t shared_per_sm; /* bytes */
    uint32_t reg_unit;      /* registers per thread come in so many; 0: blocks get what their threads need */
    uint32_t shared_unit;   /* with a reg_unit: bytes that shared memory comes in */
    uint32_t issue_width;   /* warp instructions per cycle, GTO */
    uint32_t alu_latency, sfu_latency, sfu_interval, shared_latency, const_latency;
    uint32_t issue_queue; /* SM_THESIS: entries, for all warps */
    uint32_t math_units;  /* SM_THESIS */
    /* L1 TLB: fully associative, LRU */
    uint32_t l1_tlb_entries, l1_tlb_latency, l1_tlb_mshrs;
    uint32_t l1_tlb_ways; /* 0: fully associative */
    /* L1 data cache: write-through, no write-allocate */
    uint32_t l1_bytes, l1_ways, l1_latency, l1_mshrs;
    /* crossbar, each way */
    uint32_t xbar_latency;
    /* shared L2 TLB */
    uint32_t l2_tlb_entries, l2_tlb_ways, l2_tlb_ports, l2_tlb_latency, l2_tlb_mshrs;
    uint32_t walkers; /* concurrent walks */
    uint32_t walk_levels;
    uint32_t walk_cycles; /* a walk takes so long, whatever it reads; 0: PTE reads travel through the memory
                             system */
    /* L2 cache */
    uint32_t l2_bytes, l2_ways, l2_banks, l2_ports, l2_latency, l2_mshrs; /* mshrs per bank */
    /* DRAM */
    uint32_t channels;  /* l2_banks / channels banks of L2 belong to one channel */
    uint32_t row_bytes; /* per bank and channel */
    dram_timing dram;
    /* If not 0, memory is a latency and a bandwidth instead of GDDR5 channels (thesis Table 6.1) */
    uint32_t flat_latency;      /* core cycles */
    uint32_t flat_bytes_per_ns; /* of all channels together */
} chip_config;

/* A point of comparison: which of the mechanisms are on. */
typedef struct {
    const char *name;
    const char *summary;
    bool ideal_tlb;   /* every access hits the L1 TLB */
    bool tokens;      /* TLB-fill tokens and the bypass cache */
    bool l2_bypass;   /* translation-aware L2 bypass */
    bool dram_queues; /* golden / silver / normal */
} design_config;

/* MASK's run-time knobs, as CSRs would hold them. */
typedef struct {
    uint64_t epoch_cycles;   /* 100 000 */
    uint16_t initial_tokens; /* Q0.16 of 0.8 */
    uint16_t margin;         /* Q0.16 of 2 points */
    uint16_t token_step;     /* Q0.16 of 10 % */
    uint16_t thresh_max;     /* 500 */
} mask_config;

#define GMMU_MAX_UNITS 32

typedef struct {
    chip_config chip;
    design_config design;
    mask_config mask;
    exception_config exceptions;           /* SM_THESIS */
    const char *rtl_units[GMMU_MAX_UNITS]; /* units to run as Verilated RTL; NULL-terminated */
    size_t window_bytes;                   /* instruction spool held in memory, per application */
    uint64_t seed;                         /* data of built-in kernels */
    uint64_t shuffle_seed;                 /* 0: fixed tick order */
    bool never_sleep;                      /* for tests: everybody ticks in every cycle */
    bool check_values; /* SM_THESIS: values are kept, and compared with a run in program order */
} gpu_config;

/* Presets by name, or NULL. The lists end with a NULL name. */
const chip_config *chip_preset(const char *name);
const design_config *design_preset(const char *name);
extern const chip_config chip_presets[];
extern const design_config design_presets[];
extern const mask_config mask_defaults;

/* Base ticks of the engine per microsecond: the least common multiple of the core and
 * the memory clock, so that both periods are integers. */
uint32_t chip_base_mhz(const chip_config *chip);

/* Is `unit` to run as RTL under this configuration? */
bool config_unit_is_rtl(const gpu_config *config, const char *unit);

#endif
