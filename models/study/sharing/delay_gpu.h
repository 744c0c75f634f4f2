/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GPU of thesis chapter 5 with blocks as delays: the units sm_driver, sm_scheduler and ptb_queue, as C or
 * RTL, behind their pins, and 13 SMs whose blocks only take time. The policy is the same unit that the full
 * pipeline asks (models/dispatch/schedule_kernels.c); here the driver and the queues are also units.
 *
 * A new block takes block_cycles from the cycle in which it is issued, or a random time around them. A block
 * that is preempted is saved, and one that is issued again is restored: save_cycles each, one block of an SM
 * after the other, since an SM has its share of the bandwidth (Table 5.2). It then goes on where it was.
 * D: pipelines drain, and SMs are set up, in no time; an SM takes what it is offered at once.
 *
 * The driver looks at SMs, kernels and buffers in turn and so never rests. Looks that did nothing do nothing
 * again while nothing changes there: they are left out, up to the cycle in which a block's time is over or
 * the host acts. As RTL, whose state is its own, whole turns are, when nothing has been at the pins for one.
 * `steps` counts the edges that are simulated. With every_cycle nothing is left out, and all events are the
 * same.
 */
#ifndef GMMU_DELAY_GPU_H
#define GMMU_DELAY_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "study/sharing/delay_kernel.h"

typedef enum { DELAY_FCFS, DELAY_NPQ, DELAY_PPQ, DELAY_PPQ_SHARED, DELAY_DSS } delay_policy;

/* Does it take SMs from kernels that run? */
static inline bool delay_policy_preempts(delay_policy policy) {
    return policy != DELAY_FCFS && policy != DELAY_NPQ;
}

/* What becomes of SMs and kernels, in the order of cycles. */
typedef enum {
    DELAY_GIVEN,    /* SM `sm` runs kernels of `context` from now on */
    DELAY_RESERVED, /* it is taken from it, for `context`; told again when that changes */
    DELAY_IDLE,     /* it has no kernel; context: DELAY_NONE */
    DELAY_ENDED,    /* the kernel of `context` is over; sm: DELAY_NONE */
} delay_event_kind;

typedef struct {
    uint64_t cycle;
    delay_event_kind kind;
    uint32_t sm, context;
} delay_event;

typedef struct {
    delay_policy policy;
    bool drain;       /* reserved SMs run their blocks to the end; else these are saved */
    uint32_t spread;  /* blocks take up to this percentage more or less than block_cycles, 0 to 100 */
    uint64_t seed;    /* of these times */
    bool every_cycle; /* simulates each edge; for tests */
    bool rtl;         /* the units as RTL */
    void (*event)(void *ctx, const delay_event *e); /* NULL: nobody wants them */
    void *ctx;
} delay_config;

typedef struct {
    uint64_t steps;        /* edges simulated */
    uint64_t blocks;       /* that are done */
    uint64_t saved;        /* blocks saved */
    uint64_t preemptions;  /* SMs that were reserved and are free of their blocks */
    uint64_t taken_cycles; /* from being reserved to that, of all, ... */
    uint64_t taken_most;   /* ... and of the longest */
    uint64_t event_hash;   /* of all events */
    /* Of each context, in cycles of an SM: the mean time of every finished block, over blocks per SM.
     */
    double work[DELAY_CONTEXTS];
} delay_stats;

typedef struct delay_gpu delay_gpu;

/* NULL, and one line in err, when this simulator has no such units. */
delay_gpu *delay_gpu_new(const delay_config *config, char *err, size_t err_size);
void delay_gpu_free(delay_gpu *g);

/* The command dispatcher gets a command of this context, which has no kernel under way; it offers one in each
 * cycle, in order. priority 0 to 31, tokens 0 to 13. */
void delay_gpu_launch(delay_gpu *g, uint32_t context, const delay_kernel *kernel, uint32_t priority,
                      uint32_t tokens);

/* Goes on up to cycle `until`, or to a cycle in which a kernel ends. The context of that, or DELAY_NONE. */
uint32_t delay_gpu_run(delay_gpu *g, uint64_t until);

uint64_t delay_gpu_cycle(const delay_gpu *g);
const delay_stats *delay_gpu_stats(const delay_gpu *g);

#endif
