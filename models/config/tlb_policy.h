/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The replaceable parts of a TLB array: how the set of an entry is found, and which entry is evicted. The
 * tables are in mmu/tlb_policies.c; a new policy is a line there and a struct, in that file or one of its
 * own.
 */
#ifndef GMMU_TLB_POLICY_H
#define GMMU_TLB_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "config/policy.h"

typedef struct {
    policy_row row;
    bool any_sets; /* their number need not be a power of two */
    /* number: of the entry, that is, the bits of the virtual address above it, up to bit 46. */
    uint32_t (*set)(uint64_t number, uint32_t sets);
} tlb_index;

typedef struct {
    policy_row row;
    bool touch; /* a hit makes an entry the youngest */
    /* Returns one of `ways` entries. used[i]: when it was filled (or touched); 0: it is empty, and goes
     * first. clock: advances with every use. */
    uint32_t (*victim)(const uint64_t *used, uint32_t ways, uint64_t clock);
} tlb_replacement;

/* Those that hardware units have (mmu/level_fit.h, mmu/two_size_fit.h). */
extern const tlb_index tlb_index_low, tlb_index_xor;
extern const tlb_replacement tlb_replacement_lru;

/* The policy of a name (policy_find); NULL: there is none. */
static inline const tlb_index *tlb_index_find(const char *name) {
    return (const tlb_index *)policy_find(tlb_indexes, name);
}
static inline const tlb_replacement *tlb_replacement_find(const char *name) {
    return (const tlb_replacement *)policy_find(tlb_replacements, name);
}

#endif
