/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_driver.h"

#define SMS     GMMU_NUM_SMS
#define KERNELS GMMU_NUM_KERNELS
#define STEPS   GMMU_SEARCH_STEPS
#define MOST    GMMU_SM_BLOCKS
#define NONE    GMMU_NO_KERNEL

enum { AT_W = GMMU_SEARCH_W, NUMBER_W = GMMU_BLOCK_W, COUNT_W = GMMU_SM_BLOCKS_W };
typedef GMMU_U(GMMU_SEARCH_W) at_index;
typedef GMMU_U(GMMU_KERNEL_W) kernel_index;
typedef GMMU_U(GMMU_SMS_W) sm_index;
typedef GMMU_U(GMMU_BLOCK_W) block_number;
typedef GMMU_U(GMMU_SM_BLOCKS_W) block_count;

static inline void reset_kernel(sm_driver_state *s, unsigned k) {
    s->buffer_valid[k] = 0;
    s->buffer_blocks[k] = 0;
    s->buffer_limit[k] = 0;
    s->buffer_priority[k] = 0;
    s->buffer_tokens[k] = 0;
    s->valid[k] = 0;
    s->gpu_context[k] = 0;
    s->grid[k] = 0;
    s->issued[k] = 0;
    s->ended[k] = 0;
    s->limit[k] = 0;
    s->fresh[k] = 0;
    s->has_blocks[k] = 0;
}

void sm_driver_reset(sm_driver_state *s) {
    s->at = 0;
    for (unsigned k = 0; k < KERNELS; k++)
        reset_kernel(s, k);
    for (unsigned i = 0; i < SMS; i++) {
        s->running[i] = 0;
        s->set_up[i] = NONE;
        s->preempt[i] = 0;
    }
    s->arrive_valid = 0;
    s->arrive_kernel = 0;
    s->arrive_priority = 0;
    s->arrive_tokens = 0;
    s->finish_valid = 0;
    s->finish_kernel = 0;
    s->finish_gpu_context = 0;
    s->free_valid = 0;
    s->free_sm = 0;
    s->push_valid = 0;
    s->push_kernel = 0;
    s->push_block = 0;
    s->push_context = 0;
    s->pop_valid = 0;
    s->awaited = 0;
    s->setup_valid = 0;
    s->issue_valid = 0;
    s->to_sm = 0;
    s->to_kernel = 0;
    s->to_gpu_context = 0;
    s->issue_block = 0;
    s->issue_restored = 0;
    s->issue_context = 0;
}

void sm_driver_outputs(const sm_driver_state *s, sm_driver_out *out) {
    for (unsigned k = 0; k < KERNELS; k++) {
        out->cmd_ready[k] = (u1)!s->buffer_valid[k];
        out->has_blocks[k] = s->has_blocks[k];
    }
    for (unsigned i = 0; i < SMS; i++)
        out->preempt[i] = s->preempt[i];
    out->arrive_valid = s->arrive_valid;
    out->arrive_kernel = s->arrive_kernel;
    out->arrive_priority = s->arrive_priority;
    out->arrive_tokens = s->arrive_tokens;
    out->finish_valid = s->finish_valid;
    out->finish_kernel = s->finish_kernel;
    out->finish_gpu_context = s->finish_gpu_context;
    out->free_valid = s->free_valid;
    out->free_sm = s->free_sm;
    out->push_valid = s->push_valid;
    out->push_kernel = s->push_kernel;
    out->push_block = s->push_block;
    out->push_context = s->push_context;
    out->pop_valid = s->pop_valid;
    out->pop_kernel = s->to_kernel;
    out->setup_valid = s->setup_valid;
    out->issue_valid = s->issue_valid;
    out->to_sm = s->to_sm;
    out->to_kernel = s->to_kernel;
    out->to_gpu_context = s->to_gpu_context;
    out->issue_block = s->issue_block;
    out->issue_restored = s->issue_restored;
    out->issue_context = s->issue_context;
}

/* ---- what SMs report ---- */

typedef struct {
    u1 ends[SMS], saves[SMS];
    u1 ended, saved;
    uint32_t ended_kernel, saved_kernel; /* 0 if none */
} report;

static inline report read_report(const sm_driver_state *s, const sm_driver_in *in) {
    report r;

    r.ended = 0;
    r.saved = 0;
    r.ended_kernel = 0;
    r.saved_kernel = 0;
    for (unsigned i = 0; i < SMS; i++) {
        const u1 ends = (u1)(in->end_valid & (in->end_sm == i) & (s->running[i] != 0));
        const u1 saves = (u1)(in->save_valid & (in->save_sm == i) & (s->running[i] != 0) &
                              (u1) !(ends & (s->running[i] == 1)));

        r.ends[i] = ends;
        r.saves[i] = saves;
        r.ended = (u1)(r.ended | ends);
        r.saved = (u1)(r.saved | saves);
        r.ended_kernel |= ends ? (uint32_t)s->set_up[i] : 0U;
        r.saved_kernel |= saves ? (uint32_t)s->set_up[i] : 0U;
    }
    return r;
}

/* ---- the SM that is looked at ---- */

typedef struct {
    u1 here[SMS];    /* it; none: there is no SM `at` */
    u1 its[KERNELS]; /* its kernel */
    u1 is_given;     /* by the scheduler; one told free is looked at when the pins say it */
    u1 is_running, is_empty, is_pending, is_preempted, is_set_up, reports;
    uint32_t running;
    kernel_index kernel;
} sm_view;

static inline sm_view look_at_sm(const sm_driver_state *s, const sm_driver_in *in, const report *r) {
    uint32_t state = 0, kernel = 0, set_up = 0;
    sm_view v;

    v.running = 0;
    v.is_preempted = 0;
    v.reports = 0;
    for (unsigned i = 0; i < SMS; i++) {
        v.here[i] = (u1)(s->at == i);
        state |= v.here[i] ? (uint32_t)in->sm_state[i] : 0U;
        kernel |= v.here[i] ? (uint32_t)in->sm_kernel[i] : 0U;
        set_up |= v.here[i] ? (uint32_t)s->set_up[i] : 0U;
        v.running |= v.here[i] ? (uint32_t)s->running[i] : 0U;
        v.is_preempted = (u1)(v.is_preempted | (v.here[i] & s->preempt[i]));
        v.reports = (u1)(v.reports | (v.here[i] & (r->ends[i] | r->saves[i])));
    }
    for (unsigned k = 0; k < KERNELS; k++)
        v.its[k] = (u1)(kernel == k);
    v.kernel = (kernel_index)kernel;
    v.is_given = (u1)(state != SMST_IDLE);
    v.is_running = (u1)(state == SMST_RUNNING);
    v.is_empty = (u1)(v.running == 0);
    v.is_pending = (u1)((s->awaited | s->setup_valid | s->issue_valid) & (s->to_sm == s->at));
    v.is_set_up = (u1)(set_up == kernel);
    return v;
}

/* Its kernel's KSR, and queue of preempted blocks. */
typedef struct {
    u1 fresh, holds;
    u1 coming; /* the queue is being given one */
    u1 is_last;
    uint32_t limit, issued;
    kernel_index gpu_context;
} ksr_view;

static inline ksr_view look_at_ksr(const sm_driver_state *s, const sm_driver_in *in, const sm_view *v) {
    uint32_t gpu_context = 0, grid = 0;
    ksr_view q;

    q.fresh = 0;
    q.holds = 0;
    q.coming = (u1)(s->push_valid & (s->push_kernel == v->kernel));
    q.limit = 0;
    q.issued = 0;
    for (unsigned k = 0; k < KERNELS; k++) {
        q.fresh = (u1)(q.fresh | (v->its[k] & s->fresh[k]));
        q.holds = (u1)(q.holds | (v->its[k] & in->holds[k]));
        q.limit |= v->its[k] ? (uint32_t)s->limit[k] : 0U;
        q.issued |= v->its[k] ? (uint32_t)s->issued[k] : 0U;
        gpu_context |= v->its[k] ? (uint32_t)s->gpu_context[k] : 0U;
        grid |= v->its[k] ? (uint32_t)s->grid[k] : 0U;
    }
    q.is_last = (u1)(GMMU_WRAP(q.issued + 1U, NUMBER_W) == grid);
    q.gpu_context = (kernel_index)gpu_context;
    return q;
}

typedef struct {
    u1 sets_up, pops, issues_new, frees;
    u1 stays; /* the next look is at the same SM */
} decision;

static inline decision decide(const sm_driver_state *s, const sm_driver_in *in, const sm_view *v,
                              const ksr_view *q) {
    const u1 has = (u1)(q->fresh | q->holds | q->coming);
    const u1 under_way =
        (u1)(s->awaited | (s->setup_valid & (u1)!in->setup_ready) | (s->issue_valid & (u1)!in->issue_ready));
    const u1 wants = (u1)(v->is_running & (u1)!v->is_preempted & has & (v->running < q->limit) &
                          (v->is_set_up | v->is_empty));
    const u1 gets = (u1)(wants & (u1)!under_way);
    decision d;

    d.sets_up = (u1)(gets & (u1)!v->is_set_up);
    d.pops = (u1)(gets & v->is_set_up & q->holds);
    d.issues_new = (u1)(gets & v->is_set_up & (u1)!q->holds & (u1)!q->coming);
    d.frees = (u1)(v->is_given & v->is_empty & (u1)!v->is_pending & (u1) !(v->is_running & has));
    d.stays = (u1)(wants & (u1)!v->reports);
    return d;
}

/* ---- commands and kernels ---- */

/* A command from its buffer to a free KSR. */
typedef struct {
    u1 from[KERNELS], to[KERNELS];
    u1 any;
    uint32_t blocks, limit, priority, tokens;
    uint32_t kernel;
} launch;

static inline launch read_buffer(const sm_driver_state *s, const sm_driver_in *in) {
    const u1 told = (u1)((u1)!s->arrive_valid | in->arrive_ready);
    u1 waits = 0, room = 0;
    launch l;

    l.blocks = 0;
    l.limit = 0;
    l.priority = 0;
    l.tokens = 0;
    l.kernel = 0;
    for (unsigned k = 0; k < KERNELS; k++) {
        const u1 here = (u1)(s->at == k);

        waits = (u1)(waits | (here & s->buffer_valid[k]));
        l.blocks |= here ? (uint32_t)s->buffer_blocks[k] : 0U;
        l.limit |= here ? (uint32_t)s->buffer_limit[k] : 0U;
        l.priority |= here ? (uint32_t)s->buffer_priority[k] : 0U;
        l.tokens |= here ? (uint32_t)s->buffer_tokens[k] : 0U;
        l.kernel |= (s->valid[k] | room) ? 0U : k;
        l.to[k] = (u1) !(s->valid[k] | room);
        room = (u1)(room | (u1)!s->valid[k]);
    }
    l.any = (u1)(waits & room & told);
    for (unsigned k = 0; k < KERNELS; k++) {
        l.from[k] = (u1)(l.any & (s->at == k));
        l.to[k] = (u1)(l.any & l.to[k]);
    }
    return l;
}

/* The kernel of KSR `at` has ended: all its blocks have, and no SM is given to it. */
static inline u1 has_ended(const sm_driver_state *s, const sm_driver_in *in) {
    uint32_t grid = 0, ended = 0;
    u1 is_active = 0, is_given = 0;

    for (unsigned k = 0; k < KERNELS; k++) {
        const u1 here = (u1)(s->at == k);

        is_active = (u1)(is_active | (here & s->valid[k]));
        grid |= here ? (uint32_t)s->grid[k] : 0U;
        ended |= here ? (uint32_t)s->ended[k] : 0U;
    }
    for (unsigned i = 0; i < SMS; i++)
        is_given = (u1)(is_given | ((in->sm_state[i] != SMST_IDLE) & (in->sm_kernel[i] == s->at)));
    return (u1)(is_active & (grid == ended) & (u1)!is_given &
                (u1) !(s->arrive_valid & (s->arrive_kernel == s->at)));
}

static inline void move_buffer(sm_driver_state *s, const sm_driver_in *in, const launch *l, unsigned c) {
    const u1 taken = (u1)(in->cmd_valid & (in->cmd_gpu_context == c) & (u1)!s->buffer_valid[c]);
    const u1 whole = (u1)((in->cmd_limit == 0) | (in->cmd_limit > MOST));

    s->buffer_valid[c] = (u1)((s->buffer_valid[c] & (u1)!l->from[c]) | taken);
    if (taken) {
        s->buffer_blocks[c] = in->cmd_blocks;
        s->buffer_limit[c] = whole ? (block_count)MOST : in->cmd_limit;
        s->buffer_priority[c] = in->cmd_priority;
        s->buffer_tokens[c] = in->cmd_tokens;
    }
}

/* What a KSR learns in this cycle; only a free one gets a command. */
typedef struct {
    u1 finishes; /* it, `at` */
    u1 issues;   /* a new block of it */
    u1 is_last;
    u1 ends; /* a block of it */
} ksr_event;

static inline void move_ksr(sm_driver_state *s, const launch *l, const ksr_event *e, block_number next,
                            block_number ended, unsigned k) {
    if (l->to[k]) {
        s->valid[k] = 1;
        s->gpu_context[k] = (kernel_index)GMMU_WRAP(s->at, GMMU_KERNEL_W);
        s->grid[k] = (block_number)l->blocks;
        s->issued[k] = 0;
        s->ended[k] = 0;
        s->limit[k] = (block_count)l->limit;
        s->fresh[k] = (u1)(l->blocks != 0);
        return;
    }
    s->valid[k] = (u1)(s->valid[k] & (u1)!e->finishes);
    s->fresh[k] = (u1)(s->fresh[k] & (u1) !(e->issues & e->is_last));
    s->issued[k] = e->issues ? next : s->issued[k];
    s->ended[k] = e->ends ? ended : s->ended[k];
}

/* ---- one cycle ---- */

static inline void move_ksrs(sm_driver_state *s, const sm_driver_in *in, const launch *l, const report *r,
                             const sm_view *v, const ksr_view *q, decision d, u1 finishes) {
    const block_number next = (block_number)GMMU_WRAP(q->issued + 1U, NUMBER_W);
    uint32_t ended = 0;

    for (unsigned k = 0; k < KERNELS; k++)
        ended |= r->ended_kernel == k ? (uint32_t)s->ended[k] : 0U;
    for (unsigned k = 0; k < KERNELS; k++) {
        const ksr_event e = {(u1)(finishes & (s->at == k)), (u1)(d.issues_new & v->its[k]), q->is_last,
                             (u1)(r->ended & (r->ended_kernel == k))};

        s->has_blocks[k] = (u1)(s->fresh[k] | in->holds[k]);
        move_buffer(s, in, l, k);
        move_ksr(s, l, &e, next, (block_number)GMMU_WRAP(ended + 1U, NUMBER_W), k);
    }
}

static inline void move_sms(sm_driver_state *s, const sm_driver_in *in, const report *r, const sm_view *v,
                            decision d) {
    const u1 gets = (u1)(d.pops | d.issues_new);
    const u1 under_way = (u1)(s->awaited | s->setup_valid | s->issue_valid); /* in the next cycle */

    for (unsigned i = 0; i < SMS; i++) {
        const uint32_t up = (v->here[i] & gets) ? 1U : 0U;
        const uint32_t down = (r->ends[i] ? 1U : 0U) + (r->saves[i] ? 1U : 0U);

        s->running[i] = (block_count)GMMU_WRAP((uint32_t)s->running[i] + up - down, COUNT_W);
        if (v->here[i] & d.sets_up)
            s->set_up[i] = v->kernel;
        else if (v->here[i] & d.frees)
            s->set_up[i] = NONE;
        s->preempt[i] = (u1)((in->sm_state[i] == SMST_RESERVED) & (u1)!in->cfg_drain &
                             (u1) !(under_way & (s->to_sm == i)));
    }
}

/* What is under way to an SM. */
static inline void move_issue(sm_driver_state *s, const sm_driver_in *in, const sm_view *v, const ksr_view *q,
                              decision d) {
    const u1 comes = (u1)(s->awaited & in->ans_valid);

    s->pop_valid = d.pops;
    s->awaited = (u1)((s->awaited & (u1)!comes) | d.pops);
    s->setup_valid = (u1)((s->setup_valid & (u1)!in->setup_ready) | d.sets_up);
    s->issue_valid = (u1)((s->issue_valid & (u1)!in->issue_ready) | d.issues_new | comes);
    if (d.sets_up | d.pops | d.issues_new) {
        s->to_sm = (sm_index)GMMU_WRAP(s->at, GMMU_SMS_W);
        s->to_kernel = v->kernel;
        s->to_gpu_context = q->gpu_context;
    }
    if (d.issues_new) {
        s->issue_block = (block_number)q->issued;
        s->issue_restored = 0;
    }
    if (comes) {
        s->issue_block = in->ans_block;
        s->issue_restored = 1;
        s->issue_context = in->ans_context;
    }
}

static inline void tell_scheduler(sm_driver_state *s, const sm_driver_in *in, const launch *l, u1 frees,
                                  u1 finishes) {
    uint32_t gpu_context = 0;

    s->arrive_valid = (u1)((s->arrive_valid & (u1)!in->arrive_ready) | l->any);
    if (l->any) {
        s->arrive_kernel = (kernel_index)l->kernel;
        s->arrive_priority = (GMMU_U(GMMU_SM_TOKENS_W))l->priority;
        s->arrive_tokens = (sm_index)l->tokens;
    }
    for (unsigned k = 0; k < KERNELS; k++)
        gpu_context |= s->at == k ? (uint32_t)s->gpu_context[k] : 0U;
    s->finish_valid = finishes;
    if (finishes) {
        s->finish_kernel = (kernel_index)GMMU_WRAP(s->at, GMMU_KERNEL_W);
        s->finish_gpu_context = (kernel_index)gpu_context;
    }
    s->free_valid = frees;
    if (frees)
        s->free_sm = (sm_index)GMMU_WRAP(s->at, GMMU_SMS_W);
}

/* The look rests while there is neither a command nor a kernel. */
static inline u1 has_work(const sm_driver_state *s) {
    u1 any = 0;

    for (unsigned k = 0; k < KERNELS; k++)
        any = (u1)(any | s->valid[k] | s->buffer_valid[k]);
    return any;
}

void sm_driver_step(sm_driver_state *s, const sm_driver_in *in, sm_driver_out *out) {
    sm_driver_outputs(s, out);

    const report r = read_report(s, in);
    const sm_view v = look_at_sm(s, in, &r);
    const ksr_view q = look_at_ksr(s, in, &v);
    const decision d = decide(s, in, &v, &q);
    const launch l = read_buffer(s, in);
    const u1 finishes = has_ended(s, in), moves = (u1)((has_work(s) | d.frees) & (u1)!d.stays);
    const at_index next = s->at == STEPS - 1 ? (at_index)0 : (at_index)GMMU_WRAP((uint32_t)s->at + 1U, AT_W);

    tell_scheduler(s, in, &l, d.frees, finishes);
    move_ksrs(s, in, &l, &r, &v, &q, d, finishes);
    move_issue(s, in, &v, &q, d);
    move_sms(s, in, &r, &v, d);
    s->push_valid = r.saved;
    if (r.saved) {
        s->push_kernel = (kernel_index)r.saved_kernel;
        s->push_block = in->save_block;
        s->push_context = in->save_context;
    }
    s->at = moves ? next : s->at;
}
