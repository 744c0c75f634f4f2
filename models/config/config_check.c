/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A rule is a function that returns true when it holds, and else has said what is wrong. A new one
 * is a function and its line in `rules`. Every value is within its row's range already.
 */
#include "config/config_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "config/config_fields.h"
#include "config/messages.h"
#include "config/policy.h"
#include "config/tlb_policy.h"
#include "config/tlb_shape.h"

/* A page coalescer makes pages of 2 MB. */
#define LARGE_BITS (PAGE_TABLE_VIRTUAL_BITS - GMMU_LARGE_VPN_W)

typedef struct {
    const gpu_config *config;
    const chip_config *chip;
    const exception_config *exceptions;
    char *err;
    size_t size;
} checked;

__attribute__((format(printf, 2, 3))) static bool wrong(const checked *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(c->err, c->size, format, args);
    va_end(args);
    return false;
}

static bool config_check_power_of_two(uint64_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

/* ---- SMs ---- */

static bool sm_pipeline(const checked *c) {
    const sm_config *sm = &c->chip->sm;
    if (sm->kind == SM_GTO && sm->issue_width > 4)
        return wrong(c, "sm.issue_width: %" PRIu32 ": expected at most 4 on SMs of kind gto",
                     sm->issue_width);
    if (sm->kind == SM_THESIS && sm->issue_queue == 0)
        return wrong(c, "sm.issue_queue: 0: expected at least 1 on SMs of kind thesis");
    if (sm->kind == SM_THESIS && sm->math_units == 0)
        return wrong(c, "sm.math_units: 0: expected at least 1 on SMs of kind thesis");
    if (sm->reg_unit && !sm->shared_unit)
        return wrong(c, "sm.shared_unit: 0: expected at least 1, as there is a sm.reg_unit");
    return true;
}

static bool l1_cache(const checked *c) {
    const l1_cache_config *l1 = &c->chip->l1;
    if (l1->bytes % GMMU_LINE_BYTES != 0 || l1->bytes / GMMU_LINE_BYTES % l1->ways != 0)
        return wrong(c,
                     "l1.bytes: %" PRIu32 ": expected a multiple of l1.ways, %" PRIu32 ", lines of %u bytes",
                     l1->bytes, l1->ways, GMMU_LINE_BYTES);
    return true;
}

/* ---- SMs ---- */

/* SMs that are on and off make a die, of whole clusters where their order needs them. */
static bool sm_die(const checked *c) {
    const sm_config *sm = &c->chip->sm;
    const uint32_t die = chip_die_sms(c->chip);
    if (die > CHIP_MAX_SMS)
        return wrong(c, "sm.off: %" PRIu32 " SMs: expected at most %u on and off", sm->off.count,
                     CHIP_MAX_SMS);
    for (uint32_t i = 0; i < sm->off.count; i++)
        if (sm->off.number[i] >= die)
            return wrong(c, "sm.off: %" PRIu32 ": expected numbers below %" PRIu32 ", the SMs on and off",
                         sm->off.number[i], die);
    if (sm->order == SM_INTERLEAVED && (sm->gpc == 0 || (sm->tpc != 0 && sm->gpc % sm->tpc != 0)))
        return wrong(c, "sm.order: interleaved: expected sm.gpc, %" PRIu32 ", in whole TPCs", sm->gpc);
    return sm->order == SM_NEIGHBOURS || die % sm->gpc == 0 ||
           wrong(c,
                 "sm.order: interleaved: expected the %" PRIu32 " SMs on and off in whole GPCs of %" PRIu32,
                 die, sm->gpc);
}

/* ---- translation ---- */

static bool page_table(const checked *c) {
    uint32_t level = 0;
    const char *what = page_table_wrong(&c->chip->page_table, &level);
    if (what == NULL)
        return true;
    return level != 0 ? wrong(c, "page_table.level%" PRIu32 ": %s", level, what)
                      : wrong(c, "page_table: %s", what);
}

static bool page_sizes(const checked *c) {
    const page_size_list *l = &c->chip->page_sizes;
    if (l->count == 0)
        return wrong(c, "page_sizes: none: expected at least one size");
    for (uint32_t i = 0; i < l->count; i++)
        if ((page_table_sizes(chip_page_table(c->chip)) & l->bytes[i]) == 0 ||
            !config_check_power_of_two(l->bytes[i]))
            return wrong(c, "page_sizes: %" PRIu32 ": expected sizes that the page table can map",
                         l->bytes[i]);
    return true;
}

static bool tlb_levels(const checked *c) {
    for (uint32_t i = 0; i < c->chip->tlb.levels; i++) {
        const tlb_level_config *l = &c->chip->tlb.level[i];
        uint32_t ways = l->ways ? l->ways : l->entries;
        if (l->entries != 0 && (l->entries % ways != 0 || (!tlb_index_find(l->index)->any_sets &&
                                                           !config_check_power_of_two(l->entries / ways))))
            return wrong(c,
                         "tlb.l%" PRIu32 ".ways: %" PRIu32 ": expected the %" PRIu32
                         " entries in a power of two of sets",
                         i + 1, l->ways, l->entries);
        const char *what = tlb_shape_wrong(l, chip_page_sizes(c->chip));
        if (what != NULL)
            return wrong(c, "tlb.l%" PRIu32 ".%s", i + 1, what);
    }
    const uint32_t queues = c->chip->tlb.level[0].queue_partitions;
    return queues == 0 || !chip_l1_tlb_in_sm(c->chip) ||
           wrong(c, "tlb.l1.queue_partitions: %" PRIu32 ": expected 0, as each SM has an L1 TLB of its own",
                 queues);
}

static bool has_walk_sets(uint32_t entries, uint32_t given) {
    const uint32_t ways = given ? given : entries;
    return entries % ways == 0 && config_check_power_of_two(entries / ways);
}

static bool walk_partitions(const checked *c) {
    const walker_config *walk = &c->chip->walk;
    const uint32_t parts = walk->partitions;
    if (parts == 0)
        return true;
    if (walk->walkers % parts != 0 || chip_walk_ports(c->chip) % parts != 0)
        return wrong(c, "walk.partitions: %" PRIu32 ": expected a divisor of walk.walkers and walk.ports",
                     parts);
    return true;
}

static bool walk_caches(const checked *c) {
    const walker_config *walk = &c->chip->walk;
    uint32_t upper = chip_page_table(c->chip)->levels - 1;
    if (walk->caches != 0 && !chip_walks_read(c->chip))
        return wrong(c, "walk.caches: %" PRIu32 ": expected 0, as all walks take walk.cycles", walk->caches);
    for (uint32_t i = 0; i < walk->caches; i++) {
        const walk_cache_config *w = &walk->cache[i];
        uint32_t last = w->last ? w->last : upper;
        if (!has_walk_sets(w->entries, w->ways))
            return wrong(c,
                         "walk.cache%" PRIu32 ".ways: %" PRIu32 ": expected the %" PRIu32
                         " entries in a power of two of sets",
                         i + 1, w->ways, w->entries);
        if (last > upper || w->first > last)
            return wrong(c,
                         "walk.cache%" PRIu32 ".last: %" PRIu32 ": expected a level from first to %" PRIu32,
                         i + 1, w->last, upper);
        if (w->partitions != 0 && (w->ways ? w->ways : w->entries) % w->partitions != 0)
            return wrong(c, "walk.cache%" PRIu32 ".partitions: %" PRIu32 ": expected a divisor of the ways",
                         i + 1, w->partitions);
    }
    return true;
}

/* A page-walk cache in the place of the last TLB level: there are reads to save, and no fills to decide on.
 */
static bool walk_cache_for_tlb(const checked *c) {
    const design_config *d = &c->config->design;
    if (!d->walk_cache)
        return true;
    if (!chip_walks_read(c->chip))
        return wrong(c, "design.walk_cache: true: expected false, as all walks take walk.cycles");
    if (!has_walk_sets(d->walk_entries, d->walk_ways))
        return wrong(
            c, "design.walk_ways: %" PRIu32 ": expected the %" PRIu32 " entries in a power of two of sets",
            d->walk_ways, d->walk_entries);
    return policy_find(tlb_fill_rules, d->tlb_fill) == tlb_fill_rules[0] ||
           wrong(c, "design.walk_cache: true: expected false with design.tlb_fill=%s, as no TLB is filled",
                 d->tlb_fill);
}

/* The block gmmu in the place of the last TLB level: what it cannot do. */
static bool gmmu_block(const checked *c) {
    const design_config *d = &c->config->design;
    const char *expected = !d->gmmu_block              ? NULL
                           : !chip_walks_read(c->chip) ? "walk.cycles=0, as its walks read memory"
                           : c->chip->page_table.coalesces || d->coalesce ? "pages that are not coalesced"
                           : page_table_spaced(&c->chip->page_table) ? "entries of page tables side by side"
                           : d->walk_cache || d->ideal_tlb ? "neither design.walk_cache nor design.ideal_tlb"
                           : c->chip->walk.partitions != 0 ? "walk.partitions=0"
                           : scheme_preemptible(c->exceptions->scheme)
                               ? "exceptions.scheme=stall, as requests for absent pages wait in the block"
                               : NULL;
    return expected == NULL || wrong(c, "design.gmmu_block: true: expected %s", expected);
}

/* What shares each level: an SM or an instance belongs to one instance of the next level. */
static bool tlb_sharing_nests(const checked *c) {
    const chip_config *chip = c->chip;
    uint32_t last = chip->tlb.levels - 1, before = 1;
    for (uint32_t i = chip_l1_tlb_in_sm(chip) ? 1 : 0; i <= last; i++) {
        uint32_t sms = chip_tlb_sms(chip, i);
        if (chip->tlb.level[i].ports == 0)
            return wrong(c, "tlb.l%" PRIu32 ".ports: 0: expected at least 1 outside the SM", i + 1);
        if (i == last && chip->tlb.level[i].shared_by != TLB_OF_CHIP)
            return wrong(c, "tlb.l%" PRIu32 ".shared_by: expected chip at the last level", i + 1);
        if (sms == 0 || (sms % before != 0 && sms < chip_die_sms(chip)))
            return wrong(c,
                         "tlb.l%" PRIu32 ".shared_by: %" PRIu32 " SMs: expected a multiple of the %" PRIu32
                         " of the level before",
                         i + 1, sms, before);
        before = sms;
    }
    return true;
}

/* ---- memory ---- */

static bool l2_cache(const checked *c) {
    const l2_cache_config *l2 = &c->chip->l2;
    if (l2->bytes % ((uint64_t)l2->banks * l2->ways * GMMU_LINE_BYTES) != 0)
        return wrong(c,
                     "l2.bytes: %" PRIu32 ": expected a multiple of l2.banks, %" PRIu32
                     ", times l2.ways, %" PRIu32 ", lines of %u bytes",
                     l2->bytes, l2->banks, l2->ways, GMMU_LINE_BYTES);
    if (!config_check_power_of_two(l2->sector_bytes))
        return wrong(c, "l2.sector_bytes: %" PRIu32 ": expected 32, 64 or 128", l2->sector_bytes);
    if (l2->banks % c->chip->memory.channels != 0 || l2->banks / c->chip->memory.channels > 16)
        return wrong(c, "l2.banks: %" PRIu32 ": expected 1 to 16 times memory.channels, %" PRIu32, l2->banks,
                     c->chip->memory.channels);
    return true;
}

/* D: cycles between two refreshes that are left for requests. */
#define REFRESH_SLACK 100U

static bool config_check_memory(const checked *c) {
    const memory_config *m = &c->chip->memory;
    if (m->row_bytes % GMMU_LINE_BYTES != 0)
        return wrong(c, "memory.row_bytes: %" PRIu32 ": expected lines of %u bytes", m->row_bytes,
                     GMMU_LINE_BYTES);
    if (m->flat_latency && !m->flat_bytes_per_ns)
        return wrong(c,
                     "memory.flat_bytes_per_ns: 0: expected at least 1, as there is a memory.flat_latency");
    const uint32_t *figures = (const uint32_t *)&m->timing; /* has no other members */
    for (size_t i = 0; !m->flat_latency && i < offsetof(dram_timing, faw) / sizeof *figures; i++)
        if (figures[i] == 0)
            return wrong(
                c, "memory.timing: 0 cycles or groups: expected at least 1, as memory.flat_latency is 0");
    if (m->timing.refi && m->timing.refi < m->timing.rfc + REFRESH_SLACK)
        return wrong(c,
                     "memory.timing.refi: %" PRIu32 ": expected at least %" PRIu32
                     ", a refresh and time for requests",
                     m->timing.refi, m->timing.rfc + REFRESH_SLACK);
    return true;
}

/* ---- exceptions ---- */

/* On SMs of kind gto a page fault is a long miss, and nothing else is known. */
static bool exceptions_known(const checked *c) {
    const exception_config *x = c->exceptions;
    bool gto = c->chip->sm.kind == SM_GTO;
    if (gto && x->scheme != SCHEME_STALL)
        return wrong(c, "exceptions.scheme: chip '%s' has no preemptible exceptions, expected sm.kind thesis",
                     c->chip->name);
    if (gto && x->faults == FAULTS_INJECT)
        return wrong(c, "exceptions.faults: chip '%s' injects no faults, expected sm.kind thesis",
                     c->chip->name);
    if (!scheme_preemptible(x->scheme) && (x->switch_blocks != SWITCH_OFF || x->local_faults))
        return wrong(c,
                     "exceptions.%s: a warp must be preemptible, expected exceptions.scheme wd-commit, "
                     "wd-lastcheck, replay or oplog",
                     x->local_faults ? "local_faults" : "switch_blocks");
    if (x->faults == FAULTS_INJECT && x->inject_rate <= 0.0 && x->inject_nth == 0)
        return wrong(c, "exceptions.inject_rate: 0: expected more with exceptions.faults inject");
    return true;
}

static bool operand_log(const checked *c) {
    uint32_t bytes = c->exceptions->log_bytes;
    if (c->exceptions->scheme != SCHEME_OPLOG)
        return true;
    if (bytes != 8192 && bytes != 16384 && bytes != 20480 && bytes != 32768)
        return wrong(c, "exceptions.log_bytes: %" PRIu32 ": expected 8K, 16K, 20480 or 32K", bytes);
    return c->chip->sm.max_blocks <= GMMU_SM_BLOCKS ||
           wrong(c, "sm.max_blocks: %" PRIu32 ": expected at most %d with exceptions.scheme oplog",
                 c->chip->sm.max_blocks, GMMU_SM_BLOCKS);
}

static bool fault_times(const checked *c) {
    const exception_config *x = c->exceptions;
    const uint32_t page_bits = chip_page_bits(c->chip);
    const bool larger = faults_of_pages(x->faults) && x->region_bytes >> page_bits == 0;
    if (larger && (x->link.large_ns == 0 || LINK_LARGE_BYTES >> page_bits == 0))
        return wrong(c,
                     "exceptions.region_bytes: %" PRIu32 ": expected at least the smallest of page_sizes, or "
                     "exceptions.link.large_ns and pages of at most 2 MB",
                     x->region_bytes);
    if (larger && x->faults == FAULTS_LAZY)
        return wrong(c, "exceptions.faults: lazy: expected migrate, as pages are larger than a region");
    if (x->link.large_ns != 0 && x->link.large_ns < x->link.transfer_ns)
        return wrong(c,
                     "exceptions.link.large_ns: %" PRIu32
                     ": expected 0, or at least exceptions.link.transfer_ns, %" PRIu32,
                     x->link.large_ns, x->link.transfer_ns);
    if (!config_check_power_of_two(x->region_bytes))
        return wrong(c, "exceptions.region_bytes: %" PRIu32 ": expected a power of two", x->region_bytes);
    if (x->link.allocate_ns < x->cpu_ns)
        return wrong(
            c, "exceptions.link.allocate_ns: %" PRIu32 ": expected at least exceptions.cpu_ns, %" PRIu32,
            x->link.allocate_ns, x->cpu_ns);
    if (x->link.transfer_ns < x->link.allocate_ns)
        return wrong(c,
                     "exceptions.link.transfer_ns: %" PRIu32
                     ": expected at least exceptions.link.allocate_ns, %" PRIu32,
                     x->link.transfer_ns, x->link.allocate_ns);
    return true;
}

static bool ideal_tlb(const checked *c) {
    return !c->config->design.ideal_tlb || !faults_of_pages(c->exceptions->faults) ||
           wrong(c, "design '%s': expected a design with real TLBs, as pages fault", c->config->design.name);
}

/* ---- host memory ---- */

/* Generous sizes of what stands behind one entry, in bytes. */
enum {
    OF_SM = 2 << 20,
    OF_TLB_ENTRY = 32,
    OF_MSHR = 768,
    OF_INSTRUCTION = 512,
    OF_MESSAGE = 64,
    OF_SET = 256
};

static uint64_t tlb_bytes(const tlb_level_config *l, uint64_t page_sizes) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    uint64_t bytes = (uint64_t)l->mshrs * OF_MSHR;
    for (uint32_t i = 0, n = tlb_shape_arrays(l, page_sizes, shape); i < n; i++)
        bytes += (uint64_t)shape[i].entries / shape[i].ways * (shape[i].ways + 8) *
                 (OF_TLB_ENTRY + shape[i].pages * sizeof(uint64_t));
    return bytes;
}

static uint64_t sm_bytes(const chip_config *chip) {
    const sm_config *sm = &chip->sm;
    uint64_t longest = sm->alu_latency;
    longest = sm->sfu_latency > longest ? sm->sfu_latency : longest;
    longest = sm->const_latency > longest ? sm->const_latency : longest;
    longest = sm->shared_latency > longest ? sm->shared_latency : longest;
    uint64_t wheel = 2 * (longest + 256) * (sm->issue_width + 2) * OF_INSTRUCTION;
    uint64_t links = 6 * (chip->xbar_latency + 16) * (uint64_t)OF_MESSAGE;
    return OF_SM + wheel + links + chip->l1.bytes / 8 + (uint64_t)chip->l1.mshrs * OF_MSHR +
           tlb_bytes(chip_l1_tlb(chip), chip_page_sizes(chip));
}

static bool host_memory(const checked *c) {
    const chip_config *chip = c->chip;
    uint64_t bank =
        2 * (chip->l2.latency + chip->l2.entry_latency + chip->xbar_latency + 16) * (uint64_t)OF_MESSAGE +
        (uint64_t)chip->walk.walkers * OF_MESSAGE + (uint64_t)chip->l2.mshrs * OF_MSHR;
    uint64_t bytes = chip->sm.count * sm_bytes(chip) + chip->l2.banks * bank + chip->l2.bytes / 8 +
                     (uint64_t)chip->walk.walkers * OF_SET +
                     (uint64_t)chip_walk_ports(chip) * (chip->xbar_latency + 16) * OF_MESSAGE;
    for (uint32_t i = chip_l1_tlb_in_sm(chip) ? 1 : 0; i < chip->tlb.levels; i++) {
        uint32_t shared = chip_tlb_sms(chip, i), instances = (chip_die_sms(chip) + shared - 1) / shared;
        const tlb_stages stages = tlb_stages_of(chip, &chip->tlb.level[i]);
        bytes += instances * (tlb_bytes(&chip->tlb.level[i], chip_page_sizes(chip)) +
                              (uint64_t)tlb_stages_all(&stages) * OF_SET);
    }
    return bytes <= CONFIG_MAX_BYTES ||
           wrong(c, "chip '%s': its tables take %" PRIu64 " MiB: expected at most %" PRIu64 " MiB",
                 chip->name, bytes >> 20, CONFIG_MAX_BYTES >> 20);
}

/* ---- all ---- */

typedef struct {
    const checked *checked;
    gpu_config read, written; /* copies: what is printed is parsed into the other */
} ranges;

static bool config_check_in_range(void *ctx, const figure *f) {
    ranges *r = ctx;
    char text[FIELD_VALUE_BYTES];
    char expected[FIELD_EXPECTED_BYTES];
    figure into = *f;
    into.holder = (unsigned char *)&r->written + ((unsigned char *)f->holder - (unsigned char *)&r->read);
    if (f->field->kind == FIELD_TEXT)
        return true;
    figure_print(f, text, sizeof text);
    return figure_parse(&into, text, expected, sizeof expected) ||
           wrong(r->checked, "%s: %.100s: expected %s", f->path, text, expected);
}

/* The pages that the design brings: the page table maps them, and every TLB level can hold them. */
static bool design_pages(const checked *c) {
    const design_config *d = &c->config->design;
    chip_config chip = *c->chip;
    design_shape_pages(d, &chip);
    if (d->coalesce && !page_table_coalesces_to(&chip.page_table, LARGE_BITS))
        return wrong(c, "design.coalesce: true: expected page_table x86, or one that coalesces to 2 MB");
    if (d->coalesce && c->exceptions->faults != FAULTS_NONE && c->exceptions->faults != FAULTS_MIGRATE)
        return wrong(c, "design.coalesce: true: expected exceptions.faults none or migrate");
    if (!d->coalesce && d->page_bytes == 0)
        return true;
    const checked shaped = {c->config, &chip, c->exceptions, c->err, c->size};
    return page_sizes(&shaped) && tlb_levels(&shaped) && fault_times(&shaped);
}

/* What is freed while an application runs: pages that the driver has given, of a design that can do something
 * about the holes. */
static bool churn_possible(const checked *c) {
    const churn_config *churn = &c->config->churn;
    if (churn->fragmented != 0 && c->config->design.coalesce && c->config->design.compact_below != 0 &&
        c->chip->sm.kind != SM_GTO)
        return wrong(
            c, "churn.fragmented: %" PRIu32 ": expected 0 with design.compact_below where sm.kind is not gto",
            churn->fragmented);
    if (churn->percent == 0)
        return true;
    if (!c->config->design.coalesce)
        return wrong(c, "churn.percent: %" PRIu32 ": expected 0 without design.coalesce", churn->percent);
    return c->chip->sm.kind == SM_GTO ||
           wrong(c, "churn.percent: %" PRIu32 ": expected 0 where sm.kind is not gto", churn->percent);
}

bool config_check_pages(const gpu_config *config, char *err, size_t size) {
    const checked c = {config, &config->chip, &config->exceptions, err, size};
    return design_pages(&c);
}

static bool contexts_stay(const checked *c) {
    if (c->config->schedule.contexts != CONTEXTS_VIRTUAL || c->config->churn.percent == 0)
        return true;
    return wrong(c, "schedule.contexts: virtual: expected physical where pages move (churn.percent)");
}

bool config_check(const gpu_config *config, char *err, size_t size) {
    static bool (*const rules[])(const checked *) = {sm_pipeline,       sm_die,
                                                     l1_cache,          page_table,
                                                     page_sizes,        tlb_levels,
                                                     tlb_sharing_nests, walk_partitions,
                                                     walk_caches,       walk_cache_for_tlb,
                                                     gmmu_block,        design_pages,
                                                     l2_cache,          config_check_memory,
                                                     exceptions_known,  operand_log,
                                                     fault_times,       ideal_tlb,
                                                     host_memory,       churn_possible,
                                                     contexts_stay};
    checked c = {config, &config->chip, &config->exceptions, err, size};
    ranges r = {.checked = &c, .read = *config, .written = *config};
    if (!config_visit(&r.read, config_check_in_range, &r))
        return false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!rules[i](&c))
            return false;
    return true;
}
