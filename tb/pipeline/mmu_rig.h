/*
 * The shared TLB on a test bench: SMs that follow a script of requests, a memory of random
 * latency behind the walker, a listener to the epoch messages.
 */
#ifndef GMMU_MMU_RIG_H
#define GMMU_MMU_RIG_H

#include "unit_test.h"

#include "mmu/shared_tlb.h"

#define RIG_SMS   30U
#define RIG_ASKS  512U /* requests of one SM */
#define RIG_READS 256U /* reads the memory holds */
#define RIG_NOTES 64U
#define RIG_APPS  2U
#define RIG_PAGES 400U /* of each application, from vpn 0x40000 */
#define RIG_VPN   UINT64_C(0x40000)

/* One request and what became of it. */
typedef struct {
    uint64_t cycle; /* when to send it */
    uint64_t vpn;
    uint32_t warp;
    uint32_t answers;
    uint64_t ppn, answered;
} ask;

typedef struct {
    engine *e;
    engine_link *out, *in;
    ask asks[RIG_ASKS];
    uint32_t count, sent, answered;
    uint64_t random;
    unsigned lazy; /* percent of the cycles in which it takes no reply */
    uint8_t sm, app;
    uint16_t asid;
} stub_sm;

typedef struct {
    engine_link *in, *out;
    struct {
        mem_message read;
        uint64_t due;
    } held[RIG_READS];
    uint32_t count, most;
    uint64_t lines[RIG_APPS][PT_MAX_LEVELS + 1]; /* last one read, by application and depth */
    uint8_t depth[256];                          /* of the last read of each walk */
    uint64_t reads, random, latency;
    uint8_t port;
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
    uint8_t core_app[RIG_SMS];
    shared_tlb *t;
    stub_sm sm[RIG_SMS];
    stub_memory memory;
    stub_listener listener;
    observer watch;
    uint64_t spans, values; /* seen by it */
} mmu_rig;

/* Chip preset mask with 8 SMs; design mask or sharedtlb. */
gpu_config mmu_rig_config(bool tokens);
/* Application 0 runs on the lower half of the SMs, 1 on the upper; pages RIG_VPN.. are mapped. */
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
/* Every request was answered once, with the page table's word; the counts agree. */
void mmu_rig_check(const mmu_rig *g);

#endif
