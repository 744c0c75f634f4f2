/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_scheduler.h"

#define SMS     GMMU_NUM_SMS
#define KERNELS GMMU_NUM_KERNELS
#define NONE    GMMU_NO_KERNEL
#define STEPS   GMMU_SEARCH_STEPS
#define SIGN    (1U << (GMMU_SM_TOKENS_W - 1))

typedef GMMU_U(GMMU_KERNEL_W) kernel_index;
typedef GMMU_U(GMMU_SMS_W) sm_index;
typedef GMMU_U(GMMU_SM_TOKENS_W) key_type;

void sm_scheduler_reset(sm_scheduler_state *s) {
    for (unsigned k = 0; k < KERNELS; k++) {
        s->queue[k] = NONE;
        s->active[k] = 0;
        s->ready[k] = 0;
        s->tokens[k] = 0;
        s->rank[k] = 0;
        s->hit[k] = 0;
    }
    for (unsigned i = 0; i < SMS; i++) {
        s->sm_state[i] = SMST_IDLE;
        s->sm_kernel[i] = 0;
        s->sm_next[i] = 0;
    }
    s->searching = 0;
    s->at = 0;
    s->kernel_at = NONE;
    s->policy = POLICY_FCFS;
    s->by_tokens = 0;
    s->by_rank = 0;
    s->idle_valid = 0;
    s->idle_sm = 0;
    s->most_valid = 0;
    s->most_ready = 0;
    s->taker = 0;
    s->most_key = 0;
    s->least_valid = 0;
    s->giver = 0;
    s->victim = 0;
    s->least_key = 0;
}

void sm_scheduler_outputs(const sm_scheduler_state *s, sm_scheduler_out *out) {
    out->arrive_ready = (u1)(s->queue[KERNELS - 1] == NONE);
    out->searching = s->searching;
    for (unsigned i = 0; i < SMS; i++) {
        out->sm_state[i] = s->sm_state[i];
        out->sm_kernel[i] = s->sm_kernel[i];
        out->sm_next[i] = s->sm_next[i];
    }
}

/* The owner of SM i; no kernel, if it can be given. */
static inline kernel_index owner(const sm_scheduler_state *s, unsigned i) {
    return s->sm_state[i] == SMST_RUNNING    ? s->sm_kernel[i]
           : s->sm_state[i] == SMST_RESERVED ? s->sm_next[i]
                                             : (kernel_index)NONE;
}

/* What happens in this cycle. */
typedef struct {
    u1 arrives;
    u1 finishes[KERNELS]; /* an active kernel, no other */
    u1 frees[SMS];        /* an SM that is not idle, no other */
    u1 any;
} events_type;

static inline void read_events(const sm_scheduler_state *s, const sm_scheduler_in *in, u1 room,
                               events_type *e) {
    u1 known = 0, any = 0;

    for (unsigned k = 0; k < KERNELS; k++) {
        known = (u1)(known | ((in->arrive_kernel == k) & (u1)!s->active[k]));
        e->finishes[k] = (u1)(in->finish_valid & (in->finish_kernel == k) & s->active[k]);
        any = (u1)(any | e->finishes[k]);
    }
    for (unsigned i = 0; i < SMS; i++) {
        e->frees[i] = (u1)(in->free_valid & (in->free_sm == i) & (s->sm_state[i] != SMST_IDLE));
        any = (u1)(any | e->frees[i]);
    }
    e->arrives = (u1)(in->arrive_valid & room & known);
    e->any = (u1)(any | e->arrives);
}

/* The active queue: a kernel that has ended leaves it, and those behind move up; then one arrives at its end.
 * Its place is the first one without a kernel, or the one before it. */
static inline void move_queue(sm_scheduler_state *s, const sm_scheduler_in *in, const events_type *e) {
    kernel_index left[KERNELS];
    u1 tail[KERNELS + 1];
    u1 gone = 0, ends = 0;

    tail[KERNELS] = 0;
    for (unsigned p = 0; p < KERNELS; p++) {
        tail[p] = (u1)((s->queue[p] == NONE) & (p == 0 || s->queue[p == 0 ? 0 : p - 1U] != NONE));
        ends = (u1)(ends | e->finishes[p]);
        for (unsigned k = 0; k < KERNELS; k++)
            gone = (u1)(gone | (e->finishes[k] & (s->queue[p] == k)));
        left[p] = !gone              ? s->queue[p]
                  : p + 1U < KERNELS ? s->queue[p + 1U < KERNELS ? p + 1U : p]
                                     : (kernel_index)NONE;
    }
    for (unsigned p = 0; p < KERNELS; p++) {
        const u1 end = ends ? tail[p + 1U] : tail[p];

        s->queue[p] = (e->arrives & end) ? in->arrive_kernel : left[p];
    }
}

/* ---- a step of the search ---- */

/* The kernel that is looked at. */
typedef struct {
    u1 valid;
    u1 ready;
    key_type key;
    u1 owns; /* it owns an SM, ... */
    sm_index victim;
} candidate;

static inline u1 is_preemptive(u3 policy) {
    return (u1)(policy >= POLICY_PPQ_EXCLUSIVE);
}

static inline candidate look(const sm_scheduler_state *s, const sm_scheduler_in *in) {
    candidate c;
    uint32_t key = 0, running = 0, reserved = 0;
    u1 any_running = 0, any_reserved = 0;

    c.valid = 0;
    c.ready = 0;
    for (unsigned k = 0; k < KERNELS; k++) {
        c.valid = (u1)(c.valid | s->hit[k]);
        c.ready = (u1)(c.ready | (s->hit[k] & in->has_blocks[k]));
        key |= (s->hit[k] & s->by_tokens) ? (uint32_t)s->tokens[k] ^ SIGN : 0U;
        key |= (s->hit[k] & s->by_rank) ? (uint32_t)s->rank[k] : 0U;
    }
    for (unsigned i = 0; i < SMS; i++) {
        const u1 is_reserved = (u1)((s->sm_state[i] == SMST_RESERVED) & (s->sm_next[i] == s->kernel_at));
        const u1 is_running = (u1)((s->sm_state[i] == SMST_RUNNING) & (s->sm_kernel[i] == s->kernel_at));

        reserved |= (is_reserved & !any_reserved) ? i : 0U;
        running |= (is_running & !any_running) ? i : 0U;
        any_reserved = (u1)(any_reserved | is_reserved);
        any_running = (u1)(any_running | is_running);
    }
    c.key = (key_type)key;
    c.owns = (u1)(any_reserved | any_running);
    c.victim = (sm_index)(any_reserved ? reserved : running);
    return c;
}

/* What has been looked at, and the kernel at this place of the queue comes next. */
static inline void go_on(sm_scheduler_state *s, const sm_scheduler_in *in, uint32_t place) {
    uint32_t kernel = 0;

    for (unsigned p = 1; p < KERNELS; p++)
        kernel |= place == p ? (uint32_t)s->queue[p] : 0U;
    for (unsigned k = 0; k < KERNELS; k++) {
        s->ready[k] = s->hit[k] ? in->has_blocks[k] : s->ready[k];
        s->hit[k] = (u1)((place < KERNELS) & (kernel == k));
    }
    s->kernel_at = (kernel_index)kernel;
}

/* The first kernel of the queue is looked at next. */
static inline void look_at_first(sm_scheduler_state *s) {
    for (unsigned k = 0; k < KERNELS; k++)
        s->hit[k] = (u1)(s->queue[0] == k);
    s->kernel_at = s->queue[0];
}

/* An event makes what it finds invalid. */
static inline void search(sm_scheduler_state *s, const sm_scheduler_in *in) {
    const candidate c = look(s, in);
    const u1 may = (u1)(c.ready | (s->policy == POLICY_PPQ_EXCLUSIVE));
    const u1 equal = (u1)((c.key == s->most_key) & c.ready & (u1)!s->most_ready);
    const u1 most = (u1)(c.valid & may & ((u1)!s->most_valid | (c.key > s->most_key) | equal));
    const u1 least = (u1)(c.valid & c.owns & ((u1)!s->least_valid | (c.key <= s->least_key)));
    u1 vacant = 0;

    for (unsigned i = 0; i < SMS; i++)
        vacant = (u1)(vacant | ((s->at == i) & (owner(s, i) == NONE)));
    s->most_ready = most ? c.ready : s->most_ready;
    s->taker = most ? s->kernel_at : s->taker;
    s->most_key = most ? c.key : s->most_key;
    s->most_valid = (u1)(s->most_valid | most);
    s->giver = least ? s->kernel_at : s->giver;
    s->victim = least ? c.victim : s->victim;
    s->least_key = least ? c.key : s->least_key;
    s->least_valid = (u1)(s->least_valid | least);
    s->idle_sm = (vacant & !s->idle_valid) ? (sm_index)GMMU_WRAP(s->at, GMMU_SMS_W) : s->idle_sm;
    s->idle_valid = (u1)(s->idle_valid | vacant);
    s->at = (GMMU_U(GMMU_SEARCH_W))GMMU_WRAP((uint32_t)s->at + 1U, GMMU_SEARCH_W);
}

/* ---- its end ---- */

typedef struct {
    u1 gives;    /* an idle SM to the taker */
    u1 reserves; /* an SM of another kernel for the taker */
    sm_index sm;
} decision;

static inline decision decide(const sm_scheduler_state *s, u1 decides) {
    const u1 takes = (u1)(decides & s->most_valid & s->most_ready);
    const uint32_t gap = s->by_tokens ? 1U : 0U;
    const u1 more = (u1)((uint32_t)s->most_key > (uint32_t)s->least_key + gap);
    const u1 gives = (u1)(takes & s->idle_valid);
    const u1 reserves = (u1)(takes & (u1)!s->idle_valid & s->least_valid & is_preemptive(s->policy) & more);
    const decision d = {gives, reserves, gives ? s->idle_sm : s->victim};

    return d;
}

static inline void move_tokens(sm_scheduler_state *s, const sm_scheduler_in *in, const events_type *e,
                               decision d) {
    kernel_index giver = d.reserves ? s->giver : (kernel_index)NONE; /* whose token comes back */

    for (unsigned i = 0; i < SMS; i++) {
        const u1 lost = (u1)(e->frees[i] & (s->sm_state[i] == SMST_RUNNING));

        giver = lost ? s->sm_kernel[i] : giver;
    }
    for (unsigned k = 0; k < KERNELS; k++) {
        const u1 comes = (u1)(e->arrives & (in->arrive_kernel == k));
        const uint32_t back = giver == k ? 1U : 0U;
        const uint32_t paid = ((d.gives | d.reserves) & (s->taker == k)) ? 1U : 0U;
        const key_type tokens = (key_type)GMMU_WRAP((uint32_t)s->tokens[k] + back - paid, GMMU_SM_TOKENS_W);

        s->tokens[k] = comes ? (key_type)in->arrive_tokens : tokens;
        s->rank[k] = comes ? in->arrive_priority : s->rank[k];
        s->ready[k] = comes ? (u1)0 : s->ready[k];
        s->active[k] = (u1)((s->active[k] & (u1)!e->finishes[k]) | comes);
    }
}

/* SM i: a kernel that has ended owns nothing, a free SM goes over, and what is decided is done. */
static inline void move_sm(sm_scheduler_state *s, const events_type *e, decision d, unsigned i) {
    const u1 decided = (u1)((d.gives | d.reserves) & (d.sm == i));
    const u1 running = (u1)(s->sm_state[i] == SMST_RUNNING), reserved = (u1)(s->sm_state[i] == SMST_RESERVED);
    u1 orphan = 0; /* its owner ends */

    for (unsigned k = 0; k < KERNELS; k++)
        orphan = (u1)(orphan | (e->finishes[k] & (owner(s, i) == k)));
    const u1 waits = (u1)(reserved & (u1)!orphan & (s->sm_next[i] != NONE));
    const u1 over = (u1)(e->frees[i] & waits), idle = (u1)((e->frees[i] & (u1)!waits) | (running & orphan));
    const u1 set_up = (u1)(decided & (s->sm_state[i] == SMST_IDLE));

    s->sm_kernel[i] = over ? s->sm_next[i] : set_up ? s->taker : s->sm_kernel[i];
    s->sm_next[i] = (decided & (u1)!set_up) ? s->taker
                    : (reserved & orphan)   ? (kernel_index)NONE
                                            : s->sm_next[i];
    s->sm_state[i] = (over | set_up) ? (u2)SMST_RUNNING
                     : idle          ? (u2)SMST_IDLE
                     : decided       ? (u2)SMST_RESERVED
                                     : s->sm_state[i];
}

void sm_scheduler_step(sm_scheduler_state *s, const sm_scheduler_in *in, sm_scheduler_out *out) {
    events_type e;
    u1 news = (u1)(in->cfg_policy != s->policy);

    sm_scheduler_outputs(s, out);
    read_events(s, in, out->arrive_ready, &e);
    for (unsigned k = 0; k < KERNELS; k++)
        news = (u1)(news | (s->active[k] & in->has_blocks[k] & (u1)!s->ready[k]));

    const u1 looks = (u1)(s->searching & (s->at < STEPS));
    const u1 searches = (u1)(looks & (u1)!e.any);
    const uint32_t next = (uint32_t)s->at + 1U;
    const u1 decides = (u1)(s->searching & (u1)!e.any & (u1)!searches);
    const decision d = decide(s, decides);
    const u1 again = (u1)(e.any | d.gives | d.reserves | ((u1)!s->searching & news));

    if (looks)
        search(s, in);
    if (searches)
        go_on(s, in, next);
    move_tokens(s, in, &e, d);
    for (unsigned i = 0; i < SMS; i++)
        move_sm(s, &e, d, i);
    move_queue(s, in, &e);
    if (!searches)
        look_at_first(s);
    s->searching = (u1)(again | searches);
    if (again) {
        s->at = 0;
        s->policy = in->cfg_policy;
        s->by_tokens = (u1)(in->cfg_policy >= POLICY_DSS);
        s->by_rank = (u1)((in->cfg_policy != POLICY_FCFS) & (in->cfg_policy < POLICY_DSS));
        s->idle_valid = 0;
        s->most_valid = 0;
        s->most_ready = 0;
        s->least_valid = 0;
    }
}
