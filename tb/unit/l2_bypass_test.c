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
    while (b->s.busy || b->s.dirty) {
        edge(b);
        assert_true(++cycles <= 2 * ROUND_CYCLES); /* the round under way, and one more */
    }
}

static void set_counters(bench *b, unsigned depth, uint32_t hits, uint32_t accesses) {
    b->s.hits[depth] = hits;
    b->s.accesses[depth] = accesses;
    b->s.dirty = 1;
}

static bool bypasses(const bench *b, unsigned depth) {
    return ((b->out.bypass >> depth) & 1U) != 0;
}

/* Asks on port 0. */
static bool ask(bench *b, unsigned depth) {
    b->in.q0_valid = 1;
    b->in.q0_depth = (u3)depth;
    edge(b);
    assert_int_equal(b->out.a0_valid, 1);
    return b->out.a0_bypass != 0;
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
    events(&b, 0, 6, 10);
    events(&b, 1, 9, 10); /* better */
    events(&b, 2, 3, 5);  /* equal */
    events(&b, 3, 5, 9);  /* a little worse */
    events(&b, 4, 0, 1);  /* never hit */
    events(&b, 7, 1, 100);
    settle(&b);
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
    events(&b, 4, 0, 50);
    settle(&b);
    assert_int_equal(b.out.bypass, 0);
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
    events(&b, 0, 10, 10);
    events(&b, 4, 0, 10);
    settle(&b);
    b.in.cfg_enable = 0;
    for (unsigned k = 0; k < 200; k++)
        assert_false(ask(&b, 4));
    assert_int_equal(b.s.probe[4], 0); /* and nothing is counted */
    assert_true(bypasses(&b, 4));      /* the status stays visible */
    b.in.cfg_enable = 1;
    assert_true(ask(&b, 4));
}

static void test_every_64th_probes(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 10, 10);
    events(&b, 4, 0, 10);
    events(&b, 5, 0, 10);
    settle(&b);
    for (unsigned k = 1; k <= 640; k++) {
        assert_int_equal(ask(&b, 4), k % 64 != 0);
        if (k % 10 == 0) /* another depth has its own count */
            assert_int_equal(ask(&b, 5), k / 10 % 64 != 0);
        assert_false(ask(&b, 0));
    }
}

static void test_probe_with_two_ports(void **unused) {
    unsigned probes = 0;
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 10, 10);
    events(&b, 4, 0, 10);
    settle(&b);
    for (unsigned k = 0; k < 31; k++)
        assert_true(ask(&b, 4)); /* odd, so that the 64th comes on port 0 */
    for (unsigned pair = 0; pair < 320; pair++) {
        b.in.q0_valid = b.in.q1_valid = 1;
        b.in.q0_depth = b.in.q1_depth = 4;
        edge(&b);
        assert_int_equal(b.out.a0_valid & b.out.a1_valid, 1);
        assert_int_equal(b.out.a0_bypass, (31 + 2 * pair + 1) % 64 != 0);
        assert_int_equal(b.out.a1_bypass, (31 + 2 * pair + 2) % 64 != 0);
        probes += (unsigned)(b.out.a0_bypass == 0) + (unsigned)(b.out.a1_bypass == 0);
    }
    assert_int_equal(probes, 10);
}

static void test_bypassed_depth_recovers(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 10, 20);
    events(&b, 3, 0, 20);
    settle(&b);
    assert_true(bypasses(&b, 3));
    for (unsigned k = 0; k < 64 * 64 && bypasses(&b, 3); k++)
        if (!ask(&b, 3))
            events(&b, 3, 1, 1); /* the probes hit by now */
    assert_false(bypasses(&b, 3));
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

static void test_extreme_products(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    set_counters(&b, 0, UINT32_MAX - 1, UINT32_MAX);
    set_counters(&b, 1, UINT32_MAX - 2, UINT32_MAX - 1); /* the products differ by 1 */
    set_counters(&b, 2, UINT32_MAX - 1, UINT32_MAX);     /* equal */
    set_counters(&b, 3, UINT32_MAX, UINT32_MAX);
    set_counters(&b, 4, 0, UINT32_MAX);
    settle(&b);
    assert_int_equal(b.out.bypass, (1 << 1) | (1 << 4));
}

static void test_round_takes_up_what_moved_meanwhile(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 1, 1);
    for (unsigned k = 0; k < ROUND_CYCLES / 2; k++)
        edge(&b);
    events(&b, 1, 0, 1); /* depth 1 has been compared in this round */
    assert_false(bypasses(&b, 1));
    settle(&b);
    assert_true(bypasses(&b, 1));
}

static void test_idle_is_identity(void **unused) {
    l2_bypass_state before;
    bench b;
    (void)unused;
    start(&b);
    events(&b, 0, 1, 2);
    events(&b, 3, 0, 2);
    settle(&b);
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
        settle(&b);
        for (unsigned d = 0; d < DEPTHS; d++) {
            const uint64_t depth = (uint64_t)b.s.hits[d] * (uint64_t)b.s.accesses[0];
            const uint64_t data = (uint64_t)b.s.hits[0] * (uint64_t)b.s.accesses[d];
            assert_int_equal(bypasses(&b, d), depth < data);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_probes_everything),
        cmocka_unit_test(test_worse_than_data_bypasses),
        cmocka_unit_test(test_data_without_accesses),
        cmocka_unit_test(test_two_ports_count_twice),
        cmocka_unit_test(test_disabled),
        cmocka_unit_test(test_every_64th_probes),
        cmocka_unit_test(test_probe_with_two_ports),
        cmocka_unit_test(test_bypassed_depth_recovers),
        cmocka_unit_test(test_epoch_halves),
        cmocka_unit_test(test_full_halves_all),
        cmocka_unit_test(test_full_by_two),
        cmocka_unit_test(test_full_at_epoch_end),
        cmocka_unit_test(test_extreme_products),
        cmocka_unit_test(test_round_takes_up_what_moved_meanwhile),
        cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_counters),
    };
    return UNIT_TEST_RUN("l2_bypass", tests);
}
