/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus and functional coverage of frfcfs_queue for the lock-step harness, at the
 * depth of the configuration.
 */
#include "frfcfs_queue.h"
#include "lockstep.h"

#define ALL GMMU_NUM_BANKS

/* Per phase. In percent: a request is offered, the previous pick is taken, a bank
 * is ready, a row is opened, a bank's row is closed. Few banks and few rows make
 * row hits and same-bank conflicts. */
static const struct {
    unsigned push, pop, ready, act, pre;
    unsigned banks, rows;
} profile[8] = {
    {50, 60, 60, 20, 2, ALL, 4},        /* a bit of everything */
    {100, 0, 50, 10, 1, ALL, 8},        /* fills up and stays full */
    {100, 100, 100, 10, 1, ALL, 3},     /* full, and an entry leaves whenever it can */
    {10, 100, 100, 20, 2, ALL, 4},      /* mostly empty */
    {30, 80, 40, 30, 5, 1, 2},          /* one bank, two rows: conflicts */
    {40, 50, 3, 10, 1, ALL, 4},         /* banks hardly ever ready */
    {35, 95, 90, 5, 1, 2, 1},           /* nothing but hits */
    {30, 80, 80, 30, 3, ALL, 1U << 23}, /* rows anywhere: misses, many by one bit */
};

static GMMU_U(GMMU_NUM_BANKS) some_banks(lockstep *ls, unsigned percent) {
    unsigned mask = 0;

    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++)
        mask |= ls_chance(ls, percent) ? 1U << b : 0U;
    return (GMMU_U(GMMU_NUM_BANKS))mask;
}

/* This row, or one that differs from it in one bit. */
static GMMU_U(GMMU_ROW_W) near_row(lockstep *ls, GMMU_U(GMMU_ROW_W) row) {
    const uint64_t bit = (uint64_t)ls_chance(ls, 50) << ls_below(ls, GMMU_ROW_W);

    return (GMMU_U(GMMU_ROW_W))((uint64_t)row ^ bit);
}

/* Rows that few bits tell apart: the row that opens is nearly a waiting one's, the pushed one nearly the open
 * one. */
static void near_misses(lockstep *ls, const frfcfs_queue_state *s, frfcfs_queue_in *in) {
    if (s->count > 0 && ls_chance(ls, 50)) {
        const unsigned i =
            (unsigned)ls_below(ls, s->count < GMMU_FRFCFS_DEPTH ? s->count : GMMU_FRFCFS_DEPTH);

        in->act_bank = s->bank[i];
        in->act_row = near_row(ls, s->row[i]);
    }
    if (ls_chance(ls, 50))
        in->push_row = near_row(ls, s->open_row[in->push_bank]);
}

/* Off, small and steady, up to all of its values, or what is reached at this edge. */
static u8 hit_cap(lockstep *ls, const frfcfs_queue_state *s) {
    static const u8 steady[] = {0, 3, 1, 255, 0, 2, 0, 7};

    if (ls_chance(ls, 98))
        return steady[ls_cycle(ls) / 500U % 8U];
    return (u8)GMMU_WRAP(ls_chance(ls, 50) ? ls_random(ls) : s->passed + ls_below(ls, 2), 8);
}

void frfcfs_queue_stimulus(lockstep *ls, const frfcfs_queue_state *s, const frfcfs_queue_out *pins,
                           frfcfs_queue_in *in) {
    const unsigned p = ls_phase(ls) % 8U;

    (void)pins;
    in->push_valid = (u1)ls_chance(ls, profile[p].push);
    in->push_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->push_write = (u1)ls_chance(ls, 30);
    in->push_bank = (GMMU_U(GMMU_BANK_W))ls_below(ls, profile[p].banks);
    in->push_row = (GMMU_U(GMMU_ROW_W))ls_below(ls, profile[p].rows);
    in->push_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    in->pop = (u1)ls_chance(ls, profile[p].pop);
    in->bank_ready = some_banks(ls, profile[p].ready);
    in->act_valid = (u1)ls_chance(ls, profile[p].act);
    in->act_bank = (GMMU_U(GMMU_BANK_W))ls_below(ls, profile[p].banks);
    in->act_row = (GMMU_U(GMMU_ROW_W))ls_below(ls, profile[p].rows);
    in->pre = some_banks(ls, profile[p].pre);
    if (profile[p].rows > UINT16_MAX)
        near_misses(ls, s, in);
    in->cfg_hit_cap = hit_cap(ls, s);
}

/* Some entry older than entry `idx` waits at a ready bank; what: any, or a hit. */
static bool older_waits(const frfcfs_queue_state *q, unsigned idx, GMMU_U(GMMU_NUM_BANKS) bank_ready,
                        bool hit_only) {
    for (unsigned i = 0; i < idx && i < q->count; i++)
        if (((bank_ready >> q->bank[i]) & 1U) && (q->hit[i] || !hit_only))
            return true;
    return false;
}

static void cover_transfers(lockstep *ls, const frfcfs_queue_state *q, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *pins) {
    const bool push = in->push_valid && pins->push_ready;
    const bool pop = in->pop && q->last_valid;

    ls_cover(ls, "empty", q->count == 0);
    ls_cover(ls, "one entry", q->count == 1);
    ls_cover(ls, "half full", q->count == GMMU_FRFCFS_DEPTH / 2);
    ls_cover(ls, "full", q->count == GMMU_FRFCFS_DEPTH);
    ls_cover(ls, "push into empty", push && q->count == 0);
    ls_cover(ls, "push of the last free entry", push && q->count == GMMU_FRFCFS_DEPTH - 1);
    ls_cover(ls, "push refused when full", in->push_valid && !pins->push_ready);
    ls_cover(ls, "push refused while an entry leaves", in->push_valid && !pins->push_ready && pop);
    ls_cover(ls, "push and pop", push && pop);
    ls_cover(ls, "push and pop of the only entry", push && pop && q->count == 1);
    ls_cover(ls, "push and pop one below full", push && pop && q->count == GMMU_FRFCFS_DEPTH - 1);
    ls_cover(ls, "pop when full", pop && q->count == GMMU_FRFCFS_DEPTH);
    ls_cover(ls, "pop of the only entry", pop && q->count == 1);
    ls_cover(ls, "pop of the oldest", pop && q->count > 2 && q->last_idx == 0);
    ls_cover(ls, "pop in the middle", pop && q->last_idx > 0 && q->last_idx + 1 < q->count);
    ls_cover(ls, "pop of the youngest", pop && q->count > 2 && q->last_idx + 1 == q->count);
    ls_cover(ls, "pop of the highest index", pop && q->last_idx == GMMU_FRFCFS_DEPTH - 1);
    ls_cover(ls, "pop ignored: nothing shown", in->pop && !q->last_valid);
    ls_cover(ls, "pop ignored: left already", in->pop && !q->last_valid && !q->pick_valid && q->count > 0);
    ls_cover(ls, "pop of another than the pick shown now",
             pop && q->pick_valid && q->pick_idx != q->last_idx);
    ls_cover(ls, "pop while nothing is shown now", pop && !q->pick_valid);
    ls_cover(ls, "read pushed", push && !in->push_write);
    ls_cover(ls, "write pushed", push && in->push_write);
}

static void cover_choice(lockstep *ls, const frfcfs_queue_state *q, const frfcfs_queue_in *in) {
    static const char *const of_bank[LS_NUMBERED] = LS_NUMBERED_BINS("pick of bank ", "");
    const bool some = older_waits(q, GMMU_FRFCFS_DEPTH, in->bank_ready, false);
    const bool some_hit = older_waits(q, GMMU_FRFCFS_DEPTH, in->bank_ready, true);

    ls_cover(ls, "no bank ready", q->count > 0 && in->bank_ready == 0);
    ls_cover(ls, "no entry's bank ready", q->count > 0 && in->bank_ready != 0 && !some);
    ls_cover(ls, "only misses wait", some && !some_hit);
    ls_cover(ls, "a hit waits", some_hit);
    ls_cover(ls, "the oldest is passed over: bank not ready",
             some && q->count > 0 && !((in->bank_ready >> q->bank[0]) & 1U));
    ls_cover(ls, "the oldest is passed over: a younger one hits",
             some_hit && !q->hit[0] && ((in->bank_ready >> q->bank[0]) & 1U));
    ls_cover(ls, "the highest index waits alone",
             some && q->count == GMMU_FRFCFS_DEPTH &&
                 !older_waits(q, GMMU_FRFCFS_DEPTH - 1, in->bank_ready, false));
    ls_cover(ls, "pick stays", q->pick_valid && q->last_valid && q->pick_idx == q->last_idx);
    ls_cover(ls, "pick changes", q->pick_valid && q->last_valid && q->pick_idx != q->last_idx);
    ls_cover(ls, "pick ends without a pop", q->last_valid && !q->pick_valid);
    ls_cover(ls, "pick is a hit", q->pick_valid && q->pick_hit);
    ls_cover(ls, "pick is a miss", q->pick_valid && !q->pick_hit);
    ls_cover(ls, "pick_hit out of date",
             q->pick_valid && q->pick_hit != q->hit[q->pick_idx % GMMU_FRFCFS_DEPTH]);
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++)
        ls_cover(ls, of_bank[b], q->pick_valid && q->pick_bank == b);
}

/* What the cap changes: the oldest of those that wait is no hit, and goes before one. */
static void cover_cap(lockstep *ls, const frfcfs_queue_state *q, const frfcfs_queue_in *in) {
    const bool pop = in->pop && q->last_valid;
    const bool capped = in->cfg_hit_cap != 0 && q->passed >= in->cfg_hit_cap;
    const bool some_hit = older_waits(q, GMMU_FRFCFS_DEPTH, in->bank_ready, true);
    const bool oldest_ready = q->count > 0 && ((in->bank_ready >> q->bank[0]) & 1U);

    ls_cover(ls, "no cap", in->cfg_hit_cap == 0);
    ls_cover(ls, "no cap, and counted before", in->cfg_hit_cap == 0 && q->passed != 0);
    ls_cover(ls, "a younger one leaves below the cap",
             pop && q->last_idx != 0 && q->passed < in->cfg_hit_cap);
    ls_cover(ls, "a younger one leaves at the cap",
             pop && q->last_idx != 0 && in->cfg_hit_cap != 0 && q->passed == in->cfg_hit_cap);
    ls_cover(ls, "a younger one leaves above the cap",
             pop && q->last_idx != 0 && in->cfg_hit_cap != 0 && q->passed > in->cfg_hit_cap);
    ls_cover(ls, "the oldest leaves at the cap", pop && q->last_idx == 0 && capped);
    ls_cover(ls, "the cap gives the oldest its bank before a hit",
             capped && !pop && oldest_ready && some_hit && !q->hit[0]);
    ls_cover(ls, "capped, and the oldest hits", capped && !pop && oldest_ready && q->hit[0]);
    ls_cover(ls, "capped, and another goes: bank not ready",
             capped && !pop && !oldest_ready && older_waits(q, GMMU_FRFCFS_DEPTH, in->bank_ready, false));
}

static void cover_rows(lockstep *ls, const frfcfs_queue_state *q, const frfcfs_queue_in *in,
                       const frfcfs_queue_out *pins) {
    const bool push = in->push_valid && pins->push_ready;
    const bool pop = in->pop && q->last_valid;
    const bool act = in->act_valid;
    const unsigned to = in->act_bank;
    const bool pre_too = (in->pre >> to) & 1U;
    const bool to_act = act && in->push_bank == to;
    const bool to_pre = (in->pre >> in->push_bank) & 1U;
    const bool to_open = q->open[in->push_bank] && q->open_row[in->push_bank] == in->push_row;

    ls_cover(ls, "activate a closed bank", act && !q->open[to]);
    ls_cover(ls, "activate over an open row", act && q->open[to] && q->open_row[to] != in->act_row);
    ls_cover(ls, "activate and precharge of one bank", act && pre_too);
    ls_cover(ls, "activate while an entry leaves", act && pop);
    ls_cover(ls, "precharge of an open bank", !act && in->pre != 0);
    ls_cover(ls, "precharge while an entry leaves", !act && in->pre != 0 && pop);
    ls_cover(ls, "precharge of several banks", (in->pre & (in->pre - 1U)) != 0);
    ls_cover(ls, "push to the row being opened", push && to_act && in->push_row == in->act_row);
    ls_cover(ls, "push to another row than the one being opened",
             push && to_act && in->push_row != in->act_row);
    ls_cover(ls, "push to an open row", push && to_open && !to_act && !to_pre);
    ls_cover(ls, "push to an open row being closed", push && to_open && !to_act && to_pre);
    ls_cover(ls, "push to an open row being replaced",
             push && to_open && to_act && in->push_row != in->act_row);
}

void frfcfs_queue_coverage(lockstep *ls, const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                           const frfcfs_queue_out *pins) {
    cover_transfers(ls, s, in, pins);
    cover_choice(ls, s, in);
    cover_cap(ls, s, in);
    cover_rows(ls, s, in, pins);
}
