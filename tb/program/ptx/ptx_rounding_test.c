/* SPDX-License-Identifier: Apache-2.0 */
/* Roundings of PTX against the roundings of the host's processor, and half precision against whole numbers.
 */
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/mix.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"
#include "unit_test.h"

#define DRAWS 20000

static const ptx_op ops[] = {PTX_ADD, PTX_SUB, PTX_MUL, PTX_FMA, PTX_DIV, PTX_RCP, PTX_SQRT};
static const ptx_round rounds[] = {PTX_RN, PTX_RZ, PTX_RM, PTX_RP};
static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The processor's result in that mode: what is volatile is read and written in it. */
#define ON_HOST(name, real, f)                                                                               \
    static real name(ptx_op op, int mode, real x, real y, real z) {                                          \
        volatile real a = x, b = y, c = z, r = 0, one = 1;                                                   \
        assert_int_equal(fesetround(mode), 0);                                                               \
        switch (op) {                                                                                        \
        case PTX_ADD:                                                                                        \
            r = a + b;                                                                                       \
            break;                                                                                           \
        case PTX_SUB:                                                                                        \
            r = a - b;                                                                                       \
            break;                                                                                           \
        case PTX_MUL:                                                                                        \
            r = a * b;                                                                                       \
            break;                                                                                           \
        case PTX_FMA:                                                                                        \
            r = fma##f(a, b, c);                                                                             \
            break;                                                                                           \
        case PTX_DIV:                                                                                        \
            r = a / b;                                                                                       \
            break;                                                                                           \
        case PTX_RCP:                                                                                        \
            r = one / a;                                                                                     \
            break;                                                                                           \
        default:                                                                                             \
            r = sqrt##f(a);                                                                                  \
            break;                                                                                           \
        }                                                                                                    \
        assert_int_equal(fesetround(FE_TONEAREST), 0);                                                       \
        return r;                                                                                            \
    }
ON_HOST(float_on_host, float, f)
ON_HOST(double_on_host, double, )

/* Any bits; a number near 1, of few bits or of many; zeros, the largest, the least. */
static uint64_t draw_bits(uint64_t *state, bool wide) {
    static const uint64_t singles[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f7fffff,
                                       0xff7fffff, 1,          0x80000001, 0x7f800000, 0x00800000};
    static const uint64_t doubles[] = {0,
                                       UINT64_C(1) << 63,
                                       UINT64_C(0x3ff0000000000000),
                                       UINT64_C(0xbff0000000000000),
                                       UINT64_C(0x7fefffffffffffff),
                                       UINT64_C(0xffefffffffffffff),
                                       1,
                                       UINT64_C(0x8000000000000001),
                                       UINT64_C(0x7ff0000000000000),
                                       UINT64_C(0x0010000000000000)};
    const uint64_t x = random_next(state), kind = random_next(state) >> 32;
    if (kind % 8 == 0)
        return wide ? doubles[x % COUNT(doubles)] : singles[x % COUNT(singles)];
    if (kind % 8 < 3)
        return wide ? x : x >> 32;
    const double near = ldexp((double)(int64_t)x * 0x1p-63, (int)(kind >> 8 & 63U) - 32);
    const double cut = kind % 2 ? rint(near) : near;
    return wide ? ptx_from_double(cut) : ptx_from_float((float)cut);
}

static void test_float(void **state) {
    uint64_t seed = unit_test_seed();
    (void)state;
    for (size_t o = 0; o < COUNT(ops); o++)
        for (int n = 0; n < DRAWS; n++) {
            const float a = ptx_to_float(draw_bits(&seed, false)), b = ptx_to_float(draw_bits(&seed, false)),
                        c = ptx_to_float(draw_bits(&seed, false));
            const float nearest = float_on_host(ops[o], FE_TONEAREST, a, b, c);
            for (size_t k = 1; k < COUNT(rounds); k++) {
                const float right = float_on_host(ops[o], modes[k], a, b, c);
                const float is = ptx_round_float(ops[o], rounds[k], nearest, a, b, c);
                if (!(isnan(right) && isnan(is)) && ptx_from_float(right) != ptx_from_float(is))
                    fail_msg("operation %d, rounding %d of %a, %a, %a: %a, expected %a", (int)ops[o],
                             (int)rounds[k], (double)a, (double)b, (double)c, (double)is, (double)right);
            }
        }
}

static void test_double(void **state) {
    uint64_t seed = unit_test_seed();
    (void)state;
    for (size_t o = 0; o < COUNT(ops); o++)
        for (int n = 0; n < DRAWS; n++) {
            const double a = ptx_to_double(draw_bits(&seed, true)), b = ptx_to_double(draw_bits(&seed, true)),
                         c = ptx_to_double(draw_bits(&seed, true));
            const double nearest = double_on_host(ops[o], FE_TONEAREST, a, b, c);
            for (size_t k = 1; k < COUNT(rounds); k++) {
                const double right = double_on_host(ops[o], modes[k], a, b, c);
                const double is = ptx_round_double(ops[o], rounds[k], nearest, a, b, c);
                if (!(isnan(right) && isnan(is)) && ptx_from_double(right) != ptx_from_double(is))
                    fail_msg("operation %d, rounding %d of %a, %a, %a: %a, expected %a", (int)ops[o],
                             (int)rounds[k], a, b, c, is, right);
            }
        }
}

/* Whole numbers and doubles as floats and doubles. */
static void test_conversions(void **state) {
    uint64_t seed = unit_test_seed();
    (void)state;
    for (int n = 0; n < DRAWS; n++) {
        const uint64_t x = random_next(&seed) >> (1 + random_next(&seed) % 62);
        const double real = ptx_to_double(draw_bits(&seed, true));
        for (size_t k = 0; k < COUNT(rounds); k++) {
            volatile double from = real;
            volatile int64_t whole = (int64_t)x, negative = -(int64_t)x;
            assert_int_equal(fesetround(modes[k]), 0);
            volatile float of_double = (float)from, of_whole = (float)whole, of_negative = (float)negative;
            volatile double wide = (double)whole;
            assert_int_equal(fesetround(FE_TONEAREST), 0);
            assert_int_equal(ptx_from_float(of_whole),
                             ptx_from_float(ptx_float_of_whole(x, false, rounds[k])));
            if (x)
                assert_int_equal(ptx_from_float(of_negative),
                                 ptx_from_float(ptx_float_of_whole(x, true, rounds[k])));
            assert_true(ptx_from_double(wide) == ptx_from_double(ptx_double_of_whole(x, false, rounds[k])));
            if (!isnan(real))
                assert_int_equal(ptx_from_float(of_double),
                                 ptx_from_float(ptx_float_of_double(real, rounds[k])));
        }
    }
    /* Compilers convert unsigned numbers of 64 bits in steps. */
    assert_true(ptx_double_of_whole(UINT64_MAX, false, PTX_RM) == 0x1.fffffffffffffp63);
    assert_true(ptx_float_of_whole(UINT64_MAX, false, PTX_RZ) == 0x1.fffffep63F);
    assert_true(ptx_float_of_whole(UINT64_MAX, false, PTX_RP) == 0x1p64F);
}

/* ---- half precision ---- */

__extension__ typedef __int128 units; /* of 2^-48: all halves and their products are whole */

static units units_of(uint16_t half) {
    const unsigned exponent = half >> 10 & 0x1fU, fraction = half & 0x3ffU;
    const units magnitude = (units)(exponent ? fraction | 0x400U : fraction) << (exponent ? exponent - 1 : 0);
    return (half >> 15 ? -magnitude : magnitude) * ((units)1 << 24);
}

/* The nearest finite half of a magnitude, an even one of two, by looking at its neighbours; infinity from
 * 65520 on. */
static uint16_t nearest_half(units x) {
    const uint16_t sign = x < 0 ? 0x8000U : 0;
    const units magnitude = x < 0 ? -x : x;
    uint16_t low = 0, high = 0x7bffU;
    if (magnitude >= (units)65520 << 48)
        return sign | 0x7c00U;
    while (low < high) { /* the largest half that is not above it */
        const uint16_t middle = (uint16_t)((low + high + 1) / 2);
        if (units_of(middle) <= magnitude)
            low = middle;
        else
            high = (uint16_t)(middle - 1);
    }
    if (low == 0x7bffU)
        return sign | low;
    const units below = magnitude - units_of(low), above = units_of((uint16_t)(low + 1)) - magnitude;
    return sign | (below < above || (below == above && low % 2 == 0) ? low : (uint16_t)(low + 1));
}

static uint16_t draw_half(uint64_t *seed) {
    for (;;) {
        const uint16_t x = (uint16_t)(random_next(seed) >> 40);
        if ((x & 0x7c00U) != 0x7c00U)
            return x;
    }
}

/* Of two halves. */
static units product_of(uint16_t a, uint16_t b) {
    return (units_of(a) >> 24) * (units_of(b) >> 24);
}

static units exact_half(ptx_op op, uint16_t a, uint16_t b, uint16_t c) {
    switch (op) {
    case PTX_ADD:
        return units_of(a) + units_of(b);
    case PTX_SUB:
        return units_of(a) - units_of(b);
    case PTX_MUL:
        return product_of(a, b);
    default:
        return product_of(a, b) + units_of(c);
    }
}

static void test_half(void **state) {
    static const ptx_op of_half[] = {PTX_ADD, PTX_SUB, PTX_MUL, PTX_FMA};
    uint64_t seed = unit_test_seed();
    (void)state;
    for (int n = 0; n < DRAWS; n++) {
        const uint16_t a = draw_half(&seed), b = draw_half(&seed);
        /* Now and then one that nearly makes up for the product. */
        const uint16_t near = nearest_half(-product_of(a, b));
        const uint16_t c = n % 4 == 0 && (near & 0x7c00U) != 0x7c00U ? near : draw_half(&seed);
        for (size_t o = 0; o < COUNT(of_half); o++) {
            const units exact = exact_half(of_half[o], a, b, c);
            const uint16_t right = nearest_half(exact);
            const uint16_t is =
                ptx_half_arithmetic(of_half[o], (double)ptx_half_to_float(a), (double)ptx_half_to_float(b),
                                    (double)ptx_half_to_float(c));
            if (exact == 0 ? (is & 0x7fffU) != 0 : is != right)
                fail_msg("operation %d of %04x, %04x, %04x: %04x, expected %04x", (int)of_half[o], a, b, c,
                         is, right);
        }
    }
}

/* Each half between two is rounded to the one, the other, or the nearer. */
static void test_half_rounded(void **state) {
    uint64_t seed = unit_test_seed();
    (void)state;
    for (uint32_t low = 0; low < 0x7bffU; low++) {
        const double below = (double)ptx_half_to_float((uint16_t)low),
                     above = (double)ptx_half_to_float((uint16_t)(low + 1));
        const double part = (double)(random_next(&seed) >> 12 | 1U) * 0x1p-52,
                     x = below + (above - below) * part;
        assert_true(below < x && x < above);
        assert_int_equal(ptx_half_rounded(x, PTX_RZ), low);
        assert_int_equal(ptx_half_rounded(x, PTX_RM), low);
        assert_int_equal(ptx_half_rounded(x, PTX_RP), low + 1);
        assert_int_equal(ptx_half_rounded(-x, PTX_RZ), low | 0x8000U);
        assert_int_equal(ptx_half_rounded(-x, PTX_RM), (low + 1) | 0x8000U);
        assert_int_equal(ptx_half_rounded(-x, PTX_RP), low | 0x8000U);
        if (part != 0.5)
            assert_int_equal(ptx_half_rounded(x, PTX_RN), part < 0.5 ? low : low + 1);
        for (size_t k = 0; k < COUNT(rounds); k++)
            assert_int_equal(ptx_half_rounded(below, rounds[k]), low);
    }
    assert_int_equal(ptx_half_rounded(1e9, PTX_RZ), 0x7bff);
    assert_int_equal(ptx_half_rounded(1e9, PTX_RP), 0x7c00);
    assert_int_equal(ptx_half_rounded(-1e9, PTX_RP), 0xfbff);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float), cmocka_unit_test(test_double),       cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_half),  cmocka_unit_test(test_half_rounded),
    };
    return UNIT_TEST_RUN("ptx_rounding", tests);
}
