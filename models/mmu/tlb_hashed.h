/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit tlb_level in the place of the array of a TLB level, one for each slice. The arrays of mmu/tlb.c
 * are its host twin: the same answers, and tb/mmu/tlb_hashed_test.c holds them to it. A request is an edge of
 * the unit, and a lookup asks for each page size, the largest first.
 */
#ifndef GMMU_TLB_HASHED_H
#define GMMU_TLB_HASHED_H

#include "mmu/level_fit.h"
#include "mmu/tlb_page.h"

typedef struct tlb_hashed tlb_hashed;

/* NULL: out of memory. */
tlb_hashed *tlb_hashed_new(const level_fit *fit, const tlb_level_config *level);
void tlb_hashed_free(tlb_hashed *t);

/* As in mmu/tlb.h. */
bool tlb_hashed_lookup(tlb_hashed *t, uint16_t asid, uint64_t vpn, tlb_page *page);
bool tlb_hashed_fill(tlb_hashed *t, uint16_t asid, uint64_t vpn, const tlb_page *page);
/* Was anything there? */
bool tlb_hashed_invalidate(tlb_hashed *t, tlb_drop drop, uint16_t asid, uint64_t vpn);

#endif
