/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The framework of thesis chapter 5 (5.2.3, Fig. 5.2): the units sm_driver, sm_scheduler and ptb_queue, each
 * as C or RTL, the RAM of handles, and the wires between them. Around it are the parts that launch kernels,
 * and SMs: of the pipeline (models/dispatch/schedule_driver.h) or that only take time
 * (models/study/sharing/delay_gpu.h).
 *
 * They read the pins, fill the inputs of sm_driver, and step. A driver that looks at SMs and finds nothing to
 * do never rests; leaving edges out is the caller's decision.
 */
#ifndef GMMU_SM_FRAMEWORK_H
#define GMMU_SM_FRAMEWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptb_queue_model.h"
#include "sm_driver_model.h"
#include "sm_scheduler_model.h"
#include "units/unit.h"

/* Each must have exactly as many SMs as the chip. */
#define SM_SCHEDULER_UNIT "sm_scheduler"
#define SM_DRIVER_UNIT    "sm_driver"
#define PTB_QUEUE_UNIT    "ptb_queue"

/* Which of the units are RTL. */
typedef struct {
    bool driver, scheduler, queue;
} sm_framework_rtl;

/* What the units must have at least; blocks are the blocks of an SM. */
typedef struct {
    uint32_t sms, kernels, blocks;
} sm_framework_size;

typedef struct {
    const unit_ops *ops;
    void *state;
} sm_framework_unit;

/* In the RAM next to ptb_queue: a preempted block of the grid, and where its context is. */
typedef struct {
    uint32_t block, context;
} sm_handle;

typedef struct {
    sm_framework_unit driver, scheduler, queue;
    uint8_t policy; /* POLICY_... of sm_scheduler */
    bool drain;
    sm_driver_model_out pins;     /* in this cycle, as the two that follow */
    sm_scheduler_model_out table; /* of SMs */
    ptb_queue_model_out handles;
    sm_scheduler_model_in told; /* to the scheduler, when it stepped last */
    unsigned queue_works;       /* edges at which ptb_queue still moves */
    uint32_t sms, kernels;      /* of the units, as what follows: ... */
    uint32_t turn;              /* ... edges in which the driver looks at everything once, ... */
    uint32_t entries;           /* ... of a queue of preempted blocks */
    sm_handle *ram, shown;      /* `entries` of each kernel; the one that was read last */
} sm_framework;

/* All in reset. False: one line in err; it is closed then. */
bool sm_framework_open(sm_framework *f, const sm_framework_size *needs, uint8_t policy, bool drain,
                       const sm_framework_rtl *rtl, char *err, size_t err_size);
/* Also on a zeroed one. */
void sm_framework_close(sm_framework *f);

/* One clock edge. Of `in` the caller has set what comes from commands and from SMs; the rest is wired here.
 * True: the scheduler or the queue has also stepped. */
bool sm_framework_step(sm_framework *f, sm_driver_model_in *in);

/* Is something offered or told at the driver's pins? */
static inline bool sm_framework_offers(const sm_driver_model_out *p) {
    return p->arrive_valid || p->finish_valid || p->free_valid || p->push_valid || p->pop_valid ||
           p->setup_valid || p->issue_valid;
}

#endif
