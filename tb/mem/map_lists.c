/* SPDX-License-Identifier: Apache-2.0 */
#include "map_lists.h"

#include <stdlib.h>

#include "base/gf2.h"
#include "unit_test.h"

#define LINE 7U

mem_map *open_map(const chip_config *chip) {
    char err[256] = "";
    mem_map *map = mem_map_new(chip, err, sizeof err);
    if (map == NULL)
        fail_msg("%s", err);
    return map;
}

xor_index map_list(const char *text) {
    xor_index list = {.count = 1};
    while (*text) {
        char *end = NULL;
        unsigned long bit = strtoul(text, &end, 10);
        assert_true(end != text && bit < 40 && list.count <= CHIP_INDEX_BITS);
        list.bit[list.count - 1] ^= UINT64_C(1) << bit;
        list.count += *end == ';';
        text = *end ? end + 1 : end;
    }
    return list;
}

static uint32_t log_of(uint64_t size) {
    return (uint32_t)__builtin_ctzll(size);
}

/* Bits first, first + step, ... below `end`. */
static uint64_t comb(uint32_t first, uint32_t step, uint32_t end) {
    uint64_t mask = 0;
    for (uint32_t bit = first; bit < end; bit += step)
        mask |= UINT64_C(1) << bit;
    return mask;
}

map_config map_lists_of_fold(const chip_config *chip) {
    const uint32_t end = log_of(chip->memory.bytes), l2 = log_of(chip->l2.banks);
    const uint32_t channel = log_of(chip->memory.channels), slice = l2 - channel;
    const uint32_t column = log_of(chip->memory.row_bytes) - LINE, bank = log_of(chip->memory.banks);
    const uint32_t set = log_of(chip->l2.bytes / chip->l2.banks / chip->l2.ways) - LINE;
    uint64_t l2_bank[CHIP_INDEX_BITS] = {0},
             line[40] = {0}; /* of the L2 bank's number; of the line's number in its channel */
    map_config m = {.kind = "xor",
                    .channel.count = channel,
                    .slice.count = slice,
                    .set.count = set,
                    .bank.count = bank,
                    .column.count = column,
                    .row.count = end - LINE - channel - column - bank};
    for (uint32_t i = 0; i < l2; i++)
        l2_bank[i] = comb(LINE + i, l2, end);
    for (uint32_t i = 0; i < l2; i++)
        *(i < slice ? &m.slice.bit[i] : &m.channel.bit[i - slice]) = l2_bank[i];
    for (uint32_t i = 0; i < set; i++)
        m.set.bit[i] = comb(LINE + l2 + i, set, end);
    for (uint32_t i = 0; i < end - LINE - channel; i++)
        line[i] = i < slice ? l2_bank[i] : UINT64_C(1) << (LINE + l2 + i - slice);
    for (uint32_t i = 0; i < column; i++)
        m.column.bit[i] = line[i];
    for (uint32_t i = 0; i < m.row.count; i++)
        m.row.bit[i] = line[column + bank + i];
    for (uint32_t i = 0; i < bank; i++) {
        m.bank.bit[i] = line[column + i];
        for (uint32_t k = i; k < m.row.count; k += bank)
            m.bank.bit[i] ^= m.row.bit[k];
    }
    return m;
}

/* GTX 1070 and 1080: 8 modules, 128 banks, 1024 sets. */
const char *const gtx1080_hash[3] = {
    "10,12,16,20,23,26,29,30;11,12,13,15,17,20,21,23,25,26,30;12,13,18,19,22,25,26,27,30,31",
    "10,12,16,20,23,26,29,30;11,12,13,15,17,20,21,23,25,26,30;12,13,18,19,22,25,26,27,30,31;"
    "13,15,20,24,26,29,32;15,16,21,22,23,25,26,28,29;16,19,23,27,30;17,20,22,23,24,27,28,29,31",
    "10,12,16,20,23,26,29,30;11,12,13,15,17,20,21,23,25,26,30;12,13,18,19,22,25,26,27,30,31;"
    "7,8,16,17,23,26,31;8,10,12,16,17,21,24,25,26,27;9,10,18,25,29,30,31;13,14,20,23,28,29,30;"
    "14,15,17,20,21,23,24,28,31;15,16,19,20,23,24,25,26,28,29,30,32;16,17,18,19,21,22,23,25,27,28,30",
};

/* 32 modules, 512 banks, 1024 sets. */
const char *const v100_hash[3] = {
    "10,13,17,19,24,25,26,29,30,32,33;11,13,15,23,24,26,27,29,30,31;12,15,16,18,20,21,23,26,28,29,30;"
    "13,19,20,22,25,27,28,29;15,18,22,23,26,29,30,31,32,33",
    "10,11,20,23,25,28,30,33;11,12,16,20,25,26,29,30,32,33;12,16,17,19,23,25,26,27,31;"
    "13,24,26,27,28,30,31,33;15,17,19,20,27,28,30,31,32;16,19,20,23,27,29,31,33;"
    "17,18,23,24,25,27,28,30,31;18,21,25,29,32;19,20,22,24,25,26,29,30,31,33",
    "10,17,20,22,24,26,27,28,30,32,33;11,12,18,24,26,28,29,30,31,32;12,13,22,26,27,28,29,30,31,33;"
    "13,14,22,24,30,31,32,33;15,18,22,23,26,29,30,31,32,33;7,15,21,23,24,25,28,32;"
    "8,9,15,19,21,23,24,25,28,29,31;9,15,19,21,22,24,25,26,27,30,31,32,33;"
    "14,19,20,24,25,27,28,29,30,31,32,33;16,19,21,22,25,26,28,30,32",
};

published_hash map_published(const char *const lists[3]) {
    return (published_hash){map_list(lists[0]), map_list(lists[1]), map_list(lists[2])};
}

/* Of `of`, what is independent of the module and of what was taken before. */
static xor_index beyond(const xor_index *module, const xor_index *of) {
    gf2_basis basis = {0};
    xor_index rest = {0};
    for (uint32_t i = 0; i < module->count; i++)
        assert_int_equal(gf2_basis_add(&basis, module->bit[i], i), 0);
    for (uint32_t i = 0; i < of->count; i++)
        if (gf2_basis_add(&basis, of->bit[i], module->count + i) == 0)
            rest.bit[rest.count++] = of->bit[i];
    return rest;
}

chip_config map_published_chip(const char *const lists[3], uint64_t bytes) {
    const published_hash h = map_published(lists);
    const uint32_t modules = 1U << h.module.count;
    const uint32_t sets = 1U << h.set.count; /* of the chip */
    chip_config chip = {.name = "published", .l2.ways = 16, .l2.banks = modules, .l2.bytes = sets * 16 * 128};
    chip.memory = (memory_config){.bytes = bytes,
                                  .channels = modules,
                                  .banks = (1U << h.bank.count) / modules,
                                  .row_bytes = 2048,
                                  .map = {.kind = "xor",
                                          .channel = h.module,
                                          .bank = beyond(&h.module, &h.bank),
                                          .set = beyond(&h.module, &h.set)}};
    return chip;
}
