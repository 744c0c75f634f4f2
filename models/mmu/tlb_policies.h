/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The replaceable parts of a TLB array: how the set of an entry is found, and which entry is evicted. A new
 * index is a function, a new replacement a struct, and either is a line in spec/policies.h.
 */
#ifndef GMMU_TLB_POLICIES_H
#define GMMU_TLB_POLICIES_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/chip.h"

typedef struct {
    const char *name;
    /* number: of the entry, that is, the bits of the virtual address above it, up to bit 46. */
    uint32_t (*set)(uint64_t number, uint32_t sets);
} tlb_index;

extern const tlb_index tlb_indexes[]; /* by tlb_index_kind; the list ends with a NULL name */

typedef struct {
    bool touch; /* a hit makes an entry the youngest */
    /* Returns one of `ways` entries. used[i]: when it was filled (or touched); 0: it is empty, and goes
     * first. clock: advances with every use. */
    uint32_t (*victim)(const uint64_t *used, uint32_t ways, uint64_t clock);
} tlb_replacement;

extern const tlb_replacement *const tlb_replacements[]; /* by tlb_replacement_kind; ends with NULL */

/* `number` in groups of log2(parts) bits, XORed; parts is a power of two. */
uint32_t tlb_xor_fold(uint64_t number, uint32_t parts);

#endif
