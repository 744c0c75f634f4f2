/* SPDX-License-Identifier: Apache-2.0 */
#include "request_file.h"

#define PORTS    GMMU_MMU_PORTS
#define REQUESTS GMMU_PORT_REQUESTS
#define SLOTS    REQUEST_FILE_SLOTS
#define ENDS     REQUEST_FILE_ENDS

enum {
    PPN_W = GMMU_PPN_W,
    ENTRY_W = GMMU_ENTRY_W,
    ID_W = GMMU_PORT_ID_W,
    ENDED = 6, /* a_fault of a space that has been disabled: WALK_REFUSED + ASID_DISABLED */
    LAST_OF_TURN = (1 << REQUEST_TURN_W) - 1,
    GAVE_UP = PORTS /* ends: refused by the miss file; the next: parked, or again */
};

typedef GMMU_U(GMMU_SLOT_W) slot_number;

/* Sets of slots, a bit each. */
typedef struct {
    uint64_t takes;   /* they take a request, at most one of a port, ... */
    uint64_t looks;   /* ... have their turn at the TLB, at most one, ... */
    uint64_t hits;    /* ... are found there, at most one, ... */
    uint64_t refused; /* ... are refused by the miss file, at most one, ... */
    uint64_t fetched; /* ... are answered by it, at most one, ... */
    uint64_t waits;   /* ... and of these are to wait for software, ... */
    uint64_t asks;    /* ... or may not, as all others of the port do, ... */
    uint64_t wakes;   /* ... are parked for the page that is retried, ... */
    uint64_t marks;   /* ... are those of the space that ends, ... */
    uint64_t closes;  /* ... get the fault for it at once: they wait, or come while it ends, ... */
    uint64_t leaves;  /* ... hand their answer to the port, at most one of a port */
} slot_events;

void request_file_reset(request_file_state *s) {
    for (unsigned i = 0; i < SLOTS; i++) {
        s->s_phase[i] = SLOT_FREE;
        s->s_asid[i] = 0;
        s->s_vpn[i] = 0;
        s->s_access[i] = 0;
        s->s_id[i] = 0;
        s->s_who[i] = 0;
        s->s_fills[i] = 0;
        s->s_generation[i] = 0;
        s->s_held[i] = 0;
        s->s_refused[i] = 0;
        s->s_ended[i] = 0;
        s->s_counted[i] = 0;
        s->s_fault[i] = 0;
        s->s_large[i] = 0;
        s->s_entry[i] = 0;
    }
    s->l_valid = 0;
    s->l_slot = 0;
    s->o_valid = 0;
    s->o_slot = 0;
    s->b_valid = 0;
    s->b_slot = 0;
    s->t_valid = 0;
    s->t_slot = 0;
    s->m_shown = 0;
    s->m_slot = 0;
    s->r_valid = 0;
    s->r_slot = 0;
    s->u_named = 0;
    s->u_valid = 0;
    s->u_slot = 0;
    s->u_timer = 0;
    for (unsigned p = 0; p < PORTS; p++) {
        s->a_valid[p] = 0;
        s->a_slot[p] = 0;
        s->a_id[p] = 0;
        s->a_fault[p] = 0;
        s->a_large[p] = 0;
        s->a_entry[p] = 0;
        s->a_generation[p] = 0;
        s->a_ended[p] = 0;
        s->a_counted[p] = 0;
    }
    for (unsigned e = 0; e < ENDS; e++) {
        s->end_valid[e] = 0;
        s->end_generation[e] = 0;
    }
    s->f_phase = FILL_IDLE;
    s->fill_kind = 0;
    s->fill_large = 0;
    s->fill_may = 0;
    s->k_access = 0;
    s->k_port = 0;
    s->k_id = 0;
    s->n_told = 0;
    s->n_ack = 0;
}

static inline u1 slot_in(uint64_t set, unsigned i) {
    return (u1)(set >> i & 1U);
}

/* Space and page of a slot, as AND-OR reads. */
static inline GMMU_U(GMMU_ASID_W) asid_of(const request_file_state *s, slot_number slot) {
    uint64_t asid = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        asid |= slot == i ? (uint64_t)s->s_asid[i] : 0U;
    return (GMMU_U(GMMU_ASID_W))asid;
}

static inline GMMU_U(GMMU_VPN_W) vpn_of(const request_file_state *s, slot_number slot) {
    uint64_t vpn = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        vpn |= slot == i ? (uint64_t)s->s_vpn[i] : 0U;
    return (GMMU_U(GMMU_VPN_W))vpn;
}

static inline GMMU_U(GMMU_WHO_W) who_of(const request_file_state *s, slot_number slot) {
    uint64_t who = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        who |= slot == i ? (uint64_t)s->s_who[i] : 0U;
    return (GMMU_U(GMMU_WHO_W))who;
}

static void show_ports(const request_file_state *s, request_file_out *out) {
    for (unsigned p = 0; p < PORTS; p++) {
        const uint64_t entry = (uint64_t)s->a_entry[p];
        u1 room = 0;
        for (unsigned k = 0; k < REQUESTS; k++)
            room = (u1)(room | (s->s_phase[p * REQUESTS + k] == SLOT_FREE));
        out->q_ready[p] = room;
        out->a_valid[p] = s->a_valid[p];
        out->a_id[p] = s->a_id[p];
        out->a_ppn[p] = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(entry, PPN_W);
        out->a_write[p] = (u1)(entry >> PPN_W & 1U);
        out->a_read[p] = (u1)(entry >> (PPN_W + 1U) & 1U);
        out->a_exec[p] = (u1)(entry >> (PPN_W + 2U) & 1U);
        out->a_system[p] = (u1)(entry >> (PPN_W + 3U) & 1U);
        out->a_large[p] = s->a_large[p];
        out->a_fault[p] = s->a_fault[p];
    }
}

/* The slots that have this flag. */
static inline uint64_t flagged(const u1 flag[SLOTS]) {
    uint64_t set = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        set |= (uint64_t)flag[i] << i;
    return set;
}

/* Is the request whose turn it may be still refused? */
static inline u1 is_refused(const request_file_state *s) {
    return (u1)(flagged(s->s_refused) >> (uint32_t)s->u_slot & 1U);
}

/* Does it have the miss file for itself? */
static inline u1 is_reserved(const request_file_state *s) {
    return (u1)(s->u_valid & is_refused(s));
}

void request_file_outputs(const request_file_state *s, request_file_out *out) {
    show_ports(s, out);
    out->lk_valid = s->l_valid;
    out->lk_asid = asid_of(s, s->l_slot);
    out->lk_vpn = vpn_of(s, s->l_slot);
    out->b_valid = s->b_valid;
    out->b_asid = asid_of(s, s->b_slot);
    out->b_vpn = vpn_of(s, s->b_slot);
    out->b_who = who_of(s, s->b_slot);
    out->t_valid = s->t_valid;
    out->t_who = who_of(s, s->t_slot);
    out->r_valid = s->r_valid;
    out->r_who = who_of(s, s->r_slot);
    out->m_valid = (u1)(s->m_shown & ((u1)!is_reserved(s) | (s->m_slot == s->u_slot)));
    out->m_asid = asid_of(s, s->m_slot);
    out->m_vpn = vpn_of(s, s->m_slot);
    out->m_id = (GMMU_U(GMMU_MSHR_ID_W))s->m_slot;
    out->done_ready = (u1)(s->f_phase == FILL_NOW);
    out->fill_tlb = (u1)((s->f_phase == FILL_NOW) & (s->fill_kind == 0) & s->fill_may);
    out->fill_bypass = (u1)((s->f_phase == FILL_NOW) & (s->fill_kind == 0) & (u1)!s->fill_may);
    out->fill_kind = s->fill_kind;
    out->fill_large = s->fill_large;
    out->k_valid = (u1)(s->f_phase == FILL_FAULT);
    out->k_access = s->k_access;
    out->k_info = (GMMU_U(GMMU_FAULT_INFO_W))((uint32_t)s->k_port << ID_W | (uint32_t)s->k_id);
    out->retry_ready = (u1)(s->f_phase == FILL_RETRY);
    out->begin_valid = s->l_valid;
    out->n_ack = s->n_ack;
    for (unsigned e = 0; e < ENDS; e++) {
        out->end_valid[e] = s->end_valid[e];
        out->end_generation[e] = s->end_generation[e];
    }
}

/* ---- who has a turn ---- */

static inline uint64_t lowest(uint64_t set) {
    return set & (~set + 1U);
}

/* The first of them behind the one that was last, else the first of all. */
static inline uint64_t next_in_turn(uint64_t wanting, uint32_t last) {
    const uint64_t behind = wanting & (UINT64_MAX << last << 1U);
    return lowest(behind != 0 ? behind : wanting);
}

static inline slot_number number_of(uint64_t picked) {
    uint32_t number = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        number |= slot_in(picked, i) ? i : 0U;
    return (slot_number)number;
}

static inline uint64_t in_phase(const request_file_state *s, unsigned phase) {
    uint64_t set = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        set |= (uint64_t)(s->s_phase[i] == phase) << i;
    return set;
}

/* The slots of this space and page. */
static inline uint64_t of_page(const request_file_state *s, GMMU_U(GMMU_ASID_W) asid,
                               GMMU_U(GMMU_VPN_W) vpn) {
    uint64_t set = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        set |= (uint64_t)((s->s_asid[i] == asid) & (s->s_vpn[i] == vpn)) << i;
    return set;
}

/* The slots that are the only ones of their ports that wait for no software: they may not. */
static inline uint64_t of_last(const request_file_state *s, const request_file_in *in) {
    const uint64_t held = flagged(s->s_held);
    uint64_t set = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        const unsigned p = i / REQUESTS;
        const uint64_t others = ((UINT64_C(1) << REQUESTS) - 1U) << (p * REQUESTS) & ~(UINT64_C(1) << i);
        set |= (uint64_t)(((held & others) == others) & (u1)!in->hold_all[p]) << i;
    }
    return set & ~held;
}

static inline uint64_t only(u1 valid, slot_number slot) {
    return (uint64_t)valid << (uint32_t)slot;
}

static slot_events events_of(const request_file_state *s, const request_file_in *in) {
    const uint64_t port = (UINT64_C(1) << REQUESTS) - 1U;
    const uint64_t free = in_phase(s, SLOT_FREE), done = in_phase(s, SLOT_DONE);
    const uint64_t asked = in_phase(s, SLOT_ASKED), look = in_phase(s, SLOT_LOOK);
    const uint64_t ended = flagged(s->s_ended), parked = in_phase(s, SLOT_PARKED);
    slot_events v;
    v.takes = 0;
    v.leaves = 0;
    v.closes = ended & (look | parked);
    for (unsigned p = 0; p < PORTS; p++) {
        const u1 empty = (u1)((u1)!s->a_valid[p] | in->a_ready[p]);
        const uint64_t here = port << (p * REQUESTS);
        const uint64_t ready = next_in_turn(done >> (p * REQUESTS) & port, (uint32_t)s->a_slot[p]);
        const uint64_t takes = in->q_valid[p] ? lowest(free & here) : 0U;
        v.takes |= takes;
        v.closes |= (in->n_ending & (in->q_asid[p] == in->n_asid)) ? takes : 0U;
        v.leaves |= empty ? ready << (p * REQUESTS) : 0U;
    }
    v.looks = in->lk_ready ? next_in_turn(look & ~ended, (uint32_t)s->l_slot) : 0U;
    v.hits = only((u1)(s->t_valid & in->t_hit), s->t_slot) & asked;
    v.refused = only((u1)(s->r_valid & (u1)!in->m_taken), s->r_slot) & asked;
    v.fetched = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        v.fetched |= (uint64_t)(in->w_valid & (in->w_slot == i)) << i & asked;
    const uint32_t kind = (uint32_t)((uint64_t)in->w_result >> (ENTRY_W + 1U));
    const u1 stays = (u1)((kind == RESULT_PARKED) | (kind == RESULT_AGAIN));
    v.asks = stays ? v.fetched & of_last(s, in) : 0U;
    v.waits = stays ? v.fetched & ~v.asks : 0U;
    v.wakes = (s->f_phase == FILL_RETRY) & in->retry_valid
                  ? of_page(s, in->retry_asid, in->retry_vpn) & parked
                  : 0U;
    v.marks = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        v.marks |=
            (uint64_t)(in->n_valid & (u1)!s->n_told & (s->s_asid[i] == in->n_asid)) << i & ~free & ~v.leaves;
    return v;
}

/* ---- the edge ---- */

static inline void move_slot(request_file_state *s, const request_file_in *in, const slot_events *v,
                             unsigned i) {
    const unsigned p = i / REQUESTS;
    const uint32_t kind = (uint32_t)((uint64_t)in->w_result >> (ENTRY_W + 1U));
    const u1 parks = (u1)(kind == RESULT_PARKED), waits = slot_in(v->waits, i), asks = slot_in(v->asks, i);
    const u1 answered = slot_in(v->hits | v->closes | (v->fetched & ~v->waits), i);
    const u1 told = (u1)(s->r_valid & (s->r_slot == i));
    if (slot_in(v->takes, i)) {
        s->s_asid[i] = in->q_asid[p];
        s->s_vpn[i] = in->q_vpn[p];
        s->s_access[i] = in->q_access[p];
        s->s_id[i] = in->q_id[p];
        s->s_who[i] = in->q_who[p];
    }
    if (s->l_valid & (s->l_slot == i))
        s->s_generation[i] = in->generation;
    if (s->t_valid & (s->t_slot == i))
        s->s_fills[i] = in->t_fills;
    if (slot_in(v->hits, i)) {
        s->s_fault[i] = 0;
        s->s_large[i] = in->t_large;
        s->s_entry[i] = in->t_entry;
        s->s_counted[i] = 1;
    } else if (slot_in(v->fetched, i)) {
        s->s_fault[i] = (u3)(asks ? (uint32_t)RESULT_ASK : GMMU_WRAP(kind, 3));
        s->s_large[i] = (u1)((uint64_t)in->w_result >> ENTRY_W & 1U);
        s->s_entry[i] = (GMMU_U(GMMU_ENTRY_W))GMMU_WRAP(in->w_result, ENTRY_W);
        s->s_counted[i] = 1;
    } else if (slot_in(v->closes, i)) {
        s->s_fault[i] = ENDED;
        s->s_large[i] = 0;
        s->s_entry[i] = 0;
        s->s_counted[i] = 0;
    }
    s->s_held[i] = (u1)(waits | (s->s_held[i] & (u1)!answered));
    s->s_refused[i] = (u1)((told ? (u1)!in->m_taken : s->s_refused[i]) & (u1)!answered);
    s->s_ended[i] = (u1)(slot_in(v->marks, i) | (s->s_ended[i] & (u1)!slot_in(v->leaves, i)));
    if (slot_in(v->closes, i))
        s->s_phase[i] = SLOT_DONE;
    else if (slot_in(v->takes | v->refused | v->wakes, i) | (waits & (u1)!parks))
        s->s_phase[i] = SLOT_LOOK;
    else if (slot_in(v->looks, i))
        s->s_phase[i] = SLOT_ASKED;
    else if (waits)
        s->s_phase[i] = SLOT_PARKED;
    else if (slot_in(v->hits | v->fetched, i))
        s->s_phase[i] = SLOT_DONE;
    else if (slot_in(v->leaves, i))
        s->s_phase[i] = SLOT_FREE;
}

/* Generation of the slot of a set, one at most. */
static inline u1 generation_of(const request_file_state *s, uint64_t set) {
    u1 generation = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        generation = (u1)(generation | (slot_in(set, i) & s->s_generation[i]));
    return generation;
}

/* The requests that have ended, told a cycle later. */
static inline void tell_ends(request_file_state *s, const request_file_in *in, const slot_events *v) {
    for (unsigned p = 0; p < PORTS; p++) {
        s->end_valid[p] = (u1)(s->a_valid[p] & in->a_ready[p] & s->a_counted[p]);
        s->end_generation[p] = s->a_generation[p];
    }
    s->end_valid[GAVE_UP] = (u1)(v->refused != 0);
    s->end_generation[GAVE_UP] = generation_of(s, v->refused);
    s->end_valid[GAVE_UP + 1] = (u1)(v->waits != 0);
    s->end_generation[GAVE_UP + 1] = generation_of(s, v->waits);
}

static inline void move_answer(request_file_state *s, const request_file_in *in, const slot_events *v,
                               unsigned p) {
    const uint64_t port = ((UINT64_C(1) << REQUESTS) - 1U) << (p * REQUESTS);
    const uint64_t picked = v->leaves & port;
    uint64_t entry = 0;
    uint32_t id = 0, fault = 0, number = 0;
    u1 large = 0, ended = 0, counted = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        const u1 here = slot_in(picked, i), framed = (u1)(here & (u1)!s->s_ended[i]);
        entry |= framed ? (uint64_t)s->s_entry[i] : 0U;
        fault |= framed ? (uint32_t)s->s_fault[i] : 0U;
        large = (u1)(large | (framed & s->s_large[i]));
        ended = (u1)(ended | (here & s->s_ended[i]));
        counted = (u1)(counted | (here & s->s_counted[i]));
        number |= slot_in(picked, i) ? i % REQUESTS : 0U;
        id |= slot_in(picked, i) ? (uint32_t)s->s_id[i] : 0U;
    }
    s->a_valid[p] = (u1)((picked != 0) | (s->a_valid[p] & (u1)!in->a_ready[p]));
    if (picked != 0) {
        s->a_slot[p] = (GMMU_U(GMMU_PORT_SLOT_W))number;
        s->a_id[p] = (GMMU_U(GMMU_PORT_ID_W))id;
        s->a_fault[p] = (u3)(ended ? (uint32_t)ENDED : fault);
        s->a_large[p] = large;
        s->a_entry[p] = (GMMU_U(GMMU_ENTRY_W))entry;
        s->a_generation[p] = generation_of(s, picked);
        s->a_counted[p] = counted;
    }
    s->a_ended[p] = (u1)(in->n_valid & (u1)!s->n_told ? s->a_valid[p]
                         : picked != 0                ? ended
                                                      : (u1)(s->a_ended[p] & (u1)!in->a_ready[p]));
}

static inline void move_look_up(request_file_state *s, const request_file_in *in, const slot_events *v) {
    s->r_valid = s->m_shown;
    s->r_slot = s->m_slot;
    s->m_shown = (u1)(s->t_valid & (u1)!in->t_hit);
    s->m_slot = s->t_slot;
    s->t_valid = s->b_valid;
    s->t_slot = s->b_slot;
    s->b_valid = s->o_valid;
    s->b_slot = s->o_slot;
    s->o_valid = s->l_valid;
    s->o_slot = s->l_slot;
    s->l_valid = (u1)(v->looks != 0);
    s->l_slot = v->looks != 0 ? number_of(v->looks) : s->l_slot;
}

/* Every so often the next of those that have been refused is named; if it is refused all the time until then,
 * it has the miss file for itself. */
static inline void take_turns(request_file_state *s) {
    const uint64_t refused = flagged(s->s_refused);
    const u1 due = (u1)((s->u_timer == LAST_OF_TURN) & (u1)!is_reserved(s) & (refused != 0));
    const u1 waits = (u1)(s->u_named & is_refused(s)), names = (u1)(due & (u1)!waits);
    s->u_valid = (u1)((due & waits) | is_reserved(s));
    s->u_named = (u1)(names | waits);
    s->u_slot = names ? number_of(next_in_turn(refused, (uint32_t)s->u_slot)) : s->u_slot;
    s->u_timer = (u7)GMMU_WRAP((uint32_t)s->u_timer + (uint32_t)(refused != 0), REQUEST_TURN_W);
}

/* The requests that wait for the page of the walk that has ended. */
static inline uint64_t waiting(const request_file_state *s, const request_file_in *in) {
    return of_page(s, in->done_asid, in->done_vpn) & in_phase(s, SLOT_ASKED);
}

/* May one of them fill the TLB? */
static inline u1 may_fill(const request_file_state *s, uint64_t waits) {
    u1 may = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        may = (u1)(may | (slot_in(waits, i) & s->s_fills[i]));
    return may;
}

/* What the record of a fault says: accesses of all that wait for the page, port and ID of the first. */
static inline void describe_fault(request_file_state *s, uint64_t waits) {
    const uint64_t first = lowest(waits);
    uint32_t access = 0, port = 0, id = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        access |= slot_in(waits, i) ? (uint32_t)s->s_access[i] : 0U;
        port |= slot_in(first, i) ? i / REQUESTS : 0U;
        id |= slot_in(first, i) ? (uint32_t)s->s_id[i] : 0U;
    }
    s->k_access = (u2)access;
    s->k_port = (GMMU_U(GMMU_MMU_PORT_W))port;
    s->k_id = (GMMU_U(GMMU_PORT_ID_W))id;
}

static inline void move_fill(request_file_state *s, const request_file_in *in) {
    const u1 idle = (u1)((s->f_phase == FILL_IDLE) & in->f_ready);
    const u1 ends = (u1)(idle & (u1)!in->retry_valid & in->done_valid);
    const u1 faults = (u1)(ends & in->park & (in->done_kind == 1)); /* WALK_ABSENT */
    const u3 next = (u3)(idle & in->retry_valid       ? FILL_RETRY
                         : faults                     ? FILL_FAULT
                         : ends                       ? FILL_NOW
                         : s->f_phase == FILL_FAULT   ? FILL_VERDICT
                         : s->f_phase == FILL_VERDICT ? FILL_NOW
                                                      : FILL_IDLE);
    if (faults)
        describe_fault(s, waiting(s, in));
    if (ends) {
        s->fill_kind = (u4)in->done_kind;
        s->fill_large = in->done_large;
        s->fill_may = may_fill(s, waiting(s, in));
    } else if (s->f_phase == FILL_VERDICT) {
        s->fill_kind = (u4)(in->k_taken ? RESULT_PARKED : RESULT_AGAIN);
    }
    s->f_phase = next;
}

/* The end of a space is acknowledged as neither a request that is marked is left nor an answer of before. */
static inline u1 is_ended(const request_file_state *s, const request_file_in *in) {
    u1 left = (u1)(flagged(s->s_ended) != 0);
    for (unsigned p = 0; p < PORTS; p++)
        left = (u1)(left | s->a_ended[p]);
    return (u1)(in->n_valid & s->n_told & (u1)!s->n_ack & (u1)!left);
}

void request_file_step(request_file_state *s, const request_file_in *in, request_file_out *out) {
    request_file_outputs(s, out);
    const slot_events v = events_of(s, in);
    const u1 ended = is_ended(s, in);

    tell_ends(s, in, &v);
    for (unsigned p = 0; p < PORTS; p++)
        move_answer(s, in, &v, p);
    move_fill(s, in);
    take_turns(s);
    for (unsigned i = 0; i < SLOTS; i++)
        move_slot(s, in, &v, i);
    move_look_up(s, in, &v);
    s->n_told = (u1)(in->n_valid & (u1)!s->n_ack);
    s->n_ack = ended;
}
