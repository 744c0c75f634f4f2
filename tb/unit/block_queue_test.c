/* SPDX-License-Identifier: Apache-2.0 */
/*
 * block_queue: launches, partitions and turns, and persistent blocks on random partitions.
 *
 * "The npb' persistent blocks execute the original nb blocks by popping block indexes from this centralized
 * queue"; a block on an SM that "is not in the set of the SMs assigned to the application's partition ...
 * exits without doing any work" (Fractional GPUs IV).
 */
#include "block_queue.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define SMS      ((unsigned)GMMU_NUM_CORES)
#define NO_SM    SMS
#define NUMBERS  600U
#define LAUNCHES 400U

typedef struct {
    block_queue_state s;
    block_queue_in in; /* of the coming edge; cleared by edge() */
    block_queue_out out;
    unsigned popper; /* of the last edge, or NO_SM, */
    uint64_t number; /* and what it popped */
    uint64_t random;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    memset(&b->s, 0xA5, sizeof b->s);
    block_queue_reset(&b->s);
    block_queue_outputs(&b->s, &b->out);
    b->random = unit_test_seed();
}

static void edge(bench *b) {
    b->popper = NO_SM;
    for (unsigned i = 0; i < SMS; i++) {
        if (!b->out.pop_ready[i] || !b->in.pop_valid[i])
            continue;
        assert_int_equal(b->popper, NO_SM); /* one in a cycle */
        b->popper = i;
        b->number = (uint64_t)b->out.pop_block;
    }
    block_queue_step(&b->s, &b->in, &b->out);
    block_queue_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

/* The SMs first to last are the partition from now on. */
static void give(bench *b, unsigned first, unsigned last) {
    b->in.mask_valid = 1;
    for (unsigned i = 0; i < SMS; i++)
        b->in.mask_sms[i] = (u1)(i >= first && i <= last);
    edge(b);
}

static void launch(bench *b, uint64_t blocks) {
    b->in.load_valid = 1;
    b->in.load_blocks = (GMMU_U(GMMU_BLOCK_W))blocks;
    edge(b);
}

static void ask(bench *b, unsigned first, unsigned last) {
    for (unsigned i = first; i <= last; i++)
        b->in.pop_valid[i] = 1;
}

static void is_empty_after_reset(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    assert_true(b.out.load_ready);
    launch(&b, 3);
    for (unsigned c = 0; c < 2 * SMS; c++) { /* without a partition */
        ask(&b, 0, SMS - 1U);
        edge(&b);
        assert_int_equal(b.popper, NO_SM);
    }
    assert_false(b.out.load_ready);
}

/* All ask: the SMs of the partition get one number each, in order, and then the next ones. */
static void deals_to_all_in_turn(void **unused) {
    const unsigned first = 4, last = 9, count = last - first + 1U;
    unsigned popped = 0;
    bench b;

    (void)unused;
    start(&b);
    give(&b, first, last);
    launch(&b, 20);
    for (unsigned c = 0; c < 40; c++) {
        ask(&b, 0, SMS - 1U);
        edge(&b);
        if (c == 0 || popped == 20) {
            assert_int_equal(b.popper, NO_SM); /* the turn comes from SM 0; the queue is empty */
            continue;
        }
        assert_int_equal(b.popper, first + popped % count);
        assert_int_equal(b.number, popped);
        popped++;
    }
    assert_int_equal(popped, 20);
    assert_true(b.out.load_ready);
}

/* "If a GPU has 10 SMs, 1 to 5 SMs can be assigned to P1 and 6 to 10 SMs can be assigned to P2" (Fractional
 * GPUs IV): two partitions, and all 10 SMs ask both queues in every cycle. */
static void deals_the_partitions_of_the_paper(void **unused) {
    enum { PAPER_SMS = 10, OF_EACH = 5, BLOCKS = 4 * OF_EACH };
    bench p[2];

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        unsigned popped[PAPER_SMS] = {0};
        start(&p[i]);
        give(&p[i], i * OF_EACH, i * OF_EACH + OF_EACH - 1U);
        launch(&p[i], BLOCKS);
        for (unsigned cycle = 0; cycle < 2U * BLOCKS; cycle++) {
            ask(&p[i], 0, PAPER_SMS - 1);
            edge(&p[i]);
            if (p[i].popper != NO_SM)
                popped[p[i].popper]++;
        }
        assert_true(p[i].out.load_ready);
        for (unsigned sm = 0; sm < PAPER_SMS; sm++)
            assert_int_equal(popped[sm], sm / OF_EACH == i ? BLOCKS / OF_EACH : 0);
    }
}

static void serves_the_only_one_every_cycle(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    give(&b, 0, SMS - 1U);
    launch(&b, 10);
    ask(&b, 7, 7);
    edge(&b);
    for (unsigned n = 0; n < 10; n++) {
        ask(&b, 7, 7);
        edge(&b);
        assert_int_equal(b.popper, 7);
        assert_int_equal(b.number, n);
    }
}

/* A launch is refused while numbers are left, and takes none of them away. */
static void waits_with_the_next_launch(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    give(&b, 0, 0);
    launch(&b, 4);
    for (unsigned n = 0; n < 4; n++) {
        assert_false(b.out.load_ready);
        b.in.load_valid = 1;
        b.in.load_blocks = 100;
        ask(&b, 0, 0);
        edge(&b);
        assert_int_equal(b.popper, 0);
        assert_int_equal(b.number, n);
    }
    assert_true(b.out.load_ready);
    launch(&b, 2);
    for (unsigned n = 0; n < 3; n++) {
        ask(&b, 0, 0);
        edge(&b);
        assert_int_equal(b.popper, n < 2 ? 0 : NO_SM);
        assert_true(n == 2 || b.number == n);
    }
    launch(&b, 0); /* nothing to do */
    assert_true(b.out.load_ready);
}

/* The SM with the turn leaves the partition: it gets nothing more, and its number goes to another one. */
static void loses_nothing_with_an_sm(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    give(&b, 3, 4);
    launch(&b, 8);
    ask(&b, 3, 3);
    edge(&b);
    assert_true(b.out.pop_ready[3]);
    give(&b, 4, 4);
    assert_false(b.out.pop_ready[3]);
    for (unsigned n = 0; n < 9; n++) {
        ask(&b, 3, 4);
        edge(&b);
        assert_int_equal(b.popper, n == 0 ? NO_SM : 4);
    }
    assert_true(b.out.load_ready);
}

/* The largest launch: its last numbers are all ones but one, and the count does not run over. */
static void counts_to_the_end(void **unused) {
    const uint64_t most = (UINT64_C(1) << GMMU_BLOCK_W) - 1U;
    bench b;

    (void)unused;
    start(&b);
    give(&b, 0, 1);
    launch(&b, most);
    b.s.next = (GMMU_U(GMMU_BLOCK_W))(most - 2U);
    block_queue_outputs(&b.s, &b.out);
    for (unsigned n = 0; n < 5; n++) {
        ask(&b, 0, 0);
        edge(&b);
        assert_int_equal(b.popper, n < 2 ? 0 : NO_SM);
        assert_true(n >= 2 || b.number == most - 2U + n);
    }
    assert_true(b.out.load_ready);
}

static void stands_still_when_idle(void **unused) {
    block_queue_state before;
    bench b;

    (void)unused;
    start(&b);
    give(&b, 2, 5);
    launch(&b, 9);
    ask(&b, 5, 5);
    edge(&b);
    before = b.s;
    edge(&b);
    ask(&b, 6, 9); /* SMs of others */
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

static unsigned below(bench *b, unsigned n) {
    return (unsigned)(unit_test_random(&b->random) % n);
}

/* One launch to its end on a partition that changes: each number once, on an SM that was of it. */
static void run_launch(bench *b, unsigned blocks, unsigned eager, bool mask[]) {
    bool ran[NUMBERS] = {false};
    unsigned done = 0, waited = 0;

    launch(b, blocks);
    while (done < blocks) {
        const bool written = below(b, 50) == 0;
        bool now[GMMU_NUM_CORES], any = false;

        memcpy(now, mask, sizeof now);
        for (unsigned i = 0; i < SMS; i++) {
            b->in.pop_valid[i] = (u1)(below(b, 100) < eager);
            any |= b->in.pop_valid[i] && mask[i];
        }
        b->in.mask_valid = written;
        for (unsigned i = 0; i < SMS && written; i++)
            b->in.mask_sms[i] = mask[i] = below(b, 2);
        edge(b);
        waited = b->popper == NO_SM && any && !written ? waited + 1U : 0U;
        assert_true(eager < 100 || waited < 2); /* who goes on asking is served from the next cycle on */
        if (b->popper == NO_SM)
            continue;
        assert_true(now[b->popper]);
        assert_true(b->number < blocks && !ran[b->number]);
        ran[b->number] = true;
        done++;
    }
    assert_true(b->out.load_ready);
}

static void every_block_once(void **unused) {
    bool mask[GMMU_NUM_CORES] = {false};
    bench b;

    (void)unused;
    start(&b);
    for (unsigned n = 0; n < LAUNCHES; n++)
        run_launch(&b, below(&b, NUMBERS), n % 4 == 0 ? 100 : 1 + below(&b, 60), mask);
}

/* Two queues with disjoint partitions, and the same SMs asking both: none is served by both, so each
 * partition has its SMs for itself. */
static void partitions_share_no_sm(void **unused) {
    bench b[2];

    (void)unused;
    for (unsigned q = 0; q < 2; q++) {
        start(&b[q]);
        give(&b[q], q * SMS / 2, (q + 1U) * SMS / 2 - 1U);
        launch(&b[q], 500);
    }
    for (unsigned c = 0; c < 400; c++) {
        for (unsigned i = 0; i < SMS; i++)
            b[0].in.pop_valid[i] = b[1].in.pop_valid[i] = (u1)below(&b[0], 2);
        for (unsigned q = 0; q < 2; q++) {
            edge(&b[q]);
            assert_true(b[q].popper == NO_SM || b[q].popper / (SMS / 2) == q);
        }
    }
    assert_true(b[0].s.next > 100 && b[1].s.next > 100); /* about 200 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(deals_to_all_in_turn),
        cmocka_unit_test(deals_the_partitions_of_the_paper),
        cmocka_unit_test(serves_the_only_one_every_cycle),
        cmocka_unit_test(waits_with_the_next_launch),
        cmocka_unit_test(loses_nothing_with_an_sm),
        cmocka_unit_test(counts_to_the_end),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(every_block_once),
        cmocka_unit_test(partitions_share_no_sm),
    };
    return UNIT_TEST_RUN("block_queue", tests);
}
