/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything that can be chosen about a run: the chip, the mechanisms switched on (a
 * design), which units run as RTL.
 */
#ifndef GMMU_CONFIG_H
#define GMMU_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gmmu_params.h"
#include "spec/chip.h"
#include "spec/exceptions.h"

/* A point of comparison: which of the mechanisms are on. */
typedef struct {
    const char *name;
    const char *summary;
    bool ideal_tlb;              /* every access hits the L1 TLB */
    bool tokens;                 /* TLB-fill tokens and the bypass cache */
    bool l2_bypass;              /* translation-aware L2 bypass */
    bool dram_queues;            /* golden / silver / normal */
    const char *block_scheduler; /* chip/block_scheduler.h; NULL: "static" */
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
    bool check_values;                     /* values are kept, and compared with a run in program order */
} gpu_config;

/* Presets by name, or NULL. The lists end with a NULL name. */
const design_config *design_preset(const char *name);
extern const design_config design_presets[];
extern const mask_config mask_defaults;

/* Where the member at `offset` of the configuration has its value from ("MASK Table 1", "D: ...") in the
 * preset config->chip.base and the defaults, or NULL. */
const char *config_source(const gpu_config *config, size_t offset);

/* Is `unit` to run as RTL under this configuration? */
bool config_unit_is_rtl(const gpu_config *config, const char *unit);

#endif
