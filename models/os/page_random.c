/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames at random, as an operating system hands them out after a long time: neighbouring pages lie
 * anywhere. Decision: the first free frame, or aligned free run, from a random one on, and from the lowest on
 * when there is none.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/mix.h"
#include "os/page_allocators.h"

typedef struct {
    uint64_t frames;
    uint64_t state; /* of the generator, not 0 */
} random_frames;

static void *random_create(const page_allocator_setup *setup, char *err, size_t err_size) {
    random_frames *r = calloc(1, sizeof *r);
    if (r == NULL) {
        (void)snprintf(err, err_size, "out of memory");
        return NULL;
    }
    *r = (random_frames){.frames = setup->frames, .state = mix(setup->seed + MIX_GOLDEN) | 1U};
    return r;
}

static uint64_t random_choose(void *self, const frame_pool *pool, uint16_t asid, uint32_t order) {
    random_frames *r = self;
    (void)asid;
    uint64_t from = random_next(&r->state) % r->frames;
    uint64_t first = frame_pool_next_run(pool, order, from);
    return first != FRAME_NONE ? first : frame_pool_next_run(pool, order, 0);
}

const page_allocator page_allocator_random = {
    .row = {"random", "free frames at random (os.seed)"},
    .create = random_create,
    .choose = random_choose,
};
