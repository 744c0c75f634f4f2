/* SPDX-License-Identifier: Apache-2.0 */
/* What integers and floating point share. */
#ifndef GMMU_PTX_COMPUTE_INTERNAL_H
#define GMMU_PTX_COMPUTE_INTERNAL_H

#include <string.h>

#include "program/ptx/ptx_code.h"

static inline float ptx_to_float(uint64_t bits) {
    const uint32_t word = (uint32_t)bits;
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static inline uint64_t ptx_from_float(float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static inline double ptx_to_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t ptx_from_double(double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

/* ---- ptx_rounding.c ---- */

bool ptx_rounds(ptx_op op); /* has it roundings that the instruction says? */
/* The result rounded so, from the host's, which is to nearest. */
double ptx_round_double(ptx_op op, ptx_round round, double nearest, double a, double b, double c);
float ptx_round_float(ptx_op op, ptx_round round, float nearest, float a, float b, float c);
/* -magnitude if it is negative; and a double as a float or a half. */
double ptx_double_of_whole(uint64_t magnitude, bool negative, ptx_round round);
float ptx_float_of_whole(uint64_t magnitude, bool negative, ptx_round round);
float ptx_float_of_double(double x, ptx_round round);
uint16_t ptx_half_rounded(double x, ptx_round round);
/* PTX_ADD, PTX_SUB, PTX_MUL and PTX_FMA of halves, rounded once to nearest. */
uint16_t ptx_half_arithmetic(ptx_op op, double a, double b, double c);

void ptx_integers(const ptx_inst *i, const uint64_t *const *from, uint64_t *to);

#endif
