/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lookup path of a TLB level with base and large entries (Mosaic 4.3, 5 and Table 1): TLB_SETS x TLB_WAYS
 * entries of base pages, and TLB_LARGE entries of large pages, fully associative. True LRU in a set and in
 * the large array. An address in a page of both sizes is answered by the large one, and the base entry is not
 * used.
 *
 * Page numbers (vpn) and frames (ppn) count base pages. A large page is 2^(VPN_W - LARGE_VPN_W) of them, 512
 * by default; of its numbers the low bits are ignored, and an answer has the low bits of the page asked for.
 * The set of a base page is the low end of its number.
 *
 * Within a cycle: first entries are dropped, so a lookup of the cycle of an invalidation misses; then comes
 * the lookup, then the fill, which the lookup does not see. A fill whose page is invalidated in its very
 * cycle is left out: its translation may be the old one. A fill of a page that is held changes its frame.
 * Free entries are filled first, then the least recently used entry of the set or the large array goes.
 *
 * Timing: everything is always accepted; the lookup and the invalidation of cycle t are answered in t + 1.
 *
 * The entries of a set stand in the order of their use, the latest at the lowest index; so do the large ones.
 */
#ifndef GMMU_TWO_SIZE_TLB_H
#define GMMU_TWO_SIZE_TLB_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_TLB_SETS, 1, 1024), "GMMU_TLB_SETS must be 1, 2, 4, ... 1024");
GMMU_REQUIRE(GMMU_TLB_WAYS >= 2 && GMMU_TLB_WAYS <= 512, "GMMU_TLB_WAYS must be 2 to 512");
GMMU_REQUIRE(GMMU_TLB_LARGE >= 2 && GMMU_TLB_LARGE <= 512, "GMMU_TLB_LARGE must be 2 to 512");
GMMU_REQUIRE(GMMU_LARGE_VPN_W < GMMU_VPN_W && GMMU_VPN_W - GMMU_LARGE_VPN_W == GMMU_PPN_W - GMMU_LARGE_PPN_W,
             "GMMU_LARGE_VPN_W and GMMU_LARGE_PPN_W must leave out as many bits of VPN_W and PPN_W");

#define GMMU_TLB_BASE (GMMU_TLB_SETS * GMMU_TLB_WAYS)

typedef struct {
    u1 base_valid[GMMU_TLB_BASE]; /* entry w of set s is s x TLB_WAYS + w; reset 0, as is everything here */
    GMMU_U(GMMU_ASID_W) base_asid[GMMU_TLB_BASE];
    GMMU_U(GMMU_VPN_W) base_vpn[GMMU_TLB_BASE];
    GMMU_U(GMMU_PPN_W) base_ppn[GMMU_TLB_BASE];
    u1 large_valid[GMMU_TLB_LARGE];
    GMMU_U(GMMU_ASID_W) large_asid[GMMU_TLB_LARGE];
    GMMU_U(GMMU_LARGE_VPN_W) large_vpn[GMMU_TLB_LARGE];
    GMMU_U(GMMU_LARGE_PPN_W) large_ppn[GMMU_TLB_LARGE];
    u1 ans_valid;
    u1 ans_hit;
    u1 ans_large;
    GMMU_U(GMMU_PPN_W) ans_ppn;
    u1 ans_dropped;
} two_size_tlb_state;

typedef struct {
    u1 lk_valid; /* look up */
    GMMU_U(GMMU_ASID_W) lk_asid;
    GMMU_U(GMMU_VPN_W) lk_vpn;
    u1 fill_valid; /* insert, or refresh when present */
    u1 fill_large; /* a large page: into the large array */
    GMMU_U(GMMU_ASID_W) fill_asid;
    GMMU_U(GMMU_VPN_W) fill_vpn;
    GMMU_U(GMMU_PPN_W) fill_ppn;
    u1 inv_base;  /* drop the base entry of inv_asid, inv_vpn */
    u1 inv_large; /* drop the large entry of inv_asid, inv_vpn: its page was splintered */
    u1 inv_space; /* drop all of inv_asid */
    u1 inv_all;   /* drop everything */
    GMMU_U(GMMU_ASID_W) inv_asid;
    GMMU_U(GMMU_VPN_W) inv_vpn;
} two_size_tlb_in;

typedef struct {
    u1 a_valid;               /* the lookup of the previous cycle is answered */
    u1 a_hit;                 /* found */
    u1 a_large;               /* by a large entry */
    GMMU_U(GMMU_PPN_W) a_ppn; /* frame of the page asked for; 0 when a_hit is 0 */
    u1 a_dropped;             /* the invalidation of the previous cycle dropped an entry */
} two_size_tlb_out;

void two_size_tlb_reset(two_size_tlb_state *s);
/* The output pins as a function of the state alone (Moore). */
void two_size_tlb_outputs(const two_size_tlb_state *s, two_size_tlb_out *out);
/* One clock edge: out as two_size_tlb_outputs() before the edge, then the state moves. */
void two_size_tlb_step(two_size_tlb_state *s, const two_size_tlb_in *in, two_size_tlb_out *out);

#endif
