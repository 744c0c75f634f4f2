/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A policy is a part that a paper may replace, a struct of functions. The first member of the struct is its
 * row: the name by which a configuration chooses it. Each kind of policy has one table, in the folder of its
 * owner. No other list exists: --set and description files take the names in it, and say which they expect. A
 * new policy is a file and a line in that table (docs/guide/extending.md).
 *
 * A configuration holds the name, and the component looks it up when it is made.
 */
#ifndef GMMU_POLICY_H
#define GMMU_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/near_name.h"

typedef struct {
    const char *name, *summary;
} policy_row;

/* The tables: rows of all policies, then NULL. The first row is the default. They are named on this floor
 * because descriptions are read here, and filled by their owners. */
extern const policy_row *const dram_schedulers[];  /* mem/dram_scheduler.c: order of DRAM requests */
extern const policy_row *const tlb_fill_rules[];   /* mmu/fill_rules.c: which walks fill the last TLB level */
extern const policy_row *const tlb_indexes[];      /* mmu/tlb_policies.c: how an address gives the set */
extern const policy_row *const tlb_replacements[]; /* likewise: which entry makes room */
extern const policy_row *const address_maps[];     /* mem/mem_map.c: where a line of memory is */
extern const policy_row *const page_allocators[];  /* os/page_allocators.c: frames of pages */
extern const policy_row *const design_allocators[]; /* likewise, and before them the chip's own */
extern const policy_row *const bypass_rules[];      /* mem/bypass_rules.c: what skips the L2 cache */
extern const policy_row *const block_schedulers[];  /* dispatch/block_scheduler.c: whose the SMs are */

/* The row of that name; of NULL or "", the default. NULL: there is none. */
const policy_row *policy_find(const policy_row *const *table, const char *name);

/* Is there a row of that name? False with "field: name: expected one of a, b, c", and a hint, in err. */
bool policy_known(const policy_row *const *table, const char *field, const char *name, char *err,
                  size_t err_size);

/* "one of a, b, c" */
void policy_expected(const policy_row *const *table, char *text, size_t size);
/* All names, for a hint. */
void policy_offer(const policy_row *const *table, near_name *n);

/* For the owner's list of ROW(kind, name), where the policy is the struct kind_name of type `kind`. */
#define POLICY_DECLARED(kind, name) extern const kind kind##_##name;
#define POLICY_ROW(kind, name)      &kind##_##name.row,
/* The table of such a list, and its find function. */
#define POLICY_TABLE(kind, table, find, LIST)                                                                \
    LIST(POLICY_DECLARED)                                                                                    \
    const policy_row *const table[] = {LIST(POLICY_ROW) NULL};                                               \
    const kind *find(const char *name) {                                                                     \
        return (const kind *)policy_find(table, name);                                                       \
    }

#endif
