/* SPDX-License-Identifier: Apache-2.0 */
/* The unit in the place of the arrays of a TLB level: two_size_tlb (mmu/tlb_two_size.h) or tlb_level
 * (mmu/tlb_hashed.h), whose shapes have nothing in common. */
#ifndef GMMU_TLB_UNIT_H
#define GMMU_TLB_UNIT_H

#include "config/config.h"
#include "mmu/tlb_page.h"
#include "units/unit_needs.h"

typedef struct tlb_unit tlb_unit;

/* The units of the levels of TLBs (units/unit_needs.h). */
const unit_need *tlb_unit_units(const gpu_config *config);

/* *unit: NULL when --unit-c and --rtl ask for none that has the shape of the level. False: out of memory. */
bool tlb_unit_new_for(const gpu_config *config, const tlb_level_config *level, tlb_unit **unit);
void tlb_unit_free(tlb_unit *t);

/* As in mmu/tlb.h. */
bool tlb_unit_lookup(tlb_unit *t, uint16_t asid, uint64_t vpn, tlb_page *page);
bool tlb_unit_fill(tlb_unit *t, uint16_t asid, uint64_t vpn, const tlb_page *page);
/* Was anything there? */
bool tlb_unit_invalidate(tlb_unit *t, tlb_drop drop, uint16_t asid, uint64_t vpn);

#endif
