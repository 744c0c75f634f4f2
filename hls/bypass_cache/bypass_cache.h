/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB bypass cache (MASK 5.2): 32 entries, fully associative, true LRU, probed
 * beside the shared L2 TLB by the same two ports, filled only with translations
 * of warps that hold no token, emptied when any PTE changes.
 *
 * Timing: a lookup presented in cycle t is answered on the output registers in
 * cycle t+1. Within one cycle the LRU order is updated by port 0, then port 1,
 * then the fill. Lookups see the entries as they were before this cycle's fill
 * or flush. A flush wins over a fill of the same cycle.
 */
#ifndef GMMU_BYPASS_CACHE_H
#define GMMU_BYPASS_CACHE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

typedef struct {
    u1 valid[GMMU_BYPASS_ENTRIES]; /* reset 0 */
    u9 asid[GMMU_BYPASS_ENTRIES];  /* reset 0 */
    u36 vpn[GMMU_BYPASS_ENTRIES];  /* reset 0 */
    u28 ppn[GMMU_BYPASS_ENTRIES];  /* reset 0 */
    u5 age[GMMU_BYPASS_ENTRIES];   /* LRU age, 0 = most recent; reset: entry index */
    u1 ans0_valid;                 /* reset 0, as are all answer registers */
    u1 ans0_hit;
    u28 ans0_ppn;
    u1 ans1_valid;
    u1 ans1_hit;
    u28 ans1_ppn;
} bypass_cache_state;

typedef struct {
    u1 lk0_valid; /* lookup, port 0; always accepted */
    u9 lk0_asid;
    u36 lk0_vpn;
    u1 lk1_valid; /* lookup, port 1; always accepted */
    u9 lk1_asid;
    u36 lk1_vpn;
    u1 fill_valid; /* insert, or refresh when present; always accepted */
    u9 fill_asid;
    u36 fill_vpn;
    u28 fill_ppn;
    u1 flush; /* a PTE changed: drop every entry */
} bypass_cache_in;

typedef struct {
    u1 a0_valid; /* the port 0 lookup of the previous cycle is answered */
    u1 a0_hit;
    u28 a0_ppn; /* 0 when a0_hit is 0 */
    u1 a1_valid;
    u1 a1_hit;
    u28 a1_ppn;
} bypass_cache_out;

void bypass_cache_reset(bypass_cache_state *s);
/* The output pins as a function of the state alone (Moore). */
void bypass_cache_outputs(const bypass_cache_state *s, bypass_cache_out *out);
/* One clock edge: out as bypass_cache_outputs() before the edge, then the state moves. */
void bypass_cache_step(bypass_cache_state *s, const bypass_cache_in *in, bypass_cache_out *out);

#endif
