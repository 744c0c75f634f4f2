/* SPDX-License-Identifier: Apache-2.0 */
/* What a receiver learns: against values that are known from information theory. */
#include "study/probe/bit_channel.h"

#include <math.h>

#include "unit_test.h"

#define SYMBOLS 4096U
#define KNOWN   64U

static bool near(double a, double b, double by) {
    return fabs(a - b) <= by;
}

/* A binary symmetric channel has 1 - H(p) bits; 0.5310 for p = 0.1. One that says the same always has none,
 * and one that inverts all has one. */
static void test_information(void **state) {
    (void)state;
    const uint32_t tenth[2][2] = {{900, 100}, {100, 900}}, deaf[2][2] = {{500, 0}, {500, 0}},
                   random[2][2] = {{250, 250}, {250, 250}}, inverse[2][2] = {{0, 500}, {500, 0}},
                   none[2][2] = {{0, 0}, {0, 0}}, z[2][2] = {{500, 0}, {250, 250}};
    assert_true(near(mutual_information(tenth), 0.5310, 0.0001));
    assert_true(near(mutual_information(deaf), 0, 0));
    assert_true(near(mutual_information(random), 0, 1e-12));
    assert_true(near(mutual_information(inverse), 1, 1e-12));
    assert_true(near(mutual_information(none), 0, 0));
    assert_true(near(mutual_information(z), 0.3113, 0.0001)); /* Z channel: H(1/4) - H(1/2)/2 */
}

typedef struct {
    bool sent[SYMBOLS];
    double time[SYMBOLS];
} message;

/* Times of 0 and 1, and random noise of 0 .. noise - 1 on both. */
static bit_channel send(message *m, uint32_t zero, uint32_t one, uint32_t noise) {
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < SYMBOLS; i++) {
        m->sent[i] = i < KNOWN ? i % 2 == 1 : unit_test_random(&random) & 1;
        m->time[i] = (double)((m->sent[i] ? one : zero) + unit_test_random(&random) % noise);
    }
    return bit_channel_measure(m->sent, m->time, SYMBOLS, KNOWN);
}

static void test_receiver(void **state) {
    (void)state;
    message m;
    bit_channel c = send(&m, 100, 101, 1);
    assert_true(c.open && !c.inverse && c.error == 0 && c.capacity > 0.99);
    c = send(&m, 300, 100, 50);
    assert_true(c.open && c.inverse && c.error == 0 && c.capacity > 0.99);
    c = send(&m, 100, 100, 1);
    assert_true(!c.open && c.capacity == 0 && c.count[0][1] + c.count[1][1] == 0);
    /* Noise of 100 on a difference of 50: each is wrong with a probability of a quarter. */
    c = send(&m, 100, 150, 100);
    assert_true(near(c.error, 0.25, 0.06) && near(c.capacity, 0.1887, 0.08));
    assert_int_equal(c.count[0][0] + c.count[0][1] + c.count[1][0] + c.count[1][1], SYMBOLS - KNOWN);
}

/* Without known symbols, or without a message, there is nothing to say. */
static void test_nothing(void **state) {
    (void)state;
    const bool sent[] = {false, true};
    const double time[] = {1, 2};
    assert_false(bit_channel_measure(sent, time, 2, 0).open);
    assert_true(bit_channel_measure(sent, time, 2, 2).error == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_information),
        cmocka_unit_test(test_receiver),
        cmocka_unit_test(test_nothing),
    };
    return UNIT_TEST_RUN("bit_channel", tests);
}
