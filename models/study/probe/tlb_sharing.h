/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds which SMs share which level of the TLBs (Karnagel 3.2): one SM reads as many addresses as the level
 * has entries, another SM others, and the first SM its own again. If that is slow, the other SM has evicted
 * them, so the two share the level.
 *
 * It stands on what tlb_boundary_find() has found: entries, what they cover, latencies.
 */
#ifndef GMMU_TLB_SHARING_H
#define GMMU_TLB_SHARING_H

#include <stdbool.h>
#include <stdint.h>

#include "study/probe/probe_machine.h"
#include "study/probe/tlb_boundary.h"

#define TLB_SHARING_SMS 256U

typedef struct {
    uint32_t levels, sms; /* as found before; at most TLB_SHARING_SMS */
    /* Memory holds the addresses of two SMs. */
    bool tested[TLB_BOUNDARY_LEVELS];
    /* The first SM that shares the level with this one: it names the group. */
    uint32_t group[TLB_BOUNDARY_LEVELS][TLB_SHARING_SMS];
} tlb_sharing_found;

/* A point of Karnagel's Fig. 5 and 6. */
typedef struct {
    double cycles;  /* average of the last stage */
    uint32_t level; /* from 1 */
    uint32_t sm, other;
    bool shared;
} tlb_sharing_point;

typedef void (*tlb_sharing_point_fn)(void *ctx, const tlb_sharing_point *point);

/* Tests each SM against the first SM of each group. False: the machine failed, or has too many SMs. */
bool tlb_sharing_find(const probe_machine *m, const tlb_boundary *boundary, tlb_sharing_found *found);
/* Does `other` share a level, from 0, with SM `sm`? False when memory has no room for the addresses of two
 * SMs, and when the machine failed, which sets *failed. */
bool tlb_sharing_test(const probe_machine *m, const tlb_boundary *boundary, uint32_t level, uint32_t sm,
                      uint32_t other, bool *failed);
/* All pairs of different SMs, as in the paper. False: as above. */
bool tlb_sharing_pairs(const probe_machine *m, const tlb_boundary *boundary, tlb_sharing_point_fn take,
                       void *ctx);

#endif
