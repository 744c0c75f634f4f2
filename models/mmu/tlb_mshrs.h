/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The miss-status registers of a TLB level: one per page being fetched, with the list
 * of the requests that wait for it and the warps that they tell of (MASK 5.4). They are
 * found by (ASID, page) through a small hash table, which is a CAM in hardware.
 */
#ifndef GMMU_TLB_MSHRS_H
#define GMMU_TLB_MSHRS_H

#include "base/index_list.h"
#include "config/chip.h"

typedef struct {
    uint64_t vpn;   /* of the first miss */
    uint64_t since; /* cycle of the miss */
    uint64_t ppn;   /* result: frame of vpn */
    index_list waiters;
    uint32_t requests; /* that wait */
    uint32_t stalled;  /* most warps that one of them tells of */
    uint32_t chain;    /* next of the same hash */
    uint16_t asid;
    uint8_t app;
    uint8_t sm, warp; /* the warp that began the walk */
    uint8_t rank;     /* of it: as in tlb_request */
    uint8_t running;  /* warps of its SM then */
    uint8_t bits;     /* result: log2 of the bytes of the page */
    bool system;      /* result of the walk: the page is for system mode only */
    bool faulted;     /* waits for the fault unit */
    bool used;
} tlb_mshr;

#define TLB_MSHR_BUCKETS 512U

typedef struct {
    tlb_mshr *entries;
    uint32_t count;
    uint32_t parts; /* applications with an equal part of the registers each, or 1 */
    uint32_t taken[TLB_MAX_PARTITIONS];
    uint32_t page_shift; /* misses that differ only in these low bits of the vpn share a register */
    uint32_t *next;      /* of the free list */
    index_list free;
    uint32_t buckets[TLB_MSHR_BUCKETS];
} tlb_mshrs;

/* page_bits: log2 of the smallest page of the chip. parts: a divisor of count; of ASID n, from 1, is the
 * n-th. */
void tlb_mshrs_init(tlb_mshrs *m, uint32_t count, uint32_t page_bits, uint32_t parts);
void tlb_mshrs_free(tlb_mshrs *m);

/* The number of the MSHR of a page, or INDEX_NONE. */
uint32_t tlb_mshrs_find(const tlb_mshrs *m, uint16_t asid, uint64_t vpn);
/* Free ones of a part. */
static inline uint32_t tlb_mshrs_left(const tlb_mshrs *m, uint32_t part) {
    return m->count / m->parts - m->taken[part];
}
/* Whose they are. */
static inline uint32_t tlb_mshrs_part(const tlb_mshrs *m, uint16_t asid) {
    return m->parts > 1 ? asid - 1U : 0;
}
/* A new one for a page that has none; one of its part is free. The caller sets the rest. */
uint32_t tlb_mshrs_take(tlb_mshrs *m, uint16_t asid, uint64_t vpn);
void tlb_mshrs_release(tlb_mshrs *m, uint32_t i);

#endif
