/* SPDX-License-Identifier: Apache-2.0 */
/* Frames: nothing is handed out twice, nothing is lost, whatever the allocator; what each allocator promises.
 */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "base/gf2.h"
#include "map_lists.h"
#include "mmu/address_space.h"
#include "os/page_allocators.h"

#define FRAMES 5000U /* of data, no power of two */
#define TABLES 64U
#define PAGES  4096U /* at most, at a time */

/* ---- the pool against an array ---- */

static void pool_against_an_array(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < 20; n++) {
        const uint64_t frames = 1 + unit_test_random(&random) % 9000;
        frame_pool *p = frame_pool_new(frames);
        bool *taken = calloc(frames, sizeof *taken);
        assert_true(p && taken);
        uint64_t free_frames = frames;
        for (uint32_t step = 0; step < 3000; step++) {
            uint64_t r = unit_test_random(&random), first = r % (frames + 3),
                     count = r >> 40 & (r >> 60 ? 7 : 255);
            bool give = r >> 32 & 1U, good = first + count <= frames;
            for (uint64_t i = first; good && i < first + count; i++)
                good = taken[i] == give;
            assert_int_equal((give ? frame_pool_give : frame_pool_take)(p, first, count), good);
            for (uint64_t i = first; good && i < first + count; i++)
                taken[i] = !give;
            free_frames += good ? (give ? count : -count) : 0;
            assert_int_equal(frame_pool_free_frames(p), free_frames);
            uint64_t from = unit_test_random(&random) % frames, next = from;
            while (next < frames && taken[next])
                next++;
            assert_true(frame_pool_next_free(p, from) == (next < frames ? next : FRAME_NONE));
            uint32_t order = (uint32_t)(r >> 50) % 8;
            uint64_t size = UINT64_C(1) << order, run = (from + size - 1) / size * size, used = 0;
            for (; run + size <= frames; run += size) {
                for (used = 0; used < size && !taken[run + used]; used++)
                    continue;
                if (used == size)
                    break;
            }
            assert_true(frame_pool_next_run(p, order, from) == (run + size <= frames ? run : FRAME_NONE));
        }
        assert_int_equal(frame_pool_runs(p, 0), free_frames);
        free(taken);
        frame_pool_free(p);
    }
}

/* ---- every allocator ---- */

typedef struct {
    uint64_t ppn;
    uint32_t order;
    uint16_t asid;
} page;

static const uint64_t colours[] = {UINT64_C(1) << 16 | UINT64_C(1) << 19, UINT64_C(1) << 17 | UINT64_C(1)
                                                                                                  << 20};

static phys_mem *memory_in(const page_allocator *a, const colour_range *of_spaces) {
    const page_allocator_setup setup = {
        .seed = 7, .spaces = 3, .colour_bits = 2, .colour_mask = colours, .colours = of_spaces};
    char err[256] = "";
    phys_mem *m = phys_mem_new_with(FRAMES + TABLES, TABLES, a, &setup, err, sizeof err);
    if (m == NULL)
        fail_msg("%s", err);
    return m;
}

static phys_mem *memory_with(const page_allocator *a) {
    return memory_in(a, NULL);
}

static void mark(bool *taken, const page *p, bool value) {
    for (uint64_t i = p->ppn; i < p->ppn + (UINT64_C(1) << p->order); i++) {
        assert_true(i < FRAMES);
        if (taken == NULL || taken[i] == value)
            fail_msg("frame %lu", (unsigned long)i);
        taken[i] = value;
    }
}

static void nothing_twice_nothing_lost(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (const policy_row *const *row = page_allocators; *row; row++) {
        phys_mem *m = memory_with(page_allocators_find((*row)->name));
        bool *taken = calloc(FRAMES, sizeof *taken);
        page *pages = calloc(PAGES, sizeof *pages);
        assert_true(taken && pages);
        uint64_t frames = 0;
        uint32_t count = 0;
        for (uint32_t step = 0; step < 30000; step++) {
            uint64_t r = unit_test_random(&random);
            /* Phases that fill the memory, and phases that empty it. */
            if (count < PAGES && r % 8 < (step / 5000 % 2 ? 3 : 6)) {
                page p = {.order = r >> 8 & 15U ? 0 : (uint32_t)(r >> 16) % 6,
                          .asid = (uint16_t)(1 + (r >> 24) % 3)};
                if (!phys_mem_alloc_run(m, p.asid, p.order, &p.ppn))
                    continue; /* no such run is left */
                assert_int_equal(p.ppn % (UINT64_C(1) << p.order), 0);
                mark(taken, &p, true);
                pages[count++] = p;
                frames += UINT64_C(1) << p.order;
            } else if (count) {
                uint32_t victim = (uint32_t)(r >> 8) % count;
                page p = pages[victim];
                assert_true(phys_mem_release_run(m, p.asid, p.ppn, p.order));
                assert_false(phys_mem_release_run(m, p.asid, p.ppn, p.order));
                mark(taken, &p, false);
                pages[victim] = pages[--count];
                frames -= UINT64_C(1) << p.order;
            }
            assert_int_equal(phys_mem_data_frames(m), frames);
            assert_int_equal(phys_mem_scattered(m, 0), 0);
        }
        while (count) {
            count--;
            assert_true(phys_mem_release_run(m, pages[count].asid, pages[count].ppn, pages[count].order));
        }
        assert_int_equal(phys_mem_data_frames(m), 0);
        /* All came back: every frame is handed out again, and then nothing is left. */
        memset(taken, 0, FRAMES * sizeof *taken);
        for (uint16_t asid = 1; asid <= 3; asid++)
            for (page p = {.asid = asid}; phys_mem_alloc_run(m, asid, 0, &p.ppn);)
                mark(taken, &p, true);
        assert_int_equal(phys_mem_data_frames(m), FRAMES);
        uint64_t none = 0;
        assert_false(phys_mem_alloc_run(m, 1, 0, &none) || phys_mem_alloc_run(m, 2, 3, &none));
        phys_mem_free(m);
        free(taken);
        free(pages);
    }
}

/* ---- each one's promise ---- */

static void ascending(void **state) {
    (void)state;
    phys_mem *m = phys_mem_new(FRAMES + TABLES, TABLES);
    uint64_t ppn = 0;
    for (uint64_t i = 0; i < 10; i++)
        assert_true(phys_mem_alloc_run(m, 1, 0, &ppn) && ppn == i);
    assert_true(phys_mem_alloc_run(m, 1, 4, &ppn) && ppn == 16);
    assert_true(phys_mem_alloc_run(m, 1, 0, &ppn) && ppn == 10);
    assert_true(phys_mem_release_run(m, 1, 3, 0));
    assert_true(phys_mem_alloc_run(m, 1, 0, &ppn) && ppn == 3);
    /* 32 frames are taken but five, and what is left is not all in runs of 16. */
    assert_int_equal(phys_mem_data_frames(m), 27);
    assert_int_equal(phys_mem_scattered(m, 4), 5 + FRAMES % 16);
    assert_true(phys_mem_reserve(m, UINT64_C(40) << 12, 3 << 12));
    assert_false(phys_mem_reserve(m, UINT64_C(42) << 12, 1));
    assert_true(phys_mem_reserve(m, UINT64_C(1) << 40, UINT64_C(1) << 30)); /* beyond all frames */
    for (uint64_t i = 11; i < 50; i++)
        if (i < 16 || (i >= 32 && i < 40) || i >= 43)
            assert_true(phys_mem_alloc_run(m, 1, 0, &ppn) && ppn == i);
    phys_mem_free(m);
}

static void random_frames_are_spread(void **state) {
    (void)state;
    phys_mem *a = memory_with(page_allocators_find("random")),
             *b = memory_with(page_allocators_find("random"));
    uint32_t quarter[4] = {0}, neighbours = 0;
    uint64_t before = 0;
    for (uint32_t i = 0; i < 400; i++) {
        uint64_t ppn = 0, same = 0;
        assert_true(phys_mem_alloc_run(a, 1, 0, &ppn) && phys_mem_alloc_run(b, 1, 0, &same));
        assert_int_equal(ppn, same); /* of one seed */
        quarter[ppn / (FRAMES / 4)]++;
        neighbours += ppn == before + 1;
        before = ppn;
    }
    for (uint32_t q = 0; q < 4; q++)
        assert_true(quarter[q] > 50);
    assert_true(neighbours < 20);
    assert_true(phys_mem_scattered(a, 9) > FRAMES / 2);
    phys_mem_free(a);
    phys_mem_free(b);
}

static void colours_are_kept_apart(void **state) {
    (void)state;
    phys_mem *m = memory_with(page_allocators_find("colour"));
    uint32_t seen[4] = {0};
    for (uint32_t i = 0; i < 900; i++) {
        uint16_t asid = (uint16_t)(1 + i % 3);
        uint32_t order = i % 7 == 0 ? 4 : 0;
        uint64_t ppn = 0;
        assert_true(phys_mem_alloc_run(m, asid, order, &ppn));
        for (uint64_t k = 0; k < UINT64_C(1) << order; k++) {
            uint32_t colour = (uint32_t)gf2_multiply(colours, 2, (ppn + k) << 12);
            assert_true(seen[colour] == 0 || seen[colour] == asid);
            seen[colour] = asid;
        }
    }
    for (uint32_t c = 0; c < 4; c++)
        assert_int_not_equal(seen[c], 0);
    uint64_t none = 0;
    assert_false(phys_mem_alloc_run(m, 1, 5, &none)); /* 128 KB have both values of bit 16 */
    phys_mem_free(m);
}

/* FGPU V-G: "All future allocations of GPU memory for that application are fulfilled using the appropriate
 * free-page list": until that list is empty, whatever the others have, and from then on what is given back.
 */
static void colours_as_given(void **state) {
    (void)state;
    static const colour_range given[] = {{0, 1}, {1, 2}, {3, 1}}; /* FGPU VI-A: may be asymmetric */
    phys_mem *m = memory_in(page_allocators_find("colour"), given);
    uint64_t last[3] = {0};
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t left = 0;
        for (uint64_t frame = 0; frame < FRAMES; frame++)
            left += (uint32_t)gf2_multiply(colours, 2, frame << 12) - given[i].first < given[i].count;
        while (left-- != 0) {
            assert_true(phys_mem_alloc_run(m, (uint16_t)(1 + i), 0, &last[i]));
            const uint32_t colour = (uint32_t)gf2_multiply(colours, 2, last[i] << 12);
            assert_true(colour >= given[i].first && colour < given[i].first + given[i].count);
        }
        uint64_t none = 0;
        assert_false(phys_mem_alloc_run(m, (uint16_t)(1 + i), 0, &none));
        assert_string_equal(phys_mem_used_up(m), "no frame of its page colours is free");
    }
    uint64_t again = 0;
    assert_true(phys_mem_release_run(m, 2, last[1], 0));
    assert_false(phys_mem_alloc_run(m, 1, 0, &again) || phys_mem_alloc_run(m, 3, 0, &again));
    assert_true(phys_mem_alloc_run(m, 2, 0, &again));
    assert_int_equal(again, last[1]);
    phys_mem_free(m);
}

/* Address spaces may have colours in common: what one gives back the other gets. */
static void colours_in_common(void **state) {
    (void)state;
    static const colour_range given[] = {{0, 2}, {1, 1}, {2, 2}};
    phys_mem *m = memory_in(page_allocators_find("colour"), given);
    uint64_t first = 0, ppn = 0;
    assert_true(phys_mem_alloc_run(m, 2, 0, &first));
    while (phys_mem_alloc_run(m, 1, 0, &ppn))
        assert_int_not_equal(ppn, first);
    assert_false(phys_mem_alloc_run(m, 2, 0, &ppn));
    assert_true(phys_mem_release_run(m, 2, first, 0));
    assert_true(phys_mem_alloc_run(m, 1, 0, &ppn));
    assert_int_equal(ppn, first);
    phys_mem_free(m);
}

/* FGPU V-G: GTX 1080 has pages of 4 KB in two colours, V100 in eight; larger pages lie in all modules. */
static void colours_of_chips(void **state) {
    (void)state;
    static const struct {
        const char *chip;
        uint32_t bits;
    } known[] = {{"gtx1080", 1}, {"v100", 3}};
    uint64_t random = unit_test_seed();
    for (uint32_t k = 0; k < 2; k++) {
        const chip_config *chip = chip_preset(known[k].chip);
        mem_map *map = open_map(chip);
        uint64_t mask[CHIP_INDEX_BITS];
        uint32_t channels[8] = {0};
        assert_int_equal(mem_map_colours(map, 16, mask), 0);
        assert_int_equal(mem_map_colours(map, 21, mask), 0);
        assert_int_equal(mem_map_colours(map, 12, mask), known[k].bits);
        for (uint32_t i = 0; i < 20000; i++) {
            const uint64_t first = unit_test_random(&random) % chip->memory.bytes & ~UINT64_C(4095);
            const uint64_t colour = gf2_multiply(mask, known[k].bits, first);
            for (uint32_t line = 0; line < 32; line++)
                channels[colour] |= 1U << mem_map_place(map, first + line * 128).channel;
        }
        uint32_t all = 0;
        for (uint32_t c = 0; c < 1U << known[k].bits; c++) {
            assert_int_equal(channels[c] & all, 0);
            assert_int_equal(__builtin_popcount(channels[c]), 4);
            all |= channels[c];
        }
        assert_int_equal(__builtin_popcount(all), chip->memory.channels);
        mem_map_free(map);
    }
}

/* The colours of a chip's map: V100's modules, and none on chip mask. */
static void memory_of_a_chip(void **state) {
    (void)state;
    char err[256] = "";
    chip_config chip = map_published_chip(v100_hash, UINT64_C(1) << 34);
    mem_map *map = open_map(&chip);
    chip.os.allocator = "colour";
    phys_mem *m = page_allocators_memory(&chip, map, 2, NULL, err, sizeof err);
    assert_non_null(m);
    uint32_t modules[2] = {0};
    for (uint32_t i = 0; i < 2000; i++) {
        uint64_t ppn = 0;
        assert_true(phys_mem_alloc_run(m, (uint16_t)(1 + i % 2), 0, &ppn));
        for (uint32_t line = 0; line < 32; line++)
            modules[i % 2] |= 1U << mem_map_place(map, (ppn << 12) + line * 128).channel;
    }
    assert_int_equal(modules[0] & modules[1], 0);
    assert_int_equal(modules[0] | modules[1], 0xffffffff);
    uint64_t first = 0;
    assert_true(page_allocators_reserve(m, &chip, 1 << 20, &first, err, sizeof err));
    assert_int_equal(first, UINT64_C(1) << 33);
    assert_false(page_allocators_reserve(m, &chip, UINT64_C(9) << 30, &first, err, sizeof err));
    assert_string_equal(err, "memory.bytes: 17179869184: expected at least twice the 9663676416 bytes of "
                             "thread-block contexts");
    phys_mem_free(m);
    static const colour_range apart[] = {{0, 4}, {4, 4}}, common[] = {{0, 4}, {3, 4}},
                              beyond[] = {{0, 4}, {4, 5}};
    assert_false(page_allocators_apart(&chip, 2, apart)); /* page tables may lie anywhere */
    chip.os.allocator = "split";
    assert_true(page_allocators_apart(&chip, 2, apart));
    assert_false(page_allocators_apart(&chip, 2, common));
    assert_null(page_allocators_memory(&chip, map, 2, beyond, err, sizeof err));
    assert_string_equal(err, "application 1: page colours 4 to 8: expected colours of the chip's 8");
    chip.page_table.placement = PAGE_TABLE_FRAME;
    assert_null(page_allocators_memory(&chip, map, 2, apart, err, sizeof err));
    assert_string_equal(err, "page_table.placement: frame: expected packed, as os.allocator=split gives page "
                             "tables a colour");
    chip.page_table.placement = PAGE_TABLE_PACKED;
    chip.os.allocator = "cocoa";
    assert_null(page_allocators_memory(&chip, map, 2, apart, err, sizeof err));
    assert_string_equal(err, "os.allocator: cocoa: expected colour or split, where applications have page "
                             "colours of their own");
    chip.os.allocator = "best";
    assert_null(page_allocators_memory(&chip, map, 2, NULL, err, sizeof err));
    assert_string_equal(err, "os.allocator: best: expected one of ascending, random, colour, split, cocoa");
    mem_map_free(map);
    chip_config plain = *chip_preset("mask");
    map = open_map(&plain);
    plain.os.allocator = "colour";
    assert_null(page_allocators_memory(&plain, map, 2, NULL, err, sizeof err));
    assert_string_equal(err,
                        "os.allocator: colour: expected a memory.map with a channel bit that no address bit "
                        "below 12 decides");
    mem_map_free(map);
}

/* ---- address spaces ---- */

/* Applications come and go, with pages of all sizes; what is left at the end is nothing. */
static void address_spaces_give_all_back(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t k = 0; k < PAGE_TABLE_KINDS; k++) {
        const page_table_format *f = &page_table_formats[k];
        phys_mem *m = phys_mem_new(1 << 16, 1 << 12);
        address_space *keeps = address_space_new(m, 2, f);
        assert_int_equal(address_space_map(keeps, 77, 12), MAP_OK);
        const uint64_t data = phys_mem_data_frames(m), tables = phys_mem_table_frames(m);
        for (uint32_t launch = 0; launch < 8; launch++) {
            address_space *as = address_space_new(m, 1, f);
            assert_non_null(as);
            for (uint32_t i = 0; i < 400; i++) {
                uint64_t r = unit_test_random(&random), vpn = (r >> 8) % (UINT64_C(1) << (r & 1 ? 12 : 26));
                uint64_t sizes =
                    page_table_sizes(f) & (r >> 40 & 1U ? (UINT64_C(2) << 21) - 1 : UINT64_C(1) << 12);
                uint32_t bits =
                    63U - (uint32_t)__builtin_clzll(sizes & (UINT64_MAX >> (r >> 47 & 1U ? 42 : 47)));
                map_result result =
                    r >> 41 & 1U ? address_space_map(as, vpn, bits) : address_space_reserve(as, vpn, bits);
                assert_int_not_equal(result, MAP_BAD_SIZE);
                if (r >> 42 & 1U)
                    (void)address_space_unmap(as, (r >> 9) % 4096);
                if ((r >> 43 & 7U) == 0)
                    (void)address_space_unmap_range(as, (r >> 9) % 4096, (r >> 50) % 2048);
                if (r >> 46 & 1U)
                    (void)address_space_move(as, vpn);
            }
            assert_true(phys_mem_data_frames(m) > data && phys_mem_table_frames(m) > tables);
            if (launch % 2) {
                address_space_clear(as);
                assert_int_equal(address_space_pages(as), 0);
                assert_int_equal(phys_mem_data_frames(m), data);
                assert_int_equal(phys_mem_table_frames(m), tables + 1);
                assert_int_equal(address_space_map(as, 5, 12), MAP_OK);
            }
            address_space_free(as);
            assert_int_equal(phys_mem_data_frames(m), data);
            assert_int_equal(phys_mem_table_frames(m), tables);
        }
        translation t;
        assert_true(address_space_translate(keeps, 77, &t));
        assert_int_equal(t.ppn, 0);
        address_space_free(keeps);
        assert_int_equal(phys_mem_data_frames(m) + phys_mem_table_frames(m), 0);
        phys_mem_free(m);
    }
}

/* Only pages that lie wholly in the range go. */
static void unmap_range(void **state) {
    (void)state;
    phys_mem *m = phys_mem_new(1 << 16, 1 << 12);
    address_space *as = address_space_new(m, 1, &page_table_formats[PAGE_TABLE_X86]);
    for (uint64_t vpn = 0; vpn < 100; vpn++)
        assert_int_equal(address_space_map(as, 1000 + vpn, 12), MAP_OK);
    assert_int_equal(address_space_reserve(as, 1100, 12), MAP_OK);
    assert_int_equal(address_space_map(as, 2048, 21), MAP_OK);
    assert_int_equal(address_space_map(as, UINT64_C(1) << 35, 12), MAP_OK);
    assert_int_equal(address_space_unmap_range(as, 1050, 10), 10);
    assert_int_equal(address_space_unmap_range(as, 1050, 10), 0);
    assert_int_equal(address_space_unmap_range(as, 1090, 1400), 11); /* not all of the large page */
    translation t;
    assert_true(address_space_translate(as, 1049, &t) && address_space_translate(as, 1060, &t));
    assert_true(address_space_translate(as, 2048, &t));
    assert_false(address_space_translate(as, 1050, &t) || address_space_translate(as, 1059, &t));
    assert_int_equal(address_space_pages(as), 80 + 2);
    assert_int_equal(address_space_unmap_range(as, 0, UINT64_MAX), 80 + 512 + 1);
    assert_int_equal(address_space_pages(as), 0);
    assert_int_equal(phys_mem_data_frames(m), 0);
    address_space_free(as);
    phys_mem_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool_against_an_array),
        cmocka_unit_test(nothing_twice_nothing_lost),
        cmocka_unit_test(ascending),
        cmocka_unit_test(random_frames_are_spread),
        cmocka_unit_test(colours_are_kept_apart),
        cmocka_unit_test(colours_as_given),
        cmocka_unit_test(colours_in_common),
        cmocka_unit_test(colours_of_chips),
        cmocka_unit_test(memory_of_a_chip),
        cmocka_unit_test(address_spaces_give_all_back),
        cmocka_unit_test(unmap_range),
    };
    return UNIT_TEST_RUN("page_allocators", tests);
}
