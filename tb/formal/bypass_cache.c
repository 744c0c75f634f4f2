/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What bypass_cache promises. The invariants hold of every page, and of every two or three
 * entries; together: a list in order of use without doubles. Their induction goes by small
 * lemmas about one cycle (docs/design/verification.md), because solvers do not find their
 * way through 32 entries at once.
 */
#include "bypass_cache.h"

#define ENTRIES GMMU_BYPASS_ENTRIES

static u1 holds(const bypass_cache_state *s, unsigned i, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    return (u1)(s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn));
}

static u1 same_page(const bypass_cache_state *a, const bypass_cache_state *b, unsigned i) {
    return (u1)(a->valid[i] & b->valid[i] & (a->asid[i] == b->asid[i]) & (a->vpn[i] == b->vpn[i]));
}

/* One bit per entry: those that hold the page. */
static uint32_t holders(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    uint32_t mask = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        mask |= (uint32_t)holds(s, e, asid, vpn) << e;
    return mask;
}

static u1 bit(uint32_t mask, uint32_t e) {
    return (u1)((mask >> e) & 1U);
}

static u1 at_most_one(uint32_t mask) {
    u1 seen = 0;
    u1 twice = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        twice = (u1)(twice | (seen & bit(mask, e)));
        seen = (u1)(seen | bit(mask, e));
    }
    return (u1)!twice;
}

/* Pair (i, j), j < i: was entry i used after entry j? */
static u1 later(const bypass_cache_state *s, unsigned i, unsigned j) {
    const unsigned last = ENTRIES - 1 - i;
    return (u1)((i < GMMU_BYPASS_ROWS ? s->newer[i] >> (last + j) : s->newer[last] >> j) & 1U);
}

/* The same once the lookups of the cycle before count, as the unit has it. */
static u1 looked(const bypass_cache_state *s, unsigned i, unsigned j) {
    const u1 first = (u1)((later(s, i, j) | bit(s->hit0, i)) & !bit(s->hit0, j));
    return (u1)((first | bit(s->hit1, i)) & !bit(s->hit1, j));
}

/* One bit per entry: those that were used after entry e, which may be a ghost. */
static uint32_t after(const bypass_cache_state *s, uint32_t e, u1 count_lookups) {
    uint32_t mask = 0;
    for (unsigned i = 1; i < ENTRIES; i++)
        for (unsigned j = 0; j < ENTRIES; j++)
            if (j < i) {
                const u1 is = count_lookups ? looked(s, i, j) : later(s, i, j);
                mask |= (uint32_t)((e == j) & is) << i | (uint32_t)((e == i) & !is) << j;
            }
    return mask;
}

/* Was entry i used after entry j? */
static u1 newer(const bypass_cache_state *s, uint32_t i, uint32_t j) {
    return bit(after(s, j, 0), i);
}

/* Three entries, each used after the next, and the last after the first. */
static u1 circle(const bypass_cache_state *s, u32 i, u32 j, u32 k, u1 count_lookups) {
    const uint32_t a = (uint32_t)i % ENTRIES, b = (uint32_t)j % ENTRIES, c = (uint32_t)k % ENTRIES;
    return (u1)(bit(after(s, b, count_lookups), a) & bit(after(s, c, count_lookups), b) &
                bit(after(s, a, count_lookups), c));
}

/* One bit per entry: those that all others were used after, or before. */
static uint32_t oldest(const bypass_cache_state *s) {
    uint32_t mask = UINT32_MAX >> (32 - ENTRIES);
    for (unsigned i = 1; i < ENTRIES; i++)
        for (unsigned j = 0; j < ENTRIES; j++)
            if (j < i)
                mask &= ~((uint32_t)1 << (looked(s, i, j) ? i : j));
    return mask;
}

static uint32_t newest(const bypass_cache_state *s) {
    uint32_t mask = UINT32_MAX >> (32 - ENTRIES);
    for (unsigned i = 1; i < ENTRIES; i++)
        for (unsigned j = 0; j < ENTRIES; j++)
            if (j < i)
                mask &= ~((uint32_t)1 << (later(s, i, j) ? j : i));
    return mask;
}

/* One bit per entry: where the fill of the cycle before goes. */
static uint32_t placed(const bypass_cache_state *s) {
    return s->present | (s->evict ? oldest(s) : 0U);
}

static u1 is_fresh(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    return (u1)(s->fresh & (s->fresh_asid == asid) & (s->fresh_vpn == vpn));
}

/* One bit per entry: those that hold the page, the fill of the cycle before in its place. */
static uint32_t holders_now(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    const uint32_t to = placed(s);
    return (holders(s, asid, vpn) & ~to) | (is_fresh(s, asid, vpn) ? to : 0U);
}

/* ---- The invariants ---- */

u1 bypass_cache_inv(const bypass_cache_state *s) {
    return (u1)((s->ans0_valid | !s->ans0_hit) & (s->ans0_hit == (s->hit0 != 0)) &
                (s->ans1_valid | !s->ans1_hit) & (s->ans1_hit == (s->hit1 != 0)) &
                (s->fresh == (s->evict | (s->present != 0))) & !(s->evict & (s->present != 0)) &
                (s->fresh | ((s->fresh_asid == 0) & (s->fresh_vpn == 0) & (s->fresh_ppn == 0))));
}

/* A lookup hits one entry at most, and a fill finds one at most. */
u1 bypass_cache_inv_once(const bypass_cache_state *s) {
    return (u1)(at_most_one(s->hit0) & at_most_one(s->hit1) & at_most_one(s->present));
}

/* No page is held twice. */
u1 bypass_cache_inv_page(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    return at_most_one(holders(s, asid, vpn));
}

/* A fill that is under way knows which entry holds its page. */
u1 bypass_cache_inv_found(const bypass_cache_state *s) {
    return (u1)(!s->fresh || s->present == holders(s, s->fresh_asid, s->fresh_vpn));
}

/* The order of use goes in no circle, so it is one. */
u1 bypass_cache_inv_circle(const bypass_cache_state *s, u32 i, u32 j, u32 k) {
    return (u1)!circle(s, i, j, k, 0);
}

/* Free entries are older than valid ones. */
u1 bypass_cache_inv_order(const bypass_cache_state *s, u32 i, u32 j) {
    const uint32_t held = (uint32_t)i % ENTRIES;
    const uint32_t free = (uint32_t)j % ENTRIES;
    return (u1)(!s->valid[held] || s->valid[free] || newer(s, held, free));
}

/* What is hit is valid, but just after a flush, when nothing is held or filled. */
u1 bypass_cache_inv_hit(const bypass_cache_state *s, u32 i, u32 j) {
    const uint32_t e = (uint32_t)i % ENTRIES;
    return (u1)(!bit(s->hit0 | s->hit1, e) || s->valid[e] || (!s->valid[(uint32_t)j % ENTRIES] && !s->fresh));
}

/* After reset every register is 0. */
u1 bypass_cache_start_values(const bypass_cache_state *s) {
    u1 right = (u1)(!s->ans0_valid & !s->ans0_hit & (s->hit0 == 0) & !s->ans1_valid & !s->ans1_hit &
                    (s->hit1 == 0) & !s->fresh & !s->evict & (s->present == 0) & (s->fresh_asid == 0) &
                    (s->fresh_vpn == 0) & (s->fresh_ppn == 0));

    for (uint32_t i = 0; i < ENTRIES; i++)
        right = (u1)(right & !s->valid[i] & (s->asid[i] == 0) & (s->vpn[i] == 0) & (s->ppn[i] == 0));
    for (uint32_t r = 0; r < GMMU_BYPASS_ROWS; r++)
        right = (u1)(right & (s->newer[r] == 0));
    return right;
}

u1 bypass_cache_idle(const bypass_cache_state *s, const bypass_cache_in *in) {
    const u1 asked = (u1)(in->lk0_valid | in->lk1_valid | in->fill_valid | in->flush);
    const u1 under_way = (u1)(s->ans0_valid | s->ans0_hit | (s->hit0 != 0) | s->ans1_valid | s->ans1_hit |
                              (s->hit1 != 0) | s->fresh | s->evict | (s->present != 0));
    return (u1)(!asked & !under_way & (s->fresh_asid == 0) & (s->fresh_vpn == 0) & (s->fresh_ppn == 0));
}

#define CYCLE                                                                                                \
    const bypass_cache_state *s, const bypass_cache_in *in, const bypass_cache_out *out,                     \
        const bypass_cache_state *n
#define UNUSED_CYCLE ((void)s, (void)in, (void)out, (void)n)

void bypass_cache_given_inv_once(const bypass_cache_state *s);
void bypass_cache_given_inv_page(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid,
                                 GMMU_U(GMMU_VPN_W) vpn);
void bypass_cache_given_inv_found(const bypass_cache_state *s);
void bypass_cache_given_inv_circle(const bypass_cache_state *s, u32 i, u32 j, u32 k);
void bypass_cache_given_inv_order(const bypass_cache_state *s, u32 i, u32 j);
void bypass_cache_given_inv_hit(const bypass_cache_state *s, u32 i, u32 j);
void bypass_cache_given_lemma_placed_once(CYCLE);
void bypass_cache_given_lemma_circle(CYCLE, u32 i, u32 j, u32 k);
void bypass_cache_given_lemma_last_winner(CYCLE, u32 k);
void bypass_cache_given_lemma_placed(CYCLE);
void bypass_cache_given_lemma_held_once(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn);
void bypass_cache_given_lemma_holder(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn, u32 k);

/* ---- A fill goes to one entry ---- */

u1 bypass_cache_lemma_placed_once(CYCLE) {
    UNUSED_CYCLE;
    bypass_cache_given_inv_once(s);
    return at_most_one(placed(s));
}

/* The lookups leave an order. */
u1 bypass_cache_lemma_circle(CYCLE, u32 i, u32 j, u32 k) {
    UNUSED_CYCLE;
    bypass_cache_given_inv_once(s);
    bypass_cache_given_inv_circle(s, i, j, k);
    return (u1)!circle(s, i, j, k, 1);
}

/* Two by two, then four by four and so on: one bit per entry, the oldest of each group of 2^rounds. */
static uint32_t winners(const bypass_cache_state *s, unsigned rounds) {
    uint32_t mask = UINT32_MAX >> (32 - ENTRIES);
    for (unsigned half = 1; half < (1U << rounds); half *= 2)
        for (unsigned first = 0; first < ENTRIES; first += 2 * half) {
            u1 upper = 0; /* the one of the upper half is the older one */
            for (unsigned i = first + half; i < first + 2 * half; i++)
                for (unsigned j = first; j < first + half; j++)
                    upper = (u1)(upper | (bit(mask, i) & bit(mask, j) & !looked(s, i, j)));
            for (unsigned e = first; e < first + half; e++)
                mask &= ~((uint32_t)1 << (upper ? e : e + half));
        }
    return mask;
}

/* The winner of the group that entry e, which may be a ghost, is in. */
static uint32_t winner(const bypass_cache_state *s, uint32_t e, unsigned rounds) {
    const uint32_t mask = winners(s, rounds);
    uint32_t found = 0;
    for (uint32_t w = 0; w < ENTRIES; w++)
        found |= (w >> rounds == e >> rounds) & bit(mask, w) ? w : 0U;
    return found;
}

/* No entry is older than the last winner. */
u1 bypass_cache_lemma_last_winner(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    uint32_t last = e;
    for (unsigned rounds = 1; 1U << rounds <= ENTRIES; rounds++) {
        const uint32_t next = winner(s, e, rounds);
        bypass_cache_given_lemma_circle(s, in, out, n, e, last, next);
        last = next;
    }
    return (u1)(e == last || bit(after(s, last, 1), e));
}

u1 bypass_cache_lemma_placed(CYCLE) {
    bypass_cache_given_lemma_placed_once(s, in, out, n);
    for (uint32_t e = 0; e < ENTRIES; e++)
        bypass_cache_given_lemma_last_winner(s, in, out, n, e);
    return (u1)(placed(s) != 0 || !s->fresh);
}

/* ---- The order stays one ---- */

void bypass_cache_keeps_circle(CYCLE, u32 i, u32 j, u32 k) {
    bypass_cache_given_lemma_placed_once(s, in, out, n);
    bypass_cache_given_lemma_circle(s, in, out, n, i, j, k);
}

void bypass_cache_keeps_order(CYCLE, u32 i, u32 j) {
    UNUSED_CYCLE;
    bypass_cache_given_inv_order(s, i, j);
    bypass_cache_given_inv_hit(s, j, i);
}

/* One cycle says it. */
void bypass_cache_keeps_hit(CYCLE, u32 i, u32 j) {
    UNUSED_CYCLE;
    (void)i;
    (void)j;
}

/* ---- No page is held twice ---- */

u1 bypass_cache_lemma_held_once(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    bypass_cache_given_inv_page(s, asid, vpn);
    bypass_cache_given_inv_found(s);
    bypass_cache_given_lemma_placed_once(s, in, out, n);
    return at_most_one(holders_now(s, asid, vpn));
}

/* After the cycle a page is where it was, but for a flush. */
u1 bypass_cache_lemma_holder(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    (void)out;
    return (u1)(holds(n, e, asid, vpn) == (bit(holders_now(s, asid, vpn), e) & !in->flush));
}

void bypass_cache_keeps_page(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    bypass_cache_given_lemma_held_once(s, in, out, n, asid, vpn);
    for (uint32_t e = 0; e < ENTRIES; e++)
        bypass_cache_given_lemma_holder(s, in, out, n, asid, vpn, e);
}

void bypass_cache_keeps_once(CYCLE) {
    bypass_cache_given_lemma_held_once(s, in, out, n, in->lk0_asid, in->lk0_vpn);
    bypass_cache_given_lemma_held_once(s, in, out, n, in->lk1_asid, in->lk1_vpn);
    bypass_cache_given_lemma_held_once(s, in, out, n, in->fill_asid, in->fill_vpn);
}

void bypass_cache_keeps_found(CYCLE) {
    for (uint32_t e = 0; e < ENTRIES; e++)
        bypass_cache_given_lemma_holder(s, in, out, n, in->fill_asid, in->fill_vpn, e);
}

/* ---- Properties ---- */

/* After a flush nothing is held, or on its way. */
u1 bypass_cache_prop_flush(CYCLE) {
    u1 held = n->fresh;
    (void)s;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++)
        held = (u1)(held | n->valid[i]);
    return (u1)(!in->flush | !held);
}

/* A fill is under way for a cycle, and finds the entries that hold its page. */
u1 bypass_cache_prop_under_way(CYCLE) {
    const u1 fill = (u1)(in->fill_valid & !in->flush);
    const uint32_t there = fill ? holders_now(s, in->fill_asid, in->fill_vpn) : 0U;
    const u1 same = (u1)((n->fresh_asid == in->fill_asid) & (n->fresh_vpn == in->fill_vpn) &
                         (n->fresh_ppn == in->fill_ppn));
    (void)out;
    return (u1)((n->fresh == fill) & (same | !fill) & (n->present == there));
}

/* Only a fill of its page changes the translation that entry k holds. */
u1 bypass_cache_prop_translation_kept(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    (void)in;
    (void)out;
    return (u1)(!same_page(s, n, e) | (n->ppn[e] == s->ppn[e]) | is_fresh(s, s->asid[e], s->vpn[e]));
}

/* A hit needs an entry of just this address space and page, and such an entry makes a hit. */
u1 bypass_cache_prop_own_space(CYCLE) {
    const uint32_t there0 = in->lk0_valid ? holders_now(s, in->lk0_asid, in->lk0_vpn) : 0U;
    const uint32_t there1 = in->lk1_valid ? holders_now(s, in->lk1_asid, in->lk1_vpn) : 0U;
    (void)out;
    return (u1)((n->hit0 == there0) & (n->hit1 == there1) & (n->ans0_hit == (there0 != 0)) &
                (n->ans1_hit == (there1 != 0)) & (n->ans0_valid == in->lk0_valid) &
                (n->ans1_valid == in->lk1_valid));
}

/* At most one entry matches, whatever is asked. */
u1 bypass_cache_prop_one_match(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    bypass_cache_given_lemma_held_once(s, in, out, n, asid, vpn);
    return at_most_one(holders_now(s, asid, vpn));
}

/* What is hit holds, in the cycle of the answer, the page that was asked for. */
u1 bypass_cache_prop_answer(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 asked0 = (u1)((n->asid[e] == in->lk0_asid) & (n->vpn[e] == in->lk0_vpn));
    const u1 asked1 = (u1)((n->asid[e] == in->lk1_asid) & (n->vpn[e] == in->lk1_vpn));
    (void)s;
    (void)out;
    return (u1)((asked0 | !bit(n->hit0, e)) & (asked1 | !bit(n->hit1, e)));
}

/* The pins show the translation of entry k when it is hit, and 0 when none is. */
u1 bypass_cache_prop_pins(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 right0 = (u1)(bit(s->hit0, e) ? out->a0_ppn == s->ppn[e] : s->hit0 != 0 || out->a0_ppn == 0);
    const u1 right1 = (u1)(bit(s->hit1, e) ? out->a1_ppn == s->ppn[e] : s->hit1 != 0 || out->a1_ppn == 0);
    (void)in;
    (void)n;
    bypass_cache_given_inv_once(s);
    return (u1)(right0 & right1 & (out->a0_valid == s->ans0_valid) & (out->a0_hit == s->ans0_hit) &
                (out->a1_valid == s->ans1_valid) & (out->a1_hit == s->ans1_hit));
}

/* A fill makes its page present with the new translation, as the most recent entry. */
u1 bypass_cache_prop_fill(CYCLE) {
    uint32_t right = 0;
    bypass_cache_given_lemma_placed(s, in, out, n);
    bypass_cache_given_lemma_placed_once(s, in, out, n);
    for (uint32_t e = 0; e < ENTRIES; e++)
        right |= (uint32_t)(holds(n, e, s->fresh_asid, s->fresh_vpn) & (n->ppn[e] == s->fresh_ppn)) << e;
    return (u1)((right & newest(n)) != 0 || in->flush || !s->fresh);
}

/* Of two entries the one that was used later is the newer: port 0, port 1, then the fill. Those that were
 * not used keep their order. */
u1 bypass_cache_prop_uses(CYCLE, u32 i, u32 j) {
    const uint32_t a = (uint32_t)i % ENTRIES, b = (uint32_t)j % ENTRIES, to = placed(s);
    const uint32_t use_a = bit(to, a) ? 3U : bit(s->hit1, a) ? 2U : bit(s->hit0, a);
    const uint32_t use_b = bit(to, b) ? 3U : bit(s->hit1, b) ? 2U : bit(s->hit0, b);
    const u1 later = (u1)(use_a == use_b ? newer(s, a, b) : use_a > use_b);
    bypass_cache_given_inv_once(s);
    bypass_cache_given_lemma_placed_once(s, in, out, n);
    return (u1)(a == b || newer(n, a, b) == later);
}

/* Entry k loses its page only to a flush, or, when the cache is full and no lookup has hit it, to a fill:
 * every other entry was used after it. */
u1 bypass_cache_prop_evicts_oldest(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES, hit = s->hit0 | s->hit1, used = hit | after(s, e, 0);
    const u1 lost = (u1)(s->valid[e] & !in->flush & !same_page(s, n, e));
    u1 oldest_one = (u1)(s->evict & !bit(hit, e));
    (void)out;
    bypass_cache_given_inv_once(s);
    bypass_cache_given_inv_found(s);
    for (uint32_t i = 0; i < ENTRIES; i++) {
        bypass_cache_given_inv_order(s, e, i);
        bypass_cache_given_inv_hit(s, i, e);
        oldest_one = (u1)(oldest_one & ((i == e) | (s->valid[i] & bit(used, i))));
    }
    return (u1)(oldest_one | !lost);
}

/* Entry k takes the page and the translation of a fill when it is the one that holds the page or the one
 * that is given up, and else keeps both; a flush makes it free. */
u1 bypass_cache_prop_entry(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 filled = bit(placed(s), e);
    const u1 kept = (u1)((n->asid[e] == s->asid[e]) & (n->vpn[e] == s->vpn[e]) & (n->ppn[e] == s->ppn[e]));
    const u1 taken =
        (u1)((n->asid[e] == s->fresh_asid) & (n->vpn[e] == s->fresh_vpn) & (n->ppn[e] == s->fresh_ppn));

    (void)out;
    return (u1)((filled ? taken : kept) & (n->valid[e] == ((s->valid[e] | filled) & !in->flush)));
}
