/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB bypass cache (MASK 5.2): BYPASS_ENTRIES entries, 32 by default, fully associative, true LRU. It is
 * probed along with the shared L2 TLB by the same two ports, filled only with translations
 * of warps that hold no token, and emptied when any PTE changes.
 *
 * Timing: a lookup presented in cycle t is answered on the output registers in
 * cycle t+1. Within one cycle the LRU order is updated by port 0, then port 1,
 * then the fill. Lookups see the entries as they were before this cycle's fill
 * or flush. A flush overrides a fill of the same cycle.
 *
 * Cycle t only compares. In cycle t+1 the order moves and the fill goes to its entry;
 * what is looked up or filled then sees it there already.
 */
#ifndef GMMU_BYPASS_CACHE_H
#define GMMU_BYPASS_CACHE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_BYPASS_ENTRIES, 4, 64), "GMMU_BYPASS_ENTRIES must be 4, 8, ... 64");

/* The order of use has a bit for each pair of entries: entry i has one for each entry j < i. Two entries
 * share a row, so that all rows are full: row r holds the bits of entry BYPASS_ENTRIES - 1 - r, and above
 * them the bits of entry r. */
#define GMMU_BYPASS_ROWS (GMMU_BYPASS_ENTRIES / 2)
#if GMMU_BYPASS_ENTRIES <= 4 /* BYPASS_ENTRIES - 1 */
#define GMMU_BYPASS_ROW_W 3
#elif GMMU_BYPASS_ENTRIES <= 8
#define GMMU_BYPASS_ROW_W 7
#elif GMMU_BYPASS_ENTRIES <= 16
#define GMMU_BYPASS_ROW_W 15
#elif GMMU_BYPASS_ENTRIES <= 32
#define GMMU_BYPASS_ROW_W 31
#else
#define GMMU_BYPASS_ROW_W 63
#endif

typedef struct { /* reset 0 */
    u1 valid[GMMU_BYPASS_ENTRIES];
    GMMU_U(GMMU_ASID_W) asid[GMMU_BYPASS_ENTRIES];
    GMMU_U(GMMU_VPN_W) vpn[GMMU_BYPASS_ENTRIES];
    GMMU_U(GMMU_PPN_W) ppn[GMMU_BYPASS_ENTRIES];
    GMMU_U(GMMU_BYPASS_ROW_W) newer[GMMU_BYPASS_ROWS]; /* bit of i and j: entry i was used after entry j */
    /* the lookups of the cycle before */
    u1 ans0_valid;
    u1 ans0_hit;
    GMMU_U(GMMU_BYPASS_ENTRIES) hit0; /* a bit per entry: the one that holds the page */
    u1 ans1_valid;
    u1 ans1_hit;
    GMMU_U(GMMU_BYPASS_ENTRIES) hit1;
    /* the fill of the cycle before */
    u1 fresh;                            /* there was one */
    u1 evict;                            /* no entry holds its page */
    GMMU_U(GMMU_BYPASS_ENTRIES) present; /* a bit per entry: the one that does */
    GMMU_U(GMMU_ASID_W) fresh_asid;
    GMMU_U(GMMU_VPN_W) fresh_vpn;
    GMMU_U(GMMU_PPN_W) fresh_ppn;
} bypass_cache_state;

typedef struct {
    u1 lk0_valid; /* lookup, port 0; always accepted */
    GMMU_U(GMMU_ASID_W) lk0_asid;
    GMMU_U(GMMU_VPN_W) lk0_vpn;
    u1 lk1_valid; /* lookup, port 1; always accepted */
    GMMU_U(GMMU_ASID_W) lk1_asid;
    GMMU_U(GMMU_VPN_W) lk1_vpn;
    u1 fill_valid; /* insert, or refresh when present; always accepted */
    GMMU_U(GMMU_ASID_W) fill_asid;
    GMMU_U(GMMU_VPN_W) fill_vpn;
    GMMU_U(GMMU_PPN_W) fill_ppn;
    u1 flush; /* a PTE changed: drop every entry */
} bypass_cache_in;

typedef struct {
    u1 a0_valid; /* the port 0 lookup of the previous cycle is answered */
    u1 a0_hit;
    GMMU_U(GMMU_PPN_W) a0_ppn; /* 0 when a0_hit is 0 */
    u1 a1_valid;
    u1 a1_hit;
    GMMU_U(GMMU_PPN_W) a1_ppn;
} bypass_cache_out;

void bypass_cache_reset(bypass_cache_state *s);
/* The output pins as a function of the state alone (Moore). */
void bypass_cache_outputs(const bypass_cache_state *s, bypass_cache_out *out);
/* One clock edge: out as bypass_cache_outputs() before the edge, then the state moves. */
void bypass_cache_step(bypass_cache_state *s, const bypass_cache_in *in, bypass_cache_out *out);

#endif
