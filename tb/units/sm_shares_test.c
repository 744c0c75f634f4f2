/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thesis 5.3.4: equal sharing. With as many kernels as processes, their tokens are all SMs, and no kernel has
 * two more than another, whatever came and went before.
 */
#include "dispatch/sm_shares.h"

#include "unit_test.h"

static uint32_t drawn(uint64_t *random, uint32_t least, uint32_t most) {
    return least + (uint32_t)(unit_test_random(random) % (most - least + 1));
}

static void check_shares(uint32_t sms, const uint32_t *tokens, const bool *active, uint32_t processes) {
    uint32_t sum = 0, count = 0;
    for (uint32_t p = 0; p < processes; p++) {
        if (!active[p])
            continue;
        assert_in_range(tokens[p], sms / processes, sms / processes + 1);
        sum += tokens[p];
        count++;
    }
    assert_true(sum <= sms);
    if (count == processes)
        assert_int_equal(sum, sms);
}

static void test_tokens_of_all_are_all_sms(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t sms = drawn(&random, 1, CHIP_MAX_SMS), processes = drawn(&random, 1, CHIP_MAX_APPS);
        sm_shares shares = {0};
        uint32_t tokens[CHIP_MAX_APPS] = {0};
        bool active[CHIP_MAX_APPS] = {false};
        for (uint32_t event = 0; event < 200; event++) {
            const uint32_t p = drawn(&random, 0, processes - 1);
            if (active[p])
                sm_shares_give_back(&shares, p);
            else
                tokens[p] = sm_shares_take(&shares, sms, processes, p);
            active[p] = !active[p];
            check_shares(sms, tokens, active, processes);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tokens_of_all_are_all_sms)};
    return UNIT_TEST_RUN("sm_shares", tests);
}
