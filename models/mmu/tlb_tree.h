/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All TLB levels of the chip outside the SMs: the last one (mmu/last_level.h) with its walker, the instances
 * of those before it (mmu/middle_tlb.h), and the links between them and to the SMs. If the first level
 * is in the SM and the second is the last, there are no others.
 */
#ifndef GMMU_TLB_TREE_H
#define GMMU_TLB_TREE_H

#include "base/engine.h"
#include "config/config.h"
#include "mmu/last_level.h"
#include "mmu/middle_tlb.h"

typedef struct {
    engine *engine;
    const gpu_config *config;
    last_level *last;            /* belongs to its owner */
    uint8_t place[CHIP_MAX_SMS]; /* of each SM of the chip */
    uint32_t instances[CHIP_MAX_TLB_LEVELS];
    middle_tlb **middle[CHIP_MAX_TLB_LEVELS]; /* [level][instance]; NULL: in the SM, or the last */
} tlb_tree;

/* The links of an SM: tlb_request to the level, tlb_reply from it. */
typedef struct {
    engine_link *to, *from;
} tlb_links;

/* Makes the levels between the SMs and `last`; config and last must outlive it. False with one line in err.
 * Call tlb_tree_destroy() afterwards in any case. */
bool tlb_tree_init(tlb_tree *t, engine *e, int core_domain, const gpu_config *config, uint32_t apps,
                   last_level *last, char *err, size_t err_size);
void tlb_tree_destroy(tlb_tree *t);

/* Makes the links of an SM, which is `component` of the engine. */
tlb_links tlb_tree_connect_sm(tlb_tree *t, uint32_t sm, int component);

/* A page-table entry changed: all levels (last_level_invalidate, middle_tlb_invalidate). */
void tlb_tree_invalidate(tlb_tree *t);

/* Adds the counts of the levels before the last one for an application. */
void tlb_tree_collect(const tlb_tree *t, uint32_t app, app_stats *to);

#endif
