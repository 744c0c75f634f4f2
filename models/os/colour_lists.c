/* SPDX-License-Identifier: Apache-2.0 */
#include "os/colour_lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/gf2.h"

typedef struct {
    frame_pool *left; /* numbers of frames within the colour; NULL: the colour has no frames */
    uint64_t first;   /* frame 0 of the colour */
} colour_list;

struct colour_lists {
    uint32_t bits;
    uint64_t mask[GF2_BITS];
    uint32_t numbers;        /* bits of a number within a colour */
    uint64_t step[GF2_BITS]; /* what bit i of the number XORs into the frame; its highest bit is in no other,
                                so frames ascend with their numbers */
    uint64_t leads;          /* these highest bits */
    colour_list list[];      /* of each colour */
};

uint32_t colour_lists_colour(const colour_lists *l, uint64_t frame) {
    return (uint32_t)gf2_multiply(l->mask, l->bits, frame);
}

static uint64_t colour_frame(const colour_lists *l, uint32_t colour, uint64_t number) {
    uint64_t frame = l->list[colour].first;
    for (; number != 0; number &= number - 1)
        frame ^= l->step[__builtin_ctzll(number)];
    return frame;
}

static uint64_t colour_number(const colour_lists *l, uint64_t frame) {
    uint64_t number = 0;
    uint32_t at = 0;
    for (uint64_t leads = l->leads; leads != 0; leads &= leads - 1)
        number |= (frame >> __builtin_ctzll(leads) & 1U) << at++;
    return number;
}

/* Frames of the colour below `frames`: the numbers below the first whose frame is not. */
static uint64_t frames_below(const colour_lists *l, uint32_t colour, uint64_t frames) {
    uint64_t below = 0;
    for (uint32_t i = l->numbers + 1; i-- > 0;) {
        const uint64_t more = below + (UINT64_C(1) << i);
        if (more <= UINT64_C(1) << l->numbers && colour_frame(l, colour, more - 1) < frames)
            below = more;
    }
    return below;
}

/* The lowest frame of each colour has no leading bit; `others` are the bits that lead nothing. */
static bool fill_lists(colour_lists *l, uint64_t others, uint64_t frames) {
    uint64_t first = 0;
    do {
        const uint32_t colour = colour_lists_colour(l, first);
        colour_list *list = &l->list[colour];
        list->first = first;
        const uint64_t count = frames_below(l, colour, frames);
        list->left = count != 0 ? frame_pool_new(count) : NULL;
        if (count != 0 && list->left == NULL)
            return false;
        first = (first - others) & others; /* the next subset of the bits */
    } while (first != 0);
    return true;
}

colour_lists *colour_lists_new(uint64_t frames, const uint64_t *mask, uint32_t bits) {
    colour_lists *l = calloc(1, sizeof *l + (sizeof l->list[0] << bits));
    if (l == NULL)
        return NULL;
    l->bits = bits;
    memcpy(l->mask, mask, bits * sizeof *mask);
    uint64_t all = frames - 1, down[GF2_BITS];
    for (uint32_t shift = 1; shift < GF2_BITS; shift *= 2)
        all |= all >> shift; /* every bit of a frame number */
    l->numbers = gf2_orthogonal(mask, bits, all, down);
    for (uint32_t i = 0; i < l->numbers; i++) {
        l->step[i] = down[l->numbers - 1 - i];
        l->leads |= UINT64_C(1) << (63 - __builtin_clzll(l->step[i]));
    }
    if (!fill_lists(l, all & ~l->leads, frames)) {
        colour_lists_free(l);
        return NULL;
    }
    return l;
}

void colour_lists_free(colour_lists *l) {
    if (l == NULL)
        return;
    for (uint32_t c = 0; c < 1U << l->bits; c++)
        frame_pool_free(l->list[c].left);
    free(l);
}

uint64_t colour_lists_lowest(colour_lists *l, uint32_t colour, const frame_pool *pool) {
    frame_pool *left = l->list[colour].left;
    uint64_t number = left != NULL ? frame_pool_next_free(left, 0) : FRAME_NONE;
    while (number != FRAME_NONE) {
        const uint64_t frame = colour_frame(l, colour, number);
        if (frame_pool_next_free(pool, frame) == frame)
            return frame;
        (void)frame_pool_take(left, number, 1);
        number = frame_pool_next_free(left, number);
    }
    return FRAME_NONE;
}

void colour_lists_put(colour_lists *l, uint64_t first, uint64_t count) {
    for (uint64_t frame = first; frame < first + count; frame++) /* a frame that never left its list stays */
        (void)frame_pool_give(l->list[colour_lists_colour(l, frame)].left, colour_number(l, frame), 1);
}
