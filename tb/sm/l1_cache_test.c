/* SPDX-License-Identifier: Apache-2.0 */
/* The L1 data cache against a plain LRU reference; its miss-status registers. */
#include "unit_test.h"

#include "sm/parts/l1_cache.h"

#include <string.h>

#define SETS  8U
#define WAYS  4U
#define LINES 96U

/* Reference: when each line was used last; 0: not in. */
typedef struct {
    uint64_t used[LINES];
    line_data data[LINES];
    uint64_t clock;
} reference;

static void reference_fill(reference *m, uint32_t line) {
    uint32_t in = 0, victim = LINES;
    for (uint32_t i = line % SETS; i < LINES; i += SETS) {
        if (m->used[i] == 0)
            continue;
        in++;
        if (victim == LINES || m->used[i] < m->used[victim])
            victim = i;
    }
    if (m->used[line] == 0 && in == WAYS)
        m->used[victim] = 0;
    m->used[line] = ++m->clock;
}

static void test_lru_against_reference(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    reference m = {.clock = 0};
    l1_cache c;
    l1_cache_init(&c, SETS * WAYS * 128, WAYS, 4, 128);
    assert_int_equal(c.sets, SETS);
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t line = (uint32_t)(unit_test_random(&random) % LINES);
        uint32_t what = (uint32_t)(unit_test_random(&random) % 8);
        if (what < 4) {
            line_data *hit = l1_cache_access(&c, line);
            assert_int_equal(hit != NULL, m.used[line] != 0);
            if (!hit)
                continue;
            m.used[line] = ++m.clock;
            assert_true(*hit == m.data[line]);
            if (i % 4 == 0)
                *hit = m.data[line] = i;
        } else if (what < 7) {
            l1_cache_fill(&c, line, i, 1);
            reference_fill(&m, line);
            m.data[line] = i;
        } else {
            l1_cache_invalidate(&c, line);
            m.used[line] = 0;
        }
    }
    l1_cache_destroy(&c);
}

/* Sectors come one by one and move with their line; a line that comes anew has those of its fill alone. */
static void test_sectors(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    reference m = {.clock = 0};
    uint8_t held[LINES] = {0};
    l1_cache c;
    l1_cache_init(&c, SETS * WAYS * 128, WAYS, 4, 32);
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t line = (uint32_t)(unit_test_random(&random) % LINES);
        const uint32_t what = (uint32_t)(unit_test_random(&random) % 8);
        const uint8_t sectors = (uint8_t)(1 + unit_test_random(&random) % 15);
        if (what < 4) {
            assert_int_equal(l1_cache_access(&c, line) != NULL, m.used[line] != 0);
            if (m.used[line] == 0)
                continue;
            m.used[line] = ++m.clock;
            assert_int_equal(l1_cache_lack(&c, line, sectors), sectors & ~held[line]);
        } else if (what < 7) {
            l1_cache_fill(&c, line, i, sectors);
            held[line] = (m.used[line] ? held[line] : 0) | sectors;
            reference_fill(&m, line);
        } else {
            l1_cache_invalidate(&c, line);
            m.used[line] = 0;
        }
    }
    l1_cache_destroy(&c);
}

static void test_high_addresses(void **state) {
    (void)state;
    l1_cache c;
    l1_cache_init(&c, 16384, 4, 4, 128);
    uint64_t line = (UINT64_C(1) << 40) / 128 - 1;
    assert_false(l1_cache_access(&c, line));
    assert_false(l1_cache_access(&c, 0)); /* an empty way is not line 0 */
    l1_cache_fill(&c, line, 0, 1);
    assert_true(l1_cache_access(&c, line));
    l1_cache_destroy(&c);
}

static void test_miss_registers(void **state) {
    (void)state;
    l1_cache c;
    l1_cache_init(&c, 16384, 4, 4, 128);
    uint32_t load = l1_mshr_take(&c, 5, true);
    uint32_t atomic = l1_mshr_take(&c, 6, false);
    uint32_t other = l1_mshr_take(&c, 5 + 256, true);
    assert_int_equal(l1_mshr_find(&c, 5), load);
    assert_int_equal(l1_mshr_find(&c, 6), L1_NO_MSHR); /* nobody joins an atomic */
    assert_int_equal(l1_mshr_find(&c, 5 + 256), other);
    assert_int_equal(l1_mshr_find(&c, 7), L1_NO_MSHR);
    assert_true(l1_mshr_available(&c));
    uint32_t last = l1_mshr_take(&c, 6, true);
    assert_int_equal(l1_mshr_find(&c, 6), last);
    assert_false(l1_mshr_available(&c));
    l1_mshr_release(&c, load);
    assert_int_equal(l1_mshr_find(&c, 5), L1_NO_MSHR);
    assert_int_equal(l1_mshr_take(&c, 9, true), load);
    l1_mshr_release(&c, atomic);
    assert_true(l1_mshr_available(&c));
    l1_cache_destroy(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lru_against_reference),
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_high_addresses),
        cmocka_unit_test(test_miss_registers),
    };
    return UNIT_TEST_RUN("l1_cache", tests);
}
