/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is fragmented before a run: Mosaic 6.4's two numbers hold exactly. */
#include "unit_test.h"

#include <string.h>

#include "os/fragments.h"

#define FRAMES 50U
#define PAGES  (1U << PAGE_ALLOCATOR_LARGE)
#define TABLES 16U

/* taken[i]: page i has been taken. */
static uint64_t scatter(uint32_t index, uint32_t occupancy, uint64_t seed, bool taken[FRAMES * PAGES]) {
    phys_mem *m = phys_mem_new(FRAMES * PAGES + TABLES, TABLES);
    assert_non_null(m);
    fragments f = {0};
    fragments_scatter(&f, m, index, occupancy, seed);
    const uint64_t pages = f.pages;
    assert_int_equal(phys_mem_data_frames(m), pages);
    for (uint64_t i = 0; i < FRAMES * PAGES; i++)
        taken[i] = !phys_mem_reserve(m, i << PHYS_MEM_FRAME_BITS, UINT64_C(1) << PHYS_MEM_FRAME_BITS);
    fragments_free(&f);
    phys_mem_free(m);
    return pages;
}

static void index_and_occupancy_hold(void **state) {
    (void)state;
    static const uint32_t percent[] = {1, 10, 35, 50, 90, 100};
    static bool taken[FRAMES * PAGES];
    for (size_t i = 0; i < sizeof percent / sizeof *percent; i++) {
        for (size_t k = 0; k < sizeof percent / sizeof *percent; k++) {
            const uint64_t in_frame = PAGES * percent[k] / 100;
            uint64_t frames = 0, pages = scatter(percent[i], percent[k], 7, taken);
            for (uint64_t f = 0; f < FRAMES; f++) {
                uint64_t held = 0;
                for (uint64_t p = 0; p < PAGES; p++)
                    held += taken[f * PAGES + p];
                frames += held != 0;
                assert_true(held == 0 || held == in_frame);
            }
            assert_int_equal(frames, FRAMES * percent[i] / 100);
            assert_int_equal(pages, frames * in_frame);
        }
    }
}

static void draws_follow_the_seed(void **state) {
    (void)state;
    static bool a[FRAMES * PAGES], b[FRAMES * PAGES], c[FRAMES * PAGES];
    (void)scatter(50, 50, 1, a);
    (void)scatter(50, 50, 1, b);
    (void)scatter(50, 50, 2, c);
    assert_memory_equal(a, b, sizeof a);
    assert_true(memcmp(a, c, sizeof a) != 0);
    uint64_t first = 0; /* of the pages, the lower half of each frame: they are spread */
    for (uint64_t i = 0; i < FRAMES * PAGES; i++)
        first += a[i] && i % PAGES < PAGES / 2;
    assert_in_range(first, FRAMES * PAGES / 8 - 300, FRAMES * PAGES / 8 + 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_and_occupancy_hold),
        cmocka_unit_test(draws_follow_the_seed),
    };
    return UNIT_TEST_RUN("fragments", tests);
}
