/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of the last TLB level (mmu/last_level.h): what its bodies share, and what each of them brings.
 */
#ifndef GMMU_LAST_LEVEL_INTERNAL_H
#define GMMU_LAST_LEVEL_INTERNAL_H

#include "mmu/last_level.h"
#include "mmu/tlb_epochs.h"
#include "mmu/tlb_faults.h"
#include "mmu/tlb_ports.h"
#include "mmu/walker.h"

enum { EVENT_LOOKUP = 1, EVENT_FILL, EVENT_WALK, EVENT_EPOCH, EVENT_FAULT, EVENT_RESOLVED, EVENT_ANSWER };

typedef struct {
    size_t bytes; /* of its state, whose first member is a last_level */
    /* The units that it opens; NULL: none. */
    const unit_need *(*units)(const gpu_config *config);
    /* The common part stands, and all else is zero. False, and one line in err: nothing is left to close. */
    bool (*open)(last_level *t, const gpu_config *config, const uint8_t *sm_app, char *err, size_t err_size);
    void (*close)(last_level *t);
    /* One cycle of the whole component; returns when it wants to tick next. */
    uint64_t (*tick)(void *last_level, uint64_t cycle);
    /* As in mmu/walker.h. */
    void (*attach_memory)(last_level *t, uint32_t port, engine_link *to_xbar, engine_link *from_xbar);
    void (*attach_data)(last_level *t, data_oracle *data);
    walker_load (*load)(const last_level *t, uint32_t app);
    uint32_t (*active_max)(const last_level *t);
    /* In force, for each application, until the next call; NULL: all warps may fill. */
    const uint32_t *(*tokens)(last_level *t);
    last_level_wait (*waits)(const last_level *t, uint16_t asid, uint64_t *vpn);
} last_level_body;

extern const last_level_body shared_tlb_body, gmmu_seat_body;

struct last_level {
    const last_level_body *body;
    engine *e;
    int component, domain;
    const observer *watch;
    address_space *const *spaces;
    uint32_t apps;

    tlb_ports sms;
    tlb_faults faults;
    uint64_t fault_count;
    inplace_coalescer *coalescer; /* learns of pages that have been missing; or NULL */
    access_violation violation;

    engine_link *tables; /* or NULL */
    tlb_epochs epochs;
    bool invalidate; /* asked for, and not yet begun */
    app_stats stats[CHIP_MAX_APPS];
};

/* An access that no warp may make: the run stops. */
void last_level_violate(last_level *t, const char *what, const tlb_request *r);
/* A walk is done: shows it from cycle `begun` to `cycle`, in lane number `lane` of those named `lanes`. */
void last_level_observe(const last_level *t, const char *lanes, uint32_t lane, uint64_t begun, uint64_t cycle,
                        uint64_t vpn, uint32_t app);
/* Ends the epoch when its last cycle has come. True: it has. */
bool last_level_epoch(last_level *t, uint64_t cycle);

#endif
