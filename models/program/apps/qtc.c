/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Clusters by quality threshold (SHOC QTC): no two points of a cluster are farther apart than the threshold.
 * A first launch computes all distances. In each round a block grows a cluster around every point that has
 * none: it adds the near point whose largest distance to the members is the least, until none fits. The
 * largest cluster stays; one block grows it again and marks its points.
 *
 * A block has a thread for each point near the seed, and keeps only the largest distance of each.
 *
 * With shoc=1 the clusters grow with the accesses of SHOC's program: 256 blocks have every 256th seed each; a
 * block has a byte for every point in memory, which it clears for a seed and sets for a member; and in every
 * step each thread reads that of its point, whether the point is in a cluster of a round before, and its
 * distance to the newest member, down the column of that.
 */
#include "program/apps/app.h"

#include <math.h>

#define NEAR      64U  /* points near another, at most: the threads of a block */
#define WIDE      256U /* threads of the other blocks */
#define WIDE_LOG2 8U
#define THRESHOLD 3.4F
#define NONE      UINT32_MAX
#define RESULT    NEAR /* word of shared memory behind those of the threads */
#define TINY      1e-20F
#define BLOCKS    256U /* that grow clusters, as SHOC has them */

enum {
    QTC_X,
    QTC_Y,
    QTC_COUNT,
    QTC_LIST,
    QTC_DISTANCE,
    QTC_SIZE,
    QTC_BEST,
    QTC_CLUSTER,
    QTC_MEMBER, /* with shoc=1, bytes: of a block's cluster, */
    QTC_GROUPED /* and of a cluster of a round before */
};
typedef enum { QTC_MEASURE, QTC_GROW, QTC_CHOOSE, QTC_MARK } qtc_kind;

static uint32_t qtc_points(const app *a) {
    return (uint32_t)a->p[0];
}

static bool qtc_is_shoc(const app *a) {
    return a->p[2] != 0;
}

static void qtc_declare(app *a) {
    const uint64_t n = a->p[0];
    app_array(a, APP_INPUT, n);
    app_array(a, APP_INPUT, n);
    app_array(a, APP_INPUT, n); /* near points */
    app_array(a, APP_INPUT, n * NEAR);
    app_array(a, APP_SCRATCH, n * n);
    app_array(a, APP_OUTPUT, n);
    app_array(a, APP_OUTPUT, a->p[1]); /* seeds of the clusters */
    app_array(a, APP_INOUT, n);        /* from 1 on; 0: none yet */
    if (qtc_is_shoc(a)) {
        app_array(a, APP_SCRATCH, BLOCKS * n / APP_WORD);
        app_array(a, APP_SCRATCH, n / APP_WORD);
    }
}

/* Root by the reciprocal root, which the GPU has; 0 would have none. */
static float qtc_distance(const app *a, uint32_t i, uint32_t k) {
    const float x = app_floats(a, QTC_X)[i] - app_floats(a, QTC_X)[k];
    const float y = app_floats(a, QTC_Y)[i] - app_floats(a, QTC_Y)[k];
    const float square = fmaxf(y * y + x * x, TINY);
    return square * (1.0F / sqrtf(square));
}

/* A point anywhere in each cell of a grid, numbered at random; and the first NEAR points near each. */
static void qtc_fill(app *a) {
    const uint32_t n = qtc_points(a);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = app_random(a, i + 1); /* a shuffle while the points are made */
        app_floats(a, QTC_X)[i] = app_floats(a, QTC_X)[k];
        app_floats(a, QTC_Y)[i] = app_floats(a, QTC_Y)[k];
        const uint32_t cell[] = {i % 64, i / 64};
        app_floats(a, QTC_X)[k] = (float)cell[0] + app_random_float(a, 0.0F, 1.0F);
        app_floats(a, QTC_Y)[k] = (float)cell[1] + app_random_float(a, 0.0F, 1.0F);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *count = &app_words(a, QTC_COUNT)[i];
        for (uint32_t k = 0; k < n && *count < NEAR; k++)
            if (k != i && qtc_distance(a, i, k) <= THRESHOLD)
                app_words(a, QTC_LIST)[(size_t)i * NEAR + (*count)++] = k;
    }
}

static kernel_data *qtc_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + WIDE - 1) / WIDE * WIDE, p[1], p[2]};
    return app_open(whole, seed, va, qtc_declare, qtc_fill);
}

/* ---- as warps run it ---- */

static qtc_kind qtc_plan(const app *a) {
    return a->launch == 0 ? QTC_MEASURE : (qtc_kind)(QTC_GROW + (a->launch - 1) % 3);
}

static uint32_t qtc_round(const app *a) {
    return (a->launch - 1) / 3;
}

typedef enum { QTC_START, QTC_NEXT, QTC_LOOK, QTC_LEAST, QTC_JOIN } qtc_stage; /* with shoc=1 */

/* What a thread keeps across barriers. */
typedef struct {
    val seed, point; /* of the cluster; the thread's */
    val reach;       /* its largest distance to a member */
    val size;        /* of the cluster */
    val place;       /* in bytes, the thread's word */
    val newest;      /* member, with shoc=1 */
    qtc_stage stage;
    uint32_t number; /* of the block's seed, or of its first one */
    uint32_t open;   /* lanes whose point could join */
} qtc_state;

static bool qtc_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"compute_distances", "QTC_device", "reduce_card_device",
                                       "trim_ungrouped_pnts"};
    a->launch = n;
    const qtc_kind kind = qtc_plan(a);
    const uint64_t blocks[] = {a->p[0] * a->p[0] / WIDE, qtc_is_shoc(a) ? BLOCKS : a->p[0], 1, 1};
    const bool cluster = kind == QTC_GROW || kind == QTC_MARK;
    *s = (launch_shape){.name = name[kind],
                        .blocks = blocks[kind],
                        .block_dim = cluster ? NEAR : WIDE,
                        .regs = qtc_is_shoc(a) ? 28 : 24,
                        .shared_bytes = kind == QTC_MEASURE ? 0 : (cluster ? NEAR + 1 : WIDE) * APP_WORD,
                        .phases = cluster               ? KERNEL_PHASES_TO_EXIT
                                  : kind == QTC_MEASURE ? 1
                                                        : WIDE_LOG2 + 2,
                        .state_bytes = sizeof(qtc_state)};
    return n < 1 + 3 * a->p[1];
}

static void qtc_measure(const app *a, simt *w) {
    const uint32_t row = (uint32_t)(w->block * WIDE / qtc_points(a));
    simt_loop(w, 0);
    val i = simt_hold(w, simt_thread(w));
    val column = simt_hold(w, simt_and(w, &i, IMM(WIDE - 1)));
    simt_step(w, &column, (uint32_t)(w->block * WIDE % qtc_points(a)));
    val apart[2];
    for (uint32_t d = 0; d < 2; d++) {
        val here = simt_hold(w, simt_load(w, &a->array[QTC_X + d], IMM(row), APP_WORD));
        val there = simt_load(w, &a->array[QTC_X + d], &column, APP_WORD);
        apart[d] = simt_hold(w, simt_fsub(w, &here, &there));
        simt_drop(w, &here);
    }
    val square = simt_fmul(w, &apart[0], &apart[0]);
    square = simt_ffma(w, &apart[1], &apart[1], &square);
    square = simt_hold(w, simt_do(w, SIMT_FMAX, &square, FIMM(TINY), NULL));
    val inverse = simt_do(w, SIMT_RSQ, &square, NULL, NULL);
    val distance = simt_hold(w, simt_fmul(w, &square, &inverse));
    simt_store(w, &a->array[QTC_DISTANCE], &i, APP_WORD, &distance);
    simt_exit(w);
}

static val qtc_apart(const app *a, simt *w, const val *from, const val *to) {
    val i = simt_do(w, SIMT_MAD, from, IMM(qtc_points(a)), to);
    return simt_load(w, &a->array[QTC_DISTANCE], &i, APP_WORD);
}

/* Puts the thread's offer: its reach, with its number in the lowest bits, so that the least one tells whose
 * it is. */
static void qtc_offer(simt *w, qtc_state *s) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val reach = simt_and(w, &s->reach, IMM(~(NEAR - 1)));
    val offer = simt_do(w, SIMT_OR, &reach, &t, NULL);
    const uint32_t fits = simt_compare(w, SIMT_FLE, &s->reach, FIMM(THRESHOLD));
    val key = simt_select(w, fits & s->open, &offer, IMM(NONE));
    simt_put(w, NULL, &s->place, 0, &key);
    simt_drop(w, &t);
}

/* Of the cluster's seed: the given one when clusters grow, else that of the largest. */
static val qtc_seed_number(const app *a, simt *w, uint32_t given) {
    return qtc_plan(a) == QTC_GROW ? simt_do(w, SIMT_MOV, IMM(given), NULL, NULL)
                                   : simt_load(w, &a->array[QTC_BEST], IMM(qtc_round(a)), APP_WORD);
}

/* All that are near the seed. False: the seed has a cluster already. */
static bool qtc_begin(const app *a, simt *w, qtc_state *s) {
    simt_loop(w, 0);
    val t = simt_hold(w, simt_thread_in_block(w));
    s->place = simt_hold(w, simt_shared(w, &t));
    val number = qtc_seed_number(a, w, (uint32_t)w->block);
    s->seed = simt_hold(w, number);
    s->size = simt_variable(w, 0);
    s->point = simt_variable(w, 0);
    s->reach = simt_fvariable(w, 0.0F);
    val cluster = simt_load(w, &a->array[QTC_CLUSTER], &s->seed, APP_WORD);
    if (!simt_any(w, simt_equal(w, &cluster, IMM(0)))) {
        simt_drop(w, &t);
        return false;
    }
    simt_loop(w, 1);
    simt_step(w, &s->size, 1);
    val count = simt_load(w, &a->array[QTC_COUNT], &s->seed, APP_WORD);
    const uint32_t all = simt_if(w, simt_less(w, &t, &count));
    val place = simt_do(w, SIMT_MAD, &s->seed, IMM(NEAR), &t);
    val point = simt_load(w, &a->array[QTC_LIST], &place, APP_WORD);
    simt_into(w, &s->point, SIMT_MOV, &point, NULL, NULL);
    val reach = qtc_apart(a, w, &s->seed, &s->point);
    simt_into(w, &s->reach, SIMT_MOV, &reach, NULL, NULL);
    cluster = simt_load(w, &a->array[QTC_CLUSTER], &s->point, APP_WORD);
    s->open = simt_equal(w, &cluster, IMM(0));
    simt_join(w, all);
    simt_drop(w, &t);
    qtc_offer(w, s);
    return true;
}

/* The least offer; half of the threads at a time, which are one warp. */
static void qtc_least(simt *w, uint32_t label) {
    simt_loop(w, label);
    for (uint32_t stride = NEAR / 2; stride > 0; stride /= 2)
        simt_fold(w, SIMT_UMIN, stride);
    val t = simt_thread_in_block(w);
    const uint32_t all = simt_if_less(w, &t, 1);
    val least = simt_at(w, NULL, IMM(0), 0);
    simt_put(w, NULL, IMM(RESULT * APP_WORD), 0, &least);
    simt_join(w, all);
}

/* Marks the point of the lanes as one of this round's cluster. */
static void qtc_mark(const app *a, simt *w, const val *point, uint32_t lanes) {
    const uint32_t all = simt_if(w, qtc_plan(a) == QTC_MARK ? lanes : 0);
    val cluster = simt_hold(w, simt_do(w, SIMT_MOV, IMM(qtc_round(a) + 1), NULL, NULL));
    simt_store(w, &a->array[QTC_CLUSTER], point, APP_WORD, &cluster);
    if (qtc_is_shoc(a))
        simt_store(w, &a->array[QTC_GROUPED], point, 1, IMM(1));
    simt_drop(w, &cluster);
    simt_join(w, all);
}

/* Whose offer is the least joins. False: nobody has one. */
static bool qtc_join(const app *a, simt *w, qtc_state *s) {
    simt_loop(w, 3);
    val least = simt_hold(w, simt_at(w, NULL, IMM(RESULT * APP_WORD), 0));
    const bool some = simt_any(w, simt_compare(w, SIMT_NE, &least, IMM(NONE)));
    if (some) {
        val who = simt_hold(w, simt_and(w, &least, IMM(NEAR - 1)));
        val t = simt_thread_in_block(w);
        const uint32_t joins = simt_equal(w, &who, &t);
        s->open &= ~joins;
        simt_step(w, &s->size, 1);
        qtc_mark(a, w, &s->point, joins);
        val place = simt_do(w, SIMT_MAD, &s->seed, IMM(NEAR), &who);
        val member = simt_load(w, &a->array[QTC_LIST], &place, APP_WORD);
        const uint32_t all = simt_if(w, s->open);
        val apart = qtc_apart(a, w, &member, &s->point);
        simt_into(w, &s->reach, SIMT_FMAX, &s->reach, &apart, NULL);
        simt_join(w, all);
        simt_drop(w, &who);
        qtc_offer(w, s);
    }
    simt_drop(w, &least);
    return some;
}

/* The size of the seed's cluster, or the mark that it belongs to it. */
static void qtc_store_seed(const app *a, simt *w, const qtc_state *s, uint32_t label) {
    simt_loop(w, label);
    val t = simt_thread_in_block(w);
    const uint32_t all = simt_if_less(w, &t, 1);
    if (qtc_plan(a) == QTC_GROW)
        simt_store(w, &a->array[QTC_SIZE], &s->seed, APP_WORD, &s->size);
    else
        qtc_mark(a, w, &s->seed, w->mask);
    simt_join(w, all);
}

static void qtc_cluster(const app *a, simt *w, qtc_state *s) {
    if (w->phase % 2 == 1) {
        if (w->warp == 0)
            qtc_least(w, 2);
        simt_loop(w, 6);
    } else if (!(w->phase == 0 ? qtc_begin(a, w, s) : qtc_join(a, w, s))) {
        qtc_store_seed(a, w, s, 4);
        simt_loop(w, 5);
        simt_exit(w);
    }
}

/* ---- with the accesses of SHOC's program ---- */

/* Places of a block's bytes. */
static val qtc_member(const app *a, simt *w, const val *point) {
    return simt_affine(w, point, 1, (uint32_t)w->block * qtc_points(a));
}

static void qtc_set_byte(const app *a, simt *w, uint32_t array, const val *i, uint32_t to) {
    val byte = simt_hold(w, simt_do(w, SIMT_MOV, IMM(to), NULL, NULL));
    simt_store(w, &a->array[array], i, 1, &byte);
    simt_drop(w, &byte);
}

/* Clears the block's bytes but the seed's. */
static void qtc_clear(const app *a, simt *w, const qtc_state *s, const val *t) {
    val i = simt_hold(w, qtc_member(a, w, t));
    for (uint32_t first = 0; first < qtc_points(a); first += NEAR) {
        simt_round(w, 2);
        qtc_set_byte(a, w, QTC_MEMBER, &i, 0);
        simt_step(w, &i, NEAR);
    }
    simt_loop(w, 3);
    simt_drop(w, &i);
    val thread = simt_and(w, &s->seed, IMM(NEAR - 1));
    const uint32_t all = simt_if(w, simt_equal(w, t, &thread)); /* it has cleared that byte */
    val place = simt_hold(w, qtc_member(a, w, &s->seed));
    qtc_set_byte(a, w, QTC_MEMBER, &place, 1);
    simt_join(w, all);
    simt_drop(w, &place);
}

/* The seed, and a near point for each thread. False: the seed has a cluster already. */
static bool qtc_seed(const app *a, simt *w, qtc_state *s) {
    simt_loop(w, 1);
    val number = qtc_seed_number(a, w, s->number);
    simt_into(w, &s->seed, SIMT_MOV, &number, NULL, NULL);
    simt_into(w, &s->newest, SIMT_MOV, &number, NULL, NULL);
    simt_into(w, &s->size, SIMT_MOV, IMM(0), NULL, NULL);
    simt_into(w, &s->reach, SIMT_MOV, FIMM(0.0F), NULL, NULL);
    val grouped = simt_load(w, &a->array[QTC_GROUPED], &s->seed, 1);
    if (!simt_any(w, simt_equal(w, &grouped, IMM(0))))
        return false;
    simt_step(w, &s->size, 1);
    val t = simt_hold(w, simt_thread_in_block(w));
    qtc_clear(a, w, s, &t);
    val count = simt_load(w, &a->array[QTC_COUNT], &s->seed, APP_WORD);
    s->open = simt_less(w, &t, &count);
    const uint32_t all = simt_if(w, s->open);
    val place = simt_do(w, SIMT_MAD, &s->seed, IMM(NEAR), &t);
    val point = simt_load(w, &a->array[QTC_LIST], &place, APP_WORD);
    simt_into(w, &s->point, SIMT_MOV, &point, NULL, NULL);
    simt_join(w, all);
    simt_drop(w, &t);
    return true;
}

/* A thread whose point has become a member, or was one, looks no more. */
static void qtc_look(const app *a, simt *w, qtc_state *s) {
    simt_loop(w, 4);
    const uint32_t all = simt_if(w, s->open);
    val place = qtc_member(a, w, &s->point);
    val member = simt_load(w, &a->array[QTC_MEMBER], &place, 1);
    s->open &= simt_equal(w, &member, IMM(0));
    const uint32_t others = simt_if(w, s->open);
    val grouped = simt_load(w, &a->array[QTC_GROUPED], &s->point, 1);
    s->open &= simt_equal(w, &grouped, IMM(0));
    simt_join(w, others);
    const uint32_t outside = simt_if(w, s->open);
    val apart = qtc_apart(a, w, &s->point, &s->newest);
    simt_into(w, &s->reach, SIMT_FMAX, &s->reach, &apart, NULL);
    simt_join(w, outside);
    simt_join(w, all);
    qtc_offer(w, s);
}

/* False: nobody has an offer. */
static bool qtc_take(const app *a, simt *w, qtc_state *s) {
    simt_loop(w, 5);
    val least = simt_hold(w, simt_at(w, NULL, IMM(RESULT * APP_WORD), 0));
    const bool some = simt_any(w, simt_compare(w, SIMT_NE, &least, IMM(NONE)));
    if (some) {
        val who = simt_hold(w, simt_and(w, &least, IMM(NEAR - 1)));
        val t = simt_thread_in_block(w);
        const uint32_t all = simt_if(w, simt_equal(w, &who, &t));
        val place = simt_hold(w, qtc_member(a, w, &s->point));
        qtc_set_byte(a, w, QTC_MEMBER, &place, 1);
        simt_drop(w, &place);
        qtc_mark(a, w, &s->point, w->mask);
        simt_join(w, all);
        val entry = simt_do(w, SIMT_MAD, &s->seed, IMM(NEAR), &who);
        val member = simt_load(w, &a->array[QTC_LIST], &entry, APP_WORD);
        simt_into(w, &s->newest, SIMT_MOV, &member, NULL, NULL);
        simt_step(w, &s->size, 1);
        simt_drop(w, &who);
    }
    simt_drop(w, &least);
    return some;
}

/* To the next seed that has no cluster, or the end. */
static void qtc_go_on(const app *a, simt *w, qtc_state *s) {
    const bool grow = qtc_plan(a) == QTC_GROW;
    while (s->stage == QTC_NEXT && s->number < (grow ? qtc_points(a) : 1)) {
        s->stage = qtc_seed(a, w, s) ? QTC_LOOK : QTC_NEXT;
        if (s->stage == QTC_NEXT)
            qtc_store_seed(a, w, s, 6);
        s->number += BLOCKS;
    }
    if (s->stage == QTC_NEXT) {
        simt_loop(w, 7);
        simt_exit(w);
    }
}

static void qtc_shoc(const app *a, simt *w, qtc_state *s) {
    if (s->stage == QTC_START) {
        simt_loop(w, 0);
        val t = simt_thread_in_block(w);
        s->place = simt_hold(w, simt_shared(w, &t));
        s->seed = simt_variable(w, 0);
        s->newest = simt_variable(w, 0);
        s->size = simt_variable(w, 0);
        s->point = simt_variable(w, 0);
        s->reach = simt_fvariable(w, 0.0F);
        s->number = (uint32_t)w->block;
        s->stage = QTC_NEXT;
    }
    if (s->stage == QTC_NEXT) {
        qtc_go_on(a, w, s);
    } else if (s->stage == QTC_LOOK) {
        qtc_look(a, w, s);
        s->stage = QTC_LEAST;
    } else if (s->stage == QTC_LEAST) {
        if (w->warp == 0)
            qtc_least(w, 8);
        s->stage = QTC_JOIN;
    } else {
        const bool joined = qtc_take(a, w, s);
        s->stage = joined ? QTC_LOOK : QTC_NEXT;
        if (!joined)
            qtc_store_seed(a, w, s, 6);
    }
    if (!w->exited)
        simt_loop(w, 9);
}

/* The largest cluster, of those the one with the lowest seed: size and seed make one number. */
#define SEED_BITS 16U
#define LAST_SEED ((1U << SEED_BITS) - 1)

static void qtc_largest(const app *a, simt *w) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val i = simt_hold(w, simt_do(w, SIMT_MOV, &t, NULL, NULL));
    val most = simt_variable(w, 0);
    for (uint32_t k = 0; k < qtc_points(a); k += WIDE) {
        simt_round(w, 1);
        val size = simt_load(w, &a->array[QTC_SIZE], &i, APP_WORD);
        val key = simt_affine(w, &size, 1U << SEED_BITS, LAST_SEED);
        key = simt_do(w, SIMT_SUB, &key, &i, NULL);
        simt_into(w, &most, SIMT_UMAX, &most, &key, NULL);
        simt_step(w, &i, WIDE);
    }
    simt_loop(w, 2);
    val place = simt_shared(w, &t);
    simt_put(w, NULL, &place, 0, &most);
}

static void qtc_choose(const app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    simt_loop(w, w->phase == 0 ? 0 : 2 + w->phase);
    if (w->phase == 0) {
        qtc_largest(a, w);
    } else if (w->phase <= WIDE_LOG2) {
        simt_fold(w, SIMT_UMAX, WIDE >> w->phase);
    } else {
        val t = simt_thread_in_block(w);
        const uint32_t all = simt_if_less(w, &t, 1);
        val key = simt_at(w, NULL, IMM(0), 0);
        val seed = simt_and(w, &key, IMM(LAST_SEED));
        seed = simt_hold(w, simt_do(w, SIMT_SUB, IMM(LAST_SEED), &seed, NULL));
        simt_store(w, &a->array[QTC_BEST], IMM(qtc_round(a)), APP_WORD, &seed);
        simt_join(w, all);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

static void qtc_warp(app *a, simt *w) {
    const qtc_kind kind = qtc_plan(a);
    if (kind == QTC_MEASURE)
        qtc_measure(a, w);
    else if (kind == QTC_CHOOSE)
        qtc_choose(a, w);
    else if (qtc_is_shoc(a))
        qtc_shoc(a, w, w->state);
    else
        qtc_cluster(a, w, w->state);
}

/* ---- plain ---- */

/* Of the near points, the one that an offer is least of; NEAR: none. */
static uint32_t qtc_plain_least(const float *reach, const bool *open, uint32_t count) {
    uint32_t best = NEAR;
    uint32_t least = NONE;
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t key = ((uint32_t)simt_bits(reach[t]) & ~(NEAR - 1)) | t;
        if (open[t] && reach[t] <= THRESHOLD && key < least) {
            least = key;
            best = t;
        }
    }
    return best;
}

/* Grows the cluster of a seed; with `mark` its points get that number. Returns how many they are. */
static uint32_t qtc_plain_grow(app *host, uint32_t seed, uint32_t mark) {
    uint32_t *cluster = app_words(host, QTC_CLUSTER);
    const uint32_t *list = app_words(host, QTC_LIST) + (size_t)seed * NEAR;
    const uint32_t count = app_words(host, QTC_COUNT)[seed];
    float reach[NEAR];
    bool open[NEAR];
    uint32_t size = 1;
    if (cluster[seed])
        return 0;
    for (uint32_t t = 0; t < count; t++) {
        reach[t] = qtc_distance(host, seed, list[t]);
        open[t] = cluster[list[t]] == 0;
    }
    cluster[seed] = mark;
    for (uint32_t who; (who = qtc_plain_least(reach, open, count)) < NEAR; size++) {
        open[who] = false;
        if (mark)
            cluster[list[who]] = mark;
        for (uint32_t t = 0; t < count; t++)
            reach[t] = fmaxf(reach[t], qtc_distance(host, list[who], list[t]));
    }
    return size;
}

static void qtc_reference(app *host) {
    const uint32_t n = qtc_points(host);
    for (uint32_t round = 0; round < host->p[1]; round++) {
        uint32_t best = 0;
        uint32_t *size = app_words(host, QTC_SIZE);
        for (uint32_t seed = 0; seed < n; seed++) {
            size[seed] = qtc_plain_grow(host, seed, 0);
            best = size[seed] > size[best] ? seed : best;
        }
        app_words(host, QTC_BEST)[round] = best;
        (void)qtc_plain_grow(host, best, round + 1);
    }
}

/* No two points of a cluster are too far apart. */
static bool qtc_within_threshold(const app *a) {
    const uint32_t *cluster = app_words(a, QTC_CLUSTER);
    for (uint32_t i = 0; i < qtc_points(a); i++)
        for (uint32_t k = 0; k < i && cluster[i]; k++)
            if (cluster[k] == cluster[i] && qtc_distance(a, i, k) > THRESHOLD)
                return false;
    return true;
}

static const char *qtc_check(const kernel_data *a) {
    const char *wrong = app_check(a, qtc_reference);
    return wrong || qtc_within_threshold(a) ? wrong : "a cluster is wider than the threshold";
}

const kernel_ops kernel_qtc = {
    .name = "qtc",
    .summary = "clusters by quality threshold (SHOC QTC)",
    .params = {{"points", 2048, 1, 8192, "rounded up to 256"},
               {"clusters", 2, 1, 64, "that are found, three launches each"},
               {"shoc", 0, 0, 1, "1: blocks and accesses of SHOC's program"}},
    .open = qtc_open,
    .close = app_close,
    .reset = app_reset,
    .launch = qtc_launch,
    .warp = qtc_warp,
    .check = qtc_check,
};
