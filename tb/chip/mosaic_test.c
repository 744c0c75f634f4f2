/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mosaic on small whole chips: what CoCoA allocates is coalesced while the applications run, and splintered
 * before their frames are given back. Values, translations and the order of ticks are checked in each run.
 */
#include <string.h>

#include "shared_runs.h"
#include "unit_test.h"

#define LARGE_LINES 33 /* of PTEs, for a large page: 512 L4 PTEs, 16 in a line, and the L3 PTE */

/* Two SMs for each place; TLBs with entries of both sizes. */
static void set_up(const shared_run *r, uint32_t follower, uint64_t shuffle, experiment *x) {
    uint32_t places = 0;
    shared_run_setup_mosaic(r, shuffle, x);
    for (; x->napps < SHARED_RUN_APPS && r->app[x->napps]; x->napps++) {
        const bool follows = x->napps == follower;
        places += !follows;
        x->app[x->napps] =
            (gpu_app){.spec = r->app[x->napps], .first_sm = 2 * (places - 1), .sms = 2, .follows = follows};
    }
}

/* Arrays of 2.2 MB: each has one aligned 2 MB, at the most; the follower gets the frames of the first. */
static const shared_run followed = {
    "mask", "stall", FAULTS_NONE, {"kernel:stream,size=7M", "kernel:stream,size=7M", "kernel:histo,size=3M"}};

static void test_coalesced_and_splintered(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++)
        set_up(&followed, 1, i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
    shared_runs_all(x, 2);
    const inplace_totals *t = &x[0].result.coalescing;
    print_message("%lu coalesced, %lu splintered, %lu lines\n", (unsigned long)t->coalesced,
                  (unsigned long)t->splintered, (unsigned long)t->lines);
    assert_true(t->splintered >= 1 && t->coalesced > t->splintered);
    assert_int_equal(t->lines, LARGE_LINES * (t->coalesced + t->splintered));
    assert_int_equal(x[0].result.failsafe_pages, 0);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    shared_runs_free(x, 2);
}

static void test_nobody_sleeps_too_long(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up(&followed, 1, 0, &x[i]);
        x[i].config.never_sleep = i != 0;
    }
    shared_runs_all(x, 2);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    shared_runs_free(x, 2);
}

/* Pages come over the I/O bus, any that is touched, and a large page is coalesced when its last one is there.
 * The follower pages its own into the same frames. Times are a hundredth of Mosaic's, as are the data. */
static void set_up_paging(uint64_t shuffle, experiment *x) {
    set_up(&followed, 1, shuffle, x);
    x->config.exceptions = *chip_faults("mosaic");
    x->config.exceptions.faults = FAULTS_MIGRATE;
    x->config.exceptions.link = (host_link){.transfer_ns = 550, .allocate_ns = 545, .large_ns = 3180};
}

static void test_coalesced_as_pages_arrive(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++)
        set_up_paging(i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
    shared_runs_all(x, 2);
    const inplace_totals *t = &x[0].result.coalescing;
    const fault_stats *f = &x[0].result.faults;
    print_message("%lu pages, %lu coalesced, %lu splintered\n", (unsigned long)f->migrated,
                  (unsigned long)t->coalesced, (unsigned long)t->splintered);
    assert_true(t->splintered >= 1 && t->coalesced > t->splintered);
    assert_int_equal(t->lines, LARGE_LINES * (t->coalesced + t->splintered));
    assert_int_equal(t->pages, f->migrated + f->allocated);
    assert_int_equal(f->faults, f->migrated + f->allocated); /* each base page by itself */
    assert_int_equal(x[0].result.failsafe_pages, 0);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    shared_runs_free(x, 2);
}

static void test_nobody_sleeps_too_long_while_paging(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up_paging(0, &x[i]);
        x[i].config.never_sleep = i != 0;
    }
    shared_runs_all(x, 2);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    shared_runs_free(x, 2);
}

/* Pages of 2 MB come whole, with values. */
static void test_large_pages_over_the_bus(void **state) {
    (void)state;
    static experiment x[2];
    for (uint32_t i = 0; i < 2; i++) {
        set_up_paging(i != 0 ? unit_test_seed() | 1 : 0, &x[i]);
        x[i].config.design = *design_preset("gpu-mmu-2m");
    }
    shared_runs_all(x, 2);
    const fault_stats *f = &x[0].result.faults;
    assert_int_equal(f->migrated + f->allocated, 512 * f->faults);
    assert_true(f->faults >= 2 * 4 + 2);
    assert_true(gpu_result_equal(&x[0].result, &x[1].result));
    shared_runs_free(x, 2);
}

/* Mosaic 4.2: other base pages are taken from the application's own frames; a frame of base pages that do not
 * lie in order is no large page. */
static void test_scattered_pages_stay(void **state) {
    (void)state;
    static experiment x;
    const shared_run run = {"mask", "stall", FAULTS_NONE, {"kernel:stream,size=5M"}}; /* 1.7 MB each */
    set_up(&run, UINT32_MAX, 0, &x);
    shared_runs_all(&x, 1);
    assert_int_equal(x.result.coalescing.coalesced, 0);
    assert_int_equal(x.result.coalescing.lines, 0);
    assert_true(x.result.coalescing.pages >= 3 * (5U << 20) / 3 / 4096);
    gpu_result_free(&x.result);
}

static void test_wrong_combinations(void **state) {
    (void)state;
    static experiment x;
    char err[256];
    set_up(&followed, 1, 0, &x);
    x.config.exceptions.faults = FAULTS_LAZY;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(err, "design.coalesce: true: expected exceptions.faults none or migrate");
    x.config.design = *design_preset("gpu-mmu-2m");
    x.config.exceptions.faults = FAULTS_MIGRATE; /* over a link that does not know of 2 MB */
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(err,
                        "exceptions.region_bytes: 65536: expected at least the smallest of page_sizes, or "
                        "exceptions.link.large_ns and pages of at most 2 MB");
    x.config.exceptions = *chip_faults("mosaic");
    x.config.exceptions.faults = FAULTS_LAZY;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(err, "exceptions.faults: lazy: expected migrate, as pages are larger than a region");
    x.config.exceptions.faults = FAULTS_MIGRATE;
    x.config.exceptions.link.large_ns = 54999;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_non_null(strstr(err, "exceptions.link.large_ns: 54999: expected"));
    set_up(&followed, 1, 0, &x);
    x.config.chip.page_table = page_table_formats[PAGE_TABLE_PASCAL];
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(err, "design.coalesce: true: expected page_table x86, or one that coalesces to 2 MB");
    set_up(&followed, 1, 0, &x);
    x.config.design = *design_preset("gpu-mmu");
    x.config.design.page_bytes = 8192;
    assert_null(gpu_new(&x.config, x.app, x.napps, NULL, err, sizeof err));
    assert_string_equal(err, "page_sizes: 8192: expected sizes that the page table can map");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coalesced_and_splintered),
        cmocka_unit_test(test_nobody_sleeps_too_long),
        cmocka_unit_test(test_coalesced_as_pages_arrive),
        cmocka_unit_test(test_nobody_sleeps_too_long_while_paging),
        cmocka_unit_test(test_large_pages_over_the_bus),
        cmocka_unit_test(test_scattered_pages_stay),
        cmocka_unit_test(test_wrong_combinations),
    };
    return UNIT_TEST_RUN("mosaic", tests);
}
