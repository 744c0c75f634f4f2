/*
 * What bypass_cache promises. That ages and pages differ needs an invariant over all
 * pairs of entries, which solvers master at up to 8 entries (make prove
 * UNIT=bypass_cache PROVE_PARAMS=GMMU_BYPASS_ENTRIES=8). At any size, its induction step
 * is proved for two free entries, and what rests on it has it as its premise.
 */
#include "bypass_cache.h"

#define ENTRIES GMMU_BYPASS_ENTRIES
#define DEEP    (ENTRIES <= 8)

static u1 holds(const bypass_cache_state *s, unsigned i, u9 asid, u36 vpn) {
    return (u1)(s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn));
}

static u1 same_page(const bypass_cache_state *a, const bypass_cache_state *b, unsigned i) {
    return (u1)(a->valid[i] & b->valid[i] & (a->asid[i] == b->asid[i]) & (a->vpn[i] == b->vpn[i]));
}

static u1 answers_tidy(const bypass_cache_state *s) {
    return (u1)((s->ans0_valid | !s->ans0_hit) & (s->ans0_hit | (s->ans0_ppn == 0)) &
                (s->ans1_valid | !s->ans1_hit) & (s->ans1_hit | (s->ans1_ppn == 0)));
}

u1 bypass_cache_idle(const bypass_cache_state *s, const bypass_cache_in *in) {
    return (u1) !(in->lk0_valid | in->lk1_valid | in->fill_valid | in->flush | s->ans0_valid | s->ans1_valid);
}

/* After a flush nothing is held. */
u1 bypass_cache_prop_flush(const bypass_cache_state *s, const bypass_cache_in *in,
                           const bypass_cache_out *out, const bypass_cache_state *n) {
    u1 held = 0;
    (void)s;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++)
        held = (u1)(held | n->valid[i]);
    return (u1)(!in->flush | !held);
}

/* Only a fill of its page changes the translation that entry k holds. */
u1 bypass_cache_prop_translation_kept(const bypass_cache_state *s, const bypass_cache_in *in,
                                      const bypass_cache_out *out, const bypass_cache_state *n, u32 k) {
    u1 good = 1;
    (void)out;
    for (unsigned e = 0; e < ENTRIES; e++)
        good = (u1)(good & ((e != k) | !same_page(s, n, e) | (n->ppn[e] == s->ppn[e]) |
                            (in->fill_valid & holds(s, e, in->fill_asid, in->fill_vpn))));
    return good;
}

/* A hit needs a valid entry of just this address space and page, and such an entry makes a hit. */
u1 bypass_cache_prop_own_space(const bypass_cache_state *s, const bypass_cache_in *in,
                               const bypass_cache_out *out, const bypass_cache_state *n) {
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

/* ---- The order and uniqueness of entries, at any size ----
 *
 * Two facts hold of every two entries in every reachable state: their ages differ,
 * and they do not hold the same page. They hold after reset (age = index, nothing
 * valid). Below is the induction step for two free entries i and j, whose premise is
 * the same facts in the state before: of these two, and (as "at most one") of the
 * entries that are looked up, refreshed or oldest. Ages of 5 bits that all differ are
 * a permutation by counting. */

typedef struct {
    uint32_t i, j;
} pair;

static pair pair_of(u32 k) {
    const pair p = {(uint32_t)k % ENTRIES, (uint32_t)k / ENTRIES % ENTRIES};
    return p;
}

static u1 at_most_one(uint32_t mask) {
    return (u1)((mask & (mask - 1U)) == 0);
}

static uint32_t holders(const bypass_cache_state *s, u9 asid, u36 vpn) {
    uint32_t mask = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        mask |= (uint32_t)holds(s, e, asid, vpn) << e;
    return mask;
}

static uint32_t of_age(const bypass_cache_state *s, uint32_t age) {
    uint32_t mask = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        mask |= (uint32_t)((uint32_t)s->age[e] == age) << e;
    return mask;
}

/* The age of the one entry in the mask is its alone. */
static u1 own_age(const bypass_cache_state *s, uint32_t mask) {
    uint32_t age = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        age |= ((mask >> e) & 1U) ? (uint32_t)s->age[e] : 0U;
    return at_most_one(of_age(s, age));
}

/* What is looked up or filled is held at most once, under an age of its own, and the
 * three oldest ages are not met twice. */
static u1 premise(const bypass_cache_state *s, const bypass_cache_in *in) {
    const uint32_t hit0 = holders(s, in->lk0_asid, in->lk0_vpn);
    const uint32_t hit1 = holders(s, in->lk1_asid, in->lk1_vpn);
    const uint32_t present = holders(s, in->fill_asid, in->fill_vpn);

    return (u1)(at_most_one(hit0) & at_most_one(hit1) & at_most_one(present) & own_age(s, hit0) &
                own_age(s, hit1) & own_age(s, present) & at_most_one(of_age(s, ENTRIES - 1)) &
                at_most_one(of_age(s, ENTRIES - 2)) & at_most_one(of_age(s, ENTRIES - 3)));
}

static u1 pages_differ(const bypass_cache_state *s, pair p) {
    return (u1) !(s->valid[p.i] & holds(s, p.j, s->asid[p.i], s->vpn[p.i]));
}

/* Uniqueness of pages carries over, so at most one entry ever matches. */
u1 bypass_cache_prop_pages_step(const bypass_cache_state *s, const bypass_cache_in *in,
                                const bypass_cache_out *out, const bypass_cache_state *n, u32 k) {
    const pair p = pair_of(k);
    (void)out;
    return (u1)(pages_differ(n, p) | (p.i == p.j) | !(premise(s, in) & pages_differ(s, p)));
}

static u1 right_page(const bypass_cache_state *s, u9 asid, u36 vpn, u1 hit, u28 ppn) {
    u1 right = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        right = (u1)(right | (holds(s, e, asid, vpn) & (s->ppn[e] == ppn)));
    return (u1)(hit ? right : (ppn == 0));
}

/* What a hit answers is the physical page held for this address space and page. */
u1 bypass_cache_prop_answer(const bypass_cache_state *s, const bypass_cache_in *in,
                            const bypass_cache_out *out, const bypass_cache_state *n) {
    (void)out;
    return (u1)((right_page(s, in->lk0_asid, in->lk0_vpn, n->ans0_hit, n->ans0_ppn) &
                 right_page(s, in->lk1_asid, in->lk1_vpn, n->ans1_hit, n->ans1_ppn)) |
                !premise(s, in));
}

/* A fill makes its page present with the new translation, as the most recent entry; there is
 * an entry of each of the three oldest ages, by counting. */
u1 bypass_cache_prop_fill(const bypass_cache_state *s, const bypass_cache_in *in, const bypass_cache_out *out,
                          const bypass_cache_state *n) {
    const u1 there =
        (u1)((of_age(s, ENTRIES - 1) != 0) && (of_age(s, ENTRIES - 2) != 0) && (of_age(s, ENTRIES - 3) != 0));
    u1 newest = 0;
    (void)out;
    for (unsigned e = 0; e < ENTRIES; e++)
        newest = (u1)(newest | (holds(n, e, in->fill_asid, in->fill_vpn) & (n->ppn[e] == in->fill_ppn) &
                                (n->age[e] == 0)));
    return (u1)(newest | in->flush | !(in->fill_valid & there & premise(s, in)));
}

/* ---- The closed induction, at small sizes ---- */

#if DEEP

/* The ages stay a permutation. */
u1 bypass_cache_prop_ages_step(const bypass_cache_state *s, const bypass_cache_in *in,
                               const bypass_cache_out *out, const bypass_cache_state *n, u32 k) {
    const pair p = pair_of(k);
    const u1 unique =
        (u1)(at_most_one(of_age(s, (uint32_t)s->age[p.i])) & at_most_one(of_age(s, (uint32_t)s->age[p.j])));
    (void)out;
    return (u1)((n->age[p.i] != n->age[p.j]) | (p.i == p.j) | !(premise(s, in) & unique));
}

static u1 ages_distinct(const bypass_cache_state *s) {
    u1 good = 1;
    for (unsigned i = 0; i < ENTRIES; i++)
        for (unsigned j = 0; j < i; j++)
            good = (u1)(good & (s->age[i] != s->age[j]));
    return good;
}

/* Every age is there, and the valid entries have the lowest ages. */
static u1 ages_complete(const bypass_cache_state *s) {
    u1 good = 1;
    u1 valid_so_far = 1;
    for (unsigned k = 0; k < ENTRIES; k++) {
        u1 there = 0;
        u1 valid = 0;
        for (unsigned i = 0; i < ENTRIES; i++) {
            there = (u1)(there | (s->age[i] == k));
            valid = (u1)(valid | ((s->age[i] == k) & s->valid[i]));
        }
        good = (u1)(good & there & (valid_so_far | !valid));
        valid_so_far = valid;
    }
    return good;
}

/* No page is held twice. */
static u1 pages_distinct(const bypass_cache_state *s) {
    u1 good = 1;
    for (unsigned i = 0; i < ENTRIES; i++)
        for (unsigned j = 0; j < i; j++)
            good = (u1)(good & !(s->valid[i] & holds(s, j, s->asid[i], s->vpn[i])));
    return good;
}

u1 bypass_cache_inv(const bypass_cache_state *s) {
    return (u1)(ages_distinct(s) & ages_complete(s) & pages_distinct(s) & answers_tidy(s));
}

/* Entry i is used in this cycle by a hit or by a fill that finds it. */
static u1 used(const bypass_cache_state *s, const bypass_cache_in *in, unsigned i) {
    return (u1)((in->lk0_valid & holds(s, i, in->lk0_asid, in->lk0_vpn)) |
                (in->lk1_valid & holds(s, i, in->lk1_asid, in->lk1_vpn)) |
                (in->fill_valid & holds(s, i, in->fill_asid, in->fill_vpn)));
}

/* The premise above holds. */
u1 bypass_cache_prop_premise(const bypass_cache_state *s, const bypass_cache_in *in,
                             const bypass_cache_out *out, const bypass_cache_state *n) {
    (void)out;
    (void)n;
    return premise(s, in);
}

/* At most one entry matches whatever is asked. */
u1 bypass_cache_prop_one_match(const bypass_cache_state *s, const bypass_cache_in *in,
                               const bypass_cache_out *out, const bypass_cache_state *n) {
    u1 seen = 0;
    u1 twice = 0;
    (void)out;
    (void)n;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 match = holds(s, i, in->lk0_asid, in->lk0_vpn);
        twice = (u1)(twice | (seen & match));
        seen = (u1)(seen | match);
    }
    return (u1)!twice;
}

/* LRU ages are a permutation: every age k belongs to exactly one entry. */
u1 bypass_cache_prop_ages(const bypass_cache_state *s, const bypass_cache_in *in, const bypass_cache_out *out,
                          const bypass_cache_state *n, u32 k) {
    uint32_t owners = 0;
    (void)s;
    (void)in;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++)
        owners += (uint32_t)(n->age[i] == k);
    return (u1)(owners == (k < ENTRIES ? 1U : 0U));
}

/* Entry k loses its page only to a flush, or, when the cache is full and it is not used in
 * this very cycle, to a fill: every other entry is younger or used in this cycle. */
u1 bypass_cache_prop_evicts_oldest(const bypass_cache_state *s, const bypass_cache_in *in,
                                   const bypass_cache_out *out, const bypass_cache_state *n, u32 k) {
    u1 good = 1;
    (void)out;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 lost = (u1)((e == k) & s->valid[e] & !in->flush & !same_page(s, n, e));
        u1 oldest = (u1)(in->fill_valid & !used(s, in, e));
        for (unsigned i = 0; i < ENTRIES; i++)
            oldest = (u1)(oldest & ((i == e) | (s->valid[i] & ((s->age[i] < s->age[e]) | used(s, in, i)))));
        good = (u1)(good & (oldest | !lost));
    }
    return good;
}

#else

u1 bypass_cache_inv(const bypass_cache_state *s) {
    return answers_tidy(s);
}

#endif
