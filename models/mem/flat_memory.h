/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory as a latency and a bandwidth (thesis Table 6.1: 250 GB/s, 200 cycles), instead of the
 * GDDR5 channels: one component behind all L2 banks. A line takes its share of the bandwidth
 * when it enters, reads and writes alike; a request that cannot enter waits in its link. A read's reply
 * is pushed flat_latency cycles after the read has entered. Walks go first, then the banks in turn.
 */
#ifndef GMMU_FLAT_MEMORY_H
#define GMMU_FLAT_MEMORY_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "mmu/data_oracle.h"

typedef struct flat_memory flat_memory;

/* In core clock domain `domain`; ends the program when out of memory. */
flat_memory *flat_memory_new(engine *e, const chip_config *chip, int domain);
void flat_memory_free(flat_memory *m);
int flat_memory_component(const flat_memory *m);

/* The links of L2 bank `bank`: mem_message down, page walks down, replies up. */
void flat_memory_attach_bank(flat_memory *m, uint32_t bank, engine_link *down, engine_link *walks,
                             engine_link *up);

/* Checks that writes are of the line that they reach; NULL, as without this call: nobody does. */
void flat_memory_attach_oracle(flat_memory *m, data_oracle *oracle);

/* As dram_channel_lines(). */
line_table *flat_memory_lines(flat_memory *m);

/* CHIP_MAX_APPS of them; only the dram_ fields are used, class 2 (normal), latency in core cycles. */
const app_stats *flat_memory_stats(const flat_memory *m);

/* Events for engine_event(): a = address, b = application and depth (depth << 8 | application). */
enum { FLAT_EVENT_READ = 0x400, FLAT_EVENT_WRITE };

#endif
