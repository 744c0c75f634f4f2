/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What two_size_tlb promises. Each array is a list in the order of use, so what an entry is after a cycle
 * follows from where it stands. An array is seen here as one bit per entry: those that hold a page (p.base,
 * p.large).
 */
#include "two_size_tlb.h"

#define BASE  GMMU_TLB_BASE
#define WAYS  GMMU_TLB_WAYS
#define LARGE GMMU_TLB_LARGE
#define SHIFT (GMMU_VPN_W - GMMU_LARGE_VPN_W)

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page;

#define CYCLE                                                                                                \
    const two_size_tlb_state *s, const two_size_tlb_in *in, const two_size_tlb_out *out,                     \
        const two_size_tlb_state *n

static u1 base_holds(const two_size_tlb_state *s, unsigned i, space asid, page vpn) {
    return (u1)(s->base_valid[i] & (s->base_asid[i] == asid) & (s->base_vpn[i] == vpn));
}

static u1 large_holds(const two_size_tlb_state *s, unsigned i, space asid, page vpn) {
    return (u1)(s->large_valid[i] & (s->large_asid[i] == asid) & (s->large_vpn[i] == vpn >> SHIFT));
}

static u1 base_held(const two_size_tlb_state *s, space asid, page vpn) {
    u1 held = 0;
    for (unsigned i = 0; i < BASE; i++)
        held = (u1)(held | base_holds(s, i, asid, vpn));
    return held;
}

static u1 large_held(const two_size_tlb_state *s, space asid, page vpn) {
    u1 held = 0;
    for (unsigned i = 0; i < LARGE; i++)
        held = (u1)(held | large_holds(s, i, asid, vpn));
    return held;
}

/* Does this cycle invalidate the base page, or the large page, of this number? */
static u1 base_dropped(const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->inv_all |
                ((in->inv_asid == asid) & (in->inv_space | (in->inv_base & (in->inv_vpn == vpn)))));
}

static u1 large_dropped(const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->inv_all | ((in->inv_asid == asid) &
                               (in->inv_space | (in->inv_large & (in->inv_vpn >> SHIFT == vpn >> SHIFT)))));
}

/* Is it this page that is filled, and not invalidated in the same cycle? */
static u1 base_fill(const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->fill_valid & !in->fill_large & (in->fill_asid == asid) & (in->fill_vpn == vpn) &
                !base_dropped(in, asid, vpn));
}

static u1 large_fill(const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->fill_valid & in->fill_large & (in->fill_asid == asid) &
                (in->fill_vpn >> SHIFT == vpn >> SHIFT) & !large_dropped(in, asid, vpn));
}

/* Is it this page that is looked up? */
static u1 large_hit(const two_size_tlb_state *s, const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->lk_valid & (in->lk_asid == asid) & (in->lk_vpn >> SHIFT == vpn >> SHIFT) &
                large_held(s, asid, vpn) & !large_dropped(in, asid, vpn));
}

static u1 base_hit(const two_size_tlb_state *s, const two_size_tlb_in *in, space asid, page vpn) {
    return (u1)(in->lk_valid & (in->lk_asid == asid) & (in->lk_vpn == vpn) & base_held(s, asid, vpn) &
                !base_dropped(in, asid, vpn) & !large_hit(s, in, asid, vpn));
}

/* ---- The invariants ---- */

/* An answer that is not valid is no hit, one that is no hit shows frame 0 and no large entry. */
u1 two_size_tlb_inv(const two_size_tlb_state *s) {
    return (u1)((s->ans_valid | !s->ans_hit) & (s->ans_hit | ((s->ans_ppn == 0) & !s->ans_large)));
}

/* A base entry stands in the set of its page. */
u1 two_size_tlb_inv_home(const two_size_tlb_state *s, u32 k) {
    const uint32_t i = (uint32_t)k % BASE;
    return (u1)(!s->base_valid[i] | (((uint64_t)s->base_vpn[i] & (GMMU_TLB_SETS - 1U)) == i / WAYS));
}

/* No page is held twice by base entries. */
u1 two_size_tlb_inv_base(const two_size_tlb_state *s, space asid, page vpn) {
    u1 seen = 0;
    u1 twice = 0;
    for (unsigned i = 0; i < BASE; i++) {
        twice = (u1)(twice | (seen & base_holds(s, i, asid, vpn)));
        seen = (u1)(seen | base_holds(s, i, asid, vpn));
    }
    return (u1)!twice;
}

/* No page is held twice by large entries. */
u1 two_size_tlb_inv_large(const two_size_tlb_state *s, space asid, page vpn) {
    u1 seen = 0;
    u1 twice = 0;
    for (unsigned i = 0; i < LARGE; i++) {
        twice = (u1)(twice | (seen & large_holds(s, i, asid, vpn)));
        seen = (u1)(seen | large_holds(s, i, asid, vpn));
    }
    return (u1)!twice;
}

void two_size_tlb_given_inv_home(const two_size_tlb_state *s, u32 k);
void two_size_tlb_given_inv_base(const two_size_tlb_state *s, space asid, page vpn);
void two_size_tlb_given_inv_large(const two_size_tlb_state *s, space asid, page vpn);

/* What the cycle looks up and fills is held once, where it belongs. */
static void given_uses(const two_size_tlb_state *s, const two_size_tlb_in *in) {
    two_size_tlb_given_inv_base(s, in->lk_asid, in->lk_vpn);
    two_size_tlb_given_inv_base(s, in->fill_asid, in->fill_vpn);
    two_size_tlb_given_inv_large(s, in->lk_asid, in->lk_vpn);
    two_size_tlb_given_inv_large(s, in->fill_asid, in->fill_vpn);
}

static void given_homes(const two_size_tlb_state *s) {
    for (uint32_t i = 0; i < BASE; i++)
        two_size_tlb_given_inv_home(s, i);
}

void two_size_tlb_keeps_home(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % BASE;
    (void)in;
    (void)out;
    (void)n;
    two_size_tlb_given_inv_home(s, i);
    two_size_tlb_given_inv_home(s, i % WAYS < 1 ? i : i - 1);
    two_size_tlb_given_inv_home(s, i % WAYS < 2 ? i : i - 2);
}

void two_size_tlb_keeps_base(CYCLE, space asid, page vpn) {
    (void)out;
    (void)n;
    given_uses(s, in);
    given_homes(s);
    two_size_tlb_given_inv_base(s, asid, vpn);
}

void two_size_tlb_keeps_large(CYCLE, space asid, page vpn) {
    (void)out;
    (void)n;
    given_uses(s, in);
    two_size_tlb_given_inv_large(s, asid, vpn);
}

/* After reset every register is 0. */
u1 two_size_tlb_start_zero(const two_size_tlb_state *s) {
    u1 zero = (u1)(!s->ans_valid & !s->ans_hit & !s->ans_large & (s->ans_ppn == 0) & !s->ans_dropped);
    for (unsigned i = 0; i < BASE; i++)
        zero = (u1)(zero & !s->base_valid[i] & (s->base_asid[i] == 0) & (s->base_vpn[i] == 0) &
                    (s->base_ppn[i] == 0));
    for (unsigned i = 0; i < LARGE; i++)
        zero = (u1)(zero & !s->large_valid[i] & (s->large_asid[i] == 0) & (s->large_vpn[i] == 0) &
                    (s->large_ppn[i] == 0));
    return zero;
}

u1 two_size_tlb_idle(const two_size_tlb_state *s, const two_size_tlb_in *in) {
    return (u1) !(in->lk_valid | in->fill_valid | in->inv_base | in->inv_large | in->inv_space | in->inv_all |
                  s->ans_valid | s->ans_dropped);
}

/* ---- Answers ---- */

/* A hit needs a valid entry of exactly this address space and page that is not invalidated in the cycle, and
 * such an entry makes a hit: no entry answers for another ASID. A large entry answers first. */
u1 two_size_tlb_prop_own_space(CYCLE) {
    const u1 large = large_hit(s, in, in->lk_asid, in->lk_vpn);
    const u1 base = base_hit(s, in, in->lk_asid, in->lk_vpn);
    (void)out;
    given_homes(s);
    return (u1)((n->ans_valid == in->lk_valid) & (n->ans_large == large) & (n->ans_hit == (base | large)));
}

/* At most one entry of each array matches, whatever is asked. */
u1 two_size_tlb_prop_one_match(CYCLE, space asid, page vpn) {
    (void)in;
    (void)out;
    (void)n;
    two_size_tlb_given_inv_base(s, asid, vpn);
    two_size_tlb_given_inv_large(s, asid, vpn);
    return (u1)(two_size_tlb_inv_base(s, asid, vpn) & two_size_tlb_inv_large(s, asid, vpn));
}

/* A hit answers with the frame of the entry; a large entry gives the upper bits, the page asked for the
 * lower. */
u1 two_size_tlb_prop_answer(CYCLE) {
    const uint64_t ppn = (uint64_t)n->ans_ppn;
    u1 base = 0;
    u1 large = 0;
    (void)out;
    given_uses(s, in);
    given_homes(s);
    for (unsigned i = 0; i < BASE; i++)
        base = (u1)(base | (base_holds(s, i, in->lk_asid, in->lk_vpn) & (s->base_ppn[i] == n->ans_ppn)));
    for (unsigned i = 0; i < LARGE; i++)
        large =
            (u1)(large | (large_holds(s, i, in->lk_asid, in->lk_vpn) & (s->large_ppn[i] == ppn >> SHIFT)));
    large = (u1)(large & (GMMU_WRAP(ppn, SHIFT) == GMMU_WRAP(in->lk_vpn, SHIFT)));
    return (u1)(n->ans_large ? large : n->ans_hit ? base : (ppn == 0));
}

/* ---- Invalidations ---- */

/* A splintered page does not answer from the large array from the cycle of its invalidation on: a lookup of
 * that very cycle is not answered by it, and no large entry holds it afterwards. */
u1 two_size_tlb_prop_splintered(CYCLE, page vpn) {
    const u1 splintered = (u1)(in->inv_large & (in->inv_vpn >> SHIFT == vpn >> SHIFT));
    const u1 asked = (u1)(in->lk_valid & (in->lk_asid == in->inv_asid) & (in->lk_vpn == vpn));
    (void)s;
    (void)out;
    return (u1)(!splintered | (!large_held(n, in->inv_asid, vpn) & !(asked & n->ans_large)));
}

/* What is invalidated is gone, whatever is filled in the same cycle. */
u1 two_size_tlb_prop_invalidated(CYCLE, space asid, page vpn) {
    (void)s;
    (void)out;
    return (u1)((!base_dropped(in, asid, vpn) | !base_held(n, asid, vpn)) &
                (!large_dropped(in, asid, vpn) | !large_held(n, asid, vpn)));
}

/* The answer to an invalidation tells whether an entry was dropped. */
u1 two_size_tlb_prop_dropped(CYCLE) {
    u1 dropped = 0;
    (void)out;
    for (unsigned i = 0; i < BASE; i++)
        dropped = (u1)(dropped | (s->base_valid[i] & base_dropped(in, s->base_asid[i], s->base_vpn[i])));
    for (unsigned i = 0; i < LARGE; i++)
        dropped =
            (u1)(dropped | (s->large_valid[i] &
                            large_dropped(in, s->large_asid[i], (page)((uint64_t)s->large_vpn[i] << SHIFT))));
    return (u1)(n->ans_dropped == dropped);
}

/* ---- Fills, and what is held ---- */

/* What an entry holds after the cycle was filled, or looked up, or held by one of the entries around. */
u1 two_size_tlb_lemma_base_from(CYCLE, space asid, page vpn, u32 k) {
    const uint32_t i = (uint32_t)k % BASE;
    const uint32_t w = i % WAYS;
    u1 near = base_holds(s, i, asid, vpn);
    (void)out;
    near = (u1)(near | (w >= 1 ? base_holds(s, w >= 1 ? i - 1 : i, asid, vpn) : (u1)0));
    near = (u1)(near | (w >= 2 ? base_holds(s, w >= 2 ? i - 2 : i, asid, vpn) : (u1)0));
    return (u1)(!base_holds(n, i, asid, vpn) | near | base_fill(in, asid, vpn) | base_hit(s, in, asid, vpn));
}

u1 two_size_tlb_lemma_large_from(CYCLE, space asid, page vpn, u32 k) {
    const uint32_t i = (uint32_t)k % LARGE;
    u1 near = large_holds(s, i, asid, vpn);
    (void)out;
    near = (u1)(near | (i >= 1 ? large_holds(s, i >= 1 ? i - 1 : i, asid, vpn) : (u1)0));
    near = (u1)(near | (i >= 2 ? large_holds(s, i >= 2 ? i - 2 : i, asid, vpn) : (u1)0));
    return (u1)(!large_holds(n, i, asid, vpn) | near | large_fill(in, asid, vpn) |
                large_hit(s, in, asid, vpn));
}

void two_size_tlb_given_lemma_base_from(CYCLE, space asid, page vpn, u32 k);
void two_size_tlb_given_lemma_large_from(CYCLE, space asid, page vpn, u32 k);

/* A page enters an array only by a fill of just this page: nothing that was dropped comes back by itself. */
u1 two_size_tlb_prop_only_filled(CYCLE, space asid, page vpn) {
    for (uint32_t i = 0; i < BASE; i++)
        two_size_tlb_given_lemma_base_from(s, in, out, n, asid, vpn, i);
    for (uint32_t i = 0; i < LARGE; i++)
        two_size_tlb_given_lemma_large_from(s, in, out, n, asid, vpn, i);
    return (u1)((!base_held(n, asid, vpn) | base_held(s, asid, vpn) | base_fill(in, asid, vpn)) &
                (!large_held(n, asid, vpn) | large_held(s, asid, vpn) | large_fill(in, asid, vpn)));
}

/* A fill makes its page the newest of its set, or of the large array, with the new frame. */
u1 two_size_tlb_prop_fill(CYCLE) {
    u1 base = 0;
    (void)s;
    (void)out;
    for (unsigned i = 0; i < BASE; i += WAYS)
        base =
            (u1)(base | (base_holds(n, i, in->fill_asid, in->fill_vpn) & (n->base_ppn[i] == in->fill_ppn)));
    return (
        u1)((!base_fill(in, in->fill_asid, in->fill_vpn) | base) &
            (!large_fill(in, in->fill_asid, in->fill_vpn) |
             (large_holds(n, 0, in->fill_asid, in->fill_vpn) & (n->large_ppn[0] == in->fill_ppn >> SHIFT))));
}

/* Only a fill of its page changes the frame that a base entry gives, and none moves it into another set. */
u1 two_size_tlb_prop_base_frame(CYCLE, u32 k, u32 l) {
    const uint32_t i = (uint32_t)k % BASE;
    const uint32_t j = (uint32_t)l % BASE;
    const u1 same = (u1)(s->base_valid[i] & n->base_valid[j] & (s->base_asid[i] == n->base_asid[j]) &
                         (s->base_vpn[i] == n->base_vpn[j]));
    (void)out;
    two_size_tlb_given_inv_base(s, s->base_asid[i], s->base_vpn[i]);
    given_uses(s, in);
    two_size_tlb_given_inv_home(s, i);
    return (u1)(!same | base_fill(in, s->base_asid[i], s->base_vpn[i]) |
                ((n->base_ppn[j] == s->base_ppn[i]) & (i / WAYS == j / WAYS)));
}

/* Only a fill of its page changes the frame that a large entry gives. */
u1 two_size_tlb_prop_large_frame(CYCLE, u32 k, u32 l) {
    const uint32_t i = (uint32_t)k % LARGE;
    const uint32_t j = (uint32_t)l % LARGE;
    const u1 same = (u1)(s->large_valid[i] & n->large_valid[j] & (s->large_asid[i] == n->large_asid[j]) &
                         (s->large_vpn[i] == n->large_vpn[j]));
    const page vpn = (page)((uint64_t)s->large_vpn[i] << SHIFT);
    (void)out;
    two_size_tlb_given_inv_large(s, s->large_asid[i], vpn);
    given_uses(s, in);
    return (u1)(!same | large_fill(in, s->large_asid[i], vpn) | (n->large_ppn[j] == s->large_ppn[i]));
}

/* ---- True LRU ----
 *
 * With the order of a list as the order of use: what is used comes before all others (fill, then lookup), the
 * others keep their order, and what goes is the last of a full list. */

/* A base entry that is neither invalidated nor filled is lost only to the fill of another page of its set,
 * when all of the set is valid and the entry is the last one that is not looked up. */
u1 two_size_tlb_prop_base_evicts(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % BASE;
    const uint32_t first = i / WAYS * WAYS;
    const space asid = s->base_asid[i];
    const page vpn = s->base_vpn[i];
    const u1 lost = (u1)(s->base_valid[i] & !base_dropped(in, asid, vpn) & !base_held(n, asid, vpn));
    u1 oldest = (u1)(in->fill_valid & !in->fill_large & !base_held(s, in->fill_asid, in->fill_vpn) &
                     !base_hit(s, in, asid, vpn));
    (void)out;
    given_uses(s, in);
    two_size_tlb_given_inv_base(s, asid, vpn);
    given_homes(s);
    for (uint32_t w = 0; w < WAYS; w++) {
        const uint32_t j = first + w;
        const space other = s->base_asid[j];
        const page number = s->base_vpn[j];
        oldest = (u1)(oldest & s->base_valid[j] & !base_dropped(in, other, number) &
                      ((j <= i) | base_hit(s, in, other, number)));
    }
    return (u1)(!lost | oldest);
}

/* The same of the large array. */
u1 two_size_tlb_prop_large_evicts(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % LARGE;
    const space asid = s->large_asid[i];
    const page vpn = (page)((uint64_t)s->large_vpn[i] << SHIFT);
    const u1 lost = (u1)(s->large_valid[i] & !large_dropped(in, asid, vpn) & !large_held(n, asid, vpn));
    u1 oldest = (u1)(in->fill_valid & in->fill_large & !large_held(s, in->fill_asid, in->fill_vpn) &
                     !large_hit(s, in, asid, vpn));
    (void)out;
    given_uses(s, in);
    two_size_tlb_given_inv_large(s, asid, vpn);
    for (uint32_t j = 0; j < LARGE; j++) {
        const space other = s->large_asid[j];
        const page number = (page)((uint64_t)s->large_vpn[j] << SHIFT);
        oldest = (u1)(oldest & s->large_valid[j] & !large_dropped(in, other, number) &
                      ((j <= i) | large_hit(s, in, other, number)));
    }
    return (u1)(!lost | oldest);
}

/* Two base entries i and j of a set, i used later than j, stand at n's places a and b in the same order,
 * unless j is looked up or filled; and i does so even then, if it is filled, or j only looked up and i too.
 */
u1 two_size_tlb_prop_base_order(CYCLE, u32 k, u32 l, u32 a, u32 b) {
    const uint32_t i = (uint32_t)k % BASE;
    const uint32_t j = (uint32_t)l % BASE;
    const uint32_t x = (uint32_t)a % BASE;
    const uint32_t y = (uint32_t)b % BASE;
    const u1 there = (u1)(s->base_valid[i] & s->base_valid[j] & (i / WAYS == j / WAYS) & (i < j) &
                          base_holds(n, x, s->base_asid[i], s->base_vpn[i]) &
                          base_holds(n, y, s->base_asid[j], s->base_vpn[j]));
    const u1 filled = base_fill(in, s->base_asid[i], s->base_vpn[i]);
    const u1 later = (u1)(base_fill(in, s->base_asid[j], s->base_vpn[j]) |
                          (base_hit(s, in, s->base_asid[j], s->base_vpn[j]) & !filled));
    (void)out;
    given_uses(s, in);
    two_size_tlb_given_inv_base(s, s->base_asid[i], s->base_vpn[i]);
    two_size_tlb_given_inv_base(s, s->base_asid[j], s->base_vpn[j]);
    two_size_tlb_given_inv_home(s, i);
    two_size_tlb_given_inv_home(s, j);
    return (u1)(!there | ((x < y) == !later));
}

/* The same of the large array. */
u1 two_size_tlb_prop_large_order(CYCLE, u32 k, u32 l, u32 a, u32 b) {
    const uint32_t i = (uint32_t)k % LARGE;
    const uint32_t j = (uint32_t)l % LARGE;
    const uint32_t x = (uint32_t)a % LARGE;
    const uint32_t y = (uint32_t)b % LARGE;
    const page first = (page)((uint64_t)s->large_vpn[i] << SHIFT);
    const page second = (page)((uint64_t)s->large_vpn[j] << SHIFT);
    const u1 there =
        (u1)(s->large_valid[i] & s->large_valid[j] & (i < j) & large_holds(n, x, s->large_asid[i], first) &
             large_holds(n, y, s->large_asid[j], second));
    const u1 filled = large_fill(in, s->large_asid[i], first);
    const u1 later = (u1)(large_fill(in, s->large_asid[j], second) |
                          (large_hit(s, in, s->large_asid[j], second) & !filled));
    (void)out;
    given_uses(s, in);
    two_size_tlb_given_inv_large(s, s->large_asid[i], first);
    two_size_tlb_given_inv_large(s, s->large_asid[j], second);
    return (u1)(!there | ((x < y) == !later));
}

/* The pins show the answers. */
u1 two_size_tlb_prop_pins(CYCLE) {
    (void)in;
    (void)n;
    return (u1)((out->a_valid == s->ans_valid) & (out->a_hit == s->ans_hit) & (out->a_large == s->ans_large) &
                (out->a_ppn == s->ans_ppn) & (out->a_dropped == s->ans_dropped));
}
