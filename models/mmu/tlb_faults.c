/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_faults.h"

#include "base/alloc.h"

void tlb_faults_init(tlb_faults *f, bool preemptible, uint32_t mshrs) {
    f->preemptible = preemptible;
    f->unreported = INDEX_LIST_EMPTY;
    f->next = alloc_zeroed(mshrs, sizeof *f->next);
}

void tlb_faults_free(tlb_faults *f) {
    free(f->next);
}

void tlb_faults_add(tlb_faults *f, uint32_t m) {
    index_list_push(&f->unreported, f->next, m);
}

/* Answers all that wait for the MSHR; the SMs to be told of the end. */
static sm_set answer_faults(tlb_mshr *m, tlb_ports *sms) {
    sm_set told = {{0}};
    uint32_t i;
    while ((i = index_list_pop(&m->waiters, sms->next)) != INDEX_NONE) {
        bit_set_add(told.word, sms->pool[i].request.sm);
        tlb_ports_fault(sms, i);
    }
    return told;
}

uint32_t tlb_faults_report(tlb_faults *f, tlb_mshrs *mshrs, tlb_ports *sms) {
    if (index_list_empty(&f->unreported))
        return INDEX_NONE;
    fault_request *r = link_push(f->to_unit);
    if (r == NULL)
        return INDEX_NONE;
    uint32_t number = index_list_pop(&f->unreported, f->next);
    tlb_mshr *m = &mshrs->entries[number];
    m->faulted = !f->preemptible;
    *r = (fault_request){.vpn = m->vpn, .asid = m->asid, .app = m->app, .sm = m->sm, .warp = m->warp};
    if (f->preemptible)
        r->sms = answer_faults(m, sms);
    return number;
}

const fault_resolved *tlb_faults_resolved(tlb_faults *f, address_space *const *spaces, tlb_ports *sms) {
    const fault_resolved *r = f->from_unit != NULL ? link_peek(f->from_unit) : NULL;
    f->held = r != NULL && !tlb_ports_tell(sms, r);
    if (r == NULL || f->held)
        return NULL;
    for (uint64_t left = r->mapped; left != 0; left &= left - 1)
        (void)address_space_make_resident(spaces[r->app], r->vpn + (uint64_t)__builtin_ctzll(left));
    return r;
}

void tlb_faults_taken(tlb_faults *f) {
    link_pop(f->from_unit);
}

bool tlb_faults_awake(const tlb_faults *f) {
    bool unreported = !index_list_empty(&f->unreported) && link_can_push(f->to_unit);
    return unreported || f->held || (f->from_unit != NULL && link_peek(f->from_unit) != NULL);
}
