/* SPDX-License-Identifier: Apache-2.0 */
/* What block_queue promises, of any block number k and any SM q. */
#include "block_queue.h"

#define SMS ((uint32_t)GMMU_NUM_CORES)

#define CYCLE                                                                                                \
    const block_queue_state *s, const block_queue_in *in, const block_queue_out *out,                        \
        const block_queue_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

typedef GMMU_U(GMMU_CORE_W) sm;

/* Any SM, of a ghost that can be more. */
static uint32_t of(sm q) {
    return (uint32_t)q < SMS ? (uint32_t)q : 0U;
}

/* Is number k in the queue? */
static u1 waits(const block_queue_state *s, u32 k) {
    return (u1)(((uint32_t)s->next <= (uint32_t)k) & ((uint32_t)k < (uint32_t)s->blocks));
}

/* Does an SM pop number k in this cycle? */
static u1 popped(const block_queue_in *in, const block_queue_out *out, u32 k) {
    u1 any = 0;

    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (in->pop_valid[i] & out->pop_ready[i]));
    return (u1)(any & ((uint32_t)out->pop_block == (uint32_t)k));
}

static u1 launched(const block_queue_in *in, const block_queue_out *out) {
    return (u1)(in->load_valid & out->load_ready);
}

/* Does SM i ask, and may it? */
static u1 asks(const block_queue_state *s, const block_queue_in *in, uint32_t i) {
    return (u1)(s->mask[i] & in->pop_valid[i] & waits(s, (u32)s->next));
}

/* How many SMs the turn is from SM i. */
static uint32_t distance(const block_queue_state *s, uint32_t i) {
    const uint32_t turn = (uint32_t)s->turn;

    return turn <= i ? i - turn : i + SMS - turn;
}

/* No more numbers have been popped than there are, and an SM that exists has the turn. */
u1 block_queue_inv(const block_queue_state *s) {
    return (u1)((s->next <= s->blocks) & ((uint32_t)s->turn < SMS));
}

/* After reset every register is 0: the queue is empty, and the partition has no SMs. */
u1 block_queue_start_empty(const block_queue_state *s) {
    u1 none = (u1)((s->next == 0) & (s->blocks == 0) & (s->turn == 0));

    for (uint32_t i = 0; i < SMS; i++)
        none = (u1)(none & (u1)!s->mask[i]);
    return none;
}

u1 block_queue_idle(const block_queue_state *s, const block_queue_in *in) {
    u1 any = 0;

    for (uint32_t i = 0; i < SMS; i++)
        any = (u1)(any | (s->mask[i] & in->pop_valid[i]));
    return (u1)(!in->mask_valid & !in->load_valid & ((s->next == s->blocks) | (u1)!any));
}

/* Every block once: what is popped was in the queue and leaves it, nothing else leaves it, and only a launch
 * brings numbers. */
u1 block_queue_prop_once(CYCLE, u32 k) {
    const u1 out_now = popped(in, out, k);

    UNUSED;
    return (u1)(((u1)!out_now | waits(s, k)) &
                (launched(in, out) | (waits(n, k) == (u1)(waits(s, k) & (u1)!out_now))));
}

/* A launch loses no number of the one before, because none is left, and brings each of its own. */
u1 block_queue_prop_launch(CYCLE, u32 k) {
    UNUSED;
    return (u1)((u1)!launched(in, out) |
                ((u1)!waits(s, k) & (waits(n, k) == ((uint32_t)k < (uint32_t)in->load_blocks))));
}

/* The queue takes a launch exactly when it is empty. */
u1 block_queue_prop_ready(CYCLE, u32 k) {
    UNUSED;
    return (u1)(((u1)!out->load_ready | (u1)!waits(s, k)) & (out->load_ready != waits(s, (u32)s->next)));
}

/* Only SMs of the partition pop: the one whose turn it is can, if it is one of them and numbers are left. */
u1 block_queue_prop_partition(CYCLE, sm q) {
    const uint32_t i = of(q);

    UNUSED;
    return (u1)(out->pop_ready[i] == (u1)(s->mask[i] & waits(s, (u32)s->next) & ((uint32_t)s->turn == i)));
}

/* No two SMs pop in one cycle, so none gets a number that another one gets. */
u1 block_queue_prop_alone(CYCLE, sm q, sm r) {
    const uint32_t i = of(q), j = of(r);

    UNUSED;
    return (u1)((i == j) | (u1) !(out->pop_ready[i] & out->pop_ready[j]));
}

/* A write names the SMs of the partition, and nothing else changes them. */
u1 block_queue_prop_mask(CYCLE, sm q) {
    const uint32_t i = of(q);

    UNUSED;
    return (u1)(n->mask[i] == (in->mask_valid ? in->mask_sms[i] : s->mask[i]));
}

/* The turn goes to an SM that asks, if there is one in the partition, and else stays. */
u1 block_queue_prop_turn(CYCLE) {
    u1 any = 0, right = 0;

    UNUSED;
    for (uint32_t i = 0; i < SMS; i++) {
        any = (u1)(any | asks(s, in, i));
        right = (u1)(right | (asks(s, in, i) & ((uint32_t)n->turn == i)));
    }
    return (u1)(launched(in, out) | (any ? right : (u1)(n->turn == s->turn)));
}

/* Nobody is passed over: in each cycle the turn comes nearer to an SM that asks and does not have it. */
u1 block_queue_prop_fair(CYCLE, sm q) {
    const uint32_t i = of(q);
    const u1 goes_on = (u1)(asks(s, in, i) & ((uint32_t)s->turn != i));

    UNUSED;
    return (u1)((u1)!goes_on | (distance(n, i) < distance(s, i)));
}

/* Equal launches are dealt alike: each begins with the turn of SM 0. */
u1 block_queue_prop_first(CYCLE) {
    UNUSED;
    return (u1)((u1)!launched(in, out) | (n->turn == 0));
}
