/* SPDX-License-Identifier: Apache-2.0 */
/* What sm_scheduler promises, of any kernel k, any SM i, and any places p and q of the active queue. */
#include "sm_scheduler.h"
#include "kernel_claims.h"

#define STEPS ((uint32_t)GMMU_SEARCH_STEPS)
#define SIGN  (1U << (GMMU_SM_TOKENS_W - 1))

/* ---- words of the claims ---- */

typedef GMMU_U(GMMU_SM_TOKENS_W) sm_word;
typedef GMMU_U(GMMU_NUM_SMS) sm_set; /* so this is for 64 SMs at most */

/* The SM belongs to this kernel; to no kernel, if it can be given. */
static uint32_t owner(const sm_scheduler_state *s, uint32_t i) {
    return s->sm_state[i] == SMST_RUNNING    ? (uint32_t)s->sm_kernel[i]
           : s->sm_state[i] == SMST_RESERVED ? (uint32_t)s->sm_next[i]
                                             : NONE;
}

/* The SMs of kernel k, a bit each, and how many bits are set. */
static sm_set sms_of(const sm_scheduler_state *s, uint32_t k) {
    uint64_t set = 0;

    for (uint32_t i = 0; i < SMS; i++)
        set |= (uint64_t)(owner(s, i) == k ? 1U : 0U) << i;
    return (sm_set)set;
}

static uint32_t bit(sm_set set, uint32_t i) {
    return (uint32_t)((uint64_t)set >> i & 1U);
}

static uint32_t size(sm_set set) {
    uint32_t sum = 0;

    for (uint32_t i = 0; i < SMS; i++)
        sum += bit(set, i);
    return sum;
}

static uint32_t owned(const sm_scheduler_state *s, uint32_t k) {
    return size(sms_of(s, k));
}

/* The word of kernel k; 0 of no kernel. */
static uint32_t word(const sm_word *words, uint32_t k) {
    uint32_t found = 0;

    for (uint32_t j = 0; j < KERNELS; j++)
        found |= j == k ? (uint32_t)words[j] : 0U;
    return found;
}

/* Tokens are two's complement; 2^W more of them, so that sums stay above 0. */
static uint32_t tokens(const sm_scheduler_state *s, uint32_t k) {
    return (word(s->tokens, k) ^ SIGN) + SIGN;
}

/* What kernels are compared by, under a policy. */
static uint32_t key(const sm_scheduler_state *s, uint32_t k) {
    return s->policy >= POLICY_DSS ? tokens(s, k) - SIGN : s->policy == POLICY_FCFS ? 0U : word(s->rank, k);
}

static u1 is_exclusive(const sm_scheduler_state *s) {
    return (u1)(s->policy == POLICY_PPQ_EXCLUSIVE);
}

/* The place of kernel k in the active queue; KERNELS: it is not there. */
static uint32_t place(const sm_scheduler_state *s, uint32_t k) {
    uint32_t found = KERNELS;

    for (uint32_t p = KERNELS; p-- > 0;)
        found = s->queue[p] == k ? p : found;
    return found;
}

/* Some active kernel has a higher key. */
static u1 is_beaten(const sm_scheduler_state *s, uint32_t k) {
    u1 beaten = 0;

    for (uint32_t j = 0; j < KERNELS; j++)
        beaten = (u1)(beaten | (s->active[j] & (key(s, j) > key(s, k))));
    return beaten;
}

static u1 arrives(const sm_scheduler_state *s, const sm_scheduler_in *in, const sm_scheduler_out *out,
                  uint32_t k) {
    return (u1)(in->arrive_valid & out->arrive_ready & ((uint32_t)in->arrive_kernel == k) &
                (u1)!flag_of(s->active, k));
}

static u1 finishes(const sm_scheduler_state *s, const sm_scheduler_in *in, uint32_t k) {
    return (u1)(in->finish_valid & ((uint32_t)in->finish_kernel == k) & flag_of(s->active, k));
}

static u1 frees(const sm_scheduler_state *s, const sm_scheduler_in *in, uint32_t i) {
    return (u1)(in->free_valid & ((uint32_t)in->free_sm == i) & (s->sm_state[i] != SMST_IDLE));
}

/* Does anything happen in this cycle that begins a round? */
static u1 event(const sm_scheduler_state *s, const sm_scheduler_in *in, const sm_scheduler_out *out) {
    const uint32_t comes = (uint32_t)in->arrive_kernel, ends = (uint32_t)in->finish_kernel;
    u1 any = (u1)((comes < KERNELS) & arrives(s, in, out, comes));

    any = (u1)(any | ((ends < KERNELS) & finishes(s, in, ends)));
    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | frees(s, in, i));
    return any;
}

/* ---- the tables ---- */

/* The kernel that is looked at is the one at its place of the queue, between rounds the first; the policy
 * says what its key is. */
static u1 looks_right(const sm_scheduler_state *s) {
    const uint32_t at = s->searching ? (uint32_t)s->at : 0U;
    uint32_t kernel = 0;
    u1 ok = (u1)((s->by_tokens == (s->policy >= POLICY_DSS)) &
                 (s->by_rank == ((s->policy != POLICY_FCFS) & (s->policy < POLICY_DSS))));

    for (uint32_t p = 0; p < KERNELS; p++)
        kernel |= at == p ? (uint32_t)s->queue[p] : 0U;
    for (uint32_t k = 0; k < KERNELS; k++)
        ok = (u1)(ok & (s->hit[k] == ((at < KERNELS) & (kernel == k))));
    return (u1)(ok & ((uint32_t)s->kernel_at == kernel));
}

/* The queue has no gaps and nothing but kernels; an SM is idle, running or reserved; a search ends; what is
 * looked at is known a cycle before. */
u1 sm_scheduler_inv(const sm_scheduler_state *s) {
    u1 ok = (u1)(((uint32_t)s->at <= STEPS) & looks_right(s));

    for (uint32_t p = 0; p < KERNELS; p++) {
        ok = (u1)(ok & ((s->queue[p] < KERNELS) | (s->queue[p] == NONE)));
        ok = (u1)(ok & ((p == 0) | (s->queue[p] == NONE) | (s->queue[p == 0 ? 0 : p - 1U] != NONE)));
    }
    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & (s->sm_state[i] != 3));
    return ok;
}

/* What is in the queue is active. */
u1 sm_scheduler_inv_queued(const sm_scheduler_state *s, kernel p) {
    const uint32_t k = (uint32_t)s->queue[kernel_of(p)];

    return (u1)((k == NONE) | flag_of(s->active, k));
}

/* What is active is in the queue. */
u1 sm_scheduler_inv_place(const sm_scheduler_state *s, kernel k) {
    const uint32_t it = kernel_of(k);

    return (u1)((u1)!s->active[it] | (place(s, it) < KERNELS));
}

/* No kernel is in the queue twice. */
u1 sm_scheduler_inv_distinct(const sm_scheduler_state *s, kernel p, kernel q) {
    const uint32_t a = kernel_of(p), b = kernel_of(q);

    return (u1)((a == b) | (s->queue[a] == NONE) | (s->queue[a] != s->queue[b]));
}

/* An SM has one owner, an active kernel, or none: a running one its kernel. */
u1 sm_scheduler_inv_owner(const sm_scheduler_state *s, sm_index i) {
    const uint32_t sm = sm_of(i), k = owner(s, sm);

    return (u1)(((k == NONE) & (s->sm_state[sm] != SMST_RUNNING)) | ((k < KERNELS) & flag_of(s->active, k)));
}

/* Tokens and SMs of an active kernel are a budget that was told: none of them runs over. */
u1 sm_scheduler_inv_budget(const sm_scheduler_state *s, kernel k) {
    const uint32_t it = kernel_of(k), sum = tokens(s, it) + owned(s, it);

    return (u1)((u1)!s->active[it] | ((sum >= 2U * SIGN) & (sum < 3U * SIGN)));
}

/* ---- a search ---- */

/* What a search has found is there: an SM to give, a kernel to take it, the SM of an owner. */
u1 sm_scheduler_inv_found(const sm_scheduler_state *s) {
    const uint32_t taker = (uint32_t)s->taker, idle = (uint32_t)s->idle_sm, victim = (uint32_t)s->victim;
    u1 vacant = 0, owns = 0;

    for (uint32_t i = 0; i < SMS; i++) {
        const uint32_t k = owner(s, i);

        vacant = (u1)(vacant | ((idle == i) & (k == NONE)));
        owns = (u1)(owns | ((victim == i) & (k != NONE) & (k == (uint32_t)s->giver) &
                            (key(s, k) == (uint32_t)s->least_key)));
    }
    const u1 takes =
        (u1)((taker < KERNELS) & flag_of(s->active, taker) & (key(s, taker) == (uint32_t)s->most_key) &
             (flag_of(s->ready, taker) == s->most_ready) & (place(s, taker) < (uint32_t)s->at) &
             (s->most_ready | is_exclusive(s)));

    return (u1)((u1)!s->searching | ((vacant | (u1)!s->idle_valid) & (owns | (u1)!s->least_valid) &
                                     (takes | (u1)!s->most_valid)));
}

/* The SM found of the giver is a reserved one, if it owns such. */
u1 sm_scheduler_inv_victim(const sm_scheduler_state *s, sm_index i) {
    const uint32_t sm = sm_of(i), victim = (uint32_t)s->victim;
    u1 its = 0, reserved = 0;

    for (uint32_t j = 0; j < SMS; j++) {
        its = (u1)(its | ((victim == j) & (owner(s, j) == owner(s, sm))));
        reserved = (u1)(reserved | ((victim == j) & (s->sm_state[j] == SMST_RESERVED)));
    }
    return (u1)((u1)!s->searching | (u1)!s->least_valid | (u1)!its | reserved |
                (s->sm_state[sm] != SMST_RESERVED));
}

/* No SM that can be given has been passed over. */
u1 sm_scheduler_inv_looked_sm(const sm_scheduler_state *s, sm_index i) {
    const uint32_t sm = sm_of(i);

    return (u1)((u1)!s->searching | (sm >= (uint32_t)s->at) | (owner(s, sm) != NONE) | s->idle_valid);
}

/* No kernel with blocks has been passed over that has a higher key than the taker, or as high and came
 * before it; under exclusive PPQ, none with a higher priority at all. */
u1 sm_scheduler_inv_looked_most(const sm_scheduler_state *s, kernel p) {
    const uint32_t at = kernel_of(p), k = (uint32_t)s->queue[at], most = (uint32_t)s->most_key;
    const u1 ready = flag_of(s->ready, k), asks = (u1)(ready | is_exclusive(s));
    const u1 behind = (u1)((key(s, k) == most) & ready);
    const u1 beaten =
        (u1)((key(s, k) < most) | (behind & s->most_ready & (place(s, (uint32_t)s->taker) <= at)));

    return (u1)((u1)!s->searching | (at >= (uint32_t)s->at) | (k == NONE) | (u1)!asks |
                (s->most_valid & (beaten | ((key(s, k) == most) & (u1)!ready))));
}

/* No owner with fewer tokens, or a lower priority, than the giver has been passed over. */
u1 sm_scheduler_inv_looked_least(const sm_scheduler_state *s, kernel p, sm_index i) {
    const uint32_t at = kernel_of(p), k = (uint32_t)s->queue[at];

    return (u1)((u1)!s->searching | (at >= (uint32_t)s->at) | (k == NONE) | (owner(s, sm_of(i)) != k) |
                (s->least_valid & ((uint32_t)s->least_key <= key(s, k))));
}

/* ---- when the round has ended ---- */

/* At the end of a round, as far as a kernel with blocks may take SMs (under exclusive PPQ: no active one has
 * a higher priority), every SM has an owner. */
u1 sm_scheduler_inv_rest_owned(const sm_scheduler_state *s, kernel p, sm_index i) {
    const uint32_t k = (uint32_t)s->queue[kernel_of(p)];
    const u1 asks = (u1)((k != NONE) & flag_of(s->ready, k) & ((u1)!is_exclusive(s) | (u1)!is_beaten(s, k)));

    return (u1)(s->searching | (u1)!asks | (owner(s, sm_of(i)) != NONE));
}

/* A prioritised kernel waits for none of lower priority, and a kernel with tokens for none with two less:
 * at the end of a round, the owner of every SM is as good; one that is still to be preempted is reserved. */
u1 sm_scheduler_inv_rest_fair(const sm_scheduler_state *s, kernel p, sm_index i) {
    const uint32_t k = (uint32_t)s->queue[kernel_of(p)], other = owner(s, sm_of(i));
    const uint32_t gap = s->policy >= POLICY_DSS ? 1U : 0U;
    const u1 asks = (u1)((k != NONE) & flag_of(s->ready, k) & ((u1)!is_exclusive(s) | (u1)!is_beaten(s, k)));

    return (u1)(s->searching | (u1)!asks | (other == NONE) | (s->policy < POLICY_PPQ_EXCLUSIVE) |
                (key(s, k) <= key(s, other) + gap));
}

/* After reset no kernel is active, all SMs are idle, and no round is under way. */
u1 sm_scheduler_start_empty(const sm_scheduler_state *s) {
    u1 ok =
        (u1)((u1)!s->searching & (s->at == 0) & (s->policy == 0) & (u1)!s->idle_valid & (s->idle_sm == 0) &
             (u1)!s->most_valid & (u1)!s->most_ready & (s->taker == 0) & (s->most_key == 0) &
             (u1)!s->least_valid & (s->giver == 0) & (s->victim == 0) & (s->least_key == 0));

    ok = (u1)(ok & (u1)!s->by_tokens & (u1)!s->by_rank & (s->kernel_at == NONE));

    for (uint32_t k = 0; k < KERNELS; k++)
        ok = (u1)(ok & (s->queue[k] == NONE) & (u1)!s->active[k] & (u1)!s->ready[k] & (s->tokens[k] == 0) &
                  (s->rank[k] == 0) & (u1)!s->hit[k]);
    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & (s->sm_state[i] == SMST_IDLE) & (s->sm_kernel[i] == 0) & (s->sm_next[i] == 0));
    return ok;
}

u1 sm_scheduler_idle(const sm_scheduler_state *s, const sm_scheduler_in *in) {
    u1 news = (u1)(in->cfg_policy != s->policy);

    for (uint32_t k = 0; k < KERNELS; k++)
        news = (u1)(news | (s->active[k] & in->has_blocks[k] & (u1)!s->ready[k]));
    return (u1)((u1)!s->searching & (u1)!in->arrive_valid & (u1)!in->finish_valid & (u1)!in->free_valid &
                (u1)!news & looks_right(s));
}

/* ---- what the steps rest on ---- */

#define CYCLE                                                                                                \
    const sm_scheduler_state *s, const sm_scheduler_in *in, const sm_scheduler_out *out,                     \
        const sm_scheduler_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

void sm_scheduler_given_inv_queued(const sm_scheduler_state *s, kernel p);
void sm_scheduler_given_inv_place(const sm_scheduler_state *s, kernel k);
void sm_scheduler_given_inv_distinct(const sm_scheduler_state *s, kernel p, kernel q);
void sm_scheduler_given_inv_owner(const sm_scheduler_state *s, sm_index i);
void sm_scheduler_given_inv_budget(const sm_scheduler_state *s, kernel k);
void sm_scheduler_given_inv_found(const sm_scheduler_state *s);
void sm_scheduler_given_inv_victim(const sm_scheduler_state *s, sm_index i);
void sm_scheduler_given_inv_looked_sm(const sm_scheduler_state *s, sm_index i);
void sm_scheduler_given_inv_looked_most(const sm_scheduler_state *s, kernel p);
void sm_scheduler_given_inv_looked_least(const sm_scheduler_state *s, kernel p, sm_index i);
void sm_scheduler_given_inv_rest_owned(const sm_scheduler_state *s, kernel p, sm_index i);
void sm_scheduler_given_inv_rest_fair(const sm_scheduler_state *s, kernel p, sm_index i);

/* A place after the edge was this one or the next one before. */
static void given_places(const sm_scheduler_state *s, kernel p) {
    sm_scheduler_given_inv_queued(s, p);
    sm_scheduler_given_inv_queued(s, (kernel)(kernel_of(p) + 1U));
}

void sm_scheduler_keeps_queued(CYCLE, kernel p);
void sm_scheduler_keeps_queued(CYCLE, kernel p) {
    UNUSED;
    given_places(s, p);
    for (uint32_t q = 0; q < KERNELS; q++) {
        sm_scheduler_given_inv_distinct(s, p, (kernel)q);
        sm_scheduler_given_inv_distinct(s, (kernel)(kernel_of(p) + 1U), (kernel)q);
    }
}

void sm_scheduler_keeps_place(CYCLE, kernel k);
void sm_scheduler_keeps_place(CYCLE, kernel k) {
    UNUSED;
    sm_scheduler_given_inv_place(s, k);
    sm_scheduler_given_inv_place(s, (kernel)in->finish_kernel);
}

void sm_scheduler_keeps_distinct(CYCLE, kernel p, kernel q);
void sm_scheduler_keeps_distinct(CYCLE, kernel p, kernel q) {
    const kernel later_p = (kernel)(kernel_of(p) + 1U), later_q = (kernel)(kernel_of(q) + 1U);

    UNUSED;
    given_places(s, p);
    given_places(s, q);
    sm_scheduler_given_inv_distinct(s, p, q);
    sm_scheduler_given_inv_distinct(s, p, later_q);
    sm_scheduler_given_inv_distinct(s, later_p, q);
    sm_scheduler_given_inv_distinct(s, later_p, later_q);
}

void sm_scheduler_keeps_owner(CYCLE, sm_index i);
void sm_scheduler_keeps_owner(CYCLE, sm_index i) {
    UNUSED;
    sm_scheduler_given_inv_owner(s, i);
    sm_scheduler_given_inv_found(s);
}

/* No SM belongs to a kernel that is not active. */
static void given_owners(const sm_scheduler_state *s) {
    for (uint32_t i = 0; i < SMS; i++)
        sm_scheduler_given_inv_owner(s, (sm_index)i);
}

/* The first SM that kernel k gets or loses in this cycle; 0, if there is none. */
static uint32_t changed(const sm_scheduler_state *s, const sm_scheduler_state *n, uint32_t k) {
    uint32_t found = 0;

    for (uint32_t i = SMS; i-- > 0;)
        found = bit(sms_of(s, k), i) != bit(sms_of(n, k), i) ? i : found;
    return found;
}

/* A kernel that stays active gets or loses one SM in a cycle at most, and pays for it. */
u1 sm_scheduler_lemma_pays(CYCLE, kernel k, sm_index i) {
    const uint32_t it = kernel_of(k), sm = sm_of(i), one = changed(s, n, it);
    const sm_set before = sms_of(s, it), after = sms_of(n, it);
    const uint32_t sum = tokens(s, it) + bit(before, one), paid = tokens(n, it) + bit(after, one);

    UNUSED;
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((u1) !(s->active[it] & n->active[it]) | (((sm == one) | (bit(before, sm) == bit(after, sm))) &
                                                         (((sum ^ paid) & (2U * SIGN - 1U)) == 0)));
}

/* Of two sets that differ by one SM, one has one more. */
u1 sm_scheduler_lemma_sizes(CYCLE, sm_set a, sm_set b, sm_index i) {
    const uint32_t one = sm_of(i);
    u1 same = 1;

    UNUSED;
    for (uint32_t j = 0; j < SMS; j++)
        same = (u1)(same & ((j == one) | (bit(a, j) == bit(b, j))));
    return (u1)((u1)!same | (size(a) + bit(b, one) == size(b) + bit(a, one)));
}

void sm_scheduler_given_lemma_pays(CYCLE, kernel k, sm_index i);
void sm_scheduler_given_lemma_sizes(CYCLE, sm_set a, sm_set b, sm_index i);

/* All that is to be known of the tokens of kernel k, and of its SMs. */
static void given_sums(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);

    sm_scheduler_given_inv_budget(s, k);
    for (uint32_t i = 0; i < SMS; i++)
        sm_scheduler_given_lemma_pays(s, in, out, n, k, (sm_index)i);
    sm_scheduler_given_lemma_sizes(s, in, out, n, sms_of(s, it), sms_of(n, it), (sm_index)changed(s, n, it));
}

void sm_scheduler_keeps_budget(CYCLE, kernel k);
void sm_scheduler_keeps_budget(CYCLE, kernel k) {
    given_sums(s, in, out, n, k);
    given_owners(s);
}

void sm_scheduler_keeps_found(CYCLE);
void sm_scheduler_keeps_found(CYCLE) {
    UNUSED;
    sm_scheduler_given_inv_found(s);
    for (uint32_t p = 0; p < KERNELS; p++) {
        sm_scheduler_given_inv_queued(s, (kernel)p);
        sm_scheduler_given_inv_distinct(s, (kernel)p, (kernel)s->at);
    }
}

void sm_scheduler_keeps_victim(CYCLE, sm_index i);
void sm_scheduler_keeps_victim(CYCLE, sm_index i) {
    UNUSED;
    sm_scheduler_given_inv_victim(s, i);
}

void sm_scheduler_keeps_looked_sm(CYCLE, sm_index i);
void sm_scheduler_keeps_looked_sm(CYCLE, sm_index i) {
    UNUSED;
    sm_scheduler_given_inv_looked_sm(s, i);
}

void sm_scheduler_keeps_looked_most(CYCLE, kernel p);
void sm_scheduler_keeps_looked_most(CYCLE, kernel p) {
    UNUSED;
    sm_scheduler_given_inv_looked_most(s, p);
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_distinct(s, p, (kernel)s->at);
    sm_scheduler_given_inv_queued(s, p);
    sm_scheduler_given_inv_queued(s, (kernel)s->at);
    for (uint32_t q = 0; q < KERNELS; q++)
        sm_scheduler_given_inv_distinct(s, (kernel)q, (kernel)s->at);
}

void sm_scheduler_keeps_looked_least(CYCLE, kernel p, sm_index i);
void sm_scheduler_keeps_looked_least(CYCLE, kernel p, sm_index i) {
    UNUSED;
    sm_scheduler_given_inv_looked_least(s, p, i);
}

/* All that a search has seen, of the kernel at p and the owner of i, when it ends. */
static void given_search(const sm_scheduler_state *s, kernel p, sm_index i) {
    const kernel holder = (kernel)place(s, owner(s, sm_of(i)));

    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_queued(s, p);
    sm_scheduler_given_inv_owner(s, i);
    sm_scheduler_given_inv_place(s, (kernel)owner(s, sm_of(i)));
    sm_scheduler_given_inv_looked_sm(s, i);
    sm_scheduler_given_inv_looked_most(s, p);
    sm_scheduler_given_inv_looked_least(s, holder, i);
}

void sm_scheduler_keeps_rest_owned(CYCLE, kernel p, sm_index i);
void sm_scheduler_keeps_rest_owned(CYCLE, kernel p, sm_index i) {
    UNUSED;
    given_search(s, p, i);
    sm_scheduler_given_inv_rest_owned(s, p, i);
}

void sm_scheduler_keeps_rest_fair(CYCLE, kernel p, sm_index i);
void sm_scheduler_keeps_rest_fair(CYCLE, kernel p, sm_index i) {
    UNUSED;
    given_search(s, p, i);
    sm_scheduler_given_inv_rest_fair(s, p, i);
}

/* Tokens and SMs owned are constant, from a kernel's arrival to its end. */
u1 sm_scheduler_prop_tokens(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);

    given_sums(s, in, out, n, k);
    return (u1)((u1) !(s->active[it] & n->active[it]) |
                (tokens(n, it) + owned(n, it) == tokens(s, it) + owned(s, it)));
}

/* A kernel arrives with tokens and priority as told, without SMs, last in the queue, and not looked at. */
u1 sm_scheduler_prop_arrival(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 ranked = (u1)(word(n->rank, it) == (uint32_t)in->arrive_priority);
    const u1 paid = (u1)(tokens(n, it) == 2U * SIGN + (uint32_t)in->arrive_tokens);
    u1 last = 0;

    UNUSED;
    given_owners(s);
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_place(s, (kernel)in->finish_kernel);
    for (uint32_t p = 0; p < KERNELS; p++) {
        const u1 is_end = (u1)((p + 1U == KERNELS) || n->queue[p + 1U < KERNELS ? p + 1U : p] == NONE);

        last = (u1)(last | (((uint32_t)n->queue[p] == it) & is_end));
    }
    return (u1)((u1)!arrives(s, in, out, it) |
                (n->active[it] & (u1)!n->ready[it] & last & (owned(n, it) == 0) & ranked & paid));
}

/* A kernel is active from its arrival to its end, and nothing else; its priority stays. */
u1 sm_scheduler_prop_active(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 comes = arrives(s, in, out, it), ends = finishes(s, in, it);

    UNUSED;
    return (u1)((n->active[it] == (u1)((s->active[it] & (u1)!ends) | comes)) &
                (comes | (word(n->rank, it) == word(s->rank, it))));
}

/* Kernels keep their order of arrival. */
u1 sm_scheduler_prop_order(CYCLE, kernel k, kernel l) {
    const uint32_t a = kernel_of(k), b = kernel_of(l);
    const u1 stay = (u1)(s->active[a] & n->active[a] & s->active[b] & n->active[b]);

    UNUSED;
    sm_scheduler_given_inv_place(s, k);
    sm_scheduler_given_inv_place(s, l);
    return (u1)((u1)!stay | (place(s, a) >= place(s, b)) | (place(n, a) < place(n, b)));
}

/* ---- whose an SM is ---- */

/* A free SM goes over to its next kernel at once, and is idle without one; a running one is idle. */
u1 sm_scheduler_prop_free(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i), next = (uint32_t)s->sm_next[sm];
    const u1 over = (u1)((s->sm_state[sm] == SMST_RESERVED) & (next != NONE) &
                         (u1) !(in->finish_valid & ((uint32_t)in->finish_kernel == next)));

    UNUSED;
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((u1)!frees(s, in, sm) |
                (over ? (u1)((n->sm_state[sm] == SMST_RUNNING) & ((uint32_t)n->sm_kernel[sm] == next))
                      : (u1)(n->sm_state[sm] == SMST_IDLE)));
}

/* The kernel set up on an SM stays until the SM is free, or that kernel ends while it runs there. */
u1 sm_scheduler_prop_set_up(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i), k = (uint32_t)s->sm_kernel[sm];
    const u1 ends = (u1)((s->sm_state[sm] == SMST_RUNNING) & (k < KERNELS) & finishes(s, in, k));

    UNUSED;
    return (u1)((s->sm_state[sm] == SMST_IDLE) | frees(s, in, sm) | ends |
                ((n->sm_state[sm] != SMST_IDLE) & (n->sm_kernel[sm] == s->sm_kernel[sm]) &
                 ((n->sm_state[sm] == s->sm_state[sm]) | (n->sm_state[sm] == SMST_RESERVED))));
}

/* An SM gets another owner from a search alone, and then it is the taker; else it loses it only. */
u1 sm_scheduler_prop_taker(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i), before = owner(s, sm), after = owner(n, sm);
    const u1 taken = (u1)((u1)!event(s, in, out) & s->searching & ((uint32_t)s->at == STEPS) &
                          (after == (uint32_t)s->taker) & s->most_valid & s->most_ready);

    UNUSED;
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((after == before) | taken |
                ((after == NONE) & (frees(s, in, sm) | ((before < KERNELS) & finishes(s, in, before)))));
}

/* Nothing is preempted under FCFS and NPQ. */
u1 sm_scheduler_prop_no_preemption(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i);

    UNUSED;
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((s->policy >= POLICY_PPQ_EXCLUSIVE) | (s->sm_state[sm] == SMST_RESERVED) |
                (n->sm_state[sm] != SMST_RESERVED));
}

/* An SM goes from one owner to another only under PPQ, to one of a higher priority, and under DSS, to one
 * that has two tokens more at least; so it does not come back in the same round. */
u1 sm_scheduler_prop_better(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i), before = owner(s, sm), after = owner(n, sm);
    const uint32_t gap = s->policy >= POLICY_DSS ? 2U : 1U;

    UNUSED;
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((before == after) | (before == NONE) | (after == NONE) |
                ((s->policy >= POLICY_PPQ_EXCLUSIVE) & (key(s, before) + gap <= key(s, after))));
}

/* Nothing is preempted while an SM can be given. */
u1 sm_scheduler_prop_idle_first(CYCLE, sm_index i, sm_index j) {
    const uint32_t sm = sm_of(i), before = owner(s, sm), after = owner(n, sm);

    UNUSED;
    sm_scheduler_given_inv_looked_sm(s, j);
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((before == after) | (before == NONE) | (after == NONE) | (owner(s, sm_of(j)) != NONE));
}

/* Who takes an SM is first: no kernel with blocks (under exclusive PPQ: no active one) has a higher key, and
 * none with blocks as high a one and came before. */
u1 sm_scheduler_prop_first(CYCLE, sm_index i, kernel p) {
    const uint32_t sm = sm_of(i), at = kernel_of(p), k = (uint32_t)s->queue[at], after = owner(n, sm);
    const u1 taken = (u1)((after != owner(s, sm)) & (after != NONE));
    const u1 asks = (u1)((k != NONE) & (flag_of(s->ready, k) | is_exclusive(s)));
    const u1 before = (u1)(flag_of(s->ready, k) & (key(s, k) == key(s, after)) & (at < place(s, after)));

    UNUSED;
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    sm_scheduler_given_inv_looked_most(s, p);
    sm_scheduler_given_inv_queued(s, p);
    return (u1)((u1)!taken | (u1)!asks | ((key(s, k) <= key(s, after)) & (u1)!before));
}

/* A running SM is reserved only if no SM of its owner is reserved for that one already. */
u1 sm_scheduler_prop_reserved_first(CYCLE, sm_index i, sm_index j) {
    const uint32_t sm = sm_of(i), other = sm_of(j);
    const u1 preempted = (u1)((s->sm_state[sm] == SMST_RUNNING) & (n->sm_state[sm] == SMST_RESERVED));

    UNUSED;
    sm_scheduler_given_inv_victim(s, j);
    sm_scheduler_given_inv_found(s);
    sm_scheduler_given_inv_owner(s, i);
    return (u1)((u1)!preempted | (s->sm_state[other] != SMST_RESERVED) | (owner(s, other) != owner(s, sm)));
}

/* The pins are the SMST; there is room while a place of the queue is empty. */
u1 sm_scheduler_prop_pins(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i);
    u1 room = 0;

    UNUSED;
    for (uint32_t p = 0; p < KERNELS; p++)
        room = (u1)(room | (s->queue[p] == NONE));
    return (u1)((out->arrive_ready == room) & (out->searching == s->searching) &
                (out->sm_state[sm] == s->sm_state[sm]) & (out->sm_kernel[sm] == s->sm_kernel[sm]) &
                (out->sm_next[sm] == s->sm_next[sm]));
}

/* ---- rounds ---- */

/* Every event begins a round; between rounds, so does a kernel that has blocks anew, and another policy. */
u1 sm_scheduler_prop_wakes(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 news =
        (u1)((s->active[it] & in->has_blocks[it] & (u1)!s->ready[it]) | (in->cfg_policy != s->policy));
    const u1 begins = (u1)(n->searching & (n->at == 0) & (n->policy == in->cfg_policy));

    UNUSED;
    return (u1)((u1) !(event(s, in, out) | ((u1)!s->searching & news)) | begins);
}

/* A search looks at the blocks of every kernel, each in its cycle; nothing else changes what is known of an
 * active one. */
u1 sm_scheduler_prop_looks(CYCLE, kernel p) {
    const uint32_t at = kernel_of(p), k = (uint32_t)s->queue[at];
    const u1 looked = (u1)(s->searching & ((uint32_t)s->at == at) & (u1)!event(s, in, out));
    u1 has = 0;

    UNUSED;
    sm_scheduler_given_inv_queued(s, p);
    sm_scheduler_given_inv_distinct(s, p, (kernel)s->at);
    for (uint32_t j = 0; j < KERNELS; j++)
        has = (u1)(has | ((j == k) & in->has_blocks[j]));
    return (u1)((k == NONE) | (flag_of(n->ready, k) == (looked ? has : flag_of(s->ready, k))));
}

/* A search takes a cycle for each SM and place, and one to decide: one SM gets another owner, or the round
 * ends. So a decision comes STEPS + 1 cycles after the last event. */
u1 sm_scheduler_prop_time(CYCLE) {
    uint32_t changed = 0;

    UNUSED;
    sm_scheduler_given_inv_found(s);
    for (uint32_t i = 0; i < SMS; i++)
        changed += owner(s, i) != owner(n, i) ? 1U : 0U;
    const u1 goes_on = (u1)(n->searching & ((uint32_t)n->at == (uint32_t)s->at + 1U) & (changed == 0));
    const u1 decided = (u1)(n->searching == (u1)(changed == 1)) & (u1)(changed < 2);

    return (u1)((u1)!s->searching | event(s, in, out) | ((uint32_t)s->at < STEPS ? goes_on : decided));
}

/* What DSS is for: at the end of a round the tokens of owners that have blocks differ by one at most; tokens
 * are what is left of the budget, so what each has more or less than its share of SMs differs by one at most.
 */
u1 sm_scheduler_prop_shares(CYCLE, kernel p, kernel q, sm_index i, sm_index j) {
    const uint32_t a = (uint32_t)s->queue[kernel_of(p)], b = (uint32_t)s->queue[kernel_of(q)];
    const u1 own = (u1)(flag_of(s->ready, a) & flag_of(s->ready, b) & (owner(s, sm_of(i)) == a) &
                        (owner(s, sm_of(j)) == b));

    UNUSED;
    sm_scheduler_given_inv_rest_fair(s, p, j);
    sm_scheduler_given_inv_rest_fair(s, q, i);
    const u1 less = (u1)(tokens(s, a) <= tokens(s, b) + 1U), more = (u1)(tokens(s, b) <= tokens(s, a) + 1U);

    return (u1)(s->searching | (s->policy < POLICY_DSS) | (u1)!own | (less & more));
}
