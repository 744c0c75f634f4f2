/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_hashed.h"

#include <stdlib.h>

#include "config/messages.h"
#include "config/tlb_shape.h"
#include "mmu/tlb_policies.h"
#include "tlb_level.h"
#include "tlb_level_model.h"

#define TOP_BIT (TLB_SHAPE_TOP - GMMU_PAGE_BITS) /* of a page number of 4 KB, that counts for no set */

struct tlb_hashed {
    level_fit fit;
    uint32_t slices, slice_shift;
    bool victims;
    tlb_level_model_out pins;
    void *unit[]; /* by slice */
};

tlb_hashed *tlb_hashed_new(const level_fit *fit, const tlb_level_config *level) {
    const uint32_t slices = level->slices != 0 ? level->slices : 1;
    tlb_hashed *t = calloc(1, sizeof *t + slices * sizeof t->unit[0]);
    if (t == NULL)
        return NULL;
    t->fit = *fit;
    t->slices = slices;
    t->slice_shift = slices > 1 ? level->slice_from - GMMU_PAGE_BITS : 0;
    t->victims = level->victims != 0;
    for (uint32_t i = 0; i < slices; i++) {
        t->unit[i] = fit->ops->create();
        if (t->unit[i] == NULL) {
            tlb_hashed_free(t);
            return NULL;
        }
    }
    return t;
}

void tlb_hashed_free(tlb_hashed *t) {
    for (uint32_t i = 0; t != NULL && i < t->slices; i++)
        if (t->unit[i] != NULL)
            t->fit.ops->destroy(t->unit[i]);
    free(t);
}

/* An edge of a slice; the pins are those after it, with the answer. */
static bool tlb_hashed_edge(tlb_hashed *t, uint32_t slice, const tlb_level_model_in *in) {
    t->fit.ops->step(t->unit[slice], in, &t->pins);
    t->fit.ops->outputs(t->unit[slice], &t->pins);
    return t->pins.a_hit != 0;
}

static uint32_t page_shift(const tlb_hashed *t, uint32_t size) {
    return t->fit.bits[size] - GMMU_PAGE_BITS;
}

/* A request for a page of a size, to its slice. The unit counts pages of the size, and has the bit that no
 * hash uses at the top of their number. */
static bool ask_slice(tlb_hashed *t, tlb_level_model_in in, uint32_t size, uint64_t vpn) {
    const uint64_t hashed = vpn & ((UINT64_C(1) << TOP_BIT) - 1);
    in.q_large = size + 1 < t->fit.sizes;
    in.q_vpn = hashed >> page_shift(t, size) | vpn >> TOP_BIT << (GMMU_VPN_W - 1);
    return tlb_hashed_edge(t, tlb_xor_fold(hashed >> t->slice_shift, t->slices), &in);
}

bool tlb_hashed_lookup(tlb_hashed *t, uint16_t asid, uint64_t vpn, tlb_page *page) {
    for (uint32_t i = 0; i < t->fit.sizes; i++) {
        if (!ask_slice(t, (tlb_level_model_in){.op = TLB_LEVEL_LOOKUP, .q_asid = asid}, i, vpn))
            continue;
        const uint32_t shift = page_shift(t, i);
        *page = (tlb_page){.ppn = (uint64_t)t->pins.a_ppn << shift | (vpn & ((UINT64_C(1) << shift) - 1)),
                           .bits = t->fit.bits[i]};
        return true;
    }
    return false;
}

bool tlb_hashed_fill(tlb_hashed *t, uint16_t asid, uint64_t vpn, const tlb_page *page) {
    uint32_t size = 0;
    while (size < t->fit.sizes && t->fit.bits[size] > page->bits)
        size++;
    if (size == t->fit.sizes)
        return false;
    const tlb_level_model_in in = {.op = TLB_LEVEL_FILL,
                                   .q_asid = asid,
                                   .q_ppn = (uint32_t)(page->ppn >> page_shift(t, size)),
                                   .victims_on = t->victims};
    (void)ask_slice(t, in, size, vpn);
    return true;
}

bool tlb_hashed_invalidate(tlb_hashed *t, tlb_drop drop, uint16_t asid, uint64_t vpn) {
    const bool every = drop.space || drop.all;
    bool found = false;
    for (uint32_t i = 0; every && i < t->slices; i++)
        found |=
            tlb_hashed_edge(t, i,
                            &(tlb_level_model_in){.op = drop.all ? TLB_LEVEL_DROP_ALL : TLB_LEVEL_DROP_SPACE,
                                                  .q_asid = asid});
    for (uint32_t i = 0; !every && i < t->fit.sizes; i++)
        if (i + 1 < t->fit.sizes ? drop.large : drop.base)
            found |= ask_slice(t, (tlb_level_model_in){.op = TLB_LEVEL_DROP_PAGE, .q_asid = asid}, i, vpn);
    return found;
}
