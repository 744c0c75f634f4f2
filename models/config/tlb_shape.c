/* SPDX-License-Identifier: Apache-2.0 */
#include "config/tlb_shape.h"

#include "config/tlb_policy.h"

static tlb_array_shape shape_of(const tlb_array_config *c, uint64_t sizes) {
    return (tlb_array_shape){.entries = c->entries,
                             .ways = c->ways != 0 ? c->ways : c->entries,
                             .pages = c->pages != 0 ? c->pages : 1,
                             .sizes = sizes,
                             .latency = c->latency};
}

uint32_t tlb_shape_arrays(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *shape) {
    uint64_t others = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->arrays; i++) {
        shape[count] = shape_of(&level->array[i], page_size_set(&level->array[i].sizes));
        others |= shape[count].sizes;
        count += shape[count].entries != 0;
    }
    tlb_array_config main = {.entries = level->entries, .ways = level->ways, .pages = level->pages};
    shape[count] =
        shape_of(&main, level->sizes.count != 0 ? page_size_set(&level->sizes) : page_sizes & ~others);
    return count + (shape[count].entries != 0 && shape[count].sizes != 0);
}

static bool tlb_shape_power_of_two(uint32_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

static const char *wrong_array(const tlb_level_config *level, const tlb_array_shape *s) {
    uint32_t slices = level->slices != 0 ? level->slices : 1;
    if (s->entries > TLB_SHAPE_ENTRIES || s->entries % s->ways != 0)
        return "ways: expected a divisor of the entries, at most 1048576";
    if (level->partitions != 0 && s->ways % level->partitions != 0)
        return "partitions: expected a divisor of the ways";
    uint32_t sets = s->entries / s->ways;
    if (!tlb_shape_power_of_two(slices) || sets % slices != 0)
        return "slices: expected a power of two that divides the sets";
    if (!tlb_index_find(level->index)->any_sets && !tlb_shape_power_of_two(sets))
        return "ways: expected entries in a power of two of sets";
    if (!tlb_shape_power_of_two(s->pages) || s->pages > TLB_SHAPE_PAGES ||
        (uint64_t)s->entries * s->pages > TLB_SHAPE_ENTRIES)
        return "pages: expected a power of two up to 64, at most 1048576 pages in all";
    if (s->sizes == 0 || (s->sizes & 4095) != 0)
        return "sizes: expected sizes of 4096 bytes or more";
    uint32_t above = 63U - (uint32_t)__builtin_clzll(s->sizes) + (uint32_t)__builtin_ctz(s->pages);
    if (above >= TLB_SHAPE_TOP)
        return "pages: expected entries smaller than the virtual address space";
    if (level->index_from != 0 && (level->index_from < above || level->index_from >= TLB_SHAPE_TOP))
        return "index_from: expected a bit above those within an entry, at most 46";
    if (slices > 1 && (level->slice_from < above || level->slice_from >= TLB_SHAPE_TOP))
        return "slice_from: expected a bit above those within an entry, at most 46";
    return NULL;
}

const char *tlb_shape_wrong(const tlb_level_config *level, uint64_t page_sizes) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    uint64_t seen = 0;
    if (level->arrays > CHIP_MAX_TLB_ARRAYS)
        return "arrays: expected at most 3";
    if (level->partitions > TLB_MAX_PARTITIONS)
        return "partitions: expected at most 8";
    if (level->queue_partitions > TLB_MAX_PARTITIONS ||
        (level->queue_partitions != 0 && level->mshrs % level->queue_partitions != 0))
        return "queue_partitions: expected a divisor of the mshrs, at most 8";
    uint32_t count = tlb_shape_arrays(level, page_sizes, shape);
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = wrong_array(level, &shape[i]);
        if (wrong != NULL)
            return wrong;
        if ((seen & shape[i].sizes) != 0)
            return "sizes: expected each size in one array";
        seen |= shape[i].sizes;
    }
    return NULL;
}

/* ---- one array after another ---- */

/* The sizes of entries that pages of the chip get into: of each page the largest piece. */
static uint64_t sizes_in_use(const chip_config *chip, const tlb_array_shape *shape, uint32_t count) {
    const page_table_format *f = &chip->page_table;
    uint64_t pages = chip_page_sizes(chip), held = 0, used = 0;
    if (f->coalesces)
        pages |= UINT64_C(1) << f->level[f->levels - 2].low;
    for (uint32_t i = 0; i < count; i++)
        held |= shape[i].sizes;
    for (; pages != 0; pages &= pages - 1) {
        const uint64_t page = pages & (~pages + 1), pieces = held & (page | (page - 1));
        used |= pieces != 0 ? UINT64_C(1) << (63U - (uint32_t)__builtin_clzll(pieces)) : 0;
    }
    return used;
}

/* The array of the largest pages among those in use that have a latency; NULL: none is left. */
static tlb_array_shape *next_in_turn(tlb_array_shape *shape, uint32_t count, uint64_t used) {
    tlb_array_shape *next = NULL;
    for (tlb_array_shape *s = shape; s < shape + count; s++)
        if (s->latency != 0 && (s->sizes & used) != 0 && (next == NULL || s->sizes > next->sizes))
            next = s;
    return next;
}

tlb_stages tlb_stages_of(const chip_config *chip, const tlb_level_config *level) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS], *next;
    const uint32_t count = tlb_shape_arrays(level, chip_page_sizes(chip), shape);
    uint64_t used = sizes_in_use(chip, shape, count);
    tlb_stages s = {.count = 0};
    uint32_t cycles = 0;
    while ((next = next_in_turn(shape, count, used)) != NULL) {
        cycles += next->latency;
        s.stage[s.count++] = (tlb_stage){.cycles = cycles, .sizes = next->sizes};
        used &= ~next->sizes;
    }
    if (used != 0 || s.count == 0)
        s.stage[s.count++].cycles = cycles + level->latency;
    s.stage[s.count - 1].sizes = UINT64_MAX;
    return s;
}

uint32_t tlb_stages_all(const tlb_stages *s) {
    return s->stage[s->count - 1].cycles;
}

uint32_t tlb_stages_hit(const tlb_stages *s, uint32_t bits) {
    uint32_t i = 0;
    while ((s->stage[i].sizes >> bits & 1) == 0)
        i++;
    return s->stage[i].cycles;
}
