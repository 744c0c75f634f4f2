/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which SM holds which thread block, and which blocks are saved in memory. It belongs to the
 * dispatcher; it sends and receives nothing.
 *
 * D: contexts are in the third quarter of physical memory, where a driver would have reserved
 * frames for them, or in the upper half of each application's address space (schedule.contexts), where no
 * workload has anything. Each application has an equal part, with one place for each block that its
 * SMs can hold. A block keeps its place from its first save to its end.
 */
#ifndef GMMU_BLOCK_LEDGER_H
#define GMMU_BLOCK_LEDGER_H

#include "sm/sm.h"

#define LEDGER_NO_PLACE UINT32_MAX

typedef struct {
    block_context *context; /* while it is saved */
    uint64_t block;         /* number in the grid */
    uint32_t app;
    uint32_t place; /* in its application's part of memory, or LEDGER_NO_PLACE */
    bool leaving;   /* its SM has the command to save it */
} ledger_block;

typedef struct {
    ledger_block *block;
    uint32_t count, size;
} ledger_list;

typedef struct {
    const sm_interface *sm;
    uint64_t first, part; /* address of application 0's part, bytes of a part */
    uint64_t apart;       /* bytes from a part to the next one: 0 if each is in an address space of its own */
    uint32_t sms, apps;
    ledger_list *held;  /* by SM, in the order of arrival */
    ledger_list *saved; /* by application, first saved first */
    uint64_t *bytes;    /* by application: of a context of its kernel */
    bool **taken;       /* by application and place */
    uint32_t *places;   /* by application */
} block_ledger;

void ledger_init(block_ledger *l, const gpu_config *config, uint32_t apps);
/* Drops the contexts of blocks that are saved. */
void ledger_destroy(block_ledger *l);
/* The application now runs this kernel, at most `blocks` at a time. False: their contexts do not fit. */
bool ledger_kernel(block_ledger *l, const gpu_config *config, uint32_t app, const kernel_info *kernel,
                   uint32_t blocks);

/* SM `sm` gets the block, which is new; ledger_restore(): the first saved block of `app`. */
void ledger_run(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block);
ledger_block ledger_restore(block_ledger *l, uint32_t sm, uint32_t app);
/* Bit per application with a block on the SM. */
uint64_t ledger_apps(const block_ledger *l, uint32_t sm);
/* The block is done. */
void ledger_done(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block);
/* The block is saved. */
void ledger_saved(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block, block_context *context);
/* A block of the SM that has no command to be saved; from now on it has one. NULL: there is none. */
const ledger_block *ledger_leave(block_ledger *l, uint32_t sm);
uint64_t ledger_address(const block_ledger *l, const ledger_block *b);

/* The saved block of `app` that has waited longest, and the one saved last; there is one. */
static inline const ledger_block *ledger_first_saved(const block_ledger *l, uint32_t app) {
    return &l->saved[app].block[0];
}
static inline const ledger_block *ledger_last_saved(const block_ledger *l, uint32_t app) {
    return &l->saved[app].block[l->saved[app].count - 1];
}

static inline bool ledger_has_saved(const block_ledger *l, uint32_t app) {
    return l->saved[app].count != 0;
}

#endif
