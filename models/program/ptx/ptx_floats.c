/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Floating point, lane by lane (PTX ISA 9.7.3), and conversions (9.7.9). Results are rounded to nearest, or
 * from there as the instruction says (ptx_rounding.c); functions that the hardware approximates (sin, ex2
 * ...) are the host's, which are more exact. Compiled with -ffp-contract=off.
 */
#include <math.h>

#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"

#define EACH_LANE for (uint32_t l = 0; l < GMMU_LANES; l++)

/* ---- arithmetic ---- */

static float ptx_flushed(float x) {
    return fpclassify(x) == FP_SUBNORMAL ? copysignf(0.0F, x) : x;
}

/* 0 to 1; no number is 0. */
static double ptx_clamped(double x) {
    return x > 1.0 ? 1.0 : x > 0.0 ? x : 0.0;
}

/* A lane of type `real`; f ends the names of its functions in math.h. PTX_COPYSIGN takes the sign of the
 * first. */
#define PTX_LANE(name, real, f)                                                                              \
    static real name(ptx_op op, real a, real b, real c) {                                                    \
        switch (op) {                                                                                        \
        case PTX_ADD:                                                                                        \
            return a + b;                                                                                    \
        case PTX_SUB:                                                                                        \
            return a - b;                                                                                    \
        case PTX_MUL:                                                                                        \
            return a * b;                                                                                    \
        case PTX_FMA:                                                                                        \
            return fma##f(a, b, c);                                                                          \
        case PTX_DIV:                                                                                        \
            return a / b;                                                                                    \
        case PTX_ABS:                                                                                        \
            return fabs##f(a);                                                                               \
        case PTX_NEG:                                                                                        \
            return -a;                                                                                       \
        case PTX_MIN:                                                                                        \
            return a == b ? (signbit(a) ? a : b) : fmin##f(a, b);                                            \
        case PTX_MAX:                                                                                        \
            return a == b ? (signbit(a) ? b : a) : fmax##f(a, b);                                            \
        case PTX_RCP:                                                                                        \
            return (real)1 / a;                                                                              \
        case PTX_SQRT:                                                                                       \
            return sqrt##f(a);                                                                               \
        case PTX_RSQRT:                                                                                      \
            return (real)(1.0 / sqrt((double)a));                                                            \
        case PTX_SIN:                                                                                        \
            return sin##f(a);                                                                                \
        case PTX_COS:                                                                                        \
            return cos##f(a);                                                                                \
        case PTX_EX2:                                                                                        \
            return exp2##f(a);                                                                               \
        case PTX_LG2:                                                                                        \
            return log2##f(a);                                                                               \
        case PTX_TANH:                                                                                       \
            return tanh##f(a);                                                                               \
        default:                                                                                             \
            return copysign##f(b, a);                                                                        \
        }                                                                                                    \
    }
PTX_LANE(ptx_float_lane, float, f)
PTX_LANE(ptx_double_lane, double, )
#undef PTX_LANE

static void ptx_floats_single(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    const uint64_t *a = from[0], *b = from[1], *c = from[2];
    const ptx_round round = (ptx_round)i->round;
    const bool plain = !i->flush && !i->saturate && round == PTX_RN;
    if (i->op == PTX_ADD && plain) {
        EACH_LANE to[l] = ptx_from_float(ptx_to_float(a[l]) + ptx_to_float(b[l]));
        return;
    }
    if (i->op == PTX_MUL && plain) {
        EACH_LANE to[l] = ptx_from_float(ptx_to_float(a[l]) * ptx_to_float(b[l]));
        return;
    }
    if (i->op == PTX_FMA && plain) {
        EACH_LANE to[l] = ptx_from_float(fmaf(ptx_to_float(a[l]), ptx_to_float(b[l]), ptx_to_float(c[l])));
        return;
    }
    EACH_LANE {
        float x = ptx_to_float(a[l]), y = ptx_to_float(b[l]), z = ptx_to_float(c[l]);
        if (i->flush) {
            x = ptx_flushed(x);
            y = ptx_flushed(y);
            z = ptx_flushed(z);
        }
        float r = ptx_float_lane((ptx_op)i->op, x, y, z);
        if (round != PTX_RN)
            r = ptx_round_float((ptx_op)i->op, round, r, x, y, z);
        if (i->flush)
            r = ptx_flushed(r);
        to[l] = ptx_from_float(i->saturate ? (float)ptx_clamped((double)r) : r);
    }
}

static void ptx_floats_double(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    const ptx_round round = (ptx_round)i->round;
    EACH_LANE {
        const double a = ptx_to_double(from[0][l]), b = ptx_to_double(from[1][l]),
                     c = ptx_to_double(from[2][l]);
        double r = ptx_double_lane((ptx_op)i->op, a, b, c);
        if (round != PTX_RN)
            r = ptx_round_double((ptx_op)i->op, round, r, a, b, c);
        to[l] = ptx_from_double(i->saturate ? ptx_clamped(r) : r);
    }
}

static uint16_t ptx_half_flushed(uint16_t x) {
    return x & 0x7c00U ? x : x & 0x8000U;
}

static uint16_t ptx_half_lane(const ptx_inst *i, uint16_t a, uint16_t b, uint16_t c) {
    const float x = ptx_half_to_float(a), y = ptx_half_to_float(b), z = ptx_half_to_float(c);
    switch ((ptx_op)i->op) {
    case PTX_ABS:
        return a & 0x7fffU;
    case PTX_NEG:
        return a ^ 0x8000U;
    case PTX_MIN:
    case PTX_MAX:
        return ptx_half_from_double((double)ptx_float_lane((ptx_op)i->op, x, y, z));
    default:
        return ptx_half_arithmetic((ptx_op)i->op, (double)x, (double)y, (double)z);
    }
}

static void ptx_floats_half(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    EACH_LANE {
        uint16_t x[3], r;
        for (int s = 0; s < 3; s++) {
            x[s] = (uint16_t)from[s][l];
            x[s] = i->flush ? ptx_half_flushed(x[s]) : x[s];
        }
        r = ptx_half_lane(i, x[0], x[1], x[2]);
        r = i->flush ? ptx_half_flushed(r) : r;
        to[l] = i->saturate ? ptx_half_from_double(ptx_clamped((double)ptx_half_to_float(r))) : r;
    }
}

void ptx_compute(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    if (i->op == PTX_MOV || !ptx_type_float(i->from))
        ptx_integers(i, from, to);
    else if (i->from == PTX_F32)
        ptx_floats_single(i, from, to);
    else if (i->from == PTX_F16)
        ptx_floats_half(i, from, to);
    else
        ptx_floats_double(i, from, to);
}

/* ---- conversions ---- */

static double ptx_as_double(uint64_t x, ptx_type t) {
    return t == PTX_F64   ? ptx_to_double(x)
           : t == PTX_F32 ? (double)ptx_to_float(x)
                          : (double)ptx_half_to_float((uint16_t)x);
}

static double ptx_whole(double x, ptx_round round) {
    switch (round) {
    case PTX_RZ:
        return trunc(x);
    case PTX_RM:
        return floor(x);
    case PTX_RP:
        return ceil(x);
    default:
        return nearbyint(x);
    }
}

/* The hardware's conversions saturate; no number gives 0. */
static uint64_t ptx_real_to_integer(double x, ptx_type to) {
    const unsigned bits = ptx_type_bits(to);
    if (isnan(x))
        return 0;
    if (ptx_type_signed(to)) {
        const double limit = ldexp(1.0, (int)bits - 1);
        const uint64_t least = UINT64_C(1) << (bits - 1);
        return x >= limit ? least - 1 : x < -limit ? least : ptx_cut((uint64_t)(int64_t)x, bits);
    }
    if (x <= 0.0)
        return 0;
    return x >= ldexp(1.0, (int)bits) ? ptx_cut(UINT64_MAX, bits) : (uint64_t)x;
}

static uint64_t ptx_to_real(double x, ptx_type to, ptx_round round) {
    return to == PTX_F64   ? ptx_from_double(x)
           : to == PTX_F32 ? ptx_from_float(ptx_float_of_double(x, round))
                           : ptx_half_rounded(x, round);
}

/* Rounded once: what a double does not hold is more than any half. */
static uint64_t ptx_integer_to_real(uint64_t x, ptx_type from, ptx_type to, ptx_round round) {
    const unsigned bits = ptx_type_bits(from);
    const bool negative = ptx_type_signed(from) && ptx_signed(x, bits) < 0;
    const uint64_t magnitude = negative ? 0 - (uint64_t)ptx_signed(x, bits) : ptx_cut(x, bits);
    if (to == PTX_F32)
        return ptx_from_float(ptx_float_of_whole(magnitude, negative, round));
    return ptx_to_real(ptx_double_of_whole(magnitude, negative, round), to, round);
}

static uint64_t ptx_integer_to_integer(uint64_t x, const ptx_inst *i) {
    const ptx_type from = i->from, to = i->type;
    const unsigned bits = ptx_type_bits(from), to_bits = ptx_type_bits(to);
    if (!i->saturate)
        return ptx_type_signed(from) ? (uint64_t)ptx_signed(x, bits) : ptx_cut(x, bits);
    const bool negative = ptx_type_signed(from) && ptx_signed(x, bits) < 0;
    const uint64_t most = ptx_cut(UINT64_MAX, to_bits) >> ptx_type_signed(to);
    if (!negative)
        return ptx_cut(x, bits) > most ? most : ptx_cut(x, bits);
    if (!ptx_type_signed(to))
        return 0;
    const int64_t least = -(int64_t)most - 1, value = ptx_signed(x, bits);
    return (uint64_t)(value < least ? least : value);
}

static uint64_t ptx_convert_lane(const ptx_inst *i, uint64_t x) {
    const ptx_type from = i->from, to = i->type;
    if (!ptx_type_float(from))
        return ptx_type_float(to) ? ptx_integer_to_real(x, from, to, (ptx_round)i->round)
                                  : ptx_integer_to_integer(x, i);
    if (from == to && !i->integral && !i->flush && !i->saturate)
        return x;
    double value = ptx_as_double(x, from);
    if (i->flush && from == PTX_F32)
        value = (double)ptx_flushed((float)value);
    if (i->integral)
        value = ptx_whole(value, (ptx_round)i->round);
    if (!ptx_type_float(to))
        return ptx_real_to_integer(value, to);
    if (i->saturate)
        value = ptx_clamped(value);
    uint64_t bits = ptx_to_real(value, to, i->integral ? PTX_RN : (ptx_round)i->round);
    if (i->flush && to == PTX_F32)
        bits = ptx_from_float(ptx_flushed(ptx_to_float(bits)));
    return bits;
}

void ptx_convert(const ptx_inst *i, const uint64_t *from, uint64_t *to) {
    EACH_LANE to[l] = ptx_widen(ptx_convert_lane(i, from[l]), i->type, i->bits);
}

/* ---- comparisons ---- */

/* Of lanes, a bit each. */
static uint32_t ptx_compared(ptx_compare how, uint32_t less, uint32_t equal, uint32_t no_number) {
    const uint32_t greater = ~(less | equal | no_number);
    switch (how) {
    case PTX_EQ:
        return equal;
    case PTX_NE:
        return less | greater;
    case PTX_LT:
        return less;
    case PTX_LE:
        return less | equal;
    case PTX_GT:
        return greater;
    case PTX_GE:
        return greater | equal;
    case PTX_EQU:
        return equal | no_number;
    case PTX_NEU:
        return ~equal;
    case PTX_LTU:
        return less | no_number;
    case PTX_LEU:
        return ~greater;
    case PTX_GTU:
        return greater | no_number;
    case PTX_GEU:
        return ~less;
    case PTX_NUM:
        return ~no_number;
    default: /* PTX_NAN */
        return no_number;
    }
}

uint32_t ptx_compare_lanes(const ptx_inst *i, const uint64_t *a, const uint64_t *b) {
    const ptx_type t = i->from;
    const uint64_t flip = ptx_type_signed(t) ? UINT64_C(1) << (ptx_type_bits(t) - 1) : 0;
    const bool flush = i->flush && t == PTX_F32;
    uint32_t less = 0, equal = 0, no_number = 0;
    if (ptx_type_float(t)) {
        EACH_LANE {
            const double x = flush ? (double)ptx_flushed(ptx_to_float(a[l])) : ptx_as_double(a[l], t);
            const double y = flush ? (double)ptx_flushed(ptx_to_float(b[l])) : ptx_as_double(b[l], t);
            less |= (uint32_t)(x < y) << l;
            equal |= (uint32_t)(x == y) << l;
            no_number |= (uint32_t)(isnan(x) || isnan(y)) << l;
        }
    } else {
        EACH_LANE {
            less |= (uint32_t)((a[l] ^ flip) < (b[l] ^ flip)) << l;
            equal |= (uint32_t)(a[l] == b[l]) << l;
        }
    }
    return ptx_compared((ptx_compare)i->compare, less, equal, no_number);
}
