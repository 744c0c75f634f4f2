/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of replay_queue for the lock-step harness. */
#include "replay_queue.h"
#include "lockstep.h"

#define DEPTH GMMU_REPLAY_DEPTH
#define NONE  DEPTH

/* A bit for each warp. */
typedef GMMU_U(GMMU_SM_WARPS) warp_mask;

static const warp_mask every = (warp_mask)(UINT64_MAX >> (64 - GMMU_SM_WARPS));

/* Per phase: warps in use, or as many as there are; pushes, and of these the waiting ones; check, commit and
 * fault; squash, resume and save of some warp, in per cent; readiness of the two ports. */
static const struct {
    unsigned warps, push, waiting, check, commit, fault, squash, resume, save, ready;
} profile[LS_PHASES] = {
    {64, 60, 5, 50, 60, 5, 1, 20, 2, 80},   {4, 50, 20, 30, 40, 10, 5, 30, 5, 50},
    {64, 90, 0, 60, 40, 1, 0, 5, 0, 80},    {2, 70, 60, 20, 20, 30, 10, 50, 20, 90},
    {16, 100, 50, 0, 0, 0, 2, 2, 2, 10},    {64, 20, 20, 50, 90, 5, 2, 60, 20, 100},
    {1, 60, 40, 30, 50, 20, 10, 60, 5, 70}, {8, 3, 30, 3, 3, 3, 1, 3, 1, 5},
};

static unsigned warps_in_use(unsigned phase) {
    return profile[phase].warps < GMMU_SM_WARPS ? profile[phase].warps : GMMU_SM_WARPS;
}

static bool live(const replay_queue_state *s, unsigned i) {
    return i < DEPTH && s->stage[i] != RQ_EMPTY && s->stage[i] != RQ_GONE;
}

/* An instruction that is held, most of the time, and preferably in this stage. */
static void name_one(lockstep *ls, const replay_queue_state *s, unsigned stage, GMMU_U(GMMU_SM_WARP_W) * warp,
                     GMMU_U(GMMU_SEQ_W) * seq) {
    unsigned i = (unsigned)ls_below(ls, (uint64_t)s->count + 1U) % DEPTH;

    for (unsigned tries = 0; tries < 8 && s->stage[i] != stage; tries++)
        i = (unsigned)ls_below(ls, (uint64_t)s->count + 1U) % DEPTH;
    *warp = s->warp[i];
    *seq = s->seq[i];
    if (ls_chance(ls, 2))
        *seq = (GMMU_U(GMMU_SEQ_W))GMMU_WRAP(ls_random(ls), GMMU_SEQ_W);
}

/* The bit of one warp, or now and then of many. */
static warp_mask warps(lockstep *ls, unsigned percent, unsigned in_use) {
    if (!ls_chance(ls, percent))
        return 0;
    if (ls_chance(ls, 5))
        return (warp_mask)(ls_random(ls) & every);
    return (warp_mask)(UINT64_C(1) << ls_below(ls, in_use));
}

/* Time is the program order of all warps: what is drained in is a little older. Numbers wrap
 * about every 2^SEQ_W cycles; the phases with few warps use bigger steps, and wrap more often. */
static void offer(lockstep *ls, unsigned p, replay_queue_in *in) {
    const uint64_t step = profile[p].warps <= 2 ? 40 : 1;

    in->push_valid = (u1)ls_chance(ls, profile[p].push);
    in->push_warp = (GMMU_U(GMMU_SM_WARP_W))ls_below(ls, warps_in_use(p));
    in->push_waiting = (u1)ls_chance(ls, profile[p].waiting);
    in->push_seq = (GMMU_U(GMMU_SEQ_W))GMMU_WRAP(
        ls_cycle(ls) * step - (in->push_waiting ? ls_below(ls, 60 * step) : 0), GMMU_SEQ_W);
    in->push_pc = (GMMU_U(GMMU_PC_W))GMMU_WRAP(ls_random(ls), GMMU_PC_W);
    in->push_lanes = (GMMU_U(GMMU_WARP_LANES))GMMU_WRAP(ls_random(ls), GMMU_WARP_LANES);
    in->push_memory = (u1)(!in->push_waiting || ls_chance(ls, 40));
}

void replay_queue_stimulus(lockstep *ls, const replay_queue_state *s, const replay_queue_out *pins,
                           replay_queue_in *in) {
    const unsigned p = ls_phase(ls);
    const bool flush = ls_below(ls, 400) == 0; /* out of the end stops */

    (void)pins;
    offer(ls, p, in);
    in->check_valid = (u1)ls_chance(ls, profile[p].check);
    name_one(ls, s, RQ_ISSUED, &in->check_warp, &in->check_seq);
    in->commit_valid = (u1)ls_chance(ls, profile[p].commit);
    name_one(ls, s, ls_chance(ls, 50) ? RQ_CHECKED : RQ_ISSUED, &in->commit_warp, &in->commit_seq);
    in->fault_valid = (u1)ls_chance(ls, profile[p].fault);
    name_one(ls, s, RQ_ISSUED, &in->fault_warp, &in->fault_seq);
    if (ls_chance(ls, 5)) { /* two of them of the same instruction */
        in->fault_warp = in->check_warp = in->commit_warp;
        in->fault_seq = in->check_seq = in->commit_seq;
    }
    in->squash = flush ? every : warps(ls, profile[p].squash, warps_in_use(p));
    in->save = flush ? every : warps(ls, profile[p].save, warps_in_use(p));
    in->resume = warps(ls, profile[p].resume, warps_in_use(p));
    if (ls_chance(ls, 5)) /* of the warp that the others are about */
        in->resume |=
            (warp_mask)(UINT64_C(1) << (uint32_t)(ls_chance(ls, 50) ? in->fault_warp : in->push_warp));
    if (ls_chance(ls, 2))
        in->squash |=
            (warp_mask)(UINT64_C(1) << (uint32_t)(ls_chance(ls, 50) ? pins->replay_warp : in->push_warp));
    in->replay_ready = (u1)ls_chance(ls, profile[p].ready);
    in->save_ready = (u1)ls_chance(ls, profile[p].ready);
}

/* The entry of an instruction, or NONE. */
static unsigned find(const replay_queue_state *s, bool valid, GMMU_U(GMMU_SM_WARP_W) warp,
                     GMMU_U(GMMU_SEQ_W) seq) {
    for (unsigned i = 0; valid && i < DEPTH; i++)
        if (live(s, i) && s->warp[i] == warp && s->seq[i] == seq)
            return i;
    return NONE;
}

static bool in_stage(const replay_queue_state *s, unsigned i, unsigned stage) {
    return i < DEPTH && s->stage[i] == stage;
}

static unsigned first_in(const replay_queue_state *s, unsigned stage) {
    for (unsigned i = 0; i < DEPTH; i++)
        if (s->stage[i] == stage)
            return i;
    return NONE;
}

static unsigned number_in(const replay_queue_state *s, unsigned stage) {
    unsigned n = 0;

    for (unsigned i = 0; i < DEPTH; i++)
        n += s->stage[i] == stage;
    return n;
}

static bool of_warp(GMMU_U(GMMU_SM_WARPS) mask, GMMU_U(GMMU_SM_WARP_W) warp) {
    return ((uint64_t)mask >> (uint32_t)warp & 1U) != 0;
}

static void cover_push(lockstep *ls, const replay_queue_state *s, const replay_queue_in *in,
                       const replay_queue_out *pins) {
    const bool push = in->push_valid && pins->push_ready;
    const unsigned hole = first_in(s, RQ_GONE);
    unsigned younger = NONE;

    for (unsigned i = DEPTH; i-- > 0;)
        if (live(s, i) && s->warp[i] == in->push_warp &&
            GMMU_WRAP((uint64_t)s->seq[i] - (uint64_t)in->push_seq - 1U, GMMU_SEQ_W) <
                (UINT64_C(1) << (GMMU_SEQ_W - 1)) - 1U)
            younger = i;
    ls_cover(ls, "push into empty", push && s->count == 0);
    ls_cover(ls, "push of the last free entry", push && s->count == DEPTH - 1);
    ls_cover(ls, "push refused when full", in->push_valid && !pins->push_ready);
    ls_cover(ls, "push refused while a hole closes", in->push_valid && !pins->push_ready && hole != NONE);
    ls_cover(ls, "push behind all", push && younger == NONE && hole == NONE && s->count != 0);
    ls_cover(ls, "push behind all, over a hole", push && younger == NONE && hole != NONE);
    ls_cover(ls, "push before the first", push && younger == 0);
    ls_cover(ls, "push before a hole", push && younger != NONE && hole != NONE && younger < hole);
    ls_cover(ls, "push just above a hole", push && younger != NONE && hole + 1 == younger);
    ls_cover(ls, "push further above a hole", push && younger != NONE && hole + 1 < younger);
    ls_cover(ls, "push before one with a wrapped number",
             push && younger != NONE && s->seq[younger % DEPTH] < in->push_seq);
    ls_cover(ls, "push of an issued one", push && !in->push_waiting);
    ls_cover(ls, "push of a waiting one stops its warp",
             push && in->push_waiting && pins->replay_valid && pins->replay_warp == in->push_warp);
    ls_cover(ls, "push of an issued one, squashed",
             push && !in->push_waiting && of_warp(in->squash, in->push_warp));
    ls_cover(ls, "push with a resume", push && in->push_waiting && of_warp(in->resume, in->push_warp));
}

static void cover_events(lockstep *ls, const replay_queue_state *s, const replay_queue_in *in) {
    const unsigned check = find(s, in->check_valid, in->check_warp, in->check_seq);
    const unsigned commit = find(s, in->commit_valid, in->commit_warp, in->commit_seq);
    const unsigned fault = find(s, in->fault_valid, in->fault_warp, in->fault_seq);
    bool spares = false, hits = false;

    for (unsigned i = 0; i < DEPTH; i++) {
        spares = spares || (in_stage(s, i, RQ_CHECKED) && of_warp(in->squash, s->warp[i]));
        hits = hits || (in_stage(s, i, RQ_ISSUED) && of_warp(in->squash, s->warp[i]));
    }
    ls_cover(ls, "check", in_stage(s, check, RQ_ISSUED));
    ls_cover(ls, "check of one that waits", in_stage(s, check, RQ_WAITING));
    ls_cover(ls, "check of one that is not held", in->check_valid && check == NONE);
    ls_cover(ls, "check beats fault", in_stage(s, check, RQ_ISSUED) && check == fault && commit != check);
    ls_cover(ls, "check beats squash", in_stage(s, check, RQ_ISSUED) && of_warp(in->squash, in->check_warp));
    ls_cover(ls, "commit after the check", in_stage(s, commit, RQ_CHECKED));
    ls_cover(ls, "commit without a check", in_stage(s, commit, RQ_ISSUED));
    ls_cover(ls, "commit of a younger one first",
             in_stage(s, commit, RQ_CHECKED) && commit > 0 &&
                 s->warp[commit % DEPTH] == s->warp[(commit - 1) % DEPTH]);
    ls_cover(ls, "commit of one that waits", in_stage(s, commit, RQ_WAITING));
    ls_cover(ls, "commit beats the others",
             in_stage(s, commit, RQ_ISSUED) && commit == check && commit == fault);
    ls_cover(ls, "commit of the last entry", in_stage(s, commit, RQ_CHECKED) && commit == DEPTH - 1);
    ls_cover(ls, "fault", in_stage(s, fault, RQ_ISSUED));
    ls_cover(ls, "fault of a checked one", in_stage(s, fault, RQ_CHECKED));
    ls_cover(ls, "squash", hits);
    ls_cover(ls, "squash spares a checked one", spares);
}

static void cover_ports(lockstep *ls, const replay_queue_state *s, const replay_queue_in *in,
                        const replay_queue_out *pins) {
    const bool replay = pins->replay_valid && in->replay_ready;
    const bool save = pins->save_valid && in->save_ready;
    const bool squashed = of_warp(in->squash, pins->replay_warp);
    const bool saves = of_warp(in->save, pins->replay_warp);
    const bool stops = pins->replay_valid && in->fault_valid && in->fault_warp == pins->replay_warp;
    const unsigned waits = first_in(s, RQ_WAITING);
    const GMMU_U(GMMU_SM_WARP_W) waiter = s->warp[waits % DEPTH];
    const unsigned leaves = first_in(s, RQ_LEAVING);
    const GMMU_U(GMMU_SM_WARP_W) leaver = s->warp[leaves % DEPTH];

    ls_cover(ls, "replay of a memory instruction", replay && pins->replay_memory && !squashed);
    ls_cover(ls, "replay of another one", replay && !pins->replay_memory && !squashed);
    ls_cover(ls, "replay refused", pins->replay_valid && !in->replay_ready);
    ls_cover(ls, "replay beaten by a squash", replay && squashed);
    ls_cover(ls, "replay while its warp is saved", replay && saves && !squashed);
    ls_cover(ls, "replay while its warp stops", replay && stops && !squashed);
    ls_cover(ls, "fault stops the replay", stops && !in->replay_ready);
    ls_cover(ls, "resume", waits != NONE && of_warp(in->resume, waiter));
    ls_cover(ls, "resume lost to a squash",
             waits != NONE && of_warp(in->resume, waiter) && of_warp(in->squash, waiter));
    ls_cover(ls, "resume lost to a save",
             waits != NONE && of_warp(in->resume, waiter) && of_warp(in->save, waiter));
    ls_cover(ls, "resume of one that leaves", leaves != NONE && !save && of_warp(in->resume, leaver));
    ls_cover(ls, "save of waiting ones", waits != NONE && of_warp(in->save, waiter));
    ls_cover(ls, "save of ready ones", pins->replay_valid && saves && !in->replay_ready);
    ls_cover(ls, "save port", save);
    ls_cover(ls, "save port refused", pins->save_valid && !in->save_ready);
    ls_cover(ls, "both ports", save && replay);
    ls_cover(ls, "three leave at once",
             save && replay && !pins->replay_memory && !squashed &&
                 in_stage(s, find(s, in->commit_valid, in->commit_warp, in->commit_seq), RQ_CHECKED));
    ls_cover(ls, "several holes", number_in(s, RQ_GONE) > 2);
    ls_cover(ls, "hole at the end", in_stage(s, DEPTH - 1, RQ_GONE));
}

void replay_queue_coverage(lockstep *ls, const replay_queue_state *s, const replay_queue_in *in,
                           const replay_queue_out *pins) {
    cover_push(ls, s, in, pins);
    cover_events(ls, s, in);
    cover_ports(ls, s, in, pins);
    ls_cover(ls, "empty", s->count == 0);
    ls_cover(ls, "full", s->count == DEPTH);
    ls_cover(ls, "full, all waiting", number_in(s, RQ_WAITING) == DEPTH);
    ls_cover(ls, "all in flight", s->count > DEPTH / 2 && pins->waiting == 0);
    ls_cover(ls, "warp with both kinds", (pins->waiting & pins->in_flight) != 0);
}
