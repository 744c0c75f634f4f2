/* SPDX-License-Identifier: Apache-2.0 */
/* Chips and designs by name. The chips' figures are in config/chips/. */
#include "config/config.h"

#include <stdio.h>
#include <string.h>

#include "config/memory_kinds.h"
#include "gmmu_params.h"

/* Where the member at `offset` of a struct has its value from. */
typedef struct {
    size_t offset, size;
    const char *from;
} figure_source;

/*
 * A description is a file of lines FIGURE(member, source, value), read twice: for the values, and for
 * where each member has its value from. "D": a decision of this project.
 */
#define FIGURE(member, from, ...) .member = __VA_ARGS__,
/* The parity of up to 13 address bits, as a mask; bit 64 is none. */
#define ADDRESS_BIT(n) ((n) < 64 ? UINT64_C(1) << ((n) & 63) : 0)
#define PARITY_OF(...) PARITY_OF_13(__VA_ARGS__, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64)
#define PARITY_OF_13(a, b, c, d, e, f, g, h, i, j, k, l, m, ...)                                             \
    (ADDRESS_BIT(a) | ADDRESS_BIT(b) | ADDRESS_BIT(c) | ADDRESS_BIT(d) | ADDRESS_BIT(e) | ADDRESS_BIT(f) |   \
     ADDRESS_BIT(g) | ADDRESS_BIT(h) | ADDRESS_BIT(i) | ADDRESS_BIT(j) | ADDRESS_BIT(k) | ADDRESS_BIT(l) |   \
     ADDRESS_BIT(m))
const chip_config chip_presets[] = {
    {
        .name = "mask",
        .base = "mask",
#include "config/chips/mask.inc"
    },
    {
        .name = "tanasic",
        .base = "tanasic",
#include "config/chips/tanasic.inc"
    },
    {
        .name = "tanasic5",
        .base = "tanasic5",
#include "config/chips/tanasic5.inc"
    },
    {
        .name = "fermi",
        .base = "fermi",
#include "config/chips/fermi.inc"
    },
    {
        .name = "igpu",
        .base = "igpu",
#include "config/chips/igpu.inc"
    },
    {
        .name = "gtx1080",
        .base = "gtx1080",
#include "config/chips/gtx1080.inc"
    },
    {
        .name = "v100",
        .base = "v100",
#include "config/chips/v100.inc"
    },
    {
        .name = "rtx3080",
        .base = "rtx3080",
#include "config/chips/rtx3080.inc"
    },
    {
        .name = "a100",
        .base = "a100",
#include "config/chips/a100.inc"
    },
    {
        .name = "h100",
        .base = "h100",
#include "config/chips/h100.inc"
    },
    {
        .name = "k80",
        .base = "k80",
#include "config/chips/k80.inc"
    },
    {
        .name = "p100",
        .base = "p100",
#include "config/chips/p100.inc"
    },
    {
        .name = "mosaic",
        .base = "mosaic",
#include "config/chips/mosaic.inc"
    },
    {
        .name = "mask-simulator",
        .base = "mask-simulator",
#include "config/chips/mask_simulator.inc"
    },
    {.name = ""},
};
const mask_config mask_defaults = {
#include "config/defaults/mask.inc"
};
const schedule_config schedule_defaults = {
#include "config/defaults/schedule.inc"
};
const measure_config measure_defaults = {
#include "config/defaults/measure.inc"
};
const churn_config churn_defaults = {
#include "config/defaults/churn.inc"
};
void config_set_defaults(gpu_config *config) {
    config->mask = mask_defaults;
    config->schedule = schedule_defaults;
    config->measure = measure_defaults;
    config->churn = churn_defaults;
}
const exception_config exception_defaults = {
#include "config/defaults/exceptions.inc"
};
static const exception_config mosaic_paging = {
#include "config/chips/mosaic_paging.inc"
};
#undef FIGURE

#define SOURCE(type, member, from) {offsetof(type, member), sizeof(((type *)0)->member), from},
#define FIGURE(member, from, ...)  SOURCE(chip_config, member, from)
static const figure_source mask_chip_sources[] = {
#include "config/chips/mask.inc"
    {.from = NULL}};
static const figure_source tanasic_chip_sources[] = {
#include "config/chips/tanasic.inc"
    {.from = NULL}};
static const figure_source tanasic5_chip_sources[] = {
#include "config/chips/tanasic5.inc"
    {.from = NULL}};
static const figure_source fermi_chip_sources[] = {
#include "config/chips/fermi.inc"
    {.from = NULL}};
static const figure_source igpu_chip_sources[] = {
#include "config/chips/igpu.inc"
    {.from = NULL}};
static const figure_source gtx1080_chip_sources[] = {
#include "config/chips/gtx1080.inc"
    {.from = NULL}};
static const figure_source v100_chip_sources[] = {
#include "config/chips/v100.inc"
    {.from = NULL}};
static const figure_source rtx3080_chip_sources[] = {
#include "config/chips/rtx3080.inc"
    {.from = NULL}};
static const figure_source a100_chip_sources[] = {
#include "config/chips/a100.inc"
    {.from = NULL}};
static const figure_source h100_chip_sources[] = {
#include "config/chips/h100.inc"
    {.from = NULL}};
static const figure_source k80_chip_sources[] = {
#include "config/chips/k80.inc"
    {.from = NULL}};
static const figure_source p100_chip_sources[] = {
#include "config/chips/p100.inc"
    {.from = NULL}};
static const figure_source mosaic_chip_sources[] = {
#include "config/chips/mosaic.inc"
    {.from = NULL}};
static const figure_source mask_simulator_chip_sources[] = {
#include "config/chips/mask_simulator.inc"
    {.from = NULL}};
#undef FIGURE
#define FIGURE(member, from, ...) SOURCE(mask_config, member, from)
static const figure_source mask_default_sources[] = {
#include "config/defaults/mask.inc"
    {.from = NULL}};
#undef FIGURE
#define FIGURE(member, from, ...) SOURCE(schedule_config, member, from)
static const figure_source schedule_default_sources[] = {
#include "config/defaults/schedule.inc"
    {.from = NULL}};
#undef FIGURE
#define FIGURE(member, from, ...) SOURCE(measure_config, member, from)
static const figure_source measure_default_sources[] = {
#include "config/defaults/measure.inc"
    {.from = NULL}};
#undef FIGURE
#define FIGURE(member, from, ...) SOURCE(churn_config, member, from)
static const figure_source churn_default_sources[] = {
#include "config/defaults/churn.inc"
    {.from = NULL}};
#undef FIGURE
#define FIGURE(member, from, ...) SOURCE(exception_config, member, from)
static const figure_source exception_default_sources[] = {
#include "config/defaults/exceptions.inc"
    {.from = NULL}};
static const figure_source mosaic_paging_sources[] = {
#include "config/chips/mosaic_paging.inc"
    {.from = NULL}};
#undef FIGURE

/* In the order of chip_presets. */
static const figure_source *const chip_sources[] = {
    mask_chip_sources,   tanasic_chip_sources,       tanasic5_chip_sources, fermi_chip_sources,
    igpu_chip_sources,   gtx1080_chip_sources,       v100_chip_sources,     rtx3080_chip_sources,
    a100_chip_sources,   h100_chip_sources,          k80_chip_sources,      p100_chip_sources,
    mosaic_chip_sources, mask_simulator_chip_sources};
_Static_assert(sizeof chip_sources / sizeof *chip_sources + 1 == sizeof chip_presets / sizeof *chip_presets,
               "every chip has its sources");

/* Chips whose faults begin with other values than exception_defaults. */
static const struct {
    const char *chip;
    const exception_config *faults;
    const figure_source *sources;
} own_faults[] = {{"mosaic", &mosaic_paging, mosaic_paging_sources}};
#define OWN_FAULTS (sizeof own_faults / sizeof *own_faults)

/* Index in own_faults, or OWN_FAULTS. */
static size_t find_own_faults(const char *base) {
    size_t i = 0;
    while (i < OWN_FAULTS && strcmp(own_faults[i].chip, base) != 0)
        i++;
    return i;
}

const exception_config *chip_faults(const char *base) {
    const size_t i = find_own_faults(base);
    return i < OWN_FAULTS ? own_faults[i].faults : &exception_defaults;
}

/* of_allocator: what gives pages their frames. */
#define DESIGN_OF(of_allocator, of_name, of_summary, ...)                                                    \
    {.name = of_name,                                                                                        \
     .base = of_name,                                                                                        \
     .summary = (of_summary),                                                                                \
     .block_scheduler = "static",                                                                            \
     .walk_entries = 1024,                                                                                   \
     .walk_ways = 16,                                                                                        \
     .bypass_first = 4,                                                                                      \
     .bypass_last = PAGE_TABLE_MAX_LEVELS,                                                                   \
     .bypass_skips = BYPASS_SKIPS_CACHE,                                                                     \
     .allocator = of_allocator,                                                                              \
     __VA_ARGS__}
#define DESIGN(...) DESIGN_OF(DESIGN_OWN_ALLOCATOR, __VA_ARGS__)
const design_config design_presets[DESIGN_MAX_PRESETS + 1] = {
    DESIGN("sharedtlb", "baseline: L1 TLBs and one shared L2 TLB (MASK 3)", .tlb_fill = "all"),
    DESIGN("pwcache", "baseline: L1 TLBs and one page-walk cache (MASK 3)", .tlb_fill = "all",
           .walk_cache = true),
    DESIGN("static", "baseline: channels and L2 cache split among the applications (MASK 7)",
           .tlb_fill = "all", .split_memory = true),
    DESIGN("mask", "all three mechanisms of MASK", .tlb_fill = "tokens", .l2_bypass = "walks",
           .dram_scheduler = "mask", .l2_walk_channel = true, .dram_walk_channel = true),
    DESIGN("ideal", "every access hits the L1 TLB", .ideal_tlb = true),
    DESIGN("mask-tlb", "MASK's TLB-fill tokens and bypass cache alone", .tlb_fill = "tokens"),
    DESIGN("mask-cache", "MASK's translation-aware L2 bypass alone", .l2_bypass = "walks",
           .l2_walk_channel = true),
    DESIGN("mask-dram", "MASK's address-space-aware DRAM scheduler alone", .dram_scheduler = "mask",
           .dram_walk_channel = true),
    DESIGN_OF("ascending", "gpu-mmu", "baseline: 4 KB pages, pages of all applications mixed (Mosaic 3)",
              .page_bytes = 4096),
    DESIGN_OF("ascending", "gpu-mmu-2m", "the same with pages of 2 MB (Mosaic 3)", .page_bytes = 2U << 20),
    DESIGN_OF("cocoa", "mosaic", "CoCoA, the In-Place Coalescer and CAC (Mosaic 4)", .coalesce = true,
              .compact_below = 256), /* D: half; Mosaic 4.4 names no threshold */
    DESIGN_OF("cocoa", "mosaic-bc", "the same, and CAC copies pages within DRAM (CAC-BC, Mosaic 4.4)",
              .coalesce = true, .compact_below = 256, .bulk_copy_ns = 80),
    DESIGN("gmmu", "SharedTLB with the block rtl/gmmu.sv for its L2 TLB and walkers", .tlb_fill = "all",
           .gmmu_block = true),
    {.name = ""},
};

void design_shape_pages(const design_config *design, chip_config *chip) {
    const uint32_t bytes = design->coalesce ? 4096 : design->page_bytes;
    if (design->allocator && strcmp(design->allocator, DESIGN_OWN_ALLOCATOR) != 0)
        chip->os.allocator = design->allocator;
    if (design->coalesce && page_table_same(&chip->page_table, &page_table_formats[PAGE_TABLE_X86]))
        chip->page_table = page_table_formats[PAGE_TABLE_MOSAIC];
    if (bytes != 0)
        chip->page_sizes = (page_size_list){.count = 1, .bytes = {bytes}};
}

/* This file is compiled with the sizes of the block (scripts/make/models.mk). It looks one request up in a
 * cycle and answers a hit in the seventh. */
static void shape_for_block(chip_config *chip, tlb_level_config *last) {
    *last = (tlb_level_config){.entries = GMMU_TLB_SETS * GMMU_TLB_WAYS,
                               .ways = GMMU_TLB_WAYS,
                               .ports = 1,
                               .latency = 7,
                               .mshrs = GMMU_MSHR_ENTRIES,
                               .shared_by = last->shared_by,
                               .shared_sms = last->shared_sms,
                               .distance = last->distance};
    chip->walk.walkers = GMMU_WALKERS;
    chip->walk.ports = chip->walk.ports < GMMU_WALKERS ? chip->walk.ports : GMMU_WALKERS;
    chip->walk.caches = 0;
}

void design_shape_chip(gpu_config *config, uint32_t napps) {
    tlb_level_config *last = &config->chip.tlb.level[config->chip.tlb.levels - 1];
    walker_config *walk = &config->chip.walk;
    design_shape_pages(&config->design, &config->chip);
    if (config->design.split_memory && napps > 1)
        config->chip.os.allocator = "split";
    if (config->design.gmmu_block)
        shape_for_block(&config->chip, last);
    if (!config->design.walk_cache)
        return;
    if (walk->caches == 0) {
        walk->caches = 1;
        walk->cache[0] = (walk_cache_config){.entries = config->design.walk_entries,
                                             .ways = config->design.walk_ways,
                                             .latency = last->latency};
    }
    last->entries = 0;
    last->arrays = 0;
    last->latency = 1; /* a request passes and looks nothing up */
}

const chip_config *chip_preset(const char *name) {
    for (const chip_config *c = chip_presets; c->name[0]; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

void chip_presets_offer(near_name *n) {
    for (const chip_config *c = chip_presets; c->name[0]; c++)
        near_name_offer(n, c->name);
}

/* Is `offset` within the member of `size` bytes at `from`? Then it is moved to count from there. */
static bool presets_within(size_t *offset, size_t from, size_t size) {
    if (*offset < from || *offset - from >= size)
        return false;
    *offset -= from;
    return true;
}

static const char *find_source(const figure_source *list, size_t offset) {
    for (const figure_source *s = list; s->from; s++)
        if (offset >= s->offset && offset - s->offset < s->size)
            return s->from;
    return NULL;
}

static const char *find_chip_source(const chip_config *preset, size_t offset) {
    for (size_t i = 0; i < sizeof chip_sources / sizeof *chip_sources; i++)
        if (preset == &chip_presets[i])
            return find_source(chip_sources[i], offset);
    return NULL;
}

/* Is it one of the figures that memory_kind_apply() sets? */
static bool of_memory_kind(size_t offset) {
    static const struct {
        size_t first, size;
    } set[] = {{offsetof(gpu_config, chip.mem_mhz), sizeof(uint32_t)},
               {offsetof(gpu_config, chip.memory.banks), sizeof(uint32_t)},
               {offsetof(gpu_config, chip.memory.row_bytes), sizeof(uint32_t)},
               {offsetof(gpu_config, chip.memory.timing), sizeof(dram_timing)},
               {offsetof(gpu_config, chip.memory.flat_latency), sizeof(uint32_t)},
               {offsetof(gpu_config, chip.memory.flat_bytes_per_ns), sizeof(uint32_t)}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        if (offset >= set[i].first && offset - set[i].first < set[i].size)
            return true;
    return false;
}

const char *config_source(const gpu_config *config, size_t offset) {
    const chip_config *preset = chip_preset(config->chip.base);
    const size_t own = find_own_faults(config->chip.base);
    if (presets_within(&offset, offsetof(gpu_config, mask), sizeof config->mask))
        return find_source(mask_default_sources, offset);
    if (presets_within(&offset, offsetof(gpu_config, schedule), sizeof config->schedule))
        return find_source(schedule_default_sources, offset);
    if (presets_within(&offset, offsetof(gpu_config, measure), sizeof config->measure))
        return find_source(measure_default_sources, offset);
    if (presets_within(&offset, offsetof(gpu_config, churn), sizeof config->churn))
        return find_source(churn_default_sources, offset);
    if (presets_within(&offset, offsetof(gpu_config, exceptions), sizeof config->exceptions))
        return find_source(own < OWN_FAULTS ? own_faults[own].sources : exception_default_sources, offset);
    if (presets_within(&offset, offsetof(gpu_config, design), sizeof config->design)) {
        const design_config *design = design_preset(config->design.base);
        return design ? design->summary : NULL;
    }
    if (preset && config->chip.memory.kind != preset->memory.kind && of_memory_kind(offset))
        return memory_kinds[config->chip.memory.kind].summary;
    if (preset && presets_within(&offset, offsetof(gpu_config, chip), sizeof config->chip))
        return find_chip_source(preset, offset);
    return NULL;
}

const design_config *design_preset(const char *name) {
    for (const design_config *d = design_presets; d->name[0]; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

void design_presets_offer(near_name *n) {
    for (const design_config *d = design_presets; d->name[0]; d++)
        near_name_offer(n, d->name);
}

uint32_t chip_base_mhz(const chip_config *chip) {
    uint32_t a = chip->core_mhz;
    uint32_t b = chip->mem_mhz;
    while (b) { /* Euclid: a becomes the greatest common divisor */
        uint32_t r = a % b;
        a = b;
        b = r;
    }
    return chip->core_mhz / a * chip->mem_mhz;
}

bool config_unit_is_rtl(const gpu_config *config, const char *unit) {
    for (int i = 0; i < GMMU_MAX_UNITS && config->rtl_units[i]; i++)
        if (strcmp(config->rtl_units[i], unit) == 0)
            return true;
    return false;
}
