/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/mem_map.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/gf2.h"
#include "config/messages.h"
#include "mmu/phys_mem.h"

/* In mem/map_*.c. */
#define MAPS(ROW)                                                                                            \
    ROW(address_map, fold)                                                                                   \
    ROW(address_map, xor)

MAPS(POLICY_DECLARED)
const policy_row *const address_maps[] = {MAPS(POLICY_ROW) NULL};

uint32_t mem_fold(uint64_t value, uint32_t bits) {
    if (bits == 0)
        return 0;
    assert(bits <= 32);
    /* After each step the lowest digit is the XOR of twice as many; the number of steps does not depend on
     * the value, which the host could not guess. */
    for (uint32_t shift = bits; shift < 64; shift *= 2)
        value ^= value >> shift;
    return (uint32_t)(value & ((UINT64_C(1) << bits) - 1));
}

uint32_t mem_exact_log2(uint32_t n) {
    uint32_t bits = 0;
    while ((UINT32_C(1) << bits) < n && bits < 31)
        bits++;
    return (UINT32_C(1) << bits) == n ? bits : 0;
}

/* What is wrong for every map, or NULL. */
static const char *find_fault(const chip_config *chip) {
    const memory_config *m = &chip->memory;
    const l2_cache_config *l2 = &chip->l2;
    if (m->channels == 0 || l2->banks == 0 || l2->banks % m->channels != 0)
        return "l2.banks: expected a multiple of memory.channels";
    if (l2->ways == 0 || l2->bytes / l2->banks / l2->ways < GMMU_LINE_BYTES)
        return "l2.bytes: expected at least one set of lines in each bank";
    if (m->banks == 0 || (m->banks & (m->banks - 1)) != 0)
        return "memory.banks: expected a power of two";
    if (m->row_bytes == 0 || m->row_bytes % GMMU_LINE_BYTES != 0 ||
        m->row_bytes > MEM_MAP_ROW_LINES * GMMU_LINE_BYTES)
        return "memory.row_bytes: expected a multiple of 128 up to 65536";
    return NULL;
}

static const address_map *find_map(const char *name) {
    return (const address_map *)policy_find(address_maps, name);
}

mem_map *mem_map_new(const chip_config *chip, char *err, size_t err_size) {
    return mem_map_new_split(chip, 1, err, err_size);
}

mem_map *mem_map_new_split(const chip_config *chip, uint32_t parts, char *err, size_t err_size) {
    const char *fault = find_fault(chip);
    const address_map *kind = find_map(chip->memory.map.kind);
    if (fault != NULL) {
        (void)snprintf(err, err_size, "chip '%s': %s", chip->name, fault);
        return NULL;
    }
    if (!policy_known(address_maps, "memory.map.kind", chip->memory.map.kind, err, err_size))
        return NULL;
    void *self = kind->create(chip, parts, err, err_size);
    if (self == NULL)
        return NULL;
    mem_map *map = alloc_zeroed(1, sizeof *map);
    *map = (mem_map){.kind = kind, .self = self, .banks = chip->l2.banks, .host = UINT64_MAX};
    return map;
}

mem_map *mem_map_new_for(const gpu_config *config, uint32_t parts, char *err, size_t err_size) {
    mem_map *map = mem_map_new_split(&config->chip, parts, err, err_size);
    if (map == NULL || map->kind->use_units == NULL || map->kind->use_units(map->self, config, err, err_size))
        return map;
    mem_map_free(map);
    return NULL;
}

void mem_map_reach_host(mem_map *map) {
    map->host = PHYS_MEM_HOST_FRAMES << PHYS_MEM_FRAME_BITS;
}

void mem_map_free(mem_map *map) {
    if (map == NULL)
        return;
    map->kind->destroy(map->self);
    free(map);
}

uint32_t mem_map_colours(const mem_map *map, uint32_t page_bits, uint64_t mask[CHIP_INDEX_BITS]) {
    uint64_t bits[CHIP_INDEX_BITS];
    const uint64_t within = (UINT64_C(1) << page_bits) - 1;
    uint32_t colours = 0;
    gf2_basis basis = {0};
    uint32_t count = map->kind->channel_bits ? map->kind->channel_bits(map->self, bits) : 0;
    for (uint32_t i = 0; i < count; i++) {
        /* Channel bits whose bits within a page cancel. */
        uint64_t sum = gf2_basis_add(&basis, bits[i] & within, i);
        if (sum == 0)
            continue;
        mask[colours] = 0;
        for (uint32_t k = 0; k < count; k++)
            mask[colours] ^= (sum >> k & 1U) ? bits[k] : 0;
        colours++;
    }
    return colours;
}

const unit_need *mem_map_units(const gpu_config *config) {
    const address_map *kind = find_map(config->chip.memory.map.kind);
    return kind ? kind->units : NULL;
}
