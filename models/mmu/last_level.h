/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The last level of TLBs, shared by the chip, with its walker and fill rules: the L2 TLB of MASK (5.2, 5.4).
 * Its clients are the SMs, or instances of the level before it (mmu/middle_tlb.h).
 * This is an interface with two bodies. mmu/shared_tlb.c is the model that the picture shows. mmu/gmmu_seat.c
 * has the block of hls/gmmu or rtl/gmmu.sv in its place, for design.gmmu_block.
 *
 *   SM links -> round robin -> lookup pipeline (chip.tlb: the last level's ports wide, its latency deep)
 *     -> L2 TLB next to the bypass cache: a hit in either -> reply
 *     -> miss -> MSHR per page, with the list of waiting requests; none free: it waits (mmu/tlb_parked.h)
 *        -> walker: dependent PTE reads through crossbar, L2 cache and DRAM
 *        -> token controller: may the warp that began the walk fill the L2 TLB?
 *           yes: L2 TLB; no: bypass cache -> replies to all waiting requests
 *
 * Timing of a miss after the last PTE: cycle t query, t + 1 answer and fill, t + 2
 * replies and end of the MSHR (so a lookup either sees the fill or merges).
 *
 * The bypass cache and the token controller are the units of hls/ or rtl/. Without
 * tokens in the design every walk fills the L2 TLB, in the same cycles, and neither unit runs.
 *
 * A walk that meets a page that is not resident goes to the fault unit (mmu/tlb_faults.h). Without a fault
 * unit it is an invalid access, as is an access of a warp in user mode to a page of the system (thesis
 * 6.4.2): the run stops. Pages of the system are never kept in the L2 TLB or the bypass cache.
 *
 * Every epoch_cycles the token controller gets its epoch_end, and every L2 bank and memory
 * channel an epoch_message.
 */
#ifndef GMMU_LAST_LEVEL_H
#define GMMU_LAST_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "config/messages.h"
#include "config/observer.h"
#include "mmu/address_space.h"
#include "mmu/data_oracle.h"
#include "mmu/inplace_coalescer.h"
#include "units/unit_needs.h"

typedef struct last_level last_level;

/* Sums that belong to no single application. */
typedef struct {
    uint64_t faults;          /* walks that met a page that is not resident */
    uint32_t walk_active_max; /* walks in progress at a time */
} last_level_totals;

/* An access that no warp may make; the first one ends the run. */
typedef struct {
    const char *what; /* NULL: nothing happened */
    uint64_t vpn;
    uint8_t app, sm, warp;
} access_violation;

/*
 * spaces[i] is the page table of application i; sm_app[s] is the application that SM s
 * runs, or CHIP_NO_APP. spaces and the observer (NULL: none) must outlive it. On
 * failure it returns NULL and one clear line in err.
 */
last_level *last_level_new(engine *e, int core_domain, const gpu_config *config, uint32_t apps,
                           address_space *const *spaces, const uint8_t *sm_app, const observer *o, char *err,
                           size_t err_size);
void last_level_free(last_level *t);
/* The units of the fill rules, or the block in its place; NULL: none. */
const unit_need *last_level_units(const gpu_config *config);
int last_level_component(const last_level *t);

/* Links, attached before the engine runs. tlb_request in, tlb_reply out. client: an SM, or an instance of the
 * level before (mmu/tlb_ports.h). */
void last_level_attach(last_level *t, uint32_t client, engine_link *in, engine_link *out);
/* A port of the walkers at the crossbars, below chip_walk_ports(): mem_message both ways. */
void last_level_attach_memory(last_level *t, uint32_t port, engine_link *to_xbar, engine_link *from_xbar);
/* Checks the data that the walkers read; NULL, as without this call: they are not checked. */
void last_level_attach_data(last_level *t, data_oracle *data);
/* One more receiver of epoch_messages. */
void last_level_attach_epoch(last_level *t, engine_link *out);

/* The fault unit: fault_request out, fault_resolved in. */
void last_level_attach_faults(last_level *t, engine_link *out, engine_link *in);

/* The coalescer that learns of base pages that become resident after a fault. */
void last_level_attach_coalescer(last_level *t, inplace_coalescer *c);

/* The page coalescer: table_update in. */
void last_level_attach_tables(last_level *t, engine_link *in);

/*
 * A page-table entry changed: drops all of the L2 TLB and the bypass cache (MASK 5.2) and
 * repeats walks that have read their leaf, before the next cycle does anything else. Replies
 * already due may carry the old entry. Call this while no component ticks; the caller must
 * take care of the SMs' own TLBs and of those replies. With design.gmmu_block it is a
 * command to the block, and a fence, for which later requests wait: those under way may still be
 * answered with the old entry.
 */
void last_level_invalidate(last_level *t);

access_violation last_level_violation(const last_level *t);

/* Has an address space a walk under way, or else a miss that waits for its page fault? *vpn: its page. */
typedef enum { LAST_LEVEL_WAITS_NOT, LAST_LEVEL_WAITS_FOR_FAULT, LAST_LEVEL_WAITS_FOR_WALK } last_level_wait;
last_level_wait last_level_waits(const last_level *t, uint16_t asid, uint64_t *vpn);

/* [apps]; walk_queue_cycles and walk_active_cycles are not in it. */
const app_stats *last_level_stats(const last_level *t);
/* Adds all counts of an application up to engine_now(). */
void last_level_collect(const last_level *t, uint32_t app, app_stats *to);
last_level_totals last_level_get_totals(const last_level *t);
int32_t last_level_tokens(last_level *t, uint32_t app); /* -1: all warps may fill */
/* `count` samples: all applications of epoch 0, all of epoch 1, ... */
const epoch_sample *last_level_history(const last_level *t, size_t *count);

#endif
