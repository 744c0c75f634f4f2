/* SPDX-License-Identifier: Apache-2.0 */
/* replay_queue: the thesis' example, directed corners, save and restore, and a list as a model. */
#include "replay_queue.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define DEPTH   GMMU_REPLAY_DEPTH
#define WARP(w) (UINT64_C(1) << (w))

typedef struct {
    uint32_t warp, seq, pc, lanes, memory;
} instruction;

typedef struct {
    replay_queue_state s;
    replay_queue_in in; /* of the coming edge; cleared by edge() */
    replay_queue_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    replay_queue_reset(&b->s);
    replay_queue_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    replay_queue_step(&b->s, &b->in, &b->out);
    replay_queue_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static instruction nth(uint32_t warp, uint32_t seq, bool memory) {
    const instruction e = {warp, seq & 0xFFFFU, seq * 40503U + warp, ~(seq * 2654435U), memory};
    return e;
}

static void set_push(bench *b, instruction e, bool waiting) {
    b->in.push_valid = 1;
    b->in.push_warp = (u6)GMMU_WRAP(e.warp, 6);
    b->in.push_seq = (u16)GMMU_WRAP(e.seq, 16);
    b->in.push_pc = (u32)e.pc;
    b->in.push_lanes = (u32)e.lanes;
    b->in.push_memory = (u1)GMMU_WRAP(e.memory, 1);
    b->in.push_waiting = (u1)waiting;
}

static void issue(bench *b, uint32_t warp, uint32_t seq) {
    set_push(b, nth(warp, seq, true), false);
    edge(b);
}

static void drain_in(bench *b, uint32_t warp, uint32_t seq, bool memory) {
    set_push(b, nth(warp, seq, memory), true);
    edge(b);
}

static void check(bench *b, uint32_t warp, uint32_t seq) {
    b->in.check_valid = 1;
    b->in.check_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.check_seq = (u16)GMMU_WRAP(seq, 16);
    edge(b);
}

static void commit(bench *b, uint32_t warp, uint32_t seq) {
    b->in.commit_valid = 1;
    b->in.commit_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.commit_seq = (u16)GMMU_WRAP(seq, 16);
    edge(b);
}

static void fault(bench *b, uint32_t warp, uint32_t seq) {
    b->in.fault_valid = 1;
    b->in.fault_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.fault_seq = (u16)GMMU_WRAP(seq, 16);
    edge(b);
}

static void resume(bench *b, uint64_t warps) {
    b->in.resume = warps;
    edge(b);
}

/* Takes what the replay port shows. */
static void expect_replay(bench *b, instruction e) {
    assert_true(b->out.replay_valid);
    assert_int_equal(b->out.replay_warp, e.warp);
    assert_int_equal(b->out.replay_seq, e.seq);
    assert_int_equal(b->out.replay_pc, e.pc);
    assert_int_equal(b->out.replay_lanes, e.lanes);
    assert_int_equal(b->out.replay_memory, e.memory);
    b->in.replay_ready = 1;
    edge(b);
}

static void settle(bench *b) {
    for (unsigned i = 0; i < DEPTH; i++)
        edge(b);
}

static void is_empty_after_reset(void **unused) {
    bench b;

    (void)unused;
    memset(&b, 0xA5, sizeof b);
    replay_queue_reset(&b.s);
    replay_queue_outputs(&b.s, &b.out);
    assert_true(b.out.push_ready);
    assert_false(b.out.replay_valid || b.out.save_valid);
    assert_true(b.out.in_flight == 0 && b.out.waiting == 0);
    assert_int_equal(b.out.level, 0);
}

/* Thesis Fig. 6.6 and 6.7: ld (0) faults; sub (3) has committed and was never here; add (1)
 * and mul (2) were not issued. Replayed are ld, add, mul. */
static void replays_the_example_of_the_thesis(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    issue(&b, 5, 0);
    fault(&b, 5, 0);
    assert_true(b.out.in_flight == 0 && b.out.waiting == WARP(5));
    drain_in(&b, 5, 1, false);
    drain_in(&b, 5, 2, false);
    assert_false(b.out.replay_valid);
    resume(&b, WARP(5));
    expect_replay(&b, nth(5, 0, true));
    expect_replay(&b, nth(5, 1, false));
    expect_replay(&b, nth(5, 2, false));
    assert_false(b.out.replay_valid);
    assert_true(b.out.in_flight == WARP(5) && b.out.waiting == 0); /* the ld, once more */
    check(&b, 5, 0);
    commit(&b, 5, 0);
    settle(&b);
    assert_int_equal(b.out.level, 0);
}

/* Thesis Table 6.1: "Max Warps 64". A load of each of them is in flight, and all fault; they are replayed
 * when the warps resume, the last one first. */
static void holds_a_load_of_every_warp_of_the_thesis(void **unused) {
    enum { THESIS_WARPS = 64 };
    bench b;

    (void)unused;
    start(&b);
    for (uint32_t w = 0; w < THESIS_WARPS; w++) {
        assert_true(b.out.push_ready);
        issue(&b, w, w * 1021U);
    }
    assert_int_equal(b.out.level, THESIS_WARPS);
    assert_true(b.out.in_flight == UINT64_MAX);
    for (uint32_t w = 0; w < THESIS_WARPS; w++)
        fault(&b, w, w * 1021U);
    assert_true(b.out.in_flight == 0 && b.out.waiting == UINT64_MAX);
    assert_false(b.out.replay_valid);
    for (uint32_t w = THESIS_WARPS; w-- > 0;) {
        resume(&b, WARP(w));
        expect_replay(&b, nth(w, w * 1021U, true));
        assert_false(b.out.replay_valid);
        check(&b, w, w * 1021U);
        commit(&b, w, w * 1021U);
    }
    settle(&b);
    assert_int_equal(b.out.level, 0);
}

/* Two loads fault; between them in program order is an add that was stalled. */
static void puts_a_drained_instruction_in_its_place(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    issue(&b, 1, 65534);
    issue(&b, 2, 65535); /* another warp does not matter */
    issue(&b, 1, 1);     /* the count has wrapped */
    fault(&b, 1, 1);
    fault(&b, 1, 65534);
    drain_in(&b, 1, 65535, false);
    drain_in(&b, 1, 2, false);
    drain_in(&b, 1, 0, false);
    resume(&b, WARP(1));
    expect_replay(&b, nth(1, 65534, true));
    expect_replay(&b, nth(1, 65535, false));
    expect_replay(&b, nth(1, 0, false));
    expect_replay(&b, nth(1, 1, true));
    expect_replay(&b, nth(1, 2, false));
    assert_false(b.out.replay_valid);
}

static void lets_the_others_drain(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (uint32_t seq = 0; seq < 4; seq++)
        issue(&b, 3, seq);
    check(&b, 3, 2);
    commit(&b, 3, 2); /* out of order */
    check(&b, 3, 1);
    fault(&b, 3, 0);
    b.in.squash = WARP(3); /* 3 may still fault, 1 may not */
    edge(&b);
    assert_true(b.out.in_flight == WARP(3));
    fault(&b, 3, 1); /* nothing: it is past its last check */
    commit(&b, 3, 1);
    assert_true(b.out.in_flight == 0);
    resume(&b, UINT64_MAX);
    expect_replay(&b, nth(3, 0, true));
    expect_replay(&b, nth(3, 3, true));
    assert_false(b.out.replay_valid);
}

static void stops_the_replay_on_another_fault(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    issue(&b, 4, 10);
    fault(&b, 4, 10);
    drain_in(&b, 4, 11, false);
    resume(&b, WARP(4));
    expect_replay(&b, nth(4, 10, true));
    fault(&b, 4, 10); /* the next page of it */
    assert_false(b.out.replay_valid);
    resume(&b, WARP(4));
    expect_replay(&b, nth(4, 10, true));
    expect_replay(&b, nth(4, 11, false));
}

static void a_squash_beats_the_replay_port(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    drain_in(&b, 9, 1, false);
    resume(&b, WARP(9));
    b.in.squash = WARP(9);
    b.in.replay_ready = 1;
    edge(&b);
    assert_false(b.out.replay_valid);
    assert_true(b.out.waiting == WARP(9));
}

/* A saved context leaves whole: a resume of the same cycle is for nothing, whatever the entry waits for. */
static void a_save_beats_a_resume(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    drain_in(&b, 3, 7, true);
    for (unsigned again = 0; again < 2; again++) { /* waiting, then leaving */
        b.in.resume = WARP(3);
        b.in.save = WARP(3);
        edge(&b);
        assert_true(b.out.save_valid && !b.out.replay_valid);
    }
    resume(&b, WARP(3)); /* alone, it turns what was to leave */
    assert_true(!b.out.save_valid && b.out.replay_valid);
    b.in.resume = WARP(3);
    b.in.save = WARP(3);
    edge(&b);
    assert_true(b.out.save_valid && !b.out.replay_valid);
}

/* An instruction that issues in the cycle in which its warp is squashed waits like the others. */
static void an_issued_push_meets_a_squash(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    b.in.squash = WARP(9);
    issue(&b, 9, 1);
    assert_true(b.out.waiting == WARP(9) && b.out.in_flight == 0);
    b.in.squash = WARP(9); /* no other warp */
    issue(&b, 10, 1);
    assert_true(b.out.waiting == WARP(9) && b.out.in_flight == WARP(10));
    resume(&b, WARP(9));
    expect_replay(&b, nth(9, 1, true));
}

static void refuses_when_full(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (uint32_t seq = 0; seq < DEPTH; seq++)
        issue(&b, seq % 64, seq);
    assert_false(b.out.push_ready);
    assert_int_equal(b.out.level, DEPTH);
    issue(&b, 0, 1000);
    commit(&b, 5, 5);
    assert_false(b.out.push_ready); /* a hole, closed at the next edge */
    edge(&b);
    assert_true(b.out.push_ready);
    assert_int_equal(b.out.level, DEPTH - 1);
    b.in.squash = b.in.resume = UINT64_MAX;
    edge(&b);
    resume(&b, UINT64_MAX);
    for (uint32_t seq = 0; seq < DEPTH; seq++)
        if (seq != 5)
            expect_replay(&b, nth(seq % 64, seq, true));
    assert_false(b.out.replay_valid);
}

/* Saves some warps and restores the stream: replay of them is as if nothing had happened. */
static void restores_what_was_saved(void **unused) {
    const uint64_t block = WARP(1) | WARP(2);
    instruction stream[DEPTH];
    unsigned saved = 0, ready = 0;
    uint64_t random = unit_test_seed();
    bench b, undisturbed;

    (void)unused;
    start(&b);
    for (uint32_t seq = 0; seq < DEPTH / 2; seq++)
        issue(&b, 1 + seq % 3, seq);
    b.in.squash = block;
    edge(&b);
    for (uint32_t seq = DEPTH / 2; seq < DEPTH - 4; seq++)
        drain_in(&b, 1 + seq % 2, seq, seq % 5 == 0);
    undisturbed = b;
    b.in.save = block;
    edge(&b);
    while (b.out.save_valid) {
        const instruction e = {b.out.save_warp, b.out.save_seq, b.out.save_pc, b.out.save_lanes,
                               b.out.save_memory};

        b.in.save_ready = (u1)(unit_test_random(&random) & 1U);
        if (b.in.save_ready)
            stream[saved++] = e;
        edge(&b);
    }
    settle(&b);
    assert_true(b.out.waiting == 0 && b.out.in_flight == WARP(3));
    for (unsigned i = 0; i < saved; i++) {
        set_push(&b, stream[i], true);
        edge(&b);
    }
    assert_int_equal(b.out.level, undisturbed.out.level);
    for (unsigned warp = 1; warp <= 2; warp++) {
        resume(&b, WARP(warp));
        resume(&undisturbed, WARP(warp));
        while (undisturbed.out.replay_valid) {
            const replay_queue_out o = undisturbed.out;
            const instruction e = {o.replay_warp, o.replay_seq, o.replay_pc, o.replay_lanes, o.replay_memory};

            expect_replay(&b, e);
            expect_replay(&undisturbed, e);
            ready++;
        }
        assert_false(b.out.replay_valid);
    }
    assert_int_equal(ready, saved);
}

static void stands_still_when_idle(void **unused) {
    replay_queue_state before;
    bench b;

    (void)unused;
    start(&b);
    issue(&b, 1, 1);
    issue(&b, 1, 2);
    fault(&b, 1, 1);
    commit(&b, 1, 2);
    edge(&b); /* closes the hole */
    before = b.s;
    b.in.replay_ready = b.in.save_ready = 1;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the model: what is held, in no order, and the words of the header ---- */

typedef struct {
    instruction e[DEPTH];
    unsigned stage[DEPTH];
    unsigned count;
} model;

static int model_find(const model *m, unsigned warp, unsigned seq) {
    for (unsigned i = 0; i < m->count; i++)
        if (m->e[i].warp == warp && m->e[i].seq == seq)
            return (int)i;
    return -1;
}

static void model_remove(model *m, unsigned i) {
    m->count--;
    m->e[i] = m->e[m->count];
    m->stage[i] = m->stage[m->count];
}

/* The oldest of its warp, which is what a port must show. */
static bool model_oldest(const model *m, unsigned warp, unsigned seq, unsigned stage) {
    for (unsigned i = 0; i < m->count; i++)
        if (m->e[i].warp == warp && m->stage[i] == stage && GMMU_WRAP(m->e[i].seq - seq, 16) >= 32768U)
            return false;
    return true;
}

static void model_stop(model *m, uint64_t warps) {
    for (unsigned i = 0; i < m->count; i++)
        if ((warps >> m->e[i].warp & 1U) && m->stage[i] == RQ_READY)
            m->stage[i] = RQ_WAITING;
}

static void assert_agrees(const model *m, const bench *b) {
    uint64_t in_flight = 0, waiting = 0;
    bool ready = false, leaving = false;

    for (unsigned i = 0; i < m->count; i++) {
        const bool flies = m->stage[i] == RQ_ISSUED || m->stage[i] == RQ_CHECKED;

        in_flight |= flies ? WARP(m->e[i].warp) : 0;
        waiting |= flies ? 0 : WARP(m->e[i].warp);
        ready = ready || m->stage[i] == RQ_READY;
        leaving = leaving || m->stage[i] == RQ_LEAVING;
    }
    assert_true(b->out.in_flight == in_flight);
    assert_true(b->out.waiting == waiting);
    assert_int_equal(b->out.replay_valid, ready);
    assert_int_equal(b->out.save_valid, leaving);
    assert_in_range(b->out.level, m->count, DEPTH);
}

/* One event at a time, so that the model needs no priorities; the lock-step bench and the
 * proof know about these. */
static void model_and_unit(model *m, bench *b, uint64_t r, uint32_t time) {
    const unsigned i = m->count ? (unsigned)(r >> 8) % m->count : 0;
    const unsigned warp = m->count ? m->e[i].warp : 0, seq = m->count ? m->e[i].seq : 0;
    const bool waiting = (r >> 32 & 3) == 0;
    const instruction e =
        nth((uint32_t)(r >> 36 & 7), time - (waiting ? (uint32_t)(r >> 44 & 31) : 0), r >> 50 & 1);

    switch (r % 8) {
    case 0:
    case 1:
        if (!b->out.push_ready || model_find(m, e.warp, e.seq) >= 0)
            break;
        if (waiting)
            model_stop(m, WARP(e.warp));
        m->e[m->count] = e;
        m->stage[m->count++] = waiting ? RQ_WAITING : RQ_ISSUED;
        set_push(b, e, waiting);
        break;
    case 2:
        if (m->count && m->stage[i] == RQ_ISSUED)
            m->stage[i] = RQ_CHECKED;
        b->in.check_valid = 1;
        break;
    case 3:
        if (m->count && (m->stage[i] == RQ_ISSUED || m->stage[i] == RQ_CHECKED))
            model_remove(m, i);
        b->in.commit_valid = 1;
        break;
    case 4:
        if (m->count && m->stage[i] == RQ_ISSUED)
            m->stage[i] = RQ_WAITING;
        model_stop(m, WARP(warp));
        b->in.fault_valid = 1;
        break;
    case 5:
        for (unsigned j = 0; j < m->count; j++)
            if (m->e[j].warp == warp && (m->stage[j] == RQ_WAITING || m->stage[j] == RQ_LEAVING))
                m->stage[j] = RQ_READY;
        b->in.resume = WARP(warp);
        break;
    case 6:
        for (unsigned j = 0; (r >> 40 & 7) == 0 && j < m->count; j++)
            if (m->e[j].warp == warp && (m->stage[j] == RQ_WAITING || m->stage[j] == RQ_READY))
                m->stage[j] = RQ_LEAVING;
        b->in.save = (r >> 40 & 7) == 0 ? WARP(warp) : 0;
        break;
    default:
        b->in.replay_ready = (u1)(b->out.replay_valid && (r >> 20 & 1));
        b->in.save_ready = (u1)(b->out.save_valid && !b->in.replay_ready);
        break;
    }
    b->in.check_warp = b->in.commit_warp = b->in.fault_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.check_seq = b->in.commit_seq = b->in.fault_seq = (u16)GMMU_WRAP(seq, 16);
}

static void model_ports(model *m, const bench *b) {
    if (b->in.replay_ready) {
        const int i = model_find(m, b->out.replay_warp, b->out.replay_seq);

        assert_true(i >= 0 && m->stage[i] == RQ_READY && m->e[i].pc == b->out.replay_pc);
        assert_true(model_oldest(m, b->out.replay_warp, b->out.replay_seq, RQ_READY));
        assert_true(model_oldest(m, b->out.replay_warp, b->out.replay_seq, RQ_WAITING));
        if (m->e[i].memory)
            m->stage[i] = RQ_ISSUED;
        else
            model_remove(m, (unsigned)i);
    }
    if (b->in.save_ready) {
        const int i = model_find(m, b->out.save_warp, b->out.save_seq);

        assert_true(i >= 0 && m->stage[i] == RQ_LEAVING && m->e[i].lanes == b->out.save_lanes);
        assert_true(model_oldest(m, b->out.save_warp, b->out.save_seq, RQ_LEAVING));
        model_remove(m, (unsigned)i);
    }
}

static void agrees_with_a_list(void **unused) {
    static model m;
    uint64_t random = unit_test_seed();
    bench b;

    (void)unused;
    start(&b);
    memset(&m, 0, sizeof m);
    for (uint32_t c = 0; c < 100000; c++) {
        model_and_unit(&m, &b, unit_test_random(&random), c);
        model_ports(&m, &b);
        edge(&b);
        assert_agrees(&m, &b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(replays_the_example_of_the_thesis),
        cmocka_unit_test(holds_a_load_of_every_warp_of_the_thesis),
        cmocka_unit_test(puts_a_drained_instruction_in_its_place),
        cmocka_unit_test(lets_the_others_drain),
        cmocka_unit_test(stops_the_replay_on_another_fault),
        cmocka_unit_test(a_squash_beats_the_replay_port),
        cmocka_unit_test(a_save_beats_a_resume),
        cmocka_unit_test(an_issued_push_meets_a_squash),
        cmocka_unit_test(refuses_when_full),
        cmocka_unit_test(restores_what_was_saved),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(agrees_with_a_list),
    };
    return UNIT_TEST_RUN("replay_queue", tests);
}
