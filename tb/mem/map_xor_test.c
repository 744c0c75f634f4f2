/* SPDX-License-Identifier: Apache-2.0 */
/* The address map xor: one-to-one for any lists that it takes, its inverse, known maps, colours, refusals. */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gf2.h"
#include "map_lists.h"
#include "mem/mem_map.h"
#include "mem_rig.h"

/* ---- against the lists, bit by bit ---- */

static uint32_t number_of(const xor_index *list, uint64_t paddr) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t bit = 0; bit < 40; bit++)
            number ^= (uint32_t)((list->bit[i] & paddr) >> bit & 1U) << i;
    return number;
}

/* A place is what the lists given say, and both inverses lead back. */
static mem_place check_line(const chip_config *chip, const mem_map *map, uint64_t paddr) {
    const map_config *m = &chip->memory.map;
    const uint32_t slices = chip->l2.banks / chip->memory.channels;
    mem_place p = mem_map_place(map, paddr + paddr / 128 % 128);
    assert_true(p.l2_bank < chip->l2.banks && p.channel == p.l2_bank / slices && p.bank < chip->memory.banks);
    assert_true(p.col < chip->memory.row_bytes / 128);
    assert_int_equal(mem_map_l2_bank(map, paddr), p.l2_bank);
    assert_int_equal(mem_map_index(map, paddr), p.index);
    assert_int_equal(mem_map_address(map, p.l2_bank, p.index), paddr);
    assert_int_equal(mem_map_address_of(map, &p), paddr);
    if (m->channel.count)
        assert_int_equal(p.channel, number_of(&m->channel, paddr));
    if (m->slice.count)
        assert_int_equal(p.l2_bank % slices, number_of(&m->slice, paddr));
    if (m->set.count)
        assert_int_equal(mem_map_set(map, p.index), number_of(&m->set, paddr));
    if (m->bank.count)
        assert_int_equal(p.bank, number_of(&m->bank, paddr));
    if (m->row.count)
        assert_int_equal(p.row, number_of(&m->row, paddr));
    if (m->column.count)
        assert_int_equal(p.col, number_of(&m->column, paddr));
    return p;
}

/* All lines of a small chip: each place and each (bank, index) once. */
static void check_all(const chip_config *chip, const mem_map *map) {
    const uint64_t lines = chip->memory.bytes / 128, per_bank = lines / chip->l2.banks;
    const uint64_t rows = lines / chip->memory.channels / chip->memory.banks / (chip->memory.row_bytes / 128);
    bool *seen = calloc(lines, sizeof *seen), *kept = calloc(lines, sizeof *kept);
    assert_true(seen && kept);
    for (uint64_t line = 0; line < lines; line++) {
        mem_place p = check_line(chip, map, line * 128);
        uint64_t at = ((uint64_t)p.channel * chip->memory.banks + p.bank) * rows + p.row;
        at = at * (chip->memory.row_bytes / 128) + p.col;
        assert_true(at < lines && p.index < per_bank);
        assert_false(seen[at]);
        assert_false(kept[p.l2_bank * per_bank + p.index]);
        seen[at] = kept[p.l2_bank * per_bank + p.index] = true;
    }
    free(seen);
    free(kept);
}

/* ---- random maps ---- */

/* `bits` random masks below 2^end, independent of those in the basis. */
static xor_index draw_list(gf2_basis *basis, uint32_t *number, uint32_t bits, uint32_t end,
                           uint64_t *random) {
    xor_index list = {0};
    while (list.count < bits) {
        uint64_t mask = unit_test_random(random) & ((UINT64_C(1) << end) - 1) & ~UINT64_C(127);
        if (gf2_basis_add(basis, mask, *number) == 0) {
            list.bit[list.count++] = mask;
            ++*number;
        }
    }
    return list;
}

/* A chip of 2^bits bytes with random sizes and lists, some of them left out. */
static chip_config draw_chip(uint32_t bits, uint64_t *random) {
    const uint32_t channel = (uint32_t)(unit_test_random(random) % 3),
                   bank = (uint32_t)(unit_test_random(random) % 4);
    const uint32_t slice = (uint32_t)(unit_test_random(random) % 2),
                   set = (uint32_t)(unit_test_random(random) % 4);
    const uint32_t column = (uint32_t)(unit_test_random(random) % 3);
    const uint64_t given = unit_test_random(random);
    chip_config chip = {.name = "random", .l2.ways = 2, .l2.banks = 1U << (channel + slice)};
    chip.l2.bytes = chip.l2.banks * chip.l2.ways * 128U << set;
    chip.memory =
        (memory_config){.bytes = UINT64_C(1) << bits, .channels = 1U << channel, .banks = 1U << bank};
    chip.memory.row_bytes = 128U << column;
    map_config *m = &chip.memory.map;
    m->kind = "xor";
    gf2_basis dram = {0}, l2 = {0};
    uint32_t drawn = 0, number = 0;
    const uint32_t row = bits - 7 - channel - bank - column;
    if (given & 1U)
        m->channel = draw_list(&dram, &drawn, channel, bits, random);
    if (given & 2U)
        m->bank = draw_list(&dram, &drawn, bank, bits, random);
    if (given & 4U)
        m->row = draw_list(&dram, &drawn, row, bits, random);
    if (given & 8U)
        m->column = draw_list(&dram, &drawn, column, bits, random);
    /* Set and slice can depend on a channel that is left out. */
    if ((given & 1U) == 0)
        return chip;
    for (uint32_t i = 0; i < channel; i++)
        (void)gf2_basis_add(&l2, m->channel.bit[i], number++);
    if (given & 16U)
        m->slice = draw_list(&l2, &number, slice, bits, random);
    if (given & 32U)
        m->set = draw_list(&l2, &number, set, bits, random);
    return chip;
}

static void random_maps_are_one_to_one(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < 200; n++) {
        chip_config chip = draw_chip(16 + n % 3, &random);
        mem_map *map = open_map(&chip);
        check_all(&chip, map);
        mem_map_free(map);
    }
    for (uint32_t n = 0; n < 50; n++) {
        chip_config chip = draw_chip(30, &random);
        mem_map *map = open_map(&chip);
        for (uint32_t i = 0; i < 2000; i++)
            (void)check_line(&chip, map, unit_test_random(&random) % chip.memory.bytes & ~UINT64_C(127));
        mem_map_free(map);
    }
}

/* A list that depends on others is refused, with the bits that do. */
static void planted_dependence(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < 200; n++) {
        chip_config chip = map_published_chip(gtx1080_hash, UINT64_C(1) << 33);
        map_config *m = &chip.memory.map;
        uint32_t victim = (uint32_t)(unit_test_random(&random) % 4), other = (victim + 1) % 4;
        uint32_t channel = (uint32_t)(unit_test_random(&random) % 3);
        char err[256] = "", text[256];
        m->bank.bit[victim] = m->bank.bit[other] ^ m->channel.bit[channel];
        assert_null(mem_map_new(&chip, err, sizeof err));
        (void)snprintf(text, sizeof text,
                       "chip 'published': memory.map: dependent bits, so that addresses share a place: "
                       "bank bit %u ^ bank bit %u ^ channel bit %u = 0",
                       victim < other ? victim : other, victim < other ? other : victim, channel);
        assert_string_equal(err, text);
    }
    chip_config chip = map_published_chip(gtx1080_hash, UINT64_C(1) << 33);
    char err[256] = "";
    chip.memory.map.set.bit[5] = chip.memory.map.channel.bit[2];
    assert_null(mem_map_new(&chip, err, sizeof err));
    assert_non_null(strstr(err, "set bit 5 ^ channel bit 2 = 0"));
    chip.memory.map.bank.bit[1] = 0;
    assert_null(mem_map_new(&chip, err, sizeof err));
    assert_non_null(strstr(err, ": bank bit 1 = 0"));
}

static void refused(void **state) {
    (void)state;
    char err[256] = "";
    const chip_config good = map_published_chip(gtx1080_hash, UINT64_C(1) << 33);
    struct {
        chip_config chip;
        const char *text;
    } bad[8];
    for (uint32_t i = 0; i < 8; i++)
        bad[i].chip = good;
    bad[0].chip.memory.map.channel.count = 2;
    bad[0].text = "memory.map.channel: expected 3 bits, or none, found 2";
    bad[1].chip.memory.map.bank.bit[1] |= 64;
    bad[1].text = "memory.map.bank: bit 1: expected address bits 7..32";
    bad[2].chip.memory.map.set.bit[6] |= UINT64_C(1) << 33;
    bad[2].text = "memory.map.set: bit 6: expected address bits 7..32";
    bad[3].chip.memory.bytes--;
    bad[3].text = "memory.bytes: address map xor expects a power of two, found 8589934591";
    bad[4].chip.memory.bytes = UINT64_C(1) << 41;
    bad[4].text = "memory.bytes: address map xor expects 2^18 to 2^40";
    bad[5].chip.memory.bytes = 4096;
    bad[5].text = "memory.bytes: address map xor expects 2^18 to 2^40";
    bad[6].chip.l2.banks = 24;
    bad[6].text = "l2.banks / memory.channels: address map xor expects a power of two, found 3";
    bad[7].chip.l2.ways = 12;
    bad[7].text = "sets of an L2 bank: address map xor expects a power of two, found 170";
    for (uint32_t i = 0; i < 8; i++) {
        assert_null(mem_map_new(&bad[i].chip, err, sizeof err));
        assert_string_equal(err + strlen("chip 'published': "), bad[i].text);
    }
    mem_map_free(open_map(&good));
}

/* ---- known maps ---- */

/* Chips whose sizes are powers of two: the lists say what the code of map fold does. */
static void fold_as_lists(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const uint32_t sizes[][4] = {
        {16, 8, 8, 2048}, {8, 8, 8, 2048}, {32, 8, 16, 1024}, {1, 1, 8, 512}, {64, 16, 4, 2048}};
    for (uint32_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        chip_config chip = {.name = "fold", .l2.banks = sizes[k][0], .l2.ways = 16, .l2.bytes = 1U << 21};
        chip.memory =
            (memory_config){.channels = sizes[k][1], .banks = sizes[k][2], .row_bytes = sizes[k][3]};
        chip.memory.map.kind = "fold";
        chip.memory.bytes = UINT64_C(1) << (sizes[k][0] == 1 ? 34 : 38);
        chip_config lists = chip;
        lists.memory.map = map_lists_of_fold(&chip);
        mem_map *fold = open_map(&chip), *xored = open_map(&lists);
        for (uint64_t n = 0; n < 40000; n++) {
            uint64_t line = n < 20000 ? n : unit_test_random(&random) % (chip.memory.bytes / 128);
            mem_place a = mem_map_place(fold, line * 128), b = check_line(&lists, xored, line * 128);
            assert_true(a.l2_bank == b.l2_bank && a.channel == b.channel && a.bank == b.bank);
            assert_true(a.row == b.row && a.col == b.col);
            assert_int_equal(mem_map_set(fold, a.index), mem_map_set(xored, b.index));
        }
        mem_map_free(fold);
        mem_map_free(xored);
    }
}

/* So a memory system with the lists does what one with the code does, event by event. */
static void same_run_with_lists(void **state) {
    (void)state;
    mem_rig_traffic traffic = {.requests = 300, .seed = unit_test_seed(), .epoch = 300};
    gpu_config fold = mem_rig_config("mask"), lists = fold;
    lists.chip.memory.map = map_lists_of_fold(&fold.chip);
    mem_rig_result a = mem_rig_run(&fold, &traffic), b = mem_rig_run(&lists, &traffic);
    assert_true(a.dram_reads > 1000);
    assert_memory_equal(&a, &b, sizeof a);
}

/* Two lines share a module, bank or set of the chip just when they do by the published numbers. */
static void check_published(const chip_config *chip, const published_hash *h, uint64_t *random) {
    mem_map *map = open_map(chip);
    uint32_t bank_of[512], set_of[1024];
    memset(bank_of, 0xff, sizeof bank_of);
    memset(set_of, 0xff, sizeof set_of);
    for (uint32_t n = 0; n < 100000; n++) {
        uint64_t paddr = unit_test_random(random) % chip->memory.bytes & ~UINT64_C(127);
        mem_place p = check_line(chip, map, paddr);
        uint32_t bank = number_of(&h->bank, paddr), set = number_of(&h->set, paddr);
        uint32_t mine = p.channel * chip->memory.banks + p.bank;
        uint32_t my_set = p.l2_bank * (1024 / chip->l2.banks) + mem_map_set(map, p.index);
        assert_int_equal(p.channel, number_of(&h->module, paddr));
        bank_of[bank] = bank_of[bank] == UINT32_MAX ? mine : bank_of[bank];
        set_of[set] = set_of[set] == UINT32_MAX ? my_set : set_of[set];
        assert_int_equal(bank_of[bank], mine);
        assert_int_equal(set_of[set], my_set);
    }
    for (uint32_t i = 0; i < 1024; i++)
        assert_true(set_of[i] < 1024 &&
                    (i >= chip->memory.channels * chip->memory.banks || bank_of[i] < 512));
    mem_map_free(map);
}

static void published_hashes(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const char *const *const lists[] = {gtx1080_hash, v100_hash};
    for (uint32_t k = 0; k < 2; k++) {
        const published_hash h = map_published(lists[k]);
        const chip_config chip = map_published_chip(lists[k], UINT64_C(1) << (33 + k));
        assert_int_equal(chip.memory.channels * chip.memory.banks, k ? 512 : 128);
        check_published(&chip, &h, &random);
    }
}

/* The chips of these names have these hashes. */
static void presets_have_published_hashes(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const published_hash gtx1080 = map_published(gtx1080_hash), v100 = map_published(v100_hash);
    check_published(chip_preset("gtx1080"), &gtx1080, &random);
    check_published(chip_preset("v100"), &v100, &random);
}

/* ---- page colours ---- */

static void page_colours(void **state) {
    (void)state;
    struct {
        const char *const *lists;
        uint32_t bits, page_bits, colours;
    } known[] = {
        {gtx1080_hash, 33, 12, 1}, /* m2: 2 colours (Fractional GPUs §V) */
        {v100_hash, 34, 12, 3},    /* 8 colours */
        {gtx1080_hash, 33, 16, 0}, {v100_hash, 34, 7, 5}, {v100_hash, 34, 21, 0},
    };
    uint64_t random = unit_test_seed();
    for (uint32_t k = 0; k < sizeof known / sizeof *known; k++) {
        chip_config chip = map_published_chip(known[k].lists, UINT64_C(1) << known[k].bits);
        mem_map *map = open_map(&chip);
        uint64_t mask[CHIP_INDEX_BITS];
        uint32_t channels[64] = {0}; /* of each colour, a bit per channel */
        assert_int_equal(mem_map_colours(map, known[k].page_bits, mask), known[k].colours);
        for (uint32_t n = 0; n < 20000; n++) {
            uint64_t paddr = unit_test_random(&random) % chip.memory.bytes;
            uint32_t colour = (uint32_t)gf2_multiply(mask, known[k].colours, paddr);
            uint64_t same = paddr ^ (unit_test_random(&random) & ((UINT64_C(1) << known[k].page_bits) - 1));
            assert_int_equal(gf2_multiply(mask, known[k].colours, same), colour);
            channels[colour] |= 1U << mem_map_place(map, paddr).channel;
        }
        /* No channel has two colours, and each colour has its share. */
        for (uint32_t a = 0; a < 1U << known[k].colours; a++) {
            assert_int_equal(__builtin_popcount(channels[a]), chip.memory.channels >> known[k].colours);
            for (uint32_t b = 0; b < a; b++)
                assert_int_equal(channels[a] & channels[b], 0);
        }
        mem_map_free(map);
    }
    chip_config mask_chip = *chip_preset("mask");
    uint64_t none[CHIP_INDEX_BITS];
    mem_map *fold = open_map(&mask_chip);
    assert_int_equal(mem_map_colours(fold, 12, none), 0);
    mem_map_free(fold);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_maps_are_one_to_one),
        cmocka_unit_test(planted_dependence),
        cmocka_unit_test(refused),
        cmocka_unit_test(fold_as_lists),
        cmocka_unit_test(same_run_with_lists),
        cmocka_unit_test(published_hashes),
        cmocka_unit_test(presets_have_published_hashes),
        cmocka_unit_test(page_colours),
    };
    return UNIT_TEST_RUN("map_xor", tests);
}
