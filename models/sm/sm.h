/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two SMs that a chip can be made of (config.h: sm_kind) behind one interface, for the code
 * that assembles the chip. The messages between a block scheduler and an SM are in
 * config/block_messages.h.
 */
#ifndef GMMU_SM_H
#define GMMU_SM_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/block_messages.h"
#include "config/config.h"
#include "config/observer.h"
#include "config/switch_stats.h"
#include "mmu/data_oracle.h"
#include "mmu/oracle.h"
#include "sm/parts/sm_wait.h"
#include "sm/parts/values.h"
#include "units/unit_needs.h"

/* Memory for contexts of blocks that leave an SM by themselves (thesis 6.4.1), one piece per SM. */
#define SM_CONTEXT_BYTES (UINT64_C(64) << 20)

/* The surroundings of an SM; all of it must outlive the SM. */
typedef struct {
    engine *engine;
    int domain;
    const gpu_config *config;
    oracle *oracle;
    value_memory *const *values; /* per application, or NULL */
    const observer *watch;       /* or NULL */
    uint64_t contexts;           /* address of SM 0's SM_CONTEXT_BYTES, with switch_blocks */
} sm_environment;

typedef struct {
    /* NULL with one line in err. */
    void *(*create)(const sm_environment *env, uint32_t number, char *err, size_t err_size);
    void (*destroy)(void *sm); /* closes the streams that are still open */
    int (*component)(const void *sm);
    void (*attach_dispatcher)(void *sm, engine_link *in, engine_link *out); /* block_command, block_report */
    void (*attach_tlb)(void *sm, engine_link *to, engine_link *from);
    void (*attach_memory)(void *sm, engine_link *to, engine_link *from);
    void (*attach_data)(void *sm, data_oracle *oracle);
    const app_stats *(*stats)(void *sm);                     /* CHIP_MAX_APPS entries, up to engine_now() */
    uint64_t (*register_hash)(const void *sm, uint32_t app); /* NULL: no values */
    const switch_stats *(*switching)(const void *sm);        /* NULL: no block leaves before its end */
    bool (*drained)(const void *sm); /* no block resident or off the SM, nothing in flight */
    /* Is nothing of the address space in flight? Its blocks are done, or it stands still. */
    bool (*quiet)(const void *sm, uint16_t asid);
    /* What the application, whose address space this is, waits for. */
    sm_wait (*waits)(const void *sm, uint32_t app, uint16_t asid);
    /* Frames were given back: the L1 TLB and the L1 cache are empty then. Call it while no component ticks.
     */
    void (*flush)(void *sm);
    /* The application stands still: nothing of it is issued until it may go on. Call it while no component
     * ticks. still(): nothing of any application is in flight. Both NULL: it cannot. */
    void (*pause)(void *sm, uint32_t app, bool paused);
    bool (*still)(const void *sm);
    /* The most bytes that a block of the kernel needs at the address of a SAVE, a multiple of
     * GMMU_LINE_BYTES. NULL: this SM does not obey STOP, RESUME, SAVE and RESTORE. */
    uint64_t (*context_bytes)(const gpu_config *config, const kernel_info *kernel);
    /* Frees a context that will not be restored, and closes its stream. */
    void (*drop_context)(block_context *context);
    const unit_need *units; /* that it has; NULL: none */
} sm_interface;

extern const sm_interface sm_interfaces[]; /* by sm_kind */

/* The units of the SMs of the chip, or NULL. */
const unit_need *sm_units(const gpu_config *config);

#endif
