/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structure of arrays and branch-free loops over all entries: that is what the
 * hardware does, and what a compiler turns into vector instructions.
 */
#include "replay_queue.h"

#define DEPTH GMMU_REPLAY_DEPTH
/* Above every index: "no entry". */
#define NONE 255U

/* What happens to one entry in this cycle; see the table in the header. */
typedef struct {
    u1 commit, check, fault;       /* of just this instruction */
    u1 squash, stop, resume, save; /* of its warp */
    u1 replayed, saved;            /* it passes the port */
} events;

void replay_queue_reset(replay_queue_state *s) {
    for (unsigned i = 0; i < DEPTH; i++) {
        s->stage[i] = RQ_EMPTY;
        s->warp[i] = 0;
        s->seq[i] = 0;
        s->pc[i] = 0;
        s->lanes[i] = 0;
        s->memory[i] = 0;
    }
    s->count = 0;
}

/* The smallest index is the oldest of its warp. */
static inline uint32_t first_in(const replay_queue_state *s, uint32_t stage) {
    uint32_t first = NONE;

    for (unsigned i = 0; i < DEPTH; i++) {
        const uint32_t at = (uint32_t)s->stage[i] == stage ? i : NONE;
        first = at < first ? at : first;
    }
    return first;
}

void replay_queue_outputs(const replay_queue_state *s, replay_queue_out *out) {
    const uint32_t replay = first_in(s, RQ_READY);
    const uint32_t save = first_in(s, RQ_LEAVING);
    uint64_t in_flight = 0;
    uint64_t waiting = 0;

    for (unsigned i = 0; i < DEPTH; i++) {
        const uint32_t stage = (uint32_t)s->stage[i];
        const uint32_t flies = (uint32_t)(stage == RQ_ISSUED) | (uint32_t)(stage == RQ_CHECKED);
        const uint32_t waits =
            (uint32_t)(stage == RQ_WAITING) | (uint32_t)(stage == RQ_READY) | (uint32_t)(stage == RQ_LEAVING);

        in_flight |= (uint64_t)flies << (uint32_t)s->warp[i];
        waiting |= (uint64_t)waits << (uint32_t)s->warp[i];
    }
    out->push_ready = (u1)(s->stage[DEPTH - 1] == RQ_EMPTY);
    out->replay_valid = (u1)(replay != NONE);
    out->replay_warp = replay != NONE ? s->warp[replay] : (GMMU_U(GMMU_SM_WARP_W))0;
    out->replay_seq = replay != NONE ? s->seq[replay] : (GMMU_U(GMMU_SEQ_W))0;
    out->replay_pc = replay != NONE ? s->pc[replay] : (GMMU_U(GMMU_PC_W))0;
    out->replay_lanes = replay != NONE ? s->lanes[replay] : (GMMU_U(GMMU_WARP_LANES))0;
    out->replay_memory = replay != NONE ? s->memory[replay] : (u1)0;
    out->save_valid = (u1)(save != NONE);
    out->save_warp = save != NONE ? s->warp[save] : (GMMU_U(GMMU_SM_WARP_W))0;
    out->save_seq = save != NONE ? s->seq[save] : (GMMU_U(GMMU_SEQ_W))0;
    out->save_pc = save != NONE ? s->pc[save] : (GMMU_U(GMMU_PC_W))0;
    out->save_lanes = save != NONE ? s->lanes[save] : (GMMU_U(GMMU_WARP_LANES))0;
    out->save_memory = save != NONE ? s->memory[save] : (u1)0;
    out->in_flight = (GMMU_U(GMMU_SM_WARPS))in_flight;
    out->waiting = (GMMU_U(GMMU_SM_WARPS))waiting;
    out->level = s->count;
}

/* a comes after b in program order: the difference modulo 2^SEQ_W is in the lower half, and not 0. */
static inline u1 after(GMMU_U(GMMU_SEQ_W) a, GMMU_U(GMMU_SEQ_W) b) {
    const uint32_t distance = (uint32_t)GMMU_WRAP((uint32_t)a - (uint32_t)b, GMMU_SEQ_W);

    return (u1)(distance != 0 && (distance >> (GMMU_SEQ_W - 1)) == 0);
}

/* Where a pushed instruction goes: before the first younger one of its warp, else
 * into the first empty entry. */
static inline uint32_t position(const replay_queue_state *s, GMMU_U(GMMU_SM_WARP_W) warp,
                                GMMU_U(GMMU_SEQ_W) seq) {
    uint32_t first = NONE;

    for (unsigned i = 0; i < DEPTH; i++) {
        const uint32_t live = (uint32_t)(s->stage[i] != RQ_GONE);
        const uint32_t younger = live & (uint32_t)(s->warp[i] == warp) & (uint32_t)after(s->seq[i], seq);
        const uint32_t at = younger | (uint32_t)(s->stage[i] == RQ_EMPTY) ? i : NONE;
        first = at < first ? at : first;
    }
    return first;
}

static inline u1 of_warp(GMMU_U(GMMU_SM_WARPS) mask, GMMU_U(GMMU_SM_WARP_W) warp) {
    return (u1)(((uint64_t)mask >> (uint32_t)warp) & 1U);
}

static inline uint32_t next_stage(uint32_t stage, u1 memory, const events *e) {
    const uint32_t issued = e->commit               ? RQ_GONE
                            : e->check              ? RQ_CHECKED
                            : e->fault || e->squash ? RQ_WAITING
                                                    : RQ_ISSUED;
    const uint32_t checked = e->commit ? RQ_GONE : RQ_CHECKED;
    const uint32_t waiting = e->save ? RQ_LEAVING : e->resume && !e->stop ? RQ_READY : RQ_WAITING;
    const uint32_t replayed = memory ? RQ_ISSUED : RQ_GONE;
    const uint32_t stays = e->save ? RQ_LEAVING : e->stop ? RQ_WAITING : RQ_READY;
    const uint32_t ready = e->replayed && !e->squash ? replayed : stays;
    const uint32_t leaving = e->saved ? RQ_GONE : e->resume && !e->stop && !e->save ? RQ_READY : RQ_LEAVING;

    return stage == RQ_ISSUED    ? issued
           : stage == RQ_CHECKED ? checked
           : stage == RQ_WAITING ? waiting
           : stage == RQ_READY   ? ready
           : stage == RQ_LEAVING ? leaving
                                 : stage;
}

static void move_stages(replay_queue_state *s, const replay_queue_in *in, u1 push_stops, uint32_t replayed,
                        uint32_t saved) {
    for (unsigned i = 0; i < DEPTH; i++) {
        const GMMU_U(GMMU_SM_WARP_W) warp = s->warp[i];
        const GMMU_U(GMMU_SEQ_W) seq = s->seq[i];
        const u1 squash = of_warp(in->squash, warp);
        const u1 faults = (u1)(in->fault_valid && in->fault_warp == warp);
        const u1 pushed = (u1)(push_stops && in->push_warp == warp);
        const events e = {
            .commit = (u1)(in->commit_valid && in->commit_warp == warp && in->commit_seq == seq),
            .check = (u1)(in->check_valid && in->check_warp == warp && in->check_seq == seq),
            .fault = (u1)(faults && in->fault_seq == seq),
            .squash = squash,
            .stop = (u1)(squash || faults || pushed),
            .resume = of_warp(in->resume, warp),
            .save = of_warp(in->save, warp),
            .replayed = (u1)(replayed == i),
            .saved = (u1)(saved == i),
        };

        s->stage[i] = (u3)next_stage((uint32_t)s->stage[i], s->memory[i], &e);
    }
}

/* Entries above the hole move down by one; but for its stage the last keeps its value. */
static void squeeze(replay_queue_state *s, uint32_t hole) {
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->stage[i] = i >= hole ? s->stage[i + 1] : s->stage[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->warp[i] = i >= hole ? s->warp[i + 1] : s->warp[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->seq[i] = i >= hole ? s->seq[i + 1] : s->seq[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->pc[i] = i >= hole ? s->pc[i + 1] : s->pc[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->lanes[i] = i >= hole ? s->lanes[i + 1] : s->lanes[i];
    for (unsigned i = 0; i + 1 < DEPTH; i++)
        s->memory[i] = i >= hole ? s->memory[i + 1] : s->memory[i];
    s->stage[DEPTH - 1] = RQ_EMPTY;
}

/* Entries from `at` on move up by one, and the pushed one takes the place. */
static void insert(replay_queue_state *s, const replay_queue_in *in, uint32_t at) {
    const u1 waits = (u1)(in->push_waiting || of_warp(in->squash, in->push_warp));

    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->stage[i] = i > at ? s->stage[i - 1] : s->stage[i];
    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->warp[i] = i > at ? s->warp[i - 1] : s->warp[i];
    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->seq[i] = i > at ? s->seq[i - 1] : s->seq[i];
    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->pc[i] = i > at ? s->pc[i - 1] : s->pc[i];
    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->lanes[i] = i > at ? s->lanes[i - 1] : s->lanes[i];
    for (unsigned i = DEPTH - 1; i > 0; i--)
        s->memory[i] = i > at ? s->memory[i - 1] : s->memory[i];
    if (at < DEPTH) {
        s->stage[at] = (u3)(waits ? RQ_WAITING : RQ_ISSUED);
        s->warp[at] = in->push_warp;
        s->seq[at] = in->push_seq;
        s->pc[at] = in->push_pc;
        s->lanes[at] = in->push_lanes;
        s->memory[at] = in->push_memory;
    }
}

void replay_queue_step(replay_queue_state *s, const replay_queue_in *in, replay_queue_out *out) {
    replay_queue_outputs(s, out);

    const u1 push = (u1)(in->push_valid && out->push_ready);
    const uint32_t replayed = in->replay_ready ? first_in(s, RQ_READY) : NONE;
    const uint32_t saved = in->save_ready ? first_in(s, RQ_LEAVING) : NONE;
    const uint32_t hole = first_in(s, RQ_GONE);
    const uint32_t before = position(s, in->push_warp, in->push_seq);
    const uint32_t at = before - (uint32_t)(hole < before); /* once the hole is closed */

    move_stages(s, in, (u1)(push && in->push_waiting), replayed, saved);
    if (hole != NONE)
        squeeze(s, hole);
    if (push)
        insert(s, in, at);
    s->count = (GMMU_U(GMMU_REPLAY_COUNT_W))GMMU_WRAP(
        (uint32_t)s->count + (uint32_t)push - (uint32_t)(hole != NONE), GMMU_REPLAY_COUNT_W);
}
