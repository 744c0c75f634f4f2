/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_ports.h"

#include <assert.h>

#include "base/alloc.h"

void tlb_ports_init(tlb_ports *p, uint32_t sms, uint32_t apps, uint32_t pool_size) {
    p->sms = sms;
    p->apps = apps;
    p->words = BIT_SET_WORDS(sms);
    p->sm = alloc_zeroed(sms, sizeof *p->sm);
    p->notes = pool_size;
    p->pool = alloc_zeroed((size_t)pool_size + sms, sizeof *p->pool);
    p->next = alloc_zeroed((size_t)pool_size + sms, sizeof *p->next);
    p->free = INDEX_LIST_EMPTY;
    for (uint32_t i = 0; i < pool_size; i++)
        index_list_push(&p->free, p->next, i);
    for (uint32_t sm = 0; sm < sms; sm++)
        p->sm[sm].requests = p->sm[sm].replies = INDEX_LIST_EMPTY;
}

void tlb_ports_free(tlb_ports *p) {
    free(p->sm);
    free(p->pool);
    free(p->next);
}

void tlb_ports_receive(tlb_ports *p, uint64_t cycle) {
    p->starved = false;
    for (uint32_t sm = 0; sm < p->sms; sm++) {
        tlb_sm_port *port = &p->sm[sm];
        const tlb_request *request;
        while ((request = link_peek(port->in)) != NULL) {
            assert(request->sm == sm && request->app < p->apps);
            uint32_t i = index_list_pop(&p->free, p->next);
            if (i == INDEX_NONE) {
                p->starved = true;
                break;
            }
            p->pool[i] = (tlb_pending){.request = *request, .arrived = cycle};
            link_pop(port->in);
            index_list_push(&port->requests, p->next, i);
            bit_set_add(p->requesting.word, sm);
        }
    }
}

uint32_t tlb_ports_next(tlb_ports *p) {
    uint32_t sm = bit_set_next_round(p->requesting.word, p->words, p->turn);
    if (sm == BIT_SET_NONE)
        return INDEX_NONE;
    p->turn = sm + 1 == p->sms ? 0 : sm + 1;
    uint32_t i = index_list_pop(&p->sm[sm].requests, p->next);
    if (index_list_empty(&p->sm[sm].requests))
        bit_set_remove(p->requesting.word, sm);
    return i;
}

static void reply(tlb_ports *p, uint32_t sm, uint32_t i, tlb_reply_kind kind) {
    p->pool[i].kind = (uint8_t)kind;
    index_list_push(&p->sm[sm].replies, p->next, i);
    bit_set_add(p->replying.word, sm);
}

void tlb_ports_answer(tlb_ports *p, uint32_t i, uint64_t ppn, uint32_t bits) {
    p->pool[i].ppn = ppn;
    p->pool[i].bits = (uint8_t)bits;
    reply(p, p->pool[i].request.sm, i, TLB_REPLY_PAGE);
}

void tlb_ports_fault(tlb_ports *p, uint32_t i) {
    p->pool[i].ppn = 0;
    reply(p, p->pool[i].request.sm, i, TLB_REPLY_FAULT);
}

bool tlb_ports_tell(tlb_ports *p, const fault_resolved *what) {
    const uint64_t *sms = what->sms.word;
    if (bit_sets_meet(sms, p->noting.word, p->words))
        return false;
    bit_set_unite(p->noting.word, sms, p->words);
    for (uint32_t sm = bit_set_next(sms, p->words, 0); sm != BIT_SET_NONE;
         sm = bit_set_next(sms, p->words, sm + 1)) {
        uint32_t i = p->notes + sm;
        p->pool[i] = (tlb_pending){.request = {.vpn = what->vpn, .asid = what->asid, .sm = (uint8_t)sm},
                                   .pages = what->pages};
        reply(p, sm, i, TLB_REPLY_RESOLVED);
    }
    return true;
}

/* Request or note i has been sent. */
static void retire(tlb_ports *p, uint32_t i, uint64_t cycle, app_stats *stats) {
    const tlb_pending *sent = &p->pool[i];
    if (sent->kind == TLB_REPLY_RESOLVED) {
        bit_set_remove(p->noting.word, sent->request.sm);
        return;
    }
    if (sent->kind == TLB_REPLY_PAGE) {
        stats[sent->request.app].translations++;
        stats[sent->request.app].translation_cycles += cycle - sent->arrived;
    }
    index_list_push(&p->free, p->next, i);
}

bool tlb_ports_send(tlb_ports *p, uint64_t cycle, app_stats *stats) {
    bool more = false;
    for (uint32_t sm = bit_set_next(p->replying.word, p->words, 0); sm != BIT_SET_NONE;
         sm = bit_set_next(p->replying.word, p->words, sm + 1)) {
        tlb_reply *message = link_push(p->sm[sm].out);
        if (message == NULL)
            continue; /* woken when a slot comes free */
        uint32_t i = index_list_pop(&p->sm[sm].replies, p->next);
        const tlb_pending *r = &p->pool[i];
        *message = (tlb_reply){.vpn = r->request.vpn,
                               .ppn = r->ppn,
                               .tag = r->request.tag,
                               .pages = r->pages,
                               .asid = r->request.asid,
                               .kind = r->kind,
                               .bits = r->bits};
        retire(p, i, cycle, stats);
        if (index_list_empty(&p->sm[sm].replies))
            bit_set_remove(p->replying.word, sm);
        else
            more = true;
    }
    return more;
}
