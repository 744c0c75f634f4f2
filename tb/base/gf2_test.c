/* SPDX-License-Identifier: Apache-2.0 */
/* Spans over GF(2): their reduced basis, and what is orthogonal to them. */
#include "unit_test.h"

#include "base/gf2.h"

#define ROUNDS 2000U
#define ROWS   12U

/* Random sums of the rows. */
static uint64_t sum_of(const uint64_t *row, uint32_t rows, uint64_t *random) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rows; i++)
        sum ^= unit_test_random(random) & 1 ? row[i] : 0;
    return sum;
}

static uint64_t draw_rows(uint64_t row[ROWS], uint64_t *random) {
    uint64_t within = unit_test_random(random);
    within &= unit_test_random(random);
    for (uint32_t i = 0; i < ROWS; i++)
        row[i] = i % 3 == 2 ? sum_of(row, i, random) : unit_test_random(random) & within;
    return within;
}

static void equal_spans_have_equal_rows(void **state) {
    (void)state;
    uint64_t random = unit_test_seed(), row[ROWS], other[2 * ROWS];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        (void)draw_rows(row, &random);
        gf2_basis basis = {0};
        uint32_t rank = 0;
        for (uint32_t i = 0; i < ROWS; i++)
            rank += gf2_basis_add(&basis, row[i], i) == 0;
        for (uint32_t i = 0; i < 2 * ROWS; i++)
            other[i] = i % 2 ? row[i / 2] : sum_of(row, ROWS, &random);
        assert_int_equal(gf2_reduce_rows(row, ROWS), rank);
        assert_int_equal(gf2_reduce_rows(other, 2 * ROWS), rank);
        assert_memory_equal(row, other, rank * sizeof *row);
        for (uint32_t i = 0; i < rank; i++) {
            assert_int_equal(gf2_basis_rest(&basis, row[i]), 0);
            assert_true(i == 0 || row[i] < row[i - 1]);
        }
    }
}

static void orthogonal_twice_is_the_span(void **state) {
    (void)state;
    uint64_t random = unit_test_seed(), row[ROWS], out[GF2_BITS], back[GF2_BITS];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint64_t within = draw_rows(row, &random);
        const uint32_t count = gf2_orthogonal(row, ROWS, within, out);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(out[i] & ~within, 0);
            assert_int_equal(gf2_multiply(row, ROWS, out[i]), 0);
        }
        const uint32_t rank = gf2_reduce_rows(row, ROWS);
        assert_int_equal(count + rank, __builtin_popcountll(within));
        assert_int_equal(gf2_orthogonal(out, count, within, back), rank);
        assert_memory_equal(row, back, rank * sizeof *row);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_spans_have_equal_rows),
        cmocka_unit_test(orthogonal_twice_is_the_span),
    };
    return UNIT_TEST_RUN("gf2", tests);
}
