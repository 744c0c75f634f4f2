/* SPDX-License-Identifier: Apache-2.0 */
/* The address map: one-to-one, in range, spreading power-of-two strides. */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem_map.h"

static chip_config chip_of(uint32_t l2_banks, uint32_t channels, uint32_t row_bytes) {
    chip_config chip = {.l2.banks = l2_banks, .memory.channels = channels, .memory.row_bytes = row_bytes};
    return chip;
}

/* The place as one dense number: the line's position in a channel-major memory. */
static uint64_t position(const mem_map *map, const mem_place *p) {
    uint64_t rows = ((uint64_t)p->channel << 26) | ((uint64_t)p->row << 3) | p->bank;
    return rows * map->row_lines + p->col;
}

static void check_lines(const chip_config *chip, uint64_t first, uint64_t lines) {
    mem_map map = mem_map_of(chip);
    /* Aligned blocks map onto blocks, so that a bit per line within the block finds any collision. */
    uint64_t *seen = calloc(lines, sizeof(uint64_t));
    assert_non_null(seen);
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t paddr = (first + i) * 128;
        mem_place p = mem_map_place(&map, paddr + i % 128);
        assert_true(p.l2_bank < chip->l2.banks);
        assert_int_equal(p.channel, p.l2_bank / (chip->l2.banks / chip->memory.channels));
        assert_true(p.bank < GMMU_NUM_BANKS && p.row < 1U << 23 && p.col < map.row_lines);
        assert_int_equal(mem_map_l2_bank(&map, paddr), p.l2_bank);
        assert_int_equal(mem_map_index(&map, paddr), p.index);
        assert_int_equal(mem_map_address(&map, p.l2_bank, p.index), paddr);
        seen[i] = position(&map, &p);
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
}

static void test_one_to_one(void **state) {
    (void)state;
    const chip_config chips[] = {chip_of(16, 8, 2048), chip_of(12, 6, 2048), chip_of(1, 1, 1024),
                                 chip_of(8, 8, 2048), chip_of(32, 8, 512)};
    for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        check_lines(&chips[i], 0, 1U << 14);
        check_lines(&chips[i], UINT64_C(0x123456) << 4, 1U << 12);
    }
}

/* The whole 40-bit space of the mask chip has a place, and the last line is in range. */
static void test_size(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map map = mem_map_of(&chip);
    assert_int_equal(mem_map_bytes(&map), UINT64_C(1) << 40);
    mem_place p = mem_map_place(&map, mem_map_bytes(&map) - 128);
    assert_int_equal(p.row, (1U << 23) - 1);
    assert_int_equal(p.col, 15);
}

static void test_strides_spread(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map map = mem_map_of(&chip);
    for (uint32_t shift = 0; shift <= 16; shift++) {
        uint32_t per_bank[16] = {0}, dram[GMMU_NUM_BANKS] = {0};
        for (uint64_t i = 0; i < 4096; i++) {
            mem_place p = mem_map_place(&map, (i << shift) * 128);
            per_bank[p.l2_bank]++;
            dram[p.bank]++;
        }
        for (uint32_t b = 0; b < 16; b++)
            assert_int_equal(per_bank[b], 256);
        for (uint32_t b = 0; b < GMMU_NUM_BANKS; b++)
            assert_true(dram[b] >= 256 && dram[b] <= 1024);
    }
}

/* Consecutive lines stay in one row of a channel as long as it has room. */
static void test_rows(void **state) {
    (void)state;
    chip_config chip = chip_of(16, 8, 2048);
    mem_map map = mem_map_of(&chip);
    uint32_t row_changes = 0;
    uint64_t last[8];
    memset(last, 0xff, sizeof(last));
    for (uint64_t line = 0; line < 8 * 16 * 64; line++) {
        mem_place p = mem_map_place(&map, line * 128);
        uint64_t row = ((uint64_t)p.row << 3) | p.bank;
        row_changes += row != last[p.channel];
        last[p.channel] = row;
    }
    assert_int_equal(row_changes, 8 * 64);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_to_one),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_strides_spread),
        cmocka_unit_test(test_rows),
    };
    return UNIT_TEST_RUN("mem_map", tests);
}
