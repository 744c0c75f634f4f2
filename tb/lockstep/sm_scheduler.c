/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of sm_scheduler for the lock-step harness. */
#include "sm_scheduler.h"
#include "lockstep.h"

#define SMS     ((unsigned)GMMU_NUM_SMS)
#define KERNELS ((unsigned)GMMU_NUM_KERNELS)
#define NONE    ((unsigned)GMMU_NO_KERNEL)
#define STEPS   ((unsigned)GMMU_SEARCH_STEPS)
#define TOKENS  (1U << GMMU_SMS_W)

/* Per phase, in a thousand cycles: arrivals, ends, free SMs, changes of the policy, and of the blocks of a
 * kernel (a kernel at a time); and the policy, 8: any. Priorities and tokens are below the last two. */
static const struct {
    unsigned arrive, finish, free, change, blocks, policy, priorities, tokens;
} profile[LS_PHASES] = {
    {20, 4, 8, 2, 20, POLICY_DSS, 4, TOKENS},       {20, 5, 20, 1, 30, POLICY_PPQ_SHARED, 3, 4},
    {20, 5, 20, 1, 30, POLICY_PPQ_EXCLUSIVE, 3, 4}, {15, 5, 20, 1, 30, POLICY_NPQ, 3, 4},
    {15, 5, 20, 1, 30, POLICY_FCFS, 3, 4},          {40, 30, 30, 20, 50, 8, 2U * TOKENS, TOKENS},
    {300, 200, 200, 100, 100, 8, 4, TOKENS},        {60, 2, 3, 1, 10, POLICY_DSS, 2, 3},
};

static bool often(lockstep *ls, unsigned thousandths) {
    return ls_below(ls, 1000) < thousandths;
}

/* A kernel that is active, or is not, if the dice find one; and sometimes any number. */
static unsigned draw_kernel(lockstep *ls, const sm_scheduler_state *s, bool active) {
    unsigned k = (unsigned)ls_below(ls, KERNELS);

    if (ls_chance(ls, 5))
        return (unsigned)ls_below(ls, NONE + 1U);
    for (unsigned tries = 0; tries < 8 && s->active[k] != active; tries++)
        k = (unsigned)ls_below(ls, KERNELS);
    return k;
}

/* An SM that is not idle, and often one that is reserved. */
static unsigned draw_sm(lockstep *ls, const sm_scheduler_state *s) {
    const unsigned least = ls_chance(ls, 50) ? SMST_RESERVED : SMST_RUNNING;
    unsigned i = (unsigned)ls_below(ls, SMS);

    if (ls_chance(ls, 5))
        return (unsigned)ls_below(ls, TOKENS);
    for (unsigned tries = 0; tries < 8 && s->sm_state[i] < least; tries++)
        i = (unsigned)ls_below(ls, SMS);
    return i;
}

void sm_scheduler_stimulus(lockstep *ls, const sm_scheduler_state *s, const sm_scheduler_out *pins,
                           sm_scheduler_in *in) {
    const unsigned p = ls_phase(ls), quiet = s->searching && ls_chance(ls, 85) ? 20U : 1U;
    const unsigned policy = profile[p].policy;

    (void)pins;
    in->cfg_policy = s->policy;
    if (often(ls, profile[p].change))
        in->cfg_policy = (u3)(policy < 8 ? policy : ls_below(ls, 8));
    for (unsigned k = 0; k < KERNELS; k++) {
        in->has_blocks[k] = s->ready[k];
        if (often(ls, s->searching ? 150 : profile[p].blocks / 4U))
            in->has_blocks[k] = (u1)ls_chance(ls, 70);
    }
    in->arrive_valid = (u1)often(ls, profile[p].arrive / quiet);
    in->arrive_kernel = (GMMU_U(GMMU_KERNEL_W))draw_kernel(ls, s, false);
    in->arrive_priority = (GMMU_U(GMMU_SM_TOKENS_W))ls_below(ls, profile[p].priorities);
    in->arrive_tokens = (GMMU_U(GMMU_SMS_W))ls_below(ls, profile[p].tokens);
    in->finish_valid = (u1)often(ls, profile[p].finish / quiet);
    in->finish_kernel = (GMMU_U(GMMU_KERNEL_W))draw_kernel(ls, s, true);
    in->free_valid = (u1)often(ls, profile[p].free / quiet);
    in->free_sm = (GMMU_U(GMMU_SMS_W))draw_sm(ls, s);
    if (in->free_valid && in->free_sm < SMS && ls_chance(ls, 20)) { /* as the kernel ends that owns it */
        in->finish_valid = 1;
        in->finish_kernel =
            s->sm_state[in->free_sm] == SMST_RESERVED ? s->sm_next[in->free_sm] : s->sm_kernel[in->free_sm];
    }
}

/* ---- coverage ---- */

typedef struct {
    bool arrives, finishes, frees;
    unsigned active;                   /* kernels */
    unsigned idle, reserved, orphaned; /* SMs; reserved for no kernel */
    bool finishes_first, finishes_last;
} view;

static view look(const sm_scheduler_state *s, const sm_scheduler_in *in, const sm_scheduler_out *pins) {
    const unsigned ends = (unsigned)in->finish_kernel, comes = (unsigned)in->arrive_kernel;
    view v = {0};

    for (unsigned k = 0; k < KERNELS; k++)
        v.active += s->active[k];
    for (unsigned i = 0; i < SMS; i++) {
        v.idle += s->sm_state[i] == SMST_IDLE;
        v.reserved += s->sm_state[i] == SMST_RESERVED;
        v.orphaned += s->sm_state[i] == SMST_RESERVED && s->sm_next[i] == NONE;
        v.frees |= in->free_valid && in->free_sm == i && s->sm_state[i] != SMST_IDLE;
    }
    v.arrives = in->arrive_valid && pins->arrive_ready && comes < KERNELS && !s->active[comes];
    v.finishes = in->finish_valid && ends < KERNELS && s->active[ends];
    v.finishes_first = v.finishes && s->queue[0] == ends && v.active > 2;
    v.finishes_last =
        v.finishes && v.active > 1 && s->queue[v.active < KERNELS ? v.active - 1U : KERNELS - 1U] == ends;
    return v;
}

static void cover_events(lockstep *ls, const sm_scheduler_state *s, const sm_scheduler_in *in,
                         const sm_scheduler_out *pins, const view *v) {
    const unsigned i = (unsigned)in->free_sm < SMS ? (unsigned)in->free_sm : 0;
    const bool reserved = v->frees && s->sm_state[i] == SMST_RESERVED, running = v->frees && !reserved;
    const bool both = v->finishes && reserved && s->sm_next[i] == in->finish_kernel;

    ls_cover(ls, "a kernel arrives, the first", v->arrives && v->active == 0);
    ls_cover(ls, "a kernel arrives, the last that there is room for",
             v->arrives && v->active == KERNELS - 1U);
    ls_cover(ls, "a kernel arrives with all tokens", v->arrives && in->arrive_tokens == TOKENS - 1U);
    ls_cover(ls, "an arrival refused, the queue is full", in->arrive_valid && !pins->arrive_ready);
    ls_cover(ls, "an arrival ignored, it is active",
             in->arrive_valid && pins->arrive_ready && !v->arrives && in->arrive_kernel < KERNELS);
    ls_cover(ls, "an arrival ignored, there is no such kernel",
             in->arrive_valid && pins->arrive_ready && in->arrive_kernel == NONE);
    ls_cover(ls, "the first of the queue ends", v->finishes_first);
    ls_cover(ls, "the last of the queue ends", v->finishes_last);
    ls_cover(ls, "one ends as another arrives", v->finishes && v->arrives);
    ls_cover(ls, "an end ignored", in->finish_valid && !v->finishes);
    ls_cover(ls, "a running SM is free", running);
    ls_cover(ls, "a reserved SM is free, and goes over", reserved && !both && s->sm_next[i] != NONE);
    ls_cover(ls, "the first SM, reserved, is free as its next kernel ends", both && i == 0);
    ls_cover(ls, "the last SM, reserved, is free as its next kernel ends", both && i == SMS - 1U);
    ls_cover(ls, "a reserved SM is free, and has no next kernel", reserved && s->sm_next[i] == NONE);
    ls_cover(ls, "a free SM ignored, it is idle", in->free_valid && !v->frees && (unsigned)in->free_sm < SMS);
    ls_cover(ls, "all three at once", v->arrives && v->finishes && v->frees);
    ls_cover(ls, "an event in a search", s->searching && s->at != 0 && s->at < STEPS && v->frees);
    ls_cover(ls, "an event instead of a decision", s->searching && s->at == STEPS && v->arrives);
}

/* What becomes of the search that has come to its end. */
static void cover_decision(lockstep *ls, const sm_scheduler_state *s, bool decides) {
    const bool takes = decides && s->most_valid && s->most_ready, gives = takes && s->idle_valid;
    const unsigned idle = s->idle_sm < SMS ? (unsigned)s->idle_sm : 0,
                   victim = s->victim < SMS ? (unsigned)s->victim : 0;
    const bool owner = takes && !s->idle_valid && s->least_valid;
    const bool preempts = s->policy >= POLICY_PPQ_EXCLUSIVE, dss = s->policy >= POLICY_DSS;
    const bool reserves = owner && preempts && s->most_key > s->least_key + (dss ? 1U : 0U);
    const bool again = s->sm_state[victim] == SMST_RESERVED;

    ls_cover(ls, "FCFS gives an idle SM", gives && s->policy == POLICY_FCFS);
    ls_cover(ls, "NPQ gives an idle SM", gives && s->policy == POLICY_NPQ);
    ls_cover(ls, "exclusive PPQ gives an idle SM", gives && s->policy == POLICY_PPQ_EXCLUSIVE);
    ls_cover(ls, "shared PPQ gives an idle SM", gives && s->policy == POLICY_PPQ_SHARED);
    ls_cover(ls, "DSS gives an idle SM", gives && dss);
    ls_cover(ls, "an SM reserved for nobody is given", gives && s->sm_state[idle] == SMST_RESERVED);
    ls_cover(ls, "the last SM is given", gives && s->idle_sm == SMS - 1U);
    ls_cover(ls, "NPQ preempts nothing", owner && s->policy == POLICY_NPQ && s->most_key > s->least_key);
    ls_cover(ls, "exclusive PPQ reserves", reserves && s->policy == POLICY_PPQ_EXCLUSIVE && !again);
    ls_cover(ls, "shared PPQ reserves", reserves && s->policy == POLICY_PPQ_SHARED && !again);
    ls_cover(ls, "DSS reserves", reserves && dss && !again);
    ls_cover(ls, "PPQ changes the next kernel", reserves && !dss && again);
    ls_cover(ls, "DSS changes the next kernel", reserves && dss && again);
    ls_cover(ls, "back to the kernel that still runs there",
             reserves && again && s->sm_kernel[victim] == s->taker);
    ls_cover(ls, "PPQ: equal priorities", owner && preempts && !dss && s->most_key == s->least_key);
    ls_cover(ls, "DSS: one token more is not enough", owner && dss && s->most_key == s->least_key + 1U);
    ls_cover(ls, "DSS: two are", owner && dss && s->most_key == s->least_key + 2U);
    ls_cover(ls, "exclusive PPQ keeps SMs idle",
             decides && s->policy == POLICY_PPQ_EXCLUSIVE && s->most_valid && !s->most_ready &&
                 s->idle_valid);
    ls_cover(ls, "nobody has blocks", decides && !s->most_valid && s->idle_valid);
    ls_cover(ls, "nobody owns an SM", decides && !s->least_valid);
}

/* Places that the search goes through. */
static void cover_search(lockstep *ls, const sm_scheduler_state *s, const sm_scheduler_in *in,
                         bool searches) {
    const unsigned place = s->at < KERNELS ? (unsigned)s->at : 0, k = (unsigned)s->queue[place];
    const bool kernel = searches && s->at < KERNELS && k < KERNELS;
    const bool has = kernel && in->has_blocks[k < KERNELS ? k : 0];
    unsigned owned = 0, reserved = 0;

    for (unsigned i = 0; i < SMS && kernel; i++) {
        owned += s->sm_state[i] == SMST_RUNNING && s->sm_kernel[i] == k;
        reserved += s->sm_state[i] == SMST_RESERVED && s->sm_next[i] == k;
    }
    ls_cover(ls, "looked at: an empty place", searches && s->at < KERNELS && k == NONE);
    ls_cover(ls, "looked at: the last place, a kernel with blocks", has && place == KERNELS - 1U);
    ls_cover(ls, "looked at: the only one that is reserved for it", has && owned > 1 && reserved == 1);
    ls_cover(ls, "looked at: in debt",
             has && s->policy >= POLICY_DSS && s->tokens[k < KERNELS ? k : 0] >= TOKENS);
    ls_cover(ls, "looked at: one without blocks that owns SMs", kernel && !has && owned > 0);
    ls_cover(ls, "looked at: as good as the taker",
             has && s->most_valid && s->policy == POLICY_PPQ_SHARED &&
                 s->rank[k < KERNELS ? k : 0] == s->most_key);
    ls_cover(ls, "looked at: as prioritised, and with blocks",
             has && s->most_valid && !s->most_ready && s->rank[k < KERNELS ? k : 0] == s->most_key);
    ls_cover(ls, "looked at: no better than the giver",
             kernel && owned > 0 && s->least_valid && s->policy == POLICY_PPQ_SHARED &&
                 s->rank[k < KERNELS ? k : 0] == s->least_key);
}

void sm_scheduler_coverage(lockstep *ls, const sm_scheduler_state *s, const sm_scheduler_in *in,
                           const sm_scheduler_out *pins) {
    const view v = look(s, in, pins);
    const bool event = v.arrives || v.finishes || v.frees, goes_on = s->searching && !event;
    bool news = false;

    for (unsigned k = 0; k < KERNELS; k++)
        news |= s->active[k] && in->has_blocks[k] && !s->ready[k];
    cover_events(ls, s, in, pins, &v);
    cover_search(ls, s, in, goes_on && s->at < STEPS);
    cover_decision(ls, s, goes_on && s->at == STEPS);
    ls_cover(ls, "blocks begin a round", !s->searching && !event && news && in->cfg_policy == s->policy);
    ls_cover(ls, "a policy begins a round", !s->searching && !event && !news && in->cfg_policy != s->policy);
    ls_cover(ls, "rest, and all SMs are owned", !s->searching && v.active > 1 && v.idle + v.orphaned == 0);
    ls_cover(ls, "rest, and an SM is reserved", !s->searching && v.reserved != 0);
}
