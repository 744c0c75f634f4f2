/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/mem_map.h"

#include "spec/messages.h"

#define ROW_BITS  23U
#define BANK_BITS 3U /* log2(GMMU_NUM_BANKS) */

uint32_t mem_fold(uint64_t value, uint32_t bits) {
    uint64_t folded = 0;
    if (bits == 0)
        return 0;
    for (; value; value >>= bits)
        folded ^= value;
    return (uint32_t)(folded & ((UINT64_C(1) << bits) - 1));
}

uint32_t mem_exact_log2(uint32_t n) {
    uint32_t bits = 0;
    while ((UINT32_C(1) << bits) < n && bits < 31)
        bits++;
    return (UINT32_C(1) << bits) == n ? bits : 0;
}

mem_map mem_map_of(const chip_config *chip) {
    mem_map map = {.l2_banks = chip->l2.banks,
                   .banks_per_channel = chip->l2.banks / chip->memory.channels,
                   .row_lines = chip->memory.row_bytes / GMMU_LINE_BYTES,
                   .fold_bits = mem_exact_log2(chip->l2.banks)};
    return map;
}

uint64_t mem_map_bytes(const mem_map *map) {
    uint64_t lines_per_channel = (uint64_t)map->row_lines << (ROW_BITS + BANK_BITS);
    uint64_t lines_per_bank = lines_per_channel / map->banks_per_channel;
    return lines_per_bank * map->l2_banks * GMMU_LINE_BYTES;
}

/* Splits a line number into index within the bank (returned) and bank. */
static uint64_t split(const mem_map *map, uint64_t line, uint32_t *bank) {
    if (map->fold_bits == 0) {
        *bank = (uint32_t)(line % map->l2_banks);
        return line / map->l2_banks;
    }
    uint64_t index = line >> map->fold_bits;
    *bank = (uint32_t)(line & (map->l2_banks - 1)) ^ mem_fold(index, map->fold_bits);
    return index;
}

uint32_t mem_map_l2_bank(const mem_map *map, uint64_t paddr) {
    uint32_t bank = 0;
    (void)split(map, paddr / GMMU_LINE_BYTES, &bank);
    return bank;
}

uint64_t mem_map_index(const mem_map *map, uint64_t paddr) {
    uint64_t line = paddr / GMMU_LINE_BYTES;
    return map->fold_bits ? line >> map->fold_bits : line / map->l2_banks;
}

mem_place mem_map_place(const mem_map *map, uint64_t paddr) {
    mem_place p = {0};
    p.index = split(map, paddr / GMMU_LINE_BYTES, &p.l2_bank);
    p.channel = p.l2_bank / map->banks_per_channel;
    uint64_t line = p.index * map->banks_per_channel + p.l2_bank % map->banks_per_channel;
    uint64_t rows = line / map->row_lines; /* rows of all DRAM banks, numbered round the banks */
    p.col = (uint32_t)(line % map->row_lines);
    p.row = (uint32_t)(rows >> BANK_BITS) & ((UINT32_C(1) << ROW_BITS) - 1);
    p.bank = (uint32_t)(rows & (GMMU_NUM_BANKS - 1)) ^ mem_fold(p.row, BANK_BITS);
    return p;
}

uint64_t mem_map_address(const mem_map *map, uint32_t l2_bank, uint64_t index) {
    uint32_t low = l2_bank ^ mem_fold(index, map->fold_bits);
    return (index * map->l2_banks + low) * GMMU_LINE_BYTES;
}
