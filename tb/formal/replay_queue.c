/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What replay_queue promises.
 *
 * Order is stated of one warp and one point q of its program order, both free (k): the
 * queue can be cut so that what is before q lies on one side and the rest on the
 * other. For every q, that is "sorted". Where such a fact carries from cycle to cycle
 * (sorted, whole), its property is the induction step; it holds at reset, when
 * nothing is held.
 */
#include "replay_queue.h"

#define DEPTH GMMU_REPLAY_DEPTH

typedef struct {
    uint32_t warp, seq, pc, lanes, memory;
} instruction;

static instruction entry_at(const replay_queue_state *s, unsigned i) {
    const instruction e = {s->warp[i], s->seq[i], s->pc[i], s->lanes[i], s->memory[i]};
    return e;
}

static instruction pushed(const replay_queue_in *in) {
    const instruction e = {in->push_warp, in->push_seq, in->push_pc, in->push_lanes, in->push_memory};
    return e;
}

static u1 equal(instruction a, instruction b) {
    return (u1)((a.warp == b.warp) & (a.seq == b.seq) & (a.pc == b.pc) & (a.lanes == b.lanes) &
                (a.memory == b.memory));
}

/* Holds an instruction. */
static u1 live(const replay_queue_state *s, unsigned i) {
    return (u1)((s->stage[i] != RQ_EMPTY) & (s->stage[i] != RQ_GONE));
}

/* Is to be replayed or saved, but not this instant. */
static u1 rests(const replay_queue_state *s, unsigned i) {
    return (u1)((s->stage[i] == RQ_WAITING) | (s->stage[i] == RQ_LEAVING));
}

static u1 pushes(const replay_queue_in *in, const replay_queue_out *out) {
    return (u1)(in->push_valid & out->push_ready);
}

static u1 of_warp(GMMU_U(GMMU_SM_WARPS) mask, uint32_t warp) {
    return (u1)(((uint64_t)mask >> warp) & 1U);
}

static u1 names(u1 valid, GMMU_U(GMMU_SM_WARP_W) warp, GMMU_U(GMMU_SEQ_W) seq, instruction e) {
    return (u1)(valid & ((uint32_t)warp == e.warp) & ((uint32_t)seq == e.seq));
}

static u1 commits(const replay_queue_in *in, instruction e) {
    return names(in->commit_valid, in->commit_warp, in->commit_seq, e);
}

static u1 checks(const replay_queue_in *in, instruction e) {
    return names(in->check_valid, in->check_warp, in->check_seq, e);
}

/* The empty entries are the last ones, and `count` counts the others. */
u1 replay_queue_inv(const replay_queue_state *s) {
    u1 good = (u1)(s->count <= DEPTH);

    for (unsigned i = 0; i < DEPTH; i++)
        good =
            (u1)(good & ((s->stage[i] != RQ_EMPTY) == (i < (uint32_t)s->count)) & (s->stage[i] <= RQ_GONE));
    return good;
}

static inline u1 any_in(const replay_queue_state *s, uint32_t stage) {
    u1 any = 0;

    for (unsigned i = 0; i < DEPTH; i++)
        any = (u1)(any | ((uint32_t)s->stage[i] == stage));
    return any;
}

/* Nothing asked, and no hole to close. */
u1 replay_queue_idle(const replay_queue_state *s, const replay_queue_in *in) {
    const u1 ready = any_in(s, RQ_READY);
    const u1 leaving = any_in(s, RQ_LEAVING);
    const u1 gone = any_in(s, RQ_GONE);
    const u1 event = (u1)(in->push_valid | in->check_valid | in->commit_valid | in->fault_valid);
    const u1 masks = (u1)((in->squash | in->resume | in->save) != 0);

    return (u1)(!event & !masks & !(in->replay_ready & ready) & !(in->save_ready & leaving) & !gone);
}

/* seq is q or later. Two numbers less than 2^14 from q compare as in one long count. */
static u1 from(uint32_t seq, uint32_t q) {
    return (u1)(GMMU_WRAP(seq - q, 16) < 32768U);
}

static u1 near(uint32_t seq, uint32_t q) {
    return (u1)(GMMU_WRAP(seq - q + 16384U, 16) < 32768U);
}

/* Whatever is held of the warp lies near q. */
static u1 all_near(const replay_queue_state *s, uint32_t warp, uint32_t q) {
    u1 good = 1;

    for (unsigned i = 0; i < DEPTH; i++)
        good = (u1)(good & (!live(s, i) | ((uint32_t)s->warp[i] != warp) | near((uint32_t)s->seq[i], q)));
    return good;
}

/* The entries of the warp before q lie below `cut`, the others from it on. */
static u1 cut_at(const replay_queue_state *s, uint32_t warp, uint32_t q, uint32_t cut) {
    u1 good = 1;

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 mine = (u1)(live(s, i) & ((uint32_t)s->warp[i] == warp));
        good = (u1)(good & (!mine | (from((uint32_t)s->seq[i], q) == (i >= cut))));
    }
    return good;
}

/* A cut as far up as it goes: just below the first entry of the warp from q on, or else above all
 * entries. Where a cut is, it can be moved there. */
static u1 highest_cut(const replay_queue_state *s, uint32_t warp, uint32_t q, uint32_t cut) {
    u1 good = cut_at(s, warp, q, cut);

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 empty = (u1)(s->stage[i] == RQ_EMPTY);
        const u1 first = (u1)(live(s, i) & ((uint32_t)s->warp[i] == warp));
        good = (u1)(good & ((i >= cut) | !empty) & ((i != cut) | empty | first));
    }
    return good;
}

/* The queue stays in program order of each warp, whatever enters and leaves: where it was cut at q
 * before, it is cut afterwards, or one entry off. */
u1 replay_queue_prop_sorted(const replay_queue_state *s, const replay_queue_in *in,
                            const replay_queue_out *out, const replay_queue_state *n, u32 k) {
    const uint32_t warp = (uint32_t)k & 63U;
    const uint32_t q = ((uint32_t)k >> 6) & 0xFFFFU;
    const uint32_t cut = ((uint32_t)k >> 22) & 0xFFU;
    const u1 push_near = (u1)(((uint32_t)in->push_warp != warp) | near((uint32_t)in->push_seq, q));
    const u1 before = (u1)(highest_cut(s, warp, q, cut) & all_near(s, warp, q) & push_near);
    const u1 below = (u1)((cut != 0) & cut_at(n, warp, q, cut - 1U));

    (void)out;
    return (u1)(!before | below | cut_at(n, warp, q, cut) | cut_at(n, warp, q, cut + 1U));
}

/* A warp is replayed as a whole: none of its entries rests while another one is ready. */
static u1 whole(const replay_queue_state *s, uint32_t warp) {
    u1 ready = 0;
    u1 resting = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 mine = (u1)((uint32_t)s->warp[i] == warp);
        ready = (u1)(ready | (mine & (s->stage[i] == RQ_READY)));
        resting = (u1)(resting | (mine & rests(s, i)));
    }
    return (u1) !(ready & resting);
}

u1 replay_queue_prop_whole(const replay_queue_state *s, const replay_queue_in *in,
                           const replay_queue_out *out, const replay_queue_state *n, u32 k) {
    const uint32_t warp = (uint32_t)k & 63U;

    (void)in;
    (void)out;
    return (u1)(!whole(s, warp) | whole(n, warp));
}

/* An entry of the warp in this stage or, with `resting`, one that rests, is before q. */
static u1 one_before(const replay_queue_state *s, uint32_t stage, u1 resting, uint32_t warp, uint32_t q) {
    u1 any = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 waits = (u1)(((uint32_t)s->stage[i] == stage) | (resting & rests(s, i)));
        any = (u1)(any | (waits & ((uint32_t)s->warp[i] == warp) & !from((uint32_t)s->seq[i], q)));
    }
    return any;
}

/* Replay order is program order: nothing of the warp that waits is older than what the
 * replay port shows. (Given sorted, with some cut k, and whole.) */
u1 replay_queue_prop_replay_order(const replay_queue_state *s, const replay_queue_in *in,
                                  const replay_queue_out *out, const replay_queue_state *n, u32 k) {
    const uint32_t warp = (uint32_t)out->replay_warp;
    const uint32_t seq = (uint32_t)out->replay_seq;

    (void)in;
    (void)n;
    return (u1)(!out->replay_valid | !cut_at(s, warp, seq, (uint32_t)k & 0xFFU) | !whole(s, warp) |
                !one_before(s, RQ_READY, 1, warp, seq));
}

/* So is the order of the save port. */
u1 replay_queue_prop_save_order(const replay_queue_state *s, const replay_queue_in *in,
                                const replay_queue_out *out, const replay_queue_state *n, u32 k) {
    const uint32_t warp = (uint32_t)out->save_warp;
    const uint32_t seq = (uint32_t)out->save_seq;

    (void)in;
    (void)n;
    return (u1)(!out->save_valid | !cut_at(s, warp, seq, (uint32_t)k & 0xFFU) |
                !one_before(s, RQ_LEAVING, 0, warp, seq));
}

/* A port shows the first entry of its stage, every bit as it was pushed, and zeros while there
 * is none. */
static u1 shows_first(const replay_queue_state *s, uint32_t stage, u1 valid, instruction shown) {
    const instruction none = {0, 0, 0, 0, 0};
    u1 good = (u1)(valid | equal(shown, none));
    u1 earlier = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 here = (u1)((uint32_t)s->stage[i] == stage);
        good = (u1)(good & (!here | earlier | (valid & equal(shown, entry_at(s, i)))));
        earlier = (u1)(earlier | here);
    }
    return (u1)(good & (earlier == valid));
}

u1 replay_queue_prop_ports(const replay_queue_state *s, const replay_queue_in *in,
                           const replay_queue_out *out, const replay_queue_state *n) {
    const instruction replay = {out->replay_warp, out->replay_seq, out->replay_pc, out->replay_lanes,
                                out->replay_memory};
    const instruction save = {out->save_warp, out->save_seq, out->save_pc, out->save_lanes, out->save_memory};

    (void)in;
    (void)n;
    return (u1)(shows_first(s, RQ_READY, out->replay_valid, replay) &
                shows_first(s, RQ_LEAVING, out->save_valid, save));
}

/* Entry i of s is entry j of n, with every bit; or, if a stage is given, in that stage by name. */
static inline u1 is_now(const replay_queue_state *s, unsigned i, const replay_queue_state *n, unsigned j,
                        uint32_t stage) {
    const u1 named = (u1)((s->warp[i] == n->warp[j]) & (s->seq[i] == n->seq[j]));

    return (u1)(stage == RQ_EMPTY ? (u1)(live(n, j) & equal(entry_at(s, i), entry_at(n, j)))
                                  : (u1)(((uint32_t)n->stage[j] == stage) & named));
}

/* there[i]: entry i of s is entry i of n or a neighbour of it. */
static inline void find(const replay_queue_state *s, const replay_queue_state *n, uint32_t stage, u1 *there) {
    for (unsigned i = 0; i < DEPTH; i++)
        there[i] = is_now(s, i, n, i, stage);
    for (unsigned i = 1; i < DEPTH; i++)
        there[i] = (u1)(there[i] | is_now(s, i, n, i - 1, stage));
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        there[i] = (u1)(there[i] | is_now(s, i, n, i + 1, stage));
}

/* An instruction leaves by its commit, or by a port that takes it; otherwise it is there
 * afterwards, unchanged, at most one entry away: nothing is lost. */
u1 replay_queue_prop_kept(const replay_queue_state *s, const replay_queue_in *in, const replay_queue_out *out,
                          const replay_queue_state *n) {
    u1 there[DEPTH];
    u1 good = 1;
    u1 ready_before = 0;
    u1 leaving_before = 0;

    (void)out;
    find(s, n, RQ_EMPTY, there);
    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 ready = (u1)(s->stage[i] == RQ_READY);
        const u1 leaving = (u1)(s->stage[i] == RQ_LEAVING);
        const u1 flies = (u1)(live(s, i) & !ready & !rests(s, i));
        const u1 squashed = of_warp(in->squash, (uint32_t)s->warp[i]);
        const u1 replayed = (u1)(ready & !ready_before & in->replay_ready & !s->memory[i] & !squashed);
        const u1 saved = (u1)(leaving & !leaving_before & in->save_ready);
        const u1 leaves = (u1)((flies & commits(in, entry_at(s, i))) | replayed | saved);

        good = (u1)(good & (!live(s, i) | leaves | there[i]));
        ready_before = (u1)(ready_before | ready);
        leaving_before = (u1)(leaving_before | leaving);
    }
    return good;
}

/* One in, one hole closed, exactly; pushes are taken while there is room. With `kept`:
 * nothing is doubled or invented. */
u1 replay_queue_prop_level(const replay_queue_state *s, const replay_queue_in *in,
                           const replay_queue_out *out, const replay_queue_state *n) {
    return (u1)((uint32_t)n->count + any_in(s, RQ_GONE) == (uint32_t)s->count + pushes(in, out) &&
                out->level == s->count && (out->push_ready != 0) == (s->count < DEPTH));
}

/* A pushed instruction is there afterwards, with every bit; it waits if it was pushed so (a
 * restored one does), or if its warp is squashed. */
u1 replay_queue_prop_pushed(const replay_queue_state *s, const replay_queue_in *in,
                            const replay_queue_out *out, const replay_queue_state *n) {
    const u1 squashed = of_warp(in->squash, (uint32_t)in->push_warp);
    const uint32_t stage = in->push_waiting | squashed ? RQ_WAITING : RQ_ISSUED;
    u1 there = 0;

    (void)s;
    for (unsigned i = 0; i < DEPTH; i++)
        there = (u1)(there | (((uint32_t)n->stage[i] == stage) & equal(entry_at(n, i), pushed(in))));
    return (u1)(!pushes(in, out) | there);
}

/* Past its last TLB check an instruction is never sent back: it is CHECKED until it commits. */
u1 replay_queue_prop_checked(const replay_queue_state *s, const replay_queue_in *in,
                             const replay_queue_out *out, const replay_queue_state *n) {
    u1 there[DEPTH];
    u1 good = 1;

    (void)out;
    find(s, n, RQ_CHECKED, there);
    for (unsigned i = 0; i < DEPTH; i++) {
        const instruction e = entry_at(s, i);
        const u1 safe = (u1)((s->stage[i] == RQ_CHECKED) | ((s->stage[i] == RQ_ISSUED) & checks(in, e)));

        good = (u1)(good & (!safe | commits(in, e) | there[i]));
    }
    return good;
}

/* A faulted instruction waits, and so does whatever of a squashed warp may still fault. */
u1 replay_queue_prop_squashed(const replay_queue_state *s, const replay_queue_in *in,
                              const replay_queue_out *out, const replay_queue_state *n) {
    u1 there[DEPTH];
    u1 good = 1;

    (void)out;
    find(s, n, RQ_WAITING, there);
    for (unsigned i = 0; i < DEPTH; i++) {
        const instruction e = entry_at(s, i);
        const u1 faults = names(in->fault_valid, in->fault_warp, in->fault_seq, e);
        const u1 hit = (u1)(faults | of_warp(in->squash, e.warp));
        const u1 spared = (u1)(checks(in, e) | commits(in, e));

        good = (u1)(good & ((s->stage[i] != RQ_ISSUED) | !hit | spared | there[i]));
    }
    return good;
}

/* The masks tell which warps, of any warp k, have entries in flight and waiting. */
u1 replay_queue_prop_masks(const replay_queue_state *s, const replay_queue_in *in,
                           const replay_queue_out *out, const replay_queue_state *n, u32 k) {
    const uint32_t warp = (uint32_t)k % GMMU_SM_WARPS;
    u1 flying = 0;
    u1 waiting = 0;

    (void)in;
    (void)n;
    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 mine = (u1)((uint32_t)s->warp[i] == warp);
        const u1 waits = (u1)(rests(s, i) | (s->stage[i] == RQ_READY));
        flying = (u1)(flying | (mine & live(s, i) & !waits));
        waiting = (u1)(waiting | (mine & waits));
    }
    return (u1)((of_warp(out->in_flight, warp) == flying) & (of_warp(out->waiting, warp) == waiting));
}
