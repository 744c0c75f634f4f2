/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of address spaces for the stimulus of units that compare them. */
#ifndef GMMU_LOCKSTEP_PAGES_H
#define GMMU_LOCKSTEP_PAGES_H

#include "gmmu_params.h"
#include "lockstep.h"

typedef struct {
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_VPN_W) vpn;
} ls_page;

/* One of so many pages, that differ in one field, in single bits and in all of them. */
static inline ls_page ls_draw_page(lockstep *ls, uint64_t pages) {
    const uint64_t k = ls_below(ls, pages);
    const uint64_t spread = k * UINT64_C(0x9e3779b97f4a7c15);
    ls_page p;

    p.asid = (GMMU_U(GMMU_ASID_W))(k % 3 == 0 ? spread >> (64 - GMMU_ASID_W) : k % 2);
    p.vpn = (GMMU_U(GMMU_VPN_W))(k % 4 == 1 ? UINT64_C(1) << k % GMMU_VPN_W : spread >> (64 - GMMU_VPN_W));
    if (ls_chance(ls, 5))
        p.asid = (GMMU_U(GMMU_ASID_W))(p.asid ^ 1U << ls_below(ls, GMMU_ASID_W));
    return p;
}

/* The page, with one bit turned now and then. */
static inline ls_page ls_near_page(lockstep *ls, ls_page p) {
    if (ls_chance(ls, 10))
        p.asid = (GMMU_U(GMMU_ASID_W))(p.asid ^ 1U << ls_below(ls, GMMU_ASID_W));
    else if (ls_chance(ls, 10))
        p.vpn = (GMMU_U(GMMU_VPN_W))(p.vpn ^ UINT64_C(1) << ls_below(ls, GMMU_VPN_W));
    return p;
}

#endif
