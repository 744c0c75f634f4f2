/* SPDX-License-Identifier: Apache-2.0 */
/* DRAM banks by pairs that are read at once (Fractional GPUs V-C, Algorithm 1). */
#include <stdlib.h>

#include "base/alloc.h"
#include "study/probe/hash_internal.h"

#define SLOW_PERCENT 110U  /* of the average (FGPU Fig. 3) */
#define BATCH        2048U /* pairs of a launch */
#define AGAIN        16U   /* other pairs with a difference that was slow once */
#define AGREE        10U   /* of them, for a conflict: a row left open makes some of the pairs fast */
#define SURE         12U   /* conflicts in a row that tell nothing new: an error of 1 in 4096 */
#define IN_VAIN      24U   /* launches without a conflict that is new, or makes sure */
#define CHECKED      256U  /* new pairs of each kind */

/* Adds a pair with this difference that is in the TLB and not in the cache; returns its number. */
static uint32_t add_pair(hash_explorer *e, uint64_t difference, uint64_t *primary) {
    uint64_t at = hash_draw_line(e);
    while ((at ^ difference) >= e->m->bytes)
        at = hash_draw_line(e);
    *primary = at;
    const uint64_t pair[2] = {at, at ^ difference};
    const uint64_t near[2] = {hash_neighbour(e, pair[0]), hash_neighbour(e, pair[1])};
    (void)hash_add(e, near, 2);
    return hash_add(e, pair, 2);
}

/* The first pairs: what is usual. */
static void find_average(hash_explorer *e, address_hash_pair_fn take, void *ctx) {
    uint64_t difference[BATCH], primary[BATCH], sum = 0;
    hash_begin(e, 2);
    for (uint32_t i = 0; i < BATCH; i++) {
        difference[i] = 1 + hash_draw_line(e);
        difference[i] &= e->found->lines;
        (void)add_pair(e, difference[i], &primary[i]);
    }
    hash_run(e);
    for (uint32_t i = 0; i < BATCH; i++) {
        const address_hash_pair pair = {primary[i], primary[i] ^ difference[i], e->latency[2 * i + 1]};
        sum += pair.cycles;
        if (take && !hash_over(e))
            take(ctx, &pair);
    }
    e->found->average = (uint32_t)(sum / BATCH);
    e->found->threshold = (uint32_t)(sum * SLOW_PERCENT / 100 / BATCH);
}

/* Of `count` differences those that are slow once; returns their number. */
static uint32_t slow_once(hash_explorer *e, uint64_t difference[BATCH]) {
    uint64_t primary;
    uint32_t slow = 0;
    hash_begin(e, 2);
    for (uint32_t i = 0; i < BATCH; i++) {
        difference[i] = hash_draw_line(e);
        (void)add_pair(e, difference[i], &primary);
    }
    hash_run(e);
    for (uint32_t i = 0; i < BATCH; i++)
        if (e->latency[2 * i + 1] > e->found->threshold && difference[i])
            difference[slow++] = difference[i];
    return slow;
}

/* How many of AGAIN pairs with each of these differences are slow. */
static void slow_again(hash_explorer *e, const uint64_t *difference, uint32_t count, uint32_t *slow) {
    uint64_t primary;
    hash_begin(e, 2);
    for (uint32_t i = 0; i < count * AGAIN; i++)
        (void)add_pair(e, difference[i / AGAIN], &primary);
    if (count)
        hash_run(e);
    for (uint32_t i = 0; i < count; i++) {
        slow[i] = 0;
        for (uint32_t k = 0; k < AGAIN; k++)
            slow[i] += e->latency[2 * (i * AGAIN + k) + 1] > e->found->threshold;
    }
}

/* New pairs, with a bank in common and without. */
static void check_banks(hash_explorer *e, const hash_kernel *banks) {
    address_hash *found = e->found;
    uint64_t primary;
    found->checked = CHECKED;
    hash_begin(e, 2);
    for (uint32_t i = 0; i < CHECKED; i++) {
        uint64_t other = hash_draw_line(e);
        while (hash_same(&found->bank, other))
            other = hash_draw_line(e);
        (void)add_pair(e, hash_kernel_draw(e, banks), &primary);
        (void)add_pair(e, other, &primary);
    }
    hash_run(e);
    for (uint32_t i = 0; i < CHECKED; i++) {
        found->slow_same += e->latency[4 * i + 1] > found->threshold;
        found->slow_other += e->latency[4 * i + 3] > found->threshold;
    }
    /* One wrong vector in the kernel would make every other pair fast. */
    if (3 * found->slow_same < 2 * CHECKED || 16 * found->slow_other > CHECKED)
        found->failed =
            "new pairs contradict the DRAM banks found: the noise is too large, or the hash is no XOR";
}

void hash_find_banks(hash_explorer *e, address_hash_pair_fn take, void *ctx, hash_kernel *banks) {
    uint64_t difference[BATCH];
    uint32_t slow[BATCH];
    find_average(e, take, ctx);
    for (uint32_t in_vain = 0; !hash_over(e) && banks->sure < SURE; in_vain++) {
        const uint32_t count = slow_once(e, difference);
        slow_again(e, difference, count, slow);
        for (uint32_t i = 0; i < count; i++)
            if (slow[i] >= AGREE) {
                (void)hash_kernel_add(banks, difference[i]);
                in_vain = 0;
            }
        if (in_vain == IN_VAIN)
            e->found->failed = "no pairs are slow: there are no DRAM banks, or the noise is too large";
        if (banks->dimension == e->dimensions)
            e->found->failed = "pairs of all kinds are slow: the noise is too large";
    }
    hash_function_of(&e->found->bank, banks, e->found->lines);
    if (!hash_over(e))
        check_banks(e, banks);
}
