/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address hash (Fractional GPUs V, Fig. 6: channel, cache slice, set and bank of a GPU are XORs of physical
 * address bits): maps physical addresses by a matrix over GF(2) in CSRs, and back by its inverse.
 *
 * Bit i of a mapped address is the parity of row[i] AND the address, so a row is the list of address bits
 * that are XORed. The integrator decides which bits of the result are channel, slice, set,
 * bank, row and column: a field is a run of rows.
 *
 * Both matrices are written row by row. No matrix is used before it has been checked: until then addresses
 * go through as they are. A check takes GMMU_HASH_W + 1 cycles: it maps each address with one bit set, and
 * maps it back. When all come back, `accepted` is set: then the map is one-to-one, and unmapping undoes it
 * for every address. When one does not, `accepted` stays 0. A row written ends a check and takes `accepted`
 * back; a check and a row in one cycle: the row is written, and the check is one of the new matrix.
 * Rows that do not exist are ignored, but are a write all the same.
 *
 * One address a cycle each way; the answer is there in the next cycle, and nothing is refused. An address
 * that is mapped while no matrix is accepted is answered with itself. Answers under the old map
 * stay as they are: drain the memory system before the map changes.
 */
#ifndef GMMU_ADDRESS_HASH_H
#define GMMU_ADDRESS_HASH_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_HASH_W >= 8 && GMMU_HASH_W <= 40, "GMMU_HASH_W must be 8 to 40");

typedef struct {
    GMMU_U(GMMU_HASH_W) row[GMMU_HASH_W];     /* all reset 0 */
    GMMU_U(GMMU_HASH_W) inverse[GMMU_HASH_W]; /* row i: the mapped bits whose XOR is address bit i */
    GMMU_U(GMMU_HASH_W) column;               /* column at - 1 of the matrix, during a check */
    u6 at;                                    /* columns read by the check; 0 without one */
    u1 checking;
    u1 accepted;
    u1 mapped_valid;
    GMMU_U(GMMU_HASH_W) mapped_addr;
    u1 unmapped_valid;
    GMMU_U(GMMU_HASH_W) unmapped_addr;
} address_hash_state;

typedef struct {
    u1 row_valid;                 /* CSR write: one row of a matrix */
    u1 row_inverse;               /* 0: of the matrix, 1: of its inverse */
    u6 row_index;                 /* not below GMMU_HASH_W: no such row */
    GMMU_U(GMMU_HASH_W) row_bits; /* the address bits that are XORed */
    u1 check_valid;               /* CSR write: begins a check, also anew */
    u1 map_valid;
    GMMU_U(GMMU_HASH_W) map_addr; /* physical address */
    u1 unmap_valid;
    GMMU_U(GMMU_HASH_W) unmap_addr; /* mapped address */
} address_hash_in;

typedef struct {
    u1 checking;                     /* a check is under way */
    u1 accepted;                     /* the map is in use */
    u1 mapped_valid;                 /* map_valid of the cycle before */
    GMMU_U(GMMU_HASH_W) mapped_addr; /* keeps its value between answers */
    u1 unmapped_valid;               /* unmap_valid of the cycle before */
    GMMU_U(GMMU_HASH_W) unmapped_addr;
} address_hash_out;

void address_hash_reset(address_hash_state *s);
/* The output pins as a function of the state alone (Moore). */
void address_hash_outputs(const address_hash_state *s, address_hash_out *out);
/* One clock edge: out as address_hash_outputs() before the edge, then the state moves. */
void address_hash_step(address_hash_state *s, const address_hash_in *in, address_hash_out *out);

#endif
