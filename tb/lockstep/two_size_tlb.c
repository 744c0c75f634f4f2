/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of two_size_tlb for the lock-step harness. */
#include "two_size_tlb.h"
#include "lockstep.h"

#define BASE    GMMU_TLB_BASE
#define LARGE   GMMU_TLB_LARGE
#define WAYS    GMMU_TLB_WAYS
#define SHIFT   (GMMU_VPN_W - GMMU_LARGE_VPN_W)
#define NOWHERE 0xffffU

/* Per phase: base and large pages in use, in percent of the entries; how often things happen, in percent;
 * invalidations, of 1000 cycles. */
static const struct {
    unsigned base, large, lookup, fill, fill_large, invalidate;
} profile[LS_PHASES] = {
    {60, 60, 90, 30, 30, 10},  {110, 120, 80, 100, 50, 0}, {20, 50, 90, 40, 30, 300},
    {300, 200, 60, 90, 40, 5}, {150, 90, 95, 80, 20, 0},   {90, 400, 90, 70, 80, 20},
    {120, 110, 10, 6, 50, 30}, {40, 30, 100, 100, 50, 60},
};

typedef struct {
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_VPN_W) vpn;
} page;

/* Large pages lie at both ends of the address space, so every bit of a number is used both ways; three spaces
 * take turns, and sometimes use each other's numbers. */
static page draw(lockstep *ls, unsigned phase) {
    static const uint64_t spaces[] = {0, 1, (1U << GMMU_ASID_W) - 1};
    const uint64_t larges = (uint64_t)profile[phase].large * LARGE / 100 + 1;
    const uint64_t k = ls_below(ls, (uint64_t)profile[phase].base * BASE / 100 + 1);
    const uint64_t large = ls_chance(ls, 50) ? k % larges : ls_below(ls, larges);
    const uint64_t number = large % 4 < 2 ? large : GMMU_WRAP(~large, GMMU_LARGE_VPN_W);
    const uint64_t space = spaces[ls_chance(ls, 10) ? ls_below(ls, 3) : large % 3];
    const uint64_t offset = GMMU_WRAP(large % 2 == 0 ? k : ~k, SHIFT);
    return (page){.asid = (GMMU_U(GMMU_ASID_W))space, .vpn = (GMMU_U(GMMU_VPN_W))(number << SHIFT | offset)};
}

/* The page of an entry of the state; of a large one some page in it. */
static page page_of_entry(lockstep *ls, const two_size_tlb_state *s, bool large, unsigned i) {
    if (!large)
        return (page){.asid = s->base_asid[i], .vpn = s->base_vpn[i]};
    return (page){.asid = s->large_asid[i],
                  .vpn =
                      (GMMU_U(GMMU_VPN_W))((uint64_t)s->large_vpn[i] << SHIFT | ls_below(ls, 1U << SHIFT))};
}

/* Often of the oldest entries, sometimes of any. */
static page draw_held(lockstep *ls, const two_size_tlb_state *s) {
    const bool large = ls_chance(ls, 40);
    const bool any = ls_chance(ls, 40);
    if (large)
        return page_of_entry(ls, s, true, any ? (unsigned)ls_below(ls, LARGE) : LARGE - 1U);
    return page_of_entry(ls, s, false,
                         any ? (unsigned)ls_below(ls, BASE)
                             : (unsigned)(ls_below(ls, GMMU_TLB_SETS) * WAYS + WAYS - 1U));
}

void two_size_tlb_stimulus(lockstep *ls, const two_size_tlb_state *s, const two_size_tlb_out *pins,
                           two_size_tlb_in *in) {
    const unsigned phase = ls_phase(ls);
    const page asked = ls_chance(ls, 15) ? draw_held(ls, s) : draw(ls, phase);
    const page filled = ls_chance(ls, 10) ? asked : ls_chance(ls, 10) ? draw_held(ls, s) : draw(ls, phase);
    const page dropped = ls_chance(ls, 10)   ? filled
                         : ls_chance(ls, 10) ? asked
                         : ls_chance(ls, 60) ? draw_held(ls, s)
                                             : draw(ls, phase);

    (void)pins;
    in->lk_valid = (u1)ls_chance(ls, profile[phase].lookup);
    in->lk_asid = asked.asid;
    in->lk_vpn = asked.vpn;
    in->fill_valid = (u1)ls_chance(ls, profile[phase].fill);
    in->fill_large = (u1)ls_chance(ls, profile[phase].fill_large);
    in->fill_asid = filled.asid;
    in->fill_vpn = filled.vpn;
    in->fill_ppn = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_PPN_W);
    in->inv_asid = dropped.asid;
    in->inv_vpn = dropped.vpn;
    if (ls_below(ls, 1000) < profile[phase].invalidate) {
        const unsigned what = (unsigned)ls_below(ls, 100);
        in->inv_base = (u1)(what < 60 && what % 3 != 0);
        in->inv_large = (u1)(what < 60 && what % 3 != 1);
        in->inv_space = (u1)(what >= 60 && what < 75);
        in->inv_all = (u1)(what >= 75 && what < 80);
    }
}

/* ---- coverage ---- */

static unsigned find_base(const two_size_tlb_state *s, page p) {
    for (unsigned i = 0; i < BASE; i++)
        if (s->base_valid[i] && s->base_asid[i] == p.asid && s->base_vpn[i] == p.vpn)
            return i;
    return NOWHERE;
}

static unsigned find_large(const two_size_tlb_state *s, page p) {
    for (unsigned i = 0; i < LARGE; i++)
        if (s->large_valid[i] && s->large_asid[i] == p.asid && s->large_vpn[i] == p.vpn >> SHIFT)
            return i;
    return NOWHERE;
}

static bool in_other_space(const two_size_tlb_state *s, page p, bool large) {
    for (unsigned i = 0; i < BASE; i++)
        if (!large && s->base_valid[i] && s->base_asid[i] != p.asid && s->base_vpn[i] == p.vpn)
            return true;
    for (unsigned i = 0; i < LARGE; i++)
        if (large && s->large_valid[i] && s->large_asid[i] != p.asid && s->large_vpn[i] == p.vpn >> SHIFT)
            return true;
    return false;
}

static unsigned set_of(page p) {
    return (unsigned)(p.vpn & (GMMU_TLB_SETS - 1U));
}

/* Valid entries of the set of a page, and of the large array. */
static unsigned in_set(const two_size_tlb_state *s, page p) {
    unsigned held = 0;
    for (unsigned w = 0; w < WAYS; w++)
        held += s->base_valid[set_of(p) * WAYS + w] != 0;
    return held;
}

static unsigned larges(const two_size_tlb_state *s) {
    unsigned held = 0;
    for (unsigned i = 0; i < LARGE; i++)
        held += s->large_valid[i] != 0;
    return held;
}

void two_size_tlb_coverage(lockstep *ls, const two_size_tlb_state *s, const two_size_tlb_in *in,
                           const two_size_tlb_out *pins) {
    const page asked = {.asid = in->lk_asid, .vpn = in->lk_vpn};
    const page filled = {.asid = in->fill_asid, .vpn = in->fill_vpn};
    const page dropped = {.asid = in->inv_asid, .vpn = in->inv_vpn};
    const unsigned base = find_base(s, asked), large = find_large(s, asked);
    const unsigned there = in->fill_large ? find_large(s, filled) : find_base(s, filled);
    const bool invalidates = in->inv_base || in->inv_large || in->inv_space || in->inv_all;
    const bool quiet = !invalidates, look = in->lk_valid && quiet, put = in->fill_valid && quiet;
    const bool hit_base = look && large == NOWHERE && base != NOWHERE, hit_large = look && large != NOWHERE;
    const bool full = in->fill_large ? larges(s) == LARGE : in_set(s, filled) == WAYS;
    const unsigned last = in->fill_large ? LARGE - 1U : set_of(filled) * WAYS + WAYS - 1U;
    const unsigned hit = hit_large ? large : hit_base ? base : NOWHERE;
    const bool together = hit != NOWHERE && hit_large == (in->fill_large != 0);
    const bool same_page =
        in->lk_asid == in->fill_asid &&
        (in->fill_large ? in->lk_vpn >> SHIFT == in->fill_vpn >> SHIFT : in->lk_vpn == in->fill_vpn);
    const bool fill_dropped =
        in->inv_all ||
        (in->inv_asid == in->fill_asid && (in->inv_space || (in->fill_large ? in->inv_large : in->inv_base)));

    ls_cover(ls, "large array full", larges(s) == LARGE);
    ls_cover(ls, "base hit", hit_base);
    ls_cover(ls, "large hit", hit_large);
    ls_cover(ls, "large hit, base entry as well", hit_large && base != NOWHERE);
    ls_cover(ls, "miss", look && large == NOWHERE && base == NOWHERE);
    ls_cover(ls, "base miss, another space holds it",
             look && hit == NOWHERE && in_other_space(s, asked, false));
    ls_cover(ls, "large miss, another space holds it",
             look && hit == NOWHERE && in_other_space(s, asked, true));
    ls_cover(ls, "hit of the newest base entry", hit_base && base % WAYS == 0);
    ls_cover(ls, "hit of the oldest base entry", hit_base && base % WAYS == WAYS - 1);
    ls_cover(ls, "hit of the newest large entry", hit_large && large == 0);
    ls_cover(ls, "hit of the oldest large entry", hit_large && large == LARGE - 1U);
    ls_cover(ls, "base insert, set not full", put && !in->fill_large && there == NOWHERE && !full);
    ls_cover(ls, "base insert evicts", put && !in->fill_large && there == NOWHERE && full);
    ls_cover(ls, "large insert, not full", put && in->fill_large && there == NOWHERE && !full);
    ls_cover(ls, "large insert evicts", put && in->fill_large && there == NOWHERE && full);
    ls_cover(ls, "base refresh", put && !in->fill_large && there != NOWHERE);
    ls_cover(ls, "large refresh", put && in->fill_large && there != NOWHERE);
    ls_cover(ls, "insert into the set of the hit",
             put && together && there == NOWHERE && !in->fill_large && base / WAYS == last / WAYS);
    ls_cover(ls, "insert spares the oldest, just hit",
             put && together && there == NOWHERE && full && hit == last && !in->fill_large);
    ls_cover(ls, "large insert spares the oldest, just hit",
             put && together && there == NOWHERE && full && hit == last && in->fill_large);
    ls_cover(ls, "refresh of the entry that is hit", put && together && there == hit);
    ls_cover(ls, "refresh of another than is hit", put && together && there != NOWHERE && there != hit);
    ls_cover(ls, "insert of the page that misses", put && look && hit == NOWHERE && same_page);
    ls_cover(ls, "large fill above held base page",
             put && in->fill_large && there == NOWHERE && find_base(s, filled) != NOWHERE);
    ls_cover(ls, "base invalidated", in->inv_base && !in->inv_large && find_base(s, dropped) != NOWHERE);
    ls_cover(ls, "large invalidated", in->inv_large && !in->inv_base && find_large(s, dropped) != NOWHERE);
    ls_cover(ls, "splintered page, base entry held",
             in->inv_large && !in->inv_base && find_large(s, dropped) != NOWHERE &&
                 find_base(s, dropped) != NOWHERE);
    ls_cover(ls, "both sizes invalidated",
             in->inv_base && in->inv_large && find_large(s, dropped) != NOWHERE &&
                 find_base(s, dropped) != NOWHERE);
    ls_cover(ls, "space invalidated", in->inv_space);
    ls_cover(ls, "all invalidated", in->inv_all);
    ls_cover(ls, "lookup in the cycle of its invalidation",
             in->lk_valid && in->inv_large && large != NOWHERE && find_large(s, dropped) == large);
    ls_cover(ls, "fill left out, its page is invalidated", in->fill_valid && fill_dropped);
    ls_cover(ls, "fill beside an invalidation", in->fill_valid && invalidates && !fill_dropped);
    ls_cover(ls, "answer from the large array", pins->a_hit && pins->a_large);
    ls_cover(ls, "something was dropped", pins->a_dropped);
    ls_cover(ls, "nothing was there to drop",
             invalidates && !in->inv_all && !in->inv_space && find_base(s, dropped) == NOWHERE &&
                 find_large(s, dropped) == NOWHERE);
    ls_cover(ls, "nothing asked", !in->lk_valid && !in->fill_valid && !invalidates);
}
