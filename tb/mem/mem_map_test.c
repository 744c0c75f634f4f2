/* SPDX-License-Identifier: Apache-2.0 */
/* The address map fold: one-to-one, in range, spreading power-of-two strides. */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "map_lists.h"
#include "mem/mem_map.h"

static chip_config chip_of(uint32_t l2_banks, uint32_t channels, uint32_t row_bytes) {
    chip_config chip = {.name = "test", .l2.banks = l2_banks, .l2.ways = 16, .l2.bytes = 2048 * 16 * 128};
    chip.memory =
        (memory_config){.channels = channels, .banks = 8, .row_bytes = row_bytes, .map.kind = "fold"};
    chip.memory.bytes = ((uint64_t)channels << 26) * row_bytes; /* all there is */
    return chip;
}

/* The place as one dense number: the line's position in a channel-major memory. */
static uint64_t position(const mem_place *p) {
    uint64_t rows = ((uint64_t)p->channel << 26) | ((uint64_t)p->row << 3) | p->bank;
    return rows * 16 + p->col;
}

static mem_map *open_split(const chip_config *chip, uint32_t parts) {
    char err[256] = "";
    mem_map *map = mem_map_new_split(chip, parts, err, sizeof err);
    if (map == NULL)
        fail_msg("%s", err);
    return map;
}

static void check_lines(const chip_config *chip, uint32_t parts, uint64_t first, uint64_t lines) {
    mem_map *map = open_split(chip, parts);
    const uint32_t sets = chip->l2.bytes / chip->l2.banks / chip->l2.ways / 128;
    /* Aligned blocks map onto blocks, so that a bit per line within the block finds any collision. */
    uint64_t *seen = calloc(lines, sizeof(uint64_t));
    assert_non_null(seen);
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t paddr = (first + i) * 128;
        mem_place p = mem_map_place(map, paddr + i % 128);
        assert_true(p.l2_bank < chip->l2.banks);
        assert_int_equal(p.channel, p.l2_bank / (chip->l2.banks / chip->memory.channels));
        assert_true(p.bank < GMMU_NUM_BANKS && p.row < 1U << 23 && p.col < chip->memory.row_bytes / 128);
        assert_int_equal(mem_map_l2_bank(map, paddr), p.l2_bank);
        assert_int_equal(mem_map_index(map, paddr), p.index);
        assert_int_equal(mem_map_address(map, p.l2_bank, p.index), paddr);
        assert_int_equal(mem_map_address_of(map, &p), paddr);
        assert_true(mem_map_set(map, p.index) < sets);
        seen[i] = position(&p);
    }
    /* Neither two lines at one place (sort and compare), */
    for (uint64_t gap = lines / 2; gap; gap /= 2) {
        for (uint64_t i = gap; i < lines; i++) {
            uint64_t x = seen[i], k = i;
            for (; k >= gap && seen[k - gap] > x; k -= gap)
                seen[k] = seen[k - gap];
            seen[k] = x;
        }
    }
    for (uint64_t i = 1; i < lines; i++)
        assert_true(seen[i - 1] != seen[i]);
    free(seen);
    mem_map_free(map);
}

static void test_one_to_one(void **state) {
    (void)state;
    const chip_config chips[] = {chip_of(16, 8, 2048), chip_of(12, 6, 2048), chip_of(1, 1, 1024),
                                 chip_of(8, 8, 2048), chip_of(32, 8, 512)};
    for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        check_lines(&chips[i], 1, 0, 1U << 14);
        check_lines(&chips[i], 1, UINT64_C(0x123456) << 4, 1U << 12);
    }
}

/* The whole 40-bit space of the mask chip has a place, and the last line is in range. */
static void test_size(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map *map = open_map(&chip);
    assert_int_equal(chip.memory.bytes, UINT64_C(1) << 40);
    mem_place p = mem_map_place(map, chip.memory.bytes - 128);
    assert_int_equal(p.row, (1U << 23) - 1);
    assert_int_equal(p.col, 15);
    mem_map_free(map);
}

static void test_strides_spread(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map *map = open_map(&chip);
    for (uint32_t shift = 0; shift <= 16; shift++) {
        uint32_t per_bank[16] = {0}, dram[GMMU_NUM_BANKS] = {0};
        for (uint64_t i = 0; i < 4096; i++) {
            mem_place p = mem_map_place(map, (i << shift) * 128);
            per_bank[p.l2_bank]++;
            dram[p.bank]++;
        }
        for (uint32_t b = 0; b < 16; b++)
            assert_int_equal(per_bank[b], 256);
        for (uint32_t b = 0; b < GMMU_NUM_BANKS; b++)
            assert_true(dram[b] >= 256 && dram[b] <= 1024);
    }
    mem_map_free(map);
}

/* Consecutive lines stay in one row of a channel as long as it has room. */
static void test_rows(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map *map = open_map(&chip);
    uint32_t row_changes = 0;
    uint64_t last[8];
    memset(last, 0xff, sizeof(last));
    for (uint64_t line = 0; line < 8 * 16 * 64; line++) {
        mem_place p = mem_map_place(map, line * 128);
        uint64_t row = ((uint64_t)p.row << 3) | p.bank;
        row_changes += row != last[p.channel];
        last[p.channel] = row;
    }
    assert_int_equal(row_changes, 8 * 64);
    mem_map_free(map);
}

static void check_refused(const chip_config *chip, const char *text) {
    char err[256] = "";
    assert_null(mem_map_new(chip, err, sizeof err));
    assert_string_equal(err, text);
}

static void test_refused(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    chip.memory.bytes++;
    check_refused(&chip, "chip 'test': memory.bytes: expected at most 1099511627776, 2^23 rows in each bank");
    chip = chip_of(16, 6, 2048);
    check_refused(&chip, "chip 'test': l2.banks: expected a multiple of memory.channels");
    chip = chip_of(0, 0, 2048);
    check_refused(&chip, "chip 'test': l2.banks: expected a multiple of memory.channels");
    chip = chip_of(16, 8, 4000);
    check_refused(&chip, "chip 'test': memory.row_bytes: expected a multiple of 128 up to 65536");
    chip = chip_of(16, 8, 2048);
    chip.l2.bytes = 128;
    check_refused(&chip, "chip 'test': l2.bytes: expected at least one set of lines in each bank");
    chip = chip_of(16, 8, 2048);
    chip.memory.banks = 12;
    check_refused(&chip, "chip 'test': memory.banks: expected a power of two");
    chip = chip_of(16, 8, 2048);
    chip.memory.map.kind = "hash";
    check_refused(&chip, "memory.map.kind: hash: expected one of fold, xor");
    char err[256] = "";
    chip = chip_of(12, 6, 2048);
    assert_null(mem_map_new_split(&chip, 3, err, sizeof err));
    assert_string_equal(err, "memory.channels: 6: expected 4 equal parts, one for each application");
    chip.memory.map.kind = "xor";
    assert_null(mem_map_new_split(&chip, 2, err, sizeof err));
    assert_string_equal(err, "memory.map.kind: xor: expected fold, where memory is split");
}

/* Pages of the largest size in use go round the parts; a part has its share of the channels, and spreads over
 * all of them. */
static void check_parts(const chip_config *chip, uint32_t page_bits) {
    const uint32_t page_lines = (1U << page_bits) / 128;
    for (uint32_t bits = 1; bits <= 3; bits++) {
        const uint32_t parts = 1U << bits;
        mem_map *map = open_split(chip, parts - (parts > 2)); /* 3 are 4, 7 are 8 */
        uint64_t mask[CHIP_INDEX_BITS];
        assert_int_equal(mem_map_colours(map, 12, mask), bits);
        uint32_t seen[8] = {0};
        for (uint64_t line = 0; line < 32 * 4096; line++) { /* 16 MB */
            const uint32_t channel = mem_map_place(map, line * 128).channel;
            assert_int_equal(channel / (8 / parts), line / page_lines % parts);
            for (uint32_t i = 0; i < bits; i++)
                assert_int_equal(mask[i] >> page_bits, UINT64_C(1) << i);
            seen[channel]++;
        }
        for (uint32_t channel = 0; channel < 8; channel++)
            assert_int_equal(seen[channel], 4 * 4096);
        mem_map_free(map);
        const uint64_t lines = page_lines * parts > 4096 ? page_lines * parts : 4096;
        check_lines(chip, parts, 0, lines);
        check_lines(chip, parts, UINT64_C(0x1234) * lines, lines);
    }
}

static void test_parts(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    check_parts(&chip, 12);
    chip.page_sizes = (page_size_list){.count = 2, .bytes = {65536, 4096}};
    check_parts(&chip, 16);
    chip.page_sizes = (page_size_list){.count = 1, .bytes = {2097152}};
    check_parts(&chip, 21);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_to_one),     cmocka_unit_test(test_parts), cmocka_unit_test(test_size),
        cmocka_unit_test(test_strides_spread), cmocka_unit_test(test_rows),  cmocka_unit_test(test_refused),
    };
    return UNIT_TEST_RUN("mem_map", tests);
}
