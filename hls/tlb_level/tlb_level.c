/* SPDX-License-Identifier: Apache-2.0 */
#include "tlb_level.h"

#define WAYS    GMMU_LEVEL_WAYS
#define VICTIMS GMMU_LEVEL_VICTIMS
#define PAGES   GMMU_LEVEL_PAGES
#define ENTRIES GMMU_LEVEL_ENTRIES

enum {
    SET_W = GMMU_LEVEL_SET_W,
    AGE_W = GMMU_LEVEL_AGE_W,
    VICTIM_W = GMMU_LEVEL_VICTIM_W,
    HASHED_W = GMMU_LEVEL_GROUP_W - 1, /* bits of a group that count for its set */
    PAGE_W = GMMU_VPN_W - GMMU_LEVEL_GROUP_W
};

typedef GMMU_U(GMMU_LEVEL_PAGES) page_set;
typedef GMMU_U(GMMU_LEVEL_GROUP_W) group_number;
typedef GMMU_U(GMMU_PPN_W) frame;

typedef GMMU_U(GMMU_LEVEL_WAYS) way_set;
typedef GMMU_U(GMMU_LEVEL_VICTIMS) victim_set;

/* The request of the cycle before, its set, and what that does: a bit per way, and per victim. */
typedef struct {
    u1 looks, fills, drops_page;
    uint32_t page;    /* within the group */
    uint32_t first;   /* entry of the set */
    uint32_t hits;    /* ways that hold the page */
    uint32_t found;   /* ... that hold a page of the group */
    uint32_t oldest;  /* ... one in a state that is reached */
    uint32_t taken;   /* ... that a new entry takes */
    uint32_t victims; /* victims that hold a page of the group */
    u1 present;       /* the group */
    u1 loses;         /* the set loses its oldest entry to the victim buffer, ... */
    uint32_t comes;   /* ... in this place */
} request;

/* The lowest bit is bit i of 32. */
static inline u1 bit_of(uint32_t bits, unsigned i) {
    return (u1)((bits >> i) & 1U);
}

static inline u1 has_page(page_set pages, uint32_t page) {
    return (u1)((uint64_t)pages >> page & 1U);
}

static inline uint32_t set_of(group_number group) {
    const uint64_t hashed = GMMU_WRAP(group, HASHED_W);
    uint64_t folded = 0;
    for (unsigned b = 0; b < HASHED_W; b += SET_W)
        folded ^= hashed >> b;
    return (uint32_t)GMMU_WRAP(folded, SET_W);
}

/* The lowest free way of a set, as a bit. */
static inline uint32_t lowest_free(uint32_t used) {
    return ~used & (used + 1U);
}

static inline request request_of(const tlb_level_state *s) {
    const uint32_t all = (1U << WAYS) - 1U;
    uint32_t used = 0;
    request r;
    r.looks = (u1)(s->r_op == TLB_LEVEL_LOOKUP);
    r.fills = (u1)(s->r_op == TLB_LEVEL_FILL);
    r.drops_page = (u1)(s->r_op == TLB_LEVEL_DROP_PAGE);
    r.page = (uint32_t)GMMU_WRAP(s->r_vpn, PAGE_W);
    r.first = (uint32_t)s->r_set * WAYS;
    r.hits = 0;
    r.oldest = 0;
    r.victims = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r.first + w;
        used |= (uint32_t)(s->e_pages[e] != 0) << w;
        r.hits |= (uint32_t)(has_page(s->e_pages[e], r.page) & bit_of((uint32_t)s->r_ways, w)) << w;
        r.oldest |= (uint32_t)((uint32_t)s->e_age[e] == WAYS - 1U) << w;
    }
    for (unsigned v = 0; v < VICTIMS; v++)
        r.victims |= (uint32_t)((s->v_pages[v] != 0) & bit_of((uint32_t)s->r_victims, v)) << v;
    r.found = used & (uint32_t)s->r_ways;
    r.present = (u1)((r.found | r.victims) != 0);
    const u1 enters = (u1)(r.fills & (u1)!r.present);
    r.taken = !enters ? 0U : used == all ? r.oldest : lowest_free(used);
    r.loses = (u1)(enters & (used == all) & s->r_keeps);
    r.comes = r.loses ? 1U << (uint32_t)s->v_next : 0U;
    return r;
}

/* Is e, of the sets or of the victims, dropped with its space, or with all? */
static inline u1 is_dropped(const tlb_level_state *s, GMMU_U(GMMU_ASID_W) asid) {
    return (u1)((s->r_op == TLB_LEVEL_DROP_ALL) | ((s->r_op == TLB_LEVEL_DROP_SPACE) & (asid == s->r_asid)));
}

/* ---- The answer ---- */

/* Is there anything to drop, of a space or of all? */
static inline u1 drops_some(const tlb_level_state *s) {
    u1 some = 0;
    if (s->r_op == TLB_LEVEL_DROP_SPACE || s->r_op == TLB_LEVEL_DROP_ALL) {
        for (unsigned e = 0; e < ENTRIES; e++)
            some = (u1)(some | (is_dropped(s, s->e_asid[e]) & (s->e_pages[e] != 0)));
        for (unsigned v = 0; v < VICTIMS; v++)
            some = (u1)(some | (is_dropped(s, s->v_asid[v]) & (s->v_pages[v] != 0)));
    }
    return some;
}

static inline void answer(const tlb_level_state *s, const request *r, tlb_level_out *out) {
    u1 victim = 0;
    uint64_t ppn = 0;
    for (unsigned w = 0; w < WAYS; w++)
        ppn |= bit_of(r->hits, w) ? (uint64_t)s->e_ppn[(r->first + w) * PAGES + r->page] : 0U;
    for (unsigned v = 0; v < VICTIMS; v++) {
        const u1 hit = (u1)(bit_of(r->victims, v) & has_page(s->v_pages[v], r->page));
        victim = (u1)(victim | hit);
        ppn |= hit ? (uint64_t)s->v_ppn[v * PAGES + r->page] : 0U;
    }
    out->a_valid = (u1)(s->r_op != TLB_LEVEL_NONE);
    out->a_hit = (u1)(((r->looks | r->drops_page) & ((r->hits != 0) | victim)) | (r->fills & r->present) |
                      drops_some(s));
    out->a_victim = (u1)(r->looks & victim);
    out->a_ppn = r->looks ? (frame)ppn : (frame)0;
}

/* ---- What is held ---- */

/* Makes ways of a set, one at most in a state that is reached, its youngest. */
static inline void touch(tlb_level_state *s, uint32_t first, uint32_t used) {
    uint32_t old = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t age = (uint32_t)s->e_age[first + w];
        old = bit_of(used, w) && age > old ? age : old;
    }
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t age = (uint32_t)s->e_age[first + w];
        const uint32_t aged = bit_of(used, w) ? 0U : age + (uint32_t)(age < old);
        s->e_age[first + w] = (GMMU_U(GMMU_LEVEL_AGE_W))GMMU_WRAP(aged, AGE_W);
    }
}

/* The oldest entry of the set goes to the victim buffer, which becomes that of its set. */
static inline void keep_victim(tlb_level_state *s, const request *r) {
    const uint32_t at = (uint32_t)s->v_next;
    page_set pages = 0;
    u1 large = 0;
    GMMU_U(GMMU_ASID_W) asid = 0;
    group_number group = 0;
    if (s->v_set != s->r_set)
        for (unsigned v = 0; v < VICTIMS; v++)
            s->v_pages[v] = 0;
    for (unsigned p = 0; p < PAGES; p++)
        s->v_ppn[at * PAGES + p] = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        if (!bit_of(r->oldest, w))
            continue;
        pages = (page_set)(pages | s->e_pages[e]);
        large = (u1)(large | s->e_large[e]);
        asid = (GMMU_U(GMMU_ASID_W))(asid | s->e_asid[e]);
        group = (group_number)(group | s->e_group[e]);
        for (unsigned p = 0; p < PAGES; p++)
            s->v_ppn[at * PAGES + p] = (frame)(s->v_ppn[at * PAGES + p] | s->e_ppn[e * PAGES + p]);
    }
    s->v_pages[at] = pages;
    s->v_large[at] = large;
    s->v_asid[at] = asid;
    s->v_group[at] = group;
    s->v_set = s->r_set;
    s->v_next = (GMMU_U(GMMU_LEVEL_VICTIM_W))GMMU_WRAP(at + 1U, VICTIM_W);
}

static inline void fill(tlb_level_state *s, const request *r) {
    const page_set page = (page_set)(UINT64_C(1) << r->page);
    if (r->loses)
        keep_victim(s, r);
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        if (bit_of(r->taken, w)) {
            s->e_pages[e] = 0;
            s->e_large[e] = s->r_large;
            s->e_asid[e] = s->r_asid;
            s->e_group[e] = (group_number)(s->r_vpn >> PAGE_W);
        }
        if (bit_of(r->found | r->taken, w)) {
            s->e_pages[e] = (page_set)(s->e_pages[e] | page);
            s->e_ppn[e * PAGES + r->page] = s->r_ppn;
        }
    }
    for (unsigned v = 0; v < VICTIMS; v++)
        if (bit_of(r->victims, v)) {
            s->v_pages[v] = (page_set)(s->v_pages[v] | page);
            s->v_ppn[v * PAGES + r->page] = s->r_ppn;
        }
}

static inline void drop_page(tlb_level_state *s, const request *r) {
    const page_set others = (page_set) ~(UINT64_C(1) << r->page);
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        s->e_pages[e] = bit_of(r->found, w) ? (page_set)(s->e_pages[e] & others) : s->e_pages[e];
    }
    for (unsigned v = 0; v < VICTIMS; v++)
        s->v_pages[v] = bit_of(r->victims, v) ? (page_set)(s->v_pages[v] & others) : s->v_pages[v];
}

static inline void drop_entries(tlb_level_state *s) {
    for (unsigned e = 0; e < ENTRIES; e++)
        s->e_pages[e] = is_dropped(s, s->e_asid[e]) ? (page_set)0 : s->e_pages[e];
    for (unsigned v = 0; v < VICTIMS; v++)
        s->v_pages[v] = is_dropped(s, s->v_asid[v]) ? (page_set)0 : s->v_pages[v];
}

/* ---- The request of this cycle ---- */

/* The ways of its set that have its tag, once the request before has come to its own. */
static inline way_set ways_with_tag(const tlb_level_state *s, const tlb_level_in *in, const request *r,
                                    uint32_t set, uint32_t *same) {
    const group_number group = (group_number)(in->q_vpn >> PAGE_W);
    const u1 again = (u1)((s->r_large == in->q_large) & (s->r_asid == in->q_asid) &
                          ((group_number)(s->r_vpn >> PAGE_W) == group));
    const uint32_t taken = set == s->r_set ? r->taken : 0U;
    *same = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = set * WAYS + w;
        *same |= (uint32_t)((s->e_large[e] == in->q_large) & (s->e_asid[e] == in->q_asid) &
                            (s->e_group[e] == group))
                 << w;
    }
    return (way_set)((*same & ~taken) | (again ? taken : 0U));
}

/* The victims that have it. An entry that comes to them has it only when it is of the same set. */
static inline victim_set victims_with_tag(const tlb_level_state *s, const tlb_level_in *in, const request *r,
                                          u1 lost) {
    const group_number group = (group_number)(in->q_vpn >> PAGE_W);
    uint32_t same = 0;
    for (unsigned v = 0; v < VICTIMS; v++)
        same |= (uint32_t)((s->v_large[v] == in->q_large) & (s->v_asid[v] == in->q_asid) &
                           (s->v_group[v] == group))
                << v;
    return (victim_set)((same & ~r->comes) | (lost ? r->comes : 0U));
}

void tlb_level_reset(tlb_level_state *s) {
    for (unsigned e = 0; e < ENTRIES; e++) {
        s->e_pages[e] = 0;
        s->e_large[e] = 0;
        s->e_asid[e] = 0;
        s->e_group[e] = 0;
        s->e_age[e] = (GMMU_U(GMMU_LEVEL_AGE_W))(e % WAYS);
    }
    for (unsigned i = 0; i < ENTRIES * PAGES; i++)
        s->e_ppn[i] = 0;
    for (unsigned v = 0; v < VICTIMS; v++) {
        s->v_pages[v] = 0;
        s->v_large[v] = 0;
        s->v_asid[v] = 0;
        s->v_group[v] = 0;
    }
    for (unsigned i = 0; i < VICTIMS * PAGES; i++)
        s->v_ppn[i] = 0;
    s->v_set = 0;
    s->v_next = 0;
    s->r_op = TLB_LEVEL_NONE;
    s->r_large = 0;
    s->r_asid = 0;
    s->r_vpn = 0;
    s->r_ppn = 0;
    s->r_keeps = 0;
    s->r_set = 0;
    s->r_ways = 0;
    s->r_victims = 0;
}

void tlb_level_outputs(const tlb_level_state *s, tlb_level_out *out) {
    const request r = request_of(s);
    answer(s, &r, out);
}

void tlb_level_step(tlb_level_state *s, const tlb_level_in *in, tlb_level_out *out) {
    const request r = request_of(s);
    const u1 asks = (u1)((in->op >= TLB_LEVEL_LOOKUP) & (in->op <= TLB_LEVEL_DROP_ALL));
    const uint32_t set = set_of((group_number)(in->q_vpn >> PAGE_W));
    uint32_t same;
    const way_set ways = ways_with_tag(s, in, &r, set, &same);
    const u1 lost = (u1)((set == s->r_set) & ((same & r.oldest) != 0));
    const victim_set victims = victims_with_tag(s, in, &r, lost);

    tlb_level_outputs(s, out);
    if (r.fills) {
        fill(s, &r);
        touch(s, r.first, r.found | r.taken);
    }
    if (r.looks)
        touch(s, r.first, r.hits);
    if (r.drops_page)
        drop_page(s, &r);
    if (s->r_op == TLB_LEVEL_DROP_SPACE || s->r_op == TLB_LEVEL_DROP_ALL)
        drop_entries(s);

    s->r_op = asks ? in->op : (u3)TLB_LEVEL_NONE;
    if (asks) {
        s->r_large = in->q_large;
        s->r_asid = in->q_asid;
        s->r_vpn = in->q_vpn;
        s->r_ppn = in->q_ppn;
        s->r_keeps = in->victims_on;
        s->r_set = (GMMU_U(GMMU_LEVEL_SET_W))set;
        s->r_ways = ways;
        s->r_victims = victims;
    }
}
