/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Miss file of a TLB: MSHR_ENTRIES pages that are being fetched, each with the requests that wait for it. The
 * TLB is non-blocking (MASK 6, Mosaic 5): it answers hits by itself, and only what misses comes here, so a
 * full file holds up no hit.
 *
 * A miss of (address space, page) is taken or not, which is said in the next cycle:
 *
 * - its page has an entry: it merges, and waits behind the others there, MSHR_WAITERS at most;
 * - its page has none: it takes the lowest free entry, and a walk of the page is asked for.
 *
 * It is refused when the list of its page is full, when no entry is free or the walk before still waits for
 * the walker, and when its page is filled in this very cycle. The TLB asks again. `ready` says that a page
 * without an entry would be taken; when it is low, misses that merge are taken all the same.
 *
 * A fill frees the entry of its page at once, and the requests that waited for it are due: they are answered
 * one a cycle, in the order in which they came, each once. While one is due no fill is taken (f_ready). A
 * fill of a page that nobody waits for is ignored.
 *
 * Each entry has places of its own for its waiters (decision), and they are not a list in a pool: no address
 * space can use up what the pages of another have, and a fill moves them in one cycle.
 */
#ifndef GMMU_TLB_MSHR_H
#define GMMU_TLB_MSHR_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_MSHR_ENTRIES >= 2 && GMMU_MSHR_ENTRIES <= 64, "GMMU_MSHR_ENTRIES must be 2 to 64");
GMMU_REQUIRE(GMMU_MSHR_WAITERS >= 2 && GMMU_MSHR_WAITERS <= 16, "GMMU_MSHR_WAITERS must be 2 to 16");
GMMU_REQUIRE(GMMU_MSHR_ID_W >= 1 && GMMU_MSHR_ID_W <= 32, "GMMU_MSHR_ID_W must be 1 to 32");

typedef struct {
    GMMU_U(GMMU_MSHR_COUNT_W) e_count[GMMU_MSHR_ENTRIES]; /* waiters; none: the entry is free; reset 0 */
    GMMU_U(GMMU_ASID_W) e_asid[GMMU_MSHR_ENTRIES];        /* all that follows: reset 0 */
    GMMU_U(GMMU_VPN_W) e_vpn[GMMU_MSHR_ENTRIES];
    GMMU_U(GMMU_MSHR_ID_W) e_id[GMMU_MSHR_ENTRIES * GMMU_MSHR_WAITERS]; /* of entry e from e x MSHR_WAITERS */
    u1 r_valid;
    u1 r_taken;
    u1 walk_valid;
    GMMU_U(GMMU_ASID_W) walk_asid;
    GMMU_U(GMMU_VPN_W) walk_vpn;
    GMMU_U(GMMU_MSHR_COUNT_W) d_count;              /* requests that are due an answer ... */
    GMMU_U(GMMU_MSHR_ID_W) d_id[GMMU_MSHR_WAITERS]; /* ... the first is the next */
    GMMU_U(GMMU_PPN_W) a_ppn;
} tlb_mshr_state;

typedef struct {
    u1 m_valid; /* a request has missed: ... */
    GMMU_U(GMMU_ASID_W) m_asid;
    GMMU_U(GMMU_VPN_W) m_vpn;
    GMMU_U(GMMU_MSHR_ID_W) m_id; /* ... its name, which the answer gives back */
    u1 walk_ready;               /* the walker takes the walk */
    u1 f_valid;                  /* a page has been fetched: ... */
    GMMU_U(GMMU_ASID_W) f_asid;
    GMMU_U(GMMU_VPN_W) f_vpn;
    GMMU_U(GMMU_PPN_W) f_ppn; /* ... its frame */
    u1 a_ready;               /* the answer is taken */
} tlb_mshr_in;

typedef struct {
    u1 ready;      /* a miss of a page without an entry would be taken */
    u1 r_valid;    /* there was a miss in the previous cycle, ... */
    u1 r_taken;    /* ... and it is taken */
    u1 walk_valid; /* a page is to be walked */
    GMMU_U(GMMU_ASID_W) walk_asid;
    GMMU_U(GMMU_VPN_W) walk_vpn;
    u1 f_ready;                  /* a fill would be taken */
    u1 a_valid;                  /* an answer: ... */
    GMMU_U(GMMU_MSHR_ID_W) a_id; /* ... to this request, ... */
    GMMU_U(GMMU_PPN_W) a_ppn;    /* ... the frame of its page */
} tlb_mshr_out;

void tlb_mshr_reset(tlb_mshr_state *s);
/* The output pins as a function of the state alone (Moore). */
void tlb_mshr_outputs(const tlb_mshr_state *s, tlb_mshr_out *out);
/* One clock edge: out as tlb_mshr_outputs() before the edge, then the state moves. */
void tlb_mshr_step(tlb_mshr_state *s, const tlb_mshr_in *in, tlb_mshr_out *out);

#endif
