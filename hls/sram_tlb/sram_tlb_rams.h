/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The RAMs of an sram_tlb, one for each way, as rtl/gmmu_ram.sv is in the RTL: for the block that has them
 * and for tests. What they hold is no register of a contract (scripts/circuit/unit_layout.py): nothing may
 * depend on it before it has been written, and hardware does not reset it.
 */
#ifndef GMMU_SRAM_TLB_RAMS_H
#define GMMU_SRAM_TLB_RAMS_H

#include "sram_tlb.h"

typedef struct {
    GMMU_U(GMMU_ASID_W) asid[SRAM_TLB_BASE]; /* word of set s in the RAM of way w: w x TLB_SETS + s */
    GMMU_U(GMMU_TLB_TAG_W) tag[SRAM_TLB_BASE];
    GMMU_U(GMMU_PPN_W) ppn[SRAM_TLB_BASE];
    GMMU_U(GMMU_ASID_W) shown_asid[GMMU_TLB_WAYS]; /* by the read port, until the next word is read */
    GMMU_U(GMMU_TLB_TAG_W) shown_tag[GMMU_TLB_WAYS];
    GMMU_U(GMMU_PPN_W) shown_ppn[GMMU_TLB_WAYS];
} sram_tlb_rams;

/* Before the first cycle; in hardware they hold anything. */
static inline void sram_tlb_rams_begin(sram_tlb_rams *m) {
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++) {
        m->asid[i] = 0;
        m->tag[i] = 0;
        m->ppn[i] = 0;
    }
    for (unsigned w = 0; w < GMMU_TLB_WAYS; w++) {
        m->shown_asid[w] = 0;
        m->shown_tag[w] = 0;
        m->shown_ppn[w] = 0;
    }
}

/* What the read ports show in this cycle. */
static inline void sram_tlb_rams_show(const sram_tlb_rams *m, sram_tlb_in *in) {
    for (unsigned w = 0; w < GMMU_TLB_WAYS; w++) {
        in->ram_asid[w] = m->shown_asid[w];
        in->ram_tag[w] = m->shown_tag[w];
        in->ram_ppn[w] = m->shown_ppn[w];
    }
}

/* One clock edge, with the pins of the TLB as they are before it. */
static inline void sram_tlb_rams_step(sram_tlb_rams *m, const sram_tlb_out *pins) {
    for (unsigned w = 0; w < GMMU_TLB_WAYS; w++) {
        const unsigned read = w * GMMU_TLB_SETS + (unsigned)pins->ram_raddr;
        const unsigned written = w * GMMU_TLB_SETS + (unsigned)pins->ram_waddr;
        if (pins->ram_re) {
            m->shown_asid[w] = m->asid[read];
            m->shown_tag[w] = m->tag[read];
            m->shown_ppn[w] = m->ppn[read];
        }
        if (pins->ram_we[w]) {
            m->asid[written] = pins->ram_wasid;
            m->tag[written] = pins->ram_wtag;
            m->ppn[written] = pins->ram_wppn;
        }
    }
}

#endif
