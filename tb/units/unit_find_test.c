/* SPDX-License-Identifier: Apache-2.0 */
/* Units by the sizes they need: the smallest that is large enough, its pins, and what is too large. */
#include "dram_arbiter_model.h"
#include "token_controller_model.h"
#include "unit_test.h"
#include "units/unit.h"

#include <string.h>

static const char *found(const char *unit, uint32_t cores, uint32_t apps) {
    const unit_size needs[] = {{"NUM_CORES", cores}, {"NUM_APPS", apps}, {NULL, 0}};
    const unit_ops *ops = unit_find_for(unit, false, needs, NULL, 0);
    return ops ? ops->name : "none";
}

static void test_smallest_that_is_large_enough(void **state) {
    (void)state;
    assert_string_equal(found("token_controller", 1, 1), "token_controller");
    assert_string_equal(found("token_controller", 30, 30), "token_controller");
    assert_string_equal(found("token_controller", 31, 2), "token_controller_256");
    assert_string_equal(found("token_controller", 2, 31), "token_controller_256");
    assert_string_equal(found("token_controller", 256, 64), "token_controller_256");
    assert_string_equal(found("token_controller", 257, 1), "none");
    assert_string_equal(unit_find_for("silver_queue", false, NULL, NULL, 0)->name, "silver_queue");
}

static const char *found_of_banks(const char *unit, uint32_t banks) {
    const unit_size needs[] = {{"NUM_BANKS", banks}, {NULL, 0}};
    const unit_ops *ops = unit_find_for(unit, false, needs, NULL, 0);
    return ops ? ops->name : "none";
}

/* MASK's channel has 8 banks, one of GDDR6 or HBM2 has 16; each queue has a size for both. */
static void test_banks_of_a_channel(void **state) {
    (void)state;
    assert_string_equal(found_of_banks("silver_queue", 8), "silver_queue");
    assert_string_equal(found_of_banks("silver_queue", 9), "silver_queue_b16");
    assert_string_equal(found_of_banks("normal_queue", 8), "normal_queue");
    assert_string_equal(found_of_banks("normal_queue", 16), "normal_queue_b16");
    assert_string_equal(found_of_banks("golden_queue", 8), "golden_queue");
    assert_string_equal(found_of_banks("golden_queue", 16), "golden_queue_b16");
    assert_string_equal(found_of_banks("dram_arbiter", 16), "dram_arbiter_64");
    assert_string_equal(found_of_banks("normal_queue", 17), "none");
}

static void test_one_clear_line(void **state) {
    (void)state;
    char line[160] = "";
    const unit_size cores[] = {{"NUM_CORES", 300}, {NULL, 0}};
    assert_null(unit_find_for("token_controller", false, cores, line, sizeof line));
    assert_string_equal(
        line, "unit token_controller (C): NUM_CORES of 300 is needed, the largest that is built has 256");
    assert_null(unit_find_for("no_such_unit", false, cores, line, sizeof line));
    assert_string_equal(line, "unit no_such_unit (C): not in this build");
}

/* Both sizes of the arbiter, driven alike at their pins, do the same but for the time an epoch takes. */
static void test_sizes_share_their_pins(void **state) {
    (void)state;
    const unit_size sizes[2][2] = {{{"NUM_APPS", 30}, {NULL, 0}}, {{"NUM_APPS", 64}, {NULL, 0}}};
    const unit_ops *ops[2];
    void *unit[2];
    dram_arbiter_model_out pins[2];
    uint64_t random = unit_test_seed();

    for (int k = 0; k < 2; k++) {
        ops[k] = unit_find_for("dram_arbiter", false, sizes[k], NULL, 0);
        assert_int_equal(ops[k]->in_bytes, sizeof(dram_arbiter_model_in));
        unit[k] = ops[k]->create();
        memset(&pins[k], 0, sizeof pins[k]);
    }
    assert_ptr_not_equal(ops[0], ops[1]);
    for (int t = 0; t < 2000; t++) {
        const uint64_t r = unit_test_random(&random);
        dram_arbiter_model_in in = {.req_valid = r & 1U,
                                    .req_walk = (r >> 1) & 1U,
                                    .req_id = (r >> 2) & 511U,
                                    .req_app = (uint8_t)((r >> 11) % 5U),
                                    .req_row = (r >> 16) & 0x7fffffU,
                                    .g_ready = 1,
                                    .s_ready = (r >> 40) & 1U,
                                    .n_ready = 1,
                                    .g_valid = (r >> 41) & 1U,
                                    .g_bank = (r >> 42) & 7U,
                                    .n_valid = (r >> 45) & 1U,
                                    .n_bank = (r >> 46) & 7U,
                                    .bank_ready = 255,
                                    .cfg_enable = 1,
                                    .cfg_apps = 5,
                                    .cfg_thresh_max = 500};
        for (int k = 0; k < 2; k++)
            ops[k]->step(unit[k], &in, &pins[k]);
        assert_memory_equal(&pins[0], &pins[1], sizeof pins[0]);
    }
    for (int k = 0; k < 2; k++)
        ops[k]->destroy(unit[k]);
}

/* What the small size cannot hold counts as what does not exist. */
static void test_beyond_the_small_size(void **state) {
    (void)state;
    const unit_ops *ops = unit_find_for("token_controller", false, NULL, NULL, 0);
    assert_string_equal(ops->name, "token_controller");
    void *unit = ops->create();
    token_controller_model_out pins = {0};
    token_controller_model_in in = {.q_valid = 1, .q_core = 200};
    ops->step(unit, &in, &pins);
    ops->outputs(unit, &pins);
    assert_int_equal(pins.a_valid, 1);
    assert_int_equal(pins.a_fill, 0);
    in.q_core = 29;
    ops->step(unit, &in, &pins);
    ops->outputs(unit, &pins);
    assert_int_equal(pins.a_fill, 1);
    ops->destroy(unit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest_that_is_large_enough), cmocka_unit_test(test_banks_of_a_channel),
        cmocka_unit_test(test_one_clear_line), cmocka_unit_test(test_sizes_share_their_pins),
        cmocka_unit_test(test_beyond_the_small_size)};
    return UNIT_TEST_RUN("unit_find", tests);
}
