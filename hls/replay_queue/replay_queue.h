/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replay queue (thesis 6.3.2): the instructions of an SM that a fault may send back
 * to issue. Memory instructions enter at issue and leave at commit, in any order.
 * When instructions of a warp have faulted, these wait and the others drain; then the
 * warp's fetched but unissued instructions are drained in. The waiting instructions are
 * replayed in program order, or saved with the context and restored later. The queue holds
 * no operands and no results.
 *
 * The queue is in program order of each warp: `seq` counts a warp's instructions modulo
 * 2^SEQ_W (those held at a time are less than half of that apart). A pushed entry goes before
 * the first younger entry of its warp, or else behind all. So "the first entry
 * of its kind" is always the oldest of its warp. An entry that left is a hole; the first
 * hole is closed in each cycle, so that several entries may leave in one cycle.
 *
 * Stages of an entry, and what moves it (the earlier of a line wins):
 *
 *   RQ_ISSUED   in flight      commit: gone   check: CHECKED   fault, squash: WAITING
 *   RQ_CHECKED  cannot fault   commit: gone
 *   RQ_WAITING  to be replayed save: LEAVING  resume: READY
 *   RQ_READY    replay now     replay port: ISSUED if memory, else gone
 *                              save: LEAVING  stop: WAITING
 *   RQ_LEAVING  to be saved    save port: gone   resume: READY
 *
 * A warp stops when one of its instructions faults, when it is squashed, or when a
 * waiting instruction of it is pushed: its READY entries then wait for another
 * resume, and a resume of that cycle is void. A squash overrides the replay port in the
 * same cycle; save overrides resume. check, commit and fault name an instruction by
 * warp and seq; squash, resume and save are masks of warps (a block is the mask of
 * its warps). All these are always accepted; the three streams are valid/ready.
 *
 * Drained-in and restored instructions are pushed with push_waiting. An instruction
 * pushed in the cycle in which its warp is squashed waits.
 */
#ifndef GMMU_REPLAY_QUEUE_H
#define GMMU_REPLAY_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_REPLAY_DEPTH >= 2 && GMMU_REPLAY_DEPTH <= 254, "GMMU_REPLAY_DEPTH must be 2 to 254");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_SM_WARPS, 8, 64), "GMMU_SM_WARPS must be 8, 16, 32 or 64");
GMMU_REQUIRE(GMMU_SEQ_W >= 2 && GMMU_SEQ_W <= 32, "GMMU_SEQ_W must be 2 to 32");

/* Stages of an entry; a hole is GONE. */
enum { RQ_EMPTY, RQ_ISSUED, RQ_CHECKED, RQ_WAITING, RQ_READY, RQ_LEAVING, RQ_GONE };

typedef struct {
    u3 stage[GMMU_REPLAY_DEPTH]; /* one of RQ_*; all reset 0 */
    GMMU_U(GMMU_SM_WARP_W) warp[GMMU_REPLAY_DEPTH];
    GMMU_U(GMMU_SEQ_W) seq[GMMU_REPLAY_DEPTH];
    GMMU_U(GMMU_PC_W) pc[GMMU_REPLAY_DEPTH];
    GMMU_U(GMMU_WARP_LANES) lanes[GMMU_REPLAY_DEPTH]; /* active lanes when it was fetched */
    u1 memory[GMMU_REPLAY_DEPTH];                     /* may fault: stays until its commit */
    GMMU_U(GMMU_REPLAY_COUNT_W) count;                /* entries held, holes included */
} replay_queue_state;

typedef struct {
    u1 push_valid;
    GMMU_U(GMMU_SM_WARP_W) push_warp;
    GMMU_U(GMMU_SEQ_W) push_seq;
    GMMU_U(GMMU_PC_W) push_pc;
    GMMU_U(GMMU_WARP_LANES) push_lanes;
    u1 push_memory;
    u1 push_waiting; /* drained in or restored; 0: issued */
    u1 check_valid;  /* last TLB check passed */
    GMMU_U(GMMU_SM_WARP_W) check_warp;
    GMMU_U(GMMU_SEQ_W) check_seq;
    u1 commit_valid;
    GMMU_U(GMMU_SM_WARP_W) commit_warp;
    GMMU_U(GMMU_SEQ_W) commit_seq;
    u1 fault_valid;
    GMMU_U(GMMU_SM_WARP_W) fault_warp;
    GMMU_U(GMMU_SEQ_W) fault_seq;
    GMMU_U(GMMU_SM_WARPS) squash; /* bit w: every instruction of warp w that may still fault waits */
    GMMU_U(GMMU_SM_WARPS) resume; /* bit w: warp w is replayed */
    GMMU_U(GMMU_SM_WARPS) save;   /* bit w: waiting instructions of warp w leave by the save port */
    u1 replay_ready;
    u1 save_ready;
} replay_queue_in;

typedef struct {
    u1 push_ready;
    u1 replay_valid; /* replay_* are 0 while it is 0 */
    GMMU_U(GMMU_SM_WARP_W) replay_warp;
    GMMU_U(GMMU_SEQ_W) replay_seq;
    GMMU_U(GMMU_PC_W) replay_pc;
    GMMU_U(GMMU_WARP_LANES) replay_lanes;
    u1 replay_memory;
    u1 save_valid; /* save_* are 0 while it is 0 */
    GMMU_U(GMMU_SM_WARP_W) save_warp;
    GMMU_U(GMMU_SEQ_W) save_seq;
    GMMU_U(GMMU_PC_W) save_pc;
    GMMU_U(GMMU_WARP_LANES) save_lanes;
    u1 save_memory;
    GMMU_U(GMMU_SM_WARPS) in_flight;   /* bit w: warp w has entries ISSUED or CHECKED */
    GMMU_U(GMMU_SM_WARPS) waiting;     /* bit w: warp w has entries WAITING, READY or LEAVING */
    GMMU_U(GMMU_REPLAY_COUNT_W) level; /* entries held, holes included */
} replay_queue_out;

void replay_queue_reset(replay_queue_state *s);
/* The output pins as a function of the state alone (Moore). */
void replay_queue_outputs(const replay_queue_state *s, replay_queue_out *out);
/* One clock edge: out as replay_queue_outputs() before the edge, then the state moves. */
void replay_queue_step(replay_queue_state *s, const replay_queue_in *in, replay_queue_out *out);

#endif
