/* SPDX-License-Identifier: Apache-2.0 */
#include "program/page_set.h"

#include <stdlib.h>

#include "base/mix.h"

/* The group's place, or the empty place where it belongs. */
static size_t page_set_find(const page_group *group, size_t room, uint64_t key) {
    uint64_t h = key * MIX_GOLDEN; /* Fibonacci hashing */
    size_t at = (size_t)(h >> 20) & (room - 1);
    while (group[at].key && group[at].key != key)
        at = (at + 1) & (room - 1);
    return at;
}

static bool page_set_grow(page_set *s) {
    size_t room = s->room ? s->room * 2 : 64;
    page_group *group = calloc(room, sizeof *group);
    if (!group)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->group[i].key)
            group[page_set_find(group, room, s->group[i].key)] = s->group[i];
    free(s->group);
    s->group = group;
    s->room = room;
    s->last = 0;
    return true;
}

page_set_result page_set_add(page_set *s, uint64_t vpn) {
    if (2 * s->used >= s->room && !page_set_grow(s))
        return PAGE_SET_NO_MEMORY;
    uint64_t key = (vpn >> PAGE_SET_GROUP_BITS) + 1;
    if (s->group[s->last].key != key)
        s->last = page_set_find(s->group, s->room, key);
    page_group *g = &s->group[s->last];
    if (!g->key) {
        g->key = key;
        s->used++;
    }
    uint64_t bit = 1ULL << (vpn & 63U);
    uint64_t *word = &g->bits[(vpn >> 6) & (PAGE_SET_GROUP_WORDS - 1U)];
    if (*word & bit)
        return PAGE_SET_KNOWN;
    *word |= bit;
    return PAGE_SET_NEW;
}

bool page_set_has(const page_set *s, uint64_t vpn) {
    if (s->room == 0)
        return false;
    const page_group *g = &s->group[page_set_find(s->group, s->room, (vpn >> PAGE_SET_GROUP_BITS) + 1)];
    return g->key && g->bits[(vpn >> 6) & (PAGE_SET_GROUP_WORDS - 1U)] >> (vpn & 63U) & 1U;
}

bool page_set_next(const page_set *s, uint64_t *at, uint64_t *vpn) {
    const uint64_t pages = UINT64_C(1) << PAGE_SET_GROUP_BITS;
    while (*at / pages < s->room) {
        const page_group *g = &s->group[*at / pages];
        const uint64_t i = *at % pages;
        *at += g->key ? 1 : pages;
        if (g->key && g->bits[i / 64] >> i % 64 & 1) {
            *vpn = ((g->key - 1) << PAGE_SET_GROUP_BITS) + i;
            return true;
        }
    }
    return false;
}

void page_set_clear(page_set *s) {
    free(s->group);
    *s = (page_set){0};
}
