/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data-transfer engine of thesis 2.2 (Fig. 2.5): copies between host and GPU memory, a queue for each
 * direction. Both forms of chapter 5 use it, kernels in the pipeline and blocks as delays.
 *
 * One copy of each direction is under way at a time, at the bandwidth of schedule.pcie: half of the lanes are
 * of each direction (D), and each carries a byte per cycle (D), in bursts. A process has one copy at a time.
 * The next one is the one that was asked for first (FCFS, 5.3.1), or of the highest priority (NPQ, 5.3.2);
 * none is interrupted. D: a copy has no latency of its own, the host's time around it is
 * schedule.host_cycles; it takes nothing of the GPU memory's bandwidth, of which it is 4 % with Table 5.1's
 * bus.
 */
#ifndef GMMU_COPY_ENGINE_H
#define GMMU_COPY_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

#define COPY_NONE  UINT32_MAX
#define COPY_NEVER UINT64_MAX

typedef enum { COPY_IN, COPY_OUT, COPY_WAYS } copy_way;

typedef struct {
    uint32_t process;
    copy_way way;
    uint64_t began; /* cycle */
} copy_done;

typedef struct {
    bool waits;
    uint32_t priority;
    uint64_t asked, cycles; /* its number in the order of all; how long it takes */
} copy_request;

typedef struct {
    bool by_priority; /* else by order */
    uint64_t asked;   /* copies so far */
    struct {
        copy_request request[CHIP_MAX_APPS];
        uint32_t process;     /* whose copy is under way, or COPY_NONE */
        uint64_t began, ends; /* cycles; COPY_NEVER: none is */
    } way[COPY_WAYS];
} copy_engine;

void copy_engine_init(copy_engine *e, bool by_priority);
/* Cycles of a clock of `mhz` that `bytes` bytes take on the bus: 0 only without any. */
uint64_t copy_engine_cycles(const pcie_bus *bus, uint64_t bytes, uint32_t mhz);
/* The process, which has no copy under way, asks for one. A larger priority goes first. */
void copy_engine_ask(copy_engine *e, copy_way way, uint32_t process, uint32_t priority, uint64_t cycles);
/* Begins in this cycle what can begin. */
void copy_engine_begin(copy_engine *e, uint64_t cycle);
/* The cycle in which the next copy ends, of those begun; COPY_NEVER: none. */
uint64_t copy_engine_next(const copy_engine *e);
/* A copy that is done by this cycle, reported once; false: no more. Then others can begin. */
bool copy_engine_take(copy_engine *e, uint64_t cycle, copy_done *done);

#endif
