/* SPDX-License-Identifier: Apache-2.0 */
/* Whose requests the silver queue takes, on a whole chip. */
#include <string.h>

#include "gpu_workloads.h"
#include "unit_test.h"

/*
 * MASK 5.4: applications take turns in the silver queue, "to provide higher priority to applications that are
 * likely to be stalled due to concurrent TLB misses", by concurrent page walks times "the number of warps
 * stalled per active TLB miss". Warps of a block share the pages of the first application, so its misses
 * stall several warps of an SM each; it has a third of the misses of the second one, whose misses stall one
 * warp. The L1 TLBs merge the warps of a page, so the requests that reach the L2 TLB do not show it: by them
 * the first application would get a third of the second one's turn.
 */
static void test_stalled_warps_earn_turns(void **state) {
    (void)state;
    static experiment x;
    experiment *list[] = {&x};
    const gpu_workload shared = {
        "shared pages",
        "mask",
        {"kernel:pagemix,percent=50,touches=2,share=8", "kernel:pagemix,percent=50,touches=1,share=1"},
        0};
    assert_true(gpu_workload_setup(&shared, &x));
    x.config.measure = (measure_config){.warmup_epochs = 2, .epochs = 6};
    if (!experiments_run(list, 1, 1, NULL, NULL))
        fail_msg("%s", x.error);
    const app_stats *many = &x.result.app[0].stats, *one = &x.result.app[1].stats;
    assert_true(many->tlb_warps > 2 * many->tlb_answers);
    assert_true(one->tlb_warps * 10 < one->tlb_answers * 11);
    for (size_t i = 4; i < x.result.epoch_samples; i += 2) {
        const epoch_sample *e = &x.result.epochs[i];
        if (e[0].stalled < 2 * e[1].stalled || e[0].conptw >= e[1].conptw)
            fail_msg("epoch %u: %u warps and %u misses beside %u and %u", (unsigned)e->epoch, e[0].stalled,
                     e[0].conptw, e[1].stalled, e[1].conptw);
    }
    assert_true(2 * many->dram_requests[1] > one->dram_requests[1]);
    gpu_result_free(&x.result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stalled_warps_earn_turns),
    };
    return UNIT_TEST_RUN("silver_turn", tests);
}
