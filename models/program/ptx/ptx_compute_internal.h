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

void ptx_integers(const ptx_inst *i, const uint64_t *const *from, uint64_t *to);

#endif
