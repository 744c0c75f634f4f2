/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shared TLB on a test bench: SMs that follow a script of requests, a memory of random
 * latency behind the walker, and a listener to the epoch messages.
 */
#ifndef GMMU_MMU_RIG_H
#define GMMU_MMU_RIG_H

#include "unit_test.h"

#include "mmu/last_level.h"
#include "mmu/tlb_tree.h"
#include "os/fault_unit.h"

#define RIG_SMS   30U
#define RIG_ASKS  512U /* requests of one SM */
#define RIG_READS 256U /* reads the memory holds */
#define RIG_PORTS 64U  /* of the walkers */
#define RIG_NOTES 64U
#define RIG_APPS  2U
#define RIG_PAGES 400U /* of each application, from vpn 0x40000 */
#define RIG_VPN   UINT64_C(0x40000)

/* One request and its results. */
typedef struct {
    uint64_t cycle; /* when to send it */
    uint64_t vpn;
    uint32_t warp;
    uint64_t running; /* warp slots of its SM that run then */
    uint8_t stalled;  /* tlb_request.stalled: 1, may be changed */
    uint32_t answers; /* TLB_REPLY_PAGE */
    uint64_t ppn, answered;
    uint32_t faults; /* TLB_REPLY_FAULT */
    uint64_t faulted, resolved;
    bool waiting; /* for TLB_REPLY_RESOLVED */
    bool again;   /* to be sent again */
    bool found;   /* tlb_reply.found */
} ask;

typedef struct {
    engine *e;
    engine_link *out, *in;
    ask asks[RIG_ASKS];
    uint32_t count, sent, answered, again;
    uint32_t notes; /* TLB_REPLY_RESOLVED */
    uint64_t random;
    unsigned lazy; /* percent of the cycles in which it takes no reply */
    uint8_t sm, app;
    uint16_t asid;
    uint64_t running; /* of the requests added from now on; all to begin with */
    bool system;      /* mode of its warps */
} stub_sm;

typedef struct {
    engine_link *in[RIG_PORTS], *out[RIG_PORTS];
    struct {
        mem_message read;
        uint64_t due;
    } held[RIG_READS];
    uint32_t count, most;
    uint64_t lines[RIG_APPS][PAGE_TABLE_MAX_LEVELS + 1]; /* last one read, by application and depth */
    uint8_t depth[256];                                  /* of the last read of each walk */
    uint64_t reads, random, latency;
    uint32_t first_port, ports;
    bool dual;   /* the page table has dual entries */
    bool cached; /* walks may begin below the root */
} stub_memory;

typedef struct {
    engine_link *in;
    epoch_message notes[RIG_NOTES]; /* the first ones */
    uint32_t count;
} stub_listener;

typedef struct {
    engine *e;
    gpu_config config;
    phys_mem *mem;
    address_space *spaces[RIG_APPS];
    uint8_t sm_app[RIG_SMS];
    last_level *t;
    tlb_tree tree;             /* levels before it, when the configuration has more than two */
    fault_unit *faults;        /* with FAULTS_MIGRATE and FAULTS_LAZY, else NULL */
    uint8_t origin[RIG_PAGES]; /* page_origin, of both applications; PAGE_HOST to begin with */
    stub_sm sm[RIG_SMS];
    stub_memory memory;
    stub_listener listener;
    observer watch;
    uint64_t spans, values; /* that it has seen */
} mmu_rig;

/* Chip preset mask with 8 SMs; design mask or sharedtlb. */
gpu_config mmu_rig_config(bool tokens);
/* Application 0 runs on the lower half of the SMs, 1 on the upper; pages RIG_VPN.. are mapped, in sizes of
 * the chip. With FAULTS_MIGRATE and FAULTS_LAZY they are reserved, and there is a fault unit. */
mmu_rig *mmu_rig_new(gpu_config config, uint64_t seed);
void mmu_rig_free(mmu_rig *g);

/* Adds a request to the script of an SM, before the rig runs, in order of cycles. */
ask *mmu_rig_ask(mmu_rig *g, uint32_t sm, uint64_t cycle, uint64_t vpn, uint8_t warp);
/* Random requests of all SMs: `each` of every SM, over about `cycles`. */
void mmu_rig_ask_randomly(mmu_rig *g, uint32_t each, uint64_t cycles, uint64_t pages, uint64_t seed);

void mmu_rig_run(mmu_rig *g, uint64_t until);
void mmu_rig_finish(mmu_rig *g); /* until every request is answered */

uint64_t mmu_rig_ppn(const mmu_rig *g, uint32_t app, uint64_t vpn); /* by the page table */
app_stats mmu_rig_stats(const mmu_rig *g);                          /* of both applications */
/* Changes the origin of pages before the rig runs; n pages from RIG_VPN + first on. */
void mmu_rig_origin(mmu_rig *g, uint32_t first, uint32_t n, page_origin origin);
/* Every request was answered once, as the page table says, and the counts agree. */
void mmu_rig_check(const mmu_rig *g);
/* The part of it that also holds with faults. */
void mmu_rig_check_answers(const mmu_rig *g);

#endif
