/* SPDX-License-Identifier: Apache-2.0 */
#include "os/pads.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"

#define FIRST_BLOCK (UINT64_C(1) << 34) /* page: half of the 47 bits of a user's addresses */

void pads_init(pads *p, uint32_t percent, uint32_t blocks, uint64_t seed) {
    *p = (pads){.percent = percent, .blocks = blocks, .state = mix(seed + 1) | 1, .next_block = FIRST_BLOCK};
}

void pads_destroy(pads *p) {
    free(p->region);
}

void pads_clear(pads *p) {
    p->regions = 0;
}

pad_region *pads_add(pads *p, uint64_t first) {
    if (p->regions == p->room) {
        p->room = p->room != 0 ? 2 * p->room : 16;
        p->region = alloc_resize(p->region, p->room, sizeof *p->region);
    }
    pad_region *r = &p->region[p->regions++];
    *r = (pad_region){.first = first};
    memset(r->pad, 0xff, sizeof r->pad);
    return r;
}

void pads_use(pad_region *r, uint64_t vpn) {
    r->pad[vpn % PADS_REGION_PAGES / 64] &= ~(UINT64_C(1) << vpn % 64);
}

pad_region *pads_find(const pads *p, uint64_t vpn) {
    for (size_t i = 0; i < p->regions; i++)
        if (p->region[i].first == vpn - vpn % PADS_REGION_PAGES)
            return &p->region[i];
    return NULL;
}

static uint64_t bits_set(const uint64_t bits[PADS_WORDS]) {
    uint64_t set = 0;
    for (uint32_t w = 0; w < PADS_WORDS; w++)
        set += (uint64_t)__builtin_popcountll(bits[w]);
    return set;
}

bool pads_want_block(pads *p, uint64_t *first) {
    uint64_t left = 0;
    for (size_t i = 0; i < p->regions; i++)
        left += p->region[i].first >= FIRST_BLOCK ? bits_set(p->region[i].pad) : 0;
    if (left + PADS_REGION_PAGES > (uint64_t)p->blocks * PADS_REGION_PAGES)
        return false;
    *first = p->next_block;
    p->next_block += PADS_REGION_PAGES;
    return true;
}

/* A block without pages is forgotten. */
static bool block_over(const pad_region *r) {
    return r->first >= FIRST_BLOCK && r->splintered && bits_set(r->pad) == 0;
}

void pads_free_some(pads *p, void (*freed)(void *ctx, pad_region *r, uint64_t vpn), void *ctx) {
    for (size_t i = 0; i < p->regions; i++) {
        pad_region *r = &p->region[i];
        for (uint32_t page = 0; page < PADS_REGION_PAGES; page++) {
            const uint64_t bit = UINT64_C(1) << page % 64;
            if ((r->pad[page / 64] & bit) == 0 || random_next(&p->state) % 100 >= p->percent)
                continue;
            r->pad[page / 64] &= ~bit;
            r->freed[page / 64] |= bit;
            p->freed++;
            freed(ctx, r, r->first + page);
        }
    }
    for (size_t i = p->regions; i-- > 0;)
        if (block_over(&p->region[i]))
            p->region[i] = p->region[--p->regions];
}

const pad_region *pads_holes(const pads *p) {
    for (size_t i = 0; i < p->regions; i++)
        if (!p->region[i].splintered && bits_set(p->region[i].freed) != 0)
            return &p->region[i];
    return NULL;
}

uint64_t pads_covered(const pads *p) {
    uint64_t pages = 0;
    for (size_t i = 0; i < p->regions; i++)
        pages += p->region[i].splintered ? 0 : bits_set(p->region[i].freed);
    return pages;
}
