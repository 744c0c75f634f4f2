/* SPDX-License-Identifier: Apache-2.0 */
/* Chips and designs by name. Figures of chip mask: MASK Table 1; what a table leaves open is marked D. */
#include "spec/config.h"

#include <string.h>

const chip_config chip_presets[] = {
    {
        .name = "mask",
        .core_mhz = 1020,
        .mem_mhz = 1674,
        .sm.count = 30,
        .sm.warps = 64,
        .sm.max_blocks = 32,     /* D: Maxwell */
        .sm.regs = 65536,        /* D: Maxwell */
        .sm.shared = 98304,      /* D: Maxwell */
        .sm.reg_unit = 8,        /* D: Maxwell */
        .sm.shared_unit = 256,   /* D: Maxwell */
        .sm.issue_width = 1,     /* D: 64 execution units serve one 64-thread warp per cycle */
        .sm.alu_latency = 6,     /* D: Maxwell's dependent-issue latency */
        .sm.sfu_latency = 20,    /* D */
        .sm.sfu_interval = 4,    /* D: a quarter as many SFUs as lanes */
        .sm.shared_latency = 24, /* D */
        .sm.const_latency = 8,   /* D */
        .tlb.levels = 2,
        .tlb.level[0].entries = 64,
        .tlb.level[0].latency = 1,
        .tlb.level[0].mshrs = 32, /* D */
        .l1.bytes = 16384,
        .l1.ways = 4,
        .l1.latency = 1,
        .l1.mshrs = 64,    /* D */
        .xbar_latency = 8, /* D */
        .tlb.level[1].entries = 512,
        .tlb.level[1].ways = 16,
        .tlb.level[1].ports = 2,
        .tlb.level[1].latency = 10,
        .tlb.level[1].mshrs = 256, /* D */
        .walk.walkers = 64,
        .walk.levels = 4,
        .l2.bytes = 2097152,
        .l2.ways = 16,
        .l2.banks = 16,
        .l2.ports = 2,
        .l2.latency = 10,
        .l2.mshrs = 64, /* D, per bank */
        .memory.channels = 8,
        .memory.row_bytes = 2048, /* D */
        .memory.timing = {.ccd = 2,
                          .rrd = 6,
                          .rcd = 12,
                          .ras = 28,
                          .rp = 12,
                          .rc = 40,
                          .cl = 12,
                          .wl = 4,
                          .cdlr = 5,
                          .wr = 12,
                          .ccdl = 3,
                          .rtpl = 2,
                          .bank_groups = 4,
                          /* D: 64-bit channel, data rate 4 per command cycle: two bursts of 8 for one line */
                          .burst_cycles = 4},
    },
    {
        /* The GPU of Tanasic's thesis, Table 6.1. Its latencies are taken to include the crossbar. */
        .name = "tanasic",
        .sm.kind = SM_THESIS,
        .core_mhz = 1000,
        .mem_mhz = 1000, /* no clock of its own */
        .sm.count = 16,
        .sm.warps = 64,
        .sm.max_blocks = 16,
        .sm.regs = 65536,
        .sm.shared = 32768,
        .sm.issue_width = 2,
        .sm.alu_latency = 6,     /* D, and the four below: as chip mask */
        .sm.sfu_latency = 20,    /* D */
        .sm.sfu_interval = 4,    /* D */
        .sm.shared_latency = 24, /* D */
        .sm.const_latency = 8,   /* D */
        .sm.issue_queue = 96,
        .sm.math_units = 2,
        .tlb.levels = 2,
        .tlb.level[0].entries = 32,
        .tlb.level[0].ways = 8,
        .tlb.level[0].latency = 1, /* D */
        .tlb.level[0].mshrs = 32,  /* D: as many as the L1 cache's */
        .l1.bytes = 32768,
        .l1.ways = 4,
        .l1.latency = 40,
        .l1.mshrs = 32,
        .xbar_latency = 1, /* D: at least */
        .tlb.level[1].entries = 1024,
        .tlb.level[1].ways = 8,
        .tlb.level[1].ports = 2, /* D */
        .tlb.level[1].latency = 70,
        .tlb.level[1].mshrs = 128,
        .walk.walkers = 64,
        .walk.levels = 4,
        .walk.cycles = 500,
        .l2.bytes = 2097152,
        .l2.ways = 8,
        .l2.banks = 16, /* D */
        .l2.ports = 2,  /* D */
        .l2.latency = 70,
        .l2.mshrs = 32,           /* 512 in all */
        .memory.channels = 16,    /* of no meaning with flat memory, but the address map is shared */
        .memory.row_bytes = 2048, /* as above */
        .memory.flat_latency = 200,
        .memory.flat_bytes_per_ns = 250,
    },
    {.name = NULL},
};

const design_config design_presets[] = {
    {.name = "sharedtlb", .summary = "baseline: L1 TLBs and one shared L2 TLB (MASK 3)"},
    {.name = "mask",
     .summary = "all three mechanisms of MASK",
     .tokens = true,
     .l2_bypass = true,
     .dram_queues = true},
    {.name = "ideal", .summary = "every access hits the L1 TLB", .ideal_tlb = true},
    {.name = "mask-tlb", .summary = "MASK's TLB-fill tokens and bypass cache alone", .tokens = true},
    {.name = "mask-cache", .summary = "MASK's translation-aware L2 bypass alone", .l2_bypass = true},
    {.name = "mask-dram", .summary = "MASK's address-space-aware DRAM scheduler alone", .dram_queues = true},
    {.name = NULL},
};

const mask_config mask_defaults = {
    .epoch_cycles = 100000,  /* MASK 5.2 */
    .initial_tokens = 52429, /* InitialTokens 80 % (MASK 6), Q0.16 */
    .margin = 1311,          /* 2 percentage points (MASK 5.2; D: points), Q0.16 */
    .token_step = 6554,      /* D: 10 % of the active warps, Q0.16 */
    .thresh_max = 500,       /* MASK 6 */
};

const chip_config *chip_preset(const char *name) {
    for (const chip_config *c = chip_presets; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const design_config *design_preset(const char *name) {
    for (const design_config *d = design_presets; d->name; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

uint32_t chip_base_mhz(const chip_config *chip) {
    uint32_t a = chip->core_mhz;
    uint32_t b = chip->mem_mhz;
    while (b) { /* Euclid: a becomes the greatest common divisor */
        uint32_t r = a % b;
        a = b;
        b = r;
    }
    return chip->core_mhz / a * chip->mem_mhz;
}

bool config_unit_is_rtl(const gpu_config *config, const char *unit) {
    for (int i = 0; i < GMMU_MAX_UNITS && config->rtl_units[i]; i++)
        if (strcmp(config->rtl_units[i], unit) == 0)
            return true;
    return false;
}
