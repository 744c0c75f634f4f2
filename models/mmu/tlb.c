/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb.h"

#include <stdlib.h>

#include "base/mix.h"
#include "gmmu_params.h"

#define NO_KEY   UINT64_MAX
#define NO_ENTRY UINT32_MAX
#define LANES    8U /* keys compared at a time */

struct tlb {
    uint32_t sets, ways;
    uint32_t stride;     /* ways rounded up to LANES; keys beyond ways stay NO_KEY */
    uint32_t hint_shift; /* hash bits that are no hint index */
    uint64_t clock;      /* advances with every use */
    uint64_t *keys;      /* asid and vpn, or NO_KEY */
    uint64_t *used;      /* clock of the last use; 0 = empty, so the oldest of all */
    uint64_t *ppns;
    uint32_t *hints; /* entry in which a key of this hash was last seen: a guess, checked */
};

static uint64_t make_key(uint16_t asid, uint64_t vpn) {
    return ((uint64_t)asid << GMMU_VPN_W) | vpn;
}

tlb *tlb_new(uint32_t entries, uint32_t ways) {
    if (ways == 0 || entries == 0 || entries > (1U << 20) || entries % ways != 0)
        return NULL;
    uint32_t sets = entries / ways;
    if ((sets & (sets - 1)) != 0)
        return NULL;
    tlb *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->sets = sets;
    t->ways = ways;
    t->stride = (ways + LANES - 1) / LANES * LANES;
    uint32_t hint_bits = 6;
    while (hint_bits < 16 && (1U << hint_bits) < 4 * entries)
        hint_bits++;
    t->hint_shift = 64 - hint_bits;
    size_t slots = (size_t)sets * t->stride;
    t->keys = malloc(slots * sizeof *t->keys);
    t->used = malloc(slots * sizeof *t->used);
    t->ppns = calloc(slots, sizeof *t->ppns);
    t->hints = calloc((size_t)1 << hint_bits, sizeof *t->hints);
    if (t->keys == NULL || t->used == NULL || t->ppns == NULL || t->hints == NULL) {
        tlb_free(t);
        return NULL;
    }
    tlb_flush(t);
    return t;
}

void tlb_free(tlb *t) {
    if (t == NULL)
        return;
    free(t->keys);
    free(t->used);
    free(t->ppns);
    free(t->hints);
    free(t);
}

static uint32_t set_base(const tlb *t, uint64_t vpn) {
    return (uint32_t)(vpn & (t->sets - 1)) * t->stride;
}

static uint32_t *hint_of(const tlb *t, uint64_t key) {
    return &t->hints[(key * MIX_GOLDEN) >> t->hint_shift];
}

/* The entry of a key in the set that starts at `base`. Inner loop without exits, so
 * that it becomes vector compares. */
static uint32_t search(const tlb *t, uint32_t base, uint64_t key) {
    for (uint32_t group = base; group < base + t->stride; group += LANES) {
        const uint64_t *keys = &t->keys[group];
        uint64_t found = 0;
        for (uint32_t i = 0; i < LANES; i++)
            found |= keys[i] == key ? i + 1 : 0;
        if (found != 0)
            return group + (uint32_t)found - 1;
    }
    return NO_ENTRY;
}

static uint32_t find(const tlb *t, uint64_t vpn, uint64_t key) {
    uint32_t guess = *hint_of(t, key);
    return t->keys[guess] == key ? guess : search(t, set_base(t, vpn), key);
}

bool tlb_lookup(tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn) {
    uint64_t key = make_key(asid, vpn);
    uint32_t e = find(t, vpn, key);
    if (e == NO_ENTRY)
        return false;
    t->used[e] = ++t->clock;
    *hint_of(t, key) = e;
    *ppn = t->ppns[e];
    return true;
}

bool tlb_probe(const tlb *t, uint16_t asid, uint64_t vpn, uint64_t *ppn) {
    uint32_t e = find(t, vpn, make_key(asid, vpn));
    if (e == NO_ENTRY)
        return false;
    *ppn = t->ppns[e];
    return true;
}

void tlb_fill(tlb *t, uint16_t asid, uint64_t vpn, uint64_t ppn) {
    uint64_t key = make_key(asid, vpn);
    uint32_t e = find(t, vpn, key);
    if (e == NO_ENTRY) {
        uint32_t base = set_base(t, vpn);
        e = base;
        for (uint32_t i = base + 1; i < base + t->ways; i++)
            e = t->used[i] < t->used[e] ? i : e;
    }
    t->keys[e] = key;
    t->ppns[e] = ppn;
    t->used[e] = ++t->clock;
    *hint_of(t, key) = e;
}

void tlb_flush(tlb *t) {
    for (uint32_t i = 0; i < t->sets * t->stride; i++) {
        t->keys[i] = NO_KEY;
        t->used[i] = 0;
    }
}

bool tlb_invalidate(tlb *t, uint16_t asid, uint64_t vpn) {
    uint32_t e = find(t, vpn, make_key(asid, vpn));
    if (e == NO_ENTRY)
        return false;
    t->keys[e] = NO_KEY;
    t->used[e] = 0;
    return true;
}
