/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_two_size.h"

#include <stdlib.h>

#include "config/messages.h"
#include "two_size_tlb_model.h"

struct tlb_two_size {
    two_size_fit fit;
    uint32_t shift; /* a page number of the unit counts base pages */
    void *unit;
    two_size_tlb_model_out pins;
};

tlb_two_size *tlb_two_size_new(const two_size_fit *fit) {
    tlb_two_size *t = calloc(1, sizeof *t);
    void *unit = t != NULL ? fit->ops->create() : NULL;
    if (unit == NULL) {
        free(t);
        return NULL;
    }
    t->fit = *fit;
    t->shift = fit->base_bits - GMMU_PAGE_BITS;
    t->unit = unit;
    return t;
}

void tlb_two_size_free(tlb_two_size *t) {
    if (t == NULL)
        return;
    t->fit.ops->destroy(t->unit);
    free(t);
}

/* An edge; the pins are those after it, with the answer. */
static void tlb_two_size_edge(tlb_two_size *t, const two_size_tlb_model_in *in) {
    t->fit.ops->step(t->unit, in, &t->pins);
    t->fit.ops->outputs(t->unit, &t->pins);
}

bool tlb_two_size_lookup(tlb_two_size *t, uint16_t asid, uint64_t vpn, tlb_page *page) {
    tlb_two_size_edge(t, &(two_size_tlb_model_in){.lk_valid = 1, .lk_asid = asid, .lk_vpn = vpn >> t->shift});
    if (!t->pins.a_hit)
        return false;
    page->bits = t->pins.a_large ? t->fit.large_bits : t->fit.base_bits;
    page->ppn = (uint64_t)t->pins.a_ppn << t->shift | (vpn & ((UINT64_C(1) << t->shift) - 1));
    return true;
}

bool tlb_two_size_fill(tlb_two_size *t, uint16_t asid, uint64_t vpn, const tlb_page *page) {
    if (page->bits < t->fit.base_bits)
        return false;
    tlb_two_size_edge(t, &(two_size_tlb_model_in){.fill_valid = 1,
                                                  .fill_large = page->bits >= t->fit.large_bits,
                                                  .fill_asid = asid,
                                                  .fill_vpn = vpn >> t->shift,
                                                  .fill_ppn = (uint32_t)(page->ppn >> t->shift)});
    return true;
}

bool tlb_two_size_invalidate(tlb_two_size *t, tlb_drop drop, uint16_t asid, uint64_t vpn) {
    tlb_two_size_edge(t, &(two_size_tlb_model_in){.inv_base = drop.base,
                                                  .inv_large = drop.large,
                                                  .inv_space = drop.space,
                                                  .inv_all = drop.all,
                                                  .inv_asid = asid,
                                                  .inv_vpn = vpn >> t->shift});
    return t->pins.a_dropped;
}
