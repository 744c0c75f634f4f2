/* SPDX-License-Identifier: Apache-2.0 */
/* The TLB array against a list in order of use. */
#include "unit_test.h"

#include <string.h>

#include "mmu/tlb.h"

#define MAX_WAYS 64

/* One set: the most recently used first. */
typedef struct {
    struct {
        uint16_t asid;
        uint64_t vpn, ppn;
    } entry[MAX_WAYS + 1];
    uint32_t count;
} lru_list;

static uint32_t list_find(const lru_list *l, uint16_t asid, uint64_t vpn) {
    uint32_t i = 0;
    while (i < l->count && (l->entry[i].asid != asid || l->entry[i].vpn != vpn))
        i++;
    return i;
}

static void list_remove(lru_list *l, uint32_t i) {
    memmove(&l->entry[i], &l->entry[i + 1], (l->count - i - 1) * sizeof l->entry[0]);
    l->count--;
}

static void list_use(lru_list *l, uint32_t ways, uint16_t asid, uint64_t vpn, uint64_t ppn) {
    uint32_t i = list_find(l, asid, vpn);
    if (i < l->count)
        list_remove(l, i);
    else if (l->count == ways)
        l->count--;
    memmove(&l->entry[1], &l->entry[0], l->count * sizeof l->entry[0]);
    l->entry[0].asid = asid;
    l->entry[0].vpn = vpn;
    l->entry[0].ppn = ppn;
    l->count++;
}

static void compare(uint32_t entries, uint32_t ways, uint32_t pages, uint64_t *random) {
    static lru_list lists[64];
    uint32_t sets = entries / ways;
    tlb *t = tlb_new(entries, ways);
    assert_non_null(t);
    memset(lists, 0, sizeof lists);
    for (uint32_t n = 0; n < 20000; n++) {
        uint64_t r = unit_test_random(random);
        uint16_t asid = (uint16_t)(r % 3 * 255 + 1);
        uint64_t vpn = (r >> 8) % pages + ((r >> 40) % 2 << 35);
        uint64_t ppn = r >> 36, got = 0;
        lru_list *l = &lists[vpn % sets];
        uint32_t i = list_find(l, asid, vpn);
        uint32_t what = (uint32_t)(r >> 48) % 1000;
        if (what < 500) {
            assert_int_equal(tlb_lookup(t, asid, vpn, &got), i < l->count);
            if (i < l->count) {
                assert_int_equal(got, l->entry[i].ppn);
                list_use(l, ways, asid, vpn, got);
            }
        } else if (what < 650) {
            assert_int_equal(tlb_probe(t, asid, vpn, &got), i < l->count);
            if (i < l->count)
                assert_int_equal(got, l->entry[i].ppn);
        } else if (what < 950) {
            tlb_fill(t, asid, vpn, ppn);
            list_use(l, ways, asid, vpn, ppn);
        } else if (what < 999) {
            assert_int_equal(tlb_invalidate(t, asid, vpn), i < l->count);
            if (i < l->count)
                list_remove(l, i);
        } else {
            tlb_flush(t);
            memset(lists, 0, sizeof lists);
        }
    }
    tlb_free(t);
}

static void all_shapes_against_a_list(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    compare(512, 16, 600, &random); /* the L2 TLB */
    compare(64, 64, 40, &random);   /* an L1 TLB */
    compare(64, 64, 15, &random);
    compare(1, 1, 2, &random);
    compare(32, 8, 30, &random);
    compare(12, 3, 10, &random);
}

static void odd_shapes_are_refused(void **state) {
    (void)state;
    assert_null(tlb_new(0, 0));
    assert_null(tlb_new(0, 4));
    assert_null(tlb_new(64, 0));
    assert_null(tlb_new(64, 65));
    assert_null(tlb_new(10, 4));
    assert_null(tlb_new(12, 4)); /* 3 sets */
    assert_null(tlb_new(UINT32_MAX, 1));
    tlb_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes_against_a_list),
        cmocka_unit_test(odd_shapes_are_refused),
    };
    return UNIT_TEST_RUN("tlb", tests);
}
