/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_gpu.h"

#include <stdlib.h>
#include <string.h>

#include "unit_test.h"

fake_gpu *fake_gpu_new(void) {
    fake_gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    return g;
}

void fake_gpu_free(fake_gpu *g) {
    for (uint32_t k = 0; k < FAKE_LEVELS; k++)
        for (uint32_t i = 0; i < FAKE_SMS; i++)
            free(g->level[k].array[i]);
    free(g);
}

static uint32_t set_of(const fake_level *l, uint64_t entry) {
    const uint32_t bits = (uint32_t)__builtin_ctz(l->sets);
    uint64_t folded = 0;
    if (l->index == INDEX_MODULO)
        return (uint32_t)(entry % l->sets);
    if (l->index == INDEX_LOW || bits == 0)
        return (uint32_t)(entry & (l->sets - 1));
    for (; entry != 0; entry >>= bits)
        folded ^= entry;
    return (uint32_t)(folded & (l->sets - 1));
}

static fake_array *fake_array_of(fake_level *l, uint32_t sm) {
    fake_array **a = &l->array[l->instance[sm]];
    if (!*a) {
        *a = calloc(1, sizeof **a);
        assert_non_null(*a);
    }
    return *a;
}

/* Was the translation there? It is there afterwards. */
static bool fake_access(fake_gpu *g, fake_level *l, uint32_t sm, uint64_t address) {
    fake_array *a = fake_array_of(l, sm);
    const uint64_t piece = address >> l->piece_bits, entry = piece >> l->pages_bits;
    const uint64_t bit = UINT64_C(1) << (piece & ((UINT64_C(1) << l->pages_bits) - 1));
    const uint32_t base = set_of(l, entry) * l->ways;
    uint32_t way = base;
    for (uint32_t i = base; i < base + l->ways; i++) {
        if (a->used[i] != 0 && a->key[i] == entry) {
            const bool hit = (a->valid[i] & bit) != 0;
            a->valid[i] |= bit;
            a->used[i] = ++g->clock;
            return hit;
        }
        way = a->used[i] < a->used[way] ? i : way;
    }
    a->key[way] = entry;
    a->valid[way] = bit;
    a->used[way] = ++g->clock;
    return false;
}

uint32_t fake_gpu_access(fake_gpu *g, uint32_t sm, uint64_t address) {
    uint32_t k = 0;
    while (k < g->levels && !fake_access(g, &g->level[k], sm, address))
        k++;
    return g->latency[k];
}

static void fake_reset(fake_gpu *g) {
    for (uint32_t k = 0; k < g->levels; k++)
        for (uint32_t i = 0; i < FAKE_SMS; i++)
            if (g->level[k].array[i])
                memset(g->level[k].array[i]->used, 0, sizeof g->level[k].array[i]->used);
}

static bool fake_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    fake_gpu *g = ctx;
    if (g->fails_after != 0 && ++g->runs > g->fails_after)
        return false;
    fake_reset(g);
    for (uint32_t n = 0; n < launches; n++) {
        for (uint32_t i = 0; i < launch[n].count; i++)
            *latency++ = fake_gpu_access(g, launch[n].sm, launch[n].address[i]);
    }
    return true;
}

probe_machine fake_gpu_machine(fake_gpu *g) {
    return (probe_machine){
        .ctx = g, .bytes = UINT64_C(1) << 36, .cache_bytes = UINT64_C(4) << 20, .sms = 1, .run = fake_run};
}

/* ---- machines at random ---- */

uint32_t fake_entries(const fake_level *l) {
    return l->sets * l->ways;
}

uint32_t fake_covers_bits(const fake_level *l) {
    return l->piece_bits + l->pages_bits;
}

uint64_t fake_reach(const fake_level *l) {
    return (uint64_t)fake_entries(l) << fake_covers_bits(l);
}

uint64_t fake_draw(uint64_t *random, uint64_t least, uint64_t most) {
    return least + unit_test_random(random) % (most - least + 1);
}

static fake_level draw_level(const fake_level *before, uint64_t *random) {
    fake_level l = {.index = (index_kind)fake_draw(random, 0, 2), .ways = (uint32_t)fake_draw(random, 2, 24)};
    l.piece_bits = (uint32_t)fake_draw(random, before ? before->piece_bits : 12, before ? 25 : 21);
    l.pages_bits = (uint32_t)(fake_draw(random, 0, 1) * fake_draw(random, 0, 4));
    l.sets = l.index == INDEX_MODULO ? (uint32_t)fake_draw(random, 1, 40) : 1U << fake_draw(random, 0, 6);
    return l;
}

/* Can the level be seen behind the one before? It has twice the entries, and reaches twice as far. */
static bool is_visible(const fake_level *l, const fake_level *before) {
    return fake_reach(l) <= UINT64_C(1) << 33 &&
           (!before ||
            (fake_covers_bits(l) >= fake_covers_bits(before) && fake_entries(l) >= 2 * fake_entries(before) &&
             fake_reach(l) >= 2 * fake_reach(before)));
}

fake_gpu *fake_gpu_draw(uint64_t *random) {
    fake_gpu *g = fake_gpu_new();
    g->latency[0] = (uint32_t)fake_draw(random, 10, 300);
    for (uint32_t tries = 0; tries < 100 && g->levels < FAKE_LEVELS; tries++) {
        const fake_level *before = g->levels ? &g->level[g->levels - 1] : NULL;
        const fake_level l = draw_level(before, random);
        if (!is_visible(&l, before))
            continue;
        g->level[g->levels++] = l;
        g->latency[g->levels] = g->latency[g->levels - 1] + (uint32_t)fake_draw(random, 1, 200);
    }
    return g;
}
