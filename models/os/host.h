/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host as a fault sees it (thesis 6.5.3, 6.5.4; Mosaic 3.2). Requests cross the link; one handler takes
 * each of them for cpu_ns; regions with data of the host are transferred over the link one after
 * the other; the answer comes back.
 *
 *   sent --out--> pending --batch--> handler (cpu) --[link (transfer)]--back--> answered
 *
 * The round trip on an idle system is host_link's. In it the handler is serial for cpu_ns
 * and the link for host_link_busy_ns(); the rest is latency, half of it each way, in which
 * any number of faults can be (decision; the papers give only sums). All faults pending when the
 * handler becomes free are its next batch, as in UVM drivers. Faults are known by numbers of
 * the caller, below `count`.
 */
#ifndef GMMU_HOST_H
#define GMMU_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/index_list.h"
#include "config/config.h"

typedef struct {
    uint64_t batches;
    uint64_t largest_batch;               /* requests in it */
    uint64_t handler_cycles, link_cycles; /* busy */
} host_totals;

typedef struct {
    uint64_t due; /* cycle in which it leaves its present place */
    uint32_t requests;
    bool transfer;
} host_fault;

typedef struct {
    uint64_t out, cpu, transfer, back; /* cycles */
    host_fault *fault;
    uint32_t *next;
    index_list on_the_way, pending, batch;
    index_list answers[2]; /* without and with transfer: each is in the order of `due` */
    uint32_t handled;      /* INDEX_NONE: the handler is free */
    uint64_t link_free;    /* cycle in which the last transfer ends */
    host_totals totals;
} host;

/* `bytes`: of a transfer. `spent`: cycles of the round trip that pass outside of the host. */
void host_init(host *h, const gpu_config *config, uint32_t count, uint64_t bytes, uint64_t spent);
void host_free(host *h);

/* A fault leaves for the host; `transfer`: the region has data of the host. */
void host_send(host *h, uint64_t cycle, uint32_t number, bool transfer);
/* Another request for the same region. */
void host_merge(host *h, uint32_t number);

/* One cycle; host_next() names those in which it must be called. */
void host_tick(host *h, uint64_t cycle);
/* A fault whose answer has arrived, until INDEX_NONE. */
uint32_t host_answer(host *h, uint64_t cycle);
/* The next cycle in which something happens, or GMMU_NEVER; at or before `cycle` when an answer waits. */
uint64_t host_next(const host *h);

#endif
