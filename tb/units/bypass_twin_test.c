/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host twin of l2_bypass shows at every edge the pins of its unit, and has its counters: random traffic
 * with epochs, from reset and from states that no traffic of a test reaches, such as counters near 2^31.
 */
#include "units/bypass_twin.h"

#include <stdbool.h>
#include <string.h>

#include "unit_test.h"
#include "units/unit_twin.h"

/* What has happened, so that the comparison was of something. */
static struct {
    uint64_t seed, bypassed, passed, decided, halved, both;
} seen;

static bool percent(uint64_t *random, uint32_t part) {
    return unit_test_random(random) % 100 < part;
}

static u3 any_depth(uint64_t *random) {
    return (u3)(percent(random, 50) ? unit_test_random(random) % 2
                                    : unit_test_random(random) % GMMU_NUM_DEPTHS);
}

static l2_bypass_in any_input(uint64_t *random, uint32_t busy) {
    return (l2_bypass_in){.ev0_valid = percent(random, busy),
                          .ev0_depth = any_depth(random),
                          .ev0_hit = percent(random, 40),
                          .ev1_valid = percent(random, busy / 2),
                          .ev1_depth = any_depth(random),
                          .ev1_hit = percent(random, 60),
                          .q0_valid = percent(random, busy),
                          .q0_depth = any_depth(random),
                          .q0_sampled = percent(random, 12),
                          .q1_valid = percent(random, busy / 2),
                          .q1_depth = any_depth(random),
                          .q1_sampled = percent(random, 12),
                          .epoch_end = unit_test_random(random) % 2000 == 0,
                          .cfg_enable = percent(random, 95)};
}

static void assert_same_bypass(const l2_bypass_out *unit, const l2_bypass_out *twin) {
    assert_int_equal(unit->a0_valid, twin->a0_valid);
    assert_int_equal(unit->a0_bypass, twin->a0_bypass);
    assert_int_equal(unit->a1_valid, twin->a1_valid);
    assert_int_equal(unit->a1_bypass, twin->a1_bypass);
    assert_int_equal(unit->bypass, twin->bypass);
}

static void assert_same_counters(const l2_bypass_state *unit, const l2_bypass_state *twin) {
    for (uint32_t d = 0; d < GMMU_NUM_DEPTHS; d++) {
        assert_int_equal(unit->hits[d], twin->hits[d]);
        assert_int_equal(unit->accesses[d], twin->accesses[d]);
        assert_int_equal(unit->left[d], twin->left[d]);
    }
    assert_int_equal(unit->full, twin->full);
    assert_int_equal(unit->due, twin->due);
    assert_int_equal(unit->busy, twin->busy);
}

/* Counters near 2^31, and depths that bypass: an edge of the unit sees to what the twin keeps of them. */
static void begin_late(uint64_t *random, l2_bypass_state *unit, bypass_twin *twin) {
    for (uint32_t d = 0; d < GMMU_NUM_DEPTHS; d++) {
        unit->accesses[d] = (u32)(0x7fffff80U + unit_test_random(random) % 0x40U);
        unit->hits[d] = (u32)(unit_test_random(random) % 0x7fffff00U);
        unit->left[d] = d ? (u3)(unit_test_random(random) & 7U) : 0;
    }
    twin->unit = *unit;
    l2_bypass_outputs(&twin->unit, &twin->pins);
}

static void compare_once(void) {
    uint64_t random = seen.seed++;
    const unit_ops *ops = unit_find_for("l2_bypass", false, NULL, NULL, 0);
    const unit_twin_ops *twins = unit_twin(ops);
    l2_bypass_state *unit = ops->create();
    bypass_twin *twin = twins->ops.create();
    l2_bypass_out of_unit, of_twin;
    if (percent(&random, 50))
        begin_late(&random, unit, twin);
    for (uint32_t i = 0; i < 30000; i++) {
        const l2_bypass_in in = any_input(&random, i / 3000 % 2 ? 10 : 70);
        const bool was_busy = unit->busy, was_full = unit->full && !in.epoch_end && in.ev0_valid;
        ops->step(unit, &in, &of_unit);
        if (i % 2) {
            twins->edge(twin, &in);
        } else {
            twins->ops.step(twin, &in, &of_twin);
            assert_same_bypass(&of_unit, &of_twin);
        }
        ops->outputs(unit, &of_unit);
        twins->ops.outputs(twin, &of_twin);
        assert_same_bypass(&of_unit, &of_twin);
        assert_same_bypass(&of_unit, twins->pins(twin));
        assert_same_counters(unit, &twin->unit);
        seen.bypassed += of_unit.a0_bypass;
        seen.passed += of_unit.a0_valid && !of_unit.a0_bypass;
        seen.both += of_unit.a0_bypass && of_unit.a1_bypass;
        seen.decided += was_busy && !unit->busy;
        seen.halved += was_full;
    }
    ops->reset(unit);
    twins->ops.reset(twin);
    ops->outputs(unit, &of_unit);
    assert_same_bypass(&of_unit, twins->pins(twin));
    assert_same_counters(unit, &twin->unit);
    ops->destroy(unit);
    twins->ops.destroy(twin);
}

static void test_bypass_random_traffic(void **state) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(seen.bypassed, 1000), UNIT_TEST_GOAL(seen.passed, 10000),
        UNIT_TEST_GOAL(seen.decided, 50), UNIT_TEST_GOAL(seen.halved, 5), UNIT_TEST_GOAL(seen.both, 100)};
    (void)state;
    seen.seed = unit_test_seed();
    const unit_ops *unit = unit_find_for("l2_bypass", false, NULL, NULL, 0);
    const unit_twin_ops *twin = unit_twin(unit);
    assert_non_null(twin);
    assert_ptr_not_equal(unit, &twin->ops);
    for (const unit_size *s = twin->ops.sizes; s->name; s++)
        assert_int_equal(s->value, unit_size_of(unit, s->name));
    assert_int_equal(unit_size_of(&twin->ops, "NUM_DEPTHS"), GMMU_NUM_DEPTHS);
    UNIT_TEST_RUN_UNTIL(compare_once, 3, goals);
}

static void test_rtl_and_others_have_none(void **state) {
    (void)state;
    unit_ops rtl = *unit_find_for("l2_bypass", false, NULL, NULL, 0);
    rtl.rtl = true;
    assert_null(unit_twin(&rtl));
    assert_null(unit_twin(unit_find("golden_queue", false)));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bypass_random_traffic),
                                       cmocka_unit_test(test_rtl_and_others_have_none)};
    return UNIT_TEST_RUN("bypass_twin", tests);
}
