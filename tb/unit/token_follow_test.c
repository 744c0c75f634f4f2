/* SPDX-License-Identifier: Apache-2.0 */
/* token_controller: tokens of applications whose cores come and go. */
#include "token_bench.h"

static void test_reassigned_cores(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 60, 0, 60);
    traffic(&b, 20, 20, 0, 60);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 60);
    for (unsigned c = 0; c < CORES; c++) /* application 0 keeps one core, 1 gets ten, the rest idle */
        b.in.core_app[c] = (u5)(c == 0 ? 0 : c <= 10 ? 1 : GMMU_NO_APP - c % 2);
    traffic(&b, 0, 240, 0, 60);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 2); /* of 60 on 30 cores */
    assert_int_equal(fillers(&b, 0), 2);
    assert_int_equal(fillers(&b, 5), WARPS); /* a new application is in its first epoch */
    assert_int_equal(fillers(&b, 20), 15);   /* no application: as it was */
}

/* One epoch of `warps` warps on each of the first `cores` cores, which are those of application 0; the others
 * are those of application 1. Misses are `misses` of 8. */
static void epoch_of(bench *b, unsigned cores, unsigned warps, unsigned misses) {
    for (unsigned c = 0; c < CORES; c++) {
        const unsigned app = c < cores ? 0 : 1;
        if (b->in.core_app[c] != app)
            hand_over(b, c, app);
        traffic(b, c, warps, misses, 8);
    }
    evaluate(b);
}

/*
 * MASK 5.2: the initial number of tokens is "a predetermined fraction of the total number of warps per
 * application", and remains unchanged while the miss rate does. So as large a part of its warps has tokens
 * when it owns half of the cores, or all of them.
 */
static void test_tokens_follow_the_cores(void **unused) {
    static const unsigned cores[] = {16, 8, 8, 24, 1, 29, 16};
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_initial = 16384; /* 25 % */
    for (unsigned k = 0; k < sizeof cores / sizeof cores[0]; k++) {
        epoch_of(&b, cores[k], 64, 4);
        assert_int_equal(b.out.tokens[0], cores[k] * 16);
        for (unsigned c = 0; c < CORES; c++)
            assert_int_equal(fillers(&b, c), 16);
    }
}

/* What a hand-over cuts off is less than a token, and after a thousand hand-overs none is lost or won. */
static void test_nothing_adds_up_over_hand_overs(void **unused) {
    uint64_t random = unit_test_seed();
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_initial = 6554; /* 10 % */
    epoch_of(&b, 13, 17, 3);
    assert_int_equal(b.out.tokens[0], 22);
    for (unsigned k = 0; k < 1000; k++) {
        const unsigned cores = k == 999 ? 13 : 1 + (unsigned)(unit_test_random(&random) % (CORES - 1));
        for (unsigned c = 0; c < CORES; c++)
            b.in.core_app[c] = c < cores ? 0 : 1;
        traffic(&b, 0, 17, 3, 8);
        evaluate(&b);
        assert_int_equal(b.out.tokens[0], 22 * cores / 13);
    }
    assert_int_equal(b.out.tokens[0], 22);
}

/* The miss rate moves what has followed the cores; that is the base of what comes. */
static void test_a_moved_count_is_the_new_base(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    epoch_of(&b, 20, 40, 4);
    assert_int_equal(b.out.tokens[0], 600);
    epoch_of(&b, 10, 40, 6); /* 300, and a quarter of 400 fewer */
    assert_int_equal(b.out.tokens[0], 200);
    assert_int_equal(b.s.base[0], 200);
    assert_int_equal(b.s.cores[0], 10);
    epoch_of(&b, 15, 40, 6);
    assert_int_equal(b.out.tokens[0], 300);
    assert_int_equal(b.s.base[0], 200);
    epoch_of(&b, 15, 40, 2); /* a quarter of 600 more */
    assert_int_equal(b.out.tokens[0], 450);
    epoch_of(&b, 20, 8, 0); /* no more than the 160 warps, but none of the 600 is lost */
    assert_int_equal(b.out.tokens[0], 600);
    assert_int_equal(b.s.base[0], 450);
}

/* Without accesses there is no miss rate, but there are cores. */
static void test_tokens_follow_without_accesses(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    epoch_of(&b, 20, 40, 4);
    for (unsigned c = 4; c < CORES; c++)
        b.in.core_app[c] = 1;
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 120);
    for (unsigned c = 0; c < CORES; c++) /* of nobody: nothing follows */
        b.in.core_app[c] = 1;
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 120);
    for (unsigned c = 0; c < 20; c++)
        b.in.core_app[c] = 0;
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 600);
}

/* Until the evaluation a core has the limit of its new application's fullest core; its old application's
 * lookups count for nobody. */
static void test_hand_over(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    for (unsigned c = 0; c < CORES; c++)
        b.in.core_app[c] = c < 4 ? 0 : c < 8 ? 1 : 2;
    for (unsigned c = 0; c < 4; c++)
        traffic(&b, c, c == 2 ? 80 : 8, 0, 8);
    for (unsigned c = 4; c < 8; c++)
        traffic(&b, c, 16, 0, 8);
    evaluate(&b);
    assert_int_equal(fillers(&b, 2), 60);
    assert_int_equal(fillers(&b, 4), 12);
    traffic(&b, 4, 200, 8, 8);
    event0(&b, 4, 20, true); /* of the new application */
    hand_over(&b, 4, 0);
    assert_int_equal(fillers(&b, 4), 60);
    assert_int_equal(b.s.hits[4], 1);
    assert_int_equal(b.s.misses[4], 0);
    assert_int_equal(b.s.warps[4], 20);
    hand_over(&b, 2, 1);
    assert_int_equal(fillers(&b, 2), 12);
    hand_over(&b, 2, GMMU_NO_APP); /* nobody's: as it was */
    assert_int_equal(fillers(&b, 2), 12);
    hand_over(&b, 0, 2); /* has not had an epoch with accesses */
    assert_int_equal(fillers(&b, 0), WARPS);
    b.in.ho_valid = 1;
    b.in.ho_core = 30;
    edge(&b);
    assert_int_equal(fillers(&b, 4), 60);
}

/* The epoch that ends with a hand-over has nothing of the old application, and while busy there is none. */
static void test_hand_over_at_the_end_of_an_epoch(void **unused) {
    bench b;
    (void)unused;
    start(&b, 2);
    for (unsigned c = 0; c < 4; c++)
        traffic(&b, c, 16, 4, 8);
    event0(&b, 3, 5, false);
    b.in.epoch_end = 1;
    hand_over(&b, 3, 0);
    assert_int_equal(b.s.snap_hits[3] + b.s.snap_misses[3] + b.s.snap_warps[3], 0);
    assert_int_equal(b.s.misses[3], 1);
    assert_int_equal(b.s.snap_misses[1], 4);
    b.in.ho_valid = 1;
    b.in.ho_core = 3;
    edge(&b);
    assert_int_equal(b.s.misses[3], 1);
    while (b.out.busy)
        edge(&b);
    assert_int_equal(b.out.active[0], 32);
    assert_int_equal(b.out.active[1], 16);
}

/* The most tokens that there can be follow from one core to all. */
static void test_the_most_tokens_follow(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_margin = 0;
    b.in.cfg_step = 65535;
    epoch_of(&b, 1, WARPS, 8);
    epoch_of(&b, 1, WARPS, 0); /* all of its warps */
    assert_int_equal(b.out.tokens[0], WARPS);
    epoch_of(&b, CORES, WARPS, 0);
    assert_int_equal(b.out.tokens[0], CORES * WARPS);
    assert_int_equal(fillers(&b, CORES - 1), WARPS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reassigned_cores),
        cmocka_unit_test(test_tokens_follow_the_cores),
        cmocka_unit_test(test_nothing_adds_up_over_hand_overs),
        cmocka_unit_test(test_a_moved_count_is_the_new_base),
        cmocka_unit_test(test_tokens_follow_without_accesses),
        cmocka_unit_test(test_hand_over),
        cmocka_unit_test(test_hand_over_at_the_end_of_an_epoch),
        cmocka_unit_test(test_the_most_tokens_follow),
    };
    return UNIT_TEST_RUN("token_follow", tests);
}
