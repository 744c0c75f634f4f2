/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The experiment that finds which SMs share a TLB level, on machines made of nothing but TLBs. Levels and
 * groups are drawn at random, and the experiment gets latencies alone.
 */
#include "study/probe/tlb_sharing.h"

#include <string.h>

#include "fake_gpu.h"
#include "unit_test.h"

#define MACHINES 12U

/* Groups of SMs anywhere; SMs that share a level share the levels behind it. */
static void draw_groups(fake_gpu *g, uint32_t sms, uint64_t *random) {
    uint32_t of[FAKE_SMS], groups = sms;
    for (uint32_t i = 0; i < sms; i++)
        of[i] = i;
    for (uint32_t k = 0; k < g->levels; k++) {
        uint32_t to[FAKE_SMS];
        const uint32_t fewer = (uint32_t)fake_draw(random, 1, groups);
        for (uint32_t i = 0; i < groups; i++)
            to[i] = (uint32_t)fake_draw(random, 0, fewer - 1);
        for (uint32_t i = 0; i < sms; i++)
            g->level[k].instance[i] = of[i] = to[of[i]];
        groups = fewer;
    }
}

static uint32_t first_of_group(const fake_level *l, uint32_t sm) {
    uint32_t first = 0;
    while (l->instance[first] != l->instance[sm])
        first++;
    return first;
}

static void check_groups(const fake_gpu *g, const tlb_sharing_found *found) {
    assert_int_equal(found->levels, g->levels);
    for (uint32_t k = 0; k < g->levels; k++) {
        assert_true(found->tested[k]);
        for (uint32_t i = 0; i < found->sms; i++) {
            if (found->group[k][i] != first_of_group(&g->level[k], i))
                print_error("level %u of %u (%u sets, %u ways, index %u), SM %u of %u\n", k + 1, g->levels,
                            g->level[k].sets, g->level[k].ways, (unsigned)g->level[k].index, i, found->sms);
            assert_int_equal(found->group[k][i], first_of_group(&g->level[k], i));
        }
    }
}

typedef struct {
    const fake_gpu *gpu;
    uint32_t points, wrong;
} pair_check;

static void take_pair(void *ctx, const tlb_sharing_point *p) {
    pair_check *x = ctx;
    const fake_level *l = &x->gpu->level[p->level - 1];
    x->points++;
    x->wrong += p->sm == p->other || p->shared != (l->instance[p->sm] == l->instance[p->other]);
    x->wrong += p->shared && p->cycles <= x->gpu->latency[p->level - 1];
}

/* Karnagel 3.2: "A low cycle count indicates no sharing between SMi and SMk". */
static void test_random_groups(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < MACHINES; i++) {
        fake_gpu *g = fake_gpu_draw(&random);
        probe_machine m = fake_gpu_machine(g);
        m.sms = (uint32_t)fake_draw(&random, 1, FAKE_SMS);
        draw_groups(g, m.sms, &random);
        tlb_boundary boundary;
        tlb_sharing_found found;
        pair_check pairs = {.gpu = g};
        assert_true(tlb_boundary_find(&m, &boundary));
        assert_int_equal(boundary.levels, g->levels);
        assert_true(tlb_sharing_find(&m, &boundary, &found));
        check_groups(g, &found);
        assert_true(tlb_sharing_pairs(&m, &boundary, take_pair, &pairs));
        assert_int_equal(pairs.points, m.sms * (m.sms - 1) * g->levels);
        assert_int_equal(pairs.wrong, 0);
        fake_gpu_free(g);
    }
}

/* A level of 16 entries of 2 MB, shared by all. */
static fake_gpu *one_level(void) {
    fake_gpu *g = fake_gpu_new();
    g->levels = 1;
    g->level[0] = (fake_level){.sets = 1, .ways = 16, .piece_bits = 21};
    g->latency[0] = 40;
    g->latency[1] = 300;
    return g;
}

/* Where memory has no room for the addresses of two SMs the level is left out, not guessed. */
static void test_small_memory(void **state) {
    (void)state;
    fake_gpu *g = one_level();
    probe_machine m = fake_gpu_machine(g);
    tlb_boundary boundary;
    tlb_sharing_found found;
    m.sms = 2;
    for (uint32_t entries = 30; entries <= 34; entries++) {
        m.bytes = (uint64_t)entries << 21;
        assert_true(tlb_boundary_find(&m, &boundary));
        assert_int_equal(boundary.levels, 1);
        assert_true(tlb_sharing_find(&m, &boundary, &found));
        assert_int_equal(found.tested[0], entries >= 32);
        assert_int_equal(found.group[0][1], 0);
    }
    fake_gpu_free(g);
}

static void test_failure(void **state) {
    (void)state;
    fake_gpu *g = one_level();
    probe_machine m = fake_gpu_machine(g);
    tlb_boundary boundary;
    tlb_sharing_found found;
    pair_check pairs = {.gpu = g};
    m.sms = 4;
    assert_true(tlb_boundary_find(&m, &boundary));
    g->runs = 1;
    g->fails_after = 1;
    assert_false(tlb_sharing_find(&m, &boundary, &found));
    assert_false(tlb_sharing_pairs(&m, &boundary, take_pair, &pairs));
    g->fails_after = 0;
    m.sms = TLB_SHARING_SMS + 1;
    assert_false(tlb_sharing_find(&m, &boundary, &found));
    assert_false(tlb_sharing_pairs(&m, &boundary, take_pair, &pairs));
    fake_gpu_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_groups),
        cmocka_unit_test(test_small_memory),
        cmocka_unit_test(test_failure),
    };
    return UNIT_TEST_RUN("tlb_sharing", tests);
}
