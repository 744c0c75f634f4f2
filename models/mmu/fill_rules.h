/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which translations fill the last TLB level, and where the others go: a struct of functions, chosen by
 * design.tlb_fill. New rules are a file and a line in the table of fill_rules.c.
 *
 * Order of calls in a cycle: sample; flush and end_epoch when they happen; find and looked_up for each lookup
 * that ends; for a walk that ended in the cycle before: fills, and keep when it does not fill; ask for a walk
 * that ends now; coming for each lookup that ends in the next cycle; step.
 */
#ifndef GMMU_FILL_RULES_H
#define GMMU_FILL_RULES_H

#include "config/config.h"
#include "config/messages.h"
#include "config/policy.h"
#include "mmu/tlb.h"
#include "mmu/tlb_mshrs.h"
#include "units/unit_needs.h"

typedef struct {
    policy_row row;
    const unit_need *units; /* that the rules have; NULL: none */
    bool in_block;          /* the block gmmu can also fill by them ... */
    bool by_tokens;         /* ... and its token controller decides then */
    /* What is expected in the place of the rules where SMs have several applications at a time; NULL: they
     * may. */
    const char *where_shared;
    /* Cycles that an epoch takes at least, with `apps` applications; moves: SMs change hands. NULL: any. */
    uint32_t (*least_epoch)(const chip_config *chip, uint32_t apps, bool moves);
    /* The state of the rules, or NULL with one line in err. sm_app: as in last_level_new(). No function:
     * every walk fills, and the others are not called. */
    void *(*open)(const gpu_config *config, const uint8_t *sm_app, char *err, size_t err_size);
    void (*close)(void *self);
    void (*sample)(void *self);
    /* A lookup at `port` ends in the next cycle. */
    void (*coming)(void *self, uint32_t port, const tlb_request *r);
    /* The level has missed: is the page kept next to it? */
    bool (*find)(void *self, uint64_t cycle, uint32_t port, const tlb_request *r, tlb_page *page);
    void (*looked_up)(void *self, uint32_t port, const tlb_request *r, bool hit);
    /* May the warp that began the walk of m fill? The answer comes in the next cycle. */
    void (*ask)(void *self, const tlb_mshr *m);
    bool (*fills)(const void *self);
    void (*keep)(void *self, const tlb_mshr *m);
    void (*flush)(void *self, uint64_t cycle);
    void (*end_epoch)(void *self);
    const uint32_t *(*tokens)(const void *self); /* by application, in force */
    void (*step)(void *self);
    bool (*pending)(const void *self); /* must the next cycle be simulated? */
} fill_rules;

/* The rules of that name (policy_find); NULL: there are none. */
const fill_rules *fill_rules_find(const char *name);

#endif
