/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_parked.h"

void tlb_parked_init(tlb_parked *p) {
    for (uint32_t part = 0; part < TLB_MAX_PARTITIONS; part++)
        p->of[part] = (tlb_parked_part){.waiting = INDEX_LIST_EMPTY};
}

void tlb_parked_add(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, uint32_t i) {
    const uint32_t part = tlb_mshrs_part(mshrs, clients->pool[i].request.asid);
    index_list_push(&p->of[part].waiting, clients->next, i);
}

static bool part_awake(const tlb_parked *p, const tlb_mshrs *mshrs, uint32_t part) {
    const tlb_parked_part *of = &p->of[part];
    return !index_list_empty(&of->waiting) && of->again < tlb_mshrs_left(mshrs, part);
}

bool tlb_parked_awake(const tlb_parked *p, const tlb_mshrs *mshrs) {
    bool awake = false;
    for (uint32_t part = 0; part < mshrs->parts; part++)
        awake |= part_awake(p, mshrs, part);
    return awake;
}

void tlb_parked_enter(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, tlb_pipeline *pipeline,
                      uint64_t cycle) {
    for (uint32_t port = 0; port < pipeline->ports; port++) {
        const uint32_t part = tlb_ports_slot(clients, cycle * pipeline->ports + port);
        uint32_t i;
        if (part_awake(p, mshrs, part)) {
            i = index_list_pop(&p->of[part].waiting, clients->next);
            clients->pool[i].again = true;
            p->of[part].again++;
        } else {
            i = tlb_ports_next(clients, part);
        }
        tlb_pipeline_enter(pipeline, port, i);
    }
}

bool tlb_parked_may_begin(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, uint32_t i,
                          bool *first) {
    tlb_parked_part *of = &p->of[tlb_mshrs_part(mshrs, clients->pool[i].request.asid)];
    *first = !clients->pool[i].again;
    if (*first)
        return index_list_empty(&of->waiting) && of->again == 0;
    clients->pool[i].again = false;
    of->again--;
    return true;
}
