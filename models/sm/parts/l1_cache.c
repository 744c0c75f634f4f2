/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/l1_cache.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host_cache.h"
#include "config/messages.h"

void l1_cache_init(l1_cache *c, uint32_t bytes, uint32_t ways, uint32_t mshrs, uint32_t sector_bytes) {
    uint32_t sets = bytes / GMMU_LINE_BYTES / ways;
    c->ways = ways;
    c->sets = sets ? sets : 1;
    c->set_mask = (c->sets & (c->sets - 1)) == 0 ? c->sets - 1 : 0;
    c->lines = alloc_zeroed((size_t)c->sets * ways, sizeof(*c->lines));
    c->sectors = NULL;
    if (sector_bytes < GMMU_LINE_BYTES)
        c->sectors = alloc_zeroed((size_t)c->sets * ways, sizeof(*c->sectors));
    c->mshrs = mshrs;
    c->mshr = alloc_zeroed(mshrs, sizeof(*c->mshr));
    c->next = alloc_zeroed(mshrs, sizeof(*c->next));
    index_stack_fill(&c->free_mshr, c->next, mshrs);
    memset(c->hashed, 0, sizeof(c->hashed));
}

void l1_cache_destroy(l1_cache *c) {
    free(c->lines);
    free(c->sectors);
    free(c->mshr);
    free(c->next);
}

static l1_line *l1_cache_set_of(const l1_cache *c, uint64_t line) {
    const uint64_t set = c->set_mask != 0 ? line & c->set_mask : line % c->sets; /* a division is slow */
    return &c->lines[set * c->ways];
}

static uint32_t hash_of(uint64_t line) {
    return (uint32_t)((line ^ (line >> 8)) % L1_MSHR_HASHES);
}

void l1_cache_prefetch(const l1_cache *c, uint64_t line) {
    host_prefetch(l1_cache_set_of(c, line), c->ways * sizeof *c->lines);
    host_prefetch(&c->hashed[hash_of(line)], sizeof *c->hashed);
}

/* The way that holds the line, or `ways`. */
static uint32_t l1_cache_find_way(const l1_cache *c, const l1_line *set, uint64_t line) {
    uint32_t found = c->ways;
    for (uint32_t way = 0; way < c->ways; way++) /* to the end: where it is, the host cannot guess */
        found = set[way].tag == line + 1 ? way : found;
    return found;
}

/* Of the lines of a set. */
static uint8_t *l1_cache_sectors_of(const l1_cache *c, const l1_line *set) {
    return &c->sectors[set - c->lines];
}

/* The line moves in front of the `way` ways before it; its sectors likewise. */
static void make_recent(l1_cache *c, l1_line *set, uint32_t way, l1_line line) {
    if (way != 0 && c->sectors) {
        uint8_t *sectors = l1_cache_sectors_of(c, set);
        const uint8_t moved = sectors[way];
        memmove(&sectors[1], &sectors[0], way);
        sectors[0] = moved;
    }
    if (way != 0)
        memmove(&set[1], &set[0], way * sizeof(*set));
    set[0] = line;
}

line_data *l1_cache_access(l1_cache *c, uint64_t line) {
    l1_line *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    if (way == c->ways)
        return NULL;
    make_recent(c, set, way, set[way]);
    return &set[0].data;
}

uint8_t l1_cache_lack(const l1_cache *c, uint64_t line, uint8_t asked) {
    return c->sectors ? asked & (uint8_t)~*l1_cache_sectors_of(c, l1_cache_set_of(c, line)) : 0;
}

void l1_cache_fill(l1_cache *c, uint64_t line, line_data data, uint8_t sectors) {
    l1_line *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    const bool there = way < c->ways;
    make_recent(c, set, there ? way : c->ways - 1, (l1_line){.tag = line + 1, .data = data});
    if (c->sectors) {
        uint8_t *held = l1_cache_sectors_of(c, set);
        *held = (there ? *held : 0) | sectors;
    }
}

void l1_cache_invalidate(l1_cache *c, uint64_t line) {
    l1_line *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    if (way == c->ways)
        return;
    /* The empty way becomes the next victim; what its sectors are does not matter. */
    if (c->sectors)
        memmove(l1_cache_sectors_of(c, set) + way, l1_cache_sectors_of(c, set) + way + 1, c->ways - 1 - way);
    memmove(&set[way], &set[way + 1], (c->ways - 1 - way) * sizeof(*set));
    set[c->ways - 1] = (l1_line){0};
}

void l1_cache_flush(l1_cache *c) {
    memset(c->lines, 0, (size_t)c->sets * c->ways * sizeof(*c->lines));
}

uint32_t l1_mshr_find(const l1_cache *c, uint64_t line) {
    if (c->hashed[hash_of(line)] == 0)
        return L1_NO_MSHR;
    for (uint32_t i = 0; i < c->mshrs; i++)
        if (c->mshr[i].line == line && c->mshr[i].valid && c->mshr[i].merges)
            return i;
    return L1_NO_MSHR;
}

bool l1_mshr_available(const l1_cache *c) {
    return c->free_mshr != L1_NO_MSHR;
}

bool l1_mshr_available_beside(const l1_cache *c, uint32_t kept) {
    return c->taken + kept < c->mshrs;
}

uint32_t l1_mshr_take(l1_cache *c, uint64_t line, bool merges) {
    assert(c->free_mshr != INDEX_NONE);
    const uint32_t i = index_stack_pop(&c->free_mshr, c->next);
    c->taken++;
    c->mshr[i] = (l1_mshr){.line = line, .valid = true, .merges = merges};
    c->hashed[hash_of(line)] = (uint16_t)(c->hashed[hash_of(line)] + merges);
    return i;
}

void l1_mshr_release(l1_cache *c, uint32_t number) {
    l1_mshr *m = &c->mshr[number];
    assert(m->valid);
    c->hashed[hash_of(m->line)] = (uint16_t)(c->hashed[hash_of(m->line)] - m->merges);
    m->valid = false;
    c->taken--;
    index_stack_push(&c->free_mshr, c->next, number);
}
