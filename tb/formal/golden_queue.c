/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What golden_queue promises. Position 0 is the oldest request, position p the
 * p-th after it; the ring buffer behind the positions is only in entry_at().
 */
#include "golden_queue.h"

typedef struct {
    uint32_t id, write, bank, row, col;
} request;

static request entry_at(const golden_queue_state *s, uint32_t position) {
    const uint32_t i = ((uint32_t)s->rd + position) % GMMU_GOLDEN_DEPTH;
    const request r = {s->id[i], s->write[i], s->bank[i], s->row[i], s->col[i]};
    return r;
}

static u1 equal(request a, request b) {
    return (u1)(a.id == b.id && a.write == b.write && a.bank == b.bank && a.row == b.row && a.col == b.col);
}

static uint32_t pushes(const golden_queue_in *in, const golden_queue_out *out) {
    return (uint32_t)(in->push_valid && out->push_ready);
}

static uint32_t pops(const golden_queue_in *in, const golden_queue_out *out) {
    return (uint32_t)(in->pop && out->pick_valid);
}

u1 golden_queue_inv(const golden_queue_state *s) {
    return (u1)(s->count <= GMMU_GOLDEN_DEPTH &&
                (uint32_t)s->wr == ((uint32_t)s->rd + (uint32_t)s->count) % GMMU_GOLDEN_DEPTH);
}

/* After reset every register is 0. */
u1 golden_queue_start_zero(const golden_queue_state *s) {
    u1 zero = (u1)(s->rd == 0 && s->wr == 0 && s->count == 0);

    for (uint32_t i = 0; i < GMMU_GOLDEN_DEPTH; i++)
        zero = (u1)(zero & (s->id[i] == 0) & !s->write[i] & (s->bank[i] == 0) & (s->row[i] == 0) &
                    (s->col[i] == 0));
    return zero;
}

u1 golden_queue_idle(const golden_queue_state *s, const golden_queue_in *in) {
    return (u1)(!in->push_valid && (!in->pop || s->count == 0));
}

/* Nothing lost, doubled or reordered: position k afterwards is the next one in
 * line before, and behind the last of these the pushed request. */
u1 golden_queue_prop_order(const golden_queue_state *s, const golden_queue_in *in,
                           const golden_queue_out *out, const golden_queue_state *n, u32 k) {
    const uint32_t position = (uint32_t)k % GMMU_GOLDEN_DEPTH;
    const uint32_t from = position + pops(in, out);
    const request pushed = {in->push_id, in->push_write, in->push_bank, in->push_row, in->push_col};
    const request expected = from < (uint32_t)s->count ? entry_at(s, from) : pushed;

    return (u1)(position >= (uint32_t)n->count || equal(entry_at(n, position), expected));
}

/* The level counts exactly what went in and out. */
u1 golden_queue_prop_level(const golden_queue_state *s, const golden_queue_in *in,
                           const golden_queue_out *out, const golden_queue_state *n) {
    return (u1)(out->level == s->count &&
                (uint32_t)n->count + pops(in, out) == (uint32_t)s->count + pushes(in, out));
}

/* The head shown is the oldest request; there is one exactly when the queue is not empty. */
u1 golden_queue_prop_oldest(const golden_queue_state *s, const golden_queue_in *in,
                            const golden_queue_out *out, const golden_queue_state *n) {
    const request head = {out->pick_id, out->pick_write, out->pick_bank, out->pick_row, out->pick_col};
    const request none = {0, 0, 0, 0, 0};

    (void)in;
    (void)n;
    return (u1)((out->pick_valid != 0) == (s->count != 0) &&
                equal(head, out->pick_valid ? entry_at(s, 0) : none));
}

/* It takes requests exactly while it has room; a refused one leaves no trace. */
u1 golden_queue_prop_room(const golden_queue_state *s, const golden_queue_in *in, const golden_queue_out *out,
                          const golden_queue_state *n) {
    return (u1)((out->push_ready != 0) == (s->count < GMMU_GOLDEN_DEPTH) &&
                (!in->push_valid || out->push_ready || n->wr == s->wr));
}
