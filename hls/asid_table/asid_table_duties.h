/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the translating units owe an asid_table in every cycle: 1 while they keep the duty. The proof assumes
 * it where it is named (tb/formal/asid_table.c), and the unit test asserts it of its random traffic.
 */
#ifndef GMMU_ASID_TABLE_DUTIES_H
#define GMMU_ASID_TABLE_DUTIES_H

#include "asid_table.h"

/* No more requests of a generation end than are in flight: each end belongs to a request that began, once, in
 * an earlier cycle. */
static inline u1 asid_table_ends_begun(const asid_table_state *s, const asid_table_in *in) {
    u1 ok = 1;

    for (unsigned g = 0; g < 2; g++) {
        uint32_t ends = 0;
        for (unsigned p = 0; p < GMMU_FENCE_PORTS; p++)
            ends += (uint32_t)(in->end_valid[p] & (in->end_generation[p] == g));
        ok = (u1)(ok & (ends <= (uint32_t)s->flight[g]));
    }
    return ok;
}

#endif
