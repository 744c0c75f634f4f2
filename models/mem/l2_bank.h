/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One bank of the shared L2 cache: true LRU, 128-byte lines, write-back. Its units
 * l2_bypass (MASK 5.3; mem/bypass_units.h) decide which page-walk requests skip the cache.
 *
 * A request taken from the input link in cycle t asks l2_bypass and checks the tags
 * in t + 1; a hit's reply is pushed in t + l2_latency. Up to l2_ports (at most
 * 2) requests enter and replies leave per cycle. A request that cannot proceed
 * (no MSHR, merge list full, no room towards memory or in the reply pipeline)
 * stalls the requests behind it, and so the input link. A look-up holds its port for l2.port_cycles.
 *
 * Decisions:
 * - Write-allocate without fetch (write-validate): a write miss takes a line at
 *   once; the model does not keep which of its bytes were written, so a later read hits.
 *   A write to a line being fetched makes it dirty on arrival.
 * - With l2.sector_bytes below a line this holds of the sectors that a request names (mem/line_sectors.h;
 *   FGPU App. A): a hit finds all of them, a miss fetches those that lack, a write-back carries those that
 * were written. A line has one MSHR, whatever sectors of it are fetched. Data have one version a line, the
 * newest of its sectors, so the data oracle does not tell an old sector from a new one.
 * - A miss leaves when its tags are checked. With l2.miss_from=latency the link behind the bank takes the
 *   further cycles of a look-up (chip/memory_system.c).
 * - A miss to a line being fetched merges, up to l2.merges requests a line, and
 *   counts as a miss.
 * - l2.entry_latency lies before the tags: a message of the crossbar takes that number of cycles to them.
 *   For data, and walks among them, it is in the link to the bank (chip/memory_system.c); walks
 *   with a channel of their own ask l2_bypass first, and those that bypass the cache skip it, as
 *   MASK 7.2 has it.
 * - With design.l2_bypass static, or l2.bypass_first, the level of a read says whether it bypasses,
 *   and l2_bypass is not asked.
 * - A bypassing walk request skips l2.entry_latency, the look-up and the fill, or the parts that
 *   design.bypass_skips names. Without the look-up or without the fill it has an MSHR of its own; without
 *   the look-up it does not merge. It cannot read stale data: page tables are never written through
 *   the cache, so no dirty copy of them exists.
 * - The probe of a write counts as a data-demand access, also for l2_bypass.
 * - A drop waits while its line is fetched. Its reply is l2_latency after it was taken; the write-back, if
 *   there is one, is on its way then. It counts as no access.
 * - A write that is to be acknowledged has a reply l2_latency after it was taken, hit or miss:
 *   tag checks are in the order of arrival, so later reads find its line.
 */
#ifndef GMMU_L2_BANK_H
#define GMMU_L2_BANK_H

#include <stdint.h>

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "mem/mem_map.h"
#include "mem/place_use.h"
#include "mmu/data_oracle.h"
#include "units/unit_needs.h"

#define L2_MERGES 8U /* l2.merges, at most */

typedef struct l2_bank l2_bank;

/* Bank `number` of the chip; `map` must outlive it. NULL when the unit l2_bypass is missing. */
l2_bank *l2_bank_new(engine *e, const gpu_config *cfg, int domain, uint32_t number, const mem_map *map);
void l2_bank_free(l2_bank *b);
/* The units of a bank. */
const unit_need *l2_bank_units(const gpu_config *config);
int l2_bank_component(const l2_bank *b);

/* Requests of the crossbar, replies to it; requests to the channel, replies from it. Links of mem_message. */
void l2_bank_attach(l2_bank *b, engine_link *requests, engine_link *replies, engine_link *to_memory,
                    engine_link *from_memory);
/*
 * The page walks' own virtual channel, from the walkers and to memory; either may be NULL: walks come, or go
 * on, in between the data requests. Decision: with MASK's mechanisms a walk must not wait behind data
 * requests that wait for an MSHR or for a full silver or normal queue, or L2 bypass and golden queue would
 * come too late to matter. One walk is taken per cycle, tag checks of walks go first, and a few MSHRs are
 * reserved for them.
 */
void l2_bank_attach_walks(l2_bank *b, engine_link *requests, engine_link *to_memory);
/* Link of epoch_message from the MMU. */
void l2_bank_attach_epochs(l2_bank *b, engine_link *epochs);

/* Writes get their versions from it; NULL, as without this call: all are 0. */
void l2_bank_attach_oracle(l2_bank *b, data_oracle *oracle);

/* Receives the set that each tag check looks at; NULL, as without this call: none does. */
void l2_bank_attach_use(l2_bank *b, place_use *use);

/* CHIP_MAX_APPS of them; only the l2_ fields are used. */
const app_stats *l2_bank_stats(const l2_bank *b);

/* Events for engine_event(): a = address, b = application and depth (depth << 8 | application). */
enum { L2_EVENT_HIT = 0x200, L2_EVENT_MISS, L2_EVENT_BYPASS, L2_EVENT_FILL, L2_EVENT_WRITEBACK };

#endif
