/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/fill_rules.h"

/* But for `all`, in mmu/fill_*.c. */
#define RULES(ROW)                                                                                           \
    ROW(fill_rules, all)                                                                                     \
    ROW(fill_rules, tokens)

RULES(POLICY_DECLARED)
const fill_rules fill_rules_all = {.row = {"all", "every walk"}, .in_block = true};
const policy_row *const tlb_fills[] = {RULES(POLICY_ROW) NULL};

const fill_rules *fill_rules_find(const char *name) {
    return (const fill_rules *)policy_find(tlb_fills, name);
}
