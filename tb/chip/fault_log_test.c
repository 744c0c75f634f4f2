/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults of one warp beside the log of a real GPU (Titan V; Allen and Ge, SC 2021): c = a + b
 * with a page per thread and array, 64 pages read and 32 written. Prints both;
 * docs/reports/thesis-6.md explains the difference.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault_runs.h"
#include "unit_test.h"

#define PAGES       96U
#define READS       64U
#define MAX_BATCHES 16U

typedef struct {
    uint64_t page;
    uint64_t from, to; /* base ticks */
} one_fault;

typedef struct {
    one_fault fault[2 * PAGES];
    uint32_t faults;
    uint32_t batch[MAX_BATCHES]; /* faults of each */
    uint32_t batches;
} fault_list;

/* ---- the real one ---- */

/* Lines "..., -;s," and "-;b," enclose a batch of "-;f,PAGE,TIME,...". */
static void read_log(FILE *file, fault_list *l) {
    char line[256];
    while (fgets(line, sizeof line, file)) {
        const char *what = strstr(line, "-;");
        unsigned long long page, time;
        if (!what)
            continue;
        if (strncmp(what, "-;s,", 4) == 0 && l->batches < MAX_BATCHES)
            l->batches++;
        if (sscanf(what, "-;f,%llx,%llu", &page, &time) == 2 && l->batches && l->faults < 2 * PAGES) {
            l->fault[l->faults++] = (one_fault){.page = page >> GMMU_PAGE_BITS, .from = time};
            l->batch[l->batches - 1]++;
        }
    }
}

/* ---- ours ---- */

static void take_span(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what,
                      uint64_t t0, uint64_t t1, uint64_t address, uint32_t app) {
    fault_list *l = ctx;
    (void)now;
    (void)lane;
    (void)what;
    (void)app;
    if (strcmp(track, "faults") != 0)
        return;
    assert_true(l->faults < 2 * PAGES);
    l->fault[l->faults++] = (one_fault){.page = address >> GMMU_PAGE_BITS, .from = t0, .to = t1};
}

static int by_arrival(const void *a, const void *b) {
    const one_fault *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* A batch: what has arrived before the first of it is answered. */
static void make_batches(fault_list *l) {
    uint64_t answered = 0;
    qsort(l->fault, l->faults, sizeof l->fault[0], by_arrival);
    for (uint32_t i = 0; i < l->faults; i++) {
        if (l->fault[i].from >= answered) {
            assert_true(l->batches < MAX_BATCHES);
            l->batches++;
            answered = l->fault[i].to;
        } else if (l->fault[i].to < answered) {
            answered = l->fault[i].to;
        }
        l->batch[l->batches - 1]++;
    }
}

static void run_ours(const char *scheme, register_allocation registers, fault_list *l) {
    static experiment x;
    const fault_run run = {scheme, "kernel:page-stride", "nvlink", .faults = FAULTS_MIGRATE};
    observer watch = {.ctx = l, .span = take_span};
    memset(l, 0, sizeof *l);
    fault_run_setup(&run, &x);
    x.config.exceptions.region_bytes = 1U << GMMU_PAGE_BITS; /* as the log: page by page */
    x.config.chip.sm.registers = registers;
    x.watch = &watch;
    fault_run_all(&x, 1);
    assert_int_equal(x.result.faults.migrated, READS);
    assert_int_equal(x.result.faults.allocated, PAGES - READS);
    gpu_result_free(&x.result);
    make_batches(l);
}

static void print_list(const char *name, const fault_list *l) {
    print_message("%-14s %u faults in batches of", name, l->faults);
    for (uint32_t i = 0; i < l->batches; i++)
        print_message(" %u", l->batch[i]);
    print_message("\n");
}

static void check_distinct(const fault_list *l) {
    assert_int_equal(l->faults, PAGES);
    for (uint32_t i = 0; i < l->faults; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(l->fault[i].page != l->fault[k].page);
}

/* The stores need both loads of all lanes: none may fault before the last page read is there. */
static void check_dependence(const fault_list *l) {
    uint64_t last_read = 0;
    for (uint32_t i = 0; i < READS; i++)
        last_read = l->fault[i].to > last_read ? l->fault[i].to : last_read;
    for (uint32_t i = READS; i < l->faults; i++)
        assert_true(l->fault[i].from >= last_read);
}

/* ---- tests ---- */

static void real_logs(void **state) {
    const char *traces = getenv("GMMU_TRACES");
    (void)state;
    for (int run = 1; run <= 4; run++) {
        char path[512];
        fault_list log = {.faults = 0};
        (void)snprintf(path, sizeof path, "%s/uvm_faults_titanv/abc_%d", traces ? traces : "../shared/traces",
                       run);
        FILE *file = fopen(path, "r");
        if (!file) {
            print_message("SKIP: no fault log %s\n", path);
            skip();
            return;
        }
        read_log(file, &log);
        (void)fclose(file);
        print_list("Titan V", &log);
        check_distinct(&log);
        assert_int_equal(log.batches, 3);
        assert_int_equal(log.batch[0], 56);
        assert_int_equal(log.batch[1], 8);
        assert_int_equal(log.batch[2], 32);
    }
}

/* A FAULT frees the L1-TLB MSHR, and both loads issue: all that is read faults at once. By liveness the
 * second address takes the register of the first, which a replay queue holds until the first load is served,
 * and an operand log does not. */
static void preemptible(void **state) {
    static const struct {
        const char *scheme;
        register_allocation registers;
        bool held;
    } runs[] = {{"replay", REGISTERS_RING, false},
                {"oplog:16K", REGISTERS_RING, false},
                {"oplog:16K", REGISTERS_LIVENESS, false},
                {"replay", REGISTERS_LIVENESS, true}};
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        static fault_list l;
        run_ours(runs[i].scheme, runs[i].registers, &l);
        print_list(runs[i].scheme, &l);
        check_distinct(&l);
        check_dependence(&l);
        assert_int_equal(l.batches, runs[i].held ? 3 : 2);
        assert_int_equal(l.batch[0], runs[i].held ? GMMU_LANES : READS);
        assert_int_equal(l.batch[l.batches - 1], PAGES - READS);
    }
}

/* With its warp disabled behind it, the second load faults after the first is served. */
static void warp_disable(void **state) {
    static fault_list l;
    (void)state;
    run_ours("wd-lastcheck", REGISTERS_LIVENESS, &l);
    print_list("wd-lastcheck", &l);
    check_distinct(&l);
    check_dependence(&l);
    assert_int_equal(l.batches, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(l.batch[i], GMMU_LANES);
}

/* Stall on fault: what is outstanding is bounded, as on the real GPU, by the misses the L1 TLB can have. */
static void stall(void **state) {
    static fault_list l;
    (void)state;
    run_ours("stall", REGISTERS_LIVENESS, &l);
    print_list("stall", &l);
    check_distinct(&l);
    check_dependence(&l);
    assert_int_equal(l.batch[0], chip_preset("tanasic")->tlb.level[0].mshrs);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_logs), cmocka_unit_test(preemptible),
                                       cmocka_unit_test(warp_disable), cmocka_unit_test(stall)};
    return UNIT_TEST_RUN("fault_log", tests);
}
