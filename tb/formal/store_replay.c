/* SPDX-License-Identifier: Apache-2.0 */
/* What store_replay promises: of an access on its way, of a store that has been dropped, and of faults. */
#include "store_replay.h"

#define CYCLE                                                                                                \
    const store_replay_state *s, const store_replay_in *in, const store_replay_out *out,                     \
        const store_replay_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static u1 store(const store_replay_state *s) {
    return (u1)(s->l1_rw | s->l1_atomic);
}

static uint32_t held(const store_replay_state *s) {
    return (uint32_t)s->l1_valid + (uint32_t)s->in_stage + (uint32_t)s->blocked;
}

static u1 comes(const store_replay_in *in, const store_replay_out *out) {
    return (u1)(in->req_valid & out->req_ready);
}

static u1 goes(const store_replay_state *s, const store_replay_in *in) {
    return (u1)(s->l1_valid & in->l1_ready);
}

/* The stage has the store, from the cycle on in which it takes it. */
static u1 at_stage(const store_replay_state *s, const store_replay_in *in) {
    return (u1)(s->in_stage | (goes(s, in) & store(s)));
}

static u1 passes(const store_replay_state *s, const store_replay_in *in) {
    return (u1)(at_stage(s, in) & in->passed_valid & (in->passed_tag == s->l1_tag));
}

/* Of one page if no bit above the offset differs; 0 reads and 2 fetches. */
static u1 dropped(const store_replay_state *s, const store_replay_in *in) {
    const uint64_t differs = (uint64_t)in->fault_va ^ (uint64_t)s->l1_addr;
    const u1 writes = (u1)((u1)((uint32_t)in->fault_access == 1U) | in->fault_amo);
    return (u1)(at_stage(s, in) & (u1)!passes(s, in) & in->fault_valid & writes & (u1)(differs < 4096U));
}

/* The access is at one place at most, and only a store is in the stage or blocked. */
u1 store_replay_inv(const store_replay_state *s) {
    return (u1)((u1)(held(s) <= 1U) & ((u1) !(s->in_stage | s->blocked) | store(s)));
}

/* After reset every register is 0: no access is held. */
u1 store_replay_start_zero(const store_replay_state *s) {
    u1 zero =
        (u1)((u1)(held(s) == 0) & (u1)!s->l1_rw & (u1)!s->l1_atomic & (s->l1_addr == 0) & (s->l1_tag == 0) &
             (u1)!s->other_valid & (s->other_va == 0) & (s->other_access == 0) & (u1)!s->other_amo);
    for (int w = 0; w < GMMU_MEM_WORDS; w++)
        zero = (u1)(zero & (s->l1_byteen[w] == 0) & (s->l1_data[2 * w] == 0) & (s->l1_data[2 * w + 1] == 0));
    return zero;
}

/* Nothing is offered, reported or said by software; what is held waits. */
u1 store_replay_idle(const store_replay_state *s, const store_replay_in *in) {
    return (u1)((u1)!in->req_valid & (u1)!in->fault_valid & (u1)!s->other_valid & (u1)!goes(s, in) &
                (u1)!in->passed_valid & (u1)!in->retry & (u1)!in->drop);
}

/* No access is lost or doubled: each that comes is held until the stage takes it, if it is a load, or lets it
 * pass, if it is a store, or software drops it. */
u1 store_replay_prop_once(CYCLE) {
    const u1 load = (u1)(goes(s, in) & (u1)!store(s));
    const uint32_t leaves = (uint32_t)load + (uint32_t)passes(s, in) + (uint32_t)(u1)(s->blocked & in->drop);
    UNUSED;
    return (u1)((u1)(held(n) + leaves == held(s) + (uint32_t)comes(in, out)) & (u1)(leaves <= 1U));
}

/* Nothing overtakes: another access is taken only when none is held. */
u1 store_replay_prop_order(CYCLE) {
    UNUSED;
    return (u1)((u1)!comes(in, out) | (u1)(held(s) == 0));
}

/* An access is offered until the stage takes it, and again only after it has been dropped and software says
 * so: a store that has been taken is not offered while the stage has it, and never after it has passed. */
u1 store_replay_prop_offered(CYCLE) {
    const u1 again = (u1)(s->blocked & in->retry & (u1)!in->drop);
    UNUSED;
    return (u1)(n->l1_valid == (u1)(comes(in, out) | again | (s->l1_valid & (u1)!in->l1_ready)));
}

/* The access stays as it came, word w with its bytes, whichever that is, until the next one comes. */
u1 store_replay_prop_kept(CYCLE, u3 w) {
    const uint32_t word = (uint32_t)w % GMMU_MEM_WORDS;
    const u1 c = comes(in, out);
    u1 same = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_MEM_WORDS; i++)
        same =
            (u1)(same & ((u1)(i != word) |
                         ((n->l1_byteen[i] == (c ? in->req_byteen[i] : s->l1_byteen[i])) &
                          (n->l1_data[2 * i] == (c ? in->req_data[2 * i] : s->l1_data[2 * i])) &
                          (n->l1_data[2 * i + 1] == (c ? in->req_data[2 * i + 1] : s->l1_data[2 * i + 1])))));
    return (u1)(same & (n->l1_rw == (c ? in->req_rw : s->l1_rw)) &
                (n->l1_atomic == (c ? in->req_atomic : s->l1_atomic)) &
                (n->l1_addr == (c ? in->req_addr : s->l1_addr)) &
                (n->l1_tag == (c ? in->req_tag : s->l1_tag)));
}

/* A store that the stage drops is blocked, each time, until software says retry or drop. */
u1 store_replay_prop_blocks(CYCLE) {
    UNUSED;
    return (u1)(n->blocked == (u1)(dropped(s, in) | (s->blocked & (u1)!in->retry & (u1)!in->drop)));
}

/* A fault either blocks the store or comes out as it went in; none comes out that did not go in. */
u1 store_replay_prop_other(CYCLE) {
    const u1 others = (u1)(in->fault_valid & (u1)!dropped(s, in));
    UNUSED;
    return (u1)((n->other_valid == others) & (n->other_va == (others ? in->fault_va : s->other_va)) &
                (n->other_access == (others ? in->fault_access : s->other_access)) &
                (n->other_amo == (others ? in->fault_amo : s->other_amo)));
}

/* The pins show the registers. */
u1 store_replay_prop_pins(CYCLE) {
    u1 same = 1;
    UNUSED;
    for (int w = 0; w < GMMU_MEM_WORDS; w++)
        same =
            (u1)(same & (out->l1_byteen[w] == s->l1_byteen[w]) & (out->l1_data[2 * w] == s->l1_data[2 * w]) &
                 (out->l1_data[2 * w + 1] == s->l1_data[2 * w + 1]));
    return (u1)(same & (out->l1_valid == s->l1_valid) & (out->l1_rw == s->l1_rw) &
                (out->l1_atomic == s->l1_atomic) & (out->l1_addr == s->l1_addr) & (out->l1_tag == s->l1_tag) &
                (out->blocked == s->blocked) & (out->blocked_va == s->l1_addr) &
                (out->other_valid == s->other_valid) & (out->other_va == s->other_va) &
                (out->other_access == s->other_access) & (out->other_amo == s->other_amo));
}

/* Nothing waits for what is not there: the next access is taken as soon as none is held. */
u1 store_replay_prop_at_once(CYCLE) {
    UNUSED;
    return (u1)(out->req_ready == (u1)(held(s) == 0));
}
