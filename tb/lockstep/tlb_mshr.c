/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of tlb_mshr for the lock-step harness. */
#include "tlb_mshr.h"
#include "lockstep_pages.h"

#define ENTRIES ((unsigned)GMMU_MSHR_ENTRIES)
#define WAITERS ((unsigned)GMMU_MSHR_WAITERS)
#define NOWHERE ENTRIES

/* Per phase, in percent: misses, fills, a walker and a receiver that are ready; and how many pages miss, in
 * percent of the entries. */
static const struct {
    unsigned miss, fill, walk, answer, pages;
} profile[LS_PHASES] = {
    {60, 60, 80, 80, 100}, {95, 20, 95, 95, 200}, {90, 90, 90, 60, 40},  {100, 3, 100, 100, 110},
    {90, 60, 20, 90, 200}, {70, 95, 90, 20, 60},  {100, 100, 95, 95, 1}, {5, 50, 50, 50, 100},
};

/* The page of an entry, one that is in use where it can be, with one bit turned now and then. */
static ls_page draw_held(lockstep *ls, const tlb_mshr_state *s) {
    const unsigned from = (unsigned)ls_below(ls, ENTRIES);
    unsigned e = from;

    for (unsigned i = 0; i < ENTRIES; i++)
        if (s->e_count[(from + i) % ENTRIES] != 0) {
            e = (from + i) % ENTRIES;
            break;
        }
    return ls_near_page(ls, (ls_page){s->e_asid[e], s->e_vpn[e]});
}

void tlb_mshr_stimulus(lockstep *ls, const tlb_mshr_state *s, const tlb_mshr_out *pins, tlb_mshr_in *in) {
    const unsigned phase = ls_phase(ls);
    const uint64_t pages = (uint64_t)ENTRIES * profile[phase].pages / 100 + 1;
    const ls_page missed = ls_chance(ls, 40) ? draw_held(ls, s) : ls_draw_page(ls, pages);
    const ls_page filled = ls_chance(ls, 5)    ? ls_draw_page(ls, pages)
                           : ls_chance(ls, 10) ? missed
                                               : draw_held(ls, s);

    (void)pins;
    in->m_valid = (u1)ls_chance(ls, profile[phase].miss);
    in->m_asid = missed.asid;
    in->m_vpn = missed.vpn;
    in->m_id = (GMMU_U(GMMU_MSHR_ID_W))(ls_random(ls) >> (64 - GMMU_MSHR_ID_W));
    in->walk_ready = (u1)ls_chance(ls, profile[phase].walk);
    in->f_valid = (u1)ls_chance(ls, profile[phase].fill);
    in->f_asid = filled.asid;
    in->f_vpn = filled.vpn;
    in->f_ppn = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    in->a_ready = (u1)ls_chance(ls, profile[phase].answer);
}

/* ---- coverage ---- */

static unsigned find(const tlb_mshr_state *s, ls_page p) {
    for (unsigned e = 0; e < ENTRIES; e++)
        if (s->e_count[e] != 0 && s->e_asid[e] == p.asid && s->e_vpn[e] == p.vpn)
            return e;
    return NOWHERE;
}

/* The lowest free entry. */
static unsigned find_free(const tlb_mshr_state *s) {
    for (unsigned e = 0; e < ENTRIES; e++)
        if (s->e_count[e] == 0)
            return e;
    return NOWHERE;
}

/* Is the page number held for another space only? */
static bool held_by_another(const tlb_mshr_state *s, ls_page p) {
    bool other = false;
    for (unsigned e = 0; e < ENTRIES; e++)
        other |= s->e_count[e] != 0 && s->e_asid[e] != p.asid && s->e_vpn[e] == p.vpn;
    return other && find(s, p) == NOWHERE;
}

/* Is an entry above in use? Then entries were freed out of order. */
static bool used_above(const tlb_mshr_state *s, unsigned e) {
    for (unsigned above = e + 1; above < ENTRIES; above++)
        if (s->e_count[above] != 0)
            return true;
    return false;
}

void tlb_mshr_coverage(lockstep *ls, const tlb_mshr_state *s, const tlb_mshr_in *in,
                       const tlb_mshr_out *pins) {
    const ls_page missed = {in->m_asid, in->m_vpn}, filled = {in->f_asid, in->f_vpn};
    const unsigned hit = find(s, missed), fill = find(s, filled), free = find_free(s);
    const bool miss = in->m_valid, fills = in->f_valid && pins->f_ready, wakes = fills && fill != NOWHERE;
    const bool merge = miss && hit != NOWHERE, fresh = miss && hit == NOWHERE;
    const unsigned waiting = merge ? (unsigned)s->e_count[hit] : 0;
    const bool port = !pins->walk_valid || in->walk_ready, same = merge && wakes && hit == fill;

    ls_cover(ls, "the first entry is taken", fresh && port && free == 0);
    ls_cover(ls, "the last entry is taken", fresh && port && free == ENTRIES - 1U);
    ls_cover(ls, "an entry between others is taken", fresh && port && free != NOWHERE && used_above(s, free));
    ls_cover(ls, "taken as the walk before goes",
             fresh && free != NOWHERE && pins->walk_valid && in->walk_ready);
    ls_cover(ls, "refused, the walk before waits",
             fresh && free != NOWHERE && pins->walk_valid && !in->walk_ready);
    ls_cover(ls, "refused, the file is full", fresh && free == NOWHERE);
    ls_cover(ls, "refused, full, while an entry is freed", fresh && free == NOWHERE && wakes);
    ls_cover(ls, "new page, held for another space",
             fresh && port && free != NOWHERE && held_by_another(s, missed));
    ls_cover(ls, "merge", merge && !same && waiting < WAITERS);
    ls_cover(ls, "merge under a full file", merge && !same && waiting < WAITERS && free == NOWHERE);
    ls_cover(ls, "merge while a walk waits", merge && !same && waiting < WAITERS && !port);
    ls_cover(ls, "merge in the last place", merge && !same && waiting == WAITERS - 1U);
    ls_cover(ls, "merge in the last entry", merge && !same && waiting < WAITERS && hit == ENTRIES - 1U);
    ls_cover(ls, "merge while another page is filled", merge && wakes && hit != fill && waiting < WAITERS);
    ls_cover(ls, "refused, the list is full", merge && !same && waiting == WAITERS);
    ls_cover(ls, "refused, its page is filled", same && waiting < WAITERS);
    ls_cover(ls, "refused, its page with a full list is filled", same && waiting == WAITERS);
    ls_cover(ls, "fill, one waits", wakes && s->e_count[fill] == 1);
    ls_cover(ls, "fill, as many wait as can", wakes && s->e_count[fill] == WAITERS);
    ls_cover(ls, "fill of the last entry", wakes && fill == ENTRIES - 1U);
    ls_cover(ls, "fill of a full file", wakes && free == NOWHERE);
    ls_cover(ls, "fill of a page that nobody waits for", fills && fill == NOWHERE);
    ls_cover(ls, "fill of a page that waits for another space", fills && held_by_another(s, filled));
    ls_cover(ls, "fill that is not taken yet", in->f_valid && !pins->f_ready && fill != NOWHERE);
    ls_cover(ls, "fill in the cycle of the first miss",
             fills && fresh && missed.asid == filled.asid && missed.vpn == filled.vpn);
    ls_cover(ls, "answer", pins->a_valid && in->a_ready && s->d_count > 1);
    ls_cover(ls, "the last answer", pins->a_valid && in->a_ready && s->d_count == 1);
    ls_cover(ls, "the answer waits", pins->a_valid && !in->a_ready);
    ls_cover(ls, "told: taken", pins->r_valid && pins->r_taken);
    ls_cover(ls, "told: refused", pins->r_valid && !pins->r_taken);
    ls_cover(ls, "nothing happens", !miss && !in->f_valid && !pins->walk_valid && !pins->a_valid);
}
