/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of bypass_cache for the lock-step harness. */
#include "bypass_cache.h"
#include "lockstep.h"

#define NOWHERE GMMU_BYPASS_ENTRIES

/* Per phase: pages in use, and how often things happen, in percent. The pools lie
 * below, around and beyond the 32 entries. */
static const struct {
    unsigned pages, lookup, fill, flush;
} profile[LS_PHASES] = {
    {20, 90, 20, 0},  {34, 80, 60, 0},   {4, 100, 40, 1}, {40, 60, 60, 5},
    {36, 70, 100, 0}, {4096, 90, 80, 0}, {24, 10, 5, 1},  {33, 95, 30, 0},
};

/* Page p of the pool: three address spaces use the same page numbers, and every bit of
 * them is used both ways. */
static GMMU_U(GMMU_ASID_W) asid_of(uint64_t p) {
    return (GMMU_U(GMMU_ASID_W))(p % 3 == 0 ? 0 : p % 3 == 1 ? 1 : (1 << GMMU_ASID_W) - 1);
}

static GMMU_U(GMMU_VPN_W) vpn_of(uint64_t p) {
    return (GMMU_U(GMMU_VPN_W))(p / 3 % 4 < 2 ? p / 3 : GMMU_WRAP(~(p / 3), GMMU_VPN_W));
}

/* As this cycle's lookups see it: the uses of the cycle before counted, its fill in its entry. */
static bypass_cache_state settled(const bypass_cache_state *s) {
    const bypass_cache_in nothing = {.lk0_valid = 0};
    bypass_cache_state v = *s;
    bypass_cache_out pins;

    bypass_cache_step(&v, &nothing, &pins);
    return v;
}

/* Was entry i used after entry j < i? */
static bool later(const bypass_cache_state *v, unsigned i, unsigned j) {
    const unsigned last = GMMU_BYPASS_ENTRIES - 1 - i;
    return ((i < GMMU_BYPASS_ROWS ? v->newer[i] >> (last + j) : v->newer[last] >> j) & 1U) != 0;
}

/* How many entries were used after this one. */
static unsigned age_of(const bypass_cache_state *v, unsigned entry) {
    unsigned age = 0;
    for (unsigned i = 0; i < entry; i++)
        age += !later(v, entry, i);
    for (unsigned i = entry + 1; i < GMMU_BYPASS_ENTRIES; i++)
        age += later(v, i, entry);
    return age;
}

/* The entry of an age, or NOWHERE. */
static unsigned of_age(const bypass_cache_state *v, unsigned age) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        if (v->valid[i] && age_of(v, i) == age)
            return i;
    return NOWHERE;
}

/* Looks up the oldest entry, and sometimes the one before it, so that a fill of the
 * same cycle has to pass over them. */
static void aim_at_oldest(lockstep *ls, const bypass_cache_state *s, bypass_cache_in *in) {
    const bypass_cache_state v = settled(s);
    const bool turned = ls_chance(ls, 50);
    const unsigned e0 = of_age(&v, GMMU_BYPASS_ENTRIES - (turned ? 2 : 1));
    const unsigned e1 = of_age(&v, GMMU_BYPASS_ENTRIES - (turned ? 1 : 2));

    if (e0 != NOWHERE) {
        in->lk0_valid = 1;
        in->lk0_asid = v.asid[e0];
        in->lk0_vpn = v.vpn[e0];
    }
    if (e1 != NOWHERE && ls_chance(ls, 50)) {
        in->lk1_valid = 1;
        in->lk1_asid = v.asid[e1];
        in->lk1_vpn = v.vpn[e1];
    }
}

void bypass_cache_stimulus(lockstep *ls, const bypass_cache_state *s, const bypass_cache_out *pins,
                           bypass_cache_in *in) {
    const unsigned phase = ls_phase(ls);
    const unsigned pages = profile[phase].pages;
    const uint64_t p0 = ls_below(ls, pages);
    const uint64_t p1 = ls_chance(ls, 20) ? p0 : ls_below(ls, pages);
    const uint64_t pf = ls_chance(ls, 20) ? p0 : ls_below(ls, pages);

    (void)pins;
    in->lk0_valid = (u1)ls_chance(ls, profile[phase].lookup);
    in->lk0_asid = asid_of(p0);
    in->lk0_vpn = vpn_of(p0);
    in->lk1_valid = (u1)ls_chance(ls, profile[phase].lookup);
    in->lk1_asid = asid_of(p1);
    in->lk1_vpn = vpn_of(p1);
    in->fill_valid = (u1)ls_chance(ls, profile[phase].fill);
    in->fill_asid = asid_of(pf);
    in->fill_vpn = vpn_of(pf);
    in->fill_ppn = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_PPN_W);
    in->flush = (u1)(ls_chance(ls, profile[phase].flush) && ls_chance(ls, 20));
    if (ls_chance(ls, 20))
        aim_at_oldest(ls, s, in);
}

/* The entry that holds a page, or NOWHERE. */
static unsigned find(const bypass_cache_state *s, bool valid, GMMU_U(GMMU_ASID_W) asid,
                     GMMU_U(GMMU_VPN_W) vpn) {
    for (unsigned i = 0; valid && i < GMMU_BYPASS_ENTRIES; i++)
        if (s->valid[i] && s->asid[i] == asid && s->vpn[i] == vpn)
            return i;
    return NOWHERE;
}

static bool in_other_space(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        if (s->valid[i] && s->asid[i] != asid && s->vpn[i] == vpn)
            return true;
    return false;
}

static bool has_age(const bypass_cache_state *v, unsigned entry, unsigned age) {
    return entry != NOWHERE && age_of(v, entry) == age;
}

void bypass_cache_coverage(lockstep *ls, const bypass_cache_state *before, const bypass_cache_in *in,
                           const bypass_cache_out *pins) {
    const bypass_cache_state v = settled(before);
    const bypass_cache_state *s = &v;
    const unsigned h0 = find(s, in->lk0_valid, in->lk0_asid, in->lk0_vpn);
    const unsigned h1 = find(s, in->lk1_valid, in->lk1_asid, in->lk1_vpn);
    const unsigned hf = find(s, in->fill_valid, in->fill_asid, in->fill_vpn);
    const bool fill = in->fill_valid && !in->flush;
    const bool insert = fill && hf == NOWHERE;
    const bool lookups = in->lk0_valid && in->lk1_valid;
    const bool same = in->lk0_asid == in->lk1_asid && in->lk0_vpn == in->lk1_vpn;
    const bool fills_p0 = in->lk0_asid == in->fill_asid && in->lk0_vpn == in->fill_vpn;
    const unsigned last = GMMU_BYPASS_ENTRIES - 1;
    unsigned held = 0;

    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        held += s->valid[i] != 0;
    ls_cover(ls, "empty", held == 0);
    ls_cover(ls, "full", held == GMMU_BYPASS_ENTRIES);
    ls_cover(ls, "port 0 hits", h0 != NOWHERE);
    ls_cover(ls, "port 0 misses", in->lk0_valid && h0 == NOWHERE);
    ls_cover(ls, "port 1 hits", h1 != NOWHERE);
    ls_cover(ls, "port 1 misses", in->lk1_valid && h1 == NOWHERE);
    ls_cover(ls, "both ports hit one entry", h0 != NOWHERE && h0 == h1);
    ls_cover(ls, "both ports hit, two entries", h0 != NOWHERE && h1 != NOWHERE && h0 != h1);
    ls_cover(ls, "both ports miss the same page", lookups && same && h0 == NOWHERE);
    ls_cover(ls, "miss although another space holds the page",
             in->lk0_valid && h0 == NOWHERE && in_other_space(s, in->lk0_asid, in->lk0_vpn));
    ls_cover(ls, "hit of the newest", has_age(s, h0, 0));
    ls_cover(ls, "hit of the oldest", has_age(s, h0, last));
    ls_cover(ls, "hit of the oldest on port 1", has_age(s, h1, last) && h0 != h1);
    ls_cover(ls, "insert into an empty entry", insert && held < GMMU_BYPASS_ENTRIES);
    ls_cover(ls, "insert evicts", insert && held == GMMU_BYPASS_ENTRIES);
    ls_cover(ls, "insert evicts while both ports hit",
             insert && held == GMMU_BYPASS_ENTRIES && h0 != NOWHERE && h1 != NOWHERE && h0 != h1);
    ls_cover(ls, "insert spares the oldest, just hit",
             insert && held == GMMU_BYPASS_ENTRIES && has_age(s, h0, last));
    ls_cover(ls, "insert spares the two oldest, just hit",
             insert && held == GMMU_BYPASS_ENTRIES && has_age(s, h0, last - 1) && has_age(s, h1, last));
    ls_cover(ls, "insert of the page port 0 misses", insert && in->lk0_valid && fills_p0);
    ls_cover(ls, "refresh", fill && hf != NOWHERE);
    ls_cover(ls, "refresh of the entry port 0 hits", fill && hf != NOWHERE && hf == h0);
    ls_cover(ls, "refresh moves the page", fill && hf != NOWHERE && s->ppn[hf % NOWHERE] != in->fill_ppn);
    ls_cover(ls, "flush of a full cache", in->flush && held == GMMU_BYPASS_ENTRIES);
    ls_cover(ls, "flush beats a fill", in->flush && in->fill_valid);
    ls_cover(ls, "hit in the cycle of a flush", in->flush && h0 != NOWHERE);
    ls_cover(ls, "hit of what the cycle before filled",
             h0 != NOWHERE && before->fresh && in->lk0_asid == before->fresh_asid &&
                 in->lk0_vpn == before->fresh_vpn);
    ls_cover(ls, "miss of what the cycle before evicted",
             in->lk0_valid && h0 == NOWHERE && find(before, true, in->lk0_asid, in->lk0_vpn) != NOWHERE);
    ls_cover(ls, "a fill beside the one before", fill && before->fresh);
    ls_cover(ls, "a fill refreshes the one before",
             fill && before->fresh && in->fill_asid == before->fresh_asid &&
                 in->fill_vpn == before->fresh_vpn);
    ls_cover(ls, "flush of the fill before", in->flush && before->fresh);
    ls_cover(ls, "answers on both ports", pins->a0_hit && pins->a1_hit);
    ls_cover(ls, "nothing asked", !in->lk0_valid && !in->lk1_valid && !in->fill_valid && !in->flush);
}
