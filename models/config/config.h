/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything that a user can choose about a run: the chip, the mechanisms switched on (a
 * design), the units that run as RTL.
 */
#ifndef GMMU_CONFIG_H
#define GMMU_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/chip.h"
#include "config/exceptions.h"
#include "gmmu_params.h"

/* What stands still while a large page is splintered and compacted: all SMs (Mosaic 5), or the warps of the
 * application whose pages move; or likewise, but data of nobody move in no time (Ideal CAC, Mosaic 6.4). */
typedef enum { COMPACTION_STALLS_GPU, COMPACTION_STALLS_APP, COMPACTION_STALLS_NONE } compaction_stall;

#define DESIGN_NAME_BYTES    32
#define DESIGN_OWN_ALLOCATOR "chip"

/* A point of comparison: the parts that a paper replaces, by name. Parts that belong to a chip are named
 * in its description: memory.map.kind and the like. */
typedef struct {
    char name[DESIGN_NAME_BYTES];
    char base[DESIGN_NAME_BYTES]; /* the preset it is a variant of; "": none */
    const char *summary;          /* of a static table */
    bool ideal_tlb;               /* every access hits the L1 TLB */
    bool l2_walk_channel;         /* page walks have a virtual channel of their own to the L2 banks */
    bool dram_walk_channel;       /* and from there to the memory channels */
    bool walk_cache;              /* a page-walk cache stands in the place of the last TLB level */
    uint32_t walk_entries;        /* of that cache, where the chip has none; */
    uint32_t walk_ways;           /* ways of a set; 0: fully associative */
    bool gmmu_block;        /* the block hls/gmmu stands in the place of the last TLB level and walkers */
    bool split_memory;      /* each application has channels of its own, and the L2 banks before them */
    bool coalesce;          /* Mosaic's page coalescer makes large pages of 4 KB pages */
    uint32_t compact_below; /* and a large page that keeps fewer base pages is splintered and compacted
                               (CAC, Mosaic 4.4); 0: never */
    uint32_t bulk_copy_ns;  /* DRAM copies a page within a channel in this time (CAC-BC, Mosaic 4.4); 0: pages
                               are copied line by line */
    compaction_stall compact_stall;
    uint32_t page_bytes;   /* all pages have this size; 0: as the chip says */
    const char *allocator; /* of os/page_allocators.c; NULL or DESIGN_OWN_ALLOCATOR: as the chip says */
    const char *tlb_fill;  /* of mmu/fill_rules.c */
    const char *l2_bypass; /* of mem/bypass_rules.c */
    uint32_t bypass_first, bypass_last; /* l2_bypass static: levels from the root whose reads bypass */
    bypass_skip bypass_skips;
    const char *dram_scheduler;  /* of mem/dram_scheduler.c */
    const char *block_scheduler; /* of dispatch/block_scheduler.c */
} design_config;

/* MASK's run-time knobs, as CSRs would hold them. */
typedef struct {
    uint64_t epoch_cycles;   /* 100 000 */
    uint16_t initial_tokens; /* Q0.16 of 0.8 */
    uint16_t margin;         /* Q0.16 of 2 points */
    uint16_t token_step;     /* Q0.16 of 10 % */
    uint16_t thresh_max;     /* 500 */
} mask_config;

/* How an SM is taken from a kernel (thesis 5.2.2): its blocks are saved to memory, or run to their end. */
typedef enum { PREEMPT_SWITCH, PREEMPT_DRAIN } preemption;

/* How contexts that they save are addressed: by the frames that a driver has set aside, or as pages of the
 * application, which the trap handler's loads and stores translate (thesis 5.2.2). */
typedef enum { CONTEXTS_PHYSICAL, CONTEXTS_VIRTUAL } context_addresses;

/* For block schedulers. */
typedef enum { COPIES_FCFS, COPIES_NPQ } copy_order;

/* What gives out the blocks of kernels that own SMs: the dispatcher, or sm_driver and ptb_queue
 * (thesis 5.2.3). */
typedef enum { DRIVER_DISPATCHER, DRIVER_UNITS } block_driver;

/* The bus to the host, for copies (dispatch/copy_engine.h) and for pages that stay there
 * (mem/host_memory.h); page faults have host_link. */
typedef struct {
    uint32_t mhz, lanes; /* half of the lanes are of each direction; a lane carries a byte per cycle */
    uint32_t burst;      /* bytes: what a copy takes is a multiple of it */
    uint32_t latency_ns; /* of a read of a line by an SM, on an idle bus; 1000 (D) */
    uint32_t reads;      /* of lines, under way at most; 256 (D) */
} pcie_bus;

typedef struct {
    uint64_t slice_cycles; /* of a time slice: 100 000 (D); 0: no end */
    preemption preempt;    /* of SMs that ppq and dss reserve */
    context_addresses contexts;
    block_driver driver;
    uint64_t host_cycles; /* from the end of a kernel to the arrival of the next one of its application: what
                             the host and copies take. 0 (D) */
    uint64_t copy_bytes;  /* to the GPU before a launch's first kernel, and back after its last; 0: none */
    copy_order copies;    /* of copies that wait (dispatch/copy_engine.h) */
    pcie_bus pcie;
} schedule_config;

/* What statistics are taken over. */
typedef struct {
    uint64_t warmup_epochs; /* not measured, at the begin of a run */
    uint64_t epochs;        /* measured after them; 0: the whole run, and IPC of the first launch */
    uint64_t launches;      /* that every application has to end, and IPC is of those ended; 0: the first */
    uint64_t most_cycles;   /* with `launches`: core cycles of the run at most; 0: as many as it takes */
} measure_config;

/* What applications allocate besides the pages that they use, and free while they run (os/pads.h); and what
 * was there before them. */
typedef struct {
    uint32_t percent;    /* of these pages, freed at the end of each kernel; 0: none, and none is allocated */
    uint64_t cycles;     /* and at this interval; 0: at the ends of kernels alone */
    uint32_t fragmented; /* % of the large frames that hold data of nobody before the run (os/fragments.h) */
    uint32_t occupied;   /* % of the pages of each */
    uint32_t blocks;     /* of 2 MB, without its pages, that an application has and allocates anew */
} churn_config;

#define GMMU_MAX_UNITS 64

typedef struct {
    chip_config chip;
    design_config design;
    mask_config mask;
    schedule_config schedule;
    measure_config measure;
    churn_config churn;
    exception_config exceptions;           /* SM_THESIS */
    const char *rtl_units[GMMU_MAX_UNITS]; /* units to run as Verilated RTL; NULL-terminated */
    bool unit_c;                           /* units that run as C do so even if they have a host twin */
    size_t window_bytes;                   /* instruction spool held in memory, per application */
    uint64_t seed;                         /* data of built-in kernels */
    uint64_t shuffle_seed;                 /* 0: fixed tick order */
    bool never_sleep;                      /* for tests: every component ticks in every cycle */
    bool measure_ticks;                    /* the host's time in the ticks of each kind of component */
    bool check_values;                     /* values are kept, and compared with a run in program order */
} gpu_config;

/* Presets by name, or NULL. The list ends with an empty name. */
const design_config *design_preset(const char *name);
/* All names, for a hint. */
void design_presets_offer(near_name *n);
/* Makes the chip what the design says. With walk_cache the last TLB level has no entries, and misses of the
 * level before are walks. A chip that describes no page-walk cache gets one of 8 KB, 1024 entries of 8 bytes
 * (MASK 3, note 2), in 16 ways, which takes the cycles that the level took (both D). With gmmu_block the last
 * TLB level and the walkers are as that block is built (hls/gmmu/configs). With split_memory
 * the pages and page tables of two or more applications lie in parts of memory (mem/mem_map.h). Pages are as
 * design_shape_pages() makes them. */
void design_shape_chip(gpu_config *config, uint32_t napps);
/* Page size and allocator of the design. With coalesce all pages have 4 KB at first, in an x86 page table
 * that coalesces. */
void design_shape_pages(const design_config *design, chip_config *chip);
/* Ended by an empty name. */
#define DESIGN_MAX_PRESETS 15U
extern const design_config design_presets[DESIGN_MAX_PRESETS + 1];
extern const mask_config mask_defaults;
extern const schedule_config schedule_defaults;
extern const measure_config measure_defaults;
extern const churn_config churn_defaults;
/* Gives the parts of a configuration that belong to no chip and no design their defaults, these four. */
void config_set_defaults(gpu_config *config);

/* The source ("MASK Table 1", "D: ...") of the value of the member at `offset` of the configuration, in the
 * preset config->chip.base and the defaults, or NULL. */
const char *config_source(const gpu_config *config, size_t offset);

/* Is `unit` to run as RTL under this configuration? */
bool config_unit_is_rtl(const gpu_config *config, const char *unit);

#endif
