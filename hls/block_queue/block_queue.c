/* SPDX-License-Identifier: Apache-2.0 */
#include "block_queue.h"

#define SMS GMMU_NUM_CORES

void block_queue_reset(block_queue_state *s) {
    s->next = 0;
    s->blocks = 0;
    s->turn = 0;
    for (unsigned i = 0; i < SMS; i++)
        s->mask[i] = 0;
}

void block_queue_outputs(const block_queue_state *s, block_queue_out *out) {
    const u1 left = (u1)(s->next != s->blocks);

    out->load_ready = (u1)!left;
    for (unsigned i = 0; i < SMS; i++)
        out->pop_ready[i] = (u1)(left & s->mask[i] & (s->turn == i));
    out->pop_block = s->next;
}

/* The next SM that asks, in the order of indices after the turn and round to it; the turn itself, if none. */
static GMMU_U(GMMU_CORE_W) next_turn(const block_queue_state *s, const u1 asks[SMS]) {
    u1 any = 0, any_later = 0;
    uint32_t first = 0, first_later = 0;

    for (unsigned i = 0; i < SMS; i++) {
        const u1 later = (u1)(asks[i] & (s->turn < i));

        first |= (asks[i] & !any) ? i : 0U;
        first_later |= (later & !any_later) ? i : 0U;
        any = (u1)(any | asks[i]);
        any_later = (u1)(any_later | later);
    }
    return any_later ? (GMMU_U(GMMU_CORE_W))first_later : any ? (GMMU_U(GMMU_CORE_W))first : s->turn;
}

void block_queue_step(block_queue_state *s, const block_queue_in *in, block_queue_out *out) {
    u1 asks[SMS], popped = 0;

    block_queue_outputs(s, out);
    const u1 left = (u1)!out->load_ready, loads = (u1)(in->load_valid & out->load_ready);
    for (unsigned i = 0; i < SMS; i++) {
        asks[i] = (u1)(left & s->mask[i] & in->pop_valid[i]);
        popped = (u1)(popped | (out->pop_ready[i] & in->pop_valid[i]));
    }
    const GMMU_U(GMMU_CORE_W) turn = next_turn(s, asks);

    s->turn = loads ? (GMMU_U(GMMU_CORE_W))0 : turn;
    s->next = (GMMU_U(GMMU_BLOCK_W))(loads ? 0U : GMMU_WRAP((uint64_t)s->next + popped, GMMU_BLOCK_W));
    s->blocks = loads ? in->load_blocks : s->blocks;
    for (unsigned i = 0; i < SMS; i++)
        s->mask[i] = in->mask_valid ? in->mask_sms[i] : s->mask[i];
}
