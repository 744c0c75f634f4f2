/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The free frames of a memory, a list for each page colour (Fractional GPUs §V-G), in ascending order.
 *
 * A list holds every free frame of its colour. It may also hold some that were taken since; these leave it
 * when they are met. So code that takes frames need not know of the lists, but frames that are given back
 * must be put back (colour_lists_put). Frames of one colour are a coset of a linear space: the k-th of them
 * follows from k, and a list is a frame_pool of such numbers.
 */
#ifndef GMMU_COLOUR_LISTS_H
#define GMMU_COLOUR_LISTS_H

#include <stdint.h>

#include "mmu/frame_pool.h"

typedef struct colour_lists colour_lists;

/* Of frames 0 .. frames - 1, all free. Bit i of a frame's colour: the parity of its number and mask[i].
 * bits: at most 31. NULL when the host is out of memory. */
colour_lists *colour_lists_new(uint64_t frames, const uint64_t *mask, uint32_t bits);
void colour_lists_free(colour_lists *l);

uint32_t colour_lists_colour(const colour_lists *l, uint64_t frame);

/* The lowest frame of the colour's list that is free in the pool, or FRAME_NONE. It stays in the list. */
uint64_t colour_lists_lowest(colour_lists *l, uint32_t colour, const frame_pool *pool);
/* Frames first .. first + count - 1 are free again; they go into the lists of their colours. */
void colour_lists_put(colour_lists *l, uint64_t first, uint64_t count);

#endif
