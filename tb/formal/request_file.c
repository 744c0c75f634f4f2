/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What request_file promises: of any port and any slot. A request is under way in its slot, and then at the
 * answer register of its port; to asid_table it has begun from its look-up on, until its end is told.
 */
#include "request_file.h"
#include "request_file_duties.h"

#define PORTS    GMMU_MMU_PORTS
#define REQUESTS GMMU_PORT_REQUESTS
#define SLOTS    REQUEST_FILE_SLOTS
#define ENDS     REQUEST_FILE_ENDS
#define ENDED    6U /* the fault of a space that is disabled */

#define CYCLE                                                                                                \
    const request_file_state *s, const request_file_in *in, const request_file_out *out,                     \
        const request_file_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static uint32_t kind_of(const request_file_in *in) {
    return (uint32_t)((uint64_t)in->w_result >> (GMMU_ENTRY_W + 1));
}

/* The miss file answers the request of this slot. */
static u1 answered(const request_file_state *s, const request_file_in *in, uint32_t i) {
    return (u1)(in->w_valid & ((uint32_t)in->w_slot == i) & (s->s_phase[i] == SLOT_ASKED));
}

/* The TLB has its page. */
static u1 hits(const request_file_state *s, const request_file_in *in, uint32_t i) {
    return (u1)(s->t_valid & in->t_hit & ((uint32_t)s->t_slot == i) & (s->s_phase[i] == SLOT_ASKED));
}

static u1 refused(const request_file_state *s, const request_file_in *in, uint32_t i) {
    return (u1)(s->r_valid & (u1)!in->m_taken & ((uint32_t)s->r_slot == i) & (s->s_phase[i] == SLOT_ASKED));
}

/* All other requests of its port wait for software: this one may not. */
static u1 is_last(const request_file_state *s, const request_file_in *in, uint32_t i) {
    u1 others = (u1)!in->hold_all[i / REQUESTS];
    for (unsigned k = 0; k < REQUESTS; k++) {
        const uint32_t other = i / REQUESTS * REQUESTS + k;
        others = (u1)(others & ((other == i) | s->s_held[other]));
    }
    return (u1)(others & (u1)!s->s_held[i]);
}

/* Its page is absent, and it goes on waiting: the miss file says so, and it may. */
static u1 waits_on(const request_file_state *s, const request_file_in *in, uint32_t i) {
    const u1 absent = (u1)((kind_of(in) == RESULT_PARKED) | (kind_of(in) == RESULT_AGAIN));
    return (u1)(answered(s, in, i) & absent & (u1)!is_last(s, in, i));
}

/* One that was refused has the miss file for itself. */
static u1 is_reserved(const request_file_state *s) {
    return (u1)(s->u_valid & s->s_refused[(uint32_t)s->u_slot % SLOTS] & ((uint32_t)s->u_slot < SLOTS));
}

static u1 free(const request_file_state *s, uint32_t i) {
    return (u1)(s->s_phase[i] == SLOT_FREE);
}

/* The port's answer of the slot moves to it. */
static u1 leaves(const request_file_state *s, const request_file_state *n, uint32_t i) {
    return (u1)((s->s_phase[i] == SLOT_DONE) & free(n, i));
}

/* A request that came would be of the space that ends. */
static u1 is_late(const request_file_state *s, const request_file_in *in, uint32_t i) {
    return (u1)(free(s, i) & in->n_ending & (in->q_asid[i / REQUESTS] == in->n_asid));
}

static u1 comes_late(const request_file_state *s, const request_file_in *in, const request_file_state *n,
                     uint32_t i) {
    return (u1)(is_late(s, in, i) & (u1)!free(n, i));
}

/* A request whose space has ended waits: parked, or for its turn at the TLB. */
static u1 closes(const request_file_state *s, uint32_t i) {
    return (u1)(s->s_ended[i] & ((s->s_phase[i] == SLOT_LOOK) | (s->s_phase[i] == SLOT_PARKED)));
}

/* The answer of the slot, as the miss file says it. */
static uint64_t answer_of(const request_file_state *s, uint32_t i) {
    return ((uint64_t)s->s_fault[i] << 1 | (uint64_t)s->s_large[i]) << GMMU_ENTRY_W | (uint64_t)s->s_entry[i];
}

/* Requests that the port has. */
static uint32_t held(const request_file_state *s, uint32_t p) {
    uint32_t count = (uint32_t)s->a_valid[p];
    for (unsigned k = 0; k < REQUESTS; k++)
        count += (uint32_t)(s->s_phase[p * REQUESTS + k] != SLOT_FREE);
    return count;
}

/* Requests that have begun, and whose end is not to be told. */
static uint32_t begun(const request_file_state *s) {
    uint32_t count = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        const u1 shown = (u1)(s->l_valid & ((uint32_t)s->l_slot == i));
        count += (uint32_t)(((s->s_phase[i] == SLOT_ASKED) & (u1)!shown) |
                            ((s->s_phase[i] == SLOT_DONE) & s->s_counted[i]));
    }
    for (unsigned p = 0; p < PORTS; p++)
        count += (uint32_t)(s->a_valid[p] & s->a_counted[p]);
    return count;
}

static uint32_t told(const request_file_state *n) {
    uint32_t count = 0;
    for (unsigned e = 0; e < ENDS; e++)
        count += (uint32_t)n->end_valid[e];
    return count;
}

/* ---- The duty and the invariants ---- */

/* The miss file answers only what it has taken. */
u1 request_file_duty_answers_asked(const request_file_state *s, const request_file_in *in) {
    return request_file_answers_asked(s, in);
}

void request_file_given_duty_answers_asked(const request_file_state *s, const request_file_in *in);

/* What is done with walks has five states; a place is one of five; one that is held waits, and all that are
 * parked are; what an end waits for at a port is an answer. */
u1 request_file_inv(const request_file_state *s) {
    u1 ok = (u1)(s->f_phase <= FILL_RETRY);
    for (unsigned i = 0; i < SLOTS; i++)
        ok = (u1)(ok & (s->s_phase[i] <= SLOT_DONE) &
                  ((u1)!s->s_held[i] | (s->s_phase[i] == SLOT_LOOK) | (s->s_phase[i] == SLOT_ASKED) |
                   (s->s_phase[i] == SLOT_PARKED)) &
                  ((s->s_phase[i] != SLOT_PARKED) | s->s_held[i]));
    for (unsigned p = 0; p < PORTS; p++)
        ok = (u1)(ok & ((u1)!s->a_ended[p] | s->a_valid[p]));
    return ok;
}

/* A request is at one place of the way at most, and has been asked for there. */
u1 request_file_inv_way(const request_file_state *s, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, stages = request_file_stages(s, i);
    return (u1)((stages <= 1U) & ((stages == 0) | (s->s_phase[i] == SLOT_ASKED)));
}

void request_file_given_inv_way(const request_file_state *s, u32 k);

void request_file_keeps_way(CYCLE, u32 k) {
    UNUSED;
    request_file_given_inv_way(s, k);
    request_file_given_duty_answers_asked(s, in);
}

/* After reset every register is 0: every place is free, and nothing is under way. */
u1 request_file_start_zero(const request_file_state *s) {
    u1 zero = (u1)((u1)!s->l_valid & (s->l_slot == 0) & (u1)!s->o_valid & (s->o_slot == 0) & (u1)!s->b_valid &
                   (s->b_slot == 0) & (u1)!s->t_valid & (s->t_slot == 0) & (u1)!s->m_shown &
                   (s->m_slot == 0) & (u1)!s->r_valid & (s->r_slot == 0) & (s->f_phase == FILL_IDLE) &
                   (s->fill_kind == 0) & (u1)!s->fill_large & (u1)!s->fill_may & (s->k_access == 0) &
                   (s->k_port == 0) & (s->k_id == 0) & (told(s) == 0) & (u1)!s->n_told & (u1)!s->n_ack &
                   (u1)!s->u_named & (u1)!s->u_valid & (s->u_slot == 0) & (s->u_timer == 0));
    for (unsigned e = 0; e < ENDS; e++)
        zero = (u1)(zero & (u1)!s->end_generation[e]);
    for (unsigned p = 0; p < PORTS; p++)
        zero = (u1)(zero & (held(s, p) == 0) & (s->a_slot[p] == 0) & (s->a_id[p] == 0) &
                    (s->a_fault[p] == 0) & (u1)!s->a_large[p] & (s->a_entry[p] == 0) &
                    (u1)!s->a_generation[p] & (u1)!s->a_ended[p] & (u1)!s->a_counted[p]);
    for (unsigned i = 0; i < SLOTS; i++)
        zero =
            (u1)(zero & (s->s_asid[i] == 0) & (s->s_vpn[i] == 0) & (s->s_access[i] == 0) & (s->s_id[i] == 0) &
                 (s->s_who[i] == 0) & (u1)!s->s_fills[i] & (u1)!s->s_generation[i] & (u1)!s->s_ended[i] &
                 (u1)!s->s_held[i] & (u1)!s->s_refused[i] & (u1)!s->s_counted[i] & (answer_of(s, i) == 0));
    return zero;
}

u1 request_file_idle(const request_file_state *s, const request_file_in *in) {
    u1 idle = (u1)((u1)!s->l_valid & (u1)!s->o_valid & (u1)!s->b_valid & (u1)!s->t_valid & (u1)!s->m_shown &
                   (u1)!s->r_valid & (u1)!in->w_valid & (u1)!in->n_valid & (u1)!s->n_told & (u1)!s->n_ack &
                   (s->f_phase == FILL_IDLE) & (u1) !(in->f_ready & (in->done_valid | in->retry_valid)) &
                   (s->o_slot == s->l_slot) & (s->b_slot == s->o_slot) & (s->t_slot == s->b_slot) &
                   (s->m_slot == s->t_slot) & (s->r_slot == s->m_slot));
    for (unsigned p = 0; p < PORTS; p++)
        idle = (u1)(idle & (u1)!in->q_valid[p] & (u1)!s->a_valid[p] & (u1)!s->a_ended[p] &
                    (s->end_generation[p] == s->a_generation[p]));
    for (unsigned e = 0; e < ENDS; e++)
        idle = (u1)(idle & (u1)!s->end_valid[e]);
    for (unsigned e = PORTS; e < ENDS; e++)
        idle = (u1)(idle & (u1)!s->end_generation[e]);
    idle = (u1)(idle & (u1)!s->u_valid & (u1)!s->u_named);
    for (unsigned i = 0; i < SLOTS; i++)
        idle = (u1)(idle & (u1)!s->s_refused[i] &
                    ((s->s_phase[i] == SLOT_FREE) | ((s->s_phase[i] == SLOT_PARKED) & (u1)!s->s_ended[i])));
    return idle;
}

/* ---- Requests and answers ---- */

/* Each request that is taken is answered once: what a port has is what it took less what it answered. */
u1 request_file_prop_once(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    UNUSED;
    return (u1)(held(n, p) + (uint32_t)(out->a_valid[p] & in->a_ready[p]) ==
                held(s, p) + (uint32_t)(in->q_valid[p] & out->q_ready[p]));
}

/* A port takes a request exactly while it has a free place, whatever the other ports do. */
u1 request_file_prop_room(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    u1 room = 0;
    UNUSED;
    for (unsigned i = 0; i < REQUESTS; i++)
        room = (u1)(room | (s->s_phase[p * REQUESTS + i] == SLOT_FREE));
    return (u1)(out->q_ready[p] == room);
}

/* A request keeps what it asked; a place that is taken has what its port asked. */
u1 request_file_prop_kept(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, p = i / REQUESTS;
    const u1 was = (u1)(s->s_phase[i] != SLOT_FREE), is = (u1)(n->s_phase[i] != SLOT_FREE);
    const u1 same =
        (u1)((n->s_asid[i] == s->s_asid[i]) & (n->s_vpn[i] == s->s_vpn[i]) & (n->s_id[i] == s->s_id[i]) &
             (n->s_access[i] == s->s_access[i]) & (n->s_who[i] == s->s_who[i]));
    const u1 asks =
        (u1)((n->s_asid[i] == in->q_asid[p]) & (n->s_vpn[i] == in->q_vpn[p]) & (n->s_id[i] == in->q_id[p]) &
             (n->s_access[i] == in->q_access[p]) & (n->s_who[i] == in->q_who[p]) & in->q_valid[p]);
    UNUSED;
    return (u1)(((u1)!was | same) &
                (was | (u1)!is | (asks & (comes_late(s, in, n, i) | (n->s_phase[i] == SLOT_LOOK)))));
}

/* An answer that comes to a port is that of a request of this port which has one, with its ID; when its space
 * has ended since it came, the fault for that, and no frame. */
u1 request_file_prop_own_answer(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    const u1 comes = (u1)(n->a_valid[p] & ((u1)!s->a_valid[p] | in->a_ready[p]));
    u1 own = 0;
    UNUSED;
    for (unsigned i = 0; i < REQUESTS; i++) {
        const uint32_t slot = p * REQUESTS + i;
        const u1 goes_on = (u1)((n->a_fault[p] == s->s_fault[slot]) & (n->a_large[p] == s->s_large[slot]) &
                                (n->a_entry[p] == s->s_entry[slot]));
        const u1 ended = (u1)((n->a_fault[p] == ENDED) & (u1)!n->a_large[p] & (n->a_entry[p] == 0));
        own =
            (u1)(own |
                 (leaves(s, n, slot) & (n->a_id[p] == s->s_id[slot]) & (s->s_ended[slot] ? ended : goes_on) &
                  (n->a_generation[p] == s->s_generation[slot]) & (n->a_counted[p] == s->s_counted[slot])));
    }
    return (u1)((u1)!comes | own);
}

/* While a request of the port has an answer, one is at the port in each cycle; when none has, the port is
 * empty as soon as its answer is taken. */
u1 request_file_prop_delivers(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    u1 has = 0;
    UNUSED;
    for (unsigned i = 0; i < REQUESTS; i++)
        has = (u1)(has | (s->s_phase[p * REQUESTS + i] == SLOT_DONE));
    return (u1)(n->a_valid[p] == (u1)(has | (s->a_valid[p] & (u1)!in->a_ready[p])));
}

/* Answers have turns: of two that a port has, the one that comes first behind the last goes. */
u1 request_file_prop_answer_turn(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, p = i / REQUESTS, last = (uint32_t)s->a_slot[p];
    const uint32_t now = (uint32_t)n->a_slot[p];
    const uint32_t mine = (i + 2U * REQUESTS - last - 1U) % REQUESTS,
                   its = (now + 2U * REQUESTS - last - 1U) % REQUESTS;
    const u1 comes = (u1)((u1)!s->a_valid[p] | in->a_ready[p]);
    UNUSED;
    return (u1)((u1) !(comes & (s->s_phase[i] == SLOT_DONE)) | (its <= mine));
}

/* Valid stays, and the answer with it, until it is taken. */
u1 request_file_prop_stays(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    UNUSED;
    return (u1)((u1) !(s->a_valid[p] & (u1)!in->a_ready[p]) |
                (n->a_valid[p] & (n->a_id[p] == s->a_id[p]) & (n->a_fault[p] == s->a_fault[p]) &
                 (n->a_large[p] == s->a_large[p]) & (n->a_entry[p] == s->a_entry[p]) &
                 (n->a_counted[p] == s->a_counted[p])));
}

/* A request has an answer exactly as the TLB hits its look-up, with what the TLB says; as the miss file
 * answers it, with what that says, or when its page is absent and it may not wait with RESULT_ASK; or with
 * the fault for it as its space has ended while it waits, or ends as it comes. The last two end no request in
 * flight. */
u1 request_file_prop_answered(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 comes = (u1)((s->s_phase[i] != SLOT_DONE) & (n->s_phase[i] == SLOT_DONE));
    const uint64_t found = (uint64_t)in->t_large << GMMU_ENTRY_W | (uint64_t)in->t_entry;
    const u1 same = (u1)((s->s_phase[i] != SLOT_DONE) | (answer_of(n, i) == answer_of(s, i)));
    const u1 by_tlb = (u1)(hits(s, in, i) & (answer_of(n, i) == found));
    const u1 ends = (u1)(answered(s, in, i) & (u1)!waits_on(s, in, i));
    const u1 asks = (u1)((kind_of(in) == RESULT_AGAIN) | (kind_of(in) == RESULT_PARKED));
    const u1 by_file =
        (u1)(ends & (asks ? (u1)(n->s_fault[i] == RESULT_ASK)
                          : (u1)(answer_of(n, i) == GMMU_WRAP(in->w_result, GMMU_RESULT_W - 1))));
    const u1 late = is_late(s, in, i), over = (u1)(closes(s, i) | late);
    const u1 by_end = (u1)(over & (answer_of(n, i) == (uint64_t)ENDED << (GMMU_ENTRY_W + 1)));
    UNUSED;
    request_file_given_inv_way(s, k);
    request_file_given_duty_answers_asked(s, in);
    return (
        u1)((free(s, i) ? (u1)(free(n, i) | (comes == late)) : (comes == (hits(s, in, i) | ends | over))) &
            ((u1)!comes | by_tlb | by_file | by_end) & same & ((u1)!comes | (n->s_counted[i] == (u1)!over)));
}

/* ---- The way ---- */

/* While a request wants the TLB, one has it in each cycle in which the TLB takes look-ups, one that wanted
 * it. Those whose space has ended want it no more. */
u1 request_file_prop_busy(CYCLE) {
    u1 wants = 0, wanted = 0;
    UNUSED;
    for (unsigned i = 0; i < SLOTS; i++) {
        wants = (u1)(wants | ((s->s_phase[i] == SLOT_LOOK) & (u1)!s->s_ended[i]));
        wanted = (u1)(wanted | ((n->l_slot == i) & (s->s_phase[i] == SLOT_LOOK) & (u1)!s->s_ended[i] &
                                (n->s_phase[i] == SLOT_ASKED)));
    }
    const u1 has = (u1)(wants & in->lk_ready);
    return (u1)((n->l_valid == has) & ((u1)!has | wanted));
}

/* Turns: of two that want the TLB, the one that comes first behind the last has it. */
u1 request_file_prop_turn(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, last = (uint32_t)s->l_slot, now = (uint32_t)n->l_slot;
    const uint32_t mine = (i + 2U * SLOTS - last - 1U) % SLOTS, its = (now + 2U * SLOTS - last - 1U) % SLOTS;
    UNUSED;
    return (u1)((s->s_phase[i] != SLOT_LOOK) | s->s_ended[i] | (u1)!in->lk_ready | (its <= mine));
}

/* A look-up, in the TLB and in the cache beside it, and a miss are those of the request, with the number of
 * its place. */
u1 request_file_prop_shown(CYCLE) {
    const uint32_t l = (uint32_t)s->l_slot % SLOTS, m = (uint32_t)s->m_slot % SLOTS;
    const uint32_t b = (uint32_t)s->b_slot % SLOTS;
    UNUSED;
    return (u1)((out->lk_valid == s->l_valid) &
                (out->m_valid == (u1)(s->m_shown & ((u1)!is_reserved(s) | (s->m_slot == s->u_slot)))) &
                (out->b_valid == s->b_valid) &
                ((u1)!s->b_valid | ((out->b_asid == s->s_asid[b]) & (out->b_vpn == s->s_vpn[b]))) &
                ((u1)!s->l_valid | ((out->lk_asid == s->s_asid[l]) & (out->lk_vpn == s->s_vpn[l]))) &
                ((u1)!s->m_shown | ((out->m_asid == s->s_asid[m]) & (out->m_vpn == s->s_vpn[m]))) &
                ((uint32_t)out->m_id == (uint32_t)s->m_slot));
}

/* A look-up goes to the cache beside the TLB two cycles later, and is answered in the next one. What misses
 * goes to the miss file, two cycles later it is told; nothing else goes there. */
u1 request_file_prop_way(CYCLE) {
    UNUSED;
    return (u1)((n->o_valid == s->l_valid) & (n->o_slot == s->l_slot) & (n->b_valid == s->o_valid) &
                (n->b_slot == s->o_slot) & (n->t_valid == s->b_valid) & (n->t_slot == s->b_slot) &
                (n->m_shown == (u1)(s->t_valid & (u1)!in->t_hit)) & (n->m_slot == s->t_slot) &
                (n->r_valid == s->m_shown) & (n->r_slot == s->m_slot));
}

/* What the miss file refuses has its turn at the TLB again, as has what its fault queue refuses. */
u1 request_file_prop_again(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 again = (u1)(refused(s, in, i) | (waits_on(s, in, i) & (kind_of(in) == RESULT_AGAIN)));
    UNUSED;
    return (u1)((u1)!again | (n->s_phase[i] == SLOT_LOOK));
}

/* ---- Who may wait for software, and whose turn it is at the miss file ---- */

/* A request is held from when its page is absent until it has an answer, and no other is. */
u1 request_file_prop_held(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 ends = (u1)((s->s_phase[i] != SLOT_DONE) & (n->s_phase[i] == SLOT_DONE));
    UNUSED;
    request_file_given_inv_way(s, k);
    request_file_given_duty_answers_asked(s, in);
    return (u1)(n->s_held[i] == (u1)((s->s_held[i] | waits_on(s, in, i)) & (u1)!ends));
}

/* No port has all its places held, while it is not told that it may: so one is free, or has a request that
 * waits for no software. */
u1 request_file_prop_one_is_free(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    u1 were = 1, are = 1;
    UNUSED;
    for (unsigned i = 0; i < REQUESTS; i++) {
        were = (u1)(were & s->s_held[p * REQUESTS + i]);
        are = (u1)(are & n->s_held[p * REQUESTS + i]);
    }
    return (u1)(were | in->hold_all[p] | (u1)!are);
}

/* A request knows whether the miss file has refused it since it was last taken. */
u1 request_file_prop_knows_refusal(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 told_now = (u1)(s->r_valid & ((uint32_t)s->r_slot == i));
    const u1 ends = (u1)((s->s_phase[i] != SLOT_DONE) & (n->s_phase[i] == SLOT_DONE));
    UNUSED;
    request_file_given_inv_way(s, k);
    request_file_given_duty_answers_asked(s, in);
    return (u1)((s->s_phase[i] == SLOT_DONE) | (s->s_phase[i] == SLOT_FREE) |
                (n->s_refused[i] == (u1)((told_now ? (u1)!in->m_taken : s->s_refused[i]) & (u1)!ends)));
}

/* While one has the miss file for itself no other miss is shown; it keeps that until it is taken or has an
 * answer. Else, as the time comes, the one that was named has it, if it has been refused since; or the first
 * that was refused behind it is named. The time counts on while any is refused. */
u1 request_file_prop_reserved(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, last = (uint32_t)s->u_slot, now = (uint32_t)n->u_slot;
    const uint32_t mine = (i + 2U * SLOTS - last - 1U) % SLOTS, its = (now + 2U * SLOTS - last - 1U) % SLOTS;
    const u1 denied = (u1)((last < SLOTS) & s->s_refused[last % SLOTS]), kept = (u1)(s->u_named & denied);
    u1 any = 0;
    UNUSED;
    for (unsigned j = 0; j < SLOTS; j++)
        any = (u1)(any | s->s_refused[j]);
    const u1 due = (u1)((((uint32_t)s->u_timer + 1U) >> REQUEST_TURN_W) & any & (u1)!is_reserved(s));
    const u1 names = (u1)(due & (u1)!kept);
    return (u1)(((u1) !(is_reserved(s) & out->m_valid) | (s->m_slot == s->u_slot)) &
                (n->u_valid == (u1)((due & kept) | is_reserved(s))) & (n->u_named == (u1)(due | kept)) &
                (names | (n->u_slot == s->u_slot)) &
                ((u1) !(names & s->s_refused[i]) | (s->s_refused[now % SLOTS] & (its <= mine))) &
                ((uint32_t)n->u_timer ==
                 (uint32_t)GMMU_WRAP((uint32_t)s->u_timer + (uint32_t)any, REQUEST_TURN_W)));
}

/* ---- Absent pages ---- */

/* A request is parked exactly as the miss file says so and it may wait, and stays until its page is retried
 * or its space has ended: at a retry all that are parked for it want the TLB again, so a page made resident
 * wakes everyone who waits for it. */
u1 request_file_prop_woken(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 retried = (u1)(out->retry_ready & in->retry_valid & (s->s_asid[i] == in->retry_asid) &
                            (s->s_vpn[i] == in->retry_vpn));
    const u1 was = (u1)(s->s_phase[i] == SLOT_PARKED), is = (u1)(n->s_phase[i] == SLOT_PARKED);
    const u1 parks = (u1)(waits_on(s, in, i) & (kind_of(in) == RESULT_PARKED));
    UNUSED;
    request_file_given_inv_way(s, k);
    request_file_given_duty_answers_asked(s, in);
    return (u1)((was ? (is == (u1) !(retried | s->s_ended[i])) : (is == parks)) &
                ((u1) !(was & retried & (u1)!s->s_ended[i]) | (n->s_phase[i] == SLOT_LOOK)));
}

/* No retry is taken from the cycle in which a fault is shown until its requests are parked: none passes by a
 * request that is about to be. */
u1 request_file_prop_no_lost_wake(CYCLE) {
    UNUSED;
    return (u1)(((u1)!out->k_valid | ((u1)!out->retry_ready & (n->f_phase == FILL_VERDICT))) &
                ((s->f_phase != FILL_VERDICT) | ((u1)!out->retry_ready & (n->f_phase == FILL_NOW))) &
                ((n->f_phase != FILL_RETRY) | ((s->f_phase == FILL_IDLE) & in->f_ready & in->retry_valid)));
}

/* A walk is taken for what it says: an absent page is parked when the fault queue has taken it, and begins
 * again when not; any other result is told as it is. The TLB, or the cache beside it, is filled with mapped
 * pages only. */
u1 request_file_prop_filled(CYCLE) {
    const u1 looks_at = (u1)((s->f_phase == FILL_IDLE) & in->f_ready & (u1)!in->retry_valid & in->done_valid);
    const u1 absent = (u1)(in->park & (in->done_kind == 1));
    const uint32_t verdict = in->k_taken ? RESULT_PARKED : RESULT_AGAIN;
    UNUSED;
    return (u1)(((u1)!looks_at |
                 ((n->f_phase == (absent ? FILL_FAULT : FILL_NOW)) & (n->fill_large == in->done_large) &
                  ((uint32_t)n->fill_kind == (uint32_t)in->done_kind))) &
                ((s->f_phase != FILL_VERDICT) | ((uint32_t)n->fill_kind == verdict)) &
                (out->done_ready == (u1)(s->f_phase == FILL_NOW)) &
                ((u1)(out->fill_tlb | out->fill_bypass) == (u1)(out->done_ready & (s->fill_kind == 0))));
}

/* ---- The end of a space ---- */

/* Each request of the space that is here as the end is announced, and is not leaving for its port, is marked,
 * and no other; the mark stays until the answer is at the port. */
u1 request_file_prop_marked(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 announced = (u1)(in->n_valid & (u1)!s->n_told & (s->s_asid[i] == in->n_asid) & (u1)!free(s, i));
    UNUSED;
    return (u1)(n->s_ended[i] == (u1)((announced | s->s_ended[i]) & (u1)!leaves(s, n, i)));
}

/* So are the answers that are at the ports then, until they are taken; and those of marked requests. */
u1 request_file_prop_marked_at_ports(CYCLE, u32 k) {
    const uint32_t p = (uint32_t)k % PORTS;
    const u1 announced = (u1)(in->n_valid & (u1)!s->n_told), goes = (u1)(s->a_valid[p] & in->a_ready[p]);
    const u1 stays = (u1)(s->a_valid[p] & (u1)!goes);
    u1 comes = 0, marked = 0;
    UNUSED;
    for (unsigned i = 0; i < REQUESTS; i++) {
        comes = (u1)(comes | leaves(s, n, p * REQUESTS + i));
        marked = (u1)(marked | (leaves(s, n, p * REQUESTS + i) & s->s_ended[p * REQUESTS + i]));
    }
    return (u1)(n->a_ended[p] == (u1)(announced ? n->a_valid[p] : comes ? marked : stays & s->a_ended[p]));
}

/* A request of the space that comes while it ends has its answer at once, and none of it wants the TLB. */
u1 request_file_prop_late(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    UNUSED;
    return (u1)((u1)!comes_late(s, in, n, i) | ((n->s_phase[i] == SLOT_DONE) & (n->s_fault[i] == ENDED)));
}

/* One that is marked has its answer in the next cycle if it waits, parked or for the TLB. */
u1 request_file_prop_closed(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    UNUSED;
    return (u1)((u1)!closes(s, i) | (n->s_phase[i] == SLOT_DONE));
}

/* The end is acknowledged, for one cycle, as soon as none is marked and no answer of before is at a port: all
 * that were here have their answers. */
u1 request_file_prop_acknowledged(CYCLE) {
    u1 left = 0;
    UNUSED;
    for (unsigned i = 0; i < SLOTS; i++)
        left = (u1)(left | s->s_ended[i]);
    for (unsigned p = 0; p < PORTS; p++)
        left = (u1)(left | s->a_ended[p]);
    return (u1)((n->n_ack == (u1)(in->n_valid & s->n_told & (u1)!s->n_ack & (u1)!left)) &
                (n->n_told == (u1)(in->n_valid & (u1)!s->n_ack)) & (out->n_ack == s->n_ack));
}

/* Nothing of the space: marked, or answered. */
static u1 is_over(const request_file_state *s, const request_file_in *in, uint32_t i) {
    return (u1)(free(s, i) | (s->s_asid[i] != in->n_asid) | s->s_ended[i] | (s->s_phase[i] == SLOT_DONE));
}

/* From the announcement on, and as long as the space ends, each of its requests that is here is marked or has
 * its answer. So as the end is acknowledged none of them waits, is at the TLB or is in the miss file; and
 * none is there until the space may be enabled again. */
u1 request_file_prop_over(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 announced = (u1)(in->n_valid & (u1)!s->n_told);
    UNUSED;
    return (u1)((u1)!in->n_ending | (u1) !(announced | is_over(s, in, i)) | is_over(n, in, i));
}

/* ---- Who fills the TLB ---- */

/* A request keeps what the token controller said as its look-up was answered. */
u1 request_file_prop_token(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 told = (u1)(s->t_valid & ((uint32_t)s->t_slot == i));
    UNUSED;
    return (u1)(n->s_fills[i] == (told ? in->t_fills : s->s_fills[i]));
}

/* A page goes to the TLB when one of those who wait for it may fill, else to the cache beside it, and never
 * to both. */
u1 request_file_prop_fills(CYCLE) {
    const u1 looks_at = (u1)((s->f_phase == FILL_IDLE) & in->f_ready & (u1)!in->retry_valid & in->done_valid);
    u1 may = 0;
    UNUSED;
    for (unsigned i = 0; i < SLOTS; i++)
        may = (u1)(may | ((s->s_phase[i] == SLOT_ASKED) & (s->s_asid[i] == in->done_asid) &
                          (s->s_vpn[i] == in->done_vpn) & s->s_fills[i]));
    return (u1)((n->fill_may == (looks_at ? may : s->fill_may)) & (u1) !(out->fill_tlb & out->fill_bypass) &
                ((u1)!out->fill_tlb | s->fill_may) & ((u1)!out->fill_bypass | (u1)!s->fill_may));
}

/* The token controller is told whose look-up the cache beside the TLB is asked for, whose is answered, and
 * whose miss. */
u1 request_file_prop_who(CYCLE) {
    const uint32_t b = (uint32_t)s->b_slot % SLOTS, t = (uint32_t)s->t_slot % SLOTS;
    const uint32_t r = (uint32_t)s->r_slot % SLOTS;
    UNUSED;
    return (u1)((out->t_valid == s->t_valid) & (out->r_valid == s->r_valid) &
                ((u1)!s->b_valid | (out->b_who == s->s_who[b])) &
                ((u1)!s->t_valid | (out->t_who == s->s_who[t])) &
                ((u1)!s->r_valid | (out->r_who == s->s_who[r])));
}

/* The record of an absent page says the accesses of all that wait for it, and port and ID of the first. */
u1 request_file_prop_recorded(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 fault = (u1)((s->f_phase == FILL_IDLE) & (n->f_phase == FILL_FAULT));
    uint32_t access = 0, before = 0;
    u1 waits = 0;
    UNUSED;
    for (unsigned j = 0; j < SLOTS; j++) {
        const u1 here = (u1)((s->s_phase[j] == SLOT_ASKED) & (s->s_asid[j] == in->done_asid) &
                             (s->s_vpn[j] == in->done_vpn));
        access |= here ? (uint32_t)s->s_access[j] : 0U;
        before += (uint32_t)(here & (j < i));
        waits = (u1)(waits | (here & (j == i)));
    }
    const u1 first = (u1)(waits & (before == 0));
    return (u1)((u1)!fault |
                (((uint32_t)n->k_access == access) &
                 ((u1)!first | (((uint32_t)n->k_port == i / REQUESTS) & (n->k_id == s->s_id[i])))));
}

/* ---- Generations ---- */

/* A request keeps the generation of the cycle of its look-up. */
u1 request_file_prop_generation(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS;
    const u1 begins = (u1)(s->l_valid & ((uint32_t)s->l_slot == i));
    UNUSED;
    return (u1)((out->begin_valid == s->l_valid) &
                (n->s_generation[i] == (begins ? in->generation : s->s_generation[i])));
}

/* What has begun and is not told to have ended is what had begun, and begins, less the ends that are told
 * next: an answer that leaves, a request that the miss file refuses, one that is parked or begins again. */
u1 request_file_prop_balance(CYCLE) {
    UNUSED;
    for (unsigned i = 0; i < SLOTS; i++)
        request_file_given_inv_way(s, (u32)i);
    request_file_given_duty_answers_asked(s, in);
    return (u1)(begun(n) + told(n) == begun(s) + (uint32_t)s->l_valid);
}

/* The end of a request has its generation. */
u1 request_file_prop_ends(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SLOTS, p = (uint32_t)k % PORTS;
    const u1 leaves = waits_on(s, in, i);
    UNUSED;
    return (
        u1)((n->end_valid[p] == (u1)(s->a_valid[p] & in->a_ready[p] & s->a_counted[p])) &
            (n->end_generation[p] == s->a_generation[p]) &
            ((u1)!refused(s, in, i) |
             (n->end_valid[PORTS] & (n->end_generation[PORTS] == s->s_generation[i]))) &
            ((u1)!leaves | (n->end_valid[PORTS + 1] & (n->end_generation[PORTS + 1] == s->s_generation[i]))));
}
