/* SPDX-License-Identifier: Apache-2.0 */
/* The synthetic allocator: what it allocates beside an application, and how it frees it. */
#include "unit_test.h"

#include <string.h>

#include "os/pads.h"

#define FIRST (UINT64_C(7) * PADS_REGION_PAGES)

typedef struct {
    uint64_t count, sum;
} tally;

static void count_freed(void *ctx, pad_region *r, uint64_t vpn) {
    tally *t = ctx;
    assert_true(pads_bit(r->freed, vpn) && !pads_bit(r->pad, vpn));
    assert_int_equal(vpn - vpn % PADS_REGION_PAGES, r->first);
    t->count++;
    t->sum += vpn * (t->count + 1);
}

static tally freed_by(pads *p) {
    tally t = {0};
    pads_free_some(p, count_freed, &t);
    return t;
}

/* Pages in use are never freed; of the pads as many as asked for, and each once. */
static void pads_are_freed_once(void **state) {
    (void)state;
    pads p;
    pads_init(&p, 25, 0, 3);
    pad_region *r = pads_add(&p, FIRST);
    for (uint64_t i = 0; i < 100; i++)
        pads_use(r, FIRST + i);
    const tally first = freed_by(&p);
    assert_in_range(first.count, 412 / 4 - 40, 412 / 4 + 40);
    assert_int_equal(pads_covered(&p), first.count);
    uint64_t all = first.count;
    for (uint32_t i = 0; i < 200; i++)
        all += freed_by(&p).count;
    assert_int_equal(all, 412);
    assert_int_equal(p.freed, 412);
    for (uint64_t i = 0; i < PADS_REGION_PAGES; i++)
        assert_int_equal(pads_bit(pads_find(&p, FIRST + i)->freed, FIRST + i), i >= 100);
    pads_find(&p, FIRST)->splintered = true;
    assert_int_equal(pads_covered(&p), 0);
    assert_null(pads_find(&p, FIRST + PADS_REGION_PAGES));
    pads_destroy(&p);
}

/* The same seed frees the same pages; another one others. */
static void draws_follow_the_seed(void **state) {
    (void)state;
    tally t[3];
    for (uint32_t i = 0; i < 3; i++) {
        pads p;
        pads_init(&p, 50, 0, i == 2 ? 8 : 7);
        (void)pads_add(&p, FIRST);
        t[i] = freed_by(&p);
        pads_destroy(&p);
    }
    assert_memory_equal(&t[0], &t[1], sizeof t[0]);
    assert_int_not_equal(t[0].sum, t[2].sum);
}

/* A block is allocated anew when a block's worth of pads has been freed; a splintered one without pads goes.
 */
static void blocks_are_allocated_anew(void **state) {
    (void)state;
    pads p;
    uint64_t first = 0, last = 0;
    pads_init(&p, 100, 2, 1);
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(pads_want_block(&p, &first));
        assert_true(first > last);
        last = first;
        (void)pads_add(&p, first);
    }
    assert_false(pads_want_block(&p, &first));
    pads_find(&p, last)->splintered = true;
    assert_int_equal(freed_by(&p).count, 2 * PADS_REGION_PAGES);
    assert_null(pads_find(&p, last));
    assert_int_equal(p.regions, 1); /* the other one is still a large page */
    assert_true(pads_want_block(&p, &first) && first > last);
    pads_clear(&p);
    assert_int_equal(pads_covered(&p), 0);
    pads_destroy(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pads_are_freed_once),
        cmocka_unit_test(draws_follow_the_seed),
        cmocka_unit_test(blocks_are_allocated_anew),
    };
    return UNIT_TEST_RUN("pads", tests);
}
