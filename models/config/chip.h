/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chip as data: every size and latency that decides a result. A component reads
 * only its own part. Latencies are in core cycles unless a field
 * says otherwise. The presets are in config/chips/, with the source of each figure; a figure
 * that is assumed because its source is silent is marked D. Ranges and meanings of the fields
 * for users are in config/config_fields.c, one row per field.
 */
#ifndef GMMU_CHIP_H
#define GMMU_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/near_name.h"
#include "config/page_table.h"
#include "config/program.h"

#define GMMU_LINE_BYTES 128U /* of all caches and of a request to memory */

#define CHIP_MAX_SMS         256U
#define CHIP_MAX_OFF         64U
#define CHIP_MAX_APPS        64U
#define CHIP_MAX_SM_LATENCY  1000U /* cycles; bank conflicts of shared memory add to it */
#define TLB_MAX_PARTITIONS   8U    /* of a level */
#define CHIP_NO_APP          255U  /* an SM that runs nothing */
#define CHIP_MAX_BANKS       256U  /* of the L2 cache */
#define CHIP_MAX_DRAM_BANKS  16U   /* of a channel */
#define CHIP_MAX_TLB_LEVELS  4U
#define CHIP_MAX_TLB_ARRAYS  3U /* of one level, for page sizes of their own */
#define CHIP_MAX_PAGE_SIZES  4U
#define CHIP_MAX_WALK_CACHES 4U
#define CHIP_INDEX_BITS      24U /* of an address map: bits of one index */

/* Which SM the chip is made of. */
typedef enum {
    SM_GTO,   /* models/sm/gto: one decoded instruction per warp, greedy-then-oldest (MASK Table 1) */
    SM_THESIS /* models/sm/thesis: issue queue, out-of-order issue, exceptions (thesis Fig. 2.7) */
} sm_kind;

/* At which accesses to memory fetch of a warp stops until they issue. Warp disable stops it for longer at
 * global ones, whatever this is. */
typedef enum {
    FETCH_STOPS_GLOBAL, /* to global memory */
    FETCH_STOPS_MEMORY  /* to shared memory as well (thesis 2.4) */
} sm_fetch_stops;

/* When an access of a warp may look up the TLB before older ones of its warp have passed their last TLB
 * checks, if one of the two is a store or an atomic. */
typedef enum {
    LOOKUPS_PARALLEL, /* at once, unless they share a line */
    LOOKUPS_SERIAL    /* never */
} sm_lookups;

/* Which answers of the next TLB level the L1 TLB of an SM keeps. */
typedef enum {
    TLB_FILLS_ANSWERS, /* all */
    TLB_FILLS_WALKS    /* only those for which this request began the walk: CMU-SAFARI/Mosaic, whose L1 TLBs
                          are filled where a walk ends (v3.x/src/gpgpu-sim/mem_fetch.cc, done_tlb_req) */
} sm_tlb_fills;

/* What the look-up port of an L1 TLB does while a miss is under way. */
typedef enum {
    TLB_MISSES_NONBLOCKING, /* goes on, as far as there are MSHRs */
    TLB_MISSES_BLOCKING     /* waits: CMU-SAFARI/Mosaic, where an access that misses stays at the head of the
                               load/store unit until its page has been walked */
} sm_tlb_misses;

/* Which SMs of the die belong together. */
typedef enum {
    SM_NEIGHBOURS, /* those with consecutive numbers */
    SM_INTERLEAVED /* TPCs are dealt to the GPCs in turn */
} sm_order;

/* Numbers of SMs of the die, 0 .. count + off.count - 1. */
typedef struct {
    uint32_t count;
    uint32_t number[CHIP_MAX_OFF];
} sm_list;

typedef struct {
    sm_kind kind;
    uint32_t count; /* switched on */
    sm_list off;    /* SMs of the die that are switched off; the others are SM 0, 1, ... in their order */
    sm_order order; /* with a gpc */
    uint32_t warps; /* warp slots, at most GMMU_SM_WARPS */
    uint32_t max_blocks;
    uint32_t regs;        /* 32-bit registers */
    uint32_t shared;      /* bytes of shared memory */
    uint32_t shared_step; /* a kernel gets the smallest multiple of it that holds a block; 0: all */
    uint32_t reg_unit;    /* registers per thread are allocated in multiples of this; 0: exactly as needed */
    uint32_t shared_unit; /* with a reg_unit: shared memory is allocated in multiples of this many bytes */
    uint32_t issue_width; /* warp instructions per cycle */
    uint32_t alu_latency, sfu_latency, sfu_interval, shared_latency, const_latency;
    uint32_t tpc,
        gpc; /* SMs of a texture and of a graphics processing cluster of the die; 0: no such group */
    uint32_t issue_queue;       /* SM_THESIS: entries, for all warps */
    uint32_t math_units;        /* SM_THESIS */
    uint32_t fetch_width;       /* SM_THESIS: instructions of a warp in a cycle */
    sm_fetch_stops fetch_stops; /* SM_THESIS */
    uint32_t window;            /* SM_THESIS: instructions of a warp under way, and one decoded ahead; at most
                                   THESIS_WINDOW */
    /* Of the load/store unit: instructions that wait for the look-up port, instructions and line requests
     * under way; the latter two at most LSU_OPS, LSU_LINES. */
    uint32_t lsu_queue, lsu_insts, lsu_lines;
    sm_lookups lookups; /* SM_THESIS */
    sm_tlb_fills tlb_fills;
    sm_tlb_misses tlb_misses;
    register_allocation registers; /* of built-in kernels; a trace has its own */
    constants_place constants;     /* likewise */
} sm_config;

/* From when on a load that misses a cache with virtual tags holds one of its MSHRs. */
typedef enum {
    MSHR_FROM_TRANSLATION, /* what waits for the TLB needs none */
    MSHR_FROM_LOOKUP       /* also while it waits for the TLB */
} l1_mshr_from;

/* When what a cache does not serve leaves for the next one. */
typedef enum {
    MISS_FROM_CHECK,  /* once its tags are checked: a hit's further cycles are for its data */
    MISS_FROM_LATENCY /* when a hit would have its data */
} cache_miss_from;

/* L1 data cache of an SM: write-through, no write-allocate. */
typedef struct {
    uint32_t bytes, ways, latency, mshrs;
    l1_mshr_from mshr_from; /* SM_THESIS */
    cache_miss_from miss_from;
} l1_cache_config;

/* A list of page sizes. */
typedef struct {
    uint32_t count;
    uint32_t bytes[CHIP_MAX_PAGE_SIZES]; /* powers of two, 4096 or more */
} page_size_list;

/* Which SMs share an instance of a TLB level. */
typedef enum {
    TLB_OF_SM,
    TLB_OF_SMS, /* shared_sms neighbouring SMs */
    TLB_OF_TPC,
    TLB_OF_GPC,
    TLB_OF_CHIP
} tlb_sharing;

/* An array of TLB entries. A page larger than every piece size of the array is kept as the largest of these
 * pieces; a page smaller than all of them is not kept. */
typedef struct {
    uint32_t entries;     /* of all slices; 0: no array, every lookup misses */
    uint32_t ways;        /* 0: fully associative */
    uint32_t pages;       /* neighbouring pages that share an entry, a power of two up to 64; 0: one */
    uint32_t latency;     /* cycles of a look-up in it before that in other arrays; 0: at the same time */
    page_size_list sizes; /* of its pages, in bytes */
} tlb_array_config;

/* One level of TLBs. Level 0 is nearest to the SM, and part of the SM when it is not shared. The last level
 * belongs to the chip and has the walker behind it. An SM or an instance of a level belongs to one instance
 * of the next level. */
typedef struct {
    uint32_t entries, ways, pages; /* of its array, as in tlb_array_config */
    page_size_list sizes; /* none: the page sizes of the chip that no other array of the level holds */
    uint32_t arrays;      /* other arrays, each for page sizes of its own */
    tlb_array_config array[CHIP_MAX_TLB_ARRAYS];
    const char *index;   /* of mmu/tlb_policies.c, from bits `index_from` to 46 of the virtual address */
    uint32_t index_from; /* bit of the virtual address; 0: the lowest bit that differs between two entries */
    const char *replacement; /* of mmu/tlb_policies.c */
    uint32_t slices;         /* a power of two: each slice has its part of the sets; 0: one */
    uint32_t slice_from;     /* the slice is the XOR of the virtual address from this bit to 46 */
    uint32_t victims;        /* entries of each slice for what the sets have lost, of one set at a time */
    /* Applications that each fill ways of their own, an equal part of every set; 0: all fill all. */
    uint32_t partitions;
    /* Applications with queues of their own at each instance: an equal part of the miss registers, and
     * look-up slots, replies and requests to the next level in cycles of their own, in turn; 0: all share
     * them. */
    uint32_t queue_partitions;
    uint32_t ports, latency, mshrs;
    tlb_sharing shared_by;
    uint32_t shared_sms; /* TLB_OF_SMS */
    uint32_t distance; /* cycles each way from the level before; 0: xbar_latency for the last level, else 1 */
} tlb_level_config;

typedef struct {
    uint32_t levels; /* 2 .. CHIP_MAX_TLB_LEVELS */
    tlb_level_config level[CHIP_MAX_TLB_LEVELS];
} tlb_config;

/* A page-walk cache: entries of the tables above the leaves. */
typedef struct {
    uint32_t entries;
    uint32_t ways;    /* 0: fully associative */
    uint32_t latency; /* cycles */
    uint32_t first,
        last; /* levels, from 1 (root), whose entries it holds; 0: from the root, to the second to last */
    uint32_t partitions; /* as in a TLB level */
} walk_cache_config;

typedef struct {
    uint32_t walkers; /* concurrent walks */
    /* Applications with an equal part of the walkers and their ports, and cycles of their own, in turn, in
     * which a walk ends; 0: all share them. */
    uint32_t partitions;
    /* Ports of the crossbars that the walkers have: each sends one PTE read and takes one reply per cycle. 0:
     * one per walker. */
    uint32_t ports;
    /* Cycles of a walk, for any reads; 0: PTE reads travel through the memory system. */
    uint32_t cycles;
    uint32_t caches;
    walk_cache_config cache[CHIP_MAX_WALK_CACHES];
} walker_config;

/* What a read that bypasses skips, any of three: the way to the tags (l2.entry_latency), the look-up, so that
 * it never hits, and the fill, so that it leaves no line behind. All of them: MASK 5.3. */
typedef enum {
    BYPASS_SKIPS_NOTHING = 0,
    BYPASS_SKIPS_WAY = 1,
    BYPASS_SKIPS_LOOKUP = 2,
    BYPASS_SKIPS_WAY_LOOKUP = BYPASS_SKIPS_WAY | BYPASS_SKIPS_LOOKUP,
    BYPASS_SKIPS_FILL = 4,
    BYPASS_SKIPS_WAY_FILL = BYPASS_SKIPS_WAY | BYPASS_SKIPS_FILL,
    BYPASS_SKIPS_LOOKUP_FILL = BYPASS_SKIPS_LOOKUP | BYPASS_SKIPS_FILL,
    BYPASS_SKIPS_CACHE = BYPASS_SKIPS_WAY | BYPASS_SKIPS_LOOKUP_FILL
} bypass_skip;

/* Whose hits and accesses one l2_bypass of a bank counts. */
typedef enum { BYPASS_COUNTERS_SHARED, BYPASS_COUNTERS_APPLICATION } bypass_counting;

/* Which line of a full set leaves: the one that was used longest ago, or, while there is one that was not
 * written, the one of these. */
typedef enum { EVICTS_LRU, EVICTS_UNWRITTEN } cache_eviction;

typedef struct {
    uint32_t bytes, ways, banks, ports, latency;
    cache_eviction evicts;
    uint32_t sector_bytes;  /* that have a tag in common with the rest of the line, and come alone: a power of
                               two; GMMU_LINE_BYTES: lines come whole */
    uint32_t port_cycles;   /* for which a line that is looked up holds its port of the bank */
    uint32_t mshrs;         /* per bank */
    uint32_t merges;        /* requests that one fetched line answers, at most L2_MERGES */
    uint32_t entry_latency; /* cycles from the crossbar to the tags, which a read that bypasses skips */
    uint32_t walk_mshrs;    /* per bank, that data leave to page walks with a channel of their own */
    cache_miss_from miss_from;
    /* The rule of MASK's L2 bypass: reads of page tables bypass by the hit rates of their levels (0), or
     * where their level is this one or a further one from the root, and skip that. */
    uint32_t bypass_first;
    bypass_skip bypass_skips;
    bypass_counting bypass_counters;
} l2_cache_config;

/* DRAM timing in cycles of the memory command clock. */
typedef struct {
    uint32_t ccd, rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr, ccdl, rtpl;
    uint32_t bank_groups;
    uint32_t burst_cycles; /* command cycles that one 128-byte line occupies the data bus */
    uint32_t faw;          /* for five activates of a channel, from first to last; 0: no such rule */
    uint32_t refi, rfc;    /* between refreshes of all banks, and for one; refi 0: no refresh */
    uint32_t turn;         /* of the data bus, from the last data of a read to the data of a write */
} dram_timing;

/* A number whose bit i is the parity of the physical address and bit[i]. */
typedef struct {
    uint32_t count;                /* bits given; 0: left to the map */
    uint64_t bit[CHIP_INDEX_BITS]; /* masks of address bits, 7 (above the line) and up */
} xor_index;

/*
 * Which bits of a physical address choose what. "fold" (mem/map_fold.c) needs nothing else; "xor"
 * takes the lists (mem/map_xor.c), for powers of two only.
 */
typedef struct {
    const char *kind; /* of mem/mem_map.c */
    xor_index channel;
    xor_index slice; /* L2 bank of the channel */
    xor_index set;   /* of the L2 bank */
    xor_index bank;  /* DRAM bank of the channel */
    xor_index row;
    xor_index column; /* 128-byte line of the row */
} map_config;

/* What a chip's memory is made of (config/memory_kinds.c). */
typedef enum {
    MEMORY_GDDR5,
    MEMORY_GDDR5_64,
    MEMORY_DDR3,
    MEMORY_GDDR5X,
    MEMORY_GDDR6,
    MEMORY_HBM2,
    MEMORY_FLAT
} memory_kind;

/* What becomes of a row of a DRAM bank that has been accessed. */
typedef enum {
    ROWS_OPEN,  /* it stays open until the bank needs another one, or a refresh */
    ROWS_CLOSED /* it is closed behind each access (auto-precharge) */
} row_policy;

/* Which page-table read goes to the banks next, where a DRAM scheduler has a golden queue. */
typedef enum {
    GOLDEN_FIFO, /* the oldest, and the others wait while its bank takes nothing */
    GOLDEN_BANKS /* the oldest whose bank takes it */
} golden_order;

typedef struct {
    memory_kind kind; /* the source of the figures below; only the figures decide a result */
    uint64_t bytes;   /* of physical memory; pages lie in the first 2^40, which a page-table entry can name */
    uint32_t channels;  /* l2.banks / channels banks of the L2 cache belong to one channel */
    uint32_t banks;     /* DRAM banks per channel, a power of two */
    uint32_t row_bytes; /* per bank and channel */
    row_policy rows;
    golden_order golden;
    uint32_t hit_cap; /* younger requests that leave a queue of FR-FCFS before its oldest, until row hits lose
                         their priority; 0: any number */
    map_config map;
    dram_timing timing;
    /* If not 0, memory is a latency and a bandwidth instead of DRAM channels (thesis Table 6.1). */
    uint32_t flat_latency;
    uint32_t flat_bytes_per_ns; /* of all channels together */
} memory_config;

/* Of the page coalescer and its copier: lines under way. */
typedef struct {
    uint32_t writes; /* of page tables, at most COALESCER_LINES */
    uint32_t copies; /* of pages that are moved, likewise */
} coalescer_config;
#define COALESCER_LINES 64U

/* The operating system's part. */
typedef struct {
    const char *allocator; /* of os/page_allocators.c */
    uint32_t seed;         /* of its random choices */
} os_config;

#define CHIP_NAME_BYTES 32

typedef struct {
    char name[CHIP_NAME_BYTES];
    char base[CHIP_NAME_BYTES]; /* the preset it is a variant of; "": none */
    uint32_t core_mhz, mem_mhz; /* clocks */
    sm_config sm;
    l1_cache_config l1;
    uint32_t xbar_latency;    /* crossbar, each way */
    uint32_t xbar_flit_bytes; /* what a port of a crossbar carries in a cycle; 0: a message of any size */
    page_table_format page_table;
    page_size_list page_sizes; /* in use, of those that the page table can map; none: 4 KB */
    tlb_config tlb;
    walker_config walk;
    coalescer_config coalescer;
    l2_cache_config l2;
    uint32_t link_slots; /* messages that a buffer between two components holds */
    os_config os;
    memory_config memory;
} chip_config;

static inline const tlb_level_config *chip_l1_tlb(const chip_config *chip) {
    return &chip->tlb.level[0];
}

/* Of built-in kernels. */
static inline code_style chip_code_style(const chip_config *chip) {
    const code_style style = {chip->sm.registers, chip->sm.constants}; /* no literal: C++ also reads this */
    return style;
}

/* Of an L2 bank. */
static inline uint32_t chip_l2_sets(const chip_config *chip) {
    return chip->l2.bytes / chip->l2.banks / chip->l2.ways / GMMU_LINE_BYTES;
}

static inline const page_table_format *chip_page_table(const chip_config *chip) {
    return &chip->page_table;
}

/* The sizes as a sum of bytes, which is a set of bits. */
static inline uint64_t page_size_set(const page_size_list *l) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < l->count; i++)
        set |= l->bytes[i];
    return set;
}

static inline uint64_t chip_page_sizes(const chip_config *chip) {
    return chip->page_sizes.count != 0 ? page_size_set(&chip->page_sizes) : 4096;
}

/* log2 of the bytes of the smallest page in use. */
static inline uint32_t chip_page_bits(const chip_config *chip) {
    return (uint32_t)__builtin_ctzll(chip_page_sizes(chip));
}

/* Nanoseconds in core cycles, rounded up. */
static inline uint64_t chip_cycles(const chip_config *chip, uint64_t ns) {
    return (ns * chip->core_mhz + 999) / 1000;
}

/* SMs of the die, on and off. */
static inline uint32_t chip_die_sms(const chip_config *chip) {
    return chip->sm.count + chip->sm.off.count;
}

/* Where the SMs lie on the die, with each TPC and GPC in one piece: 0 .. chip_die_sms() - 1. (sm_place.c) */
void chip_sm_places(const chip_config *chip, uint8_t place[CHIP_MAX_SMS]);

/* Number of SMs of the die, at consecutive places, that share an instance of a TLB level; the last instance
 * may have fewer. 0: the chip has no such group. */
static inline uint32_t chip_tlb_sms(const chip_config *chip, uint32_t level) {
    const tlb_level_config *l = &chip->tlb.level[level];
    if (level + 1 == chip->tlb.levels)
        return chip_die_sms(chip);
    switch (l->shared_by) {
    case TLB_OF_SMS:
        return l->shared_sms;
    case TLB_OF_TPC:
        return chip->sm.tpc;
    case TLB_OF_GPC:
        return chip->sm.gpc;
    case TLB_OF_CHIP:
        return chip_die_sms(chip);
    default:
        return 1;
    }
}

/* Is level 0 a part of the SM? */
static inline bool chip_l1_tlb_in_sm(const chip_config *chip) {
    return chip->tlb.level[0].shared_by == TLB_OF_SM;
}

/* Cycles of a link between a TLB level and the level or SM before it. */
static inline uint32_t chip_tlb_distance(const chip_config *chip, uint32_t level) {
    uint32_t distance = chip->tlb.level[level].distance;
    if (distance != 0)
        return distance;
    return level + 1 == chip->tlb.levels ? chip->xbar_latency : 1;
}

/* Ports of the walkers at the crossbars, behind the SMs' ports. */
static inline uint32_t chip_walk_ports(const chip_config *chip) {
    return chip->walk.ports != 0 ? chip->walk.ports : chip->walk.walkers;
}

/* Parts of the queues of a TLB level, and of the walkers; 1 or more. */
static inline uint32_t chip_queue_parts(const tlb_level_config *level) {
    return level->queue_partitions != 0 ? level->queue_partitions : 1;
}
static inline uint32_t chip_walk_parts(const chip_config *chip) {
    return chip->walk.partitions != 0 ? chip->walk.partitions : 1;
}

/* Do walks read page tables in memory? Else each takes walk.cycles. */
static inline bool chip_walks_read(const chip_config *chip) {
    return chip->walk.cycles == 0;
}

/* The level with the walker behind it. */
static inline const tlb_level_config *chip_last_tlb(const chip_config *chip) {
    return &chip->tlb.level[chip->tlb.levels - 1];
}

/* Presets by name, or NULL. The list ends with an empty name. */
const chip_config *chip_preset(const char *name);
/* All names, for a hint. */
void chip_presets_offer(near_name *n);
extern const chip_config chip_presets[];

/* Base ticks of the engine per microsecond: the least common multiple of the core and
 * the memory clock, so that both periods are integers. */
uint32_t chip_base_mhz(const chip_config *chip);

#endif
