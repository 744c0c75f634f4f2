/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/interference.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"

#define MORE_LINES 8U       /* D: of a thread than ways */
#define ROUNDS     4U       /* D: over the primary's lines that are timed */
#define DRAWS      1000000U /* until there is no such line */

const char *const interference_names[INTERFERENCE_CASES] = {"SCSB", "DCSB", "SCDB", "DCDB", "DM"};

/* Differences of addresses that are 0 in some functions. */
typedef struct {
    uint64_t vector[GF2_BITS];
    uint32_t dimension;
} difference_space;

typedef struct {
    const probe_machine *m;
    const address_hash *hash;
    difference_space place; /* of lines of one set and one bank */
    uint64_t random;
    uint32_t lines;    /* of a thread */
    uint64_t *address; /* of all threads, one after the other */
    uint32_t used;
} line_picker;

static void space_of(const address_hash *h, const hash_function *a, const hash_function *b,
                     difference_space *s) {
    uint64_t row[2 * GF2_BITS];
    uint32_t rows = 0;
    for (uint32_t i = 0; i < a->bits; i++)
        row[rows++] = a->mask[i];
    for (uint32_t i = 0; b != NULL && i < b->bits; i++)
        row[rows++] = b->mask[i];
    rows = gf2_reduce_rows(row, rows);
    s->dimension = gf2_orthogonal(row, rows, h->lines, s->vector);
}

static uint64_t interference_draw(line_picker *p, const difference_space *s) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->dimension; i++)
        sum ^= random_next(&p->random) >> 63 ? s->vector[i] : 0;
    return sum;
}

static bool place_differs(const hash_function *f, uint64_t difference) {
    return gf2_multiply(f->mask, f->bits, difference) != 0;
}

/* Does the difference from the primary's lines say what the case says? */
static bool case_holds(const address_hash *h, interference_case relation, uint64_t difference) {
    const bool set = place_differs(&h->set, difference), bank = place_differs(&h->bank, difference),
               module = place_differs(&h->module, difference);
    switch (relation) {
    case SAME_SET_SAME_BANK:
        return !set && !bank;
    case OTHER_SET_SAME_BANK:
        return set && !bank;
    case SAME_SET_OTHER_BANK:
        return !set && bank;
    case OTHER_SET_OTHER_BANK:
        return set && bank && !module;
    default:
        return module;
    }
}

static bool line_picked(const line_picker *p, uint64_t line) {
    for (uint32_t i = 0; i < p->used; i++)
        if (p->address[i] == line)
            return true;
    return false;
}

/* The lines of a thread: of one set and one bank, the ones of `base`. False: there are too few. */
static bool pick_lines(line_picker *p, uint64_t base, bool primary) {
    const uint32_t end = p->used + p->lines;
    for (uint32_t draws = 0; p->used < end; draws++) {
        const uint64_t line = base ^ interference_draw(p, &p->place);
        if (draws == DRAWS)
            return false;
        if (line < p->m->bytes && (line < p->m->primary_bytes) == primary && !line_picked(p, line))
            p->address[p->used++] = line;
    }
    return true;
}

/* A line in the relation to the primary's; false: there is none. */
static bool pick_base(line_picker *p, interference_case relation, uint64_t primary, uint64_t *base) {
    const hash_function nothing = {.bits = 0};
    const hash_function *const same[INTERFERENCE_CASES] = {&p->hash->set, &p->hash->bank, &p->hash->set,
                                                           &p->hash->module, &nothing};
    difference_space space;
    space_of(p->hash, same[relation], relation == SAME_SET_SAME_BANK ? &p->hash->bank : NULL, &space);
    for (uint32_t draws = 0; draws < DRAWS; draws++) {
        const uint64_t difference = interference_draw(p, &space);
        *base = primary ^ difference;
        if (case_holds(p->hash, relation, difference))
            return true;
    }
    return false;
}

static bool pick_all(line_picker *p, interference_case relation, uint32_t threads) {
    const uint64_t primary = random_next(&p->random) & p->hash->lines;
    uint64_t base = primary;
    bool ok = pick_lines(p, base, true);
    for (uint32_t i = 1; ok && i < threads; i++)
        ok = pick_base(p, relation, primary, &base) && pick_lines(p, base, false);
    return ok;
}

static bool measure_point(const line_picker *p, interference_point *point, uint32_t *latency) {
    probe_launch thread[INTERFERENCE_THREADS];
    for (uint32_t i = 0; i < point->threads; i++)
        thread[i] = (probe_launch){.address = p->address + (size_t)i * p->lines, .count = p->lines};
    if (!p->m->run_together(p->m->ctx, thread, point->threads, ROUNDS, latency))
        return false;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < ROUNDS * p->lines; i++)
        sum += latency[i];
    point->cycles = (double)sum / (ROUNDS * p->lines);
    return true;
}

bool interference_measure(const probe_machine *m, const address_hash *hash, interference_case relation,
                          const uint32_t *threads, uint32_t count, uint64_t seed, interference_point_fn take,
                          void *ctx, const char **failed) {
    line_picker p = {.m = m, .hash = hash, .random = seed, .lines = hash->ways + MORE_LINES};
    uint32_t most = 1;
    space_of(hash, &hash->set, &hash->bank, &p.place);
    for (uint32_t i = 0; i < count; i++)
        most = threads[i] > most ? threads[i] : most;
    p.address = alloc_zeroed((size_t)most * p.lines, sizeof *p.address);
    uint32_t *latency = alloc_resize(NULL, (size_t)ROUNDS * p.lines, sizeof *latency);
    bool ok = most <= INTERFERENCE_THREADS && pick_all(&p, relation, most);
    *failed = ok ? NULL : "memory has too few lines in such a relation";
    for (uint32_t i = 0; ok && i < count; i++) {
        interference_point point = {.relation = relation, .threads = threads[i]};
        ok = measure_point(&p, &point, latency);
        if (ok)
            take(ctx, &point);
    }
    free(p.address);
    free(latency);
    return ok;
}
