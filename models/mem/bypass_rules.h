/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which reads of page walks skip the L2 cache, and what of it: design.l2_bypass chooses a rule. A bank asks
 * once, when it is made. A new rule is a file and a line in the table of bypass_rules.c. A rule that decides
 * about each read by itself is a unit with the pins of l2_bypass (docs/guide/extending.md).
 */
#ifndef GMMU_BYPASS_RULES_H
#define GMMU_BYPASS_RULES_H

#include "config/config.h"
#include "config/policy.h"

typedef struct {
    bool by_unit;    /* the answers of l2_bypass count */
    uint32_t levels; /* bit d: reads of level d from the root bypass, whatever they hit */
    bypass_skip skips;
} bypass_choice;

typedef struct {
    policy_row row;
    bypass_choice (*choice)(const gpu_config *config);
    /* Can the design have it? False with one line in err. NULL: every design can. */
    bool (*possible)(const design_config *design, char *err, size_t size);
} bypass_rule;

/* The rule of that name (policy_find); NULL: there is none. */
const bypass_rule *bypass_rule_find(const char *name);
/* Can the design have the rule that it names? False with one line in err. */
bool bypass_rule_possible(const design_config *design, char *err, size_t size);

#endif
