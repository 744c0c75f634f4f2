/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_pipeline.h"

#include "base/alloc.h"
#include "base/index_list.h"

void tlb_pipeline_init(tlb_pipeline *p, uint32_t ports, uint32_t latency) {
    *p = (tlb_pipeline){.ports = ports, .depth = latency + 1};
    uint32_t places = p->depth * TLB_PIPELINE_MAX_PORTS;
    p->places = alloc_zeroed(places, sizeof *p->places);
    for (uint32_t i = 0; i < places; i++)
        p->places[i] = INDEX_NONE;
}

void tlb_pipeline_free(tlb_pipeline *p) {
    free(p->places);
}

static uint32_t *tlb_pipeline_place(const tlb_pipeline *p, uint32_t cycles_ago, uint32_t port) {
    uint32_t stage = p->now + p->depth - cycles_ago;
    return &p->places[(stage >= p->depth ? stage - p->depth : stage) * TLB_PIPELINE_MAX_PORTS + port];
}

void tlb_pipeline_advance(tlb_pipeline *p) {
    p->now = p->now + 1 == p->depth ? 0 : p->now + 1;
}

uint32_t tlb_pipeline_at(const tlb_pipeline *p, uint32_t cycles, uint32_t port) {
    return *tlb_pipeline_place(p, cycles, port);
}

uint32_t tlb_pipeline_take_at(tlb_pipeline *p, uint32_t cycles, uint32_t port) {
    uint32_t *place = tlb_pipeline_place(p, cycles, port), number = *place;
    *place = INDEX_NONE;
    p->in_flight -= number != INDEX_NONE;
    return number;
}

uint32_t tlb_pipeline_take(tlb_pipeline *p, uint32_t port) {
    return tlb_pipeline_take_at(p, p->depth - 1, port);
}

void tlb_pipeline_enter(tlb_pipeline *p, uint32_t port, uint32_t number) {
    *tlb_pipeline_place(p, 0, port) = number;
    p->in_flight += number != INDEX_NONE;
}

uint32_t tlb_pipeline_next(const tlb_pipeline *p, uint32_t port) {
    return *tlb_pipeline_place(p, p->depth - 2, port);
}
