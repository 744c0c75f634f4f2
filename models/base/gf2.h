/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linear algebra over GF(2). An address map in which every bit is the XOR of address
 * bits is a matrix; a vector is a 64-bit word; the inverse is Gaussian elimination.
 */
#ifndef GMMU_GF2_H
#define GMMU_GF2_H

#include <stdint.h>

#define GF2_BITS        64U
#define GF2_TABLE_BYTES 5U /* 40 bits of physical address */

/*
 * The vectors added so far, each known by its number (0..63), in a form that decides any
 * other vector by at most 64 XORs. Reset: all 0.
 */
typedef struct {
    uint64_t reduced[GF2_BITS]; /* vector whose highest bit is i, or 0 */
    uint64_t made_of[GF2_BITS]; /* the numbers whose XOR it is */
} gf2_basis;

/*
 * Adds a vector. Returns 0 when it is independent of those before. Otherwise the basis stays, and the
 * result has a bit for the number of each vector (including `number`) whose XOR is 0.
 */
uint64_t gf2_basis_add(gf2_basis *b, uint64_t vector, uint32_t number);

/* The part of `vector` that the basis cannot make: 0 when it is in the span. */
uint64_t gf2_basis_rest(const gf2_basis *b, uint64_t vector);

/* The numbers whose vectors XOR to `vector`, which must be in the span. */
uint64_t gf2_basis_express(const gf2_basis *b, uint64_t vector);

/* Bit i: the parity of x & row[i]. */
uint64_t gf2_multiply(const uint64_t *row, uint32_t rows, uint64_t x);

/* Makes rows the basis of their span in which the highest bit of each is in no other, the highest first;
 * equal spans give equal rows. Returns their number. */
uint32_t gf2_reduce_rows(uint64_t *row, uint32_t rows);

/* All x that are a part of `within` and have even parity with every row, of GF2_BITS at most: their basis, as
 * gf2_reduce_rows() makes it, in out. Returns its size. */
uint32_t gf2_orthogonal(const uint64_t *row, uint32_t rows, uint64_t within, uint64_t out[GF2_BITS]);

/* gf2_multiply() for an x of 40 bits by one lookup per byte. */
typedef struct {
    uint64_t part[GF2_TABLE_BYTES][256];
} gf2_table;

void gf2_table_fill(gf2_table *t, const uint64_t *row, uint32_t rows);

static inline uint64_t gf2_look_up(const gf2_table *t, uint64_t x) {
    return t->part[0][x & 255U] ^ t->part[1][x >> 8 & 255U] ^ t->part[2][x >> 16 & 255U] ^
           t->part[3][x >> 24 & 255U] ^ t->part[4][x >> 32 & 255U];
}

#endif
