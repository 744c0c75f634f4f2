/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SM of the thesis (Fig. 2.7, Table 6.1): what replaces models/sm on a chip with
 * SM_THESIS. Per cycle one instruction of one ready warp is fetched into a unified
 * issue queue; up to issue_width instructions of one or two warps issue, out of order and
 * without renaming; sources are released at operand read, results at commit, out of order.
 *
 *   dispatcher ==block_message==> core ==tlb_request==> shared TLB ==tlb_reply==> core
 *   dispatcher <==block_done===== core ==mem_message==> crossbar  ==mem_message=> core
 *
 * Timing of one instruction, in cycles of the thesis's figures: F fetch, I issue (F + 1 at the
 * earliest), O operand read (I + 1), E execute (O + 1, as long as its unit takes), C
 * commit (the cycle after the last E). A dependent instruction issues in the cycle after
 * the commit (RAW, WAW) or after the operand read (WAR) it waits for, at the earliest. Fetch of
 * a warp stops at control flow until it commits and at global memory instructions as
 * warp_gate says; the gate of a warp is open in the cycle in which the instruction
 * that closed it issues (Fig. 6.3).
 *
 * Decisions of this project (D):
 * - a warp to fetch is picked loosely round robin; what is ready issues oldest first, in the
 *   order of fetch; one warp may take all ways;
 * - a warp has at most 63 instructions in flight (one place of its window of 64 is for the
 *   next one);
 * - control flow is the branch unit's, constants are read by a math unit, and so is an
 *   access without active lanes; p passes of an access to shared memory (bank conflicts) take the
 *   load/store unit for p cycles; accesses of a warp issue in program order;
 * - a barrier waits until the warp's older accesses cannot fault any more, so that nothing is
 *   replayed across it, and shared ones are over; warps that have ended do not count;
 * - with an operand log a store or an atomic takes the load/store unit for two cycles, as the
 *   log has one port, and a replayed access for two more, as the log's RAM answers two cycles
 *   later than the register file;
 * - in-order schemes commit any number of instructions of a warp in a cycle.
 *
 * warp_gate, replay_queue and operand_log are the very units of hls/ or rtl/.
 *
 * Value tokens: registers, shared and global memory hold a 64-bit token each (tokens.h);
 * what a run leaves in them must be what a run without faults leaves.
 */
#ifndef GMMU_CORE_H
#define GMMU_CORE_H

#include "core/switch_stats.h"
#include "core/tokens.h"
#include "engine/engine.h"
#include "gpu/app_stats.h"
#include "gpu/config.h"
#include "mmu/oracle.h"
#include "stats/observer.h"
#include "workloads/workload.h"

typedef struct core core;

/*
 * Adds SM `number` to clock domain `domain`. tokens[a]: the memory tokens of application
 * a, or NULL: none are kept. watch may be NULL. All must outlive the core. NULL with one
 * line in err: unknown unit, out of memory.
 */
core *core_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
               token_memory *const *tokens, const observer *watch, char *err, size_t err_size);
void core_free(core *c); /* closes the streams that are still open */
int core_component(const core *c);

/* All three before the first tick. Messages as in sm/sm.h. */
void core_attach_dispatcher(core *c, engine_link *in, engine_link *out);
void core_attach_tlb(core *c, engine_link *to, engine_link *from);
void core_attach_memory(core *c, engine_link *to, engine_link *from);

const app_stats *core_stats(core *c); /* GMMU_NUM_APPS entries, up to engine_now() */
/* Sum over all warps that have ended of their final registers and their block's shared memory. */
uint64_t core_register_hash(const core *c, uint32_t app);
const core_switch_stats *core_switching(const core *c);
/* Nothing resident, switched out or in flight. */
bool core_idle(const core *c);

#endif
