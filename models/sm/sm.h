/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A streaming multiprocessor (MASK Table 1): warp slots with one decoded
 * instruction each, a scoreboard per warp, greedy-then-oldest issue, ALU, SFU,
 * shared memory, and the load/store unit with coalescer, L1 TLB and L1 data cache.
 *
 *   dispatcher ==block_message==> SM ==tlb_request==> shared TLB ==tlb_reply==> SM
 *   dispatcher <==block_done===== SM ==mem_message==> crossbar  ==mem_message=> SM
 *
 * Decisions of this project (D), all in core cycles from issue at cycle t:
 * - an ALU result can be used at t + alu_latency, one of the SFU at t + sfu_latency
 *   (the next SFU instruction issues at t + sfu_interval), a constant at
 *   t + const_latency; a shared-memory access of p passes (bank conflicts) at
 *   t + shared_latency + p - 1, and the next one issues at t + p;
 * - a global access translates its first line at t + 1 and every further one a
 *   cycle later; a line is looked up in the L1 cache l1_tlb_latency (1 or more)
 *   later, and a hit has its data l1_latency (1 or more) after that;
 * - a branch lets its warp go on at t + alu_latency: no branch prediction;
 * - EXIT, barriers and fences take an issue slot and no time of their own; warps
 *   that have no instruction left count as arrived at a barrier; a fence
 *   issues when the warp's loads and atomics are back and its stores have left;
 * - a memory instruction without active lanes is an ALU instruction;
 * - a block that arrives at t issues from t + 1 on; one block is taken per cycle.
 */
#ifndef GMMU_SM_H
#define GMMU_SM_H

#include "engine/engine.h"
#include "gpu/app_stats.h"
#include "gpu/config.h"
#include "mmu/oracle.h"
#include "sm/occupancy.h"
#include "stats/observer.h"
#include "workloads/workload.h"

/* Dispatcher -> SM: run this block. From here on the SM closes the stream. A block
 * that does not fit yet waits in the link and holds up those behind it, so the
 * dispatcher counts by sm_blocks_fit() and never sends a kernel that fits 0 times. */
typedef struct {
    block_stream *stream;      /* NULL, with extra: the kernel has no block left */
    const kernel_info *kernel; /* read on arrival only */
    uint64_t block;            /* number in the grid; comes back */
    uint16_t asid;
    uint8_t app;
    bool extra; /* the answer to a wants_extra */
} block_message;

/* SM -> dispatcher: all warps of the block have ended, its resources are free. Or, with
 * wants_extra, no block has ended: the SM could switch one out and asks for one more than fit
 * (thesis 6.4.1). */
typedef struct {
    uint64_t block;
    uint32_t sm;
    uint16_t asid;
    uint8_t app;
    bool wants_extra;
} block_done_message;

/* What engine_event() records of an SM: kind (a, b). */
typedef enum {
    SM_EVENT_ISSUE,    /* (warp slot, pc) */
    SM_EVENT_TLB_HIT,  /* L1 TLB (virtual page, asid) */
    SM_EVENT_TLB_MISS, /* L1 TLB (virtual page, asid) */
    SM_EVENT_LINE,     /* line request at the L1 cache (physical line, op_class) */
    SM_EVENT_MEM_DONE  /* global access complete (uid, warp slot) */
} sm_event;

typedef struct sm sm;

/* Adds SM `number` to clock domain `domain`. watch may be NULL. Config, oracle and
 * watch must outlive the SM. */
sm *sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
           const observer *watch);
void sm_free(sm *s); /* closes the streams that are still open */
int sm_component(const sm *s);

/* All three before the first tick. */
void sm_attach_dispatcher(sm *s, engine_link *in, engine_link *out);
void sm_attach_tlb(sm *s, engine_link *to, engine_link *from);
void sm_attach_memory(sm *s, engine_link *to, engine_link *from);

/* GMMU_NUM_APPS entries, up to engine_now(). */
const app_stats *sm_stats(sm *s);
/* Nothing resident and nothing in flight. */
bool sm_idle(const sm *s);
/* A PTE was modified: empties the L1 TLB. Translations in flight still serve those
 * who wait for them but do not enter the TLB. */
void sm_flush_tlb(sm *s);

#endif
