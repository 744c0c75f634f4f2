/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory channel: a DRAM scheduler (mem/dram_scheduler.h, chosen by the design) in front of the banks. It
 * lives in the memory clock domain.
 *
 * A request inside is named by an id in a table of 512. In each cycle at
 * most one request enters (page walks first, round robin over the L2 banks). Writes are posted:
 * they end with their data on the bus; reads are answered when their last data has
 * arrived. While nothing is inside, the channel sleeps, because the scheduler is then identity.
 *
 * D: a read gets the data of a write-back of its line that has entered before it, wherever in the channel
 * that is: write queues compare addresses. Both keep their turns and their times.
 */
#ifndef GMMU_DRAM_CHANNEL_H
#define GMMU_DRAM_CHANNEL_H

#include <stdint.h>

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "config/observer.h"
#include "mem/dram_scheduler.h"
#include "mem/gddr5.h"
#include "mem/mem_map.h"
#include "mem/place_use.h"
#include "mmu/data_oracle.h"

typedef struct dram_channel dram_channel;

/* Channel `number` with `apps` applications taking silver turns; `map` and `watch`
 * (may be NULL) must outlive it. NULL when a unit is missing. */
dram_channel *dram_channel_new(engine *e, const gpu_config *cfg, int domain, uint32_t number, uint32_t apps,
                               const mem_map *map, const observer *watch);
void dram_channel_free(dram_channel *c);
int dram_channel_component(const dram_channel *c);

/* One call per L2 bank of the channel: requests from it and replies to it (links of mem_message). */
void dram_channel_attach_bank(dram_channel *c, engine_link *requests, engine_link *replies);
/* The page walks' virtual channel (see l2_bank_attach_walks) of the n-th attached bank;
 * their replies take the bank's reply link. */
void dram_channel_attach_walks(dram_channel *c, uint32_t n, engine_link *requests);
/* Link of epoch_message from the MMU. */
void dram_channel_attach_epochs(dram_channel *c, engine_link *epochs);

/* Checks that writes are of the line that they reach; NULL, as without this call: nobody does. */
void dram_channel_attach_oracle(dram_channel *c, data_oracle *oracle);

/* What lies in memory, by the order in which requests have entered. Change it between the cycles. */
line_table *dram_channel_lines(dram_channel *c);

/* Receives the bank of each request; NULL, as without this call: none does. */
void dram_channel_attach_use(dram_channel *c, place_use *use);

/* CHIP_MAX_APPS of them; only the dram_ fields are used. dram_requests and
 * dram_cycles count reads, dram_writes the writes, dram_row_hits and the bus both. */
const app_stats *dram_channel_stats(const dram_channel *c);

/* Sum over all memory cycles of the entries in the golden (0), silver (1) and normal (2) queue. */
uint64_t dram_channel_level_sum(const dram_channel *c, uint32_t queue);

/* For tests and tracing: called for every DRAM command. */
typedef void (*dram_command_hook)(void *ctx, uint64_t cycle, const gddr5_command *command);
void dram_channel_on_command(dram_channel *c, dram_command_hook hook, void *ctx);

/* Events for engine_event(): a = address, b = application and depth (depth << 8 | application). */
enum { DRAM_EVENT_ENTER = 0x300, DRAM_EVENT_READ, DRAM_EVENT_WRITE };

#endif
