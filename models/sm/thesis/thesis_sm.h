/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SM of the thesis (Fig. 2.7, Table 6.1): it replaces sm/gto on a chip with
 * SM_THESIS. Per cycle one instruction of one ready warp is fetched into a unified
 * issue queue; up to issue_width instructions of one or two warps issue, out of order and
 * without renaming; sources are released at operand read, results at commit, out of order.
 *
 *   dispatcher ==block_command==> SM ==tlb_request==> shared TLB ==tlb_reply==> SM
 *   dispatcher <==block_report=== SM ==mem_message==> crossbar  ==mem_message=> SM
 *
 * Timing of one instruction, in cycles of the thesis's figures: F fetch, I issue (F + 1 at the
 * earliest), O operand read (I + 1), E execute (O + 1, as long as its unit takes), C
 * commit (the cycle after the last E). A dependent instruction issues at the earliest in the cycle
 * after the commit (RAW, WAW) or the operand read (WAR) that it waits for. Fetch of
 * a warp stops at control flow until it commits, at memory instructions until they issue (sm.fetch_stops: at
 * all, or at global ones), and at global ones also as warp_gate says; it goes on in the cycle in which the
 * instruction that stopped it issues (Fig. 6.3).
 *
 * Decisions of this project (D):
 * - a warp to fetch is picked loosely round robin; ready instructions issue oldest first, in the
 *   order of fetch; one warp may take all ways;
 * - a warp has at most 63 instructions in flight (one place of its window of 64 is for the
 *   next one);
 * - control flow goes to the branch unit; a math unit reads constants, and takes
 *   accesses without active lanes; p passes of an access to shared memory (bank conflicts) take the
 *   load/store unit for p cycles; accesses of a warp issue in program order;
 * - a barrier waits until the warp's older accesses can no longer fault, so that nothing is
 *   replayed across it, and until its accesses to shared memory are over; finished warps do not count;
 * - with an operand log a store or an atomic takes the load/store unit for two cycles, because the
 *   log has one port, and a replayed access for two more, because the log's RAM answers two cycles
 *   later than the register file;
 * - in-order schemes commit any number of instructions of a warp in a cycle.
 *
 * warp_gate, replay_queue and operand_log are the units of hls/ or rtl/.
 *
 * Values: registers, shared and global memory hold a 64-bit value each (values.h);
 * after a run they must be the same as after a run without faults.
 */
#ifndef GMMU_THESIS_H
#define GMMU_THESIS_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/block_messages.h"
#include "config/config.h"
#include "config/observer.h"
#include "config/switch_stats.h"
#include "mmu/data_oracle.h"
#include "mmu/oracle.h"
#include "program/workload.h"
#include "sm/parts/sm_wait.h"
#include "sm/parts/values.h"

typedef struct thesis_sm thesis_sm;

/*
 * Adds SM `number` to clock domain `domain`. values[a]: the memory values of application
 * a, or NULL: none are kept. watch may be NULL. All must outlive the SM. NULL with one
 * line in err: unknown unit, out of memory.
 */
thesis_sm *thesis_sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
                         value_memory *const *values, const observer *watch, char *err, size_t err_size);
void thesis_sm_free(thesis_sm *c); /* closes the streams that are still open */
int thesis_sm_component(const thesis_sm *c);

/* All three before the first tick. Messages as in sm/gto/gto_sm.h. */
void thesis_sm_attach_dispatcher(thesis_sm *c, engine_link *in, engine_link *out);
void thesis_sm_attach_tlb(thesis_sm *c, engine_link *to, engine_link *from);
void thesis_sm_attach_memory(thesis_sm *c, engine_link *to, engine_link *from);
/* Data are checked by it (sm/parts/lsu_data.h); NULL, as without this call: they are not. */
void thesis_sm_attach_data(thesis_sm *c, data_oracle *data);
/* Where switched-out blocks of all SMs go: the address of SM 0's SM_CONTEXT_BYTES (sm/sm.h). Reset value 0.
 */
void thesis_sm_set_contexts(thesis_sm *c, uint64_t address);

const app_stats *thesis_sm_stats(thesis_sm *c); /* CHIP_MAX_APPS entries, up to engine_now() */
/* Sum over all finished warps of their final registers and their block's shared memory. */
uint64_t thesis_sm_register_hash(const thesis_sm *c, uint32_t app);
const switch_stats *thesis_switching(const thesis_sm *c);
/* As sm_interface (sm/sm.h) says. */
uint64_t thesis_sm_context_bytes(const gpu_config *config, const kernel_info *kernel);
void thesis_sm_drop_context(block_context *context);
/* Is nothing resident, switched out or in flight? */
bool thesis_sm_idle(const thesis_sm *c);
/* lsu_quiet(), lsu_flush_frames() (sm/parts/lsu.h). */
bool thesis_sm_quiet(const thesis_sm *c, uint16_t asid);
void thesis_sm_flush(thesis_sm *c);
sm_wait thesis_sm_waits(const thesis_sm *c, uint32_t app, uint16_t asid);

#endif
