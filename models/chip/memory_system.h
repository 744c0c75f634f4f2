/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything behind the SMs, assembled: shared TLB with its walker, crossbars, L2
 * banks, memory channels, and the links between them. It serves any owner of an engine
 * and of the SMs or their replacement: the whole chip (gpu.h) and the pipeline
 * without instruction streams (systemc/memory_pipeline.h).
 */
#ifndef GMMU_MEMORY_SYSTEM_H
#define GMMU_MEMORY_SYSTEM_H

#include <stddef.h>

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "config/observer.h"
#include "mem/crossbar.h"
#include "mem/dram_channel.h"
#include "mem/flat_memory.h"
#include "mem/host_memory.h"
#include "mem/l2_bank.h"
#include "mem/mem_map.h"
#include "mem/place_use.h"
#include "mmu/data_oracle.h"
#include "mmu/inplace_coalescer.h"
#include "mmu/last_level.h"
#include "mmu/tlb_tree.h"

#define MEMORY_SYSTEM_EPOCH_SLOTS 2U /* D: more are never under way */

typedef struct {
    engine *engine;
    const gpu_config *config;
    int core_domain;
    const observer *watch;
    const mem_map *map;
    last_level *tlb;     /* the last level of TLBs */
    tlb_tree tlb_levels; /* between the SMs and it */
    crossbar *requests, *walks,
        *replies;                 /* walks: from the walkers to the L2 banks; NULL: among the requests */
    l2_bank **banks;              /* chip.l2.banks */
    dram_channel **channels;      /* chip.memory.channels, or NULL: they are elsewhere */
    inplace_coalescer *coalescer; /* with design.coalesce, or NULL */
    flat_memory *flat;            /* instead of them with chip.memory.flat_latency, or NULL */
    host_memory *host;            /* the host's, or NULL: no page is pinned there */
    data_oracle *data;            /* for the SMs too; NULL: memory is elsewhere and moves no data */
    place_use *use;               /* likewise */
    engine_link *from_sm[CHIP_MAX_SMS]; /* mem_message, to the request crossbar */
} memory_system;

/* The links of one SM. */
typedef struct {
    engine_link *to_tlb, *from_tlb;       /* tlb_request, tlb_reply */
    engine_link *to_memory, *from_memory; /* mem_message */
} sm_links;

/* The links between an L2 bank and memory. */
typedef struct {
    engine_link *down, *walks, *up; /* mem_message; walks: with design.dram_walk_channel, else silent */
} bank_links;

/*
 * Makes shared TLB and crossbars, and a port to the host's memory where `map` reaches it; `map` must outlive
 * it. Attach SMs after this, then add banks and channels: an engine numbers its components in the order in
 * which they are made. False with one line in err. Call memory_system_destroy() afterwards in any case,
 * before engine_free().
 */
bool memory_system_init(memory_system *m, engine *e, const gpu_config *config, const mem_map *map,
                        int core_domain, uint32_t napps, address_space *const *spaces, const uint8_t *sm_app,
                        const observer *watch, char *err, size_t err_size);
void memory_system_destroy(memory_system *m);

/* Makes the links of SM `number`, which is `component` of the engine. */
sm_links memory_system_attach_sm(memory_system *m, uint32_t number, int component);

/* Makes the L2 banks; each must then be connected to its memory. */
bool memory_system_add_banks(memory_system *m);
/* Makes the memory channels in domain `mem_domain`, or the flat memory, connects the banks, and has all
 * data checked that pass here. */
bool memory_system_add_channels(memory_system *m, int mem_domain, uint32_t napps);

/* Does the work of add_channels for another kind of memory: the links of bank `number`,
 * and one of epoch_messages, to and from `component`. */
bank_links memory_system_connect_bank(memory_system *m, uint32_t number, int component);
engine_link *memory_system_connect_epochs(memory_system *m, const char *name, uint32_t number, int component);

/* A named, numbered link. */
engine_link *memory_system_wire(engine *e, const char *name, uint32_t number, int from, int to, size_t bytes,
                                uint32_t slots, uint32_t latency);

/* Between the cycles: has every message of an application (MEMORY_SYSTEM_ANY: of all) from an SM crossed to
 * its L2 bank? What crosses later comes behind it.
 */
#define MEMORY_SYSTEM_ANY UINT32_MAX
bool memory_system_stores_taken(const memory_system *m, uint32_t app);

/* Between the cycles: DRAM has copied a line within one channel (Mosaic 4.4), which no L2 bank holds. False,
 * and nothing has changed: the newest version of one of the two is still on its way to memory. */
bool memory_system_copy_line(memory_system *m, uint64_t from, uint64_t to);

/* The driver, which works in the ticks of `component`, may tell the coalescer, if there is one, of pages. */
void memory_system_connect_driver(memory_system *m, int component);

/* Links of shared TLB and fault unit, which is `component`: fault_request to it, fault_resolved back. */
typedef struct {
    engine_link *requests, *resolved;
} fault_links;
fault_links memory_system_connect_faults(memory_system *m, int component);

/* Adds the counts of TLB, banks and channels for application `app`. */
void memory_system_collect(const memory_system *m, uint32_t app, app_stats *to);

#endif
