/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order in which the requests of a memory channel go to their DRAM banks. A scheduler is a struct of
 * functions; design.dram_scheduler chooses one. It is Moore: its outputs in a cycle depend on its state
 * alone, and it takes one edge per cycle. A new one is a file and a line in the table of dram_scheduler.c.
 */
#ifndef GMMU_DRAM_SCHEDULER_H
#define GMMU_DRAM_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "config/messages.h"
#include "config/policy.h"
#include "units/unit_needs.h"

#define DRAM_REQUESTS 512U /* names of requests in a channel: 0 .. 511 */
#define DRAM_CLASSES  3U   /* of requests: 0 golden, 1 silver, 2 normal (MASK 5.4) */

/* Its outputs. */
typedef struct {
    bool issue; /* this request goes to its bank, which must take it */
    bool issue_write;
    uint32_t issue_id, issue_bank, issue_row;
    uint32_t issue_class;
    bool walk_room, data_room;    /* it can take a page-table read, another request, in this cycle */
    uint32_t level[DRAM_CLASSES]; /* requests that wait in each class */
} dram_schedule;

/* Its inputs at the edge. */
typedef struct {
    bool push; /* only when it has room for the request */
    bool push_walk, push_write;
    uint32_t push_app, push_id, push_bank, push_row, push_col;
    uint32_t ready;      /* bit b: bank b can take another request in the next cycle, as far as known */
    bool opened, closed; /* a row of event_bank */
    uint32_t event_bank, event_row;
    const epoch_message *epoch; /* the one that is over, or NULL */
} dram_edge;

typedef struct {
    policy_row row;
    const unit_need *units; /* that it has; NULL: none */
    /* For `apps` applications. NULL: a unit is missing in this build. */
    void *(*create)(const gpu_config *config, uint32_t apps);
    void (*destroy)(void *self);
    void (*outputs)(void *self, dram_schedule *out);
    void (*step)(void *self, const dram_edge *edge); /* after outputs() of this cycle */
    bool (*rests)(const void *self); /* an edge at which nothing happens would change nothing */
} dram_scheduler;

/* The one of that name (policy_find); NULL: there is none. */
const dram_scheduler *dram_scheduler_find(const char *name);

/* The units of the scheduler that the design names, where memory is DRAM; or NULL. */
const unit_need *dram_scheduler_units(const gpu_config *config);

/* Cycles until the units of the first two rest once they are empty: the registers of the
 * pick, the last pick and the issue run empty. The quota engine shows `busy`. */
#define DRAM_UNIT_SETTLE 4U

#endif
