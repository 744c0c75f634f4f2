/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Misses of a TLB level for which no MSHR was free. They wait in order, and hits and misses that merge go on
 * meanwhile: the TLBs are non-blocking (MASK 6). When an MSHR comes free it is reserved for the oldest of
 * them, which looks up again, ahead of new requests: in the meantime another walk may have brought its page.
 * New misses begin nothing before all of these have begun, so walks begin in the order of the misses and
 * nobody starves. The queue has room for every request that the clients can have outstanding (decision).
 */
#ifndef GMMU_TLB_PARKED_H
#define GMMU_TLB_PARKED_H

#include "mmu/tlb_mshrs.h"
#include "mmu/tlb_pipeline.h"
#include "mmu/tlb_ports.h"

/* Of an application with queues of its own, or of all. */
typedef struct {
    index_list waiting;
    uint32_t again; /* in the lookup pipeline again, each with an MSHR reserved */
} tlb_parked_part;

typedef struct {
    tlb_parked_part of[TLB_MAX_PARTITIONS]; /* as the MSHRs are divided, and the slots of the ports */
} tlb_parked;

void tlb_parked_init(tlb_parked *p);
/* clients.next serves the list. */
void tlb_parked_add(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, uint32_t i);
/* What enters the pipeline in this cycle: of whose slot it is, the oldest that wait, as far as there are
 * MSHRs, then new requests. */
void tlb_parked_enter(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, tlb_pipeline *pipeline,
                      uint64_t cycle);
/* A lookup of request i is done: may it take an MSHR? *first: it is not the request's second lookup. */
bool tlb_parked_may_begin(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, uint32_t i, bool *first);
/* Could one of those that wait enter in the next cycle? */
bool tlb_parked_awake(const tlb_parked *p, const tlb_mshrs *mshrs);

#endif
