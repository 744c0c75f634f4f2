/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Roundings to zero, down and up (PTX ISA 9.7.3), and half precision. The host rounds to nearest; its result
 * and the exact one differ in a direction, which says whether the neighbour is right. A product of two
 * doubles is exact in 113 bits, and so is what a sum in 113 bits leaves out (Knuth's TwoSum).
 */
#include <float.h>
#include <math.h>

#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"

#if LDBL_MANT_DIG >= 113
typedef long double ptx_quad;
#else
__extension__ typedef __float128 ptx_quad;
#endif

/* An exact number: the sum of both, which rounds to the first. */
typedef struct {
    ptx_quad sum, rest;
} ptx_exact;

/* Of one result. */
typedef struct {
    ptx_op op;
    double a, b, c;
    ptx_exact exact; /* of sums and products */
} ptx_asked;

static ptx_exact ptx_exact_sum(ptx_quad a, ptx_quad b) {
    const ptx_quad sum = a + b, of_b = sum - a;
    return (ptx_exact){sum, (a - (sum - of_b)) + (b - of_b)};
}

static ptx_exact ptx_exact_of(ptx_op op, double a, double b, double c) {
    const ptx_quad product = (ptx_quad)a * (ptx_quad)b;
    switch (op) {
    case PTX_MUL:
        return (ptx_exact){product, 0};
    case PTX_FMA:
        return ptx_exact_sum(product, (ptx_quad)c);
    case PTX_SUB:
        return ptx_exact_sum((ptx_quad)a, -(ptx_quad)b);
    default:
        return ptx_exact_sum((ptx_quad)a, (ptx_quad)b);
    }
}

/* The first above (1), below (-1) the second, or neither: also where one is no number. */
static int ptx_above(ptx_quad x, ptx_quad y) {
    return x > y ? 1 : x < y ? -1 : 0;
}

/* Is r above or below the exact result? */
static int ptx_error(const ptx_asked *w, double r) {
    switch (w->op) {
    case PTX_DIV:
        return ptx_above((ptx_quad)r * (ptx_quad)w->b, (ptx_quad)w->a) * (w->b < 0 ? -1 : 1);
    case PTX_SQRT:
        return ptx_above((ptx_quad)r * (ptx_quad)r, (ptx_quad)w->a);
    default: {
        const int error = ptx_above((ptx_quad)r, w->exact.sum);
        return error ? error : -ptx_above(w->exact.rest, 0);
    }
    }
}

/* In which direction the right result lies from one to nearest, which has that sign: 1, -1, or 0 for none. */
static int ptx_round_step(int error, bool negative, ptx_round round) {
    const bool down = round == PTX_RM || (round == PTX_RZ && !negative);
    return round != PTX_RN && error == (down ? 1 : -1) ? -error : 0;
}

/* A sum that is exactly zero, of parts that are not both positive zeros, is -0 downwards. */
static bool ptx_negative_zero(const ptx_asked *w, double r, ptx_round round) {
    const bool sum = w->op == PTX_ADD || w->op == PTX_SUB || w->op == PTX_FMA;
    if (round != PTX_RM || !sum || r != 0 || w->exact.sum != 0)
        return false;
    const double left = w->op == PTX_FMA ? w->a * w->b : w->a;
    const double right = w->op == PTX_FMA ? w->c : w->op == PTX_SUB ? -w->b : w->b;
    return signbit(left) || signbit(right);
}

/* PTX_RCP is a division. */
static ptx_asked ptx_asked_of(ptx_op op, double a, double b, double c) {
    if (op == PTX_RCP)
        return (ptx_asked){.op = PTX_DIV, .a = 1.0, .b = a};
    return (ptx_asked){.op = op, .a = a, .b = b, .c = c, .exact = ptx_exact_of(op, a, b, c)};
}

bool ptx_rounds(ptx_op op) {
    return op == PTX_ADD || op == PTX_SUB || op == PTX_MUL || op == PTX_FMA || op == PTX_DIV ||
           op == PTX_RCP || op == PTX_SQRT;
}

double ptx_round_double(ptx_op op, ptx_round round, double nearest, double a, double b, double c) {
    const ptx_asked w = ptx_asked_of(op, a, b, c);
    if (ptx_negative_zero(&w, nearest, round))
        return -0.0;
    const int step = ptx_round_step(ptx_error(&w, nearest), signbit(nearest) != 0, round);
    return step == 0 ? nearest : nextafter(nearest, step > 0 ? HUGE_VAL : -HUGE_VAL);
}

float ptx_round_float(ptx_op op, ptx_round round, float nearest, float a, float b, float c) {
    const ptx_asked w = ptx_asked_of(op, (double)a, (double)b, (double)c);
    if (ptx_negative_zero(&w, (double)nearest, round))
        return -0.0F;
    const int step = ptx_round_step(ptx_error(&w, (double)nearest), signbit(nearest) != 0, round);
    return step == 0 ? nearest : nextafterf(nearest, step > 0 ? HUGE_VALF : -HUGE_VALF);
}

/* ---- conversions ---- */

/* Is r above or below a whole number? */
static int ptx_whole_error(double r, uint64_t magnitude, bool negative) {
    const ptx_quad exact = negative ? -(ptx_quad)magnitude : (ptx_quad)magnitude;
    return ptx_above((ptx_quad)r, exact);
}

double ptx_double_of_whole(uint64_t magnitude, bool negative, ptx_round round) {
    const double r = negative ? -(double)magnitude : (double)magnitude;
    const int step = ptx_round_step(ptx_whole_error(r, magnitude, negative), negative, round);
    return step == 0 ? r : nextafter(r, step > 0 ? HUGE_VAL : -HUGE_VAL);
}

float ptx_float_of_whole(uint64_t magnitude, bool negative, ptx_round round) {
    const float r = negative ? -(float)magnitude : (float)magnitude;
    const int step = ptx_round_step(ptx_whole_error((double)r, magnitude, negative), negative, round);
    return step == 0 ? r : nextafterf(r, step > 0 ? HUGE_VALF : -HUGE_VALF);
}

float ptx_float_of_double(double x, ptx_round round) {
    const float r = (float)x;
    const int step = ptx_round_step(ptx_above((ptx_quad)r, (ptx_quad)x), signbit(x) != 0, round);
    return step == 0 ? r : nextafterf(r, step > 0 ? HUGE_VALF : -HUGE_VALF);
}

/* ---- half precision ---- */

float ptx_half_to_float(uint16_t half) {
    const uint32_t exponent = half >> 10 & 0x1fU, fraction = half & 0x3ffU;
    float x;
    if (exponent == 31)
        x = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        x = ldexpf((float)fraction, -24);
    else
        x = ldexpf((float)(fraction | 0x400U), (int)exponent - 25);
    return half >> 15 ? -x : x;
}

uint16_t ptx_half_from_double(double x) {
    const uint16_t sign = signbit(x) ? 0x8000U : 0;
    int exponent;
    if (isnan(x))
        return 0x7fffU;
    const double magnitude = fabs(x);
    if (magnitude >= 65520.0) /* rounds to more than the largest number */
        return sign | 0x7c00U;
    if (magnitude < 0x1p-14)
        return sign | (uint16_t)nearbyint(magnitude * 0x1p24); /* 0x400 is the least normal one */
    (void)frexp(magnitude, &exponent);
    const double whole = nearbyint(ldexp(magnitude, 11 - exponent)); /* 1024 to 2048 */
    return sign | (uint16_t)(((uint32_t)(exponent + 13) << 10) + (uint32_t)whole);
}

/* Neighbours of one sign differ by one as whole numbers. */
uint16_t ptx_half_rounded(double x, ptx_round round) {
    const uint16_t r = ptx_half_from_double(x);
    const int step =
        ptx_round_step(ptx_above((ptx_quad)ptx_half_to_float(r), (ptx_quad)x), signbit(x) != 0, round);
    return step == 0 ? r : (uint16_t)(r + (r >> 15 ? -step : step));
}

/* Rounded to odd, a double is rounded further as the exact number would be. */
static double ptx_odd_double(ptx_exact exact) {
    const ptx_asked w = {.op = PTX_ADD, .exact = exact};
    const double nearest = (double)exact.sum;
    const int error = ptx_error(&w, nearest);
    if (error == 0 || !isfinite(nearest) || ptx_from_double(nearest) & 1U)
        return nearest;
    return nextafter(nearest, error > 0 ? -HUGE_VAL : HUGE_VAL);
}

uint16_t ptx_half_arithmetic(ptx_op op, double a, double b, double c) {
    const double nearest = op == PTX_ADD   ? a + b
                           : op == PTX_SUB ? a - b
                           : op == PTX_MUL ? a * b
                                           : fma(a, b, c);
    return ptx_half_from_double(nearest == 0 ? nearest : ptx_odd_double(ptx_exact_of(op, a, b, c)));
}
