/* SPDX-License-Identifier: Apache-2.0 */
/* Two address spaces at one address, in each structure of models/mmu that is keyed by the space. */
#include "unit_test.h"

#include "mmu/oracle.h"
#include "mmu/tlb.h"
#include "mmu/tlb_mshrs.h"
#include "mmu/walk_cache.h"
#include "mmu_rig.h"

#define PAGE   RIG_VPN
#define FAR    (RIG_VPN + (UINT64_C(1) << 20)) /* the rig has mapped nothing there */
#define SPACES 511U                            /* ASIDs have 9 bits, and 0 is nobody's */

/* Also those that share a bucket of the hash table with it. */
static void test_mshrs(void **state) {
    (void)state;
    tlb_mshrs m;
    tlb_mshrs_init(&m, 4, GMMU_PAGE_BITS, 1);
    for (uint16_t owner = 1; owner <= SPACES; owner = (uint16_t)(owner + 7)) {
        const uint32_t taken = tlb_mshrs_take(&m, owner, PAGE);
        for (uint16_t asid = 1; asid <= SPACES; asid++)
            for (uint64_t vpn = PAGE; vpn < PAGE + 8; vpn++)
                assert_int_equal(tlb_mshrs_find(&m, asid, vpn),
                                 asid == owner && vpn == PAGE ? taken : INDEX_NONE);
        tlb_mshrs_release(&m, taken);
    }
    tlb_mshrs_free(&m);
}

/* Of every shape that a TLB of a chip has. */
static void test_tlbs(void **state) {
    (void)state;
    static const tlb_level_config shapes[] = {
        {.entries = 16, .ways = 4}, {.entries = 16, .ways = 16}, {.entries = 16, .ways = 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        tlb *t = tlb_new(&shapes[i], UINT64_C(1) << GMMU_PAGE_BITS);
        assert_non_null(t);
        for (uint16_t owner = 1; owner <= SPACES; owner = (uint16_t)(owner + 7)) {
            tlb_page page = {.ppn = 5, .bits = GMMU_PAGE_BITS};
            tlb_flush(t);
            (void)tlb_fill(t, owner, PAGE, &page);
            for (uint16_t asid = 1; asid <= SPACES; asid++)
                assert_int_equal(tlb_lookup(t, asid, PAGE, &page), asid == owner);
        }
        tlb_free(t);
    }
}

static void test_walk_cache(void **state) {
    (void)state;
    chip_config chip = mmu_rig_config(false).chip;
    chip.walk.caches = 1;
    chip.walk.cache[0] = (walk_cache_config){.entries = 16, .ways = 16, .latency = 1};
    walk_cache *c = walk_cache_new(&chip);
    assert_non_null(c);
    for (uint16_t owner = 1; owner <= SPACES; owner = (uint16_t)(owner + 7)) {
        walk_cache_flush(c);
        for (uint32_t level = 1; level <= 3; level++)
            walk_cache_fill(c, owner, PAGE, level, &(page_walk){.table = 3, .level = (uint8_t)(level + 1)});
        for (uint16_t asid = 1; asid <= SPACES; asid++) {
            page_walk w = page_walk_begin(9);
            assert_int_equal(walk_cache_find(c, asid, PAGE, &w), asid == owner);
        }
    }
    walk_cache_free(c);
}

/* The page tables, and the oracle that knows them: a page of one space is none of the other's. */
static void test_page_tables_and_oracle(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(mmu_rig_config(false), 2);
    translation t[2];
    assert_int_equal(address_space_map(g->spaces[0], FAR, GMMU_PAGE_BITS), MAP_OK);
    assert_false(address_space_translate(g->spaces[1], FAR, &t[1]));
    assert_int_equal(address_space_map(g->spaces[1], FAR, GMMU_PAGE_BITS), MAP_OK);
    assert_true(address_space_translate(g->spaces[0], FAR, &t[0]));
    assert_true(address_space_translate(g->spaces[1], FAR, &t[1]));
    assert_true(t[0].ppn != t[1].ppn);
    oracle *o = oracle_new(g->spaces, 2);
    for (uint32_t of = 0; of < 2; of++)
        for (uint32_t frame = 0; frame < 2; frame++)
            assert_int_equal(oracle_check(o, address_space_asid(g->spaces[of]), FAR, t[frame].ppn, false),
                             of == frame);
    assert_int_equal(oracle_mismatches(o), 2);
    oracle_free(o);
    address_space_clear(g->spaces[0]);
    assert_true(address_space_translate(g->spaces[1], FAR, &t[0]));
    assert_int_equal(t[0].ppn, t[1].ppn);
    mmu_rig_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mshrs),
        cmocka_unit_test(test_tlbs),
        cmocka_unit_test(test_walk_cache),
        cmocka_unit_test(test_page_tables_and_oracle),
    };
    return UNIT_TEST_RUN("spaces", tests);
}
