/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memories as data: clock, banks, row and timing of each kind. Choosing memory.kind in a description sets
 * these figures; each can be changed afterwards. A new kind is a name in memory_kind (config/chip.h) and an
 * entry of table.
 */
#ifndef GMMU_MEMORY_KINDS_H
#define GMMU_MEMORY_KINDS_H

#include "config/chip.h"

typedef struct {
    const char *name;    /* NULL ends the list */
    const char *summary; /* with the source of the figures */
    uint32_t mem_mhz;    /* memory command clock */
    uint32_t banks;      /* of a channel */
    uint32_t row_bytes;
    dram_timing timing;
    uint32_t flat_latency, flat_bytes_per_ns; /* of kind flat */
} memory_figures;

extern const memory_figures memory_kinds[]; /* by memory_kind */

/* Gives a chip the figures of its memory.kind. The number of channels stays. */
void memory_kind_apply(chip_config *chip);

#endif
