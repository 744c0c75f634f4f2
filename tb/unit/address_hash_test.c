/* SPDX-License-Identifier: Apache-2.0 */
/*
 * address_hash with the bank function of a GTX 1080 as Fractional GPUs found it, random matrices with their
 * inverses, and wrong ones.
 */
#include "address_hash.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define W    ((unsigned)GMMU_HASH_W)
#define MASK ((UINT64_C(1) << W) - 1U)

typedef struct {
    uint64_t row[GMMU_HASH_W], inverse[GMMU_HASH_W];
} matrices;

typedef struct {
    address_hash_state s;
    address_hash_in in;
    address_hash_out out; /* after the last edge */
    uint64_t random;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    memset(&b->s, 0xA5, sizeof b->s);
    b->random = unit_test_seed();
    address_hash_reset(&b->s);
    address_hash_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    address_hash_out before;

    address_hash_step(&b->s, &b->in, &before);
    assert_int_equal(before.accepted, b->out.accepted);
    address_hash_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static uint64_t drawn(bench *b) {
    return unit_test_random(&b->random) & MASK;
}

static void write_row(bench *b, bool inverse, unsigned i, uint64_t bits) {
    b->in.row_valid = 1;
    b->in.row_inverse = inverse;
    b->in.row_index = (u6)i;
    b->in.row_bits = (GMMU_U(GMMU_HASH_W))bits;
    edge(b);
}

static void write_all(bench *b, const matrices *m) {
    for (unsigned i = 0; i < W; i++) {
        write_row(b, false, i, m->row[i]);
        write_row(b, true, i, m->inverse[i]);
    }
}

/* Begins a check; the cycles until it has ended. */
static unsigned check(bench *b) {
    unsigned cycles = 0;

    b->in.check_valid = 1;
    edge(b);
    assert_true(b->out.checking);
    for (; b->out.checking; cycles++) {
        assert_false(b->out.accepted);
        edge(b);
    }
    return cycles;
}

static uint64_t map(bench *b, uint64_t addr) {
    b->in.map_valid = 1;
    b->in.map_addr = (GMMU_U(GMMU_HASH_W))addr;
    edge(b);
    assert_true(b->out.mapped_valid);
    return (uint64_t)b->out.mapped_addr;
}

static uint64_t unmap(bench *b, uint64_t addr) {
    b->in.unmap_valid = 1;
    b->in.unmap_addr = (GMMU_U(GMMU_HASH_W))addr;
    edge(b);
    assert_true(b->out.unmapped_valid);
    return (uint64_t)b->out.unmapped_addr;
}

/* Parity by counting: not as the unit does it. */
static uint64_t expected(const uint64_t *row, uint64_t addr) {
    uint64_t result = 0;

    for (unsigned i = 0; i < W; i++)
        result |= (uint64_t)((unsigned)__builtin_popcountll(row[i] & addr) % 2U) << i;
    return result;
}

/* A random matrix and its inverse: row operations on the one are column operations on the other. */
static matrices draw(bench *b) {
    matrices m;

    for (unsigned i = 0; i < W; i++)
        m.row[i] = m.inverse[i] = UINT64_C(1) << i;
    for (unsigned n = 0; n < 40U * W; n++) {
        const unsigned to = (unsigned)(unit_test_random(&b->random) % W);
        const unsigned from = (to + 1U + (unsigned)(unit_test_random(&b->random) % (W - 1U))) % W;

        m.row[to] ^= m.row[from];
        for (unsigned i = 0; i < W; i++)
            m.inverse[i] ^= (m.inverse[i] >> to & 1U) << from;
    }
    return m;
}

/* A bench with a random matrix, not checked yet. */
static matrices start_loaded(bench *b) {
    matrices m;

    start(b);
    m = draw(b);
    write_all(b, &m);
    return m;
}

/* DRAM bank bits of the GTX 1080 (Fractional GPUs V-C, Fig. 6, and the authors' tool): address bits, each
 * list ended by 0. The lowest bit of each list is in none of those below, so it can give its place to the
 * list. */
static const uint8_t banks[7][12] = {
    {10, 12, 16, 20, 23, 26, 29, 30},         {11, 12, 13, 15, 17, 20, 21, 23, 25, 26, 30},
    {12, 13, 18, 19, 22, 25, 26, 27, 30, 31}, {13, 15, 20, 24, 26, 29, 32},
    {15, 16, 21, 22, 23, 25, 26, 28, 29},     {16, 19, 23, 27, 30},
    {17, 20, 22, 23, 24, 27, 28, 29, 31},
};

/* The other address bits stay where they are. The matrix is triangular: the inverse follows from the top. */
static matrices of_gtx1080(void) {
    matrices m;

    for (unsigned i = 0; i < W; i++)
        m.row[i] = UINT64_C(1) << i;
    for (unsigned b = 0; b < 7; b++)
        for (unsigned k = 1; k < 12 && banks[b][k]; k++)
            m.row[banks[b][0]] |= UINT64_C(1) << banks[b][k];
    for (unsigned i = W; i-- > 0;) {
        m.inverse[i] = UINT64_C(1) << i;
        for (unsigned k = i + 1U; k < W; k++)
            m.inverse[i] ^= m.row[i] >> k & 1U ? m.inverse[k] : 0;
    }
    return m;
}

/* 128 banks; two addresses that differ in bits 10 and 12 are in the same bank bit b0, and in others of b1. */
static void gives_the_banks_of_a_gtx1080(void **unused) {
    const matrices m = of_gtx1080();
    uint32_t lines_of_bank[128] = {0};
    bench b;

    (void)unused;
    start(&b);
    write_all(&b, &m);
    (void)check(&b);
    assert_true(b.out.accepted);
    assert_int_equal(map(&b, UINT64_C(1) << 10 | UINT64_C(1) << 12) >> 10 & 3U, 2);
    assert_int_equal(map(&b, UINT64_C(1) << 30) & UINT64_C(0x3BC00),
                     1U << 10 | 1U << 11 | 1U << 12 | 1U << 16);
    for (uint64_t line = 0; line < 4096; line++) {
        const uint64_t mapped = map(&b, line << 10);
        unsigned bank = 0;

        for (unsigned i = 0; i < 7; i++)
            bank |= (unsigned)(mapped >> banks[i][0] & 1U) << i;
        lines_of_bank[bank]++;
        assert_int_equal(unmap(&b, mapped), line << 10);
    }
    for (unsigned i = 0; i < 128; i++)
        assert_int_equal(lines_of_bank[i], 4096 / 128);
}

/* One-to-one, and unmapping undoes it. */
static void inverts_random_matrices(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned n = 0; n < 50; n++) {
        const matrices m = draw(&b);

        write_all(&b, &m);
        assert_int_equal(check(&b), W + 1U);
        assert_true(b.out.accepted);
        for (unsigned k = 0; k < 200; k++) {
            const uint64_t addr = drawn(&b), mapped = map(&b, addr);

            assert_int_equal(mapped, expected(m.row, addr));
            assert_int_equal(unmap(&b, mapped), addr);
            assert_int_equal(map(&b, unmap(&b, addr)), addr);
        }
    }
}

/* A bit that is wrong in either matrix is found, and addresses go through as they are. */
static void refuses_a_wrong_bit(void **unused) {
    bench b;
    matrices m;

    (void)unused;
    m = start_loaded(&b);
    for (unsigned n = 0; n < 500; n++) {
        const unsigned i = (unsigned)(unit_test_random(&b.random) % W);
        const uint64_t bit = UINT64_C(1) << unit_test_random(&b.random) % W, addr = drawn(&b);
        const bool inverse = n % 2;
        const uint64_t right = inverse ? m.inverse[i] : m.row[i];

        write_row(&b, inverse, i, right ^ bit);
        assert_true(check(&b) <= W + 1U);
        assert_false(b.out.accepted);
        assert_int_equal(map(&b, addr), addr);
        assert_int_equal(unmap(&b, addr), addr);
        write_row(&b, inverse, i, right);
    }
    (void)check(&b);
    assert_true(b.out.accepted);
}

/* A matrix that is not one-to-one has no inverse: whatever is written as such, it is refused. */
static void refuses_a_singular_matrix(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    (void)check(&b); /* all rows 0 */
    assert_false(b.out.accepted);
    for (unsigned n = 0; n < 100; n++) {
        matrices m = draw(&b);
        const unsigned i = (unsigned)(unit_test_random(&b.random) % W);

        m.row[i] = m.row[(i + 1U + n % (W - 1U)) % W];
        write_all(&b, &m);
        (void)check(&b);
        assert_false(b.out.accepted);
    }
}

/* What is wrong in column j alone is found when j has been mapped back: j + 2 cycles. */
static void ends_at_the_first_wrong_column(void **unused) {
    bench b;
    matrices m;

    (void)unused;
    m = start_loaded(&b);
    for (unsigned j = 0; j < W; j++) {
        write_row(&b, false, 3, m.row[3] ^ UINT64_C(1) << j);
        assert_int_equal(check(&b), j + 2U);
    }
}

static void a_row_takes_the_map_back(void **unused) {
    bench b;
    matrices m;

    (void)unused;
    m = start_loaded(&b);
    (void)check(&b);
    write_row(&b, false, 63, 0); /* no such row: the matrices stay */
    assert_false(b.out.accepted);
    b.in.check_valid = 1;
    edge(&b);
    write_row(&b, true, 0, m.inverse[0]); /* ends a check */
    assert_false(b.out.checking);
    (void)check(&b);
    assert_true(b.out.accepted);
    b.in.row_valid = 1; /* a row and a check in one cycle */
    b.in.row_bits = (GMMU_U(GMMU_HASH_W))(m.row[0] ^ 1U);
    b.in.check_valid = 1;
    edge(&b);
    assert_true(b.out.checking);
    while (b.out.checking)
        edge(&b);
    assert_false(b.out.accepted);
}

/* An address of the cycle in which the map goes is still mapped; one during a check is not. */
static void maps_every_cycle(void **unused) {
    bench b;
    matrices m;

    (void)unused;
    m = start_loaded(&b);
    (void)check(&b);
    b.in.check_valid = 1;
    assert_int_equal(map(&b, 5), expected(m.row, 5));
    assert_true(b.out.checking);
    assert_int_equal(map(&b, 5), 5);
    assert_int_equal(unmap(&b, 6), 6);
    assert_false(b.out.mapped_valid);
    while (b.out.checking)
        edge(&b);
    assert_true(b.out.accepted);
    b.in.unmap_valid = 1;
    b.in.unmap_addr = 9;
    assert_int_equal(map(&b, 7), expected(m.row, 7));
    assert_int_equal(b.out.unmapped_addr, expected(m.inverse, 9));
}

static void stands_still_when_idle(void **unused) {
    address_hash_state before;
    bench b;

    (void)unused;
    start(&b);
    (void)map(&b, 12);
    edge(&b);
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_banks_of_a_gtx1080),
        cmocka_unit_test(inverts_random_matrices),
        cmocka_unit_test(refuses_a_wrong_bit),
        cmocka_unit_test(refuses_a_singular_matrix),
        cmocka_unit_test(ends_at_the_first_wrong_column),
        cmocka_unit_test(a_row_takes_the_map_back),
        cmocka_unit_test(maps_every_cycle),
        cmocka_unit_test(stands_still_when_idle),
    };
    return UNIT_TEST_RUN("address_hash", tests);
}
