/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of free frames by colour, against a walk over all frames: FGPU V-G, "the appropriate free-page list".
 */
#include "unit_test.h"

#include <stdlib.h>

#include "base/gf2.h"
#include "os/colour_lists.h"

#define CASES       40U
#define STEPS       2000U
#define MOST_BITS   5U
#define MOST_FRAMES 3000U

typedef struct {
    uint64_t frames, mask[MOST_BITS];
    uint32_t bits;
    frame_pool *pool;
    colour_lists *lists;
} lists_case;

/* Masks may reach beyond the frames there are, and depend on each other: some colours have no frame then. */
static lists_case draw_case(uint64_t *random) {
    lists_case c = {.frames = 1 + unit_test_random(random) % MOST_FRAMES,
                    .bits = 1 + (uint32_t)(unit_test_random(random) % MOST_BITS)};
    for (uint32_t i = 0; i < c.bits; i++)
        c.mask[i] = unit_test_random(random) & 0x3fff;
    c.pool = frame_pool_new(c.frames);
    c.lists = colour_lists_new(c.frames, c.mask, c.bits);
    assert_true(c.pool != NULL && c.lists != NULL);
    return c;
}

/* The lowest free frame of the colour, by a look at each. */
static uint64_t lowest_by_walk(const lists_case *c, uint32_t colour) {
    for (uint64_t frame = 0; frame < c->frames; frame++)
        if (gf2_multiply(c->mask, c->bits, frame) == colour && frame_pool_next_free(c->pool, frame) == frame)
            return frame;
    return FRAME_NONE;
}

/* Frames go by the lists and past them, as reserved ones do, and come back one by one and in runs. */
static void lowest_free_frame_of_each_colour(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < CASES; n++) {
        const lists_case c = draw_case(&random);
        for (uint32_t step = 0; step < STEPS; step++) {
            const uint64_t r = unit_test_random(&random), first = (r >> 16) % c.frames;
            const uint64_t count = r >> 60 ? 1 : 1 + (r >> 50) % 64;
            const uint32_t colour = (uint32_t)(r >> 32) % (1U << c.bits);
            const uint64_t lowest = colour_lists_lowest(c.lists, colour, c.pool);
            assert_true(lowest == lowest_by_walk(&c, colour));
            if (r % 4 < 2 && lowest != FRAME_NONE)
                assert_true(frame_pool_take(c.pool, lowest, 1));
            else if (r % 4 == 2)
                (void)frame_pool_take(c.pool, first, count);
            else if (frame_pool_give(c.pool, first, count))
                colour_lists_put(c.lists, first, count);
        }
        colour_lists_free(c.lists);
        frame_pool_free(c.pool);
    }
}

/* Each frame is in one list: that of its colour. */
static void every_frame_in_one_list(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t n = 0; n < CASES; n++) {
        const lists_case c = draw_case(&random);
        uint64_t taken = 0;
        for (uint32_t colour = 0; colour < 1U << c.bits; colour++) {
            uint64_t frame, from = 0;
            while ((frame = colour_lists_lowest(c.lists, colour, c.pool)) != FRAME_NONE) {
                assert_true(frame >= from && frame < c.frames);
                assert_int_equal(colour_lists_colour(c.lists, frame), colour);
                assert_true(frame_pool_take(c.pool, frame, 1));
                from = frame + 1;
                taken++;
            }
        }
        assert_int_equal(taken, c.frames);
        colour_lists_free(c.lists);
        frame_pool_free(c.pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowest_free_frame_of_each_colour),
        cmocka_unit_test(every_frame_in_one_list),
    };
    return UNIT_TEST_RUN("colour_lists", tests);
}
