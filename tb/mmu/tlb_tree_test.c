/* SPDX-License-Identifier: Apache-2.0 */
/* Chips with two to four TLB levels: who sees whose fills, races, faults, every answer against the page
 * table. */
#include <string.h>

#include "mmu_rig.h"

/* The rig's chip with a level for every `middle` SMs between the SMs and the last one. */
static gpu_config three_levels(uint32_t middle) {
    gpu_config c = mmu_rig_config(false);
    c.chip.tlb.levels = 3;
    c.chip.tlb.level[2] = c.chip.tlb.level[1];
    c.chip.tlb.level[1] = (tlb_level_config){.entries = 32,
                                             .ways = 8,
                                             .ports = 1,
                                             .latency = 4,
                                             .mshrs = 8,
                                             .shared_by = TLB_OF_SMS,
                                             .shared_sms = middle};
    return c;
}

/* The first level for every two SMs, a second one for each of two GPCs, then the last. */
static gpu_config four_levels(void) {
    gpu_config c = three_levels(2);
    tlb_level_config *level = c.chip.tlb.level;
    c.chip.tlb.levels = 4;
    c.chip.sm.gpc = 4;
    level[3] = level[2];
    level[0] = level[1];
    level[1].shared_by = level[2].shared_by = TLB_OF_GPC;
    level[2].latency = 2;
    return c;
}

static app_stats level_stats(const mmu_rig *g) {
    app_stats sum = {.instructions = 0};
    for (uint32_t a = 0; a < RIG_APPS; a++)
        tlb_tree_collect(&g->tree, a, &sum);
    return sum;
}

static void neighbours_see_fills(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(three_levels(2), 1);
    const ask *first = mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
    const ask *neighbour = mmu_rig_ask(g, 1, 3000, RIG_VPN, 0);
    const ask *other = mmu_rig_ask(g, 2, 6000, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    app_stats middle = level_stats(g), last = mmu_rig_stats(g);
    assert_int_equal(middle.level_hits[1], 1);
    assert_int_equal(middle.level_misses[1], 2);
    assert_int_equal(last.l2_tlb_hits, 1);
    assert_int_equal(last.walks, 1);
    assert_false(first->found);
    assert_true(neighbour->found && other->found);
    /* To the level and back, a cycle each way, and its latency; then to the last level and back too. */
    assert_int_equal(neighbour->answered - neighbour->cycle, 1 + 4 + 1);
    assert_int_equal(other->answered - other->cycle, 1 + 4 + 3 + 10 + 3 + 1);
    assert_true(first->answered - first->cycle > other->answered - other->cycle);
    mmu_rig_free(g);
}

/* What SMs tell of stalled warps reaches the last level, also from requests that hit or merge on the way. */
static void levels_pass_on_stalled_warps(void **state) {
    (void)state;
    gpu_config c = three_levels(2);
    c.mask.epoch_cycles = 5000;
    mmu_rig *g = mmu_rig_new(c, 1);
    mmu_rig_ask(g, 0, 0, RIG_VPN, 0)->stalled = 3;
    mmu_rig_ask(g, 1, 1, RIG_VPN, 0)->stalled = 9;    /* merges: told with the next request */
    mmu_rig_ask(g, 1, 4000, RIG_VPN, 0)->stalled = 5; /* hits */
    mmu_rig_ask(g, 1, 6000, RIG_VPN + 1, 0)->stalled = 2;
    mmu_rig_run(g, 10002);
    mmu_rig_check_answers(g);
    assert_int_equal(g->listener.notes[0].stalled[0], 3);
    assert_int_equal(g->listener.notes[1].stalled[0], 9);
    mmu_rig_free(g);
}

/* A level between is non-blocking, too. */
static void hits_of_a_middle_level_pass_parked_misses(void **state) {
    (void)state;
    gpu_config c = three_levels(4);
    c.chip.tlb.level[1].mshrs = 1;
    mmu_rig *g = mmu_rig_new(c, 1);
    mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
    for (uint32_t i = 1; i <= 20; i++)
        mmu_rig_ask(g, 1, 3000, RIG_VPN + i, 0);
    const ask *hit = mmu_rig_ask(g, 2, 3100, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(hit->answered - hit->cycle, 1 + 4 + 1);
    assert_true(g->sm[1].asks[19].answered > 4000);
    for (uint32_t i = 1; i < 20; i++)
        assert_true(g->sm[1].asks[i].answered > g->sm[1].asks[i - 1].answered);
    assert_int_equal(level_stats(g).level_misses[1], 21);
    mmu_rig_free(g);
}

static void misses_of_neighbours_merge(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(three_levels(4), 1);
    for (uint32_t s = 0; s < 4; s++)
        mmu_rig_ask(g, s, s, RIG_VPN + 5, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(level_stats(g).level_misses[1], 4);
    assert_int_equal(mmu_rig_stats(g).l2_tlb_misses, 1);
    for (uint32_t s = 0; s < 4; s++)
        assert_int_equal(g->sm[s].asks[0].found, s != 0);
    mmu_rig_free(g);
}

/* Runs of a configuration: plain, shuffled, never asleep (not with SMs that are lazy by the tick). All
 * answers right, all runs alike. */
static void run_alike(const gpu_config *config, uint64_t seed, bool lazy) {
    const gpu_config c = *config;
    const uint64_t count = lazy ? 2 : 3;
    mmu_rig *runs[3];
    for (uint64_t k = 0; k < count; k++) {
        mmu_rig *g = runs[k] = mmu_rig_new(c, seed);
        engine_shuffle(g->e, k == 1 ? seed | 1 : 0);
        if (k == 2)
            engine_never_sleep(g->e);
        mmu_rig_ask_randomly(g, 300, 12000, RIG_PAGES, seed);
        for (uint32_t s = 0; !lazy && s < c.chip.sm.count; s++)
            g->sm[s].lazy = 0;
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        assert_int_equal(engine_event_hash(g->e), engine_event_hash(runs[0]->e));
        for (uint32_t s = 0; s < c.chip.sm.count; s++)
            assert_memory_equal(g->sm[s].asks, runs[0]->sm[s].asks, sizeof g->sm[s].asks);
    }
    app_stats sum = level_stats(runs[0]);
    uint32_t first = chip_l1_tlb_in_sm(&c.chip) ? 1 : 0, last = c.chip.tlb.levels - 1;
    assert_int_equal(sum.level_hits[first] + sum.level_misses[first], 300 * c.chip.sm.count);
    assert_true(sum.level_hits[first] > 0);
    for (uint32_t i = first + 1; i < last; i++) /* merged misses go on once */
        assert_true(sum.level_hits[i] + sum.level_misses[i] <= sum.level_misses[i - 1]);
    for (uint64_t k = 0; k < count; k++)
        mmu_rig_free(runs[k]);
}

static void run_randomly(gpu_config c, uint64_t seed) {
    run_alike(&c, seed, false);
    run_alike(&c, seed, true);
}

static void page_sizes(gpu_config *c, page_table_kind kind, uint32_t first, uint32_t second) {
    c->chip.page_table = page_table_formats[kind];
    c->chip.page_sizes = (page_size_list){.count = 2, .bytes = {first, second}};
}

static void random_requests(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    gpu_config c = three_levels(2);
    run_randomly(c, seed);
    c = three_levels(3); /* 8 SMs: the last instance has two */
    c.chip.tlb.level[1].mshrs = 1;
    c.chip.tlb.level[1].ports = 2;
    run_randomly(c, seed);
    c = three_levels(4);
    page_sizes(&c, PAGE_TABLE_PASCAL, 4096, 65536);
    c.chip.tlb.level[1].pages = 4;
    c.chip.tlb.level[1].index = "xor";
    run_randomly(c, seed);
    c = four_levels();
    page_sizes(&c, PAGE_TABLE_HOPPER, 4096, 65536);
    c.chip.tlb.level[0].entries = 4;
    c.chip.tlb.level[0].ways = 0;
    run_randomly(c, seed);
    c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {2 << 20}};
    c.chip.tlb.level[0].sizes = (page_size_list){.count = 1, .bytes = {128 << 10}}; /* pieces */
    run_randomly(c, seed);
    run_randomly(four_levels(), seed);
}

/* With tokens the last level has its bypass cache, of pages as large as the smallest one. */
static void tokens_behind_a_middle_level(void **state) {
    (void)state;
    gpu_config c = three_levels(2);
    c.design = *design_preset("mask");
    c.mask.epoch_cycles = 5000;
    c.chip.page_table = page_table_formats[PAGE_TABLE_PASCAL];
    c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {65536}};
    c.chip.tlb.level[1].entries = c.chip.tlb.level[2].entries = 8;
    c.chip.tlb.level[2].ways = 8;
    mmu_rig *g = mmu_rig_new(c, 3);
    mmu_rig_ask_randomly(g, 300, 30000, RIG_PAGES, 3);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_true(mmu_rig_stats(g).bypass_fills > 0);
    mmu_rig_free(g);
}

/* 16 entries of 64 KB pages hold what 16 of 4 KB pages do not. */
static void large_pages_multiply_the_reach(void **state) {
    (void)state;
    uint64_t misses[2];
    for (uint32_t k = 0; k < 2; k++) {
        gpu_config c = three_levels(8);
        c.chip.page_table = page_table_formats[PAGE_TABLE_PASCAL];
        c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {k == 0 ? 4096 : 65536}};
        c.chip.tlb.level[1].entries = 16;
        c.chip.tlb.level[1].ways = 0;
        mmu_rig *g = mmu_rig_new(c, 1);
        for (uint32_t i = 0; i < 2 * 200; i++)
            mmu_rig_ask(g, 0, i * 3000, RIG_VPN + i % 200, 0);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        misses[k] = level_stats(g).level_misses[1];
        mmu_rig_free(g);
    }
    assert_int_equal(misses[0], 2 * 200);
    assert_int_equal(misses[1], (200 + 15) / 16);
}

/* A page moves in any cycle: no level keeps the old frame, answers on their way are not kept. */
static void a_change_reaches_all_levels(void **state) {
    (void)state;
    for (uint64_t at = 1; at < 80; at++) {
        mmu_rig *g = mmu_rig_new(three_levels(2), at);
        g->memory.latency = 1;
        mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
        mmu_rig_ask(g, 1, 10, RIG_VPN, 0);
        const ask *later = mmu_rig_ask(g, 0, 200, RIG_VPN, 0);
        const ask *neighbour = mmu_rig_ask(g, 1, 300, RIG_VPN, 0);
        mmu_rig_run(g, at);
        assert_true(address_space_move(g->spaces[0], RIG_VPN));
        tlb_tree_invalidate(&g->tree);
        mmu_rig_finish(g);
        assert_int_equal(later->ppn, mmu_rig_ppn(g, 0, RIG_VPN));
        assert_int_equal(neighbour->ppn, mmu_rig_ppn(g, 0, RIG_VPN));
        mmu_rig_free(g);
    }
}

static gpu_config faulting(gpu_config c, exception_scheme scheme) {
    c.chip.core_mhz = 1000;
    c.exceptions.scheme = scheme;
    c.exceptions.faults = FAULTS_MIGRATE;
    return c;
}

/* Everybody under a shared level hears of his own fault and of its end, and has the page then. */
static void faults_pass_the_middle(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(faulting(three_levels(4), SCHEME_REPLAY), 1);
    for (uint32_t s = 0; s < 4; s++)
        mmu_rig_ask(g, s, s, RIG_VPN + 3, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    for (uint32_t s = 0; s < 4; s++) {
        assert_int_equal(g->sm[s].asks[0].faults, 1);
        assert_int_equal(g->sm[s].notes, 1);
    }
    mmu_rig_free(g);
}

static void random_faults(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    for (uint32_t k = 0; k < 4; k++) {
        gpu_config c =
            faulting(k & 1 ? four_levels() : three_levels(3), k & 2 ? SCHEME_REPLAY : SCHEME_STALL);
        mmu_rig *g = mmu_rig_new(c, seed);
        engine_shuffle(g->e, seed);
        mmu_rig_ask_randomly(g, 100, 30000, RIG_PAGES, seed);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        assert_true(fault_unit_stats(g->faults).faults > 0);
        mmu_rig_free(g);
    }
}

/* A page of the system is merged by a shared level with a request in user mode: it is still found out. */
static void modes_are_checked_behind_the_middle(void **state) {
    (void)state;
    for (uint32_t user = 0; user < 2; user++) {
        mmu_rig *g = mmu_rig_new(three_levels(2), 1);
        assert_true(address_space_restrict(g->spaces[0], RIG_VPN, true));
        g->sm[1 - user].system = true;
        mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
        mmu_rig_ask(g, 1, 0, RIG_VPN, 7);
        assert_int_equal(engine_run(g->e, 20000), ENGINE_STOPPED);
        access_violation v = last_level_violation(g->t);
        assert_string_equal(v.what, "only the system may use the page");
        assert_int_equal(v.sm, user);
        mmu_rig_free(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_see_fills),
        cmocka_unit_test(misses_of_neighbours_merge),
        cmocka_unit_test(levels_pass_on_stalled_warps),
        cmocka_unit_test(hits_of_a_middle_level_pass_parked_misses),
        cmocka_unit_test(random_requests),
        cmocka_unit_test(tokens_behind_a_middle_level),
        cmocka_unit_test(large_pages_multiply_the_reach),
        cmocka_unit_test(a_change_reaches_all_levels),
        cmocka_unit_test(faults_pass_the_middle),
        cmocka_unit_test(random_faults),
        cmocka_unit_test(modes_are_checked_behind_the_middle),
    };
    return UNIT_TEST_RUN("tlb_tree", tests);
}
