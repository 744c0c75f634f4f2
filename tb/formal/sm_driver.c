/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What sm_driver promises, of any kernel k and any SM i: what becomes of each block, what SMs are given, and
 * what scheduler and queue are told.
 */
#include "sm_driver.h"
#include "sm_driver_duties.h"
#include "sm_driver_words.h"

/* ---- the tables ---- */

/* One thing at a time is under way, to an SM that is set up for its kernel and is not told to preempt. */
static u1 way_holds(const sm_driver_state *s) {
    const uint32_t ways = (s->awaited ? 1U : 0U) + (s->setup_valid ? 1U : 0U) + (s->issue_valid ? 1U : 0U);
    u1 ready = 0;

    for (uint32_t i = 0; i < SMS; i++)
        ready = (u1)(ready | ((s->to_sm == i) & (s->set_up[i] == s->to_kernel) & (u1)!s->preempt[i]));
    return (u1)((ways <= 1) & ((u1)!s->pop_valid | s->awaited) &
                ((u1)!is_under_way(s) | (ready & ((uint32_t)s->to_kernel < KERNELS))));
}

/* An SM that was told free has nothing, and the look is past it; a kernel that arrives is there, one that has
 * ended is not. */
static u1 told_holds(const sm_driver_state *s) {
    const uint32_t comes = (uint32_t)s->arrive_kernel, ends = (uint32_t)s->finish_kernel;
    u1 empty = 0;

    for (uint32_t i = 0; i < SMS; i++)
        empty = (u1)(empty | ((s->free_sm == i) & (s->running[i] == 0) & (s->set_up[i] == NONE)));
    return (u1)(((u1)!s->free_valid | (empty & ((uint32_t)s->free_sm != (uint32_t)s->at))) &
                ((u1)!s->arrive_valid | flag_of(s->valid, comes)) &
                ((u1)!s->finish_valid | ((ends < KERNELS) & (u1)!flag_of(s->valid, ends))) &
                ((u1)!s->push_valid | ((uint32_t)s->push_kernel < KERNELS)));
}

/* The look is at something; an SM is set up for a kernel or for none, and with none it runs nothing; limits
 * are what an SM can have; a kernel has new blocks until all are issued. */
u1 sm_driver_inv(const sm_driver_state *s) {
    u1 ok = (u1)(((uint32_t)s->at < STEPS) & way_holds(s) & told_holds(s));

    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & ((uint32_t)s->running[i] <= MOST) &
                  (((uint32_t)s->set_up[i] < KERNELS) | ((s->set_up[i] == NONE) & (s->running[i] == 0))));
    for (uint32_t k = 0; k < KERNELS; k++) {
        const uint32_t limit = (uint32_t)s->limit[k], buffer = (uint32_t)s->buffer_limit[k];

        ok = (u1)(ok & (limit <= MOST) & (buffer <= MOST) & ((u1)!s->valid[k] | (limit != 0)) &
                  ((u1)!s->buffer_valid[k] | (buffer != 0)));
        ok = (u1)(ok & (s->fresh[k] == (u1)(s->issued[k] < s->grid[k])) & (s->issued[k] <= s->grid[k]));
    }
    return ok;
}

/* After reset no buffer and no KSR is used, no SM is set up, and nothing is told; all other registers are 0.
 */
u1 sm_driver_start_empty(const sm_driver_state *s) {
    u1 ok = (u1)((s->at == 0) & (u1)!s->pop_valid & (u1)!is_under_way(s) & (s->to_sm == 0) &
                 (s->to_kernel == 0) & (s->to_gpu_context == 0) & (s->issue_block == 0) &
                 (u1)!s->issue_restored & (s->issue_context == 0));

    ok = (u1)(ok & (u1)!s->arrive_valid & (s->arrive_kernel == 0) & (s->arrive_priority == 0) &
              (s->arrive_tokens == 0) & (u1)!s->finish_valid & (s->finish_kernel == 0) &
              (s->finish_gpu_context == 0) & (u1)!s->free_valid & (s->free_sm == 0));
    ok =
        (u1)(ok & (u1)!s->push_valid & (s->push_kernel == 0) & (s->push_block == 0) & (s->push_context == 0));
    for (uint32_t i = 0; i < SMS; i++)
        ok = (u1)(ok & (s->running[i] == 0) & (s->set_up[i] == NONE) & (u1)!s->preempt[i]);
    for (uint32_t k = 0; k < KERNELS; k++) {
        ok = (u1)(ok & (u1)!s->buffer_valid[k] & (s->buffer_blocks[k] == 0) & (s->buffer_limit[k] == 0) &
                  (s->buffer_priority[k] == 0) & (s->buffer_tokens[k] == 0));
        ok = (u1)(ok & (u1)!s->valid[k] & (s->gpu_context[k] == 0) & (s->grid[k] == 0) & (s->issued[k] == 0) &
                  (s->ended[k] == 0) & (s->limit[k] == 0) & (u1)!s->fresh[k] & (u1)!s->has_blocks[k]);
    }
    return ok;
}

/* Without commands and kernels nothing happens. */
u1 sm_driver_idle(const sm_driver_state *s, const sm_driver_in *in) {
    u1 any = (u1)(in->cmd_valid | in->end_valid | in->save_valid | s->arrive_valid | s->finish_valid |
                  s->free_valid | s->push_valid | is_under_way(s) | s->pop_valid);

    for (uint32_t k = 0; k < KERNELS; k++)
        any = (u1)(any | s->buffer_valid[k] | s->valid[k] |
                   (s->has_blocks[k] != (u1)(s->fresh[k] | in->holds[k])));
    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (in->sm_state[i] != SMST_IDLE) | s->preempt[i]);
    return (u1)!any;
}

/* ---- what SMs, scheduler and queue owe ---- */

/* An SM reports blocks that it has taken, each once. */
u1 sm_driver_duty_reports(const sm_driver_state *s, const sm_driver_in *in) {
    return sm_driver_reports(s, in);
}

/* The scheduler leaves an SM to the kernel that it is set up for, until it is told free. */
u1 sm_driver_duty_ownership(const sm_driver_state *s, const sm_driver_in *in) {
    return sm_driver_ownership(s, in);
}

/* The queue of kernel k holds a block exactly if one was pushed that was not popped. */
u1 sm_driver_duty_queue(const sm_driver_state *s, const sm_driver_in *in, kernel k) {
    return sm_driver_queue(s, in, (unsigned)kernel_of(k));
}

void sm_driver_given_duty_reports(const sm_driver_state *s, const sm_driver_in *in);
void sm_driver_given_duty_ownership(const sm_driver_state *s, const sm_driver_in *in);
void sm_driver_given_duty_queue(const sm_driver_state *s, const sm_driver_in *in, kernel k);

/* ---- the ledger: what is issued has ended, is at an SM, or is preempted ---- */

/* An SM is set up for a kernel that is there, and runs no more of it than it has room for. */
u1 sm_driver_inv_place(const sm_driver_state *s, kernel k, sm_index i) {
    const uint32_t it = kernel_of(k), sm = sm_of(i);

    return (u1)((s->set_up[sm] != it) |
                (s->valid[it] & ((uint32_t)s->running[sm] <= (uint32_t)s->limit[it])));
}

/* The books of a kernel of which the SMs run so many blocks: it was issued as many or more than have ended,
 * and they run no more than the difference; one that is pushed is neither. A KSR that is not used has none,
 * and none to issue. */
static u1 is_booked(const sm_driver_state *s, uint32_t k, uint32_t run) {
    const uint32_t unfinished = (uint32_t)s->issued[k] - (uint32_t)s->ended[k];
    const uint32_t to_come = (s->push_valid & (s->push_kernel == k)) ? 1U : 0U;

    return (u1)((s->ended[k] <= s->issued[k]) & (run + to_come <= unfinished) & (run <= ALL) &
                (s->valid[k] | ((unfinished == 0) & (s->issued[k] == s->grid[k]))));
}

/* Blocks of a kernel were issued as new before they ended, and the SMs run no more of it than were issued and
 * have not ended; one that is pushed is neither. A KSR that is not used has no such block, and none to issue.
 */
u1 sm_driver_inv_ledger(const sm_driver_state *s, kernel k) {
    return is_booked(s, kernel_of(k), sm_driver_running(s, (unsigned)kernel_of(k)));
}

/* A kernel never has more unfinished blocks than the SMs run: with preempted ones first, the queue has room.
 */
u1 sm_driver_inv_room(const sm_driver_state *s, kernel k) {
    const uint32_t it = kernel_of(k);

    return (u1)((uint32_t)s->issued[it] - (uint32_t)s->ended[it] <= ALL);
}

/* An SM runs at least the block that is under way to it. */
u1 sm_driver_inv_counted(const sm_driver_state *s, sm_index i) {
    const uint32_t sm = sm_of(i);
    const u1 to = (u1)((s->awaited | s->issue_valid) & ((uint32_t)s->to_sm == sm));

    return (u1)((u1)!to | (s->running[sm] != 0));
}

void sm_driver_given_inv_counted(const sm_driver_state *s, sm_index i);
void sm_driver_given_inv_place(const sm_driver_state *s, kernel k, sm_index i);
void sm_driver_given_inv_ledger(const sm_driver_state *s, kernel k);
void sm_driver_given_inv_room(const sm_driver_state *s, kernel k);

void sm_driver_keeps_counted(CYCLE, sm_index i);
void sm_driver_keeps_counted(CYCLE, sm_index i) {
    UNUSED;
    sm_driver_given_inv_counted(s, i);
    sm_driver_given_duty_reports(s, in);
}

void sm_driver_keeps_place(CYCLE, kernel k, sm_index i);
void sm_driver_keeps_place(CYCLE, kernel k, sm_index i) {
    UNUSED;
    sm_driver_given_inv_place(s, k, i);
    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_duty_ownership(s, in);
    sm_driver_given_duty_queue(s, in, k);
}

/* What a part of the SMs runs of a kernel after and before the edge, what came back of it and what was given;
 * modulo 2^16, which is more than all SMs run. */
typedef struct {
    u16 after, back, before, given;
} account;

static u1 is_balanced(account a) {
    return (u1)(GMMU_WRAP((uint32_t)a.after + (uint32_t)a.back, 16) ==
                GMMU_WRAP((uint32_t)a.before + (uint32_t)a.given, 16));
}

/* The same with SM i. */
static account with_sm(CYCLE, account a, uint32_t it, uint32_t i) {
    const u1 was = (u1)(s->set_up[i] == it), is = (u1)(n->set_up[i] == it);
    const u1 gets = (u1)(gives(s, in, out, n) & (n->to_kernel == it) & (n->to_sm == i));
    const uint32_t back = ((was & ends(s, in, i)) ? 1U : 0U) + ((was & saves(s, in, i)) ? 1U : 0U);

    a.after = (u16)GMMU_WRAP((uint32_t)a.after + (is ? (uint32_t)n->running[i] : 0U), 16);
    a.back = (u16)GMMU_WRAP((uint32_t)a.back + back, 16);
    a.before = (u16)GMMU_WRAP((uint32_t)a.before + (was ? (uint32_t)s->running[i] : 0U), 16);
    a.given = (u16)GMMU_WRAP((uint32_t)a.given + (gets ? 1U : 0U), 16);
    return a;
}

/* If some SMs are in balance, they are with one more. */
u1 sm_driver_lemma_step(CYCLE, kernel k, sm_index i, u16 after, u16 back, u16 before, u16 given) {
    const account a = {after, back, before, given};

    return (u1)((u1)!is_balanced(a) | is_balanced(with_sm(s, in, out, n, a, kernel_of(k), sm_of(i))));
}

void sm_driver_given_lemma_step(CYCLE, kernel k, sm_index i, u16 after, u16 back, u16 before, u16 given);

/* What the SMs run of a kernel: what they ran, less what came back, and what they are given. */
u1 sm_driver_lemma_sum(CYCLE, kernel k) {
    account a = {0, 0, 0, 0};

    for (uint32_t i = 0; i < SMS; i++) {
        sm_driver_given_lemma_step(s, in, out, n, k, (sm_index)i, a.after, a.back, a.before, a.given);
        a = with_sm(s, in, out, n, a, kernel_of(k), i);
    }
    return is_balanced(a);
}

/* An SM is given a block of a kernel at most once in a cycle, and reports one of each kind at most. */
u1 sm_driver_lemma_counts(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 one = (u1)(gives(s, in, out, n) & ((uint32_t)n->to_kernel == it));
    account a = {0, 0, 0, 0};

    for (uint32_t i = 0; i < SMS; i++)
        a = with_sm(s, in, out, n, a, it, i);
    return (u1)((a.after < 0x8000U) & (a.before < 0x8000U) &
                ((uint32_t)a.back == ended_of(s, in, it) + saved_of(s, in, it)) &
                ((uint32_t)a.given == (one ? 1U : 0U)) &
                ((uint32_t)a.after == sm_driver_running(n, (unsigned)it)) &
                ((uint32_t)a.before == sm_driver_running(s, (unsigned)it)));
}

/* The books stay right if the SMs run so many blocks, and then what was given more and came back less, and
 * the queue holds what is preempted. */
u1 sm_driver_lemma_books(CYCLE, kernel k, u32 run, u32 then) {
    const uint32_t it = kernel_of(k), unfinished = (uint32_t)s->issued[it] - (uint32_t)s->ended[it];
    const uint32_t preempted = (uint32_t)GMMU_WRAP(unfinished - (uint32_t)run, GMMU_BLOCK_W);
    const uint32_t to_come = (s->push_valid & (s->push_kernel == it)) ? 1U : 0U;
    const uint32_t to_go = (s->pop_valid & (s->to_kernel == it)) ? 1U : 0U;
    const uint32_t given = (gives(s, in, out, n) & ((uint32_t)n->to_kernel == it)) ? 1U : 0U;
    const u1 queue = (u1)(in->holds[it] == (u1)(preempted + to_go != to_come));
    const u1 sum = (u1)((uint32_t)then + ended_of(s, in, it) + saved_of(s, in, it) == (uint32_t)run + given);
    const u1 room = (u1)(((given == 0) | ((uint32_t)run < ALL)) & ((uint32_t)then < 0x8000U));

    return (u1)((u1) !(is_booked(s, it, (uint32_t)run) & queue & sum & room) |
                is_booked(n, it, (uint32_t)then));
}

/* An SM that gets a block had room for it, so not all SMs were fully occupied by its kernel. */
u1 sm_driver_lemma_space(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 one = (u1)(gives(s, in, out, n) & ((uint32_t)n->to_kernel == it));

    return (u1)((u1)!one | (sm_driver_running(s, (unsigned)it) < ALL));
}

void sm_driver_given_lemma_sum(CYCLE, kernel k);
void sm_driver_given_lemma_books(CYCLE, kernel k, u32 run, u32 then);
void sm_driver_given_lemma_counts(CYCLE, kernel k);
void sm_driver_given_lemma_space(CYCLE, kernel k);

void sm_driver_keeps_ledger(CYCLE, kernel k);
void sm_driver_keeps_ledger(CYCLE, kernel k) {
    const unsigned it = (unsigned)kernel_of(k);

    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_lemma_sum(s, in, out, n, k);
    sm_driver_given_lemma_counts(s, in, out, n, k);
    sm_driver_given_lemma_space(s, in, out, n, k);
    sm_driver_given_lemma_books(s, in, out, n, k, (u32)sm_driver_running(s, it),
                                (u32)sm_driver_running(n, it));
    sm_driver_given_duty_queue(s, in, k);
}

void sm_driver_keeps_room(CYCLE, kernel k);
void sm_driver_keeps_room(CYCLE, kernel k) {
    UNUSED;
    sm_driver_given_inv_room(s, k);
    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_lemma_space(s, in, out, n, k);
    sm_driver_given_duty_queue(s, in, k);
}

/* ---- blocks ---- */

/* A block that was never issued is issued with the number of those before it, once, and to nobody else; all
 * of them are below the grid. Nothing else counts. */
u1 sm_driver_prop_new(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 one = (u1)(issues_new(s, in, out, n) & ((uint32_t)n->to_kernel == it));
    const u1 number = (u1)((n->issue_block == s->issued[it]) & (s->issued[it] < s->grid[it]) & s->valid[it] &
                           (u1)!n->issue_restored);
    const uint32_t up = one ? 1U : 0U;

    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_duty_queue(s, in, k);
    return (u1)(((u1)!one | number) &
                ((s->valid[it] != n->valid[it]) | ((uint32_t)n->issued[it] == (uint32_t)s->issued[it] + up)));
}

/* "Each time the driver is about to issue a new thread block from a kernel, it checks if there are any
 * previously preempted thread blocks from that kernel" (5.2.3): there are none when it does. */
u1 sm_driver_prop_preempted_first(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 one = (u1)(issues_new(s, in, out, n) & ((uint32_t)n->to_kernel == it));

    sm_driver_given_duty_queue(s, in, k);
    return (u1)((u1)!one | (sm_driver_preempted(s, (unsigned)it) == 0));
}

/* A block that is saved is pushed, once, as a block of the kernel that its SM is set up for; nothing else is.
 */
u1 sm_driver_prop_push(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 pushed = (u1)(n->push_valid & ((uint32_t)n->push_kernel == it));

    UNUSED;
    return (u1)((pushed == (u1)(saved_of(s, in, it) != 0)) &
                ((u1)!pushed | ((n->push_block == in->save_block) & (n->push_context == in->save_context))));
}

/* The queue has room for what is pushed: it holds what is preempted, less this one, and one that is popped
 * now. */
u1 sm_driver_prop_fits(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 pushed = (u1)(s->push_valid & ((uint32_t)s->push_kernel == it));
    const uint32_t to_go = (s->pop_valid & ((uint32_t)s->to_kernel == it)) ? 1U : 0U;

    UNUSED;
    sm_driver_given_inv_room(s, k);
    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_inv_counted(s, (sm_index)s->to_sm);
    return (u1)((u1)!pushed | (sm_driver_preempted(s, (unsigned)it) + to_go <= ALL));
}

/* A pop asks for one handle, of a kernel whose queue holds one; that handle, and no other, is then issued to
 * the SM that it was popped for. */
u1 sm_driver_prop_pop(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 holds = (u1)((uint32_t)n->to_kernel != it || in->holds[it]);
    const u1 comes = (u1)(s->awaited & in->ans_valid);
    const u1 is_it = (u1)(n->issue_valid & n->issue_restored & (n->issue_block == in->ans_block) &
                          (n->issue_context == in->ans_context));
    const u1 same = (u1)((n->to_sm == s->to_sm) & (n->to_kernel == s->to_kernel));

    UNUSED;
    return (u1)(((u1)!n->pop_valid | ((u1)!s->awaited & holds & n->awaited)) & ((u1)!comes | (is_it & same)) &
                ((u1)!s->awaited | same) &
                (n->awaited == (u1)((s->awaited & (u1)!in->ans_valid) | n->pop_valid)));
}

/* A restored block is issued for an answer that was awaited alone: once for each pop. */
u1 sm_driver_prop_restored(CYCLE) {
    const u1 waits = (u1)(s->issue_valid & (u1)!in->issue_ready);

    UNUSED;
    return (u1)(((u1) !(n->issue_valid & n->issue_restored) | waits | (s->awaited & in->ans_valid)) &
                ((u1) !(n->issue_valid & s->awaited) | n->issue_restored));
}

/* Valid and ready: what is offered to an SM, or arrives at the scheduler, stays as it is until it is taken,
 * and is taken once. */
u1 sm_driver_prop_handshakes(CYCLE) {
    const u1 to = (u1)((n->to_sm == s->to_sm) & (n->to_kernel == s->to_kernel) &
                       (n->to_gpu_context == s->to_gpu_context));
    const u1 setup = (u1)(n->setup_valid & to);
    const u1 issue = (u1)(n->issue_valid & to & (n->issue_block == s->issue_block) &
                          (n->issue_restored == s->issue_restored) & (n->issue_context == s->issue_context));
    const u1 arrive =
        (u1)(n->arrive_valid & (n->arrive_kernel == s->arrive_kernel) &
             (n->arrive_priority == s->arrive_priority) & (n->arrive_tokens == s->arrive_tokens));

    UNUSED;
    return (u1)(((u1)!s->setup_valid | in->setup_ready | setup) &
                ((u1)!s->issue_valid | in->issue_ready | issue) &
                ((u1)!s->arrive_valid | in->arrive_ready | arrive) &
                ((u1) !(n->setup_valid & n->issue_valid)));
}

/* The blocks that the table says an SM runs are those given to it less those that came back. */
u1 sm_driver_prop_running(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i);
    const u1 given = (u1)(gives(s, in, out, n) & ((uint32_t)n->to_sm == sm));
    const uint32_t back = (ends(s, in, sm) ? 1U : 0U) + (saves(s, in, sm) ? 1U : 0U);

    return (u1)((uint32_t)n->running[sm] + back == (uint32_t)s->running[sm] + (given ? 1U : 0U));
}

/* The blocks that have ended are those that SMs set up for the kernel report, each counted once. */
u1 sm_driver_prop_ended(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);

    UNUSED;
    sm_driver_given_inv_ledger(s, k);
    for (uint32_t i = 0; i < SMS; i++)
        sm_driver_given_inv_place(s, k, (sm_index)i);
    return (u1)((s->valid[it] != n->valid[it]) |
                ((uint32_t)n->ended[it] == (uint32_t)s->ended[it] + ended_of(s, in, it)));
}

/* ---- SMs ---- */

/* "The SMST is accessed by the SM driver when issuing a thread block to find the KSR and the state of the SM"
 * (5.2.3): what is given to an SM, a set-up or a block, is of sm_kernel, and the SM is running; one that is
 * reserved gets nothing. A block goes to an SM that is set up for its kernel and runs fewer of it than its
 * limit. */
u1 sm_driver_prop_owner(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i);
    const u1 set = (u1)(sets_up(s, in, out, n) & ((uint32_t)n->to_sm == sm));
    const u1 block = (u1)(gives(s, in, out, n) & ((uint32_t)n->to_sm == sm));
    const u1 its = (u1)((in->sm_state[sm] == SMST_RUNNING) & (in->sm_kernel[sm] == n->to_kernel));
    uint32_t limit = 0;

    for (uint32_t k = 0; k < KERNELS; k++)
        limit |= n->to_kernel == k ? (uint32_t)s->limit[k] : 0U;

    const u1 room = (u1)((s->set_up[sm] == n->to_kernel) & ((uint32_t)s->running[sm] < limit));

    return (u1)(((u1) !(set | block) | its) & ((u1)!block | room));
}

/* An SM is set up only when it runs nothing, for a kernel by a set-up with that kernel's GPU context; told
 * free, it is set up for nothing. Nothing else changes what it is set up for. */
u1 sm_driver_prop_set_up(CYCLE, sm_index i, kernel k) {
    const uint32_t sm = sm_of(i), it = kernel_of(k);
    const u1 set = (u1)(sets_up(s, in, out, n) & ((uint32_t)n->to_sm == sm));
    const u1 freed = (u1)(n->free_valid & ((uint32_t)n->free_sm == sm));
    const u1 context = (u1)((uint32_t)n->to_kernel != it || n->to_gpu_context == s->gpu_context[it]);
    const u1 as_told = (u1)(set     ? (u1)((n->set_up[sm] == n->to_kernel) & context)
                            : freed ? (u1)((uint32_t)n->set_up[sm] == NONE)
                                    : (u1)(n->set_up[sm] == s->set_up[sm]));

    return (u1)(as_told & ((u1) !(set | freed) | (s->running[sm] == 0)));
}

/* An SM is told free only when it runs no block, and none is under way to it: a reserved one, or a running
 * one whose kernel has no block to issue. */
u1 sm_driver_prop_free(CYCLE, sm_index i, kernel k) {
    const uint32_t sm = sm_of(i), it = kernel_of(k);
    const u1 told = (u1)(n->free_valid & ((uint32_t)n->free_sm == sm));
    const u1 empty = (u1)((s->running[sm] == 0) & (n->running[sm] == 0) &
                          (u1)!sm_driver_is_pending(s, (unsigned)sm) & (in->sm_state[sm] != SMST_IDLE));
    const u1 has = (u1)(((uint32_t)in->sm_kernel[sm] == it) & (s->fresh[it] | in->holds[it]));

    UNUSED;
    return (u1)((u1)!told | (empty & ((in->sm_state[sm] != SMST_RUNNING) | (u1)!has)));
}

/* An SM is told to preempt exactly if it was reserved, nothing is under way to it, and blocks are not to
 * drain; so it gets nothing while it is told so. */
u1 sm_driver_prop_preempt(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i);
    const u1 told = (u1)((in->sm_state[sm] == SMST_RESERVED) & (u1)!in->cfg_drain);

    UNUSED;
    return (u1)(n->preempt[sm] == (u1)(told & (u1)!sm_driver_is_pending(n, (unsigned)sm)));
}

/* When the look is at an SM that runs fewer blocks than its kernel may have there, and the kernel has some,
 * the SM gets one in this cycle, or its set-up, unless it is told to preempt, something is under way, or a
 * preempted block is still on its way to the queue. */
u1 sm_driver_prop_serves(CYCLE, sm_index i, kernel k) {
    const uint32_t sm = sm_of(i), it = kernel_of(k);
    const u1 looks = (u1)(((uint32_t)s->at == sm) & ((uint32_t)in->sm_kernel[sm] == it));
    const u1 open = (u1)((in->sm_state[sm] == SMST_RUNNING) & (u1)!s->preempt[sm] & way_clears(s, in) &
                         ((uint32_t)s->running[sm] < (uint32_t)s->limit[it]));
    const u1 its = (u1)(((uint32_t)s->set_up[sm] == it) | (s->running[sm] == 0));
    const u1 comes = (u1)(s->push_valid & ((uint32_t)s->push_kernel == it));
    const u1 has = (u1)(in->holds[it] | (s->fresh[it] & (u1)!comes));
    const u1 gets = (u1)((sets_up(s, in, out, n) | gives(s, in, out, n)) & ((uint32_t)n->to_sm == sm));

    return (u1)((u1) !(looks & open & its & has) | gets);
}

/* When the look is at an SM that runs nothing and is reserved, or running with nothing to issue, it is told
 * free, unless something is under way to it. */
u1 sm_driver_prop_frees(CYCLE, sm_index i, kernel k) {
    const uint32_t sm = sm_of(i), it = kernel_of(k);
    const u1 empty =
        (u1)(((uint32_t)s->at == sm) & (s->running[sm] == 0) & (u1)!sm_driver_is_pending(s, (unsigned)sm));
    const u1 comes = (u1)(s->push_valid & ((uint32_t)s->push_kernel == it));
    const u1 over = (u1)((in->sm_state[sm] == SMST_RUNNING) & ((uint32_t)in->sm_kernel[sm] == it) &
                         (u1)!s->fresh[it] & (u1)!in->holds[it] & (u1)!comes);

    UNUSED;
    return (u1)((u1) !(empty & (over | (in->sm_state[sm] == SMST_RESERVED))) |
                (n->free_valid & ((uint32_t)n->free_sm == sm)));
}

/* The look goes on to the next SM, unless this one gets something or waits for it; and it goes on when the SM
 * reports a block. So it stays for no more looks without waiting than the SM has room for blocks, and one. */
u1 sm_driver_prop_goes_on(CYCLE, sm_index i) {
    const uint32_t sm = sm_of(i), next = (uint32_t)s->at == STEPS - 1U ? 0U : (uint32_t)s->at + 1U;
    const u1 gets = (u1)((sets_up(s, in, out, n) | gives(s, in, out, n)) & ((uint32_t)n->to_sm == sm));
    const u1 reports = (u1)(ends(s, in, sm) | saves(s, in, sm));
    u1 work = 0;

    for (uint32_t k = 0; k < KERNELS; k++)
        work = (u1)(work | s->valid[k] | s->buffer_valid[k]);

    const u1 waits = (u1)((u1)!way_clears(s, in) | s->push_valid);
    const u1 here = (u1)((uint32_t)s->at == sm), goes = (u1)((uint32_t)n->at == next);

    return (u1)(((n->at == s->at) | goes) &
                ((u1) !(here & work) | goes | (gets & (u1)!reports) | (waits & (u1)!reports)));
}

/* ---- kernels and commands ---- */

/* A kernel is told ended exactly when its KSR is given back: all blocks of its grid have ended, none runs or
 * is preempted, no SM is set up for it or, as the pins say, given to it, and its GPU context is told. */
u1 sm_driver_prop_finish(CYCLE, kernel k, sm_index i) {
    const uint32_t it = kernel_of(k), sm = sm_of(i);
    const u1 told = (u1)(n->finish_valid & ((uint32_t)n->finish_kernel == it));
    const u1 over =
        (u1)(s->valid[it] & (s->ended[it] == s->grid[it]) & (s->issued[it] == s->grid[it]) &
             (sm_driver_running(s, (unsigned)it) == 0) & (sm_driver_preempted(s, (unsigned)it) == 0) &
             (n->finish_gpu_context == s->gpu_context[it]));
    const u1 away = (u1)(((uint32_t)s->set_up[sm] != it) &
                         ((in->sm_state[sm] == SMST_IDLE) | ((uint32_t)in->sm_kernel[sm] != it)));

    UNUSED;
    sm_driver_given_inv_ledger(s, k);
    sm_driver_given_duty_ownership(s, in);
    return (u1)(((u1)!told | (over & away & (u1)!n->valid[it])) &
                ((u1) !(s->valid[it] & (u1)!n->valid[it]) | told));
}

/* When the look is at a kernel whose blocks have all ended, that has arrived, and to which no SM is given, it
 * is told ended. */
u1 sm_driver_prop_finishes(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 over =
        (u1)(((uint32_t)s->at == it) & s->valid[it] & (s->ended[it] == s->grid[it]) & (u1)!s->arrive_valid);
    u1 away = 1;

    UNUSED;
    for (uint32_t i = 0; i < SMS; i++)
        away = (u1)(away & ((in->sm_state[i] == SMST_IDLE) | ((uint32_t)in->sm_kernel[i] != it)));
    return (u1)((u1) !(over & away) | (n->finish_valid & ((uint32_t)n->finish_kernel == it)));
}

/* Nothing is issued, pushed or popped of a kernel that was told ended, until its KSR is used again. */
u1 sm_driver_prop_after(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 given = (u1)((sets_up(s, in, out, n) | gives(s, in, out, n)) & ((uint32_t)n->to_kernel == it));
    const u1 pushed = (u1)(n->push_valid & ((uint32_t)n->push_kernel == it));

    sm_driver_given_inv_ledger(s, k);
    for (uint32_t i = 0; i < SMS; i++)
        sm_driver_given_inv_place(s, k, (sm_index)i);
    sm_driver_given_duty_queue(s, in, k);
    return (u1)(s->valid[it] | (u1) !(given | pushed));
}

/* A command goes to the empty buffer of its GPU context, with a limit that an SM can have, and stays there
 * until the look reads it; nothing else comes there. */
u1 sm_driver_prop_buffer(CYCLE, kernel c) {
    const uint32_t it = kernel_of(c), wanted = (uint32_t)in->cmd_limit;
    const u1 taken = (u1)(in->cmd_valid & ((uint32_t)in->cmd_gpu_context == it) & out->cmd_ready[it]);
    const uint32_t limit = wanted == 0 || wanted > MOST ? MOST : wanted;
    const u1 read = (u1)(s->buffer_valid[it] & (u1)!n->buffer_valid[it]);
    const u1 written =
        (u1)(n->buffer_valid[it] & (n->buffer_blocks[it] == in->cmd_blocks) &
             ((uint32_t)n->buffer_limit[it] == limit) & (n->buffer_priority[it] == in->cmd_priority) &
             (n->buffer_tokens[it] == in->cmd_tokens));
    const u1 same =
        (u1)((n->buffer_blocks[it] == s->buffer_blocks[it]) & (n->buffer_limit[it] == s->buffer_limit[it]) &
             (n->buffer_priority[it] == s->buffer_priority[it]) &
             (n->buffer_tokens[it] == s->buffer_tokens[it]));

    UNUSED;
    return (u1)(taken ? written
                      : (u1)(same & (n->buffer_valid[it] == (u1)(s->buffer_valid[it] & (u1)!read)) &
                             ((u1)!read | ((uint32_t)s->at == it))));
}

/* A command that is read from its buffer gets a KSR that is not used, and arrives with its priority and
 * tokens; each once: nothing else arrives, and no other KSR is put to use. */
u1 sm_driver_prop_launch(CYCLE, kernel c, kernel k) {
    const uint32_t from = kernel_of(c), to = kernel_of(k);
    const u1 read = (u1)(s->buffer_valid[from] & (u1)!n->buffer_valid[from]);
    const u1 used = (u1)((u1)!s->valid[to] & n->valid[to]);
    const u1 comes = (u1)(n->arrive_valid & ((u1)!s->arrive_valid | in->arrive_ready));
    const u1 ksr = (u1)(((uint32_t)n->gpu_context[to] == from) & (n->grid[to] == s->buffer_blocks[from]) &
                        (n->limit[to] == s->buffer_limit[from]) & (n->issued[to] == 0) & (n->ended[to] == 0));
    const u1 told = (u1)(comes & (n->arrive_priority == s->buffer_priority[from]) &
                         (n->arrive_tokens == s->buffer_tokens[from]));

    UNUSED;
    return (u1)(((u1)!read | told) & ((u1) !(read & used) | ksr) & ((u1)!used | comes) &
                (used == (u1)(comes & ((uint32_t)n->arrive_kernel == to))) &
                ((u1) !(comes & ((uint32_t)s->at == from)) | read));
}

/* When the look is at a command, a KSR is not used, and no arrival waits, the command is read. */
u1 sm_driver_prop_launches(CYCLE, kernel c, kernel k) {
    const uint32_t from = kernel_of(c), to = kernel_of(k);
    const u1 waits = (u1)(s->buffer_valid[from] & ((uint32_t)s->at == from));

    UNUSED;
    return (u1)((u1) !(waits & (u1)!s->valid[to] & (u1)!s->arrive_valid) | (u1)!n->buffer_valid[from]);
}

/* A KSR keeps its command as long as it is used. */
u1 sm_driver_prop_ksr(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);

    UNUSED;
    return (u1)((u1)!s->valid[it] | ((n->gpu_context[it] == s->gpu_context[it]) &
                                     (n->grid[it] == s->grid[it]) & (n->limit[it] == s->limit[it])));
}

/* The scheduler is told of blocks to issue: in the next cycle, whether kernel k has new ones or its queue
 * holds some. */
u1 sm_driver_prop_has_blocks(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);

    UNUSED;
    return (u1)(n->has_blocks[it] == (u1)((s->issued[it] < s->grid[it]) | in->holds[it]));
}

/* The pins are registers; a buffer is ready for a command when it is empty, and a pop is for the SM that is
 * next. */
u1 sm_driver_prop_pins(CYCLE, kernel k, sm_index i) {
    const uint32_t it = kernel_of(k), sm = sm_of(i);
    const u1 tables = (u1)((out->cmd_ready[it] == (u1)!s->buffer_valid[it]) &
                           (out->has_blocks[it] == s->has_blocks[it]) & (out->preempt[sm] == s->preempt[sm]));
    const u1 scheduler =
        (u1)((out->arrive_valid == s->arrive_valid) & (out->arrive_kernel == s->arrive_kernel) &
             (out->arrive_priority == s->arrive_priority) & (out->arrive_tokens == s->arrive_tokens) &
             (out->finish_valid == s->finish_valid) & (out->finish_kernel == s->finish_kernel) &
             (out->finish_gpu_context == s->finish_gpu_context) & (out->free_valid == s->free_valid) &
             (out->free_sm == s->free_sm));
    const u1 queue = (u1)((out->push_valid == s->push_valid) & (out->push_kernel == s->push_kernel) &
                          (out->push_block == s->push_block) & (out->push_context == s->push_context) &
                          (out->pop_valid == s->pop_valid) & (out->pop_kernel == s->to_kernel));
    const u1 sms =
        (u1)((out->setup_valid == s->setup_valid) & (out->issue_valid == s->issue_valid) &
             (out->to_sm == s->to_sm) & (out->to_kernel == s->to_kernel) &
             (out->to_gpu_context == s->to_gpu_context) & (out->issue_block == s->issue_block) &
             (out->issue_restored == s->issue_restored) & (out->issue_context == s->issue_context));

    UNUSED;
    return (u1)(tables & scheduler & queue & sms);
}
