/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of the shared TLB (mmu/shared_tlb.h), for the two that are behind that interface: the model
 * (mmu/shared_tlb.c), and the block of hls/gmmu or rtl/gmmu.sv in its place (mmu/gmmu_seat.h).
 */
#ifndef GMMU_SHARED_TLB_STATE_H
#define GMMU_SHARED_TLB_STATE_H

#include "mmu/fill_rules.h"
#include "mmu/gmmu_seat.h"
#include "mmu/shared_tlb.h"
#include "mmu/tlb.h"
#include "mmu/tlb_epochs.h"
#include "mmu/tlb_faults.h"
#include "mmu/tlb_mshrs.h"
#include "mmu/tlb_parked.h"
#include "mmu/tlb_pipeline.h"
#include "mmu/tlb_ports.h"
#include "mmu/walker.h"

enum { EVENT_LOOKUP = 1, EVENT_FILL, EVENT_WALK, EVENT_EPOCH, EVENT_FAULT, EVENT_RESOLVED, EVENT_ANSWER };

struct shared_tlb {
    engine *e;
    int component, domain;
    const observer *watch;
    address_space *const *spaces;
    uint32_t apps;

    tlb_ports sms;

    tlb_pipeline pipeline;
    tlb *array;
    const fill_rules *rules; /* NULL: every walk fills the array */
    void *fill_state;        /* of the rules */

    tlb_mshrs mshrs;
    tlb_parked parked;
    walker *walker;
    uint32_t asked;  /* MSHR whose fill the token controller was asked about in the cycle before */
    uint32_t filled; /* MSHR that was filled in the cycle before */

    tlb_faults faults;
    uint64_t fault_count;
    inplace_coalescer *coalescer; /* learns of pages that have been missing; or NULL */
    access_violation violation;

    engine_link *tables; /* or NULL */
    tlb_epochs epochs;
    bool invalidate;
    gmmu_seat
        *seat; /* the block in the place of pipeline, array, MSHRs and walker, which are unused; or NULL */
    app_stats stats[CHIP_MAX_APPS];
};

/* An access that no warp may make: the run stops. */
void shared_tlb_violate(shared_tlb *t, const char *what, const tlb_request *r);
/* A walk is done: shows it from cycle `begun` to `cycle`, in lane number `lane` of those named `lanes`. */
void shared_tlb_observe(const shared_tlb *t, const char *lanes, uint32_t lane, uint64_t begun, uint64_t cycle,
                        uint64_t vpn, uint32_t app);
/* Ends the epoch when its last cycle has come. True: it has. */
bool shared_tlb_epoch(shared_tlb *t, uint64_t cycle);

#endif
