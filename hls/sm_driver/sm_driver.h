/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM driver (thesis 5.2.2, 5.2.3, Fig. 5.2): gives the blocks of the active kernels to the SMs that
 * sm_scheduler gives to these kernels, preempts reserved SMs, and says when an SM is free and a kernel has
 * ended. It has the command buffers, the kernel status registers (KSRT), and the blocks that each SM runs.
 *
 * A command is the launch of a kernel. Each GPU context has a buffer for one (valid/ready); one to a full
 * buffer, or of a context that does not exist, is ignored. The buffers are read in turn: a command gets a
 * free KSR, whose index is the kernel's name from then on, and arrives at the scheduler.
 *
 * In a cycle the driver looks at one SM, one KSR and one buffer, `at`; it goes round them while there is a
 * command or a kernel. The SM:
 *
 *   running    its kernel has blocks: it is set up, unless it is so, then it gets a block in a cycle, until
 * it is fully occupied (5.2.2), or reports a block meanwhile; then comes the next SM. An SM that does not
 * take what it is given is waited for. Its kernel has none: once it runs no block it is free. reserved   gets
 * nothing. Unless cfg_drain, it is told to save its blocks, `preempt`, once it has taken what was under way
 * to it. When it runs no block it is free.
 *
 * What a free SM does next is the scheduler's; its pins say it in the cycle after `free`. A block to issue is
 * the oldest preempted one of the kernel, if ptb_queue holds one or is being given one, and the next new one
 * if not. A preempted block is popped, and nothing is given to any SM until its handle comes. setup and issue
 * are valid/ready; at most one is valid, and none is taken back.
 *
 * SMs report in any cycle, always taken: a block has ended; a block is saved, which is then pushed into its
 * kernel's queue. One of each kind in a cycle, of one SM or two; ignored: of an SM that runs no block.
 * A kernel has ended when all its blocks have and, as the scheduler's pins say, no SM is given to it:
 * `finish`; its KSR is free then. What SMs, scheduler and queue owe: sm_driver_duties.h.
 */
#ifndef GMMU_SM_DRIVER_H
#define GMMU_SM_DRIVER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_SMS >= 2 && GMMU_NUM_SMS <= 127, "GMMU_NUM_SMS must be 2 to 127");
GMMU_REQUIRE(GMMU_NUM_KERNELS >= 2 && GMMU_NUM_KERNELS <= 127, "GMMU_NUM_KERNELS must be 2 to 127");
GMMU_REQUIRE(GMMU_SM_BLOCKS >= 2 && GMMU_SM_BLOCKS <= 32, "GMMU_SM_BLOCKS must be 2 to 32");
GMMU_REQUIRE(GMMU_BLOCK_W >= 4 && GMMU_BLOCK_W <= 32, "GMMU_BLOCK_W must be 4 to 32");
GMMU_REQUIRE(GMMU_CONTEXT_W >= 1 && GMMU_CONTEXT_W <= 64, "GMMU_CONTEXT_W must be 1 to 64");

typedef struct {
    GMMU_U(GMMU_SEARCH_W) at; /* SM, KSR and buffer that are looked at; reset 0, as all but set_up */

    /* command buffers: one of each GPU context */
    u1 buffer_valid[GMMU_NUM_KERNELS];
    GMMU_U(GMMU_BLOCK_W) buffer_blocks[GMMU_NUM_KERNELS];
    GMMU_U(GMMU_SM_BLOCKS_W) buffer_limit[GMMU_NUM_KERNELS]; /* 1 to GMMU_SM_BLOCKS; reset 0 */
    GMMU_U(GMMU_SM_TOKENS_W) buffer_priority[GMMU_NUM_KERNELS];
    GMMU_U(GMMU_SMS_W) buffer_tokens[GMMU_NUM_KERNELS];

    /* KSRT: one KSR of each active kernel */
    u1 valid[GMMU_NUM_KERNELS];
    GMMU_U(GMMU_KERNEL_W) gpu_context[GMMU_NUM_KERNELS];
    GMMU_U(GMMU_BLOCK_W) grid[GMMU_NUM_KERNELS];      /* its blocks, */
    GMMU_U(GMMU_BLOCK_W) issued[GMMU_NUM_KERNELS];    /* those issued as new: number of the next, */
    GMMU_U(GMMU_BLOCK_W) ended[GMMU_NUM_KERNELS];     /* those that have ended */
    GMMU_U(GMMU_SM_BLOCKS_W) limit[GMMU_NUM_KERNELS]; /* blocks that an SM runs of it */
    u1 fresh[GMMU_NUM_KERNELS];                       /* it has blocks that were never issued */
    u1 has_blocks[GMMU_NUM_KERNELS];                  /* fresh or preempted ones, a cycle ago */

    /* SMST: the driver's part */
    GMMU_U(GMMU_SM_BLOCKS_W) running[GMMU_NUM_SMS]; /* blocks that it runs, or that are under way to it */
    GMMU_U(GMMU_KERNEL_W) set_up[GMMU_NUM_SMS];     /* for this kernel; reset: for no kernel */
    u1 preempt[GMMU_NUM_SMS];

    u1 arrive_valid; /* to the scheduler */
    GMMU_U(GMMU_KERNEL_W) arrive_kernel;
    GMMU_U(GMMU_SM_TOKENS_W) arrive_priority;
    GMMU_U(GMMU_SMS_W) arrive_tokens;
    u1 finish_valid;
    GMMU_U(GMMU_KERNEL_W) finish_kernel;
    GMMU_U(GMMU_KERNEL_W) finish_gpu_context;
    u1 free_valid;
    GMMU_U(GMMU_SMS_W) free_sm;

    u1 push_valid; /* to the queue of preempted blocks */
    GMMU_U(GMMU_KERNEL_W) push_kernel;
    GMMU_U(GMMU_BLOCK_W) push_block;
    GMMU_U(GMMU_CONTEXT_W) push_context;
    u1 pop_valid;
    u1 awaited; /* a handle, from the cycle of its pop on */

    u1 setup_valid; /* to an SM */
    u1 issue_valid;
    GMMU_U(GMMU_SMS_W) to_sm; /* of the set-up, or of the block, also while its handle is awaited */
    GMMU_U(GMMU_KERNEL_W) to_kernel;
    GMMU_U(GMMU_KERNEL_W) to_gpu_context;
    GMMU_U(GMMU_BLOCK_W) issue_block;
    u1 issue_restored;
    GMMU_U(GMMU_CONTEXT_W) issue_context;
} sm_driver_state;

typedef struct {
    u1 cfg_drain; /* CSR: reserved SMs run their blocks to the end */

    u1 cmd_valid;                          /* a kernel is launched, ... */
    GMMU_U(GMMU_KERNEL_W) cmd_gpu_context; /* ... by this GPU context, ... */
    GMMU_U(GMMU_BLOCK_W) cmd_blocks;       /* ... of so many blocks, 0 too; ... */
    GMMU_U(GMMU_SM_BLOCKS_W) cmd_limit;    /* ... an SM has room for so many: 0, or more: GMMU_SM_BLOCKS */
    GMMU_U(GMMU_SM_TOKENS_W) cmd_priority; /* for the scheduler, as cmd_tokens */
    GMMU_U(GMMU_SMS_W) cmd_tokens;

    u1 arrive_ready; /* of sm_scheduler, as all that follows */
    u2 sm_state[GMMU_NUM_SMS];
    GMMU_U(GMMU_KERNEL_W) sm_kernel[GMMU_NUM_SMS];

    u1 holds[GMMU_NUM_KERNELS]; /* of ptb_queue: preempted blocks of kernel k */
    u1 ans_valid;               /* its RAM shows the handle that was popped: ... */
    GMMU_U(GMMU_BLOCK_W) ans_block;
    GMMU_U(GMMU_CONTEXT_W) ans_context;

    u1 setup_ready; /* the SM at to_sm takes its set-up */
    u1 issue_ready; /* it takes the block */
    u1 end_valid;   /* a block of this SM has ended */
    GMMU_U(GMMU_SMS_W) end_sm;
    u1 save_valid; /* a block of this SM is saved, ... */
    GMMU_U(GMMU_SMS_W) save_sm;
    GMMU_U(GMMU_BLOCK_W) save_block;     /* ... its number, ... */
    GMMU_U(GMMU_CONTEXT_W) save_context; /* ... and where its context is */
} sm_driver_in;

typedef struct {
    u1 cmd_ready[GMMU_NUM_KERNELS]; /* the buffer of GPU context c is empty */

    u1 has_blocks[GMMU_NUM_KERNELS]; /* to sm_scheduler: kernel k has blocks to issue, new or preempted */
    u1 arrive_valid;                 /* a kernel enters the active queue */
    GMMU_U(GMMU_KERNEL_W) arrive_kernel;
    GMMU_U(GMMU_SM_TOKENS_W) arrive_priority;
    GMMU_U(GMMU_SMS_W) arrive_tokens;
    u1 finish_valid; /* one cycle: a kernel has ended; also to the command dispatcher, ... */
    GMMU_U(GMMU_KERNEL_W) finish_kernel;
    GMMU_U(GMMU_KERNEL_W) finish_gpu_context; /* ... for this */
    u1 free_valid;                            /* one cycle: an SM is free */
    GMMU_U(GMMU_SMS_W) free_sm;

    u1 push_valid; /* to ptb_queue, one cycle: a block is saved, ... */
    GMMU_U(GMMU_KERNEL_W) push_kernel;
    GMMU_U(GMMU_BLOCK_W) push_block;
    GMMU_U(GMMU_CONTEXT_W) push_context;
    u1 pop_valid; /* ... one cycle: one is to be issued again */
    GMMU_U(GMMU_KERNEL_W) pop_kernel;

    u1 preempt[GMMU_NUM_SMS]; /* SM i saves its blocks and reports each, as long as this is high */
    u1 setup_valid;           /* SM to_sm is set up for kernel to_kernel of GPU context to_gpu_context */
    u1 issue_valid;           /* SM to_sm gets a block of the kernel that it is set up for, ... */
    GMMU_U(GMMU_SMS_W) to_sm;
    GMMU_U(GMMU_KERNEL_W) to_kernel;
    GMMU_U(GMMU_KERNEL_W) to_gpu_context;
    GMMU_U(GMMU_BLOCK_W) issue_block;     /* ... with this number, ... */
    u1 issue_restored;                    /* ... a new one, or a preempted one ... */
    GMMU_U(GMMU_CONTEXT_W) issue_context; /* ... whose context is here */
} sm_driver_out;

void sm_driver_reset(sm_driver_state *s);
/* The output pins as a function of the state alone (Moore). */
void sm_driver_outputs(const sm_driver_state *s, sm_driver_out *out);
/* One clock edge: out as sm_driver_outputs() before the edge, then the state moves. */
void sm_driver_step(sm_driver_state *s, const sm_driver_in *in, sm_driver_out *out);

#endif
