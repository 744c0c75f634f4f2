/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A load/store unit on the bench: a core that issues by a script and
 * notes every event, a shared TLB with pages that are not resident yet, and a memory
 * that notes every message.
 */
#ifndef GMMU_LSU_RIG_H
#define GMMU_LSU_RIG_H

#include "base/engine.h"
#include "config/messages.h"
#include "mmu/address_space.h"
#include "sm/parts/lsu.h"

#define LSU_RIG_SPACES  2U /* applications 0 and 1 */
#define LSU_RIG_ASID    5U /* of application 0; the next one is the other's */
#define LSU_RIG_PAGES   64U
#define LSU_RIG_REGION  4U /* pages served at once */
#define LSU_RIG_PENDING 512U
#define LSU_RIG_LOG     65536U
#define LSU_RIG_SCRIPT  512U

typedef struct {
    uint64_t cycle;
    lsu_event event;
    uint64_t pages[LSU_PAGES]; /* of FAULTED */
} lsu_rig_event;

typedef struct {
    uint64_t cycle; /* of its arrival at the memory */
    mem_message message;
} lsu_rig_message;

/* A request that is being served by the TLB or the memory. */
typedef struct {
    uint64_t ready;
    union {
        tlb_request translate;
        mem_message access;
    } what;
} lsu_rig_pending;

typedef struct {
    engine_link *in, *out;
    uint32_t latency; /* from the arrival of a request to the answer's departure */
    uint32_t jitter;  /* at most this many cycles more, and so out of order */
    uint64_t random;
    uint32_t open, most_open;
    uint64_t requests;
    uint8_t stalled;                          /* tlb_request.stalled of the last one */
    lsu_rig_pending pending[LSU_RIG_PENDING]; /* in order of `ready` */
} lsu_rig_server;

typedef enum { REGION_RESIDENT, REGION_ABSENT, REGION_SERVED } lsu_rig_residence;

typedef struct {
    uint64_t due; /* REGION_SERVED: until this cycle */
    lsu_rig_residence state;
    bool told; /* the core was answered FAULT */
} lsu_rig_region;

typedef struct {
    uint64_t cycle;
    warp_inst access;
    inflight_inst inst;
    bool faults;
    bool squash; /* inst.warp, instead of an issue */
} lsu_rig_step;

typedef struct lsu_rig lsu_rig;
struct lsu_rig {
    engine *engine;
    gpu_config config;
    lsu_policy policy; /* the thesis's; may be changed before the start */
    phys_mem *mem;
    address_space *space[LSU_RIG_SPACES];
    oracle *oracle;
    app_stats stats[CHIP_MAX_APPS];
    uint64_t running; /* warps; all to begin with */
    lsu *lsu;
    lsu_rig_server tlb, memory;
    lsu_rig_region region[LSU_RIG_SPACES][LSU_RIG_PAGES / LSU_RIG_REGION];
    uint32_t
        map_bits; /* log2 of the bytes of the pages that are mapped: 12; may be changed before the start */
    uint32_t service; /* cycles from the first fault on a region until it is resident */
    lsu_rig_step script[LSU_RIG_SCRIPT];
    uint32_t steps, next_step;
    lsu_rig_event event[LSU_RIG_LOG];
    uint32_t events;
    lsu_rig_message message[LSU_RIG_LOG];
    uint32_t messages;
    /* If set: called for every event, and once in every cycle after the script; the latter
     * returns the next cycle it wants. */
    void *ctx;
    void (*on_event)(void *ctx, uint64_t cycle, const lsu_event *event);
    uint64_t (*on_cycle)(void *ctx, uint64_t cycle);
};

/* L1 TLB: 32 entries, 8 ways, one cycle; L1: 32 KB, 40 cycles; shared TLB 20, memory 100 cycles. May be
 * changed before lsu_rig_start(). */
lsu_rig *lsu_rig_new(exception_scheme scheme);
void lsu_rig_start(lsu_rig *r);
void lsu_rig_free(lsu_rig *r);
/* The region of the page is not resident until a fault on it has been served. */
void lsu_rig_absent(lsu_rig *r, uint32_t app, uint64_t vpn);

/* Issues at the end of `cycle` (in order of the calls); inst.uid is the number of the step. */
void lsu_rig_issue(lsu_rig *r, uint64_t cycle, uint32_t warp, const warp_inst *access);
void lsu_rig_squash(lsu_rig *r, uint64_t cycle, uint32_t warp);
/* Runs until nothing happens any longer; the unit must be empty then. */
void lsu_rig_run(lsu_rig *r);

/* The cycle of the only event of this kind of instruction uid, or of RESOLVED of page uid; UINT64_MAX: there
 * is none. */
uint64_t lsu_rig_when(const lsu_rig *r, lsu_event_kind kind, uint64_t uid);
/* The first event of this kind of instruction uid; fails the test when there is none. */
const lsu_rig_event *lsu_rig_event_of(const lsu_rig *r, lsu_event_kind kind, uint64_t uid);
/* The cycle in which the unit sent the nth (0..) message of this kind; fails the test when there is none. */
uint64_t lsu_rig_sent(const lsu_rig *r, bool write, uint32_t n);
uint32_t lsu_rig_count(const lsu_rig *r, bool write);

/* Lane i accesses base + i * stride, 4 bytes. */
warp_inst lsu_rig_access(op_class op, uint64_t base, uint64_t stride);
void lsu_rig_issue_at(lsu_rig *r, uint64_t cycle, uint32_t warp, op_class op, uint64_t base, uint64_t stride);
/* Issues a load that brings page and line in, alone, long before cycle 1000. */
void lsu_rig_warm(lsu_rig *r, uint64_t address);

#define PAGE(n) ((uint64_t)(n) * 4096)

/* A cold access of a rig as it is made, issued in cycle t: looked up in t + 1, 2 cycles to the shared TLB and
 * back beside its 20, 2 to memory and back beside its 100. */
#define COLD_CHECK 23U
#define COLD_DONE  (COLD_CHECK + 102U)

#endif
