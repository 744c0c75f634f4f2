/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens on a whole chip: which part of the walks fills the L2 TLB, epoch by epoch. */
#include "gpu_workloads.h"
#include "unit_test.h"

#define EPOCH 20000U

/* Two applications of 15 SMs with 64 warps each; blocks of 8 warps come and go. */
static const gpu_workload churning = {"churning",
                                      "mask-tlb",
                                      {"kernel:pagemix,percent=50,touches=1,share=1,visits=4,blocks=4096",
                                       "kernel:pagemix,percent=90,touches=1,share=1,visits=3,blocks=4096"},
                                      0};
#define SMS 15

/*
 * MASK 5.2: "if there are n tokens, the n warps with the lowest warp ID values receive tokens". Warps of
 * these applications miss alike, so the walks that fill the L2 TLB are as large a part of all as the tokens
 * are of the warps, whichever warps have come and gone.
 */
static void test_fills_follow_tokens(void **state) {
    (void)state;
    static const uint16_t initial[] = {52429, 13107}; /* 80, 20 % */
    for (uint32_t k = 0; k < 2; k++) {
        static experiment x;
        experiment *list[] = {&x};
        uint32_t epochs = 0;
        assert_true(gpu_workload_setup(&churning, &x));
        x.config.mask.epoch_cycles = EPOCH;
        x.config.mask.initial_tokens = initial[k];
        x.config.measure = (measure_config){.warmup_epochs = 0, .epochs = 6};
        if (!experiments_run(list, 1, 1, NULL, NULL))
            fail_msg("%s", x.error);
        for (size_t i = 0; i < x.result.epoch_samples; i++) {
            const epoch_sample *e = &x.result.epochs[i];
            const uint32_t walks = e->l2_tlb_fills + e->bypass_fills;
            if (e->tokens < 0)
                assert_int_equal(e->bypass_fills, 0);
            if (e->tokens < 0 || walks < 500)
                continue;
            /* Tokens of an SM over the warps that it ran. */
            const double share = (double)e->l2_tlb_fills / walks;
            double held = (double)e->tokens / SMS / ((double)e->walk_running / e->walks);
            held = held < 1.0 ? held : 1.0;
            if (share < held - 0.04 || share > held + 0.04)
                fail_msg("epoch %u, application %u: %.2f of %u walks fill, %.2f of the warps "
                         "have tokens",
                         (unsigned)e->epoch, e->app, share, walks, held);
            epochs++;
        }
        assert_int_equal(epochs, 2 * 4);
        gpu_result_free(&x.result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fills_follow_tokens),
    };
    return UNIT_TEST_RUN("token_share", tests);
}
