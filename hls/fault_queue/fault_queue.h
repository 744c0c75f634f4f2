/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fault queue: FAULT_PAGES pages that are waited for, and a ring in memory with one record for each. Page
 * faults of a GPU come in bursts, and many warps fault on the same page (thesis 6.1); the host is told of
 * each page once. Software reads the records, maps the pages and resumes them.
 *
 * A fault of (address space, page) is taken or not, which is said in the next cycle:
 *
 * - its page has an entry: it merges, and no record is written;
 * - its page has none: it takes the lowest free entry, and its record will be written.
 *
 * A request that is taken waits for the retry of its page. A refused one walks again: nothing is lost. It is
 * refused when the ring is not enabled, is full, or is being set up; when no entry is free; when its space
 * has space_pages entries already, unless that is 0; when FAULT_RECORDS records still wait to be written; and
 * when the retry of its page is taken in this very cycle. `ready` says that a page without an entry would be
 * taken, but for a set-up in the same cycle and the limit of its space.
 *
 * Records go to memory in the order in which they were taken, one at a time: w_valid until w_ready, then
 * w_done when memory has it; then `tail` moves, and software may read it. The ring is 2^FAULT_RING_W records
 * in one frame, from its beginning; record w_slot is the next. `head` and `tail` count modulo twice as many,
 * so that a full ring and an empty one differ. A place in the ring is kept for each record from the cycle in
 * which it is taken, so none waits for software and none overwrites what software has not given back.
 *
 * Software gives records back by h_valid with the new head, which lies between head and tail; another is
 * refused and changes nothing, as is one that comes as the ring is set up: h_refused says so from the next
 * cycle until the next head. b_valid, taken while b_ready is high, sets the ring up, empty; pages that are
 * waited for stay so.
 *
 * Resume, by c_valid, of a page or of all pages of a space: the retry of each that waits goes out, one at a
 * time, each once, in turn: the first behind the one that goes, else the lowest; with retry_ready its entry
 * is free. So a page that is resumed again and again is passed over by all others. A resume is taken in every
 * cycle. It does not reach a page that takes its entry in the same cycle; a page without an entry is ignored.
 *
 * The end of a space, n_valid until n_ack: its pages leave their entries in whatever state, no fault and no
 * retry of it is left and none is taken, so nobody is woken; n_ack comes as all its records are in the ring,
 * below `tail`. Who has waited is answered by who has parked him.
 *
 * `irq` is up in the cycle after one with irq_mask, a record in the ring, and irq_records or more there, or
 * the batch due: a tick has come with a record in the ring, or a fault was refused because no entry was free,
 * its space had too many, or the ring was full, and no records have been given back since.
 */
#ifndef GMMU_FAULT_QUEUE_H
#define GMMU_FAULT_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_FAULT_PAGES >= 2 && GMMU_FAULT_PAGES <= 64, "GMMU_FAULT_PAGES must be 2 to 64");
GMMU_REQUIRE(GMMU_FAULT_RECORDS >= 2 && GMMU_FAULT_RECORDS <= 16, "GMMU_FAULT_RECORDS must be 2 to 16");
GMMU_REQUIRE(GMMU_FAULT_RING_W >= 2 && GMMU_FAULT_RING_W <= 8, "GMMU_FAULT_RING_W must be 2 to 8");
GMMU_REQUIRE(GMMU_FAULT_INFO_W >= 1 && GMMU_FAULT_INFO_W <= 32, "GMMU_FAULT_INFO_W must be 1 to 32");
GMMU_REQUIRE(GMMU_FAULT_TIME_W >= 1 && GMMU_FAULT_TIME_W <= 32, "GMMU_FAULT_TIME_W must be 1 to 32");

/* States of an entry. At most one retries. */
enum { FAULT_FREE, FAULT_WAITS, FAULT_RESUMED, FAULT_RETRIES };

typedef struct {
    u2 e_state[GMMU_FAULT_PAGES]; /* reset 0, as all that follows */
    GMMU_U(GMMU_ASID_W) e_asid[GMMU_FAULT_PAGES];
    GMMU_U(GMMU_VPN_W) e_vpn[GMMU_FAULT_PAGES];
    GMMU_U(GMMU_FAULT_RECORD_W) q_count; /* records to be written; the first is the next */
    GMMU_U(GMMU_ASID_W) q_asid[GMMU_FAULT_RECORDS];
    GMMU_U(GMMU_VPN_W) q_vpn[GMMU_FAULT_RECORDS];
    u2 q_access[GMMU_FAULT_RECORDS];
    u3 q_why[GMMU_FAULT_RECORDS];
    GMMU_U(GMMU_FAULT_INFO_W) q_info[GMMU_FAULT_RECORDS];
    GMMU_U(GMMU_FAULT_TIME_W) q_time[GMMU_FAULT_RECORDS];
    u1 w_sent; /* memory has taken the first and not done it */
    u1 enabled;
    GMMU_U(GMMU_PPN_W) w_frame;
    GMMU_U(GMMU_FAULT_COUNT_W) head;
    GMMU_U(GMMU_FAULT_COUNT_W) tail;
    u1 due; /* the batch of records in the ring */
    u1 irq;
    u1 r_valid;
    u1 r_taken;
    u1 h_refused;
    u1 n_ack;
} fault_queue_state;

typedef struct {
    u1 f_valid; /* a walk has faulted: ... */
    GMMU_U(GMMU_ASID_W) f_asid;
    GMMU_U(GMMU_VPN_W) f_vpn;
    u2 f_access;                      /* ... what the record says besides the page: kind of the access, ... */
    u3 f_why;                         /* ... how the walk has ended, ... */
    GMMU_U(GMMU_FAULT_INFO_W) f_info; /* ... which warp asked, ... */
    GMMU_U(GMMU_FAULT_TIME_W) f_time; /* ... and when */
    u1 c_valid;                       /* resume: ... */
    u1 c_space;                       /* ... all pages of the space, or one */
    GMMU_U(GMMU_ASID_W) c_asid;
    GMMU_U(GMMU_VPN_W) c_vpn;
    u1 n_valid; /* a space ends: ... */
    GMMU_U(GMMU_ASID_W) n_asid;
    u1 retry_ready; /* the retry is taken */
    u1 w_ready;     /* memory takes the record, ... */
    u1 w_done;      /* ... and has it; ignored when it has taken none */
    u1 h_valid;     /* software gives records back: ... */
    GMMU_U(GMMU_FAULT_COUNT_W) h_head;
    u1 b_valid; /* the ring is set up: ... */
    u1 b_enable;
    GMMU_U(GMMU_PPN_W) b_frame;             /* ... its frame */
    u7 space_pages;                         /* entries of one space, at most; 0: as many as there are */
    u1 tick;                                /* one-cycle pulse of a timer */
    u1 irq_mask;                            /* 1: interrupts */
    GMMU_U(GMMU_FAULT_COUNT_W) irq_records; /* records of a batch */
} fault_queue_in;

typedef struct {
    u1 enabled;     /* there is a ring */
    u1 ready;       /* a fault of a page without an entry would be taken */
    u1 r_valid;     /* there was a fault in the previous cycle, ... */
    u1 r_taken;     /* ... and it is taken */
    u1 retry_valid; /* requests that wait for this page walk again */
    GMMU_U(GMMU_ASID_W) retry_asid;
    GMMU_U(GMMU_VPN_W) retry_vpn;
    u1 w_valid; /* a record is to be written: ... */
    GMMU_U(GMMU_PPN_W) w_frame;
    GMMU_U(GMMU_FAULT_RING_W) w_slot; /* ... the record of the frame, from 0, ... */
    GMMU_U(GMMU_ASID_W) w_asid;       /* ... and what it says */
    GMMU_U(GMMU_VPN_W) w_vpn;
    u2 w_access;
    u3 w_why;
    GMMU_U(GMMU_FAULT_INFO_W) w_info;
    GMMU_U(GMMU_FAULT_TIME_W) w_time;
    u1 b_ready;                      /* the ring may be set up: no record is to be written */
    GMMU_U(GMMU_FAULT_COUNT_W) head; /* the first record in the ring that software has not given back, ... */
    GMMU_U(GMMU_FAULT_COUNT_W) tail; /* ... and behind the last one */
    u1 h_refused;                    /* the last head lay elsewhere, and was not taken */
    u1 irq;
    u1 n_ack; /* nothing of the space is left here */
} fault_queue_out;

void fault_queue_reset(fault_queue_state *s);
/* The output pins as a function of the state alone (Moore). */
void fault_queue_outputs(const fault_queue_state *s, fault_queue_out *out);
/* One clock edge: out as fault_queue_outputs() before the edge, then the state moves. */
void fault_queue_step(fault_queue_state *s, const fault_queue_in *in, fault_queue_out *out);

#endif
