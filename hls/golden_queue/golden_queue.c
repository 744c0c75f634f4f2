/* SPDX-License-Identifier: Apache-2.0 */
#include "golden_queue.h"

void golden_queue_reset(golden_queue_state *s) {
    for (unsigned i = 0; i < GMMU_GOLDEN_DEPTH; i++) {
        s->id[i] = 0;
        s->write[i] = 0;
        s->bank[i] = 0;
        s->row[i] = 0;
        s->col[i] = 0;
    }
    s->rd = 0;
    s->wr = 0;
    s->count = 0;
}

void golden_queue_outputs(const golden_queue_state *s, golden_queue_out *out) {
    const u1 held = (u1)(s->count != 0);

    out->push_ready = (u1)(s->count < GMMU_GOLDEN_DEPTH);
    out->pick_valid = held;
    out->pick_id = (GMMU_U(GMMU_REQUEST_W))(held ? s->id[s->rd] : (GMMU_U(GMMU_REQUEST_W))0);
    out->pick_write = (u1)(held ? s->write[s->rd] : (u1)0);
    out->pick_bank = (GMMU_U(GMMU_BANK_W))(held ? s->bank[s->rd] : (GMMU_U(GMMU_BANK_W))0);
    out->pick_row = (GMMU_U(GMMU_ROW_W))(held ? s->row[s->rd] : (GMMU_U(GMMU_ROW_W))0);
    out->pick_col = (GMMU_U(GMMU_COL_W))(held ? s->col[s->rd] : (GMMU_U(GMMU_COL_W))0);
    out->level = s->count;
}

void golden_queue_step(golden_queue_state *s, const golden_queue_in *in, golden_queue_out *out) {
    golden_queue_outputs(s, out);

    const u1 push = (u1)(in->push_valid && out->push_ready);
    const u1 pop = (u1)(in->pop && out->pick_valid);

    if (push) {
        s->id[s->wr] = in->push_id;
        s->write[s->wr] = in->push_write;
        s->bank[s->wr] = in->push_bank;
        s->row[s->wr] = in->push_row;
        s->col[s->wr] = in->push_col;
    }
    s->wr = (GMMU_U(GMMU_GOLDEN_INDEX_W))GMMU_WRAP((uint32_t)s->wr + (uint32_t)push, GMMU_GOLDEN_INDEX_W);
    s->rd = (GMMU_U(GMMU_GOLDEN_INDEX_W))GMMU_WRAP((uint32_t)s->rd + (uint32_t)pop, GMMU_GOLDEN_INDEX_W);
    s->count = (GMMU_U(GMMU_GOLDEN_COUNT_W))GMMU_WRAP((uint32_t)s->count + (uint32_t)push - (uint32_t)pop,
                                                      GMMU_GOLDEN_COUNT_W);
}
