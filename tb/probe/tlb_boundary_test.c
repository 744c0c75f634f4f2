/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The experiment that finds TLB levels, on machines made of nothing but TLBs. They are drawn at random, and
 * the experiment gets their latencies alone.
 */
#include "probe/tlb_boundary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit_test.h"

#define MOST_LEVELS  4U
#define MOST_ENTRIES 2048U
#define MACHINES     20U

typedef enum { INDEX_LOW, INDEX_XOR, INDEX_MODULO } index_kind;

typedef struct {
    uint32_t sets, ways;
    uint32_t piece_bits; /* log2 of the bytes that a miss brings */
    uint32_t pages_bits; /* log2 of the pieces of an entry */
    index_kind index;
    uint64_t key[MOST_ENTRIES], used[MOST_ENTRIES], valid[MOST_ENTRIES];
} fake_level;

typedef struct {
    fake_level level[MOST_LEVELS];
    uint32_t levels;
    uint32_t latency[MOST_LEVELS + 1]; /* of an access that the level serves; the last: of a walk */
    uint64_t clock;
    uint64_t runs;
    uint64_t fails_after; /* runs; 0: never */
} fake_gpu;

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

/* Was the translation there? It is there afterwards. */
static bool fake_access(fake_gpu *g, fake_level *l, uint64_t address) {
    const uint64_t piece = address >> l->piece_bits, entry = piece >> l->pages_bits;
    const uint64_t bit = UINT64_C(1) << (piece & ((UINT64_C(1) << l->pages_bits) - 1));
    const uint32_t base = set_of(l, entry) * l->ways;
    uint32_t way = base;
    for (uint32_t i = base; i < base + l->ways; i++) {
        if (l->used[i] != 0 && l->key[i] == entry) {
            const bool hit = (l->valid[i] & bit) != 0;
            l->valid[i] |= bit;
            l->used[i] = ++g->clock;
            return hit;
        }
        way = l->used[i] < l->used[way] ? i : way;
    }
    l->key[way] = entry;
    l->valid[way] = bit;
    l->used[way] = ++g->clock;
    return false;
}

static bool fake_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    fake_gpu *g = ctx;
    if (g->fails_after != 0 && ++g->runs > g->fails_after)
        return false;
    for (uint32_t k = 0; k < g->levels; k++)
        memset(g->level[k].used, 0, sizeof g->level[k].used);
    for (uint32_t n = 0; n < launches; n++) {
        for (uint32_t i = 0; i < launch[n].count; i++) {
            uint32_t k = 0;
            while (k < g->levels && !fake_access(g, &g->level[k], launch[n].address[i]))
                k++;
            *latency++ = g->latency[k];
        }
    }
    return true;
}

/* ---- machines at random ---- */

static uint32_t fake_entries(const fake_level *l) {
    return l->sets * l->ways;
}

static uint32_t fake_covers_bits(const fake_level *l) {
    return l->piece_bits + l->pages_bits;
}

static uint64_t fake_reach(const fake_level *l) {
    return (uint64_t)fake_entries(l) << fake_covers_bits(l);
}

static uint64_t draw(uint64_t *random, uint64_t least, uint64_t most) {
    return least + unit_test_random(random) % (most - least + 1);
}

static fake_level draw_level(const fake_level *before, uint64_t *random) {
    fake_level l = {.index = (index_kind)draw(random, 0, 2), .ways = (uint32_t)draw(random, 2, 24)};
    l.piece_bits = (uint32_t)draw(random, before ? before->piece_bits : 12, before ? 25 : 21);
    l.pages_bits = (uint32_t)(draw(random, 0, 1) * draw(random, 0, 4));
    l.sets = l.index == INDEX_MODULO ? (uint32_t)draw(random, 1, 40) : 1U << draw(random, 0, 6);
    return l;
}

/* Can the level be seen behind the one before? It has twice the entries, and reaches twice as far. */
static bool is_visible(const fake_level *l, const fake_level *before) {
    return fake_reach(l) <= UINT64_C(1) << 33 &&
           (!before ||
            (fake_covers_bits(l) >= fake_covers_bits(before) && fake_entries(l) >= 2 * fake_entries(before) &&
             fake_reach(l) >= 2 * fake_reach(before)));
}

static fake_gpu *draw_gpu(uint64_t *random) {
    fake_gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->latency[0] = (uint32_t)draw(random, 10, 300);
    for (uint32_t tries = 0; tries < 100 && g->levels < MOST_LEVELS; tries++) {
        const fake_level *before = g->levels ? &g->level[g->levels - 1] : NULL;
        const fake_level l = draw_level(before, random);
        if (!is_visible(&l, before))
            continue;
        g->level[g->levels++] = l;
        g->latency[g->levels] = g->latency[g->levels - 1] + (uint32_t)draw(random, 1, 200);
    }
    return g;
}

static probe_machine machine_of(fake_gpu *g) {
    return (probe_machine){
        .ctx = g, .bytes = UINT64_C(1) << 36, .cache_bytes = UINT64_C(4) << 20, .sms = 1, .run = fake_run};
}

/* "13 sets, 4 ways, ...": what a failure needs to be understood. */
static void print_gpu(const fake_gpu *g, const tlb_boundary *found) {
    for (uint32_t k = 0; k < g->levels; k++)
        print_error("level %u: %u sets, %u ways, index %u, 2^%u pieces of 2^%u bytes\n", k + 1,
                    g->level[k].sets, g->level[k].ways, (unsigned)g->level[k].index, g->level[k].pages_bits,
                    g->level[k].piece_bits);
    for (uint32_t k = 0; k < found->levels; k++)
        print_error("found %u: %u entries, covers %llu, brings %llu\n", k + 1, found->level[k].entries,
                    (unsigned long long)found->level[k].covers, (unsigned long long)found->level[k].brings);
}

static bool same_levels(const fake_gpu *g, const tlb_boundary *found) {
    bool same = found->levels == g->levels;
    for (uint32_t k = 0; same && k < g->levels; k++) {
        const fake_level *l = &g->level[k];
        const tlb_boundary_level *f = &found->level[k];
        same = f->entries == fake_entries(l) && f->covers == UINT64_C(1) << fake_covers_bits(l) &&
               f->brings == UINT64_C(1) << l->piece_bits && f->reach == fake_reach(l) &&
               f->hit == g->latency[k] && f->miss == g->latency[k + 1] - g->latency[k];
    }
    return same;
}

/* Karnagel 3.1: two passes over strides and distances tell size, page size and miss delay of every level. */
static void test_random_machines(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < MACHINES; i++) {
        fake_gpu *g = draw_gpu(&random);
        const probe_machine m = machine_of(g);
        tlb_boundary found;
        assert_true(tlb_boundary_find(&m, &found));
        const bool same = same_levels(g, &found);
        if (!same)
            print_gpu(g, &found);
        free(g);
        assert_true(same);
    }
}

/* Karnagel 4.1: the P100 has 16 GB of memory, half of what its L3 TLB is thought to reach, so it is not seen.
 */
static void test_small_memory(void **state) {
    (void)state;
    fake_gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->levels = 3;
    g->level[0] = (fake_level){.sets = 1, .ways = 16, .piece_bits = 21};
    g->level[1] = (fake_level){.sets = 1, .ways = 65, .piece_bits = 25};
    g->level[2] = (fake_level){.sets = 129, .ways = 8, .piece_bits = 25, .index = INDEX_MODULO};
    g->latency[0] = 40;
    g->latency[1] = 49;
    g->latency[2] = 159;
    g->latency[3] = 300;
    probe_machine m = machine_of(g);
    m.bytes = UINT64_C(15) << 30;
    tlb_boundary found;
    assert_true(tlb_boundary_find(&m, &found));
    assert_int_equal(found.levels, 2);
    assert_int_equal(found.level[0].reach, UINT64_C(32) << 20);
    assert_int_equal(found.level[1].reach, UINT64_C(2080) << 20);
    assert_int_equal(found.level[1].miss, 110);
    assert_int_equal(found.seen, m.bytes);
    free(g);
}

typedef struct {
    uint64_t page, reach;
    uint32_t points, wrong;
} expected_curve;

static void take_point(void *ctx, const tlb_boundary_point *p) {
    expected_curve *x = ctx;
    const uint64_t from = p->stride > x->page ? 2 * x->reach : x->reach;
    const double rise = p->stride < x->page ? 50.0 : 100.0;
    const double expected = 100.0 + (p->range > from ? rise : 0.0);
    x->points++;
    x->wrong += p->cycles < expected - 1.0 || p->cycles > expected + 1.0;
}

/* Karnagel Fig. 2: a stride of the page size misses behind a; half of it at the same place with half the
 * rise; twice the stride at twice the distance. */
static void test_curves(void **state) {
    (void)state;
    fake_gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->levels = 1;
    g->level[0] = (fake_level){.sets = 1, .ways = 32, .piece_bits = 17};
    g->latency[0] = 100;
    g->latency[1] = 200;
    const probe_machine m = machine_of(g);
    tlb_boundary found;
    assert_true(tlb_boundary_find(&m, &found));
    expected_curve x = {.page = UINT64_C(1) << 17, .reach = UINT64_C(32) << 17};
    assert_true(tlb_boundary_curves(&m, &found, take_point, &x));
    free(g);
    assert_true(x.points > 60);
    assert_int_equal(x.wrong, 0);
}

/* A machine that fails ends the experiment, whenever it fails. */
static void test_failure(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    fake_gpu *g = draw_gpu(&random);
    const probe_machine m = machine_of(g);
    tlb_boundary found;
    for (uint64_t after = 1; after <= 21; after += 5) {
        g->runs = 0;
        g->fails_after = after;
        assert_false(tlb_boundary_find(&m, &found));
    }
    free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_machines),
        cmocka_unit_test(test_small_memory),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_failure),
    };
    return UNIT_TEST_RUN("tlb_boundary", tests);
}
