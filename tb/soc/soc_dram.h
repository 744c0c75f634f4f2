/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DRAM of the system, behind dram_scheduler: banks with an open row, each of which carries out its requests
 * in order, and memory. Frames of page tables lie in a phys_mem; all others are here.
 */
#ifndef GMMU_TB_SOC_DRAM_H
#define GMMU_TB_SOC_DRAM_H

#include "mmu/phys_mem.h"
#include "soc_pins.h"

enum { SOC_BANK_DEPTH = 2, SOC_ANSWERS = 64, SOC_FRAME_WORDS = 512 };

typedef struct {
    uint32_t row;
    uint8_t column, id;
    bool write;
} soc_request;

typedef struct {
    soc_request list[SOC_BANK_DEPTH];
    unsigned count, wait; /* cycles until it goes on */
    bool open;
    uint32_t row;
} soc_bank;

typedef struct {
    uint8_t id;
    uint64_t word[SOC_BEATS];
} soc_answer;

typedef struct {
    phys_mem *tables;
    uint64_t *word; /* of the data frames */
    uint64_t frames;
    soc_bank bank[SOC_BANKS];
    uint64_t buffer[SOC_IDS][SOC_BEATS];
    uint8_t strobe[SOC_IDS][SOC_BEATS];
    soc_answer read[SOC_ANSWERS], written[SOC_ANSWERS];
    unsigned reads, writes, beat; /* of the first read: the next */
    unsigned activate;            /* bank whose row is opened in this cycle; SOC_BANKS: none */
    unsigned stalls;              /* in percent: cycles in which a bank rests */
    uint64_t dice;
    const char *failed; /* what no system does */
} soc_dram;

void soc_dram_start(soc_dram *d, phys_mem *tables, uint64_t seed, unsigned stalls);
void soc_dram_free(soc_dram *d);
/* With the system: nothing is under way; memory keeps what it holds. */
void soc_dram_reset(soc_dram *d);
/* Pins for this cycle; then what moves at its edge. */
void soc_dram_drive(soc_dram *d, soc_in *in);
void soc_dram_edge(soc_dram *d, const soc_in *in, const soc_out *out);
/* Is an access of the gmmu under way, behind the scheduler? */
bool soc_dram_walks(const soc_dram *d);

/* The aligned word at a physical address; for software, at once. */
uint64_t soc_dram_read(const soc_dram *d, uint64_t address);
void soc_dram_write(soc_dram *d, uint64_t address, uint64_t word);
/* Of all data. */
uint64_t soc_dram_hash(const soc_dram *d);

#endif
