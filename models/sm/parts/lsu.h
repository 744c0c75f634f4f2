/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The load/store unit of an SM: coalescer, L1 TLB, L1 data cache, and the path to the L2
 * cache. One line request per cycle looks up the L1 TLB; a miss waits at an L1-TLB MSHR while
 * later requests go on (hit under miss). A load is DONE when all its lines have arrived, a
 * store when all have left for the L2 cache, an atomic when all replies have arrived.
 *
 * The units of the two SMs differ only in lsu_policy.
 *
 *   issue -> coalesce -> look up lines -> [CHECKED, or FAULTED] -> L1, L2 -> DONE
 *
 * The TLB and the walker translate addresses; the oracle only checks
 * (except for the ideal TLB, which is the oracle's answer).
 *
 * D: stores are posted, one message per line, and update a line in the L1 without changing
 * its place; atomics always go to the L2 cache, one message per line, and drop the
 * line from the L1; a load that joins a miss is a miss; l1_hits and l1_misses count lines of
 * loads. One reply of each kind is taken per cycle; a translation serves all lines that
 * wait for it. l1_tlb_hits and l1_tlb_misses count translation requests: one per page of an
 * instruction (sm/parts/coalescer.h says which size), a hit or a miss as its first line is.
 */
#ifndef GMMU_LSU_H
#define GMMU_LSU_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "config/observer.h"
#include "mmu/data_oracle.h"
#include "mmu/oracle.h"
#include "sm/parts/coalescer.h"
#include "sm/parts/scoreboard.h"
#include "sm/parts/sm_wait.h"

/* At most: sm.lsu_insts, sm.lsu_lines. */
#define LSU_OPS   128U
#define LSU_LINES 512U

#define LSU_PAGES COALESCER_MAX_LINES /* distinct pages of one instruction, at most */

/* The differences between the two SMs. */
typedef struct {
    /*
     * True (thesis Fig. 2.7): the L1 finds lines by virtual address and ASID, in the cycle in
     * which they look up the TLB. l1.latency counts from that cycle. Misses, stores and atomics
     * leave for the L2 cache one per cycle, in order; hits pass those that wait.
     * False (MASK Fig. 2): the L1 finds lines by physical address, one per cycle, after the TLB.
     * l1.latency counts from that lookup. A line that cannot leave holds up those behind it;
     * the TLB's pipeline holds a line per cycle of its latency and one that waits at its end.
     * Lines that are translated late go through that pipeline again, ahead of the queue.
     */
    bool virtual_tags;
    /*
     * True (thesis 6.1): an instruction passes its last TLB check in the cycle in which the
     * check of its last line has succeeded, and is CHECKED: from then on it cannot fault. Lines of
     * stores and atomics leave only then, so an access that faults has had no effect. D, as the thesis is
     * silent: where a fault replays instructions, the instructions of a warp are CHECKED in program order if
     * one of the two is a store or an atomic. They look up the TLB at once, but for those that share a line:
     * the younger one waits outside the pipeline until the older one is CHECKED (sm.lookups). One of each
     * kind of event per cycle (the ports of replay_queue). mem_instructions and mem_transactions count at
     * CHECKED.
     *
     * False: a fault is a long TLB miss, and there is no CHECKED. Lines leave when they are translated; any
     * number of instructions end in a cycle. Both counters count at issue.
     */
    bool last_check;
} lsu_policy;

extern const lsu_policy lsu_policy_gto;    /* MASK's SM */
extern const lsu_policy lsu_policy_thesis; /* the thesis's SM */

/* The SM around the unit: its name, and the receivers of its reports. All of it must outlive the unit. */
typedef struct {
    engine *engine;
    int component;
    uint32_t number;
    const gpu_config *config;
    oracle *oracle;
    const observer *watch;   /* or NULL */
    app_stats *stats;        /* [CHIP_MAX_APPS] */
    const uint64_t *running; /* bit per warp slot whose warp has arrived and not ended */
    const uint64_t *held; /* likewise: its access waits at issue while lsu_port_held(); NULL: none is known */
} lsu_context;

typedef enum {
    LSU_CHECKED, /* last_check: inst passed its last TLB check */
    LSU_DONE,    /* inst is complete; always after CHECKED */
    LSU_FAULTED, /* last_check: inst cannot complete: pages[] are missing (may be 0, when all have arrived:
                    replay at once). Every line of it has been answered: the shared TLB knows all its
                    missing pages. The lines it loaded are dropped. */
    LSU_RESOLVED /* first_vpn .. first_vpn + page_count - 1 of asid can be used now */
} lsu_event_kind;

typedef struct {
    lsu_event_kind kind;
    inflight_inst inst; /* all except RESOLVED */
    uint16_t asid;      /* RESOLVED */
    uint64_t first_vpn; /* RESOLVED */
    uint32_t page_count;
    const uint64_t *pages; /* FAULTED: page_count of them, one page number in each page of the chip's smallest
                              size that is missing; valid until the next lsu_tick() */
} lsu_event;

typedef struct lsu lsu;

/* Ends the program when out of memory. Physical tags with last_check are not supported (asserted). */
lsu *lsu_new(const lsu_context *context, const lsu_policy *policy);
void lsu_free(lsu *l);
/* The links lead from and to the SM's component. */
void lsu_attach_tlb(lsu *l, engine_link *to, engine_link *from);
void lsu_attach_memory(lsu *l, engine_link *to, engine_link *from);
/* Data are checked by it; NULL, as without this call: they are not. The memory at the links must send them.
 */
void lsu_attach_data(lsu *l, data_oracle *data);

/* Can it take an instruction in this cycle? */
bool lsu_accepts(const lsu *l);
/* It cannot, and a miss blocks the look-up port: accesses wait at issue for the answer. */
bool lsu_port_held(const lsu *l);
/* A global access with active lanes; lsu_accepts() was true. `faults`: inject a fault into it
 * (FAULTS_INJECT); the page is RESOLVED after the host's allocate_ns. */
void lsu_issue(lsu *l, const warp_inst *access, const inflight_inst *inst, bool faults);

/* One cycle. Then lsu_take_event() until false. */
void lsu_tick(lsu *l, uint64_t cycle);
bool lsu_take_event(lsu *l, lsu_event *event);
/* The next cycle after `cycle` in which it has something to do by itself, or GMMU_NEVER. */
uint64_t lsu_next(const lsu *l, uint64_t cycle);

/* Removes every instruction of the warp that has not passed its last TLB check, without events.
 * Until then a FAULTED one counts as not passed: instructions that must not overtake it wait. */
void lsu_squash(lsu *l, uint32_t warp);

/* Bit per warp: a line of it waits for a translation, or an access of it waits, here or at issue, behind one
 * that blocks the look-up port (app_stats.stall_tlb_cycles). */
uint64_t lsu_tlb_waiting(const lsu *l);

/* What the lines of a context hold in memory, by physical address, for the data oracle; all 0: nothing. */
typedef struct {
    line_table versions;
    line_table tokens; /* context_line.token, in place of a version */
} saved_lines;
static inline void saved_lines_free(saved_lines *s) {
    line_table_free(&s->versions);
    line_table_free(&s->tokens);
}

/* Context save and restore: one 128-byte line to or from memory by the same link as
 * all other accesses, behind all lines that wait for it. False: not in this cycle; ask again in the next one.
 * A reply to a read, or to an acknowledged write, counts in lsu_context_lines_answered().
 *
 * With CONTEXTS_VIRTUAL the line first looks up the L1 TLB, by the same port as the lines of instructions and
 * behind them. lsu_context_tlb() counts these look-ups. The page must be resident. While a line waits, the
 * pages after it are asked for, one a cycle (D: a trap handler runs on all warps of the block at once, thesis
 * 5.2.2; a page for each). */
typedef struct {
    uint64_t address; /* line-aligned; virtual with CONTEXTS_VIRTUAL, else physical */
    uint16_t asid;
    uint8_t app, warp;  /* warp: the slot of the block's first one */
    uint64_t end;       /* of the context: address after its last line */
    uint32_t warps;     /* of the block */
    bool system;        /* in system mode, as a trap handler (thesis 2.4) */
    uint32_t token;     /* what lies in the line, by its place in the block (context_values_token()) */
    saved_lines *saved; /* of the context. Saving fills it; with the first read to the last answer it is
                           compared */
} context_line;

typedef enum {
    CONTEXT_READ,
    CONTEXT_WRITE,    /* posted; ordered only with later reads of this SM */
    CONTEXT_WRITE_ACK /* acknowledged: then ordered with later reads of every SM */
} context_access;
bool lsu_context_line(lsu *l, const context_line *line, context_access what);
uint64_t lsu_context_lines_answered(const lsu *l);
/* Of contexts: lines that hit the L1 TLB, and lines that waited for a translation. */
void lsu_context_tlb(const lsu *l, uint64_t *hits, uint64_t *misses);

/* Nothing in flight. */
bool lsu_empty(const lsu *l);
/* Is nothing of this address space in flight, also nothing that was squashed? */
bool lsu_quiet(const lsu *l, uint16_t asid);
/* The first access of an address space that does not go on. */
sm_wait lsu_waits(const lsu *l, uint16_t asid);
/* A page was mapped elsewhere: empties the L1 TLB, and an L1 with virtual tags. Translations in
 * flight still serve the requests that wait for them, but do not enter the TLB. */
void lsu_flush_tlb(lsu *l);
/* Frames were given back: the same, and empties the L1 whatever its tags are. */
void lsu_flush_frames(lsu *l);

#endif
