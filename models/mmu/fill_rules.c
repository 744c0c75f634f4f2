/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/fill_rules.h"

/* But for `all`, in mmu/fill_*.c. */
#define RULES(ROW)                                                                                           \
    ROW(fill_rules, all)                                                                                     \
    ROW(fill_rules, tokens)

POLICY_TABLE(fill_rules, tlb_fill_rules, fill_rules_find, RULES)

const fill_rules fill_rules_all = {.row = {"all", "every walk"}, .in_block = true};
