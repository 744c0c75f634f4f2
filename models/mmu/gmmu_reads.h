/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The AXI4 read port of the block hls/gmmu in front of the crossbars: each read of a page-table entry is a
 * request of the walker's port, through L2 cache and DRAM, with its address space and level as the user bits
 * say. An answer has the entry as the tables hold it when it comes to the block, so a change of a leaf is
 * never missed.
 */
#ifndef GMMU_GMMU_READS_H
#define GMMU_GMMU_READS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/engine.h"
#include "config/config.h"
#include "gmmu.h"
#include "mmu/data_oracle.h"
#include "mmu/phys_mem.h"

typedef struct {
    engine_link *to_xbar, *from_xbar;
    uint32_t under_way; /* reads without a reply */
} gmmu_read_port;

typedef struct {
    const phys_mem *mem;
    const uint8_t *app_of; /* by ASID */
    uint32_t levels;       /* of the page tables */
    uint32_t sector_bytes; /* l2.sector_bytes */
    gmmu_read_port *port;
    uint32_t ports;
    uint16_t first_port;            /* number at the crossbars */
    uint64_t entry[GMMU_WALKERS];   /* address of what a walker reads */
    uint8_t answered[GMMU_WALKERS]; /* walkers whose entry is here, from `first` on, as the replies came */
    uint32_t first, answers;
    uint32_t under_way; /* at all ports */
    data_oracle *data;  /* or NULL */
} gmmu_reads;

/* mem and app_of must outlive it. */
void gmmu_reads_init(gmmu_reads *r, const chip_config *chip, const phys_mem *mem, const uint8_t *app_of);
void gmmu_reads_free(gmmu_reads *r);

/* Its part of a cycle: takes replies, sends what is asked for if there is room, answers one read. */
void gmmu_reads_drive(gmmu_reads *r, const gmmu_out *pins, gmmu_in *in);

static inline bool gmmu_reads_idle(const gmmu_reads *r) {
    return r->under_way == 0 && r->answers == 0;
}

#endif
