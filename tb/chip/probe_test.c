/* SPDX-License-Identifier: Apache-2.0 */
/* Experiments on simulated chips: they get the latencies of their accesses, and find what the description
 * says. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "chip/probe_gpu.h"
#include "config/config_check.h"
#include "study/probe/tlb_boundary.h"
#include "study/probe/tlb_sharing.h"
#include "unit_test.h"

#define CHIPS        2U
#define MOST_COVERED (UINT64_C(4) << 20) /* bytes of an entry, so that all levels fit memory twice */

typedef struct {
    uint32_t sets, ways, pages;
    bool hashed;
} drawn_level;

static uint64_t draw(uint64_t *random, uint64_t least, uint64_t most) {
    return least + unit_test_random(random) % (most - least + 1);
}

static void start_chip(gpu_config *c) {
    memset(c, 0, sizeof *c);
    c->chip = *chip_preset("mask");
    c->design = *design_preset("sharedtlb");
    config_set_defaults(c);
    c->schedule = schedule_defaults;
    c->exceptions = exception_defaults;
    c->seed = 1;
    c->window_bytes = (size_t)64 << 20;
}

static void set_level(tlb_level_config *to, const drawn_level *l) {
    to->entries = l->sets * l->ways;
    to->ways = l->ways;
    to->pages = l->pages;
    to->index = l->hashed ? "xor" : "low";
}

/* A die of six SMs in GPCs of two, one to three of them off. */
static void draw_die(chip_config *chip, uint64_t *random) {
    chip->sm.gpc = 2;
    chip->sm.tpc = 1;
    chip->sm.order = (sm_order)draw(random, 0, 1);
    chip->sm.off.count = (uint32_t)draw(random, 1, 3);
    chip->sm.count = 6 - chip->sm.off.count;
    for (uint32_t i = 0; i < chip->sm.off.count; i++)
        chip->sm.off.number[i] = (uint32_t)draw(random, 2 * i, 2 * i + 1);
}

/* Two or three levels, each with at least twice the entries of the one before, in a few SMs. */
static void draw_chip(gpu_config *c, uint64_t *random) {
    static const uint32_t pages[] = {4096, 65536, 2097152};
    start_chip(c);
    chip_config *chip = &c->chip;
    draw_die(chip, random);
    chip->page_table = page_table_formats[PAGE_TABLE_PASCAL];
    chip->page_sizes = (page_size_list){.count = 1, .bytes = {pages[draw(random, 0, 2)]}};
    chip->tlb.levels = (uint32_t)draw(random, 2, 3);
    chip->tlb.level[2] = chip->tlb.level[1];
    chip->tlb.level[1].shared_by = TLB_OF_GPC;
    chip->tlb.level[chip->tlb.levels - 1].shared_by = TLB_OF_CHIP;
    uint32_t entries = 0;
    uint32_t neighbours = 1;
    for (uint32_t k = 0; k < chip->tlb.levels; k++) {
        drawn_level l = {.hashed = draw(random, 0, 1) != 0};
        neighbours <<= draw(random, 0, 2);
        while (neighbours * (uint64_t)chip->page_sizes.bytes[0] > MOST_COVERED)
            neighbours /= 2;
        l.pages = neighbours;
        do {
            l.sets = 1U << draw(random, 0, 6);
            l.ways = (uint32_t)draw(random, 2, 16);
        } while (l.sets * l.ways < 2 * entries || l.sets * l.ways > 40U << 2 * k);
        entries = l.sets * l.ways;
        set_level(&chip->tlb.level[k], &l);
        chip->tlb.level[k].latency = (uint32_t)draw(random, 1, 60);
    }
}

static void check_level(const chip_config *chip, uint32_t k, const tlb_boundary_level *found) {
    const tlb_level_config *l = &chip->tlb.level[k];
    const uint64_t page = chip->page_sizes.bytes[0], covers = l->pages * page;
    if (found->entries != l->entries || found->covers != covers)
        print_error("level %u of %u: %u entries of %" PRIu64
                    " bytes found, %u (%u ways, index %s) of %" PRIu64 " there\n",
                    k + 1, chip->tlb.levels, found->entries, found->covers, l->entries, l->ways, l->index,
                    covers);
    assert_int_equal(found->entries, l->entries);
    assert_int_equal(found->covers, covers);
    assert_int_equal(found->brings, page);
    /* The request and the reply take a distance each, the look-up the latency. */
    if (k + 1 < chip->tlb.levels)
        assert_true(found->miss >= 2 * chip_tlb_distance(chip, k + 1) + l[1].latency);
}

static void check_sharing(const chip_config *chip, const tlb_sharing_found *found) {
    uint8_t place[CHIP_MAX_SMS];
    chip_sm_places(chip, place);
    assert_int_equal(found->sms, chip->sm.count);
    for (uint32_t k = 0; k < chip->tlb.levels; k++) {
        const uint32_t shared = chip_tlb_sms(chip, k);
        assert_true(found->tested[k]);
        for (uint32_t i = 0; i < chip->sm.count; i++) {
            uint32_t first = 0;
            while (place[first] / shared != place[i] / shared)
                first++;
            assert_int_equal(found->group[k][i], first);
        }
    }
}

/* A chip that nobody has told the experiment about: it is drawn at random. */
static void test_random_chips(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < CHIPS; i++) {
        gpu_config c;
        char err[512];
        draw_chip(&c, &random);
        assert_true(config_check(&c, err, sizeof err));
        probe_gpu *p = probe_gpu_new(&c, false, err, sizeof err);
        assert_non_null(p);
        tlb_boundary found;
        tlb_sharing_found sharing;
        assert_true(tlb_boundary_find(probe_gpu_machine(p), &found));
        assert_true(tlb_sharing_find(probe_gpu_machine(p), &found, &sharing));
        probe_gpu_free(p);
        assert_true(found.levels >= c.chip.tlb.levels);
        for (uint32_t k = 0; k < c.chip.tlb.levels; k++)
            check_level(&c.chip, k, &found.level[k]);
        check_sharing(&c.chip, &sharing);
    }
}

/* A launch runs on its SM, and what an SM has read hits in the TLB of this SM alone. */
static void test_launches(void **state) {
    (void)state;
    gpu_config c;
    char err[512];
    start_chip(&c);
    probe_gpu *p = probe_gpu_new(&c, false, err, sizeof err);
    assert_non_null(p);
    const uint64_t address[2] = {0, 128};
    const probe_launch launch[3] = {{.sm = 29, .address = address, .count = 2},
                                    {.sm = 29, .address = address, .count = 2},
                                    {.sm = 7, .address = address, .count = 2}};
    uint32_t latency[6];
    const probe_machine *m = probe_gpu_machine(p);
    assert_true(m->run(m->ctx, launch, 3, latency));
    probe_gpu_free(p);
    assert_true(latency[0] > latency[1]);     /* a walk, and DRAM */
    assert_int_equal(latency[2], latency[3]); /* both hit */
    assert_true(latency[4] > latency[5]);     /* the L2 TLB */
    assert_true(latency[4] < latency[0]);     /* but no walk */
    assert_int_equal(latency[5], latency[2]);
}

/* Memory that holds no page beside the page tables. */
static void test_no_memory(void **state) {
    (void)state;
    gpu_config c;
    char err[512] = "";
    start_chip(&c);
    c.chip.memory.bytes = UINT64_C(512) << 20;
    c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {1U << 30}};
    assert_null(probe_gpu_new(&c, false, err, sizeof err));
    assert_non_null(strstr(err, "memory.bytes: 536870912: expected"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_chips),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_no_memory),
    };
    return UNIT_TEST_RUN("probe", tests);
}
