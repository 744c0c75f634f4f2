/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exact-width unsigned integers for every unit, in four spellings.
 *
 *   GMMU_TYPES_EXACT   unsigned _BitInt(N)   clang; used by the C = RTL proof
 *   GMMU_TYPES_AP      ap_uint<N>            C++ HLS tools that have ap_int.h
 *   GMMU_TYPES_AC      ac_int<N, false>      C++ HLS tools that have ac_int.h
 *   (none)             the next larger uintN_t; portable C11 and C++
 *
 * A unit must mean the same under all of them. So no value may rely on being cut off
 * silently at its width: if a sum can outgrow its type, wrap it with
 * GMMU_WRAP, and never shift a one out of a word.
 */
#ifndef GMMU_TYPES_H
#define GMMU_TYPES_H

#include <stdint.h>
#if defined(GMMU_TYPES_AP)
#include <ap_int.h>
#elif defined(GMMU_TYPES_AC)
#include <ac_int.h>
#endif

/* The low n bits of x (1 <= n <= 63), as a 64-bit value. A sum of ac_int may have 65 bits, which no cast
 * takes. */
#ifdef GMMU_TYPES_AC
#define GMMU_WRAP(x, n) (ac_int<64, false>(x).to_uint64() & ((UINT64_C(1) << (n)) - 1U))
#else
#define GMMU_WRAP(x, n) ((uint64_t)(x) & ((UINT64_C(1) << (n)) - 1U))
#endif

#if defined(GMMU_TYPES_EXACT)
#define GMMU_BITS(n, plain) unsigned _BitInt(n)
#elif defined(GMMU_TYPES_AP)
#define GMMU_BITS(n, plain) ap_uint<n>
#elif defined(GMMU_TYPES_AC)
#define GMMU_BITS(n, plain) ac_int<n, false>
#else
#define GMMU_BITS(n, plain) plain
#endif

#define GMMU_UINT(n, plain) typedef GMMU_BITS(n, plain) u##n

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
GMMU_UINT(11, uint16_t);
GMMU_UINT(12, uint16_t);
GMMU_UINT(13, uint16_t);
GMMU_UINT(14, uint16_t);
GMMU_UINT(15, uint16_t);
GMMU_UINT(16, uint16_t);
GMMU_UINT(17, uint32_t);
GMMU_UINT(18, uint32_t);
GMMU_UINT(19, uint32_t);
GMMU_UINT(20, uint32_t);
GMMU_UINT(21, uint32_t);
GMMU_UINT(22, uint32_t);
GMMU_UINT(23, uint32_t);
GMMU_UINT(24, uint32_t);
GMMU_UINT(25, uint32_t);
GMMU_UINT(26, uint32_t);
GMMU_UINT(27, uint32_t);
GMMU_UINT(28, uint32_t);
GMMU_UINT(29, uint32_t);
GMMU_UINT(30, uint32_t);
GMMU_UINT(31, uint32_t);
GMMU_UINT(32, uint32_t);
GMMU_UINT(33, uint64_t);
GMMU_UINT(34, uint64_t);
GMMU_UINT(35, uint64_t);
GMMU_UINT(36, uint64_t);
GMMU_UINT(37, uint64_t);
GMMU_UINT(38, uint64_t);
GMMU_UINT(39, uint64_t);
GMMU_UINT(40, uint64_t);
GMMU_UINT(41, uint64_t);
GMMU_UINT(42, uint64_t);
GMMU_UINT(43, uint64_t);
GMMU_UINT(44, uint64_t);
GMMU_UINT(45, uint64_t);
GMMU_UINT(46, uint64_t);
GMMU_UINT(47, uint64_t);
GMMU_UINT(48, uint64_t);
GMMU_UINT(49, uint64_t);
GMMU_UINT(50, uint64_t);
GMMU_UINT(51, uint64_t);
GMMU_UINT(52, uint64_t);
GMMU_UINT(53, uint64_t);
GMMU_UINT(54, uint64_t);
GMMU_UINT(55, uint64_t);
GMMU_UINT(56, uint64_t);
GMMU_UINT(57, uint64_t);
GMMU_UINT(58, uint64_t);
GMMU_UINT(59, uint64_t);
GMMU_UINT(60, uint64_t);
GMMU_UINT(61, uint64_t);
GMMU_UINT(62, uint64_t);
GMMU_UINT(63, uint64_t);
GMMU_UINT(64, uint64_t);

/* The type of a width that has a name: GMMU_U(GMMU_VPN_W) is u36. */
#define GMMU_U(width)       GMMU_U_PASTE(width)
#define GMMU_U_PASTE(width) u##width

/* A condition on the sizes a unit is built for; the text says what they must be. */
#ifdef __cplusplus
#define GMMU_REQUIRE(condition, text) static_assert(condition, text)
#else
#define GMMU_REQUIRE(condition, text) _Static_assert(condition, text)
#endif

#endif
