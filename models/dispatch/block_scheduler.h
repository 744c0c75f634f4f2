/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block schedulers: which application an SM works for, and which SM takes a block.
 * The dispatcher is the mechanism: it opens kernels and blocks, counts them, and talks
 * to the SMs. A scheduler is a struct of functions that reads the dispatcher's counts
 * (`schedule`) and decides; it never sees a link. A new one is one file with such a
 * struct, and one line in the table in block_scheduler.c.
 *
 * An SM has at most one owner. Only blocks of its owner are sent to it. The owner
 * changes when the SM holds no block, because all are done, or were saved
 * (schedule_preempt()). Saved blocks of an application go before its new ones.
 * Or an SM is shared (schedule_share()): it holds blocks of all applications at a time, as many as its
 * registers, shared memory, warp and block slots suffice for together.
 */
#ifndef GMMU_BLOCK_SCHEDULER_H
#define GMMU_BLOCK_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "config/policy.h"
#include "sm/parts/occupancy.h"
#include "units/unit_needs.h"

#define SCHEDULE_NO_APP   UINT32_MAX
#define SCHEDULE_ALL_APPS (UINT32_MAX - 1)

/* What the dispatcher knows about an SM. */
typedef struct {
    uint32_t owner;    /* index of the application, SCHEDULE_NO_APP, or SCHEDULE_ALL_APPS: it is shared */
    uint32_t resident; /* blocks there or on their way, including those that it switched out by itself */
    uint32_t wanted;   /* blocks that it asked for beyond those that fit */
    bool can_send;     /* its link takes a message in this cycle */
    bool leaving;      /* its blocks are being saved; it takes none until all have left */
    bool held;         /* it takes none as long as the scheduler says so */
    sm_resources free; /* what those blocks leave of a shared SM */
    uint64_t apps;     /* of a shared SM: bit per application that has blocks there or on their way */
} scheduled_sm;

/* What the dispatcher knows about an application. */
typedef struct {
    uint32_t first_sm, sms; /* the SMs that the user gave it */
    uint32_t priority;      /* as the user gave it; a larger one goes first */
    uint64_t kernels;       /* opened so far, of all launches */
    uint32_t fit;           /* blocks of the open kernel that one SM holds */
    sm_resources needs;     /* of one of them */
    uint64_t most_warps;    /* that blocks of it may occupy on the chip at a time; 0: any number */
    uint64_t blocks;        /* of the open kernel */
    /* The block that goes next, as the dispatcher counts; assign() may name another one, which is checked. */
    bool restores;        /* it is the saved one that has waited longest; else a new one */
    uint64_t next;        /* its number */
    uint32_t place;       /* of its context, if it is restored (block_ledger.h) */
    uint64_t outstanding; /* blocks of it that have begun and not ended, saved ones included */
    bool waiting;         /* a block of it waits for a place */
    uint64_t completed;   /* submissions that are: kernels, or with schedule.host_cycles=0 launches */
} scheduled_app;

typedef struct {
    uint32_t sms, apps;
    uint64_t slice_cycles; /* schedule.slice_cycles */
    scheduled_sm *sm;
    scheduled_app *app;
} schedule;

/* A block has left an SM: it is done, or its context is saved. */
typedef struct {
    uint32_t sm, app;
    uint64_t block;
    bool saved;
    uint32_t place; /* of the context */
} block_left;

/* SMs taken from a kernel: from the cycle in which one is reserved to that in which it is free. */
typedef struct {
    uint64_t count, cycles, most; /* most: cycles of the longest */
} preemption_stats;

typedef struct {
    policy_row row;
    const unit_need *units; /* that it has; NULL: none */
    size_t state_bytes;     /* of the scheduler's own state, zeroed at the start */
    bool preempts;          /* uses schedule_preempt() */
    bool shares;            /* uses schedule_share(), for all SMs, and heeds most_warps */
    bool by_priority;       /* a kernel of a lower priority may wait as long as there are others */
    uint64_t most_blocks;   /* of a kernel; 0: any number */
    /* Prepares and releases the state, or both NULL. False: one line in err, and it is released. */
    bool (*open)(const schedule *s, void *state, const gpu_config *config, char *err, size_t err_size);
    void (*close)(void *state);
    /* Once per tick of the dispatcher, before blocks are placed: gives SMs to applications with
     * schedule_give(). Returns the cycle in which it wants to be asked again even if no message
     * comes, or GMMU_NEVER. */
    uint64_t (*assign)(const schedule *s, void *state, uint64_t cycle);
    /* The SM for the waiting block of `app`, for which schedule_has_place() must hold; -1: none now. */
    int (*choose)(const schedule *s, void *state, uint32_t app);
    /* Told of each block that leaves an SM, before assign() in the same cycle; or NULL. */
    void (*left)(void *state, const block_left *block);
    /* What it has counted, or NULL: it does not reserve SMs. */
    preemption_stats (*preemptions)(const void *state);
} block_scheduler;

/* The one of that name (policy_find); NULL: there is none. */
const block_scheduler *block_scheduler_find(const char *name);
/* The units of the scheduler that the design names, or NULL. */
const unit_need *block_scheduler_units(const gpu_config *config);
/* One line about the priority of an application, which this scheduler does not look at. */
void block_scheduler_report_priority(const block_scheduler *b, uint32_t app, char *err, size_t size);
/* Does it take SMs from kernels as schedule.preempt says? */
bool block_scheduler_heeds_preempt(const block_scheduler *b);
/* One line about an option --preempt, which this scheduler does not heed. */
void block_scheduler_report_preempt(const block_scheduler *b, char *err, size_t size);
/* Each application keeps the SMs that the user gave it (dispatch/schedule_static.c). */
extern const block_scheduler block_scheduler_static;
/* Names of what options ask for: partitions of SMs (dispatch/schedule_queue.c), limits of threads
 * (dispatch/schedule_mps.c). */
#define SCHEDULER_OF_PARTITIONS "queue"
#define SCHEDULER_OF_THREADS    "mps"

/* ---- functions for schedulers ---- */

/* The SM belongs to the application from now on. It must hold no block. */
void schedule_give(const schedule *s, uint32_t sm, uint32_t app);
/* The SM, which must hold no block, takes blocks of all applications from now on. */
void schedule_share(const schedule *s, uint32_t sm);
/* Every application gets the SMs that the user gave it. They hold no block. */
void schedule_give_shares(const schedule *s);
/* Has all blocks of the SM saved. */
void schedule_preempt(const schedule *s, uint32_t sm);
/* From now on the SM takes blocks no more, or again. */
void schedule_hold(const schedule *s, uint32_t sm, bool held);
/* Has the SM room for one more block of the application, and for a message? */
bool schedule_has_room(const schedule *s, uint32_t sm, uint32_t app);
/* The same, and the SM belongs to the application, or is shared. */
bool schedule_has_place(const schedule *s, uint32_t sm, uint32_t app);
/* Of the SMs with a place for the application, the one with the fewest blocks; the lowest of
 * several; -1: none. */
int schedule_fewest(const schedule *s, void *state, uint32_t app);

#endif
