/* SPDX-License-Identifier: Apache-2.0 */
/* l2_bypass: directed corners, and random counters against plain cross-multiplication. */
#include "unit_test.h"

#include "l2_bypass.h"

#include <stdbool.h>
#include <string.h>

#define DEPTHS       GMMU_NUM_DEPTHS
#define ROUND_CYCLES (DEPTHS * 66 + 1)
#define TOP          0x80000000U

typedef struct {
    l2_bypass_state s;
    l2_bypass_in in; /* of the coming edge; cleared by edge(), but for cfg_enable */
    l2_bypass_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    l2_bypass_reset(&b->s);
    b->in.cfg_enable = 1;
}

static void edge(bench *b) {
    const u1 enable = b->in.cfg_enable;
    l2_bypass_step(&b->s, &b->in, &b->out);
    l2_bypass_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->in.cfg_enable = enable;
}

static void event0(bench *b, unsigned depth, bool hit) {
    b->in.ev0_valid = 1;
    b->in.ev0_depth = (u3)depth;
    b->in.ev0_hit = (u1)hit;
}

static void event1(bench *b, unsigned depth, bool hit) {
    b->in.ev1_valid = 1;
    b->in.ev1_depth = (u3)depth;
    b->in.ev1_hit = (u1)hit;
}

static void events(bench *b, unsigned depth, unsigned hits, unsigned accesses) {
    for (unsigned k = 0; k < accesses; k++) {
        event0(b, depth, k < hits);
        edge(b);
    }
}

static void settle(bench *b) {
    unsigned cycles = 0;
    while (b->s.busy || b->s.due) {
        edge(b);
        assert_true(++cycles <= 2 * ROUND_CYCLES); /* the round under way, and one more */
    }
}

/* The end of an epoch, with the decisions that it brings. */
static void end_epoch(bench *b) {
    b->in.epoch_end = 1;
    edge(b);
    settle(b);
}

static void set_counters(bench *b, unsigned depth, uint32_t hits, uint32_t accesses) {
    b->s.hits[depth] = hits;
    b->s.accesses[depth] = accesses;
}

static bool bypasses(const bench *b, unsigned depth) {
    return ((b->out.bypass >> depth) & 1U) != 0;
}

/* Asks on port 0. */
static bool ask_for_set(bench *b, unsigned depth, bool sampled) {
    b->in.q0_valid = 1;
    b->in.q0_depth = (u3)depth;
    b->in.q0_sampled = (u1)sampled;
    edge(b);
    assert_int_equal(b->out.a0_valid, 1);
    return b->out.a0_bypass != 0;
}

static bool ask(bench *b, unsigned depth) {
    return ask_for_set(b, depth, false);
}

static void test_reset_probes_everything(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    for (unsigned d = 0; d < DEPTHS; d++)
        assert_false(ask(&b, d));
    edge(&b);
    assert_int_equal(b.out.a0_valid, 0);
    assert_int_equal(b.out.bypass, 0);
}

static void test_worse_than_data_bypasses(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 120, 200);
    events(&b, 1, 180, 200); /* better */
    events(&b, 2, 60, 100);  /* equal */
    events(&b, 3, 100, 180); /* a little worse */
    events(&b, 4, 0, 64);    /* never hit */
    events(&b, 7, 1, 100);
    assert_int_equal(b.out.bypass, 0); /* not before the end of the epoch */
    end_epoch(&b);
    assert_int_equal(b.out.bypass, (1 << 3) | (1 << 4) | (1 << 7));
    assert_false(ask(&b, 0));
    assert_false(ask(&b, 1));
    assert_false(ask(&b, 2));
    assert_true(ask(&b, 3));
    assert_true(ask(&b, 4));
    assert_false(ask(&b, 5)); /* without accesses */
    assert_true(ask(&b, 7));
}

static void test_data_without_accesses(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 4, 0, 500);
    end_epoch(&b);
    assert_int_equal(b.out.bypass, 0);
}

/* A rate is taken from 32 accesses on, as they are after the halving, of the depth and of data. */
static void test_too_few_accesses(void **unused) {
    (void)unused;
    for (unsigned few = 62; few <= 66; few++) {
        bench b;
        start(&b);
        events(&b, 0, 100, 100);
        events(&b, 4, 0, few);
        end_epoch(&b);
        assert_int_equal(bypasses(&b, 4), few >= 64);
        start(&b);
        events(&b, 0, few, few);
        events(&b, 4, 0, 100);
        end_epoch(&b);
        assert_int_equal(bypasses(&b, 4), few >= 64);
    }
}

static void test_two_ports_count_twice(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    event0(&b, 3, true);
    event1(&b, 3, true);
    edge(&b);
    event0(&b, 3, true);
    event1(&b, 3, false);
    edge(&b);
    event0(&b, 2, false);
    event1(&b, 5, true);
    edge(&b);
    assert_int_equal(b.s.hits[3], 3);
    assert_int_equal(b.s.accesses[3], 4);
    assert_int_equal(b.s.hits[2], 0);
    assert_int_equal(b.s.accesses[2], 1);
    assert_int_equal(b.s.hits[5], 1);
    assert_int_equal(b.s.accesses[5], 1);
}

static void test_disabled(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 100, 100);
    events(&b, 4, 0, 100);
    end_epoch(&b);
    b.in.cfg_enable = 0;
    for (unsigned k = 0; k < 200; k++)
        assert_false(ask(&b, 4));
    assert_true(bypasses(&b, 4)); /* the status stays visible */
    b.in.cfg_enable = 1;
    assert_true(ask(&b, 4));
}

/* The ports do not depend on each other. */
static void test_two_ports_ask(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 100, 100);
    events(&b, 4, 0, 100);
    events(&b, 7, 0, 100);
    end_epoch(&b);
    for (unsigned k = 0; k < 16 * DEPTHS * DEPTHS; k++) {
        const unsigned d[2] = {k % DEPTHS, k / DEPTHS % DEPTHS};
        const unsigned kinds = k / (DEPTHS * DEPTHS);
        const l2_bypass_in in = {.q0_valid = (u1)(kinds & 1U),
                                 .q0_depth = (u3)d[0],
                                 .q0_sampled = (u1)(kinds >> 1 & 1U),
                                 .q1_valid = (u1)(kinds >> 2 & 1U),
                                 .q1_depth = (u3)d[1],
                                 .q1_sampled = (u1)(kinds >> 3 & 1U),
                                 .cfg_enable = 1};
        b.in = in;
        edge(&b);
        assert_int_equal(b.out.a0_valid, in.q0_valid);
        assert_int_equal(b.out.a1_valid, in.q1_valid);
        assert_int_equal(b.out.a0_bypass, in.q0_valid && !in.q0_sampled && (d[0] == 4 || d[0] == 7));
        assert_int_equal(b.out.a1_bypass, in.q1_valid && !in.q1_sampled && (d[1] == 4 || d[1] == 7));
    }
}

/* An epoch in which depth 4 has `reads` requests, every eighth of a sampled set, that hit if they are let in,
 * and half of the data hit: how many bypass. */
static unsigned bypassed_in_epoch(bench *b, unsigned reads, bool hits) {
    unsigned bypassed = 0;
    for (unsigned k = 0; k < reads; k++) {
        if (ask_for_set(b, 4, k % 8 == 0))
            bypassed++;
        else
            events(b, 4, hits, 1);
    }
    events(b, 0, 100, 200);
    end_epoch(b);
    return bypassed;
}

/*
 * MASK 5.3: bypassing is imposed on a level "when the hit rate of address translation requests to that page
 * table level falls below the hit rate of data demand requests". A level that never hits goes past the cache
 * from the second epoch on, but in the sampled sets, where these see it eight times an epoch.
 */
static void test_a_level_that_never_hits(void **unused) {
    static const unsigned all_reads[] = {64, 100, 150, 600, 1000, 4000};
    (void)unused;
    for (size_t n = 0; n < sizeof all_reads / sizeof all_reads[0]; n++) {
        const unsigned reads = all_reads[n];
        bench b;
        start(&b);
        assert_int_equal(bypassed_in_epoch(&b, reads, false), 0);
        unsigned let_in = 0;
        for (unsigned k = 0; k < 40; k++) {
            const unsigned bypassed = bypassed_in_epoch(&b, reads, false);
            let_in += bypassed == 0;
            assert_int_equal(bypassed, bypassed ? reads - (reads + 7) / 8 : 0);
        }
        assert_int_equal(let_in, 0);
    }
}

/* MASK 5.3: "the hit rate behavior can change over time". A level that has begun to hit is let in after two
 * epochs, and stays. */
static void test_bypassed_depth_recovers(void **unused) {
    (void)unused;
    for (unsigned reads = 64; reads <= 4096; reads *= 2) {
        bench b;
        start(&b);
        for (unsigned k = 0; k < 3; k++)
            (void)bypassed_in_epoch(&b, reads, false);
        assert_true(bypasses(&b, 4));
        unsigned epochs = 0;
        for (; bypasses(&b, 4) && epochs <= 7; epochs++)
            (void)bypassed_in_epoch(&b, reads, true);
        assert_in_range(epochs, 1, 2);
        for (unsigned k = 0; k < 40; k++)
            assert_int_equal(bypassed_in_epoch(&b, reads, true), 0);
    }
}

/*
 * MASK 5.3 lets a level bypass while its hit rate "falls below the hit rate of data demand requests". Leaves
 * that hit in five of six look-ups, but for an epoch of cold misses, do not: data hit in three of four. They
 * are let in after two epochs at most, however few of them the sampled sets see, and stay.
 */
static void test_cold_misses_do_not_last(void **unused) {
    (void)unused;
    for (unsigned reads = 64; reads <= 1024; reads += 32) {
        bench b;
        unsigned bypassing = 0, looked_up = 0;
        start(&b);
        for (unsigned epoch = 0; epoch < 40; epoch++) {
            for (unsigned k = 0; k < reads; k++)
                if (!ask_for_set(&b, 4, k % 8 == 0))
                    events(&b, 4, epoch > 0 && ++looked_up % 6 != 0, 1);
            events(&b, 0, 300, 400);
            end_epoch(&b);
            bypassing += bypasses(&b, 4);
            assert_int_equal(bypasses(&b, 4), epoch < bypassing); /* and never again */
        }
        assert_in_range(bypassing, 1, 2);
    }
}

/* What it counts from the moment on in which it begins to bypass is of its sampled sets alone. */
static void test_counters_begin_anew(void **unused) {
    (void)unused;
    for (unsigned port = 0; port < 3; port++) {
        bench b;
        start(&b);
        events(&b, 0, 100, 100);
        events(&b, 4, 1, 100);
        events(&b, 6, 100, 100);
        b.in.epoch_end = 1;
        edge(&b);
        while (!b.s.busy || b.s.depth != 4 || b.s.mul_bit != 0)
            edge(&b);
        if (port == 1) /* an access of that cycle counts */
            event0(&b, 4, true);
        if (port == 2)
            event1(&b, 4, false);
        edge(&b);
        assert_true(bypasses(&b, 4));
        assert_int_equal(b.s.accesses[4], port != 0);
        assert_int_equal(b.s.hits[4], port == 1);
        settle(&b);
        assert_int_equal(b.s.accesses[0], 50);
        assert_int_equal(b.s.hits[6], 50);
        /* Another decision of the kind clears nothing. */
        events(&b, 4, 2, 20);
        end_epoch(&b);
        assert_true(bypasses(&b, 4));
        assert_int_equal(b.s.accesses[4], (20 + (port != 0)) / 2);
    }
}

static void test_epoch_halves(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 5, 9);
    events(&b, 6, 1, 1);
    b.in.epoch_end = 1;
    event0(&b, 6, true); /* is halved with the others */
    edge(&b);
    assert_int_equal(b.s.hits[0], 2);
    assert_int_equal(b.s.accesses[0], 4);
    assert_int_equal(b.s.hits[6], 1);
    assert_int_equal(b.s.accesses[6], 1);
}

/* The events of the last cycle belong to the epoch: at each depth and port they are halved with the rest. */
static void test_event_at_the_epochs_end(void **unused) {
    (void)unused;
    for (unsigned d = 0; d < DEPTHS; d++) {
        for (unsigned ports = 0; ports < 4; ports++) {
            const unsigned more = (ports & 1U) + (ports >> 1);
            bench b;
            start(&b);
            for (unsigned k = 0; k < DEPTHS; k++)
                set_counters(&b, k, 7, 11);
            if (ports & 1U)
                event0(&b, d, true);
            if (ports & 2U)
                event1(&b, d, true);
            b.in.epoch_end = 1;
            edge(&b);
            for (unsigned k = 0; k < DEPTHS; k++) {
                assert_int_equal(b.s.hits[k], (7 + (k == d ? more : 0)) / 2);
                assert_int_equal(b.s.accesses[k], (11 + (k == d ? more : 0)) / 2);
            }
        }
    }
}

/* MASK §5.3 gives a level whose requests hit in 58.3 % of cases: data that hits less often leaves it
 * in the cache, data that hits more often lets it bypass. */
static void test_level_3_of_mm_cons(void **unused) {
    (void)unused;
    for (unsigned data = 582; data <= 584; data++) {
        bench b;
        start(&b);
        set_counters(&b, 0, 2 * data, 2000);
        set_counters(&b, 3, 2 * 583, 2000);
        end_epoch(&b);
        assert_int_equal(bypasses(&b, 3), data > 583);
    }
}

static void test_full_halves_all(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_counters(&b, 0, TOP - 2, TOP - 1);
    set_counters(&b, 2, 7, 100);
    event0(&b, 0, true); /* reaches 2^31 */
    edge(&b);
    assert_int_equal(b.s.accesses[0], TOP);
    assert_false(b.s.full);
    event0(&b, 2, false); /* it is noticed */
    edge(&b);
    assert_int_equal(b.s.accesses[0], TOP);
    assert_int_equal(b.s.accesses[2], 101);
    assert_true(b.s.full);
    for (unsigned k = 0; k < 10; k++) /* without events nothing moves */
        edge(&b);
    assert_int_equal(b.s.accesses[0], TOP);
    event0(&b, 0, false);
    edge(&b);
    assert_int_equal(b.s.accesses[0], TOP / 2);
    assert_int_equal(b.s.hits[0], (TOP - 1) / 2);
    assert_int_equal(b.s.hits[2], 3);
    assert_int_equal(b.s.accesses[2], 50);
    assert_false(b.s.full);
    event0(&b, 0, false); /* and not once more */
    edge(&b);
    assert_int_equal(b.s.accesses[0], TOP / 2 + 1);
}

static void test_full_by_two(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_counters(&b, 5, 0, TOP - 1);
    for (unsigned k = 0; k < 3; k++) {
        event0(&b, 5, true);
        event1(&b, 5, true);
        edge(&b);
    }
    assert_int_equal(b.s.accesses[5], (TOP - 1 + 6) / 2); /* the highest it can get */
    assert_int_equal(b.s.hits[5], 3);
}

static void test_full_at_epoch_end(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_counters(&b, 1, 1, TOP);
    event0(&b, 1, true);
    b.in.epoch_end = 1; /* halves once, and with it the counter is not full any more */
    edge(&b);
    assert_int_equal(b.s.accesses[1], TOP / 2);
    assert_int_equal(b.s.hits[1], 1);
    event0(&b, 1, true);
    edge(&b);
    assert_int_equal(b.s.accesses[1], TOP / 2 + 1);
}

/* Operands as large as counters can be: they are halved before they are compared. */
static void test_extreme_products(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_counters(&b, 0, UINT32_MAX - 3, UINT32_MAX - 1);
    set_counters(&b, 1, UINT32_MAX - 5, UINT32_MAX - 3); /* the products differ by 1 */
    set_counters(&b, 2, UINT32_MAX - 3, UINT32_MAX - 1); /* equal */
    set_counters(&b, 3, UINT32_MAX, UINT32_MAX);
    set_counters(&b, 4, 0, UINT32_MAX);
    end_epoch(&b);
    assert_int_equal(b.out.bypass, (1 << 1) | (1 << 4));
}

/* An epoch that ends during a round has a round of its own. */
static void test_round_of_each_epoch(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 200, 200);
    b.in.epoch_end = 1;
    edge(&b);
    for (unsigned k = 0; k < ROUND_CYCLES / 2; k++)
        edge(&b);
    events(&b, 1, 0, 100); /* depth 1 has been compared in this round */
    b.in.epoch_end = 1;
    edge(&b);
    assert_false(bypasses(&b, 1));
    settle(&b);
    assert_true(bypasses(&b, 1));
}

static void test_idle_is_identity(void **unused) {
    l2_bypass_state before;
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 100, 200);
    events(&b, 3, 0, 200);
    end_epoch(&b);
    ask(&b, 3);
    edge(&b);
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

static void test_random_counters(void **unused) {
    uint64_t random = unit_test_seed();
    (void)unused;
    for (unsigned round = 0; round < 3000; round++) {
        bench b;
        start(&b);
        for (unsigned d = 0; d < DEPTHS; d++) {
            const uint32_t accesses =
                (uint32_t)(unit_test_random(&random) >> (32 + unit_test_random(&random) % 32));
            const uint32_t some =
                (uint32_t)(unit_test_random(&random) >> (32 + unit_test_random(&random) % 32));
            set_counters(&b, d, some < accesses ? some : accesses - accesses / 7, accesses);
        }
        b.in.epoch_end = 1;
        edge(&b);
        const l2_bypass_state halved = b.s;
        settle(&b);
        for (unsigned d = 0; d < DEPTHS; d++) {
            const bool enough = halved.accesses[d] >= 32 && halved.accesses[0] >= 32;
            const uint64_t depth = (uint64_t)halved.hits[d] * (uint64_t)halved.accesses[0];
            const uint64_t data = (uint64_t)halved.hits[0] * (uint64_t)halved.accesses[d];
            assert_int_equal(bypasses(&b, d), enough && depth < data);
            assert_int_equal(b.s.accesses[d], bypasses(&b, d) ? 0 : halved.accesses[d]);
            assert_int_equal(b.s.hits[d], bypasses(&b, d) ? 0 : halved.hits[d]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_probes_everything), cmocka_unit_test(test_worse_than_data_bypasses),
        cmocka_unit_test(test_data_without_accesses),   cmocka_unit_test(test_too_few_accesses),
        cmocka_unit_test(test_two_ports_count_twice),   cmocka_unit_test(test_disabled),
        cmocka_unit_test(test_two_ports_ask),           cmocka_unit_test(test_a_level_that_never_hits),
        cmocka_unit_test(test_bypassed_depth_recovers), cmocka_unit_test(test_cold_misses_do_not_last),
        cmocka_unit_test(test_counters_begin_anew),     cmocka_unit_test(test_epoch_halves),
        cmocka_unit_test(test_event_at_the_epochs_end), cmocka_unit_test(test_level_3_of_mm_cons),
        cmocka_unit_test(test_full_halves_all),         cmocka_unit_test(test_full_by_two),
        cmocka_unit_test(test_full_at_epoch_end),       cmocka_unit_test(test_extreme_products),
        cmocka_unit_test(test_round_of_each_epoch),     cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_counters),
    };
    return UNIT_TEST_RUN("l2_bypass", tests);
}
