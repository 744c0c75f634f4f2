/* SPDX-License-Identifier: Apache-2.0 */
/* golden_queue against a list that cannot be wrong, and its corners by hand. */
#include "golden_queue.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    uint32_t id, write, bank, row, col;
} request;

static golden_queue_in push_of(request r) {
    const golden_queue_in in = {.push_valid = 1,
                                .push_id = (u9)GMMU_WRAP(r.id, 9),
                                .push_write = (u1)GMMU_WRAP(r.write, 1),
                                .push_bank = (u3)GMMU_WRAP(r.bank, 3),
                                .push_row = (u23)GMMU_WRAP(r.row, 23),
                                .push_col = (u4)GMMU_WRAP(r.col, 4)};
    return in;
}

static request nth(uint32_t n) {
    const request r = {n & 511U, n & 1U, (n * 3U) & 7U, (n * 40503U) & 0x7FFFFFU, (n * 7U) & 15U};
    return r;
}

static void assert_head(const golden_queue_out *out, request r) {
    assert_true(out->pick_valid);
    assert_int_equal(out->pick_id, r.id);
    assert_int_equal(out->pick_write, r.write);
    assert_int_equal(out->pick_bank, r.bank);
    assert_int_equal(out->pick_row, r.row);
    assert_int_equal(out->pick_col, r.col);
}

static void assert_no_head(const golden_queue_out *out) {
    const request zero = {0, 0, 0, 0, 0};

    assert_false(out->pick_valid);
    assert_int_equal(out->pick_id, zero.id);
    assert_int_equal(out->pick_write, zero.write);
    assert_int_equal(out->pick_bank, zero.bank);
    assert_int_equal(out->pick_row, zero.row);
    assert_int_equal(out->pick_col, zero.col);
}

static void push(golden_queue_state *s, request r) {
    const golden_queue_in in = push_of(r);
    golden_queue_out out;

    golden_queue_step(s, &in, &out);
}

static void pop(golden_queue_state *s) {
    golden_queue_in in = {0};
    golden_queue_out out;

    in.pop = 1;
    golden_queue_step(s, &in, &out);
}

static void is_empty_after_reset(void **unused) {
    golden_queue_state s;
    golden_queue_out out;

    (void)unused;
    memset(&s, 0xA5, sizeof s);
    golden_queue_reset(&s);
    golden_queue_outputs(&s, &out);
    assert_no_head(&out);
    assert_true(out.push_ready);
    assert_int_equal(out.level, 0);
}

static void shows_a_request_in_the_next_cycle(void **unused) {
    golden_queue_state s;
    golden_queue_out out;
    const golden_queue_in in = push_of(nth(77));

    (void)unused;
    golden_queue_reset(&s);
    golden_queue_step(&s, &in, &out);
    assert_no_head(&out); /* pins of the cycle of the push */
    golden_queue_outputs(&s, &out);
    assert_head(&out, nth(77));
    assert_int_equal(out.level, 1);
}

static void refuses_when_full_even_while_popping(void **unused) {
    golden_queue_state s;
    golden_queue_out out;
    golden_queue_in in = push_of(nth(99));

    (void)unused;
    golden_queue_reset(&s);
    for (uint32_t n = 0; n < GMMU_GOLDEN_DEPTH; n++)
        push(&s, nth(n));
    in.pop = 1;
    golden_queue_step(&s, &in, &out);
    assert_false(out.push_ready);
    assert_int_equal(out.level, GMMU_GOLDEN_DEPTH);
    for (uint32_t n = 1; n < GMMU_GOLDEN_DEPTH; n++) { /* 99 is not among them */
        golden_queue_outputs(&s, &out);
        assert_head(&out, nth(n));
        pop(&s);
    }
    golden_queue_outputs(&s, &out);
    assert_no_head(&out);
}

/* MASK §7.4: the Golden Queue is a FIFO of 16 requests. */
static void holds_the_16_requests_of_mask(void **unused) {
    golden_queue_state s;
    golden_queue_out out;

    (void)unused;
    golden_queue_reset(&s);
    for (uint32_t n = 0; n < 17; n++)
        push(&s, nth(n)); /* the last one is refused */
    for (uint32_t n = 0; n < 16; n++) {
        golden_queue_outputs(&s, &out);
        assert_int_equal(out.level, 16 - n);
        assert_head(&out, nth(n));
        pop(&s);
    }
    golden_queue_outputs(&s, &out);
    assert_no_head(&out);
}

static void ignores_a_pop_when_empty(void **unused) {
    golden_queue_state s;
    golden_queue_out out;

    (void)unused;
    golden_queue_reset(&s);
    pop(&s);
    golden_queue_outputs(&s, &out);
    assert_int_equal(out.level, 0);
    push(&s, nth(5));
    golden_queue_outputs(&s, &out);
    assert_head(&out, nth(5));
}

static void keeps_order_against_a_list(void **unused) {
    golden_queue_state s;
    uint64_t random = unit_test_seed();
    uint32_t oldest = 0, next = 0; /* the list: requests oldest..next-1 */

    (void)unused;
    golden_queue_reset(&s);
    for (unsigned cycle = 0; cycle < 50000; cycle++) {
        const uint64_t bias = (cycle / 500) % 3; /* filling, even, draining */
        golden_queue_in in = push_of(nth(next));
        golden_queue_out out;

        in.push_valid = (u1)(unit_test_random(&random) % 4 >= bias);
        in.pop = (u1)(unit_test_random(&random) % 4 >= 2 - bias);
        golden_queue_step(&s, &in, &out);

        assert_int_equal(out.level, next - oldest);
        assert_int_equal(out.push_ready, next - oldest < GMMU_GOLDEN_DEPTH);
        if (next != oldest)
            assert_head(&out, nth(oldest));
        else
            assert_no_head(&out);
        const bool popped = in.pop && next != oldest;
        next += in.push_valid && out.push_ready ? 1U : 0U;
        oldest += popped ? 1U : 0U;
    }
}

static void stands_still_when_idle(void **unused) {
    golden_queue_state s, before;
    const golden_queue_in nothing = {0};
    golden_queue_out out;

    (void)unused;
    memset(&s, 0, sizeof s);
    golden_queue_reset(&s);
    push(&s, nth(1));
    push(&s, nth(2));
    before = s;
    golden_queue_step(&s, &nothing, &out);
    assert_memory_equal(&s, &before, sizeof s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(shows_a_request_in_the_next_cycle),
        cmocka_unit_test(refuses_when_full_even_while_popping),
        cmocka_unit_test(holds_the_16_requests_of_mask),
        cmocka_unit_test(ignores_a_pop_when_empty),
        cmocka_unit_test(keeps_order_against_a_list),
        cmocka_unit_test(stands_still_when_idle),
    };
    return UNIT_TEST_RUN("golden_queue", tests);
}
