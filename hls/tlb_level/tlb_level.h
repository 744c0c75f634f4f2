/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A slice of a TLB level of later GPUs (TunneLs, CCS 2023, Table 1: L2 and L3 uTLB): LEVEL_SETS x LEVEL_WAYS
 * entries of LEVEL_PAGES pages each, true LRU in a set, and a buffer of LEVEL_VICTIMS entries that a set has
 * lost.
 *
 * A page number (vpn) counts pages of one size; `large` says which of two sizes, and is a part of the tag. A
 * level with pages of both sizes asks twice, and a level with slices is as many of these units. An entry
 * covers an aligned group of pages, each filled by itself; losing the entry loses them all. The set is the
 * number of the group in pieces of log2(LEVEL_SETS) bits, XORed (XOR-N), without its top bit, which is bit 47
 * of the address: the published hashes end at bit 46.
 *
 * One request a cycle (op), always accepted, answered in the next cycle. Its own cycle finds the set, and
 * what has its tag there and among the victims; the next one answers, and carries it out:
 *
 * - lookup: is the page held, and in which frame? An entry of the set becomes the youngest.
 * - fill: the page gets a frame in the entry of its group; else in a free entry of the set, the lowest first;
 *   else in the place of the least recently used one, which the set loses.
 * - drop page: the other pages of its entry stay; an entry without pages is free.
 * - drop space: all of an address space. Drop all: everything.
 *
 * With victims_on an entry that a set loses goes into the buffer, in the place of the one that came first.
 * The buffer holds victims of one set: when another set loses an entry, what it held goes first. A victim
 * answers from where it is, takes further pages of its group, and does not return into its set (decision).
 */
#ifndef GMMU_TLB_LEVEL_H
#define GMMU_TLB_LEVEL_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LEVEL_SETS, 2, 1024), "GMMU_LEVEL_SETS must be 2, 4, ... 1024");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LEVEL_WAYS, 2, 16), "GMMU_LEVEL_WAYS must be 2, 4, 8 or 16");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LEVEL_VICTIMS, 2, 16), "GMMU_LEVEL_VICTIMS must be 2, 4, 8 or 16");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LEVEL_PAGES, 2, 64), "GMMU_LEVEL_PAGES must be 2, 4, ... 64");
GMMU_REQUIRE(
    GMMU_LEVEL_GROUP_W < GMMU_VPN_W && GMMU_LEVEL_PAGES == 1 << (GMMU_VPN_W - GMMU_LEVEL_GROUP_W),
    "GMMU_LEVEL_PAGES must be 2 to the power of the bits that GMMU_LEVEL_GROUP_W leaves out of VPN_W");

#define GMMU_LEVEL_ENTRIES (GMMU_LEVEL_SETS * GMMU_LEVEL_WAYS)

/* Values of op; 6 and 7 ask for nothing, as 0. */
enum {
    TLB_LEVEL_NONE,
    TLB_LEVEL_LOOKUP,
    TLB_LEVEL_FILL,
    TLB_LEVEL_DROP_PAGE,
    TLB_LEVEL_DROP_SPACE,
    TLB_LEVEL_DROP_ALL
};

typedef struct {
    /* Entry w of set s is s x LEVEL_WAYS + w; its page p is at p of its bits, and at entry x LEVEL_PAGES + p
     * of the frames. */
    GMMU_U(GMMU_LEVEL_PAGES) e_pages[GMMU_LEVEL_ENTRIES]; /* pages held; none: the entry is free; reset 0 */
    u1 e_large[GMMU_LEVEL_ENTRIES];                       /* reset 0, as is everything but the ages */
    GMMU_U(GMMU_ASID_W) e_asid[GMMU_LEVEL_ENTRIES];
    GMMU_U(GMMU_LEVEL_GROUP_W) e_group[GMMU_LEVEL_ENTRIES];
    GMMU_U(GMMU_LEVEL_AGE_W) e_age[GMMU_LEVEL_ENTRIES]; /* 0: the youngest of its set; reset: the way */
    GMMU_U(GMMU_PPN_W) e_ppn[GMMU_LEVEL_ENTRIES * GMMU_LEVEL_PAGES];
    GMMU_U(GMMU_LEVEL_PAGES) v_pages[GMMU_LEVEL_VICTIMS]; /* the victims, likewise */
    u1 v_large[GMMU_LEVEL_VICTIMS];
    GMMU_U(GMMU_ASID_W) v_asid[GMMU_LEVEL_VICTIMS];
    GMMU_U(GMMU_LEVEL_GROUP_W) v_group[GMMU_LEVEL_VICTIMS];
    GMMU_U(GMMU_PPN_W) v_ppn[GMMU_LEVEL_VICTIMS * GMMU_LEVEL_PAGES];
    GMMU_U(GMMU_LEVEL_SET_W) v_set;     /* whose victims they are */
    GMMU_U(GMMU_LEVEL_VICTIM_W) v_next; /* place of the next one */
    u3 r_op; /* the request of the cycle before, TLB_LEVEL_NONE if there was none */
    u1 r_large;
    GMMU_U(GMMU_ASID_W) r_asid;
    GMMU_U(GMMU_VPN_W) r_vpn;
    GMMU_U(GMMU_PPN_W) r_ppn;
    u1 r_keeps;                           /* what the set loses: victims_on */
    GMMU_U(GMMU_LEVEL_SET_W) r_set;       /* of its group */
    GMMU_U(GMMU_LEVEL_WAYS) r_ways;       /* ways of the set that have its tag, with pages or without */
    GMMU_U(GMMU_LEVEL_VICTIMS) r_victims; /* victims that have it */
} tlb_level_state;

typedef struct {
    u3 op;      /* TLB_LEVEL_... */
    u1 q_large; /* the page is one of the larger size; no meaning for drop space and drop all */
    GMMU_U(GMMU_ASID_W) q_asid;
    GMMU_U(GMMU_VPN_W) q_vpn;
    GMMU_U(GMMU_PPN_W) q_ppn; /* fill: the frame, in pages of that size */
    u1 victims_on;            /* a fill of this cycle keeps what the set loses */
} tlb_level_in;

typedef struct {
    u1 a_valid;  /* the request of the previous cycle is answered */
    u1 a_hit;    /* lookup: found; fill: the group had an entry; drop: there was something to drop */
    u1 a_victim; /* lookup: found in the victim buffer */
    GMMU_U(GMMU_PPN_W) a_ppn; /* lookup: frame of the page; 0 when not found */
} tlb_level_out;

void tlb_level_reset(tlb_level_state *s);
/* The output pins as a function of the state alone (Moore). */
void tlb_level_outputs(const tlb_level_state *s, tlb_level_out *out);
/* One clock edge: out as tlb_level_outputs() before the edge, then the state moves. */
void tlb_level_step(tlb_level_state *s, const tlb_level_in *in, tlb_level_out *out);

#endif
