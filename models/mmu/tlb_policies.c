/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_policies.h"

#include <assert.h>
#include <stddef.h>

#include "base/mix.h"
#include "config/tlb_policy.h"

#define INDEXES(ROW)                                                                                         \
    ROW(tlb_index, low)                                                                                      \
    ROW(tlb_index, xor)                                                                                      \
    ROW(tlb_index, modulo)

#define REPLACEMENTS(ROW)                                                                                    \
    ROW(tlb_replacement, lru)                                                                                \
    ROW(tlb_replacement, fifo)                                                                               \
    ROW(tlb_replacement, random)

INDEXES(POLICY_DECLARED)
REPLACEMENTS(POLICY_DECLARED)

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

const tlb_index tlb_index_low = {.row = {"low", "the lowest bits"}, .set = tlb_set_low};
const tlb_index tlb_index_xor = {.row = {"xor", "groups of log2(sets) bits, XORed (XOR-N of later GPUs)"},
                                 .set = tlb_set_xor};
const tlb_index tlb_index_modulo = {
    .row = {"modulo", "the remainder: any number of sets"}, .any_sets = true, .set = tlb_set_modulo};

const policy_row *const tlb_indexes[] = {INDEXES(POLICY_ROW) NULL};

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

const tlb_replacement tlb_replacement_lru = {
    .row = {"lru", "the entry whose last use is the oldest"}, .touch = true, .victim = tlb_policies_oldest};
const tlb_replacement tlb_replacement_fifo = {.row = {"fifo", "the entry that was filled first"},
                                              .victim = tlb_policies_oldest};
const tlb_replacement tlb_replacement_random = {.row = {"random", "an empty entry, or any"},
                                                .victim = any_entry};

const policy_row *const tlb_replacements[] = {REPLACEMENTS(POLICY_ROW) NULL};
