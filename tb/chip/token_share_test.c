/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens on a whole chip: which part of the walks fills the L2 TLB, epoch by epoch. */
#include <stdio.h>

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

/*
 * One application has all 16 SMs, by DSS. Another one arrives in epoch 5 and takes eight of them; its launch
 * ends in epoch 12, they go back, and it comes again. Blocks are short, so few warps run alone at the end of
 * a launch.
 */
static const gpu_workload coming_and_going = {
    "coming and going",
    "mask-tlb",
    {"kernel:pagemix,percent=90,touches=1,share=1,visits=3,blocks=65536",
     "kernel:pagemix,percent=90,touches=1,share=1,visits=1,blocks=4096"},
    0};
#define ALL_SMS      16U
#define ARRIVES      110000U
#define SM_WARPS     64
#define TOKENS_OF_SM 16 /* 25 % of its warps */

/* What part of the walks fills in an epoch of coming_and_going. */
static void check_share(const epoch_sample *e) {
    const uint32_t walks = e->l2_tlb_fills + e->bypass_fills;
    const double share = (double)e->l2_tlb_fills / walks;
    const double held = TOKENS_OF_SM / ((double)e->walk_running / e->walks);
    const double near = walks < 1000 ? 0.1 : 0.05; /* three standard deviations of 200 walks */
    if (e->tokens >= 0 && (share < held - near || share > held + near))
        fail_msg("epoch %u, application %u: %.2f of %u walks fill, %.2f of the warps should",
                 (unsigned)e->epoch, e->app, share, walks, held);
    if (e->tokens < 0)
        assert_int_equal(e->bypass_fills, 0);
}

/*
 * MASK 5.2: "the initial number of tokens for each application is set to a predetermined fraction of the
 * total number of warps per application", and else "the token count remains unchanged" while the miss rate
 * does; no miss rate matters here. By thesis 5.2, SMs change hands. So a quarter of the warps of each
 * application fills in every epoch, in those in which SMs change hands, too, however many it has; and the one
 * that arrives fills without limit in its first epoch, on SMs that were the other one's.
 */
static void test_tokens_follow_the_sms(void **state) {
    (void)state;
    static experiment x;
    experiment *list[] = {&x};
    uint32_t seen[2] = {0}, halves = 0, others = 0;
    assert_true(gpu_workload_setup(&coming_and_going, &x));
    x.config.chip.sm.count = ALL_SMS;
    for (uint32_t i = 0; i < 2; i++) {
        x.app[i].first_sm = ALL_SMS / 2 * i;
        x.app[i].sms = ALL_SMS / 2;
    }
    x.app[1].arrives = ARRIVES;
    x.config.design.block_scheduler = "dss";
    x.config.mask.epoch_cycles = EPOCH;
    x.config.mask.initial_tokens = (uint16_t)((TOKENS_OF_SM << 16) / SM_WARPS);
    x.config.mask.margin = UINT16_MAX;
    x.config.measure = (measure_config){.warmup_epochs = 0, .epochs = 16};
    if (!experiments_run(list, 1, 1, NULL, NULL))
        fail_msg("%s", x.error);
    for (size_t i = 0; i < x.result.epoch_samples; i++) {
        const epoch_sample *e = &x.result.epochs[i];
        if (e->walks == 0)
            continue;
        check_share(e);
        seen[e->app]++;
        halves += e->tokens == TOKENS_OF_SM * ALL_SMS / 2;
        others +=
            e->tokens >= 0 && e->tokens != TOKENS_OF_SM * ALL_SMS && e->tokens != TOKENS_OF_SM * ALL_SMS / 2;
        if (e->tokens >= 0)
            assert_int_equal(e->tokens % TOKENS_OF_SM, 0);
    }
    assert_true(seen[0] >= 15 && seen[1] >= 10);
    assert_true(halves >= 14 && others >= 2); /* an epoch ended while SMs were on their way */
    gpu_result_free(&x.result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fills_follow_tokens),
        cmocka_unit_test(test_tokens_follow_the_sms),
    };
    return UNIT_TEST_RUN("token_share", tests);
}
