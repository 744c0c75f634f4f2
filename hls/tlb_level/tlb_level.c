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

/* A request, and what has its group: a bit per way of its set, and per victim. */
typedef struct {
    group_number group;
    uint32_t page; /* within the group */
    uint32_t set;
    uint32_t first; /* entry of the set */
    uint32_t ways;
    uint32_t victims;
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

static inline request request_of(const tlb_level_state *s, const tlb_level_in *in) {
    request r;
    r.group = (group_number)(in->q_vpn >> PAGE_W);
    r.page = (uint32_t)GMMU_WRAP(in->q_vpn, PAGE_W);
    r.set = set_of(r.group);
    r.first = r.set * WAYS;
    r.ways = 0;
    r.victims = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r.first + w;
        r.ways |= (uint32_t)((s->e_pages[e] != 0) & (s->e_large[e] == in->q_large) &
                             (s->e_asid[e] == in->q_asid) & (s->e_group[e] == r.group))
                  << w;
    }
    for (unsigned v = 0; v < VICTIMS; v++)
        r.victims |= (uint32_t)((s->v_pages[v] != 0) & (s->v_large[v] == in->q_large) &
                                (s->v_asid[v] == in->q_asid) & (s->v_group[v] == r.group))
                     << v;
    return r;
}

/* Makes ways of a set, one at most in a state that is reached, its youngest. */
static inline void touch(tlb_level_state *s, uint32_t first, uint32_t used) {
    uint32_t old = 0;
    for (unsigned w = 0; w < WAYS; w++)
        old |= bit_of(used, w) ? (uint32_t)s->e_age[first + w] : 0U;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t age = (uint32_t)s->e_age[first + w];
        const uint32_t aged = bit_of(used, w) ? 0U : age + (uint32_t)(age < old);
        s->e_age[first + w] = (GMMU_U(GMMU_LEVEL_AGE_W))GMMU_WRAP(aged, AGE_W);
    }
}

/* The way for a new entry, as a bit: the lowest free one, else the oldest. */
static inline uint32_t room(const tlb_level_state *s, uint32_t first) {
    uint32_t free = 0;
    uint32_t oldest = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t is_free = (uint32_t)(s->e_pages[first + w] == 0);
        const uint32_t is_oldest = (uint32_t)((uint32_t)s->e_age[first + w] == WAYS - 1U);
        free |= free == 0 ? is_free << w : 0U;
        oldest |= oldest == 0 ? is_oldest << w : 0U;
    }
    return free != 0 ? free : oldest;
}

/* Puts the entry of a way into the victim buffer, which becomes that of its set. */
static inline void keep_victim(tlb_level_state *s, const request *r, uint32_t way) {
    const uint32_t at = (uint32_t)s->v_next;
    const u1 flush = (u1)(s->v_set != r->set);
    for (unsigned v = 0; v < VICTIMS; v++)
        s->v_pages[v] = flush ? (page_set)0 : s->v_pages[v];
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        if (!bit_of(way, w))
            continue;
        s->v_pages[at] = s->e_pages[e];
        s->v_large[at] = s->e_large[e];
        s->v_asid[at] = s->e_asid[e];
        s->v_group[at] = s->e_group[e];
        for (unsigned p = 0; p < PAGES; p++)
            s->v_ppn[at * PAGES + p] = s->e_ppn[e * PAGES + p];
    }
    s->v_set = (GMMU_U(GMMU_LEVEL_SET_W))r->set;
    s->v_next = (GMMU_U(GMMU_LEVEL_VICTIM_W))GMMU_WRAP(at + 1U, VICTIM_W);
}

static inline void look_up(tlb_level_state *s, const request *r) {
    uint32_t hits = 0;
    u1 victim = 0;
    uint64_t ppn = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        const u1 hit = (u1)(bit_of(r->ways, w) & has_page(s->e_pages[e], r->page));
        hits |= (uint32_t)hit << w;
        ppn |= hit ? (uint64_t)s->e_ppn[e * PAGES + r->page] : 0U;
    }
    for (unsigned v = 0; v < VICTIMS; v++) {
        const u1 hit = (u1)(bit_of(r->victims, v) & has_page(s->v_pages[v], r->page));
        victim = (u1)(victim | hit);
        ppn |= hit ? (uint64_t)s->v_ppn[v * PAGES + r->page] : 0U;
    }
    touch(s, r->first, hits);
    s->ans_hit = (u1)((hits != 0) | victim);
    s->ans_victim = victim;
    s->ans_ppn = (frame)ppn;
}

static inline void fill(tlb_level_state *s, const tlb_level_in *in, const request *r) {
    const page_set page = (page_set)(UINT64_C(1) << r->page);
    const u1 present = (u1)((r->ways | r->victims) != 0);
    const uint32_t taken = present ? 0U : room(s, r->first);
    const uint32_t into = r->ways | taken;
    u1 displaced = 0;
    for (unsigned w = 0; w < WAYS; w++)
        displaced = (u1)(displaced | (bit_of(taken, w) & (s->e_pages[r->first + w] != 0)));
    if (displaced & in->victims_on)
        keep_victim(s, r, taken);
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        if (bit_of(taken, w)) {
            s->e_pages[e] = 0;
            s->e_large[e] = in->q_large;
            s->e_asid[e] = in->q_asid;
            s->e_group[e] = r->group;
        }
        if (bit_of(into, w)) {
            s->e_pages[e] = (page_set)(s->e_pages[e] | page);
            s->e_ppn[e * PAGES + r->page] = in->q_ppn;
        }
    }
    for (unsigned v = 0; v < VICTIMS; v++)
        if (bit_of(r->victims, v)) {
            s->v_pages[v] = (page_set)(s->v_pages[v] | page);
            s->v_ppn[v * PAGES + r->page] = in->q_ppn;
        }
    touch(s, r->first, into);
    s->ans_hit = present;
}

static inline void drop_page(tlb_level_state *s, const request *r) {
    const page_set others = (page_set) ~(UINT64_C(1) << r->page);
    u1 found = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint32_t e = r->first + w;
        found = (u1)(found | (bit_of(r->ways, w) & has_page(s->e_pages[e], r->page)));
        s->e_pages[e] = bit_of(r->ways, w) ? (page_set)(s->e_pages[e] & others) : s->e_pages[e];
    }
    for (unsigned v = 0; v < VICTIMS; v++) {
        found = (u1)(found | (bit_of(r->victims, v) & has_page(s->v_pages[v], r->page)));
        s->v_pages[v] = bit_of(r->victims, v) ? (page_set)(s->v_pages[v] & others) : s->v_pages[v];
    }
    s->ans_hit = found;
}

/* Drops what is of the space, or all. */
static inline void drop_entries(tlb_level_state *s, GMMU_U(GMMU_ASID_W) asid, u1 all) {
    u1 found = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 drop = (u1)(all | (s->e_asid[e] == asid));
        found = (u1)(found | (drop & (s->e_pages[e] != 0)));
        s->e_pages[e] = drop ? (page_set)0 : s->e_pages[e];
    }
    for (unsigned v = 0; v < VICTIMS; v++) {
        const u1 drop = (u1)(all | (s->v_asid[v] == asid));
        found = (u1)(found | (drop & (s->v_pages[v] != 0)));
        s->v_pages[v] = drop ? (page_set)0 : s->v_pages[v];
    }
    s->ans_hit = found;
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
    s->ans_valid = 0;
    s->ans_hit = 0;
    s->ans_victim = 0;
    s->ans_ppn = 0;
}

void tlb_level_outputs(const tlb_level_state *s, tlb_level_out *out) {
    out->a_valid = s->ans_valid;
    out->a_hit = s->ans_hit;
    out->a_victim = s->ans_victim;
    out->a_ppn = s->ans_ppn;
}

void tlb_level_step(tlb_level_state *s, const tlb_level_in *in, tlb_level_out *out) {
    const request r = request_of(s, in);

    tlb_level_outputs(s, out);
    s->ans_valid = (u1)((in->op >= TLB_LEVEL_LOOKUP) & (in->op <= TLB_LEVEL_DROP_ALL));
    s->ans_hit = 0;
    s->ans_victim = 0;
    s->ans_ppn = 0;
    if (in->op == TLB_LEVEL_LOOKUP)
        look_up(s, &r);
    if (in->op == TLB_LEVEL_FILL)
        fill(s, in, &r);
    if (in->op == TLB_LEVEL_DROP_PAGE)
        drop_page(s, &r);
    if (in->op == TLB_LEVEL_DROP_SPACE || in->op == TLB_LEVEL_DROP_ALL)
        drop_entries(s, in->q_asid, (u1)(in->op == TLB_LEVEL_DROP_ALL));
}
