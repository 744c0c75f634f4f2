/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Request file of a shared TLB: PORT_REQUESTS requests for translations of each of MMU_PORTS ports, and their
 * way through TLB, miss file, page walker and fault queue. Ports have places of their own, so no core can use
 * up another's places.
 *
 * A request is taken (q_valid, q_ready) and has a place until its answer leaves (a_valid, a_ready); the
 * answer carries its ID, and answers come in any order. Requests have their turn at the TLB, one a cycle,
 * while it takes look-ups (lk_ready, which is of the next cycle); the hit comes three cycles later, and a
 * miss goes to the miss file in the cycle after that. What the miss file refuses has its turn at the TLB
 * again. Answers of the miss file are always taken.
 *
 * The cache next to the TLB and the token controller answer in one cycle, so they are asked two cycles after
 * the TLB (b_*), and all answer at once.
 *
 * A walk that has ended (done_*) fills the miss file, and the TLB when the page is mapped; it is not looked
 * at before both would take it (f_ready). An absent page goes to the fault queue first, when `park` is set:
 * if it takes the page, the requests that wait for it are parked, else they look it up again. A page that is
 * retried wakes all that are parked for it: they look it up again. No retry is taken while a fill or a fault
 * is under way, so none goes by a request that is about to be parked. Any other fault is the answer.
 *
 * Warps with a token fill the TLB, the others the cache next to it: the token controller says of each
 * look-up, as it is answered, whether its warp may fill. A page goes to the TLB when one of the warps that
 * wait for it may. It learns of look-ups that hit, and of misses that the miss file takes, so one that is
 * refused counts once.
 *
 * A slot is held from when its request is parked, or looks its absent page up again, until it has an answer:
 * so long it waits for software. At most PORT_REQUESTS - 1 slots of a port are held: a request that would
 * hold the last one is answered with RESULT_ASK instead, and the core asks again. So what waits for software
 * never keeps from a port what does not. A port that serves one address space alone may have all of its slots
 * held (hold_all).
 *
 * A miss that is refused by the miss file goes round without a turn of its own, as others may take each place
 * that becomes free. So every 2^REQUEST_TURN_W cycles one of those that have been refused is named, in turn;
 * if it is refused until that time comes again, it has the miss file for itself (u_*) until it is taken or
 * found in the TLB: so long other misses are not shown to it, and count as refused.
 *
 * The end of a space (n_valid until n_ack, n_ending from before it until after it): its requests are marked
 * as n_valid comes. One that waits, parked or for its turn at the TLB, is answered at once; one that is at
 * the TLB or in the miss file as its result comes, whatever that is: with the fault of a space that is
 * disabled, and never with a frame. n_ack comes when cores have taken the answers of all that are marked, and
 * those that were at the ports then. While n_ending is high a request of the space that comes is answered
 * with this fault, and holds nothing up.
 *
 * To asid_table: a request begins with its look-up, and keeps the generation of that cycle. It ends as its
 * answer has left, and as it is parked or begins again; so no fence waits for software.
 */
#ifndef GMMU_REQUEST_FILE_H
#define GMMU_REQUEST_FILE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

#define REQUEST_FILE_SLOTS (GMMU_MMU_PORTS * GMMU_PORT_REQUESTS)
#define REQUEST_FILE_ENDS  (GMMU_MMU_PORTS + 2)

GMMU_REQUIRE(GMMU_MMU_PORTS >= 1 && GMMU_MMU_PORTS <= 6, "GMMU_MMU_PORTS must be 1 to 6");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_PORT_REQUESTS, 2, 8), "GMMU_PORT_REQUESTS must be 2, 4 or 8");
GMMU_REQUIRE(GMMU_PORT_ID_W >= 1 && GMMU_PORT_ID_W + 3 <= GMMU_FAULT_INFO_W,
             "GMMU_PORT_ID_W must be 1 to GMMU_FAULT_INFO_W - 3");
GMMU_REQUIRE(GMMU_WHO_W >= 1 && GMMU_WHO_W <= 32, "GMMU_WHO_W must be 1 to 32");
GMMU_REQUIRE(GMMU_SLOT_W <= GMMU_MSHR_ID_W, "GMMU_MSHR_ID_W must have room for the number of a request");
GMMU_REQUIRE(GMMU_ENTRY_W == GMMU_PPN_W + 4, "GMMU_ENTRY_W must be GMMU_PPN_W + 4");
GMMU_REQUIRE(GMMU_RESULT_W == GMMU_ENTRY_W + 5, "GMMU_RESULT_W must be GMMU_ENTRY_W + 5");

/* Where a request is. */
enum {
    SLOT_FREE,
    SLOT_LOOK,   /* it waits for its turn at the TLB */
    SLOT_ASKED,  /* it is at the TLB or in the miss file */
    SLOT_PARKED, /* its page is in the fault queue */
    SLOT_DONE    /* it has its answer */
};

/* How a request ends in the miss file: 0 to 7 as its walk (done_kind), or: */
enum { RESULT_PARKED = 8, RESULT_AGAIN = 9 };
/* a_fault of a request whose page is absent and that could not wait: no walk ends so. */
enum { RESULT_ASK = 4 };
enum { REQUEST_TURN_W = 7 };

/* What is done with walks that have ended, and with retries. */
enum { FILL_IDLE, FILL_FAULT, FILL_VERDICT, FILL_NOW, FILL_RETRY };

/* A TLB entry is {system, exec, read, write, frame}, a result {kind (4 bits), large, entry}. */
typedef struct {
    u3 s_phase[REQUEST_FILE_SLOTS]; /* slots of port p from p x PORT_REQUESTS; reset 0, as all that follows */
    GMMU_U(GMMU_ASID_W) s_asid[REQUEST_FILE_SLOTS];
    GMMU_U(GMMU_VPN_W) s_vpn[REQUEST_FILE_SLOTS];
    u2 s_access[REQUEST_FILE_SLOTS];
    GMMU_U(GMMU_PORT_ID_W) s_id[REQUEST_FILE_SLOTS];
    GMMU_U(GMMU_WHO_W) s_who[REQUEST_FILE_SLOTS];
    u1 s_fills[REQUEST_FILE_SLOTS];
    u1 s_generation[REQUEST_FILE_SLOTS];
    u1 s_held[REQUEST_FILE_SLOTS];    /* it waits for software */
    u1 s_refused[REQUEST_FILE_SLOTS]; /* by the miss file, and not taken since */
    u1 s_ended[REQUEST_FILE_SLOTS];   /* its space has ended since it came */
    u1 s_counted[REQUEST_FILE_SLOTS]; /* of an answer, as what follows: it ends a request in flight */
    u3 s_fault[REQUEST_FILE_SLOTS];
    u1 s_large[REQUEST_FILE_SLOTS];
    GMMU_U(GMMU_ENTRY_W) s_entry[REQUEST_FILE_SLOTS];
    u1 l_valid; /* a slot at the TLB, ... */
    GMMU_U(GMMU_SLOT_W) l_slot;
    u1 o_valid; /* ... one on its way in it, ... */
    GMMU_U(GMMU_SLOT_W) o_slot;
    u1 b_valid; /* ... one that the cache next to it is asked for, ... */
    GMMU_U(GMMU_SLOT_W) b_slot;
    u1 t_valid; /* ... one that is answered, ... */
    GMMU_U(GMMU_SLOT_W) t_slot;
    u1 m_shown; /* ... one at the miss file, ... */
    GMMU_U(GMMU_SLOT_W) m_slot;
    u1 r_valid; /* ... and one that the miss file takes or not */
    GMMU_U(GMMU_SLOT_W) r_slot;
    u1 u_named; /* this slot has been refused since the time before, ... */
    u1 u_valid; /* ... and has the miss file for itself, while it is refused */
    GMMU_U(GMMU_SLOT_W) u_slot;
    u7 u_timer;
    u1 a_valid[GMMU_MMU_PORTS];
    GMMU_U(GMMU_PORT_SLOT_W)
    a_slot[GMMU_MMU_PORTS]; /* the slot of the port whose answer came to the port last */
    GMMU_U(GMMU_PORT_ID_W) a_id[GMMU_MMU_PORTS];
    u3 a_fault[GMMU_MMU_PORTS];
    u1 a_large[GMMU_MMU_PORTS];
    GMMU_U(GMMU_ENTRY_W) a_entry[GMMU_MMU_PORTS];
    u1 a_generation[GMMU_MMU_PORTS];
    u1 a_ended[GMMU_MMU_PORTS]; /* the end of a space waits until it is taken */
    u1 a_counted[GMMU_MMU_PORTS];
    u1 end_valid[REQUEST_FILE_ENDS];
    u1 end_generation[REQUEST_FILE_ENDS];
    u3 f_phase;
    u4 fill_kind;
    u1 fill_large;
    u1 fill_may;
    u2 k_access;
    GMMU_U(GMMU_MMU_PORT_W) k_port;
    GMMU_U(GMMU_PORT_ID_W) k_id;
    u1 n_told; /* requests of the space that ends are marked */
    u1 n_ack;
} request_file_state;

typedef struct {
    u1 q_valid[GMMU_MMU_PORTS]; /* a request: ... */
    GMMU_U(GMMU_ASID_W) q_asid[GMMU_MMU_PORTS];
    GMMU_U(GMMU_VPN_W) q_vpn[GMMU_MMU_PORTS];
    u2 q_access[GMMU_MMU_PORTS]; /* ... for the record of a fault: bit 0 reads, bit 1 writes, ... */
    GMMU_U(GMMU_PORT_ID_W) q_id[GMMU_MMU_PORTS]; /* ... its name, which the answer gives back, ... */
    GMMU_U(GMMU_WHO_W) q_who[GMMU_MMU_PORTS];    /* ... and its warp, for the token controller */
    u1 a_ready[GMMU_MMU_PORTS];
    u1 lk_ready; /* TLB: a look-up may come in the next cycle */
    u1 t_hit;    /* TLB and the cache next to it: the look-up of three cycles ago hits, ... */
    u1 t_large;
    GMMU_U(GMMU_ENTRY_W) t_entry;
    u1 t_fills; /* token controller: its warp may fill the TLB */
    u1 m_taken; /* miss file: the miss of the previous cycle is taken; ... */
    u1 w_valid; /* ... an answer: ... */
    GMMU_U(GMMU_MSHR_ID_W) w_slot;
    GMMU_U(GMMU_RESULT_W) w_result;
    u1 f_ready;    /* miss file and TLB: a fill would be taken */
    u1 done_valid; /* walker: a walk has ended */
    GMMU_U(GMMU_ASID_W) done_asid;
    GMMU_U(GMMU_VPN_W) done_vpn;
    u3 done_kind;
    u1 done_large;  /* ... the whole large page around it may be kept */
    u1 k_taken;     /* fault queue: the fault of the previous cycle is taken; ... */
    u1 retry_valid; /* ... requests that wait for this page walk again */
    GMMU_U(GMMU_ASID_W) retry_asid;
    GMMU_U(GMMU_VPN_W) retry_vpn;
    u1 n_ending; /* a space ends: its requests are answered with the fault as they come; ... */
    u1 n_valid;  /* ... so are those that are here */
    GMMU_U(GMMU_ASID_W) n_asid;
    u1 generation;               /* asid_table: of the requests that begin */
    u1 hold_all[GMMU_MMU_PORTS]; /* all slots of the port may wait for software */
    u1 park;                     /* absent pages go to the fault queue; looked at as a walk ends */
} request_file_in;

typedef struct {
    u1 q_ready[GMMU_MMU_PORTS];
    u1 a_valid[GMMU_MMU_PORTS]; /* an answer: ... */
    GMMU_U(GMMU_PORT_ID_W) a_id[GMMU_MMU_PORTS];
    u3 a_fault[GMMU_MMU_PORTS];  /* ... 0, or how the walk has ended (WALK_ of page_walker.h), ... */
    u1 a_large[GMMU_MMU_PORTS];  /* ... the whole large page around it is mapped alike, ... */
    u1 a_system[GMMU_MMU_PORTS]; /* ... the page is for system mode only, ... */
    u1 a_exec[GMMU_MMU_PORTS];   /* ... it may be executed, ... */
    u1 a_read[GMMU_MMU_PORTS];   /* ... read, ... */
    u1 a_write[GMMU_MMU_PORTS];  /* ... written, ... */
    GMMU_U(GMMU_PPN_W) a_ppn[GMMU_MMU_PORTS]; /* ... and its frame */
    u1 lk_valid;                              /* a look-up in the TLB */
    GMMU_U(GMMU_ASID_W) lk_asid;
    GMMU_U(GMMU_VPN_W) lk_vpn;
    u1 b_valid; /* the cache next to the TLB, and the token controller, are asked for it two cycles later */
    GMMU_U(GMMU_ASID_W) b_asid;
    GMMU_U(GMMU_VPN_W) b_vpn;
    GMMU_U(GMMU_WHO_W) b_who;
    u1 t_valid; /* the look-up of this warp is answered in this cycle */
    GMMU_U(GMMU_WHO_W) t_who;
    u1 r_valid; /* so is the miss of this one by the miss file */
    GMMU_U(GMMU_WHO_W) r_who;
    u1 m_valid; /* a miss for the miss file */
    GMMU_U(GMMU_ASID_W) m_asid;
    GMMU_U(GMMU_VPN_W) m_vpn;
    GMMU_U(GMMU_MSHR_ID_W) m_id;
    u1 done_ready;                    /* the walk is taken, and fills the miss file: ... */
    u1 fill_tlb;                      /* ... and the TLB, ... */
    u1 fill_bypass;                   /* ... or the cache next to it; ... */
    u4 fill_kind;                     /* ... kind of the result, ... */
    u1 fill_large;                    /* ... and whether the page is large */
    u1 k_valid;                       /* the walk goes to the fault queue: ... */
    u2 k_access;                      /* ... accesses of the requests that wait, ... */
    GMMU_U(GMMU_FAULT_INFO_W) k_info; /* ... and {port, ID} of the first */
    u1 retry_ready;
    u1 n_ack;                        /* none of them is left */
    u1 begin_valid;                  /* a request begins */
    u1 end_valid[REQUEST_FILE_ENDS]; /* one ends: ... */
    u1 end_generation[REQUEST_FILE_ENDS];
} request_file_out;

void request_file_reset(request_file_state *s);
/* The output pins as a function of the state alone (Moore). */
void request_file_outputs(const request_file_state *s, request_file_out *out);
/* One clock edge: out as request_file_outputs() before the edge, then the state moves. */
void request_file_step(request_file_state *s, const request_file_in *in, request_file_out *out);

#endif
