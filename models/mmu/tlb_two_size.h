/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit two_size_tlb in the place of the arrays of a TLB level. The arrays of mmu/tlb.c are its host twin:
 * the same answers, and tb/mmu/tlb_two_size_test.c holds them to it. An operation is an edge of the unit, so
 * a level that looks up and fills in one cycle gives it two edges; of its ports only the answers count.
 */
#ifndef GMMU_TLB_TWO_SIZE_H
#define GMMU_TLB_TWO_SIZE_H

#include "mmu/tlb_page.h"
#include "mmu/two_size_fit.h"

typedef struct tlb_two_size tlb_two_size;

/* NULL: out of memory. */
tlb_two_size *tlb_two_size_new(const two_size_fit *fit);
void tlb_two_size_free(tlb_two_size *t);

/* As in mmu/tlb.h. */
bool tlb_two_size_lookup(tlb_two_size *t, uint16_t asid, uint64_t vpn, tlb_page *page);
bool tlb_two_size_fill(tlb_two_size *t, uint16_t asid, uint64_t vpn, const tlb_page *page);
/* Was anything there? */
bool tlb_two_size_invalidate(tlb_two_size *t, tlb_drop drop, uint16_t asid, uint64_t vpn);

#endif
