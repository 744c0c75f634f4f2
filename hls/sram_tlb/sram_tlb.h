/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control of a TLB level whose base entries are in RAMs outside, one RAM for each way, a word for each set;
 * what is in flip-flops is whether an entry is valid, the order of use, and the large entries. A page is
 * looked up and filled as in two_size_tlb: in base and large entries at once, and a large one comes first.
 *
 * A word is {asid, tag, ppn}; the tag is the page number without the low bits, which are the set. The RAMs
 * have one read port and one write port, and show a word in the cycle after it was asked for (gmmu_ram). No
 * word is read while one is written. A look-up is answered three cycles later, one a cycle.
 *
 * Fills and invalidations take the read port from the look-ups, so they say beforehand when none may come:
 * lk_ready of a cycle is for the next one. A look-up that comes all the same does not find a base entry. One
 * of them is worked on at a time: a cycle to begin, and five for a row, which is one for a base fill or a
 * page, and all of them for an address space, and for all that lies inside a large page. A large fill takes
 * the first cycle alone, and so does dropping everything, before it is acknowledged.
 *
 * A fill is taken when fill_ready, and ignored else. It refreshes its page if that is held, else it takes a
 * free place, else the place of an entry that was not used lately: a tree of bits for each set, and one for
 * the large entries, of which each points to the half that was used longer ago (pseudo-LRU).
 *
 * An invalidation is held by valid until it is acknowledged. What it names is not answered from the cycle
 * after the acknowledgement on, unless a fill brings it again. One that waits to be taken is also dropped;
 * but a fill that is taken while the invalidation is being worked on stays, so the invalidating unit must
 * have stopped the old translations where they come from, as the block gmmu does (walker first).
 */
#ifndef GMMU_SRAM_TLB_H
#define GMMU_SRAM_TLB_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_TLB_SETS, 2, 128), "GMMU_TLB_SETS must be 2, 4, ... 128");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_TLB_WAYS, 2, 32), "GMMU_TLB_WAYS must be 2, 4, ... 32");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_TLB_LARGE, 2, 32), "GMMU_TLB_LARGE must be 2, 4, ... 32");
GMMU_REQUIRE(GMMU_TLB_TAG_W + GMMU_TLB_SET_W == GMMU_VPN_W,
             "GMMU_TLB_TAG_W must be GMMU_VPN_W less log2 of GMMU_TLB_SETS");
GMMU_REQUIRE(GMMU_LARGE_VPN_W < GMMU_VPN_W && GMMU_VPN_W - GMMU_LARGE_VPN_W == GMMU_PPN_W - GMMU_LARGE_PPN_W,
             "GMMU_LARGE_VPN_W and GMMU_LARGE_PPN_W must leave out as many bits of VPN_W and PPN_W");

#define SRAM_TLB_BASE  (GMMU_TLB_SETS * GMMU_TLB_WAYS)
#define SRAM_TLB_NODES (GMMU_TLB_WAYS - 1) /* of the tree of a set */

/* What is invalidated; another number is nothing. */
enum { SRAM_TLB_PAGE = 1, SRAM_TLB_SPACE = 2, SRAM_TLB_ALL = 3, SRAM_TLB_INSIDE = 5 };

/* Where the fill or the invalidation is that is worked on. */
enum {
    SRAM_TLB_IDLE,
    SRAM_TLB_STOP,  /* no look-up may come in the next cycle */
    SRAM_TLB_WAIT,  /* the last one has come */
    SRAM_TLB_READ,  /* the row is asked for */
    SRAM_TLB_MATCH, /* the RAMs show it */
    SRAM_TLB_WRITE, /* a word is written, or entries are dropped */
    SRAM_TLB_ACK    /* the invalidation is acknowledged */
};

typedef struct {
    u1 valid[SRAM_TLB_BASE]; /* entry w of set s is s x TLB_WAYS + w; reset 0, as is everything here */
    u1 older[GMMU_TLB_SETS * SRAM_TLB_NODES]; /* node n of set s, from 1 as in a heap, is s x NODES + n - 1 */
    u1 large_valid[GMMU_TLB_LARGE];
    GMMU_U(GMMU_ASID_W) large_asid[GMMU_TLB_LARGE];
    GMMU_U(GMMU_LARGE_VPN_W) large_vpn[GMMU_TLB_LARGE];
    GMMU_U(GMMU_LARGE_PPN_W) large_ppn[GMMU_TLB_LARGE];
    u1 large_older[GMMU_TLB_LARGE - 1];
    u1 r_valid; /* the look-up whose row is asked for, ... */
    GMMU_U(GMMU_ASID_W) r_asid;
    GMMU_U(GMMU_VPN_W) r_vpn;
    u1 m_valid; /* ... and the one that is compared with what the RAMs show, ... */
    u1 m_read;  /* ... if they show its row */
    GMMU_U(GMMU_ASID_W) m_asid;
    GMMU_U(GMMU_VPN_W) m_vpn;
    u1 ans_valid;
    u1 ans_hit;
    u1 ans_large;
    GMMU_U(GMMU_PPN_W) ans_ppn;
    u1 f_valid; /* a fill that waits, or is worked on */
    u1 f_large;
    GMMU_U(GMMU_ASID_W) f_asid;
    GMMU_U(GMMU_VPN_W) f_vpn;
    GMMU_U(GMMU_PPN_W) f_ppn;
    u3 phase;
    u1 fills; /* a fill is worked on, not an invalidation: ... */
    GMMU_U(GMMU_TLB_SET_W) row;
    u1 ways[GMMU_TLB_WAYS]; /* ... where it goes; else what is dropped */
} sram_tlb_state;

typedef struct {
    u1 lk_valid; /* look up; lk_ready of the cycle before must have been 1 */
    GMMU_U(GMMU_ASID_W) lk_asid;
    GMMU_U(GMMU_VPN_W) lk_vpn;
    u1 fill_valid; /* insert, or refresh when present */
    u1 fill_large; /* a large page: the low bits of both numbers are ignored */
    GMMU_U(GMMU_ASID_W) fill_asid;
    GMMU_U(GMMU_VPN_W) fill_vpn;
    GMMU_U(GMMU_PPN_W) fill_ppn;
    u1 inv_valid; /* drop, until inv_ack; the other pins stay as long: ... */
    u3 inv_kind;  /* ... SRAM_TLB_PAGE, in both sizes; SRAM_TLB_INSIDE, all that lies inside the large page
                     around it, in both sizes, ... */
    GMMU_U(GMMU_ASID_W) inv_asid;
    GMMU_U(GMMU_VPN_W) inv_vpn;
    GMMU_U(GMMU_ASID_W) ram_asid[GMMU_TLB_WAYS]; /* RAM of each way, read port: the word asked for last */
    GMMU_U(GMMU_TLB_TAG_W) ram_tag[GMMU_TLB_WAYS];
    GMMU_U(GMMU_PPN_W) ram_ppn[GMMU_TLB_WAYS];
} sram_tlb_in;

typedef struct {
    u1 lk_ready;              /* a look-up may come in the next cycle */
    u1 a_valid;               /* the look-up of three cycles ago is answered */
    u1 a_hit;                 /* found */
    u1 a_large;               /* by a large entry */
    GMMU_U(GMMU_PPN_W) a_ppn; /* frame of the page asked for; 0 when a_hit is 0 */
    u1 fill_ready;            /* a fill is taken in this cycle */
    u1 inv_ack;               /* the invalidation is done, for one cycle */
    u1 ram_re;                /* RAMs of all ways, read port: ask for this word */
    GMMU_U(GMMU_TLB_SET_W) ram_raddr;
    u1 ram_we[GMMU_TLB_WAYS]; /* RAM of this way, write port: write this word */
    GMMU_U(GMMU_TLB_SET_W) ram_waddr;
    GMMU_U(GMMU_ASID_W) ram_wasid;
    GMMU_U(GMMU_TLB_TAG_W) ram_wtag;
    GMMU_U(GMMU_PPN_W) ram_wppn;
} sram_tlb_out;

void sram_tlb_reset(sram_tlb_state *s);
/* The output pins as a function of the state alone (Moore). */
void sram_tlb_outputs(const sram_tlb_state *s, sram_tlb_out *out);
/* One clock edge: out as sram_tlb_outputs() before the edge, then the state moves. */
void sram_tlb_step(sram_tlb_state *s, const sram_tlb_in *in, sram_tlb_out *out);

#endif
