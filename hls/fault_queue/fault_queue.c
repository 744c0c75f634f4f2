/* SPDX-License-Identifier: Apache-2.0 */
#include "fault_queue.h"

#define PAGES   GMMU_FAULT_PAGES
#define RECORDS GMMU_FAULT_RECORDS

enum { COUNT_W = GMMU_FAULT_COUNT_W, RECORD_W = GMMU_FAULT_RECORD_W, RING = 1 << GMMU_FAULT_RING_W };

typedef GMMU_U(GMMU_FAULT_COUNT_W) ring_count;
typedef GMMU_U(GMMU_FAULT_RECORD_W) record_count;

/* What happens at the edge. */
typedef struct {
    u1 takes[PAGES]; /* the fault begins this entry, at most one, ... */
    u1 merges;       /* ... or merges */
    u1 taken;        /* one of takes[] */
    u1 starved; /* it is refused for want of an entry, of its space or at all, or of a place in the ring */
    u1 retried; /* the retry at the port is taken */
    u1 resumes[PAGES]; /* the entry is resumed */
    u1 next[PAGES];    /* its retry comes to the port, at most one */
    u1 written;        /* memory has the first record */
    u1 ends[PAGES];    /* its space ends */
    u1 ended;          /* no record of that space is to be written */
    u1 sets_up;
    u1 moves; /* the head */
} fault_events;

void fault_queue_reset(fault_queue_state *s) {
    for (unsigned e = 0; e < PAGES; e++) {
        s->e_state[e] = FAULT_FREE;
        s->e_asid[e] = 0;
        s->e_vpn[e] = 0;
    }
    for (unsigned i = 0; i < RECORDS; i++) {
        s->q_asid[i] = 0;
        s->q_vpn[i] = 0;
        s->q_access[i] = 0;
        s->q_why[i] = 0;
        s->q_info[i] = 0;
        s->q_time[i] = 0;
    }
    s->q_count = 0;
    s->w_sent = 0;
    s->enabled = 0;
    s->w_frame = 0;
    s->head = 0;
    s->tail = 0;
    s->due = 0;
    s->irq = 0;
    s->r_valid = 0;
    s->r_taken = 0;
    s->h_refused = 0;
    s->n_ack = 0;
}

/* Records in the ring. */
static inline uint32_t in_ring(const fault_queue_state *s) {
    return (uint32_t)GMMU_WRAP((uint32_t)s->tail - (uint32_t)s->head, COUNT_W);
}

/* Has the ring a place for one more than those that are on their way? */
static inline u1 has_place(const fault_queue_state *s) {
    return (u1)(in_ring(s) + (uint32_t)s->q_count < RING);
}

static inline u1 has_entry(const fault_queue_state *s) {
    u1 free = 0;
    for (unsigned e = 0; e < PAGES; e++)
        free = (u1)(free | (s->e_state[e] == FAULT_FREE));
    return free;
}

void fault_queue_outputs(const fault_queue_state *s, fault_queue_out *out) {
    u1 retries = 0;
    uint64_t asid = 0, vpn = 0;
    for (unsigned e = 0; e < PAGES; e++) {
        const u1 here = (u1)(s->e_state[e] == FAULT_RETRIES);
        retries = (u1)(retries | here);
        asid |= here ? (uint64_t)s->e_asid[e] : 0U;
        vpn |= here ? (uint64_t)s->e_vpn[e] : 0U;
    }
    out->enabled = s->enabled;
    out->ready = (u1)(s->enabled & has_place(s) & has_entry(s) & (s->q_count < RECORDS));
    out->r_valid = s->r_valid;
    out->r_taken = s->r_taken;
    out->retry_valid = retries;
    out->retry_asid = (GMMU_U(GMMU_ASID_W))asid;
    out->retry_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    out->w_valid = (u1)((s->q_count != 0) & (u1)!s->w_sent);
    out->w_frame = s->w_frame;
    out->w_slot = (GMMU_U(GMMU_FAULT_RING_W))GMMU_WRAP(s->tail, GMMU_FAULT_RING_W);
    out->w_asid = s->q_asid[0];
    out->w_vpn = s->q_vpn[0];
    out->w_access = s->q_access[0];
    out->w_why = s->q_why[0];
    out->w_info = s->q_info[0];
    out->w_time = s->q_time[0];
    out->b_ready = (u1)(s->q_count == 0);
    out->head = s->head;
    out->tail = s->tail;
    out->h_refused = s->h_refused;
    out->irq = s->irq;
    out->n_ack = s->n_ack;
}

/* Which faults are taken. */
static inline void take_faults(const fault_queue_state *s, const fault_queue_in *in,
                               const fault_queue_out *out, fault_events *v) {
    const u1 ends = (u1)(in->n_valid & (in->f_asid == in->n_asid));
    u1 held = 0, lower = 0; /* a lower entry is free */
    uint32_t its = 0;       /* entries of its space */
    v->merges = 0;
    for (unsigned e = 0; e < PAGES; e++) {
        const u1 hit =
            (u1)((s->e_state[e] != FAULT_FREE) & (s->e_asid[e] == in->f_asid) & (s->e_vpn[e] == in->f_vpn));
        const u1 leaves = (u1)((s->e_state[e] == FAULT_RETRIES) & in->retry_ready);
        v->merges = (u1)(v->merges | (in->f_valid & hit & (u1)!leaves & (u1)!ends));
        held = (u1)(held | hit);
        its += (uint32_t)((s->e_state[e] != FAULT_FREE) & (s->e_asid[e] == in->f_asid));
    }
    const u1 many = (u1)((in->space_pages != 0) & (its >= (uint32_t)in->space_pages));
    const u1 fresh = (u1)(in->f_valid & (u1)!held & (u1)!v->sets_up & (u1)!ends);
    v->taken = (u1)(fresh & out->ready & (u1)!many);
    v->starved = (u1)(fresh & s->enabled & ((u1) !(has_place(s) & has_entry(s)) | many));
    for (unsigned e = 0; e < PAGES; e++) {
        const u1 free = (u1)(s->e_state[e] == FAULT_FREE);
        v->takes[e] = (u1)(v->taken & free & (u1)!lower);
        lower = (u1)(lower | free);
    }
}

/* Which entries are resumed, and whose retry comes next: of those resumed before the first behind the one
 * that is at the port, else the lowest. */
static inline void resume_pages(const fault_queue_state *s, const fault_queue_in *in,
                                const fault_queue_out *out, fault_events *v) {
    u1 behind = 0, beyond = 0,
       lower = 0; /* the one at the port is lower; one is resumed behind it; and at all */
    for (unsigned e = 0; e < PAGES; e++) {
        beyond = (u1)(beyond | (behind & (s->e_state[e] == FAULT_RESUMED)));
        behind = (u1)(behind | (s->e_state[e] == FAULT_RETRIES));
    }
    behind = (u1)!beyond; /* none is: the lowest of all */
    v->retried = (u1)(out->retry_valid & in->retry_ready);
    const u1 port = (u1)((u1)!out->retry_valid | in->retry_ready);
    for (unsigned e = 0; e < PAGES; e++) {
        const u1 resumed = (u1)(s->e_state[e] == FAULT_RESUMED);
        v->resumes[e] = (u1)(in->c_valid & (s->e_state[e] == FAULT_WAITS) & (s->e_asid[e] == in->c_asid) &
                             (in->c_space | (s->e_vpn[e] == in->c_vpn)));
        v->next[e] = (u1)(port & resumed & behind & (u1)!lower);
        lower = (u1)(lower | (resumed & behind));
        behind = (u1)(behind | (s->e_state[e] == FAULT_RETRIES));
    }
}

/* The pages of the space that ends, and whether all its records are in the ring. */
static inline void end_space(const fault_queue_state *s, const fault_queue_in *in, fault_events *v) {
    u1 recorded = 0;
    for (unsigned e = 0; e < PAGES; e++)
        v->ends[e] = (u1)(in->n_valid & (s->e_asid[e] == in->n_asid));
    for (unsigned i = 0; i < RECORDS; i++)
        recorded = (u1)(recorded | ((s->q_count > i) & (s->q_asid[i] == in->n_asid)));
    v->ended = (u1)(in->n_valid & (u1)!s->n_ack & (u1)!recorded);
}

static inline fault_events events_of(const fault_queue_state *s, const fault_queue_in *in,
                                     const fault_queue_out *out) {
    const uint32_t back = (uint32_t)GMMU_WRAP((uint32_t)in->h_head - (uint32_t)s->head, COUNT_W);
    fault_events v;
    v.sets_up = (u1)(in->b_valid & out->b_ready);
    v.written = (u1)(s->w_sent & in->w_done & (s->q_count != 0));
    v.moves = (u1)(in->h_valid & (back <= in_ring(s)));
    take_faults(s, in, out, &v);
    resume_pages(s, in, out, &v);
    end_space(s, in, &v);
    return v;
}

static inline void move_entry(fault_queue_state *s, const fault_queue_in *in, const fault_events *v,
                              unsigned e) {
    const u1 leaves = (u1)((s->e_state[e] == FAULT_RETRIES) & v->retried);
    if (v->takes[e]) {
        s->e_asid[e] = in->f_asid;
        s->e_vpn[e] = in->f_vpn;
    }
    s->e_state[e] = v->takes[e]     ? (u2)FAULT_WAITS
                    : v->ends[e]    ? (u2)FAULT_FREE
                    : v->resumes[e] ? (u2)FAULT_RESUMED
                    : v->next[e]    ? (u2)FAULT_RETRIES
                    : leaves        ? (u2)FAULT_FREE
                                    : s->e_state[e];
}

/* The first record goes as memory has it, and a new one comes behind the others. */
static inline void move_records(fault_queue_state *s, const fault_queue_in *in, const fault_events *v) {
    const uint32_t last = (uint32_t)GMMU_WRAP((uint32_t)s->q_count - (uint32_t)v->written, RECORD_W);
    for (unsigned i = 0; i < RECORDS; i++) {
        const unsigned after = i + 1U < RECORDS ? i + 1U : i;
        if (v->taken & (last == i)) {
            s->q_asid[i] = in->f_asid;
            s->q_vpn[i] = in->f_vpn;
            s->q_access[i] = in->f_access;
            s->q_why[i] = in->f_why;
            s->q_info[i] = in->f_info;
            s->q_time[i] = in->f_time;
        } else if (v->written) {
            s->q_asid[i] = s->q_asid[after];
            s->q_vpn[i] = s->q_vpn[after];
            s->q_access[i] = s->q_access[after];
            s->q_why[i] = s->q_why[after];
            s->q_info[i] = s->q_info[after];
            s->q_time[i] = s->q_time[after];
        }
    }
    s->q_count = (record_count)GMMU_WRAP(last + (uint32_t)v->taken, RECORD_W);
}

static inline void move_ring(fault_queue_state *s, const fault_queue_in *in, const fault_events *v) {
    const uint32_t tail = (uint32_t)s->tail + (uint32_t)v->written;
    s->tail = (ring_count)(v->sets_up ? 0U : GMMU_WRAP(tail, COUNT_W));
    s->head = v->sets_up ? (ring_count)0 : v->moves ? in->h_head : s->head;
    s->enabled = v->sets_up ? in->b_enable : s->enabled;
    s->w_frame = v->sets_up ? in->b_frame : s->w_frame;
}

void fault_queue_step(fault_queue_state *s, const fault_queue_in *in, fault_queue_out *out) {
    fault_queue_outputs(s, out);
    const fault_events v = events_of(s, in, out);
    const uint32_t count = in_ring(s);
    const u1 full = (u1)(s->due | (count >= (uint32_t)in->irq_records));

    s->irq = (u1)(in->irq_mask & (count != 0) & full);
    s->due = (u1)(v.starved | ((u1) !(v.moves | v.sets_up) & (s->due | (in->tick & (count != 0)))));
    s->r_valid = in->f_valid;
    s->r_taken = (u1)(v.merges | v.taken);
    s->w_sent = (u1)((out->w_valid & in->w_ready) | (s->w_sent & (u1)!in->w_done));
    s->h_refused = in->h_valid ? (u1)((u1)!v.moves | v.sets_up) : s->h_refused;
    s->n_ack = v.ended;
    for (unsigned e = 0; e < PAGES; e++)
        move_entry(s, in, &v, e);
    move_records(s, in, &v);
    move_ring(s, in, &v);
}
