/* SPDX-License-Identifier: Apache-2.0 */
/* The sequential divider (hls/common/divider.h) against the division of C. */
#include "unit_test.h"

#include "divider.h"

#define DIVIDEND_MAX ((UINT64_C(1) << GMMU_DIVIDEND_W) - 1)
#define DIVISOR_MAX  ((1U << 24) - 1)

static void start(divider_state *s, uint64_t dividend, uint32_t divisor) {
    divider_step(s, 1, (u38)dividend, (u24)divisor);
}

/* Steps until done; the cycles that took. */
static unsigned finish(divider_state *s) {
    unsigned cycles = 0;
    while (!s->done) {
        assert_int_equal(s->busy, 1);
        divider_step(s, 0, 0, 0);
        assert_true(++cycles <= GMMU_DIVIDEND_W);
    }
    assert_int_equal(s->busy, 0);
    return cycles;
}

static void check(uint64_t dividend, uint32_t divisor) {
    divider_state s;
    divider_reset(&s);
    start(&s, dividend, divisor);
    assert_int_equal(finish(&s), GMMU_DIVIDEND_W);
    if (divisor == 0) {
        assert_int_equal(s.quo, DIVIDEND_MAX);
        return;
    }
    assert_int_equal(s.quo, dividend / divisor);
    assert_int_equal(s.rem, dividend % divisor);
}

static void test_corners(void **unused) {
    static const uint64_t dividends[] = {0, 1, 2, 65535, 65536, DIVISOR_MAX, DIVIDEND_MAX - 1, DIVIDEND_MAX};
    static const uint32_t divisors[] = {0, 1, 2, 3, 30, 65535, 65536, DIVISOR_MAX - 1, DIVISOR_MAX};
    (void)unused;
    for (unsigned n = 0; n < sizeof dividends / sizeof *dividends; n++)
        for (unsigned d = 0; d < sizeof divisors / sizeof *divisors; d++)
            check(dividends[n], divisors[d]);
}

static void test_random(void **unused) {
    uint64_t random = unit_test_seed();
    (void)unused;
    for (unsigned k = 0; k < 20000; k++) {
        const uint64_t dividend = unit_test_random(&random) >> (64 - GMMU_DIVIDEND_W);
        const uint64_t divisor = unit_test_random(&random) >> 40;
        check(dividend >> unit_test_random(&random) % 38,
              (uint32_t)(divisor >> unit_test_random(&random) % 24));
    }
}

static void test_result_stays(void **unused) {
    divider_state s;
    (void)unused;
    divider_reset(&s);
    start(&s, 1000, 7);
    finish(&s);
    for (unsigned k = 0; k < 3; k++) {
        divider_step(&s, 0, 5, 5);
        assert_int_equal(s.done, 0); /* shown for one cycle */
        assert_int_equal(s.busy, 0);
        assert_int_equal(s.quo, 142);
        assert_int_equal(s.rem, 6);
    }
}

static void test_restart_while_busy(void **unused) {
    divider_state s;
    (void)unused;
    divider_reset(&s);
    for (unsigned after = 1; after <= GMMU_DIVIDEND_W; after++) { /* the last one in the cycle of done */
        start(&s, DIVIDEND_MAX, 3);
        for (unsigned k = 1; k < after; k++)
            divider_step(&s, 0, 0, 0);
        start(&s, 1000, 7);
        assert_int_equal(s.done, 0);
        assert_int_equal(finish(&s), GMMU_DIVIDEND_W);
        assert_int_equal(s.quo, 142);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_result_stays),
        cmocka_unit_test(test_restart_while_busy),
    };
    return UNIT_TEST_RUN("divider", tests);
}
