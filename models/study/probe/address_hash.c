/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/address_hash.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "study/probe/hash_internal.h"

void hash_begin(hash_explorer *e, uint32_t threads) {
    e->used = e->accesses = 0;
    e->threads = threads;
}

/* Threads without an address of their own also read the last one. */
uint32_t hash_add(hash_explorer *e, const uint64_t *address, uint32_t count) {
    if (e->used + e->threads > e->room) {
        e->room = 2 * (e->room + e->threads);
        e->address = alloc_resize(e->address, e->room, sizeof *e->address);
        e->latency = alloc_resize(e->latency, e->room, sizeof *e->latency);
    }
    for (uint32_t i = 0; i < e->threads; i++)
        e->address[e->used + i] = address[i < count ? i : count - 1];
    e->used += e->threads;
    return e->accesses++;
}

void hash_run(hash_explorer *e) {
    const probe_launch launch = {.address = e->address, .count = e->used, .threads = e->threads};
    if (hash_over(e) || !e->m->run(e->m->ctx, &launch, 1, e->latency)) {
        memset(e->latency, 0, e->room * sizeof *e->latency);
        e->machine_failed |= !e->found->failed;
    }
    e->found->accesses += e->accesses;
}

/* What is a sum of bits of both: orthogonal to both kernels. */
static void find_module(address_hash *found, const hash_kernel *banks, const hash_kernel *sets) {
    hash_kernel both = *banks;
    for (uint32_t i = 0; i < sets->dimension; i++)
        (void)hash_kernel_add(&both, sets->vector[i]);
    hash_function_of(&found->module, &both, found->lines);
}

bool address_hash_find(const probe_machine *m, uint64_t seed, address_hash_pair_fn take, void *ctx,
                       address_hash *found) {
    *found = (address_hash){.failed = NULL};
    const uint64_t all = UINT64_MAX >> __builtin_clzll(m->bytes - 1); /* bits of an address */
    found->lines = all & ~(uint64_t)(PROBE_LINE_BYTES - 1);
    hash_explorer e = {.m = m, .found = found, .random = seed};
    e.dimensions = (uint32_t)__builtin_popcountll(found->lines);
    hash_kernel banks = {.sure = 0}, sets = {.sure = 0};
    hash_find_banks(&e, take, ctx, &banks);
    if (!hash_over(&e))
        hash_find_sets(&e, &banks, &sets);
    if (!hash_over(&e))
        find_module(found, &banks, &sets);
    free(e.address);
    free(e.latency);
    return !e.machine_failed;
}

uint32_t address_hash_colour_bits(const hash_function *module, uint32_t page_bits) {
    gf2_basis within = {0};
    uint32_t colours = 0;
    for (uint32_t i = 0; i < module->bits; i++)
        colours += gf2_basis_add(&within, module->mask[i] & ((UINT64_C(1) << page_bits) - 1), i) != 0;
    return colours;
}
