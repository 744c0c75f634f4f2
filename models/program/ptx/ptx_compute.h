/* SPDX-License-Identifier: Apache-2.0 */
/* What instructions compute, lane by lane. */
#ifndef GMMU_PTX_COMPUTE_H
#define GMMU_PTX_COMPUTE_H

#include "program/ptx/ptx_code.h"

static inline uint64_t ptx_cut(uint64_t x, unsigned bits) {
    return bits >= 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

static inline int64_t ptx_signed(uint64_t x, unsigned bits) {
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((ptx_cut(x, bits) ^ sign) - sign);
}

/* A number of a type, as it stands in a register of `bits`. */
static inline uint64_t ptx_widen(uint64_t x, ptx_type type, unsigned bits) {
    const unsigned own = ptx_type_bits(type);
    return ptx_type_signed(type) && bits > own ? ptx_cut((uint64_t)ptx_signed(x, own), bits)
                                               : ptx_cut(x, own);
}

/* Into all lanes of `to`, of i->src as `from`; `to` may be one of them. Instructions up to PTX_COPYSIGN. */
void ptx_compute(const ptx_inst *i, const uint64_t *const *from, uint64_t *to);
/* The same of an instruction with a carry, one lane; *carry is the bit before and after it. */
uint64_t ptx_with_carry(const ptx_inst *i, uint64_t a, uint64_t b, uint64_t c, bool *carry);
/* Conversions. */
void ptx_convert(const ptx_inst *i, const uint64_t *from, uint64_t *to);
/* The lanes in which the comparison holds. */
uint32_t ptx_compare_lanes(const ptx_inst *i, const uint64_t *a, const uint64_t *b);
/* What an atomic operation leaves in memory; expected: of PTX_ATOM_CAS. */
uint64_t ptx_updated(ptx_atomic op, ptx_type type, uint64_t old, uint64_t x, uint64_t swap);

float ptx_half_to_float(uint16_t half);
/* To nearest, ties to even. */
uint16_t ptx_half_from_double(double x);

#endif
