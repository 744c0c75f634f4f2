/* SPDX-License-Identifier: Apache-2.0 */
/* Every page-table format, with pages of all its sizes, against a plain list of pages. */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "config/chip.h"
#include "mmu/address_space.h"
#include "mmu/oracle.h"

#define BASE      12U
#define MAX_PAGES 4096U
#define STEPS     6000U

typedef struct {
    uint64_t first; /* vpn */
    uint64_t ppn;
    uint32_t bits;
    bool resident, writable;
} plain_page;

typedef struct {
    plain_page page[MAX_PAGES];
    uint32_t count;
} plain_map;

static uint64_t pages_of(uint32_t bits) {
    return UINT64_C(1) << (bits - BASE);
}

static plain_page *plain_find(plain_map *m, uint64_t vpn) {
    for (uint32_t i = 0; i < m->count; i++)
        if (vpn - m->page[i].first < pages_of(m->page[i].bits))
            return &m->page[i];
    return NULL;
}

/* What mapping a page must answer, memory aside. */
static map_result plain_verdict(plain_map *m, uint64_t vpn, uint32_t bits) {
    const plain_page *there = plain_find(m, vpn);
    uint64_t first = vpn & ~(pages_of(bits) - 1);
    if (there != NULL && there->bits >= bits)
        return MAP_ALREADY;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->page[i].first - first < pages_of(bits))
            return MAP_SMALLER;
    return MAP_OK;
}

static uint32_t draw_size(const page_table_format *f, uint64_t *random) {
    uint32_t bits;
    do
        bits = BASE + (uint32_t)(unit_test_random(random) % 19);
    while ((page_table_sizes(f) >> bits & 1) == 0);
    return bits;
}

/* Few places, so that pages of different sizes meet: all near the start of an area of 2 GB. */
static uint64_t draw_vpn(const page_table_format *f, uint64_t *random) {
    uint64_t r = unit_test_random(random);
    uint32_t top = page_table_virtual_bits(f) - BASE;
    uint64_t area = r % 3 == 0 ? 0 : UINT64_C(1) << (top - (r >> 2) % 2 - 1);
    uint64_t large = (r >> 8) % 5 == 0 ? (r >> 12) % 4 << 17 : 0; /* of 512 MB */
    uint64_t medium = (r >> 16) % 4 << 9;                         /* of 2 MB */
    return (area + large + medium + (r >> 24) % 3 * 16 + (r >> 32) % 5) & ((UINT64_C(1) << top) - 1);
}

static void check_page(const address_space *as, plain_map *m, uint64_t vpn) {
    const plain_page *p = plain_find(m, vpn);
    translation t;
    bool mapped = p != NULL && p->resident;
    assert_int_equal(address_space_translate(as, vpn, &t), mapped);
    if (!mapped)
        return;
    assert_int_equal(t.bits, p->bits);
    assert_int_equal(t.writable, p->writable);
    assert_int_equal(t.ppn, p->ppn + (vpn - p->first));
}

/* The new frames of a page: aligned, and nobody else's. */
static void take_frames(const address_space *as, plain_map *m, plain_page *p, uint64_t *last) {
    translation t;
    assert_true(address_space_translate(as, p->first, &t));
    p->ppn = t.ppn;
    assert_int_equal(p->ppn % pages_of(p->bits), 0);
    for (uint32_t i = 0; i < m->count; i++)
        assert_true(&m->page[i] == p || !m->page[i].resident || m->page[i].ppn - p->ppn >= pages_of(p->bits));
    *last = p->ppn + pages_of(p->bits);
}

static void map_one(address_space *as, plain_map *m, uint64_t *random, bool reserve, uint64_t *last) {
    const page_table_format *f = address_space_format(as);
    uint64_t vpn = draw_vpn(f, random);
    uint32_t bits = draw_size(f, random);
    map_result expected = plain_verdict(m, vpn, bits);
    plain_page *there = plain_find(m, vpn);
    map_result r = reserve ? address_space_reserve(as, vpn, bits) : address_space_map(as, vpn, bits);
    if (!reserve && expected == MAP_ALREADY && !there->resident) {
        assert_int_equal(r, MAP_OK); /* what was reserved is mapped, as large as it is */
        there->resident = true;
        take_frames(as, m, there, last);
        return;
    }
    assert_int_equal(r, expected);
    if (r != MAP_OK)
        return;
    assert_true(m->count < MAX_PAGES);
    plain_page *p = &m->page[m->count++];
    *p = (plain_page){
        .first = vpn & ~(pages_of(bits) - 1), .bits = bits, .resident = !reserve, .writable = true};
    if (!reserve)
        take_frames(as, m, p, last);
}

static void change_one(address_space *as, plain_map *m, uint64_t *random, uint32_t what, uint64_t *last) {
    uint64_t vpn = draw_vpn(address_space_format(as), random);
    plain_page *p = plain_find(m, vpn);
    bool resident = p != NULL && p->resident;
    uint64_t generation = address_space_generation(as);
    bool done;
    switch (what) {
    case 0:
        assert_int_equal(address_space_make_resident(as, vpn), p != NULL && !p->resident);
        if (p != NULL && !p->resident) {
            p->resident = true;
            take_frames(as, m, p, last);
        }
        return;
    case 1:
        done = address_space_move(as, vpn);
        assert_int_equal(done, resident);
        if (done && p != NULL)
            take_frames(as, m, p, last);
        break;
    case 2:
        done = address_space_protect(as, vpn, false);
        assert_int_equal(done, resident);
        if (done && p != NULL)
            p->writable = false;
        break;
    default:
        done = address_space_unmap(as, vpn);
        assert_int_equal(done, p != NULL);
        if (done && p != NULL)
            *p = m->page[--m->count];
        break;
    }
    assert_int_equal(address_space_generation(as), generation + done);
}

static void mixed_sizes(const page_table_format *f) {
    uint64_t random = unit_test_seed(), last = 0;
    phys_mem *mem = phys_mem_new(PHYS_MEM_MAX_FRAMES, 1 << 14);
    address_space *as = address_space_new(mem, 1, f);
    plain_map *m = calloc(1, sizeof *m);
    assert_non_null(as);
    assert_non_null(m);
    for (uint32_t n = 0; n < STEPS; n++) {
        uint32_t what = (uint32_t)(unit_test_random(&random) % 10);
        if (last > PHYS_MEM_MAX_FRAMES / 4 * 3)
            break; /* large pages have taken it all */
        if (what < 5)
            map_one(as, m, &random, what < 2, &last);
        else
            change_one(as, m, &random, what - 5, &last);
        check_page(as, m, draw_vpn(f, &random));
    }
    uint64_t resident = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        resident += m->page[i].resident;
        check_page(as, m, m->page[i].first);
        check_page(as, m, m->page[i].first + pages_of(m->page[i].bits) - 1);
    }
    assert_int_equal(address_space_pages(as), resident);
    free(m);
    address_space_free(as);
    phys_mem_free(mem);
}

static void assert_well(const page_table_format *f) {
    uint32_t level = 0;
    assert_null(page_table_wrong(f, &level));
}

static void all_formats_against_a_plain_map(void **state) {
    (void)state;
    for (int k = 0; k < PAGE_TABLE_KINDS; k++) {
        assert_well(&page_table_formats[k]);
        mixed_sizes(&page_table_formats[k]);
    }
}

/* A format is data: ARM's granule of 4 KB with three levels, dual entries at the second one of two, one
 * level. */
static void formats_of_ones_own(void **state) {
    (void)state;
    static const page_table_format own[] = {
        {.levels = 3, .level = {{30, 9, true, 0}, {21, 9, false, 0}, {12, 9, true, 0}}},
        {.levels = 2, .level = {{20, 8, true, 0}, {12, 8, true, 0}}, .dual_low = 15},
        {.levels = 1, .level = {{12, 9, true, 0}}},
        {.levels = 6,
         .level = {{40, 8, false, 0},
                   {36, 4, true, 0},
                   {30, 6, true, 0},
                   {24, 6, true, 0},
                   {18, 6, true, 0},
                   {12, 6, true, 0}}},
        {.levels = 4,
         .level = {{27, 9, false, 0}, {22, 5, true, 128}, {17, 5, true, 64}, {12, 5, true, 128}}},
        {.levels = 2, .level = {{18, 7, true, 32}, {12, 6, true, 64}}, .dual_low = 15},
    };
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        assert_well(&own[k]);
        mixed_sizes(&own[k]);
    }
}

/* Entries that a walk for vpn reads. */
static uint32_t reads(const address_space *as, uint64_t vpn) {
    uint32_t n = 0;
    uint64_t paddr;
    while (address_space_entry_address(as, vpn, n + 1, &paddr)) {
        assert_int_equal(paddr % 8, 0);
        n++;
    }
    return n;
}

static uint32_t reads_of_page(page_table_kind kind, uint64_t vpn, uint32_t bits) {
    phys_mem *mem = phys_mem_new(PHYS_MEM_MAX_FRAMES, 64);
    address_space *as = address_space_new(mem, 1, &page_table_formats[kind]);
    assert_int_equal(reads(as, vpn), 1); /* the root says that there is nothing */
    assert_int_equal(address_space_map(as, vpn, bits), MAP_OK);
    uint32_t n = reads(as, vpn);
    address_space_free(as);
    phys_mem_free(mem);
    return n;
}

/* A walk ends at its leaf. */
static void walks_read_the_levels_of_the_format(void **state) {
    (void)state;
    const uint64_t vpn = 0x12345678;
    assert_int_equal(reads_of_page(PAGE_TABLE_X86, vpn, 12), 4);
    assert_int_equal(reads_of_page(PAGE_TABLE_X86, vpn, 21), 3);
    assert_int_equal(reads_of_page(PAGE_TABLE_X86, vpn, 30), 2);
    assert_int_equal(reads_of_page(PAGE_TABLE_PASCAL, vpn, 12), 5);
    assert_int_equal(reads_of_page(PAGE_TABLE_PASCAL, vpn, 16), 5);
    assert_int_equal(reads_of_page(PAGE_TABLE_PASCAL, vpn, 21), 4);
    assert_int_equal(reads_of_page(PAGE_TABLE_HOPPER, vpn, 12), 6);
    assert_int_equal(reads_of_page(PAGE_TABLE_HOPPER, vpn, 16), 6);
    assert_int_equal(reads_of_page(PAGE_TABLE_HOPPER, vpn, 21), 5);
    assert_int_equal(reads_of_page(PAGE_TABLE_HOPPER, vpn, 29), 4);
    assert_int_equal(reads_of_page(PAGE_TABLE_SV39, 0x1234567, 12), 3);
    assert_int_equal(reads_of_page(PAGE_TABLE_SV39, 0x1234567, 30), 1);
}

static uint64_t entry(const address_space *as, uint64_t vpn, uint32_t n) {
    uint64_t paddr = 0;
    assert_true(address_space_entry_address(as, vpn, n, &paddr));
    return paddr % 4096;
}

/* MASK 4.3: leaves hit the shared L2 cache in 1.0 %, so they share no lines; the root's entries may. */
static void sparse_entries_have_lines_of_their_own(void **state) {
    (void)state;
    static const uint64_t vpns[] = {0, 1, 31, 32, 1023, 1024, 0xabcdef};
    phys_mem *mem = phys_mem_new(1 << 20, 64);
    address_space *as = address_space_new(mem, 1, &page_table_formats[PAGE_TABLE_SPARSE]);
    for (size_t i = 0; i < sizeof vpns / sizeof *vpns; i++) {
        const uint64_t address = vpns[i] << 12;
        assert_int_equal(address_space_map(as, vpns[i], 12), MAP_OK);
        assert_int_equal(entry(as, vpns[i], 1), (address >> 27 & 511) * 8);
        assert_int_equal(entry(as, vpns[i], 2), (address >> 22 & 31) * GMMU_LINE_BYTES);
        assert_int_equal(entry(as, vpns[i], 3), (address >> 17 & 31) * GMMU_LINE_BYTES);
        assert_int_equal(entry(as, vpns[i], 4), (address >> 12 & 31) * GMMU_LINE_BYTES);
    }
    address_space_free(as);
    phys_mem_free(mem);
}

/* CMU-SAFARI/Mosaic, page_table::add_entry(): an entry's line is the first of a frame of its own, so page
 * tables share the address bits below a frame: here any two lines of tables, and none with data. */
static void spread_tables_have_a_frame_for_each_line(void **state) {
    (void)state;
    enum { FRAMES = 1 << 14, TABLES = 64, LINES = 4096 / GMMU_LINE_BYTES };
    char err[200];
    phys_mem *mem = phys_mem_new_with(FRAMES, TABLES, &page_allocator_ascending,
                                      &(page_allocator_setup){.spread_tables = true}, err, sizeof err);
    assert_non_null(mem);
    bool *seen = calloc(FRAMES, sizeof *seen);
    assert_non_null(seen);
    assert_int_equal(phys_mem_frames(mem), FRAMES - TABLES * LINES);
    uint64_t ppn = 0;
    for (uint32_t t = 0; t < TABLES; t++) {
        assert_true(phys_mem_alloc_table(mem, 1, &ppn));
        for (uint64_t at = ppn << BASE; at < (ppn + 1) << BASE; at += 8) {
            const uint64_t line = phys_mem_table_line(mem, at), frame = line >> BASE;
            assert_int_equal(line, frame << BASE);
            assert_true(frame >= phys_mem_frames(mem) && frame < FRAMES);
            assert_true(seen[frame] == (at % GMMU_LINE_BYTES != 0)); /* by the first word of its line */
            seen[frame] = true;
        }
    }
    assert_false(phys_mem_alloc_table(mem, 1, &ppn));
    free(seen);
    phys_mem_free(mem);
    assert_null(phys_mem_new_with(TABLES * LINES, TABLES, &page_allocator_ascending,
                                  &(page_allocator_setup){.spread_tables = true}, err, sizeof err));
    assert_string_equal(err, "memory.bytes: 8388608: expected more than the 8388608 bytes of page tables");
}

/* VA bits 48:47, 46:38, 37:29, 28:21, then 20:16 or 20:12 (Pascal). */
static void pascal_takes_its_bits_from_the_address(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 20, 64);
    address_space *as = address_space_new(mem, 1, &page_table_formats[PAGE_TABLE_PASCAL]);
    const uint64_t vpn = UINT64_C(0x9a5b7c3d1), address = vpn << 12;
    assert_int_equal(address_space_map(as, vpn, 12), MAP_OK);
    assert_int_equal(entry(as, vpn, 1), (address >> 47 & 3) * 8);
    assert_int_equal(entry(as, vpn, 2), (address >> 38 & 511) * 8);
    assert_int_equal(entry(as, vpn, 3), (address >> 29 & 511) * 8);
    assert_int_equal(entry(as, vpn, 4), (address >> 21 & 255) * 16);
    assert_int_equal(entry(as, vpn, 5), (address >> 12 & 511) * 8);

    /* Both tables side by side: the entry of the larger page is read first. */
    const uint64_t other = vpn ^ 16;
    assert_int_equal(address_space_map(as, other, 16), MAP_OK);
    assert_int_equal(reads(as, other), 5);
    assert_int_equal(entry(as, other, 5), (other >> 4 & 31) * 8);
    assert_int_equal(reads(as, vpn), 6);
    assert_int_equal(entry(as, vpn, 5), (vpn >> 4 & 31) * 8);
    assert_int_equal(entry(as, vpn, 6), (vpn & 511) * 8);
    assert_int_equal(address_space_map(as, vpn, 16), MAP_SMALLER);
    assert_int_equal(address_space_map(as, other, 12), MAP_ALREADY);
    assert_int_equal(address_space_map(as, vpn, 21), MAP_SMALLER);
    address_space_free(as);
    phys_mem_free(mem);
}

static void wrong_sizes_are_refused(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 20, 64);
    address_space *as = address_space_new(mem, 1, &page_table_formats[PAGE_TABLE_SV39]);
    assert_int_equal(address_space_map(as, 0, 16), MAP_BAD_SIZE);
    assert_int_equal(address_space_map(as, 0, 11), MAP_BAD_SIZE);
    assert_int_equal(address_space_map(as, 0, 39), MAP_BAD_SIZE);
    assert_int_equal(address_space_map(as, 0, 64), MAP_BAD_SIZE);
    assert_int_equal(address_space_map(as, UINT64_C(1) << 27, 12), MAP_BAD_VPN);
    assert_int_equal(address_space_map(as, 0, 30), MAP_OK);
    assert_int_equal(address_space_map(as, 1 << 18, 30), MAP_OK);
    assert_int_equal(address_space_map(as, 2 << 18, 30), MAP_OK);
    assert_int_equal(address_space_map(as, 3 << 18, 30), MAP_NO_MEMORY); /* tables have the last frames */
    address_space_free(as);
    phys_mem_free(mem);
}

typedef struct {
    void (*change)(page_table_format *f);
    const char *says;
    page_table_kind kind;
    uint32_t level; /* that is named; 0: none */
} wrong_format;

static void dual_too_large(page_table_format *f) {
    f->dual_low = 21;
}

static void dual_of_base(page_table_format *f) {
    f->dual_low = 12;
}

static void dual_table_too_large(page_table_format *f) {
    f->level[3].bits = 9;
    f->level[2].low = 30;
    f->level[1].low = 39;
    f->level[0].low = 48;
}

static void table_too_large(page_table_format *f) {
    f->level[0].bits = 10;
}

static void gap(page_table_format *f) {
    f->level[1].low = 31;
}

static void seven_levels(page_table_format *f) {
    f->levels = 7;
}

static void no_leaf(page_table_format *f) {
    f->level[3].leaf = false;
}

static void smallest_8k(page_table_format *f) {
    f->level[3].low = 13;
    f->level[3].bits = 8;
}

static void large_leaf(page_table_format *f) {
    f->level[2].leaf = true;
}

static void coalesces_and_dual(page_table_format *f) {
    f->dual_low = 16;
    f->level[2].bits = 8;
    f->level[1].low = 29;
    f->level[0].low = 38;
}

static void spacing_no_power(page_table_format *f) {
    f->level[1].spacing = 24;
}

static void spacing_too_small(page_table_format *f) {
    f->level[3].spacing = 8;
}

static void spaced_table_too_large(page_table_format *f) {
    f->level[3].spacing = 128;
}

static void coalesces_and_spaced(page_table_format *f) {
    f->level[0].spacing = 8;
}

static void wrong_formats(void **state) {
    (void)state;
    static const wrong_format cases[] = {
        {dual_too_large, "dual_low between", PAGE_TABLE_PASCAL, 0},
        {dual_of_base, "dual_low between", PAGE_TABLE_PASCAL, 0},
        {dual_table_too_large, "1 to 8 bits", PAGE_TABLE_PASCAL, 4},
        {table_too_large, "1 to 9 bits", PAGE_TABLE_X86, 1},
        {gap, "low where", PAGE_TABLE_X86, 1},
        {seven_levels, "1 to 6 levels", PAGE_TABLE_X86, 0},
        {no_leaf, "leaf true", PAGE_TABLE_X86, 4},
        {smallest_8k, "low 12", PAGE_TABLE_X86, 4},
        {large_leaf, "leaf false", PAGE_TABLE_MOSAIC, 3},
        {coalesces_and_dual, "no dual_low", PAGE_TABLE_MOSAIC, 0},
        {spacing_no_power, "power of two from 8 on", PAGE_TABLE_X86, 2},
        {spacing_too_small, "power of two from 16 on", PAGE_TABLE_PASCAL, 4},
        {spaced_table_too_large, "smaller spacing", PAGE_TABLE_X86, 4},
        {coalesces_and_spaced, "no spacing", PAGE_TABLE_MOSAIC, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        page_table_format f = page_table_formats[cases[k].kind];
        uint32_t level = 99;
        cases[k].change(&f);
        const char *wrong = page_table_wrong(&f, &level);
        if (wrong == NULL || strstr(wrong, cases[k].says) == NULL || level != cases[k].level)
            fail_msg("case %zu, level %u: %s", k, level, wrong == NULL ? "nothing wrong" : wrong);
    }
}

/* A TLB may hold less than a page, never more. */
static void the_oracle_knows_sizes(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 20, 64);
    address_space *as = address_space_new(mem, 1, &page_table_formats[PAGE_TABLE_PASCAL]);
    oracle *o = oracle_new(&as, 1);
    char text[256];
    translation t;
    assert_int_equal(address_space_map(as, 0x1003, 16), MAP_OK);
    assert_true(address_space_translate(as, 0x1005, &t));
    assert_true(oracle_check(o, 1, 0x1005, t.ppn, true));
    assert_true(oracle_check_piece(o, 1, 0x1005, t.ppn, 16));
    assert_true(oracle_check_piece(o, 1, 0x1005, t.ppn, 12));
    assert_false(oracle_check_piece(o, 1, 0x1005, t.ppn, 21));
    oracle_report(o, text, sizeof text);
    assert_non_null(strstr(text, "smaller than the reply said"));
    assert_false(oracle_check_piece(o, 1, 0x1005, t.ppn - 1, 16));
    assert_false(oracle_check_piece(o, 1, 0x1010, t.ppn + 11, 16));
    assert_int_equal(oracle_mismatches(o), 3);
    oracle_free(o);
    address_space_free(as);
    phys_mem_free(mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_formats_against_a_plain_map),
        cmocka_unit_test(formats_of_ones_own),
        cmocka_unit_test(wrong_formats),
        cmocka_unit_test(walks_read_the_levels_of_the_format),
        cmocka_unit_test(sparse_entries_have_lines_of_their_own),
        cmocka_unit_test(spread_tables_have_a_frame_for_each_line),
        cmocka_unit_test(pascal_takes_its_bits_from_the_address),
        cmocka_unit_test(wrong_sizes_are_refused),
        cmocka_unit_test(the_oracle_knows_sizes),
    };
    return UNIT_TEST_RUN("page_table", tests);
}
