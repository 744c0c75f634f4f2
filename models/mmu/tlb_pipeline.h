/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lookup pipeline of the shared TLB. Requests, known by their numbers, enter at a port and
 * come out there `latency` cycles later. It is a ring of latency + 1 cycles of MAX_PORTS places each.
 *
 * A cycle: tlb_pipeline_advance(), take what has come out, enter new requests, look at what
 * comes out next.
 */
#ifndef GMMU_TLB_PIPELINE_H
#define GMMU_TLB_PIPELINE_H

#include <stdint.h>

#define TLB_PIPELINE_MAX_PORTS 2U /* of the bypass cache and the token controller */

typedef struct {
    uint32_t *places;
    uint32_t ports, depth;
    uint32_t now;       /* this cycle's part of the ring */
    uint32_t in_flight; /* requests */
} tlb_pipeline;

/* latency: 1 cycle or more. */
void tlb_pipeline_init(tlb_pipeline *p, uint32_t ports, uint32_t latency);
void tlb_pipeline_free(tlb_pipeline *p);

void tlb_pipeline_advance(tlb_pipeline *p);
/* The request that has come out at this port in this cycle, once; or INDEX_NONE. */
uint32_t tlb_pipeline_take(tlb_pipeline *p, uint32_t port);
/* INDEX_NONE: nothing enters. */
void tlb_pipeline_enter(tlb_pipeline *p, uint32_t port, uint32_t number);
/* The request that entered at this port `cycles` ago, 1 .. latency; or INDEX_NONE. _take_at(): it comes
 * out now. */
uint32_t tlb_pipeline_at(const tlb_pipeline *p, uint32_t cycles, uint32_t port);
uint32_t tlb_pipeline_take_at(tlb_pipeline *p, uint32_t cycles, uint32_t port);
/* The request that comes out at this port in the next cycle, or INDEX_NONE. */
uint32_t tlb_pipeline_next(const tlb_pipeline *p, uint32_t port);

#endif
