/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host twin of the schedulers of sched_queues.c: arbiter, queues and the wires between them as one state,
 * with the outputs of the wired units at every edge. A request is written down once, in its queue, and what
 * the units find by looking at all entries is kept as sets of positions. --unit-c, or one of the units as
 * RTL, runs the wired units; tb/mem/queues_twin_test.c holds the twin to them.
 */
#ifndef GMMU_QUEUES_TWIN_H
#define GMMU_QUEUES_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "mem/dram_scheduler.h"

/* How a scheduler of this kind differs from the others. */
typedef struct {
    bool enable; /* there are classes; else all requests are normal */
    bool turns;  /* applications take turns in the silver queue */
    bool banks;  /* walks wait for their own bank alone: memory.golden */
    bool rows;   /* a row hit of the normal queue goes before a silver request to another row of its bank */
    uint32_t apps, thresh_max, hit_cap;
    /* Sizes of the units. */
    uint32_t unit_apps, golden_depth, silver_depth, normal_depth, unit_banks;
} queues_shape;

typedef struct queues_twin queues_twin;

queues_twin *queues_twin_new(const queues_shape *shape);
void queues_twin_free(queues_twin *t);
void queues_twin_outputs(const queues_twin *t, dram_schedule *out);
void queues_twin_step(queues_twin *t, const dram_edge *edge);
bool queues_twin_rests(const queues_twin *t);

#endif
