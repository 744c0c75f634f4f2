/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host's memory as the GPU's SMs reach it: pages that are pinned there and mapped into the GPU's address
 * space ("zero-copy", Karnagel 2.2, 5.3). Its port stands next to the L2 banks at the crossbars; behind it is
 * the bus of schedule.pcie, half of whose lanes are of each direction.
 *
 * A read takes schedule.pcie.latency_ns on an idle bus, its line's transfer included, and at most
 * schedule.pcie.reads are under way; the data come in the order of the requests. A write is posted: it is
 * taken as fast as its bytes leave, and a later read finds it.
 *
 * Decisions:
 * - The L2 cache keeps no line of the host, since the host may write it; an L1 cache keeps what it reads, as
 *   any line of a load.
 * - A request to read, the heads of packets and the host's own memory take no bandwidth.
 * - Copies of a whole launch (dispatch/copy_engine.h) and transfers of page faults (os/host.h) have the bus
 * to themselves, as if it were a second one.
 * - An acknowledged write, or a drop, is answered as soon as it is taken: nothing is cached behind this port.
 */
#ifndef GMMU_HOST_MEMORY_H
#define GMMU_HOST_MEMORY_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "mmu/data_oracle.h"

typedef struct host_memory host_memory;

host_memory *host_memory_new(engine *e, const gpu_config *config, int domain);
void host_memory_free(host_memory *m); /* NULL is allowed */
int host_memory_component(const host_memory *m);

/* Requests of the crossbar, replies to it. Links of mem_message. */
void host_memory_attach(host_memory *m, engine_link *requests, engine_link *replies);
/* Writes get their versions from it; NULL, as without this call: all are 0. */
void host_memory_attach_oracle(host_memory *m, data_oracle *oracle);

/* CHIP_MAX_APPS of them; only the host_ fields are used. */
const app_stats *host_memory_stats(const host_memory *m);

/* Events for engine_event(): a = address, b = application. */
enum { HOST_EVENT_READ = 0x700, HOST_EVENT_WRITE };

#endif
