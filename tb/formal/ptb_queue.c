/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ptb_queue promises, of any kernel k and any entry e of its ring in the RAM. A handle is the entry that
 * it was written to: which entries hold one, in which order, and what is written and read.
 */
#include "ptb_queue.h"
#include "kernel_claims.h"
#include "ptb_queue_duties.h"

#define ENTRIES ((uint32_t)GMMU_PTB_ENTRIES)

typedef GMMU_U(GMMU_PTB_W) entry_index;

/* Any entry of a ghost that can be more. */
static uint32_t entry_of(entry_index e) {
    return (uint32_t)e < ENTRIES ? (uint32_t)e : 0U;
}

/* How many entries of the ring are between the oldest handle of kernel k and entry e. */
static uint32_t position(const ptb_queue_state *s, uint32_t k, uint32_t e) {
    const uint32_t head = (uint32_t)s->head[k];

    return e >= head ? e - head : e + ENTRIES - head;
}

static u1 held(const ptb_queue_state *s, uint32_t k, uint32_t e) {
    return (u1)(position(s, k, e) < (uint32_t)s->count[k]);
}

/* A push, and a pop, of kernel k that is not ignored. */
static u1 pushes(const ptb_queue_state *s, const ptb_queue_in *in, uint32_t k) {
    return (u1)(in->push_valid & ((uint32_t)in->push_kernel == k) & ((uint32_t)s->count[k] < ENTRIES));
}

static u1 pops(const ptb_queue_state *s, const ptb_queue_in *in, uint32_t k) {
    return (u1)(in->pop_valid & ((uint32_t)in->pop_kernel == k) & (s->count[k] != 0));
}

/* A queue is a part of its ring. */
u1 ptb_queue_inv(const ptb_queue_state *s) {
    u1 ok = 1;

    for (uint32_t k = 0; k < KERNELS; k++)
        ok = (u1)(ok & ((uint32_t)s->head[k] < ENTRIES) & ((uint32_t)s->count[k] <= ENTRIES));
    return ok;
}

/* After reset all queues are empty, and nothing is read or written. */
u1 ptb_queue_start_empty(const ptb_queue_state *s) {
    u1 zero = (u1)((u1)!s->ram_we & (s->ram_wqueue == 0) & (s->ram_wentry == 0) & (s->ram_wblock == 0) &
                   (s->ram_wcontext == 0) & (u1)!s->ram_re & (s->ram_rqueue == 0) & (s->ram_rentry == 0) &
                   (u1)!s->ans_valid);

    for (uint32_t k = 0; k < KERNELS; k++)
        zero = (u1)(zero & (s->head[k] == 0) & (s->count[k] == 0));
    return zero;
}

u1 ptb_queue_idle(const ptb_queue_state *s, const ptb_queue_in *in) {
    return (u1)((u1)!in->push_valid & (u1)!in->pop_valid & (u1)!s->ram_we & (u1)!s->ram_re &
                (u1)!s->ans_valid);
}

/* The driver pushes only what fits. */
u1 ptb_queue_duty_fits(const ptb_queue_state *s, const ptb_queue_in *in) {
    return ptb_queue_push_fits(s, in);
}

void ptb_queue_given_duty_fits(const ptb_queue_state *s, const ptb_queue_in *in);

#define CYCLE                                                                                                \
    const ptb_queue_state *s, const ptb_queue_in *in, const ptb_queue_out *out, const ptb_queue_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* The handles in a queue are those put in less those taken out, as the driver sees it: every push counts, and
 * every pop of a queue whose pin says that it holds handles. */
u1 ptb_queue_prop_balance(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 put = (u1)(in->push_valid & ((uint32_t)in->push_kernel == it));
    const u1 taken = (u1)(in->pop_valid & ((uint32_t)in->pop_kernel == it) & out->holds[it]);

    UNUSED;
    ptb_queue_given_duty_fits(s, in);
    return (u1)((uint32_t)n->count[it] + (taken ? 1U : 0U) == (uint32_t)s->count[it] + (put ? 1U : 0U));
}

/* Each handle once: it is held from its push to its pop, and nothing else is held. */
u1 ptb_queue_prop_once(CYCLE, kernel k, entry_index e) {
    const uint32_t it = kernel_of(k), at = entry_of(e);
    const u1 comes = (u1)(pushes(s, in, it) & (position(s, it, at) == (uint32_t)s->count[it]));
    const u1 goes = (u1)(pops(s, in, it) & (position(s, it, at) == 0));

    UNUSED;
    return (u1)(held(n, it, at) == (u1)((held(s, it, at) & (u1)!goes) | comes));
}

/* First in, first out: a handle that stays moves up by one at each pop, and not otherwise. */
u1 ptb_queue_prop_order(CYCLE, kernel k, entry_index e) {
    const uint32_t it = kernel_of(k), at = entry_of(e);

    UNUSED;
    return (u1)((u1) !(held(s, it, at) & held(n, it, at)) |
                (position(n, it, at) + (pops(s, in, it) ? 1U : 0U) == position(s, it, at)));
}

/* A push writes its handle, behind all others of its kernel, to an entry that held none. */
u1 ptb_queue_prop_push(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k), at = (uint32_t)n->ram_wentry;
    const u1 told = (u1)((n->ram_wblock == in->push_block) & (n->ram_wcontext == in->push_context));
    const u1 last =
        (u1)((at < ENTRIES) & (u1)!held(s, it, at) & (position(n, it, at) + 1U == (uint32_t)n->count[it]));

    UNUSED;
    return (u1)((u1)!pushes(s, in, it) | (n->ram_we & ((uint32_t)n->ram_wqueue == it) & told & last));
}

/* A pop reads the oldest handle of its kernel. */
u1 ptb_queue_prop_pop(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k), at = (uint32_t)n->ram_rentry;

    UNUSED;
    return (u1)((u1)!pops(s, in, it) | (n->ram_re & ((uint32_t)n->ram_rqueue == it) & (at < ENTRIES) &
                                        held(s, it, at) & (position(s, it, at) == 0)));
}

/* No entry is read while it is written, so it does not matter which of both the RAM does first. */
u1 ptb_queue_prop_hazard(CYCLE) {
    UNUSED;
    return (u1) !(n->ram_we & n->ram_re & (n->ram_wqueue == n->ram_rqueue) &
                  (n->ram_wentry == n->ram_rentry));
}

/* The RAM is written only for a push that is taken, and read only for a pop. */
u1 ptb_queue_prop_only(CYCLE) {
    const uint32_t to = (uint32_t)in->push_kernel, from = (uint32_t)in->pop_kernel;
    u1 pushed = 0, popped = 0;

    UNUSED;
    for (uint32_t k = 0; k < KERNELS; k++) {
        pushed = (u1)(pushed | ((k == to) & pushes(s, in, k)));
        popped = (u1)(popped | ((k == from) & pops(s, in, k)));
    }
    return (u1)((n->ram_we == pushed) & (n->ram_re == popped));
}

/* What the pins of the RAM show stays until the next write, and read. */
u1 ptb_queue_prop_stays(CYCLE) {
    const u1 write = (u1)((n->ram_wqueue == s->ram_wqueue) & (n->ram_wentry == s->ram_wentry) &
                          (n->ram_wblock == s->ram_wblock) & (n->ram_wcontext == s->ram_wcontext));
    const u1 read = (u1)((n->ram_rqueue == s->ram_rqueue) & (n->ram_rentry == s->ram_rentry));

    UNUSED;
    return (u1)((n->ram_we | write) & (n->ram_re | read));
}

/* The handle of a pop is there in the second cycle after it. */
u1 ptb_queue_prop_answer(CYCLE) {
    UNUSED;
    return (u1)(n->ans_valid == s->ram_re);
}

/* The pins say which queues hold handles, and which hold as many as there are entries; the others are
 * registers. */
u1 ptb_queue_prop_pins(CYCLE, kernel k) {
    const uint32_t it = kernel_of(k);
    const u1 queue = (u1)((out->holds[it] == (u1)(s->count[it] != 0)) &
                          (out->full[it] == (u1)((uint32_t)s->count[it] == ENTRIES)));
    const u1 write = (u1)((out->ram_we == s->ram_we) & (out->ram_wqueue == s->ram_wqueue) &
                          (out->ram_wentry == s->ram_wentry) & (out->ram_wblock == s->ram_wblock) &
                          (out->ram_wcontext == s->ram_wcontext));
    const u1 read = (u1)((out->ram_re == s->ram_re) & (out->ram_rqueue == s->ram_rqueue) &
                         (out->ram_rentry == s->ram_rentry) & (out->ans_valid == s->ans_valid));

    UNUSED;
    return (u1)(queue & write & read);
}
