/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contiguity-Aware Compaction on small whole chips: applications free pages between and during their kernels,
 * large pages are splintered, what is left in them moves, frames come back. Values, which lie in frames here,
 * translations, data and the order of ticks are checked in each run. tb/chip/planted.py has the bugs.
 */
#include <stdio.h>
#include <string.h>

#include "shared_runs.h"
#include "unit_test.h"

/* Two arrays of 256 KB that each step reads and writes in turn, one kernel each. */
static const shared_run steps = {"mask", "stall", FAULTS_NONE, {"kernel:parboil-stencil,n=64,nz=16,steps=6"}};
/* One kernel each, side by side. */
static const shared_run beside = {
    "mask", "stall", FAULTS_NONE, {"kernel:spmv,rows=16K", "kernel:stream,size=1M,passes=6"}};

/* The second one frees nothing before its end, which is far. */
static const shared_run other = {
    "mask",
    "stall",
    FAULTS_NONE,
    {"kernel:parboil-stencil,n=64,nz=16,steps=4", "kernel:stream,size=1M,passes=24"}};

static void set_up(const shared_run *r, churn_config churn, uint64_t shuffle, experiment *x) {
    shared_run_setup_mosaic(r, shuffle, x);
    x->config.churn = churn;
    shared_run_place_apps(r, x);
}

static void assert_same_results(experiment x[2]) {
    shared_runs_all(x, 2);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
}

/* Mosaic 4.4: "CAC performs compaction by migrating the remaining base pages to another uncoalesced large
 * page frame that belongs to the same application. After the migration is complete, the original large page
 * frame no longer contains any allocated base pages, and CAC sends the address of the large page frame to
 * CoCoA, which adds the address to its free frame list." */
static void test_frames_come_back(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++)
        set_up(&steps, (churn_config){.percent = 40, .blocks = 1}, i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
    assert_same_results(x);
    const compaction_totals *t = &x[0].result.compaction;
    print_message("%lu pages freed, %lu frames splintered, %lu given back, %lu pages moved in %lu cycles\n",
                  (unsigned long)t->pads_freed, (unsigned long)t->splintered, (unsigned long)t->freed,
                  (unsigned long)t->moved, (unsigned long)t->stall_cycles);
    assert_int_equal(t->splintered, 2);
    assert_int_equal(t->freed, 1);
    assert_true(t->moved >= 128); /* the pages of both arrays */
    assert_int_equal(x[0].result.owned_frames, 1);
    /* D: the whole GPU stands still while pages are copied, a line per cycle at best. */
    assert_true(t->copy_cycles >= t->moved * 64 && t->stall_cycles > t->copy_cycles);
    assert_int_equal(x[0].result.failsafe_pages, 0);
    shared_runs_free(x, 2);
}

/* Mosaic 4.4: "in-DRAM bulk copy techniques such as RowClone or LISA, which provide very low-latency (e.g.,
 * 80 ns) memory copy within a single DRAM module". The same frames come back, and less time is lost. */
static void test_bulk_copies(void **state) {
    (void)state;
    static experiment x[2], lines[1];
    set_up(&steps, (churn_config){.percent = 40, .blocks = 1}, 0, &lines[0]);
    shared_runs_all(lines, 1);
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&steps, (churn_config){.percent = 40, .blocks = 1}, i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
        x[i].config.design = *design_preset("mosaic-bc");
    }
    assert_same_results(x);
    const compaction_totals *bulk = &x[0].result.compaction, *before = &lines[0].result.compaction;
    print_message("%lu pages copied in %lu cycles, line by line in %lu\n", (unsigned long)bulk->moved,
                  (unsigned long)bulk->copy_cycles, (unsigned long)before->copy_cycles);
    assert_int_equal(bulk->moved, before->moved);
    assert_int_equal(bulk->freed, before->freed);
    const uint64_t page = 82; /* cycles: 80 ns at 1020 MHz */
    assert_true(bulk->copy_cycles >= page * bulk->moved);
    assert_true(bulk->copy_cycles < page * bulk->moved + 500); /* the first lines leave the L2 cache */
    assert_true(2 * bulk->copy_cycles < before->copy_cycles);
    assert_true(x[0].result.cycles + 2 * page < lines[0].result.cycles);
    shared_runs_free(x, 2);
    shared_runs_free(lines, 1);
}

/* Mosaic 5 stalls the whole GPU and calls it a worst case. With a finer model who has no page that moves goes
 * on: its run is shorter by most of the time in which the other one stands still. */
static void test_others_go_on(void **state) {
    (void)state;
    static experiment x[2], app[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&other, (churn_config){.percent = 40, .blocks = 1}, 0, &x[i]);
        x[i].config.design.compact_below = i == 0 ? 256 : 0;
        set_up(&other, (churn_config){.percent = 40, .blocks = 1}, i != 0 ? unit_test_seed() | 1 : 0,
               &app[i]);
        app[i].config.design.compact_stall = COMPACTION_STALLS_APP;
    }
    shared_runs_all(x, 2);
    assert_same_results(app);
    const uint64_t all = x[0].result.app[1].first_cycles, never = x[1].result.app[1].first_cycles,
                   one = app[0].result.app[1].first_cycles;
    const compaction_totals *t = &app[0].result.compaction;
    print_message("beside %lu cycles of compaction: %lu cycles, %lu without; %lu if all stand still\n",
                  (unsigned long)t->stall_cycles, (unsigned long)one, (unsigned long)never,
                  (unsigned long)all);
    assert_true(t->freed >= 1 && t->moved >= 128);
    assert_true(all > never + t->stall_cycles / 2);
    assert_true(one < never + t->stall_cycles / 5);
    shared_runs_free(x, 2);
    shared_runs_free(app, 2);
}

/* Of 128 large frames so many per cent are full before the run. */
static void fill_memory(experiment *x, uint32_t percent) {
    x->config.chip.memory.bytes = UINT64_C(512) << 20; /* half of it are page tables */
    x->config.churn.fragmented = percent;
    x->config.churn.occupied = 100;
}

/* Mosaic 4.4: "To avoid an out-of-memory error in the application [...] CoCoA pulls a coalesced page from the
 * emergency frame list, asks CAC to splinter the page, and then uses any unallocated base pages within the
 * splintered large page frame to allocate new virtual base pages." No frame is free when the follower begins,
 * and the other application has large pages with holes. */
static void test_emergency(void **state) {
    (void)state;
    static const shared_run full = {"mask",
                                    "stall",
                                    FAULTS_NONE,
                                    {"kernel:parboil-stencil,n=64,nz=16,steps=8",
                                     "kernel:stream,size=64K,passes=64", "kernel:stream,size=4M"}};
    static experiment x[3];
    for (uint32_t i = 0; i < 3; i++) {
        set_up(&full, (churn_config){.percent = 40, .blocks = 3}, i == 1 ? unit_test_seed() | 1 : 0, &x[i]);
        x[i].config.design.compact_below = 0; /* every large page keeps its holes */
        x[i].config.design.compact_stall = i == 2 ? COMPACTION_STALLS_APP : COMPACTION_STALLS_GPU;
        x[i].app[2].follows = true;
        x[i].app[1].first_sm = x[i].app[2].first_sm = 2;
        x[i].app[0].sms = x[i].app[1].sms = x[i].app[2].sms = 2;
        fill_memory(&x[i], 96); /* 6 are left */
    }
    assert_same_results(x);
    shared_runs_all(x + 2, 1);
    for (uint32_t i = 0; i < 3; i += 2) {
        const compaction_totals *t = &x[i].result.compaction;
        print_message("%lu large frames pulled, %lu pages by the failsafe, %lu cycles of stillness\n",
                      (unsigned long)t->emergency, (unsigned long)x[i].result.failsafe_pages,
                      (unsigned long)t->stall_cycles);
        assert_true(t->emergency >= 1);
        assert_int_equal(t->splintered, t->emergency);
        assert_true(x[i].result.failsafe_pages > 0);
        assert_int_equal(t->moved, 0);
    }
    shared_runs_free(x, 3);
}

/* Mosaic 4.2: a "soft guarantee that all base pages within a large page frame belong to the same
 * application". Large pages of the application itself go first: with holes of its own it needs no frame of
 * another. */
static void test_emergency_at_home(void **state) {
    (void)state;
    static const shared_run grows = {
        "mask", "stall", FAULTS_NONE, {"kernel:stream,size=4M", "kernel:stream,size=4M"}};
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&grows, (churn_config){.percent = 40, .cycles = 4000, .blocks = 2},
               i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
        x[i].config.design.compact_below = 0;
        fill_memory(&x[i], 94); /* 8 are left */
    }
    assert_same_results(x);
    print_message("%lu large frames pulled, %lu pages by the failsafe\n",
                  (unsigned long)x[0].result.compaction.emergency, (unsigned long)x[0].result.failsafe_pages);
    assert_true(x[0].result.compaction.emergency >= 1);
    assert_int_equal(x[0].result.failsafe_pages, 0);
    shared_runs_free(x, 2);
}

/* Without holes anywhere memory is used up, and the run says so. */
static void test_memory_used_up(void **state) {
    (void)state;
    static const shared_run large = {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=8M"}};
    static experiment x;
    set_up(&large, (churn_config){.percent = 1, .blocks = 1}, 0, &x);
    fill_memory(&x, 97);
    experiment *const list[] = {&x};
    assert_false(experiments_run(list, 1, 1, NULL, NULL));
    print_message("%s\n", x.error);
    assert_non_null(strstr(x.error, "cannot be mapped: the simulated physical memory is used up"));
    shared_runs_free(&x, 1);
}

static void test_nobody_sleeps_too_long(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&beside, (churn_config){.percent = 25, .cycles = 15000, .blocks = 2}, 0, &x[i]);
        x[i].config.never_sleep = i != 0;
    }
    assert_same_results(x);
    assert_true(x[0].result.compaction.freed >= 2);
    shared_runs_free(x, 2);
}

/* Mosaic 4.4: "To avoid an out-of-memory error in the application, Mosaic uses CAC to splinter and compact
 * highly-fragmented large page frames, freeing up large page frames for CoCoA to use." The same pages are
 * allocated and freed with and without it. */
static void test_memory_without_compaction(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&beside, (churn_config){.percent = 25, .cycles = 15000, .blocks = 2}, 0, &x[i]);
        x[i].config.design.compact_below = i == 0 ? 256 : 0;
    }
    shared_runs_all(x, 2);
    const gpu_result *with = &x[0].result, *without = &x[1].result;
    print_message("frames with %lu, without %lu\n", (unsigned long)with->owned_frames,
                  (unsigned long)without->owned_frames);
    assert_int_equal(without->compaction.splintered + without->compaction.stall_cycles, 0);
    /* Bloat: of frames that do not come back most pages are free. */
    const double with_bloat =
        (double)(with->owned_frames << PAGE_ALLOCATOR_LARGE) / (double)with->pages_in_use;
    const double bloat =
        (double)(without->owned_frames << PAGE_ALLOCATOR_LARGE) / (double)without->pages_in_use;
    print_message("frames / pages with %.2f, without %.2f\n", with_bloat, bloat);
    assert_true(with_bloat < 0.8 * bloat);
    shared_runs_free(x, 2);
}

/* A follower gets the frames; its pads are its own. */
static void test_followed(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&beside, (churn_config){.percent = 40, .cycles = 9000, .blocks = 1},
               i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
        x[i].app[1].follows = true;
        x[i].app[1].first_sm = 0;
    }
    assert_same_results(x);
    shared_runs_free(x, 2);
}

/* Mosaic 4.1: data come over the I/O bus page by page, "CoCoA notifies the In-Place Coalescer that allocation
 * is done" when they are there, and "for all deallocated base pages that are coalesced into a large page, the
 * runtime invokes CAC". */
static void test_with_page_faults(void **state) {
    (void)state;
    static const shared_run passes = {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=384K,passes=96"}};
    static experiment x[2];
    /* When all data are there; and often, before that, too: then a large page is not made. */
    static const churn_config churn[2] = {{.percent = 40, .cycles = 260000, .blocks = 1},
                                          {.percent = 40, .cycles = 20000, .blocks = 2}};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < 2; i++) {
            set_up(k == 0 ? &passes : &steps, churn[k], i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
            x[i].config.exceptions = *chip_faults("mosaic");
            x[i].config.exceptions.faults = FAULTS_MIGRATE;
        }
        assert_same_results(x);
        const gpu_result *r = &x[0].result;
        print_message(
            "%lu pages came over the bus, %lu large pages, %lu frames given back, %lu pages moved\n",
            (unsigned long)r->faults.migrated, (unsigned long)r->coalescing.coalesced,
            (unsigned long)r->compaction.freed, (unsigned long)r->compaction.moved);
        assert_true(r->faults.migrated != 0);
        assert_true(r->coalescing.coalesced >= 2);
        assert_true(r->compaction.freed != 0);
        assert_true(r->compaction.moved >= 64);
        assert_int_equal(r->failsafe_pages, 0);
        shared_runs_free(x, 2);
    }
}

static void assert_refused(experiment *x, const char *expected) {
    char err[256];
    assert_null(gpu_new(&x->config, x->app, x->napps, NULL, err, sizeof err));
    assert_string_equal(err, expected);
}

static void test_wrong_combinations(void **state) {
    (void)state;
    static experiment x;
    const churn_config churn = {.percent = 40};
    set_up(&steps, churn, 0, &x);
    x.config.design = *design_preset("gpu-mmu");
    assert_refused(&x, "churn.percent: 40: expected 0 without design.coalesce");
    set_up(&steps, churn, 0, &x);
    x.config.exceptions = *chip_faults("mosaic");
    x.config.exceptions.faults = FAULTS_LAZY;
    assert_refused(&x, "design.coalesce: true: expected exceptions.faults none or migrate");
    const shared_run tanasic = {"tanasic", "stall", FAULTS_NONE, {"kernel:stream,size=1M"}};
    set_up(&tanasic, churn, 0, &x);
    assert_refused(&x, "churn.percent: 40: expected 0 where sm.kind is not gto");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_come_back),  cmocka_unit_test(test_nobody_sleeps_too_long),
        cmocka_unit_test(test_bulk_copies),       cmocka_unit_test(test_emergency),
        cmocka_unit_test(test_emergency_at_home), cmocka_unit_test(test_memory_used_up),
        cmocka_unit_test(test_others_go_on),      cmocka_unit_test(test_memory_without_compaction),
        cmocka_unit_test(test_followed),          cmocka_unit_test(test_wrong_combinations),
        cmocka_unit_test(test_with_page_faults),
    };
    return UNIT_TEST_RUN("compaction", tests);
}
