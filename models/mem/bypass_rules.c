/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/bypass_rules.h"

#include <inttypes.h>
#include <stdio.h>

#define RULES(ROW)                                                                                           \
    ROW(bypass_rule, none)                                                                                   \
    ROW(bypass_rule, walks)                                                                                  \
    ROW(bypass_rule, static)

POLICY_TABLE(bypass_rule, bypass_rules, bypass_rule_find, RULES)

bool bypass_rule_possible(const design_config *design, char *err, size_t size) {
    const bypass_rule *rule = bypass_rule_find(design->l2_bypass);
    return !rule->possible || rule->possible(design, err, size);
}

/* Levels `first` to `last` from the root, as bits. */
static uint32_t levels_from(uint32_t first, uint32_t last) {
    return (2U << last) - (1U << first);
}

static bypass_choice bypass_none(const gpu_config *config) {
    return (bypass_choice){.skips = config->design.bypass_skips};
}

/* A chip may have a rule of its own for it. */
static bypass_choice bypass_walks(const gpu_config *config) {
    const l2_cache_config *l2 = &config->chip.l2;
    if (l2->bypass_first == 0)
        return (bypass_choice){.by_unit = true, .skips = config->design.bypass_skips};
    return (bypass_choice){.levels = levels_from(l2->bypass_first, PAGE_TABLE_MAX_LEVELS),
                           .skips = l2->bypass_skips};
}

static bypass_choice bypass_by_level(const gpu_config *config) {
    const design_config *d = &config->design;
    return (bypass_choice){.levels = levels_from(d->bypass_first, d->bypass_last), .skips = d->bypass_skips};
}

static bool bypass_levels_ascend(const design_config *d, char *err, size_t size) {
    if (d->bypass_first <= d->bypass_last)
        return true;
    (void)snprintf(err, size,
                   "design.bypass_last: %" PRIu32 ": expected at least design.bypass_first, %" PRIu32,
                   d->bypass_last, d->bypass_first);
    return false;
}

const bypass_rule bypass_rule_none = {.row = {"none", "no read"}, .choice = bypass_none};
const bypass_rule bypass_rule_walks = {
    .row = {"walks", "reads of page walks whose level has a lower hit rate than data (MASK 5.3)"},
    .choice = bypass_walks};
const bypass_rule bypass_rule_static = {
    .row = {"static", "reads of some levels, whatever they hit: what MASK 5.3 weighs its rule against"},
    .choice = bypass_by_level,
    .possible = bypass_levels_ascend};
