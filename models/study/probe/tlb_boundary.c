/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/tlb_boundary.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "base/order.h"
#include "study/probe/probe_address.h"

#define FIRST_STRIDE 4096U /* bytes: D: no GPU has smaller pages */
#define HIT_ACCESSES 16U   /* within FIRST_STRIDE, to see what a hit takes */
#define CACHE_SHARE  8U    /* the lines accessed are at most this part of the L2 cache's */
#define BRING_TRIES  8U    /* to have a translation lost and see what comes with it */
#define BRING_AGREE  2U    /* of them, to say that another comes with it */
#define COARSE       32U   /* first a boundary is found up to such a part of it */
#define CURVE_POINTS 32U   /* of a stride */
#define NOISE_PART   4U    /* the slowest of so many are looked at where latencies have noise */

typedef struct {
    const probe_machine *m;
    uint32_t most;  /* accesses that leave the data in the L2 cache */
    uint32_t room;  /* accesses of address; latency has twice as many */
    uint64_t piece; /* bytes that a miss brings at least */
    uint64_t *address;
    uint32_t *latency;
    bool failed;
} explorer;

/* ---- measurements ---- */

/* Reads the first `count` addresses twice, in two launches; returns the latencies of the second. */
static const uint32_t *second_pass(explorer *e, uint32_t count) {
    const probe_launch launch = {.sm = 0, .address = e->address, .count = count};
    const probe_launch twice[2] = {launch, launch};
    if (!e->failed && !e->m->run(e->m->ctx, twice, 2, e->latency))
        e->failed = true;
    if (e->failed)
        memset(e->latency, 0, 2 * sizeof *e->latency * count);
    return e->latency + count;
}

static const uint32_t *boundary_pass(explorer *e, uint64_t stride, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        e->address[i] = probe_address(i, stride, e->piece);
    return second_pass(e, count);
}

/* What the slow ones of sorted latencies are: without noise the slowest; else the slowest quarter on average,
 * as one of many is slow by chance. */
static uint32_t slow_part(const explorer *e, const uint32_t *latency, uint32_t count) {
    const uint32_t part = e->m->noise && count > NOISE_PART ? count / NOISE_PART : 1;
    uint64_t sum = 0;
    for (uint32_t i = count - part; i < count; i++)
        sum += latency[i];
    return (uint32_t)((sum + part / 2) / part);
}

/* The second pass, sorted. */
static const uint32_t *sorted_pass(explorer *e, uint64_t stride, uint32_t count) {
    (void)boundary_pass(e, stride, count);
    qsort(e->latency + count, count, sizeof *e->latency, order_uint32);
    return e->latency + count;
}

/* Is one of the accesses slow? A few that are slow by more than all noise are enough. */
static bool boundary_slow(explorer *e, uint64_t stride, uint32_t count, uint32_t fast) {
    const uint32_t *latency = sorted_pass(e, stride, count);
    return slow_part(e, latency, count) > fast + e->m->noise ||
           latency[count - 1] > fast + NOISE_PART * e->m->noise;
}

/* The median of the accesses that are slow, of which there are some; in *all what they take. */
static uint32_t slow_cycles(explorer *e, uint64_t stride, uint32_t count, uint32_t fast, uint32_t *all) {
    const uint32_t *latency = sorted_pass(e, stride, count);
    uint32_t hits = 0;
    while (hits + 1 < count && latency[hits] <= fast + e->m->noise)
        hits++;
    *all = slow_part(e, latency + hits, count - hits);
    return latency[hits + (count - hits) / 2];
}

/* Cycles of an access that hits the first level. */
static uint32_t hit_cycles(explorer *e) {
    for (uint32_t i = 0; i < HIT_ACCESSES; i++)
        e->address[i] = (uint64_t)i * PROBE_LINE_BYTES;
    (void)second_pass(e, HIT_ACCESSES);
    qsort(e->latency + HIT_ACCESSES, HIT_ACCESSES, sizeof *e->latency, order_uint32);
    return slow_part(e, e->latency + HIT_ACCESSES, HIT_ACCESSES);
}

/* Accesses that memory and data cache allow at a stride. */
static uint32_t boundary_limit(const explorer *e, uint64_t stride) {
    uint64_t fit = e->m->bytes / stride;
    return fit < e->most ? (uint32_t)fit : e->most;
}

/* Most accesses at a stride of which none takes more than `fast` cycles, or the limit; not exact: less than
 * that by a part in COARSE at most. At least `least` are known to be fast; if exact, the next slow one is
 * expected soon after them. */
static uint32_t boundary_search(explorer *e, uint64_t stride, uint32_t fast, uint32_t least, bool exact) {
    const uint32_t limit = boundary_limit(e, stride);
    uint32_t good = least < limit ? least : limit;
    uint32_t bad = limit + 1;
    for (uint32_t step = exact ? good / COARSE + 1 : good + !good; good < limit && bad > limit; step *= 2) {
        const uint32_t tried = step < limit - good ? good + step : limit;
        if (!boundary_slow(e, stride, tried, fast))
            good = tried;
        else
            bad = tried;
    }
    while (bad - good > 1 && (exact || bad - good > good / COARSE)) {
        const uint32_t middle = good + (bad - good) / 2;
        if (!boundary_slow(e, stride, middle, fast))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/* To see by how much it changes with the stride; the passes are long, while the stride is small. */
static uint32_t boundary_capacity(explorer *e, uint64_t stride, uint32_t fast, uint32_t least) {
    return boundary_search(e, stride, fast, least, false);
}

/* ---- a level ---- */

/* The largest power of two up to x, which is not 0. */
static uint64_t floor_power(uint64_t x) {
    return UINT64_C(1) << (63 - __builtin_clzll(x));
}

/* What address 0 tells about the one at a distance. */
typedef enum { NEIGHBOUR_COMES, NEIGHBOUR_STAYS_OUT, NEIGHBOUR_UNKNOWN } neighbour;

/*
 * Does a miss of address 0 bring the translation of the address at `distance`? Both are read first, then so
 * many others that the level has lost both. In the second pass address 0 is slow; the second is fast if it
 * came with it. The others are anywhere in their pieces, so that they get to all sets of the levels before,
 * too.
 */
static neighbour neighbour_of(explorer *e, uint64_t distance, uint64_t stride, uint32_t fit, uint32_t fast,
                              uint64_t salt) {
    const uint64_t others = floor_power(e->m->bytes) / 4; /* behind all that could come */
    const uint64_t room = (e->m->bytes - others) / stride;
    const uint64_t pieces = stride < e->piece ? 1 : stride / e->piece;
    uint64_t count = fit < e->most / 2 ? 4 * fit : 2 * e->most;
    count = room < count ? room : count;
    for (uint64_t i = 0; i < count; i++)
        e->address[2 + i] = others + probe_address(i, stride, e->piece) + mix(i + salt) % pieces * e->piece;
    e->address[0] = 0;
    e->address[1] = distance;
    const uint32_t *latency = second_pass(e, (uint32_t)count + 2);
    const uint32_t most = fast + e->m->noise;
    return latency[0] <= most ? NEIGHBOUR_UNKNOWN : latency[1] > most ? NEIGHBOUR_STAYS_OUT : NEIGHBOUR_COMES;
}

/* Bytes that a miss of a level brings; 0: not found. What is fast by chance, in a set that the others have
 * spared, is hardly so with other others. */
static uint64_t miss_brings(explorer *e, uint64_t stride, uint32_t fit, uint32_t fast) {
    uint64_t distance = FIRST_STRIDE;
    for (uint32_t tries = 0, comes = 0; tries < BRING_TRIES && distance < e->m->bytes / 8; tries++) {
        const neighbour n = neighbour_of(e, distance, stride, fit, fast, (uint64_t)tries << 32);
        if (n == NEIGHBOUR_STAYS_OUT)
            return distance;
        comes += n == NEIGHBOUR_COMES;
        if (comes == BRING_AGREE) {
            distance *= 2;
            tries = comes = 0;
        }
    }
    return 0;
}

/* Most accesses that fit at three, five or seven times a stride. */
static uint32_t odd_capacity(explorer *e, uint64_t stride, uint32_t fast) {
    uint32_t most = 0;
    for (uint64_t times = 3; times <= 7; times += 2) {
        const uint32_t fit = boundary_capacity(e, times * stride, fast, 0);
        most = fit > most ? fit : most;
    }
    return most;
}

/* Bytes that an entry covers, and in *fit about as many accesses as there are entries; about *fit accesses at
 * `stride` are fast. */
static uint64_t entry_covers(explorer *e, uint64_t stride, uint32_t fast, uint32_t *fit) {
    while (stride / 2 >= FIRST_STRIDE) {
        const uint32_t half = boundary_capacity(e, stride / 2, fast, *fit);
        if (half == boundary_limit(e, stride / 2) || half > *fit + *fit / 2)
            break;
        stride /= 2;
        *fit = half;
    }
    while (*fit > 1 && 4 * boundary_limit(e, 2 * stride) > 3 * *fit) {
        const uint32_t doubled = boundary_capacity(e, 2 * stride, fast, 0);
        if (4 * doubled > 3 * *fit || odd_capacity(e, stride, fast) > doubled + doubled / 8)
            break;
        stride *= 2;
        *fit = doubled;
    }
    return stride;
}

/* Finds the level whose hits take up to `fast` cycles; stride: what an entry of the level before it covers.
 * In *all what its misses take. False: there is no slow access up to *seen bytes. */
static bool find_level(explorer *e, uint64_t stride, uint32_t fast, tlb_boundary_level *level, uint64_t *seen,
                       uint32_t *all) {
    uint32_t fit = 0;
    for (;; stride *= 2) {
        const uint32_t limit = boundary_limit(e, stride);
        if (limit < 2)
            return false;
        fit = boundary_capacity(e, stride, fast, fit / 2);
        if (e->failed)
            return false;
        if (fit < limit)
            break;
        *seen = fit * stride > *seen ? fit * stride : *seen;
    }
    /* Where latencies have noise, so many that most are slow. */
    const uint32_t limit = boundary_limit(e, stride);
    const uint32_t slow = fit + (e->m->noise ? fit : fit / COARSE) + 1;
    level->hit = fast;
    level->miss = slow_cycles(e, stride, slow < limit ? slow : limit, fast, all) - fast;
    stride = entry_covers(e, stride, fast, &fit);
    level->brings = miss_brings(e, stride, fit, fast);
    if (level->brings > stride) {
        stride = level->brings;
        fit = 0;
    }
    level->covers = stride;
    level->entries = boundary_search(e, stride, fast, fit, true);
    level->reach = level->entries * level->covers;
    return !e->failed;
}

/* ---- all ---- */

static explorer explorer_new(const probe_machine *m) {
    explorer e = {.m = m, .piece = FIRST_STRIDE};
    e.most = (uint32_t)(m->cache_bytes / PROBE_LINE_BYTES / CACHE_SHARE);
    e.most = e.most < HIT_ACCESSES ? HIT_ACCESSES : e.most;
    /* Lists of up to twice as many, and two, are read. */
    if (m->accesses && e.most > (m->accesses - 2) / 2)
        e.most = (m->accesses - 2) / 2;
    e.room = 4 * e.most + 2;
    e.address = alloc_zeroed(e.room, sizeof *e.address);
    e.latency = alloc_zeroed(e.room, 2 * sizeof *e.latency);
    return e;
}

static void explorer_end(explorer *e) {
    free(e->address);
    free(e->latency);
}

bool tlb_boundary_find(const probe_machine *m, tlb_boundary *found) {
    explorer e = explorer_new(m);
    *found = (tlb_boundary){.accesses = e.most};
    uint32_t fast = hit_cycles(&e);
    uint64_t stride = FIRST_STRIDE;
    while (found->levels < TLB_BOUNDARY_LEVELS) {
        tlb_boundary_level *level = &found->level[found->levels];
        uint32_t all = 0;
        if (!find_level(&e, stride, fast, level, &found->seen, &all))
            break;
        if (found->levels++ == 0 && level->brings)
            e.piece = level->brings;
        fast = all;
        stride = level->covers;
    }
    explorer_end(&e);
    return !e.failed;
}

bool tlb_boundary_curves(const probe_machine *m, const tlb_boundary *found, tlb_boundary_point_fn take,
                         void *ctx) {
    explorer e = explorer_new(m);
    if (found->levels && found->level[0].brings)
        e.piece = found->level[0].brings;
    for (uint32_t k = 0; k < found->levels; k++) {
        const tlb_boundary_level *level = &found->level[k];
        for (uint64_t stride = level->covers / 2; stride <= 2 * level->covers; stride *= 2) {
            uint32_t before = 0;
            for (uint32_t i = 1; i <= CURVE_POINTS; i++) {
                /* Up to two and a half times the reach. */
                uint64_t count = level->reach * 5 * i / (2 * CURVE_POINTS) / stride;
                if (count == before || count > e.room || count * stride > m->bytes)
                    continue;
                before = (uint32_t)count;
                const uint32_t *latency = boundary_pass(&e, stride, before);
                uint64_t sum = 0;
                for (uint32_t n = 0; n < before; n++)
                    sum += latency[n];
                if (!e.failed)
                    take(ctx, &(tlb_boundary_point){.level = k + 1,
                                                    .stride = stride,
                                                    .range = count * stride,
                                                    .cycles = (double)sum / before});
            }
        }
    }
    explorer_end(&e);
    return !e.failed;
}
