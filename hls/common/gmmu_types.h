/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exact-width unsigned integers for every unit, in three spellings.
 *
 *   GMMU_TYPES_EXACT   unsigned _BitInt(N)   clang; used by the C = RTL proof
 *   GMMU_TYPES_AP      ap_uint<N>            C++ HLS tools (include ap_int.h first)
 *   (neither)          the next larger uintN_t; portable C11 and C++
 *
 * A unit must mean the same under all three. So no value may rely on being cut
 * silently at its width: where a sum can outgrow its type, wrap it with
 * GMMU_WRAP, and never shift a one out of a word.
 */
#ifndef GMMU_TYPES_H
#define GMMU_TYPES_H

#include <stdint.h>

/* The low n bits of x (1 <= n <= 63), as a 64-bit value. */
#define GMMU_WRAP(x, n) ((uint64_t)(x) & ((UINT64_C(1) << (n)) - 1U))

#if defined(GMMU_TYPES_EXACT)
#define GMMU_UINT(n, plain) typedef unsigned _BitInt(n) u##n
#elif defined(GMMU_TYPES_AP)
#define GMMU_UINT(n, plain) typedef ap_uint<n> u##n
#else
#define GMMU_UINT(n, plain) typedef plain u##n
#endif

GMMU_UINT(1, uint8_t);
GMMU_UINT(2, uint8_t);
GMMU_UINT(3, uint8_t);
GMMU_UINT(4, uint8_t);
GMMU_UINT(5, uint8_t);
GMMU_UINT(6, uint8_t);
GMMU_UINT(7, uint8_t);
GMMU_UINT(8, uint8_t);
GMMU_UINT(9, uint16_t);
GMMU_UINT(10, uint16_t);
GMMU_UINT(12, uint16_t);
GMMU_UINT(13, uint16_t);
GMMU_UINT(15, uint16_t);
GMMU_UINT(16, uint16_t);
GMMU_UINT(17, uint32_t);
GMMU_UINT(21, uint32_t);
GMMU_UINT(22, uint32_t);
GMMU_UINT(23, uint32_t);
GMMU_UINT(24, uint32_t);
GMMU_UINT(28, uint32_t);
GMMU_UINT(32, uint32_t);
GMMU_UINT(36, uint64_t);
GMMU_UINT(38, uint64_t);
GMMU_UINT(40, uint64_t);
GMMU_UINT(48, uint64_t);
GMMU_UINT(64, uint64_t);

#endif
