/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which translations fill the last TLB level, and where the others go: a struct of functions, chosen by
 * design.tlb_fill. Without rules every walk fills the level. New rules need a file, and a line in
 * spec/policies.h.
 *
 * Order of calls in a cycle: sample; flush and end_epoch when they happen; find and looked_up for each lookup
 * that ends; for a walk that ended in the cycle before: fills, and keep when it does not fill; ask for a walk
 * that ends now; coming for each lookup that ends in the next cycle; step.
 */
#ifndef GMMU_FILL_RULES_H
#define GMMU_FILL_RULES_H

#include "mmu/tlb.h"
#include "mmu/tlb_mshrs.h"
#include "spec/config.h"
#include "spec/messages.h"
#include "units/unit_needs.h"

typedef struct {
    const unit_need *units; /* that the rules have; NULL: none */
    /* The state of the rules, or NULL with one line in err. sm_app: as in shared_tlb_new(). */
    void *(*open)(const gpu_config *config, const uint8_t *sm_app, char *err, size_t err_size);
    void (*close)(void *self);
    void (*sample)(void *self);
    /* A lookup at `port` ends in the next cycle. */
    void (*coming)(void *self, uint32_t port, const tlb_request *r);
    /* The level has missed: is the page kept beside it? */
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

/* By tlb_fill_policy; NULL: every walk fills. */
extern const fill_rules *const fill_rules_table[];

/* mmu/fill_*.c */
#define FILL_RULES(enumerator, name) extern const fill_rules fill_by_##name;
TLB_FILLS(FILL_RULES)
#undef FILL_RULES

#endif
