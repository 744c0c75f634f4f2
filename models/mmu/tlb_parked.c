/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_parked.h"

void tlb_parked_add(tlb_parked *p, tlb_ports *clients, uint32_t i) {
    index_list_push(&p->waiting, clients->next, i);
}

bool tlb_parked_awake(const tlb_parked *p, const tlb_mshrs *mshrs) {
    return !index_list_empty(&p->waiting) && p->again < tlb_mshrs_left(mshrs);
}

void tlb_parked_enter(tlb_parked *p, const tlb_mshrs *mshrs, tlb_ports *clients, tlb_pipeline *pipeline) {
    for (uint32_t port = 0; port < pipeline->ports; port++) {
        uint32_t i;
        if (tlb_parked_awake(p, mshrs)) {
            i = index_list_pop(&p->waiting, clients->next);
            clients->pool[i].again = true;
            p->again++;
        } else {
            i = tlb_ports_next(clients);
        }
        tlb_pipeline_enter(pipeline, port, i);
    }
}

bool tlb_parked_may_begin(tlb_parked *p, tlb_ports *clients, uint32_t i, bool *first) {
    *first = !clients->pool[i].again;
    if (*first)
        return index_list_empty(&p->waiting) && p->again == 0;
    clients->pool[i].again = false;
    p->again--;
    return true;
}
