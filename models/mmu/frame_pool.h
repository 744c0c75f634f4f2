/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which frames of a memory are free: a bit per frame, and above it two pyramids of bits, one for "all
 * below are taken" and one for "one below is taken". So the next free and the next taken
 * frame are found in a few steps for any state of the memory. The pool decides nothing; page allocators do.
 */
#ifndef GMMU_FRAME_POOL_H
#define GMMU_FRAME_POOL_H

#include <stdbool.h>
#include <stdint.h>

#define FRAME_NONE UINT64_MAX

typedef struct frame_pool frame_pool;

/* Frames 0 .. frames - 1, all free; at most 2^30. NULL when the host is out of memory. */
frame_pool *frame_pool_new(uint64_t frames);
void frame_pool_free(frame_pool *p);

uint64_t frame_pool_frames(const frame_pool *p);      /* in total */
uint64_t frame_pool_free_frames(const frame_pool *p); /* free ones */

/* The lowest free frame from `from` on, or FRAME_NONE. */
uint64_t frame_pool_next_free(const frame_pool *p, uint64_t from);
/* The first frame of the lowest run of 1 << order free frames, aligned to its size, from `from` on, or
 * FRAME_NONE. */
uint64_t frame_pool_next_run(const frame_pool *p, uint32_t order, uint64_t from);
/* The number of such runs. Free frames outside of them are lost to pages of this size by fragmentation. */
uint64_t frame_pool_runs(const frame_pool *p, uint32_t order);

/* Take or give frames first .. first + count - 1. False, and nothing has changed, when one of them is no
 * frame, or is already taken, or already free. */
bool frame_pool_take(frame_pool *p, uint64_t first, uint64_t count);
bool frame_pool_give(frame_pool *p, uint64_t first, uint64_t count);

#endif
