/*
 * The fault unit of the chip and what serves faults behind it (thesis 6.1, 6.4.2, 6.5):
 *
 *   shared TLB ==fault_request==> fault unit: one entry per region (64 KB), merging
 *       -> host: requests cross the link, one handler serves them one by one (cpu_ns each),
 *          dirty pages are transferred over the link one after the other
 *       -> or GPU: allocations with local_faults, gpu_ns each, in parallel
 *   shared TLB <==fault_resolved== pages of the region are mapped
 *
 * A fault on an idle system takes the round trip of host_link. An invalid access aborts the
 * run with one clear line.
 */
#ifndef GMMU_FAULT_UNIT_H
#define GMMU_FAULT_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "gpu/config.h"
#include "mmu/address_space.h"
#include "workloads/workload.h"

/* Shared TLB -> fault unit: a walk met a page that is not resident. */
typedef struct {
    uint64_t vpn;
    uint16_t asid;
    uint8_t app;
    uint8_t core; /* who asked */
    uint8_t warp;
    bool tell; /* preemptible scheme: the core was answered FAULT and must hear of the end */
} fault_request;

/* Fault unit -> shared TLB. */
typedef struct {
    uint64_t vpn;   /* first page of those mapped */
    uint64_t cores; /* bit per core to be told */
    uint32_t pages;
    uint16_t asid;
    uint8_t app;
} fault_resolved;

#endif
