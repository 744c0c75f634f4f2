/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A streaming multiprocessor (MASK Table 1): warp slots with one decoded
 * instruction each, a scoreboard per warp, greedy-then-oldest issue, ALU, SFU,
 * shared memory, and the load/store unit with coalescer, L1 TLB and L1 data cache.
 *
 *   dispatcher ==block_command==> SM ==tlb_request==> shared TLB ==tlb_reply==> SM
 *   dispatcher <==block_report=== SM ==mem_message==> crossbar  ==mem_message=> SM
 *
 * Decisions of this project (D), all in core cycles from issue at cycle t:
 * - an ALU result can be used at t + alu_latency, an SFU result at t + sfu_latency
 *   (the next SFU instruction issues at t + sfu_interval), a constant at
 *   t + const_latency; a shared-memory access of p passes (bank conflicts) at
 *   t + shared_latency + p - 1, and the next one issues at t + p;
 * - a global access translates its first line at t + 1 and every further one a
 *   cycle later; a line is looked up in the L1 cache l1_tlb_latency (1 or more)
 *   later, and a hit has its data l1_latency (1 or more) after that;
 * - a branch lets its warp continue at t + alu_latency: no branch prediction;
 * - EXIT, barriers and fences take an issue slot and no further time; warps
 *   that have no instruction left count as arrived at a barrier; a fence
 *   issues when the warp's loads and atomics are back and its stores have left;
 * - a memory instruction without active lanes is an ALU instruction;
 * - a block that arrives at t issues from t + 1 on; the SM takes one command per cycle;
 * - blocks of several applications share the SM: slots, registers and shared memory go to the
 *   block that comes first, the scheduler of warps goes by age alone, and L1 TLB, L1 cache and units are one
 *   for all;
 * - the context of a block is its registers and shared memory as allocated, and one line per
 *   warp for its place in the program, barrier and masks. It moves line by line behind all other
 *   accesses of the SM, at most one line per cycle. One block is moved at a time; of several
 *   blocks to be saved, the one in the lowest slot goes first.
 *
 * Commands and reports: config/block_messages.h. Values: gto_values.h.
 */
#ifndef GMMU_GTO_SM_H
#define GMMU_GTO_SM_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/block_messages.h"
#include "config/config.h"
#include "config/observer.h"
#include "config/switch_stats.h"
#include "mmu/data_oracle.h"
#include "mmu/oracle.h"
#include "program/workload.h"
#include "sm/parts/occupancy.h"
#include "sm/parts/sm_wait.h"
#include "sm/parts/values.h"

typedef struct gto_sm gto_sm;

/* Adds SM `number` to clock domain `domain`. values[a]: the memory values of application a; with
 * config.check_values and values not NULL, values are kept. watch may be NULL. Config, oracle, values
 * and watch must outlive the SM. Ends the program when out of memory. */
gto_sm *gto_sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
                   value_memory *const *values, const observer *watch);
void gto_sm_free(gto_sm *s); /* closes the streams that are still open */
int gto_sm_component(const gto_sm *s);

/* All three before the first tick. */
void gto_sm_attach_dispatcher(gto_sm *s, engine_link *in, engine_link *out);
void gto_sm_attach_tlb(gto_sm *s, engine_link *to, engine_link *from);
void gto_sm_attach_memory(gto_sm *s, engine_link *to, engine_link *from);
/* Data are checked by it (sm/parts/lsu_data.h); NULL, as without this call: they are not. */
void gto_sm_attach_data(gto_sm *s, data_oracle *data);

/* CHIP_MAX_APPS entries, up to engine_now(). */
const app_stats *gto_sm_stats(gto_sm *s);
/* Sum over all finished warps of their final registers and their block's shared memory. */
uint64_t gto_sm_register_hash(const gto_sm *s, uint32_t app);
const switch_stats *gto_sm_switching(const gto_sm *s);
/* As sm_interface (sm/sm.h) says. */
uint64_t gto_context_bytes(const gpu_config *config, const kernel_info *kernel);
void gto_drop_context(block_context *context);
/* Is nothing resident and nothing in flight? */
bool gto_sm_idle(const gto_sm *s);
/* A PTE was modified: empties the L1 TLB. Translations in flight still serve the requests
 * that wait for them, but do not enter the TLB. */
void gto_sm_flush_tlb(gto_sm *s);
/* lsu_quiet(), lsu_flush_frames() (sm/parts/lsu.h). */
bool gto_sm_quiet(const gto_sm *s, uint16_t asid);
void gto_sm_flush(gto_sm *s);
sm_wait gto_sm_waits(const gto_sm *s, uint32_t app, uint16_t asid);
/* Nothing of an application is issued while it is paused; is nothing in flight in the load/store unit? */
void gto_sm_pause(gto_sm *s, uint32_t app, bool paused);
bool gto_sm_still(const gto_sm *s);

#endif
