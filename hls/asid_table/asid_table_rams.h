/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The RAM of an asid_table, as rtl/gmmu_ram.sv is in the RTL: for the block that has it and for tests. What
 * it holds is no register of a contract (scripts/circuit/unit_layout.py): nothing may depend on it before it
 * has been written, and hardware does not reset it.
 */
#ifndef GMMU_ASID_TABLE_RAMS_H
#define GMMU_ASID_TABLE_RAMS_H

#include "asid_table.h"

typedef struct {
    GMMU_U(GMMU_PPN_W) root[GMMU_ASID_SPACES];
    GMMU_U(GMMU_VPN_W) lowest[GMMU_ASID_SPACES];
    GMMU_U(GMMU_VPN_W) highest[GMMU_ASID_SPACES];
    GMMU_U(GMMU_PPN_W) shown_root; /* by the read port, until the next word is read */
    GMMU_U(GMMU_VPN_W) shown_lowest;
    GMMU_U(GMMU_VPN_W) shown_highest;
} asid_table_rams;

/* Before the first cycle; in hardware it holds anything. */
static inline void asid_table_rams_begin(asid_table_rams *m) {
    for (unsigned i = 0; i < GMMU_ASID_SPACES; i++) {
        m->root[i] = 0;
        m->lowest[i] = 0;
        m->highest[i] = 0;
    }
    m->shown_root = 0;
    m->shown_lowest = 0;
    m->shown_highest = 0;
}

/* What the read port shows in this cycle. */
static inline void asid_table_rams_show(const asid_table_rams *m, asid_table_in *in) {
    in->ram_root = m->shown_root;
    in->ram_lowest = m->shown_lowest;
    in->ram_highest = m->shown_highest;
}

/* One clock edge, with the pins of the table as they are before it. */
static inline void asid_table_rams_step(asid_table_rams *m, const asid_table_out *pins) {
    if (pins->ram_re) {
        m->shown_root = m->root[pins->ram_raddr];
        m->shown_lowest = m->lowest[pins->ram_raddr];
        m->shown_highest = m->highest[pins->ram_raddr];
    }
    if (pins->ram_we) {
        m->root[pins->ram_waddr] = pins->ram_wroot;
        m->lowest[pins->ram_waddr] = pins->ram_wlowest;
        m->highest[pins->ram_waddr] = pins->ram_whighest;
    }
}

#endif
