/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the chip does in each epoch (mask.epoch_cycles) besides the counts of its shared TLB (tlb_epochs.h),
 * for plots over time: the epochs adjoin each other, so their counts add up to the counts of the run or of a
 * window that ends with one of them.
 */
#ifndef GMMU_TIMELINE_H
#define GMMU_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "config/app_stats.h"

/* Of one application, or of those that follow each other in its place; as in app_stats. */
typedef struct {
    uint64_t instructions; /* warp instructions committed */
    uint64_t walks, walk_cycles, walk_active_cycles, walk_queue_cycles;
    uint64_t bus_cycles; /* memory cycles of DRAM's data buses, for data and walks */
} app_flow;

/* Of the chip. */
typedef struct {
    uint64_t mem_cycles;
    uint64_t
        queue_level[3]; /* entries in the golden, silver, normal queues, summed over cycles and channels */
} chip_flow;

typedef struct {
    uint64_t length; /* core cycles */
    uint64_t ended;  /* epochs */
    uint32_t apps;
    app_flow app_before[CHIP_MAX_APPS]; /* counted until the running epoch began */
    chip_flow chip_before;
    app_flow *app;   /* [ended][apps] */
    chip_flow *chip; /* [ended] */
    size_t room;     /* epochs */
} timeline;

void timeline_init(timeline *t, uint64_t length, uint32_t apps);
void timeline_free(timeline *t);
/* The first core cycle that is not in the running epoch. */
uint64_t timeline_end(const timeline *t);
/* Ends the epoch: what was counted from the beginning of the run until now; app[apps]. */
void timeline_add(timeline *t, const app_flow *app, const chip_flow *chip);
/* What the timeline keeps of an application's counters. */
app_flow timeline_flow(const app_stats *s);

#endif
