/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM scheduler (thesis 5.2.3, 5.2.4): which active kernel owns which SM, under FCFS, NPQ, PPQ or DSS.
 *
 * Chapter 5's framework is split into three units; no two keep the same thing. This one has who owns the SMs:
 * the active queue, the SM status table (SMST) but for its running blocks, and the tokens. sm_driver has the
 * blocks: command buffers, the kernel status registers (KSRT), running blocks. ptb_queue has the handles of
 * preempted blocks. This unit reads one bit a kernel of the others, has_blocks, and is told three events:
 *
 *   arrive   a kernel enters the active queue (valid/ready), with its priority, and its tokens: its budget of
 *            SMs. Ignored: one that is active, also if it ends in this very cycle, or that does not exist.
 *   finish   an active kernel has ended and leaves the queue. What it still owns is owned by nobody then.
 *   free     an SM has nothing to do: no block on it, and none to come, or preempted. Running, it
 *            gets idle, and its owner a token back. Reserved, it goes over to its next kernel, if any.
 *
 * A running SM is owned by its kernel, a reserved one by its next kernel, an idle one by nobody. A token is
 * paid for an SM when it is owned, and given back when it is not; tokens below 0 are debt.
 *
 * An event begins a round; so does, between rounds, a kernel that has blocks and had none when last looked
 * at, or another cfg_policy. A round searches serially, an SM and a place of the active queue in a
 * cycle; then it gives one SM to one kernel and searches again, or ends. An event in between begins it anew.
 * The kernel with the highest key that has blocks takes; the key is:
 *
 *   POLICY_FCFS           none: the first in the queue takes idle SMs
 *   POLICY_NPQ            the priority, a larger one first; idle SMs only
 *   POLICY_PPQ_EXCLUSIVE  the priority; reserves SMs of lower ones. Takes nothing while a kernel of a higher
 *                         one is active, even if that has no blocks to issue
 *   POLICY_PPQ_SHARED     the priority; reserves SMs of lower ones
 *   POLICY_DSS            the tokens (Algorithm 1); reserves an SM of the owner with the fewest, where it
 *                         has two less at least; also for any other cfg_policy
 *
 * Of equal keys the first in the queue takes, the last gives. Idle SMs, and reserved ones without a
 * next kernel, are given first (decision: taken literally, Algorithm 1 stops with idle SMs). Of the giver's
 * SMs a reserved one changes its next kernel (5.2.4) before a running one is reserved (decision).
 */
#ifndef GMMU_SM_SCHEDULER_H
#define GMMU_SM_SCHEDULER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_SMS >= 2 && GMMU_NUM_SMS <= 127, "GMMU_NUM_SMS must be 2 to 127");
GMMU_REQUIRE(GMMU_NUM_KERNELS >= 2 && GMMU_NUM_KERNELS <= 127, "GMMU_NUM_KERNELS must be 2 to 127");

enum { POLICY_FCFS, POLICY_NPQ, POLICY_PPQ_EXCLUSIVE, POLICY_PPQ_SHARED, POLICY_DSS };

typedef struct {
    GMMU_U(GMMU_KERNEL_W) queue[GMMU_NUM_KERNELS];     /* in order of arrival; reset, and behind: no kernel */
    u1 active[GMMU_NUM_KERNELS];                       /* it is in the queue; reset 0 */
    u1 ready[GMMU_NUM_KERNELS];                        /* it had blocks when last looked at; reset 0 */
    GMMU_U(GMMU_SM_TOKENS_W) tokens[GMMU_NUM_KERNELS]; /* two's complement; reset 0 */
    GMMU_U(GMMU_SM_TOKENS_W) rank[GMMU_NUM_KERNELS];   /* its priority; reset 0 */
    u2 sm_state[GMMU_NUM_SMS];                         /* SMST; reset idle */
    GMMU_U(GMMU_KERNEL_W) sm_kernel[GMMU_NUM_SMS];     /* unless idle: set up on it; reset 0 */
    GMMU_U(GMMU_KERNEL_W) sm_next[GMMU_NUM_SMS]; /* reserved: for this kernel, or for no kernel; reset 0 */
    u1 searching;                                /* a round is under way; reset 0, as all that follows */
    GMMU_U(GMMU_SEARCH_W) at;                    /* SM and place that are looked at; then it decides */
    GMMU_U(GMMU_KERNEL_W)
    kernel_at; /* the kernel at this place, between rounds the first; 0 behind the queue; reset none */
    u1 hit[GMMU_NUM_KERNELS]; /* the same, one-hot; none: the place is empty */
    u3 policy;                /* of the round, ... */
    u1 by_tokens;             /* ... and what its key is; neither: all are equal */
    u1 by_rank;
    u1 idle_valid; /* there is an SM to give ... */
    GMMU_U(GMMU_SMS_W) idle_sm;
    u1 most_valid; /* there is a kernel to take it, ... */
    u1 most_ready; /* and it has blocks, ... */
    GMMU_U(GMMU_KERNEL_W) taker;
    GMMU_U(GMMU_SM_TOKENS_W) most_key; /* tokens with the sign inverted: a number without sign */
    u1 least_valid;                    /* there is an owner to give one, ... */
    GMMU_U(GMMU_KERNEL_W) giver;       /* ... this kernel, ... */
    GMMU_U(GMMU_SMS_W) victim;         /* ... this SM of it */
    GMMU_U(GMMU_SM_TOKENS_W) least_key;
} sm_scheduler_state;

typedef struct {
    u3 cfg_policy;                            /* CSR; a round keeps the one that it began with */
    u1 has_blocks[GMMU_NUM_KERNELS];          /* blocks to issue, new or preempted */
    u1 arrive_valid;                          /* a kernel, ... */
    GMMU_U(GMMU_KERNEL_W) arrive_kernel;      /* ... the index of its KSR, ... */
    GMMU_U(GMMU_SM_TOKENS_W) arrive_priority; /* ... larger goes first, ... */
    GMMU_U(GMMU_SMS_W) arrive_tokens;         /* ... SMs that it may own without debt */
    u1 finish_valid;                          /* a kernel has ended; always taken */
    GMMU_U(GMMU_KERNEL_W) finish_kernel;
    u1 free_valid; /* an SM is free; always taken */
    GMMU_U(GMMU_SMS_W) free_sm;
} sm_scheduler_in;

typedef struct {
    u1 arrive_ready;                               /* there is room in the active queue */
    u1 searching;                                  /* a round is under way */
    u2 sm_state[GMMU_NUM_SMS];                     /* idle, running or reserved, ... */
    GMMU_U(GMMU_KERNEL_W) sm_kernel[GMMU_NUM_SMS]; /* ... for this kernel unless idle, ... */
    GMMU_U(GMMU_KERNEL_W) sm_next[GMMU_NUM_SMS];   /* ... and for this one if reserved */
} sm_scheduler_out;

void sm_scheduler_reset(sm_scheduler_state *s);
/* The output pins as a function of the state alone (Moore). */
void sm_scheduler_outputs(const sm_scheduler_state *s, sm_scheduler_out *out);
/* One clock edge: out as sm_scheduler_outputs() before the edge, then the state moves. */
void sm_scheduler_step(sm_scheduler_state *s, const sm_scheduler_in *in, sm_scheduler_out *out);

#endif
