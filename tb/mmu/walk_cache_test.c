/* SPDX-License-Identifier: Apache-2.0 */
/* Page-walk caches: which reads they save, and that walks still end where the page table says. */
#include <string.h>

#include "mmu_rig.h"

/* MASK's baseline PWCache: 8 KB in 16 ways, no shared L2 TLB. */
static gpu_config pw_cache(void) {
    gpu_config c = mmu_rig_config(false);
    c.chip.tlb.level[1].entries = 0;
    c.chip.walk.caches = 1;
    c.chip.walk.cache[0] = (walk_cache_config){.entries = 1024, .ways = 16, .latency = 1};
    return c;
}

/* Reads of the second of two walks of application 0, and its cycles. */
static uint64_t second_walk(gpu_config c, uint64_t first, uint64_t second, bool flush, uint64_t *cycles) {
    mmu_rig *g = mmu_rig_new(c, 1);
    g->memory.latency = 1;
    (void)address_space_map(g->spaces[0], first, GMMU_PAGE_BITS);
    (void)address_space_map(g->spaces[0], second, GMMU_PAGE_BITS);
    mmu_rig_ask(g, 0, 0, first, 0);
    const ask *a = mmu_rig_ask(g, 1, 5000, second, 0);
    mmu_rig_run(g, 4000);
    uint64_t before = g->memory.reads;
    assert_int_equal(before, 4);
    if (flush)
        tlb_tree_invalidate(&g->tree);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    uint64_t reads = g->memory.reads - before;
    assert_int_equal(mmu_rig_stats(g).walks, 2);
    *cycles = a->answered - a->cycle;
    mmu_rig_free(g);
    return reads;
}

static void hits_skip_the_upper_reads(void **state) {
    (void)state;
    const uint64_t far = RIG_VPN;
    uint64_t cycles[4];
    gpu_config c = pw_cache();
    assert_int_equal(second_walk(c, far, far, false, &cycles[0]), 1);
    assert_int_equal(second_walk(c, far, far + 511, false, &cycles[0]), 1);
    assert_int_equal(second_walk(c, far, far + 512, false, &cycles[1]), 2);
    assert_int_equal(second_walk(c, far, far + (1 << 18), false, &cycles[2]), 3);
    assert_int_equal(second_walk(c, far, far + (1 << 27), false, &cycles[3]), 4);
    /* Each read saved is a round trip of as many cycles. */
    uint64_t trip = cycles[1] - cycles[0];
    assert_true(trip > 4);
    assert_int_equal(cycles[2] - cycles[1], trip);
    assert_int_equal(cycles[3] - cycles[2], trip);

    uint64_t slower;
    c.chip.walk.cache[0].latency = 21;
    assert_int_equal(second_walk(c, far, far, false, &slower), 1);
    assert_int_equal(slower, cycles[0] + 20);
}

static void a_cache_holds_its_levels(void **state) {
    (void)state;
    uint64_t cycles;
    gpu_config c = pw_cache();
    c.chip.walk.cache[0].first = c.chip.walk.cache[0].last = 1;
    assert_int_equal(second_walk(c, RIG_VPN, RIG_VPN + 1, false, &cycles), 3);
    c.chip.walk.cache[0].first = 0;
    c.chip.walk.cache[0].last = 2;
    assert_int_equal(second_walk(c, RIG_VPN, RIG_VPN + 1, false, &cycles), 2);
    c.chip.walk.caches = 2; /* a list: the deepest counts */
    c.chip.walk.cache[1] = (walk_cache_config){.entries = 4, .first = 3, .last = 3};
    assert_int_equal(second_walk(c, RIG_VPN, RIG_VPN + 1, false, &cycles), 1);
}

static void a_change_empties_it(void **state) {
    (void)state;
    uint64_t cycles;
    assert_int_equal(second_walk(pw_cache(), RIG_VPN, RIG_VPN, true, &cycles), 4);
}

/* Another application's tables are others. */
static void applications_do_not_share_entries(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(pw_cache(), 1);
    mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
    mmu_rig_ask(g, 4, 5000, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(g->memory.reads, 8);
    mmu_rig_free(g);
}

/* Reads of a walk of application 0 whose tables are known from an earlier one, after application 1 has walked
 * through more tables than the cache has entries. */
static uint64_t reads_beside_another(uint32_t partitions, uint32_t others) {
    gpu_config c = pw_cache();
    c.chip.walk.cache[0] = (walk_cache_config){.entries = 4, .first = 3, .last = 3, .partitions = partitions};
    mmu_rig *g = mmu_rig_new(c, 1);
    for (uint32_t i = 0; i < others; i++)
        (void)address_space_map(g->spaces[1], RIG_VPN + UINT64_C(512) * i, GMMU_PAGE_BITS);
    mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
    for (uint32_t i = 0; i < others; i++)
        mmu_rig_ask(g, 4, 2000 * (i + 1), RIG_VPN + UINT64_C(512) * i, 0);
    mmu_rig_ask(g, 0, 2000 * (others + 2), RIG_VPN + 1, 0);
    mmu_rig_run(g, 2000 * (others + 1) + 1000);
    const uint64_t before = g->memory.reads;
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    const uint64_t reads = g->memory.reads - before;
    mmu_rig_free(g);
    return reads;
}

/* Fractional GPUs leaves TLBs and what is behind them shared. With ways of its own an application reads as
 * many tables whatever another one walks; without them the other evicts what it needs. */
static void partitions_isolate_reads(void **state) {
    (void)state;
    assert_int_equal(reads_beside_another(0, 0), 1);
    assert_int_equal(reads_beside_another(0, 8), 4);
    for (uint32_t others = 0; others <= 8; others++)
        assert_int_equal(reads_beside_another(2, others), 1);
}

/* All formats, mixed sizes, little room: every answer is right, and the same whatever the order of ticks. */
static void random_walks(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    for (uint32_t k = 0; k < 8; k++) {
        gpu_config c = pw_cache();
        c.chip.page_table = page_table_formats[k % 4];
        c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {4096}};
        if (page_table_formats[k % 4].dual_low != 0)
            c.chip.page_sizes = (page_size_list){.count = 2, .bytes = {4096, 65536}};
        c.chip.tlb.level[1].entries = k < 4 ? 0 : 16;
        c.chip.walk.cache[0].entries = c.chip.walk.cache[0].ways = 2;
        c.chip.walk.cache[0].latency = k;
        uint64_t hash = 0;
        for (uint32_t run = 0; run < 2; run++) {
            mmu_rig *g = mmu_rig_new(c, seed);
            engine_shuffle(g->e, run * (seed | 1));
            mmu_rig_ask_randomly(g, 200, 20000, RIG_PAGES, seed);
            mmu_rig_finish(g);
            mmu_rig_check_answers(g);
            app_stats sum = mmu_rig_stats(g);
            assert_true(g->memory.reads < sum.walks * page_table_formats[k % 4].levels);
            assert_true(run == 0 || engine_event_hash(g->e) == hash);
            hash = engine_event_hash(g->e);
            mmu_rig_free(g);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_skip_the_upper_reads), cmocka_unit_test(a_cache_holds_its_levels),
        cmocka_unit_test(a_change_empties_it),       cmocka_unit_test(applications_do_not_share_entries),
        cmocka_unit_test(partitions_isolate_reads),  cmocka_unit_test(random_walks),
    };
    return UNIT_TEST_RUN("walk_cache", tests);
}
