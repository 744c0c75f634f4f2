/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What replay_queue promises. Program order is kept for environments that number
 * their instructions as replay_queue_duties.h says.
 */
#include "replay_queue_duties.h"

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

/* After reset every register is 0: every place is empty. */
u1 replay_queue_start_zero(const replay_queue_state *s) {
    const instruction none = {0, 0, 0, 0, 0};
    u1 zero = (u1)(s->count == 0);

    for (unsigned i = 0; i < DEPTH; i++)
        zero = (u1)(zero & (s->stage[i] == RQ_EMPTY) & equal(entry_at(s, i), none));
    return zero;
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

/* ---- What the environment owes ---- */

/* Sequence numbers of a warp that are held at a time lie within a quarter of the numbers there are. */
u1 replay_queue_duty_near(const replay_queue_state *s, const replay_queue_in *in) {
    return replay_queue_pushes_near(s, in);
}

/* An instruction is pushed again only after it has left. */
u1 replay_queue_duty_once(const replay_queue_state *s, const replay_queue_in *in) {
    return replay_queue_pushes_once(s, in);
}

/* A check is the last one: an instruction past it does not fault. */
u1 replay_queue_duty_last_check(const replay_queue_state *s, const replay_queue_in *in) {
    return replay_queue_faults_unchecked(s, in);
}

/* ---- Order ---- */

#define CYCLE                                                                                                \
    const replay_queue_state *s, const replay_queue_in *in, const replay_queue_out *out,                     \
        const replay_queue_state *n

void replay_queue_given_duty_near(const replay_queue_state *s, const replay_queue_in *in);
void replay_queue_given_duty_once(const replay_queue_state *s, const replay_queue_in *in);
void replay_queue_given_duty_last_check(const replay_queue_state *s, const replay_queue_in *in);
void replay_queue_given_lemma_moved(CYCLE, u32 k);
void replay_queue_given_inv_order(const replay_queue_state *s, u32 i, u32 j);
void replay_queue_given_inv_whole(const replay_queue_state *s, GMMU_U(GMMU_SM_WARP_W) warp);

/* a is q or later, and b is later. */
static u1 from(uint32_t a, uint32_t q) {
    return (u1)(GMMU_WRAP(a - q, GMMU_SEQ_W) >> (GMMU_SEQ_W - 1) == 0);
}

static u1 later(uint32_t b, uint32_t a) {
    return (u1)(from(b, a) & (a != b));
}

/* The queue is in program order of each warp: of two of its instructions the lower one is the earlier. */
u1 replay_queue_inv_order(const replay_queue_state *s, u32 i, u32 j) {
    const unsigned low = (unsigned)i % DEPTH;
    const unsigned high = (unsigned)j % DEPTH;
    const u1 pair = (u1)((low < high) & live(s, low) & live(s, high) & (s->warp[low] == s->warp[high]));

    return (u1)(!pair | later((uint32_t)s->seq[high], (uint32_t)s->seq[low]));
}

/* The first entry in this stage. */
static uint32_t first_in(const replay_queue_state *s, uint32_t stage) {
    uint32_t first = DEPTH;

    for (unsigned i = DEPTH; i-- > 0;)
        first = (uint32_t)s->stage[i] == stage ? i : first;
    return first;
}

/* The first entry that is empty or holds a younger instruction of the pushed one's warp. */
static uint32_t first_younger(const replay_queue_state *s, const replay_queue_in *in) {
    uint32_t first = DEPTH;

    for (unsigned i = DEPTH; i-- > 0;) {
        const u1 mine = (u1)(live(s, i) & (s->warp[i] == in->push_warp));
        const u1 younger = (u1)(mine & later((uint32_t)s->seq[i], (uint32_t)in->push_seq));
        first = (younger | (s->stage[i] == RQ_EMPTY)) ? i : first;
    }
    return first;
}

/* Where entry k after the cycle was before it. The first hole is closed, then the pushed one inserted:
 * above either, entries have moved. DEPTH: it is the pushed one. */
static uint32_t source(CYCLE, uint32_t k) {
    const uint32_t hole = first_in(s, RQ_GONE);
    const uint32_t before = first_younger(s, in);
    const uint32_t at = before - (uint32_t)(hole < before);
    const uint32_t closed = k - (uint32_t)(pushes(in, out) & (k > at));

    (void)n;
    if (pushes(in, out) && k == at)
        return DEPTH;
    return closed + (uint32_t)(closed >= hole);
}

/* Entry k holds what its source held, or less. */
u1 replay_queue_lemma_moved(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % DEPTH;
    const uint32_t from_entry = source(s, in, out, n, i);
    const uint32_t j = from_entry % DEPTH;
    const u1 same = (u1)(live(s, j) & (n->warp[i] == s->warp[j]) & (n->seq[i] == s->seq[j]));
    const u1 is_pushed = (u1)((n->warp[i] == in->push_warp) & (n->seq[i] == in->push_seq));

    return (u1)(!live(n, i) | (from_entry == DEPTH ? is_pushed : (u1)(same & (from_entry < DEPTH))));
}

void replay_queue_keeps_order(CYCLE, u32 i, u32 j) {
    const uint32_t low = source(s, in, out, n, (uint32_t)i % DEPTH);
    const uint32_t high = source(s, in, out, n, (uint32_t)j % DEPTH);

    replay_queue_given_duty_near(s, in);
    replay_queue_given_duty_once(s, in);
    replay_queue_given_lemma_moved(s, in, out, n, i);
    replay_queue_given_lemma_moved(s, in, out, n, j);
    replay_queue_given_inv_order(s, (u32)low, (u32)high);
    replay_queue_given_inv_order(s, (u32)first_younger(s, in), (u32)high);
}

/* A warp is replayed as a whole: none of its entries rests while another one is ready. */
u1 replay_queue_inv_whole(const replay_queue_state *s, GMMU_U(GMMU_SM_WARP_W) warp) {
    u1 ready = 0;
    u1 resting = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        const u1 mine = (u1)(s->warp[i] == warp);
        ready = (u1)(ready | (mine & (s->stage[i] == RQ_READY)));
        resting = (u1)(resting | (mine & rests(s, i)));
    }
    return (u1) !(ready & resting);
}

void replay_queue_keeps_whole(CYCLE, GMMU_U(GMMU_SM_WARP_W) warp) {
    (void)in;
    (void)out;
    (void)n;
    replay_queue_given_inv_whole(s, warp);
}

/* Replay order is program order: no entry k of the warp that waits is older than what the replay
 * port shows. */
u1 replay_queue_prop_replay_order(CYCLE, u32 k) {
    const unsigned i = (unsigned)k % DEPTH;
    const uint32_t first = first_in(s, RQ_READY);
    const u1 waits = (u1)(((s->stage[i] == RQ_READY) | rests(s, i)) & (s->warp[i] == out->replay_warp));

    (void)in;
    (void)n;
    replay_queue_given_inv_order(s, (u32)first, k);
    replay_queue_given_inv_whole(s, out->replay_warp);
    return (u1)(!out->replay_valid | !waits | from((uint32_t)s->seq[i], (uint32_t)out->replay_seq));
}

/* So is the order of the save port. */
u1 replay_queue_prop_save_order(CYCLE, u32 k) {
    const unsigned i = (unsigned)k % DEPTH;
    const uint32_t first = first_in(s, RQ_LEAVING);
    const u1 leaves = (u1)((s->stage[i] == RQ_LEAVING) & (s->warp[i] == out->save_warp));

    (void)in;
    (void)n;
    replay_queue_given_inv_order(s, (u32)first, k);
    return (u1)(!out->save_valid | !leaves | from((uint32_t)s->seq[i], (uint32_t)out->save_seq));
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

/* Each port shows the first entry of the queue that is ready for it, with every bit, and nothing when
 * there is none. */
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

/* there[i]: one of these entries of n is entry i of s, with every bit: entry i or a neighbour of it. */
static inline void find(const replay_queue_state *s, const replay_queue_state *n, const u1 *these,
                        u1 *there) {
    for (unsigned i = 0; i < DEPTH; i++)
        there[i] = (u1)(these[i] & equal(entry_at(s, i), entry_at(n, i)));
    for (unsigned i = 1; i < DEPTH; i++)
        there[i] = (u1)(there[i] | (these[i - 1] & equal(entry_at(s, i), entry_at(n, i - 1))));
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        there[i] = (u1)(there[i] | (these[i + 1] & equal(entry_at(s, i), entry_at(n, i + 1))));
}

static inline void find_in(const replay_queue_state *s, const replay_queue_state *n, uint32_t stage,
                           u1 *there) {
    u1 these[DEPTH];

    for (unsigned i = 0; i < DEPTH; i++)
        these[i] = (u1)((uint32_t)n->stage[i] == stage);
    find(s, n, these, there);
}

/* An instruction leaves by its commit, or by a port that takes it; otherwise it is there
 * afterwards, unchanged, at most one entry away: nothing is lost. */
u1 replay_queue_prop_kept(const replay_queue_state *s, const replay_queue_in *in, const replay_queue_out *out,
                          const replay_queue_state *n) {
    u1 these[DEPTH];
    u1 there[DEPTH];
    u1 good = 1;
    u1 ready_before = 0;
    u1 leaving_before = 0;

    (void)out;
    for (unsigned i = 0; i < DEPTH; i++)
        these[i] = live(n, i);
    find(s, n, these, there);
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

/* Past its last TLB check an instruction is never sent back: it is CHECKED, unchanged, until it commits. */
u1 replay_queue_prop_checked(const replay_queue_state *s, const replay_queue_in *in,
                             const replay_queue_out *out, const replay_queue_state *n) {
    u1 there[DEPTH];
    u1 good = 1;

    (void)out;
    find_in(s, n, RQ_CHECKED, there);
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
    find_in(s, n, RQ_WAITING, there);
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

/* Save, then restore, is the identity. Of any instruction: when the save port hands it out, an entry held
 * it with just these bits, waiting to leave; when it is pushed to wait, an entry holds it afterwards with
 * just these bits, and waits. */
u1 replay_queue_prop_save_restore(CYCLE, GMMU_U(GMMU_SM_WARP_W) warp, GMMU_U(GMMU_SEQ_W) seq,
                                  GMMU_U(GMMU_PC_W) pc, GMMU_U(GMMU_WARP_LANES) lanes, u1 memory) {
    const instruction e = {warp, seq, pc, lanes, memory};
    const instruction shown = {out->save_warp, out->save_seq, out->save_pc, out->save_lanes,
                               out->save_memory};
    const u1 saves = (u1)(out->save_valid & in->save_ready & equal(shown, e));
    const u1 restores = (u1)(pushes(in, out) & in->push_waiting & equal(pushed(in), e));
    u1 saved = 0;
    u1 restored = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        saved = (u1)(saved | ((s->stage[i] == RQ_LEAVING) & equal(entry_at(s, i), e)));
        restored = (u1)(restored | ((n->stage[i] == RQ_WAITING) & equal(entry_at(n, i), e)));
    }
    return (u1)((!saves | saved) & (!restores | restored));
}

/* The stage of entry i after the events of this cycle: the table in the header of the unit. */
static uint32_t staged(CYCLE, unsigned i) {
    const instruction e = entry_at(s, i);
    const u1 commit = commits(in, e);
    const u1 check = checks(in, e);
    const u1 fault = names(in->fault_valid, in->fault_warp, in->fault_seq, e);
    const u1 squash = of_warp(in->squash, e.warp);
    const u1 waits_in = (u1)(pushes(in, out) & in->push_waiting & (in->push_warp == e.warp));
    const u1 stop = (u1)(squash | (in->fault_valid & (in->fault_warp == e.warp)) | waits_in);
    const u1 save = of_warp(in->save, e.warp);
    const u1 resume = (u1)(of_warp(in->resume, e.warp) & !stop & !save);
    const u1 replayed = (u1)(in->replay_ready & (first_in(s, RQ_READY) == i) & !squash);
    const u1 saved = (u1)(in->save_ready & (first_in(s, RQ_LEAVING) == i));

    (void)n;
    switch ((uint32_t)s->stage[i]) {
    case RQ_ISSUED:
        return commit ? RQ_GONE : check ? RQ_CHECKED : (fault | squash) ? RQ_WAITING : RQ_ISSUED;
    case RQ_CHECKED:
        return commit ? RQ_GONE : RQ_CHECKED;
    case RQ_WAITING:
        return save ? RQ_LEAVING : resume ? RQ_READY : RQ_WAITING;
    case RQ_READY:
        return replayed ? (s->memory[i] ? RQ_ISSUED : RQ_GONE)
               : save   ? RQ_LEAVING
               : stop   ? RQ_WAITING
                        : RQ_READY;
    case RQ_LEAVING:
        return saved ? RQ_GONE : resume ? RQ_READY : RQ_LEAVING;
    default:
        return (uint32_t)s->stage[i];
    }
}

/* Entry k is afterwards what its source was, with every bit, in the stage that the table says, or the
 * pushed one; the place that the first hole leaves at the end is empty. */
u1 replay_queue_prop_stages(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % DEPTH;
    const uint32_t before = first_younger(s, in);
    const uint32_t at = before - (uint32_t)(first_in(s, RQ_GONE) < before);
    const u1 is_new = (u1)(pushes(in, out) & (i == at));
    const u1 vacated = (u1)((source(s, in, out, n, i) == DEPTH) & !is_new);
    const uint32_t j = vacated ? DEPTH - 1U : source(s, in, out, n, i) % DEPTH;
    const uint32_t stage = vacated ? (uint32_t)RQ_EMPTY : staged(s, in, out, n, j);

    return (u1)(is_new | (((uint32_t)n->stage[i] == stage) & equal(entry_at(n, i), entry_at(s, j))));
}
