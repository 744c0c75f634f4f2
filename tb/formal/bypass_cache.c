/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What bypass_cache promises. Three invariants hold of every page, every age and every
 * pair of entries; together: a list in order of use without doubles. Their induction
 * goes by small lemmas about one cycle (docs/design/verification.md), because solvers do not
 * find their way through 32 entries at once.
 */
#include "bypass_cache.h"

#define ENTRIES GMMU_BYPASS_ENTRIES

typedef GMMU_U(GMMU_BYPASS_AGE_W) lru_age;

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

/* One bit per entry: those of this age. */
static uint32_t of_age(const bypass_cache_state *s, uint32_t age) {
    uint32_t mask = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        mask |= (uint32_t)((uint32_t)s->age[e] == age) << e;
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

/* ---- The invariants ---- */

u1 bypass_cache_inv(const bypass_cache_state *s) {
    return (u1)((s->ans0_valid | !s->ans0_hit) & (s->ans0_hit | (s->ans0_ppn == 0)) &
                (s->ans1_valid | !s->ans1_hit) & (s->ans1_hit | (s->ans1_ppn == 0)));
}

/* No page is held twice. */
u1 bypass_cache_inv_page(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    return at_most_one(holders(s, asid, vpn));
}

/* Ages are a permutation: each belongs to exactly one entry. */
u1 bypass_cache_inv_age(const bypass_cache_state *s, lru_age age) {
    const uint32_t owners = of_age(s, age);
    return (u1)(at_most_one(owners) & ((owners != 0) == (age < ENTRIES)));
}

/* Free entries are older than valid ones. */
u1 bypass_cache_inv_order(const bypass_cache_state *s, u32 i, u32 j) {
    const uint32_t held = (uint32_t)i % ENTRIES;
    const uint32_t free = (uint32_t)j % ENTRIES;
    return (u1)(!s->valid[held] || s->valid[free] || s->age[held] < s->age[free]);
}

/* After reset every register is 0, but entry i has age i. */
u1 bypass_cache_start_values(const bypass_cache_state *s) {
    u1 right = (u1)(!s->ans0_valid & !s->ans0_hit & (s->ans0_ppn == 0) & !s->ans1_valid & !s->ans1_hit &
                    (s->ans1_ppn == 0));

    for (uint32_t i = 0; i < ENTRIES; i++)
        right = (u1)(right & !s->valid[i] & (s->asid[i] == 0) & (s->vpn[i] == 0) & (s->ppn[i] == 0) &
                     (s->age[i] == i));
    return right;
}

u1 bypass_cache_idle(const bypass_cache_state *s, const bypass_cache_in *in) {
    return (u1) !(in->lk0_valid | in->lk1_valid | in->fill_valid | in->flush | s->ans0_valid | s->ans1_valid);
}

/* ---- The entries used in a cycle ----
 *
 * As the unit has them: what is filled, and what is hit on port 1 and on port 0, an
 * entry at its latest use only; and the ages these entries had. */

#define CYCLE                                                                                                \
    const bypass_cache_state *s, const bypass_cache_in *in, const bypass_cache_out *out,                     \
        const bypass_cache_state *n

void bypass_cache_given_inv_page(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid,
                                 GMMU_U(GMMU_VPN_W) vpn);
void bypass_cache_given_inv_age(const bypass_cache_state *s, lru_age age);
void bypass_cache_given_inv_order(const bypass_cache_state *s, u32 i, u32 j);
void bypass_cache_given_lemma_used_once(CYCLE);
void bypass_cache_given_lemma_ages_read(CYCLE);
void bypass_cache_given_lemma_ages_apart(CYCLE);
void bypass_cache_given_lemma_moved(CYCLE, u32 k);
void bypass_cache_given_lemma_aging(CYCLE, lru_age age, lru_age before);
void bypass_cache_given_lemma_source(CYCLE, lru_age age);
void bypass_cache_given_lemma_heir(CYCLE, lru_age age, u32 k);
void bypass_cache_given_lemma_holder(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn, u32 k);

typedef struct {
    uint32_t fill, port1, port0; /* one bit per entry */
    uint32_t old_fill, old1, old0;
} uses;

static uint32_t read_age(const bypass_cache_state *s, uint32_t mask) {
    uint32_t age = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        age |= bit(mask, e) ? (uint32_t)s->age[e] : 0U;
    return age;
}

static uint32_t oldest(const bypass_cache_state *s, uint32_t hit) {
    return (of_age(s, ENTRIES - 1) & hit) == 0   ? of_age(s, ENTRIES - 1)
           : (of_age(s, ENTRIES - 2) & hit) == 0 ? of_age(s, ENTRIES - 2)
                                                 : of_age(s, ENTRIES - 3);
}

static uses uses_of(const bypass_cache_state *s, const bypass_cache_in *in) {
    const u1 fill = (u1)(in->fill_valid & !in->flush);
    const uint32_t hit0 = in->lk0_valid ? holders(s, in->lk0_asid, in->lk0_vpn) : 0U;
    const uint32_t hit1 = in->lk1_valid ? holders(s, in->lk1_asid, in->lk1_vpn) : 0U;
    const uint32_t present = fill ? holders(s, in->fill_asid, in->fill_vpn) : 0U;
    const uint32_t victim = fill ? oldest(s, hit0 | hit1) : 0U;
    uses u;

    u.fill = present != 0 ? present : victim;
    u.port1 = hit1 & ~u.fill;
    u.port0 = hit0 & ~hit1 & ~u.fill;
    u.old_fill = read_age(s, u.fill);
    u.old1 = read_age(s, u.port1);
    u.old0 = read_age(s, u.port0);
    return u;
}

static uint32_t count(uses u) {
    return (uint32_t)(u.fill != 0) + (uint32_t)(u.port1 != 0) + (uint32_t)(u.port0 != 0);
}

/* Some used entry has this age. */
static u1 in_use(uses u, uint32_t age) {
    return (u1)(((u.fill != 0) & (u.old_fill == age)) | ((u.port1 != 0) & (u.old1 == age)) |
                ((u.port0 != 0) & (u.old0 == age)));
}

u1 bypass_cache_lemma_used_once(CYCLE) {
    const uses u = uses_of(s, in);
    (void)out;
    (void)n;
    bypass_cache_given_inv_page(s, in->lk0_asid, in->lk0_vpn);
    bypass_cache_given_inv_page(s, in->lk1_asid, in->lk1_vpn);
    bypass_cache_given_inv_page(s, in->fill_asid, in->fill_vpn);
    for (unsigned back = 1; back <= 3; back++)
        bypass_cache_given_inv_age(s, (lru_age)(ENTRIES - back));
    return (u1)(at_most_one(u.fill) & at_most_one(u.port1) & at_most_one(u.port0));
}

/* The AND-OR reads give the ages of the used entries. */
u1 bypass_cache_lemma_ages_read(CYCLE) {
    const uses u = uses_of(s, in);
    u1 good = 1;
    bypass_cache_given_lemma_used_once(s, in, out, n);
    for (unsigned e = 0; e < ENTRIES; e++)
        good = (u1)(good & (!bit(u.fill, e) | (s->age[e] == u.old_fill)) &
                    (!bit(u.port1, e) | (s->age[e] == u.old1)) & (!bit(u.port0, e) | (s->age[e] == u.old0)));
    return good;
}

/* Each used entry has an age of its own. */
u1 bypass_cache_lemma_ages_apart(CYCLE) {
    const uses u = uses_of(s, in);
    u1 good = (u1)((u.old_fill < ENTRIES) & (u.old1 < ENTRIES) & (u.old0 < ENTRIES));
    bypass_cache_given_lemma_ages_read(s, in, out, n);
    bypass_cache_given_inv_age(s, (lru_age)u.old_fill);
    bypass_cache_given_inv_age(s, (lru_age)u.old1);
    bypass_cache_given_inv_age(s, (lru_age)u.old0);
    for (unsigned e = 0; e < ENTRIES; e++)
        good = (u1)(good & (bit(u.fill, e) | (u.fill == 0) | (s->age[e] != u.old_fill)) &
                    (bit(u.port1, e) | (u.port1 == 0) | (s->age[e] != u.old1)) &
                    (bit(u.port0, e) | (u.port0 == 0) | (s->age[e] != u.old0)));
    return good;
}

/* ---- Ages stay a permutation ----
 *
 * After the cycle, the first ages belong to the used entries, the latest use first. Any
 * other age belongs to the entry that had its source: the one age, of none that is used,
 * that becomes this one. */

static uint32_t aged(uses u, uint32_t age) {
    return age + (uint32_t)(age < u.old_fill) + (uint32_t)(age < u.old1) + (uint32_t)(age < u.old0);
}

static u1 becomes(uses u, uint32_t before, uint32_t age) {
    return (u1)(!in_use(u, before) && aged(u, before) == age);
}

static uint32_t source(uses u, uint32_t age) {
    for (uint32_t back = 0; back < 3; back++)
        if (age >= back && becomes(u, age - back, age))
            return age - back;
    return age >= 3 ? age - 3 : 0;
}

/* The entry of this age after the cycle. */
static uint32_t heir(const bypass_cache_state *s, uses u, uint32_t age) {
    const uint32_t first = u.fill != 0 ? u.fill : u.port1 != 0 ? u.port1 : u.port0;
    const uint32_t second = u.fill != 0 && u.port1 != 0 ? u.port1 : u.port0;

    if (age >= count(u))
        return age < ENTRIES ? of_age(s, source(u, age)) : 0U;
    return age == 0 ? first : age == 1 ? second : u.port0;
}

/* How entry k ages. */
u1 bypass_cache_lemma_moved(CYCLE, u32 k) {
    const uses u = uses_of(s, in);
    const uint32_t e = (uint32_t)k % ENTRIES;
    const uint32_t before_port0 = (uint32_t)(u.fill != 0) + (uint32_t)(u.port1 != 0);
    const uint32_t age = bit(u.fill, e)    ? 0U
                         : bit(u.port1, e) ? (uint32_t)(u.fill != 0)
                         : bit(u.port0, e) ? before_port0
                                           : aged(u, s->age[e]);
    (void)out;
    return (u1)(n->age[e] == GMMU_WRAP(age, GMMU_BYPASS_AGE_W));
}

/* No age but its source becomes an age. */
u1 bypass_cache_lemma_aging(CYCLE, lru_age age, lru_age before) {
    const uses u = uses_of(s, in);
    const u1 descends = (u1)(age >= count(u) && age < ENTRIES && before == source(u, age));
    bypass_cache_given_lemma_ages_read(s, in, out, n);
    bypass_cache_given_lemma_ages_apart(s, in, out, n);
    return (u1)(becomes(u, before, age) == descends || in_use(u, before) || before >= ENTRIES);
}

u1 bypass_cache_lemma_source(CYCLE, lru_age age) {
    const uses u = uses_of(s, in);
    const u1 free = (u1)(!in_use(u, source(u, age)) && source(u, age) < ENTRIES);
    bypass_cache_given_lemma_ages_read(s, in, out, n);
    bypass_cache_given_lemma_ages_apart(s, in, out, n);
    return (u1)(free || age < count(u) || age >= ENTRIES);
}

u1 bypass_cache_lemma_heir(CYCLE, lru_age age, u32 k) {
    const uses u = uses_of(s, in);
    const uint32_t e = (uint32_t)k % ENTRIES;
    bypass_cache_given_lemma_used_once(s, in, out, n);
    bypass_cache_given_lemma_ages_read(s, in, out, n);
    bypass_cache_given_lemma_ages_apart(s, in, out, n);
    bypass_cache_given_lemma_source(s, in, out, n, age);
    bypass_cache_given_lemma_aging(s, in, out, n, age, s->age[e]);
    bypass_cache_given_lemma_moved(s, in, out, n, k);
    bypass_cache_given_inv_age(s, s->age[e]);
    return (u1)((n->age[e] == age) == bit(heir(s, u, age), e));
}

void bypass_cache_keeps_age(CYCLE, lru_age age) {
    const uses u = uses_of(s, in);
    bypass_cache_given_lemma_used_once(s, in, out, n);
    bypass_cache_given_lemma_source(s, in, out, n, age);
    bypass_cache_given_inv_age(s, (lru_age)source(u, age));
    for (uint32_t e = 0; e < ENTRIES; e++)
        bypass_cache_given_lemma_heir(s, in, out, n, age, e);
}

/* ---- No page is held twice, and free entries stay the oldest ---- */

/* After the cycle a page is where it was, but for the fill. */
u1 bypass_cache_lemma_holder(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn, u32 k) {
    const uses u = uses_of(s, in);
    const u1 filled = (u1)(in->fill_valid & (in->fill_asid == asid) & (in->fill_vpn == vpn));
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 held = filled ? bit(u.fill, e) : (u1)(holds(s, e, asid, vpn) && !bit(u.fill, e));
    (void)out;
    return (u1)(holds(n, e, asid, vpn) == (held && !in->flush));
}

void bypass_cache_keeps_page(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    bypass_cache_given_inv_page(s, asid, vpn);
    bypass_cache_given_lemma_used_once(s, in, out, n);
    for (uint32_t e = 0; e < ENTRIES; e++)
        bypass_cache_given_lemma_holder(s, in, out, n, asid, vpn, e);
}

void bypass_cache_keeps_order(CYCLE, u32 i, u32 j) {
    const uint32_t held = (uint32_t)i % ENTRIES;
    const uint32_t free = (uint32_t)j % ENTRIES;
    bypass_cache_given_inv_order(s, i, j);
    bypass_cache_given_lemma_ages_read(s, in, out, n);
    bypass_cache_given_lemma_ages_apart(s, in, out, n);
    bypass_cache_given_lemma_moved(s, in, out, n, i);
    bypass_cache_given_lemma_moved(s, in, out, n, j);
    bypass_cache_given_inv_age(s, s->age[held]);
    bypass_cache_given_inv_age(s, s->age[free]);
}

/* ---- Properties ---- */

/* After a flush nothing is held. */
u1 bypass_cache_prop_flush(CYCLE) {
    u1 held = 0;
    (void)s;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++)
        held = (u1)(held | n->valid[i]);
    return (u1)(!in->flush | !held);
}

/* Only a fill of its page changes the translation that entry k holds. */
u1 bypass_cache_prop_translation_kept(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    (void)out;
    return (u1)(!same_page(s, n, e) | (n->ppn[e] == s->ppn[e]) |
                (in->fill_valid & holds(s, e, in->fill_asid, in->fill_vpn)));
}

/* A hit needs a valid entry of just this address space and page, and such an entry makes a hit. */
u1 bypass_cache_prop_own_space(CYCLE) {
    u1 there0 = 0;
    u1 there1 = 0;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++) {
        there0 = (u1)(there0 | holds(s, i, in->lk0_asid, in->lk0_vpn));
        there1 = (u1)(there1 | holds(s, i, in->lk1_asid, in->lk1_vpn));
    }
    return (u1)((n->ans0_hit == (in->lk0_valid & there0)) & (n->ans1_hit == (in->lk1_valid & there1)) &
                (n->ans0_valid == in->lk0_valid) & (n->ans1_valid == in->lk1_valid));
}

/* At most one entry matches, whatever is asked. */
u1 bypass_cache_prop_one_match(CYCLE, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    (void)in;
    (void)out;
    (void)n;
    bypass_cache_given_inv_page(s, asid, vpn);
    return at_most_one(holders(s, asid, vpn));
}

static u1 right_page(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn, u1 hit,
                     GMMU_U(GMMU_PPN_W) ppn) {
    u1 right = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        right = (u1)(right | (holds(s, e, asid, vpn) & (s->ppn[e] == ppn)));
    return (u1)(hit ? right : (ppn == 0));
}

/* What a hit answers is the physical page held for this address space and page. */
u1 bypass_cache_prop_answer(CYCLE) {
    (void)out;
    bypass_cache_given_inv_page(s, in->lk0_asid, in->lk0_vpn);
    bypass_cache_given_inv_page(s, in->lk1_asid, in->lk1_vpn);
    return (u1)(right_page(s, in->lk0_asid, in->lk0_vpn, n->ans0_hit, n->ans0_ppn) &
                right_page(s, in->lk1_asid, in->lk1_vpn, n->ans1_hit, n->ans1_ppn));
}

/* A fill makes its page present with the new translation, as the most recent entry. */
u1 bypass_cache_prop_fill(CYCLE) {
    u1 newest = 0;
    (void)out;
    for (unsigned back = 1; back <= 3; back++)
        bypass_cache_given_inv_age(s, (lru_age)(ENTRIES - back));
    for (unsigned e = 0; e < ENTRIES; e++)
        newest = (u1)(newest | (holds(n, e, in->fill_asid, in->fill_vpn) & (n->ppn[e] == in->fill_ppn) &
                                (n->age[e] == 0)));
    return (u1)(newest | in->flush | !in->fill_valid);
}

/* Entry e is used in this cycle by a hit or by a fill that finds it. */
static u1 asked(const bypass_cache_state *s, const bypass_cache_in *in, unsigned e) {
    return (u1)((in->lk0_valid & holds(s, e, in->lk0_asid, in->lk0_vpn)) |
                (in->lk1_valid & holds(s, e, in->lk1_asid, in->lk1_vpn)) |
                (in->fill_valid & holds(s, e, in->fill_asid, in->fill_vpn)));
}

/* Entry k loses its page only to a flush, or, when the cache is full and it is not used in
 * this very cycle, to a fill: every other entry is younger or used in this cycle. */
u1 bypass_cache_prop_evicts_oldest(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 lost = (u1)(s->valid[e] & !in->flush & !same_page(s, n, e));
    u1 oldest_one = (u1)(in->fill_valid & !asked(s, in, e));
    (void)out;
    bypass_cache_given_inv_page(s, in->lk0_asid, in->lk0_vpn);
    bypass_cache_given_inv_page(s, in->lk1_asid, in->lk1_vpn);
    for (unsigned back = 1; back <= 3; back++)
        bypass_cache_given_inv_age(s, (lru_age)(ENTRIES - back));
    for (uint32_t i = 0; i < ENTRIES; i++) {
        bypass_cache_given_inv_age(s, s->age[i]);
        bypass_cache_given_inv_order(s, e, i);
        oldest_one =
            (u1)(oldest_one & ((i == e) | (s->valid[i] & ((s->age[i] < s->age[e]) | asked(s, in, i)))));
    }
    return (u1)(oldest_one | !lost);
}

/* Entry k takes the page and the translation of a fill when it is the one that holds the page or the one
 * that is given up, and else keeps both; a flush makes it free. */
u1 bypass_cache_prop_entry(CYCLE, u32 k) {
    const uses u = uses_of(s, in);
    const uint32_t e = (uint32_t)k % ENTRIES;
    const u1 filled = bit(u.fill, e);
    const u1 kept = (u1)((n->asid[e] == s->asid[e]) & (n->vpn[e] == s->vpn[e]) & (n->ppn[e] == s->ppn[e]));
    const u1 taken =
        (u1)((n->asid[e] == in->fill_asid) & (n->vpn[e] == in->fill_vpn) & (n->ppn[e] == in->fill_ppn));

    (void)out;
    return (u1)((filled ? taken : kept) & (n->valid[e] == ((s->valid[e] | filled) & !in->flush)));
}

/* The pins show the answers. */
u1 bypass_cache_prop_pins(CYCLE) {
    (void)in;
    (void)n;
    return (u1)((out->a0_valid == s->ans0_valid) & (out->a0_hit == s->ans0_hit) &
                (out->a0_ppn == s->ans0_ppn) & (out->a1_valid == s->ans1_valid) &
                (out->a1_hit == s->ans1_hit) & (out->a1_ppn == s->ans1_ppn));
}
