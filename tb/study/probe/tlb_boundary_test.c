/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The experiment that finds TLB levels, on machines made of nothing but TLBs. They are drawn at random, and
 * the experiment gets their latencies alone.
 */
#include "study/probe/tlb_boundary.h"

#include <stdio.h>

#include "fake_gpu.h"
#include "unit_test.h"

#define MACHINES 20U

/* "13 sets, 4 ways, ...": what a failure needs to be understood. */
static void print_gpu(const fake_gpu *g, const tlb_boundary *found) {
    for (uint32_t k = 0; k < g->levels; k++)
        print_error("level %u: %u sets, %u ways, index %u, 2^%u pieces of 2^%u bytes\n", k + 1,
                    g->level[k].sets, g->level[k].ways, (unsigned)g->level[k].index, g->level[k].pages_bits,
                    g->level[k].piece_bits);
    for (uint32_t k = 0; k < found->levels; k++)
        print_error("found %u: %u entries, covers %llu, brings %llu\n", k + 1, found->level[k].entries,
                    (unsigned long long)found->level[k].covers, (unsigned long long)found->level[k].brings);
}

static bool same_levels(const fake_gpu *g, const tlb_boundary *found) {
    bool same = found->levels == g->levels;
    for (uint32_t k = 0; same && k < g->levels; k++) {
        const fake_level *l = &g->level[k];
        const tlb_boundary_level *f = &found->level[k];
        same = f->entries == fake_entries(l) && f->covers == UINT64_C(1) << fake_covers_bits(l) &&
               f->brings == UINT64_C(1) << l->piece_bits && f->reach == fake_reach(l) &&
               f->hit == g->latency[k] && f->miss == g->latency[k + 1] - g->latency[k];
    }
    return same;
}

/* Karnagel 3.1: two passes over strides and distances tell size, page size and miss delay of every level. */
static void test_random_machines(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < MACHINES; i++) {
        fake_gpu *g = fake_gpu_draw(&random);
        const probe_machine m = fake_gpu_machine(g);
        tlb_boundary found;
        assert_true(tlb_boundary_find(&m, &found));
        const bool same = same_levels(g, &found);
        if (!same)
            print_gpu(g, &found);
        fake_gpu_free(g);
        assert_true(same);
    }
}

/* Karnagel 4.1: the P100 has 16 GB of memory, half of what its L3 TLB is thought to reach, so it is not seen.
 */
static void test_small_memory(void **state) {
    (void)state;
    fake_gpu *g = fake_gpu_new();
    g->levels = 3;
    g->level[0] = (fake_level){.sets = 1, .ways = 16, .piece_bits = 21};
    g->level[1] = (fake_level){.sets = 1, .ways = 65, .piece_bits = 25};
    g->level[2] = (fake_level){.sets = 129, .ways = 8, .piece_bits = 25, .index = INDEX_MODULO};
    g->latency[0] = 40;
    g->latency[1] = 49;
    g->latency[2] = 159;
    g->latency[3] = 300;
    probe_machine m = fake_gpu_machine(g);
    m.bytes = UINT64_C(15) << 30;
    tlb_boundary found;
    assert_true(tlb_boundary_find(&m, &found));
    assert_int_equal(found.levels, 2);
    assert_int_equal(found.level[0].reach, UINT64_C(32) << 20);
    assert_int_equal(found.level[1].reach, UINT64_C(2080) << 20);
    assert_int_equal(found.level[1].miss, 110);
    assert_int_equal(found.seen, m.bytes);
    fake_gpu_free(g);
}

typedef struct {
    uint64_t page, reach;
    uint32_t points, wrong;
} expected_curve;

static void take_point(void *ctx, const tlb_boundary_point *p) {
    expected_curve *x = ctx;
    const uint64_t from = p->stride > x->page ? 2 * x->reach : x->reach;
    const double rise = p->stride < x->page ? 50.0 : 100.0;
    const double expected = 100.0 + (p->range > from ? rise : 0.0);
    x->points++;
    x->wrong += p->cycles < expected - 1.0 || p->cycles > expected + 1.0;
}

/* Karnagel Fig. 2: a stride of the page size misses behind a; half of it at the same place with half the
 * rise; twice the stride at twice the distance. */
static void test_curves(void **state) {
    (void)state;
    fake_gpu *g = fake_gpu_new();
    g->levels = 1;
    g->level[0] = (fake_level){.sets = 1, .ways = 32, .piece_bits = 17};
    g->latency[0] = 100;
    g->latency[1] = 200;
    const probe_machine m = fake_gpu_machine(g);
    tlb_boundary found;
    assert_true(tlb_boundary_find(&m, &found));
    expected_curve x = {.page = UINT64_C(1) << 17, .reach = UINT64_C(32) << 17};
    assert_true(tlb_boundary_curves(&m, &found, take_point, &x));
    fake_gpu_free(g);
    assert_true(x.points > 60);
    assert_int_equal(x.wrong, 0);
}

/* A machine that fails ends the experiment, whenever it fails. */
static void test_failure(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    fake_gpu *g = fake_gpu_draw(&random);
    const probe_machine m = fake_gpu_machine(g);
    tlb_boundary found;
    for (uint64_t after = 1; after <= 21; after += 5) {
        g->runs = 0;
        g->fails_after = after;
        assert_false(tlb_boundary_find(&m, &found));
    }
    fake_gpu_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_machines),
        cmocka_unit_test(test_small_memory),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_failure),
    };
    return UNIT_TEST_RUN("tlb_boundary", tests);
}
