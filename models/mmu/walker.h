/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shared page walker (MASK Table 1): up to `walkers` concurrent walks; further walks
 * wait in order. With walk.cycles a walk takes that many cycles and reads nothing (thesis Table 6.1). Else it
 * is a chain of dependent reads, one page-table entry per level down to the leaf (mmu/page_walk.h), through
 * crossbar, L2 cache and DRAM. The value of the entry is taken from the tables in physical memory when the
 * reply arrives, so a change of a leaf is never missed. The walkers share walk.ports ports of the crossbars
 * in turn: each sends one read and takes one reply per cycle. One walk ends per cycle, as one translation can
 * be filled; others that have read their leaf wait. With page-walk caches (mmu/walk_cache.h) a walk looks
 * them up first and skips the reads they save. It is part of the shared TLB, which numbers the walks by its
 * MSHRs ("owner").
 */
#ifndef GMMU_WALKER_H
#define GMMU_WALKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/engine.h"
#include "base/index_list.h"
#include "config/config.h"
#include "mmu/address_space.h"
#include "mmu/data_oracle.h"

typedef struct walker walker;

typedef struct {
    uint32_t owner;
    uint32_t lane;  /* which of the walkers */
    uint64_t begun; /* cycle in which it got a walker */
    uint64_t ppn;   /* frame of the vpn asked for; 0 when not present */
    uint8_t bits;   /* log2 of the bytes of its page */
    bool present;
    bool system; /* the page is for system mode only */
    bool cached; /* a page-walk cache knew an entry to begin at */
} walk_result;

typedef struct {
    uint64_t queue_cycles;  /* waiting walks, summed over the cycles */
    uint64_t active_cycles; /* walks in progress, summed over the cycles */
} walker_load;

/* `owners` limits the walks requested at a time. */
walker *walker_new(const chip_config *chip, uint32_t owners);
void walker_free(walker *w);
/* port: below chip_walk_ports(). */
void walker_attach(walker *w, uint32_t port, engine_link *to_xbar, engine_link *from_xbar);

/* Checks that replies are of the lines that were read; NULL, as without this call: they are not checked. */
void walker_attach_data(walker *w, data_oracle *data);

/* An entry of the page tables changed: the page-walk caches drop everything, and walks that have read their
 * leaf and not ended begin again. */
void walker_flush(walker *w);

/* Queues a walk. The owner must have none under way. */
void walker_start(walker *w, uint64_t cycle, uint32_t owner, const address_space *space, uint64_t vpn,
                  uint8_t app);

/* One cycle, after the walks of this cycle are queued. True when a walk has finished. */
bool walker_tick(walker *w, uint64_t cycle, walk_result *r);
/* The next cycle after `cycle` in which it must tick even without messages, or GMMU_NEVER. */
uint64_t walker_next(const walker *w, uint64_t cycle);

/* Of an application, up to `cycle`, not included; `cycle` is not before the last change. */
walker_load walker_get_load(const walker *w, uint32_t app, uint64_t cycle);
uint32_t walker_active_max(const walker *w); /* walks in progress at a time, of all applications */

#endif
