/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fault unit of the chip and the servers of faults behind it (thesis 6.1, 6.4.2, 6.5):
 *
 *   shared TLB ==fault_request==> fault unit: one entry per region (64 KB) or larger page, merging
 *       -> host (os/host.h): link, handler, transfers
 *       -> or GPU: allocations with local_faults, gpu_ns each, in parallel
 *   shared TLB <==fault_resolved== pages of the region become resident
 *
 * All pages of the application in a region are served at once, used or not. A region with
 * data of the host is migrated, always by the host; else it is allocated. On an idle system the round trip,
 * from the shared TLB's request to its reception of the answer, is exactly
 * transfer_ns, allocate_ns or gpu_ns. A request for a page that is already resident is
 * answered at once. An invalid access aborts the run with one clear line.
 *
 * Decisions: exceptions.entries regions at a time; further requests wait in the link; the GPU's
 * handler finds out without delay that a region must be migrated; the driver finds an invalid access
 * without delay.
 */
#ifndef GMMU_FAULT_UNIT_H
#define GMMU_FAULT_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/engine.h"
#include "config/config.h"
#include "config/messages.h"
#include "config/observer.h"
#include "mmu/last_level.h"
#include "os/host.h"
#include "program/workload.h"

#define FAULT_ENTRIES      256U /* exceptions.entries, at most */
#define FAULT_REGION_PAGES 64U  /* at most, of several pages: bits of fault_resolved.mapped */

typedef struct {
    uint64_t requests;                    /* of the shared TLB */
    uint64_t faults;                      /* regions served: the others were merged or late */
    uint64_t merged;                      /* into a fault that was being served */
    uint64_t late;                        /* the page was already resident */
    uint64_t migrated, allocated;         /* pages */
    uint64_t local;                       /* faults handled on the GPU */
    uint64_t cycles;                      /* round trips, summed over the faults */
    uint64_t most;                        /* faults in flight */
    uint64_t batches;                     /* of the host's handler */
    uint64_t largest_batch;               /* requests */
    uint64_t handler_cycles, link_cycles; /* busy */
} fault_stats;

/* The origin of a page, as known before this point in time (os/driver.h). */
typedef page_origin (*page_origin_fn)(void *ctx, uint32_t app, uint64_t vpn);

typedef struct fault_unit fault_unit;

/* watch may be NULL. NULL with one line in err. */
fault_unit *fault_unit_new(engine *e, int domain, const gpu_config *config, page_origin_fn origin, void *ctx,
                           const observer *watch, char *err, size_t err_size);
void fault_unit_free(fault_unit *u);
int fault_unit_component(const fault_unit *u);
void fault_unit_attach_tlb(fault_unit *u, engine_link *requests, engine_link *resolved);

fault_stats fault_unit_stats(const fault_unit *u);
access_violation fault_unit_violation(const fault_unit *u);

/* Is no fault of the address space being served or on its way? */
bool fault_unit_quiet(const fault_unit *u, uint16_t asid);
/* Changes whenever the host or the GPU has got on with a fault. */
uint64_t fault_unit_served(const fault_unit *u);
/* The application is over: the pages that were made resident for it are gone. */
void fault_unit_forget(fault_unit *u, uint32_t app);

/* The events that engine_event() records: kind (first page of the region, asid << 32 | application or pages).
 */
enum { FAULT_EVENT_BEGIN = 0x500, FAULT_EVENT_END };

#endif
