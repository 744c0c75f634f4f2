/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows. To add a field to a chip:
 *   1. the member in config/chip.h;
 *   2. its row here: type and member, unit, least and largest value, meaning;
 *   3. its line in every config/chips/<chip>.inc: member, source, value.
 * What must hold between fields is in config/config_check.c. The largest value bounds host memory and
 * time: any value from least to largest must run (tb/cli/description_test.py tries them).
 */
#include "config/config_fields.h"

#include <string.h>

#include "config/memory_kinds.h"
#include "gmmu_params.h"

#define PLACE(type, member)                                                                                  \
    .name = #member, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define NUMBER(type, member, of_unit, least, most, what)                                                     \
    {PLACE(type, member), .kind = FIELD_NUMBER, .unit = (of_unit),                                           \
     .min = (least),      .max = (most),        .meaning = (what)}
#define REAL(type, member, of_unit, least, most, what)                                                       \
    {PLACE(type, member), .kind = FIELD_REAL, .unit = (of_unit),                                             \
     .min = (least),      .max = (most),      .meaning = (what)}
#define BOOL(type, member, what) {PLACE(type, member), .kind = FIELD_BOOL, .unit = "", .meaning = (what)}
#define CHOICE(type, member, names, what)                                                                    \
    {PLACE(type, member), .kind = FIELD_CHOICE, .unit = "", .choices = (names), .meaning = (what)}
#define POLICY(type, member, table, what)                                                                    \
    {PLACE(type, member), .kind = FIELD_POLICY, .unit = "", .policies = (table), .meaning = (what)}
#define TEXT(type, member, what) {PLACE(type, member), .kind = FIELD_TEXT, .unit = "", .meaning = (what)}
/* A member of type `list`, a struct of `count` and the array `items`. */
#define LIST(type, member, list, items, of_kind, of_unit, least, most, what)                                 \
    {.name = #member,                                                                                        \
     .kind = (of_kind),                                                                                      \
     .offset = offsetof(type, member) + offsetof(list, items),                                               \
     .size = sizeof(((list *)0)->items[0]),                                                                  \
     .min = (least),                                                                                         \
     .max = (most),                                                                                          \
     .unit = (of_unit),                                                                                      \
     .meaning = (what),                                                                                      \
     .count = offsetof(type, member) + offsetof(list, count),                                                \
     .capacity = sizeof(((list *)0)->items) / sizeof(((list *)0)->items[0])}
/* A xor_index: which address bits each of its bits is the XOR of. */
#define XOR_INDEX(type, member, what) LIST(type, member, xor_index, bit, FIELD_BITS, "", 7, 39, what)
#define SM_LIST(type, member, what)                                                                          \
    LIST(type, member, sm_list, number, FIELD_NUMBERS, "SMs", 0, CHIP_MAX_SMS - 1, what)
/* Members `prefix`1, `prefix`2, ...: `how_many` is a NUMBER further up. */
#define GROUP(type, prefix, member, how_many, of_rows)                                                       \
    {.name = (prefix),                                                                                       \
     .kind = FIELD_GROUP,                                                                                    \
     .offset = offsetof(type, member),                                                                       \
     .size = sizeof(((type *)0)->member[0]),                                                                 \
     .capacity = sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0]),                               \
     .count = offsetof(type, how_many),                                                                      \
     .element = (of_rows)}
#define PAGE_SIZES(type, member, what)                                                                       \
    LIST(type, member, page_size_list, bytes, FIELD_NUMBERS, "bytes", 4096, MIB * 1024, what)
#define END {.name = NULL}

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

static const char *const sm_kinds[] = {[SM_GTO] = "gto", [SM_THESIS] = "thesis", NULL};

static const char *const sm_orders[] = {
    [SM_NEIGHBOURS] = "neighbours", [SM_INTERLEAVED] = "interleaved", NULL};
static const char *const fetch_stops_names[] = {
    [FETCH_STOPS_GLOBAL] = "global", [FETCH_STOPS_MEMORY] = "memory", NULL};
static const char *const sm_lookups_names[] = {
    [LOOKUPS_PARALLEL] = "parallel", [LOOKUPS_SERIAL] = "serial", NULL};
static const char *const tlb_fills_names[] = {
    [TLB_FILLS_ANSWERS] = "answers", [TLB_FILLS_WALKS] = "walks", NULL};
static const char *const tlb_misses_names[] = {
    [TLB_MISSES_NONBLOCKING] = "nonblocking", [TLB_MISSES_BLOCKING] = "blocking", NULL};
static const char *const page_table_placement_names[] = {
    [PAGE_TABLE_PACKED] = "packed", [PAGE_TABLE_FRAME] = "frame", NULL};
static const char *const bypass_skip_names[] = {[BYPASS_SKIPS_NOTHING] = "nothing",
                                                [BYPASS_SKIPS_WAY] = "way",
                                                [BYPASS_SKIPS_LOOKUP] = "lookup",
                                                [BYPASS_SKIPS_WAY_LOOKUP] = "way-lookup",
                                                [BYPASS_SKIPS_FILL] = "fill",
                                                [BYPASS_SKIPS_WAY_FILL] = "way-fill",
                                                [BYPASS_SKIPS_LOOKUP_FILL] = "lookup-fill",
                                                [BYPASS_SKIPS_CACHE] = "cache",
                                                NULL};
static const char *const rows_names[] = {[ROWS_OPEN] = "open", [ROWS_CLOSED] = "closed", NULL};
static const char *const golden_names[] = {[GOLDEN_FIFO] = "fifo", [GOLDEN_BANKS] = "banks", NULL};
static const char *const mshr_from_names[] = {
    [MSHR_FROM_TRANSLATION] = "translation", [MSHR_FROM_LOOKUP] = "lookup", NULL};
static const char *const bypass_counters_names[] = {
    [BYPASS_COUNTERS_SHARED] = "shared", [BYPASS_COUNTERS_APPLICATION] = "application", NULL};
static const char *const evicts_names[] = {[EVICTS_LRU] = "lru", [EVICTS_UNWRITTEN] = "unwritten", NULL};
static const char *const miss_from_names[] = {
    [MISS_FROM_CHECK] = "check", [MISS_FROM_LATENCY] = "latency", NULL};
static const char *const register_names[] = {
    [REGISTERS_RING] = "ring", [REGISTERS_LIVENESS] = "liveness", NULL};
static const char *const constants_names[] = {[CONSTANTS_BANK] = "bank", [CONSTANTS_GLOBAL] = "global", NULL};
static const char *const tlb_sharing_names[] = {
    [TLB_OF_SM] = "sm",   [TLB_OF_SMS] = "sms",   [TLB_OF_TPC] = "tpc",
    [TLB_OF_GPC] = "gpc", [TLB_OF_CHIP] = "chip", NULL};

#define TLB_ARRAY(type)                                                                                      \
    NUMBER(type, entries, "entries", 0, 65536, "of the array; 0: there is none"),                            \
        NUMBER(type, ways, "ways", 0, 65536, "of a set; 0: fully associative"),                              \
        NUMBER(type, pages, "pages", 0, 64, "of an entry, each by itself; 0: one"),                          \
        PAGE_SIZES(type, sizes,                                                                              \
                   "of the pages it holds; none: all pages of the chip that no other array holds")

static const field tlb_array_rows[] = {
    TLB_ARRAY(tlb_array_config),
    NUMBER(tlb_array_config, latency, "cycles", 0, 10000,
           "of a look-up in it, before that in arrays of smaller pages; 0: with that in the level's array"),
    END,
};

static const char *const memory_kind_names[] = {[MEMORY_GDDR5] = "gddr5", [MEMORY_GDDR5_64] = "gddr5-64",
                                                [MEMORY_DDR3] = "ddr3",   [MEMORY_GDDR5X] = "gddr5x",
                                                [MEMORY_GDDR6] = "gddr6", [MEMORY_HBM2] = "hbm2",
                                                [MEMORY_FLAT] = "flat",   NULL};

static void memory_chosen(void *holder) {
    memory_kind_apply(holder);
}

static const field tlb_level_rows[] = {
    TLB_ARRAY(tlb_level_config),
    NUMBER(tlb_level_config, arrays, "arrays", 0, CHIP_MAX_TLB_ARRAYS, "more, for page sizes of their own"),
    GROUP(tlb_level_config, "array", array, arrays, tlb_array_rows),
    POLICY(tlb_level_config, index, tlb_indexes, "how the virtual address gives the set"),
    NUMBER(tlb_level_config, index_from, "bit", 0, 46,
           "of the address, the first that counts; 0: above an entry"),
    POLICY(tlb_level_config, replacement, tlb_replacements, "which entry makes room"),
    NUMBER(tlb_level_config, slices, "slices", 0, 16, "that share the sets; 0: one"),
    NUMBER(tlb_level_config, slice_from, "bit", 0, 46, "of the address, the first that counts for the slice"),
    NUMBER(tlb_level_config, victims, "entries", 0, 16,
           "of each slice, for what one set has lost; flushed when another loses an entry"),
    NUMBER(tlb_level_config, partitions, "applications", 0, TLB_MAX_PARTITIONS,
           "with ways of their own; 0: all fill every way"),
    NUMBER(tlb_level_config, queue_partitions, "applications", 0, TLB_MAX_PARTITIONS,
           "with miss registers and slots of the ports of their own; 0: all share them"),
    NUMBER(tlb_level_config, ports, "look-ups per cycle", 0, 2, "in an SM: one whatever it says"),
    NUMBER(tlb_level_config, latency, "cycles", 1, 10000, "of a look-up"),
    NUMBER(tlb_level_config, mshrs, "entries", 1, 4096, "misses under way"),
    CHOICE(tlb_level_config, shared_by, tlb_sharing_names, "what shares an instance; the last level: chip"),
    NUMBER(tlb_level_config, shared_sms, "SMs", 0, CHIP_MAX_SMS,
           "shared_by sms: neighbours that share an instance"),
    NUMBER(tlb_level_config, distance, "cycles", 0, 1000,
           "each way from the level before; 0: last level xbar_latency, else 1"),
    END,
};

static void page_table_chosen(void *holder) {
    chip_config *chip = holder;
    chip->page_table = page_table_formats[chip->page_table.kind];
}

static const field page_table_level_rows[] = {
    NUMBER(page_table_level, low, "bit", 12, 57, "of the address, the lowest that indexes the table"),
    NUMBER(page_table_level, bits, "bits", 1, 9, "of the index, 8 at most in a table of dual entries"),
    BOOL(page_table_level, leaf, "an entry may map a page itself, of 2 to the power of low bytes"),
    NUMBER(page_table_level, spacing, "bytes", 0, 2048, "from an entry to the next, 0: side by side"),
    END,
};

static const field walk_cache_rows[] = {
    NUMBER(walk_cache_config, entries, "entries", 1, 65536, "page-table entries it holds"),
    NUMBER(walk_cache_config, ways, "ways", 0, 65536, "of a set; 0: fully associative"),
    NUMBER(walk_cache_config, latency, "cycles", 0, 1000, "of a look-up"),
    NUMBER(walk_cache_config, first, "", 0, PAGE_TABLE_MAX_LEVELS,
           "the first level whose entries it holds; 0: the root"),
    NUMBER(walk_cache_config, last, "", 0, PAGE_TABLE_MAX_LEVELS,
           "the last level; 0: the one above the last"),
    NUMBER(walk_cache_config, partitions, "applications", 0, TLB_MAX_PARTITIONS,
           "with ways of their own; 0: all fill every way"),
    END,
};

static const field chip_rows[] = {
    NUMBER(chip_config, core_mhz, "MHz", 100, 4000, "clock of SMs, TLBs, crossbar, L2 cache"),
    NUMBER(chip_config, mem_mhz, "MHz", 100, 10000, "clock of memory commands"),
    CHOICE(chip_config, sm.kind, sm_kinds, "pipeline of the SMs"),
    NUMBER(chip_config, sm.count, "SMs", 1, CHIP_MAX_SMS, "switched on"),
    SM_LIST(chip_config, sm.off, "numbers on the die of SMs that are switched off"),
    CHOICE(chip_config, sm.order, sm_orders,
           "which SMs share a GPC: SMs in a row, or TPCs dealt to GPCs in turn"),
    NUMBER(chip_config, sm.tpc, "SMs", 0, CHIP_MAX_SMS,
           "of the die in a texture processing cluster; 0: none"),
    NUMBER(chip_config, sm.gpc, "SMs", 0, CHIP_MAX_SMS,
           "of the die in a graphics processing cluster; 0: none"),
    NUMBER(chip_config, sm.warps, "warps", 1, 64, "slots of an SM"),
    NUMBER(chip_config, sm.max_blocks, "blocks", 1, 64, "resident on an SM"),
    NUMBER(chip_config, sm.regs, "registers", 32, MIB, "32-bit registers of an SM"),
    NUMBER(chip_config, sm.shared, "bytes", 0, MIB, "shared memory of an SM"),
    NUMBER(chip_config, sm.shared_step, "bytes", 0, MIB,
           "a kernel gets the smallest multiple of it that holds a block; 0: all"),
    NUMBER(chip_config, sm.reg_unit, "registers", 0, 256,
           "step in which a thread gets registers; 0: as many as needed"),
    NUMBER(chip_config, sm.shared_unit, "bytes", 0, 65536, "that shared memory comes in, with a sm.reg_unit"),
    NUMBER(chip_config, sm.issue_width, "warp instructions per cycle", 1, 8,
           "at most 4 on an SM of kind gto"),
    NUMBER(chip_config, sm.alu_latency, "cycles", 1, CHIP_MAX_SM_LATENCY, "integer, single precision"),
    NUMBER(chip_config, sm.sfu_latency, "cycles", 1, CHIP_MAX_SM_LATENCY,
           "special functions, double precision"),
    NUMBER(chip_config, sm.sfu_interval, "cycles", 1, 1000, "between two instructions of the SFUs"),
    NUMBER(chip_config, sm.shared_latency, "cycles", 1, CHIP_MAX_SM_LATENCY,
           "shared memory without bank conflicts"),
    NUMBER(chip_config, sm.const_latency, "cycles", 1, CHIP_MAX_SM_LATENCY, "constant cache"),
    NUMBER(chip_config, sm.issue_queue, "entries", 0, 512, "kind thesis: for all warps"),
    NUMBER(chip_config, sm.math_units, "units", 0, 8, "kind thesis"),
    NUMBER(chip_config, sm.fetch_width, "instructions", 1, 8, "kind thesis: of one warp per cycle"),
    CHOICE(chip_config, sm.fetch_stops, fetch_stops_names,
           "kind thesis: fetch of a warp stops until the issue of an access to global, or to any, memory"),
    NUMBER(chip_config, sm.window, "instructions", 2, 64,
           "kind thesis: of a warp under way, and one decoded ahead"),
    NUMBER(chip_config, sm.lsu_queue, "instructions", 1, GMMU_SM_WARPS,
           "that wait for the port of the L1 TLB"),
    NUMBER(chip_config, sm.lsu_insts, "instructions", 1, 128, "of global memory under way"),
    NUMBER(chip_config, sm.lsu_lines, "requests", 64, 512, "of lines under way"),
    CHOICE(chip_config, sm.lookups, sm_lookups_names,
           "kind thesis: of the accesses of a warp, where one is a store or an atomic"),
    CHOICE(chip_config, sm.tlb_fills, tlb_fills_names,
           "what its L1 TLB keeps: every answer, or answers of walks that its own request began"),
    CHOICE(chip_config, sm.tlb_misses, tlb_misses_names,
           "the look-up port of its L1 TLB goes on during a miss, or waits for it"),
    CHOICE(chip_config, sm.registers, register_names, "which one a value of a built-in kernel gets"),
    CHOICE(chip_config, sm.constants, constants_names, "where the constants of a built-in kernel are"),
    NUMBER(chip_config, l1.bytes, "bytes", 128, MIB, "data cache of an SM"),
    NUMBER(chip_config, l1.ways, "ways", 1, 8192, "of a set"),
    NUMBER(chip_config, l1.latency, "cycles", 1, 10000, "of a look-up"),
    NUMBER(chip_config, l1.mshrs, "entries", 1, 4096, "lines under way"),
    CHOICE(chip_config, l1.mshr_from, mshr_from_names, "kind thesis: when a load that misses holds one"),
    CHOICE(chip_config, l1.miss_from, miss_from_names, "when what it does not serve leaves it"),
    {PLACE(chip_config, page_table.kind), .kind = FIELD_CHOICE, .unit = "", .choices = page_table_names,
     .chosen = page_table_chosen,
     .meaning = "sets page_table.placement, .levels, .level*, .dual_low, .coalesces"},
    CHOICE(chip_config, page_table.placement, page_table_placement_names,
           "of a table's lines: side by side, or each first in a frame of 4 KB of its own"),
    NUMBER(chip_config, page_table.levels, "levels", 1, PAGE_TABLE_MAX_LEVELS, "the first one is the root"),
    GROUP(chip_config, "page_table.level", page_table.level, page_table.levels, page_table_level_rows),
    NUMBER(chip_config, page_table.dual_low, "bit", 0, 56,
           "log2 of larger pages to which entries of the second to last level also lead; 0: none"),
    BOOL(chip_config, page_table.coalesces, "pages of the last level may be made one in place (Mosaic 4.3)"),
    PAGE_SIZES(chip_config, page_sizes, "in use, at least one, of the sizes that the page table has"),
    NUMBER(chip_config, tlb.levels, "levels", 2, CHIP_MAX_TLB_LEVELS,
           "the last one has the walker behind it"),
    GROUP(chip_config, "tlb.l", tlb.level, tlb.levels, tlb_level_rows),
    NUMBER(chip_config, walk.walkers, "walks", 1, 4096, "at a time"),
    NUMBER(chip_config, walk.partitions, "applications", 0, TLB_MAX_PARTITIONS,
           "with walkers of their own; 0: all share them"),
    NUMBER(chip_config, walk.ports, "reads per cycle", 0, 4096,
           "a port each at the crossbars; 0: one for each walker"),
    NUMBER(chip_config, walk.cycles, "cycles", 0, 100000, "of a walk; 0: its reads travel through memory"),
    NUMBER(chip_config, walk.caches, "caches", 0, CHIP_MAX_WALK_CACHES,
           "of page-table entries above the leaves"),
    GROUP(chip_config, "walk.cache", walk.cache, walk.caches, walk_cache_rows),
    NUMBER(chip_config, xbar_latency, "cycles", 1, 1000, "crossbar, each way"),
    NUMBER(chip_config, xbar_flit_bytes, "bytes", 0, 4096,
           "that a port of a crossbar carries in a cycle; 0: a message of any size"),
    NUMBER(chip_config, link_slots, "messages", 1, 64, "of a buffer between two components"),
    NUMBER(chip_config, l2.bytes, "bytes", 128, 256 * MIB, "data cache of the chip"),
    NUMBER(chip_config, l2.ways, "ways", 1, 1024, "of a set"),
    CHOICE(chip_config, l2.evicts, evicts_names,
           "which line of a set goes: the least recently used, of all or of those that no write has changed"),
    NUMBER(chip_config, l2.sector_bytes, "bytes", 32, GMMU_LINE_BYTES,
           "of a line that the L1 and L2 caches fetch, keep and write back alone"),
    NUMBER(chip_config, l2.banks, "banks", 1, CHIP_MAX_BANKS,
           "of the chip; each has a part of the addresses"),
    NUMBER(chip_config, l2.ports, "requests per cycle", 1, 2, "of a bank"),
    NUMBER(chip_config, l2.port_cycles, "cycles", 1, 10, "for which a line that is looked up holds its port"),
    NUMBER(chip_config, l2.latency, "cycles", 1, 10000, "of a hit"),
    NUMBER(chip_config, l2.entry_latency, "cycles", 0, 1000, "before it, from the crossbar to the tags"),
    NUMBER(chip_config, l2.mshrs, "entries", 2, 4096, "lines under way, per bank"),
    NUMBER(chip_config, l2.merges, "requests", 1, 8, "that one fetched line answers"),
    NUMBER(chip_config, l2.walk_mshrs, "entries", 0, 4096,
           "of a bank, at most half of them, that data leave to page walks with a channel of their own"),
    NUMBER(chip_config, l2.bypass_first, "", 0, PAGE_TABLE_MAX_LEVELS,
           "with l2_bypass walks: of a page table from the root, the first level that bypasses; 0: by hit "
           "rates"),
    CHOICE(chip_config, l2.bypass_skips, bypass_skip_names, "with l2.bypass_first: likewise"),
    CHOICE(chip_config, l2.bypass_counters, bypass_counters_names,
           "of hit rates with l2_bypass walks: of all applications together, or of each by itself"),
    CHOICE(chip_config, l2.miss_from, miss_from_names, "when what it does not serve leaves it"),
    NUMBER(chip_config, coalescer.writes, "lines", 1, COALESCER_LINES, "of page tables under way"),
    NUMBER(chip_config, coalescer.copies, "lines", 1, COALESCER_LINES,
           "under way of pages that compaction moves"),
    {PLACE(chip_config, memory.kind), .kind = FIELD_CHOICE, .unit = "", .choices = memory_kind_names,
     .chosen = memory_chosen, .meaning = "sets mem_mhz, memory.banks, .row_bytes, .timing, .flat_*"},
    NUMBER(chip_config, memory.bytes, "bytes", 512 * MIB, UINT64_C(1) << 41, "of physical memory"),
    NUMBER(chip_config, memory.channels, "channels", 1, 64, "of the chip; each has a part of the addresses"),
    NUMBER(chip_config, memory.banks, "banks", 1, CHIP_MAX_DRAM_BANKS, "of DRAM, per channel"),
    NUMBER(chip_config, memory.row_bytes, "bytes", 128, 65536, "of a DRAM bank"),
    CHOICE(chip_config, memory.rows, rows_names,
           "of a DRAM bank: they stay open until another one is needed, or are closed behind each access"),
    CHOICE(chip_config, memory.golden, golden_names,
           "which page-table read is next in a golden queue: the oldest, or the oldest whose bank takes it"),
    NUMBER(chip_config, memory.hit_cap, "requests", 0, 255,
           "that row hits may take past the oldest one of an FR-FCFS queue; 0: any number"),
    POLICY(chip_config, memory.map.kind, address_maps, "address map: fold, or xor with the lists below"),
    XOR_INDEX(chip_config, memory.map.channel, "address bits of the channel"),
    XOR_INDEX(chip_config, memory.map.slice, "address bits of the channel's L2 bank"),
    XOR_INDEX(chip_config, memory.map.set, "address bits of the L2 bank's set"),
    XOR_INDEX(chip_config, memory.map.bank, "address bits of the channel's DRAM bank"),
    XOR_INDEX(chip_config, memory.map.row, "address bits of the DRAM row"),
    XOR_INDEX(chip_config, memory.map.column, "address bits of the line in its row"),
    NUMBER(chip_config, memory.timing.ccd, "memory cycles", 0, 1000, "column to column"),
    NUMBER(chip_config, memory.timing.rrd, "memory cycles", 0, 1000, "activate to activate, other bank"),
    NUMBER(chip_config, memory.timing.rcd, "memory cycles", 0, 1000, "activate to column"),
    NUMBER(chip_config, memory.timing.ras, "memory cycles", 0, 1000, "activate to precharge"),
    NUMBER(chip_config, memory.timing.rp, "memory cycles", 0, 1000, "precharge to activate"),
    NUMBER(chip_config, memory.timing.rc, "memory cycles", 0, 1000, "activate to activate, same bank"),
    NUMBER(chip_config, memory.timing.cl, "memory cycles", 0, 1000, "read to data"),
    NUMBER(chip_config, memory.timing.wl, "memory cycles", 0, 1000, "write to data"),
    NUMBER(chip_config, memory.timing.cdlr, "memory cycles", 0, 1000, "last data of a write to read"),
    NUMBER(chip_config, memory.timing.wr, "memory cycles", 0, 1000, "last data of a write to precharge"),
    NUMBER(chip_config, memory.timing.ccdl, "memory cycles", 0, 1000, "column to column, same group"),
    NUMBER(chip_config, memory.timing.rtpl, "memory cycles", 0, 1000, "read to precharge"),
    NUMBER(chip_config, memory.timing.bank_groups, "groups", 0, 8, "of DRAM banks"),
    NUMBER(chip_config, memory.timing.burst_cycles, "memory cycles", 0, 1000, "of the data bus, for a line"),
    NUMBER(chip_config, memory.timing.turn, "memory cycles", 0, 1000,
           "last data of a read to data of a write"),
    NUMBER(chip_config, memory.timing.faw, "memory cycles", 0, 1000, "of five activates; 0: no such rule"),
    NUMBER(chip_config, memory.timing.refi, "memory cycles", 0, 1000000, "from refresh to refresh; 0: none"),
    NUMBER(chip_config, memory.timing.rfc, "memory cycles", 0, 10000, "of a refresh of all banks"),
    NUMBER(chip_config, memory.flat_latency, "cycles", 0, 100000, "memory is a latency; 0: it is DRAM"),
    NUMBER(chip_config, memory.flat_bytes_per_ns, "bytes per ns", 0, 100000, "with a memory.flat_latency"),
    POLICY(chip_config, os.allocator, page_allocators, "page allocator, a name of 'gmmu list'"),
    NUMBER(chip_config, os.seed, "", 0, UINT32_MAX, "of what the page allocator draws"),
    END,
};

static const field mask_rows[] = {
    /* Evaluating 30 applications takes the token controller up to 4560 cycles, where their SMs stay theirs
     * (chip/gpu_check.c). */
    NUMBER(mask_config, epoch_cycles, "cycles", 5000, UINT32_MAX, "of an epoch"),
    NUMBER(mask_config, initial_tokens, "1/65536", 0, UINT16_MAX,
           "of an application's warps get tokens at first"),
    NUMBER(mask_config, margin, "1/65536", 0, UINT16_MAX, "change of miss rate that moves tokens"),
    NUMBER(mask_config, token_step, "1/65536", 0, UINT16_MAX, "of the active warps, that tokens move by"),
    NUMBER(mask_config, thresh_max, "requests", 1, 511, "of a turn in the silver queue"),
    END,
};

static const char *const preempt_names[] = {[PREEMPT_SWITCH] = "switch", [PREEMPT_DRAIN] = "drain", NULL};

static const char *const context_names[] = {
    [CONTEXTS_PHYSICAL] = "physical", [CONTEXTS_VIRTUAL] = "virtual", NULL};

static const char *const copy_orders[] = {[COPIES_FCFS] = "fcfs", [COPIES_NPQ] = "npq", NULL};

static const char *const block_drivers[] = {
    [DRIVER_DISPATCHER] = "dispatcher", [DRIVER_UNITS] = "units", NULL};

static const field schedule_rows[] = {
    NUMBER(schedule_config, slice_cycles, "cycles", 0, 1000000000, "of a time slice; 0: no end"),
    CHOICE(schedule_config, preempt, preempt_names,
           "how an SM is taken from a kernel: context switch or draining"),
    CHOICE(schedule_config, contexts, context_names,
           "addresses of saved contexts: virtual ones go through the TLBs"),
    CHOICE(schedule_config, driver, block_drivers,
           "what gives out blocks of fcfs, npq, ppq, dss: the dispatcher, or units sm_driver, ptb_queue"),
    NUMBER(schedule_config, host_cycles, "cycles", 0, 1000000000,
           "from the end of a kernel to the next one of its application"),
    NUMBER(schedule_config, copy_bytes, "bytes", 0, UINT64_C(1) << 32,
           "copied over PCIe before an application's launch, and back after it"),
    CHOICE(schedule_config, copies, copy_orders,
           "which copy goes next: the one asked for first, or of the highest priority"),
    NUMBER(schedule_config, pcie.mhz, "MHz", 1, 64000, "clock of the bus to the host"),
    NUMBER(schedule_config, pcie.lanes, "lanes", 1, 64,
           "of the bus, half of them in each direction; each carries a byte per cycle"),
    NUMBER(schedule_config, pcie.burst, "bytes", 1, 1U << 20,
           "of a burst; a copy is whole bursts, what an SM reads or writes is not"),
    NUMBER(schedule_config, pcie.latency_ns, "ns", 1, 1000000,
           "of an SM's read of a line in the host's memory, on an idle bus, its transfer included"),
    NUMBER(schedule_config, pcie.reads, "lines", 1, 4096,
           "that all SMs together have under way from there, at most"),
    END,
};

static const field measure_rows[] = {
    NUMBER(measure_config, warmup_epochs, "epochs", 0, 1000000, "before the window of measurement"),
    NUMBER(measure_config, epochs, "epochs", 0, 1000000, "of the window; 0: the whole run is measured"),
    NUMBER(measure_config, launches, "launches", 0, 1000000,
           "of each application until the run ends, all of them measured; 0: the first one"),
    NUMBER(measure_config, most_cycles, "cycles", 0, UINT64_C(1) << 40,
           "of a run with measure.launches at most, finished or not; 0: no end"),
    END,
};

static const field churn_rows[] = {
    NUMBER(churn_config, percent, "%", 0, 100,
           "of the pages that an application allocates without using them, freed at a time; 0: none are "
           "allocated"),
    NUMBER(churn_config, cycles, "cycles", 0, UINT32_MAX,
           "between two times; 0: at the end of each kernel alone"),
    NUMBER(churn_config, blocks, "blocks", 0, 1024,
           "of 2 MB that an application has apart from its pages, and allocates anew"),
    NUMBER(churn_config, fragmented, "%", 0, 100, "of the frames of 2 MB that hold data before the run"),
    NUMBER(churn_config, occupied, "%", 0, 100, "of the pages of each such frame that are taken"),
    END,
};

/* Times are bounded so that a served fault is never taken for a hang (chip/gpu.c). */
#define MOST_NS 400000

static const field exception_rows[] = {
    CHOICE(exception_config, scheme, exception_scheme_names, "of the SM pipeline"),
    NUMBER(exception_config, log_bytes, "bytes", 8192, 32768, "operand log of an SM, with scheme oplog"),
    NUMBER(exception_config, queue_entries, "entries", 0, GMMU_REPLAY_DEPTH,
           "of the replay queue in use at most, with schemes replay and oplog; 0: all that are built"),
    CHOICE(exception_config, faults, fault_mode_names, "which pages fault"),
    REAL(exception_config, inject_rate, "probability", 0, 1,
         "of a fault per global access, with faults inject"),
    NUMBER(exception_config, link.transfer_ns, "ns", 1, MOST_NS, "a fault with the transfer of a region"),
    NUMBER(exception_config, link.allocate_ns, "ns", 1, MOST_NS, "a fault without"),
    NUMBER(exception_config, link.large_ns, "ns", 0, MOST_NS,
           "a fault with the transfer of a page of 2 MB; 0: no page is larger than a region"),
    NUMBER(exception_config, cpu_ns, "ns", 0, MOST_NS, "handler at the host, serial"),
    NUMBER(exception_config, gpu_ns, "ns", 0, MOST_NS, "handler on the GPU, in parallel"),
    NUMBER(
        exception_config, gpu_insts, "instructions", 0, MOST_NS,
        "of the GPU's handler (local_faults) that a faulted warp issues on its SM, over gpu_ns; 0: no slots"),
    NUMBER(exception_config, entries, "regions", 1, 256, "whose faults are under way"),
    NUMBER(exception_config, region_bytes, "bytes", 4096, 64 * 4096,
           "served at once; a larger page is served whole"),
    CHOICE(exception_config, switch_blocks, block_switching_names,
           "of faulted thread blocks; ideal: in one cycle"),
    NUMBER(exception_config, extra_blocks, "blocks", 0, 64, "of an SM beyond those that fit"),
    BOOL(exception_config, local_faults, "the GPU allocates pages by itself"),
    END,
};

static const char *const compaction_stalls[] = {[COMPACTION_STALLS_GPU] = "gpu",
                                                [COMPACTION_STALLS_APP] = "app",
                                                [COMPACTION_STALLS_NONE] = "none",
                                                NULL};

static const field design_rows[] = {
    BOOL(design_config, ideal_tlb, "every access hits the L1 TLB"),
    POLICY(design_config, tlb_fill, tlb_fill_rules, "which walks fill the last TLB level"),
    POLICY(design_config, l2_bypass, bypass_rules,
           "what does not look into the L2 cache: walks by their hit rates, or by their level alone"),
    NUMBER(design_config, bypass_first, "", 1, PAGE_TABLE_MAX_LEVELS,
           "of a page table from the root, the first level that bypasses with l2_bypass static"),
    NUMBER(design_config, bypass_last, "", 1, PAGE_TABLE_MAX_LEVELS, "the last level"),
    CHOICE(
        design_config, bypass_skips, bypass_skip_names,
        "what a read that bypasses skips: the way to the L2 cache (l2.entry_latency), the look-up in it, the "
        "fill, or several; cache: all three"),
    POLICY(design_config, dram_scheduler, dram_schedulers, "order of DRAM requests"),
    BOOL(design_config, l2_walk_channel, "page walks do not queue with data on their way to the L2 banks"),
    BOOL(design_config, dram_walk_channel,
         "page walks do not queue with data from there to the memory channels"),
    BOOL(design_config, walk_cache, "a page-walk cache in the place of the last TLB level"),
    NUMBER(design_config, walk_entries, "entries", 1, 65536,
           "of that cache, where the chip has no walk.cache1"),
    NUMBER(design_config, walk_ways, "ways", 0, 65536, "of a set of it; 0: fully associative"),
    BOOL(design_config, gmmu_block, "the block gmmu in the place of the last TLB level and the walkers"),
    BOOL(design_config, split_memory, "each application has memory channels and L2 banks of its own"),
    BOOL(design_config, coalesce, "a page coalescer makes pages of 2 MB of pages of 4 KB"),
    NUMBER(design_config, compact_below, "pages", 0, 512,
           "a large page that keeps fewer base pages is splintered and compacted; 0: never"),
    NUMBER(design_config, bulk_copy_ns, "ns", 0, 100000,
           "in which DRAM copies a page within a channel; 0: it cannot, pages are copied line by line"),
    CHOICE(
        design_config, compact_stall, compaction_stalls,
        "what stands still meanwhile: the GPU, or the application whose pages move; none: and data of nobody "
        "move at once"),
    NUMBER(design_config, page_bytes, "bytes", 0, MIB * 1024, "all pages have this size; 0: page_sizes"),
    POLICY(design_config, allocator, design_allocators, "page allocator, as os.allocator; chip: that one"),
    POLICY(design_config, block_scheduler, block_schedulers,
           "which application an SM works for, and which SM takes a block"),
    END,
};

/* ---- the sections of a configuration ---- */

bool design_visit(design_config *design, figure_visitor visit, void *ctx) {
    return fields_visit(design_rows, "design.", design, visit, ctx);
}

bool chip_visit(chip_config *chip, figure_visitor visit, void *ctx) {
    return fields_visit(chip_rows, "", chip, visit, ctx);
}

bool machine_visit(gpu_config *config, figure_visitor visit, void *ctx) {
    return chip_visit(&config->chip, visit, ctx) &&
           fields_visit(mask_rows, "mask.", &config->mask, visit, ctx) &&
           fields_visit(schedule_rows, "schedule.", &config->schedule, visit, ctx) &&
           fields_visit(measure_rows, "measure.", &config->measure, visit, ctx) &&
           fields_visit(churn_rows, "churn.", &config->churn, visit, ctx) &&
           fields_visit(exception_rows, "exceptions.", &config->exceptions, visit, ctx);
}

bool config_visit(gpu_config *config, figure_visitor visit, void *ctx) {
    return machine_visit(config, visit, ctx) && design_visit(&config->design, visit, ctx);
}

typedef struct {
    const char *path;
    figure *found;
} search;

/* Stops at the value that is looked for. */
static bool other_path(void *ctx, const figure *f) {
    search *s = ctx;
    if (strcmp(f->path, s->path) != 0)
        return true;
    *s->found = *f;
    return false;
}

bool config_find(gpu_config *config, const char *path, figure *found) {
    search s = {.path = path, .found = found};
    return !config_visit(config, other_path, &s);
}

static bool offer_path(void *ctx, const figure *f) {
    near_name_offer(ctx, f->path);
    return true;
}

void config_offer(const gpu_config *config, near_name *n) {
    gpu_config copy = *config; /* a visitor may change what it sees; this one does not */
    (void)config_visit(&copy, offer_path, n);
}
