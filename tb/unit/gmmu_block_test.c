/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu as a block: what a GMMU is for, seen by cores, by a driver and in memory. */
#include "unit_test.h"

#include "../lockstep/gmmu_world.h"

typedef struct {
    gmmu_state s;
    gmmu_in in;
    gmmu_out out;
    world w;
    unsigned walks, fills; /* walks that have ended, and those whose page the TLB holds */
} bench;

static bench b; /* too large for the stack of some */

static void start(uint64_t seed, const page_walker_format *format, unsigned stalls, unsigned rate) {
    memset(&b, 0, sizeof b);
    gmmu_reset(&b.s);
    gmmu_outputs(&b.s, &b.out);
    world_start(&b.w, seed, format, stalls, rate);
}

static void edge(void) {
    memset(&b.in, 0, sizeof b.in);
    world_drive(&b.w, &b.out, &b.in);
    world_edge(&b.w, &b.in, &b.out);
    if (b.w.driver.failed != NULL)
        fail_msg("cycle %llu: %s", (unsigned long long)b.w.cycle, b.w.driver.failed);
    b.walks += b.out.ev_walk;
    b.fills += b.out.ev_fill;
    gmmu_step(&b.s, &b.in, &b.out);
    gmmu_outputs(&b.s, &b.out);
}

static void run(unsigned cycles) {
    for (unsigned c = 0; c < cycles; c++)
        edge();
}

/* Nothing new is asked and changed; the driver serves the faults that are left. Every request that was taken
 * is answered: a page made resident wakes everyone who waits for it. */
static void drain(void) {
    b.w.quiet = b.w.driver.calm = true;
    for (unsigned c = 0; c < 30000 && world_waiting(&b.w) != 0; c++)
        edge();
    assert_int_equal(world_waiting(&b.w), 0);
    assert_int_equal(b.w.seen.asked, b.w.seen.answered);
}

/* Random traffic and a busy driver in every format, with stalls and without. */
static void traffic_in_every_format(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < WORLD_FORMATS; f++)
        for (unsigned stalls = 0; stalls <= 60; stalls += 30) {
            start(unit_test_seed() + f, &world_formats[f], stalls, 20);
            run(12000);
            drain();
            assert_true(b.w.seen.mapped > 500);
            assert_true(b.w.seen.large != 0 && b.w.seen.outside != 0 && b.w.seen.bus_errors != 0);
            assert_true(b.w.seen.refused != 0);
            assert_true(b.w.driver.seen.records > 15 && b.w.driver.seen.changes > 2);
            assert_true(b.w.driver.seen.moves > SPACES);
        }
}

/* A driver that changes pages all the time: each fence is right after requests have taken the old
 * translation. */
static void translations_are_taken_back_all_the_time(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < WORLD_FORMATS; f++) {
        start(unit_test_seed() + 10 + f, &world_formats[f], 10, 500);
        run(30000);
        drain();
        assert_true(b.w.driver.seen.changes > 100 && b.w.driver.seen.disables > 3 &&
                    b.w.driver.seen.alls > 3);
    }
}

/* Answers that wait at their ports while pages change: no fence may complete before they have left. */
static void a_fence_waits_for_answers_that_wait(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < WORLD_FORMATS; f++) {
        start(unit_test_seed() + 20 + f, &world_formats[f], 0, 1000);
        b.w.take = 3;
        run(30000);
        b.w.take = 100;
        drain();
        assert_true(b.w.driver.seen.changes > 100);
    }
}

/* "Warps with a token fill the shared TLB; the others fill the TLB bypass cache" (MASK 5.2). In the first
 * epoch all fill; then, with no tokens, nobody, and with as many as warps all do. */
static void tokens_say_who_fills_the_tlb(void **unused) {
    (void)unused;
    for (unsigned some = 0; some < 2; some++) {
        start(unit_test_seed() + 30, &world_formats[0], 0, 20);
        world_tokens(&b.w, &world_formats[0], 20, some ? 0xFFFF : 0, 0xFFFF);
        run(EPOCH / 2);
        assert_true(b.fills != 0);
        run(2 * EPOCH); /* the evaluation, and no hand-over to an application that is not known yet */
        b.walks = b.fills = 0;
        run(4 * EPOCH);
        assert_true(b.walks > 50);
        if (some)
            assert_true(b.fills > b.walks / 4);
        else
            assert_int_equal(b.fills, 0);
        drain();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traffic_in_every_format),
        cmocka_unit_test(translations_are_taken_back_all_the_time),
        cmocka_unit_test(a_fence_waits_for_answers_that_wait),
        cmocka_unit_test(tokens_say_who_fills_the_tlb),
    };
    return UNIT_TEST_RUN("gmmu", tests);
}
