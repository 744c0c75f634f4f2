/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GDDR5: the figures of SK Hynix's data sheet H5GQ1H24AFR (1 Gbit, 32 bits wide), Rev. 1.0, in nanoseconds
 * as the GDDR5 models of gem5 (GDDR5_4000_2x32) and Ramulator (GDDR5_4000, 1 ns a cycle) have them, rounded
 * up to cycles of the clock; the refresh interval, which is a maximum, is rounded down. The data sheet gives
 * no CL in time; both take it to be tRCD. gddr5-64 is the same part at the clock of a GTX 480, with the 16
 * banks of the data sheet.
 *
 * DDR3's figures are JEDEC's for DDR3-1333H (9-9-9), in cycles of 667 MHz, a row is a row of eight parts.
 *
 * The other timings are those that simulators of such GPUs have in use (GPGPU-Sim's tested configurations:
 * Titan X, RTX 2060, Titan V), in cycles of the clock named; they know no tFAW and no refresh. D: rows of
 * 2 KB (Fractional GPUs §IV for GTX 1080); burst_cycles from the width of a channel: 128 bytes / (width in
 * bytes * data rate per command cycle). Banks of a channel are those of the same configurations,
 * but GDDR5 has the 8 of MASK Table 1, and flat memory as many (D).
 */
#include "config/memory_kinds.h"

#include <stddef.h>

/* Cycles of a clock that take a number of picoseconds, rounded up. */
#define CYCLES(mhz, ps) (uint32_t)((UINT64_C(ps) * (mhz) + 999999U) / 1000000U)

/* GDDR5 with a command clock of `mhz`, a line in `burst` cycles. */
#define GDDR5_TIMING(mhz, burst)                                                                             \
    {.ccd = 2,                                                                                               \
     .rrd = CYCLES(mhz, 5500),                                                                               \
     .rcd = CYCLES(mhz, 12000),                                                                              \
     .ras = CYCLES(mhz, 28000),                                                                              \
     .rp = CYCLES(mhz, 12000),                                                                               \
     .rc = CYCLES(mhz, 40000),                                                                               \
     .cl = CYCLES(mhz, 12000),                                                                               \
     .wl = 4,                                                                                                \
     .cdlr = CYCLES(mhz, 5000),                                                                              \
     .wr = CYCLES(mhz, 12000),                                                                               \
     .ccdl = 3,                                                                                              \
     .rtpl = 2,                                                                                              \
     .bank_groups = 4,                                                                                       \
     .burst_cycles = (burst),                                                                                \
     .turn = 2,                                                                                              \
     .faw = CYCLES(mhz, 23000),                                                                              \
     .refi = CYCLES(mhz, 3900000) - 1,                                                                       \
     .rfc = CYCLES(mhz, 65000)}

const memory_figures memory_kinds[] = {
    [MEMORY_GDDR5] = {.name = "gddr5",
                      .summary = "GDDR5 of SK Hynix H5GQ1H24AFR at 6.7 Gbit/s; 32-bit channel as on Maxwell",
                      .mem_mhz = 1674,
                      .banks = 8,
                      .row_bytes = 2048,
                      .timing = GDDR5_TIMING(1674, 8)},
    [MEMORY_GDDR5_64] = {.name = "gddr5-64",
                         .summary =
                             "GDDR5 of SK Hynix H5GQ1H24AFR at 3.7 Gbit/s; 64-bit channel as on a GTX 480",
                         .mem_mhz = 924,
                         .banks = 16,
                         .row_bytes = 2048,
                         .timing = GDDR5_TIMING(924, 4)},
    [MEMORY_DDR3] = {.name = "ddr3",
                     .summary = "DDR3-1333H of JEDEC JESD79-3, parts of 2 Gbit; 64-bit channel",
                     .mem_mhz = 667,
                     .banks = 8,
                     .row_bytes = 8192,
                     .timing = {.ccd = 4,
                                .rrd = 4,
                                .rcd = 9,
                                .ras = 24,
                                .rp = 9,
                                .rc = 33,
                                .cl = 9,
                                .wl = 7,
                                .cdlr = 5,
                                .wr = 10,
                                .ccdl = 4,
                                .rtpl = 5,
                                .bank_groups = 1,
                                .burst_cycles = 8,
                                .turn = 2,
                                .faw = 20,
                                .refi = 5202,
                                .rfc = CYCLES(667, 160000)}},
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
                                  .burst_cycles = 8,
                                  .turn = 2}},
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
                                 .burst_cycles = 16,
                                 .turn = 2}},
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
                                .burst_cycles = 4,
                                .turn = 2}},
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
