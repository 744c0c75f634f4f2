/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a physical line lives: L2 bank, channel, DRAM bank, row and column.
 *
 * Decisions (the papers are silent): consecutive 128-byte lines go round the L2
 * banks; with a power-of-two number of banks the bank number is XORed with all
 * higher address bits, folded, so that power-of-two strides spread (another
 * number spreads them by itself). A channel serves a group of neighbouring L2
 * banks. Within a channel consecutive lines fill a row, then go round the DRAM
 * banks, whose number is folded with the row in the same way. The map is
 * one-to-one.
 */
#ifndef GMMU_MEM_MAP_H
#define GMMU_MEM_MAP_H

#include <stdint.h>

#include "spec/config.h"

typedef struct {
    uint32_t l2_banks;
    uint32_t banks_per_channel; /* L2 banks of one channel */
    uint32_t row_lines;         /* lines in a row of one DRAM bank: at most 16 */
    uint32_t fold_bits;         /* log2(l2_banks), 0 when that is no integer */
} mem_map;

typedef struct {
    uint32_t l2_bank; /* 0..l2_banks-1 */
    uint32_t channel;
    uint64_t index; /* of the line within its L2 bank: unique there, dense */
    uint32_t bank;  /* DRAM bank of the channel, 0..7 */
    uint32_t row;   /* 23 bits */
    uint32_t col;   /* line within the row, 4 bits */
} mem_place;

mem_map mem_map_of(const chip_config *chip);

/* Bytes of physical memory the map can place. */
uint64_t mem_map_bytes(const mem_map *map);

/* The L2 bank alone: what the crossbar asks. */
uint32_t mem_map_l2_bank(const mem_map *map, uint64_t paddr);

/* The index of the line within its L2 bank alone. */
uint64_t mem_map_index(const mem_map *map, uint64_t paddr);

/* All of it; paddr below mem_map_bytes(). */
mem_place mem_map_place(const mem_map *map, uint64_t paddr);

/* The inverse: byte address of the line with this index in this L2 bank. */
uint64_t mem_map_address(const mem_map *map, uint32_t l2_bank, uint64_t index);

/* log2(n), 0 when that is no integer. */
uint32_t mem_exact_log2(uint32_t n);

/* The value XORed down to `bits` bits; 0 for 0 bits. */
uint32_t mem_fold(uint64_t value, uint32_t bits);

#endif
