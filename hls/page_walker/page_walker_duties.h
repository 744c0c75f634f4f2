/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the memory and the driver owe a page walker for its cache to tell what a whole walk reads: 1 while
 * they keep it (tb/formal/page_walker.c). Its other promises rest on none.
 */
#ifndef GMMU_PAGE_WALKER_DUTIES_H
#define GMMU_PAGE_WALKER_DUTIES_H

#include "page_walker.h"

/* The entry that walker w is answered at port r: a word, or the half of it where w has its short entry. */
static inline uint64_t page_walker_entry(const page_walker_state *s, const page_walker_in *in, unsigned r,
                                         unsigned w) {
    const uint64_t word = (uint64_t)in->rsp_data[r];
    return !in->fmt_short ? word : s->w_upper[w] ? word >> 32 : GMMU_WRAP(word, 32);
}

/* The entries stay as they are, and the format too: whenever a walk of this address space, for a page with
 * these bits from `low` on, is answered with a pointer to a table of cached level i, it is this table. */
static inline u1 page_walker_entries_stay(const page_walker_state *s, const page_walker_in *in, uint32_t i,
                                          uint32_t low, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn,
                                          GMMU_U(GMMU_PPN_W) table) {
    u1 stays = (u1)((uint32_t)in->fmt_low[i + 1U] == low);
    for (unsigned w = 0; w < GMMU_WALKERS; w++) {
        const uint64_t other = ((uint64_t)s->w_vpn[w] ^ (uint64_t)vpn) & UINT64_MAX << low;
        const u1 same = (u1)((s->w_asid[w] == asid) & (other == 0));
        const unsigned r = w % GMMU_WALK_READS; /* the port of its answers */
        const uint64_t entry = page_walker_entry(s, in, r, w) >> (uint32_t)in->fmt_frame &
                               ((UINT64_C(1) << (uint32_t)in->fmt_frame_bits) - 1U);
        const u1 answered =
            (u1)(in->rsp_valid[r] & (in->rsp_walker[r] == w / GMMU_WALK_READS) & (s->w_level[w] == i + 1U));
        stays = (u1)(stays & ((u1) !(same & answered) | (GMMU_WRAP(entry, GMMU_PPN_W) == (uint64_t)table)));
    }
    return stays;
}

#endif
