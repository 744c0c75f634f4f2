/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page colours on a whole chip. Fractional GPUs V-F: "Physical pages can be allocated such that no two GPU
 * partitions can access the same cache sets and therefore cannot evict each other's cache lines"; "such that
 * GPU partitions do not share DRAM banks". VI-A: "Computation isolation is clearly not sufficient for
 * predictable performance."
 */
#include <stdio.h>
#include <string.h>

#include "chip/experiment.h"
#include "unit_test.h"

#define VICTIM "kernel:stream,size=1M,passes=2"
static const char *const neighbours[] = {"kernel:stream,size=48K", "kernel:stream,size=3M",
                                         "kernel:gups,size=2M,updates=8K"};
#define NEIGHBOURS 3U

/* CP: each application on half of the SMs; CMP: in half of the page colours, too (VI-A). MPS: half of the
 * threads, on SMs that both share; here in half of the colours, so that SMs are all that they share. */
typedef enum { CP, CMP, MPS_AND_COLOURS } partitioning;

typedef struct {
    const char *chip;
    uint32_t colours;
    bool ideal_tlb;
    const char *allocator; /* with CMP */
    unsigned own;          /* in the shared TLBs, for each of the two */
    uint32_t walk_entries; /* of a page-walk cache, or 0 */
} machine;

enum { OWN_WAYS = 1, OWN_QUEUES = 2, OWN_WALKERS = 4, OWN_TABLES = 8, OWN_ALL = 15 };

static const machine gtx1080 = {"gtx1080", 2, false, "split", 0, 0};

/* Of an application's own: ways; miss registers and slots of the ports; walkers; ways of a page-walk cache.
 */
static void divide_tlbs(chip_config *chip, unsigned own) {
    for (uint32_t i = 1; i < chip->tlb.levels; i++) {
        tlb_level_config *l = &chip->tlb.level[i];
        if (own != 0 && l->ways == 0)
            l->entries &= ~1U; /* 65 have no two equal parts */
        l->partitions = own & OWN_WAYS ? 2 : 0;
        l->queue_partitions = own & OWN_QUEUES ? 2 : 0;
    }
    chip->walk.partitions = own & OWN_WALKERS ? 2 : 0;
    for (uint32_t i = 0; i < chip->walk.caches; i++)
        chip->walk.cache[i].partitions = own & OWN_TABLES ? 2 : 0;
}

static void run(const machine *m, partitioning how, const char *neighbour, gpu_result *result) {
    static experiment x;
    experiment *list[] = {&x};
    memset(&x, 0, sizeof x);
    x.config.chip = *chip_preset(m->chip);
    x.config.chip.page_sizes = (page_size_list){.count = 1, .bytes = {4096}};
    x.config.chip.walk.caches = m->walk_entries != 0;
    x.config.chip.walk.cache[0] = (walk_cache_config){.entries = m->walk_entries, .latency = 1};
    divide_tlbs(&x.config.chip, m->own);
    x.config.design = *design_preset("sharedtlb");
    x.config.design.ideal_tlb = m->ideal_tlb;
    config_set_defaults(&x.config);
    x.config.exceptions = exception_defaults;
    x.config.window_bytes = 1 << 20;
    x.config.seed = 7;
    x.max_cycles = 2000000;
    x.napps = 2;
    for (uint32_t i = 0; i < x.napps; i++) {
        x.app[i] = (gpu_app){.spec = i == 0 ? VICTIM : neighbour,
                             .first_sm = i * x.config.chip.sm.count / 2,
                             .sms = x.config.chip.sm.count / 2};
        if (how != CP)
            x.app[i].colours = (colour_range){i * m->colours / 2, m->colours / 2};
        if (how == MPS_AND_COLOURS)
            x.app[i].threads = 50;
    }
    if (how == MPS_AND_COLOURS)
        x.config.design.block_scheduler = "mps";
    if (how != CP)
        x.config.chip.os.allocator = m->allocator;
    if (!experiments_run(list, 1, 1, NULL, NULL))
        fail_msg("%s", x.error);
    *result = x.result;
    gpu_result_free(&x.result); /* the epochs, which nobody reads here */
}

/* Of the victim's time beside its neighbours: largest / smallest - 1. */
static double variation(const machine *m, partitioning how) {
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        gpu_result r;
        run(m, how, neighbours[i], &r);
        const uint64_t cycles = app_ipc_cycles(&r.app[0]);
        least = cycles < least ? cycles : least;
        most = cycles > most ? cycles : most;
    }
    static const char *const names[] = {"CP", "CMP", "MPS and colours"};
    print_message("%s, %s, %s TLBs: %lu to %lu cycles\n", m->chip, names[how],
                  m->ideal_tlb ? "ideal" : "shared", (unsigned long)least, (unsigned long)most);
    return (double)most / (double)least - 1.0;
}

/* Counted at every tag check and every request of DRAM, page walks and write-backs included. */
static void test_no_place_in_common(void **state) {
    (void)state;
    static const machine v100 = {"v100", 8, false, "split", 0, 0};
    const machine *const machines[] = {&gtx1080, &v100};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        gpu_result r;
        run(machines[i], CP, neighbours[2], &r);
        assert_true(r.places.l2_sets.shared > 100 && r.places.dram_banks.shared > 50);
        assert_int_equal(r.places.channels.shared, r.places.channels.used);
        const uint64_t channels = r.places.channels.used;
        run(machines[i], CMP, neighbours[2], &r);
        assert_int_equal(r.places.l2_sets.shared, 0);
        assert_int_equal(r.places.dram_banks.shared, 0);
        assert_int_equal(r.places.channels.shared, 0);
        assert_int_equal(r.places.channels.used, channels);
    }
}

/* With `colour` page tables lie anywhere, and the count sees them. */
static void test_page_tables_count(void **state) {
    (void)state;
    machine m = gtx1080;
    m.allocator = "colour";
    gpu_result r;
    run(&m, CMP, neighbours[2], &r);
    assert_true(r.places.l2_sets.shared > 0);
    m.ideal_tlb = true; /* nothing walks */
    run(&m, CMP, neighbours[2], &r);
    assert_int_equal(r.places.l2_sets.shared, 0);
}

/* III: perfect isolation is when the run-time "remains unchanged". Where every access hits the L1 TLB, SMs
 * and memory modules are all that applications could share. */
static void test_time_unchanged(void **state) {
    (void)state;
    machine m = gtx1080;
    m.ideal_tlb = true;
    assert_true(variation(&m, CP) > 0.5);
    assert_true(variation(&m, CMP) == 0.0);
}

/* VI-A: "in MPS partitioning, two applications can run on the same SM causing them to share SM resources,
 * leading to potential conflicts", where nothing else is shared. */
static void test_shared_sms_do_not_isolate(void **state) {
    (void)state;
    machine m = gtx1080;
    m.ideal_tlb = true;
    assert_true(variation(&m, MPS_AND_COLOURS) > 0.02);
    gpu_result r;
    run(&m, MPS_AND_COLOURS, neighbours[2], &r);
    assert_int_equal(r.places.l2_sets.shared, 0);
    assert_int_equal(r.places.dram_banks.shared, 0);
}

/* VI-A: "Adding memory bandwidth isolation reduces the variation". The TLBs stay shared. */
static void test_variation_falls(void **state) {
    (void)state;
    assert_true(variation(&gtx1080, CMP) < 0.5 * variation(&gtx1080, CP));
}

/* III: perfect isolation is when the run-time "remains unchanged". With everything on the way of a
 * translation divided, it does, to the cycle; with shared queues, or shared walkers, it does not. (This
 * victim does not need its entries again, so it needs no ways of its own.) */
static void test_own_tlbs(void **state) {
    (void)state;
    static const machine v100 = {"v100", 8, false, "split", OWN_ALL, 0};
    machine m = gtx1080;
    m.own = OWN_ALL;
    assert_true(variation(&m, CMP) == 0.0);
    assert_true(variation(&v100, CMP) == 0.0);
    m.own = OWN_ALL - OWN_QUEUES;
    assert_true(variation(&m, CMP) > 0.0);
    m.own = OWN_ALL - OWN_WALKERS;
    assert_true(variation(&m, CMP) > 0.0);
}

/* III, once more, on a chip whose walks begin in a page-walk cache: it is one more thing to divide. (It has
 * as few entries as make the two need each other's.) */
static void test_own_walk_caches(void **state) {
    (void)state;
    machine m = gtx1080;
    m.walk_entries = 2;
    m.own = OWN_ALL;
    assert_true(variation(&m, CMP) == 0.0);
    m.own = OWN_ALL - OWN_TABLES;
    assert_true(variation(&m, CMP) > 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_place_in_common), cmocka_unit_test(test_page_tables_count),
        cmocka_unit_test(test_time_unchanged),     cmocka_unit_test(test_shared_sms_do_not_isolate),
        cmocka_unit_test(test_variation_falls),    cmocka_unit_test(test_own_tlbs),
        cmocka_unit_test(test_own_walk_caches),
    };
    return UNIT_TEST_RUN("colour", tests);
}
