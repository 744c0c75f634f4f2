/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page coalescer (Mosaic 4.3, and the splintering of 4.4): makes one large page of the base pages of a
 * large frame, and base pages of it again, by writes to the page table alone. No data moves.
 *
 * An event tells what has become of a base page, and is taken on an edge with event_valid and event_ready:
 *
 *   PAGE_COALESCER_ALLOC     virtual page (asid, region, page) now lies in physical page (frame, slot)
 *   PAGE_COALESCER_FREE      it does so no longer
 *   PAGE_COALESCER_SPLINTER  frame is to hold base pages again (CAC; any other value means the same)
 *
 * A page lies in place where page == slot: aligned, and next to its neighbours. Per large frame there is
 * one record: its owner (asid, region), how many base pages of the owner lie in place in it, and whether it
 * is one large page. Pages of anybody else, or out of place, are not counted, so a count of all
 * base pages means that the whole frame is allocated, contiguous and aligned. A record without pages and
 * not large takes the owner of the next page in place. Records lie in a memory next to the unit (one of
 * 1536 frames for 3 GB would be 72 kbit of registers): it shows the record that is read in the cycle after
 * read_valid, and has all records 0 at reset. A record that does not change is not stored.
 *
 * The allocation that completes a frame coalesces it: the large bit of the L3 PTE is set, then the
 * disabled bit of every L4 PTE, in order. A free that leaves less than cfg_threshold pages (0: never) of a
 * large page, or a PAGE_COALESCER_SPLINTER of it, splinters it: every disabled bit is cleared, then the
 * large bit, then the large entry of all TLBs and walks under way is invalidated. So a disabled bit is set
 * only while the large bit is. One write at a time, valid/ready; event_ready is low until an
 * event is all done: when it is high again, the page table and the TLBs have followed.
 * Nothing is refused: what makes no sense (a free of a page not counted, a splinter of base pages) does
 * nothing.
 */
#ifndef GMMU_PAGE_COALESCER_H
#define GMMU_PAGE_COALESCER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LARGE_PAGES, 16, 512), "GMMU_LARGE_PAGES must be 16, 32, ... 512");

/* Events. */
enum { PAGE_COALESCER_ALLOC, PAGE_COALESCER_FREE, PAGE_COALESCER_SPLINTER };

/* Phases: what the unit does in this cycle; other values do nothing and stay. */
enum { PC_IDLE, PC_READ, PC_LOOK, PC_STORE, PC_WRITE, PC_INVALIDATE };

typedef struct {
    u3 phase;                        /* all reset 0 */
    u2 kind;                         /* of the event under way */
    GMMU_U(GMMU_ASID_W) asid;        /* of the event; from PC_STORE on, of the owner */
    GMMU_U(GMMU_LARGE_VPN_W) region; /* likewise: virtual page number of the large page */
    GMMU_U(GMMU_LARGE_PAGE_W) page;  /* base page of the region */
    GMMU_U(GMMU_LARGE_PPN_W) frame;  /* large frame */
    GMMU_U(GMMU_LARGE_PAGE_W) slot;  /* base page of the frame */
    GMMU_U(GMMU_LARGE_COUNT_W) held; /* pages of the owner in place, from PC_STORE on */
    u1 is_large;                     /* the frame is to be one large page, from PC_STORE on */
    u1 update;                       /* that is new: the page table is to follow */
    GMMU_U(GMMU_LARGE_COUNT_W) sent; /* writes of this update that have been taken */
} page_coalescer_state;

typedef struct {
    u1 event_valid;
    u2 event_kind;
    GMMU_U(GMMU_ASID_W) event_asid;
    GMMU_U(GMMU_LARGE_VPN_W) event_region;    /* high bits of the VPN */
    GMMU_U(GMMU_LARGE_PAGE_W) event_page;     /* its low bits */
    GMMU_U(GMMU_LARGE_PPN_W) event_frame;     /* high bits of the PPN */
    GMMU_U(GMMU_LARGE_PAGE_W) event_slot;     /* its low bits */
    GMMU_U(GMMU_LARGE_COUNT_W) cfg_threshold; /* CSR: a large page with fewer pages is splintered */
    GMMU_U(GMMU_ASID_W) record_asid;          /* the record, in the cycle after read_valid */
    GMMU_U(GMMU_LARGE_VPN_W) record_region;
    GMMU_U(GMMU_LARGE_COUNT_W) record_held;
    u1 record_large;
    u1 write_ready;
    u1 invalidate_ready;
} page_coalescer_in;

typedef struct {
    u1 event_ready;
    u1 read_valid;                         /* one cycle: reads the record of this frame */
    GMMU_U(GMMU_LARGE_PPN_W) read_frame;   /* also the address of the stored record */
    u1 store_valid;                        /* one cycle: stores the record of read_frame */
    GMMU_U(GMMU_ASID_W) store_asid;        /* these three also name the page table that is written, ... */
    GMMU_U(GMMU_LARGE_VPN_W) store_region; /* ... the L3 PTE, and the large entry to invalidate */
    GMMU_U(GMMU_LARGE_COUNT_W) store_held;
    u1 store_large;
    u1 write_valid; /* a bit of a PTE is to be written */
    u1 write_leaf;  /* 0: the large bit of the L3 PTE, 1: the disabled bit of an L4 PTE */
    GMMU_U(GMMU_LARGE_PAGE_W) write_page; /* of this base page; 0 with the L3 PTE */
    u1 write_set;                         /* value of the bit */
    u1 invalidate_valid;                  /* the large entry of (store_asid, store_region) is to be dropped */
} page_coalescer_out;

void page_coalescer_reset(page_coalescer_state *s);
/* The output pins as a function of the state alone (Moore). */
void page_coalescer_outputs(const page_coalescer_state *s, page_coalescer_out *out);
/* One clock edge: out as page_coalescer_outputs() before the edge, then the state moves. */
void page_coalescer_step(page_coalescer_state *s, const page_coalescer_in *in, page_coalescer_out *out);

#endif
