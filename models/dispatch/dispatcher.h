/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block dispatcher opens the workloads' thread blocks in grid order and
 * hands them out, one block per application and cycle; the block scheduler (block_scheduler.h)
 * names the SM. A kernel starts when all blocks of the kernel
 * before are done. An application that ends before the others is launched
 * again, unless values are checked, because one launch's values are compared, or another one follows, or the
 * scheduler goes by priorities and one of a lower priority would never end. It is the only component that
 * reads workloads, so their order is independent of everything else.
 */
#ifndef GMMU_DISPATCHER_H
#define GMMU_DISPATCHER_H

#include <stddef.h>

#include "base/engine.h"
#include "config/config.h"
#include "config/observer.h"
#include "dispatch/block_scheduler.h"
#include "dispatch/gpu_app.h"
#include "program/workload.h"

typedef struct dispatcher dispatcher;

/* Schedules by config->design.block_scheduler, which must exist. Workload i runs in the address space
 * asids[i]; apps[i] says which SMs the user gave it. Both arrays hold napps elements and are copied; the
 * workloads are borrowed. `watch`, or NULL, learns which applications work on each SM (sm_stays.h). NULL: one
 * line in err, the scheduler cannot be set up. */
dispatcher *dispatcher_new(engine *e, const gpu_config *config, int domain, const gpu_app *apps,
                           workload *const *workloads, const uint16_t *asids, uint32_t napps,
                           const observer *watch, char *err, size_t err_size);
void dispatcher_free(dispatcher *d);
int dispatcher_component(const dispatcher *d);
/* Slots of the link to an SM. An SM takes the next block that is to be restored when the one before is;
 * sm_driver waits for an SM that does not take what it is given, so there each place of an SM has one. D: the
 * dispatcher, which waits for none, needs two. */
uint32_t dispatcher_command_slots(const gpu_config *config);
/* Links of SM `number`: block_command towards it, block_report back. */
void dispatcher_attach_sm(dispatcher *d, uint32_t number, engine_link *to_sm, engine_link *from_sm);

/* Application `app` is followed by others: it is not launched again, and the engine stops in every cycle from
 * its end until dispatcher_replace(). `followers`: how many, after this one. Call it while no component
 * ticks. */
void dispatcher_set_followers(dispatcher *d, uint32_t app, uint32_t followers);
/* Has it ended, and does it wait for its follower? */
bool dispatcher_ended(const dispatcher *d, uint32_t app);
/* What the application waits for, as far as the dispatcher knows. */
typedef enum {
    DISPATCHER_WAITS_NOT,        /* it is over, and is not launched again */
    DISPATCHER_WAITS_FOR_QUIET,  /* it is over, and its follower has not begun */
    DISPATCHER_WAITS_FOR_BLOCKS, /* SMs hold blocks of it */
    DISPATCHER_WAITS_FOR_HOST,   /* until a cycle that is known: its arrival, the host's time, a copy */
    DISPATCHER_WAITS_FOR_SMS
} dispatcher_wait;
dispatcher_wait dispatcher_waits(const dispatcher *d, uint32_t app);
/* Changes whenever a kernel of it opens, a block comes to an SM or leaves it, or a launch ends. */
uint64_t dispatcher_steps(const dispatcher *d, uint32_t app);
/* The follower begins in the next cycle. */
void dispatcher_replace(dispatcher *d, uint32_t app, workload *work);

/* `freed` is called when a kernel of an application is over, and for every application every `cycles`
 * cycles (0: not): it may free memory then. Before the engine runs. */
void dispatcher_on_frees(dispatcher *d, void (*freed)(void *ctx, uint32_t app), void *ctx, uint64_t cycles);

/* With CONTEXTS_VIRTUAL `map` is called before a kernel may be preempted: its contexts need these pages.
 * Before the engine runs. */
void dispatcher_on_contexts(dispatcher *d, void (*map)(void *ctx, uint32_t app, uint64_t vpn, uint64_t pages),
                            void *ctx);

/* The error in a workload (the run was stopped), or NULL. */
const char *dispatcher_error(const dispatcher *d);
/* Every application has finished its first launch, or measure.launches of them, and has no followers. Never
 * with a window of measurement (measure_config): all are launched again until its end. */
bool dispatcher_done(const dispatcher *d);
/* Thread blocks of first launches finished, as a fraction of those known so far. */
double dispatcher_progress(const dispatcher *d);
/* What the block scheduler has counted; zeroes when it reserves no SMs. */
preemption_stats dispatcher_preemptions(const dispatcher *d);
/* Fills launches, first_instructions, begin, first_cycles, ipc_launches and ipc_cycles of application `app`.
 */
void dispatcher_collect(const dispatcher *d, uint32_t app, app_result *result);

#endif
