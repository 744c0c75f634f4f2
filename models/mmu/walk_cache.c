/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An entry of an upper level stands for all addresses below it, so a cache is a TLB whose "pages" are as
 * large as what one entry of the level maps, and whose "frame" says where the walk goes on.
 */
#include "mmu/walk_cache.h"

#include "base/alloc.h"
#include "config/tlb_shape.h"
#include "mmu/tlb.h"

struct walk_cache {
    const page_table_format *format;
    uint32_t count;
    uint32_t latency;
    struct {
        tlb *array;
        uint64_t sizes; /* what it holds: a sum of bytes, as above */
    } cache[CHIP_MAX_WALK_CACHES];
};

/* ---- where a walk goes on, as a number ---- */

#define FRAME_MASK (PHYS_MEM_MAX_FRAMES - 1)
#define FRAME_W    28U

static uint64_t walk_cache_pack(const page_walk *w) {
    return (uint64_t)w->coalesced << (2 * FRAME_W + 1) | (uint64_t)w->large << (2 * FRAME_W) |
           w->second << FRAME_W | w->table;
}

static page_walk walk_cache_unpack(uint64_t number, uint32_t level) {
    return (page_walk){.table = number & FRAME_MASK,
                       .second = number >> FRAME_W & FRAME_MASK,
                       .level = (uint8_t)level,
                       .large = (number >> (2 * FRAME_W) & 1) != 0,
                       .coalesced = (number >> (2 * FRAME_W + 1)) != 0};
}

/* What the TLB adds to the frame of a page for vpn. */
static uint64_t offset_in(uint64_t vpn, uint32_t bits) {
    return vpn & ((UINT64_C(1) << (bits - PHYS_MEM_FRAME_BITS)) - 1);
}

/* ---- life ---- */

static uint64_t sizes_of(const page_table_format *f, const walk_cache_config *c) {
    uint32_t first = c->first != 0 ? c->first : 1, last = c->last != 0 ? c->last : f->levels - 1;
    uint64_t sizes = 0;
    for (uint32_t level = first; level <= last && level < f->levels; level++)
        if (f->level[level - 1].low < TLB_SHAPE_TOP)
            sizes |= UINT64_C(1) << f->level[level - 1].low;
    return sizes;
}

walk_cache *walk_cache_new(const chip_config *chip) {
    if (chip->walk.caches == 0)
        return NULL;
    walk_cache *c = alloc_zeroed(1, sizeof *c);
    c->format = chip_page_table(chip);
    c->count = chip->walk.caches;
    for (uint32_t i = 0; i < c->count; i++) {
        const walk_cache_config *config = &chip->walk.cache[i];
        tlb_level_config level = {
            .entries = config->entries, .ways = config->ways, .partitions = config->partitions};
        c->cache[i].sizes = sizes_of(c->format, config);
        c->cache[i].array = tlb_new(&level, c->cache[i].sizes); /* checked by config/config_check.c */
        c->latency = config->latency > c->latency ? config->latency : c->latency;
        if (c->cache[i].array == NULL) {
            walk_cache_free(c);
            return NULL;
        }
    }
    return c;
}

void walk_cache_free(walk_cache *c) {
    for (uint32_t i = 0; c != NULL && i < c->count; i++)
        tlb_free(c->cache[i].array);
    free(c);
}

/* ---- use ---- */

uint32_t walk_cache_latency(const walk_cache *c) {
    return c->latency;
}

bool walk_cache_find(walk_cache *c, uint16_t asid, uint64_t vpn, page_walk *w) {
    for (uint32_t level = c->format->levels - 1; level >= 1; level--) {
        uint32_t bits = c->format->level[level - 1].low;
        for (uint32_t i = 0; i < c->count; i++) {
            tlb_page page;
            if (!tlb_lookup_size(c->cache[i].array, asid, vpn, bits, &page))
                continue;
            *w = walk_cache_unpack(page.ppn - offset_in(vpn, bits), level + 1);
            return true;
        }
    }
    return false;
}

void walk_cache_fill(walk_cache *c, uint16_t asid, uint64_t vpn, uint32_t level, const page_walk *w) {
    uint32_t bits = c->format->level[level - 1].low;
    tlb_page page = {.ppn = walk_cache_pack(w) + offset_in(vpn, bits), .bits = bits};
    for (uint32_t i = 0; i < c->count; i++)
        if ((c->cache[i].sizes >> bits & 1) != 0)
            (void)tlb_fill(c->cache[i].array, asid, vpn, &page);
}

void walk_cache_flush(walk_cache *c) {
    for (uint32_t i = 0; i < c->count; i++)
        tlb_flush(c->cache[i].array);
}
