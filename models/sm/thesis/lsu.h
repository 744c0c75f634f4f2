/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The load/store unit of the thesis's SM (Fig. 2.7, 6.5): coalescer, L1 TLB, virtually
 * addressed L1 cache. One line request a cycle looks up the L1 TLB (32 entries, 8-way)
 * and, at the same time, the L1 cache; a TLB miss waits at an L1-TLB MSHR and whatever
 * comes behind goes on. The last TLB check of an instruction is the cycle in which the
 * check of its last line has succeeded: from then on it cannot fault.
 *
 *   issue -> [operand read by the core] -> coalesce -> check lines -> CHECKED -> DONE
 *                                                           \-> all answered, some page
 *                                                               missing -> FAULTED
 *
 * - A load's lines go on to the L1 cache as they are translated; it is DONE when all are
 *   there. A store's or atomic's lines leave for the L2 cache only after its last TLB
 *   check, so a store that faults has had no effect; stores are DONE when all lines have
 *   left, atomics when all replies are there.
 * - Memory order of a warp: an instruction waits, outside the pipeline, while an older
 *   one of its warp has not passed its last TLB check and one of the two is a store
 *   or an atomic. So those pairs pass their last checks in program order, which is the
 *   order in which the core lets them take effect (D: the thesis says nothing).
 * - A faulted instruction has been told about every line: the shared TLB has
 *   heard of all the pages it misses. What it loaded meanwhile is dropped.
 * - Under a scheme that is not preemptible the shared TLB never answers FAULT, the
 *   instruction just waits.
 */
#ifndef GMMU_THESIS_LSU_H
#define GMMU_THESIS_LSU_H

#include "base/engine.h"
#include "mmu/oracle.h"
#include "spec/app_stats.h"
#include "spec/config.h"
#include "spec/observer.h"
#include "workloads/workload.h"

#define LSU_PAGES 64U /* distinct pages of one instruction, at most */

/* The SM around the unit: who it is and whom it tells. */
typedef struct {
    engine *engine;
    int component;
    uint32_t number;
    const gpu_config *config;
    oracle *oracle;
    const observer *watch;
    app_stats *stats; /* [GMMU_NUM_APPS] */
} lsu_context;

typedef struct {
    uint64_t uid; /* as the observer is told */
    uint8_t warp; /* slot */
    uint8_t app;
    uint16_t asid;
    uint16_t seq; /* the warp's instructions in program order, modulo 2^16 */
    bool system;  /* privilege of the warp */
} lsu_inst;

typedef enum {
    LSU_CHECKED, /* inst passed its last TLB check */
    LSU_DONE,    /* inst is complete; always after CHECKED */
    LSU_FAULTED, /* inst cannot complete: pages[] are missing (may be 0, when all came meanwhile: replay at
                    once) */
    LSU_RESOLVED /* first_vpn .. first_vpn + page_count - 1 of asid can be used now */
} lsu_event_kind;

typedef struct {
    lsu_event_kind kind;
    lsu_inst inst;
    uint16_t asid; /* RESOLVED */
    uint64_t first_vpn;
    uint32_t page_count;
    const uint64_t *pages; /* FAULTED: page_count of them; valid until the next lsu_tick() */
} lsu_event;

typedef struct lsu lsu;

lsu *lsu_new(const lsu_context *context);
void lsu_free(lsu *l);
void lsu_attach_tlb(lsu *l, engine_link *to, engine_link *from);
void lsu_attach_memory(lsu *l, engine_link *to, engine_link *from);

/* Can it take an instruction in this cycle? */
bool lsu_accepts(const lsu *l);
/* A global access with active lanes at the end of its operand read; lsu_accepts() was true.
 * `faults`: inject a fault into it (FAULTS_INJECT); the page is RESOLVED after the host's allocate_ns. */
void lsu_issue(lsu *l, const warp_inst *access, const lsu_inst *inst, bool faults);

/* One cycle. Then lsu_take_event() until false: at most one event each of CHECKED, DONE
 * and FAULTED a cycle (the ports of replay_queue), any number of RESOLVED. */
void lsu_tick(lsu *l, uint64_t cycle);
bool lsu_take_event(lsu *l, lsu_event *event);
/* The next cycle after `cycle` in which it has something to do by itself, or GMMU_NEVER. */
uint64_t lsu_next(const lsu *l, uint64_t cycle);

/* Removes every instruction of the warp that has not passed its last TLB check, without events.
 * Until this, a FAULTED one counts as one that has not passed: those that must not overtake it wait. */
void lsu_squash(lsu *l, uint32_t warp);

/* Bit per warp: a line of it waits for a translation (app_stats.stall_tlb_cycles). */
uint64_t lsu_tlb_waiting(const lsu *l);

/* Context save and restore (thesis 6.4.1): one 128-byte line to or from memory by the same
 * link as everything else. A write may be sent when it returns true; a read's reply
 * counts in lsu_context_lines_read(). paddr: line-aligned. */
bool lsu_context_line(lsu *l, uint64_t paddr, uint8_t app, bool write);
uint64_t lsu_context_lines_read(const lsu *l);

/* Nothing in flight. */
bool lsu_empty(const lsu *l);
/* A page was mapped elsewhere: empties the L1 TLB, and the L1 cache, whose lines are virtual. */
void lsu_flush_tlb(lsu *l);

#endif
