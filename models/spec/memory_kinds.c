/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GDDR5: the figures of SK Hynix's data sheet H5GQ1H24AFR (1 Gbit, 32 bits wide), Rev. 1.0, in nanoseconds
 * as the GDDR5 models of gem5 (GDDR5_4000_2x32) and Ramulator (GDDR5_4000, 1 ns a cycle) have them, rounded
 * up to cycles of the clock; the refresh interval, which is a maximum, is rounded down. The data sheet gives
 * no CL in time; both take it to be tRCD.
 *
 * The other timings are those that simulators of such GPUs have in use (GPGPU-Sim's tested configurations:
 * Titan X, RTX 2060, Titan V), in cycles of the clock named; they know no tFAW and no refresh. D: rows of
 * 2 KB (Fractional GPUs §IV for GTX 1080); burst_cycles from the width of a channel: 128 bytes / (width in
 * bytes * data rate per command cycle). Banks of a channel are those of the same configurations,
 * but GDDR5 has the 8 of MASK Table 1, and flat memory as many (D).
 */
#include "spec/memory_kinds.h"

#include <stddef.h>

#define GDDR5_MHZ 1674U
/* Cycles of its clock that take a number of picoseconds, rounded up. */
#define GDDR5_CYCLES(ps) (uint32_t)((UINT64_C(ps) * GDDR5_MHZ + 999999U) / 1000000U)

const memory_figures memory_kinds[] = {
    [MEMORY_GDDR5] = {.name = "gddr5",
                      .summary = "GDDR5 of SK Hynix H5GQ1H24AFR at 6.7 Gbit/s; 32-bit channel as on Maxwell",
                      .mem_mhz = GDDR5_MHZ,
                      .banks = 8,
                      .row_bytes = 2048,
                      .timing = {.ccd = 2,
                                 .rrd = GDDR5_CYCLES(5500),
                                 .rcd = GDDR5_CYCLES(12000),
                                 .ras = GDDR5_CYCLES(28000),
                                 .rp = GDDR5_CYCLES(12000),
                                 .rc = GDDR5_CYCLES(40000),
                                 .cl = GDDR5_CYCLES(12000),
                                 .wl = 4,
                                 .cdlr = GDDR5_CYCLES(5000),
                                 .wr = GDDR5_CYCLES(12000),
                                 .ccdl = 3,
                                 .rtpl = 2,
                                 .bank_groups = 4,
                                 .burst_cycles = 8,
                                 .faw = GDDR5_CYCLES(23000),
                                 .refi = GDDR5_CYCLES(3900000) - 1,
                                 .rfc = GDDR5_CYCLES(65000)}},
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
