/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_ports.h"

#include <assert.h>

#include "base/alloc.h"
#include "config/tlb_shape.h"
#include "mmu/tlb_pipeline.h"

/* Requests that all clients can have outstanding, and as many as the pipeline holds twice over. */
static uint32_t pool_size_of(const chip_config *chip, uint32_t level, uint32_t clients) {
    uint32_t outstanding = clients * chip->tlb.level[level != 0 ? level - 1 : 0].mshrs;
    const tlb_stages stages = tlb_stages_of(chip, &chip->tlb.level[level]);
    uint32_t held = (tlb_stages_all(&stages) + 1) * TLB_PIPELINE_MAX_PORTS;
    return outstanding > 2 * held ? outstanding : 2 * held;
}

void tlb_ports_init(tlb_ports *p, const chip_config *chip, uint32_t level, uint32_t instance, uint32_t apps) {
    bool of_sms = level == 0 || (level == 1 && chip_l1_tlb_in_sm(chip));
    uint32_t shared = chip_tlb_sms(chip, level);
    uint32_t left = chip_die_sms(chip) - instance * shared, sms = left < shared ? left : shared;
    p->first = instance * shared;
    chip_sm_places(chip, p->place);
    p->client_sms = of_sms ? 1 : chip_tlb_sms(chip, level - 1);
    p->clients = (sms + p->client_sms - 1) / p->client_sms;
    p->apps = apps;
    uint32_t pool_size = pool_size_of(chip, level, p->clients);
    p->words = BIT_SET_WORDS(p->clients);
    p->client = alloc_zeroed(p->clients, sizeof *p->client);
    p->notes = pool_size;
    p->pool = alloc_zeroed((size_t)pool_size + sms, sizeof *p->pool);
    p->next = alloc_zeroed((size_t)pool_size + sms, sizeof *p->next);
    p->free = INDEX_LIST_EMPTY;
    for (uint32_t i = 0; i < pool_size; i++)
        index_list_push(&p->free, p->next, i);
    p->parts = chip_queue_parts(&chip->tlb.level[level]);
    for (uint32_t c = 0; c < p->clients; c++)
        for (uint32_t part = 0; part < p->parts; part++)
            p->client[c].requests[part] = p->client[c].replies[part] = INDEX_LIST_EMPTY;
}

void tlb_ports_free(tlb_ports *p) {
    free(p->client);
    free(p->pool);
    free(p->next);
}

static uint32_t tlb_ports_part(const tlb_ports *p, uint32_t i) {
    return p->parts > 1 ? p->pool[i].request.asid - 1U : 0;
}

void tlb_ports_receive(tlb_ports *p, uint64_t cycle) {
    p->starved = false;
    for (uint32_t c = 0; c < p->clients; c++) {
        tlb_client *port = &p->client[c];
        const tlb_request *request;
        while (port->in != NULL && (request = link_peek(port->in)) != NULL) {
            assert(p->place[request->sm] - p->first - c * p->client_sms < p->client_sms &&
                   request->app < p->apps);
            uint32_t i = index_list_pop(&p->free, p->next);
            if (i == INDEX_NONE) {
                p->starved = true;
                break;
            }
            p->pool[i] = (tlb_pending){.request = *request, .arrived = cycle, .client = (uint16_t)c};
            link_pop(port->in);
            index_list_push(&port->requests[tlb_ports_part(p, i)], p->next, i);
            bit_set_add(p->requesting[tlb_ports_part(p, i)].word, c);
        }
    }
}

uint32_t tlb_ports_next(tlb_ports *p, uint32_t part) {
    uint32_t c = bit_set_next_round(p->requesting[part].word, p->words, p->turn[part]);
    if (c == BIT_SET_NONE)
        return INDEX_NONE;
    p->turn[part] = c + 1 == p->clients ? 0 : c + 1;
    uint32_t i = index_list_pop(&p->client[c].requests[part], p->next);
    if (index_list_empty(&p->client[c].requests[part]))
        bit_set_remove(p->requesting[part].word, c);
    return i;
}

static void tlb_ports_reply(tlb_ports *p, uint32_t i, tlb_reply_kind kind) {
    uint32_t c = p->pool[i].client, part = tlb_ports_part(p, i);
    p->pool[i].kind = (uint8_t)kind;
    index_list_push(&p->client[c].replies[part], p->next, i);
    bit_set_add(p->replying[part].word, c);
}

void tlb_ports_answer(tlb_ports *p, uint32_t i, uint64_t ppn, uint32_t bits) {
    p->pool[i].ppn = ppn;
    p->pool[i].bits = (uint8_t)bits;
    tlb_ports_reply(p, i, TLB_REPLY_PAGE);
}

void tlb_ports_fault(tlb_ports *p, uint32_t i) {
    p->pool[i].ppn = 0;
    tlb_ports_reply(p, i, TLB_REPLY_FAULT);
}

bool tlb_ports_tell(tlb_ports *p, const fault_resolved *what) {
    const uint64_t *sms = what->sms.word;
    if (bit_sets_meet(sms, p->noting.word, SM_SET_WORDS))
        return false;
    bit_set_unite(p->noting.word, sms, SM_SET_WORDS);
    for (uint32_t sm = bit_set_next(sms, SM_SET_WORDS, 0); sm != BIT_SET_NONE;
         sm = bit_set_next(sms, SM_SET_WORDS, sm + 1)) {
        uint32_t at = p->place[sm] - p->first, i = p->notes + at;
        p->pool[i] = (tlb_pending){.request = {.vpn = what->vpn, .asid = what->asid, .sm = (uint8_t)sm},
                                   .pages = what->pages,
                                   .client = (uint16_t)(at / p->client_sms)};
        tlb_ports_reply(p, i, TLB_REPLY_RESOLVED);
    }
    return true;
}

/* Request or note i has been sent. */
static void tlb_ports_retire(tlb_ports *p, uint32_t i, uint64_t cycle, app_stats *stats) {
    const tlb_pending *sent = &p->pool[i];
    if (sent->kind == TLB_REPLY_RESOLVED) {
        bit_set_remove(p->noting.word, sent->request.sm);
        return;
    }
    if (sent->kind == TLB_REPLY_PAGE && stats != NULL) {
        stats[sent->request.app].translations++;
        stats[sent->request.app].translation_cycles += cycle - sent->arrived;
    }
    index_list_push(&p->free, p->next, i);
}

bool tlb_ports_send(tlb_ports *p, uint64_t cycle, app_stats *stats) {
    const uint32_t part = tlb_ports_slot(p, cycle);
    bool more = false;
    for (uint32_t other = 0; other < p->parts; other++)
        more |= other != part && !bit_set_empty(p->replying[other].word, p->words);
    for (uint32_t c = bit_set_next(p->replying[part].word, p->words, 0); c != BIT_SET_NONE;
         c = bit_set_next(p->replying[part].word, p->words, c + 1)) {
        tlb_reply *message = link_push(p->client[c].out);
        if (message == NULL)
            continue; /* woken when a slot comes free */
        uint32_t i = index_list_pop(&p->client[c].replies[part], p->next);
        const tlb_pending *r = &p->pool[i];
        *message = (tlb_reply){.vpn = r->request.vpn,
                               .ppn = r->ppn,
                               .tag = r->request.tag,
                               .pages = r->pages,
                               .asid = r->request.asid,
                               .sm = r->request.sm,
                               .kind = r->kind,
                               .system = r->system,
                               .found = r->found,
                               .bits = r->bits};
        tlb_ports_retire(p, i, cycle, stats);
        if (index_list_empty(&p->client[c].replies[part]))
            bit_set_remove(p->replying[part].word, c);
        else
            more = true;
    }
    return more;
}
