/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results of fixed latency: a ring of lists, one per cycle of the near future.
 * Adding and taking cost the same for any number of instructions in flight.
 */
#ifndef GMMU_TIMING_WHEEL_H
#define GMMU_TIMING_WHEEL_H

#include <stdbool.h>
#include <stdint.h>

#include "sm/parts/scoreboard.h"

/* An instruction that has its result at the end of its latency. */
typedef struct {
    inflight_inst inst;
    bool branch;   /* the warp continues when it commits */
    uint8_t place; /* SM_THESIS: in the warp's window */
} wheel_event;

typedef struct {
    uint32_t size;  /* cycles, a power of two */
    uint32_t free;  /* stack of unused events */
    uint32_t *head; /* stack per cycle */
    uint32_t *next;
    uint64_t *used; /* bit per cycle: the list is not empty */
    uint64_t first; /* cycle of the earliest event, or UINT64_MAX */
    wheel_event *event;
} timing_wheel;

/* For latencies up to `horizon` cycles and at most `per_cycle` events added in one cycle. */
void wheel_init(timing_wheel *w, uint32_t horizon, uint32_t per_cycle);
void wheel_destroy(timing_wheel *w);
/* The event to fill in; due in cycle `when`, after `now` and at most the horizon away. */
wheel_event *wheel_add(timing_wheel *w, uint64_t when);
/* Takes one event that is due in cycle `now` into *event; false when there is none (left). */
bool wheel_take(timing_wheel *w, uint64_t now, wheel_event *event);
/* The first cycle after `now` in which an event is due, or UINT64_MAX. */
uint64_t wheel_next(const timing_wheel *w, uint64_t now);

#endif
