/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The thesis's SM on the bench: a dispatcher that feeds it blocks, a shared TLB with pages
 * that are not resident yet, a memory, and the values of a run in program order to
 * compare with.
 */
#ifndef GMMU_THESIS_RIG_H
#define GMMU_THESIS_RIG_H

#include "config/messages.h"
#include "mmu/address_space.h"
#include "program/spool.h"
#include "sm/thesis/thesis_sm.h"

#define THESIS_RIG_BLOCKS  64U
#define THESIS_RIG_PAGES   512U
#define THESIS_RIG_REGION  4U /* pages served at once */
#define THESIS_RIG_PENDING 1024U
#define THESIS_RIG_ASID    7U
#define THESIS_RIG_APP     2U
#define THESIS_RIG_PAGE    UINT64_C(4096)

typedef struct {
    uint64_t ready;
    union {
        tlb_request translate;
        mem_message access;
    } what;
} thesis_rig_pending;

typedef struct thesis_rig thesis_rig;

/* The shared TLB (with `rig`) or the memory: answers later, in any order. */
typedef struct {
    thesis_rig *rig;
    engine_link *in, *out;
    uint32_t latency; /* from the arrival of a request to the answer's departure */
    uint32_t jitter;  /* at most this many cycles more */
    uint64_t random;
    uint64_t requests;
    uint32_t open_acks; /* writes that are to be acknowledged and are not yet */
    uint64_t acks;      /* acknowledged writes */
    /* By region: its end will be told here; the SM has been answered FAULT. */
    bool awaited[THESIS_RIG_PAGES / THESIS_RIG_REGION], told[THESIS_RIG_PAGES / THESIS_RIG_REGION];
    uint32_t open;
    thesis_rig_pending pending[THESIS_RIG_PENDING]; /* in order of `ready` */
} thesis_rig_server;

typedef struct {
    bool absent;
    uint64_t due; /* absent: resident from then on; 0: no request yet */
} thesis_rig_region;

/* A second SM, on the same pages and values. */
typedef struct {
    thesis_sm *sm; /* NULL without `two_sms` */
    thesis_rig_server tlb, memory;
    engine_link *to_sm, *from_sm;
} thesis_rig_second;

struct thesis_rig {
    engine *engine;
    gpu_config config;
    phys_mem *mem;
    address_space *space;
    oracle *oracle;
    spool *spool;
    thesis_sm *sm;
    const observer *watch; /* may be set before the start */
    value_memory *values[CHIP_MAX_APPS];
    bool without_tokens;
    thesis_rig_server tlb, memory;
    uint32_t service; /* cycles from the first request for a page that is not resident until it is */
    thesis_rig_region region[THESIS_RIG_PAGES / THESIS_RIG_REGION];
    bool two_sms;     /* may be set before the start */
    tick_fn dispatch; /* instead of the rig's own dispatcher, which counts */
    void *dispatch_self;
    thesis_rig_second second;
    /* dispatcher */
    engine_link *to_sm, *from_sm;
    kernel_info kernel;
    block_stream *block[THESIS_RIG_BLOCKS];
    block_stream *reference[THESIS_RIG_BLOCKS];
    uint32_t blocks, sent, done;
    /* With block switching it counts like the chip's dispatcher. */
    uint32_t fit, resident, wanted;
    uint32_t most_resident, asked, refused;
    uint64_t instructions;
    uint64_t done_cycle; /* of the last block */
};

/* Thesis Table 6.1; may be changed before thesis_rig_start(). */
thesis_rig *thesis_rig_new(exception_scheme scheme);
void thesis_rig_start(thesis_rig *r);
void thesis_rig_free(thesis_rig *r);
/* The region of the page is not resident until a fault on it has been served. */
void thesis_rig_absent(thesis_rig *r, uint64_t vpn);

/* Adds a block; program of each warp. */
void thesis_rig_add_block(thesis_rig *r, uint32_t warps, const warp_inst *const *program,
                          const uint32_t *count);
/* Cycles after which a run is taken to hang. One MSHR of the L1 cache alone makes it millions. */
#define THESIS_RIG_LIMIT UINT64_C(100000000)
/* Runs to the end of all blocks, or for `cycles`; false when the end was not reached. */
bool thesis_rig_run(thesis_rig *r, uint64_t cycles);
/* Are the final values those of a run in program order? Call it once. */
bool thesis_rig_tokens_right(thesis_rig *r);

/* ---- random programs without races ---- */

#define THESIS_PROGRAM_WARPS  16U
#define THESIS_PROGRAM_SHARED 8192U /* bytes of shared memory of a block */
#define THESIS_PROGRAM_LENGTH 160U

typedef struct {
    uint32_t blocks, warps;
    uint32_t length;         /* instructions of a warp, at most */
    uint32_t registers;      /* fewer registers, more hazards */
    uint32_t memory_percent; /* of all instructions */
} thesis_program;

/* Its own pages; pages that programs of other blocks use, too, start at page 0. */
#define THESIS_PROGRAM_COMMON 16U
uint32_t thesis_program_pages(const thesis_program *p);
/* Writes its blocks, one after the other. */
typedef void (*thesis_program_block_fn)(void *ctx, uint32_t warps, const warp_inst *const *program,
                                        const uint32_t *count);
void thesis_program_write(const thesis_program *p, uint64_t seed, thesis_program_block_fn add, void *ctx);
void thesis_rig_add_program(thesis_rig *r, const thesis_program *p, uint64_t seed);

#endif
