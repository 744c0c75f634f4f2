/* SPDX-License-Identifier: Apache-2.0 */
#include "config/page_table.h"

#include <stddef.h>

#define BASE_LOW   12U /* a frame */
#define TABLE_BITS 12U /* a table is one frame at most */

const page_table_format page_table_formats[PAGE_TABLE_KINDS] = {
    [PAGE_TABLE_X86] = PAGE_TABLE_X86_FORMAT,       [PAGE_TABLE_PASCAL] = PAGE_TABLE_PASCAL_FORMAT,
    [PAGE_TABLE_HOPPER] = PAGE_TABLE_HOPPER_FORMAT, [PAGE_TABLE_SV39] = PAGE_TABLE_SV39_FORMAT,
    [PAGE_TABLE_MOSAIC] = PAGE_TABLE_MOSAIC_FORMAT, [PAGE_TABLE_SPARSE] = PAGE_TABLE_SPARSE_FORMAT,
};

const char *const page_table_names[] = {
    [PAGE_TABLE_X86] = "x86",   [PAGE_TABLE_PASCAL] = "pascal", [PAGE_TABLE_HOPPER] = "hopper",
    [PAGE_TABLE_SV39] = "sv39", [PAGE_TABLE_MOSAIC] = "mosaic", [PAGE_TABLE_SPARSE] = "sparse",
    [PAGE_TABLE_KINDS] = NULL};

const char *const page_table_summaries[] = {
    [PAGE_TABLE_X86] = "four levels of 9 bits: 4 KB, 2 MB, 1 GB",
    [PAGE_TABLE_PASCAL] = "five levels, dual entries: 4 KB, 64 KB, 2 MB",
    [PAGE_TABLE_HOPPER] = "six levels, dual entries: 4 KB, 64 KB, 2 MB, 512 MB",
    [PAGE_TABLE_SV39] = "three levels of 9 bits: 4 KB, 2 MB, 1 GB",
    [PAGE_TABLE_MOSAIC] = "four levels of 9 bits: 4 KB, coalesced in place to 2 MB",
    [PAGE_TABLE_SPARSE] = "four levels of 9, 5, 5 and 5 bits, one entry in a line: 4 KB",
};

static bool same_level(const page_table_level *a, const page_table_level *b) {
    return a->low == b->low && a->bits == b->bits && a->leaf == b->leaf && a->spacing == b->spacing;
}

bool page_table_same(const page_table_format *a, const page_table_format *b) {
    bool same = a->placement == b->placement && a->levels == b->levels && a->dual_low == b->dual_low &&
                a->coalesces == b->coalesces;
    for (uint32_t i = 0; same && i < a->levels; i++)
        same = same_level(&a->level[i], &b->level[i]);
    return same;
}

bool page_table_coalesces_to(const page_table_format *f, uint32_t bits) {
    return f->coalesces && f->levels >= 2 && f->level[f->levels - 2].low == bits;
}

uint64_t page_table_sizes(const page_table_format *f) {
    uint64_t sizes = f->dual_low != 0 ? UINT64_C(1) << f->dual_low : 0;
    for (uint32_t i = 0; i < f->levels; i++)
        if (f->level[i].leaf)
            sizes |= UINT64_C(1) << f->level[i].low;
    return sizes;
}

uint32_t page_table_virtual_bits(const page_table_format *f) {
    uint32_t bits = (uint32_t)f->level[0].low + f->level[0].bits;
    return bits < PAGE_TABLE_VIRTUAL_BITS ? bits : PAGE_TABLE_VIRTUAL_BITS;
}

bool page_table_spaced(const page_table_format *f) {
    bool spaced = f->placement != PAGE_TABLE_PACKED;
    for (uint32_t i = 0; i < f->levels; i++)
        spaced |= f->level[i].spacing != 0;
    return spaced;
}

static const char *wrong_level(const page_table_format *f, uint32_t i) {
    const page_table_level *l = &f->level[i];
    const bool dual = page_table_entry_bytes(f, i + 1) == 16;
    if (l->bits == 0 || l->bits + (dual ? 4U : 3U) > TABLE_BITS)
        return dual ? "expected 1 to 8 bits, as a table is at most a frame of 4 KB and its entries are dual"
                    : "expected 1 to 9 bits, as a table is at most a frame of 4 KB";
    if (l->spacing != 0 &&
        ((l->spacing & (l->spacing - 1U)) != 0 || l->spacing < page_table_entry_bytes(f, i + 1)))
        return dual ? "expected a spacing of 0, or a power of two from 16 on"
                    : "expected a spacing of 0, or a power of two from 8 on";
    if (page_table_entry_spacing(f, i + 1) > (1U << TABLE_BITS) >> l->bits)
        return "expected a table of at most a frame of 4 KB: a smaller spacing, or fewer bits";
    if (i + 1 < f->levels && l->low != f->level[i + 1].low + f->level[i + 1].bits)
        return "expected low where the index bits of the next level end";
    if (i + 1 == f->levels && (l->low != BASE_LOW || !l->leaf))
        return "expected pages of 4 KB at the last level: low 12, leaf true";
    if (f->coalesces && l->leaf && i + 1 < f->levels)
        return "expected leaf false, as the format coalesces the pages of the last level";
    return NULL;
}

const char *page_table_wrong(const page_table_format *f, uint32_t *level) {
    *level = 0;
    if (f->levels == 0 || f->levels > PAGE_TABLE_MAX_LEVELS)
        return "expected 1 to 6 levels";
    for (*level = 1; *level <= f->levels; (*level)++) {
        const char *wrong = wrong_level(f, *level - 1);
        if (wrong != NULL)
            return wrong;
    }
    *level = 0;
    if (f->coalesces && (f->levels < 2 || f->dual_low != 0 || page_table_spaced(f)))
        return "expected two levels, no dual_low and no spacing, as the format coalesces";
    if (f->dual_low != 0 &&
        (f->levels < 2 || f->dual_low <= BASE_LOW || f->dual_low >= f->level[f->levels - 2].low))
        return "expected dual_low between the bits of the pages of the last two levels";
    return NULL;
}
