/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Store replay: a place for one access between a core's load/store unit and an L1 stage that translates
 * addresses and drops an access that its page does not allow (Vortex's VX_mmu). A store that has been dropped
 * stays here until software has it asked again, so copy-on-write works. One for each lane of the core.
 *
 *     request   rw, atomic, addr, byteen, data, tag   taken when req_valid and req_ready
 *     l1        the same access, to the stage         taken when l1_valid and l1_ready
 *
 * The place is free again when the stage has taken a load, and when a store has left the stage towards the
 * cache: passed_valid with its tag. An atomic is an access with `atomic` set, whatever rw says, and is
 * treated as a store. So one store at most is in the stage, nothing that is younger overtakes it, and it goes
 * to the stage again only after the stage has dropped it.
 *
 * The stage reports a dropped access with a pulse (VX_mmu_fault_if). It is the store's if the store is in the
 * stage, fault_va is in its page of 4 KB, and the access is a write or fault_amo is set; fault_va and
 * req_addr then have the same bits above the page. Then `blocked` rises, and blocked_va is the address of the
 * store. Every other fault comes out of other_* a cycle later. A fault and a pass of the same store in one
 * cycle is an error of the stage: the store has passed, and the fault comes out of other_*.
 *
 *     retry   blocked falls, and the store goes to the stage again; while its page is still read-only, it is
 *             dropped and blocks again
 *     drop    the store is forgotten; it goes before a retry of the same cycle
 *
 * While nothing is blocked both are ignored. The stage may take an access, drop it and let it pass in any
 * cycle, the one that it is taken in as well. Reset: all registers are 0.
 */
#ifndef GMMU_STORE_REPLAY_H
#define GMMU_STORE_REPLAY_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_MEM_WORDS, 1, 8), "GMMU_MEM_WORDS must be 1, 2, 4 or 8");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_MEM_TAG_W), "GMMU_MEM_TAG_W must be 1 to 64");

enum { STORE_REPLAY_WRITES = 1 }; /* fault_access of a store; 0 reads, 2 fetches instructions */

typedef struct {
    u1 l1_valid; /* the access is offered to the stage; reset 0, as all that follows */
    u1 in_stage; /* the store is in the stage */
    u1 blocked;  /* the stage has dropped it */
    u1 l1_rw;    /* the access */
    u1 l1_atomic;
    u64 l1_addr;
    u8 l1_byteen[GMMU_MEM_WORDS];
    u32 l1_data[2 * GMMU_MEM_WORDS];
    GMMU_U(GMMU_MEM_TAG_W) l1_tag;
    u1 other_valid; /* a fault that is not the store's */
    u64 other_va;
    u2 other_access;
    u1 other_amo;
} store_replay_state;

typedef struct {
    /* core */
    u1 req_valid;
    u1 req_rw;     /* 1: a store */
    u1 req_atomic; /* 1: an atomic */
    u64 req_addr;  /* virtual, in bytes */
    u8 req_byteen[GMMU_MEM_WORDS];
    u32 req_data[2 * GMMU_MEM_WORDS];
    GMMU_U(GMMU_MEM_TAG_W) req_tag; /* with all else that goes along, such as attributes */
    /* L1 stage */
    u1 l1_ready;
    u1 passed_valid; /* a store or an atomic leaves the stage, for one cycle */
    GMMU_U(GMMU_MEM_TAG_W) passed_tag;
    u1 fault_valid; /* an access has been dropped, for one cycle */
    u64 fault_va;   /* its address, or its page's */
    u2 fault_access;
    u1 fault_amo;
    /* software */
    u1 retry; /* one-cycle pulse: ask again */
    u1 drop;  /* one-cycle pulse: the store dies */
} store_replay_in;

typedef struct {
    u1 req_ready;
    u1 l1_valid;
    u1 l1_rw;
    u1 l1_atomic;
    u64 l1_addr;
    u8 l1_byteen[GMMU_MEM_WORDS];
    u32 l1_data[2 * GMMU_MEM_WORDS];
    GMMU_U(GMMU_MEM_TAG_W) l1_tag;
    u1 blocked;     /* a level: a store waits for software */
    u64 blocked_va; /* its address while blocked; else of the last access */
    u1 other_valid; /* one-cycle pulse */
    u64 other_va;
    u2 other_access;
    u1 other_amo;
} store_replay_out;

void store_replay_reset(store_replay_state *s);
/* The output pins as a function of the state alone (Moore). */
void store_replay_outputs(const store_replay_state *s, store_replay_out *out);
/* One clock edge: out as store_replay_outputs() before the edge, then the state moves. */
void store_replay_step(store_replay_state *s, const store_replay_in *in, store_replay_out *out);

#endif
