/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of mmu/tlb.c are the host twin of the unit tlb_level: the same answers to random operations at
 * all sizes that are built, with one page size and two, slices, and victims.
 */
#include "mmu/tlb_hashed.h"

#include <string.h>

#include "chip/chip_units.h"
#include "mmu/tlb.h"
#include "mmu/tlb_policies.h"
#include "unit_test.h"

#define KB4  UINT64_C(4096)
#define KB64 (16 * KB4)
#define MB2  (512 * KB4)

typedef struct {
    tlb *host, *unit;
} pair;

static gpu_config config_of(uint64_t sizes) {
    gpu_config config = {.chip = *chip_preset("a100"), .unit_c = true};
    config.chip.page_sizes = (page_size_list){.count = 0};
    for (uint64_t left = sizes; left != 0; left &= left - 1)
        config.chip.page_sizes.bytes[config.chip.page_sizes.count++] = (uint32_t)(left & -left);
    return config;
}

static pair open_pair(const tlb_level_config *level, uint64_t sizes) {
    gpu_config config = config_of(sizes);
    assert_non_null(level_fit_of(level, sizes, false).ops);
    pair p = {.unit = tlb_new_for(&config, level)};
    config.unit_c = false;
    p.host = tlb_new_for(&config, level);
    assert_non_null(p.host);
    assert_non_null(p.unit);
    return p;
}

static void close_pair(pair *p) {
    tlb_free(p->host);
    tlb_free(p->unit);
}

static bool ask_both(const pair *p, uint16_t asid, uint64_t vpn) {
    tlb_page host = {0}, unit = {0};
    const bool hit = tlb_lookup(p->host, asid, vpn, &host);
    assert_int_equal(tlb_lookup(p->unit, asid, vpn, &unit), hit);
    assert_int_equal(unit.ppn, host.ppn);
    assert_int_equal(unit.bits, host.bits);
    return hit;
}

static void fill_both(const pair *p, uint16_t asid, uint64_t vpn, uint64_t number, uint32_t bits) {
    const uint64_t pages = UINT64_C(1) << (bits - 12);
    const tlb_page page = {.ppn = number % (1U << 7) * pages + vpn % pages, .bits = bits};
    assert_int_equal(tlb_fill(p->unit, asid, vpn, &page), tlb_fill(p->host, asid, vpn, &page));
}

/* ---- random operations ---- */

/* Group k of those in use: all of them in two sets of a slice or two, and bit 47 is used both ways. */
static uint64_t draw_vpn(uint64_t r, uint32_t groups, uint32_t sets, uint32_t pages) {
    const uint64_t k = r % groups, high = k * 0x91 * sets;
    const uint64_t group = high ^ tlb_xor_fold(high, sets) ^ (r >> 16) % 2;
    return (group * pages + (r >> 20) % 3 * (pages / 2 - 1)) * 16 + (r >> 30) % 16 +
           ((r >> 34) % 8 == 0 ? 1ULL << 35 : 0);
}

/* One operation; counts hits. */
static uint32_t operate_both(const pair *p, uint64_t r, uint64_t vpn, uint64_t sizes) {
    const uint64_t what = (r >> 50) % 1000;
    const uint16_t asid = (uint16_t)((r >> 40) % 4 == 0 ? 300 : 44);
    const uint32_t small = (uint32_t)__builtin_ctzll(sizes), large = 63U - (uint32_t)__builtin_clzll(sizes);
    if (what < 600)
        return ask_both(p, asid, vpn);
    if (what < 950)
        fill_both(p, asid, vpn, r >> 36, what % 3 == 0 ? large : small);
    else if (what < 955)
        fill_both(p, asid, vpn, r >> 36, what % 2 == 0 ? 12 : 25); /* too small, or kept as a piece */
    else if (what < 975)
        assert_int_equal(tlb_invalidate_size(p->unit, asid, vpn, what % 2 == 0 ? small : large),
                         tlb_invalidate_size(p->host, asid, vpn, what % 2 == 0 ? small : large));
    else if (what < 998)
        assert_int_equal(tlb_invalidate(p->unit, asid, vpn), tlb_invalidate(p->host, asid, vpn));
    else if (what < 999)
        assert_int_equal(tlb_invalidate_space(p->unit, asid), tlb_invalidate_space(p->host, asid));
    else {
        tlb_flush(p->host);
        tlb_flush(p->unit);
    }
    return 0;
}

static void compare_twins(const unit_ops *build, uint32_t slices, bool victims, uint64_t sizes,
                          uint64_t *random) {
    const uint32_t sets = unit_size_of(build, "LEVEL_SETS"), ways = unit_size_of(build, "LEVEL_WAYS"),
                   pages = unit_size_of(build, "LEVEL_PAGES"), kept = unit_size_of(build, "LEVEL_VICTIMS");
    const tlb_level_config level = {.entries = sets * ways * slices,
                                    .ways = ways,
                                    .pages = pages,
                                    .index = "xor",
                                    .slices = slices,
                                    .slice_from = slices > 1 ? 31 : 0,
                                    .victims = victims ? kept : 0};
    pair p = open_pair(&level, sizes);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t r = unit_test_random(random);
        const uint32_t groups = (ways + kept) * (1 + i / 4000 % 3);
        hits += operate_both(&p, r, draw_vpn(unit_test_random(random), groups, sets, pages), sizes);
    }
    assert_true(hits > 200);
    close_pair(&p);
}

static void twins_at_random(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    uint32_t builds = 0;
    for (const unit_ops *const *b = unit_builds(false); *b; b++) {
        if (strcmp((*b)->unit, LEVEL_UNIT) != 0)
            continue;
        builds++;
        compare_twins(*b, 1, true, KB64, &random);
        compare_twins(*b, 1, false, KB64 | MB2, &random);
        compare_twins(*b, 2, true, KB64 | MB2, &random);
    }
    assert_true(builds >= 3);
}

/* ---- what it is for ---- */

/* Number k of those groups of 16 pages of 2 MB whose addresses, bits 25 to 46, give this set by XOR-8. Their
 * parity is that of the set, so it is the slice, too: sets 6 and 9 are in slice 0, set 7 in slice 1. */
static uint64_t group_of_set(uint64_t k, uint32_t set) {
    for (uint64_t group = 0, seen = 0;; group++)
        if (tlb_xor_fold(group, 256) == set && seen++ == k)
            return group;
}

/* TunneLs, Table 1: the L3 uTLB of an A100 keeps 2 slices of 256 sets x 8 ways x 16 pages and 8 victims in
 * each. A program that strides so that all its pages of 2 MB fall into one set has room for 16 x 16 of them,
 * until another program has the ninth group in some other set of the slice: so a neighbour is seen, whatever
 * its SMs (their covert channel). */
static void a_neighbour_is_seen(void **state) {
    (void)state;
    const chip_config *a100 = chip_preset("a100");
    pair p = open_pair(&a100->tlb.level[2], chip_page_sizes(a100));
    for (uint64_t page = 0; page < 256; page++)
        fill_both(&p, 1, (group_of_set(page / 16, 6) * 16 + page % 16) * 512, page, 21);
    for (uint64_t page = 0; page < 256; page++)
        assert_true(ask_both(&p, 1, (group_of_set(page / 16, 6) * 16 + page % 16) * 512));
    for (uint64_t k = 0; k < 9; k++) { /* in the other slice: nothing is seen */
        fill_both(&p, 2, group_of_set(k, 7) * 8192, k, 21);
        assert_true(ask_both(&p, 1, group_of_set(0, 6) * 8192));
    }
    for (uint64_t k = 0; k < 9; k++) {
        assert_true(ask_both(&p, 1, group_of_set(0, 6) * 8192));
        fill_both(&p, 2, group_of_set(k, 9) * 8192, k, 21);
    }
    uint32_t left = 0;
    for (uint64_t page = 0; page < 256; page++)
        left += ask_both(&p, 1, (group_of_set(page / 16, 6) * 16 + page % 16) * 512);
    assert_int_equal(left, 128);
    close_pair(&p);
}

/* ---- levels that no unit fits ---- */

static const char *fitting_level(tlb_level_config level, uint64_t page_sizes) {
    const unit_ops *ops = level_fit_of(&level, page_sizes, false).ops;
    return ops ? ops->name : "none";
}

/* What a chip of the preset says about the unit; NULL: none of its levels has the shape. */
static const unit_need *unit_of(const char *preset) {
    const gpu_config config = {.chip = *chip_preset(preset)};
    return chip_units_find(&config, LEVEL_UNIT);
}

static void fitting_shapes(void **state) {
    (void)state;
    const tlb_level_config small = {.entries = 16, .ways = 4, .pages = 4, .index = "xor"};
    tlb_level_config level = small;
    assert_string_equal(fitting_level(small, KB64 | MB2), "tlb_level");
    assert_string_equal(fitting_level(small, KB4), "tlb_level");
    assert_string_equal(fitting_level(small, KB4 | KB64 | MB2), "none"); /* three sizes */
    level.victims = 3;
    assert_string_equal(fitting_level(level, KB64), "none");
    level = small;
    level.index = "low";
    assert_string_equal(fitting_level(level, KB64), "none");
    level = small;
    level.replacement = "fifo";
    assert_string_equal(fitting_level(level, KB64), "none");
    level = small;
    level.index_from = 20;
    assert_string_equal(fitting_level(level, KB64), "none");
    level = small;
    level.slices = 2;
    level.slice_from = 25;
    assert_string_equal(fitting_level(level, KB64), "none"); /* two sets in each */
    level = small;
    level.entries = 0;
    assert_string_equal(fitting_level(level, KB64), "none");
    const tlb_config *a100 = &chip_preset("a100")->tlb, *rtx3080 = &chip_preset("rtx3080")->tlb;
    assert_string_equal(fitting_level(a100->level[0], KB64 | MB2), "none");
    assert_string_equal(fitting_level(a100->level[1], KB64 | MB2), "tlb_level_256");
    assert_string_equal(fitting_level(a100->level[2], KB64 | MB2), "tlb_level_256");
    assert_string_equal(fitting_level(rtx3080->level[1], KB64 | MB2), "tlb_level_128");
    assert_string_equal(fitting_level(rtx3080->level[2], KB64 | MB2), "tlb_level_256");
    assert_ptr_not_equal(unit_of("a100"), NULL);
    assert_ptr_equal(unit_of("mask"), NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_at_random),
        cmocka_unit_test(a_neighbour_is_seen),
        cmocka_unit_test(fitting_shapes),
    };
    return UNIT_TEST_RUN("tlb_hashed", tests);
}
