/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The map "fold", for any number of L2 banks and channels. Decisions (the papers are silent):
 * consecutive 128-byte lines go round the L2 banks; with a power-of-two number of banks
 * the bank number is XORed with all higher address bits, folded, so that power-of-two
 * strides spread (another number spreads them by itself). A channel serves a group of
 * neighbouring L2 banks. Within a channel consecutive lines fill a row, then go round the
 * DRAM banks, whose number is folded with the row in the same way. The set of an L2 bank is
 * the folded index, or its remainder when their number is no power of two.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mem/mem_map.h"
#include "spec/messages.h"

typedef struct {
    uint32_t l2_banks;
    uint32_t banks_per_channel; /* L2 banks of one channel */
    uint32_t row_lines;         /* lines in a row of one DRAM bank */
    uint32_t fold_bits;         /* log2(l2_banks), 0 when that is no integer */
    uint32_t dram_bits;         /* log2 of the DRAM banks of a channel */
    uint32_t sets, set_bits;    /* of an L2 bank; log2, 0 when that is no integer */
} fold_map;

static void *fold_create(const chip_config *chip, char *err, size_t err_size) {
    const l2_cache_config *l2 = &chip->l2;
    const uint32_t sets = l2->bytes / l2->banks / l2->ways / GMMU_LINE_BYTES;
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
    *map = (fold_map){.l2_banks = l2->banks,
                      .banks_per_channel = l2->banks / chip->memory.channels,
                      .row_lines = chip->memory.row_bytes / GMMU_LINE_BYTES,
                      .fold_bits = mem_exact_log2(l2->banks),
                      .dram_bits = dram_bits,
                      .sets = sets,
                      .set_bits = mem_exact_log2(sets)};
    return map;
}

/* Splits a line number into index within the bank (returned) and bank. */
static uint64_t map_fold_split(const fold_map *map, uint64_t line, uint32_t *bank) {
    if (map->fold_bits == 0) {
        *bank = (uint32_t)(line % map->l2_banks);
        return line / map->l2_banks;
    }
    uint64_t index = line >> map->fold_bits;
    *bank = (uint32_t)(line & (map->l2_banks - 1)) ^ mem_fold(index, map->fold_bits);
    return index;
}

static uint32_t fold_l2_bank(const void *self, uint64_t paddr) {
    uint32_t bank = 0;
    (void)map_fold_split(self, paddr / GMMU_LINE_BYTES, &bank);
    return bank;
}

static uint64_t fold_index(const void *self, uint64_t paddr) {
    const fold_map *map = self;
    uint64_t line = paddr / GMMU_LINE_BYTES;
    return map->fold_bits ? line >> map->fold_bits : line / map->l2_banks;
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
    uint32_t low = l2_bank ^ mem_fold(index, map->fold_bits);
    return (index * map->l2_banks + low) * GMMU_LINE_BYTES;
}

static uint64_t fold_address_of(const void *self, const mem_place *p) {
    const fold_map *map = self;
    uint64_t rows = (uint64_t)p->row << map->dram_bits | (p->bank ^ mem_fold(p->row, map->dram_bits));
    uint64_t line = rows * map->row_lines + p->col;
    uint32_t bank = p->channel * map->banks_per_channel + (uint32_t)(line % map->banks_per_channel);
    return fold_address(map, bank, line / map->banks_per_channel);
}

const address_map address_map_fold = {
    .name = "fold",
    .summary = "lines round the L2 banks, bank numbers folded with all higher bits; any number of banks",
    .create = fold_create,
    .destroy = free,
    .l2_bank = fold_l2_bank,
    .index = fold_index,
    .set = fold_set,
    .place = fold_place,
    .address = fold_address,
    .address_of = fold_address_of,
};
