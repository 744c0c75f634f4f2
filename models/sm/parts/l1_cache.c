/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/l1_cache.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "spec/messages.h"

void l1_cache_init(l1_cache *c, uint32_t bytes, uint32_t ways, uint32_t mshrs) {
    uint32_t sets = bytes / GMMU_LINE_BYTES / ways;
    c->ways = ways;
    c->sets = sets ? sets : 1;
    c->tag = alloc_zeroed((size_t)c->sets * ways, sizeof(*c->tag));
    c->mshrs = mshrs;
    c->mshr = alloc_zeroed(mshrs, sizeof(*c->mshr));
    c->next = alloc_zeroed(mshrs, sizeof(*c->next));
    index_stack_fill(&c->free_mshr, c->next, mshrs);
    memset(c->hashed, 0, sizeof(c->hashed));
}

void l1_cache_destroy(l1_cache *c) {
    free(c->tag);
    free(c->mshr);
    free(c->next);
}

static uint64_t *l1_cache_set_of(const l1_cache *c, uint64_t line) {
    return &c->tag[line % c->sets * c->ways];
}

/* The way that holds the line, or `ways`. */
static uint32_t l1_cache_find_way(const l1_cache *c, const uint64_t *set, uint64_t line) {
    uint32_t way = 0;
    while (way < c->ways && set[way] != line + 1)
        way++;
    return way;
}

/* The line moves in front of the `way` ways before it. */
static void make_recent(uint64_t *set, uint32_t way, uint64_t line) {
    memmove(&set[1], &set[0], way * sizeof(*set));
    set[0] = line + 1;
}

bool l1_cache_access(l1_cache *c, uint64_t line) {
    uint64_t *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    if (way == c->ways)
        return false;
    make_recent(set, way, line);
    return true;
}

void l1_cache_fill(l1_cache *c, uint64_t line) {
    uint64_t *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    make_recent(set, way < c->ways ? way : c->ways - 1, line);
}

void l1_cache_invalidate(l1_cache *c, uint64_t line) {
    uint64_t *set = l1_cache_set_of(c, line);
    uint32_t way = l1_cache_find_way(c, set, line);
    if (way == c->ways)
        return;
    /* The empty way becomes the next victim. */
    memmove(&set[way], &set[way + 1], (c->ways - 1 - way) * sizeof(*set));
    set[c->ways - 1] = 0;
}

void l1_cache_flush(l1_cache *c) {
    memset(c->tag, 0, (size_t)c->sets * c->ways * sizeof(*c->tag));
}

static uint32_t hash_of(uint64_t line) {
    return (uint32_t)((line ^ (line >> 8)) % L1_MSHR_HASHES);
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

uint32_t l1_mshr_take(l1_cache *c, uint64_t line, bool merges) {
    assert(c->free_mshr != INDEX_NONE);
    const uint32_t i = index_stack_pop(&c->free_mshr, c->next);
    c->mshr[i] = (l1_mshr){.line = line, .valid = true, .merges = merges};
    c->hashed[hash_of(line)] += merges;
    return i;
}

void l1_mshr_release(l1_cache *c, uint32_t number) {
    l1_mshr *m = &c->mshr[number];
    assert(m->valid);
    c->hashed[hash_of(m->line)] -= m->merges;
    m->valid = false;
    index_stack_push(&c->free_mshr, c->next, number);
}
