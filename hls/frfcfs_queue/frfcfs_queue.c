/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structure of arrays and branch-free loops over all entries: that is what the
 * hardware does, and what a compiler turns into vector instructions.
 */
#include "frfcfs_queue.h"

/* Above every index: "no entry". */
#define NONE  65535U
#define DEPTH GMMU_FRFCFS_DEPTH

void frfcfs_queue_reset(frfcfs_queue_state *s) {
    for (unsigned i = 0; i < DEPTH; i++) {
        s->id[i] = 0;
        s->write[i] = 0;
        s->bank[i] = 0;
        s->row[i] = 0;
        s->col[i] = 0;
        s->hit[i] = 0;
    }
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++) {
        s->open[b] = 0;
        s->open_row[b] = 0;
    }
    s->count = 0;
    s->pick_valid = 0;
    s->pick_idx = 0;
    s->pick_id = 0;
    s->pick_write = 0;
    s->pick_bank = 0;
    s->pick_row = 0;
    s->pick_col = 0;
    s->pick_hit = 0;
    s->last_valid = 0;
    s->last_idx = 0;
    s->passed = 0;
}

void frfcfs_queue_outputs(const frfcfs_queue_state *s, frfcfs_queue_out *out) {
    out->push_ready = (u1)(s->count < DEPTH);
    out->pick_valid = s->pick_valid;
    out->pick_id = s->pick_id;
    out->pick_write = s->pick_write;
    out->pick_bank = s->pick_bank;
    out->pick_row = s->pick_row;
    out->pick_col = s->pick_col;
    out->pick_hit = s->pick_hit;
    out->level = s->count;
}

/* The oldest of the entries whose bank is ready, and of those that hit its open row.
 * The smallest index is the oldest entry, so "the oldest of a class" is a minimum over
 * the class: of the index, or of all ones where the entry is not in the class. */
static void search(const frfcfs_queue_state *s, GMMU_U(GMMU_NUM_BANKS) bank_ready, uint16_t *oldest,
                   uint16_t *oldest_hit) {
    for (unsigned i = 0; i < DEPTH; i++) {
        const uint16_t index = (uint16_t)i;
        const uint16_t bank_takes = (uint16_t)(((uint32_t)bank_ready >> (uint32_t)s->bank[i]) & 1U);
        const uint16_t waits = (uint16_t)((index < (uint32_t)s->count) & bank_takes);
        const uint16_t hits = (uint16_t)(waits & (uint16_t)s->hit[i]);
        const uint16_t any = (uint16_t)(index | (uint16_t)(waits - 1U));
        const uint16_t hit = (uint16_t)(index | (uint16_t)(hits - 1U));

        *oldest = any < *oldest ? any : *oldest;
        *oldest_hit = hit < *oldest_hit ? hit : *oldest_hit;
    }
}

/* FR-FCFS, or the order of age once the cap is reached: the next pick, from the entries before the edge.
 * While every bank is taken there is none, and the model is spared the search. */
static void choose(frfcfs_queue_state *s, const frfcfs_queue_in *in, u1 none) {
    uint16_t oldest = NONE;
    uint16_t oldest_hit = NONE;

    if (in->bank_ready)
        search(s, in->bank_ready, &oldest, &oldest_hit);

    const u1 capped = (u1)(in->cfg_hit_cap != 0 && s->passed >= in->cfg_hit_cap);
    const u1 picks = (u1)(oldest != NONE && !none);
    const u1 hits = (u1)(picks && oldest_hit != NONE && (!capped || oldest_hit == oldest));
    const uint32_t idx = hits ? oldest_hit : (picks ? oldest : 0U);

    s->pick_valid = picks;
    s->pick_idx = (GMMU_U(GMMU_FRFCFS_INDEX_W))idx;
    s->pick_id = (GMMU_U(GMMU_REQUEST_W))(picks ? s->id[idx] : (GMMU_U(GMMU_REQUEST_W))0);
    s->pick_write = (u1)(picks ? s->write[idx] : (u1)0);
    s->pick_bank = (GMMU_U(GMMU_BANK_W))(picks ? s->bank[idx] : (GMMU_U(GMMU_BANK_W))0);
    s->pick_row = (GMMU_U(GMMU_ROW_W))(picks ? s->row[idx] : (GMMU_U(GMMU_ROW_W))0);
    s->pick_col = (GMMU_U(GMMU_COL_W))(picks ? s->col[idx] : (GMMU_U(GMMU_COL_W))0);
    s->pick_hit = hits;
}

/* A younger request than entry 0 leaves, or entry 0 does. */
static void count_passed(frfcfs_queue_state *s, u8 cap, GMMU_U(GMMU_FRFCFS_INDEX_W) gone) {
    const uint32_t more = (uint32_t)s->passed + (uint32_t)(s->passed < cap);

    s->passed = gone == 0 ? (u8)0 : (u8)GMMU_WRAP(more, 8);
}

/* Activates and precharges: the banks' rows, and with them hit[] of every entry. */
static void update_rows(frfcfs_queue_state *s, const frfcfs_queue_in *in) {
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++) {
        const u1 opens = (u1)(in->act_valid && (uint32_t)in->act_bank == b);
        const u1 closes = (u1)(((uint32_t)in->pre >> b) & 1U);

        s->open[b] = (u1)(opens || (s->open[b] && !closes));
        s->open_row[b] = opens ? in->act_row : s->open_row[b];
    }
    for (unsigned i = 0; i < DEPTH; i++) {
        const uint8_t opens = (uint8_t)(in->act_valid && s->bank[i] == in->act_bank);
        const uint8_t closes = (uint8_t)(((uint32_t)in->pre >> (uint32_t)s->bank[i]) & 1U);
        const uint8_t same_row = (uint8_t)(s->row[i] == in->act_row);
        const uint8_t kept = (uint8_t)((uint8_t)s->hit[i] & (closes ^ 1U));

        s->hit[i] = (u1)(opens ? same_row : kept);
    }
}

/* Entries above `gone` move down by one; the last entry keeps its value. */
static void take_out(frfcfs_queue_state *s, GMMU_U(GMMU_FRFCFS_INDEX_W) gone) {
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->id[i] = i >= (uint32_t)gone ? s->id[i + 1] : s->id[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->write[i] = i >= (uint32_t)gone ? s->write[i + 1] : s->write[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->bank[i] = i >= (uint32_t)gone ? s->bank[i + 1] : s->bank[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->row[i] = i >= (uint32_t)gone ? s->row[i + 1] : s->row[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->col[i] = i >= (uint32_t)gone ? s->col[i + 1] : s->col[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->hit[i] = i >= (uint32_t)gone ? s->hit[i + 1] : s->hit[i];
}

/* The pushed request becomes the youngest entry; its hit sees the rows after the edge. */
static void append(frfcfs_queue_state *s, const frfcfs_queue_in *in, uint32_t position) {
    if (position < DEPTH) {
        s->id[position] = in->push_id;
        s->write[position] = in->push_write;
        s->bank[position] = in->push_bank;
        s->row[position] = in->push_row;
        s->col[position] = in->push_col;
        s->hit[position] = (u1)(s->open[in->push_bank] && s->open_row[in->push_bank] == in->push_row);
    }
}

void frfcfs_queue_step(frfcfs_queue_state *s, const frfcfs_queue_in *in, frfcfs_queue_out *out) {
    frfcfs_queue_outputs(s, out);

    const u1 push = (u1)(in->push_valid && out->push_ready);
    const u1 pop = (u1)(in->pop && s->last_valid);
    const GMMU_U(GMMU_FRFCFS_INDEX_W) gone = s->last_idx;
    const GMMU_U(GMMU_FRFCFS_COUNT_W) kept =
        (GMMU_U(GMMU_FRFCFS_COUNT_W))GMMU_WRAP((uint32_t)s->count - (uint32_t)pop, GMMU_FRFCFS_COUNT_W);

    s->last_valid = (u1)(s->pick_valid && !pop);
    s->last_idx = (GMMU_U(GMMU_FRFCFS_INDEX_W))(s->last_valid ? s->pick_idx : (GMMU_U(GMMU_FRFCFS_INDEX_W))0);
    choose(s, in, pop);
    if (in->act_valid || in->pre)
        update_rows(s, in);
    if (pop) {
        count_passed(s, in->cfg_hit_cap, gone);
        take_out(s, gone);
    }
    if (push)
        append(s, in, kept);
    s->count = (GMMU_U(GMMU_FRFCFS_COUNT_W))GMMU_WRAP((uint32_t)kept + (uint32_t)push, GMMU_FRFCFS_COUNT_W);
}
