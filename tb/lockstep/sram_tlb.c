/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of sram_tlb for the lock-step harness. The RAMs show anything, often words
 * of the pages that are looked for. */
#include "sram_tlb.h"
#include "lockstep_pages.h"

#define SETS  GMMU_TLB_SETS
#define WAYS  GMMU_TLB_WAYS
#define LARGE GMMU_TLB_LARGE
#define SET_W GMMU_TLB_SET_W
#define SHIFT (GMMU_VPN_W - GMMU_LARGE_VPN_W)

/* Per phase, in percent: look-ups, fills, of these large ones, invalidations, and how many ways show a page
 * that is looked for; how many pages there are. */
static const struct {
    unsigned lookup, fill, large, invalidate, same, pages;
} profile[LS_PHASES] = {
    {90, 20, 20, 3, 15, 40}, {100, 60, 50, 0, 5, 400}, {60, 30, 30, 40, 40, 20}, {95, 90, 5, 2, 10, 1000},
    {80, 90, 95, 2, 10, 60}, {10, 5, 30, 5, 30, 10},   {90, 50, 40, 90, 30, 30}, {100, 100, 40, 20, 60, 5},
};

static ls_page of_large(const sram_tlb_state *s, unsigned i, uint64_t offset) {
    return (ls_page){s->large_asid[i], (GMMU_U(GMMU_VPN_W))((uint64_t)s->large_vpn[i] << SHIFT | offset)};
}

/* Often a page of a large entry. */
static ls_page draw(lockstep *ls, const sram_tlb_state *s) {
    if (ls_chance(ls, 25))
        return ls_near_page(ls, of_large(s, (unsigned)ls_below(ls, LARGE), ls_below(ls, 1U << SHIFT)));
    return ls_draw_page(ls, profile[ls_phase(ls)].pages);
}

static void show(sram_tlb_in *in, unsigned w, ls_page p) {
    in->ram_asid[w] = p.asid;
    in->ram_tag[w] = (GMMU_U(GMMU_TLB_TAG_W))(p.vpn >> SET_W);
}

void sram_tlb_stimulus(lockstep *ls, const sram_tlb_state *s, const sram_tlb_out *pins, sram_tlb_in *in) {
    const unsigned phase = ls_phase(ls);
    const ls_page asked = draw(ls, s), filled = draw(ls, s);
    const ls_page dropped = ls_chance(ls, 50) ? draw(ls, s) : ls_chance(ls, 50) ? asked : filled;

    in->lk_valid = (u1)((pins->lk_ready != 0 || ls_chance(ls, 10)) && ls_chance(ls, profile[phase].lookup));
    in->lk_asid = asked.asid;
    in->lk_vpn = asked.vpn;
    in->fill_valid = (u1)ls_chance(ls, profile[phase].fill);
    in->fill_large = (u1)ls_chance(ls, profile[phase].large);
    in->fill_asid = filled.asid;
    in->fill_vpn = filled.vpn;
    in->fill_ppn = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    in->inv_valid = (u1)ls_chance(ls, profile[phase].invalidate);
    in->inv_kind = (u3)(ls_chance(ls, 3)    ? 4U * ls_below(ls, 2) + 2U * ls_below(ls, 2)
                        : ls_chance(ls, 5)  ? SRAM_TLB_ALL
                        : ls_chance(ls, 33) ? SRAM_TLB_INSIDE
                                            : 1 + ls_below(ls, 2));
    in->inv_asid = dropped.asid;
    in->inv_vpn = dropped.vpn;
    for (unsigned w = 0; w < WAYS; w++) {
        show(in, w, ls_draw_page(ls, 1000));
        if (ls_chance(ls, profile[phase].same))
            show(in, w,
                 ls_near_page(ls, ls_chance(ls, 60)   ? (ls_page){s->m_asid, s->m_vpn}
                                  : ls_chance(ls, 60) ? (ls_page){s->f_asid, s->f_vpn}
                                                      : dropped));
        in->ram_ppn[w] = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    }
}

/* ---- coverage ---- */

static unsigned valid_in(const sram_tlb_state *s, unsigned set) {
    unsigned valid = 0;
    for (unsigned w = 0; w < WAYS; w++)
        valid += s->valid[set * WAYS + w] != 0;
    return valid;
}

/* Ways of a set whose words are of another page inside the large page around this one. */
static unsigned found_inside(const sram_tlb_state *s, const sram_tlb_in *in, unsigned set, ls_page p) {
    unsigned ways = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint64_t vpn = (uint64_t)in->ram_tag[w] << SET_W | set;
        ways += s->valid[set * WAYS + w] != 0 && in->ram_asid[w] == p.asid && vpn != p.vpn &&
                vpn >> SHIFT == p.vpn >> SHIFT;
    }
    return ways;
}

/* Ways of a set whose words are of this space, and of this page or of any. */
static unsigned found(const sram_tlb_state *s, const sram_tlb_in *in, unsigned set, ls_page p, bool any) {
    unsigned ways = 0;
    for (unsigned w = 0; w < WAYS; w++)
        ways += s->valid[set * WAYS + w] != 0 && in->ram_asid[w] == p.asid &&
                (any || in->ram_tag[w] == p.vpn >> SET_W);
    return ways;
}

static unsigned large_found(const sram_tlb_state *s, ls_page p, bool any) {
    unsigned entries = 0;
    for (unsigned i = 0; i < LARGE; i++)
        entries += s->large_valid[i] != 0 && s->large_asid[i] == p.asid &&
                   (any || s->large_vpn[i] == p.vpn >> SHIFT);
    return entries;
}

static bool large_full(const sram_tlb_state *s) {
    unsigned valid = 0;
    for (unsigned i = 0; i < LARGE; i++)
        valid += s->large_valid[i] != 0;
    return valid == LARGE;
}

static void cover_look_ups(lockstep *ls, const sram_tlb_state *s, const sram_tlb_in *in) {
    const ls_page asked = {s->m_asid, s->m_vpn};
    const unsigned set = (unsigned)GMMU_WRAP(s->m_vpn, SET_W);
    const bool look = s->m_valid != 0, read = look && s->m_read;
    const unsigned base = found(s, in, set, asked, false), large = large_found(s, asked, false);
    unsigned elsewhere = 0;

    for (unsigned w = 0; w < WAYS; w++)
        elsewhere += s->valid[set * WAYS + w] != 0 && in->ram_asid[w] != asked.asid &&
                     in->ram_tag[w] == asked.vpn >> SET_W;
    ls_cover(ls, "base hit", read && base == 1 && large == 0);
    ls_cover(ls, "large hit", look && large == 1 && base == 0);
    ls_cover(ls, "large hit, base entry as well", read && large == 1 && base == 1);
    ls_cover(ls, "miss", read && base == 0 && large == 0);
    ls_cover(ls, "another space has the page", read && base == 0 && elsewhere != 0);
    ls_cover(ls, "look-up that came all the same, of a page that the RAMs show",
             look && !s->m_read && large == 0 && base != 0);
    ls_cover(ls, "look-up in the cycle of a write", read && s->phase == SRAM_TLB_WRITE);
}

static void cover_work(lockstep *ls, const sram_tlb_state *s, const sram_tlb_in *in) {
    const ls_page filled = {s->f_asid, s->f_vpn}, dropped = {in->inv_asid, in->inv_vpn};
    const unsigned row = (unsigned)s->row;
    const bool matches = s->phase == SRAM_TLB_MATCH, idle = s->phase == SRAM_TLB_IDLE;
    const bool put = matches && s->fills, large_put = idle && s->f_valid && s->f_large;
    const bool takes = idle && !s->f_valid && in->inv_valid;
    const bool space = in->inv_kind == SRAM_TLB_SPACE, page = in->inv_kind == SRAM_TLB_PAGE;
    const bool inside = in->inv_kind == SRAM_TLB_INSIDE;
    const bool drops = s->phase == SRAM_TLB_WRITE && !s->fills;
    const unsigned held = found(s, in, row, filled, false), large = large_found(s, filled, false);

    ls_cover(ls, "base refresh", put && held == 1);
    ls_cover(ls, "base insert, set not full", put && held == 0 && valid_in(s, row) < WAYS);
    ls_cover(ls, "base insert evicts", put && held == 0 && valid_in(s, row) == WAYS);
    ls_cover(ls, "large refresh", large_put && large == 1);
    ls_cover(ls, "large insert, not full", large_put && large == 0 && !large_full(s));
    ls_cover(ls, "large insert evicts", large_put && large == 0 && large_full(s));
    ls_cover(ls, "fill that finds no room", in->fill_valid && s->f_valid);
    ls_cover(ls, "fill goes before an invalidation", idle && s->f_valid && in->inv_valid);
    ls_cover(ls, "fill comes as an invalidation is taken", takes && in->fill_valid);
    ls_cover(ls, "page dropped", matches && !s->fills && page && found(s, in, row, dropped, false) == 1);
    ls_cover(ls, "page is not there", matches && !s->fills && page && found(s, in, row, dropped, false) == 0);
    ls_cover(ls, "entries of a space dropped",
             matches && !s->fills && space && found(s, in, row, dropped, true) > 1);
    ls_cover(ls, "entries inside a large page dropped",
             matches && !s->fills && inside && found_inside(s, in, row, dropped) != 0);
    ls_cover(ls, "large page dropped with all inside it",
             drops && inside && large_found(s, dropped, false) != 0);
    ls_cover(ls, "next row of a large page", drops && inside && row != SETS - 1U);
    ls_cover(ls, "last row of a large page", drops && inside && row == SETS - 1U);
    ls_cover(ls, "large page dropped", drops && page && large_found(s, dropped, false) != 0);
    ls_cover(ls, "large pages of a space dropped", drops && space && large_found(s, dropped, true) > 1);
    ls_cover(ls, "next row of a space", drops && space && row != SETS - 1U);
    ls_cover(ls, "last row of a space", drops && space && row == SETS - 1U);
    ls_cover(ls, "all dropped", takes && in->inv_kind == SRAM_TLB_ALL);
    ls_cover(ls, "nothing to drop", takes && in->inv_kind == 0);
}

void sram_tlb_coverage(lockstep *ls, const sram_tlb_state *s, const sram_tlb_in *in,
                       const sram_tlb_out *pins) {
    cover_look_ups(ls, s, in);
    cover_work(ls, s, in);
    ls_cover(ls, "set used and filled at once",
             s->phase == SRAM_TLB_WRITE && s->fills && s->m_valid && s->m_read &&
                 GMMU_WRAP(s->m_vpn, SET_W) == s->row);
    ls_cover(ls, "acknowledged", pins->inv_ack);
    ls_cover(ls, "answer from a large entry", pins->a_hit && pins->a_large);
    ls_cover(ls, "at rest",
             s->phase == SRAM_TLB_IDLE && !s->f_valid && !in->inv_valid && !in->lk_valid && !s->r_valid);
}
