/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cache sets by eviction (Fractional GPUs V-D, Algorithm 2). A trial reads a line, then others, then the line
 * again. All are named by their differences to the line: those in its set, its mates, are the same for
 * every line.
 *
 *   1. Mates one by one: of a long list the shortest part that evicts ends with a mate. The lists are
 *      drawn from one DRAM bank, since banks and sets have the memory module in common.
 *   2. Sums of mates are mates. With enough of them, the fewest that evict are the ways.
 *   3. One mate less, and groups of lines drawn from all memory: a group that evicts has a mate, which is
 *      found by halving.
 *
 * Last, what a miss fetches: the nearest bytes to the begin of a line that are not there when it has been
 * read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/order.h"
#include "study/probe/hash_internal.h"

#define THREADS     PROBE_MOST_THREADS
#define WARM_BYTES  (UINT64_C(2) << 20) /* D: no GPU's large pages are smaller */
#define MOST_WARM   8192U               /* lines */
#define CALIBRATION 64U
#define VOTES       3U     /* trials that decide by majority */
#define FIRST_LIST  64U    /* lines */
#define MOST_LIST   32768U /* lines */
#define MOST_SPAN   10U    /* first mates whose sums are used */
#define MOST_SUMS   (2U << MOST_SPAN)
#define MOST_DRAWS  1000U /* of a line */
#define WAYS_TRIES  9U    /* lines */
#define MOST_WRONG  8U    /* mates that are none */
#define TRIALS      32U   /* groups of a launch */
#define FIRST_GROUP 128U  /* lines */
#define MOST_GROUP  8192U
#define SURE        12U /* mates in a row that tell nothing new */
#define IN_VAIN     24U /* rounds of groups */
#define CHECKED     32U

typedef struct {
    hash_explorer *e;
    uint32_t slow;    /* cycles: the cache has lost the line */
    uint64_t nearby;  /* a line can be moved by less than this and stays in memory */
    uint64_t near;    /* difference of the neighbour; see add_trial() */
    uint64_t *list;   /* differences, MOST_LIST */
    uint64_t *mate;   /* differences, sums of the first mates */
    uint64_t *usable; /* the differences of a line that are in memory */
    uint32_t mates, usables, ways;
} set_finder;

/* ---- trials ---- */

static uint32_t add_one_line(set_finder *f, uint64_t line) {
    return hash_add(f->e, &line, 1);
}

/* All translations that a TLB can hold, so that reads of page tables do not evict. */
static void begin_trials(set_finder *f) {
    uint64_t line[THREADS];
    const uint64_t step = f->e->m->bytes / MOST_WARM > WARM_BYTES ? f->e->m->bytes / MOST_WARM : WARM_BYTES;
    hash_begin(f->e, THREADS);
    for (uint64_t at = 0, i = 0; at < f->e->m->bytes; at += step) {
        line[i++] = at;
        if (i == THREADS || at + step >= f->e->m->bytes) {
            (void)hash_add(f->e, line, (uint32_t)i);
            i = 0;
        }
    }
}

/* Reads what lies at these differences to a line. */
static void add_others(set_finder *f, uint64_t line, const uint64_t *difference, uint32_t count) {
    uint64_t at[THREADS];
    for (uint32_t i = 0; i < count; i += THREADS) {
        const uint32_t now = count - i < THREADS ? count - i : THREADS;
        for (uint32_t k = 0; k < now; k++)
            at[k] = line ^ difference[i + k];
        (void)hash_add(f->e, at, now);
    }
}

/* The line, two lists of others, the line; returns the number of the last access. A neighbour brings the
 * translation each time. It may be a mate itself, and takes a way then; so trials that are compared have
 * the same one. */
static uint32_t add_trial(set_finder *f, uint64_t line, uint64_t neighbour, const uint64_t *first,
                          uint32_t firsts, const uint64_t *second, uint32_t seconds) {
    const uint64_t near = line ^ neighbour;
    (void)add_one_line(f, near);
    (void)add_one_line(f, line);
    add_others(f, line, first, firsts);
    add_others(f, line, second, seconds);
    (void)add_one_line(f, near);
    return add_one_line(f, line);
}

static bool line_evicted(const set_finder *f, uint32_t access) {
    return f->e->latency[access] > f->slow;
}

/* Do these evict a line? Lines near the given one vote. */
static bool list_evicts(set_finder *f, uint64_t line, const uint64_t *difference, uint32_t count,
                        uint32_t votes) {
    uint32_t access[VOTES], yes = 0;
    begin_trials(f);
    for (uint32_t i = 0; i < votes; i++) {
        const uint64_t moved = line ^ (hash_draw(f->e, f->nearby) & f->e->found->lines);
        access[i] = add_trial(f, moved, f->near, difference, count, NULL, 0);
    }
    hash_run(f->e);
    for (uint32_t i = 0; i < votes; i++)
        yes += line_evicted(f, access[i]);
    return 2 * yes > votes;
}

/* As near to a hit as hits allow, and at most a quarter of the way to a usual miss: one whose DRAM row is
 * open is much faster, and all trials of a list may end with such a one. */
static void calibrate_sets(set_finder *f) {
    uint32_t hit[CALIBRATION], miss[CALIBRATION], access[CALIBRATION];
    begin_trials(f);
    for (uint32_t i = 0; i < CALIBRATION; i++) {
        const uint64_t line = hash_draw_line(f->e);
        (void)add_one_line(f, hash_neighbour(f->e, line));
        (void)add_one_line(f, line);
        access[i] = add_one_line(f, line);
    }
    hash_run(f->e);
    for (uint32_t i = 0; i < CALIBRATION; i++) {
        miss[i] = f->e->latency[access[i] - 1];
        hit[i] = f->e->latency[access[i]];
    }
    qsort(hit, CALIBRATION, sizeof *hit, order_uint32);
    qsort(miss, CALIBRATION, sizeof *miss, order_uint32);
    const uint32_t usual_hit = hit[CALIBRATION / 2], usual_miss = miss[CALIBRATION / 2];
    const uint32_t apart = usual_miss > usual_hit ? usual_miss - usual_hit : 0;
    const uint32_t slowest_hit = hit[CALIBRATION - 1] + apart / 16, quarter = usual_hit + apart / 4;
    f->slow = slowest_hit < quarter ? slowest_hit : quarter;
}

/* The fewest of these, in their order, that evict the line: more than `good` of them, and at most `bad`. One
 * trial each. */
static uint32_t fewest_evict(set_finder *f, uint64_t line, const uint64_t *difference, uint32_t good,
                             uint32_t bad) {
    while (bad - good > 1) {
        const uint32_t middle = good + (bad - good) / 2;
        if (list_evicts(f, line, difference, middle, 1))
            bad = middle;
        else
            good = middle;
    }
    return bad;
}

/* ---- first mates ---- */

/* The shortest part of the list that evicts the line, at least `least`; 0: none does. One trial each: an
 * error is seen when the part found is tried. */
static uint32_t shortest_part(set_finder *f, uint64_t line, uint32_t least) {
    uint32_t good = 0, bad = least < FIRST_LIST ? FIRST_LIST : least; /* good: too short */
    while (!list_evicts(f, line, f->list, bad, 1)) {
        if (hash_over(f->e) || bad == MOST_LIST)
            return 0;
        good = bad;
        bad = 2 * bad < MOST_LIST ? 2 * bad : MOST_LIST;
    }
    return fewest_evict(f, line, f->list, good, bad);
}

/* Draws lines of the bank of `line`, and finds a mate among them; 0: there is none. *length: of the list. */
static uint64_t first_mate(set_finder *f, const hash_kernel *banks, uint32_t *length) {
    const uint64_t line = hash_draw_line(f->e);
    f->near = hash_neighbour(f->e, 0);
    for (uint32_t i = 0; i < MOST_LIST; i++)
        do
            f->list[i] = hash_kernel_draw(f->e, banks);
        while ((line ^ f->list[i]) >= f->e->m->bytes || f->list[i] == 0);
    *length = shortest_part(f, line, *length / 2);
    if (*length == 0 || !list_evicts(f, line, f->list, *length, VOTES) ||
        list_evicts(f, line, f->list, *length - 1, VOTES))
        return 0;
    return f->list[*length - 1];
}

/* All sums of the first mates. */
static void sum_mates(set_finder *f, const hash_kernel *sets) {
    f->mates = (1U << sets->dimension) - 1;
    for (uint32_t i = 0; i < f->mates; i++) {
        f->mate[i] = 0;
        for (uint32_t k = 0; k < sets->dimension; k++)
            f->mate[i] ^= (i + 1) >> k & 1U ? sets->vector[k] : 0;
    }
}

/* A line with at least `least` mates in memory: those become f->usable. */
static uint64_t line_with_mates(set_finder *f, uint32_t least) {
    for (uint32_t tries = 0; tries < MOST_DRAWS; tries++) {
        const uint64_t line = hash_draw_line(f->e);
        f->usables = 0;
        for (uint32_t i = 0; i < f->mates; i++)
            if ((line ^ f->mate[i]) < f->e->m->bytes)
                f->usable[f->usables++] = f->mate[i];
        if (f->usables >= least)
            return line;
    }
    f->e->found->failed = "memory is too small";
    f->usables = 0;
    return 0;
}

/* Do all mates in memory evict a line? Lines with different neighbours say so: one that is a mate would make
 * up for another that is missing. */
static bool mates_evict(set_finder *f) {
    bool evict = true;
    for (uint32_t i = 0; evict && i < WAYS_TRIES; i++) {
        f->near = hash_neighbour(f->e, 0);
        const uint64_t line = line_with_mates(f, f->mates / 2);
        evict = list_evicts(f, line, f->usable, f->usables, VOTES);
    }
    return evict;
}

static void find_first_mates(set_finder *f, const hash_kernel *banks, hash_kernel *sets) {
    uint32_t wrong = 0, length = 0;
    while (!hash_over(f->e) && (f->mates == 0 || !mates_evict(f))) {
        const uint64_t mate = first_mate(f, banks, &length);
        if (mate == 0)
            wrong++;
        else if (hash_kernel_add(sets, mate))
            sum_mates(f, sets);
        if (wrong > MOST_WRONG || sets->dimension > MOST_SPAN)
            f->e->found->failed = "no lines evict each other from the cache for sure: the noise is too large";
    }
}

/* The fewest mates that evict a line. */
static uint32_t fewest_mates(set_finder *f) {
    f->near = hash_neighbour(f->e, 0);
    const uint64_t line = line_with_mates(f, f->mates / 2);
    return fewest_evict(f, line, f->usable, 0, f->usables);
}

/* The most that two lines say: a neighbour that is a mate, an entry of the page tables in the set and noise
 * all leave less for others. */
static void find_ways(set_finder *f) {
    uint32_t fewest[WAYS_TRIES];
    for (uint32_t i = 0; i < WAYS_TRIES; i++)
        fewest[i] = fewest_mates(f);
    qsort(fewest, WAYS_TRIES, sizeof *fewest, order_uint32);
    for (uint32_t i = 1; i < WAYS_TRIES; i++)
        if (fewest[i] == fewest[i - 1])
            f->ways = fewest[i];
    if (f->ways == 0)
        f->e->found->failed = "lines do not agree on the ways of the cache: the noise is too large";
    f->e->found->ways = f->ways;
}

/* ---- all mates ---- */

typedef struct {
    uint64_t line, near;      /* near: the difference of its neighbour */
    uint64_t mate[MOST_SUMS]; /* that the set has room for, but for one */
    uint64_t *difference;     /* of the lines of the group */
    uint32_t count;           /* 0: the trial is over */
    uint32_t without, with;
} group_trial;

/* A line and its mates, for a trial. */
static void draw_group_line(set_finder *f, group_trial *g) {
    g->line = line_with_mates(f, f->ways - 1);
    g->near = hash_neighbour(f->e, 0);
    memcpy(g->mate, f->usable, sizeof *g->mate * f->usables);
}

/* A set one line short of full, without and with the first lines of the group. */
static void add_group_trial(set_finder *f, group_trial *g, uint32_t count) {
    g->without = add_trial(f, g->line, g->near, g->mate, f->ways - 1, NULL, 0);
    g->with = add_trial(f, g->line, g->near, g->mate, f->ways - 1, g->difference, count);
}

static bool group_evicts(const set_finder *f, const group_trial *g) {
    return !line_evicted(f, g->without) && line_evicted(f, g->with);
}

static void draw_groups(set_finder *f, group_trial *g, uint32_t size) {
    begin_trials(f);
    for (uint32_t i = 0; i < TRIALS; i++) {
        draw_group_line(f, &g[i]);
        g[i].count = size;
        for (uint32_t k = 0; k < size; k++)
            g[i].difference[k] = g[i].line ^ hash_draw_line(f->e);
        add_group_trial(f, &g[i], size);
    }
    hash_run(f->e);
    for (uint32_t i = 0; i < TRIALS; i++)
        g[i].count = group_evicts(f, &g[i]) ? size : 0;
}

/* Halves all groups until each is one line. */
static void halve_groups(set_finder *f, group_trial *g, uint32_t size) {
    for (; size > 1; size /= 2) {
        begin_trials(f);
        for (uint32_t i = 0; i < TRIALS; i++)
            if (g[i].count)
                add_group_trial(f, &g[i], size / 2);
        hash_run(f->e);
        for (uint32_t i = 0; i < TRIALS; i++)
            if (g[i].count && !group_evicts(f, &g[i]))
                g[i].difference += size / 2;
    }
}

/* Are these also mates of other lines? Keeps the difference, or makes it 0. */
static void confirm_mates(set_finder *f, uint64_t *difference, uint32_t count) {
    group_trial(*trial)[VOTES] = alloc_zeroed(TRIALS, sizeof *trial);
    begin_trials(f);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t v = 0; v < VOTES; v++) {
            group_trial *g = &trial[i][v];
            g->difference = &difference[i];
            do
                draw_group_line(f, g);
            while ((g->line ^ difference[i]) >= f->e->m->bytes);
            add_group_trial(f, g, 1);
        }
    if (count)
        hash_run(f->e);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t yes = 0;
        for (uint32_t v = 0; v < VOTES; v++)
            yes += group_evicts(f, &trial[i][v]);
        difference[i] = yes == VOTES ? difference[i] : 0;
    }
    free(trial);
}

/* A launch of groups, and what follows from it; returns how many had a mate. */
static uint32_t try_groups(set_finder *f, uint32_t size, hash_kernel *sets) {
    group_trial *g = alloc_zeroed(TRIALS, sizeof *g);
    uint64_t mate[TRIALS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < TRIALS; i++)
        g[i].difference = &f->list[i * size];
    draw_groups(f, g, size);
    halve_groups(f, g, size);
    for (uint32_t i = 0; i < TRIALS; i++)
        if (g[i].count)
            mate[count++] = g[i].difference[0];
    confirm_mates(f, mate, count);
    for (uint32_t i = 0; i < count; i++)
        if (mate[i])
            (void)hash_kernel_add(sets, mate[i]);
    free(g);
    return count;
}

static void find_all_mates(set_finder *f, hash_kernel *sets) {
    uint32_t size = FIRST_GROUP;
    sets->sure = 0;
    for (uint32_t round = 0; !hash_over(f->e) && sets->sure < SURE; round++) {
        const uint32_t had = try_groups(f, size, sets);
        if (had < TRIALS / 4 && size < MOST_GROUP)
            size *= 2;
        if (round == IN_VAIN || sets->dimension == f->e->dimensions)
            f->e->found->failed = "the sets of the cache are not found for sure: the noise is too large";
    }
}

/* ---- check ---- */

static void check_sets(set_finder *f, const hash_kernel *sets) {
    address_hash *found = f->e->found;
    group_trial *g = alloc_zeroed(2 * (size_t)CHECKED, sizeof *g);
    uint64_t difference[2 * CHECKED];
    found->tried = CHECKED;
    begin_trials(f);
    for (uint32_t i = 0; i < 2 * CHECKED; i++) {
        draw_group_line(f, &g[i]);
        g[i].difference = &difference[i];
        do
            difference[i] = i % 2 ? hash_draw_line(f->e) : hash_kernel_draw(f->e, sets);
        while ((g[i].line ^ difference[i]) >= f->e->m->bytes ||
               (i % 2 && hash_same(&found->set, difference[i])));
        add_group_trial(f, &g[i], 1);
    }
    hash_run(f->e);
    for (uint32_t i = 0; i < CHECKED; i++) {
        found->evicted_same += line_evicted(f, g[2 * i].with);
        found->evicted_other += group_evicts(f, &g[2 * i + 1]);
    }
    free(g);
    if (4 * found->evicted_same < 3 * CHECKED || 4 * found->evicted_other > CHECKED)
        found->failed =
            "new lines contradict the cache sets found: the noise is too large, or the hash is no XOR";
}

/* ---- what a miss fetches ---- */

/* FGPU App. A: "only 32 bytes are fetched at a time". What lies so far behind the begin of a line is read
 * behind it; a miss there finds its row open, and may be so near to a hit that sums alone tell them apart. */
static void find_fetched(set_finder *f) {
    static const uint32_t behind[] = {0, 4, 8, 16, 32, 64};
    enum { DISTANCES = sizeof behind / sizeof *behind };
    uint32_t access[DISTANCES][CALIBRATION];
    uint64_t miss = 0, sum[DISTANCES] = {0};
    begin_trials(f);
    for (uint32_t d = 0; d < DISTANCES; d++)
        for (uint32_t i = 0; i < CALIBRATION; i++) {
            const uint64_t line = hash_draw_line(f->e);
            (void)add_one_line(f, hash_neighbour(f->e, line));
            (void)add_one_line(f, line);
            access[d][i] = add_one_line(f, line + behind[d]);
        }
    hash_run(f->e);
    for (uint32_t d = 0; d < DISTANCES; d++)
        for (uint32_t i = 0; i < CALIBRATION; i++) {
            sum[d] += f->e->latency[access[d][i]];
            miss += f->e->latency[access[d][i] - 1];
        }
    const uint64_t hit = sum[0], apart = miss / DISTANCES > hit ? miss / DISTANCES - hit : 0;
    f->e->found->fetched = PROBE_LINE_BYTES;
    for (uint32_t d = DISTANCES - 1; d > 0; d--)
        if (sum[d] > hit + apart / 16)
            f->e->found->fetched = behind[d];
}

void hash_find_sets(hash_explorer *e, const hash_kernel *banks, hash_kernel *sets) {
    set_finder f = {.e = e, .nearby = e->m->bytes & (~e->m->bytes + 1)};
    f.list = alloc_zeroed((size_t)TRIALS * MOST_GROUP, sizeof *f.list);
    f.mate = alloc_zeroed(MOST_SUMS, sizeof *f.mate);
    f.usable = alloc_zeroed(MOST_SUMS, sizeof *f.usable);
    calibrate_sets(&f);
    find_first_mates(&f, banks, sets);
    if (!hash_over(e))
        find_ways(&f);
    if (!hash_over(e))
        find_all_mates(&f, sets);
    hash_function_of(&e->found->set, sets, e->found->lines);
    if (!hash_over(e))
        check_sets(&f, sets);
    if (!hash_over(e) && !e->m->whole_lines)
        find_fetched(&f);
    free(f.list);
    free(f.mate);
    free(f.usable);
}
