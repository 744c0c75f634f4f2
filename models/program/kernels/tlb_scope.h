/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB-conscious data access (Karnagel §5.1, Fig. 8): memory is cut into scopes that a TLB reaches, a kernel
 * is launched once for each, and a launch accesses only what lies in its scope. Each access is done once in
 * all; what decides about it is computed in every launch.
 */
#ifndef GMMU_TLB_SCOPE_H
#define GMMU_TLB_SCOPE_H

#include "program/kernels/simt.h"

typedef struct {
    uint64_t elements; /* of the whole memory, at most 2^32 */
    uint64_t each;     /* elements of a scope; the last one may have fewer */
    uint32_t passes;   /* launches: one for each scope */
    uint32_t pass;     /* the current one, from 0 */
} tlb_scope;

/* Scopes of scope_bytes (0: one scope) over elements of element_bytes each. */
tlb_scope tlb_scope_of(uint64_t elements, uint32_t element_bytes, uint64_t scope_bytes);

/* A uniform 32-bit number as the number of an element: the upper half of random * elements. */
uint64_t tlb_scope_element(const tlb_scope *s, uint32_t random);
val tlb_scope_position(simt *w, const tlb_scope *s, const val *random);

/* The active lanes whose element lies in the scope of the current pass; no instruction where there is only
 * one pass, as in the program without scopes. */
uint32_t tlb_scope_inside(simt *w, const tlb_scope *s, const val *position);

/* Murmur3 (x86, 32 bits, seed 0) of one word: the hash function of Karnagel §2.2. */
uint32_t murmur3_word(uint32_t key);
val simt_murmur3(simt *w, const val *key);

#endif
