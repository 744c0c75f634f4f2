/* SPDX-License-Identifier: Apache-2.0 */
/* Thesis 2.2, 5.3: copies between host and GPU, a queue for each direction, FCFS or by priority. */
#include "dispatch/copy_engine.h"

#include "unit_test.h"

/* The process whose copy ends next, in the cycle in which it ends. */
static uint32_t next_to_end(copy_engine *e, uint64_t *cycle, copy_way way) {
    copy_done done;
    *cycle = copy_engine_next(e);
    assert_true(copy_engine_take(e, *cycle, &done));
    assert_int_equal(done.way, way);
    copy_engine_begin(e, *cycle);
    return done.process;
}

/* Table 5.1: 32 lanes of 500 MHz, bursts of 4 KB. Each of them decides. */
static void test_time_of_a_copy(void **state) {
    const pcie_bus bus = {.mhz = 500, .lanes = 32, .burst = 4096},
                   slow = {.mhz = 125, .lanes = 32, .burst = 4096},
                   narrow = {.mhz = 500, .lanes = 8, .burst = 4096},
                   fine = {.mhz = 500, .lanes = 32, .burst = 64},
                   fast = {.mhz = 64000, .lanes = 64, .burst = 1};
    (void)state;
    assert_int_equal(copy_engine_cycles(&bus, 0, 706), 0);
    assert_int_equal(copy_engine_cycles(&bus, 1, 1000), 512); /* a burst at 8 GB/s */
    assert_int_equal(copy_engine_cycles(&bus, 4096, 1000), 512);
    assert_int_equal(copy_engine_cycles(&bus, 4097, 1000), 1024);
    assert_int_equal(copy_engine_cycles(&bus, 8U << 20, 1000), (8U << 20) / 8);
    assert_int_equal(copy_engine_cycles(&slow, 4096, 1000), 4 * 512);
    assert_int_equal(copy_engine_cycles(&narrow, 4096, 1000), 4 * 512);
    assert_int_equal(copy_engine_cycles(&fine, 65, 1000), 16);
    assert_int_equal(copy_engine_cycles(&fast, 1, 1000),
                     1); /* no copy ends in the cycle in which it begins */
}

/* 5.3.1: "FCFS scheduling inside the data transfer engine"; 5.3.2: "always NPQ". What is under way goes on.
 */
static void test_order_of_copies(void **state) {
    (void)state;
    for (int by_priority = 0; by_priority < 2; by_priority++) {
        copy_engine e;
        uint64_t cycle = 0;
        copy_engine_init(&e, by_priority != 0);
        assert_int_equal(copy_engine_next(&e), COPY_NEVER);
        for (uint32_t p = 0; p < 3; p++) {
            copy_engine_ask(&e, COPY_IN, 2 - p, 2 - p == 0 ? 7 : 0, 100);
            copy_engine_begin(&e, p);
        }
        assert_int_equal(next_to_end(&e, &cycle, COPY_IN), 2);
        assert_int_equal(cycle, 100);
        assert_int_equal(next_to_end(&e, &cycle, COPY_IN), by_priority ? 0 : 1);
        assert_int_equal(next_to_end(&e, &cycle, COPY_IN), by_priority ? 1 : 0);
        assert_int_equal(cycle, 300);
        assert_int_equal(copy_engine_next(&e), COPY_NEVER);
    }
}

/* Fig. 2.5 draws a queue for each direction: copies of one wait for each other, not for those of the other.
 */
static void test_both_directions_at_once(void **state) {
    (void)state;
    copy_engine e;
    uint64_t cycle = 0;
    copy_engine_init(&e, false);
    copy_engine_ask(&e, COPY_IN, 0, 0, 100);
    copy_engine_ask(&e, COPY_OUT, 1, 0, 60);
    copy_engine_ask(&e, COPY_OUT, 2, 0, 60);
    copy_engine_begin(&e, 0);
    assert_int_equal(next_to_end(&e, &cycle, COPY_OUT), 1);
    assert_int_equal(cycle, 60);
    assert_int_equal(next_to_end(&e, &cycle, COPY_IN), 0);
    assert_int_equal(cycle, 100);
    assert_int_equal(next_to_end(&e, &cycle, COPY_OUT), 2);
    assert_int_equal(cycle, 120);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_of_a_copy),
        cmocka_unit_test(test_order_of_copies),
        cmocka_unit_test(test_both_directions_at_once),
    };
    return UNIT_TEST_RUN("copy_engine", tests);
}
