/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory system lets units rest that have had nothing to do for a while
 * (unit_use_step). Here each of them works at random, is emptied, and must be
 * identity from the cycle on in which its component stops stepping it.
 */
#include "unit_test.h"

#include <string.h>

#include "dram_arbiter.h"
#include "frfcfs_queue.h"
#include "golden_queue.h"
#include "l2_bypass.h"
#include "mem/bypass_units.h"
#include "mem/dram_channel.h"
#include "units/unit_use.h"

#define ROUNDS 60U
#define REST   2000U /* cycles watched after settling */

static uint32_t below(uint64_t *r, uint32_t n) {
    return (uint32_t)(unit_test_random(r) % n);
}

/* Rounds with more and with fewer events, queries and ends of epochs; one cycle in `every` is not idle. */
static l2_bypass_in bypass_input(uint64_t *r, uint32_t round, uint32_t every) {
    l2_bypass_in in = {.cfg_enable = 1};
    if (below(r, every) != 0)
        return in;
    in.ev0_valid = below(r, 8) < round % 9;
    in.ev0_depth = (u3)below(r, 8);
    in.ev0_hit = (u1)below(r, 2);
    in.q0_valid = (u1)below(r, 2);
    in.q0_depth = (u3)below(r, 8);
    in.epoch_end = below(r, 400 / every) == 0;
    return in;
}

static const l2_bypass_in bypass_idle = {.cfg_enable = 1};

static void test_l2_bypass(void **state) {
    (void)state;
    uint64_t r = unit_test_seed();
    l2_bypass_state s;
    l2_bypass_reset(&s);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        l2_bypass_out out;
        for (uint32_t left = 1 + below(&r, 900); left; left--) {
            l2_bypass_in in = bypass_input(&r, round, 1);
            l2_bypass_step(&s, &in, &out);
        }
        for (uint32_t i = 0; i < L2_BYPASS_SETTLE(true); i++)
            l2_bypass_step(&s, &bypass_idle, &out);
        l2_bypass_state rest = s;
        for (uint32_t i = 0; i < REST; i++)
            l2_bypass_step(&s, &bypass_idle, &out);
        assert_memory_equal(&s, &rest, sizeof(s));
    }
}

/* Asked as an L2 bank asks it, and made up for at random times, the unit has the pins and the state of one
 * that is stepped in every cycle. */
static void test_l2_bypass_on_demand(void **state) {
    (void)state;
    uint64_t r = unit_test_seed();
    uint64_t cycle = 0;
    unit_use use = {.ops = unit_find_for("l2_bypass", false, NULL, NULL, 0)};
    assert_non_null(use.ops);
    use.state = use.ops->create();
    l2_bypass_state s;
    l2_bypass_reset(&s);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint32_t every = 1 + below(&r, 100);
        for (uint32_t left = 2 * REST; left; left--, cycle++) {
            l2_bypass_in in = bypass_input(&r, round, every);
            l2_bypass_out out, pins;
            if (below(&r, every) == 0) {
                unit_use_pins_at(&use, cycle, &bypass_idle, &pins);
                l2_bypass_outputs(&s, &out);
                assert_memory_equal(&pins, &out, sizeof(out));
                assert_memory_equal(use.state, &s, sizeof(s));
            }
            if (in.ev0_valid || in.q0_valid || in.epoch_end)
                unit_use_step_at(&use, cycle, &bypass_idle, &in, &pins, L2_BYPASS_SETTLE(in.epoch_end));
            l2_bypass_step(&s, &in, &out);
        }
    }
    unit_use_close(&use);
}

/* Golden, silver and normal: pushes at random, pops of what was shown, until empty; banks of any readiness.
 */
static void test_golden(void **state) {
    (void)state;
    uint64_t r = unit_test_seed();
    golden_queue_state s;
    golden_queue_out out;
    golden_queue_reset(&s);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t pushes = 1 + below(&r, 100);
        do {
            golden_queue_outputs(&s, &out);
            golden_queue_in in = {.push_valid = pushes != 0, .push_id = (u9)below(&r, 512)};
            in.pop = (u1)below(&r, 2);
            pushes -= pushes && out.push_ready;
            golden_queue_step(&s, &in, &out);
        } while (pushes || s.count);
        golden_queue_in idle = {0};
        for (uint32_t i = 0; i < DRAM_UNIT_SETTLE; i++)
            golden_queue_step(&s, &idle, &out);
        golden_queue_state rest = s;
        for (uint32_t i = 0; i < REST; i++)
            golden_queue_step(&s, &idle, &out);
        assert_memory_equal(&s, &rest, sizeof(s));
    }
}

#define FRFCFS_TEST(queue)                                                                                   \
    static void test_##queue(void **state) {                                                                 \
        (void)state;                                                                                         \
        uint64_t r = unit_test_seed();                                                                       \
        queue##_state s;                                                                                     \
        queue##_out out;                                                                                     \
        queue##_reset(&s);                                                                                   \
        for (uint32_t round = 0; round < ROUNDS; round++) {                                                  \
            uint32_t pushes = 1 + below(&r, 100);                                                            \
            bool shown = false; /* a pick, in the cycle before */                                            \
            do {                                                                                             \
                queue##_outputs(&s, &out);                                                                   \
                queue##_in in = {.push_valid = pushes != 0, .push_bank = (u3)below(&r, 8)};                  \
                in.bank_ready = (u8)below(&r, 256);                                                          \
                in.act_valid = (u1)below(&r, 2);                                                             \
                in.act_bank = (u3)below(&r, 8);                                                              \
                in.pre = (u8)below(&r, 256);                                                                 \
                in.cfg_hit_cap = (u8)below(&r, 4);                                                           \
                in.pop = shown && below(&r, 2);                                                              \
                shown = out.pick_valid;                                                                      \
                pushes -= pushes && out.push_ready;                                                          \
                queue##_step(&s, &in, &out);                                                                 \
                queue##_outputs(&s, &out);                                                                   \
            } while (pushes || out.level);                                                                   \
            queue##_in idle = {0};                                                                           \
            for (uint32_t i = 0; i < DRAM_UNIT_SETTLE; i++)                                                  \
                queue##_step(&s, &idle, &out);                                                               \
            queue##_state rest = s;                                                                          \
            for (uint32_t i = 0; i < REST; i++) {                                                            \
                idle.bank_ready = (u8)below(&r, 256);                                                        \
                idle.cfg_hit_cap = (u8)below(&r, 4);                                                         \
                queue##_step(&s, &idle, &out);                                                               \
            }                                                                                                \
            assert_memory_equal(&s, &rest, sizeof(s));                                                       \
        }                                                                                                    \
    }                                                                                                        \
    static void test_##queue(void **state)

FRFCFS_TEST(frfcfs_queue);

static void test_dram_arbiter(void **state) {
    (void)state;
    uint64_t r = unit_test_seed();
    dram_arbiter_state s;
    dram_arbiter_out out;
    dram_arbiter_reset(&s);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        dram_arbiter_in idle = {
            .cfg_enable = 1, .cfg_apps = 7, .cfg_thresh_max = 500, .g_ready = 1, .s_ready = 1};
        idle.n_ready = 1;
        for (uint32_t left = 1 + below(&r, 300); left; left--) {
            dram_arbiter_in in = idle;
            in.req_valid = (u1)below(&r, 2);
            in.req_walk = (u1)below(&r, 2);
            in.req_app = (u5)below(&r, 7);
            in.g_valid = (u1)below(&r, 2);
            in.s_valid = (u1)below(&r, 2);
            in.n_valid = (u1)below(&r, 2);
            in.bank_ready = (u8)below(&r, 256);
            in.epoch_end = below(&r, 100) == 0;
            for (uint32_t i = 0; i < 7; i++) {
                in.conptw[i] = (u6)below(&r, 64);
                in.stalled[i] = (u6)below(&r, 64);
            }
            dram_arbiter_step(&s, &in, &out);
        }
        do /* as the channel does: awake while anything shows */
            dram_arbiter_step(&s, &idle, &out);
        while (out.busy || !out.req_ready || out.issue_valid);
        for (uint32_t i = 0; i < DRAM_UNIT_SETTLE; i++)
            dram_arbiter_step(&s, &idle, &out);
        dram_arbiter_state rest = s;
        for (uint32_t i = 0; i < REST; i++) {
            idle.bank_ready = (u8)below(&r, 256);
            dram_arbiter_step(&s, &idle, &out);
        }
        assert_memory_equal(&s, &rest, sizeof(s));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_l2_bypass),    cmocka_unit_test(test_l2_bypass_on_demand),
        cmocka_unit_test(test_golden),       cmocka_unit_test(test_frfcfs_queue),
        cmocka_unit_test(test_dram_arbiter),
    };
    return UNIT_TEST_RUN("unit_settle", tests);
}
