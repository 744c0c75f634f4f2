/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a physical line is: L2 bank and set, channel, DRAM bank, row and column. A map is
 * an address_map, a struct of functions with one line in the table of mem_map.c. The chip names
 * it and gives its figures (memory_config.map, config/chip.h). Every map is one-to-one.
 */
#ifndef GMMU_MEM_MAP_H
#define GMMU_MEM_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "config/policy.h"
#include "units/unit_needs.h"

#define MEM_MAP_ROW_BITS  23U  /* of the units' row ports, and the widest row number */
#define MEM_MAP_ROW_LINES 512U /* at most; the units carry the low 4 bits of a column and look at none */

typedef struct {
    uint32_t l2_bank; /* 0..l2.banks-1 */
    uint32_t channel; /* 0..memory.channels-1 */
    uint64_t index;   /* of the line within its L2 bank: unique there, dense */
    uint32_t bank;    /* DRAM bank of the channel, 0..memory.banks-1 */
    uint32_t row;     /* of the bank, at most 23 bits */
    uint32_t col;     /* line within the row, at most 9 bits */
} mem_place;

/* A kind of map. `self` is what create() returned. Physical addresses are below memory.bytes, and not
 * the host's. */
typedef struct {
    policy_row row;
    const unit_need *units; /* that may compute it; NULL: none */
    /* mem_map_new has checked the sizes that every map needs; parts is 1, or the map is split. NULL with one
     * line in err. */
    void *(*create)(const chip_config *chip, uint32_t parts, char *err, size_t err_size);
    void (*destroy)(void *self);
    /* Puts the unit in the place of what computes the map, when --unit-c or --rtl ask for it. False with one
     * line in err. NULL: there is no unit. */
    bool (*use_units)(void *self, const gpu_config *config, char *err, size_t err_size);
    uint32_t (*l2_bank)(const void *self, uint64_t paddr);
    uint64_t (*index)(const void *self, uint64_t paddr);
    uint32_t (*set)(const void *self, uint64_t index);
    mem_place (*place)(const void *self, uint64_t paddr);
    uint64_t (*address)(const void *self, uint32_t l2_bank, uint64_t index);
    uint64_t (*address_of)(const void *self, const mem_place *place);
    /* The channel's number, or a linear part of it, as XORs of address bits: masks, none of which is an
     * XOR of others. Returns their number; 0: the map has none. May be NULL: none. */
    uint32_t (*channel_bits)(const void *self, uint64_t mask[CHIP_INDEX_BITS]);
} address_map;

typedef struct {
    const address_map *kind;
    void *self;
    uint32_t banks; /* l2.banks */
    uint64_t host;  /* first physical address of the host's memory; UINT64_MAX: it is out of reach */
} mem_map;

/* The map of a chip. NULL with one line in err: no such map, or the chip's sizes do not fit it. */
mem_map *mem_map_new(const chip_config *chip, char *err, size_t err_size);
/*
 * Splits memory into as many parts of equal size as the smallest power of two that is not below `parts`. A
 * page of the largest size in use lies in one part, which is its colour (mem_map_colours); neighbouring pages
 * go round the parts. A part has an equal number of neighbouring channels, and the L2 banks before them. 1 is
 * mem_map_new. NULL with one line in err when the channels are too few for this, or the kind of map cannot be
 * split.
 */
mem_map *mem_map_new_split(const chip_config *chip, uint32_t parts, char *err, size_t err_size);
/* mem_map_new_split of the chip of a simulated machine: with the unit, when the configuration asks for it. */
mem_map *mem_map_new_for(const gpu_config *config, uint32_t parts, char *err, size_t err_size);
/* From now on the upper half of the physical addresses is the host's memory. D: of a GPU's memory that is as
 * large only the lower half is used then. */
void mem_map_reach_host(mem_map *map);
void mem_map_free(mem_map *map);
/* The units of the chip's kind of map, or NULL. */
const unit_need *mem_map_units(const gpu_config *config);

/* The L2 bank alone, for the crossbar. */
static inline uint32_t mem_map_l2_bank(const mem_map *map, uint64_t paddr) {
    return map->kind->l2_bank(map->self, paddr);
}

static inline bool mem_map_reaches_host(const mem_map *map) {
    return map->host != UINT64_MAX;
}

/* The output of the request crossbar: the L2 bank, or behind all of them the port of the host's memory. */
static inline uint32_t mem_map_output(const mem_map *map, uint64_t paddr) {
    return paddr >= map->host ? map->banks : mem_map_l2_bank(map, paddr);
}

/* The index of the line within its L2 bank alone. */
static inline uint64_t mem_map_index(const mem_map *map, uint64_t paddr) {
    return map->kind->index(map->self, paddr);
}

/* The set of the L2 bank in which the line with this index is kept. */
static inline uint32_t mem_map_set(const mem_map *map, uint64_t index) {
    return map->kind->set(map->self, index);
}

/* The whole location. */
static inline mem_place mem_map_place(const mem_map *map, uint64_t paddr) {
    return map->kind->place(map->self, paddr);
}

/* The inverse: byte address of the line with this index in this L2 bank. */
static inline uint64_t mem_map_address(const mem_map *map, uint32_t l2_bank, uint64_t index) {
    return map->kind->address(map->self, l2_bank, index);
}

/* The inverse by channel, DRAM bank, row and column. */
static inline uint64_t mem_map_address_of(const mem_map *map, const mem_place *place) {
    return map->kind->address_of(map->self, place);
}

/*
 * Page colours (Fractional GPUs §V): the parts of the channel number that no address bit within a page
 * decides, so that a page of 2^page_bits bytes lies in the channels of one colour. Bit i of the colour is the
 * parity of the address and mask[i]. Returns the number of bits; 0: one colour, all channels.
 */
uint32_t mem_map_colours(const mem_map *map, uint32_t page_bits, uint64_t mask[CHIP_INDEX_BITS]);

/* log2(n), 0 when that is no integer. */
uint32_t mem_exact_log2(uint32_t n);

/* The value XORed down to `bits` bits; 0 for 0 bits. */
uint32_t mem_fold(uint64_t value, uint32_t bits);

#endif
