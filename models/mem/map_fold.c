/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The map "fold", for any number of L2 banks and channels. Decisions (the papers are silent):
 * consecutive 128-byte lines go round the L2 banks; with a power-of-two number of banks
 * the bank number is XORed with all higher address bits, folded, so that power-of-two
 * strides spread (another number spreads them by itself). A channel serves a group of
 * neighbouring L2 banks. Within a channel consecutive lines fill a row, then go round the
 * DRAM banks, whose number is folded with the row in the same way. The set of an L2 bank is
 * the folded index, or its remainder when their number is no power of two.
 *
 * Split into parts, the lowest bits of the page number are the part, and each part is such a map of its own,
 * with the lines of its pages and its share of the banks. Pages are the pages of the largest size in use, so
 * that a page of any size lies in one part.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "mem/mem_map.h"

#define SMALL_PAGE UINT64_C(4096)
#define PARTS_NONE UINT32_MAX

typedef struct {
    uint32_t l2_banks;          /* of a part */
    uint32_t part_bits;         /* log2 of the parts */
    uint32_t page_lines;        /* what lies in one part */
    uint32_t banks_per_channel; /* L2 banks of one channel */
    uint32_t row_lines;         /* lines in a row of one DRAM bank */
    uint32_t fold_bits;         /* log2(l2_banks), 0 when that is no integer */
    uint32_t dram_bits;         /* log2 of the DRAM banks of a channel */
    uint32_t sets, set_bits;    /* of an L2 bank; log2, 0 when that is no integer */
} fold_map;

static uint32_t fold_page_lines(const chip_config *chip) {
    const uint64_t sizes = chip_page_sizes(chip) | SMALL_PAGE;
    return (uint32_t)((UINT64_C(1) << (63 - __builtin_clzll(sizes))) / GMMU_LINE_BYTES);
}

/* log2 of the parts, or PARTS_NONE with one line in err. */
static uint32_t fold_part_bits(const chip_config *chip, uint32_t parts, char *err, size_t err_size) {
    const uint32_t channels = chip->memory.channels;
    uint32_t bits = 0;
    while (UINT32_C(1) << bits < parts)
        bits++;
    if (channels % (UINT32_C(1) << bits) == 0)
        return bits;
    (void)snprintf(err, err_size,
                   "memory.channels: %" PRIu32 ": expected %u equal parts, one for each application",
                   channels, 1U << bits);
    return PARTS_NONE;
}

/* The lists are as for map xor; false with one line in err. */
static bool no_lists(const map_config *m, char *err, size_t err_size) {
    const struct {
        const char *name;
        const xor_index *list;
    } of_xor[] = {{"channel", &m->channel}, {"slice", &m->slice}, {"set", &m->set},
                  {"bank", &m->bank},       {"row", &m->row},     {"column", &m->column}};
    for (size_t i = 0; i < sizeof of_xor / sizeof *of_xor; i++)
        if (of_xor[i].list->count != 0) {
            (void)snprintf(
                err, err_size,
                "memory.map.%s: a list: expected none with memory.map.kind fold, only xor takes lists",
                of_xor[i].name);
            return false;
        }
    return true;
}

static void *fold_create(const chip_config *chip, uint32_t parts, char *err, size_t err_size) {
    const uint32_t part_bits = fold_part_bits(chip, parts, err, err_size);
    if (part_bits == PARTS_NONE || !no_lists(&chip->memory.map, err, err_size))
        return NULL;
    const l2_cache_config *l2 = &chip->l2;
    const uint32_t sets = chip_l2_sets(chip);
    const uint32_t dram_bits = mem_exact_log2(chip->memory.banks);
    const uint64_t rows = (uint64_t)chip->memory.channels << (MEM_MAP_ROW_BITS + dram_bits);
    const uint64_t most = rows * chip->memory.row_bytes;
    if (chip->memory.bytes > most) {
        (void)snprintf(err, err_size,
                       "chip '%s': memory.bytes: expected at most %" PRIu64 ", 2^%u rows in each bank",
                       chip->name, most, MEM_MAP_ROW_BITS);
        return NULL;
    }
    fold_map *map = alloc_zeroed(1, sizeof *map);
    *map = (fold_map){.l2_banks = l2->banks >> part_bits,
                      .part_bits = part_bits,
                      .page_lines = fold_page_lines(chip),
                      .banks_per_channel = l2->banks / chip->memory.channels,
                      .row_lines = chip->memory.row_bytes / GMMU_LINE_BYTES,
                      .fold_bits = mem_exact_log2(l2->banks >> part_bits),
                      .dram_bits = dram_bits,
                      .sets = sets,
                      .set_bits = mem_exact_log2(sets)};
    return map;
}

/* The part of a line, and its number among the lines of that part. */
static uint32_t fold_part(const fold_map *map, uint64_t *line) {
    const uint64_t page = *line / map->page_lines;
    *line = (page >> map->part_bits) * map->page_lines + *line % map->page_lines;
    return (uint32_t)(page & ((UINT64_C(1) << map->part_bits) - 1));
}

/* Splits a line number into index within the bank (returned) and bank. */
static uint64_t map_fold_split(const fold_map *map, uint64_t line, uint32_t *bank) {
    const uint32_t first = fold_part(map, &line) * map->l2_banks;
    if (map->fold_bits == 0) {
        *bank = first + (uint32_t)(line % map->l2_banks);
        return line / map->l2_banks;
    }
    uint64_t index = line >> map->fold_bits;
    *bank = first + ((uint32_t)(line & (map->l2_banks - 1)) ^ mem_fold(index, map->fold_bits));
    return index;
}

static uint32_t fold_l2_bank(const void *self, uint64_t paddr) {
    uint32_t bank = 0;
    (void)map_fold_split(self, paddr / GMMU_LINE_BYTES, &bank);
    return bank;
}

static uint64_t fold_index(const void *self, uint64_t paddr) {
    uint32_t bank = 0;
    return map_fold_split(self, paddr / GMMU_LINE_BYTES, &bank);
}

static uint32_t fold_set(const void *self, uint64_t index) {
    const fold_map *map = self;
    return map->set_bits ? mem_fold(index, map->set_bits) : (uint32_t)(index % map->sets);
}

static mem_place fold_place(const void *self, uint64_t paddr) {
    const fold_map *map = self;
    mem_place p = {0};
    p.index = map_fold_split(map, paddr / GMMU_LINE_BYTES, &p.l2_bank);
    p.channel = p.l2_bank / map->banks_per_channel;
    uint64_t line = p.index * map->banks_per_channel + p.l2_bank % map->banks_per_channel;
    uint64_t rows = line / map->row_lines; /* rows of all DRAM banks, numbered round the banks */
    uint32_t bank = (uint32_t)(rows & ((UINT64_C(1) << map->dram_bits) - 1));
    p.col = (uint32_t)(line % map->row_lines);
    p.row = (uint32_t)(rows >> map->dram_bits) & ((UINT32_C(1) << MEM_MAP_ROW_BITS) - 1);
    p.bank = bank ^ mem_fold(p.row, map->dram_bits);
    return p;
}

static uint64_t fold_address(const void *self, uint32_t l2_bank, uint64_t index) {
    const fold_map *map = self;
    uint32_t low = l2_bank % map->l2_banks ^ mem_fold(index, map->fold_bits);
    uint64_t line = index * map->l2_banks + low;
    uint64_t page = line / map->page_lines << map->part_bits | l2_bank / map->l2_banks;
    return (page * map->page_lines + line % map->page_lines) * GMMU_LINE_BYTES;
}

static uint64_t fold_address_of(const void *self, const mem_place *p) {
    const fold_map *map = self;
    uint64_t rows = (uint64_t)p->row << map->dram_bits | (p->bank ^ mem_fold(p->row, map->dram_bits));
    uint64_t line = rows * map->row_lines + p->col;
    uint32_t bank = p->channel * map->banks_per_channel + (uint32_t)(line % map->banks_per_channel);
    return fold_address(map, bank, line / map->banks_per_channel);
}

static uint32_t fold_channel_bits(const void *self, uint64_t mask[CHIP_INDEX_BITS]) {
    const fold_map *map = self;
    for (uint32_t i = 0; i < map->part_bits; i++)
        mask[i] = (uint64_t)map->page_lines * GMMU_LINE_BYTES << i;
    return map->part_bits;
}

const address_map address_map_fold = {
    .row = {"fold",
            "lines round the L2 banks, bank numbers folded with all higher bits; any number of banks"},
    .create = fold_create,
    .destroy = free,
    .l2_bank = fold_l2_bank,
    .index = fold_index,
    .set = fold_set,
    .place = fold_place,
    .address = fold_address,
    .address_of = fold_address_of,
    .channel_bits = fold_channel_bits,
};
