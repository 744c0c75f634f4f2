/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The experiment that finds address hashes, on machines made of DRAM banks and cache sets alone. Their hashes
 * are drawn at random, and the experiment gets latencies only.
 */
#include "study/probe/address_hash.h"

#include <stdlib.h>
#include <string.h>

#include "fake_gpu.h"
#include "study/probe/probe_noise.h"
#include "unit_test.h"

#define MACHINES   6U
#define BYTES      (UINT64_C(64) << 20)
#define PAGE_BYTES 4096U
#define LINE_BITS  7U
#define LINES      (BYTES - (UINT64_C(1) << LINE_BITS)) /* bits of an address that tell lines apart */
#define ROW_BITS   11U                                  /* a DRAM row: 2 KB of addresses in one piece */
#define HIT        100U                                 /* cycles */
#define MISS       300U
#define CONFLICT   250U /* more, for two rows of one bank */
#define MOST_SETS  128U
#define MOST_WAYS  16U

typedef struct {
    hash_function bank, set, module; /* reduced; the module is what bank and set share */
    uint32_t ways;
    bool remainder; /* the set is the remainder by an odd number: no XOR */
    bool any_bank;  /* rows never conflict */
    uint64_t line[MOST_SETS][MOST_WAYS], used[MOST_SETS][MOST_WAYS];
    uint64_t clock, runs, fails_after; /* runs; 0: never */
} fake_memory;

static void draw_functions(hash_function *f, uint32_t bits, uint64_t *random) {
    while (f->bits < bits) {
        f->mask[f->bits] = unit_test_random(random) & LINES;
        f->bits = gf2_reduce_rows(f->mask, f->bits + 1);
    }
}

/* Bits of a set's number that lines of a page differ in. */
static uint32_t bits_within_page(const hash_function *set) {
    uint64_t part[GF2_BITS];
    for (uint32_t i = 0; i < set->bits; i++)
        part[i] = set->mask[i] & (PAGE_BYTES - 1);
    return gf2_reduce_rows(part, set->bits);
}

/* A module bit or two that both have, and bits of their own (FGPU V-E); lines of a page lie in four sets at
 * least. */
static fake_memory *draw_memory(uint64_t *random) {
    fake_memory *g = calloc(1, sizeof *g);
    assert_non_null(g);
    draw_functions(&g->module, (uint32_t)fake_draw(random, 1, 2), random);
    uint64_t all[GF2_BITS];
    do { /* no more in common than the module */
        g->bank = g->set = g->module;
        draw_functions(&g->bank, (uint32_t)fake_draw(random, 3, 5), random);
        draw_functions(&g->set, (uint32_t)fake_draw(random, 4, 6), random);
        memcpy(all, g->bank.mask, g->bank.bits * sizeof *all);
        memcpy(all + g->bank.bits, g->set.mask, g->set.bits * sizeof *all);
    } while (gf2_reduce_rows(all, g->bank.bits + g->set.bits) !=
                 g->bank.bits + g->set.bits - g->module.bits ||
             bits_within_page(&g->set) < 2);
    g->ways = (uint32_t)fake_draw(random, 4, MOST_WAYS);
    return g;
}

static uint32_t set_number(const fake_memory *g, uint64_t address) {
    return g->remainder ? (uint32_t)((address >> LINE_BITS) % 61)
                        : (uint32_t)gf2_multiply(g->set.mask, g->set.bits, address);
}

/* Was the line in the cache? It is there afterwards. */
static bool fake_hit(fake_memory *g, uint64_t address) {
    const uint32_t set = set_number(g, address);
    const uint64_t line = address >> LINE_BITS;
    uint32_t way = 0;
    for (uint32_t i = 0; i < g->ways; i++) {
        if (g->used[set][i] != 0 && g->line[set][i] == line) {
            g->used[set][i] = ++g->clock;
            return true;
        }
        way = g->used[set][i] < g->used[set][way] ? i : way;
    }
    g->line[set][way] = line;
    g->used[set][way] = ++g->clock;
    return false;
}

static bool rows_conflict(const fake_memory *g, uint64_t a, uint64_t b) {
    return !g->any_bank && a >> ROW_BITS != b >> ROW_BITS &&
           gf2_multiply(g->bank.mask, g->bank.bits, a ^ b) == 0;
}

/* An access of all threads lasts as long as the slowest. */
static uint32_t fake_cycles(fake_memory *g, const uint64_t *address, uint32_t threads) {
    uint64_t missed[PROBE_MOST_THREADS];
    uint32_t misses = 0, cycles = HIT;
    for (uint32_t i = 0; i < threads; i++)
        if (!fake_hit(g, address[i])) {
            for (uint32_t k = 0; k < misses; k++)
                if (rows_conflict(g, address[i], missed[k]))
                    cycles = MISS + CONFLICT;
            cycles = cycles < MISS ? MISS : cycles;
            missed[misses++] = address[i];
        }
    return cycles;
}

static bool fake_memory_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    fake_memory *g = ctx;
    if (g->fails_after != 0 && ++g->runs > g->fails_after)
        return false;
    memset(g->used, 0, sizeof g->used);
    for (uint32_t n = 0; n < launches; n++) {
        const uint32_t threads = probe_launch_threads(&launch[n]);
        assert_int_equal(launch[n].count % threads, 0);
        for (uint32_t i = 0; i < launch[n].count; i += threads) {
            for (uint32_t k = 0; k < threads; k++)
                assert_true(launch[n].address[i + k] < BYTES);
            *latency++ = fake_cycles(g, launch[n].address + i, threads);
        }
    }
    return true;
}

static probe_machine fake_memory_machine(fake_memory *g) {
    return (probe_machine){.ctx = g, .bytes = BYTES, .sms = 1, .in_one_piece = true, .run = fake_memory_run};
}

static bool same_span(const hash_function *drawn, const hash_function *found) {
    return found->bits == drawn->bits &&
           memcmp(found->mask, drawn->mask, drawn->bits * sizeof *drawn->mask) == 0;
}

static bool recovered(const fake_memory *g, const address_hash *found) {
    const bool same = found->failed == NULL && found->lines == LINES && same_span(&g->bank, &found->bank) &&
                      same_span(&g->set, &found->set) && same_span(&g->module, &found->module) &&
                      found->ways == g->ways;
    if (!same)
        print_error("drawn: %u bank bits, %u set bits, %u module bits, %u ways; found: %u, %u, %u, %u; %s\n",
                    g->bank.bits, g->set.bits, g->module.bits, g->ways, found->bank.bits, found->set.bits,
                    found->module.bits, found->ways, found->failed ? found->failed : "no failure");
    return same;
}

/* FGPU V-C: DRAM banks from pairs; V-D: cache sets from evictions; V-E: memory modules are what both have in
 * common. */
static void test_random_hashes(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < MACHINES; i++) {
        fake_memory *g = draw_memory(&random);
        const probe_machine m = fake_memory_machine(g);
        address_hash found;
        assert_true(address_hash_find(&m, unit_test_random(&random) | 1, NULL, NULL, &found));
        const bool same = recovered(g, &found);
        free(g);
        assert_true(same);
    }
}

/* A little noise changes nothing, and much of it is said to be too much: nothing wrong is found. */
static void test_noise(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const uint32_t noise[] = {15, 3000};
    for (uint32_t i = 0; i < 2; i++) {
        fake_memory *g = draw_memory(&random);
        const probe_machine quiet = fake_memory_machine(g);
        probe_noise noisy = {.quiet = &quiet, .most = noise[i], .random = unit_test_random(&random) | 1};
        const probe_machine m = probe_noise_machine(&noisy);
        address_hash found;
        assert_true(address_hash_find(&m, unit_test_random(&random) | 1, NULL, NULL, &found));
        const bool same = i == 0 ? recovered(g, &found) : found.failed == NULL;
        free(g);
        assert_int_equal(same, i == 0);
        assert_int_equal(found.failed == NULL, i == 0);
    }
}

/* A machine that is none of those that the experiment can tell: it says so. */
static void test_other_machines(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < 2; i++) {
        fake_memory *g = draw_memory(&random);
        g->remainder = i == 0;
        g->any_bank = i == 1;
        const probe_machine m = fake_memory_machine(g);
        address_hash found;
        assert_true(address_hash_find(&m, unit_test_random(&random) | 1, NULL, NULL, &found));
        free(g);
        assert_non_null(found.failed);
    }
}

/* A machine that fails ends the experiment, whenever it fails. */
static void test_failure(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    fake_memory *g = draw_memory(&random);
    const probe_machine m = fake_memory_machine(g);
    address_hash found;
    for (uint64_t after = 1; after <= 61; after += 10) {
        g->runs = 0;
        g->fails_after = after;
        assert_false(address_hash_find(&m, 1, NULL, NULL, &found));
    }
    free(g);
}

/* FGPU V-F: a page has a colour when no address within it changes the module. */
static void test_colours(void **state) {
    (void)state;
    const hash_function module = {
        .bits = 3, .mask = {UINT64_C(1) << 20 | UINT64_C(1) << 8, UINT64_C(1) << 18 | 1U << 14, 1U << 13}};
    assert_int_equal(address_hash_colour_bits(&module, 12), 2);
    assert_int_equal(address_hash_colour_bits(&module, 14), 1);
    assert_int_equal(address_hash_colour_bits(&module, 21), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_hashes),  cmocka_unit_test(test_noise),
        cmocka_unit_test(test_other_machines), cmocka_unit_test(test_failure),
        cmocka_unit_test(test_colours),
    };
    return UNIT_TEST_RUN("address_hash", tests);
}
