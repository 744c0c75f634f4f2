/* SPDX-License-Identifier: Apache-2.0 */
#include "tlb_mshr.h"

#define ENTRIES GMMU_MSHR_ENTRIES
#define WAITERS GMMU_MSHR_WAITERS

enum { COUNT_W = GMMU_MSHR_COUNT_W };

typedef GMMU_U(GMMU_MSHR_COUNT_W) waiter_count;
typedef GMMU_U(GMMU_MSHR_ID_W) waiter_id;

/* What happens to each entry at the edge: one thing at most. */
typedef struct {
    u1 takes[ENTRIES];  /* the miss begins it */
    u1 merges[ENTRIES]; /* the miss is its next waiter */
    u1 frees[ENTRIES];  /* it is filled */
} entry_events;

void tlb_mshr_reset(tlb_mshr_state *s) {
    for (unsigned e = 0; e < ENTRIES; e++) {
        s->e_count[e] = 0;
        s->e_asid[e] = 0;
        s->e_vpn[e] = 0;
    }
    for (unsigned i = 0; i < ENTRIES * WAITERS; i++)
        s->e_id[i] = 0;
    s->r_valid = 0;
    s->r_taken = 0;
    s->walk_valid = 0;
    s->walk_asid = 0;
    s->walk_vpn = 0;
    s->d_count = 0;
    for (unsigned w = 0; w < WAITERS; w++)
        s->d_id[w] = 0;
    s->a_ppn = 0;
}

void tlb_mshr_outputs(const tlb_mshr_state *s, tlb_mshr_out *out) {
    u1 room = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        room = (u1)(room | (s->e_count[e] == 0));
    out->ready = (u1)(room & (u1)!s->walk_valid);
    out->r_valid = s->r_valid;
    out->r_taken = s->r_taken;
    out->walk_valid = s->walk_valid;
    out->walk_asid = s->walk_asid;
    out->walk_vpn = s->walk_vpn;
    out->f_ready = (u1)(s->d_count == 0);
    out->a_valid = (u1)(s->d_count != 0);
    out->a_id = s->d_id[0];
    out->a_ppn = s->a_ppn;
}

static inline u1 holds(const tlb_mshr_state *s, unsigned e, GMMU_U(GMMU_ASID_W) asid,
                       GMMU_U(GMMU_VPN_W) vpn) {
    return (u1)((s->e_count[e] != 0) & (s->e_asid[e] == asid) & (s->e_vpn[e] == vpn));
}

static inline entry_events events_of(const tlb_mshr_state *s, const tlb_mshr_in *in) {
    const u1 fills = (u1)(in->f_valid & (s->d_count == 0));
    const u1 may_walk = (u1)((u1)!s->walk_valid | in->walk_ready);
    entry_events v;
    u1 held = 0, lower = 0; /* a lower entry is free */
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 hit = holds(s, e, in->m_asid, in->m_vpn);
        v.frees[e] = (u1)(fills & holds(s, e, in->f_asid, in->f_vpn));
        v.merges[e] = (u1)(in->m_valid & hit & (u1)!v.frees[e] & (s->e_count[e] < WAITERS));
        held = (u1)(held | hit);
    }
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 free = (u1)(s->e_count[e] == 0);
        v.takes[e] = (u1)(in->m_valid & (u1)!held & may_walk & free & (u1)!lower);
        lower = (u1)(lower | free);
    }
    return v;
}

/* Tells the miss, and asks for a walk. */
static inline void answer_miss(tlb_mshr_state *s, const tlb_mshr_in *in, const entry_events *v) {
    u1 merged = 0, taken = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        merged = (u1)(merged | v->merges[e]);
        taken = (u1)(taken | v->takes[e]);
    }
    s->r_valid = in->m_valid;
    s->r_taken = (u1)(merged | taken);
    s->walk_valid = (u1)(taken | (s->walk_valid & (u1)!in->walk_ready));
    if (taken) {
        s->walk_asid = in->m_asid;
        s->walk_vpn = in->m_vpn;
    }
}

/* The waiters of a page that is filled become due, else the first that is due goes. */
static inline void answer_waiters(tlb_mshr_state *s, const tlb_mshr_in *in, const entry_events *v) {
    uint32_t count = 0;
    uint32_t id[WAITERS];
    u1 filled = 0;
    const u1 answered = (u1)((s->d_count != 0) & in->a_ready);
    for (unsigned w = 0; w < WAITERS; w++)
        id[w] = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        filled = (u1)(filled | v->frees[e]);
        count |= v->frees[e] ? (uint32_t)s->e_count[e] : 0U;
        for (unsigned w = 0; w < WAITERS; w++)
            id[w] |= v->frees[e] ? (uint32_t)s->e_id[e * WAITERS + w] : 0U;
    }
    if (filled) {
        s->d_count = (waiter_count)count;
        s->a_ppn = in->f_ppn;
        for (unsigned w = 0; w < WAITERS; w++)
            s->d_id[w] = (waiter_id)id[w];
    } else if (answered) {
        s->d_count = (waiter_count)GMMU_WRAP((uint32_t)s->d_count - 1U, COUNT_W);
        for (unsigned w = 0; w < WAITERS - 1U; w++)
            s->d_id[w] = s->d_id[w + 1];
    }
}

static inline void move_entry(tlb_mshr_state *s, const tlb_mshr_in *in, const entry_events *v, unsigned e) {
    const uint32_t count = (uint32_t)s->e_count[e];
    const uint32_t more = v->frees[e] ? 0U : count + (uint32_t)(v->takes[e] | v->merges[e]);
    for (unsigned w = 0; w < WAITERS; w++)
        if ((v->takes[e] | v->merges[e]) & (count == w))
            s->e_id[e * WAITERS + w] = in->m_id;
    if (v->takes[e]) {
        s->e_asid[e] = in->m_asid;
        s->e_vpn[e] = in->m_vpn;
    }
    s->e_count[e] = (waiter_count)GMMU_WRAP(more, COUNT_W);
}

void tlb_mshr_step(tlb_mshr_state *s, const tlb_mshr_in *in, tlb_mshr_out *out) {
    const entry_events v = events_of(s, in);

    tlb_mshr_outputs(s, out);
    answer_miss(s, in, &v);
    answer_waiters(s, in, &v);
    for (unsigned e = 0; e < ENTRIES; e++)
        move_entry(s, in, &v, e);
}
