/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An SM on the bench: a dispatcher that feeds it blocks, a shared TLB and a memory
 * that answer after a fixed or random time, and an observer that notes every issue.
 */
#ifndef GMMU_SM_RIG_H
#define GMMU_SM_RIG_H

#include "base/engine.h"
#include "config/messages.h"
#include "mmu/address_space.h"
#include "mmu/oracle.h"
#include "program/spool.h"
#include "sm/gto/gto_sm.h"

#define SM_RIG_MAX_ISSUES  65536U
#define SM_RIG_MAX_BLOCKS  64U
#define SM_RIG_MAX_PENDING 128U
#define SM_RIG_ASID        7U
#define SM_RIG_APP         3U

/* The common part of the shared TLB and the memory: they answer later. */
typedef struct {
    uint64_t ready;
    union {
        tlb_request translate;
        mem_message access;
    } what;
} sm_rig_pending;

typedef struct {
    const address_space *space; /* NULL: this is the memory */
    engine_link *in, *out;
    uint32_t latency; /* from the arrival of a request to the answer's departure */
    uint32_t jitter;  /* at most this many cycles more, and so out of order */
    uint64_t random;
    uint64_t next_ready;                /* of all open ones */
    uint64_t reads, writes, duplicates; /* duplicates: translations asked for while already under way */
    uint32_t head, open, most_open;
    tlb_request last; /* translation asked for */
    sm_rig_pending pending[SM_RIG_MAX_PENDING];
} sm_rig_server;

typedef struct {
    uint64_t cycle, pc;
    uint32_t warp; /* slot */
} sm_rig_issue;

typedef struct {
    engine *engine;
    gpu_config config;
    phys_mem *mem;
    address_space *space;
    oracle *oracle;
    spool *spool;
    gto_sm *sm;
    observer watch;
    sm_rig_server tlb, memory;
    /* dispatcher */
    engine_link *to_sm, *from_sm;
    kernel_info kernel;
    block_stream *block[SM_RIG_MAX_BLOCKS];
    uint32_t blocks, sent, done;
    uint64_t done_cycle; /* of the last block */
    /* observer */
    sm_rig_issue issue[SM_RIG_MAX_ISSUES];
    uint32_t issues, commits;
} sm_rig;

/* The preset `mask` with the L1 latencies of one cycle spelled out; may be changed before sm_rig_start(). */
sm_rig *sm_rig_new(void);
/* Builds the chip; pages 0 .. pages - 1 of the address space are mapped. */
void sm_rig_start(sm_rig *r, uint64_t pages);
void sm_rig_free(sm_rig *r);

/* Adds a block; program of each warp, ended by an OP_EXIT (included) or by `count`. */
void sm_rig_add_block(sm_rig *r, uint32_t warps, const warp_inst *const *program, const uint32_t *count);
/* Runs to the end of all blocks; fails the test when the end does not come. */
void sm_rig_run(sm_rig *r);
/* The cycle in which the instruction with this pc was issued; fails the test if never. */
uint64_t sm_rig_issued(const sm_rig *r, uint64_t pc);

/* Instructions; full mask. */
warp_inst inst_alu(uint64_t pc, uint8_t dst, uint8_t src);
warp_inst inst_op(uint64_t pc, op_class op);
/* Lane i accesses base + i * stride, 4 bytes. */
warp_inst inst_access(uint64_t pc, op_class op, mem_space space, uint8_t reg, uint64_t base, uint64_t stride);

#endif
