/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contiguity-Aware Compaction (Mosaic 4.4), as the owner of the chip sees it. Between cycles it checks
 * whether a large page with too few base pages is being splintered. Then:
 *
 *   all SMs stand still -> their accesses end -> the large bit is cleared
 *     -> the driver says which page goes where -> the pages are copied
 *     -> page tables follow, the frame comes back, TLBs and L1 caches are emptied -> all SMs go on
 *
 * With design.bulk_copy_ns DRAM copies the pages, one after the other, each in this time. The L2 cache has
 * given up the lines of both frames before: lines of the next pages while one is copied.
 *
 * An allocation of 2 MB that finds no large frame waits, and its application stands still, until one has been
 * emptied for it (os/room.h):
 *
 *   all SMs stand still -> their accesses end -> the driver says which page goes where -> the pages are
 * copied
 *     -> page tables follow, the frame comes back -> TLBs and L1 caches are emptied, if an application's
 *     pages have moved -> all SMs go on
 *
 * With design.compact_stall=none the data that lie in memory before a run (os/fragments.h) move in no time
 * and nobody stands still for them: Ideal CAC, "where data migration incurs zero latency" (Mosaic 6.4). D:
 * pages of applications move as with design.compact_stall=app.
 *
 * A page for which memory has no frame waits, and its application stands still, until a large page of the
 * emergency list has been splintered in the same way: os/driver.h.
 *
 * This is the paper's model: "We use a worst-case model for the performance of our compaction mechanism
 * conservatively, by stalling the entire GPU (all SMs) and flushing the pipeline" (Mosaic 5). With
 * design.compact_stall=app only the warps of the application whose pages move stand still. Nobody else has
 * translations or data of its pages; D: TLBs and L1 caches are emptied for all in either case, and other
 * accesses go on in a DRAM bank that copies.
 */
#ifndef GMMU_COMPACTION_H
#define GMMU_COMPACTION_H

#include "chip/memory_system.h"
#include "os/driver.h"
#include "sm/sm.h"

typedef struct {
    uint64_t splintered;      /* large frames, as they kept too few pages */
    uint64_t freed;           /* large frames given back */
    uint64_t moved;           /* base pages */
    uint64_t emergency;       /* large frames splintered, as pages waited for a frame (os/driver.h) */
    uint64_t rooms;           /* large frames emptied, as 2 MB waited for one */
    uint64_t fragments_moved; /* pages of the data that lay in memory before the run */
    uint64_t pads_freed;      /* base pages that applications have freed */
    uint64_t stall_cycles;    /* core cycles in which all SMs, or an application, stood still */
    uint64_t copy_cycles;     /* of these: pages were copied */
} compaction_totals;

typedef enum {
    COMPACTION_IDLE,
    COMPACTION_DRAINS,
    COMPACTION_SPLINTERS,
    COMPACTION_ROOM_DRAINS,
    COMPACTION_COPIES
} compaction_phase;

typedef struct {
    const gpu_config *config;
    const sm_interface *sm;
    void **sms;
    uint32_t apps;
    memory_system *behind;
    driver *driver;
    value_memory *const *values; /* by application */
    value_memory *fragments;     /* of the data that lie in memory before a run; NULL: not checked */
    uint64_t astray;             /* pages of them that are not where the driver says, after a move of some */
    compaction_phase phase;
    bool makes_room, nobodys; /* for 2 MB that wait; pages of these data move */
    uint32_t app;
    uint64_t vpn, ppn;            /* of the large page and its frame */
    uint64_t paused;              /* applications, by bit */
    uint64_t since, copies_since; /* cycles */
    size_t moves, copied;         /* pages; copied: within DRAM */
    uint64_t copying_until;       /* cycle; 0: no page is being copied within DRAM */
    const page_move *move;
    page_move splinter_move[PADS_REGION_PAGES];
    uint64_t stall_cycles, copy_cycles;
} compaction;

/* Fields down to `values` are set; all else is 0. The coalescer's copies are attached. False: out of memory.
 */
bool compaction_attach(compaction *c);
void compaction_detach(compaction *c);
/* After each cycle in which the engine was stopped. */
void compaction_serve(compaction *c, uint64_t cycle);
/* Do pages of an application move, or others to make room for it? */
bool compaction_moves(const compaction *c, uint32_t app);
compaction_totals compaction_get_totals(const compaction *c);

#endif
