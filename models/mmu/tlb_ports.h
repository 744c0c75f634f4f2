/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SM side of the shared TLB: takes requests from the links, hands them out round
 * robin, keeps each until it is answered, and sends the replies, one per SM and cycle. All
 * requests live in one pool, large enough for what the SMs can have outstanding; requests
 * beyond it stay in their links. They are known by their number in the pool, and `next`
 * serves for any list they are in.
 *
 * Notes (TLB_REPLY_RESOLVED) are nobody's answer; they go the same way, behind the replies of
 * their SM, one at a time. Their places are the last ones of the pool, one per SM.
 */
#ifndef GMMU_TLB_PORTS_H
#define GMMU_TLB_PORTS_H

#include "base/engine.h"
#include "base/index_list.h"
#include "spec/app_stats.h"
#include "spec/messages.h"

/* A request from its arrival to the reply. */
typedef struct {
    tlb_request request;
    uint64_t arrived; /* cycle */
    uint64_t ppn;
    uint32_t pages; /* of a note */
    uint8_t kind;   /* tlb_reply_kind of the reply */
    uint8_t bits;   /* tlb_reply.bits */
} tlb_pending;

typedef struct {
    engine_link *in, *out;
    index_list requests; /* arrived */
    index_list replies;  /* answered */
} tlb_sm_port;

typedef struct {
    tlb_sm_port *sm;
    uint32_t sms, apps;
    uint32_t words;              /* of the sets below that are in use */
    sm_set requesting, replying; /* SMs with something in `requests`, `replies` */
    sm_set noting;               /* SMs with a note in `replies` */
    uint32_t turn;               /* SM that comes first in the next arbitration */
    tlb_pending *pool;
    uint32_t *next;
    index_list free;
    uint32_t notes; /* number of the first note */
    bool starved;   /* a request was left in its link because the pool is used up */
} tlb_ports;

/* sms: at most CHIP_MAX_SMS. */
void tlb_ports_init(tlb_ports *p, uint32_t sms, uint32_t apps, uint32_t pool_size);
void tlb_ports_free(tlb_ports *p);

/* Takes what has arrived. */
void tlb_ports_receive(tlb_ports *p, uint64_t cycle);
/* Is there a request to hand out? */
static inline bool tlb_ports_requesting(const tlb_ports *p) {
    return !bit_set_empty(p->requesting.word, p->words);
}
/* The next request in turn, or INDEX_NONE. */
uint32_t tlb_ports_next(tlb_ports *p);

/* Request i is answered; the reply is sent in this cycle or later. */
void tlb_ports_answer(tlb_ports *p, uint32_t i, uint64_t ppn, uint32_t bits);
/* The same with TLB_REPLY_FAULT. */
void tlb_ports_fault(tlb_ports *p, uint32_t i);
/* Is there room for a note to each SM of what->sms? Then sends it behind what they have been answered. */
bool tlb_ports_tell(tlb_ports *p, const fault_resolved *what);
/* Sends replies and counts them. True when the next cycle has more to send. */
bool tlb_ports_send(tlb_ports *p, uint64_t cycle, app_stats *stats);

#endif
