/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speckle-reducing anisotropic diffusion of an image (Rodinia srad, first version), in blocks of 512 threads
 * in a row. The image lies by columns, and tables have the row above and below each and the column left and
 * right: at the border that is the border's own. The first launch makes an image of its logarithm. A step
 *
 *     prepare   copies the image and its square,
 *     reduce    adds up both, 512 to one a launch, where they are; the host makes the spread of the two sums,
 *     srad      stores for every pixel the differences to its neighbours and a coefficient of diffusion,
 *     srad2     moves it along the gradients,
 *
 * and the last launch goes back to the logarithm. The arrays have the order of Rodinia's. There the last
 * block of a second reduction takes some of its sums from the wrong places; here they are the right ones.
 */
#include "program/apps/srad_coefficient.h"

#include <math.h>

#define BLOCK  512U
#define LEVELS 9U /* BLOCK = 1 << LEVELS */
#define LAMBDA 0.5F
#define GREY   255.0F
#define LOG2_E 1.4426950408889634F
#define LN_2   0.6931471805599453F

enum { V1_IMAGE, V1_NORTH, V1_SOUTH, V1_EAST, V1_WEST, V1_SUM, V1_SQUARES, V1_APART, V1_C = V1_APART + 4 };
enum { V1_SPREAD = KERNEL_MAX_PARAMS - 1 }; /* a parameter of the kernel, kept where the host's numbers are */

static uint32_t v1_rows(const app *a) {
    return (uint32_t)a->p[0];
}

static uint32_t v1_columns(const app *a) {
    return (uint32_t)a->p[1];
}

static uint32_t v1_pixels(const app *a) {
    return v1_rows(a) * v1_columns(a);
}

static void v1_declare(app *a) {
    app_array(a, APP_INOUT, v1_pixels(a));
    for (uint32_t table = V1_NORTH; table <= V1_WEST; table++)
        app_array(a, APP_INPUT, table <= V1_SOUTH ? v1_rows(a) : v1_columns(a));
    for (uint32_t i = V1_SUM; i <= V1_C; i++)
        app_array(a, APP_OUTPUT, v1_pixels(a));
}

/* Of n rows (columns), those after and before each. */
static void v1_fill_tables(uint32_t n, uint32_t *before, uint32_t *after) {
    for (uint32_t i = 0; i < n; i++) {
        before[i] = i > 0 ? i - 1 : 0;
        after[i] = i + 1 < n ? i + 1 : i;
    }
}

static void v1_fill(app *a) {
    for (uint32_t i = 0; i < v1_pixels(a); i++)
        app_floats(a, V1_IMAGE)[i] = (float)app_random(a, (uint32_t)GREY + 1);
    v1_fill_tables(v1_rows(a), app_words(a, V1_NORTH), app_words(a, V1_SOUTH));
    v1_fill_tables(v1_columns(a), app_words(a, V1_WEST), app_words(a, V1_EAST));
}

static kernel_data *v1_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, v1_declare, v1_fill);
}

/* ---- launches ---- */

typedef enum { V1_EXTRACT, V1_PREPARE, V1_REDUCE, V1_DIFFUSE, V1_MOVE, V1_COMPRESS } v1_kind;

typedef struct {
    v1_kind kind;
    uint32_t items; /* pixels, or the sums that a reduction has to add */
    uint32_t apart; /* elements from one of these sums to the next */
} v1_plan;

/* Launches until one sum is left. */
static uint32_t v1_reductions(const app *a) {
    uint32_t count = 1;
    for (uint64_t left = kernel_blocks(v1_pixels(a), BLOCK); left > 1; left = kernel_blocks(left, BLOCK))
        count++;
    return count;
}

static uint32_t v1_launches_of_step(const app *a) {
    return v1_reductions(a) + 3;
}

static v1_plan v1_plan_of(const app *a) {
    v1_plan p = {.kind = V1_PREPARE, .items = v1_pixels(a), .apart = 1};
    const uint32_t reductions = v1_reductions(a);
    const uint32_t all = v1_launches_of_step(a);
    const uint32_t stage = (a->launch + all - 1) % all; /* of a step; the first step begins with launch 1 */
    if (a->launch == 0 || a->launch > a->p[2] * all) {
        p.kind = a->launch == 0 ? V1_EXTRACT : V1_COMPRESS;
    } else if (stage > reductions) {
        p.kind = stage == reductions + 1 ? V1_DIFFUSE : V1_MOVE;
    } else if (stage > 0) {
        p.kind = V1_REDUCE;
        for (uint32_t before = 1; before < stage; before++) {
            p.items = (uint32_t)kernel_blocks(p.items, BLOCK);
            p.apart *= BLOCK;
        }
    }
    return p;
}

/* Variance over the square of the mean, from the two sums. */
static float v1_spread(const app *a) {
    const float pixels = (float)v1_pixels(a);
    const float mean = app_floats(a, V1_SUM)[0] / pixels;
    return (app_floats(a, V1_SQUARES)[0] / pixels - mean * mean) / (mean * mean);
}

static bool v1_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"extract", "prepare", "reduce", "srad", "srad2", "compress"};
    a->launch = n;
    const v1_plan plan = v1_plan_of(a);
    const bool reduce = plan.kind == V1_REDUCE;
    if (plan.kind == V1_DIFFUSE)
        a->p[V1_SPREAD] = simt_bits(v1_spread(a));
    *s = (launch_shape){.name = name[plan.kind],
                        .blocks = kernel_blocks(plan.items, BLOCK),
                        .block_dim = BLOCK,
                        .regs = 32,
                        .shared_bytes = reduce ? 2 * BLOCK * APP_WORD : 0,
                        .phases = reduce ? LEVELS + 1 : 1};
    return n < 2 + a->p[2] * v1_launches_of_step(a);
}

/* ---- as warps run it ---- */

static val v1_get(const app *a, simt *w, uint32_t array, const val *i) {
    return simt_hold(w, simt_load(w, &a->array[array], i, APP_WORD));
}

static void v1_set(const app *a, simt *w, uint32_t array, const val *i, const val *x) {
    simt_store(w, &a->array[array], i, APP_WORD, x);
}

static void v1_scale(const app *a, simt *w, const val *i, bool back) {
    val x = v1_get(a, w, V1_IMAGE, i);
    if (back) {
        simt_into(w, &x, SIMT_LG2, &x, NULL, NULL);
        simt_into(w, &x, SIMT_FMUL, &x, FIMM(LN_2 * GREY), NULL);
    } else {
        simt_into(w, &x, SIMT_FMUL, &x, FIMM(LOG2_E / GREY), NULL);
        simt_into(w, &x, SIMT_EX2, &x, NULL, NULL);
    }
    v1_set(a, w, V1_IMAGE, i, &x);
}

/* The pixel is read again after the first store, which could have been to it. */
static void v1_prepare(const app *a, simt *w, const val *i) {
    val x = v1_get(a, w, V1_IMAGE, i);
    v1_set(a, w, V1_SUM, i, &x);
    val again = v1_get(a, w, V1_IMAGE, i);
    val square = simt_hold(w, simt_fmul(w, &again, &again));
    v1_set(a, w, V1_SQUARES, i, &square);
}

/* Row and column of a pixel. */
typedef struct {
    val row, column;
} v1_place;

/* By a product with the reciprocal, which is one too small at most. */
static v1_place v1_find(const app *a, simt *w, const val *i) {
    const uint32_t rows = v1_rows(a);
    v1_place p;
    p.column = simt_hold(w, simt_do(w, SIMT_MULHI, i, IMM((uint32_t)((UINT64_C(1) << 32) / rows)), NULL));
    val before = simt_mul(w, &p.column, IMM(rows));
    p.row = simt_hold(w, simt_do(w, SIMT_SUB, i, &before, NULL));
    const uint32_t all = simt_predicate(w, simt_compare(w, SIMT_ULE, IMM(rows), &p.row));
    simt_step(w, &p.column, 1);
    simt_step(w, &p.row, 0U - rows);
    simt_join(w, all);
    return p;
}

/* The neighbour of a pixel, by a table: of the image or the coefficients. */
static val v1_neighbour(const app *a, simt *w, const v1_place *p, uint32_t table, uint32_t array) {
    const bool vertical = table <= V1_SOUTH;
    val next = v1_get(a, w, table, vertical ? &p->row : &p->column);
    val i = simt_do(w, SIMT_MAD, vertical ? &p->column : &next, IMM(v1_rows(a)), vertical ? &next : &p->row);
    simt_drop(w, &next);
    return simt_load(w, &a->array[array], &i, APP_WORD);
}

static void v1_diffuse(const app *a, simt *w, const val *i) {
    static const uint32_t table[] = {V1_NORTH, V1_SOUTH, V1_WEST, V1_EAST};
    const v1_place p = v1_find(a, w, i);
    val j = v1_get(a, w, V1_IMAGE, i);
    val apart[4];
    val sum = simt_fvariable(w, 0.0F);     /* of the differences */
    val squares = simt_fvariable(w, 0.0F); /* of these */
    for (uint32_t k = 0; k < 4; k++) {
        val other = v1_neighbour(a, w, &p, table[k], V1_IMAGE);
        apart[k] = simt_hold(w, simt_fsub(w, &other, &j));
        simt_fgrow(w, &sum, &apart[k]);
        simt_fgrow_product(w, &squares, &apart[k], &apart[k]);
    }
    val c = srad_coefficient(w, &j, &sum, &squares, simt_float(a->p[V1_SPREAD]));
    for (uint32_t k = 0; k < 4; k++)
        v1_set(a, w, V1_APART + k, i, &apart[k]);
    v1_set(a, w, V1_C, i, &c);
}

static void v1_move(const app *a, simt *w, const val *i) {
    const v1_place p = v1_find(a, w, i);
    val sum = simt_fvariable(w, 0.0F);
    val c = v1_get(a, w, V1_C, i); /* to the north and to the west */
    val south = simt_hold(w, v1_neighbour(a, w, &p, V1_SOUTH, V1_C));
    val east = simt_hold(w, v1_neighbour(a, w, &p, V1_EAST, V1_C));
    const val *by[] = {&c, &south, &c, &east};
    for (uint32_t k = 0; k < 4; k++) {
        val apart = simt_load(w, &a->array[V1_APART + k], i, APP_WORD);
        simt_fgrow_product(w, &sum, by[k], &apart);
    }
    val j = simt_load(w, &a->array[V1_IMAGE], i, APP_WORD);
    val next = simt_ffma(w, &sum, FIMM(0.25F * LAMBDA), &j);
    v1_set(a, w, V1_IMAGE, i, &next);
}

/* ---- a reduction ---- */

/* How many sums a block has. */
static uint32_t v1_share(const v1_plan *plan, uint64_t block) {
    const uint64_t left = plan->items - block * BLOCK;
    return left < BLOCK ? (uint32_t)left : BLOCK;
}

/* The largest power of two up to n, by its logarithm. */
static uint32_t v1_levels(uint32_t n) {
    return 31U - (uint32_t)__builtin_clz(n);
}

/* To shared memory: first the sums, behind them the sums of the squares. */
static void v1_bring(const app *a, simt *w, const v1_plan *plan) {
    const simt_scope scope = simt_scope_begin(w);
    val t = simt_hold(w, simt_thread_in_block(w));
    val number = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &number, plan->items);
    val from = simt_hold(w, simt_mul(w, &number, IMM(plan->apart)));
    val to = simt_hold(w, simt_shared(w, &t));
    for (uint32_t k = 0; k < 2; k++) {
        val x = simt_load(w, &a->array[V1_SUM + k], &from, APP_WORD);
        simt_put(w, NULL, &to, (int32_t)(k * BLOCK), &x);
    }
    simt_join(w, all);
    simt_scope_end(w, &scope);
}

/* Of every 2 * half threads below `busy`, the last one adds the sum of the one `half` before it. */
static void v1_fold(simt *w, const val *t, uint32_t half, uint32_t busy) {
    val next = simt_add_constant(w, t, 1);
    val rest = simt_and(w, &next, IMM(2 * half - 1));
    const uint32_t last = simt_equal(w, &rest, IMM(0));
    const uint32_t all = simt_if(w, last & simt_less(w, t, IMM(busy)));
    val place = simt_hold(w, simt_shared(w, t));
    for (uint32_t k = 0; k < 2; k++) {
        const int32_t sums = (int32_t)(k * BLOCK);
        val x = simt_at(w, NULL, &place, sums);
        val y = simt_at(w, NULL, &place, sums - (int32_t)half);
        val both = simt_fadd(w, &x, &y);
        simt_put(w, NULL, &place, sums, &both);
    }
    simt_join(w, all);
}

/* The last busy thread adds what is left behind it, and stores where the first sum of the block was. */
static void v1_end(const app *a, simt *w, const v1_plan *plan, const val *t, uint32_t busy) {
    const uint32_t share = v1_share(plan, w->block);
    const uint32_t first = (uint32_t)w->block * BLOCK;
    const uint32_t all = simt_if(w, simt_equal(w, t, IMM(busy - 1)));
    val place = simt_shared(w, t);
    val sum[2];
    for (uint32_t k = 0; k < 2; k++)
        sum[k] = simt_hold(w, simt_at(w, NULL, &place, (int32_t)(k * BLOCK)));
    val from = simt_variable(w, (first + busy) * plan->apart);
    for (uint32_t i = busy; i < share && w->mask; i++) {
        simt_round(w, 2 * LEVELS + 3);
        for (uint32_t k = 0; k < 2; k++) {
            val x = simt_load(w, &a->array[V1_SUM + k], &from, APP_WORD);
            simt_fgrow(w, &sum[k], &x);
        }
        simt_step(w, &from, plan->apart);
    }
    simt_loop(w, 2 * LEVELS + 4);
    for (uint32_t k = 0; k < 2; k++)
        v1_set(a, w, V1_SUM + k, IMM(first * plan->apart), &sum[k]);
    simt_join(w, all);
    simt_loop(w, 2 * LEVELS + 5);
    simt_exit(w);
}

/* The first two levels have no barrier between them: a warp has both. A last block that is not full has fewer
 * levels, and code of its own. */
static void v1_reduce(const app *a, simt *w) {
    const v1_plan plan = v1_plan_of(a);
    const uint32_t share = v1_share(&plan, w->block);
    const uint32_t levels = v1_levels(share);
    const uint32_t code = 1 + (share < BLOCK ? LEVELS + 1 : 0);
    if (w->phase == 0) {
        simt_loop(w, 0);
        v1_bring(a, w, &plan);
    }
    simt_loop(w, code + w->phase);
    val t = simt_hold(w, simt_thread_in_block(w));
    if (w->phase < levels)
        v1_fold(w, &t, 1U << w->phase, 1U << levels);
    else
        v1_end(a, w, &plan, &t, 1U << levels);
}

static void v1_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    const v1_plan plan = v1_plan_of(a);
    if (plan.kind == V1_REDUCE) {
        v1_reduce(a, w);
    } else {
        simt_loop(w, 0);
        val i = simt_hold(w, simt_thread(w));
        const uint32_t all = simt_if_less(w, &i, v1_pixels(a));
        if (plan.kind == V1_PREPARE)
            v1_prepare(a, w, &i);
        else if (plan.kind == V1_DIFFUSE)
            v1_diffuse(a, w, &i);
        else if (plan.kind == V1_MOVE)
            v1_move(a, w, &i);
        else
            v1_scale(a, w, &i, plan.kind == V1_COMPRESS);
        simt_join(w, all);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

/* ---- plain ---- */

/* One launch of a reduction of an array. */
static void v1_plain_reduce(float *x, const v1_plan *plan) {
    float sum[BLOCK] = {0.0F};
    for (uint32_t block = 0; block < kernel_blocks(plan->items, BLOCK); block++) {
        const uint32_t share = v1_share(plan, block);
        const uint32_t busy = 1U << v1_levels(share);
        float *from = x + (size_t)block * BLOCK * plan->apart;
        for (uint32_t t = 0; t < share; t++)
            sum[t] = from[(size_t)t * plan->apart];
        for (uint32_t step = 2; step <= busy; step *= 2)
            for (uint32_t t = step - 1; t < busy; t += step)
                sum[t] += sum[t - step / 2];
        for (uint32_t t = busy; t < share; t++)
            sum[busy - 1] += sum[t];
        from[0] = sum[busy - 1];
    }
}

static void v1_plain_prepare(app *host) {
    for (uint32_t i = 0; i < v1_pixels(host); i++) {
        const float x = app_floats(host, V1_IMAGE)[i];
        app_floats(host, V1_SUM)[i] = x;
        app_floats(host, V1_SQUARES)[i] = x * x;
    }
}

/* The neighbours of pixel i: north, south, west, east. */
static void v1_around(const app *host, uint32_t i, uint32_t place[4]) {
    const uint32_t n = v1_rows(host);
    place[0] = i % n > 0 ? i - 1 : i;
    place[1] = i % n + 1 < n ? i + 1 : i;
    place[2] = i / n > 0 ? i - n : i;
    place[3] = i / n + 1 < v1_columns(host) ? i + n : i;
}

static void v1_plain_diffuse(app *host) {
    const float *image = app_floats(host, V1_IMAGE);
    const float spread = v1_spread(host);
    for (uint32_t i = 0; i < v1_pixels(host); i++) {
        uint32_t place[4];
        float apart[4];
        v1_around(host, i, place);
        for (uint32_t k = 0; k < 4; k++)
            apart[k] = app_floats(host, V1_APART + k)[i] = image[place[k]] - image[i];
        app_floats(host, V1_C)[i] = srad_plain_coefficient(image[i], apart, spread);
    }
}

static void v1_plain_move(app *host) {
    const float *c = app_floats(host, V1_C);
    for (uint32_t i = 0; i < v1_pixels(host); i++) {
        uint32_t place[4];
        float sum = 0.0F;
        v1_around(host, i, place);
        for (uint32_t k = 0; k < 4; k++)
            sum = c[k % 2 ? place[k] : i] * app_floats(host, V1_APART + k)[i] + sum;
        app_floats(host, V1_IMAGE)[i] = sum * (0.25F * LAMBDA) + app_floats(host, V1_IMAGE)[i];
    }
}

static void v1_plain_scale(app *host, bool back) {
    for (uint32_t i = 0; i < v1_pixels(host); i++) {
        float *x = &app_floats(host, V1_IMAGE)[i];
        *x = back ? log2f(*x) * (LN_2 * GREY) : exp2f(*x * (LOG2_E / GREY));
    }
}

static void v1_reference(app *host) {
    v1_plain_scale(host, false);
    for (uint64_t step = 0; step < host->p[2]; step++) {
        v1_plain_prepare(host);
        for (v1_plan plan = {.items = v1_pixels(host), .apart = 1}; plan.apart == 1 || plan.items > 1;) {
            v1_plain_reduce(app_floats(host, V1_SUM), &plan);
            v1_plain_reduce(app_floats(host, V1_SQUARES), &plan);
            plan.items = (uint32_t)kernel_blocks(plan.items, BLOCK);
            plan.apart *= BLOCK;
        }
        v1_plain_diffuse(host);
        v1_plain_move(host);
    }
    v1_plain_scale(host, true);
}

static const char *v1_check(const kernel_data *a) {
    return app_check(a, v1_reference);
}

const kernel_ops kernel_srad_v1 = {
    .name = "srad-v1",
    .summary = "speckle-reducing diffusion of an image by columns (Rodinia srad, first version)",
    .params = {{"rows", 502, 16, 8192, "pixels of a column, which lie together"},
               {"columns", 458, 16, 8192, "of the image"},
               {"steps", 2, 1, 1000, "of diffusion, five launches each at the default size"}},
    .open = v1_open,
    .close = app_close,
    .reset = app_reset,
    .launch = v1_launch,
    .warp = v1_warp,
    .check = v1_check,
};
