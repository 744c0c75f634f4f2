/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/page_table.h"

#include <stddef.h>

#define BASE_LOW   12U /* a frame */
#define TABLE_BITS 12U /* a table is one frame at most */

const page_table_format page_table_formats[] = {
    [PAGE_TABLE_X86] = {.name = "x86",
                        .summary = "four levels of 9 bits: 4 KB, 2 MB, 1 GB",
                        .levels = 4,
                        .level = {{39, 9, false}, {30, 9, true}, {21, 9, true}, {12, 9, true}}},
    /* NVIDIA open kernel modules, Pascal to Ampere. */
    [PAGE_TABLE_PASCAL] =
        {.name = "pascal",
         .summary = "five levels, dual entries: 4 KB, 64 KB, 2 MB",
         .levels = 5,
         .level = {{47, 2, false}, {38, 9, false}, {29, 9, false}, {21, 8, true}, {12, 9, true}},
         .dual_low = 16},
    /* NVIDIA open kernel modules, Hopper: 57 bits. */
    [PAGE_TABLE_HOPPER] = {.name = "hopper",
                           .summary = "six levels, dual entries: 4 KB, 64 KB, 2 MB, 512 MB",
                           .levels = 6,
                           .level = {{56, 1, false},
                                     {47, 9, false},
                                     {38, 9, false},
                                     {29, 9, true},
                                     {21, 8, true},
                                     {12, 9, true}},
                           .dual_low = 16},
    /* RISC-V privileged architecture 4.4; addresses below 2^38 are not sign-extended here. */
    [PAGE_TABLE_SV39] = {.name = "sv39",
                         .summary = "three levels of 9 bits: 4 KB, 2 MB, 1 GB",
                         .levels = 3,
                         .level = {{30, 9, true}, {21, 9, true}, {12, 9, true}}},
    /* Mosaic 4.3: x86 without larger pages, but coalesced ones of 2 MB. */
    [PAGE_TABLE_MOSAIC] = {.name = "mosaic",
                           .summary = "four levels of 9 bits: 4 KB, coalesced in place to 2 MB",
                           .levels = 4,
                           .level = {{39, 9, false}, {30, 9, false}, {21, 9, false}, {12, 9, true}},
                           .coalesces = true},
    {.name = NULL},
};

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

static const char *wrong_level(const page_table_format *f, uint32_t i) {
    const page_table_level *l = &f->level[i];
    uint32_t log2_bytes = page_table_entry_bytes(f, i + 1) == 16 ? 4 : 3;
    if (l->bits == 0 || l->bits + log2_bytes > TABLE_BITS)
        return "a table must have at least two entries and fit in a frame of 4 KB";
    if (i + 1 < f->levels && l->low != f->level[i + 1].low + f->level[i + 1].bits)
        return "the index bits of a level must begin where those of the next one end";
    return NULL;
}

const char *page_table_wrong(const page_table_format *f) {
    if (f->levels == 0 || f->levels > PAGE_TABLE_MAX_LEVELS)
        return "a page table must have 1 to 6 levels";
    for (uint32_t i = 0; i < f->levels; i++) {
        const char *wrong = wrong_level(f, i);
        if (wrong != NULL)
            return wrong;
    }
    const page_table_level *last = &f->level[f->levels - 1];
    if (last->low != BASE_LOW || !last->leaf)
        return "the last level must map pages of 4 KB";
    for (uint32_t i = 0; f->coalesces && i < f->levels; i++)
        if (f->levels < 2 || f->dual_low != 0 || (f->level[i].leaf && i + 1 < f->levels))
            return "a format that coalesces must have only pages of the last level";
    if (f->dual_low != 0 &&
        (f->levels < 2 || f->dual_low <= last->low || f->dual_low >= f->level[f->levels - 2].low))
        return "the larger pages of dual entries must lie between those of the last two levels";
    return NULL;
}
