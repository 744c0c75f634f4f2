/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What frfcfs_queue promises. Entry 0 is the oldest request, entry i the i-th after it.
 *
 * Facts about all entries are stated of one free entry k instead of in a loop, so
 * that the proof stays small at 192 entries.
 */
#include "frfcfs_queue.h"

typedef GMMU_U(GMMU_FRFCFS_INDEX_W) entry_number;

typedef struct {
    uint32_t id, write, bank, row, col;
} request;

/* Entry i, and an arbitrary one (the last) for an i that does not exist. */
static uint32_t within(uint32_t i) {
    return i < GMMU_FRFCFS_DEPTH ? i : GMMU_FRFCFS_DEPTH - 1U;
}

static request entry_at(const frfcfs_queue_state *q, uint32_t i) {
    const uint32_t at = within(i);
    const request r = {q->id[at], q->write[at], q->bank[at], q->row[at], q->col[at]};
    return r;
}

static request shown(const frfcfs_queue_state *q) {
    const request r = {q->pick_id, q->pick_write, q->pick_bank, q->pick_row, q->pick_col};
    return r;
}

static u1 equal(request a, request b) {
    return (u1)(a.id == b.id && a.write == b.write && a.bank == b.bank && a.row == b.row && a.col == b.col);
}

/* hit[] tells the truth about entry i: its row is open in its bank. */
static u1 hit_is_true(const frfcfs_queue_state *q, uint32_t i) {
    const request r = entry_at(q, i);

    return (u1)((q->hit[within(i)] != 0) == (q->open[r.bank] && q->open_row[r.bank] == r.row));
}

static u1 bank_takes(const frfcfs_queue_in *in, request r) {
    return (u1)(((uint32_t)in->bank_ready >> r.bank) & 1U);
}

static u1 pushes(const frfcfs_queue_in *in, const frfcfs_queue_out *out) {
    return (u1)(in->push_valid && out->push_ready);
}

static u1 pops(const frfcfs_queue_state *s, const frfcfs_queue_in *in) {
    return (u1)(in->pop && s->last_valid);
}

/* What was picked is an entry, and the pins show it; zeros while there is none. */
u1 frfcfs_queue_inv(const frfcfs_queue_state *s) {
    const frfcfs_queue_state *q = s;
    const request none = {0, 0, 0, 0, 0};
    const u1 pick_true = q->pick_valid
                             ? (u1)(q->pick_idx < q->count && equal(shown(q), entry_at(q, q->pick_idx)))
                             : (u1)(q->pick_idx == 0 && !q->pick_hit && equal(shown(q), none));
    const u1 last_true = (u1)(q->last_valid ? q->last_idx < q->count : q->last_idx == 0);

    return (u1)(q->count <= GMMU_FRFCFS_DEPTH && pick_true && last_true && (q->count != 0 || q->passed == 0));
}

/* After reset every register is 0: no requests, no open rows, no pick. */
u1 frfcfs_queue_start_zero(const frfcfs_queue_state *s) {
    const request none = {0, 0, 0, 0, 0};
    u1 zero = (u1)(s->count == 0 && !s->pick_valid && s->pick_idx == 0 && equal(shown(s), none) &&
                   !s->pick_hit && !s->last_valid && s->last_idx == 0 && s->passed == 0);

    for (uint32_t i = 0; i < GMMU_FRFCFS_DEPTH; i++)
        zero = (u1)(zero & equal(entry_at(s, i), none) & !s->hit[i]);
    for (uint32_t b = 0; b < GMMU_NUM_BANKS; b++)
        zero = (u1)(zero & !s->open[b] & (s->open_row[b] == 0));
    return zero;
}

/* hit[] is true of every entry. */
u1 frfcfs_queue_inv_hit(const frfcfs_queue_state *s, entry_number k) {
    return hit_is_true(s, (uint32_t)k);
}

void frfcfs_queue_given_inv_hit(const frfcfs_queue_state *s, entry_number k);

/* Entry k afterwards is entry k or k+1 before, or the pushed one. */
void frfcfs_queue_keeps_hit(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    (void)in;
    (void)out;
    (void)n;
    frfcfs_queue_given_inv_hit(s, k);
    frfcfs_queue_given_inv_hit(s, (entry_number)within(within((uint32_t)k) + 1U));
}

/* Nothing asked, and either nothing waits or no bank takes anything. */
u1 frfcfs_queue_idle(const frfcfs_queue_state *s, const frfcfs_queue_in *in) {
    return (u1)(!in->push_valid && !in->act_valid && in->pre == 0 && !s->pick_valid && !s->last_valid &&
                (s->count == 0 || in->bank_ready == 0));
}

/* Nothing lost, doubled or reordered: entry k afterwards is the next one in line
 * before (one further from the removed entry on), and behind them the pushed one. */
u1 frfcfs_queue_prop_order(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                           const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const uint32_t at = (uint32_t)k;
    const uint32_t from = at + (uint32_t)(pops(s, in) && at >= (uint32_t)s->last_idx);
    const request pushed = {in->push_id, in->push_write, in->push_bank, in->push_row, in->push_col};
    const request expected = from < (uint32_t)s->count ? entry_at(s, from) : pushed;

    (void)out;
    return (u1)(at >= (uint32_t)n->count || equal(entry_at(n, at), expected));
}

/* The level counts exactly what went in and out. */
u1 frfcfs_queue_prop_level(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                           const frfcfs_queue_out *out, const frfcfs_queue_state *n) {
    return (u1)(out->level == s->count &&
                (uint32_t)n->count + pops(s, in) == (uint32_t)s->count + pushes(in, out));
}

/* It takes requests exactly while it has room, whatever else happens. */
u1 frfcfs_queue_prop_room(const frfcfs_queue_state *s, const frfcfs_queue_in *in, const frfcfs_queue_out *out,
                          const frfcfs_queue_state *n) {
    (void)in;
    return (u1)((out->push_ready != 0) == (s->count < GMMU_FRFCFS_DEPTH) && n->count <= GMMU_FRFCFS_DEPTH);
}

/* As many younger requests as the cap allows have gone before entry 0. */
static u1 cap_reached(const frfcfs_queue_state *s, const frfcfs_queue_in *in) {
    return (u1)(in->cfg_hit_cap != 0 && s->passed >= in->cfg_hit_cap);
}

/* FR-FCFS: the next pick is an entry whose bank takes it, and beats every entry k
 * that waits for a ready bank: by an open row while the cap is not reached, else by age. */
u1 frfcfs_queue_prop_choice(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const uint32_t other = (uint32_t)k;
    const request rival = entry_at(s, other);
    const u1 rival_waits = (u1)(other < (uint32_t)s->count && bank_takes(in, rival));
    const u1 rival_hits = s->hit[within(other)];
    const uint32_t idx = n->pick_idx;
    const request pick = entry_at(s, idx);
    const u1 sound = (u1)(idx < (uint32_t)s->count && bank_takes(in, pick) && equal(shown(n), pick) &&
                          n->pick_hit == s->hit[within(idx)]);
    const u1 by_age = (u1)(cap_reached(s, in) || n->pick_hit == rival_hits);
    const u1 beats = by_age ? (u1)(idx <= other) : n->pick_hit;

    (void)out;
    if (pops(s, in))
        return (u1)!n->pick_valid;
    return (u1)(n->pick_valid ? (sound && (!rival_waits || beats)) : !rival_waits);
}

/* Requests to one row of one bank are never reordered: what is picked has no older
 * entry k of its bank and row. (prop_answer: until it leaves, it stays what it is,
 * and so do the older ones.) */
u1 frfcfs_queue_prop_same_row(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                              const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const uint32_t idx = n->pick_idx;
    const request pick = entry_at(s, idx);
    const request older = entry_at(s, (uint32_t)k);

    (void)in;
    (void)out;
    frfcfs_queue_given_inv_hit(s, (entry_number)idx);
    frfcfs_queue_given_inv_hit(s, k);
    return (u1)(!n->pick_valid || (uint32_t)k >= idx || older.bank != pick.bank || older.row != pick.row);
}

/* Without a cap hits go first, whatever has been counted: no entry k that hits and whose bank is ready waits
 * while one that does not hit is picked. */
u1 frfcfs_queue_prop_no_cap(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const uint32_t other = (uint32_t)k;
    const u1 hit_waits =
        (u1)(other < (uint32_t)s->count && bank_takes(in, entry_at(s, other)) && s->hit[within(other)]);

    (void)out;
    return (u1)(in->cfg_hit_cap != 0 || !n->pick_valid || !hit_waits || n->pick_hit);
}

/* At the cap nothing is picked before an older entry k of its bank. (prop_passed: nothing else moves the
 * count between a pick and its removal; so of one bank at most the cap's number leaves before the oldest.) */
u1 frfcfs_queue_prop_cap(const frfcfs_queue_state *s, const frfcfs_queue_in *in, const frfcfs_queue_out *out,
                         const frfcfs_queue_state *n, entry_number k) {
    const uint32_t idx = n->pick_idx;

    (void)out;
    return (u1)(!cap_reached(s, in) || !n->pick_valid || (uint32_t)k >= idx ||
                entry_at(s, (uint32_t)k).bank != n->pick_bank);
}

/* A bank without an open row is served in the order of age: nothing is picked for it before an older entry k
 * of that bank. So a queue that hears of no row is one of the oldest request whose bank is ready. */
u1 frfcfs_queue_prop_bank_order(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                                const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const uint32_t idx = n->pick_idx;

    (void)in;
    (void)out;
    frfcfs_queue_given_inv_hit(s, (entry_number)idx);
    return (u1)(!n->pick_valid || (uint32_t)k >= idx || s->open[n->pick_bank] ||
                entry_at(s, (uint32_t)k).bank != n->pick_bank);
}

/* The count starts anew as the oldest leaves, goes up by one with each younger one that leaves while it is
 * below the cap, and a removal leaves no pick that was made before it. */
u1 frfcfs_queue_prop_passed(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *out, const frfcfs_queue_state *n) {
    const u1 below = (u1)(s->passed < in->cfg_hit_cap);

    (void)out;
    if (!pops(s, in))
        return (u1)(n->passed == s->passed);
    return (u1)((uint32_t)n->passed == (s->last_idx == 0 ? 0U : (uint32_t)s->passed + below) &&
                !n->pick_valid && !n->last_valid);
}

/* What `pop` can remove in the next cycle is what the pins show in this one, and
 * until then every entry k up to it stays in its place. */
u1 frfcfs_queue_prop_answer(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                            const frfcfs_queue_out *out, const frfcfs_queue_state *n, entry_number k) {
    const request on_pins = {out->pick_id, out->pick_write, out->pick_bank, out->pick_row, out->pick_col};

    if (pops(s, in) || !out->pick_valid)
        return (u1)!n->last_valid;
    return (
        u1)(n->last_valid && n->last_idx == s->pick_idx && equal(on_pins, entry_at(n, n->last_idx)) &&
            ((uint32_t)k >= (uint32_t)s->count || equal(entry_at(s, (uint32_t)k), entry_at(n, (uint32_t)k))));
}

/* Pins show nothing but zeros while there is no pick. */
u1 frfcfs_queue_prop_quiet(const frfcfs_queue_state *s, const frfcfs_queue_in *in,
                           const frfcfs_queue_out *out, const frfcfs_queue_state *n) {
    (void)s;
    (void)in;
    (void)n;
    return (u1)(out->pick_valid || (out->pick_id == 0 && !out->pick_write && out->pick_bank == 0 &&
                                    out->pick_row == 0 && out->pick_col == 0 && !out->pick_hit));
}

/* An activation opens its row in its bank, a precharge closes; both at once: it is open. */
u1 frfcfs_queue_prop_rows(const frfcfs_queue_state *s, const frfcfs_queue_in *in, const frfcfs_queue_out *out,
                          const frfcfs_queue_state *n, u32 k) {
    const uint32_t b = (uint32_t)k % GMMU_NUM_BANKS;
    const u1 opens = (u1)(in->act_valid && in->act_bank == b);
    const u1 closes = (u1)(((uint32_t)in->pre >> b) & 1U);

    (void)out;
    return (u1)((n->open[b] != 0) == (opens || (s->open[b] && !closes)) &&
                n->open_row[b] == (opens ? in->act_row : s->open_row[b]));
}

/* The pins show the pick, and whether its row was open. */
u1 frfcfs_queue_prop_pins(const frfcfs_queue_state *s, const frfcfs_queue_in *in, const frfcfs_queue_out *out,
                          const frfcfs_queue_state *n) {
    const request on_pins = {out->pick_id, out->pick_write, out->pick_bank, out->pick_row, out->pick_col};

    (void)in;
    (void)n;
    return (u1)(out->pick_valid == s->pick_valid && out->pick_hit == s->pick_hit && equal(on_pins, shown(s)));
}
