/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the levels of a GPU's TLBs by the latencies of dependent accesses (Karnagel 3.1): a stride over
 * growing ranges, of which the second pass counts. The data stay in the L2 cache, so a slow access missed a
 * TLB.
 *
 * For each level, from the first:
 *   1. The smallest number of accesses of which one is slow, at strides that grow until there is one.
 *   2. What a miss brings: next to an address whose translation has been lost, what is fast after the
 *      address itself has been accessed?
 *   3. What an entry covers: the stride from which on a doubled stride no longer halves the number of
 *      accesses that fit. If more accesses fit at an odd multiple of the stride, the doubled stride has met
 *      fewer sets, not fewer entries.
 *
 * Where latencies have noise, an access is slow together with the slowest quarter, or alone by four times the
 * noise; then a level is not seen at strides below a quarter of its entries, and must end before the next
 * level does at these.
 *
 * Limits: replacement must keep what was used or filled last. A level is measured well if it has twice the
 * entries of the one before it and twice the reach. What follows the last TLB, page-walk caches too, looks
 * like a further level if it has a reach of its own.
 */
#ifndef GMMU_TLB_BOUNDARY_H
#define GMMU_TLB_BOUNDARY_H

#include <stdbool.h>
#include <stdint.h>

#include "study/probe/probe_machine.h"

#define TLB_BOUNDARY_LEVELS 8U

typedef struct {
    uint32_t entries;
    uint64_t covers; /* bytes of an entry */
    uint64_t brings; /* bytes that a miss brings, at most `covers`; 0: not found, memory is too small */
    uint64_t reach;  /* bytes: entries * covers */
    uint32_t hit;    /* cycles of an access that this level serves */
    uint32_t miss;   /* further cycles when the next level, or the walker, serves it: the median */
} tlb_boundary_level;

typedef struct {
    tlb_boundary_level level[TLB_BOUNDARY_LEVELS];
    uint32_t levels;
    /* The search for a further level ended here. */
    uint64_t seen;     /* bytes: the largest range */
    uint32_t accesses; /* in a range, so that the data stay in the L2 cache: more entries are not seen */
} tlb_boundary;

/* A point of Karnagel's Fig. 3 and 4. */
typedef struct {
    uint32_t level; /* whose boundary is near, from 1 */
    uint64_t stride, range;
    double cycles; /* average of the second pass */
} tlb_boundary_point;

typedef void (*tlb_boundary_point_fn)(void *ctx, const tlb_boundary_point *point);

/* False: the machine failed. */
bool tlb_boundary_find(const probe_machine *m, tlb_boundary *found);
/* For each level found: half, whole and double its entry as strides, ranges around its reach. */
bool tlb_boundary_curves(const probe_machine *m, const tlb_boundary *found, tlb_boundary_point_fn take,
                         void *ctx);

#endif
