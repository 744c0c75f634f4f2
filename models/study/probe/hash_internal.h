/* SPDX-License-Identifier: Apache-2.0 */
/* What the two halves of address_hash_find() share. */
#ifndef GMMU_HASH_INTERNAL_H
#define GMMU_HASH_INTERNAL_H

#include "base/mix.h"
#include "study/probe/address_hash.h"

#define HASH_PAGE_BITS 12U /* D: no GPU has smaller pages */

/* Vectors of a kernel, found so far. */
typedef struct {
    gf2_basis basis;
    uint32_t dimension;
    uint64_t vector[GF2_BITS]; /* that made it */
    uint32_t sure;             /* found in a row that are in it already */
} hash_kernel;

typedef struct {
    const probe_machine *m;
    address_hash *found;
    uint64_t random;
    uint32_t dimensions; /* bits of found->lines */
    /* The launch that is put together: addresses, and as many latencies. */
    uint64_t *address;
    uint32_t *latency;
    uint32_t used, room;
    uint32_t accesses;
    uint32_t threads;
    bool machine_failed;
} hash_explorer;

static inline uint64_t hash_draw(hash_explorer *e, uint64_t below) {
    return random_next(&e->random) % below;
}

static inline uint64_t hash_draw_line(hash_explorer *e) {
    return hash_draw(e, e->m->bytes) & e->found->lines;
}

/* Another line of the same page: reading it brings the translation. */
static inline uint64_t hash_neighbour(hash_explorer *e, uint64_t line) {
    const uint64_t others = ((UINT64_C(1) << HASH_PAGE_BITS) / PROBE_LINE_BYTES) - 1;
    return line ^ (1 + hash_draw(e, others)) * PROBE_LINE_BYTES;
}

/* Is found more in it now? */
static inline bool hash_kernel_add(hash_kernel *k, uint64_t vector) {
    const bool more = gf2_basis_add(&k->basis, vector, k->dimension) == 0;
    k->sure = more ? 0 : k->sure + 1;
    if (more)
        k->vector[k->dimension++] = vector;
    return more;
}

/* A vector of it at random. */
static inline uint64_t hash_kernel_draw(hash_explorer *e, const hash_kernel *k) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < k->dimension; i++)
        sum ^= hash_draw(e, 2) ? k->vector[i] : 0;
    return sum;
}

/* Is it 0 in every bit of the function? */
static inline bool hash_same(const hash_function *f, uint64_t difference) {
    return gf2_multiply(f->mask, f->bits, difference) == 0;
}

static inline void hash_function_of(hash_function *f, const hash_kernel *k, uint64_t lines) {
    f->bits = gf2_orthogonal(k->vector, k->dimension, lines, f->mask);
}

/* The launch: begin, add, run. The latencies belong to the adds. */
void hash_begin(hash_explorer *e, uint32_t threads);
/* One access of all threads; returns its number. */
uint32_t hash_add(hash_explorer *e, const uint64_t *address, uint32_t count);
void hash_run(hash_explorer *e);

/* Steps 1 and 2. They end early with found->failed, or e->machine_failed. */
void hash_find_banks(hash_explorer *e, address_hash_pair_fn take, void *ctx, hash_kernel *banks);
void hash_find_sets(hash_explorer *e, const hash_kernel *banks, hash_kernel *sets);

static inline bool hash_over(const hash_explorer *e) {
    return e->machine_failed || e->found->failed;
}

#endif
