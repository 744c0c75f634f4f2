/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two programs that must not talk to each other do, through the last level of the TLBs (TunneLs: instances of
 * a split GPU share it). Each has an SM and an address space of its own; the SMs share no other level.
 *
 * Two ways to send a bit in a symbol of a fixed time:
 *   sets    the sender reads addresses of one set of the level, or none, in the first half; in the second
 *           half the receiver reads one of its own, which is slow if the sender's have taken its place
 *           (prime and probe);
 *   queues  both read at once, the sender none or many addresses: all of the receiver's miss the level in any
 *           case, and wait longer if the sender's also do.
 *
 * It stands on what tlb_boundary_find() has found. Which addresses lie in one set is found by evictions, in
 * one address space; that the other hashes alike is left to the channel to show, as both programs are ours.
 */
#ifndef GMMU_TLB_COVERT_H
#define GMMU_TLB_COVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "study/probe/bit_channel.h"
#include "study/probe/probe_machine.h"
#include "study/probe/tlb_boundary.h"

typedef enum { COVERT_SETS, COVERT_QUEUES, COVERT_WAYS } covert_way;
extern const char *const covert_names[COVERT_WAYS];

typedef struct {
    uint64_t *address;
    uint32_t count;
} covert_list;

typedef struct {
    uint32_t level; /* from 0: the one whose miss is the slowest, so that it is heard best; "the last" here */
    uint32_t receiver, sender; /* SMs */
    double late, slow;         /* cycles: from here on an access has missed the level before, the level */
    uint64_t target;           /* what the receiver times */
    covert_list read; /* the target, and what has the receiver's own levels lose it, but not the last one */
    covert_list send; /* what has the last level lose it */
    uint64_t *flood;  /* addresses, each of an entry of its own, twice as many as the level keeps */
    uint32_t floods;
    uint64_t symbol; /* cycles in which both can read their lists, one after the other */
} tlb_covert;

typedef struct {
    covert_way way;
    uint64_t cycles; /* of a symbol */
    bit_channel channel;
    double rate; /* kbit/s: capacity times symbols */
} tlb_covert_point;

/* Finds the SMs and the addresses; tlb_covert_end() afterwards in any case. False: the machine failed, or
 * *failed says why there is nothing to try. */
bool tlb_covert_find(const probe_machine *m, const tlb_boundary *boundary, tlb_covert *c,
                     const char **failed);
void tlb_covert_end(tlb_covert *c);

/* Sends a message of `bits` bits, drawn at random from a seed that is not 0, in symbols of `cycles` cycles.
 * False: the machine failed. */
bool tlb_covert_send(const probe_machine *m, const tlb_covert *c, covert_way way, uint64_t cycles,
                     uint32_t bits, uint64_t seed, tlb_covert_point *point);
/* Does any latency of the receiver change by a cycle, when the sender sends such a message and not only 0?
 * False: the machine failed. */
bool tlb_covert_changes(const probe_machine *m, const tlb_covert *c, covert_way way, uint64_t cycles,
                        uint32_t bits, uint64_t seed, bool *changes);

#endif
