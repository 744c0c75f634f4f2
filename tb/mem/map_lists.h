/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address maps for tests: the chip's map opened, one written as "10,12,16;11,12" (masks of
 * address bits, bit 0 of the index first), and the lists that describe the map "fold".
 */
#ifndef GMMU_MAP_LISTS_H
#define GMMU_MAP_LISTS_H

#include "config/chip.h"
#include "mem/mem_map.h"

/* Fails the test when the chip has no map. */
mem_map *open_map(const chip_config *chip);

/* A list of lists of address bits; fails the test when the text is not valid. */
xor_index map_list(const char *text);

/* The lists of map "fold" on a chip whose sizes are powers of two. */
map_config map_lists_of_fold(const chip_config *chip);

/* A GPU whose hashes Fractional GPUs recovered, as published: bits of the memory module, and of DRAM bank and
 * L2 set as numbers of the whole chip. */
typedef struct {
    xor_index module, bank, set;
} published_hash;

extern const char *const gtx1080_hash[3]; /* module, bank, set as map_list() takes them */
extern const char *const v100_hash[3];

published_hash map_published(const char *const lists[3]);

/* The chip with such a map and one L2 bank per module: within a module, bank and set are numbered by those
 * published bits that the module does not decide. 2 KB rows, 16 ways. */
chip_config map_published_chip(const char *const lists[3], uint64_t bytes);

#endif
