#include "mmu/tlb_ports.h"

#include <assert.h>

#include "engine/alloc.h"

void tlb_ports_init(tlb_ports *p, uint32_t sms, uint32_t apps, uint32_t pool_size) {
    p->sms = sms;
    p->apps = apps;
    p->pool = alloc_zeroed(pool_size, sizeof *p->pool);
    p->next = alloc_zeroed(pool_size, sizeof *p->next);
    p->free = INDEX_LIST_EMPTY;
    for (uint32_t i = 0; i < pool_size; i++)
        index_list_push(&p->free, p->next, i);
    for (uint32_t sm = 0; sm < sms; sm++)
        p->sm[sm].requests = p->sm[sm].replies = INDEX_LIST_EMPTY;
}

void tlb_ports_free(tlb_ports *p) {
    free(p->pool);
    free(p->next);
}

void tlb_ports_receive(tlb_ports *p, uint64_t cycle) {
    p->starved = false;
    for (uint32_t sm = 0; sm < p->sms; sm++) {
        tlb_sm_port *port = &p->sm[sm];
        const tlb_request *request;
        while ((request = link_peek(port->in)) != NULL) {
            assert(request->core == sm && request->app < p->apps);
            uint32_t i = index_list_pop(&p->free, p->next);
            if (i == INDEX_NONE) {
                p->starved = true;
                break;
            }
            p->pool[i] = (tlb_pending){.request = *request, .arrived = cycle};
            link_pop(port->in);
            index_list_push(&port->requests, p->next, i);
            p->requesting |= UINT64_C(1) << sm;
        }
    }
}

uint32_t tlb_ports_next(tlb_ports *p) {
    if (p->requesting == 0)
        return INDEX_NONE;
    uint64_t from_turn = p->requesting & (UINT64_MAX << p->turn);
    uint32_t sm = (uint32_t)__builtin_ctzll(from_turn != 0 ? from_turn : p->requesting);
    p->turn = sm + 1 == p->sms ? 0 : sm + 1;
    uint32_t i = index_list_pop(&p->sm[sm].requests, p->next);
    if (index_list_empty(&p->sm[sm].requests))
        p->requesting &= ~(UINT64_C(1) << sm);
    return i;
}

void tlb_ports_answer(tlb_ports *p, uint32_t i, uint64_t ppn) {
    uint32_t sm = p->pool[i].request.core;
    p->pool[i].ppn = ppn;
    index_list_push(&p->sm[sm].replies, p->next, i);
    p->replying |= UINT64_C(1) << sm;
}

bool tlb_ports_send(tlb_ports *p, uint64_t cycle, app_stats *stats) {
    bool more = false;
    for (uint64_t left = p->replying; left != 0; left &= left - 1) {
        uint32_t sm = (uint32_t)__builtin_ctzll(left);
        tlb_reply *reply = link_push(p->sm[sm].out);
        if (reply == NULL)
            continue; /* woken when a slot comes free */
        uint32_t i = index_list_pop(&p->sm[sm].replies, p->next);
        const tlb_request *r = &p->pool[i].request;
        *reply = (tlb_reply){.vpn = r->vpn, .ppn = p->pool[i].ppn, .tag = r->tag, .asid = r->asid};
        stats[r->app].translations++;
        stats[r->app].translation_cycles += cycle - p->pool[i].arrived;
        index_list_push(&p->free, p->next, i);
        if (index_list_empty(&p->sm[sm].replies))
            p->replying &= ~(UINT64_C(1) << sm);
        else
            more = true;
    }
    return more;
}
