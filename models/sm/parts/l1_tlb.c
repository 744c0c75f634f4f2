/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/l1_tlb.h"

#include <assert.h>

#include "base/alloc.h"
#include "config/tlb_shape.h"

#define SYSTEM_SPACE (1U << GMMU_ASID_W) /* above all ASIDs */
_Static_assert(GMMU_ASID_W < 16, "the tag of an entry has a bit for the mode");

/* What an entry holds of the smallest page: a page larger than all pieces of an array is kept as pieces. */
static uint32_t held_bits(const tlb_level_config *level, const chip_config *chip) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    const uint32_t page = chip_page_bits(chip);
    uint64_t held = 0;
    for (uint32_t i = tlb_shape_arrays(level, chip_page_sizes(chip), shape); i > 0; i--)
        held |= shape[i - 1].sizes;
    held &= (UINT64_C(2) << page) - 1;
    return held != 0 ? 63U - (uint32_t)__builtin_clzll(held) : page;
}

void l1_tlb_init(l1_tlb *t, const gpu_config *config, oracle *check) {
    const chip_config *chip = &config->chip;
    const tlb_level_config *level = chip_l1_tlb(chip);
    const tlb_level_config nothing = {.entries = 0};
    t->array = tlb_new_for(config, chip_l1_tlb_in_sm(chip) ? level : &nothing);
    (void)alloc_checked(t->array); /* config_check() has refused what no array can have */
    t->check = check;
    t->ideal = config->design.ideal_tlb;
    t->own_walks = chip->sm.tlb_fills == TLB_FILLS_WALKS;
    t->blocking = chip->sm.tlb_misses == TLB_MISSES_BLOCKING;
    t->page_shift = chip_page_bits(chip) - GMMU_PAGE_BITS;
    t->request_bits = held_bits(chip_l1_tlb_in_sm(chip) && !t->ideal ? level : &nothing, chip);
    t->mshrs = level->mshrs;
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

/* The address space in the tag of an entry: each mode has entries of its own. */
static uint16_t l1_tlb_space(uint16_t asid, bool system) {
    return (uint16_t)(asid | (system ? SYSTEM_SPACE : 0));
}

bool l1_tlb_lookup(l1_tlb *t, uint16_t asid, bool system, uint64_t vpn, tlb_page *page) {
    if (!t->ideal)
        return tlb_lookup(t->array, l1_tlb_space(asid, system), vpn, page);
    translation of_page = {.ppn = 0}; /* stays 0 when not mapped: the check after this one records it */
    (void)oracle_translate(t->check, asid, vpn, &of_page);
    *page = (tlb_page){.ppn = of_page.ppn, .bits = of_page.bits};
    return true;
}

static bool waits_at_register(const l1_tlb *t, uint8_t app) {
    for (uint32_t i = 0; i < t->mshrs; i++)
        if (t->mshr[i].valid && t->mshr[i].app == app)
            return true;
    return false;
}

/* These warps wait at the register. What an application had to tell is old when it has left the SM to another
 * one, and waits for nothing. */
static void l1_tlb_stall(l1_tlb *t, l1_tlb_mshr *m, uint64_t more) {
    uint8_t *stalled = &t->stalled[m->app];
    if (t->asks != m->app && !waits_at_register(t, t->asks))
        t->stalled[t->asks] = 0;
    t->asks = m->app;
    m->warps |= more;
    const uint32_t warps = (uint32_t)__builtin_popcountll(m->warps);
    if (warps > *stalled)
        *stalled = (uint8_t)(warps < PRESSURE_MAX ? warps : PRESSURE_MAX);
}

uint32_t l1_tlb_miss(l1_tlb *t, const tlb_request *what, engine_link *to) {
    const uint64_t warp = UINT64_C(1) << what->warp;
    uint32_t unused = L1_TLB_NO_MSHR;
    for (uint32_t i = 0; i < t->mshrs; i++) {
        l1_tlb_mshr *m = &t->mshr[i];
        if (!m->valid) {
            unused = i;
        } else if ((m->vpn ^ what->vpn) >> t->page_shift == 0 && m->asid == what->asid &&
                   m->system == what->system) {
            l1_tlb_stall(t, m, warp);
            return i;
        }
    }
    if (unused == L1_TLB_NO_MSHR)
        return L1_TLB_NO_MSHR;
    tlb_request *request = link_push(to);
    if (!request)
        return L1_TLB_NO_MSHR;
    t->mshr[unused] = (l1_tlb_mshr){.vpn = what->vpn,
                                    .asid = what->asid,
                                    .app = what->app,
                                    .system = what->system,
                                    .valid = true,
                                    .waiting = INDEX_LIST_EMPTY};
    t->under_way++;
    l1_tlb_stall(t, &t->mshr[unused], warp);
    *request = *what;
    request->tag = unused;
    request->stalled = t->stalled[what->app];
    t->stalled[what->app] = 0;
    return unused;
}

l1_tlb_mshr *l1_tlb_answer(l1_tlb *t, const tlb_reply *reply, uint64_t behind) {
    assert(reply->tag < t->mshrs);
    l1_tlb_mshr *m = &t->mshr[reply->tag];
    assert(m->valid && m->vpn == reply->vpn && m->asid == reply->asid);
    if (reply->kind == TLB_REPLY_PAGE && !m->stale && !(t->own_walks && reply->found)) {
        (void)oracle_check_piece(t->check, reply->asid, reply->vpn, reply->ppn, reply->bits);
        (void)tlb_fill(t->array, l1_tlb_space(reply->asid, m->system), reply->vpn,
                       &(tlb_page){.ppn = reply->ppn, .bits = reply->bits});
    }
    if (behind != 0)
        l1_tlb_stall(t, m, behind);
    m->valid = false;
    t->under_way--;
    return m;
}
