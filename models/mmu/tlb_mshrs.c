/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_mshrs.h"

#include "base/alloc.h"
#include "base/mix.h"
#include "config/messages.h"
#include "gmmu_params.h"

void tlb_mshrs_init(tlb_mshrs *m, uint32_t count, uint32_t page_bits, uint32_t parts) {
    m->page_shift = page_bits - GMMU_PAGE_BITS;
    m->entries = alloc_zeroed(count, sizeof *m->entries);
    m->next = alloc_zeroed(count, sizeof *m->next);
    m->count = count;
    m->parts = parts;
    m->free = INDEX_LIST_EMPTY;
    for (uint32_t i = 0; i < count; i++)
        index_list_push(&m->free, m->next, i);
    for (uint32_t i = 0; i < TLB_MSHR_BUCKETS; i++)
        m->buckets[i] = INDEX_NONE;
}

void tlb_mshrs_free(tlb_mshrs *m) {
    free(m->entries);
    free(m->next);
}

static uint32_t tlb_mshrs_bucket(const tlb_mshrs *m, uint16_t asid, uint64_t vpn) {
    uint64_t hash = (vpn >> m->page_shift ^ ((uint64_t)asid << GMMU_VPN_W)) * MIX_GOLDEN;
    return (uint32_t)(hash >> 32) % TLB_MSHR_BUCKETS;
}

uint32_t tlb_mshrs_find(const tlb_mshrs *m, uint16_t asid, uint64_t vpn) {
    uint32_t i = m->buckets[tlb_mshrs_bucket(m, asid, vpn)];
    while (i != INDEX_NONE && ((m->entries[i].vpn ^ vpn) >> m->page_shift != 0 || m->entries[i].asid != asid))
        i = m->entries[i].chain;
    return i;
}

uint32_t tlb_mshrs_take(tlb_mshrs *m, uint16_t asid, uint64_t vpn) {
    uint32_t i = index_list_pop(&m->free, m->next);
    uint32_t *first = &m->buckets[tlb_mshrs_bucket(m, asid, vpn)];
    m->entries[i] =
        (tlb_mshr){.vpn = vpn, .asid = asid, .chain = *first, .waiters = INDEX_LIST_EMPTY, .used = true};
    *first = i;
    m->taken[tlb_mshrs_part(m, asid)]++;
    return i;
}

void tlb_mshrs_release(tlb_mshrs *m, uint32_t i) {
    uint32_t *at = &m->buckets[tlb_mshrs_bucket(m, m->entries[i].asid, m->entries[i].vpn)];
    while (*at != i)
        at = &m->entries[*at].chain;
    *at = m->entries[i].chain;
    m->entries[i].used = false;
    m->taken[tlb_mshrs_part(m, m->entries[i].asid)]--;
    index_list_push(&m->free, m->next, i);
}
