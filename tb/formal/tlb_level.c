/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tlb_level promises. Its entries and its victims are seen here as one list of places, the entries of
 * the sets first. A place holds a group when it has its tag and a page of it; it holds a page when that page
 * is filled. A cycle is that in which the request of the cycle before, which is in registers, is answered and
 * carried out; the request that comes in it is only looked at.
 */
#include "tlb_level.h"

#define SETS    GMMU_LEVEL_SETS
#define WAYS    GMMU_LEVEL_WAYS
#define PAGES   GMMU_LEVEL_PAGES
#define ENTRIES GMMU_LEVEL_ENTRIES
#define VICTIMS GMMU_LEVEL_VICTIMS
#define PLACES  (ENTRIES + VICTIMS)

enum { GROUP_W = GMMU_LEVEL_GROUP_W, PAGE_W = GMMU_VPN_W - GMMU_LEVEL_GROUP_W, SET_W = GMMU_LEVEL_SET_W };

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page_number;
typedef GMMU_U(GMMU_LEVEL_GROUP_W) group_number;
typedef GMMU_U(GMMU_PPN_W) frame;

#define CYCLE                                                                                                \
    const tlb_level_state *s, const tlb_level_in *in, const tlb_level_out *out, const tlb_level_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* XOR-N, bit by bit: bit b of a group counts for bit b % N of its set, but for the top one. */
static uint32_t home(group_number group) {
    uint32_t set = 0;
    for (unsigned b = 0; b < GROUP_W - 1U; b++)
        set ^= (uint32_t)((uint64_t)group >> b & 1U) << (b % SET_W);
    return set;
}

static group_number group_of(page_number vpn) {
    return (group_number)(vpn >> PAGE_W);
}

static u1 entry_has(const tlb_level_state *s, unsigned e, u1 large, space asid, group_number group) {
    return (u1)((s->e_pages[e] != 0) & (s->e_large[e] == large) & (s->e_asid[e] == asid) &
                (s->e_group[e] == group));
}

static u1 victim_has(const tlb_level_state *s, unsigned v, u1 large, space asid, group_number group) {
    return (u1)((s->v_pages[v] != 0) & (s->v_large[v] == large) & (s->v_asid[v] == asid) &
                (s->v_group[v] == group));
}

static u1 has_bit(uint64_t pages, page_number vpn) {
    return (u1)(pages >> GMMU_WRAP(vpn, PAGE_W) & 1U);
}

static u1 in_entries(const tlb_level_state *s, u1 large, space asid, group_number group) {
    u1 held = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        held = (u1)(held | entry_has(s, e, large, asid, group));
    return held;
}

static u1 in_victims(const tlb_level_state *s, u1 large, space asid, group_number group) {
    u1 held = 0;
    for (unsigned v = 0; v < VICTIMS; v++)
        held = (u1)(held | victim_has(s, v, large, asid, group));
    return held;
}

static u1 group_held(const tlb_level_state *s, u1 large, space asid, group_number group) {
    return (u1)(in_entries(s, large, asid, group) | in_victims(s, large, asid, group));
}

/* Is the page held, in any place? */
static u1 page_held(const tlb_level_state *s, u1 large, space asid, page_number vpn) {
    const group_number group = group_of(vpn);
    u1 held = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        held = (u1)(held | (entry_has(s, e, large, asid, group) & has_bit((uint64_t)s->e_pages[e], vpn)));
    for (unsigned v = 0; v < VICTIMS; v++)
        held = (u1)(held | (victim_has(s, v, large, asid, group) & has_bit((uint64_t)s->v_pages[v], vpn)));
    return held;
}

/* Is it held with this frame? */
static u1 held_with(const tlb_level_state *s, u1 large, space asid, page_number vpn, frame ppn) {
    const group_number group = group_of(vpn);
    const uint32_t within = (uint32_t)GMMU_WRAP(vpn, PAGE_W);
    u1 held = 0;
    for (uint32_t e = 0; e < ENTRIES; e++)
        held = (u1)(held | (entry_has(s, e, large, asid, group) & has_bit((uint64_t)s->e_pages[e], vpn) &
                            (s->e_ppn[e * PAGES + within] == ppn)));
    for (uint32_t v = 0; v < VICTIMS; v++)
        held = (u1)(held | (victim_has(s, v, large, asid, group) & has_bit((uint64_t)s->v_pages[v], vpn) &
                            (s->v_ppn[v * PAGES + within] == ppn)));
    return held;
}

/* Is it this page that the request names, and this group? */
static u1 names_page(const tlb_level_state *s, u1 large, space asid, page_number vpn) {
    return (u1)((s->r_large == large) & (s->r_asid == asid) & (s->r_vpn == vpn));
}

static u1 names_group(const tlb_level_state *s, u1 large, space asid, group_number group) {
    return (u1)((s->r_large == large) & (s->r_asid == asid) & (group_of(s->r_vpn) == group));
}

static u1 is_op(const tlb_level_state *s, uint32_t op) {
    return (u1)((uint32_t)s->r_op == op);
}

/* Does the request drop the page? */
static u1 drops(const tlb_level_state *s, u1 large, space asid, page_number vpn) {
    return (u1)(is_op(s, TLB_LEVEL_DROP_ALL) | (is_op(s, TLB_LEVEL_DROP_SPACE) & (s->r_asid == asid)) |
                (is_op(s, TLB_LEVEL_DROP_PAGE) & names_page(s, large, asid, vpn)));
}

/* ---- The invariants ---- */

/* A request is one of the five. */
u1 tlb_level_inv(const tlb_level_state *s) {
    return (u1)(s->r_op <= TLB_LEVEL_DROP_ALL);
}

/* A request has the set of its group. */
u1 tlb_level_inv_set(const tlb_level_state *s) {
    return (u1)(home(group_of(s->r_vpn)) == (uint32_t)s->r_set);
}

/* It knows which ways of its set, and which victims, have its tag. */
u1 tlb_level_inv_found(const tlb_level_state *s, u32 k) {
    const uint32_t w = (uint32_t)k % WAYS;
    const uint32_t v = (uint32_t)k % VICTIMS;
    u1 way = 0, victim = 0;
    for (uint32_t e = 0; e < ENTRIES; e++)
        way = (u1)(way | ((e == (uint32_t)s->r_set * WAYS + w) & (s->e_large[e] == s->r_large) &
                          (s->e_asid[e] == s->r_asid) & (s->e_group[e] == group_of(s->r_vpn))));
    for (uint32_t i = 0; i < VICTIMS; i++)
        victim = (u1)(victim | ((i == v) & (s->v_large[i] == s->r_large) & (s->v_asid[i] == s->r_asid) &
                                (s->v_group[i] == group_of(s->r_vpn))));
    return (u1)((s->r_op == TLB_LEVEL_NONE) |
                (((u1)(s->r_ways >> w & 1U) == way) & ((u1)(s->r_victims >> v & 1U) == victim)));
}

/* An entry with pages stands in the set of its group. */
u1 tlb_level_inv_home(const tlb_level_state *s, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    return (u1)((s->e_pages[e] == 0) | (home(s->e_group[e]) == e / WAYS));
}

/* All victims are of one set. */
u1 tlb_level_inv_one_set(const tlb_level_state *s, u32 k) {
    const uint32_t v = (uint32_t)k % VICTIMS;
    return (u1)((s->v_pages[v] == 0) | (home(s->v_group[v]) == (uint32_t)s->v_set));
}

/* No group is held twice: not by two entries, not by two victims, not by one of each. */
u1 tlb_level_inv_once(const tlb_level_state *s, u1 large, space asid, group_number group) {
    u1 seen = 0;
    u1 twice = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        twice = (u1)(twice | (seen & entry_has(s, e, large, asid, group)));
        seen = (u1)(seen | entry_has(s, e, large, asid, group));
    }
    for (unsigned v = 0; v < VICTIMS; v++) {
        twice = (u1)(twice | (seen & victim_has(s, v, large, asid, group)));
        seen = (u1)(seen | victim_has(s, v, large, asid, group));
    }
    return (u1)!twice;
}

/* The ages of a set are a permutation: no two ways have the same. */
u1 tlb_level_inv_ages(const tlb_level_state *s, u32 k, u32 i, u32 j) {
    const uint32_t first = (uint32_t)k % SETS * WAYS;
    const uint32_t a = (uint32_t)i % WAYS;
    const uint32_t b = (uint32_t)j % WAYS;
    return (u1)((a == b) | (s->e_age[first + a] != s->e_age[first + b]));
}

void tlb_level_given_inv_set(const tlb_level_state *s);
void tlb_level_given_inv_found(const tlb_level_state *s, u32 k);
void tlb_level_given_inv_home(const tlb_level_state *s, u32 k);
void tlb_level_given_inv_one_set(const tlb_level_state *s, u32 k);
void tlb_level_given_inv_once(const tlb_level_state *s, u1 large, space asid, group_number group);
void tlb_level_given_inv_ages(const tlb_level_state *s, u32 k, u32 i, u32 j);

static void given_homes(const tlb_level_state *s) {
    for (uint32_t e = 0; e < ENTRIES; e++)
        tlb_level_given_inv_home(s, e);
    for (uint32_t v = 0; v < VICTIMS; v++)
        tlb_level_given_inv_one_set(s, v);
}

static void given_ages(const tlb_level_state *s, uint32_t set) {
    for (uint32_t i = 0; i < WAYS; i++)
        for (uint32_t j = 0; j < i; j++)
            tlb_level_given_inv_ages(s, set, i, j);
}

static void given_found(const tlb_level_state *s) {
    tlb_level_given_inv_set(s);
    for (uint32_t w = 0; w < WAYS || w < VICTIMS; w++)
        tlb_level_given_inv_found(s, w);
}

static void given_request(const tlb_level_state *s) {
    tlb_level_given_inv_once(s, s->r_large, s->r_asid, group_of(s->r_vpn));
    given_homes(s);
    given_found(s);
    given_ages(s, (uint32_t)s->r_set);
}

void tlb_level_keeps_set(CYCLE) {
    UNUSED;
    tlb_level_given_inv_set(s);
}

void tlb_level_keeps_found(CYCLE, u32 k) {
    UNUSED;
    (void)k;
    given_request(s);
}

void tlb_level_keeps_home(CYCLE, u32 k) {
    UNUSED;
    tlb_level_given_inv_home(s, k);
    given_found(s);
}

void tlb_level_keeps_one_set(CYCLE, u32 k) {
    UNUSED;
    (void)k;
    given_homes(s);
    given_ages(s, (uint32_t)s->r_set);
}

void tlb_level_keeps_once(CYCLE, u1 large, space asid, group_number group) {
    UNUSED;
    given_request(s);
    tlb_level_given_inv_once(s, large, asid, group);
}

void tlb_level_keeps_ages(CYCLE, u32 k, u32 i, u32 j) {
    UNUSED;
    (void)i;
    (void)j;
    given_request(s);
    given_ages(s, (uint32_t)k % SETS);
}

/* After reset every register is 0, but the age of a way is its number. */
u1 tlb_level_start_values(const tlb_level_state *s) {
    u1 right = (u1)((s->r_op == TLB_LEVEL_NONE) & !s->r_large & (s->r_asid == 0) & (s->r_vpn == 0) &
                    (s->r_ppn == 0) & !s->r_keeps & (s->r_set == 0) & (s->r_ways == 0) & (s->r_victims == 0) &
                    (s->v_set == 0) & (s->v_next == 0));
    for (unsigned e = 0; e < ENTRIES; e++)
        right = (u1)(right & (s->e_pages[e] == 0) & !s->e_large[e] & (s->e_asid[e] == 0) &
                     (s->e_group[e] == 0) & ((uint32_t)s->e_age[e] == e % WAYS));
    for (unsigned v = 0; v < VICTIMS; v++)
        right =
            (u1)(right & (s->v_pages[v] == 0) & !s->v_large[v] & (s->v_asid[v] == 0) & (s->v_group[v] == 0));
    for (unsigned i = 0; i < ENTRIES * PAGES; i++)
        right = (u1)(right & (s->e_ppn[i] == 0));
    for (unsigned i = 0; i < VICTIMS * PAGES; i++)
        right = (u1)(right & (s->v_ppn[i] == 0));
    return right;
}

u1 tlb_level_idle(const tlb_level_state *s, const tlb_level_in *in) {
    return (u1)(((in->op < TLB_LEVEL_LOOKUP) | (in->op > TLB_LEVEL_DROP_ALL)) & (s->r_op == TLB_LEVEL_NONE));
}

/* ---- Answers ---- */

/* A lookup hits when the page is held in exactly this space and size, and else not: no entry answers for
 * another space, and none for another page of its group. */
u1 tlb_level_prop_own_page(CYCLE) {
    UNUSED;
    given_request(s);
    return (u1)(!is_op(s, TLB_LEVEL_LOOKUP) |
                (out->a_valid & (out->a_hit == page_held(s, s->r_large, s->r_asid, s->r_vpn))));
}

/* The frame of a hit is the one held for the page. */
u1 tlb_level_prop_frame(CYCLE) {
    UNUSED;
    given_request(s);
    return (u1)(!(is_op(s, TLB_LEVEL_LOOKUP) & out->a_hit) |
                held_with(s, s->r_large, s->r_asid, s->r_vpn, out->a_ppn));
}

/* A lookup changes nothing that is held, and where. */
u1 tlb_level_prop_lookup_keeps(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const uint32_t v = (uint32_t)k % VICTIMS;
    UNUSED;
    return (u1)(!is_op(s, TLB_LEVEL_LOOKUP) |
                ((n->e_pages[e] == s->e_pages[e]) & (n->e_group[e] == s->e_group[e]) &
                 (n->v_pages[v] == s->v_pages[v]) & (n->v_group[v] == s->v_group[v]) &
                 (n->v_set == s->v_set)));
}

/* A request is answered in the next cycle, and only then; what is no hit shows frame 0 and no victim. */
u1 tlb_level_prop_pins(CYCLE) {
    UNUSED;
    return (u1)((out->a_valid == (s->r_op != TLB_LEVEL_NONE)) & (out->a_valid | !out->a_hit) &
                (out->a_hit | ((out->a_ppn == 0) & !out->a_victim)));
}

/* It is what the answer is to, and what is carried out then. */
u1 tlb_level_prop_request(CYCLE) {
    const u1 asks = (u1)((in->op >= TLB_LEVEL_LOOKUP) & (in->op <= TLB_LEVEL_DROP_ALL));
    const u1 same = (u1)((n->r_op == in->op) & (n->r_large == in->q_large) & (n->r_asid == in->q_asid) &
                         (n->r_vpn == in->q_vpn) & (n->r_ppn == in->q_ppn) & (n->r_keeps == in->victims_on));
    UNUSED;
    return asks ? same : (u1)(n->r_op == TLB_LEVEL_NONE);
}

/* ---- What is held ---- */

/* A page comes in by a fill of just this page: what was dropped does not answer until it is filled again. */
u1 tlb_level_prop_only_filled(CYCLE, u1 large, space asid, page_number vpn) {
    UNUSED;
    given_request(s);
    return (u1)(!page_held(n, large, asid, vpn) | page_held(s, large, asid, vpn) |
                (is_op(s, TLB_LEVEL_FILL) & names_page(s, large, asid, vpn)));
}

/* What is dropped is gone: a page, all of a space, everything. And the answer tells whether the page was
 * there. */
u1 tlb_level_prop_dropped(CYCLE, u1 large, space asid, page_number vpn) {
    const u1 named = (u1)(is_op(s, TLB_LEVEL_DROP_PAGE) & names_page(s, large, asid, vpn));
    UNUSED;
    given_request(s);
    return (u1)((!drops(s, large, asid, vpn) | !page_held(n, large, asid, vpn)) &
                (!named | (out->a_hit == page_held(s, large, asid, vpn))));
}

/* After a fill the page is held with its frame. */
u1 tlb_level_prop_fill(CYCLE) {
    UNUSED;
    given_request(s);
    return (u1)(!is_op(s, TLB_LEVEL_FILL) | held_with(n, s->r_large, s->r_asid, s->r_vpn, s->r_ppn));
}

/* Only a fill of a page changes its frame. */
u1 tlb_level_prop_keeps_frame(CYCLE, u1 large, space asid, page_number vpn, frame ppn) {
    const u1 filled = (u1)(is_op(s, TLB_LEVEL_FILL) & names_page(s, large, asid, vpn));
    UNUSED;
    given_request(s);
    tlb_level_given_inv_once(s, large, asid, group_of(vpn));
    return (u1)(filled | !held_with(n, large, asid, vpn, ppn) | held_with(s, large, asid, vpn, ppn));
}

/* TunneLs: losing an entry drops all of its pages. A page that goes without being dropped takes all pages of
 * its group along, and it goes in a fill of another group. */
u1 tlb_level_prop_together(CYCLE, u1 large, space asid, page_number vpn) {
    const group_number group = group_of(vpn);
    const u1 lost =
        (u1)(page_held(s, large, asid, vpn) & !page_held(n, large, asid, vpn) & !drops(s, large, asid, vpn));
    UNUSED;
    given_request(s);
    tlb_level_given_inv_once(s, large, asid, group);
    return (u1)(!lost | (is_op(s, TLB_LEVEL_FILL) & !names_group(s, large, asid, group) &
                         !group_held(n, large, asid, group)));
}

/* ---- What a set loses ---- */

/* A group leaves its set, with no page dropped, only when another group is filled there, all ways are in use,
 * and it is the oldest. */
u1 tlb_level_prop_evicts(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const uint32_t first = e / WAYS * WAYS;
    const u1 large = s->e_large[e];
    const space asid = s->e_asid[e];
    const group_number group = s->e_group[e];
    const u1 dropped =
        (u1)(is_op(s, TLB_LEVEL_DROP_ALL) | (is_op(s, TLB_LEVEL_DROP_SPACE) & (s->r_asid == asid)) |
             (is_op(s, TLB_LEVEL_DROP_PAGE) & names_group(s, large, asid, group)));
    const u1 lost = (u1)((s->e_pages[e] != 0) & !in_entries(n, large, asid, group) & !dropped);
    u1 right = (u1)(is_op(s, TLB_LEVEL_FILL) & !group_held(s, s->r_large, s->r_asid, group_of(s->r_vpn)) &
                    (home(group_of(s->r_vpn)) == e / WAYS) & ((uint32_t)s->e_age[e] == WAYS - 1U));
    UNUSED;
    given_request(s);
    given_ages(s, e / WAYS);
    for (uint32_t w = 0; w < WAYS; w++)
        right = (u1)(right & (s->e_pages[first + w] != 0));
    return (u1)(!lost | right);
}

/* With victims_on it is a victim then, with all of its pages. */
u1 tlb_level_prop_becomes_victim(CYCLE, u32 k, page_number vpn) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 large = s->e_large[e];
    const space asid = s->e_asid[e];
    const page_number page = (page_number)((uint64_t)s->e_group[e] << PAGE_W | GMMU_WRAP(vpn, PAGE_W));
    const u1 lost = (u1)((s->e_pages[e] != 0) & !in_entries(n, large, asid, s->e_group[e]));
    UNUSED;
    given_request(s);
    tlb_level_given_inv_once(s, large, asid, s->e_group[e]);
    return (u1)(!(lost & is_op(s, TLB_LEVEL_FILL) & s->r_keeps) |
                (in_victims(n, large, asid, s->e_group[e]) & ((uint32_t)n->v_set == e / WAYS) &
                 (page_held(n, large, asid, page) == page_held(s, large, asid, page))));
}

/* TunneLs: the victim buffer is flushed when another set evicts. */
u1 tlb_level_prop_flushed(CYCLE, u1 large, space asid, group_number group) {
    UNUSED;
    tlb_level_given_inv_once(s, large, asid, group);
    given_request(s);
    return (u1)((s->v_set == n->v_set) | !in_victims(s, large, asid, group) |
                !in_victims(n, large, asid, group));
}

/* A victim, with no page dropped, goes only when a set loses an entry to the buffer: another set, or its own
 * when the victim is the one that came first. */
u1 tlb_level_prop_victim_stays(CYCLE, u32 k) {
    const uint32_t v = (uint32_t)k % VICTIMS;
    const u1 dropping =
        (u1)(is_op(s, TLB_LEVEL_DROP_PAGE) | is_op(s, TLB_LEVEL_DROP_SPACE) | is_op(s, TLB_LEVEL_DROP_ALL));
    const u1 stays = (u1)((n->v_pages[v] != 0) & (n->v_large[v] == s->v_large[v]) &
                          (n->v_asid[v] == s->v_asid[v]) & (n->v_group[v] == s->v_group[v]));
    UNUSED;
    return (
        u1)((s->v_pages[v] == 0) | dropping | stays |
            (is_op(s, TLB_LEVEL_FILL) & s->r_keeps & ((s->v_set != n->v_set) | ((uint32_t)s->v_next == v))));
}

/* Victims come in turn: the place after that of the one before. */
u1 tlb_level_prop_in_turn(CYCLE, u32 k) {
    const uint32_t v = (uint32_t)k % VICTIMS;
    const u1 comes =
        (u1)((n->v_pages[v] != 0) & ((s->v_pages[v] == 0) | (n->v_group[v] != s->v_group[v]) |
                                     (n->v_asid[v] != s->v_asid[v]) | (n->v_large[v] != s->v_large[v])));
    UNUSED;
    return (u1)(!comes | (((uint32_t)s->v_next == v) & ((uint32_t)n->v_next == (v + 1U) % VICTIMS)));
}

/* ---- True LRU ---- */

/* What a lookup hits or a fill writes in a set is its youngest. */
u1 tlb_level_prop_youngest(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 used = (u1)(entry_has(n, e, s->r_large, s->r_asid, group_of(s->r_vpn)) &
                         has_bit((uint64_t)n->e_pages[e], s->r_vpn) &
                         (is_op(s, TLB_LEVEL_LOOKUP) | is_op(s, TLB_LEVEL_FILL)));
    UNUSED;
    given_request(s);
    return (u1)(!used | (n->e_age[e] == 0));
}

/* Two ways of a set, the first younger, stay in this order, unless the second is used. */
u1 tlb_level_prop_order(CYCLE, u32 k, u32 l) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const uint32_t j = (uint32_t)l % ENTRIES;
    const u1 younger = (u1)((i / WAYS == j / WAYS) & (s->e_age[i] < s->e_age[j]));
    UNUSED;
    given_request(s);
    given_ages(s, i / WAYS);
    return (u1)(!younger | (n->e_age[i] < n->e_age[j]) |
                (entry_has(n, j, s->r_large, s->r_asid, group_of(s->r_vpn)) & (n->e_age[j] == 0)));
}
