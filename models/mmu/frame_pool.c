/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/frame_pool.h"

#include <stdlib.h>

#define LEVELS 5U /* 64^5 frames */

/* Level 0 is the frames themselves, the same in both pyramids; a bit above stands for a word below. */
typedef enum { ALL_TAKEN, ANY_TAKEN, PYRAMIDS } pyramid;

struct frame_pool {
    uint64_t frames, free;
    uint64_t words[LEVELS];
    uint64_t *bits[PYRAMIDS][LEVELS];
};

static void frame_pool_set(frame_pool *p, uint64_t at) {
    uint64_t *word = &p->bits[ALL_TAKEN][0][at / 64];
    const bool first = *word == 0;
    *word |= UINT64_C(1) << at % 64;
    uint64_t all = at / 64, any = at / 64;
    bool full = *word == ~UINT64_C(0), news = first;
    for (uint32_t l = 1; l < LEVELS && (full || news); l++) {
        if (full) {
            word = &p->bits[ALL_TAKEN][l][all / 64];
            *word |= UINT64_C(1) << all % 64;
            full = *word == ~UINT64_C(0);
            all /= 64;
        }
        if (news) {
            word = &p->bits[ANY_TAKEN][l][any / 64];
            news = *word == 0;
            *word |= UINT64_C(1) << any % 64;
            any /= 64;
        }
    }
}

static void frame_pool_clear(frame_pool *p, uint64_t at) {
    for (uint32_t l = 0; l < LEVELS; l++)
        p->bits[ALL_TAKEN][l][at >> 6 * (l + 1)] &= ~(UINT64_C(1) << (at >> 6 * l) % 64);
    uint64_t word = p->bits[ANY_TAKEN][0][at / 64];
    for (uint32_t l = 1; l < LEVELS && word == 0; l++) {
        at /= 64;
        p->bits[ANY_TAKEN][l][at / 64] &= ~(UINT64_C(1) << at % 64);
        word = p->bits[ANY_TAKEN][l][at / 64];
    }
}

frame_pool *frame_pool_new(uint64_t frames) {
    frame_pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->frames = p->free = frames;
    uint64_t bits = frames;
    for (uint32_t l = 0; l < LEVELS; l++) {
        p->words[l] = bits / 64 + (bits % 64 != 0);
        for (uint32_t k = 0; k < PYRAMIDS; k++) {
            p->bits[k][l] = l == 0 && k ? p->bits[0][0] : calloc(p->words[l] + 1, sizeof(uint64_t));
            if (p->bits[k][l] == NULL) {
                frame_pool_free(p);
                return NULL;
            }
        }
        if (l != 0 && bits % 64 != 0)
            p->bits[ALL_TAKEN][l][bits / 64] = ~UINT64_C(0) << bits % 64;
        bits = p->words[l];
    }
    for (uint64_t behind = frames; behind % 64 != 0; behind++)
        frame_pool_set(p, behind); /* never free */
    return p;
}

void frame_pool_free(frame_pool *p) {
    if (p == NULL)
        return;
    for (uint32_t l = 0; l < LEVELS; l++) {
        free(p->bits[ALL_TAKEN][l]);
        if (l != 0)
            free(p->bits[ANY_TAKEN][l]);
    }
    free(p);
}

uint64_t frame_pool_frames(const frame_pool *p) {
    return p->frames;
}

uint64_t frame_pool_free_frames(const frame_pool *p) {
    return p->free;
}

/* The next frame from `at` on that is free (ALL_TAKEN) or taken (ANY_TAKEN): up until a word has one, then
 * down to it. A taken frame may be one behind the end. */
static uint64_t frame_pool_next(const frame_pool *p, pyramid which, uint64_t at) {
    const uint64_t flip = which == ALL_TAKEN ? ~UINT64_C(0) : 0;
    uint32_t level = 0;
    for (;;) {
        uint64_t word = at / 64 < p->words[level] ? (p->bits[which][level][at / 64] ^ flip) >> at % 64 : 0;
        if (word != 0) {
            at += (uint64_t)__builtin_ctzll(word);
            if (level == 0)
                return at;
            at *= 64;
            level--;
        } else if (++level == LEVELS) {
            return FRAME_NONE;
        } else {
            at = at / 64 + 1;
        }
    }
}

uint64_t frame_pool_next_free(const frame_pool *p, uint64_t from) {
    return from < p->frames ? frame_pool_next(p, ALL_TAKEN, from) : FRAME_NONE;
}

/* Are all frames of the range free, or else which one is not? */
static uint64_t first_taken(const frame_pool *p, uint64_t first, uint64_t count) {
    uint64_t taken = frame_pool_next(p, ANY_TAKEN, first);
    return taken < first + count ? taken : FRAME_NONE;
}

uint64_t frame_pool_next_run(const frame_pool *p, uint32_t order, uint64_t from) {
    const uint64_t size = UINT64_C(1) << order;
    uint64_t first = from;
    while (first < p->frames) {
        first = (first + size - 1) & ~(size - 1);
        if (first >= p->frames || size > p->frames - first)
            return FRAME_NONE;
        uint64_t taken = first_taken(p, first, size);
        if (taken == FRAME_NONE)
            return first;
        first = frame_pool_next(p, ALL_TAKEN, taken);
    }
    return FRAME_NONE;
}

uint64_t frame_pool_runs(const frame_pool *p, uint32_t order) {
    uint64_t runs = 0;
    for (uint64_t at = 0; (at = frame_pool_next_run(p, order, at)) != FRAME_NONE; at += UINT64_C(1) << order)
        runs++;
    return runs;
}

static bool frame_pool_in_range(const frame_pool *p, uint64_t first, uint64_t count) {
    return first <= p->frames && count <= p->frames - first;
}

bool frame_pool_take(frame_pool *p, uint64_t first, uint64_t count) {
    if (!frame_pool_in_range(p, first, count) || first_taken(p, first, count) != FRAME_NONE)
        return false;
    for (uint64_t i = 0; i < count; i++)
        frame_pool_set(p, first + i);
    p->free -= count;
    return true;
}

bool frame_pool_give(frame_pool *p, uint64_t first, uint64_t count) {
    if (!frame_pool_in_range(p, first, count) || frame_pool_next_free(p, first) < first + count)
        return false;
    for (uint64_t i = 0; i < count; i++)
        frame_pool_clear(p, first + i);
    p->free += count;
    return true;
}
