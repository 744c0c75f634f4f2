/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_policies.h"

#include <assert.h>
#include <stddef.h>

#include "base/mix.h"

/* ---- the set of an entry ---- */

static uint32_t tlb_set_low(uint64_t number, uint32_t sets) {
    return (uint32_t)(number & (sets - 1));
}

uint32_t tlb_xor_fold(uint64_t number, uint32_t parts) {
    uint32_t bits = (uint32_t)__builtin_ctz(parts);
    uint64_t folded = 0;
    for (uint64_t rest = number; bits != 0 && rest != 0; rest >>= bits)
        folded ^= rest;
    return (uint32_t)(folded & (parts - 1));
}

static uint32_t tlb_set_modulo(uint64_t number, uint32_t sets) {
    return (uint32_t)(number % sets);
}

static uint32_t tlb_set_xor(uint64_t number, uint32_t sets) {
    return tlb_xor_fold(number, sets);
}

#define ENTRY(enumerator, which) {.name = #which, .set = tlb_set_##which},
const tlb_index tlb_indexes[] = {TLB_INDEXES(ENTRY){.name = NULL}};
#undef ENTRY

/* ---- replacement ---- */

static uint32_t tlb_policies_oldest(const uint64_t *used, uint32_t ways, uint64_t clock) {
    (void)clock;
    uint32_t found = 0;
    for (uint32_t i = 1; i < ways; i++)
        found = used[i] < used[found] ? i : found;
    return found;
}

/* An empty entry, or any: the same ones in every run. */
static uint32_t any_entry(const uint64_t *used, uint32_t ways, uint64_t clock) {
    assert(ways != 0);
    for (uint32_t i = 0; i < ways; i++)
        if (used[i] == 0)
            return i;
    return (uint32_t)((clock * MIX_GOLDEN >> 32) % ways);
}

static const tlb_replacement tlb_replace_lru = {.touch = true, .victim = tlb_policies_oldest},
                             tlb_replace_fifo = {.victim = tlb_policies_oldest},
                             tlb_replace_random = {.victim = any_entry};

#define ENTRY(enumerator, which) &tlb_replace_##which,
const tlb_replacement *const tlb_replacements[] = {TLB_REPLACEMENTS(ENTRY) NULL};
#undef ENTRY
