/*
 * What bypass_cache promises. What rests on the order and the uniqueness of the
 * entries needs an invariant over all pairs of them; solvers master it at up to 8
 * entries (make prove UNIT=bypass_cache PROVE_PARAMS=GMMU_BYPASS_ENTRIES=8). Above,
 * that part is left out; C = RTL and the rest are proved at any size.
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

#if DEEP

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

/* A hit is the physical page of a valid entry of just this address space and page; a miss
 * means that there is none. So no entry ever answers for another ASID. */
static u1 honest(const bypass_cache_state *s, u1 asked, u9 asid, u36 vpn, u1 hit, u28 ppn) {
    u1 there = 0;
    u1 right = 0;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 match = holds(s, i, asid, vpn);
        there = (u1)(there | match);
        right = (u1)(right | (match & (s->ppn[i] == ppn)));
    }
    return (u1)(hit ? asked & right : (!asked | !there) & (ppn == 0));
}

u1 bypass_cache_prop_answer(const bypass_cache_state *s, const bypass_cache_in *in,
                            const bypass_cache_out *out, const bypass_cache_state *n) {
    (void)out;
    return (u1)(honest(s, in->lk0_valid, in->lk0_asid, in->lk0_vpn, n->ans0_hit, n->ans0_ppn) &
                honest(s, in->lk1_valid, in->lk1_asid, in->lk1_vpn, n->ans1_hit, n->ans1_ppn) &
                (n->ans0_valid == in->lk0_valid) & (n->ans1_valid == in->lk1_valid));
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

/* A fill makes its page present with the new translation, as the most recent entry. */
u1 bypass_cache_prop_fill(const bypass_cache_state *s, const bypass_cache_in *in, const bypass_cache_out *out,
                          const bypass_cache_state *n) {
    u1 newest = 0;
    (void)s;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++)
        newest = (u1)(newest | (holds(n, i, in->fill_asid, in->fill_vpn) & (n->ppn[i] == in->fill_ppn) &
                                (n->age[i] == 0)));
    return (u1)(newest | in->flush | !in->fill_valid);
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
