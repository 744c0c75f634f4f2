/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/l1_tlb.h"

#include <assert.h>

#include "base/alloc.h"

void l1_tlb_init(l1_tlb *t, const gpu_config *config, oracle *check) {
    const chip_config *chip = &config->chip;
    uint32_t ways = chip->tlb.level[0].ways ? chip->tlb.level[0].ways : chip->tlb.level[0].entries;
    t->array = tlb_new(chip->tlb.level[0].entries, ways);
    if (!t->array) {
        (void)fprintf(stderr, "gmmu: no L1 TLB with %u entries in %u ways\n", chip->tlb.level[0].entries,
                      ways);
        exit(2);
    }
    t->ideal = config->design.ideal_tlb ? check : NULL;
    t->mshrs = chip->tlb.level[0].mshrs;
    t->mshr = alloc_zeroed(t->mshrs, sizeof(*t->mshr));
}

void l1_tlb_destroy(l1_tlb *t) {
    tlb_free(t->array);
    free(t->mshr);
}

void l1_tlb_flush(l1_tlb *t) {
    tlb_flush(t->array);
    for (uint32_t i = 0; i < t->mshrs; i++)
        t->mshr[i].stale = true;
}

bool l1_tlb_lookup(l1_tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn) {
    if (!t->ideal)
        return tlb_lookup(t->array, asid, vpn, ppn);
    if (!oracle_translate(t->ideal, asid, vpn, ppn))
        *ppn = 0; /* not mapped: the check after this one records it */
    return true;
}

uint32_t l1_tlb_miss(l1_tlb *t, const tlb_request *what, engine_link *to) {
    uint32_t unused = L1_TLB_NO_MSHR;
    for (uint32_t i = 0; i < t->mshrs; i++) {
        const l1_tlb_mshr *m = &t->mshr[i];
        if (!m->valid)
            unused = i;
        else if (m->vpn == what->vpn && m->asid == what->asid)
            return i;
    }
    if (unused == L1_TLB_NO_MSHR)
        return L1_TLB_NO_MSHR;
    tlb_request *request = link_push(to);
    if (!request)
        return L1_TLB_NO_MSHR;
    *request = *what;
    request->tag = unused;
    t->mshr[unused] =
        (l1_tlb_mshr){.vpn = what->vpn, .asid = what->asid, .valid = true, .waiting = INDEX_LIST_EMPTY};
    return unused;
}

l1_tlb_mshr *l1_tlb_answer(l1_tlb *t, const tlb_reply *reply) {
    assert(reply->tag < t->mshrs);
    l1_tlb_mshr *m = &t->mshr[reply->tag];
    assert(m->valid && m->vpn == reply->vpn && m->asid == reply->asid);
    if (reply->kind == TLB_REPLY_PAGE && !m->stale)
        tlb_fill(t->array, reply->asid, reply->vpn, reply->ppn);
    m->valid = false;
    return m;
}
