/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The side of a TLB level that faces the SMs. Its clients are SMs, or instances of the level
 * before it, each with the same number of neighbouring SMs behind it. It takes requests from the links, hands
 * them out round robin, keeps each until it is answered, and sends the replies, one per client and cycle. All
 * requests are in one pool, large enough for the requests that the clients can have outstanding; any beyond
 * that stay in their links. Requests are known by their number in the pool, and `next` serves any list they
 * are in.
 *
 * Notes (TLB_REPLY_RESOLVED) answer no request. They go the same way, behind the replies to
 * their SM, one per SM at a time. Their places are the last ones of the pool, one per SM.
 *
 * With queue_partitions an application, the n-th one with ASID n, has lists of its own, and replies leave in
 * every n-th cycle alone, so that no other one's requests change when its own go on.
 */
#ifndef GMMU_TLB_PORTS_H
#define GMMU_TLB_PORTS_H

#include "base/engine.h"
#include "base/index_list.h"
#include "config/app_stats.h"
#include "config/messages.h"

/* A request from its arrival to the reply. */
typedef struct {
    tlb_request request;
    uint64_t arrived; /* cycle */
    uint64_t ppn;
    uint32_t pages; /* of a note */
    uint16_t client;
    uint8_t kind; /* tlb_reply_kind of the reply */
    uint8_t bits; /* tlb_reply.bits */
    bool system;  /* tlb_reply.system */
    bool found;   /* tlb_reply.found */
    bool again;   /* looks up a second time (mmu/tlb_parked.h) */
} tlb_pending;

typedef struct {
    engine_link *in, *out; /* NULL: all its SMs are switched off */
    /* Of each part: */
    index_list requests[TLB_MAX_PARTITIONS]; /* arrived */
    index_list replies[TLB_MAX_PARTITIONS];  /* answered */
} tlb_client;

typedef struct {
    tlb_client *client;
    uint32_t clients, apps;
    uint32_t first, client_sms;  /* client c has the SMs at places first + c * client_sms and following */
    uint8_t place[CHIP_MAX_SMS]; /* of each SM of the chip */
    uint32_t parts;              /* applications with slots of their own, in turn, or 1 */
    uint32_t words;              /* of the first two sets below that are in use */
    /* Of each part: */
    sm_set requesting[TLB_MAX_PARTITIONS], replying[TLB_MAX_PARTITIONS]; /* clients with such entries */
    uint32_t turn[TLB_MAX_PARTITIONS]; /* client that is first in the next arbitration */
    sm_set noting;                     /* SMs with a note in `replies` */
    tlb_pending *pool;
    uint32_t *next;
    index_list free;
    uint32_t notes; /* number of the note to the SM at place `first` */
    bool starved;   /* a request was left in its link because the pool is used up */
} tlb_ports;

/* For an instance of a level of the chip's TLBs. */
void tlb_ports_init(tlb_ports *p, const chip_config *chip, uint32_t level, uint32_t instance, uint32_t apps);
void tlb_ports_free(tlb_ports *p);

/* Takes the requests that have arrived. */
void tlb_ports_receive(tlb_ports *p, uint64_t cycle);
/* Is there a request to hand out? */
static inline bool tlb_ports_requesting(const tlb_ports *p) {
    bool any = false;
    for (uint32_t part = 0; part < p->parts; part++)
        any |= !bit_set_empty(p->requesting[part].word, p->words);
    return any;
}
/* Whose slot it is: slot n of a level. */
static inline uint32_t tlb_ports_slot(const tlb_ports *p, uint64_t n) {
    return p->parts > 1 ? (uint32_t)(n % p->parts) : 0;
}
/* The next request of a part in turn, or INDEX_NONE. */
uint32_t tlb_ports_next(tlb_ports *p, uint32_t part);

/* Request i is answered; the reply is sent in this cycle or later. */
void tlb_ports_answer(tlb_ports *p, uint32_t i, uint64_t ppn, uint32_t bits);
/* The same with TLB_REPLY_FAULT. */
void tlb_ports_fault(tlb_ports *p, uint32_t i);
/* Sends a note to each SM of what->sms, behind the replies to it. False: there is no room for all of them. */
bool tlb_ports_tell(tlb_ports *p, const fault_resolved *what);
/* Sends replies and counts them in stats[app], or nowhere (NULL). True when the next cycle has more to send.
 */
bool tlb_ports_send(tlb_ports *p, uint64_t cycle, app_stats *stats);

#endif
