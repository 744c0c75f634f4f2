/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 TLB of an SM with its miss-status registers: misses of one page share one,
 * and one request to the shared TLB. The number of the register is the tag of the request.
 * Where the first level is shared by several SMs, there is no array here: every page misses.
 *
 * Decision: how large a page is shows only when it is translated, so "one page" is for the registers an
 * aligned piece of memory as large as the smallest page of the chip.
 */
#ifndef GMMU_L1_TLB_H
#define GMMU_L1_TLB_H

#include "base/engine.h"
#include "base/index_list.h"
#include "mmu/oracle.h"
#include "mmu/tlb.h"
#include "spec/config.h"
#include "spec/messages.h"

#define L1_TLB_NO_MSHR UINT32_MAX

typedef struct {
    uint64_t vpn; /* of the first miss */
    uint16_t asid;
    bool valid;
    bool stale;         /* the TLB was flushed meanwhile: do not fill */
    index_list waiting; /* the owner's line requests */
} l1_tlb_mshr;

typedef struct {
    tlb *array;
    oracle *check;
    bool ideal;          /* every lookup hits and says what the page table says */
    uint32_t page_shift; /* vpn bits within the smallest page of the chip */
    l1_tlb_mshr *mshr;
    uint32_t mshrs;
} l1_tlb;

void l1_tlb_init(l1_tlb *t, const gpu_config *config, oracle *check);
void l1_tlb_destroy(l1_tlb *t);
/* Translations on the way still serve those who wait for them. */
void l1_tlb_flush(l1_tlb *t);

bool l1_tlb_lookup(l1_tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn);
/* The register of the page of this request: the one in which it is waited for already, or a
 * new one, then the request is on its way. L1_TLB_NO_MSHR: none is free or the link is full. */
uint32_t l1_tlb_miss(l1_tlb *t, const tlb_request *what, engine_link *to);
/* The register that a PAGE or FAULT answers, released; who waits there is the caller's to
 * take. A PAGE enters the TLB; the oracle is asked whether it is as large as the reply says. */
l1_tlb_mshr *l1_tlb_answer(l1_tlb *t, const tlb_reply *reply);

/* The frame of vpn, one of those that wait for this PAGE. */
static inline uint64_t l1_tlb_frame(const tlb_reply *reply, uint64_t vpn) {
    return reply->ppn + (vpn - reply->vpn);
}

#endif
