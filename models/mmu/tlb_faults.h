/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shared TLB's end of the fault path (thesis 6.1). MSHRs whose walk met a page that is not
 * resident are reported to the fault unit, one per cycle; resolved regions come back.
 *
 * Not preemptible: an MSHR waits for the end of its fault and walks again, so a fault
 * is a very long miss. Preemptible: with the report all waiting requests are answered
 * TLB_REPLY_FAULT, and the MSHR is free; TLB_REPLY_RESOLVED tells the SMs the end. It
 * takes the path of the answers and so never overtakes one.
 *
 * The page-table entries change here, when the shared TLB gets the message. The walker is in the same
 * component, so it sees the changes in one order for any order of ticks.
 */
#ifndef GMMU_TLB_FAULTS_H
#define GMMU_TLB_FAULTS_H

#include "base/engine.h"
#include "mmu/address_space.h"
#include "mmu/tlb_mshrs.h"
#include "mmu/tlb_ports.h"

typedef struct {
    engine_link *to_unit, *from_unit; /* NULL: there is no fault unit */
    bool preemptible;
    index_list unreported; /* MSHRs */
    uint32_t *next;        /* by MSHR */
    bool held;             /* a resolved region cannot be reported yet */
} tlb_faults;

void tlb_faults_init(tlb_faults *f, bool preemptible, uint32_t mshrs);
void tlb_faults_free(tlb_faults *f);

/* The walk of MSHR m has met a page that is not resident. */
void tlb_faults_add(tlb_faults *f, uint32_t m);
/* Reports one; returns its MSHR, or INDEX_NONE. Preemptible: its waiters have been answered, and the caller
 * releases it. Otherwise it is marked `faulted`. */
uint32_t tlb_faults_report(tlb_faults *f, tlb_mshrs *mshrs, tlb_ports *sms);
/* Takes one message of the fault unit: marks its pages present and tells the SMs. NULL: none
 * in this cycle; otherwise it stays valid until tlb_faults_taken(), after the caller has begun the
 * walks of the faulted MSHRs it covers. */
const fault_resolved *tlb_faults_resolved(tlb_faults *f, address_space *const *spaces, tlb_ports *sms);
void tlb_faults_taken(tlb_faults *f);

/* Is a page in what has become resident? */
static inline bool tlb_faults_covers(const fault_resolved *r, uint32_t asid, uint64_t vpn) {
    return asid == r->asid && vpn - r->vpn < r->pages;
}

/* Must the next cycle be simulated? */
bool tlb_faults_awake(const tlb_faults *f);

#endif
