/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 TLB of an SM with its miss-status registers: misses of one page share a register
 * and a request to the shared TLB. The number of the register is the tag of the request.
 * If several SMs share the first level, there is no array here: every page misses.
 *
 * Decision: the "TLB MSHR entry" whose warps MASK 5.4 counts is such a register. Six bits hold the 64 warps
 * of an SM, of which a miss stalls over 30 in MASK Fig. 6. Warps that come after the request are reported
 * with the next request of the SM, so the figure may come late, and costs no message.
 *
 * Decision: the size of a page is known only when it is translated, so for the registers "one page" is an
 * aligned piece of memory as large as the smallest page of the chip. A hit tells how much more it covers.
 *
 * Decision: entries and registers belong to the mode, user or system, of the warp that missed. So a warp in
 * user mode never finds what one in system mode has asked for, and each of its pages is checked (thesis 2.4).
 */
#ifndef GMMU_L1_TLB_H
#define GMMU_L1_TLB_H

#include "base/engine.h"
#include "base/index_list.h"
#include "config/config.h"
#include "config/messages.h"
#include "mmu/oracle.h"
#include "mmu/tlb.h"

#define L1_TLB_NO_MSHR UINT32_MAX

typedef struct {
    uint64_t vpn;   /* of the first miss */
    uint64_t warps; /* bit per slot: those that wait */
    uint16_t asid;
    uint8_t app;
    bool system; /* mode of the warps */
    bool valid;
    bool stale;         /* the TLB was flushed since: do not fill */
    index_list waiting; /* the owner's line requests */
} l1_tlb_mshr;

typedef struct {
    tlb *array;
    oracle *check;
    bool ideal;            /* every lookup hits and returns the translation of the page table */
    bool own_walks;        /* keeps only what its own requests have had walked */
    uint32_t page_shift;   /* vpn bits within the smallest page of the chip */
    uint32_t request_bits; /* log2 of the bytes that one lookup covers at least: the smallest page of the
                              chip, or the piece of it that an entry holds */
    l1_tlb_mshr *mshr;
    uint32_t mshrs;
    uint32_t under_way; /* registers that wait for an answer */
    bool blocking;      /* the look-up port waits for them */
    /* Per application: most warps at one register since its request before (tlb_request.stalled). */
    uint8_t stalled[CHIP_MAX_APPS];
    uint8_t asks; /* the application that missed last */
} l1_tlb;

void l1_tlb_init(l1_tlb *t, const gpu_config *config, oracle *check);
void l1_tlb_destroy(l1_tlb *t);
/* Translations under way still serve the requests that wait for them. */
void l1_tlb_flush(l1_tlb *t);

/* By a warp in system or user mode. page: also the bytes that the entry covers. */
bool l1_tlb_lookup(l1_tlb *t, uint16_t asid, bool system, uint64_t vpn, tlb_page *page);
/* The register of the page of this request, at which its warp waits now: the register that already waits for
 * it, or a new one; then the request is under way. L1_TLB_NO_MSHR: none is free or the link is full. */
uint32_t l1_tlb_miss(l1_tlb *t, const tlb_request *what, engine_link *to);
/* The register that a PAGE or FAULT answers, released; the caller takes the requests that
 * wait there. A PAGE enters the TLB, unless
 * only own walks do; the oracle checks that it is as large as the reply says.
 * behind: bit per warp, those that a blocked port has kept from looking up; they have also waited for it. */
l1_tlb_mshr *l1_tlb_answer(l1_tlb *t, const tlb_reply *reply, uint64_t behind);

/* Does the look-up port have to wait for a miss? */
static inline bool l1_tlb_blocked(const l1_tlb *t) {
    return t->blocking && t->under_way != 0;
}

/* The frame of vpn, which is one of those that wait for this PAGE. */
static inline uint64_t l1_tlb_frame(const tlb_reply *reply, uint64_t vpn) {
    return reply->ppn + (vpn - reply->vpn);
}

#endif
