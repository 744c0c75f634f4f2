/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block queue (Fractional GPUs IV): the block dispenser of one partition. It holds which SMs are the
 * partition's, and the central queue of block numbers of its kernel, 0 to blocks - 1; SMs pop the numbers.
 *
 * A launch (load) fills the queue. It is taken only when every number of the launch before has been popped,
 * so none is lost. The SMs of the partition are a CSR of their own, which may change at any time: from the
 * next cycle on, an SM that has left gets nothing more, and the numbers stay in the queue for the others.
 *
 * SM i asks by pop_valid[i] for as long as it has room for a block. pop_ready[i] says that it is its turn;
 * at an edge with both high the SM pops pop_block. One SM has the turn at a time, so one number leaves the
 * queue in a cycle. An SM that asks may stop asking; nothing is kept of it.
 *
 * The turn goes round: in each cycle with numbers left it goes to the next SM of the partition that asks, in
 * the order of the indices; its holder comes last. If none asks, it stays. So an SM that goes on asking waits
 * for each of the others once at most. A launch gives the turn to SM 0 (decision), so equal launches are
 * dealt alike.
 *
 * With an empty queue, or a partition without SMs, nobody gets a turn. An SM is a core in the names of sizes.
 */
#ifndef GMMU_BLOCK_QUEUE_H
#define GMMU_BLOCK_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_CORES >= 2 && GMMU_NUM_CORES <= 256, "GMMU_NUM_CORES must be 2 to 256");
GMMU_REQUIRE(GMMU_BLOCK_W >= 4 && GMMU_BLOCK_W <= 32, "GMMU_BLOCK_W must be 4 to 32");

typedef struct {
    GMMU_U(GMMU_BLOCK_W) next;   /* the number that is popped next; reset 0 */
    GMMU_U(GMMU_BLOCK_W) blocks; /* numbers of the launch; next is the same when all are popped; reset 0 */
    GMMU_U(GMMU_CORE_W) turn;    /* SM whose turn it is; reset 0 */
    u1 mask[GMMU_NUM_CORES];     /* SMs of the partition; reset 0 */
} block_queue_state;

typedef struct {
    u1 mask_valid;                    /* CSR write: the SMs of the partition, ... */
    u1 mask_sms[GMMU_NUM_CORES];      /* ... one bit each */
    u1 load_valid;                    /* CSR write: a launch, ... */
    GMMU_U(GMMU_BLOCK_W) load_blocks; /* ... of so many blocks; 0: an empty one */
    u1 pop_valid[GMMU_NUM_CORES];     /* SM i asks for a block */
} block_queue_in;

typedef struct {
    u1 load_ready;                  /* the queue is empty: all numbers have been popped */
    u1 pop_ready[GMMU_NUM_CORES];   /* it is SM i's turn */
    GMMU_U(GMMU_BLOCK_W) pop_block; /* the number that it pops */
} block_queue_out;

void block_queue_reset(block_queue_state *s);
/* The output pins as a function of the state alone (Moore). */
void block_queue_outputs(const block_queue_state *s, block_queue_out *out);
/* One clock edge: out as block_queue_outputs() before the edge, then the state moves. */
void block_queue_step(block_queue_state *s, const block_queue_in *in, block_queue_out *out);

#endif
