/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of tlb_level for the lock-step harness. */
#include "tlb_level.h"
#include "lockstep.h"

#define SETS    GMMU_LEVEL_SETS
#define WAYS    GMMU_LEVEL_WAYS
#define PAGES   GMMU_LEVEL_PAGES
#define VICTIMS GMMU_LEVEL_VICTIMS
#define GROUP_W GMMU_LEVEL_GROUP_W
#define PAGE_W  (GMMU_VPN_W - GROUP_W)
#define NOWHERE 0xffffU

/* Per phase: sets in use; groups of a set, in percent of its ways and the victims; how often a request comes,
 * and of 1000 what it is: lookups, drops of a page, of a space, of all; the rest fills. */
static const struct {
    unsigned sets, groups, busy, look, page, space, all;
} profile[LS_PHASES] = {
    {1, 110, 100, 600, 20, 2, 1},     {2, 30, 100, 450, 10, 1, 0},  {SETS, 60, 100, 500, 30, 2, 1},
    {SETS, 200, 100, 300, 5, 1, 1},   {1, 70, 100, 300, 300, 5, 0}, {2, 150, 60, 700, 10, 1, 1},
    {SETS, 100, 95, 400, 10, 30, 10}, {1, 300, 30, 500, 50, 0, 0},
};

typedef struct {
    u1 large;
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_VPN_W) vpn;
} page;

static uint64_t group_of(page p) {
    return (uint64_t)p.vpn >> PAGE_W;
}

/* Bit by bit, unlike the unit: bit b of a group counts for bit b % log2(SETS) of its set, but for the top
 * one. */
static unsigned set_of(uint64_t group) {
    unsigned set = 0;
    for (unsigned b = 0; b < GROUP_W - 1U; b++)
        set ^= (unsigned)(group >> b & 1U) << b % GMMU_LEVEL_SET_W;
    return set;
}

/* A page of one of the groups in use; every bit of a group is used both ways, and moved back by its lowest
 * bits into the set. */
static page draw(lockstep *ls, unsigned phase) {
    static const uint64_t spaces[] = {0, 1, (1U << GMMU_ASID_W) - 1};
    const uint64_t groups = (uint64_t)(WAYS + VICTIMS) * profile[phase].groups / 100 + 1;
    const unsigned set = (unsigned)(ls_below(ls, profile[phase].sets) * (SETS / profile[phase].sets)) +
                         SETS / profile[phase].sets - 1U;
    const uint64_t k = ls_below(ls, groups);
    const uint64_t high =
        GMMU_WRAP((k % 3 == 0 ? k : ~(k * UINT64_C(0x123456789))) << GMMU_LEVEL_SET_W, GROUP_W);
    const uint64_t group = high ^ set_of(high) ^ set;
    page p;

    p.large = (u1)(k % 4 == 1 || ls_chance(ls, 3));
    p.asid = (GMMU_U(GMMU_ASID_W))spaces[ls_chance(ls, 5) ? ls_below(ls, 3) : k % 3];
    p.vpn = (GMMU_U(GMMU_VPN_W))(group << PAGE_W | ls_below(ls, PAGES));
    return p;
}

/* A page of a group that is held, or that was. */
static page draw_held(lockstep *ls, const tlb_level_state *s) {
    const unsigned e = (unsigned)ls_below(ls, GMMU_LEVEL_ENTRIES);
    const unsigned v = (unsigned)ls_below(ls, VICTIMS);
    const uint64_t within = ls_below(ls, PAGES);

    if (ls_chance(ls, 50))
        return (page){.large = s->e_large[e],
                      .asid = s->e_asid[e],
                      .vpn = (GMMU_U(GMMU_VPN_W))((uint64_t)s->e_group[e] << PAGE_W | within)};
    return (page){.large = s->v_large[v],
                  .asid = s->v_asid[v],
                  .vpn = (GMMU_U(GMMU_VPN_W))((uint64_t)s->v_group[v] << PAGE_W | within)};
}

void tlb_level_stimulus(lockstep *ls, const tlb_level_state *s, const tlb_level_out *pins, tlb_level_in *in) {
    const unsigned phase = ls_phase(ls);
    const page asked = ls_chance(ls, 15) ? draw_held(ls, s) : draw(ls, phase);
    const unsigned what = (unsigned)ls_below(ls, 1000);
    const unsigned drops = profile[phase].look + profile[phase].page;

    (void)pins;
    in->q_large = asked.large;
    in->q_asid = asked.asid;
    in->q_vpn = asked.vpn;
    in->q_ppn = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_PPN_W);
    in->victims_on = (u1)(phase != 5 || ls_chance(ls, 50));
    if (!ls_chance(ls, profile[phase].busy))
        in->op = (u3)(ls_below(ls, 3) * 3 % 8); /* 0, 3 or 6 */
    else if (what < profile[phase].look)
        in->op = TLB_LEVEL_LOOKUP;
    else if (what < drops)
        in->op = TLB_LEVEL_DROP_PAGE;
    else if (what < drops + profile[phase].space)
        in->op = TLB_LEVEL_DROP_SPACE;
    else if (what < drops + profile[phase].space + profile[phase].all)
        in->op = TLB_LEVEL_DROP_ALL;
    else
        in->op = TLB_LEVEL_FILL;
}

/* ---- coverage ---- */

static unsigned find_way(const tlb_level_state *s, page p) {
    const unsigned first = set_of(group_of(p)) * WAYS;
    for (unsigned w = 0; w < WAYS; w++)
        if (s->e_pages[first + w] != 0 && s->e_large[first + w] == p.large &&
            s->e_asid[first + w] == p.asid && s->e_group[first + w] == group_of(p))
            return w;
    return NOWHERE;
}

static unsigned find_victim(const tlb_level_state *s, page p) {
    for (unsigned v = 0; v < VICTIMS; v++)
        if (s->v_pages[v] != 0 && s->v_large[v] == p.large && s->v_asid[v] == p.asid &&
            s->v_group[v] == group_of(p))
            return v;
    return NOWHERE;
}

/* Ways of the page's set with the same group: in another space, or of the other size. */
static bool held_elsewhere(const tlb_level_state *s, page p, bool other_size) {
    const unsigned first = set_of(group_of(p)) * WAYS;
    for (unsigned w = 0; w < WAYS; w++)
        if (s->e_pages[first + w] != 0 && s->e_group[first + w] == group_of(p) &&
            (s->e_large[first + w] != p.large) == other_size &&
            (s->e_asid[first + w] != p.asid) == !other_size)
            return true;
    return false;
}

static unsigned ways_used(const tlb_level_state *s, page p) {
    const unsigned first = set_of(group_of(p)) * WAYS;
    unsigned used = 0;
    for (unsigned w = 0; w < WAYS; w++)
        used += s->e_pages[first + w] != 0;
    return used;
}

static unsigned victims_used(const tlb_level_state *s) {
    unsigned used = 0;
    for (unsigned v = 0; v < VICTIMS; v++)
        used += s->v_pages[v] != 0;
    return used;
}

static bool has_page(uint64_t pages, page p) {
    return (pages >> p.vpn % PAGES & 1U) != 0;
}

/* Does the request name this group, of this size and space? */
static bool names(const tlb_level_in *in, u1 large, uint64_t asid, uint64_t group) {
    return in->op >= TLB_LEVEL_LOOKUP && in->op <= TLB_LEVEL_DROP_PAGE && in->q_large == large &&
           in->q_asid == asid && (uint64_t)in->q_vpn >> PAGE_W == group;
}

/* ... that of the oldest way of this set? */
static bool names_oldest(const tlb_level_state *s, const tlb_level_in *in, unsigned set) {
    for (unsigned e = set * WAYS; e < (set + 1) * WAYS; e++)
        if (s->e_age[e] == WAYS - 1)
            return names(in, s->e_large[e], s->e_asid[e], s->e_group[e]);
    return false;
}

/* Of the request of the cycle before, which is carried out in this one; `in` is the next. */
void tlb_level_coverage(lockstep *ls, const tlb_level_state *s, const tlb_level_in *in,
                        const tlb_level_out *pins) {
    const page p = {.large = s->r_large, .asid = s->r_asid, .vpn = s->r_vpn};
    const unsigned set = set_of(group_of(p)), way = find_way(s, p), victim = find_victim(s, p);
    const unsigned entry = set * WAYS + (way == NOWHERE ? 0 : way);
    const unsigned at = victim == NOWHERE ? 0 : victim;
    const bool in_way = way != NOWHERE, in_victim = victim != NOWHERE, absent = !in_way && !in_victim;
    const bool page_in_way = in_way && has_page(s->e_pages[entry], p);
    const bool page_in_victim = in_victim && has_page(s->v_pages[at], p);
    const bool looks = s->r_op == TLB_LEVEL_LOOKUP, fills = s->r_op == TLB_LEVEL_FILL;
    const bool drops = s->r_op == TLB_LEVEL_DROP_PAGE;
    const bool full = ways_used(s, p) == WAYS, evicts = fills && absent && full;
    const bool kept = evicts && s->r_keeps, same_set = s->v_set == set;

    ls_cover(ls, "hit of the youngest way", looks && page_in_way && s->e_age[entry] == 0);
    ls_cover(ls, "hit of the oldest way", looks && page_in_way && s->e_age[entry] == WAYS - 1);
    ls_cover(ls, "hit of a victim", looks && page_in_victim);
    ls_cover(ls, "group in a way, page not filled", looks && in_way && !page_in_way);
    ls_cover(ls, "group in a victim, page not filled", looks && in_victim && !page_in_victim);
    ls_cover(ls, "miss", looks && absent);
    ls_cover(ls, "miss, another space holds it", looks && absent && held_elsewhere(s, p, false));
    ls_cover(ls, "miss, held in the other size", looks && absent && held_elsewhere(s, p, true));
    ls_cover(ls, "fill of the first page of a group, a way free", fills && absent && !full);
    ls_cover(ls, "fill of the first page of a group, lost", evicts && !s->r_keeps);
    ls_cover(ls, "fill of a further page", fills && in_way && !page_in_way);
    ls_cover(ls, "fill of a further page of a victim", fills && in_victim && !page_in_victim);
    ls_cover(ls, "refresh", fills && page_in_way);
    ls_cover(ls, "refresh of a victim", fills && page_in_victim);
    ls_cover(ls, "first victim", kept && victims_used(s) == 0);
    ls_cover(ls, "further victim of the set", kept && same_set && victims_used(s) != 0);
    ls_cover(ls, "victim in the place of another", kept && same_set && s->v_pages[s->v_next] != 0);
    ls_cover(ls, "another set flushes the victims", kept && !same_set && victims_used(s) != 0);
    ls_cover(ls, "another set flushes all victims", kept && !same_set && victims_used(s) == VICTIMS);
    ls_cover(ls, "group that has just been filled",
             fills && absent && names(in, p.large, p.asid, group_of(p)));
    ls_cover(ls, "group that has just become a victim", kept && names_oldest(s, in, set));
    ls_cover(ls, "group that has just been lost", evicts && !s->r_keeps && names_oldest(s, in, set));
    ls_cover(ls, "page dropped, others stay",
             drops && page_in_way && (s->e_pages[entry] & (s->e_pages[entry] - 1U)) != 0);
    ls_cover(ls, "last page dropped",
             drops && page_in_way && (s->e_pages[entry] & (s->e_pages[entry] - 1U)) == 0);
    ls_cover(ls, "page of a victim dropped", drops && page_in_victim);
    ls_cover(ls, "nothing to drop", drops && !page_in_way && !page_in_victim);
    ls_cover(ls, "space dropped", s->r_op == TLB_LEVEL_DROP_SPACE);
    ls_cover(ls, "all dropped", s->r_op == TLB_LEVEL_DROP_ALL);
    ls_cover(ls, "full set", full);
    ls_cover(ls, "full entry",
             in_way && s->e_pages[entry] == (PAGES == 64 ? ~UINT64_C(0) : (UINT64_C(1) << PAGES % 64) - 1U));
    ls_cover(ls, "something was dropped",
             pins->a_valid && pins->a_hit && !pins->a_victim && pins->a_ppn == 0);
    ls_cover(ls, "answer of a victim", pins->a_victim);
    ls_cover(ls, "no request", in->op == TLB_LEVEL_NONE);
    ls_cover(ls, "op of no meaning", in->op > TLB_LEVEL_DROP_ALL);
}
