/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of mmu/tlb.c are the host twin of the unit two_size_tlb: the same answers to random operations
 * at all sizes that are built, and to all sequences of operations at a tiny size. And what the two sizes are
 * for.
 */
#include "mmu/tlb_two_size.h"

#include <stdlib.h>
#include <string.h>

#include "chip/chip_units.h"
#include "mmu/tlb.h"
#include "two_size_tlb_model.h"
#include "unit_test.h"

/* The unit once more, at a tiny size. */
#undef GMMU_TLB_SETS
#undef GMMU_TLB_WAYS
#undef GMMU_TLB_LARGE
#define GMMU_TLB_SETS        1
#define GMMU_TLB_WAYS        2
#define GMMU_TLB_LARGE       2
#define two_size_tlb_reset   tiny_reset
#define two_size_tlb_outputs tiny_outputs
#define two_size_tlb_step    tiny_step
#include "two_size_tlb.c" /* NOLINT(bugprone-suspicious-include) */

#define KB4  UINT64_C(4096)
#define KB64 (16 * KB4)
#define MB2  (512 * KB4)

/* ---- a host array and the unit, side by side ---- */

typedef struct {
    tlb *host, *unit;
} pair;

/* A level of base pages, and of large ones when it has such entries. */
static tlb_level_config level_of(uint32_t sets, uint32_t ways, uint32_t large, uint64_t base_bytes) {
    tlb_level_config level = {.entries = sets * ways, .ways = ways};
    if (large == 0)
        return level;
    level.arrays = 1;
    level.array[0] =
        (tlb_array_config){.entries = large, .sizes = {.count = 1, .bytes = {(uint32_t)(512 * base_bytes)}}};
    return level;
}

static gpu_config config_of(uint64_t base_bytes, bool two_sizes) {
    gpu_config config = {.chip = *chip_preset("mask"), .unit_c = true};
    config.chip.page_sizes = (page_size_list){.count = two_sizes ? 2 : 1,
                                              .bytes = {(uint32_t)base_bytes, (uint32_t)(512 * base_bytes)}};
    return config;
}

static pair open_pair(const tlb_level_config *level, const gpu_config *config) {
    gpu_config host = *config;
    host.unit_c = false;
    assert_non_null(two_size_fit_of(level, chip_page_sizes(&config->chip), false).ops);
    const pair p = {.host = tlb_new_for(&host, level), .unit = tlb_new_for(config, level)};
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

static void fill_page(const pair *p, uint16_t asid, uint64_t vpn, uint64_t number, uint32_t bits) {
    const uint64_t pages = UINT64_C(1) << (bits - 12);
    const tlb_page page = {.ppn = number % (1U << 10) * pages + vpn % pages, .bits = bits};
    assert_int_equal(tlb_fill(p->unit, asid, vpn, &page), tlb_fill(p->host, asid, vpn, &page));
}

static void flush_pair(const pair *p) {
    tlb_flush(p->host);
    tlb_flush(p->unit);
}

/* ---- random operations ---- */

static uint32_t build_size(const unit_ops *ops, const char *name) {
    for (const unit_size *s = ops->sizes; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->value;
    return 0;
}

/* One operation; counts hits. */
static uint32_t operate(const pair *p, uint64_t *random, uint64_t pages, uint32_t base_bits,
                        uint32_t large_bits) {
    const uint64_t r = unit_test_random(random), what = (r >> 48) % 1000;
    const uint16_t asid = (uint16_t)(r % 3 * 200 + 1);
    const uint64_t number = (r >> 8) % (pages + 1), shift = base_bits - 12;
    /* Some share a large page, and large pages lie apart. */
    const uint64_t vpn =
        ((number % 8 + number / 8 % 64 * 512 + number / 512 * 8) << shift) + (r >> 40) % (1U << shift);
    if (what < 600)
        return ask_both(p, asid, vpn);
    if (what < 900)
        fill_page(p, asid, vpn, r >> 20, what % 3 == 0 ? large_bits : base_bits);
    else if (what < 910)
        fill_page(p, asid, vpn, r >> 20, 12 + (uint32_t)(what % 4) * 4); /* pages of sizes in between */
    else if (what < 950)
        assert_int_equal(tlb_invalidate_size(p->unit, asid, vpn, what % 2 == 0 ? large_bits : base_bits),
                         tlb_invalidate_size(p->host, asid, vpn, what % 2 == 0 ? large_bits : base_bits));
    else if (what < 995)
        assert_int_equal(tlb_invalidate(p->unit, asid, vpn), tlb_invalidate(p->host, asid, vpn));
    else if (what < 998)
        assert_int_equal(tlb_invalidate_space(p->unit, asid), tlb_invalidate_space(p->host, asid));
    else
        flush_pair(p);
    return 0;
}

static void compare_random(const unit_ops *build, uint64_t base_bytes, bool two_sizes, uint64_t *random) {
    const uint32_t sets = build_size(build, "TLB_SETS"), ways = build_size(build, "TLB_WAYS"),
                   large = two_sizes ? build_size(build, "TLB_LARGE") : 0;
    const tlb_level_config level = level_of(sets, ways, large, base_bytes);
    const gpu_config config = config_of(base_bytes, two_sizes);
    const uint32_t base_bits = (uint32_t)__builtin_ctzll(base_bytes),
                   operations = sets * ways < 256 ? 30000 : 8000;
    pair p = open_pair(&level, &config);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < operations; i++)
        hits += operate(&p, random, (uint64_t)sets * ways * (1 + i / 1000 % 3) / 2, base_bits,
                        two_sizes ? base_bits + 9 : base_bits);
    assert_true(hits > operations / 50);
    close_pair(&p);
}

static void test_random_operations(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    uint32_t builds = 0;
    for (const unit_ops *const *b = unit_builds(false); *b; b++) {
        if (strcmp((*b)->unit, TWO_SIZE_UNIT) != 0)
            continue;
        builds++;
        compare_random(*b, KB4, true, &random);
        compare_random(*b, KB4, false, &random);
        compare_random(*b, KB64, true, &random);
    }
    assert_true(builds >= 3);
}

/* ---- all sequences of operations, two base and two large entries ---- */

static void *tiny_create(void) {
    two_size_tlb_state *s = calloc(1, sizeof *s);
    if (s)
        tiny_reset(s);
    return s;
}

static void tiny_show(void *unit, void *out) {
    two_size_tlb_out pins;
    tiny_outputs(unit, &pins);
    *(two_size_tlb_model_out *)out = (two_size_tlb_model_out){.a_valid = pins.a_valid,
                                                              .a_hit = pins.a_hit,
                                                              .a_large = pins.a_large,
                                                              .a_ppn = pins.a_ppn,
                                                              .a_dropped = pins.a_dropped};
}

static void tiny_edge(void *unit, const void *in, void *out) {
    const two_size_tlb_model_in *i = in;
    const two_size_tlb_in pins = {.lk_valid = i->lk_valid,
                                  .lk_asid = i->lk_asid,
                                  .lk_vpn = i->lk_vpn,
                                  .fill_valid = i->fill_valid,
                                  .fill_large = i->fill_large,
                                  .fill_asid = i->fill_asid,
                                  .fill_vpn = i->fill_vpn,
                                  .fill_ppn = i->fill_ppn,
                                  .inv_base = i->inv_base,
                                  .inv_large = i->inv_large,
                                  .inv_space = i->inv_space,
                                  .inv_all = i->inv_all,
                                  .inv_asid = i->inv_asid,
                                  .inv_vpn = i->inv_vpn};
    two_size_tlb_out before;
    (void)out;
    tiny_step(unit, &pins, &before);
}

static const unit_ops tiny = {
    .name = "tiny", .create = tiny_create, .destroy = free, .outputs = tiny_show, .step = tiny_edge};

enum { PLACES = 6, KINDS = 6, OPERATIONS = PLACES * KINDS, DEPTH = 4 };

/* Three pages of one large page, one of another, the first of a third, and the first of another space. */
static const struct {
    uint16_t asid;
    uint64_t vpn;
} place[PLACES] = {{1, 0}, {1, 1}, {1, 2}, {1, 512}, {1, 1024}, {2, 0}};

static uint64_t operate_tiny(tlb *host, tlb_two_size *unit, uint32_t operation, uint64_t ppn) {
    const uint16_t asid = place[operation % PLACES].asid;
    const uint64_t vpn = place[operation % PLACES].vpn;
    const uint32_t kind = operation / PLACES;
    tlb_page base = {.ppn = ppn, .bits = 12}, large = {.ppn = ppn * 512 + vpn % 512, .bits = 21};
    tlb_page of_host = {0}, of_unit = {0};
    switch (kind) {
    case 0:
        assert_int_equal(tlb_lookup(host, asid, vpn, &of_host),
                         tlb_two_size_lookup(unit, asid, vpn, &of_unit));
        assert_int_equal(of_host.ppn, of_unit.ppn);
        assert_int_equal(of_host.bits, of_unit.bits);
        return of_host.bits != 0;
    case 1:
        assert_int_equal(tlb_fill(host, asid, vpn, &base), tlb_two_size_fill(unit, asid, vpn, &base));
        return 0;
    case 2:
        assert_int_equal(tlb_fill(host, asid, vpn, &large), tlb_two_size_fill(unit, asid, vpn, &large));
        return 0;
    case 3:
        assert_int_equal(tlb_invalidate_size(host, asid, vpn, 21),
                         tlb_two_size_invalidate(unit, (tlb_drop){.large = true}, asid, vpn));
        return 0;
    case 4:
        assert_int_equal(tlb_invalidate(host, asid, vpn),
                         tlb_two_size_invalidate(unit, (tlb_drop){.base = true, .large = true}, asid, vpn));
        return 0;
    default:
        assert_int_equal(tlb_invalidate_space(host, asid),
                         tlb_two_size_invalidate(unit, (tlb_drop){.space = true}, asid, vpn));
        return 0;
    }
}

/* All sequences of DEPTH operations, each followed by a look at every page; pages leave both in the same
 * order. */
static void test_all_sequences(void **state) {
    (void)state;
    const tlb_level_config level = level_of(1, 2, 2, KB4);
    const two_size_fit fit = {.ops = &tiny, .base_bits = 12, .large_bits = 21};
    tlb *host = tlb_new(&level, KB4 | MB2);
    tlb_two_size *unit = tlb_two_size_new(&fit);
    uint64_t sequences = 1, hits = 0;
    for (uint32_t i = 0; i < DEPTH; i++)
        sequences *= OPERATIONS;
    assert_non_null(host);
    assert_non_null(unit);
    for (uint64_t sequence = 0; sequence < sequences; sequence++) {
        uint64_t rest = sequence;
        tlb_flush(host);
        (void)tlb_two_size_invalidate(unit, (tlb_drop){.all = true}, 0, 0);
        for (uint32_t i = 0; i < DEPTH; i++, rest /= OPERATIONS)
            hits += operate_tiny(host, unit, (uint32_t)(rest % OPERATIONS), i + 1);
        for (uint32_t p = 0; p < PLACES; p++)
            hits += operate_tiny(host, unit, p, 0);
    }
    assert_true(hits > sequences);
    tlb_free(host);
    tlb_two_size_free(unit);
}

/* ---- what it is for ---- */

/* A pass over `bytes` of the memory of a program, a lookup a page; what misses is filled with a page of
 * `bits`. Returns the misses. */
static uint32_t pass(const pair *p, uint64_t bytes, uint32_t bits) {
    uint32_t misses = 0;
    for (uint64_t vpn = 0; vpn < bytes / KB4; vpn++) {
        if (ask_both(p, 1, vpn))
            continue;
        misses++;
        fill_page(p, 1, vpn, vpn >> (bits - 12), bits);
    }
    return misses;
}

/* Mosaic 6.3: "Mosaic is very effective at increasing the TLB reach". Table 1: 128 base and 16 large entries
 * in the L1 TLB, so 32 MB in 16 large pages are held at once, and of 4 KB pages no more than 0.5 MB. */
static void test_large_pages_reach_farther(void **state) {
    (void)state;
    const tlb_level_config level = level_of(1, 128, 16, KB4);
    const gpu_config config = config_of(KB4, true);
    pair p = open_pair(&level, &config);
    assert_int_equal(pass(&p, 16 * MB2, 21), 16);
    assert_int_equal(pass(&p, 16 * MB2, 21), 0);
    assert_int_equal(pass(&p, 17 * MB2, 21), 1);
    assert_int_equal(pass(&p, 17 * MB2, 21), 17); /* LRU: what comes round again has just gone */
    flush_pair(&p);
    assert_int_equal(pass(&p, 128 * KB4, 12), 128);
    assert_int_equal(pass(&p, 128 * KB4, 12), 0);
    flush_pair(&p);
    assert_int_equal(pass(&p, 129 * KB4, 12), 129);
    assert_int_equal(pass(&p, 129 * KB4, 12), 129);
    close_pair(&p);
}

/* Mosaic 4.4: "The flush to the TLB removes the large page entry for this mapping, to ensure synchronization
 * across all SMs with the current state of the page table." After it base pages may lie anywhere: none may be
 * answered by the old large entry, not even one that was a base entry before the page was coalesced. */
static void test_splintered_page_moves(void **state) {
    (void)state;
    const tlb_level_config level = level_of(1, 128, 16, KB4);
    const gpu_config config = config_of(KB4, true);
    pair p = open_pair(&level, &config);
    tlb_page page;
    fill_page(&p, 1, 512 + 7, 3 * 512 + 7,
              12); /* read before it was coalesced: 4.3 needs no flush for that */
    fill_page(&p, 1, 512, 3, 21);
    assert_true(tlb_lookup(p.unit, 1, 512 + 7, &page));
    assert_int_equal(page.bits, 21);
    assert_true(ask_both(&p, 1, 512 + 7));
    assert_true(tlb_invalidate_size(p.unit, 1, 512, 21));
    assert_true(tlb_invalidate_size(p.host, 1, 512, 21));
    fill_page(&p, 1, 512 + 9, 40, 12); /* compaction has moved this page */
    for (uint64_t vpn = 512; vpn < 1024; vpn++) {
        const bool held = ask_both(&p, 1, vpn);
        assert_int_equal(held, vpn == 512 + 7 || vpn == 512 + 9);
        (void)tlb_lookup(p.unit, 1, vpn, &page);
        assert_true(!held || page.bits == 12);
        assert_true(vpn != 512 + 9 || page.ppn == 40);
    }
    close_pair(&p);
}

/* ---- levels that no unit fits ---- */

static const unit_ops *fitting(tlb_level_config level, uint64_t page_sizes) {
    return two_size_fit_of(&level, page_sizes, false).ops;
}

/* What a chip of the preset says about the unit; NULL: none of its levels has the shape. */
static const unit_need *unit_of(const char *preset) {
    const gpu_config config = {.chip = *chip_preset(preset)};
    return chip_units_find(&config, TWO_SIZE_UNIT);
}

static void test_shapes(void **state) {
    (void)state;
    const tlb_level_config mosaic = level_of(1, 128, 16, KB4);
    assert_string_equal(fitting(mosaic, KB4 | MB2)->name, "two_size_tlb_128");
    assert_string_equal(fitting((tlb_level_config){.entries = 64}, KB4)->name, "two_size_tlb_64");
    assert_string_equal(fitting((tlb_level_config){.entries = 32, .ways = 8}, MB2)->name, "two_size_tlb");
    assert_null(fitting(mosaic, KB64 | MB2)); /* 32 base pages in a large one */
    assert_null(fitting(level_of(1, 128, 15, KB4), KB4 | MB2));
    assert_null(fitting((tlb_level_config){.entries = 64}, KB4 | MB2)); /* both sizes in one array */
    assert_null(fitting((tlb_level_config){.entries = 48}, KB4));
    assert_null(fitting((tlb_level_config){.entries = 64, .replacement = "fifo"}, KB4));
    assert_null(fitting((tlb_level_config){.entries = 32, .ways = 8, .index = "xor"}, KB4));
    assert_null(fitting((tlb_level_config){.entries = 64, .pages = 16}, KB4));
    assert_null(fitting((tlb_level_config){.entries = 0}, KB4));
    assert_ptr_not_equal(unit_of("mask"), NULL);
    assert_ptr_not_equal(unit_of("tanasic"), NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_operations),
        cmocka_unit_test(test_all_sequences),
        cmocka_unit_test(test_large_pages_reach_farther),
        cmocka_unit_test(test_splintered_page_moves),
        cmocka_unit_test(test_shapes),
    };
    return UNIT_TEST_RUN("tlb_two_size", tests);
}
