/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Design `static` on a whole chip. MASK 7: "The first, called Static, uses a static spatial partitioning of
 * resources ... the shared L2 cache and memory channels are partitioned equally across applications."
 */
#include <stdio.h>
#include <string.h>

#include "gpu_workloads.h"
#include "unit_test.h"

#define APPS     2
#define CHANNELS 8

typedef struct {
    uint64_t requests[CHANNELS][APPS];
} channel_use;

static void count_request(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what,
                          uint64_t t0, uint64_t t1, uint64_t address, uint32_t app) {
    channel_use *use = ctx;
    unsigned channel = 0;
    (void)now, (void)lane, (void)what, (void)t0, (void)t1, (void)address;
    if (sscanf(track, "channel %u", &channel) == 1)
        use->requests[channel][app]++;
}

/* The cycles of the first application beside the second one. */
static uint64_t run(const char *design, bool ideal_tlb, const char *first, const char *second,
                    channel_use *use) {
    static experiment x;
    experiment *list[] = {&x};
    const observer watch = {.ctx = use, .span = count_request};
    const gpu_workload w = {"split memory", design, {first, second}, 0};
    assert_true(gpu_workload_setup(&w, &x));
    memset(use, 0, sizeof *use);
    x.watch = &watch;
    x.config.design.ideal_tlb = ideal_tlb;
    if (!experiments_run(list, 1, 1, NULL, NULL))
        fail_msg("%s", x.error);
    const uint64_t cycles = app_ipc_cycles(&x.result.app[0]);
    gpu_result_free(&x.result);
    return cycles;
}

/* The channels that an application's requests appear on, a bit each. */
static void run_channels(const char *design, uint32_t channels[APPS]) {
    channel_use use;
    (void)run(design, false, "kernel:gups,size=16M,updates=8K", "kernel:stream,size=6M", &use);
    for (uint32_t app = 0; app < APPS; app++) {
        channels[app] = 0;
        for (uint32_t c = 0; c < CHANNELS; c++)
            channels[app] |= (use.requests[c][app] != 0 ? 1U : 0U) << c;
    }
}

/* An application's traffic, page walks and write-backs included, never appears on the other one's channels,
 * and all of its own are used. */
static void test_channels_of_one_application(void **state) {
    (void)state;
    uint32_t channels[APPS];
    run_channels("static", channels);
    assert_int_equal(channels[0] | channels[1], 0xff);
    assert_true(channels[0] == 0x0f || channels[0] == 0xf0);
    assert_int_equal(channels[0] & channels[1], 0);
    run_channels("sharedtlb", channels);
    assert_int_equal(channels[0] & channels[1], 0xff);
}

/*
 * An application takes the same cycles whatever its neighbour does to the memory. The L2 TLB and the walkers
 * are shared in `static` (MASK 7.2: its hit rates and those of SharedTLB "are substantially similar"), so
 * every access hits the L1 TLB here.
 */
static void test_neighbour_of_no_effect(void **state) {
    (void)state;
    static const char first[] = "kernel:stream,size=3M";
    static const char *const second[] = {"kernel:stream,size=100K", "kernel:stream,size=12M",
                                         "kernel:gups,size=16M,updates=32K"};
    for (int shared = 0; shared < 2; shared++) {
        uint64_t cycles[3];
        for (int i = 0; i < 3; i++) {
            channel_use use;
            cycles[i] = run(shared ? "sharedtlb" : "static", true, first, second[i], &use);
        }
        assert_true(shared ? cycles[0] != cycles[1] && cycles[0] != cycles[2]
                           : cycles[0] == cycles[1] && cycles[0] == cycles[2]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_channels_of_one_application),
        cmocka_unit_test(test_neighbour_of_no_effect),
    };
    return UNIT_TEST_RUN("split_memory", tests);
}
