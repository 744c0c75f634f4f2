/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A set-associative TLB array with true LRU, tagged with ASIDs: the shared 512-entry
 * 16-way L2 TLB, and fully associative the 64-entry L1 TLB of an SM (MASK Table 1).
 * The set is the low bits of the virtual page number. Only state and search; ports
 * and latency are the business of the component that holds it.
 */
#ifndef GMMU_TLB_H
#define GMMU_TLB_H

#include <stdbool.h>
#include <stdint.h>

typedef struct tlb tlb;

/* ways = entries: fully associative. NULL when ways does not divide entries, the
 * number of sets is no power of two, or out of memory. */
tlb *tlb_new(uint32_t entries, uint32_t ways);
void tlb_free(tlb *t);

/* Looks a page up and makes a hit the most recently used entry of its set. */
bool tlb_lookup(tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn);
/* The same without touching the LRU order. */
bool tlb_probe(const tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn);
/* Inserts as most recently used in place of the least recently used (empty entries
 * first), or refreshes the entry that is there. */
void tlb_fill(tlb *t, uint16_t asid, uint64_t vpn, uint64_t ppn);
void tlb_flush(tlb *t);
/* Was it there? */
bool tlb_invalidate(tlb *t, uint16_t asid, uint64_t vpn);

#endif
