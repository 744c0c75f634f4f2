/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replay queue (thesis 6.3.2): the instructions of an SM that a fault may send back
 * to issue. Memory instructions enter at issue and leave at commit, in any order.
 * When some of a warp have faulted, these wait, the others drain; then the warp's
 * fetched but unissued instructions are drained in. What waits is replayed in
 * program order, or saved with the context and restored later. No operands and no
 * results are held.
 *
 * A queue in program order of each warp: `seq` counts a warp's instructions modulo
 * 2^16 (those held at a time are less than 2^15 apart), a pushed entry goes before
 * the first one of its warp that is younger, else behind all. So "the first entry
 * of its kind" is always the oldest of its warp. An entry that left is a hole; one
 * hole, the first, is closed per cycle, so that several may leave in one cycle.
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
 * waiting instruction of it is pushed: what was READY then waits for another
 * resume, and a resume of that cycle is void. A squash beats the replay port in the
 * same cycle; save beats resume. check, commit and fault name an instruction by
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

#define RQ_EMPTY   0
#define RQ_ISSUED  1
#define RQ_CHECKED 2
#define RQ_WAITING 3
#define RQ_READY   4
#define RQ_LEAVING 5
#define RQ_GONE    6 /* a hole */

typedef struct {
    u3 stage[GMMU_REPLAY_DEPTH]; /* all reset 0 */
    u6 warp[GMMU_REPLAY_DEPTH];
    u16 seq[GMMU_REPLAY_DEPTH];
    u32 pc[GMMU_REPLAY_DEPTH];
    u32 lanes[GMMU_REPLAY_DEPTH]; /* active lanes when it was fetched */
    u1 memory[GMMU_REPLAY_DEPTH]; /* may fault: stays until its commit */
    u8 count;                     /* entries held, holes included */
} replay_queue_state;

typedef struct {
    u1 push_valid;
    u6 push_warp;
    u16 push_seq;
    u32 push_pc;
    u32 push_lanes;
    u1 push_memory;
    u1 push_waiting; /* drained in or restored; 0: issued */
    u1 check_valid;  /* last TLB check passed */
    u6 check_warp;
    u16 check_seq;
    u1 commit_valid;
    u6 commit_warp;
    u16 commit_seq;
    u1 fault_valid;
    u6 fault_warp;
    u16 fault_seq;
    u64 squash; /* bit w: whatever of warp w may still fault waits */
    u64 resume; /* bit w: warp w is replayed */
    u64 save;   /* bit w: what waits of warp w leaves by the save port */
    u1 replay_ready;
    u1 save_ready;
} replay_queue_in;

typedef struct {
    u1 push_ready;
    u1 replay_valid; /* replay_* are 0 while it is 0 */
    u6 replay_warp;
    u16 replay_seq;
    u32 replay_pc;
    u32 replay_lanes;
    u1 replay_memory;
    u1 save_valid; /* save_* are 0 while it is 0 */
    u6 save_warp;
    u16 save_seq;
    u32 save_pc;
    u32 save_lanes;
    u1 save_memory;
    u64 in_flight; /* bit w: warp w has entries ISSUED or CHECKED */
    u64 waiting;   /* bit w: warp w has entries WAITING, READY or LEAVING */
    u8 level;      /* entries held, holes included */
} replay_queue_out;

void replay_queue_reset(replay_queue_state *s);
/* The output pins as a function of the state alone (Moore). */
void replay_queue_outputs(const replay_queue_state *s, replay_queue_out *out);
/* One clock edge: out as replay_queue_outputs() before the edge, then the state moves. */
void replay_queue_step(replay_queue_state *s, const replay_queue_in *in, replay_queue_out *out);

#endif
