/* SPDX-License-Identifier: Apache-2.0 */
/* Physical memory, page tables and the translation oracle. */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "mmu/address_space.h"
#include "mmu/oracle.h"
#include "mmu/phys_mem.h"

#define X86  (&page_table_formats[PAGE_TABLE_X86])
#define BASE 12U /* pages of 4 KB */

#define VPN_MASK ((UINT64_C(1) << 36) - 1)

/* A plain map, the reference: pages in the order in which they were mapped. */
typedef struct {
    uint64_t vpn[4096], ppn[4096];
    uint32_t count;
} plain_map;

static const uint64_t *plain_find(const plain_map *m, uint64_t vpn) {
    for (uint32_t i = 0; i < m->count; i++)
        if (m->vpn[i] == vpn)
            return &m->ppn[i];
    return NULL;
}

/* Dense runs, sparse pages, and pages that differ in one level only. */
static uint64_t draw_vpn(uint64_t *random) {
    uint64_t r = unit_test_random(random);
    switch (r % 4) {
    case 0:
        return (r >> 8) % 700;
    case 1:
        return (UINT64_C(1) << 35) + (r >> 8) % 2000;
    case 2:
        return ((r >> 8) % 512) << (9 * ((r >> 20) % 4));
    default:
        return (r >> 8) & VPN_MASK;
    }
}

static void random_pages_against_a_plain_map(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    phys_mem *mem = phys_mem_new(1 << 20, 1 << 14);
    assert_non_null(mem);
    address_space *as[2];
    plain_map map[2] = {{.count = 0}, {.count = 0}};
    for (uint16_t i = 0; i < 2; i++)
        assert_non_null(as[i] = address_space_new(mem, (uint16_t)(i + 1), X86));

    for (uint32_t n = 0; n < 3000; n++) {
        uint32_t i = (uint32_t)(unit_test_random(&random) % 2);
        uint64_t vpn = draw_vpn(&random);
        map_result r = address_space_map(as[i], vpn, BASE);
        assert_int_equal(r, plain_find(&map[i], vpn) ? MAP_ALREADY : MAP_OK);
        translation t;
        assert_true(address_space_translate(as[i], vpn, &t));
        assert_true(t.writable);
        if (r == MAP_OK) {
            map[i].vpn[map[i].count] = vpn;
            map[i].ppn[map[i].count++] = t.ppn;
        }
        uint64_t other = draw_vpn(&random);
        const uint64_t *ppn = plain_find(&map[i], other);
        assert_int_equal(address_space_translate(as[i], other, &t), ppn != NULL);
        if (ppn)
            assert_int_equal(t.ppn, *ppn);
    }

    /* Every page still has the frame it got, and no frame has two pages or is a table. */
    uint64_t frames = phys_mem_data_frames(mem);
    bool *taken = calloc(frames, sizeof *taken);
    assert_non_null(taken);
    assert_int_equal(frames, map[0].count + map[1].count);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(address_space_pages(as[i]), map[i].count);
        for (uint32_t k = 0; k < map[i].count; k++) {
            translation t;
            assert_true(address_space_translate(as[i], map[i].vpn[k], &t));
            assert_int_equal(t.ppn, map[i].ppn[k]);
            assert_true(t.ppn < frames);
            assert_false(taken[t.ppn]);
            taken[t.ppn] = true;
        }
    }
    free(taken);
    for (uint32_t i = 0; i < 2; i++)
        address_space_free(as[i]);
    phys_mem_free(mem);
}

/* Valid but not resident: has its frame, and keeps it. */
static void reserved_pages(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 16, 1 << 12);
    address_space *as = address_space_new(mem, 1, X86);
    translation t;
    assert_int_equal(address_space_reserve(as, 5, BASE), MAP_OK);
    assert_int_equal(address_space_reserve(as, 6, BASE), MAP_OK);
    assert_int_equal(address_space_reserve(as, 5, BASE), MAP_ALREADY);
    assert_int_equal(address_space_reserve(as, UINT64_C(1) << 36, BASE), MAP_BAD_VPN);
    assert_int_equal(address_space_pages(as), 0);
    assert_false(address_space_translate(as, 5, &t));
    assert_false(address_space_protect(as, 5, false));
    assert_false(address_space_move(as, 5));
    assert_false(address_space_make_resident(as, 7));
    assert_true(address_space_make_resident(as, 6));
    assert_false(address_space_make_resident(as, 6));
    assert_true(address_space_translate(as, 6, &t));
    assert_int_equal(t.ppn, 1);
    assert_true(t.writable && !t.system);
    assert_int_equal(address_space_map(as, 5, BASE), MAP_OK);
    assert_int_equal(address_space_map(as, 5, BASE), MAP_ALREADY);
    assert_true(address_space_translate(as, 5, &t));
    assert_int_equal(t.ppn, 0);
    assert_int_equal(address_space_pages(as), 2);
    assert_int_equal(address_space_generation(as), 0);

    assert_true(address_space_restrict(as, 5, true));
    assert_true(address_space_move(as, 5));
    assert_true(address_space_translate(as, 5, &t));
    assert_true(t.writable && t.system && t.ppn == 2);
    assert_true(address_space_restrict(as, 5, false));
    assert_true(address_space_translate(as, 5, &t));
    assert_false(t.system);
    assert_int_equal(address_space_generation(as), 3);
    address_space_free(as);
    phys_mem_free(mem);
}

static void memory_ends(void **state) {
    (void)state;
    assert_null(phys_mem_new(PHYS_MEM_MAX_FRAMES + 1, 16));
    assert_null(phys_mem_new(16, 16));
    assert_null(phys_mem_new(16, 0));

    phys_mem *mem = phys_mem_new(20, 4); /* one root and one branch */
    assert_null(address_space_new(mem, 512, X86));
    address_space *as = address_space_new(mem, 1, X86);
    assert_non_null(as);
    for (uint64_t vpn = 0; vpn < 16; vpn++)
        assert_int_equal(address_space_map(as, vpn, BASE), MAP_OK);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(address_space_map(as, 16, BASE), MAP_NO_MEMORY);     /* no data frame */
        assert_int_equal(address_space_map(as, 1 << 9, BASE), MAP_NO_MEMORY); /* no table frame */
        assert_int_equal(address_space_map(as, 3, BASE), MAP_ALREADY);
    }
    translation t;
    assert_false(address_space_translate(as, 16, &t));
    assert_false(address_space_translate(as, 1 << 9, &t));
    assert_false(address_space_move(as, 3));
    assert_int_equal(address_space_pages(as), 16);
    assert_null(address_space_new(mem, 2, X86));
    assert_int_equal(phys_mem_table_frames(mem), 4);
    assert_string_not_equal(map_result_text(MAP_NO_MEMORY), map_result_text(MAP_OK));

    /* Words outside the tables read as 0 and keep nothing. */
    phys_mem_write(mem, 8, 99);
    assert_int_equal(phys_mem_read(mem, 8), 0);
    phys_mem_write(mem, UINT64_MAX - 7, 99);
    assert_int_equal(phys_mem_read(mem, UINT64_MAX - 7), 0);
    address_space_free(as);
    phys_mem_free(mem);
}

static void the_oracle_knows_right_from_wrong(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 20, 1 << 10);
    address_space *as[2] = {address_space_new(mem, 1, X86), address_space_new(mem, 300, X86)};
    translation t[2];
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(address_space_map(as[i], 0x1234, BASE), MAP_OK);
        assert_true(address_space_translate(as[i], 0x1234, &t[i]));
    }
    assert_int_not_equal(t[0].ppn, t[1].ppn);
    oracle *o = oracle_new(as, 2);
    char text[256];
    for (int again = 0; again < 3; again++) {
        assert_true(oracle_check(o, 1, 0x1234, t[0].ppn, false));
        assert_true(oracle_check(o, 300, 0x1234, t[1].ppn, true));
    }
    translation found;
    assert_true(oracle_translate(o, 300, 0x1234, &found));
    assert_int_equal(found.ppn, t[1].ppn);
    assert_int_equal(found.bits, BASE);
    assert_int_equal(oracle_walks(o), 2); /* the rest came from the memo */
    assert_false(oracle_translate(o, 300, 0x1235, &found));
    assert_false(oracle_translate(o, 5, 0x1234, &found));
    oracle_report(o, text, sizeof text);
    assert_string_equal(text, "");

    assert_false(oracle_check(o, 300, 0x1234, t[0].ppn, false)); /* the other one's page */
    assert_false(oracle_check(o, 1, 0x1235, t[0].ppn, false));
    assert_false(oracle_check(o, 2, 0x1234, t[0].ppn, false));
    assert_false(oracle_check(o, 600, 0x1234, t[0].ppn, false));
    assert_false(oracle_check(o, 1, UINT64_MAX, t[0].ppn, false));
    assert_true(oracle_check_piece(o, 1, 0x1234, t[0].ppn, BASE));
    oracle_report(o, text, sizeof text);
    assert_non_null(strstr(text, "asid 300, vpn 0x1234"));
    assert_non_null(strstr(text, "of 5 mismatches"));
    assert_null(strchr(text, '\n'));

    /* A changed entry is seen at once, whatever the memo holds. */
    assert_true(address_space_protect(as[0], 0x1234, false));
    assert_true(oracle_check(o, 1, 0x1234, t[0].ppn, false));
    assert_false(oracle_check(o, 1, 0x1234, t[0].ppn, true));
    assert_true(address_space_protect(as[0], 0x1234, true));
    assert_true(oracle_check(o, 1, 0x1234, t[0].ppn, true));
    assert_true(address_space_move(as[0], 0x1234));
    assert_false(oracle_check(o, 1, 0x1234, t[0].ppn, false));
    assert_true(address_space_translate(as[0], 0x1234, &t[0]));
    assert_true(oracle_check(o, 1, 0x1234, t[0].ppn, true));
    assert_int_equal(oracle_mismatches(o), 7);
    assert_int_equal(oracle_checks(o), 6 + 5 + 5);
    assert_false(address_space_protect(as[0], 0x9999, false));
    assert_false(address_space_move(as[0], 0x9999));

    address_space *twice[2] = {as[0], as[0]};
    assert_null(oracle_new(twice, 2));
    oracle_free(o);
    for (uint32_t i = 0; i < 2; i++)
        address_space_free(as[i]);
    phys_mem_free(mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pages_against_a_plain_map),
        cmocka_unit_test(reserved_pages),
        cmocka_unit_test(memory_ends),
        cmocka_unit_test(the_oracle_knows_right_from_wrong),
    };
    return UNIT_TEST_RUN("address_space", tests);
}
