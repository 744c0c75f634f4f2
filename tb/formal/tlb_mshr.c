/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tlb_mshr promises, of any page (an address space and a page number) and of any request. A page has a
 * list of the requests that wait for it; empty, when no entry holds it. The requests that are due are a list,
 * too. An answer takes the first of these.
 */
#include "tlb_mshr.h"

#define ENTRIES GMMU_MSHR_ENTRIES
#define WAITERS GMMU_MSHR_WAITERS

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page_number;
typedef GMMU_U(GMMU_MSHR_ID_W) name;

#define CYCLE  const tlb_mshr_state *s, const tlb_mshr_in *in, const tlb_mshr_out *out, const tlb_mshr_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static u1 holds(const tlb_mshr_state *s, unsigned e, space asid, page_number vpn) {
    return (u1)((s->e_count[e] != 0) & (s->e_asid[e] == asid) & (s->e_vpn[e] == vpn));
}

/* How many wait for the page. */
static uint32_t waiting(const tlb_mshr_state *s, space asid, page_number vpn) {
    uint32_t count = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        count += holds(s, e, asid, vpn) ? (uint32_t)s->e_count[e] : 0U;
    return count;
}

/* The one of them with so many before it. */
static uint32_t waiter(const tlb_mshr_state *s, space asid, page_number vpn, uint32_t place) {
    uint32_t id = 0;
    for (uint32_t e = 0; e < ENTRIES; e++)
        id |= holds(s, e, asid, vpn) ? (uint32_t)s->e_id[e * WAITERS + place % WAITERS] : 0U;
    return id;
}

static u1 room(const tlb_mshr_state *s) {
    u1 free = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        free = (u1)(free | (s->e_count[e] == 0));
    return free;
}

/* A miss, and a fill that is not refused, of the page. */
static u1 misses(const tlb_mshr_in *in, space asid, page_number vpn) {
    return (u1)(in->m_valid & (in->m_asid == asid) & (in->m_vpn == vpn));
}

static u1 fills(const tlb_mshr_in *in, const tlb_mshr_out *out, space asid, page_number vpn) {
    return (u1)(in->f_valid & out->f_ready & (in->f_asid == asid) & (in->f_vpn == vpn));
}

/* A request is answered. */
static u1 answers(const tlb_mshr_in *in, const tlb_mshr_out *out) {
    return (u1)(out->a_valid & in->a_ready);
}

/* ---- The invariants ---- */

/* No list of a page is longer than its places, and what is taken was a miss. */
u1 tlb_mshr_inv(const tlb_mshr_state *s) {
    u1 ok = (u1)(s->r_valid | (u1)!s->r_taken);
    for (unsigned e = 0; e < ENTRIES; e++)
        ok = (u1)(ok & (s->e_count[e] <= WAITERS));
    return ok;
}

/* No page has two entries. */
u1 tlb_mshr_inv_once(const tlb_mshr_state *s, space asid, page_number vpn) {
    u1 seen = 0;
    u1 twice = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 here = holds(s, e, asid, vpn);
        twice = (u1)(twice | (seen & here));
        seen = (u1)(seen | here);
    }
    return (u1)!twice;
}

/* No more are due than waited for one page. */
u1 tlb_mshr_inv_few_due(const tlb_mshr_state *s) {
    return (u1)(s->d_count <= WAITERS);
}

void tlb_mshr_given_inv_once(const tlb_mshr_state *s, space asid, page_number vpn);
void tlb_mshr_given_inv_few_due(const tlb_mshr_state *s);

void tlb_mshr_keeps_once(CYCLE, space asid, page_number vpn) {
    UNUSED;
    tlb_mshr_given_inv_once(s, asid, vpn);
}

/* The waiters of two entries would be ORed. */
void tlb_mshr_keeps_few_due(CYCLE) {
    UNUSED;
    tlb_mshr_given_inv_once(s, in->f_asid, in->f_vpn);
    tlb_mshr_given_inv_few_due(s);
}

/* After reset every register is 0: no page has an entry, and nothing is due. */
u1 tlb_mshr_start_values(const tlb_mshr_state *s) {
    u1 zero = (u1)((u1)!s->r_valid & (u1)!s->r_taken & (u1)!s->walk_valid & (s->walk_asid == 0) &
                   (s->walk_vpn == 0) & (s->d_count == 0) & (s->a_ppn == 0));
    for (unsigned e = 0; e < ENTRIES; e++)
        zero = (u1)(zero & (s->e_count[e] == 0) & (s->e_asid[e] == 0) & (s->e_vpn[e] == 0));
    for (unsigned i = 0; i < ENTRIES * WAITERS; i++)
        zero = (u1)(zero & (s->e_id[i] == 0));
    for (unsigned w = 0; w < WAITERS; w++)
        zero = (u1)(zero & (s->d_id[w] == 0));
    return zero;
}

u1 tlb_mshr_idle(const tlb_mshr_state *s, const tlb_mshr_in *in) {
    return (u1)((u1)!in->m_valid & (u1)!in->f_valid & (u1)!s->r_valid & (u1)!s->walk_valid &
                (s->d_count == 0));
}

/* ---- Who is taken ---- */

/* Each miss is told in the next cycle. It is taken when its page has an entry with a place left that is not
 * filled in this cycle, or has none, and an entry is free and the walk port too; else not. */
u1 tlb_mshr_prop_told(CYCLE) {
    const uint32_t before = waiting(s, in->m_asid, in->m_vpn);
    const u1 merges = (u1)((before != 0) & (before < WAITERS) & (u1)!fills(in, out, in->m_asid, in->m_vpn));
    const u1 begins = (u1)((before == 0) & room(s) & ((u1)!out->walk_valid | in->walk_ready));

    UNUSED;
    tlb_mshr_given_inv_once(s, in->m_asid, in->m_vpn);
    return (u1)((n->r_valid == in->m_valid) & (n->r_taken == (in->m_valid & (merges | begins))));
}

/* A full file holds up only new pages: while ready is high a miss of a page without an entry is taken. */
u1 tlb_mshr_prop_ready(CYCLE) {
    UNUSED;
    return (u1)((u1)!out->ready | (u1)!in->m_valid | (waiting(s, in->m_asid, in->m_vpn) != 0) | n->r_taken);
}

/* ---- The list of a page ---- */

/* It gets longer by the miss that is taken, and by nothing else; a fill of the page empties it. So those that
 * wait are those taken less those filled. */
u1 tlb_mshr_prop_length(CYCLE, space asid, page_number vpn) {
    const uint32_t before = waiting(s, asid, vpn);
    const u1 joins = (u1)(n->r_taken & misses(in, asid, vpn));
    const u1 woken = (u1)(fills(in, out, asid, vpn) & (before != 0));

    UNUSED;
    tlb_mshr_given_inv_once(s, asid, vpn);
    return (u1)(waiting(n, asid, vpn) == (woken ? 0U : before + (uint32_t)joins));
}

/* A miss that is taken waits behind the others, under its own name. */
u1 tlb_mshr_prop_joins(CYCLE) {
    const uint32_t after = waiting(n, in->m_asid, in->m_vpn);

    UNUSED;
    tlb_mshr_given_inv_once(s, in->m_asid, in->m_vpn);
    return (u1)((u1)!n->r_taken | ((after != 0) & (after == waiting(s, in->m_asid, in->m_vpn) + 1U) &
                                   (waiter(n, in->m_asid, in->m_vpn, after - 1U) == (uint32_t)in->m_id)));
}

/* Who waits keeps its place until its own page is filled: a fill of another page, or of the same page in
 * another space, wakes it not. */
u1 tlb_mshr_prop_stays(CYCLE, space asid, page_number vpn, u32 k) {
    const uint32_t place = (uint32_t)k % WAITERS;

    UNUSED;
    tlb_mshr_given_inv_once(s, asid, vpn);
    return (
        u1)((place >= waiting(s, asid, vpn)) | fills(in, out, asid, vpn) |
            ((place < waiting(n, asid, vpn)) & (waiter(n, asid, vpn, place) == waiter(s, asid, vpn, place))));
}

/* ---- Fills and answers ---- */

/* A fill makes all that wait for its page due, in their order, with its frame. */
u1 tlb_mshr_prop_wakes(CYCLE, u32 k) {
    const uint32_t place = (uint32_t)k % WAITERS;
    const uint32_t before = waiting(s, in->f_asid, in->f_vpn);
    const u1 wakes = (u1)(fills(in, out, in->f_asid, in->f_vpn) & (before != 0));

    UNUSED;
    tlb_mshr_given_inv_once(s, in->f_asid, in->f_vpn);
    return (u1)((u1)!wakes | (((uint32_t)n->d_count == before) & (n->a_ppn == in->f_ppn) &
                              ((place >= before) |
                               ((uint32_t)n->d_id[place] == waiter(s, in->f_asid, in->f_vpn, place)))));
}

/* Nobody else is due: without requests that wait for the page of a fill, what is due is what was due less the
 * one answered, in the same order and with the same frame. */
u1 tlb_mshr_prop_due(CYCLE, u32 k) {
    const uint32_t place = (uint32_t)k % WAITERS, gone = answers(in, out) ? 1U : 0U;
    const u1 wakes = (u1)(fills(in, out, in->f_asid, in->f_vpn) & (waiting(s, in->f_asid, in->f_vpn) != 0));
    const u1 kept = (u1)((place >= (uint32_t)n->d_count) | (place + gone >= WAITERS) |
                         (n->d_id[place] == s->d_id[(place + gone) % WAITERS]));

    UNUSED;
    return (u1)(wakes |
                (((uint32_t)n->d_count + gone == (uint32_t)s->d_count) & kept & (n->a_ppn == s->a_ppn)));
}

/* A fill is taken only when nobody is due, so it overwrites no request; and a request that is due goes in
 * every cycle that the receiver is ready for it. */
u1 tlb_mshr_prop_in_turn(CYCLE) {
    UNUSED;
    return (u1)((u1) !(out->f_ready & out->a_valid) & (out->f_ready | out->a_valid) &
                ((u1)!answers(in, out) | ((uint32_t)n->d_count + 1U == (uint32_t)s->d_count)));
}

/* ---- Each request once ---- */

/* How often a request is in the list of entry e. */
static uint32_t times_in(const tlb_mshr_state *s, uint32_t e, name id) {
    uint32_t found = 0;
    for (uint32_t w = 0; w < WAITERS; w++)
        found += (uint32_t)((s->e_count[e] > w) & (s->e_id[e * WAITERS + w] == id));
    return found;
}

/* How often it is due. */
static uint32_t times_due(const tlb_mshr_state *s, name id) {
    uint32_t found = 0;
    for (uint32_t w = 0; w < WAITERS; w++)
        found += (uint32_t)((s->d_count > w) & (s->d_id[w] == id));
    return found;
}

/* Does entry e get one waiter more; is its page filled? */
static u1 longer(const tlb_mshr_state *s, const tlb_mshr_state *n, uint32_t e) {
    return (u1)((uint32_t)n->e_count[e] == (uint32_t)s->e_count[e] + 1U);
}

static u1 filled(const tlb_mshr_state *s, const tlb_mshr_in *in, const tlb_mshr_out *out, uint32_t e) {
    return (u1)(in->f_valid & out->f_ready & holds(s, e, in->f_asid, in->f_vpn));
}

/* What a fill takes out of the entries. */
static uint32_t times_filled(const tlb_mshr_state *s, const tlb_mshr_in *in, const tlb_mshr_out *out,
                             name id) {
    uint32_t found = 0;
    for (uint32_t e = 0; e < ENTRIES; e++)
        found += filled(s, in, out, e) ? times_in(s, e, id) : 0U;
    return found;
}

static uint32_t joins_as(const tlb_mshr_in *in, u1 joins, name id) {
    return (uint32_t)(joins & (in->m_id == id));
}

/* A list changes in two ways: the miss joins it, or all of it goes. */
u1 tlb_mshr_lemma_moves(CYCLE, u32 k, name id) {
    const uint32_t e = (uint32_t)k % ENTRIES, before = times_in(s, e, id);

    UNUSED;
    return (u1)(times_in(n, e, id) ==
                (filled(s, in, out, e) ? 0U : before + joins_as(in, longer(s, n, e), id)));
}

/* A miss that is taken joins one list, and no other joins any. */
u1 tlb_mshr_lemma_joins_one(CYCLE) {
    uint32_t lists = 0;

    UNUSED;
    tlb_mshr_given_inv_once(s, in->m_asid, in->m_vpn);
    for (uint32_t e = 0; e < ENTRIES; e++)
        lists += (uint32_t)longer(s, n, e);
    return (u1)(lists == (uint32_t)n->r_taken);
}

/* What goes out of the lists is due, and what is due goes by its answer. */
u1 tlb_mshr_lemma_comes_due(CYCLE, name id) {
    const uint32_t answered = (uint32_t)(answers(in, out) & (out->a_id == id));

    UNUSED;
    tlb_mshr_given_inv_once(s, in->f_asid, in->f_vpn);
    tlb_mshr_given_inv_few_due(s);
    return (u1)(times_due(n, id) + answered == times_due(s, id) + times_filled(s, in, out, id));
}

void tlb_mshr_given_lemma_moves(CYCLE, u32 k, name id);
void tlb_mshr_given_lemma_joins_one(CYCLE);
void tlb_mshr_given_lemma_comes_due(CYCLE, name id);

/* Of each request: how often it is in the file is how often it was taken less how often it was answered.
 * What the lists get more, and what is due more, are added up. */
u1 tlb_mshr_prop_balance(CYCLE, name id) {
    const uint32_t taken = (uint32_t)(n->r_taken & (in->m_id == id));
    const uint32_t answered = (uint32_t)(answers(in, out) & (out->a_id == id));
    uint32_t more = times_due(n, id) - times_due(s, id);

    UNUSED;
    tlb_mshr_given_lemma_joins_one(s, in, out, n);
    tlb_mshr_given_lemma_comes_due(s, in, out, n, id);
    for (uint32_t e = 0; e < ENTRIES; e++) {
        tlb_mshr_given_lemma_moves(s, in, out, n, e, id);
        more += times_in(n, e, id) - times_in(s, e, id);
    }
    return (u1)(more + answered == taken);
}

/* ---- Walks ---- */

/* A page that gets an entry is walked: the walk is at the port in the next cycle. */
u1 tlb_mshr_prop_walked(CYCLE, space asid, page_number vpn) {
    const u1 comes = (u1)((waiting(s, asid, vpn) == 0) & (waiting(n, asid, vpn) != 0));

    UNUSED;
    return (u1)((u1)!comes | (n->walk_valid & (n->walk_asid == asid) & (n->walk_vpn == vpn)));
}

/* A walk stays at the port until the walker takes it, and none comes there twice: a new one is that of a page
 * that had no entry. */
u1 tlb_mshr_prop_walk_once(CYCLE) {
    const u1 stays = (u1)(s->walk_valid & (u1)!in->walk_ready);
    const u1 same = (u1)((n->walk_asid == s->walk_asid) & (n->walk_vpn == s->walk_vpn));
    const u1 fresh = (u1)(misses(in, n->walk_asid, n->walk_vpn) & n->r_taken &
                          (waiting(s, n->walk_asid, n->walk_vpn) == 0));

    UNUSED;
    return (u1)((stays & n->walk_valid & same) | ((u1)!stays & ((u1)!n->walk_valid | fresh)));
}

/* What the port of walks shows changes only with a new walk. */
u1 tlb_mshr_prop_walk_kept(CYCLE) {
    UNUSED;
    return (u1)((n->walk_valid & (u1) !(s->walk_valid & (u1)!in->walk_ready)) |
                ((n->walk_asid == s->walk_asid) & (n->walk_vpn == s->walk_vpn)));
}

/* ---- Pins ---- */

/* The pins: whether a new page is taken, the registers, and the first request that is due. */
u1 tlb_mshr_prop_pins(CYCLE) {
    const u1 walk = (u1)((out->walk_valid == s->walk_valid) & (out->walk_asid == s->walk_asid) &
                         (out->walk_vpn == s->walk_vpn));
    const u1 due = (u1)((out->a_valid == (u1)(s->d_count != 0)) & (out->f_ready == (u1)(s->d_count == 0)) &
                        (out->a_id == s->d_id[0]) & (out->a_ppn == s->a_ppn));

    UNUSED;
    return (u1)(walk & due & (out->ready == (room(s) & (u1)!s->walk_valid)) & (out->r_valid == s->r_valid) &
                (out->r_taken == s->r_taken));
}
