/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timings are those that simulators of such GPUs have in use (GPGPU-Sim's tested configurations: GTX 480,
 * Titan X, RTX 2060, Titan V), in cycles of the clock named. D: rows of 2 KB (Fractional GPUs §IV for GTX
 * 1080); burst_cycles from the width of a channel: 128 bytes / (width in bytes * data rate per command
 * cycle). Banks of a channel are those of the same configurations, but GDDR5 has the 8 of MASK Table 1, and
 * flat memory as many (D).
 */
#include "spec/memory_kinds.h"

#include <stddef.h>

const memory_figures memory_kinds[] = {
    [MEMORY_GDDR5] = {.name = "gddr5",
                      .summary = "GDDR5, as common for GTX 480-class parts; D: 64-bit channel, data rate 4",
                      .mem_mhz = 1674,
                      .banks = 8,
                      .row_bytes = 2048,
                      .timing = {.ccd = 2,
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
                                 .burst_cycles = 4}},
    [MEMORY_GDDR5X] = {.name = "gddr5x",
                       .summary = "GDDR5X, as common for Titan X-class parts: 32-bit channel, data rate 4",
                       .mem_mhz = 2500,
                       .banks = 16,
                       .row_bytes = 2048,
                       .timing = {.ccd = 2,
                                  .rrd = 8,
                                  .rcd = 16,
                                  .ras = 37,
                                  .rp = 16,
                                  .rc = 52,
                                  .cl = 16,
                                  .wl = 6,
                                  .cdlr = 7,
                                  .wr = 16,
                                  .ccdl = 4,
                                  .rtpl = 3,
                                  .bank_groups = 4,
                                  .burst_cycles = 8}},
    [MEMORY_GDDR6] = {.name = "gddr6",
                      .summary = "GDDR6, as common for RTX 2060-class parts: 16-bit channel, data rate 4",
                      .mem_mhz = 3500,
                      .banks = 16,
                      .row_bytes = 2048,
                      .timing = {.ccd = 4,
                                 .rrd = 12,
                                 .rcd = 24,
                                 .ras = 55,
                                 .rp = 24,
                                 .rc = 78,
                                 .cl = 24,
                                 .wl = 8,
                                 .cdlr = 10,
                                 .wr = 24,
                                 .ccdl = 6,
                                 .rtpl = 4,
                                 .bank_groups = 4,
                                 .burst_cycles = 16}},
    [MEMORY_HBM2] = {.name = "hbm2",
                     .summary = "HBM2, as common for Titan V-class parts: 128-bit channel, data rate 2",
                     .mem_mhz = 850,
                     .banks = 16,
                     .row_bytes = 2048,
                     .timing = {.ccd = 1,
                                .rrd = 3,
                                .rcd = 12,
                                .ras = 28,
                                .rp = 12,
                                .rc = 40,
                                .cl = 12,
                                .wl = 2,
                                .cdlr = 3,
                                .wr = 10,
                                .ccdl = 2,
                                .rtpl = 3,
                                .bank_groups = 4,
                                .burst_cycles = 4}},
    [MEMORY_FLAT] = {.name = "flat",
                     .summary = "a latency and a bandwidth (thesis Table 6.1)",
                     .mem_mhz = 1000,
                     .banks = 8,
                     .row_bytes = 2048,
                     .flat_latency = 200,
                     .flat_bytes_per_ns = 250},
    {.name = NULL},
};

void memory_kind_apply(chip_config *chip) {
    const memory_figures *m = &memory_kinds[chip->memory.kind];
    chip->mem_mhz = m->mem_mhz;
    chip->memory.banks = m->banks;
    chip->memory.row_bytes = m->row_bytes;
    chip->memory.timing = m->timing;
    chip->memory.flat_latency = m->flat_latency;
    chip->memory.flat_bytes_per_ns = m->flat_bytes_per_ns;
}
