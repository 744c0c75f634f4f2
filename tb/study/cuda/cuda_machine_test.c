/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Experiments on a real GPU, on a made-up driver and GPU: its TLBs are known, its lines are near and far, its
 * latencies vary. The program that runs there is the real one, compiled for the host.
 */
#include "study/cuda/cuda_machine.h"

#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"
#include "study/probe/tlb_boundary.h"
#include "study/probe/tlb_sharing.h"
#include "unit_test.h"

#define LONG_LIST  30000U
#define MOST_CALLS 5000U

/* Levels as an H200 has them, but smaller; the second is shared by two SMs, the third by all. */
static fake_cuda made_up(void) {
    fake_cuda gpu = {.tlbs = fake_gpu_new(),
                     .sms = 4,
                     .said_sms = 4,
                     .memory_free = UINT64_C(4) << 30,
                     .random = unit_test_seed()};
    fake_gpu *g = gpu.tlbs;
    g->levels = 3;
    g->level[0] = (fake_level){.sets = 1, .ways = 16, .piece_bits = 22};
    g->level[1] = (fake_level){.sets = 16, .ways = 8, .piece_bits = 25, .index = INDEX_XOR};
    g->level[2] = (fake_level){.sets = 64, .ways = 8, .piece_bits = 25, .index = INDEX_XOR};
    for (uint32_t i = 0; i < gpu.sms; i++) {
        g->level[0].instance[i] = i;
        g->level[1].instance[i] = i / 2;
    }
    const uint32_t latency[] = {270, 281, 376, 800};
    memcpy(g->latency, latency, sizeof latency);
    return gpu;
}

static cuda_machine *machine_of(fake_cuda *gpu, bool levelled) {
    char err[512] = "";
    cuda_machine *m = cuda_machine_new(fake_cuda_calls(gpu), 1, levelled, err, sizeof err);
    if (!m)
        print_error("%s\n", err);
    assert_non_null(m);
    return m;
}

/* Lines that are near and far hide the 11 cycles of a miss of the first level; the second access to each
 * brings them to light. */
static void test_levels(void **state) {
    (void)state;
    fake_cuda gpu = made_up();
    gpu.far = 60;
    gpu.jitter = 8;
    cuda_machine *m = machine_of(&gpu, true);
    const probe_machine *p = cuda_machine_probe(m);
    assert_in_range(p->noise, 1, 8);
    tlb_boundary found;
    assert_true(tlb_boundary_find(p, &found));
    assert_int_equal(found.levels, 3);
    const uint32_t entries[] = {16, 128, 512}, miss[] = {11, 95, 424};
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(found.level[k].entries, entries[k]);
        assert_int_equal(found.level[k].covers, UINT64_C(1) << gpu.tlbs->level[k].piece_bits);
        assert_int_equal(found.level[k].brings, found.level[k].covers);
        assert_in_range(found.level[k].miss, miss[k] - 6, miss[k] + 6);
    }
    cuda_machine_free(m);
    fake_gpu_free(gpu.tlbs);
}

static void test_sharing(void **state) {
    (void)state;
    fake_cuda gpu = made_up();
    gpu.far = 60;
    cuda_machine *m = machine_of(&gpu, true);
    const probe_machine *p = cuda_machine_probe(m);
    tlb_boundary boundary;
    tlb_sharing_found found;
    assert_true(tlb_boundary_find(p, &boundary));
    assert_true(tlb_sharing_find(p, &boundary, &found));
    const uint32_t group[3][4] = {{0, 1, 2, 3}, {0, 0, 2, 2}, {0, 0, 0, 0}};
    for (uint32_t k = 0; k < 3; k++)
        assert_memory_equal(found.group[k], group[k], sizeof group[k]);
    cuda_machine_free(m);
    fake_gpu_free(gpu.tlbs);
}

/* Latencies of lists that shared memory does not hold, of several SMs, of several threads, come in order. */
static void test_order(void **state) {
    (void)state;
    fake_cuda gpu = made_up(), same = made_up();
    uint64_t random = unit_test_seed();
    uint64_t *address = calloc(LONG_LIST, sizeof *address);
    uint32_t *latency = calloc(LONG_LIST * (size_t)3, sizeof *latency);
    assert_true(address && latency);
    cuda_machine *m = machine_of(&gpu, false);
    const probe_machine *p = cuda_machine_probe(m);
    for (uint32_t i = 0; i < LONG_LIST; i++)
        address[i] = unit_test_random(&random) % (p->bytes / PROBE_LINE_BYTES) * PROBE_LINE_BYTES;
    const probe_launch launch[] = {{.sm = 2, .address = address, .count = LONG_LIST},
                                   {.sm = 0, .address = address + 7, .count = 100},
                                   {.sm = 0, .address = address + 7, .count = 100},
                                   {.sm = 3, .address = address, .count = 0},
                                   {.sm = 1, .address = address, .count = 9600, .threads = 32},
                                   {.sm = 0, .address = address + 7, .count = 100},
                                   {.sm = 2, .address = address, .count = LONG_LIST}};
    assert_true(p->run(p->ctx, launch, 7, latency));
    const uint32_t *next = latency;
    for (uint32_t n = 0; n < 7; n++)
        for (uint32_t i = 0; i < launch[n].count; i += probe_launch_threads(&launch[n]))
            assert_int_equal(*next++, fake_gpu_access(same.tlbs, launch[n].sm, launch[n].address[i]));
    const uint64_t within = PROBE_LINE_BYTES + 32;
    const probe_launch part = {.address = &within, .count = 1};
    assert_true(p->whole_lines && !p->run(p->ctx, &part, 1, latency));
    cuda_machine_free(m);
    fake_gpu_free(gpu.tlbs);
    fake_gpu_free(same.tlbs);
    free(address);
    free(latency);
}

/* More steps than one program takes. */
static void test_many_launches(void **state) {
    (void)state;
    fake_cuda gpu = made_up(), same = made_up();
    probe_launch launch[1500];
    uint64_t address[3];
    uint32_t latency[1500 * 3];
    cuda_machine *m = machine_of(&gpu, false);
    const probe_machine *p = cuda_machine_probe(m);
    for (uint32_t i = 0; i < 3; i++)
        address[i] = (uint64_t)i << 28;
    for (uint32_t n = 0; n < 1500; n++)
        launch[n] = (probe_launch){.sm = n / 2 % 4, .address = address, .count = 3};
    const uint32_t before = gpu.programs;
    assert_true(p->run(p->ctx, launch, 1500, latency));
    assert_in_range(gpu.programs - before, 2, 4);
    for (uint32_t i = 0; i < 4500; i++)
        assert_int_equal(latency[i], fake_gpu_access(same.tlbs, launch[i / 3].sm, address[i % 3]));
    cuda_machine_free(m);
    fake_gpu_free(gpu.tlbs);
    fake_gpu_free(same.tlbs);
}

/* Whichever call of the driver fails, one line says so, and nothing is kept. */
static void test_failures(void **state) {
    (void)state;
    uint32_t failures = 0;
    for (bool levelled = false;; levelled = true) {
        bool failed = true;
        for (uint32_t n = 1; failed && n < MOST_CALLS; n += n < 60 ? 1 : 97) {
            fake_cuda gpu = made_up();
            uint64_t address = 128;
            uint32_t latency = 0;
            char err[512] = "";
            gpu.fails = n;
            cuda_machine *m = cuda_machine_new(fake_cuda_calls(&gpu), 0, levelled, err, sizeof err);
            const probe_launch launch = {.address = &address, .count = 1};
            const char *why = m ? cuda_machine_error(m) : err;
            failed = !m || !cuda_machine_probe(m)->run(cuda_machine_probe(m)->ctx, &launch, 1, &latency);
            assert_int_equal(failed, gpu.calls >= n);
            if (failed) {
                assert_non_null(strstr(why, "CUDA_ERROR_PLANTED: the test wants it"));
                assert_null(strchr(why, '\n'));
                failures++;
            }
            cuda_machine_free(m);
            fake_gpu_free(gpu.tlbs);
        }
        assert_false(failed);
        if (levelled)
            break;
    }
    assert_true(failures > 60);
}

static void expect_refused(fake_cuda gpu, uint32_t device, const char *why) {
    char err[512] = "";
    assert_null(cuda_machine_new(fake_cuda_calls(&gpu), device, false, err, sizeof err));
    if (!strstr(err, why))
        print_error("'%s' has no '%s'\n", err, why);
    assert_non_null(strstr(err, why));
    fake_gpu_free(gpu.tlbs);
}

static void test_refused(void **state) {
    (void)state;
    expect_refused(made_up(), 2, "expected a number below 2");
    fake_cuda gpu = made_up();
    gpu.memory_free = UINT64_C(1) << 30;
    expect_refused(gpu, 0, "bytes of memory are free; expected");
    /* Another program has an SM: not all blocks run at once. */
    gpu = made_up();
    gpu.said_sms = 5;
    expect_refused(gpu, 0, "waited for another in vain");
}

static void test_bad_launches(void **state) {
    (void)state;
    fake_cuda gpu = made_up();
    uint32_t latency;
    cuda_machine *m = machine_of(&gpu, false);
    const probe_machine *p = cuda_machine_probe(m);
    const uint64_t odd = 4, behind = p->bytes, good = 0;
    const probe_launch bad[] = {{.address = &odd, .count = 1},
                                {.address = &behind, .count = 1},
                                {.sm = 4, .address = &good, .count = 1}};
    for (uint32_t i = 0; i < 3; i++) {
        assert_false(p->run(p->ctx, &bad[i], 1, &latency));
        assert_non_null(strstr(cuda_machine_error(m), "addresses of lines in memory"));
    }
    cuda_machine_free(m);
    fake_gpu_free(gpu.tlbs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),        cmocka_unit_test(test_sharing),  cmocka_unit_test(test_order),
        cmocka_unit_test(test_many_launches), cmocka_unit_test(test_failures), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bad_launches)};
    return UNIT_TEST_RUN("cuda_machine", tests);
}
