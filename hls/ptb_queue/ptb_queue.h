/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTBQ control (thesis 5.2.3): for each active kernel, a queue of the handles of its preempted thread blocks,
 * first in, first out. A handle is the number of the block and the pointer to its saved context.
 *
 * The handles are in a RAM outside, with one write and one read port: GMMU_NUM_KERNELS queues of
 * GMMU_PTB_ENTRIES entries, as many as blocks that the SMs hold. So all of them can be of one kernel and be
 * preempted, and a driver that issues preempted blocks first never meets a full queue (ptb_queue_duties.h).
 * What the RAM holds at reset does not matter.
 *
 * push and pop name a kernel, and are taken in every cycle, both at once too, unless ignored: a push to a
 * full queue, a pop of an empty one (as the pins say in that cycle), a kernel that does not exist. A handle
 * pushed at an edge can be popped at the next one. The write is at the pins in the cycle after the push, the
 * read in the cycle after the pop; in the cycle after that ans_valid says that the RAM shows the handle.
 */
#ifndef GMMU_PTB_QUEUE_H
#define GMMU_PTB_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_SMS >= 2 && GMMU_NUM_SMS <= 127, "GMMU_NUM_SMS must be 2 to 127");
GMMU_REQUIRE(GMMU_NUM_KERNELS >= 2 && GMMU_NUM_KERNELS <= 127, "GMMU_NUM_KERNELS must be 2 to 127");
GMMU_REQUIRE(GMMU_SM_BLOCKS >= 2 && GMMU_SM_BLOCKS <= 32, "GMMU_SM_BLOCKS must be 2 to 32");
GMMU_REQUIRE(GMMU_BLOCK_W >= 4 && GMMU_BLOCK_W <= 32, "GMMU_BLOCK_W must be 4 to 32");
GMMU_REQUIRE(GMMU_CONTEXT_W >= 1 && GMMU_CONTEXT_W <= 64, "GMMU_CONTEXT_W must be 1 to 64");

typedef struct {
    GMMU_U(GMMU_PTB_W) head[GMMU_NUM_KERNELS];  /* entry of the oldest handle; reset 0 */
    GMMU_U(GMMU_PTB_W) count[GMMU_NUM_KERNELS]; /* handles; reset 0 */
    u1 ram_we;                                  /* all that follows: reset 0 */
    GMMU_U(GMMU_KERNEL_W) ram_wqueue;
    GMMU_U(GMMU_PTB_W) ram_wentry;
    GMMU_U(GMMU_BLOCK_W) ram_wblock;
    GMMU_U(GMMU_CONTEXT_W) ram_wcontext;
    u1 ram_re;
    GMMU_U(GMMU_KERNEL_W) ram_rqueue;
    GMMU_U(GMMU_PTB_W) ram_rentry;
    u1 ans_valid;
} ptb_queue_state;

typedef struct {
    u1 push_valid; /* a block has been preempted, ... */
    GMMU_U(GMMU_KERNEL_W) push_kernel;
    GMMU_U(GMMU_BLOCK_W) push_block;     /* ... its number ... */
    GMMU_U(GMMU_CONTEXT_W) push_context; /* ... and where its context is */
    u1 pop_valid;                        /* the oldest handle of this kernel */
    GMMU_U(GMMU_KERNEL_W) pop_kernel;
} ptb_queue_in;

typedef struct {
    u1 holds[GMMU_NUM_KERNELS]; /* the queue of kernel k holds handles: a pop is taken */
    u1 full[GMMU_NUM_KERNELS];  /* it is full: a push is ignored */
    u1 ram_we;                  /* a write: ... */
    GMMU_U(GMMU_KERNEL_W) ram_wqueue;
    GMMU_U(GMMU_PTB_W) ram_wentry; /* ... entry of a queue, ... */
    GMMU_U(GMMU_BLOCK_W) ram_wblock;
    GMMU_U(GMMU_CONTEXT_W) ram_wcontext; /* ... handle */
    u1 ram_re;                           /* a read: the RAM shows the handle in the next cycle, ... */
    GMMU_U(GMMU_KERNEL_W) ram_rqueue;
    GMMU_U(GMMU_PTB_W) ram_rentry;
    u1 ans_valid; /* ... which is this one */
} ptb_queue_out;

void ptb_queue_reset(ptb_queue_state *s);
/* The output pins as a function of the state alone (Moore). */
void ptb_queue_outputs(const ptb_queue_state *s, ptb_queue_out *out);
/* One clock edge: out as ptb_queue_outputs() before the edge, then the state moves. */
void ptb_queue_step(ptb_queue_state *s, const ptb_queue_in *in, ptb_queue_out *out);

#endif
